"""One object that an agent's loop calls: it keeps the working memory and the service in step."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from agent_memory.constraints.check import OutputCheck
from agent_memory.hooks.counts import ManagerMetrics
from agent_memory.hooks.external import AsyncExternalSource, ExternalSource, is_given
from agent_memory.manager.aside import Aside
from agent_memory.manager.conduct import Conduct
from agent_memory.manager.delivery import Effect, Lookup, Policy, Surroundings, Walk
from agent_memory.manager.line import Health, Notice
from agent_memory.transport.client import AsyncMemoryClient, MemoryClient
from agent_memory.transport.methods import Awaiting, Blocking, Method
from agent_memory.transport.walks import driven, driven_async
from agent_memory.working_memory.working_memory import WorkingMemory

P = ParamSpec("P")
R = TypeVar("R")

_LOG = logging.getLogger("agent_memory.manager")


def _logged(notice: Notice) -> None:
    """Used without `tell`: ids and codes, never content."""
    _LOG.warning("%s %s (%d)", notice.kind, notice.code, notice.count)


def _hook(build: Callable[Concatenate[Conduct, P], Walk[R]]) -> Method[P, R]:
    return Method(build, skip=1)


class Hooks:
    """For one task. Hooks that are called at once, by tools that run in parallel, wait for each other.

    Without a `session_id` each manager has a session of its own; with one it continues where another stopped, working
    memory included. `tell` is called when something goes wrong in the background; it must call no hook. `health` shows
    the present state.
    """

    on_task_start = _hook(Conduct.task_start)
    on_constraint = _hook(Conduct.constrain)
    on_pre_llm_call = _hook(Conduct.pre_llm_call)
    on_tool_call = _hook(Conduct.tool_call)
    on_observation = _hook(Conduct.observation)
    on_event = _hook(Conduct.event)
    on_turn_end = _hook(Conduct.turn_end)
    remember = _hook(Conduct.remember)
    on_task_complete = _hook(Conduct.task_complete)
    search = _hook(Conduct.search)
    flush = _hook(Conduct.flush)

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

    def on_output(self, text: str) -> OutputCheck:
        """Before the agent's answer is sent: which constraints in force it seems to break, by rules and without a call.
        `concerns` empty is no proof; `unread` are the constraints that no rule reads."""
        return self._conduct.output(text)

    def get_metrics(self) -> ManagerMetrics:
        """What this manager has done so far, without a call."""
        return self._conduct.metrics()

    @property
    def health(self) -> Health:
        return self._conduct.delivery.health


class MemoryManager(Hooks, Blocking):
    __doc__ = Hooks.__doc__

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

    def perform(self, build: Callable[..., Walk[R]], args: tuple[Any, ...], kwargs: dict[str, Any]) -> R:
        with self._turn:
            self._conduct.begin()
            return driven(build(self._conduct, *args, **kwargs), self._done)

    def _done(self, effect: Effect) -> Any:
        if isinstance(effect, Lookup):
            source = self._external
            if source is None:
                return ()
            return self._aside.run(lambda: source.search(effect.query, effect.limit), effect.seconds)
        return self._client.send(effect, retries=self._conduct.patience(effect))


class AsyncMemoryManager(Hooks, Awaiting):
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

    async def perform(self, build: Callable[..., Walk[R]], args: tuple[Any, ...], kwargs: dict[str, Any]) -> R:
        async with self._turn:
            self._conduct.begin()
            return await driven_async(build(self._conduct, *args, **kwargs), self._done)

    async def _done(self, effect: Effect) -> Any:
        if isinstance(effect, Lookup):
            if self._external is None:
                return ()
            async with asyncio.timeout(effect.seconds):
                return await self._external.search(effect.query, effect.limit)
        return await self._client.send(effect, retries=self._conduct.patience(effect))
