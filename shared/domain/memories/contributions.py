"""What each write gave of a fact, kept so that what only one of its sources gave can go with that source.

A memory that was stated once is its own contribution. From its first repetition on it keeps one for each, and is what
they give together (`together`): anyone who takes some of them away makes it of those that are left (`as_stated`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import reduce

from shared.domain.memories.evidence import Trust, evidence_instant
from shared.domain.memories.memory import Contribution, Expiry, Memory, Metadata, Status, content_hash

# A record holds 400 KB, five versions among it. What a few dozen sources gave is kept apart, the rest counts as one.
MAX_CONTRIBUTIONS = 32
MAX_BYTES = 16_384
MAX_METADATA_BYTES = 4096  # as for a single write
# Other words of the same meaning are a sentence; longer ones are not kept, and go with anyone who gave the memory's.
MAX_WORDS = 2_000


def contribution_of(memory: Memory, origins: tuple[str, ...]) -> Contribution:
    """The memory as one contribution of itself. `origins`: the memories that it was made of."""
    return Contribution(
        source=memory.source,
        confidence=memory.confidence,
        trust=memory.trust,
        importance=memory.importance,
        status=Status.CANDIDATE if memory.status is Status.CANDIDATE else Status.ACTIVE,
        observed_at=memory.observed_at,
        recorded_at=memory.updated_at,
        valid_from=memory.valid_from,
        valid_to=_uncut_end(memory),
        cites=memory.basis.event_ids,
        origins=origins,
        key=memory.key,
        purposes=memory.purposes,
        consent_scope=memory.consent_scope,
        metadata=memory.metadata,
        flags=memory.flags,
        said_in=None if memory.background is None else memory.background.session_id,
        backs=memory.background is not None,
        epoch=memory.epoch,
        origin_epoch=memory.basis.origin_epoch,
    )


def _uncut_end(memory: Memory) -> datetime | None:
    """Another memory that is scheduled cuts off what was stated, and may be cancelled."""
    if memory.status is Status.ACTIVE and memory.ending.superseded_by is not None and memory.ending.cut_from:
        return memory.ending.cut_from[0]
    return memory.valid_to


def in_words_of(memory: Memory, contribution: Contribution, content: str) -> Contribution:
    """A contribution that used `content`, beside the memory's own words."""
    if content == memory.content:
        return replace(contribution, words=None)
    if len(content) <= MAX_WORDS:
        return replace(contribution, words=content)
    return replace(contribution, words=None if content_hash(content) == memory.content_hash else "")


def other_words(memory: Memory) -> tuple[str, ...]:
    """The wordings that were merged into the memory, oldest first. Words that were given for fewer purposes than the
    memory serves are not shown with it."""
    serves = set(memory.purposes)
    shown = (c for c in memory.basis.contributions if not c.purposes or (serves and serves <= set(c.purposes)))
    return tuple(dict.fromkeys(contribution.words for contribution in shown if contribution.words))


def texts_of(memory: Memory) -> frozenset[str]:
    """Hashes of the words in which a version is stored: its own, and the wordings that were merged into it."""
    words = (contribution.words for contribution in memory.basis.contributions)
    return frozenset((memory.content_hash, *(content_hash(other) for other in words if other)))


def joined(older: Contribution, newer: Contribution) -> Contribution:
    """What two contributions of one fact give together: the higher tier and confidence, the later time, metadata and
    validity joined. Purposes join where both name some: what is bound to purposes is never set free by a repetition
    that names none, and what is free stays free. A candidate becomes a fact by a contribution that would have been
    one."""
    before, after = _evidence_at(older), _evidence_at(newer)
    first, last = (older, newer) if after >= before else (newer, older)
    both = older.purposes and newer.purposes
    return Contribution(
        source=newer.source if newer.source.tier > older.source.tier else older.source,
        confidence=max(older.confidence, newer.confidence),
        trust=_joined_trust(older, newer),
        importance=max(older.importance, newer.importance, key=lambda i: i.weight),
        status=newer.status if older.status is Status.CANDIDATE else older.status,
        observed_at=max(before, after),
        recorded_at=max(older.recorded_at, newer.recorded_at),
        valid_from=min(older.valid_from, newer.valid_from),
        valid_to=_later_end(older.valid_to, newer.valid_to),
        cites=tuple(dict.fromkeys((*older.cites, *newer.cites))),
        origins=tuple(dict.fromkeys((*older.origins, *newer.origins))),
        key=older.key or newer.key,
        purposes=tuple(dict.fromkeys((*older.purposes, *newer.purposes))) if both else older.purposes,
        consent_scope=newer.consent_scope or older.consent_scope,
        metadata=_joined_metadata(first.metadata, last.metadata),
        flags=tuple(dict.fromkeys((*older.flags, *newer.flags))),
        said_in=older.said_in or newer.said_in,
        backs=older.backs or newer.backs,
        words=older.words,
        epoch=max(older.epoch, newer.epoch),
        origin_epoch=max(older.origin_epoch, newer.origin_epoch),
    )


def together(contributions_of: Sequence[Contribution]) -> Contribution:
    return reduce(joined, contributions_of)


def _evidence_at(contribution: Contribution) -> datetime:
    return evidence_instant(contribution.observed_at, contribution.recorded_at)


def _joined_trust(older: Contribution, newer: Contribution) -> Trust:
    """Of anyone who is believed more; between equals one that is verified is enough."""
    if older.source.tier != newer.source.tier:
        return newer.trust if newer.source.tier > older.source.tier else older.trust
    return newer.trust if older.trust is Trust.UNVERIFIED else older.trust


def _joined_metadata(older: Metadata, newer: Metadata) -> Metadata:
    """The newer value wins; together they keep to the limit of one write, the newer alone if they do not fit."""
    both = {**older, **newer}
    return both if len(json.dumps(both, ensure_ascii=False).encode()) <= MAX_METADATA_BYTES else newer


def _later_end(one: datetime | None, other: datetime | None) -> datetime | None:
    return None if one is None or other is None else max(one, other)


def _earlier_end(one: datetime | None, other: datetime | None) -> datetime | None:
    ends = [end for end in (one, other) if end is not None]
    return min(ends) if ends else None


def with_contributions(
    contributions_of: Sequence[Contribution], cited: Sequence[str], *, of_copy: bool
) -> tuple[Contribution, ...]:
    """The contributions as a memory keeps them that names the sources `cited`; none where one is all that it is. A copy
    keeps that one too: what it was made of it names besides.

    What rests on the same is one contribution. Where they are too many or too long, the two weakest become one that
    gives no more than each of them did, so that losing one of its sources leaves nothing of that source's.
    """
    kept: list[Contribution] = []
    for contribution in contributions_of:
        remaining = tuple(source for source in contribution.cites if source in set(cited))
        if contribution.cites and not remaining and not contribution.origins:
            continue  # its sources are older than a memory names
        _add(kept, replace(contribution, cites=remaining))
    while len(kept) > MAX_CONTRIBUTIONS or (len(kept) > 1 and sum(map(_bytes, kept)) > MAX_BYTES):
        if not _two_become_one(kept) and not _shortened(kept):
            break
    return tuple(kept) if len(kept) > 1 or of_copy else ()


def _add(kept: list[Contribution], contribution: Contribution) -> None:
    for place, other in enumerate(kept):
        same = (set(other.cites), set(other.origins), other.words, other.consent_scope)
        if same == (set(contribution.cites), set(contribution.origins), contribution.words, contribution.consent_scope):
            kept[place] = joined(other, contribution)
            return
    kept.append(contribution)


def _bytes(contribution: Contribution) -> int:
    texts = (
        *contribution.purposes,
        *contribution.flags,
        *contribution.origins,
        contribution.said_in or "",
        contribution.words or "",
    )
    metadata = json.dumps(contribution.metadata, ensure_ascii=False)
    return 200 + sum(len(text.encode()) for text in (*texts, metadata))


def _two_become_one(kept: list[Contribution]) -> bool:
    """The weakest of a kind with the next weakest: both cite events, were promoted, or neither. First those of the same
    words and consent; other words cannot stand for both, so that none do."""
    order = sorted(range(len(kept)), key=lambda n: (kept[n].source.tier, kept[n].confidence, kept[n].recorded_at))
    pairs = [(one, other) for at, one in enumerate(order) for other in order[at + 1 :]]
    alike = [(one, other) for one, other in pairs if _kind(kept[one]) == _kind(kept[other])]
    equal = [(one, other) for one, other in alike if _label(kept[one]) == _label(kept[other])]
    if not alike:
        return False
    first, second = sorted((equal or alike)[0])
    met = _met(kept[first], kept[second])
    kept[first] = met if kept[first].words == kept[second].words else replace(met, words="")
    del kept[second]
    return True


def _shortened(kept: list[Contribution]) -> bool:
    largest = max(range(len(kept)), key=lambda n: _bytes(kept[n]))
    before = kept[largest]
    kept[largest] = replace(before, metadata={}, words=before.words and "")
    return kept[largest] != before


def _kind(contribution: Contribution) -> tuple[bool, bool]:
    return bool(contribution.cites), bool(contribution.origins)


def _label(contribution: Contribution) -> tuple[str | None, str | None]:
    return contribution.words, contribution.consent_scope


def _met(older: Contribution, newer: Contribution) -> Contribution:
    """What both gave, resting on either."""
    weaker = min(older, newer, key=lambda contribution: contribution.source.tier)
    starts, end = max(older.valid_from, newer.valid_from), _earlier_end(older.valid_to, newer.valid_to)
    apart = end is not None and end < starts
    both = {name: value for name, value in older.metadata.items() if newer.metadata.get(name, older) == value}
    candidate = Status.CANDIDATE in (older.status, newer.status)
    return replace(
        joined(older, newer),
        source=weaker.source,
        trust=Trust.UNVERIFIED if Trust.UNVERIFIED in (older.trust, newer.trust) else weaker.trust,
        confidence=min(older.confidence, newer.confidence),
        importance=min(older.importance, newer.importance, key=lambda i: i.weight),
        status=Status.CANDIDATE if candidate else weaker.status,
        observed_at=min(_evidence_at(older), _evidence_at(newer)),
        recorded_at=min(older.recorded_at, newer.recorded_at),
        valid_from=weaker.valid_from if apart else starts,
        valid_to=weaker.valid_to if apart else end,
        purposes=tuple(p for p in older.purposes if p in newer.purposes) or older.purposes or newer.purposes,
        metadata=both,
        said_in=older.said_in if older.said_in == newer.said_in else None,
        epoch=min(older.epoch, newer.epoch),
        origin_epoch=min(older.origin_epoch, newer.origin_epoch),
    )


def as_stated(memory: Memory, remaining: Sequence[Contribution], *, of_copy: bool) -> Memory | None:
    """A version with only these of its contributions, as if the others had never been; `None` when what is left of them
    is not in its words and those that it was in were not kept. Its sources are those that they cite."""
    worded = _in_their_words(memory, remaining)
    if worded is None:
        return None
    memory, remaining = worded
    before, after = together(memory.basis.contributions), together(remaining)
    last = max(contribution.recorded_at for contribution in remaining)
    earlier = max(contribution.recorded_at for contribution in memory.basis.contributions) - last
    cut = memory.valid_to if memory.valid_to != before.valid_to else None
    end = _earlier_end(after.valid_to, cut)
    cites = frozenset(source for contribution in remaining for source in contribution.cites)
    sources = tuple(source for source in memory.basis.event_ids if source in cites)
    is_fact = memory.status in (Status.ACTIVE, Status.STALE)
    return replace(
        memory,
        key=after.key,
        source=after.source,
        confidence=after.confidence,
        trust=after.trust,
        importance=after.importance,
        status=Status.CANDIDATE if is_fact and after.status is Status.CANDIDATE else memory.status,
        observed_at=after.observed_at,
        updated_at=memory.updated_at - earlier,
        epoch=after.epoch,
        valid_from=after.valid_from,
        valid_to=None if end is None else max(end, after.valid_from),
        expiry=Expiry(soft_at=_sooner(memory.expiry.soft_at, earlier), hard_at=_sooner(memory.expiry.hard_at, earlier)),
        purposes=after.purposes,
        consent_scope=after.consent_scope,
        metadata=after.metadata,
        flags=after.flags,
        basis=replace(
            memory.basis, event_ids=sources, contributions=with_contributions(remaining, sources, of_copy=of_copy)
        ),
        background=memory.background if after.backs else None,
    )


def _sooner(end: datetime | None, by: timedelta) -> datetime | None:
    return None if end is None else end - by


def _in_their_words(
    memory: Memory, remaining: Sequence[Contribution]
) -> tuple[Memory, tuple[Contribution, ...]] | None:
    """In words that one of them used: the memory's own, else those of anyone who is believed most."""
    if any(contribution.words is None for contribution in remaining):
        return memory, tuple(remaining)
    known = [contribution for contribution in remaining if contribution.words]
    if not known:
        return None
    best = max(
        known, key=lambda contribution: (contribution.source.tier, contribution.confidence, contribution.recorded_at)
    )
    words = best.words or ""
    reworded = tuple(replace(one, words=None) if one.words == words else one for one in remaining)
    return replace(memory, content=words, content_hash=content_hash(words)), reworded
