"""Summaries of sessions: what they hold, how they are made without a model, and what makes one believable.

A summary has five parts. Whatever carries a number, an id, a date, a veto, an approval or a decision is in it sentence
by sentence as it was said, or the summary is refused; and nothing of that kind is in it that nobody said. So a model
may put into its own words only what nothing hangs on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from shared.domain.events import Event, EventKind, EventRole
from shared.domain.lazy_regex import Regex
from shared.domain.memories import Importance
from shared.domain.promotion import corrected_ids
from shared.domain.protected import is_obligation, is_protected, is_veto
from shared.domain.rendered_markers import is_recalled_block
from shared.domain.sentences import plain, sentences

EXTRACTIVE = "extractive-1"
# A record holds 400 KB; beside the texts it holds ids and little else.
MAX_BYTES = 300_000


class SummaryRefused(Exception):
    """The text is no faithful summary. The message says which rule it breaks, without content."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence that belongs to no other part, and the event that it was said in."""

    event_id: str
    text: str


@dataclass(frozen=True, slots=True)
class SummaryContent:
    """`constraints`, `completed` and `evidence` quote; `goal` and `pending` may be a model's own words."""

    goal: str = ""
    completed: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()

    def texts(self) -> Iterator[str]:
        yield self.goal
        yield from (*self.completed, *self.constraints, *self.pending)
        yield from (item.text for item in self.evidence)

    @property
    def size(self) -> int:
        """In bytes, as far as it depends on what was said."""
        return sum(len(text.encode()) + 50 for text in self.texts())


class SummaryStatus(StrEnum):
    SERVED = "served"
    # A source was deleted or corrected; not served, and its content is gone.
    AFFECTED = "affected"
    # Nothing that could be summed up is left.
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Summary:
    """`first` and `last` are sequences of the events that it covers, `count` how many there were. `source_version`
    counts the states of these sources: one more each time that one of them is deleted or corrected."""

    summary_id: str
    version: int
    status: SummaryStatus
    content: SummaryContent
    first: int
    last: int
    count: int
    source_version: int
    model: str
    created_at: datetime

    def withdrawn(self) -> Summary:
        return replace(
            self,
            status=SummaryStatus.AFFECTED,
            content=SummaryContent(),
            source_version=self.source_version + 1,
        )


def is_source(event: Event) -> bool:
    """System prompts, recalled memory and the noise of tools are not part of what was said."""
    if event.role is EventRole.SYSTEM or is_recalled_block(event.content):
        return False
    noise = event.role is EventRole.TOOL or event.kind is EventKind.TOOL_RESULT
    return not noise or event.importance is not Importance.NORMAL or event.kind in _MARKED


def sources_of(events: Sequence[Event], hidden: frozenset[str] = frozenset()) -> list[Event]:
    """The events that a summary is made of: those that stand, in their order. `hidden`: ids that are being deleted."""
    left_out = corrected_ids(events) | hidden
    return [event for event in events if event.event_id not in left_out and is_source(event)]


def folded(before: SummaryContent, sources: Sequence[Event]) -> SummaryContent:
    """The summary with later events added, by quoting alone: deterministic, in the language of the conversation."""
    goal = before.goal
    parts: dict[str, list[str]] = {
        "completed": list(before.completed),
        "constraints": list(before.constraints),
        "pending": list(before.pending),
    }
    said = {name: set(items) for name, items in parts.items()}
    evidence = list(before.evidence)
    quoted = {item.text for item in evidence}
    for event in sources:
        for sentence in sentences(event.content):
            if not goal and _states_goal(sentence, event):
                goal = sentence
                continue
            part = _part_of(sentence, event)
            if part == "evidence":
                if sentence not in quoted and sentence != goal:
                    quoted.add(sentence)
                    evidence.append(Evidence(event.event_id, sentence))
            elif part is not None and sentence not in said[part]:
                said[part].add(sentence)
                parts[part].append(sentence)
    return SummaryContent(
        goal, tuple(parts["completed"]), tuple(parts["constraints"]), tuple(parts["pending"]), tuple(evidence)
    )


def _states_goal(sentence: str, event: Event) -> bool:
    """What a person says first, unless it is a greeting or forbids something."""
    return event.role is EventRole.USER and not is_veto(sentence) and _GREETING.fullmatch(sentence) is None


_MARKED = (EventKind.DECISION, EventKind.CONFIG_CHANGE, EventKind.APPROVAL, EventKind.FEEDBACK)


def _part_of(sentence: str, event: Event) -> str | None:
    done = _DONE.search(sentence) is not None
    if event.kind is EventKind.APPROVAL:
        return "constraints" if is_veto(sentence) else "evidence"
    if is_veto(sentence) and not (done and event.role is not EventRole.USER):
        return "constraints"
    if event.kind in (EventKind.DECISION, EventKind.CONFIG_CHANGE):
        return "completed" if done or event.kind is EventKind.CONFIG_CHANGE else "constraints"
    if done and event.role is not EventRole.USER:
        return "completed"
    if is_obligation(sentence):
        return "constraints"
    if _PENDING.search(sentence):
        return "pending"
    marked = event.kind in _MARKED or event.importance is not Importance.NORMAL
    return "evidence" if marked or is_protected(sentence) else None


def refuse_unfaithful(content: SummaryContent, before: SummaryContent, sources: Sequence[Event]) -> None:
    """Raises `SummaryRefused` unless `content` carries over all that must be carried, and claims nothing of its own.

    `before` is the summary of what came before `sources`.
    """
    _refuse_misshapen(content, before, sources)
    said = _said(before, sources)
    told = {sentence for text in content.texts() for sentence in sentences(text)}
    if any(is_protected(sentence) and sentence not in said for sentence in told):
        raise SummaryRefused(
            "it holds a number, an id, a date, a veto, an approval or a decision that nobody stated so"
        )
    quotes = (*content.completed, *content.constraints, *(item.text for item in content.evidence))
    if any(sentence not in said for text in quotes for sentence in sentences(text)):
        raise SummaryRefused("it says in other words what must be quoted")
    if _must_be_told(before, sources) - told:
        raise SummaryRefused("it leaves out what must be carried over")
    forbidden = {s for event in sources for s in sentences(event.content) if _forbids(s, event)}
    forbidden |= {s for text in before.constraints for s in sentences(text)}
    if forbidden - {s for text in content.constraints for s in sentences(text)}:
        raise SummaryRefused("a veto or a constraint is not among the constraints")
    if _speaks_other_language(content, said):
        raise SummaryRefused("it is not in the language of the conversation")


def _forbids(sentence: str, event: Event) -> bool:
    return is_veto(sentence) and _part_of(sentence, event) == "constraints"


def _refuse_misshapen(content: SummaryContent, before: SummaryContent, sources: Sequence[Event]) -> None:
    if any(not plain(text) for text in content.texts() if text is not content.goal):
        raise SummaryRefused("an item is blank")
    known = {event.event_id: event.content for event in sources}
    earlier = set(before.evidence)
    for item in content.evidence:
        if item not in earlier and item.text not in sentences(known.get(item.event_id, "")):
            raise SummaryRefused("evidence names an event that does not say so")


def _said(before: SummaryContent, sources: Sequence[Event]) -> set[str]:
    texts = (*before.texts(), *(event.content for event in sources))
    return {sentence for text in texts for sentence in sentences(text)}


def _must_be_told(before: SummaryContent, sources: Sequence[Event]) -> set[str]:
    needed = {sentence for text in before.texts() for sentence in sentences(text) if is_protected(sentence)}
    for event in sources:
        whole = event.kind in (EventKind.APPROVAL, EventKind.DECISION)
        needed |= {sentence for sentence in sentences(event.content) if whole or is_protected(sentence)}
    return needed


def _speaks_other_language(content: SummaryContent, said: set[str]) -> bool:
    """Judged by script where a model chose the words: the goal and what is pending."""
    own = [s for text in (content.goal, *content.pending) for s in sentences(text) if s not in said]
    return bool(own) and _unspaced("".join(said)) != _unspaced("".join(own))


def _unspaced(text: str) -> bool:
    letters = sum(c.isalpha() for c in text)
    # A Chinese sentence with names and commands in Latin letters is Chinese still.
    return letters > 0 and len(_HAN_KANA_HANGUL.findall(text)) / letters > 0.2


_HAN_KANA_HANGUL = re.compile("[\u3041-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7ff]")
_GREETING = Regex(
    r"(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you|ok(?:ay)?|yes|no|sure|"
    r"你好|您好|嗨|早上好|谢谢|好的?)"
    r"(?: (?:there|all|everyone|again|team))?[!,.！，~ ]*",
    re.IGNORECASE,
)
_DONE = Regex(
    r"\b(?:done|completed?|finished|fixed|resolved|deployed|migrated|merged|released|shipped|sent|created|updated|"
    r"changed|removed|deleted|added|installed|restarted|rolled (?:out|back)|have (?:now )?\w+ed)\b"
    r"|已(?:经|将|把|被)?|完成|搞定|修复了|部署了|上线了|改好|处理好",
    re.IGNORECASE,
)
_PENDING = Regex(
    r"[?？]$|\b(?:to-?do|pending|next steps?|remaining|still (?:need|open|to)|waiting|awaiting|later|follow[- ]up|"
    r"(?:i|we)(?:'ll| will| need to| have to| should| plan to| am going to| are going to)|let me|blocked)\b"
    r"|待|尚未|还没|还未|还需|接下来|下一步|稍后|之后再|将要|打算|计划|准备|等待",
    re.IGNORECASE,
)
