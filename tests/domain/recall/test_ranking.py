from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.curves import Curve
from shared.domain.recall.diversity import diversify
from shared.domain.recall.documents import Candidate
from shared.domain.recall.ranking import (
    PROFILES,
    EvidencePolicy,
    Ranked,
    RankingPolicy,
    TextbookPolicy,
    rank,
)
from tests.ranking_builders import NOW, a_candidate
from tests.ranking_builders import asked as asked_of

BOTH = pytest.mark.parametrize("policy", PROFILES.values(), ids=PROFILES.keys())


def ranked(query: str, candidates: Sequence[Candidate], policy: RankingPolicy | None = None) -> list[Ranked]:
    return rank(asked_of(query), candidates, policy or EvidencePolicy(), NOW)


def ids(found: Sequence[Ranked]) -> list[str]:
    return [item.candidate.document.memory_id for item in found]


@BOTH
def test_no_candidates_give_no_ranking(policy: RankingPolicy) -> None:
    assert ranked("anything", [], policy) == []


@BOTH
def test_a_lone_candidate_has_every_part_in_range(policy: RankingPolicy) -> None:
    (found,) = ranked("is it?", [a_candidate(cosine=None)], policy)
    assert 0 <= found.score <= 1
    assert all(0 <= part <= 1 for part in found.parts.values())


@BOTH
def test_what_is_nearer_in_words_and_meaning_comes_first(policy: RankingPolicy) -> None:
    found = ranked(
        "which port does the database use",
        [
            a_candidate("Lunch is at noon", id="lunch", cosine=0.7),
            a_candidate("The database uses port 5432", id="port", cosine=0.9, keyword=4.0),
            a_candidate("The cache uses port 6379", id="cache", cosine=0.85, keyword=2.0),
        ],
        policy,
    )
    assert ids(found) == ["port", "cache", "lunch"]


def test_the_parts_of_every_profile_name_the_four_classic_ones() -> None:
    for policy in PROFILES.values():
        (found,) = ranked("what?", [a_candidate()], policy)
        assert {"vector", "keyword", "recency", "importance"} <= set(found.parts)


def test_the_textbook_parts_are_stretched_over_the_candidates() -> None:
    found = ranked(
        "port",
        [
            a_candidate(id="a", cosine=0.9, keyword=1.0, importance="critical", observed_at=NOW - timedelta(days=30)),
            a_candidate(id="b", cosine=0.7, keyword=3.0, importance="normal", observed_at=NOW),
            a_candidate(id="c", cosine=0.8, keyword=2.0, importance="high", observed_at=NOW - timedelta(days=60)),
        ],
        TextbookPolicy(),
    )
    parts = {item.candidate.document.memory_id: item.parts for item in found}
    assert parts["a"]["vector"] == 1.0
    assert parts["b"]["vector"] == 0.0
    assert parts["c"]["vector"] == pytest.approx(0.5)
    assert parts["b"]["keyword"] == 1.0
    assert parts["a"]["importance"] == 1.0
    assert parts["a"]["recency"] == pytest.approx(1 / 3)
    first = found[0]
    assert first.score == pytest.approx(
        0.4 * first.parts["vector"]
        + 0.3 * first.parts["keyword"]
        + 0.2 * first.parts["recency"]
        + 0.1 * first.parts["importance"]
    )


def test_parts_that_are_all_equal_are_one_where_positive_and_zero_where_not() -> None:
    found = ranked("port", [a_candidate(id="a", cosine=0.8), a_candidate(id="b", cosine=0.8)], TextbookPolicy())
    assert [item.parts["vector"] for item in found] == [1.0, 1.0]
    assert [item.parts["keyword"] for item in found] == [0.0, 0.0]
    assert [item.parts["importance"] for item in found] == [0.0, 0.0]


def test_the_words_of_the_question_may_be_in_the_turns_around() -> None:
    talk = [
        a_candidate("Did the harbour inspection ever happen?", id="asked", session="s", position=1),
        a_candidate("Yes, with two remarks", id="reply", session="s", position=2),
        a_candidate("Yes, with two remarks", id="elsewhere", session="t", position=2),
    ]
    parts = {item.candidate.document.memory_id: item.parts for item in ranked("harbour inspection", talk)}
    assert parts["asked"]["near"] == pytest.approx(1.0)
    assert parts["reply"]["near"] == pytest.approx(0.8)
    assert parts["elsewhere"]["near"] == 0.0


def test_a_session_of_the_same_name_under_another_owner_is_not_a_neighbour() -> None:
    talk = [
        a_candidate("The harbour inspection", id="ann", session="s", position=1, scope="/org/acme/user/ann"),
        a_candidate("Yes, with two remarks", id="bob", session="s", position=2, scope="/org/acme/user/bob"),
    ]
    parts = {item.candidate.document.memory_id: item.parts for item in ranked("harbour inspection", talk)}
    assert parts["bob"]["near"] == 0.0


def test_turns_more_than_half_an_hour_apart_are_not_neighbours() -> None:
    later = NOW + timedelta(minutes=31)
    talk = [
        a_candidate("The harbour inspection", id="first", session="s", position=1, observed_at=NOW),
        a_candidate("Yes, with two remarks", id="later", session="s", position=2, observed_at=later),
    ]
    parts = {item.candidate.document.memory_id: item.parts for item in ranked("harbour inspection", talk)}
    assert parts["later"]["near"] == 0.0


def test_the_one_speaker_that_the_question_names_is_preferred() -> None:
    turns = [
        a_candidate("I sold my old boat", id="ann", speaker="Ann"),
        a_candidate("I sold my old boat", id="bob", speaker="Bob"),
    ]
    assert ids(ranked("What did Bob sell?", turns)) == ["bob", "ann"]
    both = ranked("What did Ann sell to Bob?", turns)
    assert {item.parts["speaker"] for item in both} == {0.0}


def test_a_named_day_prefers_what_was_stated_then() -> None:
    turns = [
        a_candidate("We had soup", id="march", observed_at=NOW),
        a_candidate("We had soup", id="may", observed_at=NOW.replace(month=5, day=8)),
    ]
    assert ids(ranked("What did they eat on 7 May 2026?", turns)) == ["may", "march"]
    assert ids(ranked("2026年5月7日他们吃了什么？", turns)) == ["may", "march"]


@pytest.mark.parametrize("query", ["where does she live now?", "她现在住在哪里？", "what is her current address"])
@BOTH
def test_a_question_for_what_is_current_prefers_the_later(policy: RankingPolicy, query: str) -> None:
    homes = [
        a_candidate("She lives in Porto", id="old", cosine=0.83, observed_at=NOW - timedelta(days=400)),
        a_candidate("She lives in Lisbon", id="new", cosine=0.83, observed_at=NOW),
    ]
    found = ranked(query, homes, policy)
    assert ids(found) == ["new", "old"]
    plain = ranked(query.replace("now", "").replace("现在", "").replace("current ", ""), homes, policy)
    assert found[0].score - found[1].score > plain[0].score - plain[1].score


def test_unasked_recency_does_not_outweigh_a_better_answer() -> None:
    found = ranked(
        "which port does the database use",
        [
            a_candidate("The database uses port 5432", id="old", cosine=0.9, observed_at=NOW - timedelta(days=900)),
            a_candidate("The cache uses a port", id="new", cosine=0.88, observed_at=NOW),
        ],
    )
    assert ids(found) == ["old", "new"]


def test_of_two_equal_answers_the_important_one_comes_first() -> None:
    turns = [a_candidate(id="a"), a_candidate(id="b", importance="critical")]
    assert ids(ranked("what was said", turns)) == ["b", "a"]


@BOTH
def test_what_is_stale_or_softly_expired_counts_half(policy: RankingPolicy) -> None:
    fresh = a_candidate("The code is blue", id="fresh")
    for old in (
        a_candidate("The code is blue", id="a-old", status="stale"),
        a_candidate("The code is blue", id="a-old", soft_expires_at=NOW),
    ):
        first, second = ranked("the code", [old, fresh], policy)
        assert ids([first, second]) == ["fresh", "a-old"]
        assert second.score == pytest.approx(first.score / 2)
    still = a_candidate("The code is blue", id="a-still", soft_expires_at=NOW + timedelta(seconds=1))
    assert ids(ranked("the code", [still, fresh], policy)) == ["a-still", "fresh"]


@BOTH
def test_equal_scores_fall_back_on_tier_then_confidence_then_id(policy: RankingPolicy) -> None:
    found = ranked(
        "what",
        [
            a_candidate(id="d", tier=2, confidence=1.0),
            a_candidate(id="c", tier=4, confidence=0.5),
            a_candidate(id="b", tier=4, confidence=0.9),
            a_candidate(id="a", tier=4, confidence=0.9),
        ],
        policy,
    )
    assert ids(found) == ["a", "b", "c", "d"]


def test_relevance_does_not_change_with_what_else_was_found() -> None:
    straight = Curve(((0.0, 0.0), (1.0, 1.0)))
    calibration = Calibration("any", relevance_curve=straight, spaced_words=0.3)
    one = a_candidate("The gate code is 4711", id="gate", cosine=0.5)
    query = asked_of("what is the gate code?", calibration)
    alone = rank(query, [one], EvidencePolicy(), NOW)[0]
    among = rank(query, [one, a_candidate("The gate is open", id="x", cosine=0.6)], EvidencePolicy(), NOW)
    assert alone.relevance == pytest.approx(0.7)
    assert {i.candidate.document.memory_id: i.relevance for i in among}["gate"] == alone.relevance


def test_english_cues_are_not_read_off_a_chinese_question() -> None:
    turns = [a_candidate("在 Berlin Harbour 见面", id="a"), a_candidate("好的", id="b")]
    assert all(item.parts["capitalised"] == 0.0 for item in ranked("在哪里见面？", turns))


def test_a_when_question_prefers_the_turn_that_says_when() -> None:
    turns = [a_candidate("I sold the boat", id="a"), a_candidate("I sold the boat last week", id="b")]
    assert ids(ranked("When was the boat sold?", turns))[0] == "b"
    neutral = EvidencePolicy(english_cues=False)
    assert all(item.parts["time"] == 0.0 for item in ranked("When was the boat sold?", turns, neutral))


def test_copies_of_a_template_leave_a_place_for_the_other_answer() -> None:
    builds = [a_candidate(f"Build {n} of the shop failed", id=f"b{n:02}", cosine=0.85) for n in range(20)]
    owner = a_candidate("The shop belongs to the Falcon team", id="owner", cosine=0.84)
    found = ranked("shop", [*builds, owner])
    assert "owner" not in ids(found)[:5]
    shown = list(diversify(found, 5))[:5]
    assert "owner" in ids(shown)
    assert [item.score for item in shown] == sorted((item.score for item in shown), reverse=True)


NAMES = (
    "Anna Bob Carla Dmitri Elena Farid Greta Hugo Ines Jonas Karim Lena Marta Nils Olga Pavel Rosa Sven Tara".split()
)
CITIES = "上海 北京 广州 深圳 杭州 南京 成都 武汉 西安 重庆 天津 苏州 青岛 大连 厦门 长沙 郑州 济南 哈尔滨".split()


@pytest.mark.parametrize(
    ("template", "fillings", "other"),
    [
        ("Status check by {}: the search service was fine", NAMES, "The search service has been switched off for good"),
        ("{} prefers tea to coffee", NAMES, "At the offsite everybody drinks coffee"),
        ("The user ordered green tea in {}'s cafe", NAMES, "The user drinks nothing hot"),
        ("{}机房检查搜索服务状态正常", CITIES, "搜索服务已经永久下线"),
        ("昨天{}机房的搜索服务状态正常", CITIES, "搜索服务已经永久下线"),
    ],
)
def test_copies_that_differ_by_a_word_leave_a_place_for_the_other_answer(
    template: str, fillings: list[str], other: str
) -> None:
    copies = [a_candidate(template.format(name), id=f"c{n:02}", cosine=0.85) for n, name in enumerate(fillings)]
    found = ranked("search", [*copies, a_candidate(other, id="other", cosine=0.84)])
    assert "other" not in ids(found)[:5]
    assert "other" in ids(list(diversify(found, 5))[:5])


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Deploys run on Tuesday", "Deploys run on Friday"),
        ("部署在每周二晚上进行", "部署在每周五晚上进行"),
        ("The search service is running again", "The search service is down again"),
    ],
)
def test_two_answers_that_differ_by_a_word_both_have_their_places(one: str, two: str) -> None:
    answers = [a_candidate(one, id="one", cosine=0.9), a_candidate(two, id="two", cosine=0.89)]
    noise = [a_candidate(f"{name} likes hiking", id=name, cosine=0.87) for name in ("Ann", "Bob", "Carla", "Dan")]
    assert {"one", "two"} <= set(ids(list(diversify(ranked("deploys", [*answers, *noise]), 2))[:2]))


def test_short_statements_about_different_things_are_not_copies() -> None:
    likes = [a_candidate(f"Likes {what}", id=what, cosine=0.9) for what in ("tea", "boats", "jazz", "figs", "rain")]
    rest = a_candidate("The pantry is on the second floor", id="rest", cosine=0.85)
    assert "rest" not in ids(list(diversify(ranked("likes", [*likes, rest]), 5))[:5])


def test_copies_are_all_shown_when_there_is_nothing_else() -> None:
    servers = [a_candidate(f"Server {n} runs in rack {n + 100}", id=f"s{n:02}") for n in range(40)]
    found = ranked("servers and racks", servers)
    assert len(set(ids(list(diversify(found, 35))[:35]))) == 35


def test_copies_are_not_displaced_by_what_is_far_worse() -> None:
    builds = [a_candidate(f"Build {n} failed", id=f"b{n}", cosine=0.9, keyword=2.0) for n in range(5)]
    noise = [a_candidate(f"{word} weather", id=f"w-{word}", cosine=0.7) for word in ("Fine", "Wet", "Cold", "Mild")]
    shown = list(diversify(ranked("which build failed", [*builds, *noise]), 5))[:5]
    assert sum(id.startswith("b") for id in ids(shown)) >= 4


@pytest.mark.parametrize(
    ("asked", "present", "other"),
    [
        ("Where does the user live now?", "Lives in Vienna", "Used to live in Berlin"),
        ("用户现在住在哪里？", "现居成都", "曾经住在北京"),
        ("Which language does she currently use?", "Writes Go at work", "Wants to learn another language, Rust"),
    ],
)
def test_a_question_about_now_prefers_what_is_over_what_was_or_is_wished_for(
    asked: str, present: str, other: str
) -> None:
    found = [a_candidate(other, id="other", cosine=0.84), a_candidate(present, id="present", cosine=0.82)]
    assert ids(ranked(asked, found))[0] == "present"


def test_a_turn_of_a_few_words_is_nearly_as_relevant_as_the_turn_that_it_answers() -> None:
    asked_before = a_candidate("When do I have to be at the school", id="question", cosine=0.6, session="s", position=4)
    answer = a_candidate("Quarter past six.", id="answer", cosine=0.1, session="s", position=6)
    x = {found.candidate.document.memory_id: found.x for found in ranked("parents' evening", [asked_before, answer])}
    assert x["answer"] == pytest.approx(x["question"] - 0.05)


@pytest.mark.parametrize(
    "answer",
    [
        a_candidate("Quarter past six.", id="answer", cosine=0.1, session="other", position=6),
        a_candidate("Quarter past six.", id="answer", cosine=0.1, session="s", position=9),
        a_candidate("Quarter past six.", id="answer", cosine=0.1, session="s", position=2),
        a_candidate("Quarter past six.", id="answer", cosine=0.1),
        a_candidate("We sell candles and nothing else.", id="answer", cosine=0.1, session="s", position=6),
    ],
    ids=["another session", "later on", "before it", "no session", "a sentence"],
)
def test_nothing_else_is_the_more_relevant_for_the_turns_around_it(answer: Candidate) -> None:
    asked_before = a_candidate("When do I have to be at the school", id="question", cosine=0.6, session="s", position=4)
    alone = ranked("parents' evening", [answer])[0].x
    x = {found.candidate.document.memory_id: found.x for found in ranked("parents' evening", [asked_before, answer])}
    assert x["answer"] == pytest.approx(alone)
