"""Labelled pairs about circumstances ("in the morning", "for guests", 周末): what differs in one is two facts, another
value under the same one contradicts. `python -m tests.language.comparison.circumstances` prints both halves."""

from __future__ import annotations

from shared.language.comparison.relation import Relation
from tests.language.comparison.labelled import HALVES, LabelledPairs

__all__ = ["HALVES", "LABELS", "reported"]

LABELS = {
    "apart": Relation.DIFFERENT,  # other circumstances on either side
    "exception": Relation.DIFFERENT,  # a general rule and its exception
    "value": Relation.CONTRADICTS,  # another value under the same circumstance
    "standing": Relation.CONTRADICTS,  # another value, worded as what holds from now on, by default, as a correction
}
_PAIRS = LabelledPairs("circumstances.json", LABELS)
reported = _PAIRS.contributions


if __name__ == "__main__":
    _PAIRS.report(__doc__)
