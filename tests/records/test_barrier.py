"""The deletion barrier: what it keeps out and hides, and that it comes down only when everything is done."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.deletion.barrier import Barrier, BarrierState, DeletionRequest, Selector, SelectorKind
from shared.domain.errors import DeletedBefore, SubjectDeleting
from shared.domain.instants import sort_text
from shared.records import keys
from shared.records.deletion import deletion_codec
from shared.records.store.preconditions import holds
from shared.records.store.record import BarrierClear
from tests.builders import ANN, NOW, days

TICK = timedelta(microseconds=1)


def of_subject(request_id: str = "r1", at: datetime = NOW, epoch: int = 1) -> DeletionRequest:
    return DeletionRequest(request_id, ANN, Selector(SelectorKind.SUBJECT), at, "ann", epoch=epoch)


def of_memories(*ids: str, request_id: str = "r2", at: datetime = NOW, epoch: int = 1) -> DeletionRequest:
    places = tuple((id, ANN) for id in ids)
    return DeletionRequest(request_id, ANN, Selector(SelectorKind.MEMORY, ids), at, "ann", places=places, epoch=epoch)


def writes(barrier: Barrier, evidence_at: datetime) -> str:
    try:
        barrier.refuse_write(evidence_at)
    except (SubjectDeleting, DeletedBefore) as refusal:
        return refusal.code
    return "ok"


def test_where_nothing_was_ever_deleted_everything_is_open() -> None:
    barrier = Barrier()
    assert writes(barrier, datetime.fromisoformat("0001-01-03T00:00:00Z")) == "ok"
    assert not barrier.hides("m", 0)
    assert not barrier.dying("m", NOW)
    assert not barrier.needs_tombstones(datetime.fromisoformat("0001-01-03T00:00:00Z"))


def test_a_deletion_of_the_subject_refuses_and_hides_everything_while_it_runs() -> None:
    raised = Barrier().raised(of_subject())
    assert raised.state is BarrierState.DELETING
    assert raised.hides_everything()
    for at in (NOW - days(1), NOW, NOW + days(1)):
        assert writes(raised, at) == "subject_deleting"
        assert raised.hides("m", 1)


def test_after_it_only_what_is_younger_is_written_and_read_for_ever() -> None:
    lowered = Barrier().raised(of_subject()).lowered(of_subject(), ())
    assert (lowered.state, lowered.requests) == (BarrierState.CLEAR, ())
    assert writes(lowered, NOW) == "deleted_before"
    assert writes(lowered, NOW + TICK) == "ok"
    assert lowered.hides("m", 0)
    assert not lowered.hides("m", 1)
    second = of_memories("m2", at=NOW + days(9), epoch=2)
    later = lowered.raised(second).lowered(second, ())
    assert (later.epoch, later.hides("m", 0), later.hides("m", 1)) == (2, True, False)
    assert writes(later, NOW) == "deleted_before"
    assert writes(later, NOW + TICK) == "ok"


def test_a_deletion_of_memories_hides_only_them_and_blocks_no_writer() -> None:
    raised = Barrier().raised(of_memories("m1", "m2"))
    assert raised.state is BarrierState.CLEAR
    assert [raised.hides(id, 0) for id in ("m1", "m2", "m3")] == [True, True, False]
    assert writes(raised, NOW - days(9)) == "ok"
    lowered = raised.lowered(of_memories("m1", "m2"), ())
    assert not lowered.hides("m1", 0)
    assert lowered.narrow_before == sort_text(NOW)


def test_evidence_that_a_running_deletion_covers_is_refused_under_its_name_and_younger_evidence_starts_anew() -> None:
    raised = Barrier().raised(of_memories("m1"))
    with pytest.raises(DeletedBefore):
        raised.dying("m1", NOW)
    assert raised.dying("m1", NOW + TICK)
    assert not raised.dying("m3", NOW - days(1))


def test_an_acceptance_is_never_earlier_than_one_before_it() -> None:
    for request in (of_subject(at=NOW), of_memories("m1", at=NOW)):
        barrier = Barrier().raised(request)
        assert barrier.accepts_at(NOW - days(1)) == NOW
        assert barrier.accepts_at(NOW + TICK) == NOW + TICK
    assert Barrier().accepts_at(NOW) == NOW


def test_tombstones_are_asked_only_for_evidence_older_than_the_last_narrow_deletion() -> None:
    barrier = Barrier().raised(of_memories("m1")).lowered(of_memories("m1"), ())
    assert barrier.needs_tombstones(NOW)
    assert barrier.needs_tombstones(NOW - days(9))
    assert not barrier.needs_tombstones(NOW + TICK)


def test_the_barrier_stays_up_until_the_last_deletion_of_the_subject_is_done() -> None:
    both = Barrier().raised(of_subject("r1")).raised(of_subject("r2", NOW + days(1)))
    one = both.lowered(of_subject("r1"), (of_subject("r2", NOW + days(1)),))
    assert one.state is BarrierState.DELETING
    assert one.requests == ("r2",)
    assert one.deleted_before == sort_text(NOW + days(1))
    assert one.lowered(of_subject("r2"), ()).state is BarrierState.CLEAR


_requests = st.lists(
    st.tuples(st.sampled_from(["subject", "m1", "m2"]), st.integers(-3, 3), st.booleans()), min_size=1, max_size=8
)


@given(_requests)
def test_any_order_of_deletions_forgets_no_bound_and_hides_exactly_what_is_open(
    asked: list[tuple[str, int, bool]],
) -> None:  # fmt: skip
    barrier = Barrier()
    unfinished: dict[str, DeletionRequest] = {}
    bound = ""
    for number, (what, day, ends) in enumerate(asked):
        at, name = NOW + days(day), f"r{number}"
        request = of_subject(name, at) if what == "subject" else of_memories(what, request_id=name, at=at)
        barrier = barrier.raised(request)
        unfinished[name] = request
        if what == "subject":
            bound = max(bound, sort_text(at))
        if ends:
            done = unfinished.pop(next(iter(unfinished)))
            barrier = barrier.lowered(done, tuple(unfinished.values()))
        running = any(r.selector.kind is SelectorKind.SUBJECT for r in unfinished.values())
        assert (barrier.state is BarrierState.DELETING) == running
        assert barrier.deleted_before == bound
        assert barrier.hidden == {id for r in unfinished.values() for id in r.memory_ids}
        assert barrier.requests == tuple(unfinished)


@given(_requests, st.integers(-5, 5))
def test_what_the_domain_accepts_the_check_of_the_store_accepts_too(
    asked: list[tuple[str, int, bool]], day: int
) -> None:
    barrier = Barrier()
    for number, (what, at, ends) in enumerate(asked):
        request = (
            of_subject(f"r{number}", NOW + days(at), number + 1)
            if what == "subject"
            else of_memories(what, at=NOW + days(at), epoch=number + 1)
        )
        barrier = barrier.raised(request)
        if ends:
            barrier = barrier.lowered(request, ())
    record = deletion_codec.barrier_record(ANN, barrier, None)
    evidence_at = NOW + days(day)
    assert holds(BarrierClear(keys.barrier(ANN), evidence_at, barrier.epoch), record) == (
        writes(barrier, evidence_at) == "ok"
    )
    assert deletion_codec.barrier(record) == barrier
