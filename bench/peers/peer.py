"""Plays one peer in the peers' environment: `python -m bench.peers.peer NAME WORK VECTORS OUT`."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from bench.peers import langgraph_memory, mem0_memory
from bench.peers.langgraph_memory import LangGraphMemory
from bench.peers.mem0_memory import Mem0Memory
from bench.peers.work import Memory, Vectors, played, read_work, rows_as_json

DIMENSION = 384
_MAKERS: dict[str, tuple[str, str, Callable[[Path, Vectors], Memory]]] = {
    "mem0": ("mem0ai", mem0_memory.NOTE, lambda folder, vectors: Mem0Memory(folder, vectors, DIMENSION)),
    "langgraph": ("langgraph", langgraph_memory.NOTE, lambda _, vectors: LangGraphMemory(vectors, DIMENSION)),
}
PEERS = tuple(_MAKERS)


def main(arguments: list[str]) -> int:
    name, work, vectors, out = arguments
    package, note, make = _MAKERS[name]
    known = Vectors(Path(vectors))
    rows = []
    for cases in read_work(Path(work)):
        with tempfile.TemporaryDirectory() as folder:
            rows.append(played(make(Path(folder), known), name, version(package), cases, note))
    Path(out).write_text(json.dumps(rows_as_json(rows)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
