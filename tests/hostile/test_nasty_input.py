"""Input that is made to hurt, in every field of every route: refused clearly, and nothing is lost by it."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from shared.contracts.export import NDJSON
from shared.contracts.routes import ROUTES, Route
from shared.usecases import cursors
from tests.builders import a_world
from tests.functions.calls import INTERNALS
from tests.hostile.fields import Field, fields
from tests.hostile.gate import Answer
from tests.hostile.probes import body_of, put, target_of
from tests.hostile.probing import Probing
from tests.hostile.victims import Victim, exported

GUARDED = [route for route in ROUTES if not route.open]
WITH_BODY = [route for route in GUARDED if body_of(route) is not None]
WITH_CURSOR = [route for route in GUARDED if any(f.names == "cursor" and f.place == "query" for f in fields(route))]
LINES = ("/v1/import", "/v1/import/sessions")
MARK = "the value to put in"
# Never right, whatever the field: JSON texts.
NEVER = {
    "NaN": "NaN", "infinity": "-Infinity", "a number over any": "1e999", "a number of 5,000 digits": "9" * 5000,
    "a lone surrogate": '"\\ud800"', "half a pair in a list": '["\\udc00"]',
    "over a million characters": f'"{"i" * 1_000_001}"',
    "deep lists": "[" * 100_000 + "]" * 100_000, "deep objects": '{"a":' * 5_000 + "1" + "}" * 5_000,
    "an unknown escape": '"\\x41"', "a raw control character": '"a\nb"', "a member twice": '{"a": 1, "a": 2}',
}  # fmt: skip
# Never right where an id, a scope, a key or a cursor is wanted.
NO_NAMES = {
    "NUL": "a\x00b", "a new header": "a\r\nSet-Cookie: a=b", "blank": " \u3000", "empty": "", "a line": "a\u2028b",
    "1 MB": "i" * 1_000_000,
}  # fmt: skip
# Where a walk could go on, as somebody would guess who has read how cursors are made.
POSITIONS = (
    "", "x", "null", "{}", "[]", "[1]", "-1", "1.5", "x" * 20, "x" * 36, "x" * 40, "0" * 10, "0" * 20, "0" * 64,
    "é" * 36, "\uff17" * 20, "[" * 1_400, "9" * 1_400, "\x00", "\u2028", '{"layer": "memory"}', '["x","y","z"]',
    '["/org/acme/user/ann","m","x"]', '["/org/acme/user/ann","m",1e999]', '["/org/acme/user/ann","m",-1]',
    '["/org/acme/user/ann","\\ud800",1]', '["/org/globex/user/gus","aud"]', '["/org/globex/user/gus","m",0]',
    '["/org/acme","aud#",0]', '["/org/nowhere/node/x","m"]', '["",""]', '["","",""]', '["x","y"]', "[[],[]]",
    '["",1e999,"2026-03-01"]', '["",-1,"2026-03-01T12:00:00Z"]', '["",NaN,"x"]',
    '["","\uff17","0001-01-01T00:00:00+14:00"]',
    '["",7,"9999-12-31T23:59:59-14:00"]', '["x",0,"2026-03-01T12:00:00Z"]', '["",[],{}]', '{"number": 1}',
    "[null,null]", "[null,null,null]", '[true,"x"]', '[false,"x"]', '[false,""]', '[0,"x"]',
    f'["/org/acme/user/ann","{"m" * 36}",7]', f'["/org/acme/user/ann","{"a" * 1_400}"]', f'[false,"{"s" * 1_400}"]',
)  # fmt: skip


@pytest.fixture(scope="module")
def probing() -> Iterator[Probing]:
    with a_world() as world:
        yield Probing(world)


@pytest.fixture(scope="module")
def seen(probing: Probing) -> list[str]:
    """What Ann had when somebody last looked."""
    return [exported(probing.gate, probing.victims[0])]


@pytest.fixture
def ann(probing: Probing, seen: list[str]) -> Iterator[Victim]:
    """The caller whose input it is: she may do all there is, and keeps what she has."""
    victim = probing.victims[0]
    yield victim
    seen.append(exported(probing.gate, victim))
    assert seen[-1] == seen.pop(0)


def refused(answer: Answer, route: Route) -> None:
    """A problem document of the caller's fault, or a report in which every line and item is one."""
    assert not [part for part in INTERNALS if part in answer.text], answer.text
    if answer.status == 200 and route.path in LINES:
        assert answer.json["imported"] == answer.json["duplicates"] == 0, answer.text
    elif answer.status == 200 and route.path in ("/v1/memories/batch", "/v1/memories/batch/read", "/v1/recall/batch"):
        assert all(400 <= result["status"] < 500 for result in answer.json["results"]), answer.text
    else:
        assert 400 <= answer.status < 500, (route.key, answer.status, answer.text[:300])
        assert "application/problem+json" in answer.headers
        assert answer.json["detail"]


def by_key(routes: list[Route]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("route", routes, ids=[route.key for route in routes])


@by_key(WITH_BODY)
@pytest.mark.parametrize("nasty", NEVER)
def test_what_is_never_right_is_refused_in_every_field(
    probing: Probing, ann: Victim, route: Route, nasty: str
) -> None:  # fmt: skip
    for field in fields(route):
        if field.place == "body":
            text = json.dumps(with_value(route, field, MARK)).replace(f'"{MARK}"', NEVER[nasty])
            refused(send(probing, ann, route, text.encode()), route)


@by_key(GUARDED)
@pytest.mark.parametrize("nasty", NO_NAMES)
def test_what_names_nothing_is_refused_in_every_field_that_names_something(
    probing: Probing, ann: Victim, route: Route, nasty: str
) -> None:
    text = NO_NAMES[nasty]
    for field in (field for field in fields(route) if field.names):
        if nasty == "a line" and field.names == "key":
            continue  # a key is no id: it may hold what ends a line, but no control character
        if field.place == "body":
            refused(send(probing, ann, route, json.dumps(with_value(route, field, text)).encode()), route)
        elif text or field.place == "query":
            ids, query = ({field.at: text}, {}) if field.place == "path" else ({}, {field.at: text})
            target = target_of(route, ann, ids, query)
            refused(probing.gate(ann.caller, route.method, target, body_of(route)), route)


@by_key(WITH_BODY)
def test_a_member_that_is_given_twice_is_refused(probing: Probing, ann: Victim, route: Route) -> None:
    body = json.dumps(body_of(route))
    for twice in ('{"x": 1, "x": 2}', body[:-1] + (", " if body != "{}" else "") + body[1:] if body != "{}" else ""):
        if twice:
            refused(send(probing, ann, route, twice.encode()), route)


@by_key(WITH_BODY)
@pytest.mark.parametrize(
    "media",
    ["text/plain", "application/xml", "multipart/form-data; boundary=x", "application/json\x00", "a/b\r\nX: y", "json"],
)
def test_a_body_of_another_type_is_refused(probing: Probing, ann: Victim, route: Route, media: str) -> None:
    refused(send(probing, ann, route, json.dumps(body_of(route)).encode(), media), route)


@by_key(WITH_BODY)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "cp500"])
def test_a_body_in_another_encoding_is_refused(probing: Probing, ann: Victim, route: Route, encoding: str) -> None:
    text = json.dumps({**body_of(route), "content": "é+"}, ensure_ascii=False)
    media = f"application/json; charset={encoding}"
    refused(send(probing, ann, route, text.encode(encoding), NDJSON if route.path in LINES else media), route)


@by_key(WITH_CURSOR)
def test_a_cursor_that_the_caller_has_made_itself_leads_nowhere(
    probing: Probing, ann: Victim, route: Route, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of a cursor is no secret: who knows the form can make any."""
    monkeypatch.setattr(cursors, "_check", lambda position, bound_to: b"0" * 12)
    more = ({}, {"last_turns": "3"}) if any(f.at == "last_turns" for f in fields(route)) else ({},)
    (name,) = (field.at for field in fields(route) if field.names == "cursor")
    for position, others in product(POSITIONS, more):
        query = {name: cursors.cursor(position, ""), **others}
        answer = probing.gate(ann.caller, route.method, target_of(route, ann, {}, query))
        assert answer.status < 500, (position, answer.text)
        shown = [victim.word for victim in probing.victims[1:] if victim.word in answer.text]
        assert not shown, position


def with_value(route: Route, field: Field, value: Any) -> Any:
    body = copy.deepcopy(body_of(route))
    put(body, field.at.split("."), [value] if field.many else value)
    return body


def send(probing: Probing, ann: Victim, route: Route, body: bytes, media: str | None = None) -> Answer:
    usual = NDJSON if route.path in LINES else "application/json"
    headers = {"content-type": media or usual}
    return probing.gate(ann.caller, route.method, target_of(route, ann, {}, {}), body, headers)
