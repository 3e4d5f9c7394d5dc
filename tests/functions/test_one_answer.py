"""One effect and one answer for a request and its retries, at every route that changes something."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from shared.adapters.testing.in_memory import InMemoryWalk
from shared.contracts.routes import ROUTES
from shared.domain.errors import StoreUnavailable
from shared.ports import RecordStore, RecordWalk
from shared.records.store.record import Change, Record, Table
from shared.runtime import api as runtime_api
from shared.runtime import bootstrap
from tests.builders import World, a_world
from tests.contract.records.dynamodb_tables import moto_for_dynamodb
from tests.contract.records.stored_world import a_stored_world
from tests.functions.calls import Answer, Api
from tests.functions.changing_routes import ANN, CASES, SECRET, Sent, send

# They look, however much: what they write is what was looked at.
LOOKING = {
    "POST /v1/recall", "POST /v1/context", "POST /v1/sessions/{session_id}/search", "POST /v1/deletions/preview",
    "POST /v1/deletions/{request_id}/verify", "POST /v1/memories/batch/read", "POST /v1/recall/batch",
}  # fmt: skip
# What a retry shows as it is now, or not at all once it is deleted.
AS_IT_IS_NOW = frozenset({"memory", "members", "content", "state", "pending", "data"})
every_route = pytest.mark.parametrize("route", sorted(CASES))
# Whose retry once got a contradictory answer, in moto too: each of the others keeps its answer in the same way.
IN_MOTO = (
    "POST /v1/memories/{memory_id}/promote", "POST /v1/sessions/{session_id}/complete",
    "POST /v1/tasks/complete",
    "POST /v1/reviews/{review_id}/resolve",
)  # fmt: skip
over_stores = pytest.mark.parametrize(
    ("route", "store"),
    [(route, store) for route in sorted(CASES) for store in ("in_memory", "sqlite")]
    + [(route, "dynamodb") for route in IN_MOTO],
)


def test_every_route_that_changes_something_has_its_case_here() -> None:
    assert set(CASES) == {route.key for route in ROUTES if route.changes}
    reading = {route.key for route in ROUTES if not route.changes and route.method != "GET"}
    assert reading == LOOKING


@contextmanager
def _api(store: str, folder: Path) -> Iterator[tuple[Api, RecordWalk]]:
    with ExitStack() as entered:
        client = entered.enter_context(moto_for_dynamodb()) if store == "dynamodb" else None
        world = entered.enter_context(a_stored_world(store, folder, client))
        yield Api(world), world.walk


def _effects(walk: RecordWalk) -> Counter[str]:
    """How many records there are of each kind, those that keep the answers among them."""
    kinds: Counter[str] = Counter()
    for table in Table:
        after: str | None = None
        while True:
            page = walk.walk(table, after=after)
            kinds.update(f"{table}:{key.sk.partition('#')[0]}" for key in page.keys)
            after = page.next_after
            if after is None:
                break
    return kinds


def _fixed(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _fixed(item) for name, item in value.items() if name not in AS_IT_IS_NOW}
    return [_fixed(item) for item in value] if isinstance(value, list) else value


def _prepared(api: Api, route: str) -> Sent:
    return CASES[route].prepare(api)


def _done(answer: Answer) -> Answer:
    assert 200 <= answer.status < 300, answer.text
    return answer


@over_stores
def test_a_retry_gets_the_first_answer_and_has_no_effect(route: str, store: str, tmp_path: Path) -> None:
    with _api(store, tmp_path) as (api, walk):
        sent = _prepared(api, route)
        first = _done(send(api, sent))
        effects = _effects(walk)
        again = send(api, sent)
        assert (again.status, again.json) == (first.status, first.json)
        assert ("idempotency-replayed" in first.headers, again.headers["idempotency-replayed"]) == (False, "true")
        assert _effects(walk) == effects
        other = {**sent, "raw": b'{"content": "x", "type": "semantic"} '}
        send(api, other).is_problem(*((422, "idempotency_mismatch") if _takes_any(route) else (400, "malformed")))


def _takes_any(route: str) -> bool:
    """Whether that body is well-formed for the route: what is not is refused before anything is looked up."""
    bodiless = route.startswith("DELETE") or route.endswith(("/claim", "/apply"))
    return bodiless or route in ("POST /v1/memories", "POST /v1/import", "POST /v1/import/sessions")


def _subject_deleted(api: Api, *, drained: bool) -> None:
    body = {"request_id": "all", "selector": {"kind": "subject"}}
    assert api("POST", "/v1/deletions", body, ANN).status == 202
    if drained:
        api.world.drain()


GENERAL: dict[str, Callable[[Api], None]] = {
    "hours later": lambda api: api.world.clock.advance(timedelta(hours=23, minutes=59)),
    "the subject is being deleted": lambda api: _subject_deleted(api, drained=False),
    "the subject was deleted": lambda api: _subject_deleted(api, drained=True),
}
LATER = [("in_memory", route, what) for route in sorted(CASES) for what in (*GENERAL, *CASES[route].since)] + [
    (store, route, what)
    for store in ("sqlite", "dynamodb")
    for route in IN_MOTO
    for what in ("hours later", *CASES[route].since)
]


@pytest.mark.parametrize(("store", "route", "what"), LATER)
def test_whatever_became_of_the_source_a_retry_gets_the_first_answer(
    store: str, route: str, what: str, tmp_path: Path
) -> None:
    with _api(store, tmp_path) as (api, walk):
        sent = _prepared(api, route)
        first = _done(send(api, sent))
        assert SECRET not in repr(api.world.records(prefix="idem#"))
        if what in GENERAL:
            GENERAL[what](api)
        else:
            CASES[route].since[what](api, sent, first)
        effects = _effects(walk)
        again = send(api, sent)
        assert (again.status, again.headers["idempotency-replayed"]) == (first.status, "true"), again.text
        assert _fixed(again.json) == _fixed(first.json)
        assert _effects(walk) == effects
        if "deleted" in what:
            assert SECRET not in again.text


@every_route
def test_after_a_day_the_key_is_free(api: Api, route: str) -> None:
    sent = _prepared(api, route)
    _done(send(api, sent))
    api.world.clock.advance(timedelta(hours=24))
    assert "idempotency-replayed" not in send(api, sent).headers


# --- Two at once


def _in_a_thread(act: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=act)
    thread.start()
    return thread


@over_stores
def test_two_at_once_have_one_effect_and_one_answer(route: str, store: str, tmp_path: Path) -> None:
    with _api("in_memory", tmp_path) as (api, walk):
        _done(send(api, _prepared(api, route)))
        alone = _effects(walk)
    with _api(store, tmp_path) as (api, walk):
        sent, answers = _prepared(api, route), []
        start = threading.Barrier(2)

        def act() -> None:
            start.wait()
            answers.append(send(api, sent))

        for thread in [_in_a_thread(act) for _ in range(2)]:
            thread.join()
        one, other = (_done(answer) for answer in answers)
        assert (one.status, _fixed(one.json)) == (other.status, _fixed(other.json))
        assert _effects(walk) == alone


class Interrupted:
    """A store before whose n-th call another request is carried out from beginning to end."""

    def __init__(self, inner: RecordStore, at: int, other: Callable[[], None]) -> None:
        self.inner, self.at, self.other, self.calls = inner, at, other, 0
        self.mine = threading.current_thread()

    def _called(self) -> None:
        if threading.current_thread() is self.mine:
            self.calls += 1
            if self.calls == self.at:
                _in_a_thread(self.other).join()

    def get(self, keys: Any, **options: Any) -> list[Record | None]:
        self._called()
        return self.inner.get(keys, **options)

    def page(self, table: Table, pk: str, **options: Any) -> Any:
        self._called()
        return self.inner.page(table, pk, **options)

    def due(self, before: Any, **options: Any) -> Any:
        return self.inner.due(before, **options)

    def commit(self, change: Change) -> None:
        self._called()
        self.inner.commit(change)


class Breaking:
    """A store that breaks off at its n-th commit, before it is done or before anybody hears of it."""

    def __init__(self, inner: RecordStore, at: int, *, done: bool) -> None:
        self.inner, self.at, self.done, self.commits = inner, at, done, 0

    def get(self, keys: Any, **options: Any) -> list[Record | None]:
        return self.inner.get(keys, **options)

    def page(self, table: Table, pk: str, **options: Any) -> Any:
        return self.inner.page(table, pk, **options)

    def due(self, before: Any, **options: Any) -> Any:
        return self.inner.due(before, **options)

    def commit(self, change: Change) -> None:
        self.commits += 1
        if self.commits != self.at or self.done:
            self.inner.commit(change)
        if self.commits == self.at:
            raise StoreUnavailable("broken off")


@every_route
@pytest.mark.parametrize("done", [False, True])
def test_what_broke_off_at_any_commit_is_finished_by_a_retry(route: str, done: bool) -> None:
    with a_world() as world:
        api = Api(world)
        expected = _done(send(api, _prepared(api, route)))
        alone = _left(world)
    at = 1
    while _is_broken_off(route, at, done, alone, expected):
        at += 1
    assert at > 1


# Items of a plan that nobody knows, gone in a day; counts that may miss a little; vectors that are made again; what was
# written in the last ten seconds, which the index shows by then.
_BESIDE = {"ledger:planitems", "ledger:met", "memories:tune", "memories:latest", "sessions:evv"}


def _left(world: World) -> Counter[str]:
    return Counter({kind: n for kind, n in _effects(InMemoryWalk(world.store)).items() if kind not in _BESIDE})


def _is_broken_off(route: str, at: int, done: bool, alone: Counter[str], expected: Answer) -> bool:
    with a_world() as world:
        api = Api(world)
        sent = _prepared(api, route)
        breaking = Breaking(world.stream, at, done=done)
        bootstrap.install(replace(world.services, records=breaking))
        send(api, sent)
        bootstrap.install(world.services)
        world.clock.advance(timedelta(minutes=2))  # a lease of who broke off is over
        retried = _done(send(api, sent))
        again = _done(send(api, sent))
        assert (again.status, _fixed(again.json)) == (retried.status, _fixed(retried.json)), at
        assert retried.status == expected.status
        assert _left(world) == alone, at
        return breaking.commits >= at


@every_route
def test_a_retry_that_overtakes_the_first_anywhere_is_answered_as_that(
    route: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime_api, "_WAIT_S", 0.0)
    with a_world() as world:
        api = Api(world)
        _done(send(api, _prepared(api, route)))
        alone = _effects(InMemoryWalk(world.store))
    at = 1
    while _is_overtaken(route, at, alone):
        at += 1
    assert at > 2


def _is_overtaken(route: str, at: int, alone: Counter[str]) -> bool:
    """Whether the first request made so many calls."""
    with a_world() as world:
        api, others = Api(world), list[Answer]()
        sent = _prepared(api, route)
        stopping = Interrupted(world.stream, at, lambda: others.append(send(api, sent)))
        bootstrap.install(replace(world.services, records=stopping))
        mine = send(api, sent)
        if not others:
            return False
        answers = [send(api, sent) if answer.status == 503 else answer for answer in (mine, others[0])]
        first, again = (_done(answer) for answer in answers)
        assert (first.status, first.json) == (again.status, again.json), at
        assert _effects(InMemoryWalk(world.store)) == alone, at
        return True
