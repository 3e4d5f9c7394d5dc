"""What a search may find, in one term: a document has a term for each scope that shows it, with its tenant, its status
and whether its version ended. One short list of terms stands for conditions of which the engine would otherwise look
at each for every document that another one leaves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from shared.adapters.search_documents import paths_above
from shared.domain.recall.documents import SearchDocument, SearchFilter
from shared.domain.scopes import Scope

_BETWEEN = "\n"  # in no status, id, path or model's name
_NOW, _ENDED = "", "ended"
_EXACT, _BELOW = "", "below"


def visibility_of(document: SearchDocument) -> list[str]:
    """Of a document with a vector that has a direction also for its model."""
    version = _ENDED if document.history else _NOW
    models = ("", document.model) if document.vector is not None and any(document.vector) else ("",)
    places = [(document.scope, _EXACT), *((path, _BELOW) for path in paths_above(document.scope))]
    return [
        _term(document.status, version, document.org, path, how, model)
        for (path, how), model in product(places, models)
    ]


def visible_to(wanted: SearchFilter, model: str | None) -> list[str]:
    """The terms of which a document must have one. A scope is looked for in the caller's tenant alone, `/global` in
    none."""
    versions = (_NOW, _ENDED) if wanted.history else (_NOW,)
    return [
        _term(status, version, "" if path == Scope.GLOBAL.path else wanted.org, path, how, model or "")
        for status, version, (path, how) in product(
            dict.fromkeys(wanted.statuses), versions, dict.fromkeys(_places(wanted))
        )
    ]


def _places(wanted: SearchFilter) -> Iterator[tuple[str, str]]:
    yield from ((path, _EXACT) for path in wanted.scopes)
    yield from ((path, _BELOW) for path in wanted.below)


def _term(status: str, version: str, org: str, path: str, how: str, model: str) -> str:
    return _BETWEEN.join((status, version, how, model, org, path))
