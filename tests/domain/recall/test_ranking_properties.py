from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.recall.diversity import (
    COPY_FACTOR,
    COPY_SHARE,
    SAME_WORDS,
    WORD_PAIRS,
    are_copies,
    differ_by_a_word,
    diversify,
    words_of_template,
)
from shared.domain.recall.documents import Candidate
from shared.domain.recall.ranking import PROFILES, EvidencePolicy, RankingPolicy, rank
from tests.ranking_builders import NOW, a_candidate
from tests.ranking_builders import asked as asked_of

WORDS = (
    "boat",
    "Harbour",
    "sold",
    "May",
    "2023",
    "last week?",
    "船",
    "港口",
    "Ann",
    "who",
    "now",
    "?",
    "🦊",
    "yes",
    "tea",
)
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)
POLICIES = st.sampled_from([*PROFILES.values(), EvidencePolicy(english_cues=False)])


@st.composite
def candidates(draw: st.DrawFn) -> list[Candidate]:
    count = draw(st.integers(1, 12))
    return [
        a_candidate(
            draw(TEXTS),
            id=f"m{n}",
            cosine=draw(st.none() | st.floats(-1, 1)),
            keyword=draw(st.just(0.0) | st.floats(0, 50)),
            context_keyword=draw(st.floats(0, 50)),
            speaker=draw(st.sampled_from([None, "Ann", "Bob"])),
            session=draw(st.sampled_from([None, "s", "t"])),
            position=draw(st.none() | st.integers(0, 6)),
            observed_at=NOW - timedelta(minutes=draw(st.integers(-100_000, 3_000_000))),
            importance=draw(st.sampled_from(["normal", "high", "critical"])),
            status=draw(st.sampled_from(["active", "stale"])),
            tier=draw(st.integers(1, 6)),
            confidence=draw(st.floats(0, 1)),
        )
        for n in range(count)
    ]


@given(TEXTS, candidates(), POLICIES, st.randoms(use_true_random=False))
def test_the_order_of_the_candidates_plays_no_part(
    query: str, found: list[Candidate], policy: RankingPolicy, dice: random.Random
) -> None:
    shuffled = list(found)
    dice.shuffle(shuffled)
    asked = asked_of(query)
    assert rank(asked, shuffled, policy, NOW) == rank(asked, found, policy, NOW)


@given(TEXTS, candidates(), POLICIES)
def test_scores_fall_and_everything_shown_lies_in_range(
    query: str, found: list[Candidate], policy: RankingPolicy
) -> None:
    ranking = rank(asked_of(query), found, policy, NOW)
    assert sorted(item.candidate.document.memory_id for item in ranking) == sorted(c.document.memory_id for c in found)
    assert all(a.score >= b.score for a, b in pairwise(ranking))
    for item in ranking:
        assert 0 <= item.score <= 1
        assert 0 <= item.relevance <= 1
        assert all(0 <= part <= 1 for part in item.parts.values())


@given(TEXTS, candidates(), POLICIES, st.data())
def test_going_stale_never_ranks_a_memory_up(
    query: str, found: list[Candidate], policy: RankingPolicy, data: st.DataObject
) -> None:
    asked = asked_of(query)
    fresh = [c for c in found if c.document.status == "active"]
    if not fresh:
        return
    chosen = data.draw(st.sampled_from(fresh))
    aged = a_stale_copy(chosen)
    before = [item.candidate.document.memory_id for item in rank(asked, found, policy, NOW)]
    after = rank(asked, [aged if c is chosen else c for c in found], policy, NOW)
    place = [item.candidate.document.memory_id for item in after].index(chosen.document.memory_id)
    assert place >= before.index(chosen.document.memory_id)


@given(TEXTS, candidates(), st.integers(0, 15))
def test_diversity_neither_loses_nor_invents_nor_rescores(query: str, found: list[Candidate], k: int) -> None:
    ranking = rank(asked_of(query), found, EvidencePolicy(), NOW)
    spread = list(diversify(ranking, k))
    assert sorted(map(id, spread)) == sorted(map(id, ranking))
    shown = spread[:k]
    assert all(a.score >= b.score for a, b in pairwise(shown))
    if ranking and k:
        assert spread[0] is ranking[0]


def a_stale_copy(candidate: Candidate) -> Candidate:
    document = candidate.document
    return a_candidate(
        document.content,
        id=document.memory_id,
        cosine=candidate.cosine,
        keyword=candidate.keyword,
        context_keyword=candidate.context_keyword,
        speaker=document.speaker,
        session=document.session_id,
        position=document.position,
        observed_at=document.observed_at,
        importance=document.importance,
        status="stale",
        tier=document.tier,
        confidence=document.confidence,
    )


TEMPLATED = st.builds(
    "{} {}".format,
    st.sampled_from(["Ann", "Bob", "Carla", "7", "上海", "哈尔滨"]),
    st.sampled_from(["prefers tea to coffee", "was here", "机房检查搜索服务状态正常", "keeps server 3 in rack 4"]),
)


@st.composite
def templated(draw: st.DrawFn) -> list[Candidate]:
    texts = draw(st.lists(TEMPLATED | TEXTS, min_size=1, max_size=14))
    return [a_candidate(text, id=f"m{n}", cosine=draw(st.floats(0.5, 1))) for n, text in enumerate(texts)]


@given(TEXTS, candidates() | templated(), st.integers(0, 15))
def test_places_beyond_the_first_are_given_by_what_copies_are_worth(query: str, found: list[Candidate], k: int) -> None:
    """Compared with every template, not only with those that can be one."""
    ranking = rank(asked_of(query), found, EvidencePolicy(), NOW)
    templates: list[frozenset[str]] = []
    copies: Counter[int] = Counter()
    worth = []
    for n, item in enumerate(ranking):
        words = words_of_template(item.candidate.document.tokens)
        near = (i for i, known in enumerate(templates) if are_copies(words, known) or differ_by_a_word(words, known))
        template = next(near, len(templates))
        templates += [words] if template == len(templates) else []
        free = template < len(templates) and not are_copies(words, templates[template]) and bool(words)
        worth.append((-item.score * COPY_FACTOR ** max(0, copies[template] - free), n))
        copies[template] += 1
    places = [n for _, n in sorted(worth)]
    expected = [*sorted(places[:k]), *places[k:]] if len(ranking) > k else list(range(len(ranking)))
    assert [id(item) for item in diversify(ranking, k)] == [id(ranking[n]) for n in expected]


def brute_weight(words: frozenset[str]) -> float:
    return sum(0.5 if "\u3400" <= word[0] <= "\u9fff" else 1 for word in words)


@given(TEMPLATED | TEXTS, TEMPLATED | TEXTS)
def test_copies_share_nine_words_in_ten_or_differ_by_one(one: str, other: str) -> None:
    words, known = (words_of_template(a_candidate(text, id="m").document.tokens) for text in (one, other))
    union = words | known
    assert are_copies(words, known) == (bool(union) and len(words & known) >= COPY_SHARE * len(union))
    own = max(len(words - known), len(known - words))
    if differ_by_a_word(words, known):
        assert brute_weight(words & known) >= SAME_WORDS
        assert own <= WORD_PAIRS
        assert brute_weight(words - known) <= 2
        assert differ_by_a_word(known, words)
    else:
        assert own > 1 or brute_weight(words & known) < SAME_WORDS
