"""Long contents of events: how much may come, and how one is cut for the store and joined again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from shared.domain.errors import TooLarge
from shared.domain.sessions.session import NewEvent, SessionPolicy

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
    """How many contents of these sizes fit into one answer; the first always does."""
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


# What a memory holds, and how many of them one event may become: what is longer is a document and nobody's
# word, and reading a million characters as one takes the rules 12 s.
MAX_PASSAGE = 10_000
MAX_PASSAGES = 10
_SENTENCE_END = re.compile(r"[。！？]|[.!?](?=\s)")


def is_document(text: str) -> bool:
    return len(text) > MAX_PASSAGE * MAX_PASSAGES


def passages(text: str) -> list[str]:
    """The text in as few pieces as a memory can hold each, cut where a line ends, else a sentence, else a word. Joined
    they are the text, but for white space between them; none is blank. Raises `TooLarge` for more than one event may
    become."""
    found: list[str] = []
    start = 0
    while start < len(text):
        end = len(text) if len(text) - start <= MAX_PASSAGE else _last_break(text, start, start + MAX_PASSAGE)
        if passage := text[start:end].strip():
            found.append(passage)
        start = end
    if len(found) > MAX_PASSAGES:
        most = MAX_PASSAGE * MAX_PASSAGES
        raise TooLarge(f"an event of more than {most:,} characters is a document and becomes no memory")
    return found


def _last_break(text: str, start: int, limit: int) -> int:
    """In the later half, so that no passage is a scrap."""
    earliest = start + MAX_PASSAGE // 2
    line = text.rfind("\n", earliest, limit)
    if line >= 0:
        return line + 1
    ends = [found.end() for found in _SENTENCE_END.finditer(text, earliest, limit)]
    if ends:
        return ends[-1]
    word = text.rfind(" ", earliest, limit)
    return limit if word < 0 else word + 1
