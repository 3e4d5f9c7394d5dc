from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bench.calibration.texts import ANSWERED
from bench.languages.__main__ import LANGUAGES, Found, _together, beaten, lagging
from bench.languages.orders import opened
from bench.languages.sets import Question, Store, further, own_chinese, parallel, talked_about, whose
from bench.locomo.conversations import Conversation, Turn, in_one_owner
from bench.locomo.conversations import Question as Asked
from shared.adapters.embedders.calibrations import calibration_for
from shared.adapters.embedders.deterministic import DeterministicEmbedder
from shared.domain.recall.asking import asked_part

AT = datetime(2026, 1, 1, tzinfo=UTC)


def found(*shares: float) -> Found:
    return Found(shares, 0.5, 10)


def test_a_language_may_be_a_twentieth_below_english_and_no_more() -> None:
    scores = {"en": found(0.9, 0.95, 1.0), "de": found(0.1, 0.91, 0.96), "fr": found(0.9, 0.95, 0.94)}
    assert [line.partition(":")[0] for line in lagging(scores)] == ["fr"]


def test_an_order_is_worse_than_any_that_finds_more() -> None:
    scores = {"default": found(0.1, 0.8, 0.9), "BM25": found(0.9, 0.8, 0.9), "min-max": found(0.1, 0.7, 0.91)}
    assert [line.split(", ")[1].split()[0] for line in beaten("set", scores, ("BM25", "min-max"))] == ["min-max"]


def test_every_language_has_the_same_questions_and_as_many_memories() -> None:
    stores = [parallel(language, None) for language in ("en", "zh", "fr")]
    assert {len(store.questions) for store in stores} == {len(ANSWERED)}
    assert len({len(store.memories) for store in stores}) == 1
    assert len({tuple(question.answers for question in store.questions) for store in stores}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_further_sets_are_parallel_and_ask_in_the_languages_own_words(language: str) -> None:
    for of, least in ((further, 60), (whose, 40)):
        store, english = of(language), of("en")
        assert len(store.questions) == len(english.questions) >= least
        assert len(store.memories) == len(english.memories) == len(set(store.memories))
        assert [question.answers for question in store.questions] == [q.answers for q in english.questions]
        assert len({question.text for question in store.questions}) == len(store.questions)
        if language != "en":
            assert not {q.text for q in store.questions} & {q.text for q in english.questions}


def test_the_two_halves_ask_for_different_facts_of_one_store() -> None:
    for of in (further, whose):
        chosen, reported = of("en", half=0), of("en", half=1)
        assert chosen.memories == reported.memories
        assert {q.text for q in chosen.questions}.isdisjoint(q.text for q in reported.questions)
        assert {q.text for q in (*chosen.questions, *reported.questions)} == {q.text for q in of("en").questions}


def test_every_chinese_question_has_an_answer_in_the_store() -> None:
    (store,) = own_chinese()
    assert len(store.memories) >= 40
    assert len(store.questions) >= 60
    assert all(question.answers and max(question.answers) < len(store.memories) for question in store.questions)


def test_a_question_is_still_asked_after_other_talk() -> None:
    for language in ("en", "zh", "ja", "es", "de", "fr"):
        store = parallel(language, None)
        for plain, long in zip(store.questions, talked_about(store, language).questions, strict=True):
            assert asked_part(long.text) == plain.text


def test_each_simple_order_names_every_memory_once() -> None:
    store = Store(("My cat is called Momo", "The rent is 900 euros", "Lunch is at noon"), (Question("x", frozenset()),))
    embedder = DeterministicEmbedder()
    with opened(embedder, calibration_for(embedder.model.id)) as filled:
        orders = filled(store).of("How much is the rent?")
    assert all(sorted(order) == [0, 1, 2] for order in orders.values())
    assert orders["BM25"][0] == orders["default"][0] == 1


def test_conversations_of_one_owner_share_no_ids() -> None:
    talks = [
        Conversation(
            name,
            (Turn("D1:1", "Ann", "Ann: hello", "session-1", 0, AT),),
            (Asked(name, "who?", 1, frozenset({"D1:1"})),),
        )
        for name in ("a", "b")
    ]
    together = in_one_owner(talks)
    assert len({turn.dia_id for turn in together.turns}) == len({turn.session_id for turn in together.turns}) == 2
    assert [question.evidence for question in together.questions] == [{turn.dia_id} for turn in together.turns]
    assert [question.conversation for question in together.questions] == ["a", "b"]


def test_sets_count_together_by_their_questions() -> None:
    together = _together([Found((0.0, 0.5, 1.0), 0.4, 30), Found((1.0, 1.0, 1.0), 0.8, 10)])
    assert (together.shares, together.questions) == ((0.25, 0.625, 1.0), 40)
    assert together.mrr == pytest.approx(0.5)
