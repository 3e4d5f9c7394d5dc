"""A set played to the service through its HTTP handlers: what was shown for each question, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.evaluate.sets import CaseSet, Question, Statement
from bench.service_client import NotDone, ServiceClient

SHOWN = 10
_REFUSED = 422


@dataclass(frozen=True, slots=True)
class Hit:
    """`ids`: the statements that the memory stands for as it is shown. `relevance` in [0,1]. `outdated`: another hit is
    named that may say newer how its matter stands."""

    ids: frozenset[str]
    text: str
    relevance: float
    outdated: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """`shown`: what a recall shows by default, `ranked`: the first ten without its threshold. `tokens`: of a context
    for the question."""

    question: Question
    shown: Sequence[Hit]
    ranked: Sequence[Hit]
    tokens: int = 0
    in_context: bool = False


@dataclass(slots=True)
class Played:
    answered: list[Answered] = field(default_factory=list)
    write_ms: list[float] = field(default_factory=list)
    recall_ms: list[float] = field(default_factory=list)
    context_ms: list[float] = field(default_factory=list)
    lag_ms: list[float] = field(default_factory=list)
    refused: int = 0
    degraded: int = 0


class Names:
    """Which statements a memory stands for: those that were merged into it, of each text that it has had."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], set[str]] = {}
        self._now: dict[str, set[str]] = {}

    def written(self, memory_id: str, content: str, statement: Statement, outcome: str) -> None:
        if outcome == "updated":
            self._now[memory_id] = set()
        self._now.setdefault(memory_id, set()).add(statement.id)
        for text in (content, statement.text):
            self._texts.setdefault((memory_id, text), set()).add(statement.id)

    def of(self, memory_id: str, content: str) -> frozenset[str]:
        now, said = self._now.get(memory_id, set()), self._texts.get((memory_id, content), set())
        return frozenset(said if said and not said & now else now)


class Door:
    """The service at `url`, each user of the set with a token of their own in an organisation of the run."""

    def __init__(self, url: str, org: str) -> None:
        self._url, self._org = url, org
        self._clients: dict[str, ServiceClient] = {}
        self.names = Names()

    def client(self, user: str) -> ServiceClient:
        if user not in self._clients:
            self._clients[user] = ServiceClient(self._url, {"org": self._org, "sub": user})
        return self._clients[user]

    def settle(self, user: str) -> None:
        self.client(user).settle()

    def write(self, statement: Statement) -> dict[str, Any]:
        """The answer; nothing of a statement that the service refuses as not worth remembering (422)."""
        body: dict[str, Any] = {"content": statement.text, "type": "semantic", "source": "user_stated"}
        if statement.background is not None:
            body |= {"type": "episodic", "background": statement.background}
        if statement.key is not None:
            body["key"] = statement.key
        if statement.at is not None:
            body["observed_at"] = statement.at.isoformat()
        try:
            answer: dict[str, Any] = self.client(statement.user).post("/v1/memories", body)
        except NotDone as error:
            if error.status != _REFUSED:
                raise
            return {}
        memory = answer.get("memory")
        if memory:
            self.names.written(memory["memory_id"], memory["content"], statement, answer["outcome"])
        return answer

    def recall(self, question: Question, **more: object) -> tuple[list[Hit], bool]:
        body = {"query": question.text, "top_k": SHOWN, **more}
        answer = self.client(question.user).post("/v1/recall", body)
        hits = [
            Hit(
                self.names.of(hit["memory"]["memory_id"], hit["memory"]["content"]),
                hit["memory"]["content"],
                hit["relevance"],
                bool(hit["newer"]),
            )
            for hit in answer["memories"]
        ]
        return hits, bool(answer["degraded"])

    def context(self, question: Question) -> dict[str, Any]:
        answer: dict[str, Any] = self.client(question.user).post("/v1/context", {"goal": question.text})
        return answer


def play(door: Door, cases: CaseSet, *, contexts: bool = True, lags: int = 20) -> Played:
    """Writes everything, then asks. The index's lag is timed for the first `lags` writes, each alone."""
    played = Played()
    for number, statement in enumerate(cases.statements):
        answer = _timed(played.write_ms, lambda one=statement: door.write(one))  # type: ignore[misc]
        played.refused += not answer.get("memory")
        if number < lags:
            _timed(played.lag_ms, lambda one=statement: door.settle(one.user))  # type: ignore[misc]
    for user in {statement.user for statement in cases.statements}:
        door.settle(user)
    for question in cases.questions:
        shown, one = _timed(played.recall_ms, lambda q=question: door.recall(q))  # type: ignore[misc]
        ranked, other = door.recall(question, min_relevance=0)
        played.degraded += one + other
        tokens, inside = 0, False
        if contexts:
            context = _timed(played.context_ms, lambda q=question: door.context(q))  # type: ignore[misc]
            tokens = context["tokens"]
            found = [door.names.of(item["memory_id"], item["content"]) for item in context["items"]]
            inside = question.evidence <= frozenset().union(*found)
        played.answered.append(Answered(question, shown, ranked, tokens, inside))
    return played


def _timed(times: list[float], act: Callable[[], Any]) -> Any:
    began = time.perf_counter()
    try:
        return act()
    finally:
        times.append((time.perf_counter() - began) * 1000)
