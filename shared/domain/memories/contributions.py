"""What each write gave of a fact, kept so that what only one of its sources gave can go with that source.

A memory that was told once is its own telling. From its first repetition on it keeps one for each, and is what they
give together (`together`): whoever takes some of them away makes it of those that are left (`as_told`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import reduce

from shared.domain.memories.evidence import Trust, evidence_instant
from shared.domain.memories.memory import Memory, Metadata, Status, Telling, content_hash

# A record holds 400 KB, five versions among it. What a few dozen sources gave is told apart, the rest counts as one.
MAX_TOLD = 32
MAX_BYTES = 16_384
MAX_METADATA_BYTES = 4096  # as for a single write
# Other words of the same meaning are a sentence; longer ones are not kept, and go with whoever gave the memory's.
MAX_WORDS = 2_000


def telling_of(memory: Memory, origins: tuple[str, ...]) -> Telling:
    """The memory as one telling of itself. `origins`: the memories that it was made of."""
    return Telling(
        source=memory.source,
        confidence=memory.confidence,
        trust=memory.trust,
        importance=memory.importance,
        status=Status.CANDIDATE if memory.status is Status.CANDIDATE else Status.ACTIVE,
        observed_at=memory.observed_at,
        recorded_at=memory.updated_at,
        valid_from=memory.valid_from,
        valid_to=_uncut_end(memory),
        cites=memory.source_event_ids,
        origins=origins,
        key=memory.key,
        purposes=memory.purposes,
        consent_scope=memory.consent_scope,
        metadata=memory.metadata,
        flags=memory.flags,
        said_in=None if memory.background is None else memory.background.session_id,
        backs=memory.background is not None,
    )


def _uncut_end(memory: Memory) -> datetime | None:
    """Another memory that is announced cuts off what was told, and may be called off."""
    if memory.status is Status.ACTIVE and memory.superseded_by is not None and memory.cut_from:
        return memory.cut_from[0]
    return memory.valid_to


def in_words_of(memory: Memory, telling: Telling, content: str) -> Telling:
    """A telling that used `content`, beside the memory's own words."""
    if content == memory.content:
        return replace(telling, words=None)
    if len(content) <= MAX_WORDS:
        return replace(telling, words=content)
    return replace(telling, words=None if content_hash(content) == memory.content_hash else "")


def joined(older: Telling, newer: Telling) -> Telling:
    """What two tellings of one fact give together: the higher tier and confidence, the later time, metadata and
    validity joined. Purposes join where both name some: what is bound to purposes is never set free by a repetition
    that names none, and what is free stays free. A candidate becomes a fact by a telling that would have been one."""
    before, after = _evidence_at(older), _evidence_at(newer)
    first, last = (older, newer) if after >= before else (newer, older)
    both = older.purposes and newer.purposes
    return Telling(
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
    )


def together(tellings: Sequence[Telling]) -> Telling:
    return reduce(joined, tellings)


def _evidence_at(telling: Telling) -> datetime:
    return evidence_instant(telling.observed_at, telling.recorded_at)


def _joined_trust(older: Telling, newer: Telling) -> Trust:
    """Of whoever is believed more; between equals one that is verified is enough."""
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


def with_tellings(tellings: Sequence[Telling], cited: Sequence[str], *, of_copy: bool) -> tuple[Telling, ...]:
    """The tellings as a memory keeps them that names the sources `cited`; none where one is all that it is. A copy
    keeps that one too: what it was made of it names besides.

    What rests on the same is one telling. Where they are too many or too long, the two weakest become one that gives no
    more than each of them did, so that losing one of its sources leaves nothing of that source's.
    """
    kept: list[Telling] = []
    for telling in tellings:
        left = tuple(source for source in telling.cites if source in set(cited))
        if telling.cites and not left and not telling.origins:
            continue  # its sources are older than a memory names
        _add(kept, replace(telling, cites=left))
    while len(kept) > MAX_TOLD or (len(kept) > 1 and sum(map(_bytes, kept)) > MAX_BYTES):
        if not _two_become_one(kept) and not _shortened(kept):
            break
    return tuple(kept) if len(kept) > 1 or of_copy else ()


def _add(kept: list[Telling], telling: Telling) -> None:
    for place, other in enumerate(kept):
        same = (set(other.cites), set(other.origins), other.words, other.consent_scope)
        if same == (set(telling.cites), set(telling.origins), telling.words, telling.consent_scope):
            kept[place] = joined(other, telling)
            return
    kept.append(telling)


def _bytes(telling: Telling) -> int:
    texts = (*telling.purposes, *telling.flags, *telling.origins, telling.said_in or "", telling.words or "")
    metadata = json.dumps(telling.metadata, ensure_ascii=False)
    return 200 + sum(len(text.encode()) for text in (*texts, metadata))


def _two_become_one(kept: list[Telling]) -> bool:
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


def _shortened(kept: list[Telling]) -> bool:
    largest = max(range(len(kept)), key=lambda n: _bytes(kept[n]))
    before = kept[largest]
    kept[largest] = replace(before, metadata={}, words=before.words and "")
    return kept[largest] != before


def _kind(telling: Telling) -> tuple[bool, bool]:
    return bool(telling.cites), bool(telling.origins)


def _label(telling: Telling) -> tuple[str | None, str | None]:
    return telling.words, telling.consent_scope


def _met(older: Telling, newer: Telling) -> Telling:
    """What both gave, resting on either."""
    weaker = min(older, newer, key=lambda telling: telling.source.tier)
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
    )


def as_told(memory: Memory, left: Sequence[Telling], *, of_copy: bool) -> Memory | None:
    """A version with only these of its tellings, as if the others had never been; `None` when what is left of them is
    not in its words and those that it was in were not kept. Its sources are those that they cite."""
    worded = _in_their_words(memory, left)
    if worded is None:
        return None
    memory, left = worded
    before, after = together(memory.told), together(left)
    last = max(telling.recorded_at for telling in left)
    earlier = max(telling.recorded_at for telling in memory.told) - last
    cut = memory.valid_to if memory.valid_to != before.valid_to else None
    end = _earlier_end(after.valid_to, cut)
    cites = frozenset(source for telling in left for source in telling.cites)
    sources = tuple(source for source in memory.source_event_ids if source in cites)
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
        valid_from=after.valid_from,
        valid_to=None if end is None else max(end, after.valid_from),
        soft_expires_at=_sooner(memory.soft_expires_at, earlier),
        hard_expires_at=_sooner(memory.hard_expires_at, earlier),
        purposes=after.purposes,
        consent_scope=after.consent_scope,
        metadata=after.metadata,
        flags=after.flags,
        source_event_ids=sources,
        background=memory.background if after.backs else None,
        told=with_tellings(left, sources, of_copy=of_copy),
    )


def _sooner(end: datetime | None, by: timedelta) -> datetime | None:
    return None if end is None else end - by


def _in_their_words(memory: Memory, left: Sequence[Telling]) -> tuple[Memory, tuple[Telling, ...]] | None:
    """In words that one of them used: the memory's own, else those of whoever is believed most."""
    if any(telling.words is None for telling in left):
        return memory, tuple(left)
    known = [telling for telling in left if telling.words]
    if not known:
        return None
    best = max(known, key=lambda telling: (telling.source.tier, telling.confidence, telling.recorded_at))
    words = best.words or ""
    reworded = tuple(replace(one, words=None) if one.words == words else one for one in left)
    return replace(memory, content=words, content_hash=content_hash(words)), reworded
