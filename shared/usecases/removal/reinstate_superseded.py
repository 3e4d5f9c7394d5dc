"""A memory that had superseded others is removed or loses some of its text: what becomes of those others. If it is
removed because its source was removed or corrected, the result is as if it had never been written: the others become
current again, unless something else has taken their place. If it was deleted by its name or type, the requester
wants nothing back: ended memories stay ended and no longer name it; an end that was only scheduled is cancelled.
This is done before the memory itself changes, each in a transaction of its own and any number of times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import cast

from shared.domain.audit.chain import AuditAction
from shared.domain.deletion.barrier import DeletionRequest, SelectorKind
from shared.domain.deletion.selectors import successor_link
from shared.domain.meaning.approvals import CLOSED, approved_in, closed_in
from shared.domain.memories.memory import ENDED, Ending, Memory, Status
from shared.domain.memories.quarantine import FROM_OUTSIDE
from shared.domain.memories.scheduled import resumed_in
from shared.domain.reviews.resolution import BECAUSE
from shared.domain.reviews.review import ReviewKind
from shared.domain.scopes import Scope
from shared.domain.writing.arbitration import across_keys
from shared.domain.writing.by_meaning import MERGED
from shared.domain.writing.decisions import WritePolicy
from shared.domain.writing.incoming import claim_of
from shared.domain.writing.reinstatement import restored_status
from shared.language.comparison.relation import Relation, relate
from shared.records import keys
from shared.records.ledger.reviews import open_review
from shared.records.memories.memory_change import (
    Author,
    Free,
    audited,
    edge_keys,
    pointer_keys,
    remove_current,
)
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Table
from shared.usecases.barrier.check import as_it_is, barrier_checks, visible
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.memories.make_current import make_current
from shared.usecases.removal.progress import CHANGED, TO_REMOVE, note
from shared.usecases.retry import until_committed
from shared.usecases.services import Services

# They were judged to be about one matter when the one superseded the other.
_NEAR = 1.0


def _nothing(_: Memory) -> bool:
    return False


def reinstate(
    services: Services,
    request: DeletionRequest | None,
    before: Memory,
    after: Memory | None,
    author: Author,
    *,
    kept_out: Callable[[Memory], bool] = _nothing,
) -> None:
    """`before` becomes `after`, or is removed, by a deletion or without a `request`; memories in `kept_out` stay as
    they are. Raises `Unavailable` when the race for one that it had superseded is lost `WritePolicy.attempts` times."""
    if after is not None and after.status in ENDED:
        return
    for memory_id, place in dict(_superseded(services, before)).items():
        _judge_again(services, request, before, after, place, memory_id, author, kept_out)


def _superseded(services: Services, winner: Memory) -> Iterator[tuple[str, Scope]]:
    if winner.supersedes is not None and winner.supersedes != winner.memory_id:
        yield winner.supersedes, winner.scope  # from before edges existed
    source, after = successor_link(winner.memory_id), None
    while True:
        page = services.records.page(
            Table.MEMORIES, keys.path(winner.scope.owner), sk_prefix=keys.edge_prefix(source), after=after
        )
        for edge in page.records:
            if edge.attributes["source"] == source:
                yield str(edge.attributes["memory_id"]), Scope.parse(str(edge.attributes["scope"]))
        after = page.next_after
        if after is None:
            return


def _judge_again(
    services: Services,
    request: DeletionRequest | None,
    before: Memory,
    after: Memory | None,
    place: Scope,
    memory_id: str,
    author: Author,
    kept_out: Callable[[Memory], bool],
) -> None:
    current = keys.current(place, memory_id)
    touched = () if request is None else (keys.touched(request.scope, request.request_id, memory_id),)
    wanted = (current, keys.barrier(place), keys.salt(place), *touched)

    def attempt() -> None:
        reading = Reading.of(wanted, services.records.get(wanted))
        barrier, salt = whole_barrier(services, reading[wanted[1]]), reading[wanted[2]]
        noted = next((reading[key] for key in touched), None)
        if visible(reading[current], barrier, author.at) is None or salt is None:
            return
        other = as_it_is(reading[current], author.at)
        if other is None or (noted is not None and noted.attributes["state"] == TO_REMOVE):
            return
        if other.ending.superseded_by != before.memory_id or _still_falls(other, before, after, services.write_policy):
            return
        if kept_out(other):
            return
        pointers = pointer_keys(other)
        reading |= Reading.of(pointers, services.records.get(pointers))
        free = Free(author.at, barrier.hidden)
        if after is None and _by_name(request, before) and other.ending.because == MERGED:
            # The memory that it merged is the same statement.
            trail = audited(other, AuditAction.DELETED, author, cast("bytes", salt.attributes["salt"]))[1]
            services.records.commit(remove_current(other, reading) | Change(removes=edge_keys(other)) | trail)
            return
        if after is None and _by_name(request, before) and not _goes_on(other, author.at):
            found = replace(other, ending=replace(other.ending, superseded_by=None))
        else:
            taken_by = _taken_by(services, before, after, reading, author.at)
            ending = replace(other.ending, superseded_by=taken_by)
            found = replace(other, ending=ending)
            if taken_by is None:
                found = _standing_again(other, before, services.write_policy)
        found, trail = audited(found, AuditAction.SUCCESSOR_LOST, author, cast("bytes", salt.attributes["salt"]))
        change = trail | make_current(services, found, reading, author, free)
        change |= Change(removes=(keys.edge(place, successor_link(before.memory_id), memory_id),))
        change |= barrier_checks(reading, place, author.at)
        if found.status is Status.CANDIDATE and other.status is not Status.CANDIDATE:
            change |= open_review(ReviewKind.CANDIDATE, (found,), FROM_OUTSIDE, services.ids.new(), author.at)
        change |= Change() if request is None else note(services, request, place, memory_id, CHANGED)
        services.records.commit(change)

    until_committed(attempt, services.write_policy.attempts, "too many writers of a memory that was superseded at once")


def _still_falls(other: Memory, before: Memory, after: Memory | None, policy: WritePolicy) -> bool:
    """Whether the remaining part of the winner would have superseded it as well, or says the same now. A person's
    decision stays."""
    if after is None:
        return False
    if other.ending.because in (BECAUSE, MERGED) or after.content_hash == other.content_hash:
        return True
    if other.ending.because == CLOSED:
        return any(approved_in(other.content) & closed_in(version.content) for version in after.timeline)
    reported = {version.content_hash for version in before.timeline}
    return any(
        _overlap(version, other, _reopened(other, before))
        and (
            version.content_hash in reported
            or relate(other.content, version.content, _NEAR).relation is Relation.CONTRADICTS
        )
        and across_keys(claim_of(other), claim_of(version), policy.arbitration).incoming_stands
        for version in after.timeline
        if after.status is not Status.CANDIDATE
    )


def _overlap(version: Memory, other: Memory, end: datetime | None) -> bool:
    """Whether both would hold at once, the other until that end."""
    starts_within = end is None or version.valid_from < end
    return starts_within and (version.valid_to is None or version.valid_to > other.valid_from)


def _goes_on(other: Memory, now: datetime) -> bool:
    """A memory that is to end on a day to come, when the removed one begins, or that the removed one covers for a time:
    it has not ended yet."""
    if other.status in ENDED:
        return False
    return resumed_in(other) is not None or (other.valid_to is not None and other.valid_to > now)


def _by_name(request: DeletionRequest | None, removed: Memory) -> bool:
    """Whether the deletion selects this memory itself, and not one of its sources."""
    if request is None:
        return False
    if request.selector.kind is SelectorKind.MEMORY:
        return removed.memory_id in request.memory_ids
    labelled = request.selector.kind in (SelectorKind.TYPE, SelectorKind.CONSENT)
    return labelled and request.scope.contains(removed.scope)


def _taken_by(services: Services, before: Memory, after: Memory | None, reading: Reading, now: datetime) -> str | None:
    """The memory that has its place now: the one that superseded the winner."""
    successor = before.ending.superseded_by if after is None and before.status is Status.SUPERSEDED else None
    if successor is None:
        return None
    (record,) = services.records.get([keys.current(before.scope, successor)])
    there = visible(record, whole_barrier(services, reading[keys.barrier(before.scope)]), now)
    return None if there is None else successor


def _standing_again(other: Memory, removed: Memory, policy: WritePolicy) -> Memory:
    """As before, a fact if it was one; the scan compares it with the memories that were written since. A version
    that was scheduled to follow on the removed one follows on it."""
    end, cut_from, follows = _reopened(other, removed), other.ending.cut_from[:0], None
    again = resumed_in(other)
    upcoming = tuple(one for one in other.schedule.upcoming if one is not again)
    if upcoming and (end is None or end > upcoming[0].valid_from):
        end = upcoming[0].valid_from
    next_begins = removed.valid_to if removed.status not in ENDED and removed.ending.superseded_by is not None else None
    if next_begins is not None and (end is None or end >= next_begins):
        cut_from = removed.ending.cut_from if end == next_begins else (end,)
        end, follows = next_begins, removed.ending.superseded_by
    return replace(
        other,
        status=restored_status(other, policy) if other.status is Status.SUPERSEDED else other.status,
        ending=Ending(superseded_by=follows, cut_from=cut_from),
        valid_to=end,
        schedule=replace(other.schedule, upcoming=upcoming),
        upkeep=replace(other.upkeep, scanned_at=None),
    )


def _reopened(other: Memory, removed: Memory) -> datetime | None:
    """Records from before the cut-off end was kept show it by the day."""
    if other.ending.cut_from:
        return other.ending.cut_from[0]
    return None if other.valid_to == max(removed.valid_from, other.valid_from) else other.valid_to
