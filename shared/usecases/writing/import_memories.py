"""Import: each line goes through the pipeline of every write, judged by its own time of evidence. Importing the same
lines again changes nothing, whatever has become of the memory since: an exported memory is recognised by its id
where it still exists, and elsewhere by the edge that its import left (`import:{memory id}`); versions in its history
exist already."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from shared.domain.access.caller import Caller
from shared.domain.access.permissions import acts_for, may_write
from shared.domain.errors import MemoryServiceError, RoleRequired, Unavailable
from shared.domain.memories.memory import ENDED, Memory, Status, content_hash
from shared.domain.messages import OF_LINES
from shared.domain.scopes import Scope, ScopeKind
from shared.domain.writing.decisions import Outcome
from shared.domain.writing.incoming import IncomingMemory
from shared.records import keys
from shared.records.ledger.idempotency import IdempotencyKey
from shared.records.memories import memory_codec
from shared.records.memories.memory_change import IMPORTED_FROM, Author, import_source
from shared.records.store.record import Attributes, Change, Record, Table
from shared.usecases.barrier.check import find_visible
from shared.usecases.once import Kept, Once
from shared.usecases.operations.note_operation import keep_import
from shared.usecases.services import Services
from shared.usecases.writing.admission import WriteCommand, admitted
from shared.usecases.writing.commit import Written
from shared.usecases.writing.write_memory import WriteAnswer, outcome_again, remember

# A call answers well within the gateway's 30 s and names the line from which the next one goes on.
TIME_A_CALL = timedelta(seconds=20)
ENDED_CODE = "ended"


@dataclass(frozen=True, slots=True)
class ExportedFrom:
    """The fields of an exported line about the memory to which its version belongs."""

    memory_id: str
    memory_status: Status
    is_current: bool
    status: Status


@dataclass(frozen=True, slots=True)
class ImportItem:
    """One line: `origin` when it comes from an export; an error when it cannot be read."""

    line: int
    command: WriteCommand | MemoryServiceError
    origin: ExportedFrom | None = None


class HasLine(Protocol):
    @property
    def line(self) -> int: ...


class RefusedLine(NamedTuple):
    """`field`: the first one to blame, if one is. `reason`: what is wrong, in a sentence."""

    line: int
    code: str
    field: str | None
    reason: str

    @classmethod
    def of(cls, line: int, refusal: MemoryServiceError) -> RefusedLine:
        errors = refusal.extra.get("errors")
        if not isinstance(errors, list) or not errors:
            return cls(line, refusal.code, None, refusal.detail)
        return cls(line, refusal.code, str(errors[0]["field"]), str(errors[0]["reason"]))


@dataclass(slots=True)
class ImportResult:
    """`next_line`: where to go on, when time ran out."""

    imported: int = 0
    duplicates: int = 0
    refused: list[RefusedLine] = field(default_factory=list)
    next_line: int | None = None
    replayed: bool = False

    def progress(self, items: Sequence[HasLine]) -> tuple[int, int]:
        """How many of these lines it has dealt with, of how many."""
        if self.next_line is None:
            return len(items), len(items)
        return sum(item.line < self.next_line for item in items), len(items)

    def kept(self, unreadable: Mapping[int, MemoryServiceError]) -> Attributes:
        """Of lines in a row that are refused alike the first and the last, for a body may hold any number of them. Why
        a line cannot be read follows from the body, which a retry sends again, and is not kept: it names what the
        caller sent."""
        runs: list[list[int | str | None]] = []
        for line, code, field_name, reason in self.refused:
            why = [code, None, ""] if line in unreadable else [code, field_name, reason]
            if runs and runs[-1][1:] == [line - 1, *why]:
                runs[-1][1] = line
            else:
                runs.append([line, line, *why])
        packed = zlib.compress(json.dumps(runs).encode())
        counts = {"imported": self.imported, "duplicates": self.duplicates, "next_line": self.next_line}
        return {**counts, "refused": packed}

    @classmethod
    def again(cls, kept: Kept, unreadable: Mapping[int, MemoryServiceError]) -> ImportResult:
        runs = json.loads(zlib.decompress(kept["refused"]))
        refused = [
            RefusedLine.of(line, unreadable[line]) if line in unreadable else RefusedLine(line, *why)
            for first, last, *why in runs
            for line in range(first, last + 1)
        ]
        return cls(kept["imported"], kept["duplicates"], refused, kept["next_line"], replayed=True)


def import_memories(
    services: Services,
    caller: Caller,
    scope: Scope | None,
    items: Sequence[ImportItem],
    idempotency: IdempotencyKey | None = None,
) -> ImportResult:
    """With a key each line keeps its own outcome, so that a retry finishes what a crash left, and the last the report.

    Raises the errors of access to the target itself, and `Unavailable`; whatever else is wrong with a line is in the
    report."""
    target = may_write(caller, scope)
    once = Once(services, idempotency)
    unreadable = {item.line: item.command for item in items if isinstance(item.command, MemoryServiceError)}

    def run() -> ImportResult:
        began = services.clock.now()
        result = _imported(services, caller, target, items, idempotency)
        keep_import(once, caller, target, began, *result.progress(items), result.kept(unreadable))
        return result

    return once.answer(run, lambda kept: ImportResult.again(kept, unreadable), look_first=True)


def _imported(
    services: Services, caller: Caller, target: Scope, items: Sequence[ImportItem], idempotency: IdempotencyKey | None
) -> ImportResult:
    result = ImportResult()
    until = services.clock.now() + TIME_A_CALL
    for item in items:
        if services.clock.now() >= until:
            result.next_line = item.line
            return result
        try:
            part = None if idempotency is None else idempotency.part(item.line)
            _noted(result, item, _import(services, caller, target, item, part))
        except Unavailable:
            raise
        except MemoryServiceError as refusal:
            result.refused.append(RefusedLine.of(item.line, refusal))
    return result


def _noted(result: ImportResult, item: ImportItem, outcome: Outcome | str) -> None:
    if outcome is Outcome.DUPLICATE:
        result.duplicates += 1
    elif not isinstance(outcome, Outcome) or outcome is Outcome.KEPT_EXISTING:
        result.refused.append(RefusedLine(item.line, str(outcome), None, OF_LINES[str(outcome)]))
    else:
        result.imported += 1


def _import(
    services: Services, caller: Caller, target: Scope, item: ImportItem, part: IdempotencyKey | None
) -> Outcome | str:
    """What became of the line, or the code of its refusal."""
    if isinstance(item.command, MemoryServiceError):
        raise item.command
    origin = item.origin
    if origin is not None and origin.memory_status in ENDED:
        return "rejected_before" if origin.memory_status is Status.REJECTED else ENDED_CODE
    command = replace(item.command, scope=rebased(item.command.scope, target))
    try:
        incoming = admitted(services, caller, command)
    except RoleRequired:
        if origin is not None and _is_there(services, command, origin):
            return Outcome.DUPLICATE
        raise
    author = Author(caller.principal, acts_for(caller, incoming.scope), incoming.recorded_at)
    if origin is not None and origin.status is Status.CANDIDATE:
        incoming = replace(
            incoming, initial_status=Status.CANDIDATE, initial_status_reason="a candidate where it was exported"
        )
    if origin is None:
        return remember(services, incoming, author, part, at_the_door=True).outcome
    return _import_version(services, incoming.as_exported(), author, origin, part)


def rebased(scope: Scope | None, target: Scope) -> Scope:
    """The scope of a line: the one that it names, if that lies at or below the target; else the same path below the
    target. A line of one user never gets into another kind of scope than a user's own or a task's."""
    if scope is None or not scope.segments:
        return target
    if target.contains(scope):
        return scope
    if target.kind is ScopeKind.ORG:
        return Scope((*target.segments, *scope.segments[1:]))
    if target == target.owner and target.segments:
        return Scope((*target.segments, *scope.segments[2:]))
    return target


def _import_version(
    services: Services, incoming: IncomingMemory, author: Author, origin: ExportedFrom, part: IdempotencyKey | None
) -> Outcome | str:
    known = _imported_before(services, incoming.scope, origin.memory_id)
    if known is not None and _is_in_history(services, known, incoming.content_hash, incoming.observed_at):
        before = Once(services, part).look_up()
        if before is not None:
            return _as_it_was(outcome_again(before), origin)
        return "rejected_before" if known.status is Status.REJECTED else Outcome.DUPLICATE
    if known is None or known.status in ENDED:
        if not origin.is_current and origin.status is Status.REJECTED:
            return ENDED_CODE  # an incoming memory that was rejected, of a memory that does not exist here
        incoming = replace(incoming, provenance={IMPORTED_FROM: {"memory_id": origin.memory_id}})
        return remember(services, incoming, author, part, also=lambda written: _edge(origin, written)).outcome
    answer = remember(services, replace(incoming, version_of=known.memory_id), author, part)
    return _as_it_was(answer, origin)


def _as_it_was(answer: WriteAnswer, origin: ExportedFrom) -> Outcome:
    """An older version that a current one supersedes has joined its history, where it belongs."""
    if answer.outcome is Outcome.KEPT_EXISTING and not origin.is_current:
        return Outcome.UPDATED
    return answer.outcome


def _imported_before(services: Services, scope: Scope, memory_id: str) -> Memory | None:
    """The memory itself, if it still exists, or the one that an import made of it."""
    own = find_visible(services, scope, memory_id)
    if own is not None:
        return own
    prefix = keys.edge_prefix(import_source(memory_id))
    page = services.records.page(Table.MEMORIES, keys.path(scope.owner), sk_prefix=prefix, limit=10)
    for edge in page.records:
        found = find_visible(services, Scope.parse(str(edge.attributes["scope"])), str(edge.attributes["memory_id"]))
        if found is not None and found.scope == scope:
            return found
    return None


def _edge(origin: ExportedFrom, written: Written) -> Change:
    memory, source = written.memory, import_source(origin.memory_id)
    attributes = {"memory_id": memory.memory_id, "scope": memory.scope.path, "source": source}
    return Change(puts=(Record(keys.edge(memory.scope, source, memory.memory_id), attributes),))


def _is_there(services: Services, command: WriteCommand, origin: ExportedFrom) -> bool:
    """Whether a line that the caller may not write exists already."""
    if command.scope is None or command.observed_at is None:
        return False
    known = _imported_before(services, command.scope, origin.memory_id)
    return known is not None and _is_in_history(services, known, content_hash(command.content), command.observed_at)


def _is_in_history(services: Services, known: Memory, text: str, observed_at: datetime) -> bool:
    """`text`: its content hash."""

    def is_same(version: Memory) -> bool:
        return (version.content_hash, _instant(version.observed_at)) == (text, _instant(observed_at))

    carried = (*known.timeline, *known.schedule.passed)
    return any(map(is_same, carried)) or any(is_same(version) for version in _versions(services, known))


def _instant(at: datetime) -> float:
    return at.timestamp()


def _versions(services: Services, memory: Memory) -> Iterator[Memory]:
    after: str | None = None
    while memory.head.versions > 1:
        page = services.records.page(
            Table.MEMORIES, keys.path(memory.scope.owner), sk_prefix=keys.version_prefix(memory.memory_id), after=after
        )
        yield from (memory_codec.memory(record.attributes) for record in page.records)
        after = page.next_after
        if after is None:
            return
