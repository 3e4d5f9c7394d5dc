"""One memory's life in the deployed form: written, streamed, indexed, found, replaced, deleted, accounted for.

The tables, the roles, the environment of each function, the state machine and the stream's settings are those of the
synthesised template; the handlers are the real ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import boto3
import pytest

from agent_memory.receipts.public_keys import keys_in
from agent_memory.receipts.verify import verify_receipt
from infra.operations.lambda_client import Lambda
from infra.operations.rebuild_index import Noted, Rebuild, asking
from shared.adapters.workflow.stepfunctions import StepFunctionsDeletionWorkflow
from shared.domain.errors import SearchUnavailable, Unavailable
from shared.records.memories.latest_writes import KEPT as LATEST_KEPT
from shared.records.store.record import Table
from tests.deploy.adapter import REGION
from tests.deploy.system import System, User, system
from tests.infra.template import listed
from tests.mcp.calls import NEWEST, message


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    folder: Path = tmp_path_factory.mktemp("search")
    with system(folder) as made:
        yield made


@pytest.fixture(autouse=True)
def nothing_was_denied(running: System) -> Iterator[None]:
    """A handler hides a missing permission behind a 503, so each test ends by looking."""
    running.permissions.denied.clear()
    yield
    assert not running.permissions.denied


def remember(user: User, content: str, **more: Any) -> Any:
    answer = user("POST", "/v1/memories", {"content": content, "type": "preference", "source": "user_stated", **more})
    assert answer.status in (200, 201), answer.body
    return answer.body


def recalled(user: User, query: str) -> list[str]:
    answer = user("POST", "/v1/recall", {"query": query, "min_relevance": 0})
    assert answer.status == 200, answer.body
    assert answer.body["degraded"] is False
    return [hit["memory"]["content"] for hit in answer.body["memories"]]


def test_a_memory_is_found_by_its_owner_and_by_no_other_user(running: System) -> None:
    ann, ben = running.user("ann"), running.user("ben")
    remember(ann, "Ann drinks her coffee black", key="coffee")
    assert running.settle() == 1
    assert recalled(ann, "black coffee") == ["Ann drinks her coffee black"]
    assert recalled(ben, "black coffee") == []


def test_only_changes_of_current_memories_reach_the_index(running: System) -> None:
    before = running.poller.filtered
    remember(running.user("cleo"), "Cleo walks to work", key="way")
    assert running.settle() == 1
    # The vector, the pointers and the barrier's neighbours passed by the filter of the mapping.
    assert running.poller.filtered > before


def test_a_changed_mind_replaces_the_memory_that_was_found(running: System) -> None:
    dora = running.user("dora")
    remember(dora, "Dora prefers tea in the morning", key="drink")
    running.settle()
    assert remember(dora, "Dora prefers cocoa in the morning", key="drink")["outcome"] == "updated"
    running.settle()
    assert recalled(dora, "what in the morning") == ["Dora prefers cocoa in the morning"]


def test_a_stale_stream_record_brings_nothing_back(running: System) -> None:
    emil = running.user("emil")
    remember(emil, "Emil plays the oboe", key="music")
    remember(emil, "Emil plays the bassoon", key="music")
    assert running.settle() == 3  # both versions: what ended is a record and a document of its own
    assert recalled(emil, "plays") == ["Emil plays the bassoon"]


def test_a_subject_is_deleted_from_every_store_and_a_receipt_says_so(running: System) -> None:
    finn = running.user("finn")
    remember(finn, "Finn keeps bees behind the house", key="bees")
    remember(finn, "Finn sells honey on Saturdays", key="honey")
    running.settle()
    asked = finn("POST", "/v1/deletions", {"request_id": "forget-finn", "selector": {"kind": "subject"}})
    assert (asked.status, asked.body["status"]) == (202, "accepted")
    assert running.execution("forget-finn").succeeded
    done = finn("GET", "/v1/deletions/forget-finn").body
    assert done["status"] == "completed"
    assert {target["status"] for target in done["targets"].values()} == {"succeeded"}
    assert {target["residue"] for target in done["targets"].values()} == {0}
    assert done["receipt"]["signing"] == "signed"
    signed = finn("GET", "/v1/deletions/forget-finn/receipt").body
    checked = verify_receipt(
        json.dumps(signed).encode(), keys_in(json.dumps(finn("GET", "/v1/receipts/keys").body).encode())
    )
    assert checked.stated["subject"] == "/org/acme/user/finn"
    assert checked.issuer == "urn:agent-memory:123456789012:us-east-1:dev"
    olga = running.user("olga", roles=["auditor"], memory_scope="/org/acme")
    found = olga("GET", "/v1/audit/verify").body
    assert (found["valid"], found["receipt_log"]["state"]) == (True, "intact")
    assert found["receipt_log"]["witnessed"] == found["receipt_log"]["size"] > checked.index
    running.settle()
    assert recalled(finn, "bees") == []
    stored = running.everything_stored()
    assert "bees" not in stored
    assert "honey" not in stored


def test_evidence_from_before_a_deletion_is_refused_for_good(running: System) -> None:
    gil = running.user("gil")
    remember(gil, "Gil is afraid of heights", key="fear")
    gil("POST", "/v1/deletions", {"request_id": "forget-gil", "selector": {"kind": "subject"}})
    assert running.execution("forget-gil").succeeded
    late = gil(
        "POST",
        "/v1/memories",
        {
            "content": "Gil is afraid of heights",
            "type": "preference",
            "source": "user_stated",
            "observed_at": "2020-01-01T00:00:00Z",
        },
    )
    assert (late.status, late.body["code"]) == (409, "deleted_before")
    assert remember(gil, "Gil climbs now", key="fear")["outcome"] == "created"


def test_one_memory_is_deleted_and_its_neighbour_stays(running: System) -> None:
    hana = running.user("hana")
    removed = remember(hana, "Hana's old flat had a red door", key="door")["memory"]["memory_id"]
    remember(hana, "Hana likes red", key="colour")
    running.settle()
    asked = hana("DELETE", f"/v1/memories/{removed}")
    assert asked.status == 202
    assert hana("GET", f"/v1/memories/{removed}").status == 404
    assert running.execution(asked.body["request_id"]).succeeded
    running.settle()
    assert recalled(hana, "red") == ["Hana likes red"]
    assert "red door" not in running.everything_stored()


def test_a_deletion_waits_until_an_outage_of_the_index_ends(running: System) -> None:
    ivo = running.user("ivo")
    remember(ivo, "Ivo rents a boat", key="boat")
    running.settle()
    outage = 3
    original = running.search.apply

    def failing(actions: Any) -> Any:
        nonlocal outage
        running.search.down = outage > 0
        outage -= 1
        try:
            return original(actions)
        finally:
            running.search.down = False

    running.search.apply = failing  # type: ignore[method-assign]
    running.pauses.clear()
    try:
        ivo("POST", "/v1/deletions", {"request_id": "forget-ivo", "selector": {"kind": "subject"}})
        assert running.execution("forget-ivo").succeeded
    finally:
        del running.search.apply
    assert len([pause for pause in running.pauses if pause != 5]) == 3  # 5: the wait before verifying
    assert ivo("GET", "/v1/deletions/forget-ivo").body["status"] == "completed"


def test_an_impossible_deletion_fails_visibly_and_can_be_tried_again(running: System) -> None:
    jana = running.user("jana")
    remember(jana, "Jana collects stamps", key="stamps")
    running.settle()
    running.search.down = True
    running.pauses.clear()
    try:
        jana("POST", "/v1/deletions", {"request_id": "forget-jana", "selector": {"kind": "subject"}})
        run = running.execution("forget-jana")
    finally:
        running.search.down = False
    assert (run.status, run.error) == ("FAILED", "DeletionNeedsAttention")
    assert "TargetNotPurged" in run.why
    assert len(running.pauses) == 8
    assert sum(running.pauses) < 600
    stuck = jana("GET", "/v1/deletions/forget-jana").body
    assert (stuck["status"], stuck["targets"]["index"]["status"]) == ("needs_attention", "failed")
    assert "receipt" not in stuck or stuck["receipt"] is None
    assert jana("GET", "/v1/memories").body["items"] == []
    again = jana("POST", "/v1/deletions", {"request_id": "forget-jana", "selector": {"kind": "subject"}})
    assert again.status == 202
    assert running.execution("forget-jana", attempt=1).succeeded
    assert jana("GET", "/v1/deletions/forget-jana").body["status"] == "completed"


def test_changes_enter_the_feed_of_their_owner_and_go_with_a_deletion(running: System) -> None:
    ida = running.user("ida")
    memory_id = remember(ida, "Ida repairs clocks", key="trade")["memory"]["memory_id"]
    assert running.feed() > 0
    first = ida("GET", "/v1/changes").body
    assert [(one["kind"], one["memory_id"]) for one in first["items"]] == [("memory.written", memory_id)]
    assert running.feed() == 0
    ida("POST", "/v1/deletions", {"request_id": "forget-trade", "selector": {"kind": "memory", "ids": [memory_id]}})
    assert running.execution("forget-trade").succeeded
    running.feed()
    rest = ida("GET", f"/v1/changes?after={first['next']}").body["items"]
    assert [one["kind"] for one in rest] == ["deletion.accepted", "memory.deleted", "deletion.completed"]
    assert [one["kind"] for one in ida("GET", "/v1/changes").body["items"]] == [one["kind"] for one in rest]


def test_a_record_that_cannot_be_indexed_becomes_a_dead_letter_and_the_rest_goes_on(running: System) -> None:
    kai = running.user("kai")
    poison = remember(kai, "Kai has a cursed memory", key="curse")["memory"]["memory_id"]
    remember(kai, "Kai fixes bicycles", key="bicycles")
    running.search.poisoned.add(poison)
    try:
        running.settle()
    finally:
        running.search.poisoned.clear()
    (letter,) = running.dead_letters()
    assert letter["refused"]["sk"].endswith(f"#{poison}")
    running.clock.advance(
        LATEST_KEPT.total_seconds() + 1
    )  # until then what was just written is found without the index
    assert recalled(kai, "bicycles") == ["Kai fixes bicycles"]


def test_an_outage_of_search_costs_no_dead_letter_and_few_calls(running: System) -> None:
    lea = running.user("lea")
    remember(lea, "Lea paints boats", key="hobby")
    original, began = running.search.apply, sum(running.pauses)
    running.invoker.calls.clear()

    def failing(actions: Any) -> Any:
        if sum(running.pauses) - began < 300:
            raise SearchUnavailable("five minutes without it")
        return original(actions)

    running.search.apply = failing  # type: ignore[method-assign]
    try:
        running.settle()
    finally:
        del running.search.apply
    assert running.dead_letters() == []
    calls = [name for name, _ in running.invoker.calls if name == "index"]
    assert 10 < len(calls) < 40
    running.clock.advance(LATEST_KEPT.total_seconds() + 1)
    assert recalled(lea, "boats") == ["Lea paints boats"]


def test_the_schedules_own_input_runs_a_pass(running: System) -> None:
    report = running.run_schedule()
    assert report["leased"] is False


def test_the_gateway_refuses_a_caller_without_a_token(running: System) -> None:
    stranger = User(running.user("x")._gateway, "nonsense")
    calls = len(running.invoker.calls)
    assert stranger("POST", "/v1/recall", {"query": "coffee"}).status == 401
    assert len(running.invoker.calls) == calls
    assert stranger("GET", "/v1/health").status == 200
    assert stranger("GET", "/v2/everything").status == 404


def test_sessions_are_stored_and_deleted_with_their_subject(running: System) -> None:
    lea = running.user("lea")
    made = lea("POST", "/v1/sessions", {"session_id": "monday"}, **{"idempotency-key": "one"})
    assert made.status == 201, made.body
    said = {"role": "user", "content": "My locker code hangs on the fridge"}
    assert lea("POST", "/v1/sessions/monday/events", {"events": [said]}).status == 201
    (event,) = lea("GET", "/v1/sessions/monday/events").body["items"]
    assert event["content"] == said["content"]
    assert [s["session_id"] for s in lea("GET", "/v1/sessions").body["items"]] == ["monday"]
    lea("POST", "/v1/deletions", {"request_id": "forget-lea", "selector": {"kind": "subject"}})
    assert running.execution("forget-lea").succeeded
    assert "fridge" not in running.everything_stored()
    assert lea("GET", "/v1/sessions/monday").status == 404


def test_a_session_is_summed_up_and_its_marked_events_outlive_it(running: System) -> None:
    uma = running.user("uma")
    uma("POST", "/v1/sessions", {"session_id": "move"})
    events = [
        {"event_id": "e1", "role": "user", "content": "The van is booked for 14 May"},
        {"event_id": "e2", "role": "user", "content": "Do not touch the piano"},
        {"role": "user", "content": "Please always write to me in French", "kind": "feedback"},
        {"role": "user", "content": "I am allergic to peanuts. Is there a lift?"},
    ]
    assert uma("POST", "/v1/sessions/move/events", {"events": events}).status == 201
    assert uma("PUT", "/v1/sessions/move/state", {"state": "PACKING"}).status == 201
    assert uma("POST", "/v1/sessions/move/search", {"query": "piano"}).body["items"][0]["event"]["event_id"] == "e2"
    assert uma("POST", "/v1/sessions/move/summary", {}).status == 201
    again = {"events": [{"event_id": "e3", "role": "user", "content": "The van comes on 15 May", "corrects": ["e1"]}]}
    assert uma("POST", "/v1/sessions/move/events", again).status == 201
    assert uma("GET", "/v1/sessions/move/summary").body["code"] == "summary_affected"
    done = uma("POST", "/v1/sessions/move/complete", {"lesson": "A move of a piano needs a permit from the city"})
    assert done.status == 200, done.body
    assert len(done.body["promoted"]) == 5
    running.settle()
    summary = uma("GET", "/v1/sessions/move/summary")
    assert summary.status == 200, summary.body
    assert "15 May" in str(summary.body)
    assert "14 May" not in str(summary.body)
    assert any("I am allergic to peanuts" in said for said in recalled(uma, "peanuts"))
    asked = {"request_id": "no-piano", "selector": {"kind": "event", "ids": ["e2"], "session_id": "move"}}
    assert uma("POST", "/v1/deletions", asked).status == 202
    assert running.execution("no-piano").succeeded
    summary = uma("GET", "/v1/sessions/move/summary")
    assert (summary.status, summary.body["version"]) == (200, 3)
    assert "Do not touch the piano" not in running.everything_stored()
    uma("POST", "/v1/deletions", {"request_id": "forget-uma", "selector": {"kind": "subject"}})
    assert running.execution("forget-uma").succeeded
    assert "French" not in running.everything_stored()


def test_a_context_shows_memories_and_the_sessions_statements(running: System) -> None:
    tess = running.user("tess")
    remember(tess, "Tess likes her tea strong")
    running.settle()
    tess("POST", "/v1/sessions", {"session_id": "teatime"})
    tess("POST", "/v1/sessions/teatime/events", {"events": [{"role": "user", "content": "Put the kettle on"}]})
    answer = tess("POST", "/v1/context", {"goal": "make tea", "min_relevance": 0, "session_id": "teatime"})
    assert answer.status == 200, answer.body
    assert {item["content"] for item in answer.body["items"]} == {"Put the kettle on", "Tess likes her tea strong"}


def test_a_deletion_can_be_verified_again_at_any_time(running: System) -> None:
    max_ = running.user("max")
    remember(max_, "Max owns a kayak", key="kayak")
    running.settle()
    max_("POST", "/v1/deletions", {"request_id": "forget-max", "selector": {"kind": "subject"}})
    assert running.execution("forget-max").succeeded
    again = max_("POST", "/v1/deletions/forget-max/verify")
    assert again.status == 200, again.body
    assert {target["residue"] for target in again.body["targets"].values()} == {0}
    assert [d["request_id"] for d in max_("GET", "/v1/deletions").body["items"]] == ["forget-max"]


def test_a_correction_and_its_history_are_kept(running: System) -> None:
    nora = running.user("nora")
    id = remember(nora, "Nora lives in Linz", key="home")["memory"]["memory_id"]
    body = {"content": "Nora lives in Graz"}
    fixed = nora("PATCH", f"/v1/memories/{id}", body, **{"idempotency-key": "two"})
    assert fixed.status == 200, fixed.body
    assert nora("PATCH", f"/v1/memories/{id}", body, **{"idempotency-key": "two"}).headers["idempotency-replayed"]
    assert nora("GET", f"/v1/memories/{id}").body["content"] == "Nora lives in Graz"
    assert len(nora("GET", f"/v1/memories/{id}/history").body["items"]) == 2
    batch = [{"content": f"Nora visited place {n}", "type": "episodic", "source": "user_stated"} for n in range(3)]
    results = nora("POST", "/v1/memories/batch", {"items": batch}).body["results"]
    assert {result["status"] for result in results} == {201}


def test_a_reviewer_decides_about_unverified_memories(running: System) -> None:
    sven = running.user("sven", roles=["reviewer"])
    pages = ("Sven's shop opens at nine", "Sven's shop has a blue door", "Sven sells seven kinds of nails")
    for page in pages:
        found = remember(sven, page, source="external_unverified", type="semantic")
        assert found["outcome"] == "candidate"
    running.settle()
    assert recalled(sven, "Sven's shop") == []
    open_ = sven("GET", "/v1/reviews?kind=candidate&status=open").body["items"]
    by_content = {review["members"][0]["content"]: review["review_id"] for review in open_}
    assert set(by_content) == set(pages)
    kept, refused, corrected = (by_content[page] for page in pages)
    assert sven("POST", f"/v1/reviews/{kept}/claim").status == 200
    accepted = sven("POST", f"/v1/reviews/{kept}/resolve", {"decision": "accept"}, **{"idempotency-key": "three"})
    assert accepted.status == 200, accepted.body
    rejected = sven("POST", f"/v1/reviews/{refused}/resolve", {"decision": "reject"})
    assert rejected.status == 200, rejected.body
    edit = {"decision": "edit", "content": "Sven sells nine kinds of nails"}
    assert sven("POST", f"/v1/reviews/{corrected}/resolve", edit).status == 200
    running.settle()
    assert set(recalled(sven, "Sven's shop")) == {pages[0], edit["content"]}


def test_a_sealed_text_is_nowhere_stored_in_the_clear(running: System) -> None:
    tara = running.user("tara", roles=["sensitive-writer"])
    secret = "My card is 4242 4242 4242 4242"
    body = {"content": secret, "type": "preference", "source": "user_stated"}
    refused = running.user("tara")("POST", "/v1/memories", body)
    assert (refused.status, refused.body["code"]) == (422, "sensitive")
    sealed = tara("POST", "/v1/memories", {**body, "allow_sensitive": True})
    assert sealed.status == 201, sealed.body
    id = sealed.body["memory"]["memory_id"]
    running.settle()
    assert tara("GET", f"/v1/memories/{id}").body["content"] == secret
    assert running.user("tara")("GET", f"/v1/memories/{id}").body["content"] != secret
    assert "4242 4242" not in running.everything_stored()


def test_expired_memories_are_planned_and_removed_on_demand(running: System) -> None:
    olga = running.user("olga", roles=["operator"])
    remember(olga, "Olga wants the window seat", key="seat")
    running.settle()
    running.clock.advance(400 * 86_400)
    olga = running.user("olga", roles=["operator"])
    plan = olga("POST", "/v1/hygiene/plans", {})
    assert plan.status == 201, plan.body
    assert len(plan.body["items"]) == 1
    assert olga("POST", f"/v1/hygiene/plans/{plan.body['plan_id']}/apply").status == 200
    assert "window seat" not in running.everything_stored()
    running.settle()


def test_a_fact_that_is_never_read_is_put_before_a_person(running: System) -> None:
    quinn = running.user("quinn")
    remember(quinn, "Quinn's locker is number nine", type="semantic")
    running.settle()
    assert recalled(quinn, "Quinn's locker") == ["Quinn's locker is number nine"]
    running.settle()
    assert "acc#" in running.everything_stored()
    running.clock.advance(400 * 86_400)
    quinn = running.user("quinn", roles=["operator", "reviewer"])
    plan = quinn("POST", "/v1/hygiene/plans", {})
    assert plan.body["counts"] == {"unread": 1}, plan.body
    page = quinn("GET", f"/v1/hygiene/plans/{plan.body['plan_id']}")
    assert page.body["items"] == plan.body["items"]
    assert quinn("POST", f"/v1/hygiene/plans/{plan.body['plan_id']}/apply").body["applied"] == {"unread": 1}
    assert len(quinn("GET", "/v1/reviews?kind=stale").body["items"]) == 1
    running.settle()


def test_the_daily_pass_removes_expired_memories_from_every_store(running: System) -> None:
    paul = running.user("paul")
    remember(paul, "Paul sits at the aisle", key="seat")
    running.settle()
    running.clock.advance(400 * 86_400)
    running.run_schedule()
    assert "aisle" not in running.everything_stored()
    running.settle()
    assert running.search.index.ids_within("acme", "/org/acme/user/paul", limit=10) == []
    running.feed()
    paul = running.user("paul")  # the token from before has expired too
    assert [one["kind"] for one in paul("GET", "/v1/changes").body["items"]] == ["memory.expired"]


def test_a_deletion_that_was_accepted_and_never_started_is_started_by_the_daily_pass(
    running: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    rosa = running.user("rosa")
    remember(rosa, "Rosa hides her key under a stone", key="key")
    with monkeypatch.context() as outage:
        outage.setattr(StepFunctionsDeletionWorkflow, "start", _unavailable)
        asked = rosa("POST", "/v1/deletions", {"request_id": "forget-rosa", "selector": {"kind": "subject"}})
    assert asked.status == 202
    assert rosa("GET", "/v1/memories").body["items"] == []
    running.clock.advance(600)
    assert running.run_schedule()["restarted_deletions"] == 1
    assert running.execution("forget-rosa", attempt=1).succeeded
    assert "under a stone" not in running.everything_stored()


def _unavailable(*_: object) -> None:
    raise Unavailable("the test took it down")


def test_turns_that_leave_the_window_of_a_long_session_are_remembered_while_it_runs(running: System) -> None:
    zoe = running.user("zoe")
    zoe("POST", "/v1/sessions", {"session_id": "shelves"})
    for start in (0, 70):
        events = [
            {"role": "user", "content": f"Shelf {n} holds the honey of hive {n}"} for n in range(start, start + 70)
        ]
        assert zoe("POST", "/v1/sessions/shelves/events", {"events": events}).status == 201
    running.settle()
    assert "Shelf 7 holds the honey of hive 7" in recalled(zoe, "hive 7 honey")


def test_what_a_text_means_is_listed_before_it_is_deleted(running: System) -> None:
    ora = running.user("ora")
    remember(ora, "Ora's number is +43 660 1234567", key="number")
    assert ora("POST", "/v1/sessions", {"session_id": "calls"}).status == 201
    events = [{"role": "user", "content": "ring me at 0660 1234567"}]
    assert ora("POST", "/v1/sessions/calls/events", {"events": events}).status == 201
    running.settle()
    found, cursor = [], None
    while True:
        body = {"text": "06601234567"} | ({"cursor": cursor} if cursor else {})
        page = ora("POST", "/v1/deletions/preview", body)
        assert page.status == 200
        found += [item["layer"] for item in page.body["items"] if item["reason"] == "mentions"]
        cursor = page.body["next_cursor"]
        if cursor is None:
            break
    assert sorted(found) == ["event", "memory"]


def test_a_lost_index_is_rebuilt_by_the_command_through_the_functions_own_rights(running: System) -> None:
    uma, vic = running.user("uma"), running.user("vic", org="umbrella")
    remember(uma, "Uma paints lighthouses", key="art")
    remember(vic, "Vic paints fences", key="art")
    remember(running.user("wes"), "Wes paints nothing", key="art")
    running.settle()
    running.user("wes")("POST", "/v1/deletions", {"request_id": "forget-wes", "selector": {"kind": "subject"}})
    assert running.execution("forget-wes").succeeded
    running.search.inventory._inner.empty()
    running.clock.advance(LATEST_KEPT.total_seconds() + 1)
    assert recalled(uma, "lighthouses") == []
    function = running.deployed.functions["reindex"]
    reported: list[str] = []
    client = boto3.client("lambda", region_name=REGION)
    ask = asking(cast("Lambda", client), function.arn)
    outcome = Rebuild(ask, reported.append, noted=Noted(ask)).run(empty=True)
    assert outcome.is_whole
    assert outcome.counts["sent"] == sum(memories for memories, _ in outcome.orgs.values()) >= 2
    assert outcome.orgs["umbrella"] == [1, 1]
    assert recalled(uma, "lighthouses")[0] == "Uma paints lighthouses"
    assert recalled(vic, "fences") == ["Vic paints fences"]
    assert recalled(running.user("wes"), "paints") == []
    assert Rebuild(ask, reported.append).run(segments=2).is_whole
    actions = {action for name, action, _ in running.permissions.used if name == "reindex"}
    assert {"dynamodb:Scan", "dynamodb:BatchGetItem", "dynamodb:PutItem"} <= actions
    assert [denied for denied in running.permissions.denied if denied[0] == "reindex"] == []
    assert "bedrock:InvokeModel" not in actions


def test_an_agent_remembers_recalls_and_forgets_by_the_protocol_with_the_rights_of_its_function(
    running: System,
) -> None:
    yara = running.user("yara")

    def use(tool: str, **arguments: Any) -> Any:
        body, headers = message(NEWEST, "tools/call", {"name": tool, "arguments": arguments})
        answer = yara("POST", "/mcp", body, host="127.0.0.1", **headers)
        assert answer.status == 200, answer.body
        assert not answer.body["result"].get("isError"), answer.body
        return answer.body["result"]["structuredContent"]

    said = {"type": "preference", "source": "user_stated", "key": "boat"}
    made = use("remember", content="Yara rows a green boat", **said)
    assert made["outcome"] == "created"
    id = made["memory"]["memory_id"]
    running.settle()
    assert [one["content"] for one in use("recall", query="the green boat")["memories"]] == ["Yara rows a green boat"]
    assert use("correct", memory_id=id, content="Yara rows a yellow boat")["outcome"] == "updated"
    assert len(use("history", memory_id=id)["versions"]) == 2
    for event in (
        {"event_id": "e1", "content": "The boat is moored at pier seven"},
        {"event_id": "e2", "content": "The boat needs a new rudder"},
        {"event_id": "e3", "content": "The boat is moored at pier nine", "corrects": ["e1"]},  # the summaries go
    ):
        appended = use("session_append", session_id="harbour", events=[{"role": "user", **event}])
        assert appended["accepted"] == [event["event_id"]]
        assert yara("POST", "/v1/sessions/harbour/summary", {}).status == 201
    running.settle()
    assert "pier nine" in use("context", goal="where is the boat?", session_id="harbour")["text"]
    listed = use("forget", text="boat")["would_delete"]
    assert {(one["kind"], one["id"]) for one in listed} >= {("memory", id), ("event", "harbour/e3")}
    accepted = use("forget", memory_ids=[id], session_ids=["harbour"])
    assert accepted["status"] == "accepted"
    requests = [deletion["request_id"] for deletion in accepted["deletions"]]
    assert len(requests) == 2
    for request in requests:
        assert running.execution(request).succeeded
    assert [use("deletion_status", request_id=request)["completed"] for request in requests] == [True, True]
    running.settle()
    assert use("recall", query="the green boat", min_relevance=0)["memories"] == []
    assert "pier nine" not in running.everything_stored()


CHANGING = ("dynamodb:PutItem", "dynamodb:DeleteItem", "states:StartExecution", "bedrock:InvokeModel")
# Rights to change something that no request above has used, each with its reason.
UNUSED = {
    # A deletion with more steps than one execution may record goes on as another one (tests of its state machine).
    ("deletion_step", "states:StartExecution"),
    ("govern", "states:StartExecution"),  # a reviewer who rejects a memory that is in force has it deleted
    # A promoted word that takes the place of another one under a key, and a summary's versions before the last ten.
    ("sessions", "dynamodb:DeleteItem"),
    ("extract", "dynamodb:DeleteItem"),
    ("gc", "bedrock:InvokeModel"),  # the scan embeds what was stored under another model
}


def test_the_roles_may_change_what_their_functions_change_and_nothing_else(running: System) -> None:
    """Runs last and looks at the rights that the tests above have used: a change that adds a right also adds the
    request that needs it."""
    granted = {
        (function.name, action, resource)
        for function in running.deployed.functions.values()
        for statement in function.statements
        for action in listed(statement["Action"])
        for resource in listed(statement["Resource"])
        if action in CHANGING
    }
    # A data key is made by the function that writes the first record of an owner: any of them here.
    keys_table = f":table/{running.deployed.tables[Table.KEYS]}"
    granted = {right for right in granted if right[1] != "dynamodb:PutItem" or not right[2].endswith(keys_table)}
    unused = {right for right in granted - running.permissions.used if right[:2] not in UNUSED}
    assert not unused
