"""Who may see what: the filter holds inside every sub-query."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.contract.search.documents import ANN, NOW, NOWHERE, Harness, a_document, a_filter, at_cosine

_SECOND = timedelta(seconds=1)
_TICK = timedelta(microseconds=1)


def test_a_filter_without_scopes_or_statuses_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="whose memories"):
        a_filter(scopes=(), below=())
    with pytest.raises(ValueError, match="statuses"):
        a_filter(statuses=())


def test_nearer_memories_of_others_crowd_nobody_out(harness: Harness) -> None:
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


def test_global_memories_are_seen_only_by_those_who_ask_for_global(harness: Harness) -> None:
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


def test_a_purpose_sees_what_names_it_and_what_names_none(harness: Harness) -> None:
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


def test_a_memory_is_seen_from_its_first_instant_to_before_its_last(harness: Harness) -> None:
    harness.keeps(a_document("m", valid_from=NOW, valid_to=NOW + _SECOND))
    seen = {
        offset: "m" in harness.finds("remember", at=NOW + offset)
        for offset in (-_TICK, 0 * _TICK, _SECOND - _TICK, _SECOND)
    }
    assert list(seen.values()) == [False, True, True, False]


def test_an_expired_memory_is_gone_from_the_second_it_expires(harness: Harness) -> None:
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
