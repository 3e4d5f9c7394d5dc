"""Does an agent see the right memory at the right moment: `python -m bench.loop [--crowd] [--lives FOLDER ...]`.

Scripted lives are played against a local service that is started for it, a fresh one for each way (`--via`): over HTTP
as events of sessions, through the client's manager, and as written sentences. Probes between the turns are judged by
the script `--loop`, which is not shipped. With `--crowd` all lives are one person's, with their trivia said as well.
Needs the package in `client/` on the path for the way `manager`.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.loop.lives import Life, as_crowd, by_life, read_lives
from bench.loop.script import Script, load_script
from bench.loop.table import Played, table
from local.service_process import DidNotStart, service_process

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_LOOP = ROOT.parent / "shared" / "loop" / "loop.py"
OWN_LIVES = ROOT / "bench" / "loop" / "lives"
WAYS = ("http", "manager", "writes")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--loop", type=Path, default=DEFAULT_LOOP, help="the script that plays and judges, not shipped")
    parser.add_argument(
        "--lives", type=Path, action="append", metavar="FOLDER",
        help=f"(default: `lives` beside the script; ours: {OWN_LIVES.relative_to(ROOT)})",
    )  # fmt: skip
    parser.add_argument("--via", action="append", choices=WAYS, help="(default: every way)")
    parser.add_argument("--crowd", action="store_true", help="all lives of a folder are one person's")
    parser.add_argument("--only", action="append", metavar="ID", default=[], help="a life (default: every one)")
    parser.add_argument("--languages", action="store_true", help="a line for each language, too")
    parser.add_argument("--show", action="store_true", help="each probe that is not right, with what was seen")
    parser.add_argument("--json", type=Path, metavar="FILE", help="every verdict and text")
    options = parser.parse_args(arguments)
    if not options.loop.is_file():
        print(f"NOT RUN: the loop (there is no script {options.loop}; give LOOP=path/to/loop.py)")
        return 0
    folders = options.lives or [options.loop.parent / "lives"]
    script = load_script(options.loop)
    runs: list[Played] = []
    for folder in folders:
        lives = read_lives(folder, options.only)
        if not lives:
            print(f"NOT RUN: the loop on {folder} (there are no lives)")
            continue
        for via in options.via or WAYS:
            try:
                runs.append(played(script, lives, via, crowd=options.crowd, setting=_setting(folder, options.crowd)))
            except DidNotStart as error:
                print(f"The local service did not start. It said:\n{error}", file=sys.stderr)
                return 1
            print(f"{runs[-1].setting} via {via}: {runs[-1].seconds:.0f} s", file=sys.stderr)
    if options.show:
        _show(runs)
    print("\n".join(table(script, runs, languages=options.languages)))
    if options.json:
        rows = [{"setting": run.setting, "via": run.via, **row} for run in runs for row in run.rows]
        options.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")
    return 0


def played(script: Script, lives: Sequence[Life], via: str, *, crowd: bool, setting: str) -> Played:
    """One way over all lives, on a service of its own that is ended afterwards. Raises `DidNotStart`."""
    began = time.monotonic()
    rows: list[dict[str, Any]] = []
    notes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    with tempfile.TemporaryDirectory() as folder, service_process(Path(folder), "--test-controls") as url:
        service = script.Service(url)
        service.advance(1)
        for life in [as_crowd(lives)] if crowd else lives:
            of_life, reported = script.play(life, via, service, f"loop-{uuid.uuid4().hex[:8]}")
            rows += of_life
            for name, counts in reported.items():
                notes[name].update(counts)
    verdicts = by_life(rows, lives) if crowd else rows
    return Played(setting, via, verdicts, time.monotonic() - began, notes)


def _setting(folder: Path, crowd: bool) -> str:
    name = "own" if folder.resolve().is_relative_to(OWN_LIVES) else "given"
    return f"{name}, crowd" if crowd else name


def _show(runs: Sequence[Played]) -> None:
    for run in runs:
        for row in run.rows:
            if not row["right"]:
                print(
                    f"- {run.setting} {run.via} {row['life']} {row['id']} {row['kind']}: {row['query']}\n"
                    f"    missing {row['missing']} old one first {row['stale_first']} never {row['never']} "
                    f"noise {row['noise']} ({row['why']})\n    saw: {row['text'][:1500]!r}"
                )


if __name__ == "__main__":
    sys.exit(main())
