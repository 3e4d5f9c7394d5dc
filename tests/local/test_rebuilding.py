"""The laptop's search index made again by its command: from the outside, with the packaged embedder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.local.running_service import ROOT, ServiceProcess

pytestmark = pytest.mark.enable_socket

_FACTS = (
    "The release train leaves every second Wednesday",
    "The office has a fern that needs water on Mondays",
    "用户对海鲜过敏",
    "Ann's sister Eva lives in Porto",
    "Backups are kept for fourteen days",
)
_QUESTIONS = ("when does the train leave?", "who waters the plant?", "用户不能吃什么", "where does Eva live?")


def command(folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    return subprocess.run(
        [sys.executable, "-m", "local", "rebuild-index", "--data", str(folder), *flags],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def ranked(service: ServiceProcess) -> dict[str, list[tuple[str, Any]]]:
    """What each question brings back, in its order, with its scores (the age of a memory aside)."""
    found = {}
    for question in _QUESTIONS:
        body = {"query": question, "min_relevance": 0.0, "top_k": 5}
        answer = service.as_user("POST", "/v1/recall", body).body
        assert answer["degraded"] is False
        found[question] = [
            (hit["memory"]["content"], (hit["relevance"], hit["parts"]["vector"], hit["parts"]["keyword"]))
            for hit in answer["memories"]
        ]
    return found


@pytest.fixture
def stopped(tmp_path: Path) -> tuple[Path, dict[str, list[tuple[str, Any]]]]:
    """A folder whose service has ended, and what it answered."""
    service = ServiceProcess(tmp_path, "--test-controls")
    for content in _FACTS:
        assert service.write(content).status == 201
    service.write("Bob keeps bees on the roof", "bob")
    service.settle()
    service.delete_all("d1", "bob")
    service.settle()
    answers = ranked(service)
    assert service.end() == 0
    return tmp_path, answers


def test_a_lost_search_file_is_rebuilt_and_recall_finds_the_same_in_the_same_order(
    stopped: tuple[Path, dict[str, list[tuple[str, Any]]]],
) -> None:
    folder, before = stopped
    for file in folder.glob("search.db*"):
        file.unlink()
    lost = ServiceProcess(folder, "--test-controls")
    lost.call("POST", "/local/clock", {"advance_seconds": 11})  # what was just written is found without the index
    assert not any(ranked(lost).values())
    in_use = command(folder)
    assert in_use.returncode == 1
    assert "is in use by another service" in in_use.stderr
    assert lost.end() == 0
    done = command(folder)
    assert done.returncode == 0, done.stderr
    assert "5 memories seen: 5 sent, 0 have no place" in done.stdout
    assert "verified: 5 of 5 memories are in the index, 1 of 1 organisations agree" in done.stdout
    again = command(folder, "--empty")
    assert again.returncode == 0, again.stderr
    service = ServiceProcess(folder, "--test-controls")
    assert ranked(service) == before
    assert service.recalled("bees on the roof", "bob") == []
    assert service.end() == 0


def test_a_folder_without_records_is_reported_and_not_changed(tmp_path: Path) -> None:
    done = command(tmp_path / "nothing")
    assert done.returncode == 1
    assert "there are no records in" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "nothing").exists()
