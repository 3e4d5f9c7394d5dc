"""docs/requirements.md names a test that exists for each demand."""

from __future__ import annotations

import re
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_PAGE = _ROOT / "docs/requirements.md"
_NAMED = re.compile(r"`([\w/]+\.py)::(test_\w+)`")
_HEADS = ("| demand |", "|---|")
_NOT_BUILT = "not there"


def _demands() -> list[tuple[str, str, str]]:
    """What is demanded, the cell that names the tests, and what is otherwise and why."""
    rows = [line for line in _PAGE.read_text().splitlines() if line.startswith("|") and not line.startswith(_HEADS)]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows]
    assert [row for row, each in zip(rows, cells, strict=True) if len(each) != 3] == []
    return [(demand, shown, otherwise) for demand, shown, otherwise in cells]


def test_each_demand_names_its_test_or_says_that_it_is_not_there_and_what_is_instead() -> None:
    for demand, shown, otherwise in _demands():
        assert _NAMED.search(shown) or (shown == _NOT_BUILT and otherwise), demand


def test_each_named_test_exists() -> None:
    named = {pair for _, shown, _ in _demands() for pair in _NAMED.findall(shown)}
    assert {
        f"{file}::{test}"
        for file, test in named
        if not (_ROOT / "tests" / file).is_file() or f"def {test}(" not in (_ROOT / "tests" / file).read_text()
    } == set()
