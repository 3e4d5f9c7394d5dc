from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases import run

HELD = """
import os, urllib.request

def test_the_service_answers():
    with urllib.request.urlopen(os.environ["AGENT_MEMORY_URL"] + "/v1/health", timeout=10) as got:
        assert got.status == 200

def test_of_another_world():
    assert False
"""


def test_missing_cases_are_reported_and_are_no_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--folder", str(tmp_path / "nowhere")]) == 0
    assert capsys.readouterr().out.startswith("NOT RUN")


def test_the_list_is_read_without_its_comments(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("# why\ntest_a.py::test_one\n\ntest_b.py  # all of it\n", encoding="utf-8")
    assert run.listed(path) == ["test_a.py::test_one", "test_b.py"]


def test_the_result_of_the_cases_is_the_exit_status_and_passed_cases_are_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cases"
    folder.mkdir()
    (folder / "test_held.py").write_text(HELD, encoding="utf-8")
    passing = tmp_path / "passing.txt"
    monkeypatch.setattr(run, "PASSING", passing)
    assert run.main(["--folder", str(folder), "--record"]) == 1
    assert run.listed(passing) == ["test_held.py::test_the_service_answers"]
    assert run.main(["--folder", str(folder), "--passing"]) == 0
