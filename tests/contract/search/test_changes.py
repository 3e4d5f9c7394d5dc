"""Putting in, replacing and taking out."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from shared.ports import Remove, Upsert
from tests.contract.search.documents import ANN, MODEL, NOW, ORG, Harness, a_document, at_cosine

_FULL = a_document(
    "full", "Likes 绿茶 \x00 and\nnew lines \u202e", revision=7, scope=f"{ANN}/task/t%20x", key="drink",
    purposes=("a", "b,c"), valid_to=NOW + timedelta(days=1),
    valid_from=datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=timezone(timedelta(hours=8))),
    soft_expires_at=NOW + timedelta(days=2), hard_expires_at=NOW + timedelta(days=3), tier=2, confidence=0.85,
    importance="critical", before="Ann: what?\nLikes 绿茶", speaker="Ann", session_id="s 1", position=3,
    tokens=("like", "绿茶"),
)  # fmt: skip


def test_a_document_comes_back_as_it_went_in(harness: Harness) -> None:
    harness.keeps(_FULL)
    found = harness.finds("绿茶", scopes=(_FULL.scope,), purpose="b,c")["full"].document
    assert found == replace(_FULL, vector=None)
    bare = a_document("bare")
    harness.keeps(bare)
    assert harness.finds()["bare"].document == replace(bare, vector=None)


def test_text_that_is_no_unicode_stays_readable_and_causes_no_failure(harness: Harness) -> None:
    harness.keeps(a_document("m1", "apple \ud800 pie"), a_document("m2", "apple"))
    assert set(harness.finds_by_word("apple")) == {"m1", "m2"}


def test_an_older_revision_never_overwrites_a_newer_one(harness: Harness) -> None:
    harness.keeps(a_document("m", "pears", revision=5, vector=at_cosine(0.9)))
    harness.keeps(a_document("m", "apples", revision=4, vector=at_cosine(0.1)))
    assert harness.finds_by_word("apples") == {}
    assert harness.finds()["m"].document.revision == 5
    assert harness.finds()["m"].cosine == pytest.approx(0.9, abs=2e-3)


def test_a_newer_revision_replaces_words_vector_and_scope(harness: Harness) -> None:
    task = f"{ANN}/task/t1"
    harness.keeps(a_document("m", "pears", revision=1, vector=at_cosine(0.1)))
    harness.keeps(a_document("m", "apples", revision=2, scope=task, vector=at_cosine(0.8)))
    assert harness.finds("pears") == {}
    found = harness.finds("pears", scopes=(task,))
    assert found["m"].keyword == 0
    assert found["m"].cosine == pytest.approx(0.8, abs=2e-3)
    assert set(harness.finds_by_word("apples", scopes=(task,))) == {"m"}


def test_the_same_revision_may_be_applied_again(harness: Harness) -> None:
    for _ in range(3):
        harness.keeps(a_document("m", "pears", revision=5))
    assert set(harness.finds_by_word("pears")) == {"m"}
    assert harness.index.ids_within(ORG, ANN, limit=10) == ["m"]


def test_a_revision_may_lose_its_vector_or_change_its_model(harness: Harness) -> None:
    harness.keeps(a_document("m", "pears", revision=1), a_document("n", "pears", revision=1))
    harness.keeps(
        a_document("m", "pears", revision=2, vector=None), a_document("n", "pears", revision=2, model="other")
    )
    assert harness.finds() == {}
    assert set(harness.finds(model="other")) == {"n"}
    assert harness.finds("pears", model=MODEL)["m"].cosine is None


def test_actions_of_one_batch_happen_in_order(harness: Harness) -> None:
    first, second = a_document("m", "pears", revision=1), a_document("m", "apples", revision=2)
    assert harness.index.apply([Upsert(first), Upsert(second), Upsert(a_document("gone")), Remove("gone", ORG)]) == []
    harness.index.refresh()
    assert set(harness.finds()) == {"m"}
    assert set(harness.finds_by_word("apples")) == {"m"}
    assert harness.index.apply([Upsert(second), Remove("m", ORG), Upsert(replace(second, memory_id="k"))]) == []
    harness.index.refresh()
    assert set(harness.finds()) == {"k"}


def test_a_removed_document_is_not_found(harness: Harness) -> None:
    harness.keeps(a_document("m", "pears"), a_document("stays", "pears"))
    harness.forgets("m")
    assert set(harness.finds("pears")) == {"stays"}
    assert harness.index.ids_within(ORG, "/org/acme", limit=10) == ["stays"]


def test_removing_a_missing_document_has_succeeded(harness: Harness) -> None:
    harness.forgets("never-was")
    harness.keeps(a_document("m"))
    harness.forgets("m")
    harness.forgets("m")
    assert harness.finds() == {}


def test_a_removed_memory_may_be_written_anew_with_a_newer_revision(harness: Harness) -> None:
    harness.keeps(a_document("m", revision=3))
    harness.forgets("m")
    harness.keeps(a_document("m", "pears", revision=9))
    assert set(harness.finds_by_word("pears")) == {"m"}


def test_a_late_older_upsert_after_a_removal_can_be_removed_again(harness: Harness) -> None:
    """Engines forget removed revisions (OpenSearch after a minute, SQLite at once): whether the late one is kept is
    not promised, so indexers read the truth before they upsert. What is promised is that removing it works."""
    harness.keeps(a_document("m", revision=5))
    harness.forgets("m")
    assert harness.index.apply([Upsert(a_document("m", revision=4))]) == []
    harness.forgets("m")
    assert harness.finds() == {}
    assert harness.index.ids_within(ORG, ANN, limit=10) == []


def test_ids_within_a_scope_are_of_every_status_and_validity(harness: Harness) -> None:
    task = f"{ANN}/task/t1"
    harness.keeps(
        a_document("current"),
        a_document("rejected", status="rejected"),
        a_document("expired", hard_expires_at=NOW - timedelta(days=400)),
        a_document("private", purposes=("p",), vector=None),
        a_document("task", scope=task),
        a_document("task10", scope=f"{ANN}/task/t10"),
        a_document("bob", scope="/org/acme/user/ann2"),
        a_document("evil", org="evil", scope="/org/evil/user/ann"),
        a_document("global", org="", scope="/global"),
    )
    ids = harness.index.ids_within
    assert set(ids(ORG, ANN, limit=100)) == {"current", "rejected", "expired", "private", "task", "task10"}
    assert ids(ORG, task, limit=100) == ["task"]
    assert set(ids(ORG, "/org/acme", limit=100)) == {
        "current", "rejected", "expired", "private", "task", "task10", "bob",
    }  # fmt: skip
    assert ids("", "/global", limit=100) == ["global"]
    assert ids("evil", ANN, limit=100) == []
    assert set(ids(ORG, ANN, limit=100, memory_ids=("task", "bob", "evil", "none"))) == {"task"}
    assert len(ids(ORG, ANN, limit=2)) == 2


def test_ids_within_are_of_every_version_of_the_memories_that_are_named(harness: Harness) -> None:
    harness.keeps(
        a_document("m"), a_document("m~1"), a_document("m~v1", history=True), a_document("m2"),
        a_document("m2~v9", history=True), a_document("other"),
    )  # fmt: skip
    assert set(harness.index.ids_within(ORG, ANN, limit=10, memory_ids=["m"])) == {"m", "m~1", "m~v1"}
    assert set(harness.index.ids_within(ORG, ANN, limit=10, memory_ids=["m2", "none"])) == {"m2", "m2~v9"}
    harness.forgets("m~v1")
    assert set(harness.index.ids_within(ORG, ANN, limit=10, memory_ids=["m"])) == {"m", "m~1"}


@pytest.mark.parametrize("limit", [0, 10_001])
def test_ids_within_is_bounded(harness: Harness, limit: int) -> None:
    with pytest.raises(ValueError, match="ids at a time"):
        harness.index.ids_within(ORG, ANN, limit=limit)


def test_many_changes_at_once_all_arrive(harness: Harness) -> None:
    harness.keeps(*(a_document(f"m{n}", f"pear number {n}", vector=at_cosine(n / 2000)) for n in range(1200)))
    assert len(harness.index.ids_within(ORG, ANN, limit=10_000)) == 1200
    harness.forgets(*(f"m{n}" for n in range(0, 1200, 2)))
    assert set(harness.index.ids_within(ORG, ANN, limit=10_000)) == {f"m{n}" for n in range(1, 1200, 2)}
    assert set(harness.finds(limit=3)) == {"m1199", "m1197", "m1195"}


def test_no_actions_are_done_at_once(harness: Harness) -> None:
    assert harness.index.apply([]) == []
    assert harness.finds("anything") == {}
    harness.index.refresh()
