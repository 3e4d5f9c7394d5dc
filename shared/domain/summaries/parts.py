"""Which part of a summary a sentence belongs to, by its words and by who said it in which event.

How a session's first message is shown when the message itself is not among the last turns: its task and its terms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from shared.domain.memories.memory import Importance
from shared.domain.sessions.chatter import is_chatter, is_talk_of_work
from shared.domain.sessions.session import Event, EventKind, EventRole
from shared.domain.summaries.tool_results import is_output, reported_by
from shared.language.speech.obligations import is_obligation, is_prohibition, is_protected, is_veto
from shared.language.speech.sentences import sentences
from shared.language.speech.spoken_constraints import MAX_CHARACTERS, MAX_SENTENCE
from shared.language.text.patterns import Regex


class Part(StrEnum):
    CONSTRAINTS = "constraints"
    COMPLETED = "completed"
    PENDING = "pending"
    EVIDENCE = "evidence"


MARKED = frozenset({EventKind.DECISION, EventKind.CONFIG_CHANGE, EventKind.APPROVAL, EventKind.FEEDBACK})


def states_goal(sentence: str, event: Event) -> bool:
    """What a person says first, unless it is a courtesy, forbids something, or is an approval."""
    said = event.role is EventRole.USER and event.kind is not EventKind.APPROVAL
    asked = sentence.endswith(("?", "？"))
    return said and not is_veto(sentence) and (asked or not is_chatter(sentence))


def part_of(sentence: str, event: Event) -> Part | None:
    """`None`: what nobody misses. An order, a condition and a negation go before a word like "done": what has to wait
    "until the report is finished" is not done."""
    if is_output(event) and event.kind not in MARKED:
        return Part.EVIDENCE if sentence in reported_by(event) else None
    if not must_be_stated(sentence, event) and _is_idle(sentence, event):
        return None
    done, person = is_done(sentence), event.role is EventRole.USER
    if event.kind is EventKind.APPROVAL:
        return Part.CONSTRAINTS if is_veto(sentence) else Part.EVIDENCE
    if is_veto(sentence):
        reported = done and not person and not is_prohibition(sentence)
        return Part.COMPLETED if reported else Part.CONSTRAINTS
    if event.kind in (EventKind.DECISION, EventKind.CONFIG_CHANGE):
        changed = done or (event.kind is EventKind.CONFIG_CHANGE and not _speaks_of_doing(sentence))
        return Part.COMPLETED if changed else Part.CONSTRAINTS
    if done and not person:
        return Part.COMPLETED
    if is_obligation(sentence):
        return Part.CONSTRAINTS
    if _OPEN.search(sentence) or _PENDING.search(sentence):
        return Part.PENDING
    return Part.EVIDENCE if must_be_stated(sentence, event) else None


def must_be_stated(sentence: str, event: Event) -> bool:
    """Whether no summary may leave it out. What a person says is, unless it is plainly chatter: a veto that no rule
    knows is one all the same. Of what others say, what is marked or protected is."""
    if is_output(event) and event.kind not in MARKED:
        return sentence in reported_by(event)
    if event.kind in MARKED or event.importance is not Importance.NORMAL:
        return any(c.isalnum() for c in sentence)
    if event.role is EventRole.USER:
        return not is_chatter(sentence)
    return is_protected(sentence) and not is_chatter(sentence)


def may_be_completed(sentence: str, event: Event) -> bool:
    """Whether a summary may say that this was done: never what was asked for, is to come, or failed."""
    part = part_of(sentence, event)
    if part is Part.COMPLETED:
        return True
    if part not in (None, Part.EVIDENCE) or event.kind is EventKind.APPROVAL:
        return False
    if event.role is EventRole.USER:
        return is_done(sentence)
    return is_done(sentence) or not _speaks_of_doing(sentence)


def awaits_approval(sentence: str) -> bool:
    """Whether it says that something is to be approved or confirmed first."""
    return _AWAITS.search(sentence) is not None


def is_done(sentence: str) -> bool:
    """Whether it says that something was done, and not that it was not, will be, or must be first."""
    done = _DONE.search(sentence)
    return done is not None and not _UNDONE.search(sentence[: done.start()]) and not _PARTLY.match(sentence, done.end())


def _speaks_of_doing(sentence: str) -> bool:
    return _UNDONE.search(sentence) is not None


def _is_idle(sentence: str, event: Event) -> bool:
    """Talk that is pending by its words and means nothing."""
    return is_chatter(sentence) if event.role is EventRole.USER else is_talk_of_work(sentence)


_DONE = Regex(
    r"\b(?:done|completed?|finished|fixed|resolved|deployed|migrated|merged|released|shipped|sent|created|updated|"
    r"changed|removed|deleted|added|installed|restarted|rolled (?:out|back)|have (?:now )?\w+ed)\b"
    r"|已(?:经|将|把|被)?(?![没不无知])|完成|搞定|修复了|部署了|上线了|改好|处理好",
    re.IGNORECASE,
)
# Before the word that says "done".
_UNDONE = Regex(
    r"\b(?:not|never|nothing|none|no|nobody|neither|nor|cannot|unable|until|till|unless|once|when|whenever|if|after|before|"
    r"as soon as|will|shall|would|should|must|may|might|can|could|to be|to have|to get|needs?|needed|going to|about to|"
    r"fail(?:ed|s|ure)?|almost|nearly|partly|partially|half|percent|pending|await\w*|waiting|please|todo|want|wish|hope|plan)\b"
    r"|n['’`´]?t\b|['’]ll\b|%"
    r"|没|未|不|尚|[等待]|需|应|(?<![即])将(?!\S{0,20}(?:改为|改成|设为|升级|迁移))|会|如果|若|一旦|计划|打算|准备|请|即将|之[前后]|以[前后]|要(?![点求素])",
    re.IGNORECASE,
)
_PARTLY = Regex(r"\s*(?:之后|以后|后再|之前|以前|前|时再|再|yet\b|only (?:half|part)|in part|by half)")
# Says of something that it has not been done.
_OPEN = Regex(
    r"(?:\b(?:not|never|nothing)\b|n['’`´]?t\b).{0,40}\b(?:done|completed?|finished|fixed|resolved|deployed|migrated|merged|"
    r"released|shipped|started|ready)\b|\bnot yet\b|\bfailed\b.{0,60}\b(?:completed|finished)\b|\bto be \w+ed\b"
    r"|(?:没有?|未|尚未|还没有?).{0,6}(?:完成|部署|开始|搞定|上线|修复|处理)|没有?完成",
    re.IGNORECASE,
)
_PENDING = Regex(
    r"[?？]$|\b(?:to-?do|pending|next steps?|remaining|still (?:need|open|to)|waiting|awaiting|later|follow[- ]up|"
    r"(?:i|we)(?:['’]ll| will| need to| have to| should| plan to| am going to| are going to)|let me|blocked)\b"
    r"|待|尚未|还没|还未|还需|接下来|下一步|稍后|之后再|将要|打算|计划|准备|等待",
    re.IGNORECASE,
)

_AWAITS = Regex(
    r"\b(?:needs?|requires?|awaits?|awaiting|pending|waiting for|subject to|without) "
    r"(?:an? |the |your |his |her |their )?(?:\w+ ){0,2}(?:approval|sign-?off|confirmation)\b"
    r"|\bmust (?:first )?be (?:approved|signed off|confirmed)\b"
    r"|(?:需要?|须|必须|等待?|待)(?:\S{0,6})?(?:审批|批准|确认|签字)",
    re.IGNORECASE,
)

# Characters. A shorter message is shown as a whole, with the constraints and before what only quotes it.
SHORT = 400
_MOST = 20


def opening_statements(event: Event) -> list[tuple[str, str]]:
    """Part and text of each, constraints first: all that a short message says but chatter; of a longer one its first
    sentence and what a summary would call a constraint, of a paste what a paste may bind by."""
    said = [sentence for sentence in sentences(event.content[:MAX_CHARACTERS]) if not is_chatter(sentence)]
    binding = [sentence for sentence in said if part_of(sentence, event) is Part.CONSTRAINTS]
    if len(event.content) > MAX_CHARACTERS:
        binding = list(event.constraints)
    binding = [sentence for sentence in dict.fromkeys(binding) if len(sentence) <= MAX_SENTENCE][:_MOST]
    others = [sentence for sentence in said if sentence not in binding]
    return [*(("constraint", sentence) for sentence in binding), *_rest(event, said[:1], others)]


def _rest(event: Event, first: list[str], others: list[str]) -> Iterator[tuple[str, str]]:
    stated_now = others if len(event.content) <= SHORT else [s for s in others if s in first and len(s) <= MAX_SENTENCE]
    for number, sentence in enumerate(stated_now):
        yield ("goal" if number == 0 else _WORDS.get(part_of(sentence, event), "evidence")), sentence


_WORDS: dict[Part | None, str] = {Part.PENDING: "pending", Part.COMPLETED: "completed"}
