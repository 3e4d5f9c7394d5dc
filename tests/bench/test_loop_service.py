"""A whole run of the bench against a service that it starts and ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.loop.__main__ import main
from tests.bench.test_loop import LIVES, SCRIPT


@pytest.fixture(autouse=True)
def no_sockets() -> None:
    """Here they are what it is about."""


def test_the_bench_starts_a_service_for_each_way_and_prints_one_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script, folder, verdicts = tmp_path / "loop.py", tmp_path / "lives", tmp_path / "verdicts.json"
    script.write_text(SCRIPT, encoding="utf-8")
    folder.mkdir()
    for one in LIVES:
        (folder / f"{one['id']}.json").write_text(json.dumps(one), encoding="utf-8")
    arguments = ["--loop", str(script), "--lives", str(folder), "--crowd", "--json", str(verdicts)]
    assert main([*arguments, "--via", "http", "--via", "writes"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:4] for line in lines if " all " in line] == [
        ["given,", "crowd", "http", "all"],
        ["given,", "crowd", "writes", "all"],
    ]
    rows = json.loads(verdicts.read_text(encoding="utf-8"))
    assert [(row["via"], row["life"], row["right"]) for row in rows] == [
        ("http", "ben", True),
        ("http", "ann", True),
        ("writes", "ben", True),
        ("writes", "ann", True),
    ]
