"""What an evaluation plays: statements of users, and questions that name the statements which answer them.

A set of one's own is a file of JSON lines, read by `read_transcript`; docs/reference/evaluation.md has the format.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

TUNE, TEST = "tune", "test"
# Categories of the set of everyday changes: a later statement replaces the earlier one, or both are true.
EVERYDAY, BOTH_HOLD = "changed in everyday words", "both hold"
KEYED = "changed, with a key"


@dataclass(frozen=True, slots=True)
class Statement:
    """`key`: the application knows that statements under it replace each other. `background`: as a write takes it."""

    id: str
    user: str
    text: str
    key: str | None = None
    at: datetime | None = None
    background: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """`evidence`: ids of the statements that answer it; none: nothing is to be shown. `stale`: ids of what was true
    before. `half`: choices are made on "tune", "test" is reported."""

    id: str
    user: str
    text: str
    evidence: frozenset[str]
    stale: frozenset[str]
    category: str
    half: str


@dataclass(frozen=True, slots=True)
class CaseSet:
    name: str
    statements: tuple[Statement, ...]
    questions: tuple[Question, ...]

    def __str__(self) -> str:
        users = len({statement.user for statement in self.statements})
        return f"{self.name}: {len(self.statements)} statements of {users} users, {len(self.questions)} questions"


def half_of(user: str) -> str:
    """By a digest of the user's name: the same in every run, whatever else is in the set."""
    return (TUNE, TEST)[hashlib.sha256(user.encode()).digest()[0] % 2]


def checked(cases: CaseSet) -> CaseSet:
    """The set itself. Raises `ValueError` for an id that is there twice, and for a question about a statement that is
    not there or is another user's."""
    owners: dict[str, str] = {}
    for statement in cases.statements:
        if statement.id in owners:
            raise ValueError(f"{cases.name}: the id {statement.id} is there twice")
        owners[statement.id] = statement.user
    for question in cases.questions:
        for id in question.evidence | question.stale:
            if owners.get(id) != question.user:
                raise ValueError(f"{cases.name}: question {question.id} names {id}, which is no statement of its user")
    return cases


def read_transcript(path: Path) -> CaseSet:
    """Raises `ValueError` with the line for what is not in the format, and `OSError`."""
    statements, questions = [], []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if "ask" in row:
                questions.append(_question(row, f"q{number}"))
            else:
                statements.append(_statement(row))
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise ValueError(f"{path.name}, line {number}: {type(error).__name__} {error}") from error
    return checked(CaseSet(path.stem, tuple(statements), tuple(questions)))


def _statement(row: Mapping[str, Any]) -> Statement:
    _only(row, {"id", "user", "text", "key", "at"})
    at = datetime.fromisoformat(row["at"]) if "at" in row else None
    if at is not None and at.tzinfo is None:
        raise ValueError("`at` has no time zone")
    return Statement(str(row["id"]), str(row["user"]), str(row["text"]), row.get("key"), at)


def _question(row: Mapping[str, Any], usual: str) -> Question:
    _only(row, {"id", "user", "ask", "evidence", "stale", "category", "half"})
    half = row.get("half", half_of(str(row["user"])))
    if half not in (TUNE, TEST):
        raise ValueError(f"`half` is {half!r}, neither {TUNE!r} nor {TEST!r}")
    return Question(
        str(row.get("id", usual)),
        str(row["user"]),
        str(row["ask"]),
        frozenset(map(str, row["evidence"])),
        frozenset(map(str, row.get("stale", ()))),
        str(row.get("category", "all")),
        half,
    )


def _only(row: Mapping[str, Any], known: Iterable[str]) -> None:
    unknown = sorted(row.keys() - set(known))
    if unknown:
        raise ValueError(f"unknown: {', '.join(unknown)}")
