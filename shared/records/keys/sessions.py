"""Keys of the sessions table. `sub` is the part of a scope below its owner.

| pk    | sk                                       | what |
|-------|------------------------------------------|------|
| owner | `ses#{sid}`                              | a session |
| owner | `evt#{sid}#{incarnation}#{seq}`          | its events in order of arrival |
| owner | `eid#{sid}#{event_id}`                   | where the event of that id lies |
| owner | `evp#{sid}#{incarnation}#{event_id}#{n}` | what a long content goes on with |
| owner | `evv#{sid}#{event_id}`                   | the vector of that event, once a search has made it |
| owner | `lst#{sub}#{incarnation}`                | pointer: sessions of a scope by age |
| owner | `sta#{sid}#{incarnation}`                | the task state of a session |
| owner | `sum#{sid}#{incarnation}#`, `...#{n}`    | its summary, the versions before, parts `#{n}+{m}` |
| owner | `cpl#{sid}#{incarnation}#`, `...#{seq}`  | its completion, and what became of an event |
"""

from __future__ import annotations

from shared.domain.scopes import Scope
from shared.records.keys.parts import encoded, hashed, path, sub
from shared.records.store.record import Key, Table

SESSION_PREFIX = "ses#"


def session(scope: Scope, session_id: str) -> Key:
    return Key(Table.SESSIONS, path(scope.owner), f"{SESSION_PREFIX}{encoded(session_id)}")


def event_prefix(session_id: str) -> str:
    """Of all events under the session id, those of an expired session that had it before among them."""
    return f"evt#{encoded(session_id)}#"


def incarnation_prefix(session_id: str, incarnation: str) -> str:
    """Of the events of one session, not of an earlier session with the same id."""
    return f"{event_prefix(session_id)}{incarnation}#"


def event(scope: Scope, session_id: str, incarnation: str, sequence: int) -> Key:
    return Key(Table.SESSIONS, path(scope.owner), f"{incarnation_prefix(session_id, incarnation)}{sequence:010d}")


def event_ids_prefix(session_id: str) -> str:
    return f"eid#{encoded(session_id)}#"


def event_id(scope: Scope, session_id: str, id: str) -> Key:
    return Key(Table.SESSIONS, path(scope.owner), f"{event_ids_prefix(session_id)}{hashed(id)}")


def event_parts_prefix(session_id: str) -> str:
    return f"evp#{encoded(session_id)}#"


def event_part(scope: Scope, session_id: str, incarnation: str, id: str, number: int) -> Key:
    """By the event's id, like its pointer."""
    place = f"{event_parts_prefix(session_id)}{incarnation}#{hashed(id)}"
    return Key(Table.SESSIONS, path(scope.owner), f"{place}#{number:04d}")


def event_vectors_prefix(session_id: str) -> str:
    return f"evv#{encoded(session_id)}#"


def event_vector(scope: Scope, session_id: str, id: str) -> Key:
    """By the event's id, like its pointer: anyone who deletes by id, and anyone who looks for what is left, finds
    it.
    """
    return Key(Table.SESSIONS, path(scope.owner), f"{event_vectors_prefix(session_id)}{hashed(id)}")


def state_prefix(session_id: str) -> str:
    return f"sta#{encoded(session_id)}#"


def state(scope: Scope, session_id: str, incarnation: str) -> Key:
    return Key(Table.SESSIONS, path(scope.owner), f"{state_prefix(session_id)}{incarnation}")


def summary_prefix(session_id: str) -> str:
    return f"sum#{encoded(session_id)}#"


def summary(scope: Scope, session_id: str, incarnation: str) -> Key:
    """The summary that is served, or what is known of it while none is."""
    return Key(Table.SESSIONS, path(scope.owner), f"{summary_prefix(session_id)}{incarnation}#")


def summary_version(scope: Scope, session_id: str, incarnation: str, version: int) -> Key:
    head = summary(scope, session_id, incarnation)
    return Key(head.table, head.pk, f"{head.sk}{version:010d}")


def summary_part(head: Key, version: int, number: int) -> Key:
    """Of the content of the summary at `head`, where it takes more than one record."""
    return Key(head.table, head.pk, f"{head.sk}{version:010d}+{number:02d}")


def completion_prefix(session_id: str) -> str:
    return f"cpl#{encoded(session_id)}#"


def completion(scope: Scope, session_id: str, incarnation: str) -> Key:
    return Key(Table.SESSIONS, path(scope.owner), f"{completion_prefix(session_id)}{incarnation}#")


def completion_step(scope: Scope, session_id: str, incarnation: str, step: str) -> Key:
    """What became of one event, or of the lesson: kept in the transaction that promoted it."""
    head = completion(scope, session_id, incarnation)
    return Key(head.table, head.pk, f"{head.sk}{step}")


def listing_prefix(scope: Scope) -> str:
    return f"lst#{sub(scope)}#"


def listing_prefixes_within(scope: Scope) -> tuple[str, str]:
    """Of the sessions of a scope, and of those below it."""
    return listing_prefix(scope), f"lst#{sub(scope)}/"


def listing(scope: Scope, incarnation: str) -> Key:
    """`incarnation` is a UUIDv7, so that the order of keys is the order in which sessions were made."""
    return Key(Table.SESSIONS, path(scope.owner), f"{listing_prefix(scope)}{incarnation}")
