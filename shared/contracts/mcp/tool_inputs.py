"""What the tools take. Their fields are those of the HTTP interface, as far as an agent needs them, and explained."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, Field

from shared.contracts.base import (
    MAX_QUERY,
    Confidence,
    Content,
    Cursor,
    Instant,
    LifeInDays,
    Limit,
    MemoryKey,
    MetadataObject,
    ScopePath,
    SegmentId,
    Wire,
    built,
)
from shared.contracts.recall import QueryText, not_blank
from shared.contracts.sessions import NewEventBody
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Importance, MemoryType
from shared.domain.recall.conflicts import Risk

_B = TypeVar("_B", bound=BaseModel)

_Scope = Annotated[
    ScopePath | None,
    Field(description="Whose memory: a path such as /org/acme/user/ann. Absent: the scope that the token is bound to."),
]
_MemoryId = Annotated[SegmentId, Field(description="As recall, context and history name it.")]
_SessionId = Annotated[SegmentId, Field(description="An id that you choose once for the conversation, and keep.")]
_IdempotencyKey = Annotated[
    str | None,
    Field(
        min_length=1,
        max_length=255,
        description="Your name for this call: the same key and arguments again have one effect and the first answer.",
    ),
    AfterValidator(lambda value: value if value is None else _printable(value)),
]
_EventPath = Annotated[str, Field(min_length=3, max_length=257, pattern="^[^/]+/[^/]+$")]


class RecallInput(Wire):
    query: Annotated[QueryText, Field(description="What you want to know, as a question or in key words.")]
    scope: _Scope = None
    top_k: Annotated[int, Field(ge=1, le=100, description="At most so many memories.")] = 5
    types: Annotated[list[MemoryType], Field(max_length=6, description="Only memories of these types.")] = []
    keys: Annotated[list[MemoryKey], Field(max_length=100, description="Only memories with one of these keys.")] = []
    metadata: Annotated[MetadataObject | None, Field(description="Only memories with these values.")] = None
    purpose: Annotated[SegmentId | None, Field(description="What the memory is used for.")] = None
    min_relevance: Annotated[
        Confidence | None, Field(description="From 0 to 1: leave out what is less surely about the query.")
    ] = None
    as_of: Annotated[Instant | None, Field(description="What held at that time, instead of now.")] = None
    session_id: Annotated[SegmentId | None, Field(description="Search the events of this session as well.")] = None


class ContextInput(Wire):
    goal: Annotated[QueryText, Field(description="What the next step is to achieve.")]
    scope: _Scope = None
    session_id: Annotated[SegmentId | None, Field(description="The running session.")] = None
    token_budget: Annotated[
        int | None, Field(ge=1, le=100_000, description="At most so many tokens of text; usually 2,000.")
    ] = None
    risk: Annotated[Risk, Field(description="high: memories that contradict each other are withheld.")] = Risk.LOW
    purpose: Annotated[SegmentId | None, Field(description="What the memory is used for.")] = None


class HistoryInput(Wire):
    memory_id: _MemoryId
    scope: _Scope = None
    limit: Annotated[Limit, Field(description="At most so many versions, from 1 to 100.")] = 20
    cursor: Annotated[Cursor | None, Field(description="next_cursor of the last answer.")] = None


class RememberInput(Wire):
    content: Annotated[Content, Field(min_length=1, description="One statement that is worth keeping, in a sentence.")]
    type: Annotated[MemoryType, Field(description="semantic: a fact; preference: a wish; procedural: how to do it.")]
    scope: _Scope = None
    source: Annotated[
        Source, Field(description="Who says so: user_stated only for what the user said, else agent_inferred.")
    ] = Source.AGENT_INFERRED
    key: Annotated[
        MemoryKey | None, Field(description="Names the matter, as preference.language: a later value replaces it.")
    ] = None
    confidence: Annotated[Confidence | None, Field(description="From 0 to 1: how sure it is.")] = None
    importance: Annotated[Importance, Field(description="How much depends on it.")] = Importance.NORMAL
    valid_from: Annotated[Instant | None, Field(description="From when on it holds.")] = None
    valid_to: Annotated[Instant | None, Field(description="Until when it holds.")] = None
    soft_ttl_days: Annotated[LifeInDays | None, Field(description="Fades after so many days.")] = None
    hard_ttl_days: Annotated[LifeInDays | None, Field(description="Is removed after so many days.")] = None
    expires_at: Annotated[Instant | None, Field(description="Is removed then.")] = None
    observed_at: Annotated[Instant | None, Field(description="When it was said. Absent: now.")] = None
    metadata: Annotated[MetadataObject, Field(description="Plain JSON of your own, at most 4 KB.")] = {}
    idempotency_key: _IdempotencyKey = None


class CorrectInput(Wire):
    memory_id: _MemoryId
    scope: _Scope = None
    content: Annotated[Content | None, Field(description="The statement as it is right.")] = None
    valid_to: Annotated[Instant | None, Field(description="Until when it holds, or held.")] = None
    importance: Annotated[Importance | None, Field(description="How much depends on it.")] = None
    metadata: Annotated[MetadataObject | None, Field(description="Takes the place of all metadata.")] = None
    expected_version: Annotated[
        int | None, Field(ge=1, description="The version that you have seen: a later one is not overwritten.")
    ] = None
    idempotency_key: _IdempotencyKey = None


class ForgetInput(Wire):
    """Either words, which are looked for and nothing is deleted, or ids, which are deleted."""

    text: Annotated[
        str | None,
        Field(min_length=1, max_length=MAX_QUERY, description="Lists what mentions or means this. Deletes nothing."),
        AfterValidator(lambda value: value if value is None else not_blank(value)),
    ] = None
    memory_ids: Annotated[list[SegmentId], Field(max_length=100, description="Deletes these memories.")] = []
    event_ids: Annotated[
        list[_EventPath], Field(max_length=100, description="Deletes these events, each as session_id/event_id.")
    ] = []
    session_ids: Annotated[list[SegmentId], Field(max_length=100, description="Deletes these sessions whole.")] = []
    scope: _Scope = None
    cursor: Annotated[Cursor | None, Field(description="next_cursor of the last list, with the same text.")] = None
    idempotency_key: _IdempotencyKey = None


class DeletionStatusInput(Wire):
    request_id: Annotated[SegmentId, Field(description="As forget has answered it.")]
    scope: _Scope = None


class SessionAppendInput(Wire):
    session_id: _SessionId
    events: Annotated[
        list[NewEventBody], Field(min_length=1, max_length=50, description="What was said and done, in order.")
    ]
    scope: _Scope = None
    idempotency_key: _IdempotencyKey = None


def _printable(key: str) -> str:
    if not key.isprintable() or not key.strip():
        raise ValueError("must be 1 to 255 printable characters")
    return key


def request(model: type[_B], asked: Wire, **fields: Any) -> _B:
    """The HTTP interface's request with the fields that were given, and these instead or in addition."""
    given = {name: getattr(asked, name) for name in asked.model_fields_set if name in model.model_fields}
    return built(model).model_validate({**given, **fields})
