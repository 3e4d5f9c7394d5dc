"""The fenced blocks of a page, with their language and the line where each begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The pages that a reader types from: their blocks are run or checked one by one.
PAGES = (ROOT / "README.md", ROOT / "client" / "README.md", *sorted((ROOT / "docs" / "guides").glob("*.md")))

_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Fence:
    page: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def fences(page: Path) -> Iterator[Fence]:
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        indent, language, body = found.groups()
        lines = (line.removeprefix(indent) for line in body.splitlines())
        yield Fence(page, text.count("\n", 0, found.start()) + 1, language, "\n".join(lines) + "\n")
