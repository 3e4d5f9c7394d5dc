"""`/metrics` on a laptop: what this process has counted since it began, for a Prometheus beside it."""

from __future__ import annotations

from local.http.events import Answer, Request
from shared.runtime.counting.exposition import CONTENT_TYPE, TALLY

PATH = "/metrics"


def metrics_page(request: Request) -> Answer | None:
    """`None` for any other request. Numbers of the whole service without names or content, so that no token is
    asked for."""
    if request.path != PATH or request.method not in ("GET", "HEAD"):
        return None
    return Answer(200, (("content-type", CONTENT_TYPE), ("cache-control", "no-store")), TALLY.text().encode())
