"""One call as several, where its body is more than the service takes at once."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from agent_memory.calls.call import Call, T

# AWS Lambda takes an event of 6 MB, which holds the body as text inside JSON, with its headers and claims.
MAX_BYTES = 4_000_000
MAX_ITEMS = 100  # the service's limit
MAX_QUESTIONS = 20  # of a batch of recalls
MAX_CHARACTERS = 2_000_000  # of the contents of events together: the service's limit


def parts_of(call: Call[T], listed: str, most: int = MAX_ITEMS) -> list[Call[T]]:
    """The call, or several that have its items (the body's field `listed`) in order. A given `Idempotency-Key` is
    extended by the part's number: the same items with the same key are the same parts. An item that is too large goes
    alone, and the service says so."""
    items: Sequence[Any] = (call.body or {}).get(listed, ())
    groups = list(_groups(items, most))
    if len(groups) <= 1:
        return [call]

    def part(number: int, group: list[Any]) -> Call[T]:
        key = call.idempotency_key and f"{call.idempotency_key}-part-{number}"
        return replace(call, body={**(call.body or {}), listed: group}, idempotency_key=key)

    return [part(number, group) for number, group in enumerate(groups, 1)]


def joined(answers: Sequence[T]) -> T:
    """One answer with the lists of all, in order."""
    first = answers[0]
    lists = {
        name: [one for answer in answers for one in getattr(answer, name)]
        for name in type(first).model_fields
        if isinstance(getattr(first, name), list)
    }
    return first.model_copy(update=lists)


def in_parts(call: Call[T], listed: str, most: int = MAX_ITEMS) -> Generator[Call[T], T, T]:
    """`most` items a part. One after the other, and their answers as one. What is sent before a part that fails stays
    sent."""
    answers = []
    for part in parts_of(call, listed, most):
        answers.append((yield part))
    return joined(answers)


def _groups(items: Sequence[Any], most: int) -> Iterator[list[Any]]:
    group: list[Any] = []
    size = characters = 0
    for item in items:
        own = _size(item)
        text = len(item.get("content", "")) if isinstance(item, dict) else 0
        full = len(group) == most or size + own > MAX_BYTES or characters + text > MAX_CHARACTERS
        if group and full:
            yield group
            group, size, characters = [], 0, 0
        group.append(item)
        size += own
        characters += text
    if group:
        yield group


def _size(item: Any) -> int:
    """As text inside JSON: what is escaped in the body is escaped again there."""
    body = json.dumps(item, ensure_ascii=False)
    return len(json.dumps(body, ensure_ascii=False).encode("utf-8", "replace"))
