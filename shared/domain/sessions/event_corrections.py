"""Which events do not count any more because a later one corrects them.

A person may correct everything that was said. Nobody else may correct a person, and a tool may correct only itself:
what a page or a tool returns must not silence anybody. Such a correction is kept with its event and changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from shared.domain.sessions.session import Event, EventRole


def corrected_ids(events: Sequence[Event], hidden: Collection[str] = ()) -> frozenset[str]:
    """Ids of events that a later one corrects; also ids of none among `events`, whose place is not known here.

    Only what came before can be corrected: an event that names itself, or one that comes later, corrects nothing there.
    `hidden`: ids of events that are being deleted, whose word does not count either.
    """
    there = {event.event_id: event for event in events}
    return frozenset(
        id
        for event in events
        if event.event_id not in hidden
        for id in event.corrects
        if id not in there or corrects(event, there[id])
    )


def corrects(event: Event, other: Event) -> bool:
    """Whether `event`, which names the other, comes after it and may correct it."""
    if event.sequence <= other.sequence:
        return False
    if event.role in (EventRole.USER, other.role):
        return True
    return EventRole.USER is not other.role and EventRole.TOOL is not event.role
