"""One function's handler under many threads at once: nobody is answered as somebody else."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor

from shared.runtime.api import Answer, Api, Request
from tests.builders import a_caller, a_world, an_event


def test_each_of_many_concurrent_requests_gets_its_own_answer() -> None:
    api, meet = Api("recall"), threading.Barrier(8, timeout=5)

    def reported(endpoint: str, request: Request) -> Answer:
        before = (request.event["requestContext"]["requestId"], request.caller.principal)
        if before[0].startswith("met"):
            meet.wait()
        id, user = request.event["requestContext"]["requestId"], request.caller.principal
        assert (id, user) == before
        return Answer(200, {"endpoint": endpoint, "id": id, "user": user, "path": request.event["rawPath"]})

    @api.route("GET", "/v1/memories/{memory_id}")
    def memory(request: Request) -> Answer:
        return reported(f"memory {request.id('memory_id')}", request)

    @api.route("GET", "/v1/memories/{memory_id}/history")
    def history(request: Request) -> Answer:
        return reported(f"history {request.id('memory_id')}", request)

    def ask(n: int, kind: str) -> bool:
        path, endpoint = ((f"/v1/memories/m{n}", "memory"), (f"/v1/memories/m{n}/history", "history"))[n % 2]
        event = an_event("GET", path, caller=a_caller(f"user-{n}"), headers={"x-correlation-id": f"{kind}-{n}"})
        event["requestContext"]["requestId"] = f"{kind}-{n}"
        answer = api.handler(event, None)
        body = json.loads(answer["body"])
        return bool(
            (body["id"], body["path"], body["endpoint"]) == (f"{kind}-{n}", path, f"{endpoint} m{n}")
            and body["user"].endswith(f"user-{n}")
            and answer["headers"]["X-Correlation-Id"] == f"{kind}-{n}"
        )

    with a_world(), ThreadPoolExecutor(8) as pool:
        assert all(pool.map(lambda n: ask(n, "met"), range(8)))
        assert all(pool.map(lambda n: ask(n, "free"), range(400)))
