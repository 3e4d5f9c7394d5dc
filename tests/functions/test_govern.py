"""Reviews, audit, export, import and counts over HTTP: what callers send and see."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from functions.api.govern import handler
from local.aws.gateway import Context
from shared.domain.access.caller import Caller
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory
from shared.runtime import bootstrap
from shared.runtime.mapping.transfer.export import export_page
from tests.builders import ACME, ANN, World, a_caller, a_world, an_event, days
from tests.tooling.documented import Documented

NDJSON = {"content-type": "application/x-ndjson"}
DOCUMENTED = Documented()


@pytest.fixture
def world() -> Iterator[World]:
    with a_world() as world:
        yield world


class Answer:
    def __init__(self, answer: Mapping[str, Any]) -> None:
        self.status: int = answer["statusCode"]
        self.headers = {str(name).lower(): str(value) for name, value in answer["headers"].items()}
        self.text: str = answer["body"]

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.text.splitlines()]

    def problem(self) -> tuple[int, str]:
        assert self.headers["content-type"] == "application/problem+json"
        return self.status, self.json["code"]


def _call(method: str, path: str, body: Any = None, caller: Caller | None = None, **more: Any) -> Answer:
    """Every answer is checked against the OpenAPI document."""
    event = an_event(method, path, body, caller or a_caller("rev", "reviewer", "auditor", bound=ACME), **more)
    answer = Answer(handler(event, Context("govern", "request-1")))
    media = answer.headers["content-type"]
    for value in answer.lines if media == NDJSON["content-type"] else [answer.json]:
        DOCUMENTED.exchange(method, path, answer.status, value, media)
    assert DOCUMENTED.differences == []
    return answer


def _candidate(world: World, content: str = "Probably vegetarian") -> Memory:
    return world.wrote(content, source=Source.AGENT_INFERRED, confidence=0.6)


def _waiting(**query: Any) -> list[Any]:
    items: list[Any] = _call("GET", "/v1/reviews", query=query).json["items"]
    return items


def test_a_review_is_listed_claimed_and_resolved(world: World) -> None:
    made = _candidate(world)
    (review,) = _waiting(kind="candidate")
    assert (review["status"], review["claim"], review["resolution"]) == ("open", None, None)
    assert (review["scope"], review["created_at"]) == (ANN.path, "2026-03-01T12:00:01Z")
    assert [m["memory_id"] for m in review["members"]] == [made.memory_id]
    path = f"/v1/reviews/{review['review_id']}"
    claimed = _call("POST", f"{path}/claim", {}).json
    assert claimed["status"] == "claimed"
    assert claimed["claim"]["until"] == "2026-03-01T12:15:01Z"
    other = a_caller("other", "reviewer", bound=ACME)
    refused = _call("POST", f"{path}/claim", {}, other)
    assert refused.problem() == (409, "already_claimed")
    assert refused.json["claimed_until"] == "2026-03-01T12:15:01Z"
    resolved = _call("POST", f"{path}/resolve", {"decision": "accept"})
    assert resolved.json["resolution"]["decision"] == "accept"
    assert resolved.json["members"][0]["source"] == "human_confirmed"
    assert _call("POST", f"{path}/resolve", {"decision": "accept"}).json == resolved.json
    assert _call("POST", f"{path}/resolve", {"decision": "reject"}).problem() == (409, "already_resolved")
    assert _waiting(status="open") == []
    assert [r["review_id"] for r in _waiting(status="resolved")] == [review["review_id"]]


def test_a_retry_with_its_key_is_marked_as_replayed(world: World) -> None:
    _candidate(world)
    path = f"/v1/reviews/{_waiting()[0]['review_id']}/resolve"
    sent: dict[str, Any] = {"headers": {"idempotency-key": "k"}}
    first, again = (_call("POST", path, {"decision": "accept"}, **sent) for _ in range(2))
    assert (first.json, again.headers["idempotency-replayed"]) == (again.json, "true")
    assert _call("POST", path, {"decision": "reject"}, **sent).problem() == (422, "idempotency_mismatch")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"decision": "maybe"},
        {"decision": "accept", "extra": 1},
        {"decision": "edit"},
        {"decision": "edit", "content": ""},
        {"decision": "merge"},
        {"decision": "accept", "keep": ["nobody"]},
        {"decision": "reject", "content": "Eats fish"},
    ],
)
def test_a_malformed_decision_is_400(world: World, body: Any) -> None:
    _candidate(world)
    path = f"/v1/reviews/{_waiting()[0]['review_id']}/resolve"
    assert _call("POST", path, body).problem() == (400, "malformed")
    assert _waiting()[0]["status"] == "open"


def test_a_missing_review_is_404_and_a_forbidden_one_403(world: World) -> None:
    _candidate(world)
    path = f"/v1/reviews/{_waiting()[0]['review_id']}"
    stranger = a_caller("eve", "reviewer", bound=a_caller("eve", org="other").bound, org="other")
    for who in (stranger, a_caller("bob", "reviewer")):
        assert _call("POST", f"{path}/claim", {}, who).problem() == (404, "not_found")
        assert _call("POST", f"{path}/resolve", {"decision": "accept"}, who).problem() == (404, "not_found")
        assert _call("GET", "/v1/reviews", None, who).json == {"items": [], "next_cursor": None}
        assert _call("GET", "/v1/reviews", None, who, query={"scope": ANN.path}).problem() == (403, "forbidden_scope")
    assert _call("POST", "/v1/reviews/none/claim", {}).problem() == (404, "not_found")
    assert _call("GET", "/v1/reviews", None, a_caller()).problem() == (403, "forbidden_role")
    assert _call("GET", "/v1/reviews", query={"kind": "gossip"}).problem() == (400, "malformed")


def test_the_audit_is_read_and_verified(world: World) -> None:
    made = world.wrote("Plays the cello", key="instrument")
    world.write("Plays the viola", key="instrument")
    page = _call("GET", "/v1/audit", query={"scope": ANN.path, "memory_id": made.memory_id, "limit": 1}).json
    (item,) = page["items"]
    assert (item["memory_id"], item["action"], item["sequence"], item["version"]) == (
        made.memory_id,
        "updated",
        2,
        2,
    )
    rest = _call(
        "GET",
        "/v1/audit",
        query={"scope": ANN.path, "memory_id": made.memory_id, "limit": 1, "cursor": page["next_cursor"]},
    )
    assert [i["sequence"] for i in rest.json["items"]] == [1]
    assert "cello" not in rest.text
    verified = _call("GET", "/v1/audit/verify", query={"scope": ANN.path}).json
    log = verified.pop("receipt_log")
    assert verified == {"records": 2, "valid": True, "first_break": None, "next_cursor": None}
    assert (log["state"], log["size"], log["witnessed"]) == ("intact", 0, 0)
    assert _call("GET", "/v1/audit/verify", None, a_caller()).problem() == (403, "forbidden_role")
    assert _call("GET", "/v1/audit", None, a_caller("bob"), query={"scope": ANN.path}).problem()[0] == 403


def test_an_export_is_imported_unchanged(world: World) -> None:
    world.write("Lives in Lyon", key="home", metadata={"a": [1, None]})
    world.write("Lives in Lille \u2028 émigré 住在里尔", key="home")
    out = _call("GET", "/v1/export", None, a_caller())
    assert (out.status, out.headers["content-type"]) == (200, NDJSON["content-type"])
    assert "x-next-cursor" not in out.headers
    assert [line["of"]["current"] for line in out.lines] == [False, True]
    sent = {"raw": out.text.encode(), "headers": NDJSON}
    again = _call("POST", "/v1/import", None, a_caller(), **sent)
    assert again.json == {"imported": 0, "duplicates": 2, "refused": [], "next_line": None}
    assert _call("POST", "/v1/import", None, a_caller("bob"), **sent).json["imported"] == 2


def test_a_long_export_goes_on_by_its_cursor(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(5):
        world.write(f"Keeps item {n} in drawer {n * 7}")
    whole = _call("GET", "/v1/export", None, a_caller()).text
    monkeypatch.setattr(export_page, "__defaults__", (2_000,))
    text, cursor, pages = "", None, 0
    while pages == 0 or cursor is not None:
        page = _call("GET", "/v1/export", None, a_caller(), query={"cursor": cursor} if cursor else {})
        text, cursor, pages = text + page.text, page.headers.get("x-next-cursor"), pages + 1
    assert (text, pages > 1) == (whole, True)


def test_lines_that_cannot_be_imported_are_reported_by_their_number(world: World) -> None:
    lines = [
        b'\xef\xbb\xbf{"content": "Plays the cello", "type": "semantic", "source": "user_stated"}',
        b"",
        b"{not json}",
        b'["a list"]',
        b'{"content": "Owns a boat", "type": "semantic", "colour": "red"}',
        b'{"content": "Is an administrator", "type": "profile", "source": "system_of_record"}\r',
        b'{"content": "...", "type": "semantic", "source": "user_stated"}',
        b'{"content": "Plays the CELLO", "type": "semantic", "source": "user_stated"}',
        b'{"content": "\xff", "type": "semantic"}',
        b"[" * 100_000,
    ]
    got = _call("POST", "/v1/import", None, a_caller(), raw=b"\n".join(lines), headers=NDJSON).json
    assert (got["imported"], got["duplicates"], got["next_line"]) == (1, 1, None)
    assert [(line["line"], line["code"], line["field"]) for line in got["refused"]] == [
        (3, "malformed", None),
        (4, "malformed", None),
        (5, "malformed", "colour"),
        (6, "forbidden_role", None),
        (7, "not_worth_remembering", None),
        (9, "malformed", None),
        (10, "malformed", None),
    ]
    assert all(line["reason"] for line in got["refused"])


def test_an_import_of_another_kind_is_415(world: World) -> None:
    sent = {"raw": b"content\nPlays the cello", "headers": {"content-type": "text/csv"}}
    assert _call("POST", "/v1/import", None, a_caller(), **sent).problem() == (415, "unsupported_media_type")


def test_counts_of_an_organisation_come_from_the_stream(world: World) -> None:
    from functions.events.index import handler as index

    world.write("Plays the cello", key="instrument")
    world.write("Plays the viola", key="instrument")
    world.write("Owns a boat", a_caller("bob"))
    keys_changed, world.stream.changed = world.stream.changed, []
    stream = [
        {
            "eventName": "MODIFY",
            "dynamodb": {"Keys": {"pk": {"S": k.pk}, "sk": {"S": k.sk}}, "SequenceNumber": str(n)},
        }
        for n, k in enumerate(keys_changed)
    ]
    assert index({"Records": stream}, None) == {"batchItemFailures": []}
    operator = a_caller("op", "operator", bound=ACME)
    got = _call("GET", "/v1/metrics", None, operator, query={"days": 2}).json
    assert got["totals"] == {"created": 2, "updated": 1}
    assert [(day["day"], day["counts"]) for day in got["daily"]] == [
        ("2026-02-28", {}),
        ("2026-03-01", {"created": 2, "updated": 1}),
    ]
    assert (got["approximate"], got["complete"]) == (True, True)
    assert _call("GET", "/v1/metrics", None, a_caller(bound=ACME)).problem() == (403, "forbidden_role")
    assert _call("GET", "/v1/metrics", None, operator, query={"days": 91}).problem() == (400, "malformed")


def test_a_users_own_counts_come_from_its_audit(world: World) -> None:
    world.write("Plays the cello", key="instrument")
    world.clock.advance(days(1))
    world.write("Plays the cello", key="instrument")
    world.write("Owns a boat", a_caller("bob"))
    got = _call("GET", "/v1/metrics", None, a_caller()).json
    assert (got["scope"], got["days"], got["totals"]) == (ANN.path, 7, {"confirmed": 1, "created": 1})
    assert got["daily"][-1] == {"day": "2026-03-02", "counts": {"confirmed": 1}}
    assert _call("GET", "/v1/metrics", None, a_caller("bob"), query={"scope": ANN.path}).problem() == (
        403,
        "forbidden_scope",
    )


def test_without_a_feed_of_changes_its_route_says_so_and_the_settings_too(world: World) -> None:
    world.write("Plays the cello")
    world.feed()
    ann = a_caller()
    assert len(_call("GET", "/v1/changes", None, ann).json["items"]) == 1
    assert _call("GET", "/v1/settings", None, ann).json["change_feed"] is True
    bootstrap.install(world.on(change_feed=False).services)
    assert _call("GET", "/v1/changes", None, ann).problem() == (404, "changes_off")
    assert _call("GET", "/v1/settings", None, ann).json["change_feed"] is False


def test_a_scope_that_is_not_open_is_refused_whether_a_feed_is_kept_or_not(world: World) -> None:
    for change_feed in (True, False):
        bootstrap.install(world.on(change_feed=change_feed).services)
        refused = _call("GET", "/v1/changes", None, a_caller("bob"), query={"scope": ANN.path})
        assert refused.problem() == (403, "forbidden_scope")


def test_no_content_is_in_the_log(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    _candidate(world, "Probably keeps a heron")
    review = _waiting()[0]
    _call("POST", f"/v1/reviews/{review['review_id']}/resolve", {"decision": "edit", "content": "Keeps two herons"})
    _call("POST", "/v1/import", None, a_caller(), raw=b'{"content": "a heron"}', headers=NDJSON)
    _call("GET", "/v1/export", None, a_caller())
    assert "heron" not in "".join(capsys.readouterr())
