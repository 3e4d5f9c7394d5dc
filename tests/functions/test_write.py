"""Writes over the wire."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from shared.domain.scopes import Scope
from tests.builders import ACME, NOW, World, a_caller, an_event
from tests.functions.calls import Api

BACKGROUND = {
    "speaker": "Ann", "session_id": "s1", "position": 3, "before": [{"text": "Where?", "event_id": "e0"}],
}  # fmt: skip
BODY: dict[str, Any] = {"content": "Lives in Lyon", "type": "semantic", "source": "user_stated"}


def post(api: Api, body: dict[str, Any] | None = None, **fields: Any) -> Any:
    return api("POST", "/v1/memories", {**(BODY if body is None else body), **fields})


def test_a_write_is_answered_with_the_whole_memory(api: Api) -> None:
    answer = post(
        api, key="home", confidence=0.9, importance="high", purposes=["travel"], consent_scope="profile",
        metadata={"a": {"b": [1, None]}}, observed_at="2026-02-01T10:00:00+08:00", valid_from="2026-01-01T00:00:00Z",
        source_event_ids=["e1", "e1", "s/e2"], background=BACKGROUND,
    )  # fmt: skip
    assert answer.status == 201
    assert answer.headers["content-type"] == "application/json"
    reported = answer.json
    assert (reported["outcome"], reported["duplicate_by"], reported["conflicts_with"], reported["flags"]) == (
        "created",
        None,
        [],
        [],
    )
    memory = reported["memory"]
    expected = {
        "scope": "/org/acme/user/ann", "key": "home", "type": "semantic", "content": "Lives in Lyon",
        "source": "user_stated", "confidence": 0.9, "importance": "high", "trust": "data", "status": "active",
        "version": 1, "supersedes": None, "purposes": ["travel"], "consent_scope": "profile",
        "source_event_ids": ["e1", "s/e2"], "valid_from": "2026-01-01T00:00:00Z", "valid_to": None,
        "soft_expires_at": None, "hard_expires_at": None, "observed_at": "2026-02-01T10:00:00+08:00",
        "metadata": {"a": {"b": [1, None]}}, "provenance": None, "flags": [], "background": BACKGROUND,
        "created_at": "2026-03-01T12:00:01Z", "updated_at": "2026-03-01T12:00:01Z", "last_accessed_at": None,
        "retrieval_count": 0,
    }  # fmt: skip
    assert {name: memory[name] for name in expected} == expected
    assert api("GET", f"/v1/memories/{memory['memory_id']}").json == memory


@pytest.mark.parametrize(
    ("first", "second", "status", "outcome"),
    [
        (None, {}, 201, "created"),
        ({}, {}, 200, "duplicate"),
        ({"key": "k"}, {"key": "k", "content": "Lives in Lille"}, 200, "updated"),
        (
            {"key": "k"},
            {"key": "k", "content": "In Lille", "source": "agent_inferred", "confidence": 0.9},
            200,
            "kept_existing",
        ),
        (None, {"source": "external_unverified"}, 201, "candidate"),
    ],
)
def test_every_outcome_has_its_status(
    api: Api, first: dict[str, Any] | None, second: dict[str, Any], status: int, outcome: str
) -> None:
    if first is not None:
        post(api, **first)
    answer = post(api, **second)
    assert (answer.status, answer.json["outcome"]) == (status, outcome)


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"content": "..."}, 422, "not_worth_remembering"),
        ({"content": ""}, 422, "not_worth_remembering"),
        ({"source": "agent_inferred", "confidence": 0.3}, 422, "low_confidence"),
        ({"scope": "/org/acme/user/bob"}, 403, "forbidden_scope"),
        ({"scope": "/org/acme"}, 403, "forbidden_role"),
        ({"type": "profile"}, 403, "forbidden_role"),
        ({"source": "system_of_record"}, 403, "forbidden_role"),
        ({"content": "x" * 10_001}, 413, "too_large"),
        ({"content": "字" * 10_001}, 413, "too_large"),
    ],
)
def test_every_refusal_has_its_status_and_stores_nothing(
    api: Api, fields: dict[str, Any], status: int, code: str
) -> None:
    post(api, **fields).is_problem(status, code)
    assert api.world.records() == []


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"type": "opinion"}, "type"), ({"type": None}, "type"), ({"content": None}, "content"),
        ({"content": ["x"]}, "content"), ({"source": "god"}, "source"), ({"confidence": 1.01}, "confidence"),
        ({"confidence": -0.1}, "confidence"), ({"confidence": "0.5"}, "confidence"),
        ({"confidence": True}, "confidence"), ({"importance": "very"}, "importance"), ({"scope": "acme"}, "scope"),
        ({"scope": ""}, "scope"), ({"scope": 7}, "scope"), ({"key": ""}, "key"), ({"key": " "}, "key"),
        ({"key": "a\u0000"}, "key"), ({"key": "k" * 257}, "key"), ({"key": 7}, "key"),
        ({"purposes": "billing"}, "purposes"), ({"purposes": [""]}, "purposes.0"),
        ({"purposes": [f"p{n}" for n in range(21)]}, "purposes"), ({"purposes": ["a\n"]}, "purposes.0"),
        ({"observed_at": "2026-03-01T10:00:00"}, "observed_at"), ({"observed_at": 1772366400}, "observed_at"),
        ({"valid_from": "soon"}, "valid_from"), ({"valid_to": "9999-12-31T23:59:59Z"}, "valid_to"),
        ({"valid_from": "2026-03-02T00:00:00Z", "valid_to": "2026-03-01T00:00:00Z"}, "valid_to"),
        ({"metadata": []}, "metadata"), ({"metadata": {"a": "x" * 5000}}, "metadata"),
        ({"metadata": {"a": {"b": {"c": {}}}}}, "metadata"), ({"metadata": {"a": [[[1]]]}}, "metadata"),
        ({"source_event_ids": ["e"] * 51}, "source_event_ids"), ({"source_event_ids": [""]}, "source_event_ids.0"),
        ({"source_event_ids": ["e" * 258]}, "source_event_ids.0"), ({"consent_scope": ""}, "consent_scope"),
        ({"expected_version": -1}, "expected_version"), ({"expected_version": 1}, "expected_version"),
        ({"expected_version": "1", "key": "k"}, "expected_version"),
        ({"background": {"colour": "red"}}, "background.colour"),
        ({"background": {"before": [{"text": "a"}] * 3}}, "background.before"),
        ({"background": {"position": -1}}, "background.position"),
        ({"background": {"before": [{"text": "x" * 1001}]}}, "background.before.0.text"),
        ({"memory_id": "m1"}, "memory_id"), ({"status": "active"}, "status"), ({"trust": "instruction"}, "trust"),
        ({"org": "umbrella"}, "org"),
    ],
)  # fmt: skip
def test_a_malformed_write_is_refused_by_its_field_and_stores_nothing(
    api: Api, fields: dict[str, Any], field: str
) -> None:
    assert field in post(api, **fields).fields()
    assert api.world.records() == []


def test_the_largest_allowed_write_is_stored(api: Api) -> None:
    answer = post(
        api, content="😀" * 10_000, key="k" * 256, purposes=[f"p{n}" for n in range(20)],
        metadata={"a": {"b": {"c": "x" * 4000}}},
        source_event_ids=[f"{'s' * 128}/{n:0128d}" for n in range(50)], consent_scope="😀" * 128,
        background={"speaker": "😀" * 128, "before": [{"text": "字" * 1000}] * 2},
    )  # fmt: skip
    assert answer.status == 201
    assert post(api, content="😀" * 10_000).json["outcome"] == "duplicate"


def test_a_bom_or_a_charset_changes_nothing(api: Api) -> None:
    answer = api(
        "POST", "/v1/memories", BODY, headers={"content-type": "Application/JSON; charset=UTF-8"}
    )  # fmt: skip
    assert answer.status == 201
    assert api("POST", "/v1/memories", BODY, headers={"content-type": "application/ld+json"}).status == 200


def test_a_body_in_base_64_is_decoded(api: Api) -> None:
    event = an_event("POST", "/v1/memories", BODY, a_caller())
    event["body"] = base64.b64encode(str(event["body"]).encode()).decode()
    event["isBase64Encoded"] = True
    assert api.answer(event).status == 201
    event["body"] = "!!not base 64 at all!"
    assert api.answer(event).status == 400


# --- Idempotency


def test_a_replay_is_marked_as_one(api: Api) -> None:
    first = api("POST", "/v1/memories", BODY, headers={"idempotency-key": "k-1"})
    again = api("POST", "/v1/memories", BODY, headers={"idempotency-key": "k-1"})
    assert (again.status, again.json) == (first.status, first.json)
    assert "idempotency-replayed" not in first.headers
    assert again.headers["idempotency-replayed"] == "true"
    api("POST", "/v1/memories", {**BODY, "content": "x"}, headers={"idempotency-key": "k-1"}).is_problem(
        422, "idempotency_mismatch"
    )


def test_a_key_belongs_to_its_caller_and_its_path(api: Api) -> None:
    sent = {"idempotency-key": "k-1"}
    made = api("POST", "/v1/memories", BODY, headers=sent).json["memory"]
    assert api("POST", "/v1/memories", {**BODY, "content": "Bob's"}, a_caller("bob"), headers=sent).status == 201
    fixed = api("PATCH", f"/v1/memories/{made['memory_id']}", {"content": "Lives in Lille"}, headers=sent)
    assert (fixed.status, fixed.json["outcome"]) == (200, "updated")
    batch = api("POST", "/v1/memories/batch", {"items": [{**BODY, "content": "Owns a red boat"}]}, headers=sent)
    assert batch.json["results"][0]["outcome"] == "created"


@pytest.mark.parametrize("key", ["", " ", "x" * 256, "a\tb", "a\u00a0b", "\x7f"])
def test_an_idempotency_key_is_short_and_printable(api: Api, key: str) -> None:
    event = an_event("POST", "/v1/memories", BODY, a_caller())
    event["headers"]["idempotency-key"] = key
    assert api.answer(event).fields() == ["Idempotency-Key"]
    assert api.world.records() == []


def test_the_longest_ids_have_their_idempotency_keys_too(api: Api) -> None:
    giant = "😀" * 128
    caller = a_caller(giant, org=giant, bound=Scope.parse(f"/org/{giant}/user/{giant}/task/{giant}/node/{giant}"))
    answer = api("POST", "/v1/memories", BODY, caller, headers={"idempotency-key": "k" * 255})
    assert answer.status == 201
    assert answer.json["memory"]["content"] == BODY["content"]


# --- Corrections


def test_a_correction_is_answered_like_a_write(api: Api) -> None:
    made = api.wrote("Lives in Lyon", key="home")
    answer = api("PATCH", f"/v1/memories/{made['memory_id']}", {"content": "Lives in Lille", "expected_version": 1})
    assert (answer.status, answer.json["outcome"]) == (200, "updated")
    assert (answer.json["memory"]["version"], answer.json["memory"]["source"]) == (2, "human_confirmed")
    lost = api("PATCH", f"/v1/memories/{made['memory_id']}", {"content": "Lives in Nice", "expected_version": 1})
    assert lost.is_problem(409, "version_conflict")["current_version"] == 2


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"content": "x" * 10_001}, 413, "too_large"),
        ({"content": " "}, 422, "not_worth_remembering"),
        ({"key": "other"}, 400, "malformed"),
        ({"expected_version": 0}, 400, "malformed"),
        ({}, 400, "malformed"),
        ({"expected_version": 1}, 400, "malformed"),
        ({"valid_to": "2020-01-01T00:00:00Z"}, 400, "malformed"),
        ({"source": "system_of_record"}, 400, "malformed"),
    ],
)
def test_an_impossible_correction_changes_nothing(api: Api, body: dict[str, Any], status: int, code: str) -> None:
    made = api.wrote("Lives in Lyon")
    api("PATCH", f"/v1/memories/{made['memory_id']}", body).is_problem(status, code)
    assert api("GET", f"/v1/memories/{made['memory_id']}").json == made


def test_missing_and_other_users_memories_are_not_found_alike(api: Api) -> None:
    bobs = api.wrote("Bob's", a_caller("bob"))
    answers = [api("PATCH", f"/v1/memories/{id}", {"content": "x"}) for id in (bobs["memory_id"], "nothing")]
    problems = [answer.is_problem(404, "not_found") for answer in answers]
    assert problems[0]["detail"] == problems[1]["detail"]


# --- Batches


def test_each_item_of_a_batch_is_answered_as_it_would_have_been_alone(api: Api) -> None:
    items: list[Any] = [
        BODY, BODY, {**BODY, "content": "..."}, {**BODY, "colour": "red"}, 7, None, {},
        {**BODY, "content": "x" * 10_001}, {**BODY, "type": "profile"}, {**BODY, "content": "Likes tea"},
    ]  # fmt: skip
    results = api("POST", "/v1/memories/batch", {"items": items}).json["results"]
    assert [r["status"] for r in results] == [201, 200, 422, 400, 400, 400, 400, 413, 403, 201]
    assert [r.get("outcome") for r in results[:2]] == ["created", "duplicate"]
    assert [r.get("code") for r in results[2:9]] == [
        "not_worth_remembering", "malformed", "malformed", "malformed", "malformed", "too_large", "forbidden_role",
    ]  # fmt: skip
    assert results[3]["errors"] == [{"field": "colour", "reason": results[3]["errors"][0]["reason"]}]
    assert results[9]["memory"]["content"] == "Likes tea"
    assert len(api("GET", "/v1/memories").json["items"]) == 2


@pytest.mark.parametrize("items", [None, [], {}, "x", [BODY] * 101])
def test_a_batch_holds_one_to_a_hundred_items(api: Api, items: Any) -> None:
    assert "items" in api("POST", "/v1/memories/batch", {"items": items}).fields()
    assert api.world.records() == []


def test_numbers_too_large_for_a_float_cause_no_internal_error(api: Api) -> None:
    for number in ("1e999", "-1e999", "NaN", "Infinity", "9" * 400, "9" * 5000, "0." + "9" * 5000):
        for raw in (
            f'{{"content": "x", "type": "semantic", "metadata": {{"n": {number}}}}}',
            f'{{"content": "x", "type": "semantic", "confidence": {number}}}',
            f'{{"content": "x", "type": "semantic", "expected_version": {number}}}',
        ):
            assert api("POST", "/v1/memories", raw=raw.encode()).status in (201, 200, 400), number
            batch = api("POST", "/v1/memories/batch", raw=f'{{"items": [{raw}]}}'.encode())
            assert batch.status in (200, 400), number


def test_deep_nesting_causes_no_internal_error(api: Api) -> None:
    for depth in (50, 500, 50_000):
        for opening, closing in (("[", "]"), ('{"a":', "}")):
            deep = opening * depth + "1" + closing * depth
            raw = f'{{"content": "x", "type": "semantic", "metadata": {{"n": {deep}}}}}'
            assert api("POST", "/v1/memories", raw=raw.encode()).status == 400
            assert api("POST", "/v1/memories/batch", raw=f'{{"items": [{deep}]}}'.encode()).status in (200, 400)


def test_surrogates_cause_no_internal_error(api: Api) -> None:
    for raw in (b'{"content": "\\ud800", "type": "semantic"}', b'{"content": "a\xed\xa0\x80", "type": "semantic"}',
                b'{"content": "x", "type": "semantic", "metadata": {"\\udfff": 1}}'):  # fmt: skip
        assert api("POST", "/v1/memories", raw=raw).status == 400
        assert api("POST", "/v1/memories/batch", raw=b'{"items": [' + raw + b"]}").status in (200, 400)
    assert api.world.records(prefix="cur#") == []


def test_an_org_writer_writes_for_the_organisation(api: Api) -> None:
    made = api.wrote("The office has a fern", a_caller("ann", "org-writer"), scope=ACME.path)
    assert made["scope"] == "/org/acme"
    assert api("GET", f"/v1/memories/{made['memory_id']}").json == made


def test_while_a_subject_is_deleted_its_writes_are_refused(api: Api, world: World) -> None:
    api("POST", "/v1/deletions", {"request_id": "r1", "selector": {"kind": "subject"}})
    post(api).is_problem(409, "subject_deleting")
    world.drain()
    assert post(api).status == 201
    post(api, observed_at=NOW.isoformat()).is_problem(409, "deleted_before")


def test_human_confirmed_is_a_reviewers_word(api: Api) -> None:
    asked = {**BODY, "source": "human_confirmed"}
    post(api, asked).is_problem(403, "role_required")
    assert api.world.records() == []
    assert api("POST", "/v1/memories", asked, a_caller("ann", "reviewer")).status == 201


def test_a_token_with_sources_asserts_nothing_else(api: Api) -> None:
    reader = a_caller(sources=frozenset({"external_unverified"}))
    api("POST", "/v1/memories", BODY, reader).is_problem(403, "source_not_allowed")
    assert api.world.records() == []
    assert api("POST", "/v1/memories", {**BODY, "source": "external_unverified"}, reader).status == 201
