"""The relevance threshold that is in force for a recall, found without a call of its own.

A process remembers an organisation's for a minute. When it does not know them, the record that holds them is read in
one call with the memories that could pass any threshold; the recall would have read most of them anyway."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from shared.domain.recall.newer_first import newer_first, newer_of
from shared.domain.recall.ranking import Ranked
from shared.domain.recall.threshold_tuning import Thresholds
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.ledger.thresholds import tuning, tuning_key
from shared.records.store.record import Key, Record
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.hydrate import barriers_for, records_of
from shared.usecases.services import Services

# What one call of the store reads.
_ONE_READ = 100
NOTHING: Mapping[Key, Record | None] = MappingProxyType({})


def in_force(
    services: Services, org: str, query: RecallQuery, ranked: Sequence[Ranked], beside: Sequence[Key]
) -> tuple[float, Mapping[Key, Record | None]]:
    """The threshold, and the records that were read along with it (at the caller's choice: it is as fresh as the
    threshold), with those `beside` it."""
    if query.min_relevance is not None:
        return query.min_relevance, NOTHING
    if query.keys:
        return 0.0, NOTHING  # a caller that names the key knows which memory is relevant
    now = services.clock.now()
    known = services.thresholds.of(org, now)
    if known is not None:
        return known.for_mode(query.mode), NOTHING
    default = Thresholds.of(services.recall_policy)
    floor = min(services.tuning_policy.lowest, default.for_mode(query.mode))
    key = tuning_key(Scope.org(org))
    passing = [found for found in ranked if found.relevance >= floor]
    wanted = _ahead((key, *beside), newer_first(passing, newer_of(query.text, ranked)))
    read = dict(zip(wanted, services.records.get(wanted), strict=True))
    record = read.pop(key)
    thresholds = (None if record is None else tuning(record).thresholds) or default
    services.thresholds.keep(org, thresholds, now)
    return thresholds.for_mode(query.mode), read


def _ahead(first: Sequence[Key], ranked: Iterable[Ranked]) -> list[Key]:
    """The first keys, and those of the best candidates with the barriers of their owners, as many as one call reads."""
    wanted = dict.fromkeys(first)
    for found in ranked:
        more = (*records_of(found), *(keys.barrier(owner) for owner in barriers_for(found)))
        if len(wanted) + len(more) > _ONE_READ:
            break
        wanted |= dict.fromkeys(more)
    return list(wanted)
