"""The second half of a restore: the deletions once more, the index anew, and then the admission."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from infra.operations.rebuild_index import Ask, Rebuild, RebuildStopped, Say, StepFailed

TRIES = 3  # of one step, which may be repeated
PAUSE_S = 2.0


class FinishStopped(Exception):
    """What keeps the tables out; they are not served meanwhile."""


class Finish:
    """`step` asks the deletion step's function, `reindex` the one that rebuilds. How far the replay is lies in the
    ledger: another run goes on there. The rebuild begins anew, and does no harm."""

    def __init__(self, step: Ask, reindex: Ask, say: Say, sleep: Callable[[float], None]) -> None:
        self._step = step
        self._reindex = reindex
        self._say = say
        self._sleep = sleep

    def run(self, *, again: bool = False, accept_lost: bool = False) -> list[str]:
        """What the ledger lacks and was accepted. Raises `FinishStopped`."""
        self._replay(again=again, accept_lost=accept_lost)
        self._rebuild()
        answer = self._ask({"step": "admit", "accept_lost": accept_lost})
        if not answer["admitted"]:
            raise FinishStopped(_lacking(answer["lost"]))
        return [str(sentence) for sentence in answer["lost"]]

    def _replay(self, *, again: bool, accept_lost: bool) -> None:
        self._say("replaying the deletions of the ledger ...")
        counts = dict.fromkeys(("replayed", "raised", "removed"), 0)
        while True:
            answer = self._ask({"step": "restore", "again": again})
            again = False
            if answer["lost"] and not accept_lost:
                raise FinishStopped(_lacking(answer["lost"]))
            for name in counts:
                counts[name] += int(answer[name])
            if answer["finished"]:
                break
        done = f"{counts['replayed']} deletions done again, {counts['raised']} under way"
        self._say(f"{done}, {counts['removed']} things removed, {answer['residue']} left")
        if answer["residue"]:
            raise FinishStopped("something deleted is left: a person must look; then run it with --again")

    def _rebuild(self) -> None:
        try:
            outcome = Rebuild(self._reindex, self._say, sleep=self._sleep).run(empty=True)
        except RebuildStopped as stopped:
            raise FinishStopped(f"the rebuild of the index: {stopped}") from None
        for line in outcome.lines():
            self._say(line)
        if not outcome.is_whole:
            raise FinishStopped("memories are missing in the index: run it again")

    def _ask(self, event: dict[str, Any]) -> dict[str, Any]:
        for tried in range(1, TRIES + 1):
            try:
                return self._step(event)
            except StepFailed as failure:
                if tried == TRIES:
                    raise FinishStopped(f"{failure}; run it again to go on") from None
                self._sleep(PAUSE_S)
        raise AssertionError("unreachable")


def _lacking(sentences: list[str]) -> str:
    listed = "\n  ".join(sentences)
    return (
        f"the ledger lacks deletions that have a receipt:\n  {listed}\nTake a ledger that has them, or have them asked "
        "for again by those who keep the receipts, and run it with --accept-lost-deletions"
    )
