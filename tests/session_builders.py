"""Sessions for tests: the real use cases over records in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.adapters.system import UuidV7Ids
from shared.adapters.testing.in_memory import InMemoryRecords
from shared.domain.deletion.barrier import DeletionRequest, Selector, SelectorKind, Target
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery
from shared.domain.scopes import Scope
from shared.domain.sessions.session import EventRole, NewEvent, SessionPolicy
from shared.ports import Clock, IdSource, RecordStore, Remove, SearchIndex, Upsert
from shared.records.ledger.idempotency import IdempotencyKey
from shared.usecases.deletion import run_deletion
from shared.usecases.deletion.request_deletion import request_deletion
from shared.usecases.services import Services
from shared.usecases.sessions.append_events import AppendAnswer, append_events
from shared.usecases.sessions.list_events import EventQuery, list_events
from shared.usecases.sessions.open_session import create_session
from tests.builders import NOW, InProcessDeletions, MovableClock, a_caller
from tests.ciphers import ShiftingCipher
from tests.ranking_builders import PLAIN

__all__ = ["ANN", "ANN_SCOPE", "BOB", "NOW", "Harness", "MovableClock", "answered", "said", "services_for_tests"]

ANN, BOB = a_caller("ann"), a_caller("bob")
ANN_SCOPE = ANN.bound


class EmptyIndex:
    """Nothing of a session is indexed."""

    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        return []

    def apply(self, actions: Sequence[Upsert | Remove]) -> list[str]:
        return []

    def ids_within(self, org: str, scope: str, *, limit: int, memory_ids: Sequence[str] = ()) -> list[str]:
        return []

    def refresh(self) -> None:
        return


def services_for_tests(
    records: RecordStore | None = None, clock: Clock | None = None, policy: SessionPolicy | None = None
) -> Services:
    clock = clock or MovableClock()
    ids: IdSource = UuidV7Ids(clock)
    search: SearchIndex = EmptyIndex()
    return Services(
        records=records or InMemoryRecords(),
        search=search,
        embedder=DeterministicEmbedder(),
        calibration=PLAIN,
        clock=clock,
        ids=ids,
        deletions=InProcessDeletions(),
        cipher=ShiftingCipher(),
        randomness=lambda count: b"\x07" * count,
        session_policy=policy or SessionPolicy(),
    )


def said(
    content: str,
    event_id: str | None = None,
    role: EventRole = EventRole.USER,
    occurred_at: datetime | None = None,
) -> NewEvent:
    return NewEvent(role, content, event_id or f"id of {content}", occurred_at=occurred_at)


def answered(content: str) -> NewEvent:
    return said(content, role=EventRole.ASSISTANT)


@dataclass
class Harness:
    """Ann's session `s1`, and what a test does with it."""

    clock: MovableClock = field(default_factory=MovableClock)
    records: RecordStore = field(default_factory=InMemoryRecords)
    policy: SessionPolicy = field(default_factory=SessionPolicy)
    services: Services = field(init=False)

    def __post_init__(self) -> None:
        self.services = services_for_tests(self.records, self.clock, self.policy)

    def open(self, session_id: str = "s1", ttl: timedelta | None = None, scope: Scope | None = None) -> None:
        create_session(self.services, ANN, scope, session_id, ttl)

    def append(
        self, *events: NewEvent, idempotency: IdempotencyKey | None = None, scope: Scope | None = None
    ) -> AppendAnswer:
        return append_events(self.services, ANN, scope, "s1", events, idempotency)

    def read(self, last_turns: int | None = None) -> list[str]:
        query = EventQuery(last_turns=last_turns, limit=100)
        return [event.content for event in list_events(self.services, ANN, "s1", query).items]

    def walk(self, limit: int, *, newest_first: bool = False) -> list[str]:
        found: list[str] = []
        cursor: str | None = None
        while True:
            query = EventQuery(limit=limit, cursor=cursor, newest_first=newest_first)
            page = list_events(self.services, ANN, "s1", query)
            found += [event.content for event in page.items]
            cursor = page.next_cursor
            if cursor is None:
                return found

    def ask_for_deletion(self) -> DeletionRequest:
        return request_deletion(self.services, ANN, None, "d1", Selector(SelectorKind.SUBJECT))

    def complete(self, request: DeletionRequest) -> DeletionRequest:
        """All steps of the workflow; raises when anything is left."""
        owner, id = request.scope.owner, request.request_id
        run_deletion.begin(self.services, owner, id)
        for target in Target:
            while run_deletion.purge_page(self.services, owner, id, target)[1]:
                pass
        assert run_deletion.verify(self.services, owner, id) == 0
        return run_deletion.finish(self.services, owner, id)
