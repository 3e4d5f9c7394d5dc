"""Events as they are read: whole, without those whose time is over.

Calls to the store: none, and one batch for the parts of long ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from shared.domain.events import Event, Session
from shared.records import session_codec
from shared.records.model import Key, Record
from shared.usecases.services import Services


def stored_events(
    services: Services, session: Session, records: Sequence[Record | None], *, most_bytes: int | None = None
) -> list[Event]:
    """The events in these records, `None` among them passed over, in their order.

    An event that is deleted meanwhile is not among them: its parts go together with it. `most_bytes`: of long contents
    so much altogether is read, the first first; events for which nothing is left are beginnings (`Event.whole`).
    """
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
    """The same without reading anything: of long events their beginning."""
    return stored_events(services, session, records, most_bytes=0)


def _is_live(services: Services, session: Session, record: Record) -> bool:
    arrived = datetime.fromisoformat(str(record.attributes["recorded_at"]))
    return arrived + services.session_policy.life(session.ttl) > services.clock.now()


def _parts(session: Session, records: Sequence[Record], most_bytes: int | None) -> dict[int, list[Key]]:
    """By place, where the parts of a long content lie."""
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
