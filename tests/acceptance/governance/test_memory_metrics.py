"""What a team sees of its memory: writes by door and outcome, ratios, composition, in a form that Prometheus reads."""

from __future__ import annotations

import json
import re
import urllib.request
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from shared.ports import Retrieved
from shared.runtime import observability
from shared.runtime.counting import exposition
from shared.usecases.audit.metrics import count_changes
from shared.usecases.hygiene.tune_thresholds import count_recalled
from tests.builders import ACME, ANN, World, a_caller
from tests.functions.calls import Api
from tests.local.running_service import ServiceProcess
from tests.mcp.calls import Mcp

AUDITOR = a_caller("aud", "auditor", bound=ACME)
# A line of the text format: a name, labels, a number.
_SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)*)\})? (-?[0-9.e+-]+)')

Counted = Callable[[], dict[tuple[str, ...], float]]


def samples(text: str) -> dict[tuple[str, ...], float]:
    """Each line by its name and its labels; every line is a sample or a comment in the form that Prometheus reads."""
    found = {}
    for line in text.splitlines():
        if line.startswith(("# HELP ", "# TYPE ")):
            continue
        match = _SAMPLE.fullmatch(line)
        assert match is not None, line
        found[match[1], *re.findall(r'[a-z_]+="[^"]*"', match[2] or "")] = float(match[3])
    return found


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    tally = exposition.Tally()
    monkeypatch.setattr(observability, "TALLY", tally)
    return lambda: samples(tally.text())


@pytest.mark.parametrize(
    ("text", "again", "secret"),
    [
        ("Prefers Go over Java", "Prefers Go over Java", "My key is AKIAABCDEFGHIJKLMNOP"),
        ("用户偏好使用中文回答", "用户偏好使用中文回答", "我的密钥是 AKIAABCDEFGHIJKLMNOP"),
    ],
)
def test_writes_are_counted_by_door_and_outcome_refused_ones_too(
    api: Api, counted: Counted, text: str, again: str, secret: str
) -> None:
    memory = api.wrote(text)
    api.wrote(again)
    body = {"type": "semantic", "source": "user_stated"}
    assert api("POST", "/v1/memories", {"content": secret, **body}).status == 422
    api(
        "POST",
        "/v1/memories/batch",
        {"items": [{"content": "The office is in Lyon", **body}, {"content": secret, **body}]},
    )
    api("PATCH", f"/v1/memories/{memory['memory_id']}", {"content": f"{text} 2"})
    mcp = Mcp(api.world)
    mcp.use("remember", content="The garage is in Lille", **body)
    mcp.refused("remember", content=secret, **body)
    found = counted()
    by_door = {key[1:]: n for key, n in found.items() if key[0] == "agent_memory_writes_total"}
    assert by_door == {
        ('door="single"', 'outcome="created"'): 1, ('door="single"', 'outcome="duplicate"'): 1,
        ('door="single"', 'outcome="sensitive"'): 1, ('door="batch"', 'outcome="created"'): 1,
        ('door="batch"', 'outcome="sensitive"'): 1, ('door="correction"', 'outcome="updated"'): 1,
        ('door="tool"', 'outcome="created"'): 1, ('door="tool"', 'outcome="sensitive"'): 1,
    }  # fmt: skip
    assert (found["agent_memory_writes_taken_total",], found["agent_memory_writes_refused_total",]) == (5, 3)
    written = "agent_memory_memory_written_total"
    assert found[written, 'outcome="sensitive"'] == 3
    assert found["agent_memory_duplicates_total", 'by="hash"'] == 1
    blocked = {key[1]: n for key, n in found.items() if key[0] == "agent_memory_write_blocked_total"}
    assert sum(blocked.values()) == 3
    assert secret not in str(found)


def test_a_replay_is_counted_as_no_write(api: Api, counted: Counted) -> None:
    body = {"content": "The office is in Lyon", "type": "semantic", "source": "user_stated"}
    for _ in range(2):
        api("POST", "/v1/memories", body, headers={"idempotency-key": "k"})
    assert counted()["agent_memory_writes_total", 'door="single"', 'outcome="created"'] == 1


def test_hits_and_their_use_are_counted(api: Api, counted: Counted) -> None:
    memory = api.wrote("Keeps bees on the roof")
    api.world.index()
    given = api("POST", "/v1/recall", {"query": "bees on the roof", "min_relevance": 0}).json
    api("POST", "/v1/recall", {"query": "anything", "keys": ["absent"]})
    api("POST", "/v1/feedback", {"recall_id": given["recall_id"], "used": [memory["memory_id"]]})
    found = counted()
    assert found["agent_memory_recall_answered_total", 'found="true"'] == 1
    assert found["agent_memory_recall_answered_total", 'found="false"'] == 1
    assert found["agent_memory_memories_used_total",] == 1


def test_ratios_of_an_organisation_come_from_its_counts(api: Api, world: World) -> None:
    for n in range(8):
        api.wrote(f"Fact number {n} about machine {n * 7}", key=f"k{n}")
    api.wrote("Fact number 0 about machine 0", key="k0")
    memory = api.wrote("The lid is blue", key="lid")
    api("PATCH", f"/v1/memories/{memory['memory_id']}", {"content": "The lid is green"})
    changed = [key for key in world.stream.changed if key.sk.startswith("cur#")]
    count_changes(world.services, Counter(changed), frozenset(), {})
    count_recalled(world.services, [_retrieved(world, memory["memory_id"]) for _ in range(4)])
    asked = {"scope": ACME.path}
    rates = api("GET", "/v1/metrics", caller=AUDITOR, query=asked).json["rates"]
    # `corrected` and what the correction did to the version before it are one write.
    assert rates["writes"] >= 11
    assert rates["duplicates"] == round(1 / rates["writes"], 4)
    assert rates["corrections"] == round(1 / rates["writes"], 4)
    assert rates["reads"] == round(4 / rates["writes"], 4)
    text = api("GET", "/v1/metrics/prometheus", caller=AUDITOR, query=asked)
    assert text.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = samples(text.text)
    assert found["agent_memory_changes_total", 'change="created"', 'scope="/org/acme"'] == 9
    assert found["agent_memory_rate", 'days="7"', 'rate="duplicates"', 'scope="/org/acme"'] == rates["duplicates"]
    api("GET", "/v1/metrics/prometheus", query=asked).is_problem(403, "forbidden_role")


def _retrieved(world: World, memory_id: str) -> Retrieved:
    return Retrieved(world.clock.now(), ((ANN.path, memory_id),))


def test_the_composition_shows_sources_staleness_time_left_and_scopes(api: Api, world: World) -> None:
    api.wrote("用户使用 Go", source="user_stated")
    api.wrote("The release was approved", source="task_outcome", type="episodic")
    api.wrote("The deploy succeeded at noon", source="task_outcome", type="task", scope=f"{ANN.path}/task/t1")
    api.wrote("Might like tea in the morning", source="agent_inferred", confidence=0.95)
    api.wrote("Bob's fact about a boat", a_caller("bob"))
    made = api("GET", "/v1/metrics/memories", caller=AUDITOR, query={"scope": ACME.path}).json
    assert (made["memories"], made["complete"], made["users"], made["scopes"]) == (5, True, 2, 3)
    assert made["origins"] == {"inferred": 1, "stated": 2, "tool": 2}
    assert made["shares"] == {"inferred": 0.2, "stated": 0.4, "tool": 0.4}
    assert (made["scopes_per_user"], made["most_scopes_of_a_user"]) == (1.5, 2)
    assert sum(made["staleness"].values()) == sum(made["time_left"].values()) == 5
    assert made["staleness"] == {"below_0.25": 5}
    world.clock.advance(timedelta(days=100))
    own = api("GET", "/v1/metrics/memories").json
    assert own["users"] == 1
    assert "below_0.25" not in own["staleness"] or own["staleness"]["below_0.25"] < 4
    text = api("GET", "/v1/metrics/prometheus", query={"composition": "true"}).text
    assert samples(text)["agent_memory_memories", 'origin="stated"', f'scope="{ANN.path}"'] == 1


def test_the_laptop_shows_its_counts_to_prometheus(tmp_path: Path) -> None:
    service = ServiceProcess(tmp_path / "data")
    try:
        service.write("Keeps bees on the roof")
        service.write("The key is AKIAABCDEFGHIJKLMNOP")
        with urllib.request.urlopen(f"{service.url}/metrics", timeout=30) as got:  # noqa: S310 - our own address
            media, text = got.headers["content-type"], got.read().decode()
    finally:
        service.end()
    assert media.startswith("text/plain; version=0.0.4")
    found = samples(text)
    assert found["agent_memory_writes_total", 'door="single"', 'outcome="created"'] == 1
    assert found["agent_memory_writes_total", 'door="single"', 'outcome="sensitive"'] == 1
    assert "bees" not in json.dumps(text)
