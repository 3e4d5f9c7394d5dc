"""The base of all wire models: unknown fields are refused, nothing is coerced, and limits are defined here only."""

from __future__ import annotations

import json
import threading
import unicodedata
from datetime import datetime
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainSerializer, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from shared.domain.errors import Malformed
from shared.domain.instants import parse_instant, wire_text
from shared.domain.scopes import MAX_ID_LENGTH, Scope, segment_id

MAX_CONTENT = 10_000  # characters; more is 413
MAX_KEY = 256
MAX_METADATA_BYTES = 4096
MAX_METADATA_LEVELS = 3
MAX_QUERY = 2_000
MAX_PAGE = 100

# What the document says of ids, scopes and cursors. A text outside these forms is refused; one inside may be refused
# for its length once decoded, or because of who asks. No control characters, no ends of lines or paragraphs, not blank.
_CC = r"\u0000-\u001f\u007f-\u009f"
_CONTROLS = rf"{_CC}\u2028\u2029"
_BLANKS = r" \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
ID_PATTERN = rf"^[^{_CONTROLS}]*[^{_CONTROLS}{_BLANKS}][^{_CONTROLS}]*$"
KEY_PATTERN = rf"^[^{_CC}]*[^{_CC}{_BLANKS}\u2028\u2029][^{_CC}]*$"
_SEGMENT = rf"/([^/%{_CONTROLS}]|%[0-9A-Fa-f]{{2}})+"
SCOPE_PATTERN = (
    rf"^(/global|/org{_SEGMENT}((/user{_SEGMENT}|/project{_SEGMENT})(/task{_SEGMENT}(/node{_SEGMENT})?)?)?)$"
)
CURSOR_PATTERN = "^[A-Za-z0-9_-]+$"

TOO_LARGE = "too_large"  # the error type that answers 413 instead of 400


_BUILDING = threading.Lock()
_M = TypeVar("_M", bound=BaseModel)


def built(model: type[_M]) -> type[_M]:
    """The model with its validator and serialiser, which are made when it is first used: a function has more models
    than its first request needs. One thread builds at a time."""
    if not model.__pydantic_complete__:
        with _BUILDING:
            model.model_rebuild()
    return model


class Wire(BaseModel):
    """A JSON body or answer: unknown fields are refused, a number is no text and a text is no number."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False, defer_build=True)


class Parameters(BaseModel):
    """Query parameters: texts, read as the type of the field; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def _refused(error: Malformed) -> PydanticCustomError:
    return PydanticCustomError("malformed", "{reason}", {"reason": error.detail.partition(" ")[2]})


def _instant(value: Any) -> datetime:
    if isinstance(value, datetime) and value.tzinfo is not None:
        return value
    if not isinstance(value, str):
        raise PydanticCustomError("malformed", "must be an RFC 3339 time with an offset")
    try:
        return parse_instant(value, "-")
    except Malformed as error:
        raise _refused(error) from None


def _scope(value: Any) -> Scope:
    if isinstance(value, Scope):
        return value
    if not isinstance(value, str):
        raise PydanticCustomError("malformed", "must be a path such as /org/{org}/user/{user}")
    try:
        return Scope.parse(value, "-")
    except Malformed as error:
        raise _refused(error) from None


def _id(value: str) -> str:
    try:
        return segment_id(value, "-")
    except Malformed as error:
        raise _refused(error) from None


def _event_reference(value: str) -> str:
    """In the one form that ids of sessions and events have, so that a deletion of the event finds who cites it."""
    normal = unicodedata.normalize("NFC", value)
    if not normal.strip() or any(unicodedata.category(c) in ("Cc", "Zl", "Zp") for c in normal):
        raise PydanticCustomError("malformed", "must not be blank or hold control characters")
    return normal


def _content(value: str) -> str:
    if len(value) > MAX_CONTENT:
        raise PydanticCustomError(TOO_LARGE, "must be at most 10,000 characters")
    return value


def _key(value: str) -> str:
    normal = unicodedata.normalize("NFC", value).strip()
    if not normal or any(unicodedata.category(c) == "Cc" for c in normal):
        raise PydanticCustomError("malformed", "must not be blank or hold control characters")
    return normal


def _metadata(value: dict[str, Any]) -> dict[str, Any]:
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (ValueError, RecursionError):
        raise PydanticCustomError("malformed", "must be plain JSON with finite numbers") from None
    if len(text.encode("utf-8", "surrogatepass")) > MAX_METADATA_BYTES:
        raise PydanticCustomError("malformed", "must be at most 4 KB")
    if _levels(value) > MAX_METADATA_LEVELS:
        raise PydanticCustomError("malformed", "must be at most three levels deep")
    return value


def _levels(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max((_levels(v) for v in value.values()), default=0)
    if isinstance(value, list):
        return 1 + max((_levels(v) for v in value), default=0)
    return 0


_T = TypeVar("_T")


def _distinct(values: list[_T]) -> list[_T]:
    return list(dict.fromkeys(values))


Instant = Annotated[
    datetime,
    PlainValidator(_instant),
    PlainSerializer(wire_text, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time", "description": "RFC 3339 with an offset"}),
]
ScopePath = Annotated[
    Scope,
    PlainValidator(_scope),
    PlainSerializer(lambda scope: scope.path, return_type=str),
    WithJsonSchema(
        {"type": "string", "pattern": SCOPE_PATTERN, "examples": ["/org/acme/user/ann", "/org/acme/user/ann/task/t1"]}
    ),
]
SegmentId = Annotated[
    str,
    Field(min_length=1, max_length=MAX_ID_LENGTH, json_schema_extra={"pattern": ID_PATTERN}),
    AfterValidator(_id),
]
Content = Annotated[str, AfterValidator(_content), WithJsonSchema({"type": "string", "maxLength": MAX_CONTENT})]
MemoryKey = Annotated[
    str,
    Field(min_length=1, max_length=MAX_KEY, json_schema_extra={"pattern": KEY_PATTERN}),
    AfterValidator(_key),
]
MetadataObject = Annotated[dict[str, Any], AfterValidator(_metadata)]
_Bound = float | Annotated[str, Field(max_length=MAX_KEY)]


class MemberCondition(Wire):
    """What a member of the metadata must be: within bounds of one type (numbers, or texts by code point), or a list
    that contains the value as an element, or a text that contains the text as it is written."""

    gt: _Bound | None = None
    gte: _Bound | None = None
    lt: _Bound | None = None
    lte: _Bound | None = None
    contains: bool | float | Annotated[str, Field(min_length=1, max_length=MAX_KEY)] | None = None


Where = Annotated[dict[str, MemberCondition], Field(min_length=1, max_length=10)]
LifeInDays = Annotated[int, Field(ge=1, le=36_500)]
Confidence = Annotated[float, Field(ge=0.0, le=1.0)]
Tier = Annotated[int, Field(ge=1, le=6)]
# The id of an event, or of a session and an event in it, parted by a slash.
EventReference = Annotated[
    str,
    Field(min_length=1, max_length=2 * MAX_ID_LENGTH + 1, json_schema_extra={"pattern": ID_PATTERN}),
    AfterValidator(_event_reference),
]
SegmentIds = Annotated[list[SegmentId], AfterValidator(_distinct)]
Limit = Annotated[int, Field(ge=1, le=MAX_PAGE)]
Cursor = Annotated[str, Field(min_length=1, max_length=2048, json_schema_extra={"pattern": CURSOR_PATTERN})]
