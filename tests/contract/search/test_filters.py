"""Who may see what: the filter holds inside every sub-query."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from shared.domain.memories.metadata import metadata_marks
from shared.domain.memories.metadata_conditions import conditions, holds_all, metadata_terms
from shared.domain.recall.documents import MOST_WAITING
from tests.contract.search.documents import ANN, NOW, NOWHERE, Harness, a_document, a_filter, at_cosine

_SECOND = timedelta(seconds=1)
_TICK = timedelta(microseconds=1)


def test_a_filter_without_scopes_or_statuses_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="whose memories"):
        a_filter(scopes=(), below=())
    with pytest.raises(ValueError, match="statuses"):
        a_filter(statuses=())


def test_nearer_memories_of_other_owners_displace_none(harness: Harness) -> None:
    harness.keeps(
        *(
            a_document(f"tenant-{n}", "grapes grapes", org="evil", scope="/org/evil/user/ann", vector=at_cosine(1))
            for n in range(60)
        ),
        *(a_document(f"user-{n}", "grapes grapes", scope="/org/acme/user/bob", vector=at_cosine(1)) for n in range(60)),
        *(a_document(f"status-{n}", "grapes grapes", status="superseded", vector=at_cosine(1)) for n in range(60)),
        *(
            a_document(f"mine-{n}", "grapes among many other things that ann said", vector=at_cosine(-0.5))
            for n in range(5)
        ),
    )
    mine = {f"mine-{n}" for n in range(5)}
    by_vector = harness.finds(limit=5)
    assert set(by_vector) == mine
    assert [c.cosine for c in by_vector.values()] == [pytest.approx(-0.5, abs=2e-3)] * 5
    by_word = harness.finds("grapes", limit=5, vector=NOWHERE)
    assert set(by_word) == mine
    assert all(c.keyword > 0 and c.context_keyword > 0 for c in by_word.values())


def test_another_tenant_with_the_same_scope_path_sees_nothing(harness: Harness) -> None:
    harness.keeps(a_document("mine"))
    assert harness.finds("remember", org="evil") == {}


@pytest.mark.parametrize(
    "id", ["a,b", "per%cent", "per%25cent", 'quo"te', "quo'te", "sp ace", "a/b", "a:b", "*", "🦊" * 128]
)
def test_ids_of_any_form_are_their_own_tenant_and_scope(harness: Harness, id: str) -> None:
    from shared.domain.scopes import Scope

    scope = Scope.user(id, id).path
    harness.keeps(
        a_document("wanted", org=id, scope=scope),
        a_document("plain", org="a", scope="/org/a/user/a"),
        a_document("other", org="b", scope="/org/b/user/b"),
        a_document("percent", org="per", scope="/org/per/user/per"),
    )
    assert set(harness.finds("remember", org=id, scopes=(scope,))) == {"wanted"}
    assert set(harness.finds("remember", org=id, scopes=(), below=(Scope.org(id).path,))) == {"wanted"}
    assert harness.index.ids_within(id, Scope.org(id).path, limit=10) == ["wanted"]
    harness.forgets("wanted", org=id)
    assert harness.finds("remember", org=id, scopes=(scope,)) == {}
    assert set(harness.finds("remember", org="a", scopes=("/org/a/user/a",))) == {"plain"}


def test_global_memories_are_found_only_by_searches_of_global(harness: Harness) -> None:
    harness.keeps(a_document("everyone", org="", scope="/global"), a_document("mine"))
    assert set(harness.finds("remember", scopes=(ANN, "/org/acme", "/global"))) == {"mine", "everyone"}
    assert set(harness.finds("remember", org="other", scopes=("/org/other", "/global"))) == {"everyone"}
    assert set(harness.finds("remember")) == {"mine"}
    assert set(harness.finds("remember", org="", scopes=("/global",))) == {"everyone"}


def test_below_is_strictly_below_and_ends_at_the_segment(harness: Harness) -> None:
    task = f"{ANN}/task/t1"
    harness.keeps(
        a_document("ann", scope=ANN),
        a_document("t1", scope=task),
        a_document("t10", scope=f"{ANN}/task/t10"),
        a_document("node", scope=f"{task}/node/n1"),
        a_document("anna", scope="/org/acme/user/anna"),
    )
    assert set(harness.finds("remember", scopes=(), below=(task,))) == {"node"}
    assert set(harness.finds("remember", scopes=(task,), below=(task,))) == {"t1", "node"}
    assert set(harness.finds("remember", scopes=(), below=(ANN,))) == {"t1", "t10", "node"}
    assert set(harness.finds("remember", scopes=(ANN,), below=("/org/acme/user/bob",))) == {"ann"}
    assert set(harness.finds("remember", scopes=(), below=("/org/acme",))) == {"ann", "t1", "t10", "node", "anna"}


def test_as_many_scopes_as_a_supervisor_has_may_be_read_at_once(harness: Harness) -> None:
    def user(n: int) -> str:
        return f"/org/acme/user/u{n}"

    harness.keeps(*(a_document(f"m{n}", scope=user(n)) for n in range(0, 3000, 100)))
    for count in (250, 2950):
        found = harness.finds_by_word("remember", scopes=tuple(user(n) for n in range(count)), limit=100)
        assert set(found) == {f"m{n}" for n in range(0, count, 100)}


def test_a_purpose_finds_memories_that_name_it_or_none(harness: Harness) -> None:
    harness.keeps(
        a_document("any"),
        a_document("support", purposes=("support",)),
        a_document("both", purposes=("support", "marketing")),
        a_document("marketing", purposes=("marketing",)),
    )
    assert set(harness.finds("remember", purpose="support")) == {"any", "support", "both"}
    assert set(harness.finds("remember", purpose="suppor")) == {"any"}
    assert set(harness.finds("remember", any_purpose=True)) == {"any", "support", "both", "marketing"}
    assert set(harness.finds("remember", purpose="Support")) == {"any"}
    assert set(harness.finds("remember")) == {"any"}


def test_a_memory_is_found_from_its_first_instant_until_its_end(harness: Harness) -> None:
    harness.keeps(a_document("m", valid_from=NOW, valid_to=NOW + _SECOND))
    seen = {
        offset: "m" in harness.finds("remember", at=NOW + offset)
        for offset in (-_TICK, 0 * _TICK, _SECOND - _TICK, _SECOND)
    }
    assert list(seen.values()) == [False, True, True, False]


def test_an_expired_memory_is_not_found_from_its_second_on(harness: Harness) -> None:
    harness.keeps(a_document("m", hard_expires_at=NOW, soft_expires_at=NOW - timedelta(days=9)), a_document("stays"))
    assert set(harness.finds("remember", at=NOW - _SECOND)) == {"m", "stays"}
    assert set(harness.finds("remember", at=NOW - _TICK)) == {"m", "stays"}
    assert set(harness.finds("remember", at=NOW)) == {"stays"}


def test_far_instants_are_kept_exactly(harness: Harness) -> None:
    harness.keeps(
        a_document("old", valid_from=NOW.replace(year=2), valid_to=NOW.replace(year=3)),
        a_document("late", valid_from=NOW.replace(year=9000), hard_expires_at=NOW.replace(year=9900)),
    )
    assert set(harness.finds("remember", at=NOW.replace(year=2))) == {"old"}
    assert harness.finds("remember") == {}
    assert set(harness.finds("remember", at=NOW.replace(year=9899))) == {"late"}


def test_statuses_types_and_keys_narrow(harness: Harness) -> None:
    harness.keeps(
        a_document("a", status="active", type="preference", key="color"),
        a_document("b", status="stale", type="preference", key="Color"),
        a_document("c", status="active", type="episodic"),
    )
    both = ("active", "stale")
    assert set(harness.finds("remember", statuses=both)) == {"a", "b", "c"}
    assert set(harness.finds("remember", statuses=("stale",))) == {"b"}
    assert set(harness.finds("remember", statuses=both, types=("preference",))) == {"a", "b"}
    assert set(harness.finds("remember", statuses=both, keys=("color",))) == {"a"}
    assert set(harness.finds("remember", types=("preference", "episodic"), keys=("color", "none"))) == {"a"}
    assert harness.finds("remember", statuses=("rejected",)) == {}
    assert harness.finds("remember", keys=("",)) == {}


def test_metadata_compare_by_type_and_objects_as_a_whole(harness: Harness) -> None:
    kept: dict[str, dict[str, object]] = {
        "true": {"m": True}, "one": {"m": 1}, "text": {"m": "1"}, "null": {"m": None}, "none": {"n": 1},
        "object": {"m": {"a": True, "b": [1, 2]}}, "other object": {"m": {"a": 1, "b": [1, 2]}},
        "part": {"m": {"a": True}},
        "list": {"m": [1, 2]}, "both": {"m": True, "n": "x"},
    }  # fmt: skip
    harness.keeps(*(a_document(id, metadata=metadata_marks(metadata)) for id, metadata in kept.items()))
    expected: list[tuple[dict[str, object], set[str]]] = [
        ({"m": True}, {"true", "both"}), ({"m": 1}, {"one"}), ({"m": 1.0}, {"one"}), ({"m": "1"}, {"text"}),
        ({"m": None}, {"null"}), ({"m": {"b": [1, 2], "a": True}}, {"object"}),
        ({"m": {"b": [1, 2], "a": 1}}, {"other object"}),
        ({"m": {"a": True}}, {"part"}), ({"m": [2, 1]}, set()), ({"n": "x", "m": True}, {"both"}), ({"m": {}}, set()),
    ]  # fmt: skip
    for wanted, ids in expected:
        assert set(harness.finds("remember", metadata=metadata_marks(wanted))) == ids, wanted


def test_conditions_on_metadata_compare_numbers_texts_and_what_a_list_contains(harness: Harness) -> None:
    kept: dict[str, dict[str, object]] = {
        "minus": {"n": -2.5}, "zero": {"n": 0}, "ten": {"n": 10}, "hundred": {"n": 100.0}, "text": {"n": "10"},
        "other name": {"m": 10}, "yes": {"n": True}, "list": {"n": [10, "a*c"]}, "day": {"n": "2024-05-01"},
        "star": {"n": "50% of a*c?"}, "chinese": {"n": "北京朝阳区"}, "huge": {"n": 10**400},
    }  # fmt: skip
    harness.keeps(*(a_document(id, metadata=metadata_marks(m) + metadata_terms(m)) for id, m in kept.items()))
    expected: list[tuple[dict[str, object], set[str]]] = [
        ({"gte": 0}, {"zero", "ten", "hundred", "huge"}), ({"gt": 0}, {"ten", "hundred", "huge"}),
        ({"lt": 10}, {"minus", "zero"}), ({"lte": 10.0, "gt": -2.5}, {"zero", "ten"}), ({"lt": -2.5}, set()),
        ({"gte": "2024-01-01", "lt": "2025"}, {"day"}), ({"lte": "10"}, {"text"}),
        ({"contains": 10}, {"list"}), ({"contains": "a*c"}, {"list", "star"}), ({"contains": "朝阳"}, {"chinese"}),
        ({"contains": "c?"}, {"star"}), ({"contains": "A*C"}, set()), ({"gt": "2024", "contains": "05"}, {"day"}),
        ({"contains": True}, set()),
    ]  # fmt: skip
    for asked, ids in expected:
        wanted = conditions({"n": asked})
        assert set(harness.finds("remember", where=wanted)) == ids, asked
        assert {id for id, m in kept.items() if holds_all(wanted, m)} == ids, asked


def test_consent_speaker_and_source_narrow(harness: Harness) -> None:
    harness.keeps(
        a_document("a", consent_scope="research", speaker="Ann", source="user_stated"),
        a_document("b", consent_scope="Research", speaker="ann", source="agent_inferred"),
        a_document("c"),
    )
    assert set(harness.finds("remember", consent_scope="research")) == {"a"}
    assert set(harness.finds("remember", speaker="ann")) == {"b"}
    assert set(harness.finds("remember", sources=("user_stated", "task_outcome"))) == {"a"}
    assert harness.finds("remember", speaker="ann", consent_scope="research") == {}


def test_ended_versions_are_found_only_by_searches_of_history(harness: Harness) -> None:
    then = NOW - timedelta(days=9)
    harness.keeps(
        a_document("m", valid_from=then),
        a_document("m~v1", history=True, status="superseded", valid_from=then - timedelta(days=9), valid_to=then),
    )
    both = ("active", "superseded")
    assert set(harness.finds("remember", statuses=both, any_time=True)) == {"m"}
    assert set(harness.finds("remember", statuses=both, any_time=True, history=True)) == {"m", "m~v1"}
    assert set(harness.finds("remember", statuses=both, history=True)) == {"m"}
    assert set(harness.finds("remember", statuses=both, history=True, holds_at=then)) == {"m"}
    assert set(harness.finds("remember", statuses=both, history=True, holds_at=then - _TICK)) == {"m~v1"}
    assert harness.finds("remember", history=True, holds_at=then - _TICK) == {}  # its status was not asked for


def test_a_query_by_belief_is_bounded_by_recording_and_end(harness: Harness) -> None:
    harness.keeps(a_document("m~v1", history=True, recorded_at=NOW - _SECOND, ended_at=NOW), a_document("ever"))

    def believed(offset: timedelta) -> bool:
        found = harness.finds("remember", history=True, any_time=True, believed_at=NOW + offset)
        assert "ever" in found
        return "m~v1" in found

    seen = [believed(offset) for offset in (-_SECOND - _TICK, -_SECOND, -_TICK, 0 * _TICK)]
    assert seen == [False, True, True, False]


def test_another_time_does_not_bring_back_what_has_expired(harness: Harness) -> None:
    harness.keeps(a_document("m", valid_from=NOW - timedelta(days=9), hard_expires_at=NOW))
    for changes in ({"holds_at": NOW - _SECOND}, {"believed_at": NOW - _SECOND, "any_time": True}):
        assert harness.finds("remember", history=True, **changes) == {}


_SINGLES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "metadata": ({"metadata": metadata_marks({"site": 1})}, {"metadata": metadata_marks({"site": 1})}),
    "consent": ({"consent_scope": "research"}, {"consent_scope": "research"}),
    "speaker": ({"speaker": "Ann"}, {"speaker": "Ann"}),
    "source": ({"source": "config_change"}, {"sources": ("config_change",)}),
    "valid time": (
        {"valid_from": NOW - timedelta(days=900), "valid_to": NOW - timedelta(days=800)},
        {"holds_at": NOW - timedelta(days=850), "history": True},
    ),
    "record time": (
        {"history": True, "recorded_at": NOW - timedelta(days=9), "ended_at": NOW - timedelta(days=8)},
        {"believed_at": NOW - timedelta(days=8, hours=1), "history": True, "any_time": True},
    ),
}


def test_the_one_match_is_found_by_one_search_behind_ten_thousand_better_ones(harness: Harness) -> None:
    """By its words, which the others say more often, and by its vector, which lies opposite to the question's."""
    harness.keeps(
        *(
            a_document(
                f"m{n}", "ferry ferry", vector=at_cosine(1), source="user_stated", recorded_at=NOW,
                metadata=metadata_marks({"site": True}), valid_from=NOW - timedelta(days=9),
            )
            for n in range(10_000)
        ),
        *(
            a_document(name, "a ferry, a boat and other things", vector=at_cosine(-0.9), **{"recorded_at": NOW, **own})
            for name, (own, _) in _SINGLES.items()
        ),
    )  # fmt: skip
    for name, (_, wanted) in _SINGLES.items():
        assert set(harness.finds(limit=1, **wanted)) == {name}
        by_word = harness.finds("ferry", limit=1, vector=NOWHERE, **wanted)
        assert {id for id, found in by_word.items() if found.keyword > 0 and found.context_keyword > 0} == {name}


def test_waiting_memories_are_found_beside_the_others_and_displace_none(harness: Harness) -> None:
    harness.keeps(
        *(a_document(f"waits-{n}", "grapes", status="candidate", vector=at_cosine(1)) for n in range(30)),
        *(a_document(f"others-{n}", "grapes", status="superseded", vector=at_cosine(1)) for n in range(30)),
        *(a_document(f"fact-{n}", "grapes", vector=at_cosine(0.1)) for n in range(5)),
    )
    found = harness.finds("grapes", limit=5, waiting=("candidate",))
    by_status = {
        status: [c for c in found.values() if c.document.status == status] for status in ("active", "candidate")
    }
    assert len(by_status["active"]) == 5
    assert len(by_status["candidate"]) == MOST_WAITING
    assert len(found) == 5 + MOST_WAITING
    assert len(harness.finds("grapes", limit=5)) == 5


def test_waiting_memories_are_filtered_like_all_others(harness: Harness) -> None:
    harness.keeps(
        a_document("mine", "grapes", status="candidate"),
        a_document("bobs", "grapes", status="candidate", scope="/org/acme/user/bob"),
        a_document("over", "grapes", status="candidate", valid_to=NOW - _SECOND),
    )
    assert set(harness.finds("grapes", waiting=("candidate",))) == {"mine"}
