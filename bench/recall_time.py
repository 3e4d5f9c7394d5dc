"""The service's own processor time for one recall on the laptop's adapters, the embedder aside: `make
bench-recall-time`.

"ours" is what every deployment pays: the rules, the ranking, the answer. "search" and "store" are the local engine
and the local tables; in AWS these are calls over the network. With `--data` the memories are the turns of the first
conversation of LoCoMo, which carry the turns before them, and the questions are its own.

"just after" are recalls of the profile `default` within ten seconds of 40 writes, which read these beside the index;
the others come a minute later."""

from __future__ import annotations

import argparse
import cProfile
import pstats
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from bench.locomo.conversations import read_locomo
from bench.write import PacedClock, TimedEmbedder, index, services_in, text
from shared.domain.access.caller import Caller
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Background, MemoryType, Turn
from shared.domain.scopes import Scope
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from shared.usecases.services import Services
from shared.usecases.writing.admission import WriteCommand
from shared.usecases.writing.write_memory import write_memory

_JUST_AFTER = 100  # recalls, which take less than ten seconds
AIM = 5.0  # milliseconds of the service's own time at p50


class Metered:
    """A port with the processor time of its calls counted."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)
        if not callable(method):
            return method

        def counted(*arguments: Any, **named: Any) -> Any:
            began = time.process_time()
            try:
                return method(*arguments, **named)
            finally:
                self.seconds += time.process_time() - began

        return counted


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=500, help="short statements of one form, without --data")
    parser.add_argument("--recalls", type=int, default=300)
    parser.add_argument("--data", type=Path, help="locomo10.json")
    parser.add_argument("--profile", action="store_true", help="print where the time of the recalls goes")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        embedder = TimedEmbedder()
        clock = PacedClock()
        services = services_in(Path(folder), embedder, clock)
        caller = Caller("acme", "ann", Scope.user("acme", "ann"))
        commands, questions = _from_locomo(options.data) if options.data else _of_one_form(options.memories)
        for n, command in enumerate(commands):
            write_memory(services, caller, command)
            if n % 10 == 9:
                index(services, caller)
        asked = [questions[n % len(questions)] for n in range(options.recalls)]
        print(f"CPU milliseconds a recall, the embedder aside ({len(commands)} memories, {len(asked)} recalls)")
        print(f"{'profile':10} {'part':7} {'p50':>6} {'p95':>6} {'p99':>6}")
        profiler = cProfile.Profile() if options.profile else None
        ours = 0.0
        for name, profile in (("just after", "default"), ("textbook", "textbook"), ("default", "default")):
            some = asked[:_JUST_AFTER] if name == "just after" else asked
            taken = _measured(services, embedder, caller, profile, some, profiler if name == profile else None)
            clock.pass_time(timedelta(minutes=1))
            for part, times in taken.items():
                print(f"{name:10} {part:7} {_row(times)}")
            ours = statistics.median(taken["ours"])
        if profiler is not None:
            pstats.Stats(profiler).sort_stats("tottime").print_stats(40)
    return 0 if ours <= AIM else 1


def _measured(
    services: Services,
    embedder: TimedEmbedder,
    caller: Caller,
    profile: str,
    questions: Sequence[str],
    profiler: cProfile.Profile | None,
) -> dict[str, list[float]]:
    search, store = Metered(services.search), Metered(services.records)
    metered = replace(services, search=search, records=store)
    taken: dict[str, list[float]] = defaultdict(list)
    for question in questions:
        before = embedder.seconds, search.seconds, store.seconds
        if profiler is not None:
            profiler.enable()
        began = time.process_time()
        recall(metered, caller, RecallQuery(question, min_relevance=0.0, profile=profile))
        whole = time.process_time() - began
        if profiler is not None:
            profiler.disable()
        spent = [
            now - then for now, then in zip((embedder.seconds, search.seconds, store.seconds), before, strict=True)
        ]
        taken["ours"].append(1000 * (whole - sum(spent)))
        taken["search"].append(1000 * spent[1])
        taken["store"].append(1000 * spent[2])
        taken["whole"].append(1000 * (whole - spent[0]))
    return taken


def _of_one_form(count: int) -> tuple[list[WriteCommand], list[str]]:
    texts = [text(n) for n in range(count)]
    commands = [WriteCommand(content, MemoryType.SEMANTIC, source=Source.USER_STATED) for content in texts]
    return commands, [f"Which port does the {content.split(' listens')[0]} use?" for content in texts]


def _from_locomo(path: Path) -> tuple[list[WriteCommand], list[str]]:
    conversation = read_locomo(path)[0]
    commands = []
    for turn in conversation.turns:
        before = tuple(Turn(said[:1000]) for said in conversation.before(turn))
        background = Background(turn.speaker, turn.session_id, turn.position, before)
        commands.append(
            WriteCommand(
                turn.content,
                MemoryType.EPISODIC,
                source=Source.USER_STATED,
                observed_at=turn.observed_at,
                background=background,
            )
        )
    return commands, [question.text for question in conversation.questions]


def _row(times: Sequence[float]) -> str:
    ordered = sorted(times)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * q))] for q in (0.95, 0.99)]
    return f"{statistics.median(ordered):6.2f} {at[0]:6.2f} {at[1]:6.2f}"


if __name__ == "__main__":
    raise SystemExit(main())
