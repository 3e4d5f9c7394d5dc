"""The messages of the laptop's service at its start when the records differ from those that the witness has seen."""

from __future__ import annotations

from pathlib import Path

from local.stores_at_rest.record_files import RECORDS
from shared.adapters.sqlite.walk import SqliteWalk
from shared.domain.errors import IntegrityViolation
from shared.records.ledger import chain_heads
from shared.records.store.record import Key, Table
from shared.usecases.audit.owner_heads import HeadState, witnessed
from shared.usecases.services import Services

_A_READ = 100


def unsound_audits(services: Services, folder: Path) -> list[str]:
    """A sentence for each owner whose kept heads are not those that the witness has seen."""
    if services.witness is None:
        return []
    found = []
    for key in _first_pages(folder):
        (record,) = services.records.get([key])
        try:
            state = None if record is None else witnessed(services, chain_heads.owner_of(record)).state
        except IntegrityViolation:
            state = HeadState.ALTERED
        if state is not None and state is not HeadState.SOUND:
            found.append(
                f"The audit of {key.pk} is {state.replace('_', ' ')}: the data folder was put back or changed."
            )
    return found


def _first_pages(folder: Path) -> list[Key]:
    walk, after, found = SqliteWalk(folder / RECORDS), None, list[Key]()
    try:
        while True:
            page = walk.walk(Table.LEDGER, sk_prefixes=(chain_heads.FIRST_PAGE,), after=after, limit=_A_READ)
            found += page.keys
            after = page.next_after
            if after is None:
                return found
    finally:
        walk.close()
