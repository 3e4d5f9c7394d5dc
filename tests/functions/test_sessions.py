"""Sessions over HTTP: what callers send and see."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

import pytest

from functions.api.health import handler as default_handler
from functions.api.sessions import handler
from local.aws.gateway import Context
from shared.domain.access.caller import Caller
from tests.builders import World, a_caller, a_world, an_event, days

SESSIONS = "/v1/sessions"


@pytest.fixture
def world() -> Iterator[World]:
    with a_world() as world:
        yield world


class Answer:
    def __init__(self, answer: Mapping[str, Any]) -> None:
        self.status: int = answer["statusCode"]
        self.headers = {str(name).lower(): str(value) for name, value in answer["headers"].items()}
        self.body = str(answer["body"])
        self.json: Any = json.loads(answer["body"]) if answer["body"] else None

    def problem(self) -> tuple[int, str]:
        assert self.headers["content-type"] == "application/problem+json"
        return self.status, self.json["code"]

    @property
    def field(self) -> str:
        return str(self.json["errors"][0]["field"])


def _call(method: str, path: str, body: Any = None, caller: Caller | None = None, **more: Any) -> Answer:
    event = an_event(method, path, body, caller or a_caller(), **more)
    return Answer(handler(event, Context("sessions", "request-1")))


def _make(session_id: str = "s1", **fields: Any) -> Answer:
    return _call("POST", SESSIONS, {"session_id": session_id, **fields})


def _events(session_id: str = "s1") -> str:
    return f"{SESSIONS}/{quote(session_id, safe='')}/events"


def _append(*events: Mapping[str, Any], **more: Any) -> Answer:
    return _call("POST", _events(), {"events": list(events)}, **more)


def _said(content: str = "hello", **fields: Any) -> dict[str, Any]:
    return {"role": "user", "content": content, **fields}


def test_a_session_is_shown_with_its_scope_and_its_end(world: World) -> None:
    made = _make(ttl_seconds=600)
    assert (made.status, made.headers["content-type"]) == (201, "application/json")
    assert made.json == {
        "session_id": "s1",
        "scope": "/org/acme/user/ann",
        "ttl_seconds": 600,
        "created_at": "2026-03-01T12:00:00Z",
        "updated_at": "2026-03-01T12:00:00Z",
        "last_event_at": None,
        "expires_at": "2026-03-01T12:10:00Z",
        "events": 0,
    }
    assert _call("GET", f"{SESSIONS}/s1").json == made.json
    assert _make(ttl_seconds=600).json == made.json
    assert _make().problem() == (409, "session_exists")


def test_a_session_needs_no_fields(world: World) -> None:
    made = _call("POST", SESSIONS, {})
    assert made.status == 201
    assert len(made.json["session_id"]) == 36
    assert made.json["ttl_seconds"] == 3600


def test_an_event_is_shown_as_it_was_sent_with_its_own_offset(world: World) -> None:
    _make()
    sent = {
        "event_id": "e1",
        "role": "tool",
        "speaker": "ci",
        "content": "今晚评审 🦊 <b>\u0001</b>",
        "tool": "calendar",
        "importance": "high",
        "kind": "tool_result",
        "occurred_at": "2026-03-01T19:30:00+08:00",
        "corrects": ["e0"],
    }
    appended = _append(sent)
    assert (appended.status, appended.json) == (201, {"accepted": ["e1"], "duplicates": [], "dropped": []})
    page = _call("GET", _events())
    assert (page.status, page.json["next_cursor"]) == (200, None)
    assert page.json["items"] == [
        {**sent, "sequence": 1, "recorded_at": "2026-03-01T12:00:00Z", "actor": "/org/acme/user/ann@/org/acme/user/ann"}
    ]


def test_missing_fields_of_an_event_have_defaults(world: World) -> None:
    _make()
    (id,) = _append(_said()).json["accepted"]
    (shown,) = _call("GET", _events()).json["items"]
    assert shown == {
        "event_id": id,
        "sequence": 1,
        "role": "user",
        "speaker": None,
        "content": "hello",
        "tool": None,
        "importance": "normal",
        "kind": "turn",
        "occurred_at": "2026-03-01T12:00:00Z",
        "recorded_at": "2026-03-01T12:00:00Z",
        "corrects": [],
        "actor": "/org/acme/user/ann@/org/acme/user/ann",
    }


def test_events_are_read_in_either_order_in_pages_and_by_turns(world: World) -> None:
    _make()
    _append(*(_said(f"{n}", role="user" if n % 2 == 0 else "assistant") for n in range(5)))

    def contents(**query: Any) -> list[str]:
        return [event["content"] for event in _call("GET", _events(), query=query).json["items"]]

    assert contents() == ["0", "1", "2", "3", "4"]
    assert contents(order="desc", limit=2) == ["4", "3"]
    assert contents(last_turns=2) == ["2", "3", "4"]
    first = _call("GET", _events(), query={"limit": 3}).json
    assert contents(limit=3, cursor=first["next_cursor"]) == ["3", "4"]


@pytest.mark.parametrize(
    "query",
    ["limit=0", "limit=101", "limit=x", "order=newest", "last_turns=0", "last_turns=101", "cursor=", "cursor=abc",
     "user=bob", "limit=5&limit=6", "last_turns=1&cursor=abc", "scope=", "scope=/org/acme/user/%62ob/x"],
)  # fmt: skip
def test_an_impossible_parameter_is_400(world: World, query: str) -> None:
    _make()
    assert _call("GET", _events(), query=query).problem() == (400, "malformed")


@pytest.mark.parametrize("forged", ["x", "0000000001", "99999999999", "a" * 10, "0" * 1200, "\x00" * 10, "小" * 10, ""])
def test_a_forged_cursor_is_refused(world: World, forged: str) -> None:
    """Its check is no secret, so a forger may get past it: to events of this very session, or to a refusal."""
    from shared.usecases.cursors import cursor

    _make()
    _append(_said("first"), _said("second"))
    caller = a_caller()
    (record,) = world.records(prefix="ses#")
    incarnation = str(record.attributes["incarnation"])
    bound_to = f"{caller.principal}|{caller.bound.path}|s1|{incarnation}|False"
    answer = _call("GET", _events(), query={"cursor": cursor(forged, bound_to)})
    assert answer.status in (200, 400)
    if answer.status == 200:
        assert {event["content"] for event in answer.json["items"]} <= {"first", "second"}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"session_id": "a" * 129}, "session_id"),
        ({"session_id": ""}, "session_id"),
        ({"session_id": "  "}, "session_id"),
        ({"session_id": "nul\x00"}, "session_id"),
        ({"session_id": 7}, "session_id"),
        ({"ttl_seconds": 59}, "ttl_seconds"),
        ({"ttl_seconds": 2_592_001}, "ttl_seconds"),
        ({"ttl_seconds": "600"}, "ttl_seconds"),
        ({"ttl_seconds": True}, "ttl_seconds"),
        ({"scope": "/org/acme/user/"}, "scope"),
        ({"owner": "bob"}, "owner"),
    ],
)
def test_an_impossible_session_is_400_and_names_the_field(world: World, body: dict[str, Any], field: str) -> None:
    answer = _call("POST", SESSIONS, body)
    assert (*answer.problem(), answer.field) == (400, "malformed", field)
    assert world.records() == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"role": "robot"}, "role"),
        ({"kind": "thought"}, "kind"),
        ({"importance": "low"}, "importance"),
        ({"occurred_at": "2026-03-01T10:00:00"}, "occurred_at"),
        ({"occurred_at": "2026-02-30T10:00:00Z"}, "occurred_at"),
        ({"occurred_at": 1_772_000_000}, "occurred_at"),
        ({"event_id": "a" * 129}, "event_id"),
        ({"event_id": "new\nline"}, "event_id"),
        ({"speaker": " "}, "speaker"),
        ({"tool": ""}, "tool"),
        ({"corrects": "e1"}, "corrects"),
        ({"corrects": [f"e{n}" for n in range(51)]}, "corrects"),
        ({"content": None}, "content"),
        ({"content": ["a"]}, "content"),
        ({"text": "x"}, "text"),
    ],
)
def test_an_impossible_event_is_400_names_its_place_and_nothing_is_written(
    world: World, change: dict[str, Any], field: str
) -> None:
    _make()
    answer = _append(_said(), {**_said(), **change})
    assert answer.problem() == (400, "malformed")
    assert answer.field.startswith(f"events.1.{field}")
    assert world.records(prefix="evt#") == []


def test_an_event_without_role_or_content_is_400(world: World) -> None:
    _make()
    assert _append({"content": "x"}).field == "events.0.role"
    assert _append({"role": "user"}).field == "events.0.content"


@pytest.mark.parametrize("count", [0, 101])
def test_a_request_carries_one_to_a_hundred_events(world: World, count: int) -> None:
    _make()
    assert _append(*(_said(f"{n}") for n in range(count))).problem() == (400, "malformed")


def test_a_hundred_events_in_one_request_are_taken_in_order(world: World) -> None:
    _make()
    assert len(_append(*(_said(f"{n}", event_id=f"e{n}") for n in range(100))).json["accepted"]) == 100
    page = _call("GET", _events(), query={"limit": 100}).json
    assert [event["event_id"] for event in page["items"]] == [f"e{n}" for n in range(100)]


@pytest.mark.parametrize(
    ("sign", "most"), [("长", 1_000_000), ("x", 1_000_000), ('"', 1_000_000), ("🦊", 786_431), ("\x01", 524_287)]
)
def test_the_longest_event_is_kept_and_answered_whole(world: World, sign: str, most: int) -> None:
    _make()
    assert _append(_said(sign * (most + 1))).problem() == (413, "too_large")
    assert world.records(prefix="evt#") == []
    assert _append(_said(sign * most)).status == 201
    page = _call("GET", _events())
    assert page.json["items"][0]["content"] == sign * most
    assert len(json.dumps(page.body, ensure_ascii=False).encode()) < 6 * 1024 * 1024


def test_the_contents_of_a_request_have_a_limit_together(world: World) -> None:
    _make()
    assert _append(*[_said("x" * 500_001)] * 4).problem() == (413, "too_large")
    assert _append(*[_said("🦊" * 400_000)] * 3).problem() == (413, "too_large")
    assert world.records(prefix="evt#") == []
    assert _append(*[_said("x" * 500_000)] * 4).status == 201


@pytest.mark.parametrize("role", ["assistant", "system", "tool"])
def test_only_a_person_sends_an_approval(world: World, role: str) -> None:
    _make()
    approval = {**_said("The refund of 1299 is approved"), "kind": "approval"}
    refused = _append(_said("first"), {**approval, "role": role})
    assert refused.problem() == (400, "malformed")
    assert refused.json["errors"][0]["field"] == "events.1.kind"
    assert world.records(prefix="evt#") == []
    assert _append({**approval, "role": "user"}).status == 201


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"events": [{"role": "user", "content": "\\ud800"}]}',
     b'{"events": {"role": "user"}}', b"[" * 100_000],
)  # fmt: skip
def test_a_body_that_cannot_be_read_is_400(world: World, raw: bytes) -> None:
    _make()
    assert _call("POST", _events(), raw=raw).problem() == (400, "malformed")
    assert world.records(prefix="evt#") == []


def test_a_missing_session_is_404_for_any_reason(world: World) -> None:
    _make("ended", ttl_seconds=60)
    _make("of ann", ttl_seconds=86_400)
    world.clock.advance(days(0.5))
    bob = a_caller("bob")
    append = {"events": [_said()]}
    problems = [
        _call(method, f"{SESSIONS}/{quote(id)}{tail}", body, caller)
        for id, caller in (("ended", a_caller()), ("of ann", bob), ("never was", bob))
        for method, tail, body in (("GET", "", None), ("GET", "/events", None), ("POST", "/events", append))
    ]
    assert {answer.problem() for answer in problems} == {(404, "not_found")}
    assert len({json.dumps(answer.json, sort_keys=True) for answer in problems}) == 1


def test_a_forbidden_scope_is_403(world: World) -> None:
    bob = a_caller("bob")
    scope = {"scope": "/org/acme/user/ann"}
    assert _call("POST", SESSIONS, scope, bob).problem() == (403, "forbidden_scope")
    assert _call("GET", _events(), caller=bob, query=scope).problem() == (403, "forbidden_scope")
    assert _append(_said(), caller=bob, query=scope).problem() == (403, "forbidden_scope")


def test_a_session_of_a_task_is_reached_by_its_scope(world: World) -> None:
    task = {"scope": "/org/acme/user/ann/task/t1"}
    assert _make(**task).json["scope"] == task["scope"]
    assert _append(_said(), query=task).status == 201
    assert len(_call("GET", _events(), query=task).json["items"]) == 1
    assert _call("GET", f"{SESSIONS}/s1", query=task).json["events"] == 1
    assert [s["session_id"] for s in _call("GET", SESSIONS, query=task).json["items"]] == ["s1"]
    assert _call("GET", _events()).problem() == (404, "not_found")
    assert _call("GET", SESSIONS).json["items"] == []


@pytest.mark.parametrize("id", ["a/b", "a b", "100%", "小明", "a#b", "?", ".."])
def test_any_reasonable_id_works_in_the_path(world: World, id: str) -> None:
    _make(id)
    assert _call("POST", _events(id), {"events": [_said()]}).status == 201
    assert _call("GET", f"{SESSIONS}/{quote(id, safe='')}").json["session_id"] == id


def test_an_impossible_id_in_the_path_is_400(world: World) -> None:
    assert _call("GET", f"{SESSIONS}/{'a' * 129}").problem() == (400, "malformed")
    assert _call("GET", f"{SESSIONS}/%20/events").problem() == (400, "malformed")


def test_a_retry_with_its_key_gets_the_first_answer_again(world: World) -> None:
    key = {"idempotency-key": "k1"}
    made = _call("POST", SESSIONS, {}, headers=key)
    again = _call("POST", SESSIONS, {}, headers=key)
    assert again.json == made.json
    assert (made.headers.get("idempotency-replayed"), again.headers["idempotency-replayed"]) == (None, "true")

    _make()
    first = _append(_said("a"), _said("b", event_id="e1"), headers=key)
    world.clock.advance()
    second = _append(_said("a"), _said("b", event_id="e1"), headers=key)
    assert second.json == first.json
    assert second.headers["idempotency-replayed"] == "true"
    assert len(_call("GET", _events()).json["items"]) == 2
    assert _append(_said("c"), headers=key).problem() == (422, "idempotency_mismatch")
    assert _append(_said("c"), headers={"idempotency-key": " "}).problem() == (400, "malformed")


def test_the_list_of_sessions_is_newest_first(world: World) -> None:
    for id in ("b", "c", "a"):
        _make(id)
        world.clock.advance()
    page = _call("GET", SESSIONS, query={"limit": 2}).json
    assert [session["session_id"] for session in page["items"]] == ["a", "c"]
    rest = _call("GET", SESSIONS, query={"limit": 2, "cursor": page["next_cursor"]}).json
    assert ([session["session_id"] for session in rest["items"]], rest["next_cursor"]) == (["b"], None)
    oldest = _call("GET", SESSIONS, query={"order": "asc", "limit": 1}).json
    assert [session["session_id"] for session in oldest["items"]] == ["b"]


def test_evidence_from_before_a_deletion_is_dropped_and_the_rest_taken(world: World) -> None:
    from shared.domain.deletion.barrier import Selector, SelectorKind
    from shared.usecases.deletion.request_deletion import request_deletion

    _make()
    _append(_said("of the old life"))
    request_deletion(world.services, a_caller(), None, "d1", Selector(SelectorKind.SUBJECT))
    world.clock.advance()
    assert _call("GET", _events()).problem() == (404, "not_found")
    assert _append(_said()).problem() == (409, "subject_deleting")
    assert _make("s2").problem() == (409, "subject_deleting")
    world.drain()
    assert world.holds("of the old life") == []
    assert _append(_said()).problem() == (404, "not_found")
    _make()
    answer = _append(_said("old", event_id="e1", occurred_at="2026-03-01T12:00:00Z"), _said("new", event_id="e2"))
    assert answer.json == {
        "accepted": ["e2"],
        "duplicates": [],
        "dropped": [{"event_id": "e1", "code": "deleted_before"}],
    }


def test_another_method_on_a_known_path_is_405(world: World) -> None:
    event = an_event("DELETE", f"{SESSIONS}/s1", caller=a_caller())
    answer = Answer(default_handler(event, Context("health", "request-1")))
    assert answer.problem() == (405, "method_not_allowed")
    assert answer.headers["allow"] == "GET"


def test_no_event_content_is_in_the_log(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    _make()
    _append(_said("the launch code is heron"), _said("bad heron", role="robot"))
    _append(_said("the launch code is heron"))
    assert "heron" not in "".join(capsys.readouterr())
