"""Counts in the text format that Prometheus reads (version 0.0.4): those of this process since it began, and those that
an answer holds."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Mapping
from typing import TypeAlias

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
PREFIX = "agent_memory_"
_Labels: TypeAlias = "tuple[tuple[str, str], ...]"
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Tally:
    """What a process has counted, by name and labels. Several threads may count."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[_Labels, float]] = {}
        self._lock = threading.Lock()

    def add(self, name: str, value: float, labels: Mapping[str, str]) -> None:
        key = tuple(sorted(labels.items()))
        with self._lock:
            of_name = self._counts.setdefault(name, {})
            of_name[key] = of_name.get(key, 0) + value

    def text(self) -> str:
        with self._lock:
            found = {name: dict(of_name) for name, of_name in sorted(self._counts.items())}
        return "".join(
            family(f"{snake(name)}_total", "counter", f"{name} since the process began", of_name.items())
            for name, of_name in found.items()
        )


TALLY = Tally()


def snake(name: str) -> str:
    """`MemoryWritten` as `memory_written`."""
    return _WORD.sub("_", name).lower()


def family(name: str, kind: str, meaning: str, samples: Iterable[tuple[_Labels, float]]) -> str:
    """One metric with its samples. `kind`: `counter` or `gauge`."""
    lines = [f"# HELP {PREFIX}{name} {meaning}", f"# TYPE {PREFIX}{name} {kind}"]
    lines += [f"{PREFIX}{name}{_labels(labels)} {_number(value)}" for labels, value in sorted(samples)]
    return "\n".join(lines) + "\n"


def _labels(labels: _Labels) -> str:
    shown = ",".join(f'{snake(name)}="{_escaped(value)}"' for name, value in labels)
    return f"{{{shown}}}" if shown else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(round(value, 6))
