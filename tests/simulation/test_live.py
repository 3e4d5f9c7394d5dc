"""The service on this machine, killed a few times; a hundred times by `make simulate-live KILLS=100`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.simulation.live.kill_run import KillRun

pytestmark = pytest.mark.enable_socket


def test_kills_lose_and_double_nothing_and_deletions_continue(tmp_path: Path) -> None:
    report = KillRun(tmp_path / "data", kills=3, seed=1).run()
    assert report.violations == []
    assert report.kills == 3
    assert report.acknowledged > 0
