"""Of what a copy was made, as its provenance says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from shared.domain.memories.contributions import contribution_of
from shared.domain.memories.memory import Contribution, Memory, Metadata
from shared.domain.scopes import Scope

# In the provenance of a copy: the memories that it was made of (`memory:{id}`), and `direct` for evidence of its own.
ORIGINS = "sources"
DIRECT = "direct"
# Beside them, once there is more than one: where each of those memories lies, by id.
PLACES = "places"


def origin_of(memory_id: str) -> str:
    """How a copy names the memory that it was made of."""
    return f"memory:{memory_id}"


def origins(memory: Memory) -> tuple[str, ...]:
    return named_origins(memory.basis.provenance)


def named_origins(provenance: Metadata | None) -> tuple[str, ...]:
    """A copy that was made once names its origin by its place alone."""
    found = (provenance or {}).get(ORIGINS)
    if isinstance(found, list | tuple):
        return tuple(str(origin) for origin in found)
    first = promoted_from(provenance)
    return () if first is None else (first,)


def promoted_from(provenance: Metadata | None) -> str | None:
    place = (provenance or {}).get("promoted_from")
    return origin_of(str(place.get("id"))) if isinstance(place, Mapping) else None


def _places(provenance: Metadata | None) -> dict[str, str]:
    """Where the memories lie that a copy was made of, as far as it says so: paths by id."""
    reported = provenance or {}
    known, last = reported.get(PLACES), reported.get("promoted_from")
    found = {str(id): str(path) for id, path in known.items()} if isinstance(known, Mapping) else {}
    if isinstance(last, Mapping):
        found[str(last.get("id"))] = str(last.get("scope"))
    return found


def origin_places(copy: Memory) -> dict[str, Scope]:
    """Where the memories lie that a copy was made of, by id. Promotion leads upwards only: what does not lie below the
    copy is none of them."""
    named = frozenset(origins(copy))
    places = ((id, Scope.parse(path)) for id, path in _places(copy.basis.provenance).items() if origin_of(id) in named)
    return {id: place for id, place in places if place.is_below(copy.scope)}


def joined_provenance(stored: Memory, reported: Metadata | None, *, direct: bool) -> Metadata | None:
    """Of a fact that was stated again, by a promotion or (`direct`: citing nothing) by itself.

    A copy records what it was made of, so that it is removed with the last of its origins and not with the first.
    """
    own, further = origins(stored), named_origins(reported)
    if not further:
        together = dict.fromkeys((*own, DIRECT)) if own and direct else dict.fromkeys(own)
    elif own or stored.basis.event_ids:
        together = dict.fromkeys((*own, *further))
    else:
        together = dict.fromkeys((DIRECT, *further))
    joined = {**(stored.basis.provenance or {}), **(reported or {})}
    if tuple(together) not in (own, named_origins(joined)):
        joined[ORIGINS] = list(together)
    places = _places(stored.basis.provenance) | _places(reported)
    if len(places) > 1:
        joined[PLACES] = places
    return joined or None


def contributions_of(memory: Memory) -> tuple[Contribution, ...]:
    """What each write gave of it; of a memory that keeps no account it is one."""
    if memory.basis.contributions:
        return memory.basis.contributions
    named = origins(memory)
    whole = contribution_of(memory, tuple(origin for origin in named if origin != DIRECT))
    return (replace(whole, cites=(), origins=()), whole) if DIRECT in named and not whole.is_direct else (whole,)


def successors_provenance(stored: Memory, reported: Metadata | None) -> Metadata | None:
    """Of a new version: it was made of what the incoming memory was made of, independently of the version before."""
    made_of = ("promoted_from", ORIGINS, PLACES)
    kept = {name: value for name, value in (stored.basis.provenance or {}).items() if name not in made_of}
    return {**kept, **(reported or {})} or None


def without_origin(provenance: Metadata | None, memory_id: str, remaining: Sequence[str]) -> Metadata:
    """Of a copy that keeps only the origins in `left`, without the ids and places of the others."""
    places = {id: path for id, path in _places(provenance).items() if origin_of(id) in remaining}
    kept = {name: value for name, value in (provenance or {}).items() if name != PLACES}
    if promoted_from(provenance) == origin_of(memory_id):
        del kept["promoted_from"]
    kept[ORIGINS] = list(remaining)
    return kept if places == _places(kept) else {**kept, PLACES: places}
