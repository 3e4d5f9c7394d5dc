"""What a manager has done so far, in numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from agent_memory.calls.answers import Context, Recall, Written
from agent_memory.calls.session_answers import Appended, Completion
from agent_memory.errors import Refused

Phase: TypeAlias = Literal["startup", "executing", "tool_call", "complete"]


@dataclass(frozen=True, slots=True)
class ManagerMetrics:
    """Of one task. `writes`: memories written or changed; `duplicates`: writes that were known already; `conflicts`:
    writes that contradict another memory; `blocked`: events and writes refused because of sensitive text; `reads`:
    answered recalls and contexts; `hits`: those of them with at least one memory; `left_out`: observations, notes and
    constraints of the working memory that the prompt does not show any more; `concerns`: constraints that an output or
    a tool call seemed to break. What maintenance removes is counted by the service: `client.metrics()`."""

    writes: int
    duplicates: int
    conflicts: int
    blocked: int
    reads: int
    hits: int
    left_out: int
    concerns: int
    turn_count: int
    phase: Phase

    @property
    def hit_ratio(self) -> float:
        """In [0,1]: of the reads those that found something; 0 before the first."""
        return self.hits / max(self.reads, 1)


class Counts:
    def __init__(self) -> None:
        self._counter: Counter[str] = Counter()
        self.phase: Phase = "startup"

    def answered(self, answer: Any) -> None:
        """Of the service to one call."""
        match answer:
            case Written():
                self._written(answer)
            case Completion():
                for written in answer.promoted:
                    self._written(written)
                self._counter["blocked"] += sum(one.code == "sensitive" for one in answer.refused)
            case Context():
                self._read(any(item.memory_id for item in answer.items))
            case Recall():
                self._read(bool(answer.memories))
            case Appended():
                self._counter["blocked"] += sum(event.code == "sensitive" for event in answer.dropped)

    def refused(self, error: Refused) -> None:
        self._counter["blocked"] += error.code == "sensitive"

    def concerned(self, number: int) -> None:
        self._counter["concerns"] += number

    def metrics(self, *, left_out: int, turns: int) -> ManagerMetrics:
        names = ("writes", "duplicates", "conflicts", "blocked", "reads", "hits", "concerns")
        counted = {name: self._counter[name] for name in names}
        return ManagerMetrics(**counted, left_out=left_out, turn_count=turns, phase=self.phase)

    def _written(self, written: Written) -> None:
        self._counter["duplicates" if written.outcome == "duplicate" else "writes"] += 1
        self._counter["conflicts"] += bool(written.conflicts_with)

    def _read(self, found: bool) -> None:
        self._counter["reads"] += 1
        self._counter["hits"] += found
