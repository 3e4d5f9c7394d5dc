"""Summaries of sessions: what they hold, and how they are made without a model.

A summary has five parts. What a person says is in it sentence by sentence as it was said, unless it is plainly chatter;
of what others say, whatever carries a number, an id, a date, a veto, an approval or a decision. What makes one
believable is in `faithfulness`: a model may put into its own words only what nothing hangs on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from shared.domain.meaning.approvals import closed_requests, has_ended
from shared.domain.sessions.event_corrections import corrected_ids
from shared.domain.sessions.session import Event, EventKind, EventRole
from shared.domain.summaries.partial_corrections import remaining_of
from shared.domain.summaries.parts import MARKED, Part, awaits_approval, part_of, states_goal
from shared.domain.summaries.tool_results import is_output, oldest_beyond, reported_by
from shared.language.injection.markers import is_recalled_block
from shared.language.speech.sentences import sentences

EXTRACTIVE = "extractive-1"
# As many records of 400 KB as one transaction of 4 MB takes with all else that it holds, and as much as one answer of a
# Lambda function can carry.
MAX_BYTES = 2_000_000
# Of what tools reported so many sentences, the newest: else a long run of tools would fill a summary.
MOST_RESULTS = 200


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence that belongs to no other part, and the event that it was said in: who said it, in an event of which
    kind. An approval is an event of that kind; a sentence that claims one is not.

    None of `role` and `kind` in summaries from before they were kept."""

    event_id: str
    text: str
    role: EventRole | None = None
    kind: EventKind | None = None
    speaker: str | None = None
    # The principal whose request it came with.
    actor: str | None = None

    @property
    def quote(self) -> tuple[str, str]:
        return self.event_id, self.text


@dataclass(frozen=True, slots=True)
class SummaryContent:
    """`constraints`, `completed` and `evidence` quote; `goal` and `pending` may be a model's own words. `said_in`: for
    each of `lines` the ids of the events in which it was said; a line of a model's own words is not in it."""

    goal: str = ""
    completed: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    said_in: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def lines(self) -> tuple[str, ...]:
        """The goal first, then what is completed, binding and pending."""
        return self.goal, *self.completed, *self.constraints, *self.pending

    def texts(self) -> Iterator[str]:
        yield from self.lines
        yield from (item.text for item in self.evidence)

    @property
    def size(self) -> int:
        """Bytes as JSON, as far as they depend on what was said."""
        fixed = 50 * (3 + len(self.completed) + len(self.constraints) + len(self.pending)) + 200 * len(self.evidence)
        fixed += sum(len(id) + 4 for ids in self.said_in.values() for id in ids)
        return fixed + sum(len(json.dumps(text, ensure_ascii=False).encode()) for text in self.texts())


class SummaryStatus(StrEnum):
    SERVED = "served"
    # A source was deleted or corrected; it is not returned, and its content is removed.
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
    """System prompts, recalled memory and the noise of tools are not part of what was said; what a tool reports is."""
    if event.role is EventRole.SYSTEM or is_recalled_block(event.content):
        return False
    return not is_output(event) or event.kind in MARKED or bool(reported_by(event))


def sources_of(events: Sequence[Event], hidden: frozenset[str] = frozenset()) -> list[Event]:
    """The events that a summary is made of: those that still hold, in their order. `hidden`: ids that are being
    deleted."""
    corrected = corrected_ids(events, hidden)
    shown = [event for event in events if event.event_id not in hidden]
    remaining = (remaining_of(event, shown) if event.event_id in corrected else event for event in shown)
    return [event for event in remaining if event is not None and is_source(event)]


def folded(before: SummaryContent, sources: Sequence[Event]) -> SummaryContent:
    """The summary with later events added, by quoting alone: deterministic, in the language of the conversation."""
    goal = before.goal
    parts = {
        Part.COMPLETED: dict.fromkeys(before.completed),
        Part.CONSTRAINTS: dict.fromkeys(before.constraints),
        Part.PENDING: dict.fromkeys(before.pending),
    }
    evidence = {_standing(item): item for item in before.evidence}
    waiting: dict[str, None] = {}
    for event in sources:
        for sentence in sentences(event.content):
            if not goal and states_goal(sentence, event):
                goal = sentence
                continue
            part = part_of(sentence, event)
            if event.kind is EventKind.APPROVAL:
                waiting.clear()
            elif part is Part.CONSTRAINTS and awaits_approval(sentence):
                waiting[sentence] = None
            if part is Part.EVIDENCE:
                item = _evidence(event, sentence)
                if event.kind is EventKind.APPROVAL or sentence != goal:
                    evidence.setdefault(_standing(item), item)
            elif part is not None:
                parts[part].setdefault(sentence)
    approved = any(event.kind is EventKind.APPROVAL for event in sources)
    bound = parts[Part.CONSTRAINTS].keys() if approved else ()
    pending = dict.fromkeys(text for text in parts[Part.PENDING] if text not in bound) | waiting
    over, kept = ended_approvals(tuple(evidence.values()), sources)
    return SummaryContent(
        goal,
        (*parts[Part.COMPLETED], *(text for text in over if text not in parts[Part.COMPLETED])),
        tuple(parts[Part.CONSTRAINTS]),
        tuple(pending),
        newest_results(kept),
    )


def ended_approvals(
    evidence: Sequence[Evidence], sources: Sequence[Event]
) -> tuple[tuple[str, ...], tuple[Evidence, ...]]:
    """What was approved for a change request that one of the sources says is closed, and the evidence that is left."""
    closed = closed_requests(sentence for event in sources for sentence in sentences(event.content))
    over = [item for item in evidence if item.kind is EventKind.APPROVAL and has_ended(item.text, closed)]
    return tuple(item.text for item in over), tuple(item for item in evidence if item not in over)


def newest_results(evidence: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """Of what tools reported the newest."""
    dropped = oldest_beyond([item.role for item in evidence], MOST_RESULTS)
    return tuple(item for place, item in enumerate(evidence) if place not in dropped)


def _evidence(event: Event, sentence: str) -> Evidence:
    return Evidence(event.event_id, sentence, event.role, event.kind, event.speaker, event.actor)


_ANSWER = 12  # characters


def _standing(item: Evidence) -> tuple[str | None, ...]:
    """What makes two quotes one: the same said by the same. An approval and a bare answer ("yes") belong to the place
    where they were given."""
    given = item.kind is EventKind.APPROVAL or len(item.text) <= _ANSWER
    return item.text, item.role, item.event_id if given else None


def attributed(content: SummaryContent, before: SummaryContent, sources: Sequence[Event]) -> SummaryContent:
    """With who said each piece of evidence, which a model need not repeat."""
    known = {item.quote: item for item in before.evidence}
    events = {event.event_id: event for event in sources}

    def whole(item: Evidence) -> Evidence:
        event = events.get(item.event_id)
        if event is None:
            return known.get(item.quote, item)
        return _evidence(event, item.text)

    return replace(content, evidence=tuple(map(whole, content.evidence)))


def abridged(content: SummaryContent, most: int) -> SummaryContent:
    """As much of it as fits into so many bytes: the goal and the constraints first, then the newest of the rest. Where
    its lines were said is left out."""
    room = most - SummaryContent().size
    taken: set[int] = set()
    newest = content.evidence[::-1]
    binding = [quote for quote in newest if quote.kind in (EventKind.APPROVAL, EventKind.DECISION)]
    other = [quote for quote in newest if quote not in binding]
    ranked: list[str | Evidence] = [content.goal, *content.constraints, *binding]
    ranked += [*reversed(content.pending), *reversed(content.completed), *other]
    for item in ranked:
        one = SummaryContent(evidence=(item,)) if isinstance(item, Evidence) else SummaryContent(pending=(item,))
        room -= one.size - SummaryContent().size
        if room < 0:
            break
        taken.add(id(item))

    def kept(texts: Sequence[str]) -> tuple[str, ...]:
        return tuple(text for text in texts if id(text) in taken)

    return SummaryContent(
        "".join(kept([content.goal])),
        kept(content.completed),
        kept(content.constraints),
        kept(content.pending),
        tuple(item for item in content.evidence if id(item) in taken),
    )
