"""Two statements that hardly go together, though neither denies the other in words: "does not like brand X" beside "brand
X's new line is nice", "is vegetarian" beside "loves steak".

Words cannot decide which of them holds, or whether the one is an exception to the other: a person is asked. What is
compared are the packs' words (`Opinions`, `Diet`), so that a statement and its counterpart may be of two languages.
"""

from __future__ import annotations

import re

from shared.language.packs.parts import Phrases
from shared.language.packs.registry import Packs, PerPacks, any_of, kept_per_packs
from shared.language.speech.questions import without_function_words
from shared.language.text.terms import ranking_tokens

_LONGEST = 200
_LIKES = any_of(lambda pack: pack.opinions.likes)
_DISLIKES = any_of(lambda pack: pack.opinions.dislikes)
_EATS = any_of(lambda pack: pack.eats)
_NOT_SO = any_of(lambda pack: pack.left_open)
_OVER = any_of(lambda pack: pack.another_time)
_NEGATES = any_of(lambda pack: pack.negates)
_ASKS = re.compile("[?？]")


def _foods(packs: Packs) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    """Of each diet how it is said, and what it leaves out, in all languages."""
    diets: dict[str, tuple[list[str], list[str]]] = {}
    for pack in packs:
        for diet in pack.diets:
            said, foods = diets.setdefault(diet.name, ([], []))
            said += diet.said.alternatives()
            foods += diet.leaves_out.alternatives()
    return tuple(
        (re.compile("|".join(said), re.IGNORECASE), re.compile("|".join(foods), re.IGNORECASE))
        for said, foods in diets.values()
    )


_DIETS = PerPacks(_foods)


@kept_per_packs(1024)
def tension_between(one: str, other: str) -> str | None:
    """Why the two hardly go together; their order plays no part."""
    if max(len(one), len(other)) > _LONGEST:
        return None
    found = _of_opinions(one, other) or _of_opinions(other, one) or _of_a_diet(one, other) or _of_a_diet(other, one)
    return None if found is None or _is_open(one) or _is_open(other) else found


def _is_open(text: str) -> bool:
    return any(pattern.search(text) for pattern in (_ASKS, _NOT_SO(), _OVER()))


def _of_opinions(disliked: str, liked: str) -> str | None:
    """The one dislikes something, and the other thinks well of it or of a part of it."""
    if _DISLIKES().search(disliked) is None or _DISLIKES().search(liked) is not None:
        return None
    if _LIKES().search(liked) is None or _NEGATES().search(_LIKES().sub(" ", liked)) is not None:
        return None
    matter = _matter(_DISLIKES().sub(" ", disliked))
    about = frozenset(ranking_tokens(liked))
    return "the one dislikes what the other thinks well of" if matter and matter <= about else None


def _matter(text: str) -> frozenset[str]:
    return without_function_words(ranking_tokens(_SELF().sub(" ", text)))


_SUBJECTS = any_of(lambda pack: pack.subjects)
_SELF = any_of(lambda pack: pack.selves)


def _of_a_diet(diet: str, food: str) -> str | None:
    if (_SUBJECTS().match(food.strip()) or _EATS().match(food.strip())) is None:
        return None
    if _EATS().search(food) is None or _NEGATES().search(_LIKES().sub(" ", food)) is not None:
        return None
    for said, left_out in _DIETS():
        denied = _NEGATES().search(said.sub(" ", diet)) is not None
        if said.search(diet) and not denied and left_out.search(food) and said.search(food) is None:
            return "the one keeps a diet that leaves out what the other eats"
    return None


def tension_words(text: str) -> tuple[str, ...]:
    """Words in which a statement may be worded that hardly goes together with this one, for a search by words."""
    if len(text) > _LONGEST:
        return ()
    names = (word for said, food in _WORDS() if food.search(text) and _EATS().search(text) for word in said)
    foods = (word for diet, words in _SAID() if diet.search(text) for word in words)
    return tuple(dict.fromkeys((*names, *foods)))


def _searched(packs: Packs) -> tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]:
    return tuple(
        (tuple(_plain(diet.said)), re.compile(diet.leaves_out.pattern(), re.IGNORECASE))
        for pack in packs
        for diet in pack.diets
    )


def _foods_of(packs: Packs) -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    return tuple(
        (re.compile(diet.said.pattern(), re.IGNORECASE), tuple(_plain(diet.leaves_out)))
        for pack in packs
        for diet in pack.diets
    )


def _plain(phrases: Phrases) -> list[str]:
    words = "|".join((phrases.whole, phrases.begins, phrases.anywhere)).split("|")
    return [word for word in words if word and not re.search(r"[\\(\[?*+]", word)]


_WORDS = PerPacks(_searched)
_SAID = PerPacks(_foods_of)
