"""One list says what goes on: imports, exports, extractions, plans, deletions: by whom, how far, and where to look."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from functions.events import reindex
from infra.operations.rebuild_index import Noted, Rebuild
from shared.adapters.sqlite.inventory import SqliteInventory
from shared.adapters.sqlite.search import SqliteSearch
from shared.adapters.testing.in_memory import InMemoryWalk
from shared.domain.scopes import Scope
from shared.usecases.indexing.rebuild_index import Rebuilding
from shared.usecases.restore.finish_restore import admit, replay_step
from tests.builders import ACME, a_caller, a_world
from tests.functions.calls import Api

ANN, BOB = a_caller("ann"), a_caller("bob")
AUDITOR, OPERATOR = a_caller("eva", "auditor", bound=ACME), a_caller("ops", "operator", bound=ACME)
NDJSON = {"content-type": "application/x-ndjson"}


def _list(api: Api, caller: Any = ANN, **query: str) -> list[dict[str, Any]]:
    """All of it, page by page."""
    items: list[dict[str, Any]] = []
    for _ in range(50):
        answer = api("GET", "/v1/operations", None, caller, query=query)
        assert answer.status == 200, answer.text
        items += answer.json["items"]
        if answer.json["next_cursor"] is None:
            return items
        query["cursor"] = answer.json["next_cursor"]
    raise AssertionError("it has no end")


def _kinds(items: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(one["kind"], one["state"]) for one in items]


def _import(api: Api, caller: Any = ANN, *texts: str) -> None:
    lines = [{"content": text, "type": "semantic", "source": "user_stated"} for text in texts or ("I live in Oslo",)]
    raw = "\n".join(json.dumps(line) for line in lines).encode()
    assert api("POST", "/v1/import", None, caller, raw=raw, headers=NDJSON).status == 200


def _completed(api: Api, caller: Any = ANN, session_id: str = "chat-1") -> None:
    api("POST", "/v1/sessions", {"session_id": session_id}, caller)
    said = {"events": [{"role": "user", "content": "I live in Bergen."}, {"role": "user", "content": "thanks"}]}
    assert api("POST", f"/v1/sessions/{session_id}/events", said, caller).status == 201
    assert api("POST", f"/v1/sessions/{session_id}/complete", {}, caller).status == 200


def _delete(api: Api, request_id: str, caller: Any = ANN, **selector: Any) -> None:
    body = {"request_id": request_id, "selector": selector}
    assert api("POST", "/v1/deletions", body, caller).status == 202


def test_what_somebody_began_is_listed_with_its_progress_and_its_place(api: Api) -> None:
    _import(api, ANN, "I live in Oslo", "I sing", "no")
    assert api("GET", "/v1/export", None, ANN).status == 200
    assert api("GET", "/v1/export/sessions", None, ANN).status == 200
    _completed(api)
    _delete(api, "d1", kind="memory", ids=["m1"])
    items = _list(api)
    assert _kinds(items) == [
        ("deletion", "running"), ("extraction", "done"), ("export", "done"), ("export", "done"), ("import", "done"),
    ]  # fmt: skip
    deletion, extraction, _, export, imported = items
    assert {one["actor"] for one in items} == {ANN.principal}
    assert {one["scope"] for one in items} == {ANN.bound.path}
    assert (imported["done"], imported["of"], imported["link"]) == (3, 3, None)
    assert (export["done"], export["of"], export["started_at"]) == (None, None, export["ended_at"])
    assert (extraction["done"], extraction["of"]) == (2, 2)
    assert [one["started_at"] for one in items] == sorted((one["started_at"] for one in items), reverse=True)
    for one, names in ((deletion, "request_id"), (extraction, "session_id")):
        path, _, query = one["link"].partition("?")
        assert api("GET", path, query=query).json[names] in ("d1", "chat-1")
    api.world.drain()
    done = _list(api, kind="deletion")[0]
    assert (done["state"], done["done"], done["of"], done["ended_at"] is None) == ("done", 3, 3, False)
    for one in items:
        shown = api("GET", f"/v1/operations/{one['operation_id']}").json
        assert {**shown, "state": "", "done": 0, "ended_at": ""} == {**one, "state": "", "done": 0, "ended_at": ""}


def test_a_plan_waits_runs_out_and_is_applied(api: Api) -> None:
    api.wrote("Feed the cat", ANN, type="task")
    api.world.clock.advance(timedelta(days=400))
    plan = api("POST", "/v1/hygiene/plans", {}, OPERATOR).json
    (waiting,) = _list(api, OPERATOR)
    assert (waiting["kind"], waiting["state"], waiting["done"], waiting["of"]) == ("plan", "waiting", 0, 1)
    assert (waiting["operation_id"], waiting["actor"]) == (plan["plan_id"], OPERATOR.principal)
    path, _, query = waiting["link"].partition("?")
    assert api("GET", path, None, OPERATOR, query=query).json["plan_id"] == plan["plan_id"]
    assert api("POST", f"/v1/hygiene/plans/{plan['plan_id']}/apply", None, OPERATOR).status == 200
    assert [(one["state"], one["done"]) for one in _list(api, OPERATOR, kind="plan")] == [("done", 1)]
    api.wrote("Feed the dog", ANN, type="task")
    api.world.clock.advance(timedelta(days=400))
    assert api("POST", "/v1/hygiene/plans", {}, OPERATOR).status == 201
    api.world.clock.advance(timedelta(days=2))
    assert _kinds(_list(api, OPERATOR, state="stopped")) == [("plan", "stopped")]


def test_the_list_is_filtered_and_its_pages_hold_each_operation_once(api: Api) -> None:
    for number in range(7):
        _import(api, ANN, f"Number {number} is mine")
        _delete(api, f"d{number}", kind="memory", ids=[f"m{number}"])
    everything = _list(api)
    assert len(everything) == 14
    assert _list(api, limit="3") == everything
    assert _list(api, limit="2", kind="import") == [one for one in everything if one["kind"] == "import"]
    assert _list(api, limit="5", state="running") == [one for one in everything if one["kind"] == "deletion"]
    api("GET", "/v1/operations", query={"kind": "party"}).is_problem(400, "malformed")
    api("GET", "/v1/operations", query={"cursor": "x"}).is_problem(400, "malformed")


def test_an_organisations_operations_are_its_auditors(api: Api) -> None:
    _import(api, ANN)
    _import(api, BOB)
    _delete(api, "d1", BOB, kind="memory", ids=["m1"])
    assert {one["scope"] for one in _list(api, AUDITOR)} == {ANN.bound.path, BOB.bound.path}
    assert len(_list(api, AUDITOR, limit="1")) == 3
    assert _kinds(_list(api, AUDITOR, scope=BOB.bound.path)) == [("deletion", "running"), ("import", "done")]
    (own,) = _list(api, ANN)
    api("GET", "/v1/operations", None, ANN, query={"scope": BOB.bound.path}).is_problem(403, "forbidden_scope")
    api("GET", "/v1/operations", None, ANN, query={"scope": ACME.path}).is_problem(403, "forbidden_role")
    api("GET", f"/v1/operations/{own['operation_id']}", None, BOB).is_problem(404, "not_found")
    assert api("GET", f"/v1/operations/{own['operation_id']}", None, ANN).json == own


@pytest.mark.parametrize("drained", [False, True])
def test_what_a_deletion_hides_is_not_listed(api: Api, drained: bool) -> None:
    _completed(api)
    _completed(api, session_id="chat-2")
    _delete(api, "d1", kind="session", ids=["chat-1"])
    if drained:
        api.world.drain()
    assert [one["link"].count("chat-2") for one in _list(api, kind="extraction")] == [1]
    _import(api)
    api("GET", "/v1/export")
    _delete(api, "d2", kind="subject")
    if drained:
        api.world.drain()
    assert {one["kind"] for one in _list(api)} == {"deletion"}
    assert {one["kind"] for one in _list(api, AUDITOR)} == {"deletion"}


def test_the_record_of_an_import_goes_with_its_subject(api: Api) -> None:
    _import(api)
    _completed(api)
    assert any(record.key.sk.startswith("op#") for record in api.world.records())
    _delete(api, "d1", kind="subject")
    api.world.drain()
    assert not any(record.key.sk.startswith("op#") for record in api.world.records())
    _import(api)
    assert _kinds(_list(api))[0] == ("import", "done")


def test_an_import_that_stopped_says_how_far_it_came(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared.usecases.writing.import_memories.TIME_A_CALL", timedelta(0))
    _import(api)
    assert [(one["state"], one["done"], one["of"]) for one in _list(api)] == [("stopped", 0, 1)]


def test_rebuilds_and_restores_are_listed_to_the_organisation_that_runs_the_deployment(tmp_path: Path) -> None:
    with (
        closing(SqliteSearch(tmp_path / "search.db")) as search,
        closing(SqliteInventory(tmp_path / "search.db")) as inventory,
        a_world(search=search) as world,
    ):
        api, services = Api(world), world.services
        ask = partial(reindex.step, Rebuilding.of(services, InMemoryWalk(world.store), inventory))
        assert Rebuild(ask, lambda text: None, noted=Noted(ask)).run().is_whole
        (rebuilt,) = _list(api, OPERATOR)
        assert (rebuilt["kind"], rebuilt["state"], rebuilt["done"], rebuilt["of"]) == ("rebuild", "done", 3, 3)
        assert (rebuilt["scope"], rebuilt["link"], rebuilt["ended_at"] is None) == ("/global", None, False)
        services.admission.generation = "r1"
        assert replay_step(services).finished
        assert _kinds(_list(api, OPERATOR, kind="restore")) == [("restore", "waiting")]
        assert admit(services) == []
        assert _kinds(_list(api, OPERATOR, kind="restore")) == [("restore", "done")]
        other = a_caller("ops", "operator", org="globex", bound=Scope.org("globex"))
        assert _list(api, other) == []
        one = f"/v1/operations/{rebuilt['operation_id']}"
        api("GET", one, None, other).is_problem(404, "not_found")
        assert api("GET", one, None, OPERATOR).json == rebuilt
