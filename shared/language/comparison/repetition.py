"""Inferred text that says again what is stored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from shared.language.text.terms import is_unspaced, keyword_terms

_NEGATIONS = frozenset(
    "not no never none nobody nothing without cannot can't don't doesn't didn't isn't aren't won't wasn't hasn't "
    "haven't shouldn't wouldn't hardly stopped longer".split()
)
_NEGATIONS_ZH = frozenset("不没无别未非勿莫")
# Words that add nothing to a repetition: articles and links, and who says so, when, and how surely.
_EMPTY = frozenset(
    "a an the this that these those it its is are be been being has have do does of as and so then also too just "
    "again still already really actually basically indeed here there which who what i we you he she they me us my "
    "our your his her their user customer client assistant agent conversation chat said says say told tells "
    "mentioned mentions noted notes note stated states confirmed confirms repeated repeats reminded reminds "
    "recalled recalls remember remembers remembered known know knows according memory memories earlier before "
    "previously once more apparently likely seems seem appears clearly simply please well important fact "
    "mentioning saying namely".split()
)
# Empty as long as none stood in its place: "moved to Berlin" does not repeat "moved from Berlin".
_PREPOSITIONS = frozenset("to in on at for by from with until till since over under about into onto off after".split())
_EMPTY_ZH = re.compile(
    "(?:用户|客户|对方|助手|我们?|你|您|他们?|她们?|再次|又|再|也|还|就|都|已经|已|之前|此前|以前|先前|刚才|刚刚|提到|提及|提过|说过|说|表示|告诉|告知|指出|强调|重申|确认|记得|记住|知道|据|所知|所述|如前|如上|上面|上述|"
    "前面|根据|记忆|对话|显示|这|那|是|的|了|过|着|地|得|呢|啊|吧|其实|确实|的确|总之|也就是说|即|关于|一点|一件事|事实|重要|请|注意|并且?)*+"
)


def mostly_stored(incoming: str, stored: Sequence[str]) -> bool:
    """Whether more than half of an inferred text is one verbatim run of something stored, and the rest adds no value,
    name, date or negation, and drops none (SPEC section 4). Terms are compared, so that case, width and white space
    play no part. A word that is neither empty nor in the rest of what is stored is taken for a value."""
    terms = keyword_terms(incoming)
    return any(_repeats(terms, keyword_terms(text)) for text in stored) if terms else False


def _repeats(terms: Sequence[str], known: Sequence[str]) -> bool:
    start, known_start, length = _long_run(terms, known)
    if 2 * length <= len(terms) or length == len(terms) == len(known):
        return False
    run = terms[start : start + length]
    before, after = terms[:start], terms[start + length :]
    dropped = (*known[:known_start], *known[known_start + length :])
    added = (*before, *after)
    if _negates(added) or _negates(dropped):
        return False
    if _PREPOSITIONS & set(added) and _PREPOSITIONS & set(dropped):
        return False
    # Each word of the rest may be said once more: "server 4" beside a run about server 3 is another server.
    words = Counter(term for term in added if not is_unspaced(term)) - Counter(dropped)
    if any(term not in _EMPTY and term not in _PREPOSITIONS for term in words):
        return False
    beside = _unspaced(before).removesuffix(run[0][0] if _overlaps(before[-1:], run[:1]) else "")
    behind = _unspaced(after).removeprefix(run[-1][-1] if _overlaps(run[-1:], after[:1]) else "")
    return all(_EMPTY_ZH.fullmatch(rest) for rest in (beside, behind))


def _negates(terms: Sequence[str]) -> bool:
    return any(term in _NEGATIONS or (is_unspaced(term) and _NEGATIONS_ZH & set(term)) for term in terms)


def _overlaps(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether two neighbouring terms are pairs that share a character."""
    if not (left and right and is_unspaced(left[0]) and is_unspaced(right[0])):
        return False
    return len(left[0]) == len(right[0]) == 2 and left[0][1] == right[0][0]


def _unspaced(terms: Sequence[str]) -> str:
    """The text that the pairs of characters among the terms were made of."""
    text = ""
    last: Sequence[str] = ()
    for term in filter(is_unspaced, terms):
        text += term[1:] if _overlaps(last, (term,)) else term
        last = (term,)
    return text


# Of one term in one text; "no no no ..." need not be tried at each place.
_MOST_PLACES = 100


def _long_run(terms: Sequence[str], known: Sequence[str]) -> tuple[int, int, int]:
    """Where the run of terms that both hold begins in each, and its length, if it is more than half of `terms`: then it
    goes over the middle one, so that only the places of that one are tried. Else some shorter run."""
    middle = len(terms) // 2
    best = (0, 0, 0)
    places = [at for at, term in enumerate(known) if term == terms[middle]]
    for place in places[:_MOST_PLACES]:
        back = forth = 0
        while back < min(middle, place) and terms[middle - back - 1] == known[place - back - 1]:
            back += 1
        while (
            middle + forth < len(terms) and place + forth < len(known) and terms[middle + forth] == known[place + forth]
        ):
            forth += 1
        best = max(best, (middle - back, place - back, back + forth), key=lambda run: run[2])
    return best
