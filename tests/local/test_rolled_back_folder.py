"""The data folder put back to an older state: the file beside it tells, at start and to the auditor."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.local.running_service import ServiceProcess


def _verified(service: ServiceProcess) -> Any:
    claims = {"org": "acme", "sub": "olga", "roles": ["auditor"], "memory_scope": "/org/acme"}
    token = service.call("POST", "/local/token", claims).body["access_token"]
    return service.call("GET", "/v1/audit/verify", token=token).body


def _deleted(service: ServiceProcess, request_id: str) -> None:
    service.write(f"Likes tea of {request_id}")
    assert service.delete_all(request_id).status == 202
    service.settle()
    shown = service.as_user("GET", f"/v1/deletions/{request_id}").body
    assert shown["receipt"]["signing"] == "signed", shown


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_a_restored_old_folder_is_noticed_at_start_and_by_the_audit(data: Path, tmp_path: Path) -> None:
    service = ServiceProcess(data, "--test-controls")
    _deleted(service, "r1")
    assert service.end() == 0
    shutil.copytree(data, tmp_path / "copy")
    service = ServiceProcess(data, "--test-controls")
    assert "WARNING" not in service.output
    _deleted(service, "r2")
    assert _verified(service)["receipt_log"]["state"] == "intact"
    assert service.end() == 0
    shutil.rmtree(data)
    shutil.copytree(tmp_path / "copy", data)
    refused = ServiceProcess(data, "--test-controls")
    assert "did not start: The receipt log of /org/acme has 1 entries, and 2 were witnessed" in refused.output
    assert "python -m local restore" in refused.output
    service = ServiceProcess(data, "--test-controls", "--accept-lost-deletions")
    assert "WARNING: The receipt log of /org/acme has 1 entries, and 2 were witnessed" in service.output
    found = _verified(service)
    assert (found["valid"], found["receipt_log"]["state"]) == (False, "rolled_back")
    assert service.end() == 0


def test_the_heads_and_the_key_are_readable_only_by_their_user(data: Path, tmp_path: Path) -> None:
    service = ServiceProcess(data, "--test-controls")
    _deleted(service, "r1")
    assert service.end() == 0
    for path in (data / "signing.pem", tmp_path / "data-heads.jsonl"):
        assert path.stat().st_mode & 0o777 == 0o600
