"""What a memory manager does at each hook, as walks that yield the calls to send: one logic for both managers.

While the service is down the working memory and the last context, marked as old, are what there is. What is the
caller's fault (401, 403, a 400) raises.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agent_memory import words
from agent_memory.answers import Context, Dispute, Recall
from agent_memory.call import Call
from agent_memory.delivery import Delivery, EventFields, Lookup, Policy, Surroundings, Walk
from agent_memory.errors import Malformed, NotFound, Refused
from agent_memory.external import Piece
from agent_memory.line import Health, Notice
from agent_memory.memory_calls import External, RecallFields, context, recall
from agent_memory.outbox import MAX_CONTENT
from agent_memory.retries import Retries
from agent_memory.scroll import cut
from agent_memory.session_answers import Completion
from agent_memory.session_calls import complete_session, get_state, put_state
from agent_memory.working_memory import WorkingMemory

MAX_GOAL = 2_000  # characters of a query: the service's limit
# The underscore keeps it out of contexts: the model reads the working memory itself. What is pending is for people and
# summaries; the plan is whole in the snapshot.
_KEPT = "_working_memory"
_STEPS_SHOWN, _STEP_SHOWN = 10, 200
_DOWN_NOTICE = (
    "<notice>The memory service cannot be reached. What is remembered from before this task may be missing or old."
    "</notice>"
)
_DISPUTED_NOTICE = "<notice>What is remembered disagrees: ask a person which holds before acting on it.</notice>"


@dataclass(frozen=True, slots=True)
class Prompt:
    """`text` goes before the question to the model. `degraded`: the service or its search was down.
    `needs_confirmation`: memories contradict each other (`conflicts`); a person must decide before the agent acts."""

    text: str
    degraded: bool
    needs_confirmation: bool
    conflicts: tuple[Dispute, ...]


@dataclass(frozen=True, slots=True)
class Completed:
    """No `completion`: the service was down; `flush()` completes the task later."""

    completion: Completion | None
    health: Health


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
        self._resumes = session_id is not None
        self._surroundings = surroundings
        self._has_external = has_external
        self._turns = 0
        self._context: Context | None = None
        self._context_is_old = False
        self._asked = False  # for what is pushed: before there is a goal there is nothing to ask for
        self._kept_state: dict[str, Any] | None = None
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

    def task_start(self, goal: str, constraints: Iterable[str], plan: Iterable[str] | None) -> Walk[Prompt]:
        if self._resumes:
            yield from self._resume()
        known = set(self.memory.constraints.values())
        with self.memory.all_or_nothing():
            self.memory.set_goal(goal)
            for constraint in constraints:
                self.memory.constrain(constraint)
            if plan is not None:
                self.memory.set_plan(plan)
        self.delivery.put(goal, {"role": "user"})
        for constraint in self.memory.constraints.values():
            if constraint not in known:
                self.delivery.put(constraint, {"role": "system", "importance": "critical"})
        yield from self.delivery.opening()
        yield from self._flush_and_keep()
        yield from self._push()
        return self._prompt(self._context)

    def constrain(self, constraint: str) -> Walk[int]:
        known = len(self.memory.constraints)
        number = self.memory.constrain(constraint)
        if len(self.memory.constraints) > known:
            self.delivery.put(constraint, {"role": "system", "importance": "critical"})
            yield from self._flush_and_keep()
        return number

    def pre_llm_call(self, query: str | None, risk: words.Risk | None) -> Walk[Prompt]:
        yield from self.delivery.flush()
        asked = (query or "").strip()
        if not asked and risk is None:
            if self._context_is_old and self.delivery.awake:
                yield from self._push()
            return self._prompt(self._context)
        query = asked or self._query()
        pulled = yield from self._fetched(query, "pull", risk)
        return self._prompt(pulled or self._context, is_old=bool(query) and pulled is None)

    def tool_call(self, tool: str, arguments: Mapping[str, Any]) -> Walk[None]:
        yield from self.delivery.write(f"{tool} {_as_text(arguments)}".strip(), {"role": "assistant", "tool": tool})

    def observation(self, text: str, tool: str, importance: words.Importance, locked: bool) -> Walk[None]:
        self.memory.observe(text, tool=tool, importance=importance, locked=locked)
        self.delivery.put(text, {"role": "tool", "kind": "tool_result", "importance": importance, "tool": tool})
        yield from (self._flush_and_keep() if locked else self.delivery.flush())

    def event(self, content: str, fields: EventFields) -> Walk[None]:
        yield from self.delivery.write(content, fields)

    def turn_end(self, user: str, assistant: str, used: Sequence[str], wrong: Sequence[str]) -> Walk[None]:
        self.delivery.put(user, {"role": "user"})
        self.delivery.put(assistant, {"role": "assistant"})
        self.delivery.judged(used, wrong)
        self._turns += 1
        if (yield from self.delivery.flush()):
            yield from self.delivery.send_feedback()
            yield from self._keep_state("working")
        if self.policy.refresh_turns and self._turns % self.policy.refresh_turns == 0:
            yield from self._push()

    def task_complete(self, outcome: str | None, lesson: str | None) -> Walk[Completed]:
        self._completion = complete_session(
            self.delivery.session_id,
            outcome=outcome,
            lesson=lesson,
            scope=self.delivery.scope,
            idempotency_key=self._surroundings.new_id(),
        )
        return (yield from self.flush())

    def flush(self) -> Walk[Completed]:
        """Sends what waits, whatever the pause; and completes the task if that is what waits."""
        completion = None
        if (yield from self.delivery.flush(now=True)):
            yield from self.delivery.send_feedback(now=True)
            if self._completion is not None:
                yield from self._keep_state("completed", now=True)
                completion = yield from self._complete(self._completion)
        return Completed(completion, self.delivery.health)

    def search(self, query: str, fields: RecallFields) -> Walk[Recall | None]:
        several = fields.get("scopes")
        asked: RecallFields = fields if several else {"scope": self.delivery.scope, **fields}
        found = yield from self.delivery.ask(recall(query, **asked))
        if found is not None:
            for hit in found.memories:
                scope = hit.memory.scope if several else asked["scope"]
                self.delivery.seen(found.recall_id, [hit.memory.memory_id], scope)
        return found

    def _resume(self) -> Walk[None]:
        """Continues where another process stopped. While the service is down the saved state is unknown: it is not
        overwritten, and it is read later. Values that this task has set are kept. Raises `DoesNotFit`, or `ValueError`
        for another form; the saved state then stays as it is."""
        try:
            state = yield from self.delivery.ask(get_state(self.delivery.session_id, scope=self.delivery.scope))
        except NotFound:
            self._resumes = False
            return
        if state is None:
            return
        snapshot = state.data.get(_KEPT)
        if snapshot is not None:
            self.memory.resume(snapshot)
        self._resumes = False

    def _push(self) -> Walk[None]:
        if not self._query():
            return
        self._asked = True
        pushed = yield from self._fetched(self._query(), "push", None)
        self._context_is_old = pushed is None
        self._context = pushed or self._context

    def _fetched(self, query: str, mode: words.Mode, risk: words.Risk | None) -> Walk[Context | None]:
        if not (query and self.delivery.awake):
            return None
        external = yield from self._looked_up(query)
        call = context(
            query[:MAX_GOAL],
            session_id=self.delivery.session_id if self.delivery.opened else None,
            token_budget=self.policy.push_tokens,
            external=external or None,
            mode=mode,
            scope=self.delivery.scope,
            risk=risk,
        )
        try:
            fetched = yield from self.delivery.ask(call)
        except NotFound:
            if not self.delivery.opened:
                raise
            yield from self.delivery.reopen(now=False)
            fetched = yield from self.delivery.ask(call)
        if fetched is not None:
            ids = (item.memory_id for item in fetched.items if item.memory_id)
            self.delivery.seen(fetched.recall_id, ids, self.delivery.scope)
        return fetched

    def _looked_up(self, query: str) -> Walk[list[External]]:
        if not self._has_external:
            return []
        seconds = min(self.policy.external_patience_s, self.delivery.left_s)
        try:
            pieces: Sequence[Piece] = yield Lookup(query, self.policy.external_pieces, seconds)
            taken = [piece for piece in pieces if piece.content.strip() and piece.source.strip()]
            return [_external(piece) for piece in taken[: self.policy.external_pieces]]
        except Exception as error:  # noqa: BLE001 - a foreign source may do anything; the task goes on without it
            self.delivery.say("external_failed", type(error).__name__)
            return []

    def _query(self) -> str:
        """Empty before there is a task."""
        step = self.memory.current_step
        return self.memory.goal if step is None else f"{self.memory.goal}\n{step.text}".strip()

    def _prompt(self, shown: Context | None, *, is_old: bool = False) -> Prompt:
        is_old = (
            is_old
            or not self.delivery.health.connected
            or (shown is None and self._asked)
            or (shown is self._context and self._context_is_old)
        )
        disputed = shown is not None and shown.needs_confirmation
        blocks = (
            _DOWN_NOTICE if is_old else "",
            _DISPUTED_NOTICE if disputed else "",
            self.memory.to_prompt(),
            "" if shown is None else shown.text,
        )
        return Prompt(
            text="\n".join(block for block in blocks if block),
            degraded=is_old or (shown is not None and shown.degraded),
            needs_confirmation=disputed,
            conflicts=() if shown is None else tuple(shown.conflicts),
        )

    def _flush_and_keep(self) -> Walk[None]:
        """What is locked outlives this process from now on, and not only from the end of the turn."""
        if (yield from self.delivery.flush()):
            yield from self._keep_state("working")

    def _keep_state(self, name: str, *, now: bool = False) -> Walk[None]:
        if self._resumes:
            yield from self._resume()
        snapshot = self.memory.snapshot()
        kept_as = {"name": name, "session": self.delivery.generation, **snapshot}
        if not self.policy.keep_state or self._resumes or kept_as == self._kept_state:
            return
        pending = [cut(step.text, _STEP_SHOWN) for step in self.memory.steps if step.status == "open"]
        data = {_KEPT: snapshot}
        try:
            kept = yield from self.delivery.ask(
                put_state(
                    self.delivery.session_id, name, pending=pending[:_STEPS_SHOWN], data=data, scope=self.delivery.scope
                ),
                now=now,
            )
        except (Malformed, Refused, NotFound) as error:
            self.delivery.say("state_not_kept", error.code)
            kept = None
        if kept is not None:
            self._kept_state = kept_as

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
        return completion


def _as_text(arguments: Mapping[str, Any]) -> str:
    try:
        return json.dumps(arguments, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):  # keys that are no text, or what holds itself
        return str(arguments)


def _external(piece: Piece) -> External:
    """A piece that is longer than the service takes is cut at its end, and says so."""
    content = piece.content
    if len(content) > MAX_CONTENT:
        content = content[: MAX_CONTENT - 50] + " [cut here]"
    external: External = {"content": content, "source": piece.source[:500]}
    if piece.title and piece.title.strip():
        external["title"] = piece.title[:500]
    return external
