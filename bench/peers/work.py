"""What every memory of a comparison plays: sets, vectors computed beforehand, and how the answers are counted.

Runs in the peers' environment too, so that it needs nothing but the standard library.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import quantiles
from typing import Any, Protocol

from bench.evaluate.sets import TEST, CaseSet, Question, Statement
from bench.locomo.retrieval_scores import Scores, scores_of

SHOWN = 10


class Memory(Protocol):
    """One memory behind its own public interface."""

    def add(self, statement: Statement) -> str:
        """The id of what was written; a statement with a key replaces what the same user wrote under it."""

    def found(self, user: str, query: str) -> list[str]:
        """The texts of the first ten for this user, best first, with the memory's own default settings."""

    def ready(self) -> None:
        """Waits until what was written can be found."""

    def without_filter(self, user: str, query: str) -> list[str] | None:
        """As `found`, with the filter left empty. `None`: refused."""

    def forget(self, user: str, ids: Sequence[str]) -> None:
        """Deletes by id and waits for the end."""

    def everything(self, user: str, ids: Sequence[str], query: str) -> str:
        """All that its interface still shows of these: by id, history, list and search."""


class Vectors:
    """From a file that the comparison wrote. A text that is not in it is an error, never another vector."""

    def __init__(self, path: Path) -> None:
        self._kinds: dict[str, dict[str, list[float]]] = json.loads(path.read_text(encoding="utf-8"))

    def query(self, text: str) -> list[float]:
        return self._kinds["query"][text]

    def memory(self, text: str) -> list[float]:
        return self._kinds["memory"][text]


@dataclass(slots=True)
class Row:
    """One memory's figures on one set. Shares are in [0,1]; `None`: the set has no such case. `misled`: what was true
    before is shown alone, or before what is true now."""

    memory: str
    version: str
    cases: str
    add_ms: dict[str, float] = field(default_factory=dict)
    search_ms: dict[str, float] = field(default_factory=dict)
    recall_at_10: dict[str, float] = field(default_factory=dict)
    stale: dict[str, float] = field(default_factory=dict)
    misled: dict[str, float] = field(default_factory=dict)
    residue: float | None = None
    found_after: float | None = None
    foreign: float | None = None
    refused_empty_filter: bool | None = None
    note: str = ""


def played(memory: Memory, name: str, version: str, cases: CaseSet, note: str) -> Row:
    row = Row(name, version, cases.name, note=note)
    adding: list[float] = []
    searching: list[float] = []
    ids: dict[str, str] = {}
    for statement in cases.statements:
        began = time.perf_counter()
        ids[statement.id] = memory.add(statement)
        adding.append((time.perf_counter() - began) * 1000)
    memory.ready()
    texts = _by_text(cases.statements)
    found: dict[str, list[str]] = {}
    for question in cases.questions:
        began = time.perf_counter()
        found[question.id] = memory.found(question.user, question.text)
        searching.append((time.perf_counter() - began) * 1000)
    row.add_ms, row.search_ms = _cuts(adding), _cuts(searching)
    for half in ("tune", TEST):
        part = [q for q in cases.questions if q.half == half]
        scores = [scores_of([texts[q.user].get(t, frozenset()) for t in found[q.id]], q.evidence)
                  for q in part if q.evidence]  # fmt: skip
        if scores:
            row.recall_at_10[half] = Scores.mean(scores).recall_at_10
    _stale(row, cases, found, texts)
    _foreign(row, memory, cases)
    _residue(row, memory, cases, ids)
    return row


def _by_text(statements: Sequence[Statement]) -> Mapping[str, Mapping[str, frozenset[str]]]:
    """User -> text -> the statements with these words."""
    texts: dict[str, dict[str, frozenset[str]]] = {}
    for one in statements:
        own = texts.setdefault(one.user, {})
        own[one.text] = own.get(one.text, frozenset()) | {one.id}
    return texts


def _stale(
    row: Row, cases: CaseSet, found: Mapping[str, Sequence[str]], texts: Mapping[str, Mapping[str, frozenset[str]]]
) -> None:
    changed = [q for q in cases.questions if q.stale and q.half == TEST]
    for category in sorted({q.category for q in changed}):
        part = [q for q in changed if q.category == category]
        places = [tuple(_first(found[q.id], texts[q.user], ids) for ids in (q.stale, q.evidence)) for q in part]
        row.stale[category] = sum(stale is not None for stale, _ in places) / len(part)
        misled = [stale is not None and (now is None or stale < now) for stale, now in places]
        row.misled[category] = sum(misled) / len(part)


def _first(found: Sequence[str], texts: Mapping[str, frozenset[str]], ids: frozenset[str]) -> int | None:
    return next((place for place, text in enumerate(found) if texts.get(text, frozenset()) & ids), None)


def _foreign(row: Row, memory: Memory, cases: CaseSet) -> None:
    """Questions whose answer only other users have (any, where the set has none of these), asked without a filter."""
    others = ([q for q in cases.questions if not q.evidence] or list(cases.questions))[:40]
    seen, refused = 0, 0
    own = _by_text(cases.statements)
    for question in others:
        shown = memory.without_filter(question.user, question.text)
        refused += shown is None
        seen += any(text not in own[question.user] for text in shown or ())
    row.foreign, row.refused_empty_filter = seen / len(others), refused == len(others)


def _residue(row: Row, memory: Memory, cases: CaseSet, ids: Mapping[str, str]) -> None:
    """The first user's statements are deleted one and all; what its interface then shows of each."""
    user = cases.statements[0].user
    forgotten = [one for one in cases.statements if one.user == user][:20]
    memory.forget(user, sorted({ids[one.id] for one in forgotten}))
    left = [one.text in memory.everything(user, [ids[one.id]], one.text) for one in forgotten]
    row.residue = sum(left) / len(left)
    row.found_after = sum(one.text in memory.found(user, one.text) for one in forgotten) / len(forgotten)


def _cuts(times: Sequence[float]) -> dict[str, float]:
    cuts = quantiles(times, n=100, method="inclusive")
    return {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98]}


def write_work(path: Path, sets: Sequence[CaseSet]) -> None:
    path.write_text(json.dumps([_as_json(cases) for cases in sets], ensure_ascii=False), encoding="utf-8")


def _as_json(cases: CaseSet) -> dict[str, Any]:
    return {
        "name": cases.name,
        "statements": [[s.id, s.user, s.text, s.key] for s in cases.statements],
        "questions": [
            [q.id, q.user, q.text, sorted(q.evidence), sorted(q.stale), q.category, q.half] for q in cases.questions
        ],
    }


def read_work(path: Path) -> list[CaseSet]:
    return [
        CaseSet(
            one["name"],
            tuple(Statement(*row) for row in one["statements"]),
            tuple(
                Question(id, user, text, frozenset(evidence), frozenset(stale), category, half)
                for id, user, text, evidence, stale, category, half in one["questions"]
            ),
        )
        for one in json.loads(path.read_text(encoding="utf-8"))
    ]


def plain(cases: CaseSet) -> CaseSet:
    """Without what only some memories take: every one gets the words alone."""
    return replace(cases, statements=tuple(replace(s, at=None, background=None) for s in cases.statements))


def rows_as_json(rows: Sequence[Row]) -> list[dict[str, Any]]:
    return [asdict(row) for row in rows]
