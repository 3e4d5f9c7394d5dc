"""The built console at `/console/`, as it lies on the disk at that moment: a build is served without a restart."""

from __future__ import annotations

import json
from pathlib import Path

from local.http.events import Answer, Request, decoded, split_target
from local.http.problems import problem
from shared.contracts.console.hosting import (
    CONFIG_PATH,
    CONSOLE_PATH,
    INDEX,
    NOT_KEPT,
    REFERRER_POLICY,
    cache_control,
    console_settings,
    content_policy,
    file_of,
)
from shared.domain import messages

_IN_THE_WHEEL, _IN_A_CHECKOUT = Path(__file__).parent / "dist", Path(__file__).parents[2] / "console" / "dist"
DIST = _IN_THE_WHEEL if _IN_THE_WHEEL.is_dir() else _IN_A_CHECKOUT
_HEADERS = (
    ("content-security-policy", content_policy()),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", REFERRER_POLICY),
)
# The machine's own table of media types may say anything; a browser runs a script only as the type that it is.
_MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
_NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The console is not built</title></head>
<body><h1>The console is not built</h1>
<p>This service runs, and its interface works. The console is built once, with Node 20 or newer:</p>
<pre>make console</pre>
<p>Then load this page again; the service need not be restarted.</p>
<p>To try the interface without it: <a href="/docs">/docs</a>.</p>
</body></html>
"""


class ConsoleSite:
    """Files come from `folder` by a list of what is in it. No path is ever made from a request, so none leads out."""

    def __init__(self, issuer: str, client_id: str, scope: str, folder: Path = DIST) -> None:
        self._issuer, self._client_id, self._scope = issuer, client_id, scope
        self._folder = folder

    def __call__(self, request: Request) -> Answer | None:
        """`None` for a path that is not the console's. Raises `BadTarget`."""
        path = decoded(split_target(request.target)[0])
        if not path.startswith(CONSOLE_PATH) and path != CONSOLE_PATH.rstrip("/"):
            return None
        if request.method not in ("GET", "HEAD"):
            refusal = problem(405, "method_not_allowed", messages.other_method(request.method, CONSOLE_PATH, ["GET"]))
            return Answer(refusal.status, (*refusal.headers, ("allow", "GET, HEAD")), refusal.body)
        if not path.startswith(CONSOLE_PATH):
            return Answer(308, (*_HEADERS, ("location", CONSOLE_PATH), ("cache-control", NOT_KEPT)), b"")
        if path == CONFIG_PATH:
            return _answer(self._settings(request), ".json", NOT_KEPT)
        return self._file(file_of(path.removeprefix(CONSOLE_PATH)))

    def _file(self, file: str) -> Answer:
        built = self._built()
        if INDEX not in built:
            return _answer(_NOT_BUILT.encode(), ".html", NOT_KEPT, 503)
        try:
            return _answer(built[file].read_bytes(), built[file].suffix, cache_control(file))
        except (KeyError, FileNotFoundError):  # the second while a build replaces it
            refusal = problem(404, "not_found", "the console has no such file")
            return Answer(refusal.status, (*refusal.headers, *_HEADERS, ("cache-control", NOT_KEPT)), refusal.body)

    def _built(self) -> dict[str, Path]:
        return {
            path.relative_to(self._folder).as_posix(): path
            for path in self._folder.rglob("*")
            if path.is_file() and not path.is_symlink()
        }

    def _settings(self, request: Request) -> bytes:
        """Addresses under the name by which the browser reached the service: another name is another origin."""
        own = f"http://{request.header('host') or ''}/local/oauth"
        return json.dumps(
            console_settings(self._issuer, f"{own}/authorize", f"{own}/token", self._client_id, self._scope)
        ).encode()


def _answer(body: bytes, suffix: str, cache: str, status: int = 200) -> Answer:
    media = _MEDIA.get(suffix, "application/octet-stream")
    return Answer(status, (("content-type", media), *_HEADERS, ("cache-control", cache)), body)
