"""What is at `/` on a laptop: where the console, the documentation and the tokens are. In AWS nothing is there."""

from __future__ import annotations

import json

from local.http.events import Answer, Request
from local.http.problems import problem
from shared.domain import messages

_PLACES = {
    "console": "/console/",
    "documentation": "/docs",
    "openapi": "/openapi.json",
    "token": "/local/token",  # a path, no secret # nosec B105
    "health": "/v1/health",
}
_PAGE = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Agent Memory on this machine</title></head>
<body><h1>Agent Memory on this machine</h1>
<p>Look at what is remembered in the <a href="/console/">console</a>, or try the interface at <a href="/docs">/docs</a>
(<a href="/openapi.json">the document</a>, <a href="/v1/health">health</a>).</p>
<p><code>POST /local/token</code> gives a token for the calls below <code>/v1</code>.</p></body></html>
"""
_HEADERS = (
    ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
    ("vary", "accept"),
)


def front_page(request: Request) -> Answer | None:
    """A page for a browser and the same places as JSON for others; `None` for any other path."""
    if request.path != "/":
        return None
    if request.method not in ("GET", "HEAD"):
        refusal = problem(405, "method_not_allowed", messages.other_method(request.method, request.path, ["GET"]))
        return Answer(refusal.status, (*refusal.headers, ("allow", "GET, HEAD")), refusal.body)
    if "text/html" in (request.header("accept") or ""):
        return Answer(200, (("content-type", "text/html; charset=utf-8"), *_HEADERS), _PAGE.encode())
    return Answer(200, (("content-type", "application/json"), *_HEADERS), json.dumps(_PLACES).encode())
