"""The events of a session as items to consider for a context: how near each is to the question, whether it binds,
and which later event says how its matter stands now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.domain.context.items import Considered
from shared.domain.context.neighbours import beside
from shared.domain.context.shares import ContextPolicy
from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import dot
from shared.domain.meaning.relevance import AskedQuery, is_spaced
from shared.domain.sessions.event_reading import ReadEvent, later_words
from shared.domain.sessions.session import Event, EventRole
from shared.domain.summaries.parts import opening_statements
from shared.language.text.terms import ranking_tokens
from shared.usecases.context.session_talk import Talk, cited, of_event

_COMPARED = 2_000  # characters of an event that are compared by words


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions: the goal, and the user's newest turn if it asks for something else. `push`: a task begins."""

    goal: AskedQuery
    newest: AskedQuery | None = None
    push: bool = False


def session_pool(
    talk: Talk,
    read: Sequence[ReadEvent],
    questions: Questions,
    calibration: Calibration,
    policy: ContextPolicy,
) -> list[Considered]:
    """One for each event, and for each plain statement of a long one."""
    xs = beside([_x(questions.goal, one, push=questions.push) for one in read], policy)
    newest = questions.newest
    xs_newest = None if newest is None else beside([_x(newest, one) for one in read], policy)
    later = later_words(read, calibration)
    found: list[Considered] = []
    for at, one in enumerate(read):
        id = cited(talk.session, one.event)
        item = of_event(one.event, talk.session)
        x, x_newest = xs[at], None if xs_newest is None else xs_newest[at]
        entry = Considered(
            id=id,
            item=item,
            x=x,
            relevance=questions.goal.relevance(x if x_newest is None else max(x, x_newest)),
            x_newest=x_newest,
            binding=one.reading.binding,
            lasting=one.reading.kept,
            of_session=True,
            opening=one.event.sequence == talk.session.opening,
            newer=tuple(f"{talk.session.session_id}/{other}" for other in later.get(one.event.event_id, ())),
            place=one.event.sequence,
        )
        found += _shown_as(entry, one.event, policy)
    return found


def _shown_as(entry: Considered, event: Event, policy: ContextPolicy) -> list[Considered]:
    """As a whole; a long message of the user also by its plain prohibitions and limits. The session's first event is
    matched by its task and its terms, as generously as a summary reads them."""
    if event.role is not EventRole.USER:
        return [entry] if event.whole else []
    opening = opening_statements(event) if entry.opening else []
    terms = [text for part, text in opening if part == "constraint"]
    if event.whole and len(event.content) <= policy.long_turn:
        return [replace(entry, binding=1.0) if terms else entry]
    item = replace(entry.item, part="constraint")
    found = [
        replace(entry, id=f"{entry.id}#{number}", item=replace(item, content=text), binding=1.0)
        for number, text in enumerate(dict.fromkeys((*terms, *event.constraints)))
    ]
    found += [
        replace(entry, id=f"{entry.id}#{part}", item=replace(item, content=text, part=part), binding=0.0)
        for part, text in opening
        if part == "goal"
    ]
    return [*found, replace(entry, binding=0.0)] if event.whole else found


def _x(asked: AskedQuery, one: ReadEvent, *, push: bool = False) -> float:
    text = one.event.content[:_COMPARED]
    held = asked.held(text, ranking_tokens(text))
    known = one.vector is not None and bool(asked.centred)
    cosine = asked.cosine(dot(asked.centred, one.vector or ()), one.marks.length) if known else None
    return asked.x(cosine, held, spaced=is_spaced(text), push=push)
