"""Random sequences of memory commands, small enough a world that they meet: few names, folders, lines and ranges."""

from __future__ import annotations

import random
from typing import Any

_NAMES = ("a", "b.txt", "c.md", ".h", "d", "ünï.txt")
_TEXTS = (
    "",
    "\n",
    "one\n",
    "one\ntwo\n",
    "one\none",
    "ok thanks",
    "hello",
    "  a  b\n",
    " a b\n",
    "中文\n好\n",
    "x\r\ny",
    "...",
)
_PARTS = ("one", "two", "a", " ", "\n", "", "中", "zzz")
_STRANGE = (
    "/memories/../x",
    "/etc/passwd",
    "/memories/a/../../y",
    "/memoriesx",
    "memories/a",
    "/memories/./a/../b.txt",
)


def a_sequence(seed: int, *, length: int = 10) -> list[dict[str, Any]]:
    draw = random.Random(seed)
    return [_command(draw) for _ in range(draw.randint(3, length))]


def _path(draw: random.Random) -> str:
    if draw.random() < 0.05:
        return draw.choice(_STRANGE)
    if draw.random() < 0.08:
        return draw.choice(("/memories", "/memories/"))
    depth = draw.choices((1, 2, 3), (6, 3, 1))[0]
    return "/memories/" + "/".join(draw.choice(_NAMES) for _ in range(depth))


def _command(draw: random.Random) -> dict[str, Any]:
    kind = draw.choices(("view", "create", "str_replace", "insert", "delete", "rename"), (5, 8, 4, 4, 3, 4))[0]
    path = _path(draw)
    match kind:
        case "view":
            ranges: tuple[list[int] | None, ...] = (None, [1, 2], [2, -1], [0, 1], [5, 9], [3, 1])
            chosen = draw.choice(ranges)
            return {"command": kind, "path": path} | ({} if chosen is None else {"view_range": chosen})
        case "create":
            return {"command": kind, "path": path, "file_text": draw.choice(_TEXTS)}
        case "str_replace":
            return {"command": kind, "path": path, "old_str": draw.choice(_PARTS), "new_str": draw.choice(_TEXTS)}
        case "insert":
            line = draw.choice((0, 0, 1, 2, 5, -1))
            return {"command": kind, "path": path, "insert_line": line, "insert_text": draw.choice(_TEXTS)}
        case "delete":
            return {"command": kind, "path": path}
        case _:
            return {"command": kind, "old_path": path, "new_path": _path(draw)}
