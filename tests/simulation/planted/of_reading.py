"""Faults of the index, of access, of maintenance, of sessions and of logs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from shared.ports import Upsert
from tests.simulation.planted.patching import Fault

_F = Callable[..., Any]


def _last_to_arrive(indexed: _F) -> _F:
    def as_read(services: Any, changed: Any) -> Any:
        search = _Unversioned(services.search)
        with patch("shared.usecases.indexing.index_memories._LOOKS", 1):
            found = indexed(replace(services, search=search), changed)
        return replace(found, failed=[])

    return as_read


class _Unversioned:
    """Every document has the same version."""

    def __init__(self, search: Any) -> None:
        self._search = search

    def __getattr__(self, name: str) -> Any:
        return getattr(self._search, name)

    def apply(self, actions: Any) -> Any:
        same = (replace(a, document=replace(a.document, revision=1)) if isinstance(a, Upsert) else a for a in actions)
        return self._search.apply([*same])


def _current_only(is_indexed: _F) -> _F:
    return lambda key: is_indexed(key) and key.sk.startswith("cur#")


def _whatever(_: _F) -> _F:
    def target(caller: Any, scope: Any, *args: Any) -> Any:
        return caller.bound if scope is None else scope

    return target


def _later(planned: _F) -> _F:
    """A rule that looks a year ahead."""
    return lambda memory, stats, policy, now: planned(memory, stats, policy, now + timedelta(days=365))


def _nothing_stored(_: _F) -> _F:
    return lambda session, events, reading: frozenset()


def _no_failures(_: _F) -> _F:
    return lambda search, found: (search.apply([a for v in found.values() for a in v.actions][:-1]), [])[1]


def _wordy(log_fault: _F) -> _F:
    def with_message(error: BaseException, **ids: object) -> None:
        import json

        print(json.dumps({"error": repr(error)}))
        log_fault(error, **ids)

    return with_message


def _of_the_owner(current_prefix: _F) -> _F:
    return lambda scope: "cur#"


def _talkative(to_work_message: _F) -> _F:
    return to_work_message


FAULTS = (
    Fault(
        "external-version-dropped",
        "the index takes documents without a version, and who sent one does not look again",
        "shared.usecases.indexing.index_memories:indexed",
        _last_to_arrive,
    ),
    Fault(
        "ended-versions-ignored",
        "the indexer ignores what the stream says of ended versions",
        "shared.records.keys:is_indexed",
        _current_only,
    ),
    Fault(
        "last-action-dropped",
        "the last action of each batch never reaches the index",
        "shared.usecases.indexing.index_memories:refused",
        _no_failures,
    ),
    Fault(
        "any-scope-read",
        "the right to read a scope is not asked",
        "shared.domain.access.permissions:may_read",
        _whatever,
    ),
    Fault(
        "any-scope-written",
        "the right to write a scope is not asked",
        "shared.domain.access.permissions:may_write",
        _whatever,
    ),
    Fault(
        "upkeep-too-early",
        "maintenance does what is due in a year",
        "shared.domain.hygiene.maintenance_rules:planned",
        _later,
    ),
    Fault(
        "events-twice",
        "an event that arrived before is taken once more",
        "shared.usecases.sessions.append_events:_stored_ids",
        _nothing_stored,
    ),
)
