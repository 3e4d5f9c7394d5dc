"""Sentences as people say them, labelled by anyone who wrote them down and by no rule: vetoes, approvals, decisions,
numbers (with dates, ids and names), and chatter that nobody needs.

`tuning` may be looked at while rules are written. `held_out` was written before the rules and is there to measure them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CHATTER = "chatter"
HALVES = ("tuning", "held_out")


@dataclass(frozen=True, slots=True)
class Said:
    language: str
    label: str
    text: str


def half(name: str) -> Iterator[Said]:
    languages = json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8"))
    for language, labels in languages.items():
        for label, texts in labels.items():
            yield from (Said(language, label, text) for text in texts)
