"""A memory loses a source. With its last source it is removed; otherwise it stays, with the text and the evidence of
the sources that are left. The removal is noted in the ledger first, so that a broken-off step is taken up again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from shared.domain.audit.chain import AuditAction
from shared.domain.deletion.barrier import DeletionRequest, Target
from shared.domain.deletion.promoted_copies import forgotten
from shared.domain.deletion.selectors import SelectorKind
from shared.domain.memories.memory import Memory, Status
from shared.domain.memories.provenance import origin_of
from shared.domain.reviews.review import ReviewKind
from shared.domain.scopes import Scope
from shared.domain.writing.incoming import claim_of
from shared.domain.writing.reinstatement import carrying, judged_again, standing
from shared.records import keys
from shared.records.ledger.reviews import open_review
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import (
    Author,
    Free,
    audited,
    edge_keys,
    pointer_keys,
)
from shared.records.memories.vectors import own_vectors, stored_vector, with_own_vector
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Key, Record, RevisionIs, Table
from shared.usecases.memories.make_current import make_current
from shared.usecases.removal.progress import CHANGED, TO_REMOVE, count, note
from shared.usecases.removal.reinstate_superseded import reinstate
from shared.usecases.removal.release_disputes import release
from shared.usecases.removal.remove_memory import rejections_of, remove_completely, remove_records, tombstones
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.writing.commit import embedded, in_space, vectors_put

_VERSIONS_A_CHANGE = 20
_COPIES = 50
_UNCONFIRMED = "the evidence that made it a fact was deleted"


@dataclass(frozen=True, slots=True)
class SourceWithdrawal:
    """The sources that a memory loses: those that the deletion selects. A copy loses what its `origin` does: `lost`
    are the removed versions of the origin (`whole`: all versions, whichever of them the copy was made of; so it is
    when the origin does not exist any more)."""

    request: DeletionRequest
    origin: str | None = None
    lost: tuple[Memory, ...] = ()
    whole: bool = False

    def remaining(self, memory: Memory) -> Memory | None:
        mark = self.request.mark
        if self.origin is None:
            return mark.remaining(memory)
        return mark.left_of_copy(memory, self.origin, self._lost_of(memory, self.origin))

    def _lost_of(self, copy: Memory, origin: str) -> Memory | None:
        same_words = (version for version in self.lost if version.content_hash == copy.content_hash)
        return next(same_words, forgotten(copy, origin) if self.whole else None)


def withdraw_source(
    services: Services, loss: SourceWithdrawal, place: Scope, memory_id: str, via: Key | None = None
) -> int:
    """Takes out of a memory what is lost; how many versions went. `via`: the edge by which it was found: its copies are
    looked at then although it loses nothing, for a writer may have left out meanwhile what is being deleted.

    The edges go last, and `via` unless what is left still rests on it: until all is done, the memory is found by them.
    Raises `Unavailable` when the race for the memory is lost `WritePolicy.attempts` times.
    """
    removed = 0

    def attempt() -> int:
        nonlocal removed  # versions that a lost race has removed already count
        versions = ended_versions(services, place, memory_id)
        (record,) = services.records.get([keys.current(place, memory_id)])
        before = None if record is None else memory_codec.memory(record.attributes).at(services.clock.now())
        ended = [(memory_codec.memory(r.attributes), r) for r in versions]
        plan = _planned(services, loss, before, ended)
        if before is not None and (via is not None or plan.touched or plan.after is not before):
            removed += _copies_follow(services, loss, before, plan)
        removed += _versions_change(services, loss, place, plan, alone=before is None)
        if before is not None and record is not None and (plan.after is not before or plan.deleted):
            removed += _current_changes(services, loss, before, record, plan)
        remaining = [] if before is None or plan.after is None else [plan.after, *(v for v, _ in plan.kept)]
        kept = {key for memory in remaining for key in edge_keys(memory)}
        known = [*([] if before is None else [before]), *(version for version, _ in ended)]
        to_remove = [*([] if via is None else [via]), *(key for memory in known for key in edge_keys(memory))]
        remove_records(services, [key for key in to_remove if key not in kept])
        return removed

    return until_committed(attempt, services.write_policy.attempts, "too many writers of this memory at once")


@dataclass(frozen=True, slots=True)
class _Plan:
    """The current version afterwards (`None`: the memory is removed), the ended ones that stay, and those that are
    removed. `touched`: whether any of the ended ones is removed or loses something."""

    after: Memory | None
    kept: tuple[tuple[Memory, Record], ...]
    deleted: tuple[tuple[Memory, Record], ...]
    restored: Record | None = None
    touched: bool = False


def _planned(
    services: Services, loss: SourceWithdrawal, before: Memory | None, ended: Sequence[tuple[Memory, Record]]
) -> _Plan:
    kept, deleted, touched = [], [], False
    for version, record in ended:
        remaining = loss.remaining(version)
        touched = touched or remaining is not version
        if remaining is None:
            deleted.append((version, record))
        else:
            kept.append((remaining, record))
    after = None if before is None else loss.remaining(before)
    restored: Record | None = None
    if before is not None and after is None:
        passed = [remaining for version in before.schedule.passed if (remaining := loss.remaining(version)) is not None]
        history = sorted((*(v for v, _ in kept), *passed), key=lambda version: version.version)
        after = standing(before, history, services.clock.now(), services.write_policy)
        number = None if after is None else after.version
        restored = next((record for version, record in kept if version.version == number), None)
        scheduled = [
            remaining for version in before.schedule.upcoming if (remaining := loss.remaining(version)) is not None
        ]
        after = carrying(after, replace(before, schedule=replace(before.schedule, passed=tuple(passed))), scheduled)
    elif before is not None and after is not None and claim_of(after) != claim_of(before):
        history = [version for version, _ in kept]
        after = judged_again(after, history, services.clock.now(), services.write_policy)
        restored = next((record for version, record in kept if version.version == after.version), None)
    return _Plan(after, tuple(kept), tuple(deleted), restored, touched)


def ended_versions(services: Services, place: Scope, memory_id: str) -> list[Record]:
    found: list[Record] = []
    after: str | None = None
    while True:
        page = services.records.page(
            Table.MEMORIES, keys.path(place.owner), sk_prefix=keys.version_prefix(memory_id), after=after
        )
        found += page.records
        after = page.next_after
        if after is None:
            return found


def _copies_follow(services: Services, loss: SourceWithdrawal, before: Memory, plan: _Plan) -> int:
    """The copies lose everything that a memory loses, and the memory itself if the text of which they were made is
    removed."""
    after = plan.after
    carried = _lost(before, after)
    words_go = after is None or (before in carried and after.content_hash != before.content_hash)
    if words_go and before not in carried:
        carried.append(before)
    lost = (*carried, *(version for version, _ in plan.deleted))
    if after is None:
        lost = (*lost, *(version for version, _ in plan.kept))
    else:
        lost = tuple(version for version in lost if version.content_hash != after.content_hash)
    further = replace(loss, origin=before.memory_id, lost=lost, whole=after is None)
    return each_copy(services, further, before.scope, before.memory_id)


def each_copy(services: Services, loss: SourceWithdrawal, place: Scope, memory_id: str) -> int:
    removed, after = 0, None
    origin, prefix = origin_of(memory_id), keys.edge_prefix(origin_of(memory_id))
    while True:
        page = services.records.page(
            Table.MEMORIES, keys.path(place.owner), sk_prefix=prefix, after=after, limit=_COPIES
        )
        for edge in page.records:
            if edge.attributes["source"] == origin:
                lies = Scope.parse(str(edge.attributes["scope"]))
                if loss.request.selector.kind is SelectorKind.SUBJECT and lies.owner == place.owner:
                    continue  # removed with the whole memory
                removed += withdraw_source(services, loss, lies, str(edge.attributes["memory_id"]))
        after = page.next_after
        if after is None:
            return removed


def _versions_change(services: Services, loss: SourceWithdrawal, place: Scope, plan: _Plan, *, alone: bool) -> int:
    """Which ended versions are removed, and what the others lose; the one that becomes current is left to that.
    `alone`: the memory's current record was removed before, and left these behind."""
    changes: list[tuple[Record, Memory | None]] = [(record, None) for _, record in plan.deleted]
    changes += [
        (record, remaining)
        for remaining, record in plan.kept
        if record is not plan.restored and _attributes(remaining, record) != record.attributes
    ]
    if plan.after is None and not alone:
        changes = []  # they are all removed with the memory
    for start in range(0, len(changes), _VERSIONS_A_CHANGE):
        change = Change()
        deleted = []
        for record, remaining in changes[start : start + _VERSIONS_A_CHANGE]:
            change |= Change(checks=(RevisionIs(record.key, record.revision),))
            if remaining is None:
                deleted.append(memory_codec.memory(record.attributes))
                change |= Change(removes=(record.key,))
            else:
                was = memory_codec.memory(record.attributes)
                deleted += [was] if was.content_hash != remaining.content_hash else []
                attributes = _attributes(remaining, record)
                change |= Change(puts=(replace(record, attributes=attributes, revision=record.revision + 1),))
        change |= tombstones(services, place, deleted, loss.request) | rejections_of(deleted, loss.request)
        change |= note(services, loss.request, place, str(changes[0][0].attributes["memory_id"]), CHANGED)
        gone = sum(remaining is None for _, remaining in changes[start : start + _VERSIONS_A_CHANGE])
        change |= count(services, loss.request, Target.MEMORIES, gone)
        services.records.commit(change.in_epoch(keys.path(loss.request.scope.owner), loss.request.epoch))
    return sum(remaining is None for _, remaining in changes)


def _attributes(version: Memory, record: Record) -> Attributes:
    """The change of an ended version, with the vector that its record has, unless that is of a removed text."""
    return with_own_vector(memory_codec.memory_attributes(version), version, own_vectors(record))


def _current_changes(services: Services, loss: SourceWithdrawal, before: Memory, record: Record, plan: _Plan) -> int:
    """Returns how many versions were removed."""
    request, after = loss.request, plan.after
    if after is None:
        services.records.commit(note(services, request, before.scope, before.memory_id, TO_REMOVE))
        return remove_completely(services, request, before.scope, before.memory_id)
    place = before.scope
    author = Author(request.actor, None, services.clock.now())
    if after.content_hash != before.content_hash:
        release(services, before, author, stays=True)
    word, new_word = ((m.content_hash, m.status, claim_of(m), m.schedule.upcoming) for m in (before, after))
    if word != new_word:
        reinstate(services, request, before, after, author)
        after = replace(after, upkeep=replace(after.upkeep, scanned_at=None))
    pointers = dict.fromkeys((*pointer_keys(before), *pointer_keys(after)))
    wanted = [keys.salt(place), keys.vector(place, before.memory_id), *pointers]
    reading = Reading.of(wanted, services.records.get(wanted)).knowing(record)
    change = note(services, request, place, before.memory_id, CHANGED)
    if (before.content, before.background) != (after.content, after.background) and after.sealed is None:
        vector, known = embedded(services, after), reading[keys.vector(place, before.memory_id)]
        after = in_space(services, after, vector)
        if before.schedule.slots or known is None or stored_vector(known).text_hash != vector.text_hash:
            change |= vectors_put(services, after, vector)
    elif before.schedule.slots:
        change |= vectors_put(services, after, None)  # no text of it is left
    salt = reading[keys.salt(place)]
    if salt is not None:
        action = AuditAction.VERSION_REMOVED if after is before else AuditAction.SOURCE_LOST
        after, trail = audited(after, action, author, cast("bytes", salt.attributes["salt"]))
        change |= trail
    if plan.restored is not None:
        checks = (RevisionIs(plan.restored.key, plan.restored.revision),)
        change |= Change(removes=(plan.restored.key,), checks=checks)
    lost = _lost(before, after)
    texts = [*lost, *_reworded(before, after)]
    change |= tombstones(services, place, texts, request) if texts else Change()
    if after.status is Status.CANDIDATE and before.status is not Status.CANDIDATE:
        change |= open_review(ReviewKind.CANDIDATE, (after,), _UNCONFIRMED, services.ids.new(), author.at)
    change |= make_current(services, after, reading, author, Free(author.at))
    change |= count(services, request, Target.MEMORIES, len(lost))
    services.records.commit(change.in_epoch(keys.path(request.scope.owner), request.epoch))
    return len(lost)


def _lost(before: Memory, after: Memory | None) -> list[Memory]:
    """Versions that the record carried and that are removed for good."""
    kept = set() if after is None else {version.version for version in (*after.timeline, *after.schedule.passed)}
    return [version for version in (*before.timeline, *before.schedule.passed) if version.version not in kept]


def _reworded(before: Memory, after: Memory) -> list[Memory]:
    """Versions that stay with the text of another source."""
    texts = {version.version: version.content_hash for version in (*after.timeline, *after.schedule.passed)}
    return [
        version
        for version in (*before.timeline, *before.schedule.passed)
        if texts.get(version.version, version.content_hash) != version.content_hash
    ]
