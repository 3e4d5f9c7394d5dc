"""Resolving a review: one decision, carried out on all members in one transaction, and audited on each."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import acts_for, may_govern
from shared.domain.audit.chain import AuditAction, content_hmac
from shared.domain.deletion.barrier import Barrier, DeletionRequest, Selector, SelectorKind
from shared.domain.errors import AlreadyResolved, ProfileReadOnly
from shared.domain.memories.memory import ENDED, Memory, content_hash
from shared.domain.reviews.resolution import Effect, ReviewDecisionInput, effects, is_moot
from shared.domain.reviews.review import Resolution, Review, ReviewStatus
from shared.domain.scopes import Scope
from shared.domain.writing.admission import refuse_empty
from shared.records import keys
from shared.records.ledger import reviews
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.memories.memory_change import Author, Free, audited, pointer_keys, put_edges, put_ended
from shared.records.store.reading import Reading
from shared.records.store.record import Change, Key, Table
from shared.usecases.barrier.check import barrier_checks, visible
from shared.usecases.barrier.whole import whole_barrier
from shared.usecases.curation.overturn import with_overturned
from shared.usecases.curation.review_queue import ReviewView, find, kept_view, refuse_if_claimed, view, view_again
from shared.usecases.deletion import request_deletion
from shared.usecases.memories.make_current import Put, make_all_current
from shared.usecases.once import Once
from shared.usecases.retry import until_committed
from shared.usecases.services import Services
from shared.usecases.writing.admission import scanned
from shared.usecases.writing.commit import embedded, in_space, vectors_put

# Other reviews of one memory that a decision may settle as well; further ones stay until a reviewer looks at them.
_OTHERS = 10


@dataclass(frozen=True, slots=True)
class Resolved:
    view: ReviewView
    replayed: bool = False


def resolve_review(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    review_id: str,
    decision_input: ReviewDecisionInput,
    idempotency: IdempotencyKey | None = None,
) -> Resolved:
    """The same judgement again gets the same answer.

    Raises `AlreadyClaimed` while another reviewer has it, `AlreadyResolved` when it was decided otherwise,
    `ProfileReadOnly` for a memory that only its source may change, `Malformed`, `NotFound`, the refusals of new
    content, and the errors of the barrier."""
    target = may_govern(caller, scope, Role.REVIEWER)
    if decision_input.content is not None:
        refuse_empty(decision_input.content)
        decision_input = replace(decision_input, flags=scanned(services, {"content": decision_input.content}))

    once = Once(services, idempotency)

    def attempt() -> Resolved:
        case = _Case.read(services, caller, target, review_id)
        if case.review.resolution is not None:
            done = _again(services, caller, case, decision_input)
            once.keep(kept_view(done.view))
            return done
        case.barrier.refuse_write(case.author.at)
        seen = view(services, caller, case.review)
        if seen.status is ReviewStatus.RESOLVED:
            raise AlreadyResolved("other evidence has settled it")
        refuse_if_claimed(case.review, caller, case.author.at)
        resolved = replace(case.review, resolution=case.resolution(decision_input))
        change, deletion = _carried_out(services, caller, case, decision_input)
        change |= reviews.put_resolved(resolved, case.reading, services.review_policy)
        once.commit(change, kept_view(replace(seen, review=resolved, status=ReviewStatus.RESOLVED)))
        if deletion is not None:
            request_deletion.start(services, deletion)
        return Resolved(view(services, caller, resolved))

    return once.answer(
        lambda: until_committed(attempt, services.write_policy.attempts, "too many reviewers of this review at once"),
        lambda kept: Resolved(view_again(services, caller, kept), replayed=True),
    )


@dataclass(frozen=True, slots=True)
class _Case:
    """A review with all records that its decision may touch, as they were read, and who decides."""

    review: Review
    reading: Reading
    author: Author
    barrier: Barrier

    @classmethod
    def read(cls, services: Services, caller: Caller, target: Scope, review_id: str) -> _Case:
        reading, review = find(services, target, review_id)
        wanted = [keys.barrier(review.owner), keys.salt(review.owner)]
        wanted += [keys.current(member.scope, member.memory_id) for member in review.members]
        wanted = list(dict.fromkeys(wanted))
        reading |= Reading.of(wanted, services.records.get(wanted))
        author = Author(caller.principal, acts_for(caller, review.owner), services.clock.now())
        barrier = whole_barrier(services, reading[keys.barrier(review.owner)])
        return cls(review, reading, author, barrier)

    @property
    def salt(self) -> bytes:
        """A deleted owner has no reviews, and nothing to decide."""
        record = self.reading[keys.salt(self.review.owner)]
        return b"" if record is None else cast("bytes", record.attributes["salt"])

    def members(self) -> list[Memory]:
        """Those that exist and have not ended."""
        barrier = self.barrier
        found = [
            visible(self.reading[keys.current(member.scope, member.memory_id)], barrier, self.author.at)
            for member in dict.fromkeys(self.review.members)
        ]
        return [memory for memory in found if memory is not None and memory.status not in ENDED]

    def resolution(self, decision_input: ReviewDecisionInput) -> Resolution:
        return Resolution(decision_input.decision, self.fingerprint(decision_input), self.author.actor, self.author.at)

    def fingerprint(self, decision_input: ReviewDecisionInput) -> str:
        content = None if decision_input.content is None else content_hash(decision_input.content)
        return content_hmac(self.salt, json.dumps([decision_input.decision, sorted(set(decision_input.keep)), content]))


def _again(services: Services, caller: Caller, case: _Case, decision_input: ReviewDecisionInput) -> Resolved:
    resolution = case.review.resolution
    if resolution is None or resolution.fingerprint != case.fingerprint(decision_input):
        raise AlreadyResolved("the review was decided otherwise")
    return Resolved(view(services, caller, case.review))


def _carried_out(
    services: Services, caller: Caller, case: _Case, decision_input: ReviewDecisionInput
) -> tuple[Change, DeletionRequest | None]:
    """The whole decision in one change; a deletion is to be started once that is committed."""
    now = case.author.at
    found = effects(case.review.kind, case.members(), decision_input, now, services.write_policy)
    reading = _with_pointers(services, found, case.reading)
    found, reading = with_overturned(services, found, reading, case.barrier, case.author)
    _refuse_profiles(caller, found)
    to_remove = tuple(effect.before.memory_id for effect in found if effect.after is None)
    change, deletion = Change(), None
    if to_remove:
        selector = Selector(SelectorKind.MEMORY, to_remove)
        request_id = f"review-{case.review.review_id}"
        deletion, asked = request_deletion.prepared(services, case.review.owner, request_id, selector, case.author)
        change |= asked or Change()
    else:
        change |= barrier_checks(reading, case.review.owner, now)
    free = Free(now, case.barrier.hidden)
    puts = []
    for effect in found:
        if effect.after is not None:
            put, beside = _put(services, effect, effect.after, case, reading)
            puts.append(put)
            change |= beside
    change |= make_all_current(services, puts, reading, case.author, free).change
    after = {effect.before.memory_id: effect.after for effect in found}
    return change | _settled_with(services, case, after), deletion


def _with_pointers(services: Services, found: Sequence[Effect], reading: Reading) -> Reading:
    wanted = [
        key
        for effect in found
        for memory in (effect.before, effect.after)
        if memory is not None
        for key in (*pointer_keys(memory), *(reviews.memory_rejection_keys(memory) if effect.forbidden else ()))
    ]
    wanted += [keys.vector(one.ended.scope, one.ended.memory_id) for one in found if one.ended is not None]
    wanted = [key for key in dict.fromkeys(wanted) if key not in reading.records]
    return reading | Reading.of(wanted, services.records.get(wanted))


def _refuse_profiles(caller: Caller, found: Sequence[Effect]) -> None:
    for effect in found:
        keeps = effect.action is AuditAction.ACCEPTED
        if effect.before.is_kept_at_its_source and not keeps and not caller.has(Role.SYSTEM_OF_RECORD):
            raise ProfileReadOnly("a profile or a policy is corrected at its source")


def _put(services: Services, effect: Effect, after: Memory, case: _Case, reading: Reading) -> tuple[Put, Change]:
    before, expiry = effect.before, services.write_policy.expiry
    change = Change()
    if after.content_hash != before.content_hash:
        change |= vectors_put(services, after, embedded(services, after))
        after = in_space(services, after)
    if effect.ended is not None:
        change |= put_ended(effect.ended, expiry, reading)
    if effect.forbidden:
        change |= reviews.remember_rejection(before, reading, case.author.at)
    memory, trail = audited(after, effect.action, case.author, case.salt)
    return Put(memory), change | trail | put_edges(memory, before)


def _settled_with(services: Services, case: _Case, after: Mapping[str, Memory | None]) -> Change:
    """Other reviews of the same memories with nothing left to decide leave the queue together with this one."""
    owner = case.review.owner
    ids = list(dict.fromkeys(id for memory_id in after for id in _reviews_of(services, owner, memory_id)))
    waiting = [reviews.open_key(owner, id) for id in ids if id != case.review.review_id]
    reading = Reading.of(waiting, services.records.get(waiting))
    found = [reviews.review(record) for record in reading.records.values() if record is not None]
    elsewhere = _memories_of(services, case, found, after)
    resolution = Resolution(None, "", case.author.actor, case.author.at)
    change = Change()
    for review in found:
        members = [
            after[m.memory_id] if m.memory_id in after else elsewhere[keys.current(m.scope, m.memory_id)]
            for m in review.members
        ]
        if is_moot(review.kind, [memory for memory in members if memory is not None]):
            resolved = replace(review, resolution=resolution)
            change |= reviews.put_resolved(resolved, reading, services.review_policy)
    return change


def _reviews_of(services: Services, owner: Scope, memory_id: str) -> list[str]:
    prefix = reviews.member_prefix(memory_id)
    page = services.records.page(
        Table.MEMORIES, keys.path(owner), sk_prefix=prefix, limit=_OTHERS, newest_first=True
    )  # fmt: skip
    return [reviews.review_id_of(record) for record in page.records]


def _memories_of(
    services: Services, case: _Case, found: Sequence[Review], after: Mapping[str, Memory | None]
) -> dict[Key, Memory | None]:
    wanted = [
        keys.current(member.scope, member.memory_id)
        for review in found
        for member in review.members
        if member.memory_id not in after
    ]
    records = services.records.get(wanted)
    return {key: visible(record, case.barrier, case.author.at) for key, record in zip(wanted, records, strict=True)}
