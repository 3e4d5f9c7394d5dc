"""What a deletion promises to the person who asks for it, from the answer to the receipt."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from functions.events import deletion_step, gc
from shared.domain.errors import SearchUnavailable
from shared.domain.memories.lifetimes import ExpiryPolicy, UpkeepPolicy
from shared.domain.writing.decisions import WritePolicy
from shared.records import keys
from shared.records.store.record import Change, Record
from shared.runtime import bootstrap
from shared.usecases.hygiene.scheduled_pass import restart_forgotten
from tests.builders import ANN, World, a_caller, a_world
from tests.functions.calls import Api
from tests.mcp.calls import Mcp

ENGLISH, CHINESE = "Carries an EpiPen for bee stings", "用户默认使用简体中文回答"
TEXTS = pytest.mark.parametrize("text", [ENGLISH, CHINESE])
SUBJECT: dict[str, Any] = {"request_id": "del_20250308_001", "selector": {"kind": "subject"}}
AUDITOR = a_caller("aud", "auditor", bound=ANN)
STORES = {"sessions", "memories", "index"}


def _deletion(api: Api, request_id: str = "del_20250308_001") -> Any:
    return api("GET", f"/v1/deletions/{request_id}").json


@TEXTS
def test_the_acceptance_says_what_it_covers_what_holds_at_once_and_where_to_ask(api: Api, text: str) -> None:
    api.wrote(text)
    accepted = api("POST", "/v1/deletions", SUBJECT)
    assert (accepted.status, accepted.json["status"], accepted.json["level"]) == (202, "accepted", "logical")
    assert set(accepted.json["covers"]) == STORES
    assert accepted.headers["location"] == accepted.json["location"]
    path, _, query = accepted.headers["location"].partition("?")
    assert path == "/v1/deletions/del_20250308_001"
    assert query == "scope=%2Forg%2Facme%2Fuser%2Fann"
    assert api("GET", "/v1/memories").json["items"] == []
    one = api("POST", "/v1/deletions", {"request_id": "r2", "selector": {"kind": "memory", "ids": ["m"]}})
    assert one.headers["location"].startswith("/v1/deletions/r2?")


@TEXTS
def test_the_level_rises_from_logical_over_physical_to_propagated(api: Api, world: World, text: str) -> None:
    api.wrote(text)
    world.index()
    api("POST", "/v1/deletions", SUBJECT)
    request = {"owner": ANN.path, "request_id": "del_20250308_001", "attempt": 0}
    seen = [_deletion(api)["level"]]
    deletion_step.handler({**request, "step": "begin"}, None)
    for store in ("memories", "sessions", "index"):
        deletion_step.handler({**request, "step": "purge", "target": store, "round": 0}, None)
        seen.append(_deletion(api)["level"])
    deletion_step.handler({**request, "step": "verify", "round": 0}, None)
    deletion_step.handler({**request, "step": "finish"}, None)
    seen.append(_deletion(api)["level"])
    assert seen == ["logical", "logical", "physical", "physical", "propagated"]


def test_state_and_receipt_name_the_instant_at_which_each_store_was_done(api: Api, world: World) -> None:
    api.wrote(ENGLISH)
    api("POST", "/v1/deletions", SUBJECT)
    assert {one["completed_at"] for one in _deletion(api)["targets"].values()} == {None}
    world.drain()
    done = _deletion(api)
    instants = {store: one["completed_at"] for store, one in done["targets"].items()}
    assert set(instants) == STORES
    assert all(done["accepted_at"] <= instant <= done["completed_at"] for instant in instants.values())
    assert {line["store"]: line["completed_at"] for line in done["receipt"]["stores"]} == instants


class _Down:
    """An index that cannot be reached."""

    def __getattr__(self, name: str) -> object:
        raise SearchUnavailable("down")


def test_while_a_store_is_down_it_is_retrying_with_attempts_and_the_last_cause(api: Api, world: World) -> None:
    api.wrote(ENGLISH)
    world.index()
    healthy = world.services
    api("POST", "/v1/deletions", SUBJECT)
    request = {"owner": ANN.path, "request_id": "del_20250308_001", "attempt": 0}
    deletion_step.handler({**request, "step": "begin"}, None)
    deletion_step.handler({**request, "step": "purge", "target": "memories", "round": 0}, None)
    bootstrap.install(replace(healthy, search=_Down()))  # type: ignore[arg-type]
    for _ in range(3):
        with pytest.raises(SearchUnavailable):
            deletion_step.handler({**request, "step": "purge", "target": "index", "round": 0}, None)
    bootstrap.install(healthy)
    index = _deletion(api)["targets"]["index"]
    assert (index["status"], index["attempts"], index["cause"]) == ("retrying", 3, "SearchUnavailable")
    assert _deletion(api)["targets"]["memories"]["status"] == "succeeded"
    world.drain()
    index = _deletion(api)["targets"]["index"]
    assert (index["status"], index["cause"]) == ("succeeded", None)


def test_a_verification_that_finds_residue_opens_the_deletion_again_and_rings(
    api: Api, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    api.wrote(ENGLISH)
    world.index()
    api("POST", "/v1/deletions", SUBJECT)
    world.drain()
    first = _deletion(api)["receipt"]
    back = api.wrote("Moved to Bergen, and is back")  # the subject has come back since
    left = Record(keys.version(ANN, "m", 1), {"updated_at": "2026-03-01T12:00:00+00:00", "content": ENGLISH})
    world.store.commit(Change(puts=(left,)))
    capsys.readouterr()
    found = api("POST", "/v1/deletions/del_20250308_001/verify").json
    assert (found["status"], found["reopened"]) == ("accepted", 1)
    assert found["targets"]["memories"]["residue"] == 1
    assert '"DeletionReopened":[1' in capsys.readouterr().out.replace(" ", "")
    shown = api("GET", "/v1/memories").json
    assert (shown["subject"], [one["memory_id"] for one in shown["items"]]) == ("active", [back["memory_id"]])
    world.drain()
    done = _deletion(api)
    assert (done["status"], done["level"], done["receipt"]["number"]) == ("completed", "propagated", 2)
    assert done["receipt"]["previous"] == first["hash"]
    assert world.store.get([left.key]) == [None]
    assert api("POST", "/v1/deletions/del_20250308_001/verify").json["status"] == "completed"
    assert [one["memory_id"] for one in api("GET", "/v1/memories").json["items"]] == [back["memory_id"]]
    auditor = a_caller("aud", "auditor", bound=ANN)
    audited = api("GET", "/v1/audit", caller=auditor, query={"order": "asc"}).json["items"]
    of_deletion = [one["action"] for one in audited if one["subject"].startswith("deletion:")]
    assert of_deletion == ["deletion_requested", "deletion_completed", "deletion_reopened", "deletion_completed"]
    assert api("GET", "/v1/audit/verify", caller=auditor).json["valid"] is True


@TEXTS
def test_a_legal_hold_hides_and_keeps_the_data_until_it_is_released(api: Api, world: World, text: str) -> None:
    memory = api.wrote(text)
    world.index()
    hold = {"hold_id": "matter-7", "scope": ANN.path, "reference": "2026-118"}
    api("POST", "/v1/holds", hold).is_problem(403, "forbidden_role")
    placed = api("POST", "/v1/holds", hold, caller=AUDITOR)
    assert (placed.status, placed.json["reference"], placed.json["not_held"]) == (200, "2026-118", [])
    accepted = api("POST", "/v1/deletions", SUBJECT).json
    assert (accepted["status"], accepted["level"]) == ("held", "hidden")
    world.drain()
    assert restart_forgotten(world.services).started == 0
    held = _deletion(api)
    assert (held["status"], held["level"], held["receipt"]) == ("held", "hidden", None)
    assert [(one["hold_id"], one["released_at"]) for one in held["holds"]] == [("matter-7", None)]
    kept = world.records(pk=ANN.path, prefix="cur#")
    assert [record.attributes["memory_id"] for record in kept] == [memory["memory_id"]]
    shown = api("GET", "/v1/memories").json
    assert (shown["items"], shown["subject"]) == ([], "deleting")
    api("GET", f"/v1/memories/{memory['memory_id']}").is_problem(404, "not_found")
    assert api("POST", "/v1/recall", {"query": text, "min_relevance": 0}).json["memories"] == []

    released = api("DELETE", "/v1/holds/matter-7", caller=AUDITOR, query={"scope": ANN.path}).json
    assert released["resumed"] == ["del_20250308_001"]
    world.drain()
    done = _deletion(api)
    assert (done["status"], done["level"]) == ("completed", "propagated")
    assert [line["hold_id"] for line in done["receipt"]["holds"]] == ["matter-7"]
    assert done["receipt"]["holds"][0]["released_at"] == released["released_at"]
    assert world.records(pk=ANN.path, prefix="cur#") == []
    audited = api("GET", "/v1/audit", caller=AUDITOR, query={"order": "asc"}).json["items"]
    assert [one["action"] for one in audited if one["subject"].startswith("hold:")] == ["hold_placed", "hold_released"]
    assert api("GET", "/v1/audit/verify", caller=AUDITOR).json["valid"] is True


def test_maintenance_removes_nothing_that_a_legal_hold_keeps(api: Api, world: World) -> None:
    api.wrote("Call the supplier back", type="task")
    api("POST", "/v1/holds", {"hold_id": "h", "scope": ANN.path, "reference": "2026-118"}, caller=AUDITOR)
    world.clock.advance(timedelta(days=400))
    gc.handler({}, None)
    assert len(world.records(pk=ANN.path, prefix="cur#")) == 1
    api("DELETE", "/v1/holds/h", caller=AUDITOR)
    world.clock.advance(timedelta(days=1))
    gc.handler({}, None)
    assert world.records(pk=ANN.path, prefix="cur#") == []


def test_under_a_legal_hold_the_store_removes_nothing_by_its_own_time_to_live(api: Api, world: World) -> None:
    api.wrote("Call the supplier back", type="task")
    api("POST", "/v1/holds", {"hold_id": "h", "scope": ANN.path, "reference": "2026-118"}, caller=AUDITOR)
    api("POST", "/v1/deletions", SUBJECT)
    world.drain()
    kept = {one.key.sk for one in world.records(pk=ANN.path) if "Call the supplier" in repr(one)}
    assert kept
    for _ in range(200):
        world.clock.advance(timedelta(days=1))
        gc.handler({}, None)
        now = world.clock.now()
        there = [one for one in world.records(pk=ANN.path) if one.expires_at is None or one.expires_at > now]
        assert kept <= {one.key.sk for one in there}
    api("DELETE", "/v1/holds/h", caller=AUDITOR)
    world.drain()
    assert _deletion(api)["status"] == "completed"
    assert world.holds("Call the supplier back") == []


def test_under_a_legal_hold_ended_versions_outlive_their_own_expiry(api: Api, world: World) -> None:
    for place in ("Berlin", "Oslo"):
        api.wrote(f"Home is {place}", key="home", hard_ttl_days=40)
    api("POST", "/v1/holds", {"hold_id": "h", "scope": ANN.path, "reference": "2026-118"}, caller=AUDITOR)
    for _ in range(140):
        world.clock.advance(timedelta(days=1))
        gc.handler({}, None)
        now = world.clock.now()
        versions = world.records(pk=ANN.path, prefix="ver#")
        assert [one.attributes["content"] for one in versions] == ["Home is Berlin"]
        assert all(one.expires_at is None or one.expires_at > now for one in versions)
    api("DELETE", "/v1/holds/h", caller=AUDITOR)
    world.clock.advance(timedelta(days=1))
    gc.handler({}, None)
    assert world.holds("Home is Berlin") == world.holds("Home is Oslo") == []


def test_a_legal_hold_keeps_what_a_pass_has_no_room_to_remove() -> None:
    with a_world(write_policy=WritePolicy(expiry=ExpiryPolicy(upkeep=UpkeepPolicy(most_removed=0)))) as world:
        api = Api(world)
        api.wrote("Badge 4711 opens the archive", hard_ttl_days=1)
        api("POST", "/v1/holds", {"hold_id": "h", "scope": ANN.path, "reference": "2026-118"}, caller=AUDITOR)
        for _ in range(40):
            world.clock.advance(timedelta(days=1))
            gc.handler({}, None)
            (kept,) = world.records(pk=ANN.path, prefix="cur#")
            assert kept.expires_at is not None
            assert kept.expires_at > world.clock.now()


def test_a_deletion_that_was_accepted_before_a_hold_goes_on_and_is_named(api: Api, world: World) -> None:
    api.wrote(ENGLISH)
    api("POST", "/v1/deletions", SUBJECT)
    placed = api(
        "POST", "/v1/holds", {"hold_id": "h", "scope": ANN.path, "reference": "2026-118"}, caller=AUDITOR
    ).json  # fmt: skip
    assert placed["not_held"] == ["del_20250308_001"]
    world.drain()
    assert _deletion(api)["status"] == "completed"
    assert [one["hold_id"] for one in api("GET", "/v1/holds", caller=AUDITOR).json["items"]] == ["h"]


def test_with_two_holds_the_last_release_lets_the_deletion_go_on(api: Api, world: World) -> None:
    api.wrote(ENGLISH)
    for hold in ("h1", "h2"):
        api("POST", "/v1/holds", {"hold_id": hold, "scope": ANN.path, "reference": hold}, caller=AUDITOR)
    api("POST", "/v1/deletions", SUBJECT)
    assert api("DELETE", "/v1/holds/h1", caller=AUDITOR).json["resumed"] == []
    world.drain()
    assert _deletion(api)["status"] == "held"
    api("DELETE", "/v1/holds/h2", caller=AUDITOR)
    world.drain()
    assert _deletion(api)["status"] == "completed"


def test_exports_made_before_are_listed_with_their_dates_so_that_a_person_can_be_told(api: Api, world: World) -> None:
    lead = a_caller("lead", "supervisor", bound=ANN.org_scope)
    api.wrote(ENGLISH)
    api("GET", "/v1/export")
    api("GET", "/v1/export", caller=lead)
    api("GET", "/v1/export", caller=a_caller("bob"))
    api("POST", "/v1/deletions", SUBJECT)
    world.drain()
    done = _deletion(api)
    listed = [(one["by"], one["scope"]) for one in done["exports"]]
    assert listed == [(lead.principal, "/org/acme"), (a_caller().principal, ANN.path)]
    assert all(
        datetime.fromisoformat(one["at"]) <= datetime.fromisoformat(done["accepted_at"]) for one in done["exports"]
    )
    assert done["receipt"]["exports"] == done["exports"]
    elsewhere = {one["what"]: one["until"] for one in done["elsewhere"]}
    assert set(elsewhere) == {"queues", "caches", "backups", "exports"}
    assert elsewhere["caches"] < elsewhere["queues"] < elsewhere["backups"]
    assert elsewhere["backups"] == done["receipt"]["backups_until"]


@TEXTS
def test_a_reader_can_tell_a_subject_under_deletion_from_one_with_nothing(api: Api, world: World, text: str) -> None:
    asked = {"query": text, "min_relevance": 0}
    goal = {"goal": text}
    assert [api("POST", p, b).json["subject"] for p, b in (("/v1/recall", asked), ("/v1/context", goal))] == [
        "active"
    ] * 2
    assert api("GET", "/v1/memories").json["subject"] == "active"
    memory = api.wrote(text)
    world.index()
    api("POST", "/v1/deletions", SUBJECT)
    assert [api("POST", p, b).json["subject"] for p, b in (("/v1/recall", asked), ("/v1/context", goal))] == [
        "deleting"
    ] * 2
    assert api("GET", "/v1/memories").json["subject"] == "deleting"
    problem = api("GET", f"/v1/memories/{memory['memory_id']}").is_problem(404, "not_found")
    assert "deletion" in problem["detail"]
    used = Mcp(world).use("recall", query=text)
    assert used.data["subject"] == "deleting"
    assert "being deleted" in used.text
    world.drain()
    assert api("POST", "/v1/recall", asked).json["subject"] == "active"


def test_a_model_is_told_what_forget_covers_and_how_far_it_is(api: Api, world: World) -> None:
    memory = api.wrote(ENGLISH)
    mcp = Mcp(world)
    forgotten = mcp.use("forget", memory_ids=[memory["memory_id"]])
    (deletion,) = forgotten.data["deletions"]
    assert deletion["level"] == "logical"
    assert all(store in forgotten.text for store in STORES)
    world.drain()
    status = mcp.use("deletion_status", request_id=deletion["request_id"])
    assert status.data["level"] == "propagated"
    assert status.data["targets"]["index"]["completed_at"]
