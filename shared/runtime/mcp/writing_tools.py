"""Tools that write: remember, correct, append to a session."""

from __future__ import annotations

from shared.contracts.mcp.tool_inputs import CorrectInput, RememberInput, SessionAppendInput, request
from shared.contracts.mcp.tool_outputs import DroppedOutput, SessionAppendOutput, WriteOutput
from shared.contracts.memories import CorrectionRequest, WriteRequest
from shared.domain.errors import NotFound
from shared.domain.writing.decisions import Outcome
from shared.runtime.counting.write_counts import Door, count_write, counting_refusals
from shared.runtime.mapping import sessions, writes
from shared.runtime.mcp import labels
from shared.runtime.mcp.tool import Effect, Said, Session, tool
from shared.runtime.observability import count, count_blocked
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.sessions.append_events import AppendAnswer, append_events
from shared.usecases.sessions.open_session import create_session
from shared.usecases.writing.write_memory import WriteAnswer, write_memory

_SAID = {
    Outcome.CREATED: "It is remembered.",
    Outcome.DUPLICATE: "It was remembered already; nothing new was stored.",
    Outcome.UPDATED: "It is remembered as a new version.",
    Outcome.KEPT_EXISTING: "What was remembered stands, because its evidence is stronger. This one is in the history.",
    Outcome.CONFLICT: "It contradicts a memory with equal evidence. A person decides; ask the user which holds.",
    Outcome.CANDIDATE: "It waits for a reviewer and is not recalled until then.",
}


def _remember(session: Session, asked: RememberInput) -> Said:
    with counting_refusals(Door.TOOL):
        command = writes.write_command(request(WriteRequest, asked))
        key = session.idempotency("remember", asked, asked.idempotency_key)
        answer = write_memory(session.services, session.caller, command, key)
    return _answered(session, answer)


def _correct(session: Session, asked: CorrectInput) -> Said:
    with counting_refusals(Door.TOOL):
        correction = writes.correction(request(CorrectionRequest, asked))
        answer = correct_memory(
            session.services,
            session.caller,
            asked.scope,
            asked.memory_id,
            correction,
            expected_version=asked.expected_version,
            idempotency=session.idempotency("correct", asked, asked.idempotency_key),
        )
    return _answered(session, answer)


def _answered(session: Session, answer: WriteAnswer) -> Said:
    count_write(Door.TOOL, answer)
    memory, now = answer.memory, session.services.clock.now()
    written = WriteOutput.model_construct(
        outcome=answer.outcome,
        memory=None if memory is None else labels.memory_output(memory, now),
        duplicate_by=answer.duplicate_by,
        conflicts_with=list(answer.conflicts_with),
        flags=[] if memory is None else list(memory.flags),
        reason=answer.reason or None,
    )
    known = "" if memory is None else f" Its memory_id is {memory.memory_id}, version {memory.version}."
    return Said(f"{_before(answer.replayed)}{_SAID[answer.outcome]}{known} {answer.reason or ''}".rstrip(), written)


def _before(replayed: bool) -> str:
    return "This call was answered before, and this is its answer: " if replayed else ""


def _append(session: Session, asked: SessionAppendInput) -> Said:
    events = sessions.new_events(asked.events, session.services.ids.new)
    key = session.idempotency("session_append", asked, asked.idempotency_key)

    def append() -> AppendAnswer:
        return append_events(session.services, session.caller, asked.scope, asked.session_id, events, key)

    try:
        answer = append()
    except NotFound:  # the first events of a conversation open it
        create_session(session.services, session.caller, asked.scope, asked.session_id)
        answer = append()
    for outcome, ids in (("accepted", answer.accepted), ("duplicate", answer.duplicates), ("dropped", answer.dropped)):
        if ids and not answer.replayed:
            count("EventAppended", len(ids), outcome=outcome)
    count_blocked(answer.blocked)
    appended = SessionAppendOutput.model_construct(
        session_id=asked.session_id,
        accepted=list(answer.accepted),
        duplicates=list(answer.duplicates),
        dropped=[DroppedOutput.model_construct(event_id=one.event_id, code=one.code) for one in answer.dropped],
    )
    said = f"{_before(answer.replayed)}{len(answer.accepted)} appended, {len(answer.duplicates)} were there already."
    if answer.dropped:
        refused = ", ".join(f"{one.event_id} ({one.code})" for one in answer.dropped)
        said += f" Not stored: {refused}. Leave out what may not be stored and append them again."
    return Said(said, appended)


REMEMBER = tool(
    "remember",
    "Remember a statement",
    "Stores one lasting statement about the user or the work: a fact, a wish, a way to do something. Not for small "
    "talk, passwords, or what holds for this conversation only (session_append). The same statement again stores "
    "nothing new.",
    WriteOutput,
    Effect(idempotent=True),
    RememberInput,
    _remember,
)
CORRECT = tool(
    "correct",
    "Correct a memory",
    "Replaces a memory by what a person says is right, as a new version; the old one stays in its history. Only on a "
    "person's word: what you infer yourself goes to remember.",
    WriteOutput,
    Effect(destructive=True),
    CorrectInput,
    _correct,
)
SESSION_APPEND = tool(
    "session_append",
    "Append to a session",
    "Keeps what was said and done in the running conversation, for context. Opens the session if there is none. An "
    "event with an event_id that is there already is not stored twice.",
    SessionAppendOutput,
    Effect(),
    SessionAppendInput,
    _append,
)
