"""The tests that the makers of a framework wrote for its own stores pass with ours in their place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from makers_suites import SUITES, Suite, run, sources_of


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name.replace(": ", "-").replace(" ", "-"))
def test_the_makers_own_tests_pass_with_our_class_in_the_place_of_theirs(
    suite: Suite, tmp_path: Path, counted: Callable[[str], None]
) -> None:
    archive = sources_of(suite)
    if archive is None:
        counted(f"  {suite.name:<32} NOT RUN: no source package of {suite.package.rstrip('-')}")
        pytest.skip(f"NOT RUN: no source package of {suite.package.rstrip('-')} was found")
    outcome = run(suite, archive, tmp_path)
    names = Counter(name.partition("[")[0] for name in outcome.failed)
    others = sum(names[name] for name in suite.about_other_things)
    wrong = {
        name: text for name, text in outcome.failed.items() if name.partition("[")[0] not in suite.about_other_things
    }
    counted(
        f"  {suite.name:<32} {outcome.passed:4} passed {len(wrong):3} failed {outcome.skipped:3} skipped"
        f" {others:3} about something else"
    )
    assert not wrong, "\n\n".join(f"{name}\n{text}" for name, text in wrong.items())
    assert set(names) == set(suite.about_other_things), "a test that is said to be about something else passes"
    assert outcome.passed > others
