"""Random sequences of what a runner does to a session, over items of the forms that the Responses API has."""

from __future__ import annotations

import random
from typing import Any

_ITEMS: tuple[dict[str, Any], ...] = (
    {"role": "user", "content": "ok thanks"},
    {"role": "user", "content": " two  spaces\n"},
    {"role": "assistant", "content": "你好"},
    {"role": "system", "content": ""},
    {"role": "developer", "content": "Be short."},
    {"role": "user", "content": "hello", "type": "message"},
    {"role": "user", "content": [{"type": "input_text", "text": "Look"}, {"type": "input_image", "image_url": "d"}]},
    {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{\"a\": 1.0}"},
    {"type": "function_call_output", "call_id": "c1", "output": "line\nline\u2028"},
    {
        "id": "m1", "type": "message", "role": "assistant", "status": "completed",
        "content": [{"type": "output_text", "text": "Done", "annotations": []}],
    },
    {"type": "reasoning", "id": "r1", "summary": [], "encrypted_content": None},
)  # fmt: skip


def a_sequence(seed: int, *, length: int = 8) -> list[tuple[str, Any]]:
    draw = random.Random(seed)
    return [_operation(draw) for _ in range(draw.randint(3, length))]


def _operation(draw: random.Random) -> tuple[str, Any]:
    kind = draw.choices(("add", "get", "pop", "clear"), (8, 6, 4, 1))[0]
    if kind == "add":
        return kind, [draw.choice(_ITEMS) for _ in range(draw.choice((0, 1, 1, 2, 3, 5)))]
    if kind == "get":
        return kind, draw.choice((None, None, 0, 1, 2, 3, 50, -1))
    return kind, None
