"""The working memory in the session's state, so that another process can go on with the task."""

from __future__ import annotations

from typing import Any

from agent_memory.calls.session_calls import get_state, put_state
from agent_memory.errors import Malformed, NotFound, Refused
from agent_memory.manager.delivery import Delivery, Walk
from agent_memory.working_memory.scroll import cut
from agent_memory.working_memory.working_memory import WorkingMemory

# The underscore keeps it out of contexts: the model reads the working memory itself. What is pending is for people and
# summaries; the plan is whole in the snapshot.
_KEPT = "_working_memory"
_STEPS_SHOWN, _STEP_SHOWN = 10, 200


class KeptState:
    """`resumes`: the session began in another process, whose state is read before it is written."""

    def __init__(self, memory: WorkingMemory, delivery: Delivery, *, resumes: bool, keeps: bool) -> None:
        self._memory = memory
        self._delivery = delivery
        self._resumes = resumes
        self._keeps = keeps
        self._kept: dict[str, Any] | None = None

    def resume(self) -> Walk[None]:
        """Continues where another process stopped. While the service is down the saved state is unknown: it is not
        overwritten, and it is read later. Values that this task has set are kept. Raises `DoesNotFit`, or `ValueError`
        for another form; the saved state then stays as it is."""
        if not self._resumes:
            return
        try:
            state = yield from self._delivery.ask(get_state(self._delivery.session_id, scope=self._delivery.scope))
        except NotFound:
            self._resumes = False
            return
        if state is None:
            return
        snapshot = state.data.get(_KEPT)
        if snapshot is not None:
            self._memory.resume(snapshot)
        self._resumes = False

    def keep(self, name: str, *, now: bool = False) -> Walk[None]:
        yield from self.resume()
        snapshot = self._memory.snapshot()
        kept_as = {"name": name, "session": self._delivery.generation, **snapshot}
        if not self._keeps or self._resumes or kept_as == self._kept:
            return
        pending = [cut(step.text, _STEP_SHOWN) for step in self._memory.steps if step.status == "open"]
        data = {_KEPT: snapshot}
        try:
            kept = yield from self._delivery.ask(
                put_state(
                    self._delivery.session_id,
                    name,
                    pending=pending[:_STEPS_SHOWN],
                    data=data,
                    scope=self._delivery.scope,
                ),
                now=now,
            )
        except (Malformed, Refused, NotFound) as error:
            self._delivery.say("state_not_kept", error.code)
            kept = None
        if kept is not None:
            self._kept = kept_as
