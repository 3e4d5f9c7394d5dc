"""A manager's requests to the service: contexts, searches, and the summaries that keep contexts short."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from agent_memory import words
from agent_memory.calls.answers import Context, Recall
from agent_memory.calls.memory_calls import External, RecallFields, context, recall
from agent_memory.calls.session_calls import make_summary, search_session
from agent_memory.errors import DOWN, ApiError, Conflict, Malformed, NotFound, Refused, UnexpectedAnswer
from agent_memory.hooks.external import Piece
from agent_memory.hooks.search_answers import Found
from agent_memory.hooks.tool_memories import tool_block, tool_question
from agent_memory.manager.delivery import Delivery, Lookup, Policy, Walk
from agent_memory.manager.held import HeldEvents
from agent_memory.manager.outbox import MAX_CONTENT
from agent_memory.manager.prompt import Prompt, prompt_of
from agent_memory.manager.recent import Turns
from agent_memory.working_memory.working_memory import WorkingMemory

MAX_GOAL = 2_000  # characters of a query: the service's limit


class Reading:
    """Holds the newest context: one that was pushed is shown until a pull takes its place."""

    def __init__(
        self,
        memory: WorkingMemory,
        delivery: Delivery,
        policy: Policy,
        turns: Turns,
        has_external: bool,
        held: HeldEvents,
    ) -> None:
        self._memory = memory
        self._delivery = delivery
        self._policy = policy
        self._turns = turns
        self._has_external = has_external
        self._held = held
        self._context: Context | None = None
        self._is_old = False
        self._asked = False  # for what is pushed: before there is a goal there is nothing to ask for
        self._read_at = 0  # turns that had ended
        self._summarised_at = 0  # turns of the user
        self._summary_seen: datetime | None = None
        self._left_out = False
        self._for_tool = ""

    @property
    def goal(self) -> str:
        """With the current step; empty before there is a task."""
        step = self._memory.current_step
        return self._memory.goal if step is None else f"{self._memory.goal}\n{step.text}".strip()

    @property
    def policies(self) -> list[str]:
        """Of the newest context what binds the agent: what a person set as a limit or a rule."""
        return [] if self._context is None else [item.content for item in self._context.items if item.binds]

    def push(self) -> Walk[None]:
        """The context of the goal."""
        if not self.goal:
            return
        self._asked = True
        pushed = yield from self._fetched(self.goal, "push", None)
        self._is_old = pushed is None
        self._context = pushed or self._context

    def pull(self, query: str, risk: words.Risk | None) -> Walk[bool]:
        """The context of the query; whether it came."""
        pulled = yield from self._fetched(query, "pull", risk)
        self._context = pulled or self._context
        self._is_old = self._is_old and pulled is None
        return pulled is not None

    def refresh(self) -> Walk[None]:
        """Push again, if the last one failed and it is time to ask."""
        if self._is_old and self._delivery.awake:
            yield from self.push()

    def refresh_in_time(self) -> Walk[None]:
        """Push again, `Policy.refresh_turns` turns after the newest context."""
        if self._policy.refresh_turns and self._turns.ended - self._read_at >= self._policy.refresh_turns:
            yield from self.push()

    def summarise(self, new_id: Callable[[], str]) -> Walk[None]:
        """Request a summary, if there is none of the last `Policy.summary_turns` turns, and the context left turns out
        or there was none for as long.

        It may fail or take long: then it is requested again as many turns later, and the service does not count as
        down.
        """
        every = self._policy.summary_turns
        since = self._turns.of_user - self._summarised_at
        needed = self._left_out or self._turns.ended - self._read_at >= every
        if not (every and needed and since >= every and self._delivery.awake):
            return
        self._summarised_at = self._turns.of_user
        try:
            yield make_summary(self._delivery.session_id, scope=self._delivery.scope, idempotency_key=new_id())
        except (*DOWN, UnexpectedAnswer, Conflict, Malformed, NotFound, Refused) as error:
            self._delivery.say("summary_failed", error.code if isinstance(error, ApiError) else type(error).__name__)

    def search(self, query: str, layer: words.SearchLayer | None, fields: RecallFields) -> Walk[Found | None]:
        """In the running session as well, unless another scope or session is named; or in one layer alone."""
        yield from self._delivery.flush()
        if layer == "l3":
            limit = _only(fields, "top_k").get("top_k") or self._policy.external_pieces
            return Found(pieces=(yield from self._pieces(query, limit)))
        if layer == "l1":
            return (yield from self._events(query, _only(fields, "top_k", "scope", "session_id")))
        found = yield from self._recalled(query, fields, with_session=layer is None)
        return None if found is None else Found(**dict(_without_the_question(found, query)))

    def before_tool(self, tool: str, arguments: Mapping[str, Any], needs: Sequence[str]) -> Walk[Recall | None]:
        """What is remembered about the call; the next prompts show it until another tool is called or the turn ends.
        `None`: the service is down, or the policy asks for nothing."""
        self._for_tool = ""
        question = tool_question(tool, arguments, needs)
        if not (self._policy.tool_memories and question):
            return None
        yield from self._delivery.flush()
        found = yield from self._recalled(question, {"top_k": self._policy.tool_memories}, with_session=True)
        if found is not None:
            context = self._context
            shown = frozenset(item.memory_id for item in context.items if item.memory_id) if context else frozenset()
            lasting = [hit for hit in found.memories if hit.layer != "l1"]
            self._for_tool = tool_block(tool, lasting, shown)
        return found

    def turn_ended(self) -> None:
        self._for_tool = ""

    def _recalled(self, query: str, fields: RecallFields, *, with_session: bool) -> Walk[Recall | None]:
        several = fields.get("scopes")
        asked: RecallFields = {**fields} if several else {"scope": self._delivery.scope, **fields}
        here = with_session and not several and asked["scope"] == self._delivery.scope
        own = here and "session_id" not in asked and self._delivery.opened
        if own:
            asked["session_id"] = self._delivery.session_id
        call = recall(query, **asked)
        try:
            found = yield from self._delivery.ask(call)
        except NotFound:
            if not own:
                raise
            yield from self._delivery.reopen(now=False)
            found = yield from self._delivery.ask(call)
        if found is not None:
            for hit in found.memories:
                if hit.layer != "l1":  # an event is no memory, and has no feedback
                    scope = hit.memory.scope if several else asked["scope"]
                    self._delivery.seen(found.recall_id, [hit.memory.memory_id], scope)
        return found

    def _events(self, query: str, fields: RecallFields) -> Walk[Found | None]:
        session_id = fields.get("session_id")
        if session_id is None and not self._delivery.opened:
            return None
        call = search_session(
            session_id or self._delivery.session_id,
            query,
            top_k=fields.get("top_k"),
            scope=fields.get("scope") or self._delivery.scope,
        )
        try:
            found = yield from self._delivery.ask(call)
        except NotFound:
            if session_id is not None:
                raise
            yield from self._delivery.reopen(now=False)
            return Found()
        if found is None:
            return None
        asked = query.split()
        events = [hit for hit in found.items if hit.event.content.split() != asked]
        return Found(events=events, degraded=found.degraded)

    def prompt(self, *, is_old: bool = False) -> Prompt:
        """`is_old`: the service could not be asked for it."""
        shown = self._context
        is_old = is_old or not self._delivery.health.connected or (shown is None and self._asked) or self._is_old
        room = self._policy.push_tokens - (shown.tokens if shown is not None else 0)
        recent = self._delivery.recent.to_prompt(
            max(room, self._policy.push_tokens // 4),
            self._delivery.waits,
            asked=self._held.turn,
        )
        return prompt_of(self._memory.to_prompt(), shown, self._for_tool, recent, is_old=is_old)

    def _fetched(self, query: str, mode: words.Mode, risk: words.Risk | None) -> Walk[Context | None]:
        if not (query and self._delivery.awake):
            return None
        external = [_external(piece) for piece in (yield from self._pieces(query, self._policy.external_pieces))]
        call = context(
            query[:MAX_GOAL],
            session_id=self._delivery.session_id if self._delivery.opened else None,
            token_budget=self._policy.push_tokens,
            held_events=(self._held.ids() or None) if self._delivery.opened else None,
            external=external or None,
            mode=mode,
            scope=self._delivery.scope,
            risk=risk,
        )
        try:
            fetched = yield from self._delivery.ask(call)
        except NotFound:
            if not self._delivery.opened:
                raise
            yield from self._delivery.reopen(now=False)
            fetched = yield from self._delivery.ask(call)
        if fetched is not None:
            self._read_at = self._turns.ended
            ids = (item.memory_id for item in fetched.items if item.memory_id)
            self._delivery.seen(fetched.recall_id, ids, self._delivery.scope)
            if self._delivery.opened:
                self._delivery.recent.known_until_here(self._delivery.waits, but=self._held.turn)
                self._look_for_summary(fetched)
        return fetched

    def _look_for_summary(self, fetched: Context) -> None:
        """Whether turns are left out, and whether there is a new summary, by anyone."""
        self._left_out = fetched.omitted.get("session", 0) > 0
        made = max((item.time for item in fetched.items if item.label == "summary"), default=None)
        if made is not None and (self._summary_seen is None or made > self._summary_seen):
            self._summary_seen, self._summarised_at = made, self._turns.of_user

    def _pieces(self, query: str, limit: int) -> Walk[list[Piece]]:
        if not self._has_external:
            return []
        seconds = min(self._policy.external_patience_s, self._delivery.left_s)
        try:
            pieces: Sequence[Piece] = yield Lookup(query, limit, seconds)
            taken = [piece for piece in pieces if piece.content.strip() and piece.source.strip()][:limit]
            return [Piece(piece.content, piece.source, (piece.title or "").strip() or None) for piece in taken]
        except Exception as error:  # noqa: BLE001 - a foreign source may do anything; the task goes on without it
            self._delivery.say("external_failed", type(error).__name__)
            return []


def _only(fields: RecallFields, *known: str) -> RecallFields:
    """Raises `TypeError` for a field that this layer does not have: it would be passed over."""
    others = sorted(name for name, value in fields.items() if value is not None and name not in known)
    if others:
        raise TypeError(f"a search of this layer takes {', '.join(known)}, not {', '.join(others)}")
    return fields


def _without_the_question(found: Recall, query: str) -> Recall:
    """A question that the user just asked is an event of the session, and the best match of itself."""
    asked = query.split()
    others = [hit for hit in found.memories if hit.layer != "l1" or hit.memory.content.split() != asked]
    return found.model_copy(update={"memories": others})


def _external(piece: Piece) -> External:
    """A piece that is longer than the service takes is cut at its end, and says so."""
    content = piece.content
    if len(content) > MAX_CONTENT:
        content = content[: MAX_CONTENT - 50] + " [cut here]"
    external: External = {"content": content, "source": piece.source[:500]}
    if piece.title:
        external["title"] = piece.title[:500]
    return external
