"""The handlers' resolver under many threads at once: nobody is answered as somebody else."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from aws_lambda_powertools.event_handler import Response

from local.http.events import Request, match_route, to_event
from shared.adapters.system import SystemClock
from shared.runtime.resolver import ConcurrentHttpResolver


def test_each_of_many_concurrent_requests_gets_its_own_answer() -> None:
    resolver = ConcurrentHttpResolver()
    meet = threading.Barrier(8, timeout=5)

    def endpoint(name: str) -> Callable[..., Response[str]]:
        def run(**_: str) -> Response[str]:
            before = resolver.current_event.raw_event
            if before["requestContext"]["requestId"].startswith("met"):
                meet.wait()
            after = resolver.current_event.raw_event
            assert before is after
            reported = {"endpoint": name, "id": after["requestContext"]["requestId"], "path": after["rawPath"]}
            return Response(status_code=200, content_type="application/json", body=json.dumps(reported))

        return run

    for method, path in (
        ("GET", "/v1/memories/<memory_id>"),
        ("GET", "/v1/deletions/<request_id>"),
        ("GET", "/v1/health"),
    ):
        resolver.route(path, method=method)(endpoint(path))

    def ask(n: int, kind: str) -> bool:
        path = ("/v1/memories/a", "/v1/deletions/b", "/v1/health")[n % 3]
        request = Request("GET", path, [], b"", f"{kind}-{n}", "127.0.0.1", SystemClock().now())
        event: dict[str, Any] = to_event(request, match_route("GET", path), {})
        body = json.loads(resolver.resolve(event, None)["body"])
        return bool(body["id"] == f"{kind}-{n}" and body["path"] == path and body["endpoint"][:8] == path[:8])

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(lambda n: ask(n, "met"), range(8)))
        assert all(pool.map(lambda n: ask(n, "free"), range(400)))
