"""No words of a user reach a log: no content, no question, nothing that looks like a secret, no key's name."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from shared.adapters.testing.recording import RecordingRecords
from shared.records.store.record import Change
from shared.runtime import bootstrap
from tests.builders import ACME, World, a_caller
from tests.functions.calls import Api

SECRET = "AKIAIOSFODNN7EXAMPLE"  # an access key's documented example
WORDS = ("Bartholomew", "EpiPen", SECRET, "hunter2", "secret-key-name", "ann-the-subject")


@pytest.fixture
def quiet(log: Callable[[], str], caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """All that was printed or logged, by whatever library, once the test is over, holds none of the words."""
    caplog.set_level(logging.DEBUG)
    yield
    everything = "\n".join([log(), *(record.getMessage() + str(record.__dict__) for record in caplog.records)])
    assert '"request"' in everything
    assert not [word for word in WORDS if word in everything]


def body(content: str = f"Bartholomew carries an EpiPen, {SECRET}", **fields: Any) -> dict[str, Any]:
    return {
        "content": content, "type": "semantic", "source": "user_stated", "key": "secret-key-name",
        "metadata": {"hunter2": SECRET}, "background": {"speaker": "Bartholomew", "before": [{"text": "hunter2?"}]},
        **fields,
    }  # fmt: skip


def plain(content: str) -> dict[str, Any]:
    """Without what the sensitivity scan would stop."""
    return body(content, metadata={"hunter2": "secret-key-name"})


def walk_through(api: Api, world: World) -> None:
    ann = a_caller("ann-the-subject")
    for sent in (
        body(), plain("Bartholomew carries an EpiPen"), plain("Bartholomew carries an EpiPen"),
        plain("Bartholomew carries two EpiPens"), body(colour="hunter2"), body("Bartholomew " * 2000),
        body(observed_at="hunter2"), body(scope="/org/acme/user/Bartholomew"), body(type=SECRET),
    ):  # fmt: skip
        api("POST", "/v1/memories", sent, ann)
    api("POST", "/v1/memories", raw=b'{"content": "Bartholomew', caller=ann)
    api("POST", "/v1/memories/batch", {"items": [body(key=f"hunter2-{n}") for n in range(3)]}, ann)
    world.index()
    api("POST", "/v1/recall", {"query": "who carries the EpiPen of Bartholomew?", "min_relevance": 0}, ann)
    api("POST", "/v1/recall", {"query": "EpiPen", "keys": ["secret-key-name"], "metadata": {"hunter2": 1}}, ann)
    listed = api("GET", "/v1/memories", caller=ann, query={"key": "secret-key-name"})
    memory = {"memory_id": "0195-x"}
    if listed.status == 200 and listed.json["items"]:
        memory = listed.json["items"][0]
    api("PATCH", f"/v1/memories/{memory['memory_id']}", {"content": f"EpiPen {SECRET}"}, ann)
    api("GET", f"/v1/memories/{memory['memory_id']}/history", caller=ann)
    api("GET", "/v1/memories", caller=ann, query="hunter2=EpiPen")
    api("POST", "/v1/sessions", {"session_id": "s1"}, ann)
    events = {"events": [{"role": "user", "speaker": "Bartholomew", "content": "My EpiPen is blue"}]}
    api("POST", "/v1/sessions/s1/events", events, ann)
    api("GET", "/v1/sessions/s1/events", caller=ann)
    api("POST", "/v1/deletions", {"request_id": "hunter2", "selector": {"kind": "subject"}}, ann)
    world.drain()
    api("GET", "/v1/deletions/hunter2", caller=ann)
    api("POST", "/v1/hygiene/plans", {}, a_caller("ops", "operator", bound=ACME))


def test_no_content_question_or_name_is_logged(api: Api, world: World, quiet: None) -> None:
    walk_through(api, world)


def test_none_is_logged_even_when_everything_fails(api: Api, world: World, quiet: None) -> None:
    def broken(change: Change) -> None:
        raise RuntimeError(f"could not store {change!r}")

    bootstrap.install(world.on(records=RecordingRecords(world.stream, before_commit=broken)).services)
    ann = a_caller("ann-the-subject")
    for content in ("Bartholomew carries an EpiPen", "Bartholomew carries two EpiPens"):
        api("POST", "/v1/memories", plain(content), ann).is_problem(500, "internal")
    api("POST", "/v1/memories/batch", {"items": [plain("Bartholomew carries no EpiPen")]}, ann)


def test_a_log_line_names_route_status_and_correlation(api: Api, log: Callable[[], str]) -> None:
    api("GET", "/v1/memories", headers={"x-correlation-id": "trace-7"})
    lines = [json.loads(line) for line in log().splitlines() if '"request"' in line]
    (line,) = lines
    assert (line["route"], line["status"], line["correlation_id"]) == ("GET /v1/memories", 200, "trace-7")
    assert line["level"] == "INFO"


def test_a_refusal_is_no_error_in_the_log_and_an_internal_error_is(api: Api, log: Callable[[], str]) -> None:
    api("GET", "/v1/memories/nothing")
    api("POST", "/v1/memories", {})
    assert '"ERROR"' not in log()

    def broken(_: Change) -> None:
        raise RuntimeError

    bootstrap.install(api.world.on(records=RecordingRecords(api.world.stream, before_commit=broken)).services)
    api("POST", "/v1/memories", {"content": "Likes tea", "type": "semantic", "source": "user_stated"})
    errors = [line for line in log().splitlines() if '"ERROR"' in line]
    assert len(errors) == 1
    assert "Traceback" not in errors[0]
