"""The script that plays lives and judges what an agent is shown. Not part of this repository: its path is given."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, cast


class Script(Protocol):
    """The functions of the script that the bench uses."""

    KINDS: tuple[str, ...]

    def Service(self, url: str) -> Any: ...  # noqa: N802 - the script's own name
    def play(
        self, life: Mapping[str, Any], via: str, service: Any, org: str
    ) -> tuple[list[dict[str, Any]], dict[str, Any]]: ...
    def figures(self, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]: ...
    def report(self, rows: Sequence[Mapping[str, Any]], via: str) -> dict[str, Any]: ...


def load_script(path: Path) -> Script:
    """Import the script. Writes no bytecode beside it. Raises `OSError` for a file that cannot be read, `ImportError`
    for one that is no Python file."""
    spec = importlib.util.spec_from_file_location("loop_script", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
    return cast(Script, module)
