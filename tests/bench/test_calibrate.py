"""`make calibrate`: a fit is checked before it is packaged, and what is packaged is what the functions load."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bench.calibration import __main__ as command
from bench.calibration.vectors import Vectors
from shared.adapters.embedders import calibrations
from shared.adapters.embedders.calibrations import calibration_for
from tests.bench.quick_fit import a_fit, an_embedder

TITAN = "amazon.titan-embed-text-v2:0"


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for the package's own, with what is packaged today."""
    for file in command.CALIBRATIONS.glob("*.json"):
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(calibrations, "folder", lambda: tmp_path)
    calibration_for.cache_clear()
    monkeypatch.setitem(command.EMBEDDERS, "titan-512", lambda: an_embedder(f"{TITAN}/512"))
    monkeypatch.setattr(command, "fitted", lambda vectors, **_: a_fit(vectors))
    return tmp_path


@pytest.fixture(autouse=True)
def no_cache() -> None:
    calibration_for.cache_clear()


def test_the_functions_load_what_was_measured_for_their_dimension_and_no_other(packaged: Path) -> None:
    assert not calibration_for(f"{TITAN}/512").measured
    calibration_for.cache_clear()
    assert command.main(["titan-512", "--write"], packaged) == 0
    assert calibration_for(f"{TITAN}/512").measured
    assert not calibration_for(f"{TITAN}/1024").measured  # its vectors lie in another space
    assert calibration_for(f"{TITAN}/512").fit is not None


def test_a_bad_fit_is_refused_and_changes_nothing(
    packaged: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def poor(vectors: Vectors, **_: object) -> object:
        fit = a_fit(vectors)
        return replace(fit, fit=replace(fit.fit, auc=0.9))

    monkeypatch.setattr(command, "fitted", poor)
    before = {file.name: file.read_bytes() for file in packaged.iterdir()}
    assert command.main(["titan-512", "--write"], packaged) == 1
    assert "REFUSED: AUC 0.900 is below 0.98" in capsys.readouterr().err
    assert {file.name: file.read_bytes() for file in packaged.iterdir()} == before
    assert not calibration_for(f"{TITAN}/512").measured


def test_the_package_of_the_functions_takes_the_file(packaged: Path) -> None:
    from infra.functions.bundling import sources

    assert command.CALIBRATIONS / "titan.json" in set(sources())
    assert json.loads((command.CALIBRATIONS / "titan.json").read_text(encoding="utf-8"))["model"] == TITAN
