"""Whose fact a question asks for, and whose a statement tells: "Where do I live?" asks for the speaker's own home, and "My
sister lives in Lyon" tells of another's.
"""

from __future__ import annotations

import re

from shared.language.packs.registry import Packs, PerPacks, any_of, kept_per_packs

_SPEAKER = any_of(lambda pack: pack.people.speaker)
_RELATIONS = any_of(lambda pack: pack.people.relations)
# Of a statement its beginning says whose fact it tells.
_BEGINNING = 60


def _of_another(packs: Packs) -> re.Pattern[str]:
    people = (pack.people for pack in packs)
    sources = (f"(?:{one.mine})(?:{one.relations.pattern()})" for one in people if one.relations.pattern())
    return re.compile("|".join(sources) or r"(?!)", re.IGNORECASE)


_OF_ANOTHER = PerPacks(_of_another)


def asks_of_the_speaker(question: str) -> bool:
    """Whether it names the speaker and nobody in the speaker's life."""
    return _SPEAKER().search(question) is not None and not names_another(question)


@kept_per_packs(4096)
def names_another(text: str) -> bool:
    """Whether it names somebody in the speaker's life: "my boss", "the children"."""
    return _RELATIONS().search(text) is not None


@kept_per_packs(4096)
def tells_of_another(statement: str) -> bool:
    """Whether its subject is somebody in the speaker's life: "my sister ..."."""
    return _OF_ANOTHER().match(statement[:_BEGINNING].lstrip()) is not None
