"""What a vector finds, and what is known of every candidate's."""

from __future__ import annotations

import math
import random

import pytest

from shared.domain.recall.documents import SearchQuery, Vector
from tests.contract.search.documents import ANN, DIMENSION, NOWHERE, Desk, a_document, a_filter, at_cosine


def test_the_nearest_come_back_and_no_more_than_asked_for(desk: Desk) -> None:
    desk.keeps(*(a_document(f"m{n:02}", "apple", vector=at_cosine(n / 50)) for n in range(40)))
    found = desk.finds(limit=7)
    assert set(found) == {f"m{n}" for n in range(33, 40)}
    assert {id: c.cosine for id, c in found.items()} == {
        f"m{n}": pytest.approx(n / 50, abs=2e-3) for n in range(33, 40)
    }


def test_the_limit_holds_for_each_sub_query(desk: Desk) -> None:
    desk.keeps(*(a_document(f"near-{n}", "other words", vector=at_cosine(0.9)) for n in range(9)))
    desk.keeps(*(a_document(f"word-{n}", "apple", vector=at_cosine(0.1)) for n in range(9)))
    desk.keeps(*(a_document(f"context-{n}", "yes", before="pear\nyes", vector=at_cosine(0.1)) for n in range(9)))
    found = desk.finds("apple pear", limit=4)
    assert sum(id.startswith("near") for id in found) == 4
    assert sum(c.keyword > 0 for c in found.values()) == 4
    assert sum(c.context_keyword > 0 for c in found.values()) <= 8
    assert len(found) <= 12


def test_candidates_past_ten_come_back(desk: Desk) -> None:
    desk.keeps(*(a_document(f"m{n}", f"apple {n}", vector=at_cosine(n / 200)) for n in range(120)))
    assert len(desk.finds("apple", limit=100)) >= 100


def test_the_cosine_of_every_candidate_is_known_whichever_sub_query_found_it(desk: Desk) -> None:
    dice = random.Random(5)
    vectors = {f"m{n}": _unit([dice.gauss(0, 1) for _ in range(DIMENSION)]) for n in range(30)}
    desk.keeps(*(a_document(id, "apple" if n % 3 else "pear", vector=v) for n, (id, v) in enumerate(vectors.items())))
    asked = _unit([dice.gauss(0, 1) for _ in range(DIMENSION)])
    found = desk.index.search(SearchQuery("apple", asked, "test-model", 5), a_filter())
    by_word_only = [c for c in found if c.keyword > 0]
    assert len(found) > 5
    assert by_word_only
    for candidate in found:
        exact = sum(a * b for a, b in zip(vectors[candidate.document.memory_id], asked, strict=True))
        assert candidate.cosine == pytest.approx(exact, abs=2e-3)


def test_vectors_of_two_models_are_never_compared(desk: Desk) -> None:
    desk.keeps(
        a_document("ours", "apple", vector=at_cosine(0.2)),
        a_document("theirs", "apple", vector=at_cosine(1), model="other"),
    )
    assert set(desk.finds()) == {"ours"}
    found = desk.finds("apple")
    assert found["theirs"].cosine is None
    assert found["theirs"].keyword > 0
    assert set(desk.finds(model="other")) == {"theirs"}
    assert desk.finds(model="third") == {}


def test_a_memory_without_a_vector_is_found_by_word_alone(desk: Desk) -> None:
    desk.keeps(a_document("secret", "apple", vector=None), a_document("plain", "pear"))
    assert set(desk.finds()) == {"plain"}
    assert desk.finds("apple")["secret"].cosine is None


def test_a_vector_without_a_direction_is_no_vector(desk: Desk) -> None:
    desk.keeps(a_document("zero", "apple", vector=NOWHERE), a_document("plain", "pear"))
    assert set(desk.finds("apple")) == {"zero", "plain"}
    assert desk.finds("apple")["zero"].cosine is None
    assert set(desk.finds("apple", vector=NOWHERE)) == {"zero"}
    assert desk.finds("?!", vector=NOWHERE) == {}


def test_a_vector_of_the_wrong_length_fails_alone(desk: Desk) -> None:
    from shared.ports import Upsert

    good = [a_document(f"m{n}") for n in range(3)]
    bad = a_document("bad", vector=(1.0, 0.0, 0.0))
    assert desk.index.apply([Upsert(good[0]), Upsert(bad), Upsert(good[1]), Upsert(good[2])]) == ["bad"]
    desk.index.refresh()
    assert set(desk.finds()) == {"m0", "m1", "m2"}


def test_an_answer_carries_the_document_without_its_vector(desk: Desk) -> None:
    desk.keeps(a_document("m", "apple", scope=ANN))
    assert desk.finds("apple")["m"].document.vector is None


@pytest.mark.parametrize("limit", [0, -1])
def test_a_search_for_nothing_is_a_mistake(desk: Desk, limit: int) -> None:
    with pytest.raises(ValueError, match="at least one"):
        desk.finds("x", limit=limit)


def _unit(values: list[float]) -> Vector:
    length = math.sqrt(sum(v * v for v in values))
    return tuple(v / length for v in values)
