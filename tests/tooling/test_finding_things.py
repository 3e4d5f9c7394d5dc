"""docs/finding-things.md and docs/glossary.md lead to what is really there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.tooling import tree

ROOT = Path(__file__).parents[2]
PAGE = tree.PAGE.read_text(encoding="utf-8")
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
# | number | question | `file` | `name`, `name` |
ANSWERS = re.findall(r"^\| (\d+) \| (.+?) \| `([^`]+)` \| (.+?) \|$", PAGE, re.MULTILINE)
TERMS = re.findall(r"\*\*([^*]+)\*\*", GLOSSARY)


def names_in(path: Path) -> set[str]:
    """Functions and classes of a module, and the methods of its classes as `Class.method`."""
    named: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            named.add(node.name)
        if isinstance(node, ast.ClassDef):
            named |= {f"{node.name}.{member.name}" for member in node.body if isinstance(member, ast.FunctionDef)}
    return named


def test_the_twenty_questions_are_answered_in_their_order() -> None:
    assert [int(number) for number, *_ in ANSWERS] == list(range(1, 21))


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer[0])
def test_an_answer_names_a_file_and_what_is_in_it(answer: tuple[str, str, str, str]) -> None:
    _, _, file, names = answer
    assert (ROOT / file).is_file()
    assert set(re.findall(r"`([^`]+)`", names)) <= names_in(ROOT / file)


def test_a_name_that_does_not_exist_is_noticed() -> None:
    assert "Barrier.refuse_write" in names_in(ROOT / "shared/domain/deletion/barrier.py")
    assert "Barrier.refuse_reading" not in names_in(ROOT / "shared/domain/deletion/barrier.py")


def test_the_tree_names_every_folder_and_its_counts_are_near() -> None:
    """Within a tenth or three files, so that not every new file changes the page. `python -m tests.tooling.tree`."""
    shown, actual = counts(PAGE.partition(tree.HEADING)[2]), counts(tree.tree())
    assert list(shown) == list(actual)
    assert {name: n for name, n in shown.items() if abs(n - actual[name]) > max(3, n // 10)} == {}


def counts(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for folder, total, below in re.findall(r"^(\S+)/ +(\d+)(.*)$", text, re.MULTILINE):
        found[folder] = int(total)
        found |= {f"{folder}/{name}": int(count) for name, count in re.findall(r"(\S+) (\d+)", below)}
    return found


def test_each_term_of_the_glossary_is_defined_once() -> None:
    assert len(TERMS) > 80
    assert sorted(TERMS) == sorted(set(TERMS))


@pytest.mark.parametrize("term", TERMS)
def test_a_term_of_the_glossary_is_a_word_of_the_code(term: str) -> None:
    word = re.escape(term).replace(r"\ ", r"[ _\-\n]+")
    pattern = re.compile(word, re.IGNORECASE)
    code = (
        path for folder in ("shared", "client", "functions", "infra", "local") for path in (ROOT / folder).rglob("*.py")
    )
    assert any(pattern.search(path.read_text(encoding="utf-8")) for path in code)
