"""Who read what, when, for which purpose: asked by an auditor, and by the person whose memories they are."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from functions.events import retrieved
from infra.settings import DeploymentSettings
from shared.adapters.queues.sqs import to_message
from shared.domain.errors import Unavailable
from shared.ports import Retrieved
from shared.runtime import bootstrap
from tests.builders import ACME, ANN, World, a_caller
from tests.functions.calls import Api
from tests.local.running_service import ServiceProcess
from tests.mcp.calls import Mcp

TEXTS = pytest.mark.parametrize("text", ["Keeps bees on the roof", "用户默认使用简体中文回答"])
AUDITOR = a_caller("aud", "auditor", bound=ACME)


@dataclass
class Queue:
    """The messages on their way, as the queue holds them."""

    messages: list[str] = field(default_factory=list)
    down: bool = False

    def record(self, retrieved: Retrieved) -> None:
        if self.down:
            raise Unavailable("the queue is down")
        self.messages.append(to_message(retrieved))

    def deliver(self) -> None:
        records = [{"messageId": f"m{n}", "body": body} for n, body in enumerate(self.messages)]
        assert retrieved.handler({"Records": records}, None) == {"batchItemFailures": []}


@pytest.fixture
def queue(world: World) -> Queue:
    made = Queue()
    world.services = replace(world.services, audit_reads=True, retrievals=made)
    bootstrap.install(world.services)
    return made


@TEXTS
def test_what_a_recall_gave_is_asked_by_its_id(api: Api, queue: Queue, text: str) -> None:
    memory = api.wrote(text, purposes=["support"])
    api.wrote("Another matter altogether: the boiler", purposes=["support"])
    api("PATCH", f"/v1/memories/{memory['memory_id']}", {"content": f"{text} 2"})
    api.world.index()
    agent = a_caller("ann", purposes=frozenset({"support"}))
    given = api("POST", "/v1/recall", {"query": text, "purpose": "support", "min_relevance": 0.5}, agent).json
    shown = [(hit["memory"]["memory_id"], hit["memory"]["version"]) for hit in given["memories"]]
    assert (memory["memory_id"], 2) in shown
    queue.deliver()
    asked = api("GET", f"/v1/audit/reads/{given['recall_id']}", caller=AUDITOR, query={"scope": ANN.path})
    assert asked.status == 200
    read = asked.json
    assert [(one["memory_id"], one["version"]) for one in read["memories"]] == shown
    assert (read["purpose"], read["kind"], read["recall_id"]) == ("support", "recall", given["recall_id"])
    assert read["actor"] == agent.principal
    assert text not in asked.text


def test_the_audit_of_a_recall_costs_one_message_and_no_further_call(api: Api, queue: Queue) -> None:
    memory = api.wrote("Keeps bees on the roof")
    api.world.index()
    before = len(api.world.records())
    api("POST", "/v1/recall", {"query": "bees on the roof", "min_relevance": 0})
    assert (len(queue.messages), len(api.world.records())) == (1, before)
    api("POST", "/v1/recall", {"query": "nothing of this kind"})  # what found nothing is audited too
    assert len(queue.messages) == 2
    api("POST", "/v1/context", {"goal": "bees on the roof"})
    queue.deliver()
    queue.deliver()  # the same message again is the same record
    items = api("GET", "/v1/audit/reads").json["items"]
    assert [(one["kind"], one["memory_ids"]) for one in items][::-1] == [
        ("recall", [memory["memory_id"]]), ("recall", []), ("context", [memory["memory_id"]]),
    ]  # fmt: skip


def test_a_recall_that_cannot_be_audited_is_not_answered(api: Api, queue: Queue) -> None:
    api.wrote("Keeps bees on the roof")
    api.world.index()
    queue.down = True
    answer = api("POST", "/v1/recall", {"query": "bees on the roof", "min_relevance": 0})
    answer.is_problem(503, "unavailable")
    assert "bees" not in answer.text


def test_a_person_reads_the_audit_of_their_own_memories_and_of_nobody_elses(api: Api, queue: Queue) -> None:
    memory = api.wrote("Keeps bees on the roof")
    lead = a_caller("lead", "supervisor", bound=ACME)
    api("GET", "/v1/memories", caller=lead, query={"scope": ANN.path})
    written = api("GET", "/v1/audit", query={"memory_id": memory["memory_id"]}).json["items"]
    assert [(one["action"], one["memory_id"]) for one in written] == [("created", memory["memory_id"])]
    read = api("GET", "/v1/audit/reads").json["items"]
    assert [(one["actor"], one["acting_for"], one["memory_ids"]) for one in read] == [
        (lead.principal, "ann", [memory["memory_id"]])
    ]
    api("GET", "/v1/audit").is_problem(403, "forbidden_role")
    bob = a_caller("bob")
    for path in ("/v1/audit", "/v1/audit/reads", "/v1/audit/reads/r1"):
        api("GET", path, caller=bob, query={"scope": ANN.path}).is_problem(403, "forbidden_role")
        api("GET", path, query={"scope": ACME.path}).is_problem(403, "forbidden_role")


def test_exports_and_tools_are_audited_like_any_read(api: Api, queue: Queue) -> None:
    memory = api.wrote("Keeps bees on the roof")
    api.world.index()
    api("GET", "/v1/export")
    Mcp(api.world).use("recall", query="bees on the roof")
    queue.deliver()
    items = api("GET", "/v1/audit/reads").json["items"]
    assert {(one["kind"], *one["memory_ids"]) for one in items} == {
        ("export", memory["memory_id"]), ("recall", memory["memory_id"]),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("context", "audited"),
    [
        ({"stage": "prod", "alarmEmail": "ops@example.com"}, True),
        ({"stage": "dev"}, False),
        ({"stage": "dev", "auditReads": "true"}, True),
        ({"stage": "prod", "alarmEmail": "ops@example.com", "auditReads": "false"}, False),
    ],
)
def test_reads_are_audited_by_default_in_production_and_switchable_everywhere(
    context: dict[str, object], audited: bool
) -> None:
    assert DeploymentSettings.from_context(context).audit_reads is audited


def test_the_laptop_audits_reads_when_it_is_asked_to(tmp_path: Path) -> None:
    service = ServiceProcess(tmp_path / "data", "--audit-reads")
    try:
        service.write("Keeps bees on the roof")
        given = service.as_user("POST", "/v1/recall", {"query": "bees on the roof", "min_relevance": 0}).body
        until, path = time.monotonic() + 20, f"/v1/audit/reads/{given['recall_id']}"
        while (read := service.as_user("GET", path)).status == 404 and time.monotonic() < until:
            time.sleep(0.1)
    finally:
        service.end()
    assert (read.status, read.body["recall_id"]) == (200, given["recall_id"])
