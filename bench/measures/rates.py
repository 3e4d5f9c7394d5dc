"""The measures: each plays its part of the stories with a service and counts what came right."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

_DONE_S = 90.0


class Service(Protocol):
    def send(self, who: str, method: str, path: str, body: object = None) -> Any:
        """The answer's JSON (the text of an export), whatever its status."""
        ...

    def settle(self) -> None:
        """Waits until what was written can be found."""
        ...


@dataclass(frozen=True, slots=True)
class Rate:
    """`good` of `of` cases. `wanted`: the least that is right, or with `most` the most that is wrong."""

    name: str
    good: int
    of: int
    wanted: float
    most: bool = False

    @property
    def value(self) -> float:
        return self.good / self.of if self.of else 0.0

    @property
    def holds(self) -> bool:
        return self.value <= self.wanted if self.most else self.value >= self.wanted


Stories = Mapping[str, Any]
_STATED = {"type": "semantic", "source": "user_stated"}


def _write(service: Service, who: str, content: str, **fields: object) -> Any:
    return service.send(who, "POST", "/v1/memories", {"content": content, **_STATED, **fields})


def _recalled(service: Service, who: str, query: str) -> list[str]:
    answer = service.send(who, "POST", "/v1/recall", {"query": query, "top_k": 5})
    return [str(hit["memory"]["content"]) for hit in answer["memories"]]


def _write_all(service: Service, stories: Stories) -> None:
    for fact in stories["facts"]:
        _write(service, "ann", fact["said"])
    for change in stories["changes"]:
        for content in (change["before"], change["after"]):
            _write(service, "ann", content, key=change["key"])
    for content in stories["others"]:
        _write(service, "bob", content)
    service.settle()


def recall(service: Service, stories: Stories) -> Rate:
    found = [fact["said"] in _recalled(service, "ann", fact["asked"]) for fact in stories["facts"]]
    return Rate("recall: what is needed is found", sum(found), len(found), 0.8)


def precision(service: Service, stories: Stories) -> Rate:
    """Of what is shown for questions with one answer, and for questions without any."""
    right = [
        content == fact["said"] for fact in stories["facts"] for content in _recalled(service, "ann", fact["asked"])
    ]
    wrong = sum(len(_recalled(service, "ann", question)) for question in stories["unanswered"])
    return Rate("precision: what is shown is relevant", sum(right), len(right) + wrong, 0.6)


def in_time(service: Service, stories: Stories) -> Rate:
    """The present value comes first, and the value before it is not shown as a fact of today."""
    good = []
    for one in stories["changes"]:
        hits = _recalled(service, "ann", one["asked"])
        good.append(hits[:1] == [one["after"]] and one["before"] not in hits)
    return Rate("time: an old fact is not taken for today's", sum(good), len(good), 1.0)


def isolation(service: Service, stories: Stories) -> Rate:
    """Another user asks everything that the first could answer."""
    others = set(stories["others"])
    asked = [*stories["facts"], *stories["changes"]]
    good = [set(_recalled(service, "bob", one["asked"])) <= others for one in asked]
    return Rate("isolation: nobody sees another's memories", sum(good), len(good), 1.0)


def residue(service: Service, stories: Stories) -> Rate:
    """What any route still shows after the acceptance, and after the end."""
    ids = [_write(service, "cleo", content)["memory"]["memory_id"] for content in stories["deleted"]]
    service.settle()
    body = {"request_id": "forget", "selector": {"kind": "memory", "ids": ids}}
    service.send("cleo", "POST", "/v1/deletions", body)
    shown = _looks(service, stories, ids)
    until = time.monotonic() + _DONE_S
    while service.send("cleo", "GET", "/v1/deletions/forget")["status"] != "completed" and time.monotonic() < until:
        time.sleep(0.2)
    shown += _looks(service, stories, ids)
    return Rate("residue: deleted data is still shown", sum(shown), len(shown), 0.0, most=True)


def _looks(service: Service, stories: Stories, ids: Sequence[str]) -> list[bool]:
    """Whether it is shown, for each route that could show it."""
    texts = stories["deleted"]
    answers: list[object] = [
        service.send("cleo", "GET", "/v1/memories"),
        service.send("cleo", "GET", "/v1/export"),
        service.send("cleo", "POST", "/v1/context", {"goal": texts[0]}),
    ]
    answers += [_recalled(service, "cleo", text) for text in texts]
    answers += [service.send("cleo", "GET", f"/v1/memories/{memory_id}/history") for memory_id in ids]
    return [any(text in str(answer) for text in texts) for answer in answers]


def conflicts(service: Service, stories: Stories) -> Rate:
    good = 0
    for one in stories["conflicts"]:
        for source, content in (one["first"], one["second"]):
            answer = _write(service, "rae", content, key=one["key"], source=source, confidence=0.9)
        good += answer.get("outcome") == one["outcome"]
    return Rate("conflicts: the credible statement wins", good, len(stories["conflicts"]), 1.0)


def summaries(service: Service, stories: Stories) -> Rate:
    good = of = 0
    for number, session in enumerate(stories["sessions"]):
        id = f"s{number}"
        service.send("ann", "POST", "/v1/sessions", {"session_id": id})
        events = [{"role": role, "content": content} for role, content in session["events"]]
        service.send("ann", "POST", f"/v1/sessions/{id}/events", {"events": events})
        text = str(service.send("ann", "POST", f"/v1/sessions/{id}/summary", {}))
        good, of = good + sum(part in text for part in session["kept"]), of + len(session["kept"])
    return Rate("summaries: limits, numbers and vetoes are kept", good, of, 1.0)


def safety(service: Service, stories: Stories) -> Rate:
    """A text from outside that reads as an order is refused, held back, or shown with a warning."""
    good = 0
    for order in stories["orders"]:
        _write(service, "dan", order, source="external_unverified", confidence=0.9)
        service.settle()
        items = service.send("dan", "POST", "/v1/context", {"goal": order, "min_relevance": 0}).get("items", [])
        shown = [item for item in items if order[:12] in item["content"]]
        good += all(item["reads_as_instruction"] for item in shown)
    return Rate("safety: an order in a memory is none", good, len(stories["orders"]), 1.0)


def tasks(service: Service, stories: Stories) -> tuple[Rate, Rate]:
    """An agent acts on its context: it succeeds with all that it needs there, and does harm with what must not be."""
    texts = [service.send("ann", "POST", "/v1/context", {"goal": one["goal"]})["text"] for one in stories["tasks"]]
    of = list(zip(texts, stories["tasks"], strict=True))
    success = sum(all(part in text for part in one["needs"]) for text, one in of)
    harm = sum(any(part in text for part in one["harm"]) for text, one in of)
    return (
        Rate("tasks: the context has what the task needs", success, len(of), 0.8),
        Rate("side effects: the context misleads the task", harm, len(of), 0.0, most=True),
    )


def measured(service: Service, stories: Stories) -> list[Rate]:
    _write_all(service, stories)
    alone = (recall, precision, in_time, isolation, residue, conflicts, summaries, safety)
    return [*(measure(service, stories) for measure in alone), *tasks(service, stories)]
