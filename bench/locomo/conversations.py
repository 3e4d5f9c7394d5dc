"""LoCoMo as memories and questions. The data set is read where it lies and never shipped (CC BY-NC)."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open", 4: "single-hop", 5: "adversarial"}
ADVERSARIAL = 5

_EVIDENCE = re.compile(r"D(\d+):(\d+)")


@dataclass(frozen=True, slots=True)
class Turn:
    """One memory to be: `content` is `Speaker: text`, an image's caption in brackets after it."""

    dia_id: str
    speaker: str
    content: str
    session_id: str
    position: int
    observed_at: datetime


@dataclass(frozen=True, slots=True)
class Question:
    conversation: str
    text: str
    category: int
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Conversation:
    id: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]

    def before(self, turn: Turn, count: int = 2) -> tuple[str, ...]:
        """The contents of the turns before this one in its session, oldest first."""
        session = [t.content for t in self.turns if t.session_id == turn.session_id and t.position < turn.position]
        return tuple(session[-count:])


def read_locomo(path: Path, *, captions: bool = True) -> list[Conversation]:
    """The conversations in the file's order. Ends the program with a message if the file does not exist."""
    if not path.is_file():
        sys.exit(f"LoCoMo is not at {path}: pass --data PATH to locomo10.json (it is not part of this repository)")
    return [_conversation(raw, captions=captions) for raw in json.loads(path.read_text(encoding="utf-8"))]


def halves(conversations: Sequence[Conversation]) -> tuple[Sequence[Conversation], Sequence[Conversation]]:
    """Every choice is made on the first half; the second is what is reported."""
    middle = len(conversations) // 2
    return conversations[:middle], conversations[middle:]


def in_one_owner(conversations: Sequence[Conversation]) -> Conversation:
    """All of them as what one listener heard, with ids and sessions of their own."""
    turns = tuple(
        replace(turn, dia_id=f"{c.id}/{turn.dia_id}", session_id=f"{c.id}/{turn.session_id}")
        for c in conversations
        for turn in c.turns
    )
    questions = tuple(
        replace(question, evidence=frozenset(f"{c.id}/{id}" for id in question.evidence))
        for c in conversations
        for question in c.questions
    )
    return Conversation("all", turns, questions)


def _conversation(raw: dict[str, Any], *, captions: bool) -> Conversation:
    talk = raw["conversation"]
    numbers = sorted(int(k.removeprefix("session_")) for k in talk if re.fullmatch(r"session_\d+", k))
    turns = tuple(turn for n in numbers for turn in _session(talk, n, captions=captions))
    known = {turn.dia_id for turn in turns}
    questions = (_question(raw["sample_id"], item, known) for item in raw["qa"])
    return Conversation(raw["sample_id"], turns, tuple(q for q in questions if q is not None))


def _session(talk: dict[str, Any], number: int, *, captions: bool) -> list[Turn]:
    at = datetime.strptime(talk[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
    turns = []
    for position, raw in enumerate(talk[f"session_{number}"]):
        caption = f" [shares {raw['blip_caption']}]" if captions and raw.get("blip_caption") else ""
        content = f"{raw['speaker']}: {raw['text']}{caption}"
        turns.append(Turn(raw["dia_id"], raw["speaker"], content, f"session-{number}", position, at))
    return turns


def _question(conversation: str, raw: dict[str, Any], known: set[str]) -> Question | None:
    """`None` for a question without evidence in the conversation: there is nothing to find."""
    named = (f"D{int(s)}:{int(n)}" for e in raw.get("evidence", ()) for s, n in _EVIDENCE.findall(e))
    evidence = frozenset(e for e in named if e in known)
    return Question(conversation, raw["question"], raw["category"], evidence) if evidence else None
