"""What a question was answered with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from infra.operations.stage import Stage


class State(StrEnum):
    """`ADVICE`: sound, and something better could be had. `UNKNOWN`: it could not be asked, which is no good answer."""

    OK = "ok"
    ADVICE = "advice"
    FAILED = "FAILED"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True, slots=True)
class Finding:
    """`about`: the question. `todo`: what would make it good, where it is not."""

    state: State
    about: str
    said: str
    todo: str = ""

    @property
    def is_sound(self) -> bool:
        return self.state in (State.OK, State.ADVICE)

    def lines(self) -> Iterator[str]:
        yield f"{self.state.value:<8} {self.about}: {self.said}"
        if self.todo and self.state is not State.OK:
            yield f"         do: {self.todo}"


Check = Callable[[Stage], Iterator[Finding]]


def judged(sound: bool, about: str, said: str, todo: str, *, otherwise: State = State.FAILED) -> Finding:
    return Finding(State.OK if sound else otherwise, about, said, todo)
