"""Whether this process may serve its tables: asked once, and again only while the answer is no."""

from __future__ import annotations

from shared.domain.errors import Restoring
from shared.records import keys
from shared.records.ledger.restores import restore_state
from shared.usecases.services import Services

RETRY_AFTER_S = 60


def is_admitted(services: Services) -> bool:
    """Raises `StoreUnavailable`: what cannot be read is not known to be admitted."""
    known = services.admission
    if not known.is_admitted:
        (record,) = services.records.get([keys.last_restore()])
        known.is_admitted = restore_state(record).admits(known.generation)
    return known.is_admitted


def says_admitted(services: Services) -> bool:
    """The same for one that only tells: the record is read as it is stored, and its seal is checked by nobody."""
    known = services.admission
    (record,) = (known.stored or services.records).get([keys.last_restore()])
    return restore_state(record).admits(known.generation)


def require_admitted(services: Services) -> None:
    """Raises `Restoring`, or `StoreUnavailable`."""
    if not is_admitted(services):
        raise Restoring("the data was restored, and what was deleted since is being deleted again", RETRY_AFTER_S)
