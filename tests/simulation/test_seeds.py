"""A fixed set of simulations; the rest by command: `make simulate SEEDS=n FROM=seed`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def simulated(*arguments: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own, where sets have one order: so that a seed that fails here fails by command."""
    command = [sys.executable, "-m", "tests.simulation", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "0"}, capture_output=True, text=True, timeout=900,
        check=False,
    )  # fmt: skip


def test_the_first_seeds_keep_every_promise() -> None:
    done = simulated("--seeds", "120", "--history", "1")
    assert done.returncode == 0, f"{done.stdout[-20_000:]}{done.stderr[-2_000:]}"


def test_the_first_seeds_of_holds_tasks_limits_and_the_feed_keep_every_promise() -> None:
    done = simulated("--plans", "duties", "--seeds", "80", "--history", "1")
    assert done.returncode == 0, f"{done.stdout[-20_000:]}{done.stderr[-2_000:]}"


def test_a_seed_plays_the_same_in_another_process() -> None:
    first, second = (simulated("--from", "11", "--seeds", "6", "--digest") for _ in range(2))
    assert first.stdout, first.stderr
    assert first.stdout == second.stdout
    assert len(set(first.stdout.split())) > 6
