"""One object that an agent's loop calls: it keeps the working memory and the service in step."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, TypeVar, Unpack

from agent_memory import words
from agent_memory.calls.answers import Recall, Written
from agent_memory.calls.memory_calls import RecallFields
from agent_memory.manager.aside import Aside
from agent_memory.manager.conduct import Completed, Conduct
from agent_memory.manager.delivery import Effect, EventFields, Lookup, Policy, Surroundings
from agent_memory.manager.external import AsyncExternalSource, ExternalSource, is_given
from agent_memory.manager.line import Health, Notice
from agent_memory.manager.notes import NoteFields
from agent_memory.manager.prompt import Prompt
from agent_memory.transport.client import AsyncMemoryClient, MemoryClient
from agent_memory.working_memory.working_memory import WorkingMemory

R = TypeVar("R")

_LOG = logging.getLogger("agent_memory.manager")


def _logged(notice: Notice) -> None:
    """Used without `tell`: ids and codes, never content."""
    _LOG.warning("%s %s (%d)", notice.kind, notice.code, notice.count)


class _Manager:
    """For one task. Hooks that are called at once, by tools that run in parallel, wait for each other.

    Without a `session_id` each manager has a session of its own; with one it continues where another stopped, working
    memory included. `tell` is called when something goes wrong in the background; it must call no hook. `health` shows
    the present state.
    """

    def __init__(
        self,
        memory: WorkingMemory | None,
        scope: str | None,
        session_id: str | None,
        policy: Policy | None,
        tell: Callable[[Notice], None] | None,
        surroundings: Surroundings | None,
        has_external: bool,
    ) -> None:
        self._conduct = Conduct(
            memory or WorkingMemory(),
            scope,
            session_id,
            policy or Policy(),
            surroundings or Surroundings(),
            tell or _logged,
            has_external,
        )

    @property
    def memory(self) -> WorkingMemory:
        """Plan and notes are set here; both are kept at the end of a turn."""
        return self._conduct.memory

    @property
    def session_id(self) -> str:
        return self._conduct.delivery.session_id

    @property
    def health(self) -> Health:
        return self._conduct.delivery.health


class MemoryManager(_Manager):
    def __init__(
        self,
        client: MemoryClient,
        *,
        memory: WorkingMemory | None = None,
        scope: str | None = None,
        session_id: str | None = None,
        external: ExternalSource | None = None,
        policy: Policy | None = None,
        tell: Callable[[Notice], None] | None = None,
        surroundings: Surroundings | None = None,
    ) -> None:
        super().__init__(memory, scope, session_id, policy, tell, surroundings, is_given(external))
        self._client = client
        self._external = external
        self._aside = Aside()
        self._turn = threading.RLock()

    def on_task_start(self, goal: str, *, constraints: Iterable[str] = (), plan: Iterable[str] | None = None) -> Prompt:
        """Opens the session and pushes what is worth knowing. Raises `DoesNotFit` for a goal or constraints over their
        budget."""
        return self._run(self._conduct.task_start(goal, constraints, plan))

    def on_constraint(self, constraint: str) -> int:
        """One more that holds until `memory.lift(number)`. Raises `DoesNotFit`."""
        return self._run(self._conduct.constrain(constraint))

    def on_pre_llm_call(self, query: str | None = None, *, risk: words.Risk | None = None) -> Prompt:
        """The text to put before the question. `query` is what the user just said: it becomes an event of the session,
        and the memories are recalled for the goal and for it. Without, they are those of the last call.

        Another `query` before `on_turn_end` is the agent's own question: it is asked and not stored.
        """
        return self._run(self._conduct.pre_llm_call(query, risk))

    def on_tool_call(self, tool: str, arguments: Mapping[str, Any]) -> None:
        """Before a tool runs."""
        self._run(self._conduct.tool_call(tool, arguments))

    def on_observation(
        self, text: str, *, tool: str = "", importance: words.Importance = "normal", locked: bool = False
    ) -> None:
        """The tool's result: the working memory keeps as much as fits, the session keeps all of it."""
        self._run(self._conduct.observation(text, tool, importance, locked))

    def on_event(self, content: str, **fields: Unpack[EventFields]) -> None:
        """Anything else that the session should know: a decision, an approval, a change of configuration, feedback."""
        self._run(self._conduct.event(content, fields))

    def on_turn_end(
        self,
        *,
        user: str = "",
        assistant: str = "",
        used: Sequence[str] = (),
        wrong: Sequence[str] = (),
        importance: words.Importance = "normal",
    ) -> None:
        """What was said, and which memories (by id) helped or were wrong. Every fifth turn there is a new push.

        `importance` marks what the user said (what the assistant said, if the user said nothing): `high` is promoted to
        a memory when the task is completed. A turn that `on_pre_llm_call` was given already is stored once.
        """
        self._run(self._conduct.turn_end(user, assistant, used, wrong, importance))

    def remember(
        self,
        text: str,
        type: words.MemoryType = "semantic",
        *,
        source: words.Source = "agent_inferred",
        **fields: Unpack[NoteFields],
    ) -> Written | None:
        """Write one memory now, for a model that wants to note something. `None`: the service is down, and the note is
        sent later.

        An inference of the agent is a `candidate` and not recalled until a reviewer accepts it (see `reason` of the
        answer); what the user said takes `source="user_stated"`. Raises `Refused` if the policy does not store it.
        """
        return self._run(self._conduct.remember(text, type, source, fields))

    def on_task_complete(self, *, outcome: str | None = None, lesson: str | None = None) -> Completed:
        """Completes the session and promotes its marked events. `outcome` has at most 256 characters."""
        return self._run(self._conduct.task_complete(outcome, lesson))

    def search(self, query: str, **fields: Unpack[RecallFields]) -> Recall | None:
        """Search memories and the running session. The fields are those of the client's `recall`. `None` is not
        "nothing remembered": the service is down."""
        return self._run(self._conduct.search(query, fields))

    def flush(self) -> Completed:
        """Sends what waits now, and completes a task whose completion waits."""
        return self._run(self._conduct.flush())

    def _run(self, walk: Generator[Effect, Any, R]) -> R:
        with self._turn:
            self._conduct.begin()
            return self._walked(walk)

    def _walked(self, walk: Generator[Effect, Any, R]) -> R:
        try:
            effect = next(walk)
            while True:
                try:
                    answer = self._done(effect)
                except Exception as error:  # noqa: BLE001 - the walk decides what is a failure
                    effect = walk.throw(error)
                else:
                    effect = walk.send(answer)
        except StopIteration as done:
            result: R = done.value
            return result

    def _done(self, effect: Effect) -> Any:
        if isinstance(effect, Lookup):
            source = self._external
            if source is None:
                return ()
            return self._aside.run(lambda: source.search(effect.query, effect.limit), effect.seconds)
        return self._client.send(effect, retries=self._conduct.patience(effect))


class AsyncMemoryManager(_Manager):
    """`MemoryManager` for an event loop: the same hooks, awaited."""

    def __init__(
        self,
        client: AsyncMemoryClient,
        *,
        memory: WorkingMemory | None = None,
        scope: str | None = None,
        session_id: str | None = None,
        external: AsyncExternalSource | None = None,
        policy: Policy | None = None,
        tell: Callable[[Notice], None] | None = None,
        surroundings: Surroundings | None = None,
    ) -> None:
        super().__init__(memory, scope, session_id, policy, tell, surroundings, is_given(external))
        self._client = client
        self._external = external
        self._turn = asyncio.Lock()

    async def on_task_start(
        self, goal: str, *, constraints: Iterable[str] = (), plan: Iterable[str] | None = None
    ) -> Prompt:
        return await self._run(self._conduct.task_start(goal, constraints, plan))

    async def on_constraint(self, constraint: str) -> int:
        return await self._run(self._conduct.constrain(constraint))

    async def on_pre_llm_call(self, query: str | None = None, *, risk: words.Risk | None = None) -> Prompt:
        return await self._run(self._conduct.pre_llm_call(query, risk))

    async def on_tool_call(self, tool: str, arguments: Mapping[str, Any]) -> None:
        await self._run(self._conduct.tool_call(tool, arguments))

    async def on_observation(
        self, text: str, *, tool: str = "", importance: words.Importance = "normal", locked: bool = False
    ) -> None:
        await self._run(self._conduct.observation(text, tool, importance, locked))

    async def on_event(self, content: str, **fields: Unpack[EventFields]) -> None:
        await self._run(self._conduct.event(content, fields))

    async def on_turn_end(
        self,
        *,
        user: str = "",
        assistant: str = "",
        used: Sequence[str] = (),
        wrong: Sequence[str] = (),
        importance: words.Importance = "normal",
    ) -> None:
        await self._run(self._conduct.turn_end(user, assistant, used, wrong, importance))

    async def remember(
        self,
        text: str,
        type: words.MemoryType = "semantic",
        *,
        source: words.Source = "agent_inferred",
        **fields: Unpack[NoteFields],
    ) -> Written | None:
        return await self._run(self._conduct.remember(text, type, source, fields))

    async def on_task_complete(self, *, outcome: str | None = None, lesson: str | None = None) -> Completed:
        return await self._run(self._conduct.task_complete(outcome, lesson))

    async def search(self, query: str, **fields: Unpack[RecallFields]) -> Recall | None:
        return await self._run(self._conduct.search(query, fields))

    async def flush(self) -> Completed:
        return await self._run(self._conduct.flush())

    async def _run(self, walk: Generator[Effect, Any, R]) -> R:
        async with self._turn:
            self._conduct.begin()
            return await self._walked(walk)

    async def _walked(self, walk: Generator[Effect, Any, R]) -> R:
        try:
            effect = next(walk)
            while True:
                try:
                    answer = await self._done(effect)
                except Exception as error:  # noqa: BLE001 - the walk decides what is a failure
                    effect = walk.throw(error)
                else:
                    effect = walk.send(answer)
        except StopIteration as done:
            result: R = done.value
            return result

    async def _done(self, effect: Effect) -> Any:
        if isinstance(effect, Lookup):
            if self._external is None:
                return ()
            async with asyncio.timeout(effect.seconds):
                return await self._external.search(effect.query, effect.limit)
        return await self._client.send(effect, retries=self._conduct.patience(effect))
