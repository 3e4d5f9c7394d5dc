"""Reviews as records, and what is remembered of a rejected statement.

| table    | pk    | sk                                          | what |
|----------|-------|---------------------------------------------|------|
| memories | org   | `rev#open#{review_id}`                      | a review that waits, claimed or not |
| memories | org   | `rev#done#{review_id}`                      | a resolved one, for 90 days |
| memories | owner | `rvp#{review_id}`                           | pointer: the owner's reviews |
| memories | owner | `rvm#{memory_id}#{review_id}`               | pointer: the reviews that a memory is a member of |
| memories | owner | `rvm#{memory_id}#asked-{kind}`              | pointer: the last review that was asked for once |
| memories | owner | `rejected#{sub}#{type}#{sha256}`            | a rejected text or meaning: its evidence's tier |

The organisation's partition holds the reviewers' list; the owner's pointers let a deletion of the owner, or of one
memory, find its reviews without a search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from shared.domain.memories.memory import Memory, MemoryType
from shared.domain.reviews.review import (
    Member,
    Resolution,
    Review,
    ReviewClaim,
    ReviewDecision,
    ReviewKind,
    ReviewPolicy,
)
from shared.domain.scopes import Scope
from shared.domain.writing.rejections import rejection_hashes
from shared.records import keys
from shared.records.store.attributes import instant_text
from shared.records.store.reading import Reading
from shared.records.store.record import Attributes, Change, Key, Record, Table

OPEN_PREFIX, DONE_PREFIX = "rev#open#", "rev#done#"
OWNERS_PREFIX, MEMBERS_PREFIX = "rvp#", "rvm#"


def open_key(scope: Scope, review_id: str) -> Key:
    """Of a review anywhere in the organisation of `scope`."""
    return Key(Table.MEMORIES, keys.path(scope.org_scope), f"{OPEN_PREFIX}{keys.encoded(review_id)}")


def done_key(scope: Scope, review_id: str) -> Key:
    return Key(Table.MEMORIES, keys.path(scope.org_scope), f"{DONE_PREFIX}{keys.encoded(review_id)}")


def owner_pointer(scope: Scope, review_id: str) -> Key:
    return Key(Table.MEMORIES, keys.path(scope.owner), f"{OWNERS_PREFIX}{keys.encoded(review_id)}")


def member_prefix(memory_id: str) -> str:
    return f"{MEMBERS_PREFIX}{keys.encoded(memory_id)}#"


def member_pointer(member: Member, review_id: str) -> Key:
    prefix = member_prefix(member.memory_id)
    return Key(Table.MEMORIES, keys.path(member.scope.owner), f"{prefix}{keys.encoded(review_id)}")


def asked_key(member: Member, kind: ReviewKind) -> Key:
    """Beside the member's pointers, so that it goes with them."""
    return Key(Table.MEMORIES, keys.path(member.scope.owner), f"{member_prefix(member.memory_id)}asked-{kind}")


def put_asked(key: Key, review_id: str, reading: Reading, at: datetime) -> Change:
    return reading.put(key, {"review_id": review_id, "recorded_at": instant_text(at)})


def review_id_of(pointer: Record) -> str:
    return cast("str", pointer.attributes["review_id"])


def open_review(kind: ReviewKind, members: Sequence[Memory], reason: str, review_id: str, at: datetime) -> Change:
    """A new review of these memories, to join the change that makes them what they are.

    `review_id` is fresh, `reason` one line without content. Members belong to one owner (a `ValueError`).
    """
    review = Review(
        review_id,
        kind,
        tuple(Member(memory.memory_id, memory.scope) for memory in members),
        reason,
        at,
    )
    if not members or any(member.scope.owner != review.owner for member in review.members):
        raise ValueError("a review is of memories of one owner")
    return Change(puts=(_record(open_key(review.owner, review_id), review), *_pointers(review)))


def _pointers(review: Review, expires_at: datetime | None = None) -> tuple[Record, ...]:
    done = {"done": True} if review.resolution is not None else {}
    recorded_at = instant_text(review.created_at)
    attributes: Attributes = {"review_id": review.review_id, "recorded_at": recorded_at, **done}
    return tuple(Record(key, attributes, expires_at=expires_at) for key in pointer_keys(review))


def pointer_keys(review: Review) -> tuple[Key, ...]:
    members = dict.fromkeys(review.members)
    return (
        owner_pointer(review.owner, review.review_id),
        *(member_pointer(member, review.review_id) for member in members),
    )


def put_open(review: Review, reading: Reading) -> Change:
    key = open_key(review.owner, review.review_id)
    return reading.put(key, attributes(review))


def put_resolved(review: Review, reading: Reading, policy: ReviewPolicy) -> Change:
    """The review leaves the queue, guarded by the state in which it was read; its pointers go when it goes."""
    if review.resolution is None:
        raise ValueError("the review is not resolved")
    expires_at = review.resolution.at + policy.kept_resolved
    done = _record(done_key(review.owner, review.review_id), review, expires_at)
    puts = Change(puts=(done, *_pointers(review, expires_at)))
    return puts | reading.remove(open_key(review.owner, review.review_id))


def removed_keys(review: Review) -> tuple[Key, ...]:
    """Every record of a review in any state."""
    owner, id = review.owner, review.review_id
    return (open_key(owner, id), done_key(owner, id), *pointer_keys(review))


def _record(key: Key, review: Review, expires_at: datetime | None = None) -> Record:
    return Record(key, attributes(review), expires_at=expires_at)


def attributes(review: Review) -> Attributes:
    claim, resolution = review.claim, review.resolution
    found: dict[str, Any] = {
        "review_id": review.review_id,
        "kind": review.kind.value,
        "members": [[member.memory_id, member.scope.path] for member in review.members],
        "reason": review.reason,
        "created_at": instant_text(review.created_at),
    }
    if claim is not None:
        found["claim"] = [claim.by, instant_text(claim.until)]
    if resolution is not None:
        at = instant_text(resolution.at)
        decision = None if resolution.decision is None else resolution.decision.value
        found["resolution"] = [decision, resolution.fingerprint, resolution.by, at]
    return found


def review(record: Record) -> Review:
    a = cast("Mapping[str, Any]", record.attributes)
    claim, resolution = a.get("claim"), a.get("resolution")
    return Review(
        review_id=a["review_id"],
        kind=ReviewKind(a["kind"]),
        members=tuple(Member(id, Scope.parse(path)) for id, path in a["members"]),
        reason=a["reason"],
        created_at=datetime.fromisoformat(a["created_at"]),
        claim=None if claim is None else ReviewClaim(claim[0], datetime.fromisoformat(claim[1])),
        resolution=None if resolution is None else _resolution(*resolution),
        revision=record.revision,
    )


def _resolution(decision: str | None, fingerprint: str, by: str, at: str) -> Resolution:
    decided = None if decision is None else ReviewDecision(decision)
    return Resolution(decided, fingerprint, by, datetime.fromisoformat(at))


def rejection_key(scope: Scope, type: MemoryType, content_hash: str) -> Key:
    """Where a rejection is remembered under a hash."""
    return Key(Table.MEMORIES, keys.path(scope.owner), f"rejected#{keys.sub(scope)}#{type}#{content_hash}")


def rejected_tier(record: Record | None) -> int:
    """The tier of the evidence that a person rejected, 0 where none was; `reviews.stays_rejected` judges by it."""
    return 0 if record is None else cast("int", record.attributes["tier"])


def rejection_keys(scope: Scope, type: MemoryType, content: str, content_hash: str) -> tuple[Key, ...]:
    """Where the rejection of a text or of its meaning is remembered."""
    return tuple(rejection_key(scope, type, hash) for hash in rejection_hashes(content, content_hash))


def remember_rejection(memory: Memory, reading: Reading, at: datetime) -> Change:
    """That a person rejected this text and meaning, without the text. What is remembered already is not weakened by a
    rejection of lesser evidence. `reading` holds the memory's rejection keys."""
    change = Change()
    for key in memory_rejection_keys(memory):
        attributes: Attributes = {
            "memory_id": memory.memory_id,
            "tier": max(memory.source.tier, rejected_tier(reading[key])),
            "decided_at": instant_text(at),
            "updated_at": instant_text(at),
        }
        change |= reading.put(key, attributes)
    return change


def memory_rejection_keys(memory: Memory) -> tuple[Key, ...]:
    return rejection_keys(memory.scope, memory.type, memory.content, memory.content_hash)
