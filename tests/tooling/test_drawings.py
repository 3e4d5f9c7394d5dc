"""The drawings are those that the command writes, and name what is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from infra.functions.plans import plans
from infra.settings import DeploymentSettings
from tests.tooling import drawings

ROOT = Path(__file__).parents[2]
SOURCES = drawings.sources()


def parts(source: Any) -> list[Any]:
    return [*source.get("box", []), *source.get("step", [])]


def test_there_are_three_and_each_is_shown_in_a_document() -> None:
    assert [path.stem for path in SOURCES] == ["architecture", "deletion", "write"]
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    assert not [path.name for path in SOURCES if f"images/{path.name})" not in text]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_drawing_is_the_one_that_the_command_writes(path: Path) -> None:
    written = drawings.drawing(SOURCES[path])
    assert path.read_text(encoding="utf-8") == written, "python -m tests.tooling.drawings"
    assert not [one for one in ElementTree.fromstring(written).iter() if one.tag.endswith("script")]  # noqa: S314
    assert "prefers-color-scheme: dark" in written


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_file_that_a_drawing_rests_on_exists(path: Path) -> None:
    named = [file for part in parts(SOURCES[path]) for file in part.get("files", [])]
    assert named
    assert not [file for file in named if not (ROOT / file).is_file()]


def test_the_architecture_has_every_function_that_is_deployed_and_no_other() -> None:
    (source,) = (source for path, source in SOURCES.items() if path.stem == "architecture")
    drawn = [name for box in source["box"] for name in box.get("functions", [])]
    deployed = {plan.name for plan in plans(DeploymentSettings(change_feed=True))}
    assert sorted(drawn) == sorted(deployed)
    for box in source["box"]:
        assert set(box.get("functions", [])) <= set(re.findall(r"\w+", box["text"]))
