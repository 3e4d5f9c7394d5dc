"""Several agents at one task: each reads what it needs, and what one of them guesses is nobody else's fact."""

from __future__ import annotations

from typing import Any

import pytest

from shared.domain.access.caller import Inherit, caller_from_claims
from shared.domain.errors import Unauthenticated
from shared.domain.scopes import Scope, ScopeKind
from tests.builders import ACME, ANN, a_caller
from tests.functions.calls import Api

TASK = ANN.child(ScopeKind.TASK, "migration")
NODE = TASK.child(ScopeKind.NODE, "check-schema")
LEAD = a_caller("lead", "supervisor", bound=ACME)
OF_USER, OF_TASK, OF_NODE = (
    "用户偏好使用中文回答",
    "The migration must not touch the table users",
    "The schema has 14 tables",
)


def specialist(inherit: Inherit, bound: Scope = NODE, *roles: str) -> Any:
    return a_caller("ann", *roles, bound=bound, inherit=inherit)


def _recalled(api: Api, query: str, caller: Any) -> set[str]:
    asked = {"query": query, "min_relevance": 0, "top_k": 10}
    return {hit["memory"]["content"] for hit in api("POST", "/v1/recall", asked, caller).json["memories"]}


@pytest.fixture
def filled(api: Api) -> Api:
    api.wrote(OF_USER)
    api.wrote(OF_TASK, scope=TASK.path)
    api.wrote(OF_NODE, scope=NODE.path)
    api.world.index()
    return api


@pytest.mark.parametrize(
    ("inherit", "seen"),
    [
        (Inherit.NONE, {OF_NODE}), (Inherit.TASK, {OF_NODE, OF_TASK}), (Inherit.ALL, {OF_NODE, OF_TASK, OF_USER}),
    ],
)  # fmt: skip
def test_a_claim_narrows_what_a_specialist_inherits(filled: Api, inherit: Inherit, seen: set[str]) -> None:
    caller = specialist(inherit)
    assert _recalled(filled, f"{OF_USER} {OF_TASK} {OF_NODE}", caller) == seen
    listed = filled("GET", "/v1/memories", caller=caller, query={"include_inherited": "true"}).json["items"]
    assert {one["content"] for one in listed} == seen
    context = filled("POST", "/v1/context", {"goal": f"{OF_USER} {OF_TASK} {OF_NODE}", "min_relevance": 0}, caller).text
    assert [text in context for text in (OF_USER, OF_TASK)] == [OF_USER in seen, OF_TASK in seen]
    for scope, text in ((TASK, OF_TASK), (ANN, OF_USER)):
        answer = filled("GET", "/v1/memories", caller=caller, query={"scope": scope.path})
        if text in seen:
            assert answer.status == 200
        else:
            answer.is_problem(403, "forbidden_scope")


def test_what_lies_below_the_bound_scope_is_not_narrowed(filled: Api) -> None:
    owner = specialist(Inherit.NONE, ANN)
    listed = filled(
        "GET", "/v1/memories", caller=owner, query={"scope": NODE.path, "include_inherited": "true"}
    ).json["items"]  # fmt: skip
    assert {one["content"] for one in listed} == {OF_NODE, OF_TASK, OF_USER}


def test_the_claim_is_read_from_the_token_and_a_wrong_one_is_no_token() -> None:
    claims = {"org": "acme", "sub": "ann", "memory_scope": NODE.path}
    assert caller_from_claims(claims).inherit is Inherit.ALL
    assert caller_from_claims({**claims, "inherit": "task"}).inherit is Inherit.TASK
    with pytest.raises(Unauthenticated):
        caller_from_claims({**claims, "inherit": "everything"})


def test_a_supervisor_reads_the_whole_task_and_a_specialist_its_part(filled: Api) -> None:
    assert _recalled(filled, OF_NODE, specialist(Inherit.NONE)) == {OF_NODE}
    listed = filled(
        "GET", "/v1/memories", caller=LEAD, query={"scope": TASK.path, "include_descendants": "true"}
    ).json["items"]  # fmt: skip
    assert {one["content"] for one in listed} == {OF_TASK, OF_NODE}


@pytest.mark.parametrize("text", ["The table users has 3 million rows", "users 表有三百万行"])
def test_what_a_specialist_finds_out_waits_for_a_reviewer(filled: Api, text: str) -> None:
    caller = specialist(Inherit.TASK, NODE, "specialist")
    body = {"content": text, "type": "semantic", "source": "agent_inferred", "confidence": 0.95}
    assert filled("POST", "/v1/memories", body, caller).json["outcome"] == "candidate"
    filled.world.index()
    assert text not in _recalled(filled, text, caller)


@pytest.mark.parametrize(
    ("finance", "support"),
    [("The refund limit is 500 EUR", "The customer is on plan B"), ("退款上限为 500 元", "客户使用 B 套餐")],
)
def test_recall_is_by_role_where_the_issuer_binds_a_roles_purposes(api: Api, finance: str, support: str) -> None:
    api.wrote(finance, purposes=["finance"])
    api.wrote(support, purposes=["support"])
    api.world.index()
    for role, own in (("finance", finance), ("support", support)):
        agent = a_caller("ann", purposes=frozenset({role}))
        asked = {"query": f"{finance} {support}", "min_relevance": 0, "purpose": role}
        hits = api("POST", "/v1/recall", asked, agent).json["memories"]
        assert [hit["memory"]["content"] for hit in hits] == [own]
        listed = api("GET", "/v1/memories", caller=agent).json["items"]
        assert [one["content"] for one in listed] == [own]


def test_a_state_honours_its_idempotency_key(api: Api) -> None:
    session = api("POST", "/v1/sessions", {}).json["session_id"]
    path, key = f"/v1/sessions/{session}/state", {"idempotency-key": "refund-1"}
    first = api("PUT", path, {"state": "REFUND_SUBMITTED", "expected_version": 0}, headers=key)
    assert first.status == 201
    assert api("PUT", path, {"state": "REFUND_CONFIRMED", "expected_version": 1}).status == 200
    again = api("PUT", path, {"state": "REFUND_SUBMITTED", "expected_version": 0}, headers=key)
    assert (again.status, again.json["state"], again.json["version"]) == (201, "REFUND_SUBMITTED", 1)
    assert again.headers["idempotency-replayed"] == "true"
    assert api("GET", path).json["state"] == "REFUND_CONFIRMED"
    api("PUT", path, {"state": "other", "expected_version": 2}, headers=key).is_problem(422, "idempotency_mismatch")


def test_a_plan_honours_its_idempotency_key(api: Api) -> None:
    operator = a_caller("ops", "operator", bound=ACME)
    key = {"idempotency-key": "nightly"}
    first, again = (api("POST", "/v1/hygiene/plans", {}, operator, headers=key) for _ in range(2))
    assert first.json["plan_id"] == again.json["plan_id"]
    assert again.headers["idempotency-replayed"] == "true"
    path = f"/v1/hygiene/plans/{first.json['plan_id']}/apply"
    done, repeated = (api("POST", path, None, operator, headers=key) for _ in range(2))
    assert (done.json, repeated.headers["idempotency-replayed"]) == (repeated.json, "true")
