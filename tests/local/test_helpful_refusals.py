"""Each wrong input that a new user tried: the answer says what was wrong, what is allowed, and what to send instead.

Through the laptop's gateway and the real handlers, without a socket."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from typing import Any

import pytest

from local.aws.authorizer import Authorizer
from local.aws.gateway import Gateway
from local.clock import MovableClock
from local.controls import Tokens
from local.issuer import AUDIENCE, Issuer
from shared.adapters.system import UuidV7Ids
from shared.contracts.memories import WriteRequest
from shared.contracts.recall import RecallRequest
from shared.contracts.routes import DEFAULT_FUNCTION, ROUTES, module_name
from shared.domain import messages
from shared.domain.access.caller import Role
from tests.builders import World, a_world

JSON = {"content-type": "application/json"}
NDJSON = {"content-type": "application/x-ndjson"}
STATED = {"type": "semantic", "source": "user_stated"}
AWS_KEY = "AKIA" + "ABCDEFGHIJKLMNOP"


class Laptop:
    """Everything between the socket and the stores."""

    def __init__(self, world: World) -> None:
        self.world = world
        clock = MovableClock()
        self.issuer = Issuer("http://127.0.0.1:1/local", clock)
        names = {route.function for route in ROUTES} | {DEFAULT_FUNCTION}
        handlers = {name: importlib.import_module(module_name(name)).handler for name in names}
        judge = Authorizer(self.issuer.jwks, self.issuer.url, AUDIENCE, clock)
        self.gateway = Gateway(handlers, judge, Tokens(self.issuer), clock, UuidV7Ids(clock))

    def __call__(
        self, method: str, target: str, body: Any = None, headers: dict[str, str] = JSON, user: str | None = "ann"
    ) -> tuple[int, Any, dict[str, str]]:
        self.world.clock.advance()
        sent = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        bearer = {"authorization": f"Bearer {self.issuer.token({'org': 'acme', 'sub': user})}"} if user else {}
        answer = self.gateway.answer(method, target, list({**bearer, **headers}.items()), sent)
        return answer.status, json.loads(answer.body) if answer.body else None, dict(answer.headers)

    def refused(self, status: int, method: str, target: str, body: Any = None, **more: Any) -> str:
        """The detail of a whole problem document with that status."""
        got, document, _ = self(method, target, body, **more)
        assert got == document["status"] == status, document
        assert document["type"] == f"urn:agent-memory:{document['code']}"
        assert target.startswith("/local/") or document["correlation_id"]
        return str(document["detail"])


@pytest.fixture(scope="module")
def laptop() -> Iterator[Laptop]:
    with a_world() as world:
        yield Laptop(world)


def test_a_body_under_curls_default_content_type_says_which_to_send(laptop: Laptop) -> None:
    form = {"content-type": "application/x-www-form-urlencoded"}
    detail = laptop.refused(415, "POST", "/v1/memories", {"content": "x", **STATED}, headers=form)
    assert detail == "Send `Content-Type: application/json` (it was `application/x-www-form-urlencoded`)"
    assert "`Content-Type: application/x-ndjson` (there was none)" in laptop.refused(
        415, "POST", "/v1/import", b"{}", headers={}
    )


def test_the_shape_of_another_memory_service_is_named_whole(laptop: Laptop) -> None:
    mem0 = {"messages": [{"role": "user", "content": "hi"}], "user_id": "ann"}
    assert laptop.refused(400, "POST", "/v1/memories", mem0) == (
        "content, type: required; messages, user_id: unknown (did you mean content, scope?)"
    )


def test_an_unknown_field_names_the_nearest_and_all_known_ones(laptop: Laptop) -> None:
    status, document, _ = laptop("POST", "/v1/recall", {"query": "tea", "limit": 5})
    assert (status, document["errors"][0]["field"]) == (400, "limit")
    assert document["detail"].startswith("limit: is not a known field; did you mean `top_k`? Known: scope, scopes, ")
    assert set(RecallRequest.model_fields) <= set(document["detail"].partition("Known: ")[2].split(", "))


def test_an_unknown_parameter_names_the_nearest_and_all_known_ones(laptop: Laptop) -> None:
    detail = laptop.refused(400, "GET", "/v1/memories?user_id=ann")
    assert "did you mean `scope`? Known: scope, type, key, status," in detail


def test_an_unknown_field_inside_of_an_object_names_the_fields_of_that_object(laptop: Laptop) -> None:
    body = {"content": "x", **STATED, "background": {"before": [{"txt": "hello"}]}}
    detail = laptop.refused(400, "POST", "/v1/memories", body)
    assert "background.before.0.text: required" in detail
    assert "background.before.0.txt: unknown" in detail
    body["background"] = {"speeker": "ann"}
    assert "did you mean `speaker`? Known: speaker, session_id, position, before" in laptop.refused(
        400, "POST", "/v1/memories", body
    )


@pytest.mark.parametrize(
    ("scope", "said"),
    [
        ("/org/acme/team/x", "has an unknown segment `team`: after `org` may come `project` or `user`"),
        ("/team/x", "has an unknown segment `team`: a scope begins with `org`"),
        ("/org/acme/user/ann/project/x", "has an unknown segment `project`: after `user` may come `task`"),
        ("acme", messages.SCOPE_FORM),
    ],
)
def test_an_impossible_scope_names_the_segment_and_what_is_allowed(laptop: Laptop, scope: str, said: str) -> None:
    assert laptop.refused(400, "POST", "/v1/recall", {"query": "tea", "scope": scope}) == f"scope: {said}"


def test_another_users_scope_names_its_segment_the_bound_scope_and_the_claims_that_open_it(laptop: Laptop) -> None:
    body = {"content": "Likes tea", **STATED, "scope": "/org/acme/user/bob"}
    writing = laptop.refused(403, "POST", "/v1/memories", body)
    reading = laptop.refused(403, "GET", "/v1/memories?scope=/org/other/user/ann")
    assert "may not write in the segment `user/bob`: it is bound to `/org/acme/user/ann`" in writing
    assert "may not read in the segment `org/other`" in reading
    assert all("`act_as`" in detail and "`memory_scope`" in detail for detail in (writing, reading))


@pytest.mark.parametrize(("method", "path", "right"), [("GET", "/v1/recall", "POST"), ("GET", "/local/token", "POST")])
def test_a_wrong_method_names_the_right_one(laptop: Laptop, method: str, path: str, right: str) -> None:
    status, document, headers = laptop(method, path)
    assert (status, {name.lower(): value for name, value in headers.items()}["allow"]) == (405, right)
    assert (document["code"], document["title"].lower()) == ("method_not_allowed", "method not allowed")
    assert document["detail"] == f"{method} is no method of {path}; use {right}"


@pytest.mark.parametrize(
    ("path", "meant"),
    [("/v1/memories/", "/v1/memories"), ("/v1/v1/recall", "/v1/recall"), ("/v1/memorys", "/v1/memories")],
)
def test_an_unknown_path_is_named_with_the_one_that_was_meant(laptop: Laptop, path: str, meant: str) -> None:
    assert laptop.refused(404, "POST", path, {}) == f"there is no path {path}; did you mean {meant}?"


def test_a_path_that_is_like_no_other_is_named_too(laptop: Laptop) -> None:
    assert laptop.refused(404, "GET", "/zzzzzzzz") == "there is no path /zzzzzzzz"


def test_a_secret_is_named_by_kind_and_place_and_not_repeated(laptop: Laptop) -> None:
    content = f"the key is {AWS_KEY} ok"
    status, document, _ = laptop("POST", "/v1/memories", {"content": content, **STATED})
    (finding,) = document["findings"]
    assert (status, content[finding["start"] : finding["end"]]) == (422, AWS_KEY)
    assert f"content has {finding['kind']} at characters 11 to 31" in document["detail"]
    assert "Nothing was stored" in document["detail"]
    assert AWS_KEY not in json.dumps(document)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("ok thanks", "Refused as small talk; nothing was stored."),
        ("", "Refused as a text that says nothing; nothing was stored."),
    ],
)
def test_what_is_not_worth_remembering_is_refused_in_a_sentence(laptop: Laptop, content: str, sentence: str) -> None:
    assert laptop.refused(422, "POST", "/v1/memories", {"content": content, **STATED}) == sentence


def test_an_imported_line_says_field_and_reason_and_a_retry_says_the_same(laptop: Laptop) -> None:
    lines = [
        {"content": "Plays chess", "type": "opinion"},
        {"content": "Plays chess", **STATED, "colour": "red"},
        {"content": "ok thanks", **STATED},
        {"content": "Plays chess", **STATED, "valid_from": "2026-02-01T00:00:00Z", "valid_to": "2026-01-01T00:00:00Z"},
        {"content": "Plays chess", **STATED},
    ]
    body = "\n".join(map(json.dumps, lines)).encode()
    first = laptop("POST", "/v1/import", body, headers={**NDJSON, "idempotency-key": "import-1"})
    again = laptop("POST", "/v1/import", body, headers={**NDJSON, "idempotency-key": "import-1"})
    assert first[0] == again[0] == 200
    assert first[1] == again[1]
    assert again[2]["idempotency-replayed"] == "true"
    refused = {line["line"]: (line["code"], line["field"], line["reason"]) for line in first[1]["refused"]}
    assert refused[1][:2] == ("malformed", "type")
    assert refused[2][1] == "colour"
    assert refused[2][2].startswith("is not a known field. Known: content, type,")
    assert refused[3] == ("not_worth_remembering", None, "Refused as small talk; nothing was stored.")
    assert refused[4] == ("malformed", "valid_to", "must not be before valid_from")
    assert first[1]["imported"] == 1


def test_evidence_dated_into_the_future_is_flagged(laptop: Laptop) -> None:
    _, written, _ = laptop(
        "POST", "/v1/memories", {**STATED, "content": "Moves to Porto", "observed_at": "2090-01-01T00:00:00Z"}
    )
    _, present, _ = laptop("POST", "/v1/memories", {**STATED, "content": "Keeps two cats"})
    assert (written["flags"], present["flags"]) == (["observed_in_future"], [])


def test_a_deletion_of_an_event_that_never_was_says_that_nothing_matched(laptop: Laptop) -> None:
    laptop("POST", "/v1/sessions", {"session_id": "s1"})
    selector = {"kind": "event", "ids": ["e1"], "session_id": "s1"}
    status, accepted, _ = laptop("POST", "/v1/deletions", {"request_id": "d1", "selector": selector})
    assert (status, accepted["matched"]) == (202, 0)


@pytest.mark.parametrize("key", ["", "   ", "x" * 256])
def test_an_empty_or_overlong_idempotency_key_is_refused(laptop: Laptop, key: str) -> None:
    body = {"content": "Owns a kayak", **STATED}
    detail = laptop.refused(400, "POST", "/v1/memories", body, headers={**JSON, "idempotency-key": key})
    assert detail == "Idempotency-Key must be 1 to 255 printable characters"


@pytest.mark.parametrize("header", [{}, {"authorization": "Bearer nonsense"}, {"authorization": "Basic eA=="}])
def test_without_a_valid_token_the_laptop_says_where_to_get_one(laptop: Laptop, header: dict[str, str]) -> None:
    detail = laptop.refused(401, "GET", "/v1/memories", user=None, headers=header)
    assert detail.endswith(messages.WHERE_LOCALLY)
    assert "POST /local/token" in detail


def test_the_issuer_lists_its_claims_and_refuses_unknown_roles(laptop: Laptop) -> None:
    claim = laptop.refused(400, "POST", "/local/token", {"org": "acme", "sub": "ann", "role": ["x"]})
    assert claim.startswith(
        "role is not a claim that this issuer knows; known: org, sub, agent_id, memory_scope, inherit, roles"
    )
    role = laptop.refused(400, "POST", "/local/token", {"org": "acme", "sub": "ann", "roles": ["superman"]})
    assert role == f"roles has the unknown role `superman`; known: {', '.join(Role)}"
    assert laptop("POST", "/local/token", {"org": "acme", "sub": "ann", "roles": list(Role)})[0] == 200


def test_an_outcome_that_is_too_long_names_field_and_limit(laptop: Laptop) -> None:
    laptop("POST", "/v1/sessions", {"session_id": "s2"})
    detail = laptop.refused(400, "POST", "/v1/sessions/s2/complete", {"outcome": "x" * 300})
    assert "outcome" in detail
    assert "256 characters" in detail


@pytest.mark.parametrize(
    ("path", "body", "field", "limit"),
    [
        ("/v1/memories", {"content": "x", **STATED, "confidence": 80}, "confidence", "less than or equal to 1"),
        ("/v1/recall", {"query": ""}, "query", "at least 1 character"),
    ],
)
def test_a_value_out_of_its_range_names_field_and_range(
    laptop: Laptop, path: str, body: dict[str, Any], field: str, limit: str
) -> None:
    detail = laptop.refused(400, "POST", path, body)
    assert detail.startswith(f"{field}: ")
    assert limit in detail


def test_a_candidate_says_why_it_is_not_recalled(laptop: Laptop) -> None:
    status, written, _ = laptop("POST", "/v1/memories", {"content": "Prefers oolong tea", "type": "preference"})
    assert (status, written["outcome"]) == (201, "candidate")
    assert "agent_inferred, which is the default" in written["reason"]
    assert "no fact before a person has confirmed it" in written["reason"]


# --- The table of messages


@pytest.mark.parametrize(
    ("sent", "meant"),
    [("limit", None), ("contnet", "content"), ("user_id", "scope"), ("messages", "content"), ("zzz", None)],
)
def test_the_nearest_field_of_a_write_is_named(sent: str, meant: str | None) -> None:
    assert messages.nearest(sent, list(WriteRequest.model_fields)) == meant


def test_a_request_with_thousands_of_unknown_fields_is_answered_shortly(laptop: Laptop) -> None:
    body = {f"field{number}": 1 for number in range(20_000)} | {"content": "x", **STATED}
    detail = laptop.refused(400, "POST", "/v1/memories", body)
    assert len(detail) < 500
    assert "and 19992 more: unknown" in detail


def test_names_that_the_caller_sent_are_cut_and_printable(laptop: Laptop) -> None:
    assert messages.shown("a\x1b[31m\n") == "a?[31m?"
    detail = laptop.refused(400, "POST", "/v1/memories", {"content": "x", **STATED, "y" * 5_000: 1})
    assert len(detail) < 6_000


def test_each_claimed_alternative_of_other_services_is_a_field_of_ours() -> None:
    components = json.loads(importlib.import_module("shared.contracts.openapi.__main__").text())["components"]
    ours = {name for schema in components["schemas"].values() for name in schema.get("properties", {})}
    assert {meant for names in messages._MEANT.values() for meant in names} <= ours | {"limit", "cursor", "order"}
