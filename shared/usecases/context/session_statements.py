"""What of a session is told statement by statement: its summary, its first message, and what a person said once and
means for good."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from shared.domain.context.selection import Claim, ContextItem, Layer
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import content_hash
from shared.domain.sessions.session import EventKind, EventRole
from shared.domain.summaries.summary import Evidence, Summary, SummaryContent
from shared.language.injection.injection_scan import reads_as_instruction

# It quotes all speakers, and if a model made it, part of it is the model's own words.
_SUMMARY_CONFIDENCE = Source.AGENT_INFERRED.default_confidence


def of_summary(summary: Summary, events: Sequence[ContextItem]) -> Iterator[ContextItem]:
    """Its statements in the order in which they take their room: constraints, the oldest first, then the goal, then
    the newest of what is pending, done and quoted. What an event that lasts says as a whole is not said twice, a
    constraint only where the event is one too. What needs a warning constrains nobody."""
    said = {content_hash(item.content): item for item in events if item.claim is not Claim.TALK}
    for part, text, said_by in _statements(summary.content):
        warned = said_by is not EventRole.USER and reads_as_instruction(text)
        claim = Claim.SUMMARY if warned else _CLAIMS.get(part, Claim.SUMMARY)
        event = said.get(content_hash(text))
        if text.strip() and (event is None or (claim is Claim.CONSTRAINT and event.claim is not claim)):
            yield ContextItem(
                layer=Layer.SESSION,
                label="summary",
                content=text.strip(),
                source="session_summary",
                time=summary.created_at,
                confidence=_SUMMARY_CONFIDENCE,
                reads_as_instruction=warned,
                part=part,
                claim=claim,
            )


_CLAIMS = {"constraint": Claim.CONSTRAINT, "goal": Claim.OWN}


def _statements(content: SummaryContent) -> Iterator[tuple[str, str, EventRole | None]]:
    """Part, text, and who said it where that is known. Quotes of what was done and said take turns."""
    yield from (("constraint", text, None) for text in content.constraints)
    yield "goal", content.goal, None
    yield from (("pending", text, None) for text in reversed(content.pending))
    for done, quote in zip_longest(reversed(content.completed), reversed(content.evidence)):
        if done is not None:
            yield "completed", done, None
        if quote is not None:
            yield _evidence_part(quote), quote.text, quote.role


_FROM_OTHERS = {EventRole.ASSISTANT: "evidence from the assistant", EventRole.TOOL: "evidence from a tool"}
_PARTS = ("goal", "constraint", "completed", "pending", "approval", "evidence", *_FROM_OTHERS.values())
_NEWEST_FIRST = _PARTS[2:]


def _evidence_part(quote: Evidence) -> str:
    """An approval is shown as one; a speaker who only reports one is named."""
    if quote.kind is EventKind.APPROVAL:
        return "approval"
    return "evidence" if quote.role is None else _FROM_OTHERS.get(quote.role, "evidence")


def in_their_order(
    opening: Sequence[ContextItem], summary: Sequence[ContextItem], turns: Sequence[ContextItem]
) -> tuple[list[ContextItem], list[ContextItem], list[ContextItem]]:
    """By what the first message binds; the summary and by what turns bind, in the order in which they take their room;
    and what else the first message says.

    What the summary tells as its goal or a constraint is told there, in its turn of the opening where that says it.
    All are placed as they are told, before all talk: those of the summary part by part, each in the order of the
    session and last what needs a warning, then those of turns.
    """
    plain = {
        content_hash(item.content): item for item in reversed(summary) if item.claim in (Claim.CONSTRAINT, Claim.OWN)
    }
    opened = [_foremost(item, plain.get(content_hash(item.content))) for item in opening]
    taken = {id(plain[key]) for item in opening if (key := content_hash(item.content)) in plain}
    constraints = {key for key, item in plain.items() if item.claim is Claim.CONSTRAINT}
    others = [item for item in turns if content_hash(item.content) not in constraints]
    statements = [*opened, *(item for item in summary if id(item) not in taken), *others]
    ranked = sorted(range(len(statements)), key=lambda at: _contribution(statements[at], at))
    places = {at: place for place, at in enumerate(ranked, -len(statements))}
    placed = [replace(item, place=places[at]) for at, item in enumerate(statements)]
    of_opening, rest = placed[: len(opened)], placed[len(opened) :]
    terms = [item for item in of_opening if item.part == "constraint"]
    return terms, rest, [item for item in of_opening if item.part != "constraint"]


def _contribution(item: ContextItem, at: int) -> tuple[bool, bool, int, int]:
    if item.label != "summary":
        return True, False, 0, at
    rank = -at if item.part in _NEWEST_FIRST else at
    return False, item.reads_as_instruction, _PARTS.index(item.part or ""), rank


def _foremost(of_opening: ContextItem, of_summary: ContextItem | None) -> ContextItem:
    return of_opening if of_summary is None else replace(of_summary, claim=Claim.CONSTRAINT)
