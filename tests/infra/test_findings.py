"""cdk-nag: synthesis itself fails on a finding that is not accepted; here, no acceptance is left without a finding."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import infra.findings
from app import build
from tests.infra.template import CONSOLE, UNBUNDLED


class Acceptances:
    """Takes the place of `Validations` and writes down what would have been accepted."""

    made: list[tuple[str, str, str]]

    def __init__(self) -> None:
        self.made = []

    def of(self, construct: Any) -> _Acceptance:
        return _Acceptance(self.made, construct.node.path)


class _Acceptance:
    def __init__(self, made: list[tuple[str, str, str]], path: str) -> None:
        self._made = made
        self._path = path

    def acknowledge(self, rule: Any) -> None:
        self._made.append((self._path, rule.id, rule.reason))


def findings(report: dict[str, Any]) -> set[tuple[str, str]]:
    """(construct path, rule with its detail) of each finding."""
    return {
        (construct["constructPath"], violation["ruleName"])
        for plugin in report["pluginReports"]
        for violation in plugin["violations"]
        for construct in violation["violatingConstructs"]
    }


@pytest.mark.parametrize("context", [{"stage": "dev"}, {"stage": "prod"}, CONSOLE], ids=["dev", "prod", "console"])
def test_acceptances_and_findings_are_the_same_list(
    context: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    accepted = Acceptances()
    monkeypatch.setattr(infra.findings, "Validations", accepted)
    with pytest.raises(RuntimeError, match="ValidationFailed"):
        build(UNBUNDLED | context, str(tmp_path)).synth()
    found = findings(json.loads((tmp_path / "validation-report.json").read_text(encoding="utf-8")))
    unanswered = {
        (path, rule)
        for path, rule in found
        if not any(rule == r and (path == p or path.startswith(f"{p}/")) for p, r, _ in accepted.made)
    }
    unneeded = {
        (p, r)
        for p, r, _ in accepted.made
        if not any(rule == r and (path == p or path.startswith(f"{p}/")) for path, rule in found)
    }
    assert not unanswered
    assert not unneeded
    assert all(len(reason) > 20 for _, _, reason in accepted.made)
