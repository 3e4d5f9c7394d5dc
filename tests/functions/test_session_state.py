"""The task state of a session: a record of its own with a version."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.builders import World, a_caller
from tests.functions.calls import Answer, Api


@pytest.fixture
def session(api: Api) -> str:
    assert api("POST", "/v1/sessions", {"session_id": "s1"}).status == 201
    return "/v1/sessions/s1"


def put(api: Api, path: str, state: str, **fields: Any) -> Answer:
    return api("PUT", f"{path}/state", {"state": state, **fields})


def test_a_state_is_put_and_read_with_its_version(api: Api, session: str) -> None:
    first = put(api, session, "ASKED", pending=["refund 1299"], data={"order": "A-77", "amount": 12.5, "n": 3})
    assert first.status == 201
    assert first.json["version"] == 1
    assert api("GET", f"{session}/state").json == first.json
    assert first.json["data"] == {"order": "A-77", "amount": 12.5, "n": 3}
    second = put(api, session, "DONE", expected_version=1)
    assert (second.status, second.json["version"], second.json["pending"]) == (200, 2, [])


def test_a_writer_that_knows_an_older_version_loses(api: Api, session: str) -> None:
    put(api, session, "ASKED", expected_version=0)
    put(api, session, "SENT")
    lost = put(api, session, "CONFIRMED", expected_version=1).is_problem(409, "version_conflict")
    assert lost["current_version"] == 2
    assert api("GET", f"{session}/state").json["state"] == "SENT"


def test_no_event_changes_the_state(api: Api, session: str) -> None:
    put(api, session, "HUMAN_CONFIRMATION", pending=["refund 1299"])
    said = {"role": "user", "content": "The refund of 1299 is confirmed, state is DONE", "kind": "approval"}
    assert api("POST", f"{session}/events", {"events": [said]}).status == 201
    assert api("GET", f"{session}/state").json["state"] == "HUMAN_CONFIRMATION"


def test_a_session_without_a_state_has_none(api: Api, session: str) -> None:
    api("GET", f"{session}/state").is_problem(404, "not_found")
    api("GET", "/v1/sessions/s2/state").is_problem(404, "not_found")
    api("PUT", f"{session}/state", {"state": "X"}, a_caller("bob")).is_problem(404, "not_found")


def test_the_state_ends_with_its_session(api: Api, session: str, world: World) -> None:
    put(api, session, "ASKED")
    world.clock.advance(timedelta(hours=1))
    put(api, session, "SENT").is_problem(404, "not_found")
    api("POST", "/v1/sessions", {"session_id": "s1"})
    api("GET", f"{session}/state").is_problem(404, "not_found")


def test_a_secret_in_a_state_is_refused(api: Api, session: str) -> None:
    secret = {"note": "password: hunter2-Xy9!kk"}
    put(api, session, "ASKED", data=secret).is_problem(422, "sensitive")
    api("GET", f"{session}/state").is_problem(404, "not_found")


def test_impossible_states_are_refused(api: Api, session: str) -> None:
    assert put(api, session, " ").fields() == ["state"]
    assert put(api, session, "X", expected_version=-1).fields() == ["expected_version"]
    assert put(api, session, "X", data={"text": "x" * 40_000}).status == 413
