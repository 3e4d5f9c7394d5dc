"""Tools that delete: what a text means is listed, what ids name is deleted, and how far a deletion has come."""

from __future__ import annotations

from collections.abc import Iterator

from shared.contracts.mcp.tool_inputs import DeletionStatusInput, ForgetInput
from shared.contracts.mcp.tool_outputs import (
    AcceptedOutput,
    DeletionStatusOutput,
    ForgetOutput,
    ListedOutput,
    StoreOutput,
)
from shared.domain.deletion.barrier import DeletionRequest, RequestStatus, Selector, SelectorKind
from shared.domain.deletion.preview import Found, Layer
from shared.domain.errors import FieldError, Malformed
from shared.runtime.mcp import labels
from shared.runtime.mcp.tool import READS, Effect, Said, Session, tool
from shared.runtime.observability import count
from shared.usecases.audit.read_log import ReadKind, note_ids
from shared.usecases.deletion.request_deletion import ask_once, get_deletion
from shared.usecases.deletion_preview.preview import preview

_PAGES, _ENOUGH = 5, 20  # calls of the preview at most, and entries after which none is added
_SHOWN = 1_000  # characters of a content in a list
_IDS = ("memory_ids", "event_ids", "session_ids")
_ASK = (
    "From now on no read shows it. It is removed in the background from sessions, memories and the index, with what "
    "was derived from it. Ask deletion_status with each request_id until it is completed."
)
_CHOOSE = (
    "Nothing is deleted. Show the user this list, and call forget again with the ids that are to go: memory in "
    "memory_ids, event in event_ids, session in session_ids."
)
_STATUS = {
    RequestStatus.ACCEPTED: "It is accepted and not done: ask again in some seconds.",
    RequestStatus.RUNNING: "It is running: ask again in some seconds.",
    RequestStatus.HELD: "No read shows it, and a legal hold keeps it. Say so, and do not claim that it is deleted.",
    RequestStatus.COMPLETED: "It is done: everything is removed and was looked for again.",
    RequestStatus.NEEDS_ATTENTION: "It is not done and needs an operator. Say so, and do not claim that it is deleted.",
}


def _forget(session: Session, asked: ForgetInput) -> Said:
    named = [field for field in _IDS if getattr(asked, field)]
    if asked.text is not None:
        if named:
            raise _either("goes without ids: list with text first, then delete by ids")
        return _listed(session, asked, asked.text)
    if not named:
        raise _either(f"must be given, to see what would be deleted, or one of {', '.join(_IDS)}, to delete")
    key = session.idempotency("forget", asked, asked.idempotency_key)
    answers = [
        ask_once(
            session.services,
            session.caller,
            asked.scope,
            session.services.ids.new(),
            selector,
            None if key is None else key.part(number),
        )
        for number, selector in enumerate(selectors(asked))
    ]
    for one in answers:
        if not one.replayed:
            count("DeletionRequested", selector=one.request.selector.kind.value)
    accepted = [one.request for one in answers]
    answer = ForgetOutput.model_construct(
        status="accepted",
        deletions=[
            AcceptedOutput.model_construct(
                request_id=one.request_id,
                status=RequestStatus.HELD if one.status is RequestStatus.HELD else RequestStatus.ACCEPTED,
                accepted_at=one.accepted_at,
                matched=one.matched,
                level=one.level,
            )
            for one in accepted
        ],
        next_step=_ASK,
    )
    ids = ", ".join(one.request_id for one in accepted)
    return Said(f"Accepted, and not done yet: request_id {ids}. {_ASK}", answer)


def selectors(asked: ForgetInput) -> Iterator[Selector]:
    """One deletion for the memories, one for the sessions, one for the events of each session."""
    if asked.memory_ids:
        yield Selector(SelectorKind.MEMORY, tuple(asked.memory_ids))
    events: dict[str, list[str]] = {}
    for path in asked.event_ids:
        session_id, _, event_id = path.partition("/")
        events.setdefault(session_id, []).append(event_id)
    for session_id, ids in events.items():
        yield Selector(SelectorKind.EVENT, tuple(ids), session_id)
    if asked.session_ids:
        yield Selector(SelectorKind.SESSION, tuple(asked.session_ids))


def _either(reason: str) -> Malformed:
    return Malformed(f"text {reason}", (FieldError("text", reason),))


def _listed(session: Session, asked: ForgetInput, text: str) -> Said:
    listed, cursor, degraded = _pages(session, asked, text)
    shown = [item.id for item in listed if item.layer is Layer.MEMORY]
    note_ids(session.services, session.caller, ReadKind.PREVIEW, asked.scope, shown)
    items = [_item(one) for one in listed]
    further = " The list goes on: ask for the rest with cursor." if cursor else ""
    answer = ForgetOutput.model_construct(
        status="listed",
        would_delete=items,
        next_cursor=cursor,
        degraded=degraded,
        next_step=_CHOOSE + further if items else "Nothing was found here." + further,
    )
    lines = [f"- {one.kind} {one.id} ({one.why}): {' '.join(one.content.split())}" for one in items]
    lines.append(answer.next_step + (f" cursor: {cursor}" if cursor else ""))
    return Said("\n".join([answer.notice, *lines]), answer)


def _pages(session: Session, asked: ForgetInput, text: str) -> tuple[list[Found], str | None, bool]:
    """What several calls of the preview find, since memories and sessions are looked through one after the other; the
    cursor to go on with; and whether anything could not be looked for."""
    found: list[Found] = []
    cursor, degraded = asked.cursor, False
    for _ in range(_PAGES):
        page = preview(session.services, session.caller, asked.scope, text, cursor)
        found += page.items
        cursor, degraded = page.next_cursor, degraded or page.degraded
        if cursor is None or len(found) >= _ENOUGH:
            break
    return found, cursor, degraded


def _item(found: Found) -> ListedOutput:
    """What lies in a session beside its events goes with the events or with the session, as the selector says."""
    ids = found.selector.ids
    match found.selector.kind:
        case SelectorKind.MEMORY:
            kind, id = "memory", ids[0]
        case SelectorKind.EVENT:
            kind, id = "event", f"{found.selector.session_id}/{ids[0]}"
        case _:
            kind, id = "session", ids[0]
    content = labels.escaped(found.content[:_SHOWN])
    return ListedOutput.model_construct(kind=kind, id=id, why=found.reason.value, scope=found.scope, content=content)


def _status(session: Session, asked: DeletionStatusInput) -> Said:
    found = get_deletion(session.services, session.caller, asked.scope, asked.request_id)
    answer = _status_output(found)
    return Said(f"{found.status.value}. {answer.next_step}", answer)


def _status_output(found: DeletionRequest) -> DeletionStatusOutput:
    return DeletionStatusOutput.model_construct(
        request_id=found.request_id,
        status=found.status,
        completed=found.status is RequestStatus.COMPLETED,
        accepted_at=found.accepted_at,
        completed_at=found.completed_at,
        matched=found.found,
        level=found.level,
        targets={
            target.value: StoreOutput.model_construct(
                status=state.status,
                attempts=state.attempts,
                removed=state.removed,
                residue=state.residue,
                completed_at=state.completed_at,
                cause=state.cause or None,
            )
            for target, state in found.targets
        },
        next_step=_STATUS[found.status],
    )


FORGET = tool(
    "forget",
    "Forget",
    "Deletes for good what the user wants to be forgotten. In two calls: with text it lists what mentions or means "
    "that and deletes nothing; with ids it deletes, in every version and copy. The answer says accepted, not done: "
    "deletion_status says when it is.",
    ForgetOutput,
    Effect(destructive=True, idempotent=True),
    ForgetInput,
    _forget,
)
DELETION_STATUS = tool(
    "deletion_status",
    "Ask whether a deletion is done",
    "How far a deletion has come, store by store. Only completed means that it is gone.",
    DeletionStatusOutput,
    READS,
    DeletionStatusInput,
    _status,
)
