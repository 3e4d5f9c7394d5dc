"""Which packs there are, and what is made of all of them together.

The packs are those of the process: a deployment adds one when it starts (`add_pack`), a test for its own time
(`with_pack`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, lru_cache
from typing import Generic, TypeVar

from shared.language.packs.asia import ar, fa, he, hi, ja, ko, th, vi, zh
from shared.language.packs.asia import id as indonesian
from shared.language.packs.europe import de, en, es, fr, it, nl, pl, pt, ru, tr, uk
from shared.language.packs.pack import LanguagePack, Phrases

_T = TypeVar("_T")
Packs = tuple[LanguagePack, ...]


class _Registry:
    __slots__ = ("kept", "packs")

    def __init__(self, packs: Packs) -> None:
        self.packs = packs
        self.kept: list[_lru_cache_wrapper[object]] = []

    def change(self, packs: Packs) -> None:
        self.packs = packs
        for kept in self.kept:
            kept.cache_clear()


_MODULES = (en, zh, ja, ko, de, fr, es, pt, it, nl, pl, ru, tr, vi, indonesian, ar, he, hi, th, uk, fa)
_REGISTRY = _Registry(tuple(module.PACK for module in _MODULES))


def packs() -> Packs:
    """In the order in which they were added; the same tuple until another is added."""
    return _REGISTRY.packs


def add_pack(pack: LanguagePack) -> None:
    """For the rest of the process. Raises `ValueError` when the language has a pack."""
    if any(pack.code == known.code for known in packs()):
        raise ValueError(f"there is a pack of {pack.code!r}")
    _REGISTRY.change((*packs(), pack))


@contextmanager
def with_pack(pack: LanguagePack) -> Iterator[None]:
    """While it lasts, the pack is one of them, in all threads. Raises `ValueError` when the language has a pack."""
    before = packs()
    add_pack(pack)
    try:
        yield
    finally:
        _REGISTRY.change(before)


def kept_per_packs(maxsize: int) -> Callable[[Callable[..., _T]], _lru_cache_wrapper[_T]]:
    """A cache for a function of a text that reads the packs: forgotten once the packs are others."""

    def keeping(function: Callable[..., _T]) -> _lru_cache_wrapper[_T]:
        kept = lru_cache(maxsize)(function)
        _REGISTRY.kept.append(kept)
        return kept

    return keeping


class PerPacks(Generic[_T]):
    """What is built of all packs: when it is first asked for, and again once the packs are others."""

    __slots__ = ("_build", "_built")

    def __init__(self, build: Callable[[Packs], _T]) -> None:
        self._build = build
        self._built: tuple[Packs, _T] | None = None

    def __call__(self) -> _T:
        built, registered = self._built, packs()
        if built is None or built[0] is not registered:
            built = self._built = (registered, self._build(registered))
        return built[1]


def any_of(source: Callable[[LanguagePack], Phrases | str]) -> PerPacks[re.Pattern[str]]:
    """The alternatives of all packs for one purpose, as one pattern that ignores case; it matches nothing while no pack
    has any."""

    def build(registered: Packs) -> re.Pattern[str]:
        parts = (source(pack) for pack in registered)
        sources = [part.pattern() if isinstance(part, Phrases) else part for part in parts]
        return re.compile("|".join(s for s in sources if s) or r"(?!)", re.IGNORECASE)

    return PerPacks(build)
