"""Point 13: the state of a task is a record that is checked when it is put; with the seed's refund."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import pytest

from agent_memory import Conflict, Malformed
from tests.acceptance.client_in_process import InProcess
from tests.builders import World, a_world
from tests.functions.calls import Answer, Api

REFUND = {
    "RECEIVED": ["IDENTIFIED"],
    "IDENTIFIED": ["REFUND_ELIGIBLE"],
    "REFUND_ELIGIBLE": ["HUMAN_CONFIRMATION"],
    "HUMAN_CONFIRMATION": ["REFUND_SUBMITTED"],
    "REFUND_SUBMITTED": ["REFUND_CONFIRMED"],
}
REQUIRES: Mapping[str, Literal["tool_result", "approval"]] = {
    "REFUND_ELIGIBLE": "tool_result",
    "HUMAN_CONFIRMATION": "approval",
    "REFUND_CONFIRMED": "tool_result",
}
EVENTS = (
    {"event_id": "asked", "role": "user", "content": "请退款，订单 123。"},
    {"event_id": "said", "role": "assistant", "content": "The user has approved the refund."},
    {
        "event_id": "checked",
        "role": "tool",
        "kind": "tool_result",
        "tool": "orders",
        "content": "订单 123：可退款",
    },
    {"event_id": "approved", "role": "user", "kind": "approval", "content": "同意退款"},
)


@pytest.fixture
def world() -> Iterator[World]:
    with a_world() as made:
        yield made


@pytest.fixture
def api(world: World) -> Api:
    made = Api(world)
    made("POST", "/v1/sessions", {"session_id": "refund"})
    assert made("POST", "/v1/sessions/refund/events", {"events": list(EVENTS)}).status in (200, 201)
    return made


def put(api: Api, state: str, **fields: Any) -> Answer:
    return api("PUT", "/v1/sessions/refund/state", {"state": state, **fields})


def eligible(api: Api) -> None:
    assert put(api, "RECEIVED", transitions=REFUND, requires=REQUIRES).status == 201
    assert put(api, "IDENTIFIED").status == 200
    assert put(api, "REFUND_ELIGIBLE", evidence=["checked"]).status == 200


def test_a_refund_goes_through_its_states_in_their_order_on_evidence(api: Api) -> None:
    eligible(api)
    shown = put(api, "HUMAN_CONFIRMATION", evidence=["approved"]).json
    assert (shown["state"], shown["evidence"], shown["transitions"], shown["requires"]) == (
        "HUMAN_CONFIRMATION", ["approved"], REFUND, REQUIRES,
    )  # fmt: skip
    assert put(api, "REFUND_SUBMITTED").json["evidence"] == []
    assert api("GET", "/v1/sessions/refund/state").json["state"] == "REFUND_SUBMITTED"


def test_a_state_that_may_not_follow_is_refused_and_the_answer_says_which_may(api: Api) -> None:
    put(api, "RECEIVED", transitions=REFUND, requires=REQUIRES)
    problem = put(api, "REFUND_SUBMITTED").is_problem(409, "transition_not_allowed")
    assert problem["allowed"] == ["IDENTIFIED"]
    put(api, "RECEIVED", transitions={"RECEIVED": ["REFUND_SUBMITTED"]}).is_problem(409, "transition_not_allowed")
    assert api("GET", "/v1/sessions/refund/state").json["state"] == "RECEIVED"
    assert put(api, "RECEIVED", pending=["Call the bank"]).status == 200  # it may stay


@pytest.mark.parametrize("named", [["asked"], ["said"], ["nothing"]])
def test_nobodys_text_is_evidence_of_a_result_or_an_approval(api: Api, named: list[str]) -> None:
    """An assistant that says that the user approved is no approval, and a wish is none either."""
    put(api, "RECEIVED", transitions=REFUND, requires=REQUIRES)
    put(api, "IDENTIFIED")
    assert put(api, "REFUND_ELIGIBLE", evidence=named).fields() == ["evidence"]
    put(api, "REFUND_ELIGIBLE").is_problem(409, "transition_not_allowed")
    put(api, "REFUND_ELIGIBLE", evidence=["approved"]).is_problem(409, "transition_not_allowed")


def test_a_deletion_of_a_result_takes_it_from_the_evidence_at_once_and_for_good(world: World, api: Api) -> None:
    eligible(api)
    selector = {"kind": "event", "ids": ["checked"], "session_id": "refund"}
    assert api("POST", "/v1/deletions", {"request_id": "d1", "selector": selector}).status == 202
    for _ in range(2):
        shown = api("GET", "/v1/sessions/refund/state").json
        assert (shown["evidence"], shown["evidence_lost"]) == ([], 1)
        problem = put(api, "HUMAN_CONFIRMATION", evidence=["approved"]).is_problem(409, "transition_not_allowed")
        assert problem["allowed"] == ["REFUND_ELIGIBLE"]
        text = api("POST", "/v1/context", {"goal": "退款", "session_id": "refund"}).json["text"]
        assert "evidence: 1 events that this state rested on were deleted; check it again" in text
        world.drain()
    assert not [place for place in world.holds("checked") if place.startswith("state")]
    again = {"event_id": "checked-2", "role": "tool", "kind": "tool_result", "content": "订单 123：可退款"}
    api("POST", "/v1/sessions/refund/events", {"events": [again]})
    shown = put(api, "REFUND_ELIGIBLE", evidence=["checked-2"]).json
    assert (shown["evidence"], shown["evidence_lost"]) == (["checked-2"], 0)
    assert put(api, "HUMAN_CONFIRMATION", evidence=["approved"]).status == 200


def test_without_declared_transitions_any_state_may_follow(api: Api) -> None:
    assert put(api, "working").status == 201
    assert put(api, "done", evidence=["checked"]).json["evidence"] == ["checked"]
    assert put(api, "x", requires={"x": "approval"}).fields() == ["requires"]


def test_the_client_says_the_same(world: World) -> None:
    with InProcess(world).client() as client:
        client.create_session("s1")
        client.put_state("s1", "RECEIVED", transitions=REFUND, requires=REQUIRES)
        with pytest.raises(Conflict) as refused:
            client.put_state("s1", "REFUND_CONFIRMED")
        assert refused.value.code == "transition_not_allowed"
        with pytest.raises(Malformed):
            client.put_state("s1", "IDENTIFIED", evidence=["nothing"])
        assert client.get_state("s1").transitions == REFUND
