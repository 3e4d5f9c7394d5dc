"""What the writeback policy is judged by: facts, of which none may be refused, and texts that nobody needs tomorrow.

What is in `*_held_out.json` was written when the rules stood: no word and no rule was chosen on it. Anyone who fixes a
rule because of such a text moves the text to the other file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shared.domain.errors import NotWorthRemembering
from shared.domain.memories.evidence import Source
from shared.domain.writing.admission import refuse_empty, refuse_worthless

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "zh")
# What a person says in so many words is kept even when a model's remark of that form would not be.
FROM_ANYBODY = ("thanks", "greeting", "farewell", "assent", "laughter", "recalled")
FROM_MODELS = ("mood", "reported", "chatter")


@dataclass(frozen=True, slots=True)
class Sample:
    """`kind`: the class of a worthless text, empty for a fact."""

    language: str
    kind: str
    source: Source
    text: str
    held_out: bool

    @property
    def refused(self) -> str | None:
        """For which reason it is not remembered."""
        try:
            refuse_empty(self.text)
            refuse_worthless(self.text, self.source)
        except NotWorthRemembering as refusal:
            return str(refusal)
        return None


@cache
def facts() -> tuple[Sample, ...]:
    return tuple(
        Sample(language, "", Source(source), text, held_out) for held_out, language, source, text in _texts("facts")
    )


@cache
def worthless() -> tuple[Sample, ...]:
    """Each text from the most trusted source from which it must be refused."""
    return tuple(
        Sample(language, kind, Source.USER_STATED if kind in FROM_ANYBODY else Source.AGENT_INFERRED, text, held_out)
        for held_out, language, kind, text in _texts("worthless")
    )


def _texts(name: str) -> Iterator[tuple[bool, str, str, str]]:
    for held_out, file in ((False, f"{name}.json"), (True, f"{name}_held_out.json")):
        lists: dict[str, dict[str, list[str]]] = json.loads((FOLDER / file).read_text("utf-8"))
        for language in LANGUAGES:
            for group, texts in lists[language].items():
                yield from ((held_out, language, group, text) for text in texts)
