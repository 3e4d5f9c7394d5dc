"""What takes several calls, as generators that yield them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar
from uuid import uuid4

from agent_memory.calls.answers import Memory
from agent_memory.calls.call import Answer, Call
from agent_memory.calls.operator_answers import ImportReport
from agent_memory.calls.operator_calls import as_line, import_memories, import_sessions
from agent_memory.calls.parts import in_parts
from agent_memory.calls.session_answers import Completion
from agent_memory.calls.session_calls import NewEvent, append_events, complete_session, create_session

R = TypeVar("R")
Flow: TypeAlias = Generator[Call[Any], Any, R]

_BLOCK_BYTES = 4_000_000  # of an import: the service takes 6 MB


@dataclass(frozen=True, slots=True)
class Added:
    session_id: str
    completion: Completion

    @property
    def memories(self) -> list[Memory]:
        """What is remembered now, new or known before."""
        return [written.memory for written in self.completion.promoted if written.memory is not None]


def add(messages: str | Sequence[NewEvent], *, scope: str | None = None, session_id: str | None = None) -> Flow[Added]:
    """Remember what a conversation says: its messages become a session that is completed at once. A text is one message
    of the user. What people state and decide becomes memories; small talk and questions do not. With the same
    `session_id` the same messages may be added again."""
    said: Sequence[NewEvent] = [{"role": "user", "content": messages}] if isinstance(messages, str) else messages
    events: list[NewEvent] = [{"event_id": f"m{number}", **event} for number, event in enumerate(said, 1)]
    session = session_id or uuid4().hex
    yield create_session(session, scope=scope)
    yield from in_parts(append_events(session, events, scope=scope), "events")
    completion: Completion = yield complete_session(session, scope=scope)
    return Added(session, completion)


def import_all(lines: Iterable[str | Mapping[str, Any] | Answer], *, scope: str | None = None) -> Flow[ImportReport]:
    """Write the lines of an export of any size again, in several calls. The report counts and numbers all lines."""
    return (yield from _import(import_memories, lines, scope))


def import_all_sessions(
    lines: Iterable[str | Mapping[str, Any] | Answer], *, scope: str | None = None
) -> Flow[ImportReport]:
    """Write the lines of an export of sessions of any size again, in several calls, with one report."""
    return (yield from _import(import_sessions, lines, scope))


def _import(
    send: Callable[..., Call[ImportReport]], lines: Iterable[str | Mapping[str, Any] | Answer], scope: str | None
) -> Flow[ImportReport]:
    imported = duplicates = before = 0
    refused = []
    for block in _blocks(map(as_line, lines)):
        at: int | None = None
        while True:
            report: ImportReport = yield send(block, scope=scope, from_line=at)
            imported, duplicates = imported + report.imported, duplicates + report.duplicates
            refused += [line.model_copy(update={"line": line.line + before}) for line in report.refused]
            if report.next_line is None:
                break
            at = report.next_line
        before += len(block)
    return ImportReport(imported=imported, duplicates=duplicates, refused=refused)


def _blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    block: list[str] = []
    size = 0
    for line in lines:
        length = len(line.encode("utf-8", "replace"))
        if block and size + length > _BLOCK_BYTES:
            yield block
            block, size = [], 0
        block.append(line)
        size += length
    if block:
        yield block
