"""How long a memory lives: set by its writer, by its type, by its own validity; and what the daily pass does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from functions.events.gc import handler as daily_pass
from shared.domain.access.caller import Caller
from shared.domain.memories.lifetimes import ExpiryPolicy, UpkeepPolicy
from shared.domain.writing.decisions import WritePolicy
from tests.acceptance.time.person import OPERATOR, Person
from tests.builders import a_caller, a_world

LAUNCH = [("下周二是发布会", "发布会是哪天？"), ("The launch is next Tuesday", "When is the launch?")]


def passed(ann: Person) -> dict[str, Any]:
    report = daily_pass({}, None)
    ann.world.index()
    return report


def imported(ann: Person, line: dict[str, Any], caller: Caller) -> dict[str, Any]:
    headers = {"content-type": "application/x-ndjson"}
    return dict(ann.api("POST", "/v1/import", None, caller, raw=json.dumps(line).encode(), headers=headers).json)


@pytest.mark.parametrize(("fact", "question"), LAUNCH, ids=["zh", "en"])
@pytest.mark.parametrize("ends", ["hard_ttl_days", "expires_at"])
def test_the_writer_sets_when_a_memory_ends(ann: Person, fact: str, question: str, ends: str) -> None:
    end: dict[str, Any] = {ends: 7 if ends == "hard_ttl_days" else ann.after(days=7)}
    memory = ann.said(fact, **end)["memory"]
    assert memory["hard_expires_at"].startswith("2026-03-08T12:00:0")
    ann.wait(days=6)
    assert ann.recalled(question) == [fact]
    ann.wait(days=2)
    assert ann.recalled(question) == []
    assert ann.memories() == []
    assert passed(ann)["applied"] == {"hard_expired": 1}
    assert ann.world.records(prefix="cur#") == []


@pytest.mark.parametrize(
    ("preference", "question"),
    [
        ("偏好输出带步骤列表", "输出要什么格式？"),
        ("Prefers output with numbered steps", "Which format for the output?"),
    ],
    ids=["zh", "en"],
)
def test_what_has_faded_is_marked_stale_and_put_before_a_person(ann: Person, preference: str, question: str) -> None:
    fields: dict[str, Any] = {"type": "preference", "soft_ttl_days": 30, "hard_ttl_days": 90}
    memory = ann.said(preference, **fields)["memory"]
    ann.wait(days=31)
    assert passed(ann)["applied"] == {"soft_expired": 1}
    (shown,) = ann.memories()
    assert (shown["status"], shown["content"]) == ("stale", preference)
    (review,) = ann.reviews()
    assert (review["kind"], review["members"][0]["memory_id"]) == ("stale", memory["memory_id"])
    assert ann.recalled(question) == [preference]
    again = ann.said(preference, type="preference")["memory"]  # confirmed: it lives as long again
    assert again["status"] == "active"
    assert again["soft_expires_at"] > ann.after(days=29)
    assert again["hard_expires_at"] < ann.after(days=91)


def test_a_life_that_makes_no_sense_is_refused(ann: Person) -> None:
    both: dict[str, Any] = {"hard_ttl_days": 3, "expires_at": ann.after(days=3)}
    for fields in ({"soft_ttl_days": 0}, {"hard_ttl_days": 40_000}, {"expires_at": ann.after(days=-1)}, both):
        assert ann.write("Badge 4711 opens the archive", **fields).fields()
    assert ann.write("Badge 4711 opens the archive", soft_ttl_days=9, hard_ttl_days=3).fields() == ["soft_ttl_days"]
    assert ann.memories() == []


def test_the_tools_of_an_agent_set_it_too(ann: Person) -> None:
    ann.mcp.remembered("The staging password rotates on Friday", hard_ttl_days=5)
    (memory,) = ann.memories()
    assert memory["hard_expires_at"] < ann.after(days=6)


@pytest.mark.parametrize(
    "life", [{"soft_ttl_days": 5, "hard_ttl_days": 9}, {"expires_at": "2026-04-01T00:00:00Z"}], ids=["days", "end"]
)
def test_an_export_and_an_import_keep_the_life_that_a_writer_set(ann: Person, life: dict[str, Any]) -> None:
    ann.said("Badge 4711 opens the archive", **life)
    line = ann.api("GET", "/v1/export").json
    bob = a_caller("bob")
    assert imported(ann, line, bob)["imported"] == 1
    (there,) = ann.api("GET", "/v1/memories", None, bob).json["items"]
    (here,) = ann.memories()
    for end in ("soft_expires_at", "hard_expires_at"):
        assert (there[end] or "")[:16] == (here[end] or "")[:16]  # days count from the import, seconds later
    refused = imported(ann, {**line, "soft_ttl_days": 9, "hard_ttl_days": 3, "expires_at": None}, bob)["refused"]
    assert refused[0]["field"] == "soft_ttl_days"


@pytest.mark.parametrize("fact", ["变更窗口到周五为止开放", "The change window is open"])
def test_a_fact_whose_validity_ended_is_no_longer_active_and_is_removed_a_month_later(ann: Person, fact: str) -> None:
    ann.said(fact, valid_to=ann.after(days=3))
    ann.wait(days=4)
    (memory,) = ann.memories()
    assert memory["status"] == ann.memory(memory["memory_id"])["status"] == "ended"
    assert ann.memories(status="active") == []
    assert [one["content"] for one in ann.memories(status="ended")] == [fact]
    ann.wait(days=28)
    assert passed(ann)["applied"] == {}
    ann.wait(days=2)
    assert passed(ann)["applied"] == {"validity_ended": 1}
    assert ann.memories() == []


def test_what_is_a_year_old_and_unread_without_a_conflict_is_not_stale(ann: Person) -> None:
    ann.said("地球绕太阳转")
    ann.wait(days=366)
    passed(ann)
    (memory,) = ann.memories()
    assert memory["status"] == "active"


def test_the_daily_pass_writes_its_plan_before_it_applies_it(ann: Person) -> None:
    memory = ann.said("Badge 4711 opens the archive", hard_ttl_days=1)["memory"]
    ann.wait(days=2)
    (plan_id,) = passed(ann)["plans"]
    plan = ann.api("GET", f"/v1/hygiene/plans/{plan_id}", None, OPERATOR).json
    assert plan["counts"] == {"hard_expired": 1}
    assert [(item["memory_id"], item["action"]) for item in plan["items"]] == [(memory["memory_id"], "delete")]


def test_what_a_pass_may_remove_without_a_person_is_limited() -> None:
    policy = WritePolicy(expiry=ExpiryPolicy(upkeep=UpkeepPolicy(most_removed=2)))
    with a_world(write_policy=policy) as world:
        ann = Person(world)
        for number in range(5):
            ann.said(f"Badge 471{number} opens the archive", hard_ttl_days=1)
        ann.wait(days=2)
        report = passed(ann)
        assert (report["applied"], report["held"]) == ({"hard_expired": 2}, 3)
        (plan_id,) = report["plans"]
        applied = ann.api("POST", f"/v1/hygiene/plans/{plan_id}/apply", None, OPERATOR).json
        assert (applied["applied"], applied["skipped"]) == ({"hard_expired": 3}, 2)
        assert world.records(prefix="cur#") == []
