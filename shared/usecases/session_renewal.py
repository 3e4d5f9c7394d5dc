"""What lies beside a session's events lives as long as the session does, however long ago it was written.

The store's own expiry of these records is `Session.kept_until`. When an event moves that on, once in
`SessionPolicy.life`, they are written again with the new one, before the event comes: broken off in between they live
too long rather than not long enough.
"""

from __future__ import annotations

from shared.domain.events import Session
from shared.records import keys, summary_codec
from shared.records.model import Change, Key
from shared.records.reading import Reading
from shared.usecases.services import Services


def renew(services: Services, session: Session) -> None:
    """Raises `CheckFailed` when one of them is written meanwhile: to be looked at again."""
    place = (session.scope, session.session_id, session.incarnation)
    head = keys.summary(*place)
    at = [keys.listing(session.scope, session.incarnation), keys.state(*place), keys.completion(*place), head]
    reading = Reading.of(at, services.records.get(at))
    _put(services, session, reading, at[:-1])
    summary = reading[head]
    if summary is not None:
        parts = summary_codec.part_keys(summary)
        reading |= Reading.of(parts, services.records.get(parts) if parts else [])
        _put(services, session, reading, [head, *parts])


def _put(services: Services, session: Session, reading: Reading, at: list[Key]) -> None:
    expires_at = session.kept_until + services.session_policy.store_grace
    change = Change()
    for key in at:
        record = reading[key]
        if record is not None:
            change |= reading.put(key, record.attributes, expires_at=expires_at)
    services.records.commit(change)
