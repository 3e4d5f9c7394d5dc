"""Over HTTP: what a user promoted is out of everybody's sight from the answer to the deletion on, and a dispute that
loses its side by it is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.local.running_service import Got, ServiceProcess

pytestmark = pytest.mark.enable_socket
COPIES = 30
ORG = "/org/acme"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    made = ServiceProcess(tmp_path_factory.mktemp("service") / "data", "--test-controls")
    assert made.url, made.output
    yield made
    made.end()


class Person:
    def __init__(self, service: ServiceProcess, sub: str, *roles: str, scope: str | None = None) -> None:
        claims: dict[str, Any] = {"org": "acme", "sub": sub, "roles": list(roles)}
        token = service.call("POST", "/local/token", claims | ({} if scope is None else {"memory_scope": scope})).body
        self._service, self._token = service, str(token["access_token"])

    def get(self, path: str) -> Got:
        return self._service.call("GET", path, token=self._token)

    def post(self, path: str, **body: Any) -> Any:
        got = self._service.call("POST", path, body, self._token)
        assert got.status in (200, 201, 202), got
        return got.body

    def wrote(self, content: str, **fields: Any) -> str:
        made = self.post("/v1/memories", content=content, type="semantic", **{"source": "user_stated", **fields})
        return str(made["memory"]["memory_id"])

    def promoted(self, memory_id: str) -> str:
        return str(self.post(f"/v1/memories/{memory_id}/promote", to_scope=ORG)["memory"]["memory_id"])

    def listed(self) -> set[str]:
        page = self.get(f"/v1/memories?scope={ORG}&limit=100").body
        assert page["next_cursor"] is None
        return {memory["memory_id"] for memory in page["items"]}

    def recalled(self, query: str) -> set[str]:
        found = self.post("/v1/recall", query=query, scope=ORG, min_relevance=0, top_k=20)["memories"]
        return {hit["memory"]["memory_id"] for hit in found}


def test_copies_are_hidden_from_the_acceptance_on(service: ServiceProcess) -> None:
    boss = Person(service, "boss", "org-writer", scope=ORG)
    ann, bob = Person(service, "ann", "org-writer"), Person(service, "bob", "org-writer")
    own = [
        ann.promoted(ann.wrote(f"Locker {n} holds the ladder of floor {n}", key=f"locker_{n}")) for n in range(COPIES)
    ]
    shared = ann.promoted(ann.wrote("The lift is out of order on Mondays"))
    assert bob.promoted(bob.wrote("The lift is out of order on Mondays")) == shared
    service.settle()
    assert boss.listed() == {*own, shared}
    assert boss.recalled("which locker holds the ladder?") & {*own}
    ann.post("/v1/deletions", request_id="r1", selector={"kind": "subject"})
    assert boss.listed() == {shared}
    assert not boss.recalled("which locker holds the ladder?") & {*own}
    assert [boss.get(f"/v1/memories/{id}?scope={ORG}").status for id in own[-3:]] == [404] * 3
    assert boss.get(f"/v1/memories/{shared}?scope={ORG}").status == 200
    while (status := ann.get("/v1/deletions/r1").body["status"]) != "completed":
        assert status in ("accepted", "running")
        assert boss.listed() == {shared}
        service.settle()
    assert boss.listed() == {shared}
    assert boss.recalled("is the lift out of order?") == {shared}


def test_the_other_side_of_a_dispute_is_a_fact_again(service: ServiceProcess) -> None:
    eve = Person(service, "eve")
    reviewer = Person(service, "rev", "reviewer", scope=ORG)
    sides = [
        eve.wrote(f"The rack limit is {units} units", key=key, source="task_outcome", confidence=0.7)
        for units, key in ((40, "rack_limit"), (42, "rack_max"))
        if service.settle()
    ]
    assert {eve.get(f"/v1/memories/{id}").body["status"] for id in sides} == {"pending_review"}
    (review,) = reviewer.get("/v1/reviews?status=open").body["items"]
    eve.post("/v1/deletions", request_id="r1", selector={"kind": "memory", "ids": [sides[1]]})
    service.settle()
    assert eve.get(f"/v1/memories/{sides[0]}").body["status"] == "active"
    assert reviewer.get("/v1/reviews?status=open").body["items"] == []
    (done,) = reviewer.get("/v1/reviews?status=resolved").body["items"]
    assert done["review_id"] == review["review_id"]
