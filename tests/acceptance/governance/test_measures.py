"""The eight measures of a memory, with task success and side effects, as rates by one command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench.measures import rates
from bench.measures.__main__ import STORIES, main

STORY: dict[str, Any] = json.loads(STORIES.read_text(encoding="utf-8"))
LEAKED = ["I live in Oslo", *STORY["deleted"]]


def test_one_command_prints_ten_rates_and_each_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rates.json"
    assert main(["--json", str(file)]) == 0, capsys.readouterr().out
    found = json.loads(file.read_text())
    assert [one["name"].partition(":")[0] for one in found] == [
        "recall", "precision", "time", "isolation", "residue", "conflicts", "summaries", "safety", "tasks",
        "side effects",
    ]  # fmt: skip
    assert all(one["of"] >= 4 for one in found)


class Careless:
    """A service that shows everybody everything, deleted or outdated, and takes every order."""

    def send(self, who: str, method: str, path: str, body: object = None) -> Any:
        hits = [{"memory": {"content": content}} for content in LEAKED]
        items = [{"content": order, "reads_as_instruction": False} for order in STORY["orders"]]
        return {
            "memories": hits, "items": items, "text": " ".join(LEAKED), "memory": {"memory_id": "m1"},
            "status": "completed", "outcome": "created",
        }  # fmt: skip

    def settle(self) -> None:
        """Nothing lags behind here."""


def test_a_careless_service_misses_every_measure() -> None:
    found = rates.measured(Careless(), STORY)
    assert [rate.name for rate in found if rate.holds] == []
