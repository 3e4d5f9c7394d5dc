"""Records the calls to AWS and to the record store, for tests that assert budgets and stage races."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from shared.ports import RecordStore
from shared.records.store.record import Change, DuePage, Key, Page, Record, Table


@dataclass(slots=True)
class AwsCalls:
    """The calls that watched boto3 clients made, as (service, operation) in order: `("dynamodb", "PutItem")`.

    A call that botocore retries by itself is one call; a client of `dynamodb.client` does not retry by itself.
    """

    made: list[tuple[str, str]] = field(default_factory=list)

    def watch(self, client: Any) -> None:
        client.meta.events.register("before-call", self._seen)

    def _seen(self, model: Any, **_: object) -> None:
        self.made.append((model.service_model.service_name, model.name))

    def count(self, service: str | None = None) -> int:
        return sum(1 for name, _ in self.made if service in (None, name))

    def by_operation(self) -> Counter[tuple[str, str]]:
        return Counter(self.made)

    def clear(self) -> None:
        self.made.clear()


@dataclass(slots=True)
class RecordingRecords:
    """A record store that remembers what was asked of it.

    `before_commit` runs ahead of each commit with the change: a test writes through `inner` there to win a race, or
    raises `StoreUnavailable` to be an outage.
    """

    inner: RecordStore
    before_commit: Callable[[Change], None] | None = None
    calls: list[str] = field(default_factory=list)
    commits: list[Change] = field(default_factory=list)

    def get(self, keys: Sequence[Key], *, consistent: bool = True) -> list[Record | None]:
        self.calls.append("get")
        return self.inner.get(keys, consistent=consistent)

    def page(
        self, table: Table, pk: str, *, sk_prefix: str = "", after: str | None = None, limit: int = 100,
        newest_first: bool = False,
    ) -> Page:  # fmt: skip
        self.calls.append("page")
        return self.inner.page(
            table, pk, sk_prefix=sk_prefix, after=after, limit=limit, newest_first=newest_first
        )  # fmt: skip

    def due(self, before: datetime, *, after: str | None = None, limit: int = 100) -> DuePage:
        self.calls.append("due")
        return self.inner.due(before, after=after, limit=limit)

    def commit(self, change: Change) -> None:
        self.calls.append("commit")
        if self.before_commit is not None:
            self.before_commit(change)
        self.inner.commit(change)
        self.commits.append(change)
