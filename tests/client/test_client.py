from __future__ import annotations

import asyncio
import inspect
import json
from datetime import datetime, timedelta, timezone
from typing import Any

import httpx
import pytest

from agent_memory import AsyncMemoryClient, MemoryClient, NotFound, Retries, UnexpectedAnswer, Unreachable
from agent_memory.calls.answers import Batch, Written
from agent_memory.calls.memory_calls import write
from agent_memory.transport.methods import Method
from agent_memory.transport.operations import Operations
from tests.client.fake_service import URL, FakeService

QUICK = Retries(attempts=3, first_wait_s=0.001)


def test_a_write_is_sent_as_the_interface_has_it_and_its_answer_is_typed(service: FakeService) -> None:
    at = datetime(2026, 3, 1, 23, 30, tzinfo=timezone(timedelta(hours=8)))
    written = service.client().write("Prefers tea", "preference", key="drink", observed_at=at, purposes=["support"])
    assert (written.outcome, written.memory and written.memory.content) == ("candidate", "Prefers tea")
    request = service.requests[0]
    assert (request.method, str(request.url)) == ("POST", f"{URL}/v1/memories")
    assert json.loads(request.content) == {
        "content": "Prefers tea",
        "type": "preference",
        "key": "drink",
        "observed_at": "2026-03-01T23:30:00+08:00",
        "purposes": ["support"],
    }
    assert request.headers["Authorization"] == "Bearer a-token"


def test_a_write_without_a_source_says_why_it_is_not_recalled(service: FakeService) -> None:
    client = service.client()
    inferred = client.write("Prefers tea", "preference")
    assert inferred.outcome == "candidate"
    assert inferred.reason is not None
    assert "waits for a reviewer" in inferred.reason
    assert client.write("Prefers tea", "preference", source="user_stated").reason is None


def test_the_services_own_reason_is_kept() -> None:
    body = {"outcome": "candidate", "memory": None, "reason": "an inference under 0.7 waits for review"}
    assert Written.model_validate(body).reason == body["reason"]
    batch = Batch.model_validate({"results": [{"status": 201, "outcome": "candidate"}, {"status": 422}]})
    assert [bool(result.reason) for result in batch.results] == [True, False]


def test_the_async_client_does_the_same(service: FakeService) -> None:
    async def main() -> None:
        async with service.async_client(QUICK) as client:
            service.loses = 1
            assert (await client.write("Prefers tea", "preference")).outcome == "candidate"
            with pytest.raises(NotFound):
                await client.get_state("nowhere")

    asyncio.run(main())
    keys = [request.headers.get("Idempotency-Key") for request in service.requests[:2]]
    assert keys[0] == keys[1] is not None


def test_a_call_whose_answer_was_lost_is_repeated_with_the_same_key(service: FakeService) -> None:
    service.loses = 2
    service.client(QUICK).write("Prefers tea", "preference")
    assert len(service.requests) == 3
    assert len({request.headers["Idempotency-Key"] for request in service.requests}) == 1


@pytest.mark.parametrize(
    ("memory_id", "path"),
    [
        ("a/b", "/v1/memories/a%2Fb"),
        ("a?b#c", "/v1/memories/a%3Fb%23c"),
        ("..", "/v1/memories/%2E%2E"),
        ("茶 100%", "/v1/memories/%E8%8C%B6%20100%25"),
    ],
)
def test_an_id_is_one_segment_of_the_path_whatever_its_characters(
    service: FakeService, memory_id: str, path: str
) -> None:
    service.client().get_memory(memory_id, scope="/org/acme/user/a b")
    assert service.requests[0].url.raw_path.decode() == f"{path}?scope=%2Forg%2Facme%2Fuser%2Fa%20b"


def test_fields_of_a_newer_service_cause_no_failure(service: FakeService) -> None:
    service.context = {"mood": "sunny"}
    assert service.client().context("tea").model_extra == {"mood": "sunny"}


def test_an_answer_in_another_form_is_an_error_without_its_content(service: FakeService) -> None:
    service.faults.append(lambda _: httpx.Response(200, json={"memory_id": 7, "content": "a secret"}))
    with pytest.raises(UnexpectedAnswer) as caught:
        service.client().get_memory("m1")
    assert "memory_id" in str(caught.value)
    assert "secret" not in str(caught.value)
    assert caught.value.correlation_id == service.requests[0].headers["X-Correlation-Id"]
    assert caught.value.sent == 1


def test_a_time_without_an_offset_is_refused_before_anything_is_sent(service: FakeService) -> None:
    with pytest.raises(ValueError, match="offset"):
        service.client().write("x", "semantic", observed_at=datetime(2026, 1, 1))  # noqa: DTZ001 - the case
    assert service.requests == []


@pytest.mark.parametrize(
    "url",
    [
        "http://memory.example.org",
        "ftp://memory.example.org",
        "memory.example.org",
        "http://127.0.0.1@memory.example.org",
        "http://127.0.0.1.example.org",
        "https://ann:secret@memory.example.org",  # its own credentials would take the place of the token
        "https:///v1",
        "https://memory.example.org?stage=dev",
    ],
)
def test_a_token_is_sent_over_https_only_and_to_nothing_but_a_host(url: str) -> None:
    for client in (MemoryClient, AsyncMemoryClient):
        with pytest.raises(ValueError, match=r"https|URL"):
            client(url, "a-token")


def test_a_token_for_this_machine_goes_through_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://proxy.example.org:3128")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    target = httpx.URL("http://127.0.0.1:8080/v1/health")
    for client in (MemoryClient("http://127.0.0.1:8080", "t"), AsyncMemoryClient("http://127.0.0.1:8080", "t")):
        chosen = client._http._transport_for_url(target)
        assert chosen is client._http._transport
    outside = MemoryClient(URL, "t")._http
    assert outside._transport_for_url(httpx.URL(f"{URL}/v1/health")) is not outside._transport


def test_an_async_client_may_await_its_token_and_awaits_a_fresh_one_after_a_401(service: FakeService) -> None:
    tokens = iter(["one", "two"])

    async def fresh() -> str:
        await asyncio.sleep(0)
        return next(tokens)

    async def main() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(service.answer))
        client = AsyncMemoryClient(URL, fresh, http=http)
        service.faults.append(lambda _: httpx.Response(401))
        await client.get_memory("m1")
        with pytest.raises(Unreachable, match="token source"):  # it has none left
            await client.get_memory("m1")

    asyncio.run(main())
    assert [request.headers["Authorization"] for request in service.requests] == ["Bearer one", "Bearer two"]


def test_a_token_source_that_returns_no_text_gives_no_token(service: FakeService) -> None:
    http = httpx.Client(transport=httpx.MockTransport(service.answer))
    source: Any = lambda: None  # noqa: E731
    with pytest.raises(Unreachable, match="token source"):
        MemoryClient(URL, source, http=http).get_memory("m1")
    assert service.requests == []


def test_a_token_from_a_file_may_end_in_a_line_feed(service: FakeService) -> None:
    http = httpx.Client(transport=httpx.MockTransport(service.answer))
    MemoryClient(URL, "a-token\n", http=http).get_memory("m1")
    MemoryClient(URL, lambda: "a-token\r\n", http=http).get_memory("m1")
    assert [request.headers["Authorization"] for request in service.requests] == ["Bearer a-token"] * 2


@pytest.mark.parametrize("token", ["", " ", "two\nlines", "schlüssel", "a\x00b"])
def test_a_token_that_no_header_can_carry_is_not_sent(service: FakeService, token: str) -> None:
    http = httpx.Client(transport=httpx.MockTransport(service.answer))
    with pytest.raises(ValueError, match="token"):
        MemoryClient(URL, token)
    with pytest.raises(Unreachable) as caught:
        MemoryClient(URL, lambda: token, http=http).get_memory("m1")
    assert caught.value.sent == 0
    assert service.requests == []


@pytest.mark.parametrize("key", ["订单", "a\nb", " "])
def test_an_idempotency_key_that_no_header_can_carry_is_refused_before_anything_is_sent(
    service: FakeService, key: str
) -> None:
    with pytest.raises(ValueError, match="idempotency key"):
        service.client().write("x", "semantic", idempotency_key=key)
    assert service.requests == []


def test_a_redirect_is_not_followed_with_the_token(service: FakeService) -> None:
    service.faults.append(lambda _: httpx.Response(307, headers={"Location": "https://elsewhere.test/"}))
    with pytest.raises(Exception, match="307"):
        service.client().health()
    assert len(service.requests) == 1


def test_a_given_client_does_not_follow_redirects_here(service: FakeService) -> None:
    async def main() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(service.answer), follow_redirects=True)
        with pytest.raises(Exception, match="307"):
            await AsyncMemoryClient(URL, "a-token", http=http).health()

    away = {"Location": "https://elsewhere.test/"}
    service.faults.extend([lambda _: httpx.Response(307, headers=away)] * 2)
    http = httpx.Client(transport=httpx.MockTransport(service.answer), follow_redirects=True)
    with pytest.raises(Exception, match="307"):
        MemoryClient(URL, "a-token", http=http).health()
    asyncio.run(main())
    assert len(service.requests) == 2


def test_a_token_source_is_asked_for_each_attempt() -> None:
    service = FakeService()
    tokens = iter(["one", "two", "three"])
    http = httpx.Client(transport=httpx.MockTransport(service.answer))
    client = MemoryClient(URL, lambda: next(tokens), retries=QUICK, http=http)
    service.faults.append(lambda _: httpx.Response(401))
    client.get_memory("m1")
    assert [request.headers["Authorization"] for request in service.requests] == ["Bearer one", "Bearer two"]


def test_half_of_a_surrogate_pair_does_not_keep_a_text_from_being_sent(service: FakeService) -> None:
    written = service.client().write("half \ud83d a pair", "semantic")
    assert written.memory is not None
    assert written.memory.content == "half ? a pair"


def test_both_clients_have_every_operation_with_its_docstring() -> None:
    operations = {name: value for name, value in vars(Operations).items() if isinstance(value, Method)}
    assert len(operations) >= 50
    for operation in operations.values():
        assert inspect.getdoc(operation.build)
    assert operations["write"].build is write
