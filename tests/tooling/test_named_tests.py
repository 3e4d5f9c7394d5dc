"""Each test that docs/reference/simulation.md names for a kind of fault is there."""

from __future__ import annotations

import re
from pathlib import Path

from tests.contract.records import test_kinds_of_faults as over_stores

_ROOT = Path(__file__).parents[2]
_PAGE = _ROOT / "docs/reference/simulation.md"
_NAMED = re.compile(r"`([\w/]*(?:\.py)?)::(test_\w+)`")
_ROW = re.compile(r"^\| \d+ \|.*", re.MULTILINE)


def _named_in(text: str) -> list[tuple[str, str]]:
    """File and test; a name without a file is of the file named before it."""
    found: list[tuple[str, str]] = []
    for file, test in _NAMED.findall(text):
        found.append((file or found[-1][0], test))
    return found


def test_each_row_names_tests_that_exist() -> None:
    rows = _ROW.findall(_PAGE.read_text())
    assert [int(row.split("|")[1]) for row in rows] == list(range(1, 23))
    for row in rows:
        named = _named_in(row)
        assert named, row
        missing = [(file, test) for file, test in named if f"def {test}(" not in (_ROOT / "tests" / file).read_text()]
        assert missing == []


def test_what_runs_over_further_stores_is_named_in_the_table() -> None:
    """Apart from what is written there for these stores alone."""
    named = {test for _, test in _named_in(_PAGE.read_text())}
    called = {getattr(kind, "func", kind).__name__ for kind in over_stores.KINDS.values()}
    assert {name for name in called if name.startswith("test_")} <= named
