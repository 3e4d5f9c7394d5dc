"""Searching a session by meaning through the service as it runs: its own embedder, its own store, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.local.running_service import ServiceProcess

ENGLISH = (
    "The payment page crashed because the certificate had run out",
    "Her attorney is Mr Brandt",
    "Our daughter turned seven in May",
    "We are flying to Lisbon in August",
    "The gate is painted red",
    "Postgres 15 runs in production",
)
CHINESE = (
    "我家小狗叫豆豆",
    "星期五以后不要上线",
    "花生吃了会起疹子",
    "八月份飞往里斯本",
    "每天早上沿河跑步",
    "最多花五百元",
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    running = ServiceProcess(tmp_path_factory.mktemp("data"), "--test-controls")
    yield running
    running.end()


@pytest.fixture(autouse=True)
def everything_works(service: ServiceProcess) -> None:
    service.call("POST", "/local/faults", {"embedder": "ok"})


def reported(service: ServiceProcess, session: str, *contents: str) -> None:
    assert service.as_user("POST", "/v1/sessions", {"session_id": session}).status == 201
    for start in range(0, len(contents), 100):
        some = list(enumerate(contents, 1))[start : start + 100]
        events = [{"event_id": f"e{n}", "role": "user", "content": content} for n, content in some]
        assert service.as_user("POST", f"/v1/sessions/{session}/events", {"events": events}).status == 201


def answer(service: ServiceProcess, session: str, query: str) -> Any:
    got = service.as_user("POST", f"/v1/sessions/{session}/search", {"query": query})
    assert got.status == 200, got
    return got.body


def found(service: ServiceProcess, session: str, query: str) -> list[str]:
    return [hit["event"]["content"] for hit in answer(service, session, query)["items"]]


def test_it_is_found_in_other_words_and_nothing_is_found_for_another_matter(service: ServiceProcess) -> None:
    reported(service, "en", *ENGLISH)
    assert found(service, "en", "why did checkout break")[:1] == [ENGLISH[0]]
    assert found(service, "en", "Who is the customer's lawyer?")[:1] == [ENGLISH[1]]
    assert found(service, "en", "How old is the kid?")[:1] == [ENGLISH[2]]
    assert found(service, "en", "quantum chromodynamics") == []
    assert found(service, "en", "opera tickets") == []
    last = answer(service, "en", "gate")
    assert [hit["event"]["content"] for hit in last["items"]][:1] == [ENGLISH[4]]
    assert (last["by_meaning"], last["by_words_only"], last["degraded"]) == (6, 0, False)


def test_it_is_found_in_other_words_in_chinese(service: ServiceProcess) -> None:
    reported(service, "zh", *CHINESE)
    assert found(service, "zh", "养了什么宠物？")[:1] == [CHINESE[0]]
    assert found(service, "zh", "周末能发布吗？")[:1] == [CHINESE[1]]
    assert found(service, "zh", "有什么食物过敏？")[:1] == [CHINESE[2]]
    assert found(service, "zh", "唐朝诗人") == []


def test_another_session_is_never_searched(service: ServiceProcess) -> None:
    reported(service, "one", *ENGLISH[:1])
    reported(service, "two", *ENGLISH[3:])
    assert found(service, "two", "why did checkout break") == []
    bobs = service.as_user("POST", "/v1/sessions/one/search", {"query": "certificate"}, "bob")
    assert bobs.status == 404


def test_a_long_session_gets_its_vectors_in_a_few_calls(service: ServiceProcess) -> None:
    reported(service, "long", ENGLISH[0], *(f"Parcel number {n} came by train" for n in range(79)))
    first = answer(service, "long", "why did checkout break")
    assert first["by_meaning"] + first["by_words_only"] == 80
    assert 0 < first["by_meaning"] <= 64
    calls = 0
    while answer(service, "long", "why did checkout break")["by_words_only"]:
        calls += 1
        assert calls < 40
    assert found(service, "long", "why did checkout break")[:1] == [ENGLISH[0]]


def test_without_the_embedder_it_is_a_search_by_words(service: ServiceProcess) -> None:
    reported(service, "dark", *ENGLISH)
    service.call("POST", "/local/faults", {"embedder": "down"})
    by_words = answer(service, "dark", "certificate")
    assert [hit["event"]["content"] for hit in by_words["items"]] == [ENGLISH[0]]
    assert (by_words["by_meaning"], by_words["by_words_only"], by_words["degraded"]) == (0, 6, True)
    service.call("POST", "/local/faults", {"embedder": "ok"})
    assert found(service, "dark", "why did checkout break")[:1] == [ENGLISH[0]]


@pytest.mark.parametrize("kind", ["event", "session"])
def test_a_deleted_event_is_not_found_by_its_meaning_and_leaves_no_residue(service: ServiceProcess, kind: str) -> None:
    session = f"gone-{kind}"
    reported(service, session, *ENGLISH)
    assert found(service, session, "why did checkout break")[:1] == [ENGLISH[0]]
    selector: dict[str, Any] = {"kind": kind, "ids": [session]}
    if kind == "event":
        selector = {"kind": kind, "ids": ["e1"], "session_id": session}
    body = {"request_id": session, "selector": selector}
    assert service.as_user("POST", "/v1/deletions", body).status == 202
    service.settle()
    assert service.deletion(session) == "completed"
    verified = service.as_user("POST", f"/v1/deletions/{session}/verify").body
    assert {store["residue"] for store in verified["targets"].values()} == {0}
    if kind == "event":
        assert found(service, session, "why did checkout break") == []
    else:
        assert service.as_user("POST", f"/v1/sessions/{session}/search", {"query": "certificate"}).status == 404
