"""What is more than the service takes at once is sent in parts, in order, and answered as one."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest

from agent_memory import AsyncMemoryClient, MemoryClient, Retries, Unreachable
from agent_memory.calls.parts import MAX_BYTES
from tests.client.fake_service import NO_WAIT, URL

LAMBDA_BYTES = 6 * 1024 * 1024


class Parts:
    """Answers batches and appended events, and keeps what it was sent."""

    def __init__(self, fails_at: int = 0) -> None:
        self.sent: list[Any] = []
        self.keys: list[str] = []
        self.sizes: list[int] = []
        self._fails_at = fails_at

    def __call__(self, request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content)
        self.sizes.append(len(json.dumps(request.content.decode(), ensure_ascii=False).encode()))
        self.keys.append(request.headers["Idempotency-Key"])
        if self._fails_at == len(self.sizes):
            raise httpx.ConnectError("down")
        if "events" in body:
            self.sent.append([one["event_id"] for one in body["events"]])
            return httpx.Response(200, json={"accepted": self.sent[-1], "duplicates": [], "dropped": []})
        self.sent.append([one["key"] for one in body["items"]])
        return httpx.Response(207, json={"results": [{"status": 201, "outcome": one} for one in self.sent[-1]]})

    def client(self, retries: Retries = NO_WAIT) -> MemoryClient:
        return MemoryClient(URL, "a-token", retries=retries, http=httpx.Client(transport=httpx.MockTransport(self)))


def items(count: int, content: str = "x") -> list[dict[str, Any]]:
    return [{"content": content, "type": "semantic", "key": f"k{n}"} for n in range(count)]


def events(count: int, content: str = "x") -> list[Any]:
    return [{"event_id": f"e{n}", "role": "user", "content": content} for n in range(count)]


def test_what_fits_is_one_call_with_its_own_key() -> None:
    service = Parts()
    service.client().write_batch(items(100), idempotency_key="mine")
    assert (len(service.sent), service.keys) == (1, ["mine"])


def test_more_than_a_hundred_are_several_calls_and_one_answer_in_order() -> None:
    service = Parts()
    answer = service.client().write_batch(items(250), idempotency_key="mine")
    assert [len(part) for part in service.sent] == [100, 100, 50]
    assert [one.outcome for one in answer.results] == [f"k{n}" for n in range(250)]
    assert service.keys == ["mine-part-1", "mine-part-2", "mine-part-3"]


@pytest.mark.parametrize("letter", ["x", "記", '"'])
def test_no_body_is_more_than_the_function_takes_in_any_script(letter: str) -> None:
    service = Parts()
    appended = service.client().append_events("s", events(30, letter * 150_000))
    assert appended.accepted == [f"e{n}" for n in range(30)]
    assert len(service.sent) > 1
    assert max(service.sizes) < MAX_BYTES + 1000 < LAMBDA_BYTES * 0.7  # as text inside the function's event


def test_an_item_that_is_too_large_goes_alone_for_the_service_to_refuse() -> None:
    service = Parts()
    service.client().append_events("s", [*events(1), *events(1, "x" * 5_000_000), *events(1)])
    assert [len(part) for part in service.sent] == [1, 1, 1]


def test_the_async_client_does_the_same() -> None:
    service = Parts()

    async def main() -> list[str]:
        http = httpx.AsyncClient(transport=httpx.MockTransport(service))
        client = AsyncMemoryClient(URL, "a-token", retries=NO_WAIT, http=http)
        return (await client.append_events("s", events(101))).accepted

    assert asyncio.run(main()) == [f"e{n}" for n in range(101)]
    assert [len(part) for part in service.sent] == [100, 1]


def test_parts_before_one_that_fails_stay_sent_and_a_retry_names_the_same_parts() -> None:
    service = Parts(fails_at=2)
    with pytest.raises(Unreachable):
        service.client().write_batch(items(150), idempotency_key="mine")
    assert [len(part) for part in service.sent] == [100]
    service.client().write_batch(items(150), idempotency_key="mine")
    assert service.keys == ["mine-part-1", "mine-part-2"] * 2
