"""How what an agent does reaches its session: in order, once, and without holding the agent up.

While the service is down nothing here raises: events and feedback wait in bounded buffers and are sent later; events
carry their ids, feedback its key, so that twice is once.
"""

from __future__ import annotations

import logging
import unicodedata
import uuid
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Required, TypeAlias, TypedDict, TypeVar, cast

from agent_memory import words
from agent_memory.calls.call import Call, T
from agent_memory.calls.memory_calls import feedback
from agent_memory.calls.session_calls import NewEvent, append_events, create_session
from agent_memory.errors import DOWN, ApiError, Conflict, Malformed, NotFound, Refused, UnexpectedAnswer
from agent_memory.hooks.counts import Counts
from agent_memory.manager.line import Health, Line, Notice, NoticeKind
from agent_memory.manager.outbox import Outbox, parts
from agent_memory.manager.recent import RecentTurns
from agent_memory.transport.retries import Retries

R = TypeVar("R")
MAX_NAME = 128  # characters of a name: the service's limit
_KNOWN_RECALLS = 1_000
_FEEDBACK_HELD = 100
_FINAL_CONFLICTS = {
    "session_exists",
    "deleted_before",
    "task_completed",
}  # asked again they would be answered in the same way
_LOG = logging.getLogger("agent_memory.manager")


@dataclass(frozen=True, slots=True)
class Policy:
    """How a manager behaves. `patience`: an agent at work is not held up by its memory for longer than this at one
    hook, however many calls that makes; then the outbox takes over. At its end it may be: `completion` writes all that
    is promoted."""

    push_tokens: int = 2_000
    refresh_turns: int = 5  # 0: never
    summary_turns: int = 4  # without a summary, when turns may be left out of the context: one is requested; 0: never
    external_pieces: int = 5
    tool_memories: int = 3  # recalled before a tool runs, by its name and arguments; 0: none
    external_patience_s: float = 3.0
    outbox_events: int = 1_000
    session_ttl_s: int | None = None
    reset_each_turn: bool = False  # at a turn's end observations and notes go, but for the locked ones
    keep_state: bool = True  # the working memory goes into the session's state, so that another process can go on
    patience: Retries = field(default_factory=lambda: Retries(attempts=2, first_wait_s=0.2, patience_s=6.0))
    completion: Retries = field(default_factory=Retries)
    first_pause_s: float = 1.0
    longest_pause_s: float = 60.0


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Time and ids come from outside, so that a test can set them."""

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    seconds: Callable[[], float] = monotonic
    new_id: Callable[[], str] = lambda: uuid.uuid4().hex


@dataclass(frozen=True, slots=True)
class Lookup:
    """To be asked of the external source, which may take `seconds`."""

    query: str
    limit: int
    seconds: float


Effect: TypeAlias = "Call[Any] | Lookup"
Walk: TypeAlias = Generator[Effect, Any, R]


class EventFields(TypedDict, total=False):
    """An event without what the manager adds."""

    role: Required[words.EventRole]
    kind: words.EventKind
    tool: str
    importance: words.Importance
    speaker: str
    corrects: Sequence[str]


class Delivery:
    def __init__(
        self,
        scope: str | None,
        session_id: str,
        policy: Policy,
        surroundings: Surroundings,
        tell: Callable[[Notice], None],
    ) -> None:
        self.scope = scope
        self.session_id = session_id
        self.opened = False
        self.generation = 0  # how often the session had to be opened again
        self._restarts = False
        self._until = float("inf")
        self._policy = policy
        self._surroundings = surroundings
        self._tell = tell
        self._outbox = Outbox(policy.outbox_events)
        self._line = Line(surroundings.seconds, policy.first_pause_s, policy.longest_pause_s)
        self._recall_of: dict[str, tuple[str, str | None]] = {}
        self._feedback: deque[Call[Any]] = deque()
        self.recent = RecentTurns()
        self.counts = Counts()

    @property
    def health(self) -> Health:
        return Health(self._line.connected, len(self._outbox), self._outbox.lost, self._line.reason)

    @property
    def awake(self) -> bool:
        """Whether it is time to ask the service."""
        return self._line.open() and self.left_s > 0.0

    @property
    def left_s(self) -> float:
        """Of the patience of this hook."""
        return self._until - self._surroundings.seconds()

    def begin(self) -> None:
        """A hook."""
        self._until = self._surroundings.seconds() + self._policy.patience.patience_s

    def write(self, content: str, fields: EventFields) -> Walk[None]:
        self.put(content, fields)
        yield from self.flush()

    def put(self, content: str, fields: EventFields) -> str:
        """The id of the event; empty for blank content, which is no event."""
        if not content.strip():
            return ""
        names = {"tool": name_of(fields.get("tool", "")), "speaker": name_of(fields.get("speaker", ""))}
        said = {field: value for field, value in fields.items() if field not in names}
        said |= {field: name for field, name in names.items() if name}
        event_id = self._surroundings.new_id()
        event = cast(NewEvent, {"event_id": event_id, "content": content, **said})
        lost = sum(self._outbox.put(part) for part in parts(event, self._surroundings.now()))
        if lost:
            self.say("events_lost", count=lost)
        for corrected in fields.get("corrects", ()):
            self.recent.forget(corrected)
        return event_id

    def waits(self, event_id: str) -> bool:
        """Whether the event, or a part of it, is not stored yet."""
        return self._outbox.holds(event_id)

    def flush(self, *, now: bool = False) -> Walk[bool]:
        """Whether nothing waits any more. A session that expired meanwhile is opened again, once a flush."""
        restarted = False
        while self._outbox:
            if not (self.opened or (yield from self.opening(now=now))):
                return False
            batch = self._outbox.next_batch()
            try:
                answer = yield from self.ask(append_events(self.session_id, batch, scope=self.scope), now=now)
            except NotFound:
                if restarted:
                    raise
                restarted = True
                yield from self.reopen(now=now)
                continue
            except (Malformed, Refused) as error:
                if self._outbox.refused(batch):
                    self.recent.forget(batch[0]["event_id"])
                    self.say("event_refused", error.code)
                continue
            if answer is None:
                return False
            self._outbox.taken(batch)
            for dropped in answer.dropped:
                if dropped.code == "sensitive" and self._outbox.again_in_pieces(batch, dropped.event_id):
                    continue
                self._outbox.lost += 1
                self.recent.forget(dropped.event_id)
                self.say("event_refused", dropped.code)
        return self.opened or (yield from self.opening(now=now))

    def opening(self, *, now: bool = False) -> Walk[bool]:
        """An existing session is continued, whatever its lifetime."""
        if self.opened:
            return True
        call = create_session(self.session_id, scope=self.scope, ttl_seconds=self._policy.session_ttl_s)
        try:
            self.opened = (yield from self.ask(call, now=now)) is not None
        except Conflict:
            self.opened = True
        if self.opened and self._restarts:
            self._restarts = False
            self.say("session_restarted")
        return self.opened

    def reopen(self, *, now: bool) -> Walk[None]:
        self.opened, self._restarts = False, True
        self.generation += 1
        yield from self.opening(now=now)

    def seen(self, recall_id: str, memory_ids: Iterable[str], scope: str | None) -> None:
        for memory_id in memory_ids:
            self._recall_of.pop(memory_id, None)
            self._recall_of[memory_id] = (recall_id, scope)
        while len(self._recall_of) > _KNOWN_RECALLS:
            del self._recall_of[next(iter(self._recall_of))]

    def judged(self, used: Sequence[str], wrong: Sequence[str]) -> None:
        by_recall: dict[tuple[str, str | None], tuple[list[str], list[str]]] = {}
        for ids, place in ((used, 0), (wrong, 1)):
            for memory_id in ids:
                recall = self._recall_of.get(memory_id)
                if recall is None:
                    self.say("feedback_lost", "unknown")
                else:
                    by_recall.setdefault(recall, ([], []))[place].append(memory_id)
        for (recall_id, scope), (helped, misled) in by_recall.items():
            key = self._surroundings.new_id()
            self._feedback.append(feedback(recall_id, used=helped, wrong=misled, scope=scope, idempotency_key=key))
        while len(self._feedback) > _FEEDBACK_HELD:
            self._feedback.popleft()
            self.say("feedback_lost", "too_much")

    def send_feedback(self, *, now: bool = False) -> Walk[None]:
        while self._feedback:
            try:
                if (yield from self.ask(self._feedback[0], now=now)) is None:
                    return
            except (NotFound, Malformed, Refused) as error:
                self.say("feedback_lost", error.code)
            self._feedback.popleft()

    def ask(self, call: Call[T], *, now: bool = False) -> Walk[T | None]:
        """`None`: the service is down, or was so a moment ago; or the patience of this hook is at its end. While a
        deletion of the subject runs it is down as well: what waits is judged later, by its own time."""
        if not (now or self.awake):
            return None
        try:
            answer: T = yield call
        except Conflict as error:
            if error.code in _FINAL_CONFLICTS:
                raise
            self._down(error)
            return None
        except (*DOWN, UnexpectedAnswer) as error:
            self._down(error)
            return None
        except Refused as error:
            self.counts.refused(error)
            raise
        self.counts.answered(answer)
        if self._line.worked():
            self.say("service_back")
        return answer

    def _down(self, error: Exception) -> None:
        asked_s = error.retry_after_s if isinstance(error, ApiError) else None
        code = error.code if isinstance(error, ApiError) else type(error).__name__
        if self._line.failed(code, asked_s):
            self.say("service_down", code)

    def say(self, kind: NoticeKind, code: str = "", count: int = 1) -> None:
        try:
            self._tell(Notice(kind, code, count))
        except Exception as error:  # noqa: BLE001 - a foreign function; the agent and the walk go on
            _LOG.warning("`tell` raised %s for a notice of %s", type(error).__name__, kind)


def name_of(text: str) -> str:
    """A tool's or speaker's name as the service takes one: an event is not worth losing for its label. May be empty."""
    seen = "".join(" " if unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"} else sign for sign in text[:1_000])
    return unicodedata.normalize("NFC", " ".join(seen.split()))[:MAX_NAME].strip()
