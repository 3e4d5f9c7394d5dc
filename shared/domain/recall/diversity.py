"""Near-copies share one place: what a template says a hundred times does not push the other answer out."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import islice

from shared.domain.recall.ranking import Ranked
from shared.language.text.terms import is_unspaced

# Two texts that share this much of their words but their numbers are copies of one template; each further copy counts
# a fifth less. As recall neither cost nor won anything on LoCoMo: people do not talk in templates, logs do.
COPY_SHARE = 0.9
COPY_FACTOR = 0.8
# A word that differs may be a name in a template or the answer itself. So two such texts have their full places (a fact
# and what another said of it), and only from the third on they count less. Fewer words in common than this are no
# template. A word of a script without spaces is two or three characters, so up to four pairs of them.
SAME_WORDS, WORD_PAIRS = 3, 4

_DIGIT = re.compile(r"\d")


def diversify(ranked: Sequence[Ranked], k: int) -> Iterator[Ranked]:
    """All of those ranked (best first), the k to show in front, so that copies of one template do not fill the places.

    A copy says what a better one says, numbers apart ("server 3 runs in rack 103") or but for one word ("Ann prefers
    tea to coffee"). Each further copy counts `COPY_FACTOR` less when places are given, so that another answer comes in
    and a far worse one does not; of those that differ by a word the first is none yet. Nothing is dropped and no score
    changes. The first k are in the order of `ranked`; the rest follow as they would be given the
    next places, so anyone who passes over some of the first k sorts what is shown by score. No more is compared than is
    asked for.
    """
    if len(ranked) <= k:
        yield from ranked
        return
    places = _places(ranked)
    yield from (ranked[n] for n in sorted(islice(places, k)))
    yield from (ranked[n] for n in places)


def _places(ranked: Sequence[Ranked]) -> Iterator[int]:
    """Positions in the order in which places are given: by score, less what being a copy costs, then by rank."""
    templates = _Templates()
    copies: Counter[int] = Counter()
    waiting: list[tuple[float, int]] = []
    for n, item in enumerate(ranked):
        # None of those that follow is worth more than its score, and scores fall.
        while waiting and -waiting[0][0] >= item.score:
            yield heappop(waiting)[1]
        template, by_a_word = templates.of(item.candidate.document.tokens)
        further = max(0, copies[template] - by_a_word)
        heappush(waiting, (-item.score * COPY_FACTOR**further, n))
        copies[template] += 1
    while waiting:
        yield heappop(waiting)[1]


class _Templates:
    """Sets of words by number, in the order in which they were first met.

    Two sets of which each lacks at most so many words of the other have one in common among the first of each, in
    whatever fixed order all words are put: as many as may be missing, and one. Only sets that meet there are compared.
    """

    def __init__(self) -> None:
        self._known: list[frozenset[str]] = []
        self._by_first: dict[str, list[int]] = defaultdict(list)

    def of(self, tokens: tuple[str, ...]) -> tuple[int, bool]:
        """The first template that these tokens copy, and whether but for a word; or the next number: they are one of
        their own then."""
        words, first = _words_and_first(tokens)
        for number in sorted({n for word in first for n in self._by_first.get(word, ())}):
            if are_copies(words, self._known[number]):
                return number, False
            if differ_by_a_word(words, self._known[number]):
                return number, True
        number = len(self._known)
        self._known.append(words)
        for word in first:
            self._by_first[word].append(number)
        return number, False


@lru_cache(maxsize=4096)
def _words_and_first(tokens: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Cached: a recall gives places twice, and the next recall finds many of the same texts."""
    words = words_of_template(tokens)
    # Long words are rare ones: few meet there.
    in_order = sorted(words, key=lambda word: (-len(word), word))
    return words, tuple(in_order[: _may_be_missing(words) + 1])


def _may_be_missing(words: frozenset[str]) -> int:
    by_a_word = WORD_PAIRS if any(map(is_unspaced, words)) else 1
    return max(len(words) - math.ceil(COPY_SHARE * len(words)), by_a_word)


def words_of_template(tokens: Sequence[str]) -> frozenset[str]:
    """Those without a digit. Most texts have none at all, which is seen at once."""
    words = frozenset(tokens)
    if _DIGIT.search("\n".join(tokens)) is None:
        return words
    return frozenset(word for word in words if _DIGIT.search(word) is None)


def are_copies(words: frozenset[str], known: frozenset[str]) -> bool:
    """Nine words in ten the same, so in a sentence of fewer than ten words all of them."""
    common = len(words & known)
    return common >= COPY_SHARE * (len(words) + len(known) - common) > 0


def differ_by_a_word(words: frozenset[str], known: frozenset[str]) -> bool:
    """Each has at most one word that the other has not, and enough in common to be a template."""
    own, other = words - known, known - words
    if max(len(own), len(other)) > WORD_PAIRS:
        return False
    common = sum(map(_weight, words & known))
    return common >= SAME_WORDS and _is_one_word(own, common) and _is_one_word(other, common)


def _is_one_word(own: frozenset[str], common: float) -> bool:
    return len(own) <= 1 or (len(own) <= min(WORD_PAIRS, common) and all(map(is_unspaced, own)))


def _weight(word: str) -> float:
    """In words: scripts without spaces are counted by pairs of characters, about two of them to a word."""
    return 0.5 if is_unspaced(word) else 1.0
