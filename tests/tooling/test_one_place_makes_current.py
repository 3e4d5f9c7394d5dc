"""One function makes a version current: nothing else writes a current record, or a pointer by key or text.

Read off the source: who calls what writes them, and which keys reach a `put` or a `Record`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# What writes them, and the one function that asks it to.
WRITER, CALLER = "shared/records/memories/memory_change.py", "shared/usecases/memories/make_current.py"
WRITES = "put_current"
PLACES = frozenset({"current", "key_pointer", "hash_pointer"})
PUTS = frozenset({"put", "Record"})
MODULES = [
    path.relative_to(ROOT).as_posix()
    for tree in ("shared", "functions", "local")
    for path in sorted((ROOT / tree).rglob("*.py"))
]


def _name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def _makes_a_place(node: ast.AST, known: frozenset[str]) -> bool:
    """Whether the expression is the key of a current record or of a pointer, or a variable that holds one."""
    return any(
        (isinstance(part, ast.Call) and _name(part.func) in PLACES) or (isinstance(part, ast.Name) and part.id in known)
        for part in ast.walk(node)
    )


def _holding_places(function: ast.AST) -> frozenset[str]:
    assigned = (node for node in ast.walk(function) if isinstance(node, ast.Assign))
    return frozenset(
        target.id
        for node in assigned
        if _makes_a_place(node.value, frozenset()) and isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Name)
    )


def written_places(source: str) -> Iterator[int]:
    """Lines on which a record is put at the place of a current record or a pointer."""
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        known = _holding_places(function)
        calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
        # A copy of a record that was read is no write of it.
        read = {id(arg) for call in calls if _name(call.func) == "knowing" for arg in call.args}
        for call in calls:
            if _name(call.func) in PUTS and id(call) not in read and call.args and _makes_a_place(call.args[0], known):
                yield call.lineno


def mentions_the_writer(source: str) -> bool:
    return any(
        (isinstance(node, ast.alias) and node.name == WRITES)
        or (isinstance(node, ast.Attribute) and node.attr == WRITES)
        or (isinstance(node, ast.Name) and node.id == WRITES)
        for node in ast.walk(ast.parse(source))
    )


@pytest.mark.parametrize("module", [name for name in MODULES if name not in (WRITER, CALLER)])
def test_no_other_module_makes_a_version_current(module: str) -> None:
    source = (ROOT / module).read_text()
    assert not mentions_the_writer(source), f"{module} calls {WRITES}: {CALLER} does that for everybody"
    assert list(written_places(source)) == [], f"{module} puts a current record or a pointer itself"


def test_the_one_place_is_where_the_documents_say() -> None:
    caller = (ROOT / CALLER).read_text()
    calls = [n for n in ast.walk(ast.parse(caller)) if isinstance(n, ast.Call) and _name(n.func) == WRITES]
    assert len(calls) == 1
    assert f"def {WRITES}(" in (ROOT / WRITER).read_text()


@pytest.mark.parametrize(
    "source",
    [
        "def f(reading):\n    return reading.put(keys.current(scope, id), {})",
        "def f(reading):\n    pointer = keys.hash_pointer(scope, type, text)\n    return reading.put(pointer, {})",
        "def f():\n    return Change(puts=(Record(keys.key_pointer(scope, type, key), {}),))",
    ],
)
def test_a_place_that_is_written_by_hand_is_found(source: str) -> None:
    assert list(written_places(source))


def test_an_import_of_the_writer_is_found() -> None:
    assert mentions_the_writer("from shared.records.memories.memory_change import put_current as it")
    assert mentions_the_writer("import shared.records.memories.memory_change as m\nm.put_current()")
