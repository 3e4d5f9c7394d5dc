"""Long contents of events: how much may come, and how one is cut for the store and joined again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from shared.domain.errors import TooLarge
from shared.domain.events import NewEvent, SessionPolicy

_CONTINUES = 0b1000_0000  # the first two bits of a byte within a code point are 10


def beginning_and_parts(content: str, policy: SessionPolicy) -> tuple[str, tuple[str, ...]]:
    """What the event's own record holds, and the rest in order, cut by bytes between two code points. Joined they are
    the content."""
    data = content.encode()
    if len(data) <= policy.inline_bytes:
        return content, ()
    first, *rest = (piece.decode() for piece in _cut(data, policy))
    return first, tuple(rest)


def _cut(data: bytes, policy: SessionPolicy) -> Iterator[bytes]:
    start, size = 0, policy.inline_bytes
    while start < len(data):
        end = min(start + size, len(data))
        while end < len(data) and data[end] & 0b1100_0000 == _CONTINUES:
            end -= 1
        yield data[start:end]
        start, size = end, policy.part_bytes


def answer_bytes(text: str) -> int:
    """In an answer's JSON, before a function's own escapes it once more."""
    return len(json.dumps(text, ensure_ascii=False).encode())


def within(sizes: Iterable[int], policy: SessionPolicy) -> int:
    """How many contents of these sizes fit into one answer, the first whatever its size."""
    total = count = 0
    for size in sizes:
        total += size + 2_000
        if count and total > policy.page_bytes:
            break
        count += 1
    return count


def refuse_too_long(events: Sequence[NewEvent], policy: SessionPolicy) -> None:
    """Raises `TooLarge` for what is longer than an event, or all of a request, may be."""
    characters = size = 0
    for place, event in enumerate(events):
        bytes_of = answer_bytes(event.content)
        if len(event.content) > policy.max_event_characters or bytes_of > policy.max_event_bytes:
            raise TooLarge(
                f"events.{place}.content must be at most {policy.max_event_characters:,} characters, "
                f"and {policy.max_event_bytes // 1024 // 1024} MB as JSON"
            )
        characters += len(event.content)
        size += bytes_of
    if characters > policy.max_request_characters or size > policy.max_request_bytes:
        raise TooLarge(
            f"the contents of a request must be at most {policy.max_request_characters:,} characters, "
            f"and {policy.max_request_bytes // 1024 // 1024} MB as JSON"
        )
