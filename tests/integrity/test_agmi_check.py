"""The public check of edits at rest, agent-memory-integrity: none of its nine edits passes unseen, in any strength."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from agmi import check  # type: ignore[import-untyped]

from tests.integrity.agmi_adapter import EverythingAdapter, TextAloneAdapter, TextAndHashAdapter

ADAPTERS = (TextAloneAdapter, TextAndHashAdapter, EverythingAdapter)


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_each_of_the_nine_edits_is_rejected_or_reported(
    adapter: type[TextAloneAdapter], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "report.json"
    named = f"{adapter.__module__}:{adapter.__name__}"
    assert check.main(["--adapter", named, "--json", str(report)]) == 0, capsys.readouterr()
    edits = json.loads(report.read_text())["edits"]
    verdicts = {edit["edit"].partition(" ")[0]: edit["verdict"] for edit in edits}
    assert sorted(verdicts) == [f"T{n}" for n in range(1, 10)]
    assert set(verdicts.values()) <= {"REJECTED", "REPORTED"}, json.dumps(edits, indent=1)
    for refused_at_a_read in ("T1", "T4", "T6", "T7"):
        assert verdicts[refused_at_a_read] == "REJECTED"
