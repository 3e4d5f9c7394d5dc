"""Our service behind its HTTP interface, as the peers are behind theirs."""

from __future__ import annotations

import time
from collections.abc import Sequence

from bench.evaluate.playing import Door
from bench.evaluate.sets import Question, Statement
from bench.measures.__main__ import HttpService
from bench.peers.work import SHOWN

_NONE: frozenset[str] = frozenset()
_DONE_S = 120.0


class OurMemory:
    """`ranked`: the first ten without the threshold of relevance, as the peers answer; else as the service is."""

    def __init__(self, url: str, org: str, *, ranked: bool) -> None:
        self._door = Door(url, org)
        self._service = HttpService(url, org)
        self._more: dict[str, object] = {"min_relevance": 0} if ranked else {}
        self._users: set[str] = set()

    def add(self, statement: Statement) -> str:
        self._users.add(statement.user)
        answer = self._door.write(statement)
        memory = answer.get("memory")
        return str(memory["memory_id"]) if memory else ""

    def found(self, user: str, query: str) -> list[str]:
        question = Question("", user, query, _NONE, _NONE, "", "")
        body = {"query": question.text, "top_k": SHOWN, **self._more}
        return [hit["memory"]["content"] for hit in self._door.client(user).post("/v1/recall", body)["memories"]]

    def ready(self) -> None:
        for user in self._users:
            self._door.settle(user)

    def without_filter(self, user: str, query: str) -> list[str] | None:
        """There is no filter to leave out: the token says whose memories are asked."""
        body = {"query": query, "top_k": SHOWN, "min_relevance": 0}
        return [hit["memory"]["content"] for hit in self._door.client(user).post("/v1/recall", body)["memories"]]

    def forget(self, user: str, ids: Sequence[str]) -> None:
        body = {"request_id": "forget", "selector": {"kind": "memory", "ids": [id for id in ids if id]}}
        self._service.send(user, "POST", "/v1/deletions", body)
        until = time.monotonic() + _DONE_S
        while self._service.send(user, "GET", "/v1/deletions/forget")["status"] != "completed":
            if time.monotonic() > until:
                raise TimeoutError("the deletion did not end")
            time.sleep(0.1)

    def everything(self, user: str, ids: Sequence[str], query: str) -> str:
        body = {"query": query, "top_k": SHOWN, "min_relevance": 0}
        shown = [
            self._service.send(user, "POST", "/v1/recall", body),
            self._service.send(user, "GET", "/v1/memories"),
            self._service.send(user, "GET", "/v1/export"),
        ]
        for id in ids:
            shown += [self._service.send(user, "GET", f"/v1/memories/{id}{more}") for more in ("", "/history")]
        return str(shown)
