"""Labelled pairs of a statement and a change in other words ("moved to Bergen", 戒烟了): the change updates the
statement that it is about, and no other. `python -m tests.language.comparison.changes` prints both halves."""

from __future__ import annotations

from shared.language.comparison.relation import Relation
from tests.language.comparison.labelled import HALVES, LabelledPairs

__all__ = ["HALVES", "LABELS", "reported"]

LABELS = {"change": Relation.CONTRADICTS, "both": Relation.DIFFERENT}
_PAIRS = LabelledPairs("changes.json", LABELS)
reported = _PAIRS.contributions


if __name__ == "__main__":
    _PAIRS.report(__doc__)
