"""The Chinese word lists as one dictionary for the longest match."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from shared.language.zh import words


class Part(Enum):
    CONCEPT = auto()
    MARK = auto()
    NEGATION = auto()
    CONTRAST = auto()
    ROLE = auto()
    RELATIVE = auto()
    SELF = auto()
    PERSON = auto()
    PLACE = auto()
    ORGANISATION = auto()
    LINK = auto()  # 是, 为: what follows is said of what stands before
    AT = auto()  # 在: the same for places and times
    OF = auto()  # 的
    IDLE = auto()
    WHOLE = auto()


@dataclass(frozen=True, slots=True)
class Entry:
    part: Part
    text: str
    sign: int = 1


def _lines(block: str) -> list[tuple[str, list[str]]]:
    found = []
    for line in block.strip().splitlines():
        name, _, forms = line.partition(":")
        found.append((name.strip(), [form.strip() for form in forms.split(",")]))
    return found


def _choices(block: str, *, exclusive: bool) -> dict[str, str]:
    groups: dict[str, str] = {}
    for line in block.strip().splitlines():
        name, _, sets = line.partition(":")
        for n, members in enumerate(sets.split("|")):
            label = f"{name}{n or ''}{'!' if exclusive else ''}"
            groups |= {member.strip(): label for member in members.split(",")}
    return groups


CHOICES = _choices(words.ALTERNATIVES, exclusive=False) | _choices(words.EXCLUSIVE, exclusive=True)


def _dictionary() -> dict[str, Entry]:
    found = {word: Entry(Part.WHOLE, word) for word in words.WHOLE}
    found |= {word: Entry(Part.CONCEPT, word) for word in CHOICES if not word.isascii()}
    found |= {word: Entry(Part.PLACE, word) for word in words.PLACES.split()}
    found |= {word: Entry(Part.ORGANISATION, word) for word in words.ORGANISATIONS.split()}
    for name, forms in _lines(words.SYNONYMS):
        entry = Entry(Part.CONCEPT, name.rstrip("-"), -1 if name.endswith("-") else 1)
        found |= dict.fromkeys(forms, entry)
    found |= {word: Entry(Part.IDLE, word) for word in words.IDLE}
    for name, forms in _lines(words.MARKS):
        found |= {form: Entry(Part.MARK, name) for form in forms}
    found |= {word: Entry(Part.ROLE, role) for word, role in words.ROLES.items()}
    found |= {word: Entry(Part.RELATIVE, word) for word in words.RELATIVE_DATES}
    found |= {word: Entry(Part.SELF, "self") for word in words.SELF_WORDS}
    found |= {word: Entry(Part.PERSON, text) for word, text in words.PERSONS.items()}
    found |= {word: Entry(Part.NEGATION, word) for word in words.NEGATIONS}
    found |= {word: Entry(Part.CONTRAST, word) for word in words.CONTRASTS}
    found |= {"是": Entry(Part.LINK, "be"), "为": Entry(Part.LINK, "be"), "的": Entry(Part.OF, "的")}
    found |= {"在": Entry(Part.AT, "at"), "于": Entry(Part.AT, "at")}
    return found


DICTIONARY = _dictionary()
LONGEST = max(map(len, DICTIONARY))
REACH: dict[str, int] = {}
for _word in DICTIONARY:
    REACH[_word[0]] = max(REACH.get(_word[0], 0), len(_word))
