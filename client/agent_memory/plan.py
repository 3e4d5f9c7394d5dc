"""The steps of a task and the part of them that a prompt shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from agent_memory.scroll import DoesNotFit, cut
from agent_memory.showing import shown
from agent_memory.tokens import TokenCounter

StepStatus: TypeAlias = Literal["open", "done", "failed", "dropped"]
MAX_STEPS = 100
MAX_STEP_LENGTH = 1_000  # characters: what the service takes for a pending item
_SHORTEST = 8  # characters
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
        if not step.text:
            raise ValueError(f"step {step.number} is blank")
        if len(step.text) > MAX_STEP_LENGTH:
            raise DoesNotFit(f"step {step.number} has more than {MAX_STEP_LENGTH} characters")
    return steps


def current_step(steps: tuple[Step, ...]) -> Step | None:
    """The first that is open."""
    return next((step for step in steps if step.status == "open"), None)


def marked(steps: tuple[Step, ...], number: int, status: StepStatus) -> tuple[Step, ...]:
    if not 1 <= number <= len(steps):
        raise ValueError(f"there is no step {number}")
    return tuple(replace(step, status=status) if step.number == number else step for step in steps)


def plan_lines(steps: tuple[Step, ...], budget: int, count: TokenCounter) -> list[str]:
    """The current step always; then what comes next, then what went before, nearest first, while there is room. No
    step takes more than a quarter of it, and what is not shown is counted, within the budget too."""
    newline = count("\n")
    room = budget - 2 * (count(_counted(MAX_STEPS, "later")) + newline)
    now = current_step(steps)
    at = len(steps) if now is None else now.number - 1
    chosen: dict[int, str] = {}
    for walk in (steps[at:], reversed(steps[:at])):
        for step in walk:
            line = _line(step, step is now, budget // 4, count)
            room -= count(line) + newline
            if room < 0:
                room += count(line) + newline
                break
            chosen[step.number] = line
    if not chosen:
        return [_counted(len(steps), "further")] if steps else []
    first, last = min(chosen), max(chosen)
    lines = [chosen[number] for number in sorted(chosen)]
    before = [_counted(first - 1, "earlier")] if first > 1 else []
    after = [_counted(len(steps) - last, "later")] if last < len(steps) else []
    return [*before, *lines, *after]


def _line(step: Step, is_current: bool, most: int, count: TokenCounter) -> str:
    head = f"{'[>]' if is_current else _MARKS[step.status]} {step.number}."
    length = len(step.text)
    while length > _SHORTEST or length == len(step.text):
        line = f"{head} {shown(cut(step.text, length))}"
        if count(line) <= most:
            return line
        length = length * 3 // 4
    return head


def _counted(number: int, where: str) -> str:
    return f"({number} {where} step{'s' if number > 1 else ''} not shown)"
