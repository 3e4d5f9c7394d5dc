"""A subject that takes hours to delete: the deployed definition and the real step, over a store that only counts, in
time that passes by its pages."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from functions.events import deletion_step
from local.aws.interpreter import execute
from local.aws.workflow import FUNCTION, PLACEHOLDER
from shared.adapters.workflow.stepfunctions import execution_input, execution_name
from shared.domain.deletion.barrier import Target
from shared.runtime import bootstrap
from tests.builders import ANN, a_world

DEFINITION = (Path(__file__).parents[2] / "infra" / "statemachines" / "deletion.asl.json").read_text()
MOST_EVENTS, MOST_SECONDS = 25_000, 3_600
PAGE_S = 0.3  # a query and a transaction, and the index's own
START = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Part:
    began: float
    events: int = 0
    seconds: float = 0.0


@dataclass
class Subject:
    """Pages of each store that are left. The branches of a run work side by side, so each target has a time of its own;
    the run's time is that of the slowest."""

    pages: dict[Target, int]
    now: float = 0.0
    parts: list[Part] = field(default_factory=list)
    waiting: list[dict[str, Any]] = field(default_factory=list)
    ended: bool = False
    times: dict[str, float] = field(default_factory=dict)
    _own: threading.local = field(default_factory=threading.local)

    def seconds(self) -> float:
        """In the branch that asks."""
        return self.times.get(getattr(self._own, "target", ""), self.now)

    def purge_page(self, _services: Any, _owner: Any, _id: str, target: Target) -> tuple[int, bool]:
        self.times[target.value] = self.seconds() + PAGE_S
        self.pages[target] = max(0, self.pages[target] - 1)
        return 90, self.pages[target] > 0

    def is_purging(self, *_: Any) -> bool:
        self.now, self.times = max(self.times.values()), {}
        return any(self.pages.values())

    def verify(self, *_: Any) -> int:
        return sum(self.pages.values())

    def finish(self, *_: Any) -> Any:
        self.ended = True
        return SimpleNamespace(status=SimpleNamespace(value="completed"))

    def begin(self, *_: Any) -> None:
        """Another run, from now on."""

    def go_on(self, workflow: str, owner: str, request_id: str, attempt: int, part: int) -> None:
        assert workflow.endswith(":stateMachine:deletion")
        assert execution_name(owner, request_id, attempt, part).endswith(f"-0-{part}")
        self.waiting.append({"owner": owner, "request_id": request_id, "attempt": attempt, "part": part})

    def invoke(self, _function: str, event: Any) -> Any:
        self._own.target = event.get("target", "")
        return deletion_step.handler(event, None)


@pytest.fixture
def subject(monkeypatch: pytest.MonkeyPatch) -> Iterator[Subject]:
    # About a million memories: five records each, 90 records a page.
    made = Subject({Target.SESSIONS: 4_000, Target.MEMORIES: 55_000, Target.INDEX: 12_000})
    clock = SimpleNamespace(
        now=lambda _zone: START + timedelta(seconds=made.seconds()), fromisoformat=datetime.fromisoformat
    )
    monkeypatch.setattr(deletion_step, "run_deletion", made)
    monkeypatch.setattr(deletion_step, "sign_receipt", lambda *_: SimpleNamespace(value="signed"))
    monkeypatch.setattr(deletion_step, "time", SimpleNamespace(monotonic=made.seconds))
    monkeypatch.setattr(deletion_step, "datetime", clock)
    with a_world() as world:
        bootstrap.install(replace(world.services, continuations=made))
        yield made


def test_a_million_memories_are_deleted_in_runs_that_each_stay_within_their_limits(
    subject: Subject, monkeypatch: pytest.MonkeyPatch, record_property: Any
) -> None:
    from moto.stepfunctions.parser.asl.eval.event.event_manager import EventManager

    add = EventManager.add_event

    def counted(manager: Any, *arguments: Any, **named: Any) -> Any:
        subject.parts[-1].events += 1
        return add(manager, *arguments, **named)

    monkeypatch.setattr(EventManager, "add_event", counted)
    subject.waiting.append({"owner": ANN.path, "request_id": "r1", "attempt": 0, "part": 0})
    while subject.waiting:
        given = subject.waiting.pop()
        subject.parts.append(Part(subject.now))
        started = START + timedelta(seconds=subject.now)
        definition = DEFINITION.replace(PLACEHOLDER, FUNCTION)
        assert given == json.loads(execution_input(*given.values()))
        outcome = execute(definition, "r1", given, subject.invoke, lambda *_: None, started)
        assert outcome.status == "SUCCEEDED"
        subject.parts[-1].seconds = subject.now - subject.parts[-1].began
    assert subject.ended
    assert subject.pages == dict.fromkeys(Target, 0)
    assert len(subject.parts) == 10
    assert max(part.events for part in subject.parts) < MOST_EVENTS / 4
    assert max(part.seconds for part in subject.parts) < MOST_SECONDS
    # In one run it would take more than its time, and a page a step more than its history.
    assert sum(part.seconds for part in subject.parts) > 4 * MOST_SECONDS
    assert MOST_EVENTS < 7 * 71_000
    record_property("events", max(part.events for part in subject.parts))
