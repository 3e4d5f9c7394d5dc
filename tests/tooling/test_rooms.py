"""The house stays in order: rooms of at most twelve files, files of at most 300 lines, one name once in a layer."""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
TREES = ("shared", "local", "infra", "functions", "client/agent_memory", "bench")
MOST_MODULES, MOST_LINES, MOST_DOCSTRING_LINES = 12, 300, 5
# Data, which reads best in one piece.
LONG_TABLES = {
    "shared/language/en/words.py": "the words of English, one set for each part that they play",
    "shared/language/zh/words.py": "the words of Chinese, one set for each part that they play",
}
# Here the same file name means the same part, once for each language or each engine behind a port.
PARALLEL = {
    "language": (frozenset({"en", "zh"}), frozenset({"packs/english", "packs/chinese"})),
    "adapters": (frozenset({"dynamodb", "opensearch", "sqlite"}),),
}
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
# What has rooms, each of which a layers contract must name.
LAYERED = ("shared.language", "shared.domain", "shared.records", "shared.usecases")


def _packages(tree: str) -> Iterator[Path]:
    for folder in (ROOT / tree, *sorted((ROOT / tree).rglob("*"))):
        if folder.is_dir() and any(folder.glob("*.py")):
            yield folder


def _modules(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


PACKAGES = [package for tree in TREES for package in _packages(tree)]
MODULES = [module for package in PACKAGES for module in _modules(package)]
LAYERS = sorted(path.name for path in (ROOT / "shared").iterdir() if (path / "__init__.py").is_file())


def lines_of_code(source: str) -> int:
    """Lines that are neither blank, nor a comment, nor part of a docstring."""
    documentation: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, _DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            documentation.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return sum(
        bool(line.strip()) and not line.lstrip().startswith("#") and number not in documentation
        for number, line in enumerate(source.splitlines(), start=1)
    )


def names_met_twice(layer: Path, parallel: tuple[frozenset[str], ...]) -> dict[str, list[str]]:
    """File name -> where it lies, for each name with two meanings. Parallel rooms count as one."""
    places: dict[str, set[str]] = defaultdict(set)
    for path in layer.rglob("*.py"):
        room = path.parent.relative_to(layer).as_posix()
        if not path.name.startswith("__"):
            places[path.name].add(next(("|".join(sorted(rooms)) for rooms in parallel if room in rooms), room))
    return {name: sorted(found) for name, found in places.items() if len(found) > 1}


def contracts() -> list[dict[str, Any]]:
    configuration = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = configuration["tool"]["importlinter"]["contracts"]
    return found


@pytest.mark.parametrize("package", PACKAGES, ids=_name)
def test_a_room_has_at_most_twelve_modules(package: Path) -> None:
    assert len(_modules(package)) <= MOST_MODULES, [path.name for path in _modules(package)]


@pytest.mark.parametrize("package", PACKAGES, ids=_name)
def test_a_room_has_a_short_docstring(package: Path) -> None:
    said = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8")))
    assert said is not None
    assert 1 <= len(said.splitlines()) <= MOST_DOCSTRING_LINES


def test_no_module_is_longer_than_three_hundred_lines() -> None:
    sizes = {_name(path): lines_of_code(path.read_text(encoding="utf-8")) for path in MODULES}
    assert {name for name, lines in sizes.items() if lines > MOST_LINES} == set(LONG_TABLES)


def test_comments_docstrings_and_blank_lines_do_not_count_as_code() -> None:
    source = (
        '"""A module,\nin two lines."""\n\n# Why.\nLIMIT = 3\n\n\ndef f() -> int:\n    """Three."""\n    return LIMIT\n'
    )
    assert lines_of_code(source) == 3


@pytest.mark.parametrize("layer", LAYERS)
def test_a_file_name_has_one_meaning_in_a_layer(layer: str) -> None:
    assert names_met_twice(ROOT / "shared" / layer, PARALLEL.get(layer, ())) == {}


def test_a_name_in_two_rooms_is_found_unless_the_rooms_are_parallel(tmp_path: Path) -> None:
    for room in ("en", "zh", "speech"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "words.py").touch()
    assert names_met_twice(tmp_path, (frozenset({"en", "zh"}),)) == {"words.py": ["en|zh", "speech"]}
    (tmp_path / "speech" / "words.py").unlink()
    assert names_met_twice(tmp_path, (frozenset({"en", "zh"}),)) == {}


def test_the_layers_of_shared_stand_in_one_contract() -> None:
    (layers,) = [c["layers"] for c in contracts() if c["type"] == "layers" and "containers" not in c]
    named = {name.strip() for layer in layers for name in layer.split("|")}
    assert {f"shared.{layer}" for layer in LAYERS} - named == {"shared.contracts"}  # it has a contract of its own
    assert any(c["type"] == "forbidden" and c["source_modules"] == ["shared.contracts"] for c in contracts())


@pytest.mark.parametrize("layer", LAYERED)
def test_every_room_of_a_layer_is_in_its_contract(layer: str) -> None:
    """`exhaustive`: import-linter refuses a room that the contract does not name."""
    (contract,) = [c for c in contracts() if c["type"] == "layers" and layer in c.get("containers", ())]
    assert contract["exhaustive"] is True
