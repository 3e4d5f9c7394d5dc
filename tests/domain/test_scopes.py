"""Scopes: equal scopes and only they have equal paths, and what lies below what has one answer."""

from __future__ import annotations

import unicodedata
from typing import cast
from urllib.parse import unquote

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from shared.domain.errors import Malformed
from shared.domain.scopes import MAX_ID_LENGTH, Scope, ScopeKind, segment_id
from tests.strategies import ids, scopes


@given(scopes())
def test_a_scope_is_what_its_path_says(scope: Scope) -> None:
    assert Scope.parse(scope.path) == scope
    assert Scope.parse(scope.path).path == scope.path
    assert str(scope) == scope.path


@given(scopes(), scopes())
def test_only_equal_scopes_have_equal_paths(one: Scope, other: Scope) -> None:
    assert (one.path == other.path) == (one == other)


@given(ids, ids, ids, ids)
@example("a:b", "c", "a", "b:c")
@example("a/user/b", "c", "a", "b/user/c")
@example("a%2Fb", "c", "a/b", "c")
@example("a", "b", "a", "b%2Ftask%2Fc")
def test_other_ids_never_share_a_path(org1: str, user1: str, org2: str, user2: str) -> None:
    one, other = Scope.user(org1, user1), Scope.user(org2, user2)
    same = [segment_id(t) for t in (org1, user1)] == [segment_id(t) for t in (org2, user2)]
    assert (one.path == other.path) == same


@given(scopes())
def test_the_path_holds_no_separator_but_its_own(scope: Scope) -> None:
    assert scope.path.isascii()
    assert scope.path.count("/") == max(2 * len(scope.segments), 1)
    assert not set(scope.path) & set("#|@?& ")


@given(ids)
def test_a_composed_and_a_decomposed_id_are_one(text: str) -> None:
    decomposed = unicodedata.normalize("NFD", text)
    assume(len(decomposed) <= MAX_ID_LENGTH)
    assert Scope.org(text) == Scope.org(decomposed) == Scope.parse(f"/org/{Scope.org(text).path.split('/')[2]}")


@given(scopes())
def test_ancestors_are_all_above_nearest_first_down_to_global(scope: Scope) -> None:
    above = scope.ancestors()
    assert len(above) == len(scope.segments)
    assert [len(a.segments) for a in above] == list(range(len(scope.segments) - 1, -1, -1))
    assert all(scope.segments[: len(a.segments)] == a.segments for a in above)
    assert (above[-1] == Scope.GLOBAL) if above else (scope == Scope.GLOBAL)


@given(scopes(), scopes(), scopes())
def test_containment_is_an_order(a: Scope, b: Scope, c: Scope) -> None:
    assert a.contains(a)
    assert not a.is_below(a)
    assert not (a.contains(b) and b.contains(a)) or a == b
    assert not (a.contains(b) and b.contains(c)) or a.contains(c)
    assert a.is_below(b) == (a != b and b.contains(a))


@given(scopes(), scopes())
def test_a_scope_contains_what_has_it_as_an_ancestor_and_global_contains_nobody(a: Scope, b: Scope) -> None:
    expected = a == b or (a != Scope.GLOBAL and a in b.ancestors())
    assert a.contains(b) == expected


@given(scopes())
def test_every_scope_and_its_owner_are_inside_its_organisation(scope: Scope) -> None:
    assert scope.owner.contains(scope)
    assert scope.owner.kind in (ScopeKind.GLOBAL, ScopeKind.ORG, ScopeKind.PROJECT, ScopeKind.USER)
    assert scope.path == scope.owner.path + scope.sub
    assert scope.owner.owner == scope.owner
    assert scope.org_scope.contains(scope)
    assert scope.org_id == (scope.segments[0][1] if scope.segments else None)
    named = dict(scope.segments)
    assert scope.user_id == named.get(ScopeKind.USER)


@pytest.mark.parametrize(
    "path",
    [
        "", "/", "//", "global", "/global/", "/GLOBAL", "/global/org/a", "/org", "/org/", "/org//user/a", "org/a",
        "/org/a/", "/org/a/user", "/org/a/user/", "/user/a", "/project/a", "/org/a/org/b", "/org/a/task/t",
        "/org/a/node/n", "/org/a/user/u/user/v", "/org/a/user/u/project/p", "/org/a/user/u/node/n",
        "/org/a/user/u/task/t/task/t2", "/org/a/user/u/task/t/node/n/node/m", "/Org/a", "/org/a/users/b", "/org/%",
        "/org/%2", "/org/%zz", "/org/%ff", "/org/%C3", "/org/%ED%A0%80", "/org/a%0Ab", "/org/%00", "/org/\x7f",
        "/org/ ", "/org/%20%20", "/org/\u3000", "/org/a\u2028b", "/org/" + "x" * 129, "/org/" + "%F0%9F%98%80" * 129,
        "/org/\ud800", "\\org\\a", "/org/a\x00/user/b", "http://x/org/a", "/org/a/user/b?x=1\n",
    ],
)  # fmt: skip
def test_a_path_that_is_none_is_refused_by_field(path: str) -> None:
    with pytest.raises(Malformed) as refused:
        Scope.parse(path, "target")
    errors = cast("list[dict[str, str]]", refused.value.extra["errors"])
    assert [error["field"] for error in errors] == ["target"]
    assert path.strip("/ ") == "" or len(path) < 6 or path not in refused.value.detail


@given(st.text())
def test_any_text_is_a_scope_or_refused(text: str) -> None:
    try:
        scope = Scope.parse(text)
    except Malformed:
        return
    assert Scope.parse(scope.path) == scope


@given(
    st.lists(st.sampled_from(["org", "user", "project", "task", "node", "global", "", "a", "%41", "%2F"])).map("/".join)
)
def test_any_path_like_text_is_a_scope_or_refused(text: str) -> None:
    try:
        scope = Scope.parse("/" + text)
    except Malformed:
        return
    assert Scope.parse(scope.path) == scope
    assert all(unquote(part) == id for part, (_, id) in zip(scope.path.split("/")[2::2], scope.segments, strict=False))


@pytest.mark.parametrize(
    ("holder", "kind"),
    [
        (Scope.GLOBAL, ScopeKind.ORG),
        (Scope.org("a"), ScopeKind.TASK),
        (Scope.org("a"), ScopeKind.NODE),
        (Scope.user("a", "u"), ScopeKind.NODE),
        (Scope.user("a", "u"), ScopeKind.USER),
        (Scope.user("a", "u").child(ScopeKind.TASK, "t"), ScopeKind.TASK),
        (Scope.user("a", "u").child(ScopeKind.TASK, "t").child(ScopeKind.NODE, "n"), ScopeKind.NODE),
    ],
)
def test_a_scope_holds_only_what_belongs_below_it(holder: Scope, kind: ScopeKind) -> None:
    with pytest.raises(Malformed):
        holder.child(kind, "x")


@pytest.mark.parametrize("text", ["", " ", "\u3000", "a\nb", "a\x00", "\x7f", "a\u2029", "x" * 129, "\udfff"])
def test_a_text_that_is_not_an_id_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        segment_id(text, "sub")


def test_an_id_has_up_to_128_characters_counted_after_composition() -> None:
    assert segment_id("😀" * 128) == "😀" * 128
    assert segment_id("e\u0301" * 128) == "é" * 128
