"""Revisions: numbers that grow with each write of a record and are never used twice for one key.

A guard that names a revision must fail once anybody has written the record since, also when it was removed in between
(by a deletion, by maintenance, by the store's own time to live) and made again. A count from 1 would come back to the
same numbers then. So the first revision is drawn at random, and each next one lies a random step above its predecessor,
which keeps apart what two writers make of the same record, too.

Everything fits the 63 bits that a search engine's external version has: a record can be written 2**34 times.
"""

from __future__ import annotations

import secrets

_FIRST_BITS = 60
# An ended version is written above the revision that the memory had when it ended, and by single steps from there:
# fewer than these may not come up to what the memory itself has next.
SMALLEST_STEP = 2**20
_STEP_BITS = 28


def first_revision() -> int:
    """Of a record where there is none: from 1 to 2**60."""
    return 1 + secrets.randbits(_FIRST_BITS)


def next_revision(revision: int) -> int:
    """Of the next state of a record: by `SMALLEST_STEP` to about 2**28 above."""
    return revision + SMALLEST_STEP + secrets.randbits(_STEP_BITS)
