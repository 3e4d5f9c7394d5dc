"""What a vector finds, and what is known of every candidate's."""

from __future__ import annotations

import math
import random

import pytest

from shared.domain.meaning.centring import Vector
from shared.domain.recall.documents import AlsoAsked, SearchQuery
from tests.contract.search.documents import (
    ANN,
    ASKED,
    DIMENSION,
    MODEL,
    NOWHERE,
    Harness,
    a_document,
    a_filter,
    at_cosine,
)


def test_the_nearest_come_back_and_no_more_than_asked_for(harness: Harness) -> None:
    harness.keeps(*(a_document(f"m{n:02}", "apple", vector=at_cosine(n / 50)) for n in range(40)))
    found = harness.finds(limit=7)
    assert set(found) == {f"m{n}" for n in range(33, 40)}
    assert {id: c.cosine for id, c in found.items()} == {
        f"m{n}": pytest.approx(n / 50, abs=2e-3) for n in range(33, 40)
    }


def test_the_limit_holds_for_each_sub_query(harness: Harness) -> None:
    harness.keeps(*(a_document(f"near-{n}", "other words", vector=at_cosine(0.9)) for n in range(9)))
    harness.keeps(*(a_document(f"word-{n}", "apple", vector=at_cosine(0.1)) for n in range(9)))
    harness.keeps(*(a_document(f"context-{n}", "yes", before="pear\nyes", vector=at_cosine(0.1)) for n in range(9)))
    found = harness.finds("apple pear", limit=4)
    assert sum(id.startswith("near") for id in found) == 4
    assert sum(c.keyword > 0 for c in found.values()) == 4
    assert sum(c.context_keyword > 0 for c in found.values()) <= 8
    assert len(found) <= 12


def test_candidates_past_ten_come_back(harness: Harness) -> None:
    harness.keeps(*(a_document(f"m{n}", f"apple {n}", vector=at_cosine(n / 200)) for n in range(120)))
    assert len(harness.finds("apple", limit=100)) >= 100


def test_the_cosine_of_every_candidate_is_known_whichever_sub_query_found_it(harness: Harness) -> None:
    dice = random.Random(5)
    vectors = {f"m{n}": _unit([dice.gauss(0, 1) for _ in range(DIMENSION)]) for n in range(30)}
    harness.keeps(
        *(a_document(id, "apple" if n % 3 else "pear", vector=v) for n, (id, v) in enumerate(vectors.items()))
    )
    asked = _unit([dice.gauss(0, 1) for _ in range(DIMENSION)])
    found = harness.index.search(SearchQuery("apple", asked, "test-model", 5), a_filter())
    by_word_only = [c for c in found if c.keyword > 0]
    assert len(found) > 5
    assert by_word_only
    for candidate in found:
        exact = sum(a * b for a, b in zip(vectors[candidate.document.memory_id], asked, strict=True))
        assert candidate.cosine == pytest.approx(exact, abs=2e-3)


def test_vectors_of_two_models_are_never_compared(harness: Harness) -> None:
    harness.keeps(
        a_document("ours", "apple", vector=at_cosine(0.2)),
        a_document("theirs", "apple", vector=at_cosine(1), model="other"),
    )
    assert set(harness.finds()) == {"ours"}
    found = harness.finds("apple")
    assert found["theirs"].cosine is None
    assert found["theirs"].keyword > 0
    assert set(harness.finds(model="other")) == {"theirs"}
    assert harness.finds(model="third") == {}


def test_a_memory_without_a_vector_is_found_by_word_alone(harness: Harness) -> None:
    harness.keeps(a_document("secret", "apple", vector=None), a_document("plain", "pear"))
    assert set(harness.finds()) == {"plain"}
    assert harness.finds("apple")["secret"].cosine is None


def test_a_vector_without_a_direction_is_no_vector(harness: Harness) -> None:
    harness.keeps(a_document("zero", "apple", vector=NOWHERE), a_document("plain", "pear"))
    assert set(harness.finds("apple")) == {"zero", "plain"}
    assert harness.finds("apple")["zero"].cosine is None
    assert set(harness.finds("apple", vector=NOWHERE)) == {"zero"}
    assert harness.finds("?!", vector=NOWHERE) == {}


def test_a_vector_of_the_wrong_length_fails_alone(harness: Harness) -> None:
    from shared.ports import Upsert

    good = [a_document(f"m{n}") for n in range(3)]
    bad = a_document("bad", vector=(1.0, 0.0, 0.0))
    assert harness.index.apply([Upsert(good[0]), Upsert(bad), Upsert(good[1]), Upsert(good[2])]) == ["bad"]
    harness.index.refresh()
    assert set(harness.finds()) == {"m0", "m1", "m2"}


def test_an_answer_carries_the_document_without_its_vector(harness: Harness) -> None:
    harness.keeps(a_document("m", "apple", scope=ANN))
    assert harness.finds("apple")["m"].document.vector is None


@pytest.mark.parametrize("limit", [0, -1])
def test_a_search_without_a_query_is_an_error(harness: Harness, limit: int) -> None:
    with pytest.raises(ValueError, match="at least one"):
        harness.finds("x", limit=limit)


def _unit(values: list[float]) -> Vector:
    length = math.sqrt(sum(v * v for v in values))
    return tuple(v / length for v in values)


def test_the_nearest_binding_memories_are_found_behind_any_number_of_others(harness: Harness) -> None:
    harness.keeps(*(a_document(f"near-{n}", "other words", vector=at_cosine(0.9)) for n in range(30)))
    harness.keeps(
        *(a_document(f"binds-{n}", "other words", vector=at_cosine(n / 20), binding=0.4) for n in range(10)),
        a_document("hardly", "other words", vector=at_cosine(0.6), binding=0.02),
        a_document("of-bob", "other words", scope="/org/acme/user/bob", vector=at_cosine(0.9), binding=0.9),
    )
    query = SearchQuery("", ASKED, MODEL, 5, binding_limit=3, least_binding=0.05)
    found = harness.index.search(query, a_filter())
    bound = {c.document.memory_id for c in found if not c.document.memory_id.startswith("near")}
    assert bound == {"binds-7", "binds-8", "binds-9"}
    assert len(found) == 8


def test_a_second_question_finds_by_vector_and_by_word_in_the_same_search(harness: Harness) -> None:
    aside = (0.0, 0.0, 1.0, *[0.0] * (DIMENSION - 3))
    harness.keeps(*(a_document(f"near-{n}", "other words", vector=at_cosine(0.9)) for n in range(9)))
    harness.keeps(
        a_document("aside", "else", vector=aside),
        a_document("word", "a pear", vector=at_cosine(-0.9)),
        a_document("of-bob", "a pear", scope="/org/acme/user/bob", vector=aside),
    )
    query = SearchQuery("apple", ASKED, MODEL, 2, also=AlsoAsked("pear", aside, aside))
    found = {c.document.memory_id: c for c in harness.index.search(query, a_filter())}
    assert {"aside", "word"} < set(found)
    assert "of-bob" not in found
    assert found["aside"].also_product == pytest.approx(1, abs=2e-3)
    assert found["aside"].cosine == pytest.approx(0, abs=2e-3)
    alone = harness.index.search(SearchQuery("apple", ASKED, MODEL, 2), a_filter())
    assert {c.also_product for c in alone} == {None}
