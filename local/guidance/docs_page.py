"""The API document at `/openapi.json`, and at `/docs` a page to try it: on a laptop only.

The viewer is Swagger UI, as it is packaged in Powertools for AWS Lambda. The page loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path

from local.http.events import Answer, Request
from local.http.problems import problem
from shared.domain import messages

_PAGE = Path(__file__).parent / "page"
_VIEWER = "aws_lambda_powertools.event_handler.openapi.swagger_ui"
# No inline script is run, and nothing is loaded or sent elsewhere: what a memory holds is text. The pictures of the
# viewer's own style sheet are `data:`.
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
)


def _document() -> bytes:
    from shared.contracts.openapi.__main__ import text  # takes half a second, and most services are never asked

    return text().encode()


# Path -> media type and body.
_FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "/openapi.json": ("application/json", _document),
    "/docs": ("text/html; charset=utf-8", (_PAGE / "index.html").read_bytes),
    "/docs/start.js": ("text/javascript; charset=utf-8", (_PAGE / "start.js").read_bytes),
    "/docs/viewer.js": (
        "text/javascript; charset=utf-8", lambda: files(_VIEWER).joinpath("swagger-ui-bundle.min.js").read_bytes(),
    ),
    "/docs/viewer.css": (
        "text/css; charset=utf-8", lambda: files(_VIEWER).joinpath("swagger-ui.min.css").read_bytes(),
    ),
}  # fmt: skip


def docs_page(request: Request) -> Answer | None:
    """The answer to a request for one of these files, `None` for any other."""
    if request.path not in _FILES:
        return None
    if request.method not in ("GET", "HEAD"):
        said = messages.other_method(request.method, request.path, ["GET"])
        refusal = problem(405, "method_not_allowed", said)
        return Answer(refusal.status, (*refusal.headers, ("allow", "GET, HEAD")), refusal.body)
    media, _ = _FILES[request.path]
    return Answer(200, (("content-type", media), *_HEADERS), _read(request.path))


@cache
def _read(path: str) -> bytes:
    return _FILES[path][1]()
