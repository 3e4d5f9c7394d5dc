from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ci_audit", ROOT / ".ci" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


audit = _loaded()
CLEAN = {"name": "sound", "version": "1.0", "vulns": []}
FLAWED = {"name": "leaky", "version": "2.0", "vulns": [{"id": "CVE-2026-1", "fix_versions": ["2.1"]}]}
UNKNOWN = {"name": "hidden", "skip_reason": "not found"}


def test_a_finding_fails_and_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.judged("lock.txt", [CLEAN, FLAWED, UNKNOWN]) == 1
    said = capsys.readouterr()
    assert "leaky 2.0 has CVE-2026-1, fixed in 2.1" in said.err
    assert "NOT RUN: the audit of 1 of 3 packages" in said.out


def test_a_clean_audit_counts_the_packages_that_it_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.judged("lock.txt", [CLEAN, CLEAN]) == 0
    assert capsys.readouterr().out == "lock.txt: 2 packages without known vulnerabilities\n"


def test_packages_that_could_not_be_checked_are_never_reported_as_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.judged("lock.txt", [UNKNOWN, UNKNOWN]) == 0
    said = capsys.readouterr().out
    assert said.startswith("NOT RUN: the audit of 2 of 2 packages")
    assert "without known vulnerabilities" not in said


@pytest.mark.parametrize(
    ("stderr", "status", "said"),
    [
        ("requests.exceptions.ConnectionError: Max retries exceeded", 0, "cannot be reached"),
        ("ValueError: the lock file cannot be read", 1, ""),
    ],
)
def test_an_unreachable_service_is_reported_and_a_broken_audit_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], stderr: str, status: int, said: str
) -> None:
    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1, "", stderr)

    monkeypatch.setattr(audit.subprocess, "run", run)
    assert audit.main(["lock.txt"]) == status
    assert said in capsys.readouterr().out


def test_an_audit_without_an_answer_in_time_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        raise subprocess.TimeoutExpired(command, 1)

    monkeypatch.setattr(audit.subprocess, "run", run)
    assert audit.main(["lock.txt"]) == 0
    assert capsys.readouterr().out.startswith("NOT RUN")
