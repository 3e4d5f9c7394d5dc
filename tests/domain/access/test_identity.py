"""Who calls is what the verified token says, and nothing is guessed from one that says it badly."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.access.caller import ANY_ORG, Role, caller_from_claims
from shared.domain.errors import Unauthenticated
from shared.domain.scopes import Scope
from shared.runtime.claims import caller_of
from tests.builders import a_caller, a_token, an_event, claims_of
from tests.strategies import ids

PLAIN = {"org": "acme", "sub": "ann"}


def test_a_token_without_a_bound_scope_is_bound_to_its_own_user() -> None:
    caller = caller_from_claims(PLAIN)
    assert (caller.org, caller.subject, caller.bound) == ("acme", "ann", Scope.user("acme", "ann"))
    assert (caller.roles, caller.act_as, caller.purposes, caller.agent_id) == (frozenset(), frozenset(), None, None)


def test_every_claim_has_its_place() -> None:
    claims = {
        **PLAIN, "roles": ["reviewer", "operator"], "agent_id": "bot-7", "purposes": ["billing"],
        "memory_scope": "/org/acme/project/p/task/t", "act_as": ["bob", "carl smith"],
    }  # fmt: skip
    caller = caller_from_claims(claims)
    assert caller.roles == {"reviewer", "operator"}
    assert caller.agent_id == "bot-7"
    assert caller.purposes == frozenset({"billing"})
    assert caller.bound.path == "/org/acme/project/p/task/t"
    assert caller.act_as == {"bob", "carl smith"}


def test_words_separated_by_spaces_are_a_list_as_in_oauth() -> None:
    caller = caller_from_claims({**PLAIN, "roles": "reviewer  operator", "purposes": ""})
    assert caller.roles == {"reviewer", "operator"}
    assert caller.purposes == frozenset()


@pytest.mark.parametrize("roles", ["[admin]", "[admin org-writer]", '["admin"]', "admin,org-writer", "Admin"])
def test_a_list_that_the_gateway_wrote_as_text_gives_no_role_by_accident(roles: str) -> None:
    caller = caller_from_claims({**PLAIN, "roles": roles})
    assert not any(caller.has(role) for role in (Role.ADMIN, Role.SUPERVISOR, Role.OPERATOR))


@pytest.mark.parametrize("missing", ["org", "sub"])
@pytest.mark.parametrize("value", [None, "", " ", 7, True, ["acme"], {"id": "acme"}, "a\nb", "x" * 129, "\ud800", ...])
def test_a_token_without_a_usable_tenant_or_subject_names_nobody(missing: str, value: object) -> None:
    claims: dict[str, object] = {**PLAIN, missing: value}
    if value is ...:
        del claims[missing]
    with pytest.raises(Unauthenticated):
        caller_from_claims(claims)


@pytest.mark.parametrize(
    "scope",
    [
        "/org/umbrella", "/org/umbrella/user/ann", "/org/ACME/user/ann", "/org/acme%20/user/ann", "org/acme", "", "/",
        7, ["/org/acme"], "/org/acme/user", "/org/acme/task/t",
    ],
)  # fmt: skip
def test_a_bound_scope_that_is_none_or_anothers_is_refused(scope: object) -> None:
    with pytest.raises(Unauthenticated):
        caller_from_claims({**PLAIN, "memory_scope": scope})


def test_a_token_may_be_bound_to_its_organisation_or_to_global() -> None:
    assert caller_from_claims({**PLAIN, "memory_scope": "/org/acme"}).bound == Scope.org("acme")
    assert caller_from_claims({**PLAIN, "memory_scope": "/global"}).bound == Scope.GLOBAL


@pytest.mark.parametrize(
    ("operator_org", "of_it"), [(None, False), ("", False), ("umbrella", False), ("acme", True), (ANY_ORG, True)]
)
def test_the_operators_organisation_is_the_deployments_word_and_no_claim(operator_org: str | None, of_it: bool) -> None:
    claims = {**PLAIN, "of_operator_org": True, "operator_org": "acme"}
    assert caller_from_claims(claims, operator_org=operator_org).of_operator_org is of_it


@pytest.mark.parametrize("claim", ["roles", "purposes", "act_as"])
@pytest.mark.parametrize("value", [7, True, {"a": 1}, ["a", 7], [None], [["a"]]])
def test_a_list_that_is_none_is_refused_rather_than_read_as_empty(claim: str, value: object) -> None:
    with pytest.raises(Unauthenticated):
        caller_from_claims({**PLAIN, claim: value})


def test_an_agent_id_is_text() -> None:
    with pytest.raises(Unauthenticated):
        caller_from_claims({**PLAIN, "agent_id": 7})


def test_claims_may_have_an_issuers_own_names_and_ours_mean_nothing_then() -> None:
    names = {"org": "custom:tenant", "roles": "groups"}
    caller = caller_from_claims(
        {"custom:tenant": "acme", "sub": "ann", "groups": ["reviewer"], "roles": ["admin"]}, names
    )
    assert (caller.org, caller.roles) == ("acme", frozenset({"reviewer"}))
    with pytest.raises(Unauthenticated):
        caller_from_claims({"org": "acme", "sub": "ann"}, names)


@given(ids, ids)
def test_ids_of_a_token_are_stated_apart_as_scopes_are(one: str, other: str) -> None:
    first, second = caller_from_claims({"org": "acme", "sub": one}), caller_from_claims({"org": "acme", "sub": other})
    assert (first.bound == second.bound) == (first.subject == second.subject)
    assert (first.principal == second.principal) == (first.subject == second.subject)


@given(ids, ids, ids, ids)
def test_two_callers_never_share_a_principal(org1: str, sub1: str, org2: str, sub2: str) -> None:
    one, other = caller_from_claims({"org": org1, "sub": sub1}), caller_from_claims({"org": org2, "sub": sub2})
    assert (one.principal == other.principal) == ((one.org, one.subject) == (other.org, other.subject))


def test_the_bound_scope_is_part_of_the_principal() -> None:
    assert a_caller().principal != a_caller(bound=Scope.org("acme")).principal


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


@given(
    st.dictionaries(
        st.sampled_from(["org", "sub", "roles", "memory_scope", "act_as", "purposes", "agent_id"]), json_values
    )
)
def test_any_claims_are_a_caller_or_nobody(claims: dict[str, Any]) -> None:
    try:
        caller = caller_from_claims(claims)
    except Unauthenticated:
        return
    assert caller.org == claims["org"] or caller.org.strip()
    assert caller.bound.org_id in (None, caller.org)


# --- The token of a request


def test_a_caller_is_read_from_the_very_token_that_the_gateway_verified() -> None:
    caller = a_caller(
        "ann", "reviewer", act_as=frozenset({"carl smith"}), purposes=frozenset({"a b", "c"}), agent_id="bot"
    )
    assert caller_of(an_event("GET", "/v1/memories", caller=caller), {}, caller.org) == caller


def test_a_token_that_the_authorizer_has_not_confirmed_does_not_count() -> None:
    event = an_event("GET", "/v1/memories", caller=a_caller("ann", "admin"))
    authorizers: list[Any] = [None, {}, {"jwt": {}}, {"jwt": {"claims": {}}}, {"jwt": None}]
    for authorizer in authorizers:
        event["requestContext"]["authorizer"] = authorizer
        with pytest.raises(Unauthenticated):
            caller_of(event, {})
    del event["requestContext"]["authorizer"]
    with pytest.raises(Unauthenticated):
        caller_of(event, {})


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("sub", "bob"), ("iss", "https://other.test"), ("exp", 1), ("jti", "token-2"), ("org", "umbrella"),
        ("roles", ["admin"]), ("memory_scope", "/org/acme"), ("act_as", ["bob"]), ("purposes", ["billing"]),
        ("sources", ["user_stated"]), ("agent_id", "bot"), ("aud", ["agent-memory", "other"]), ("anything", True),
    ],
)  # fmt: skip
def test_a_claim_that_was_not_verified_is_refused(claim: str, value: object) -> None:
    event = an_event("GET", "/v1/memories", caller=a_caller())
    event["headers"]["authorization"] = f"Bearer {a_token({**claims_of(a_caller()), claim: value})}"
    with pytest.raises(Unauthenticated):
        caller_of(event, {})


@pytest.mark.parametrize(
    "header",
    [
        None, "", "Bearer", "Bearer ", "Bearer x", "Bearer a.b.c", "Bearer ..", "Basic YTpi", "a.W10.c",
        "Bearer a.e30.c", "Bearer a.bnVsbA.c", "Bearer a.Ww.c", "Bearer é.é.é", "Bearer a._____w.c",
    ],
)  # fmt: skip
def test_a_header_without_the_token_is_refused(header: str | None) -> None:
    event = an_event("GET", "/v1/memories", caller=a_caller())
    if header is None:
        del event["headers"]["authorization"]
    else:
        event["headers"]["authorization"] = header
    with pytest.raises(Unauthenticated):
        caller_of(event, {})


@pytest.mark.parametrize("form", ["{}", "Bearer {}", "bearer {}", "BEARER  {} "])
def test_the_scheme_may_be_written_in_every_form_that_the_gateway_accepts(form: str) -> None:
    event = an_event("GET", "/v1/memories", caller=a_caller())
    event["headers"]["authorization"] = form.format(a_token(claims_of(a_caller())))
    assert caller_of(event, {}, a_caller().org) == a_caller()


@pytest.mark.parametrize("form", ["Bearer {0},Bearer {0}", "{0} {0}", "Bearer {0} {0}", "Bearer {0}.x", "Bearer {0},"])
def test_a_header_with_more_than_one_token_is_refused(form: str) -> None:
    event = an_event("GET", "/v1/memories", caller=a_caller())
    event["headers"]["authorization"] = form.format(a_token(claims_of(a_caller())))
    with pytest.raises(Unauthenticated):
        caller_of(event, {})


def test_a_claim_that_the_verified_token_has_and_the_header_lacks_is_refused() -> None:
    event = an_event("GET", "/v1/memories", caller=a_caller(sources=frozenset({"task_outcome"})))
    event["headers"]["authorization"] = f"Bearer {a_token(claims_of(a_caller()))}"
    with pytest.raises(Unauthenticated):
        caller_of(event, {})


def test_an_object_among_the_claims_says_nothing_about_the_caller() -> None:
    claims = {**claims_of(a_caller()), "address": {"city": "Ulm"}}
    event = an_event("GET", "/v1/memories", caller=a_caller())
    event["headers"]["authorization"] = f"Bearer {a_token(claims)}"
    event["requestContext"]["authorizer"]["jwt"]["claims"]["address"] = "map[city:Ulm]"
    assert caller_of(event, {}, a_caller().org) == a_caller()
