"""What a memory manager does at each hook, as walks that yield the calls to send: one logic for both managers.

While the service is down a prompt has the working memory, the last context, marked as old, and what was said since.
Errors of the caller (401, 403, a 400) are raised.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypedDict, Unpack

from agent_memory import words
from agent_memory.calls.answers import Written
from agent_memory.calls.call import Call
from agent_memory.calls.memory_calls import NoteFields, RecallFields, write
from agent_memory.calls.session_answers import Completion
from agent_memory.calls.session_calls import complete_session
from agent_memory.constraints.check import OutputCheck, check
from agent_memory.errors import Malformed, NotFound, Refused
from agent_memory.hooks.counts import ManagerMetrics
from agent_memory.hooks.search_answers import Found
from agent_memory.hooks.tool_memories import BeforeTool
from agent_memory.manager.delivery import Delivery, EventFields, Policy, Surroundings, Walk
from agent_memory.manager.held import HeldEvents
from agent_memory.manager.kept_state import KeptState
from agent_memory.manager.line import Health, Notice
from agent_memory.manager.notes import Notes
from agent_memory.manager.prompt import Prompt
from agent_memory.manager.reading import Reading
from agent_memory.manager.recent import Said, Turns
from agent_memory.transport.retries import Retries
from agent_memory.working_memory.working_memory import WorkingMemory

LONGEST_OUTCOME = 256  # characters; the service refuses more, and at the end of a task is no time to learn it


@dataclass(frozen=True, slots=True)
class Completed:
    """No `completion`: the service was down; `flush()` completes the task later."""

    completion: Completion | None
    health: Health


@dataclass(frozen=True, slots=True)
class _Turn:
    """What the user said last, already an event. `goal`: it opened the task, and the first question may repeat it."""

    event_id: str
    text: str
    goal: bool = False

    def says(self, text: str) -> bool:
        return self.text.split() == text.split()


class _Marks(TypedDict, total=False):
    importance: words.Importance
    corrects: Sequence[str]


class Conduct:
    def __init__(
        self,
        memory: WorkingMemory,
        scope: str | None,
        session_id: str | None,
        policy: Policy,
        surroundings: Surroundings,
        tell: Callable[[Notice], None],
        has_external: bool,
    ) -> None:
        self.memory = memory
        self.policy = policy
        self.delivery = Delivery(scope, session_id or surroundings.new_id(), policy, surroundings, tell)
        self._turns = Turns()
        self._held = HeldEvents(memory)
        self._reading = Reading(memory, self.delivery, policy, self._turns, has_external, self._held)
        self._state = KeptState(memory, self.delivery, resumes=session_id is not None, keeps=policy.keep_state)
        self._notes = Notes(self.delivery)
        self._surroundings = surroundings
        self._turn: _Turn | None = None  # not ended yet
        self._completion: Call[Completion] | None = None

    def begin(self) -> None:
        """A hook: from here on its patience runs."""
        self.delivery.begin()

    def patience(self, call: Call[Any]) -> Retries:
        if call is self._completion:
            return self.policy.completion
        patience = self.policy.patience
        # A `flush` sends after the patience is used up, and gets the full patience again.
        left_s = self.delivery.left_s
        return replace(patience, patience_s=left_s) if 0.0 < left_s < patience.patience_s else patience

    def task_start(
        self, goal: str, *, constraints: Iterable[str] = (), plan: Iterable[str] | None = None
    ) -> Walk[Prompt]:
        """Opens the session and pushes what is worth knowing. Raises `DoesNotFit` for a goal or constraints over their
        budget."""
        yield from self._state.resume()
        known = set(self.memory.constraints.values())
        with self.memory.all_or_nothing():
            self.memory.set_goal(goal)
            for constraint in constraints:
                self.memory.constrain(constraint)
            if plan is not None:
                self.memory.set_plan(plan)
        self._turn = _Turn(self.delivery.put(goal, {"role": "user"}), goal, goal=True)
        self._held.begun(goal, self._turn.event_id)
        for constraint in self.memory.constraints.values():
            if constraint not in known:
                self.delivery.put(constraint, {"role": "system", "importance": "critical"})
        yield from self.delivery.opening()
        yield from self._flush_and_keep()
        yield from self._reading.push()
        return self._prompt()

    def constrain(self, constraint: str, *, importance: words.Importance = "high") -> Walk[int]:
        """One more that holds until `memory.lift(number)`; `critical` ones are marked and shown before all others.
        Raises `DoesNotFit`."""
        known = len(self.memory.constraints)
        number = self.memory.constrain(constraint, importance=importance)
        if len(self.memory.constraints) > known:
            self.delivery.put(constraint, {"role": "system", "importance": "critical"})
            yield from self._flush_and_keep()
        return number

    def pre_llm_call(self, query: str | None = None, *, risk: words.Risk | None = None) -> Walk[Prompt]:
        """The text to put before the question. `query` is what the user just said: it becomes an event of the session,
        and the memories are recalled for the goal and for it. Without, they are those of the last call.

        Another `query` before `on_turn_end` is the agent's own question: it is asked and not stored.
        """
        # An event before the service is asked, so that it looks for both the goal and the turn.
        asked = (query or "").strip()
        is_turn = bool(asked) and self._is_of_turn(asked)
        yield from self.delivery.flush()
        if not asked and risk is None:
            yield from self._reading.refresh()
            return self._prompt()
        goal = (self._reading.goal if is_turn else "") or asked or self._reading.goal
        came = yield from self._reading.pull(goal, risk)
        return self._prompt(is_old=bool(goal) and not came)

    def search(
        self, query: str, *, layer: words.SearchLayer | None = None, **fields: Unpack[RecallFields]
    ) -> Walk[Found | None]:
        """Search memories and the running session. The fields are those of the client's `recall`. `layer`: only the
        session's events ("l1", `events` of the answer), only memories ("l2"), or only the external source ("l3",
        `pieces`). `None` is not "nothing remembered": the service is down."""
        return (yield from self._reading.search(query, layer, fields))

    def output(self, text: str) -> OutputCheck:
        """Before the agent's answer is sent: whether it breaks a constraint in force, as far as rules can say. Nothing
        is sent or stored."""
        checked = check(text, self._in_force())
        self.delivery.counts.concerned(len(checked.concerns))
        return checked

    def metrics(self) -> ManagerMetrics:
        """What happened so far, without a call."""
        left_out = sum(self.memory.left_out.values())
        return self.delivery.counts.metrics(left_out=left_out, turns=self._turns.ended)

    def _in_force(self) -> list[str]:
        """Of the task and of what is remembered, shown or not."""
        return list(dict.fromkeys((*self.memory.constraints.values(), *self._reading.policies)))

    def _prompt(self, *, is_old: bool = False) -> Prompt:
        return self._reading.prompt(is_old=is_old)

    def _is_of_turn(self, asked: str) -> bool:
        if self._turn is not None and self._turn.says(asked):
            return True
        if self._turn is not None and not self._turn.goal:
            return False
        self._turn = _Turn(self._said("user", asked, {}), asked)
        self._held.turn = self._turn.event_id
        return True

    def _said(self, role: Literal["user", "assistant"], text: str, marks: _Marks) -> str:
        fields: EventFields = {"role": role}
        if "importance" in marks:
            fields["importance"] = marks["importance"]
        if "corrects" in marks:
            fields["corrects"] = marks["corrects"]
        event_id = self.delivery.put(text, fields)
        self.delivery.recent.add(Said(event_id, role, text))
        self._turns.of_user += role == "user" and bool(event_id)
        return event_id

    def tool_call(self, tool: str, arguments: Mapping[str, Any], *, needs: Sequence[str] = ()) -> Walk[BeforeTool]:
        """Before a tool runs: what is remembered about the call, by the tool's name and arguments, and the constraints
        in force that the call seems to break. `needs`: names of further parameters that the tool takes and the
        arguments do not have yet, as `region`."""
        self.delivery.counts.phase = "tool_call"
        found = yield from self._reading.before_tool(tool, arguments, needs)
        said = f"{tool} {_as_text(arguments)}".strip()
        yield from self.delivery.write(said, {"role": "assistant", "tool": tool})
        return BeforeTool(found, self.output(said.replace("_", " ")).concerns)

    def observation(
        self, text: str, *, tool: str = "", importance: words.Importance = "normal", locked: bool = False
    ) -> Walk[None]:
        """The tool's result: the working memory keeps as much as fits, the session keeps all of it."""
        self.delivery.counts.phase = "executing"
        entry = self.memory.observe(text, tool=tool, importance=importance, locked=locked)
        result: EventFields = {"role": "tool", "kind": "tool_result", "importance": importance, "tool": tool}
        event_id = self.delivery.put(text, result)
        self._held.observed(entry, text, importance, event_id)
        yield from (self._flush_and_keep() if locked else self.delivery.flush())

    def event(self, content: str, **fields: Unpack[EventFields]) -> Walk[None]:
        """Anything else that the session should know: a decision, an approval, a change of configuration, feedback."""
        yield from self.delivery.write(content, fields)

    def turn_end(
        self,
        *,
        user: str = "",
        assistant: str = "",
        used: Sequence[str] = (),
        wrong: Sequence[str] = (),
        importance: words.Importance = "normal",
    ) -> Walk[None]:
        """What was said, and which memories (by id) helped or were wrong. Every fifth turn there is a new push.

        `importance` marks what the user said (what the assistant said, if the user said nothing): `high` is promoted to
        a memory when the task is completed. A turn that `on_pre_llm_call` was given already is stored once.
        """
        self._user_said(user, importance)
        marks: _Marks = {} if user.strip() or importance == "normal" else {"importance": importance}
        self._said("assistant", assistant, marks)
        self._turn, self._held.turn = None, ""
        self.delivery.judged(used, wrong)
        self._turns.ended += 1
        self.delivery.counts.phase = "executing"
        self._reading.turn_ended()
        if self.policy.reset_each_turn:
            self.memory.reset()
        if (yield from self.delivery.flush()):
            yield from self.delivery.send_feedback()
            yield from self._notes.send()
            yield from self._state.keep("working")
            yield from self._reading.summarise(self._surroundings.new_id)
        yield from self._reading.refresh_in_time()

    def _user_said(self, user: str, importance: words.Importance) -> None:
        """Once, though `pre_llm_call` may have sent it already. Where that differs, or was not marked, this is what
        holds, and corrects it."""
        if not user.strip():
            return
        marks: _Marks = {} if importance == "normal" else {"importance": importance}
        if self._turn is not None and self._turn.says(user):
            if not marks:
                return
            marks["corrects"] = [self._turn.event_id]
        elif self._turn is not None and not self._turn.goal:
            marks["corrects"] = [self._turn.event_id]
        self._said("user", user, marks)

    def remember(
        self,
        text: str,
        type: words.MemoryType = "semantic",
        *,
        source: words.Source = "agent_inferred",
        **fields: Unpack[NoteFields],
    ) -> Walk[Written | None]:
        """Write one memory now, for a model that wants to note something. `None`: the service is down, and the note is
        sent later.

        An inference of the agent is a `candidate` and not recalled until a reviewer accepts it (see `reason` of the
        answer); what the user said takes `source="user_stated"`. Raises `Refused` if the policy does not store it.
        """
        asked: NoteFields = {"scope": self.delivery.scope, **fields}
        key = self._surroundings.new_id()
        observed_at = self._surroundings.now()
        note = write(text, type, source=source, observed_at=observed_at, idempotency_key=key, **asked)
        return (yield from self._notes.write(note))

    def task_complete(self, *, outcome: str | None = None, lesson: str | None = None) -> Walk[Completed]:
        """Completes the session and promotes its marked events. Of `outcome` the first 256 characters are kept."""
        self._completion = complete_session(
            self.delivery.session_id,
            outcome=None if outcome is None else outcome[:LONGEST_OUTCOME],
            lesson=lesson,
            scope=self.delivery.scope,
            idempotency_key=self._surroundings.new_id(),
        )
        return (yield from self.flush())

    def flush(self) -> Walk[Completed]:
        """Sends what waits now, and completes a task whose completion waits."""
        completion = None
        if (yield from self.delivery.flush(now=True)):
            yield from self.delivery.send_feedback(now=True)
            yield from self._notes.send(now=True)
            if self._completion is not None:
                yield from self._state.keep("completed", now=True)
                completion = yield from self._complete(self._completion)
        return Completed(completion, self.delivery.health)

    def _flush_and_keep(self) -> Walk[None]:
        """What is locked outlives this process from now on, and not only from the end of the turn."""
        if (yield from self.delivery.flush()):
            yield from self._state.keep("working")

    def _complete(self, call: Call[Completion]) -> Walk[Completion | None]:
        try:
            completion = yield from self.delivery.ask(call, now=True)
        except NotFound:  # it expired with its events; a lesson is still worth its promotion
            yield from self.delivery.reopen(now=True)
            completion = yield from self.delivery.ask(call, now=True)
        except (Malformed, Refused):
            self._completion = None  # it will never be accepted: a `flush` need not try again
            raise
        if completion is not None:
            self._completion = None
            self.delivery.counts.phase = "complete"
        return completion


def _as_text(arguments: Mapping[str, Any]) -> str:
    try:
        return json.dumps(arguments, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):  # keys that are no text, or what holds itself
        return str(arguments)
