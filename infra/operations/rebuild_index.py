"""`python -m infra.operations.rebuild_index FUNCTION`: the search index made again from the tables, online.

FUNCTION is the name or ARN of the function `reindex` (docs/guides/deploying.md). It works in bounded steps; this
program calls it until the end and reports the result. It ends with 1 if a memory is missing in the index.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Any, TypeAlias

from infra.functions.time_limits import REINDEX_SECONDS
from infra.operations.lambda_client import Lambda, lambda_client

PHASES = ("send", "sweep", "verify")
TRIES = 5  # of one step, which may be repeated
FIRST_PAUSE_S = 2.0  # before the second one, then doubled: a node that restarts is back within half a minute
TELL_EVERY_S = 5.0
NAMED = 50
DOES_NOT_FIT = "IndexDoesNotFit"

Ask: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
Say: TypeAlias = Callable[[str], None]


class StepFailed(Exception):
    """The name of the error that a step ended with."""


class RebuildStopped(Exception):
    """A step failed `TRIES` times, or the operator asked to stop; `place` is where to go on (`--from`)."""

    def __init__(self, reason: str, place: str) -> None:
        super().__init__(f"{reason}; go on with --from {place}")
        self.place = place


@dataclass(slots=True)
class Place:
    """A phase, and where each of its segments that are not at their end goes on (`None`: from its beginning)."""

    phase: str = PHASES[0]
    segments: int = 1
    after: dict[int, str | None] = field(default_factory=dict)

    @classmethod
    def beginning(cls, phase: str, segments: int) -> Place:
        return cls(phase, segments, dict.fromkeys(range(1 if phase == "sweep" else segments)))

    @classmethod
    def read(cls, text: str) -> Place:
        reported = json.loads(urlsafe_b64decode(text))
        return cls(reported["phase"], reported["segments"], {int(n): after for n, after in reported["after"].items()})

    def text(self) -> str:
        reported = {"phase": self.phase, "segments": self.segments, "after": self.after}
        return urlsafe_b64encode(json.dumps(reported, separators=(",", ":")).encode()).decode()


@dataclass(slots=True)
class Outcome:
    """The sums over all steps. `orgs`: of each organisation its memories, and how many of them are in the index."""

    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    orgs: dict[str, list[int]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        return not self.counts["failed"] and not self.counts["missing"]

    def add(self, answer: dict[str, Any]) -> None:
        for name, count in answer["counts"].items():
            self.counts[name] += count
        for org, (memories, there) in answer["orgs"].items():
            known = self.orgs.setdefault(org, [0, 0])
            known[0] += memories
            known[1] += there
        self.failed += answer["failed"][: NAMED - len(self.failed)]

    def progress(self, phase: str) -> str:
        looked_at = {"send": "seen", "sweep": "swept"}.get(phase)
        done = self.counts[looked_at] if looked_at else sum(memories for memories, _ in self.orgs.values())
        return f"{phase}: {done} so far, {self.counts['failed'] + self.counts['missing']} failed"

    def lines(self) -> list[str]:
        c = self.counts
        lines = [
            f"{c['seen']} memories seen: {c['sent']} sent, {c['skipped']} have no place in the index (expired, sealed, "
            f"hidden by a deletion), {c['failed']} failed"
        ]
        if c["other_model"] or c["no_vector"]:
            lines.append(
                f"found by their words only: {c['other_model']} whose vector is of another model, "
                f"{c['no_vector']} without a vector"
            )
        lines.append(
            f"{c['swept']} documents swept: {c['orphans']} removed that no memory has, {c['behind']} sent again, "
            f"{c['ahead']} replaced that were newer than the table"
        )
        wrong = {org: (memories, there) for org, (memories, there) in self.orgs.items() if memories != there}
        whole, there = (sum(pair[n] for pair in self.orgs.values()) for n in (0, 1))
        lines.append(
            f"verified: {there} of {whole} memories are in the index, "
            f"{len(self.orgs) - len(wrong)} of {len(self.orgs)} organisations agree"
        )
        lines += [
            f"  {f'organisation {org}' if org else 'global memories'}: {there} of {memories}"
            for org, (memories, there) in sorted(wrong.items())
        ]
        if self.failed:
            lines.append(f"  among those that failed or are missing: {', '.join(self.failed)}")
        if c["ahead"] and not self.is_whole:
            lines.append("  the engine may refuse older documents for a minute after newer ones: run it again then")
        return lines


class Noted:
    """The rebuild among the operations of the service (`GET /v1/operations`), from its first phase on: how many of its
    phases are done. A note that cannot be made stops nothing."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._operation: dict[str, str] | None = None

    def say(self, state: str, done: int) -> None:
        if self._operation is None and state != "running":
            return
        note = {"step": "note", "operation": self._operation, "state": state, "done": done, "of": len(PHASES)}
        with suppress(StepFailed):
            self._operation = self._ask(note)["operation"]


class Rebuild:
    """`ask` does one step; `say` is called with the progress, at most every `TELL_EVERY_S`; `noted`, if given, with
    each phase that begins and with the end."""

    def __init__(
        self,
        ask: Ask,
        say: Say,
        *,
        noted: Noted | None = None,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ask = ask
        self._say = say
        self._noted = noted
        self._sleep = sleep
        self._now = now
        self._stated_at = now()
        self._lock = Lock()
        self._stopping = Event()

    def run(self, start: Place | None = None, *, segments: int = 1, empty: bool = False) -> Outcome:
        """From the place on, else from the beginning, where `empty` first creates the index again."""
        outcome = Outcome()
        place = start or Place.beginning(PHASES[0], segments)
        try:
            if start is None:
                self._step({"step": "empty" if empty else "fit"})
            for phase in PHASES[PHASES.index(place.phase) :]:
                if phase != place.phase:
                    place = Place.beginning(phase, place.segments)
                self._say(f"{phase} ...")
                self._note("running", PHASES.index(phase))
                self._phase(place, outcome)
        except (StepFailed, KeyboardInterrupt) as error:
            self._note("stopped", PHASES.index(place.phase))
            raise RebuildStopped(str(error) or "interrupted", place.text()) from None
        self._note("done" if outcome.is_whole else "stopped", len(PHASES))
        return outcome

    def _note(self, state: str, done: int) -> None:
        if self._noted is not None:
            self._noted.say(state, done)

    def _phase(self, place: Place, outcome: Outcome) -> None:
        with ThreadPoolExecutor(max_workers=len(place.after)) as threads:
            walks = [threads.submit(self._segment, place, number, outcome) for number in list(place.after)]
            try:
                ended = wait(walks, return_when=FIRST_EXCEPTION).done
            except KeyboardInterrupt:
                self._stopping.set()
                raise
            if any(walk.exception() for walk in ended):
                self._stopping.set()  # the others end after the step at hand
        for walk in walks:
            walk.result()

    def _segment(self, place: Place, number: int, outcome: Outcome) -> None:
        while not self._stopping.is_set():
            event = {"step": place.phase, "after": place.after[number], "segment": number, "segments": place.segments}
            answer = self._step(event)
            with self._lock:
                outcome.add(answer)
                if answer["after"] is None:
                    del place.after[number]
                    return
                place.after[number] = answer["after"]
                if self._now() - self._stated_at >= TELL_EVERY_S:
                    self._stated_at = self._now()
                    self._say(outcome.progress(place.phase))

    def _step(self, event: dict[str, Any]) -> dict[str, Any]:
        for tried in range(1, TRIES + 1):
            try:
                return self._ask(event)
            except StepFailed as failure:
                if str(failure) == DOES_NOT_FIT:
                    raise StepFailed(f"{failure}: only an empty index can have the fields of today (--empty)") from None
                if tried == TRIES or self._stopping.is_set():
                    raise
                self._sleep(FIRST_PAUSE_S * 2 ** (tried - 1))
        raise AssertionError("unreachable")


def asking(client: Lambda, function: str) -> Ask:
    def ask(event: dict[str, Any]) -> dict[str, Any]:
        answer = client.invoke(FunctionName=function, Payload=json.dumps(event).encode())
        reported: dict[str, Any] = json.loads(answer["Payload"].read())
        if "FunctionError" in answer:
            raise StepFailed(str(reported.get("errorType", answer["FunctionError"])))
        return reported

    return ask


def main(arguments: list[str] | None = None, client: Lambda | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m infra.operations.rebuild_index", description=__doc__)
    parser.add_argument("function", help="name or ARN of the function reindex")
    parser.add_argument("--segments", type=_segments, default=1, help="walks side by side, 1 to 16 (default: 1)")
    parser.add_argument("--empty", action="store_true", help="first make an empty index with the fields of today")
    parser.add_argument("--from", dest="place", type=_place, help="where a rebuild that stopped goes on")
    options = parser.parse_args(arguments)
    if options.empty and options.place is not None:
        parser.error("--empty begins anew, --from goes on: one of them")
    ask = asking(client or lambda_client(REINDEX_SECONDS), options.function)
    rebuild = Rebuild(ask, _say, noted=Noted(ask))
    try:
        outcome = rebuild.run(options.place, segments=options.segments, empty=options.empty)
    except RebuildStopped as stopped:
        sys.stderr.write(f"The rebuild stopped: {stopped}\n")
        return 1
    for line in outcome.lines():
        _say(line)
    return 0 if outcome.is_whole else 1


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _segments(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 16:
        raise argparse.ArgumentTypeError("1 to 16 segments")
    return number


def _place(text: str) -> Place:
    try:
        return Place.read(text)
    except (ValueError, KeyError, TypeError) as error:
        raise argparse.ArgumentTypeError("not a place that a rebuild printed") from error


if __name__ == "__main__":
    sys.exit(main())
