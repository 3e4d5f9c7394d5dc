"""Reading the events of a session: pages in both directions, the last turns.

Events as they are read: whole, without those whose time is over.

Calls to the store: none, and one batch for the parts of long ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import may_read
from shared.domain.errors import Malformed
from shared.domain.scopes import Scope, segment_id
from shared.domain.sessions.long_content import answer_bytes, within
from shared.domain.sessions.session import Event, Session
from shared.records import keys
from shared.records.sessions import session_codec
from shared.records.store.record import Key, Record, Table
from shared.usecases.cursors import cursor, position, sized
from shared.usecases.services import Services
from shared.usecases.sessions.open_session import find_session

_POSITION_LENGTH = 10  # of a sequence in an event's key
# How many pages without anything to show one call skips: the store keeps ended events for a while.
_EMPTY_PAGES = 10
_WALKED = 200  # events a call, of a session that is read as a whole


@dataclass(frozen=True, slots=True)
class EventQuery:
    """`last_turns` reads only the last so many turns, in either order."""

    scope: Scope | None = None
    newest_first: bool = False
    limit: int = 50
    cursor: str | None = None
    last_turns: int | None = None


@dataclass(frozen=True, slots=True)
class EventPage:
    items: tuple[Event, ...]
    next_cursor: str | None


def list_events(services: Services, caller: Caller, session_id: str, query: EventQuery) -> EventPage:
    """A page of the session's events; a walk returns each once, also those that arrive meanwhile (oldest first). A
    page ends early if its texts grow too large for one answer. A walk of the last turns keeps the beginning that it
    had at its start, and its cursor is valid with the same `last_turns` and order."""
    target = may_read(caller, query.scope)
    session = find_session(services, target, segment_id(session_id, "session_id"))
    bound_to = "|".join(
        (
            caller.principal,
            target.path,
            keys.encoded(session.session_id),
            session.incarnation,
            str(query.newest_first),
            str(query.last_turns),
        )
    )
    at = position(query.cursor, bound_to)
    first = 0
    if query.last_turns is None:
        start = sized(at, _POSITION_LENGTH)
    else:
        beginning, start = _last_turns(services, session, query, at)
        if beginning is None:
            return EventPage((), None)
        first = beginning
    for _ in range(_EMPTY_PAGES):
        found, last = _page(services, session, start, query)
        shown = [event for event in found if event.sequence >= first]
        start = None if last is None or (query.newest_first and last <= first) else _position_of(last)
        if shown or start is None:
            break
    if start is not None and query.last_turns is not None:
        start = _position_of(first) + start
    return EventPage(tuple(shown), None if start is None else cursor(start, bound_to))


def _last_turns(
    services: Services, session: Session, query: EventQuery, at: str | None
) -> tuple[int | None, str | None]:
    """Where the last turns begin, `None` if there are none, and after which position the page begins. A cursor keeps
    both, so that turns that arrive meanwhile do not move the beginning."""
    known = sized(at, 2 * _POSITION_LENGTH)
    if known is not None:
        if not (known.isascii() and known.isdecimal()):
            raise Malformed.field("cursor", "is not one that this list gave to this caller")
        return int(known[:_POSITION_LENGTH]), known[_POSITION_LENGTH:]
    first = with_readable_turns(services, session).start_of_turns(query.last_turns or 0)
    if first is None or query.newest_first:
        return first, None
    return first, _position_of(first - 1)


def _page(services: Services, session: Session, start: str | None, query: EventQuery) -> tuple[list[Event], int | None]:
    """The events to show after that position, and the sequence to go on after, `None` at the end."""
    policy = services.session_policy
    prefix = keys.incarnation_prefix(session.session_id, session.incarnation)
    page = services.records.page(
        Table.SESSIONS,
        keys.path(session.scope.owner),
        sk_prefix=prefix,
        after=None if start is None else prefix + start,
        limit=query.limit,
        newest_first=query.newest_first,
    )
    # The parts of events that will not be shown are not read: the contents take at least as many bytes as they hold.
    records = page.records[: within((session_codec.content_bytes(record) for record in page.records), policy)]
    events = stored_events(services, session, records)
    shown = events[: within((answer_bytes(event.content) for event in events), policy)]
    visible = [event for event in shown if event.event_id not in session.withheld]
    if len(shown) < len(events):
        return visible, shown[-1].sequence
    if page.next_after is None and len(records) == len(page.records):
        return visible, None
    return visible, session_codec.sequence(records[-1])


def _position_of(sequence: int) -> str:
    return f"{sequence:0{_POSITION_LENGTH}d}"


def with_readable_turns(services: Services, session: Session) -> Session:
    """The session's turns as far as their questions can be read: an answer is never shown without its question. From
    the acceptance of its deletion on a question begins no turn: its answer belongs to the turn before, as it will
    when the question is removed. If a question is too old to be shown, the rest of its turn is not shown either."""
    starts = session.turn_starts
    if session.withheld:
        at = [keys.event_id(session.scope, session.session_id, id) for id in sorted(session.withheld)]
        held = [record for record in services.records.get(at) if session_codec.holds_event(record, session)]
        hidden = {session_codec.sequence(record) for record in held if record is not None}
        starts = tuple(start for start in starts if start not in hidden)
    if starts and session.created_at + services.session_policy.life(session.ttl) <= services.clock.now():
        place = (session.scope, session.session_id, session.incarnation)
        records = services.records.get([keys.event(*place, start) for start in starts])
        starts = tuple(event.sequence for event in beginnings(services, session, records))
    return session if starts == session.turn_starts else replace(session, turn_starts=starts)


def events_after(services: Services, session: Session, after: int) -> list[Event]:
    """All events after that sequence, in order."""
    prefix = keys.incarnation_prefix(session.session_id, session.incarnation)
    found: list[Event] = []
    start: str | None = f"{prefix}{after:010d}"
    while start is not None:
        page = services.records.page(
            Table.SESSIONS, keys.path(session.scope.owner), sk_prefix=prefix, after=start, limit=_WALKED
        )
        found += stored_events(services, session, page.records)
        start = page.next_after
    return [event for event in found if event.sequence < session.next_sequence]


def stored_events(
    services: Services, session: Session, records: Sequence[Record | None], *, most_bytes: int | None = None
) -> list[Event]:
    """The events in these records, in their order; `None` among them is skipped. An event that is deleted meanwhile
    is left out: its parts are removed together with it. `most_bytes`: how much of long contents is read in all, from
    the first on; further events have only their beginning (`Event.whole`)."""
    live = [record for record in records if record is not None and _is_live(services, session, record)]
    parts = _parts(session, live, most_bytes)
    wanted = [key for of_one in parts.values() for key in of_one]
    found = dict(zip(wanted, services.records.get(wanted), strict=True)) if wanted else {}
    events: list[Event] = []
    for place, record in enumerate(live):
        of_one = [found[key] for key in parts.get(place, ())]
        there = [part for part in of_one if part is not None]
        if len(there) == len(of_one):
            events.append(session_codec.event(record, there if place in parts else None))
    return events


def beginnings(services: Services, session: Session, records: Sequence[Record | None]) -> list[Event]:
    """The same without a read: long events have their beginning."""
    return stored_events(services, session, records, most_bytes=0)


def _is_live(services: Services, session: Session, record: Record) -> bool:
    arrived = datetime.fromisoformat(str(record.attributes["recorded_at"]))
    return arrived + services.session_policy.life(session.ttl) > services.clock.now()


def _parts(session: Session, records: Sequence[Record], most_bytes: int | None) -> dict[int, list[Key]]:
    """By place, where the parts of a long content are stored."""
    found: dict[int, list[Key]] = {}
    size = 0
    for place, record in enumerate(records):
        count = session_codec.part_count(record)
        if not count:
            continue
        of_this = session_codec.content_bytes(record)
        if most_bytes is not None and size + of_this > most_bytes:
            continue
        size += of_this
        id = str(record.attributes["event_id"])
        found[place] = session_codec.part_keys(session.scope, session.session_id, session.incarnation, id, count)
    return found
