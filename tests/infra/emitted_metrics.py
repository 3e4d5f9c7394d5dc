"""Which metrics the code counts, read off its sources: names, dimensions, and their values where they are written."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The functions of `shared.runtime.observability` that count something.
COUNTING = frozenset({"count", "measure_seconds"})
TRUTH = frozenset({"true", "false"})


@dataclass(frozen=True, slots=True)
class Emitted:
    """One call. `dimensions`: name -> the values that the source names, or `None` where they are known as it runs.
    `seconds`: a duration, whose sum means nothing."""

    dimensions: Mapping[str, frozenset[str] | None]
    seconds: bool

    def takes(self, dimensions: Mapping[str, str]) -> bool:
        """Whether a metric with just these dimensions is counted here."""
        known = all(
            (values := self.dimensions.get(name)) is None or value in values for name, value in dimensions.items()
        )
        return set(dimensions) == set(self.dimensions) and known


@cache
def emitted() -> dict[str, list[Emitted]]:
    """Metric name -> how it is counted, over all that runs in Lambda."""
    found: dict[str, list[Emitted]] = defaultdict(list)
    for folder in ("functions", "shared"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for name, how in calls(path.read_text(encoding="utf-8")):
                found[name].append(how)
    return dict(found)


def calls(source: str) -> Iterator[tuple[str, Emitted]]:
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        match call.args:
            case [ast.Constant(value=str(name)), *_] if function in COUNTING and name[:1].isupper():
                dimensions = {
                    word.arg: _values(word.value) for word in call.keywords if word.arg not in (None, "value")
                }
                yield name, Emitted({str(arg): values for arg, values in dimensions.items()}, function != "count")


def _values(value: ast.expr) -> frozenset[str] | None:
    match value:
        case ast.Constant(value=str(text)):
            return frozenset({text})
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="str")), attr="lower")):
            return TRUTH
        case _:
            return None
