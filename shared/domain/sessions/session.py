"""Sessions and their events: when a session ends, and what of a request is appended to it.

A session's events are immutable and ordered by arrival. Its time to live slides without an end: it counts from the
arrival of the last event. From the second in which it ends nothing of it is shown, even while the store still holds it,
and its id may be used again: each session has an `incarnation` of its own, and events belong to that. An event ends
with its session, or at the age of `SessionPolicy.life` in one that goes on for longer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from shared.domain.memories.evidence import evidence_instant
from shared.domain.memories.memory import Importance
from shared.domain.scopes import Scope
from shared.language.speech.spoken_constraints import spoken_constraints


class EventRole(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class EventKind(StrEnum):
    TURN = "turn"
    TOOL_RESULT = "tool_result"
    DECISION = "decision"
    CONFIG_CHANGE = "config_change"
    FEEDBACK = "feedback"
    APPROVAL = "approval"


# What comes after in the session rests on them.
BINDING = frozenset({EventKind.DECISION, EventKind.CONFIG_CHANGE, EventKind.APPROVAL})


@dataclass(frozen=True, slots=True)
class SessionPolicy:
    # SPEC section 1: a session lives an hour beyond its last event unless it asks for something else.
    default_ttl: timedelta = timedelta(hours=1)
    min_ttl: timedelta = timedelta(minutes=1)
    max_ttl: timedelta = timedelta(days=30)
    # So old an event may grow while its session lives on. It carries the store's own expiry from its arrival on, so
    # that sliding rewrites none of them. Thirty days are the longest time to live that a session may ask for; twelve
    # quiet spells in a row are a year at that one.
    least_life: timedelta = timedelta(days=30)
    most_spells: int = 12
    # The store may remove from then on; readers have judged by the session's own end long before.
    store_grace: timedelta = timedelta(days=1)
    # What a completion left to the queue is read until the queue gives it up: 14 days, and two in which somebody sends
    # the dead letters on. Events are kept for as long as that beyond their session's end by `least_life`.
    work_grace: timedelta = timedelta(days=16)
    # SPEC section 6.
    max_events: int = 10_000
    max_events_a_request: int = 100
    # One transaction holds 100 records and 4 MB: two records an event and those of its parts, beside the session, the
    # barrier, the answer, and what is renewed or withdrawn with it (up to 15).
    chunk_records: int = 80
    chunk_bytes: int = 3_000_000
    # An item holds 400 KB. Of a longer content the beginning lies in the event's own record and the rest in parts
    # beside it. The beginning is what 10,000 characters can take, so that pages of events stay small.
    inline_bytes: int = 40_000
    part_bytes: int = 350_000
    # What is looked through for secrets while somebody waits (3 s a million characters), goes into one transaction, and
    # comes out again in one answer: JSON inside of JSON, which doubles quotes, stays under a function's 6 MB.
    max_event_characters: int = 1_000_000
    max_event_bytes: int = 3 * 1024 * 1024
    max_request_characters: int = 2_000_000
    max_request_bytes: int = 4 * 1024 * 1024
    # In parts, of a session as a whole: what completing it reads (one batch of DynamoDB) and holds at a time.
    max_long_bytes: int = 16_000_000
    # Of that, what a search looks through, the newest first: words of 4 MB are counted in about 3 s.
    searched_bytes: int = 4_000_000
    # An answer of a Lambda function holds 6 MB, in which quotes and control characters are escaped twice.
    page_bytes: int = 2_500_000
    # Of those who append to one session at the same moment one is first, and the others look again: of six who never
    # pause each loses this often in a row once in fifty thousand times, where a dozen tries lost one in nine.
    append_attempts: int = 60
    # How many turns back a read by turns reaches.
    turns: int = 100
    # What context and search look at (SPEC section 6): the newest events, and every one that was marked as important.
    # So many places of those are kept in the session's own record, the newest, and of what binds or corrects as many.
    window: int = 100
    # A summary is built when so many turns have passed since the last. Whether they have is looked at whenever so many
    # events came in: no turn has less than one.
    summary_turns: int = 20
    important: int = 1_000
    binding: int = 1_000

    def life(self, ttl: timedelta) -> timedelta:
        """How old an event may grow in a session that lives on."""
        return max(self.least_life, self.most_spells * ttl)


@dataclass(frozen=True, slots=True)
class Session:
    """`kept_until`: no record of it leaves the store before; it moves on in leaps of `SessionPolicy.life`, and lies
    that far beyond the last event at least. `long_bytes` lie in parts of events. `turn_starts` are the sequences of
    the newest user messages, `important` those of the newest `high` and `critical` events, `binding` those of the
    newest that bind what comes after (a person's plain prohibition or limit does) or correct what came before.
    `ended_at`: when its task was completed, which ends it at once.
    `opening`: the sequence of the first user message that says anything; 0 while there is none, `None` where that is
    not known (of sessions from before it was kept)."""

    session_id: str
    scope: Scope
    incarnation: str
    ttl: timedelta
    created_at: datetime
    updated_at: datetime
    kept_until: datetime
    last_event_at: datetime | None = None
    next_sequence: int = 1
    count: int = 0
    turn_starts: tuple[int, ...] = ()
    important: tuple[int, ...] = ()
    binding: tuple[int, ...] = ()
    opening: int | None = 0
    long_bytes: int = 0
    ended_at: datetime | None = None
    # Of its owner when it was last written; not compared, as it is the store's.
    epoch: int = field(default=0, compare=False)
    # Events that are being deleted: no read returns them. Not kept with the session.
    withheld: frozenset[str] = frozenset()

    @property
    def expires_at(self) -> datetime:
        ends = (self.last_event_at or self.created_at) + self.ttl
        return ends if self.ended_at is None else min(ends, self.ended_at)

    def is_expired(self, now: datetime) -> bool:
        return self.expires_at <= now

    def start_of_turns(self, last: int) -> int | None:
        """Where the last so many turns begin; the first turn when there are fewer, `None` when there is none.

        A turn is a user's message and all up to the next. What came before the first one belongs to no turn.
        """
        return self.turn_starts[-last:][0] if self.turn_starts else None

    def turns_since(self, sequence: int) -> int:
        """How many turns began after it, as far as their places are known (`SessionPolicy.turns`)."""
        return sum(start > sequence for start in self.turn_starts)

    def window(self, newest: int) -> list[int]:
        """Sequences of the newest events and of the important ones before them, in order. Some may be removed
        already."""
        first = max(1, self.next_sequence - newest)
        return [*(sequence for sequence in self.important if sequence < first), *range(first, self.next_sequence)]

    def contribution(self, newest: int, turns: int) -> list[int]:
        """Sequences of what a context can tell, in order: what was said first, what is important, what binds, of the
        newest events those of the last turns, and before them as many messages of the user as make `newest` altogether.
        With them every event that corrects one, however old. Some may be removed already."""
        first = max(1, self.next_sequence - newest, self.start_of_turns(turns) or 1)
        opening = (self.opening,) if self.opening else ()
        reported = {*opening, *self.important, *self.binding, *range(first, self.next_sequence)}
        earlier = [start for start in reversed(self.turn_starts) if start not in reported]
        return sorted(reported.union(earlier[: max(0, newest - len(reported))]))


def new_session(
    session_id: str, scope: Scope, incarnation: str, ttl: timedelta, now: datetime, policy: SessionPolicy
) -> Session:
    return Session(session_id, scope, incarnation, ttl, now, now, now + 2 * policy.life(ttl))


@dataclass(frozen=True, slots=True)
class Arrival:
    """How an event of an export had arrived where it was exported. Its place is kept unless the session has got
    further."""

    sequence: int
    recorded_at: datetime
    actor: str | None = None


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event as it was sent. `occurred_at` keeps its own offset; absent, it is the moment of arrival.

    `id_is_new`: the id was made for it, so that nothing can lie there yet. `arrival`: of an event that is imported.
    """

    role: EventRole
    content: str
    event_id: str
    id_is_new: bool = False
    occurred_at: datetime | None = None
    speaker: str | None = None
    tool: str | None = None
    importance: Importance = Importance.NORMAL
    kind: EventKind = EventKind.TURN
    corrects: tuple[str, ...] = ()
    arrival: Arrival | None = None

    @property
    def size(self) -> int:
        """Bytes of its texts, and room for the rest of its records."""
        texts = (self.content, self.event_id, self.speaker or "", self.tool or "", *self.corrects)
        return sum(len(text.encode()) for text in texts) + 2_000


@dataclass(frozen=True, slots=True)
class Event:
    """An event as it is kept: `sequence` is its place in the session, `recorded_at` its arrival, `actor` the principal
    whose request it came with, which is another's when somebody acts for the owner. `whole`: else the content is but
    the beginning of a long one. `bound`: the constraints of a long one as a whole, which lie beside its beginning."""

    event_id: str
    sequence: int
    role: EventRole
    content: str
    occurred_at: datetime
    recorded_at: datetime
    speaker: str | None = None
    tool: str | None = None
    importance: Importance = Importance.NORMAL
    kind: EventKind = EventKind.TURN
    corrects: tuple[str, ...] = ()
    actor: str | None = None
    whole: bool = True
    bound: tuple[str, ...] = ()

    @property
    def evidence_at(self) -> datetime:
        return evidence_instant(self.occurred_at, self.recorded_at)

    @property
    def constraints(self) -> tuple[str, ...]:
        """What a person plainly forbids, limits or obliges in it, sentence by sentence."""
        if self.role is not EventRole.USER:
            return ()
        return self.bound or spoken_constraints(self.content)


def beyond_beginning(content: str, policy: SessionPolicy) -> int:
    """Bytes that lie in parts."""
    return max(0, len(content.encode()) - policy.inline_bytes)
