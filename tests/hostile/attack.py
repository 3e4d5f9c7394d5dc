"""The generator as a process of its own over the committed API document, and what it found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "openapi.json"
LIMIT_S = 900

# Checks that judge a policy and not the document:
# `positive_data_acceptance` calls it a fault when a well-formed request is refused: for want of a role, of a purpose,
# of a resource, or because the text is a secret or worth nothing;
# `object_level_authorization` needs pairs of accounts in its own form: test_tenants_apart.py asks more than it does.
LEFT_OUT = ("positive_data_acceptance", "object_level_authorization")


@dataclass(frozen=True, slots=True)
class Finding:
    operation: str
    what: str

    def __str__(self) -> str:
        return f"{self.operation}: {self.what}"


@dataclass(frozen=True, slots=True)
class Attack:
    """`requests`: how many were sent. `operations`: how many were tried, of how many there are."""

    requests: int
    operations: tuple[int, int]
    findings: tuple[Finding, ...]
    output: str


def attack(
    url: str, token: str | None, folder: Path, *, examples: int, phases: str, document: Path = DOCUMENT,
) -> Attack:  # fmt: skip
    """Everything that the generator tries on the service at `url` with this token; the same requests each time, as far
    as the answers are the same."""
    report = folder / "report.json"
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        "--config-file", str(Path(__file__).with_name("schemathesis.toml")), "--no-color",
        "run", str(document), "--url", url,
        *(["-H", f"Authorization: Bearer {token}"] if token else []),
        "--exclude-checks", ",".join(LEFT_OUT), "--phases", phases,
        "--max-examples", str(examples), "--generation-deterministic",
        "--no-shrink", "--continue-on-failure", "--request-timeout", "60",
        "--report", "json", "--report-json-path", str(report), "--output-truncate", "true",
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=LIMIT_S, check=False
    )
    said = done.stdout + done.stderr
    assert report.exists(), said[-4000:]
    return _read(json.loads(report.read_text(encoding="utf-8")), said)


def _read(data: dict[str, Any], said: str) -> Attack:
    """The findings by operation; an error of the generator itself counts as one."""
    found = [Finding(operation, kind["title"]) for kind in data["failures"] for operation in kind["operations"]]
    found += [Finding("the generator", error["title"]) for error in data["errors"]]
    operations = (int(data["operations"]["tested"]), int(data["operations"]["total"]))
    return Attack(int(data["test_cases"]["generated"]), operations, tuple(found), said)
