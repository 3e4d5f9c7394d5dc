"""The steps of a task and the part of them that a prompt shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from agent_memory.working_memory.scroll import DoesNotFit, cut
from agent_memory.working_memory.showing import own, shown
from agent_memory.working_memory.tokens import TokenCounter

StepStatus: TypeAlias = Literal["open", "done", "failed", "dropped"]
MAX_STEPS = 100
MAX_STEP_LENGTH = 1_000  # characters: what the service takes for a pending item
_SHORTEST = 8  # characters
_STATUSES: tuple[StepStatus, ...] = get_args(StepStatus)
_MARKS: dict[StepStatus, str] = {"open": "[ ]", "done": "[x]", "failed": "[!]", "dropped": "[-]"}


@dataclass(frozen=True, slots=True)
class Step:
    number: int
    text: str
    status: StepStatus = "open"


def steps_of(texts: Iterable[str]) -> tuple[Step, ...]:
    steps = tuple(Step(number, text.strip()) for number, text in enumerate(texts, 1))
    if len(steps) > MAX_STEPS:
        raise DoesNotFit(f"a plan has at most {MAX_STEPS} steps")
    for step in steps:
        if not shown(step.text).strip():
            raise ValueError(f"step {step.number} is blank")
        if len(step.text) > MAX_STEP_LENGTH:
            raise DoesNotFit(f"step {step.number} has more than {MAX_STEP_LENGTH} characters")
    return steps


def current_step(steps: tuple[Step, ...]) -> Step | None:
    """The first that is open."""
    return next((step for step in steps if step.status == "open"), None)


def marked(steps: tuple[Step, ...], number: int, status: StepStatus) -> tuple[Step, ...]:
    if status not in _STATUSES:
        raise ValueError(f"a step is one of {', '.join(_STATUSES)}")
    if not 1 <= number <= len(steps):
        raise ValueError(f"there is no step {number}")
    return tuple(replace(step, status=status) if step.number == number else step for step in steps)


class PlanView:
    """The part of a plan that a prompt shows: the current step always, then the next open ones (`next_steps`) while
    there is room. No step takes more than a third of it, and what is not shown is counted, within the budget too."""

    def __init__(self, budget: int, count: TokenCounter, next_steps: int) -> None:
        self._next_steps = next_steps
        self._budget = budget
        self._count = count
        self._newline = count("\n")
        self._counted = 2 * (count(_counted(MAX_STEPS, "earlier", MAX_STEPS)) + self._newline)
        if budget - self._counted < count(f"[>] {MAX_STEPS}.") + self._newline:
            raise ValueError("there is no room for the current step of a plan")
        self._known: dict[tuple[str, str], tuple[str, int]] = {}

    def lines(self, steps: tuple[Step, ...]) -> list[str]:
        room = self._budget - self._counted
        open_steps = [step for step in steps if step.status == "open"][: 1 + self._next_steps]
        chosen: list[str] = []
        for step in open_steps:
            head = f"{_MARKS[step.status] if chosen else '[>]'} {step.number}."
            line, tokens = self._line(head, step.text)
            if tokens > room:
                break
            room -= tokens
            chosen.append(line)
        earlier = steps if not open_steps else steps[: open_steps[0].number - 1]
        failed = sum(step.status == "failed" for step in earlier)
        later = len(steps) - len(earlier) - len(chosen)
        before = [_counted(len(earlier), "earlier", failed)] if earlier else []
        after = [_counted(later, "later")] if later else []
        return [*before, *chosen, *after]

    def _line(self, head: str, text: str) -> tuple[str, int]:
        known = self._known.get((head, text))
        if known is None:
            if len(self._known) > 10 * MAX_STEPS:
                self._known.clear()
            known = self._known[head, text] = self._fitted(head, text)
        return known

    def _fitted(self, head: str, text: str) -> tuple[str, int]:
        length = len(text)
        while length > _SHORTEST or length == len(text):
            line = f"{head} {own(cut(text, length))}"
            tokens = self._count(line)
            if tokens <= self._budget // 3:
                return line, tokens + self._newline
            length = length * 3 // 4
        return head, self._count(head) + self._newline


def _counted(number: int, where: str, failed: int = 0) -> str:
    return f"({number} {where} step{'s' if number > 1 else ''} not shown{f', {failed} failed' if failed else ''})"
