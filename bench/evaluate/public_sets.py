"""Public sets as statements and questions. None is shipped: a path to what was fetched is given.

Only formats that could be read in their publishers' files or programs are here; docs/reference/evaluation.md says where
each was seen, and what is left out. Halves are by conversation, or every other question where there is one user.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.evaluate.sets import TEST, TUNE, CaseSet, Question, Statement, checked, half_of
from bench.locomo.conversations import CATEGORIES, Conversation, halves, read_locomo

_NONE: frozenset[str] = frozenset()
_LONGEST = 8_000  # characters of one statement: what a write takes, with room
_FACT = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
_ANCHOR = "%B-%d-%Y"
_MARK = re.compile(r"\s*->->\s*[\d,]+\s*$")


def read_public(name: str, path: Path) -> CaseSet:
    """Raises `ValueError` naming the set for a file that is not in its format, and `OSError`."""
    try:
        return checked(READERS[name](path))
    except (KeyError, TypeError, AttributeError, IndexError, json.JSONDecodeError) as error:
        raise ValueError(f"{path} is not in the format of {name}: {type(error).__name__} {error}") from error


def locomo(path: Path) -> CaseSet:
    """`locomo10.json`. The adversarial questions ask about another person than the one who said it: they are counted
    as a category of their own."""
    conversations = read_locomo(path)
    first = {conversation.id for conversation in halves(conversations)[0]}
    statements: list[Statement] = []
    questions: list[Question] = []
    for conversation in conversations:
        half = TUNE if conversation.id in first else TEST
        statements += _turns(conversation)
        questions += [
            Question(
                f"{conversation.id}/q{number}",
                conversation.id,
                asked.text,
                frozenset(f"{conversation.id}/{id}" for id in asked.evidence),
                _NONE,
                CATEGORIES[asked.category],
                half,
            )
            for number, asked in enumerate(conversation.questions)
        ]
    return CaseSet("LoCoMo", tuple(statements), tuple(questions))


def last_users(cases: CaseSet, count: int) -> CaseSet:
    """What the last `count` users said and were asked. LoCoMo's last conversations are those of the half "test"."""
    users = list(dict.fromkeys(statement.user for statement in cases.statements))[-count:]
    return replace(
        cases,
        statements=tuple(one for one in cases.statements if one.user in users),
        questions=tuple(one for one in cases.questions if one.user in users),
    )


def _turns(conversation: Conversation) -> Iterator[Statement]:
    for turn in conversation.turns:
        background = {
            "speaker": turn.speaker,
            "session_id": turn.session_id,
            "position": turn.position,
            "before": [{"text": text[:1000]} for text in conversation.before(turn)],
        }
        yield Statement(
            f"{conversation.id}/{turn.dia_id}", conversation.id, turn.content, None, turn.observed_at, background
        )


def beam(path: Path) -> CaseSet:
    """A folder of BEAM's conversations (`chats/100K`), each with `chat.json` and its probing questions.

    A message is a statement; the evidence is the messages that a question names as its source. Questions without one
    are kept only where they are of the category `abstention`. Of an update, the messages before it are stale.
    """
    statements: list[Statement] = []
    questions: list[Question] = []
    for chat in sorted(path.glob("*/chat.json")):
        user = chat.parent.name
        known = list(_messages(user, json.loads(chat.read_text(encoding="utf-8"))))
        statements += known
        ids = {statement.id for statement in known}
        asked = json.loads((chat.parent / "probing_questions" / "probing_questions.json").read_text(encoding="utf-8"))
        for category, some in asked.items():
            for number, one in enumerate(some):
                named = one.get("source_chat_ids", [])
                changed = isinstance(named, dict) and named.keys() == {"original_info", "updated_info"}
                stale = frozenset(f"{user}/{id}" for id in _sources(named["original_info"])) & ids if changed else _NONE
                now = _sources(named["updated_info"] if changed else named)
                evidence = frozenset(f"{user}/{id}" for id in now) & ids
                if bool(evidence) != (category == "abstention"):
                    id = f"{user}/{category}/{number}"
                    questions.append(
                        Question(id, user, one["question"], evidence, stale - evidence, category, half_of(user))
                    )
    if not statements:
        raise ValueError(f"{path} has no folder with a chat.json")
    return CaseSet("BEAM", tuple(statements), tuple(questions))


def _messages(user: str, batches: Sequence[Mapping[str, Any]]) -> Iterator[Statement]:
    at: datetime | None = None
    for batch in batches:
        for turn in batch["turns"]:
            for message in turn:
                if message.get("time_anchor"):
                    at = datetime.strptime(message["time_anchor"], _ANCHOR).replace(tzinfo=UTC)
                text = _MARK.sub("", message["content"])[:_LONGEST]
                yield Statement(f"{user}/{message['id']}", user, f"{message['role']}: {text}", None, at)


def _sources(named: Any) -> set[int]:
    """Ids of messages: numbers in lists, which may lie in lists, or by what they are for."""
    if isinstance(named, Mapping):
        return _sources(list(named.values()))
    return set().union(*map(_sources, named)) if isinstance(named, list) else {int(named)}


def fact_consolidation(path: Path) -> CaseSet:
    """The rows `factconsolidation_sh_*` (one hop) of MemoryAgentBench's Conflict_Resolution as a JSON array.

    A row's context numbers its facts, later ones hold. The evidence of a question is the last fact that has its answer
    in it; rows of several hops name no facts, and are left out.
    """
    statements: list[Statement] = []
    questions: list[Question] = []
    for row in json.loads(path.read_text(encoding="utf-8")):
        user = row["metadata"]["source"]
        if not user.startswith("factconsolidation_sh_"):
            continue
        facts = [(f"{user}/{number}", text.strip()) for number, text in _FACT.findall(row["context"])]
        statements += [Statement(id, user, text) for id, text in facts]
        for number, (asked, answers) in enumerate(zip(row["questions"], row["answers"], strict=True)):
            having = [id for id, text in facts if any(answer.lower() in text.lower() for answer in answers)]
            if having:
                half = (TUNE, TEST)[number % 2]
                questions.append(
                    Question(f"{user}/q{number}", user, asked, frozenset(having[-1:]), _NONE, "one hop", half)
                )
    return CaseSet("FactConsolidation", tuple(statements), tuple(questions))


def madial(path: Path) -> CaseSet:
    """A language's folder of MADial-Bench (`data/en`): `*-memory.json` and `*-dialogue.json`, both of JSON lines.

    The question is the dialogue before the first turn that is tested. A memory that names no user (the English ones) is
    written for every user of whose dialogues one refers to it, which leaves out those that none refers to.
    """
    (memories,), (dialogues,) = list(path.glob("*-memory.json")), list(path.glob("*-dialogue.json"))
    events = {id: event for line in _lines(memories) for id, event in line.items()}
    asked = list(enumerate(_lines(dialogues)))
    wanted = {(str(one["user-id"]), str(id)) for _, one in asked for id in one["relevant-id"]}
    wanted |= {(str(event["user-id"]), id) for id, event in events.items() if "user-id" in event}
    statements = [
        Statement(f"{user}/{id}", user, events[id]["event"], None, _day(events[id]["time"]))
        for user, id in sorted(wanted)
        if id in events
    ]
    ids = {statement.id for statement in statements}
    questions = []
    for number, one in asked:
        user = str(one["user-id"])
        before = "".join(one["dialogue"][1 : one["test-turn"][0]])[-1000:]
        evidence = frozenset(f"{user}/{id}" for id in one["relevant-id"]) & ids
        if evidence and before.strip():
            half = (TUNE, TEST)[number % 2]
            questions.append(Question(f"q{number}", user, before, evidence, _NONE, "dialogue", half))
    return CaseSet("MADial-Bench", tuple(statements), tuple(questions))


def _lines(path: Path) -> Iterator[Any]:
    return (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())


def _day(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        return None


READERS: dict[str, Callable[[Path], CaseSet]] = {
    "locomo": locomo,
    "beam": beam,
    "fact-consolidation": fact_consolidation,
    "madial": madial,
}
