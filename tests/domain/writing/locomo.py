"""Turns of a data set of long conversations that questions were asked about: people's own words, all worth keeping.

The data set is evaluated with and never shipped; without it there is no figure.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared.domain.errors import NotWorthRemembering
from shared.domain.memories.evidence import Source
from shared.domain.writing.admission import refuse_empty, refuse_worthless

PATH = Path(__file__).parents[3].parent / "shared" / "data" / "locomo10.json"


@dataclass(frozen=True, slots=True)
class Evidence:
    turns: int
    refused: tuple[str, ...]

    @property
    def share(self) -> float:
        return len(self.refused) / self.turns


def evidence(path: Path = PATH) -> Evidence:
    """Each turn that is evidence for some question, written as `Speaker: text` by the user."""
    texts = [text for conversation in json.loads(path.read_text("utf-8")) for text in _texts(conversation)]
    return Evidence(len(texts), tuple(text for text in texts if _refused(text)))


def _texts(conversation: dict[str, Any]) -> list[str]:
    asked = {id for question in conversation["qa"] for id in question.get("evidence", ())}
    sessions = [turns for name, turns in conversation["conversation"].items() if isinstance(turns, list)]
    return [
        f"{turn['speaker']}: {turn['text']}" for turns in sessions for turn in turns if turn["dia_id"] in asked
    ]  # fmt: skip


def _refused(text: str) -> bool:
    try:
        refuse_empty(text)
        refuse_worthless(text, Source.USER_STATED)
    except NotWorthRemembering:
        return True
    return False
