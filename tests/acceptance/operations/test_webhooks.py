"""Others are told of changes: signed, by ids and kinds, again where that failed, and nothing that a deletion took."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from agent_memory import verify_webhook
from functions.events.notify import handler as notify
from shared.adapters.webhooks.messages import to_message
from shared.domain.changes.feed import FeedEntry
from shared.domain.changes.subscriptions import Subscription, subscriptions
from shared.domain.scopes import Scope
from shared.ports import DueWebhook
from shared.runtime import bootstrap
from shared.usecases.changes.deliver_change import Webhooks
from tests.builders import World, a_caller
from tests.functions.calls import Api

SECRET = "whsec_" + "QUJD" * 10
CRM = '[{"name": "crm", "url": "https://crm.example.org/hooks", "org": "acme", "kinds": []}]'


@dataclass(slots=True)
class Subscriber:
    """A bus, a queue and a receiver: what was posted, and what it answers."""

    subscription: Subscription
    waiting: list[DueWebhook] = field(default_factory=list)
    posted: list[dict[str, Any]] = field(default_factory=list)
    answers: int = 204
    postponed: list[int] = field(default_factory=list)

    def announce(self, entries: Sequence[FeedEntry]) -> None:
        for entry in entries:
            owner = Scope.parse(entry.scope).owner
            if self.subscription.wants(owner.org_id, entry.kind):
                self.waiting.append(DueWebhook(self.subscription.name, owner.path, entry.number, entry.change_id))

    def of(self, subscription: str) -> Sequence[str]:
        return (SECRET,)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        assert url == self.subscription.url
        change = verify_webhook(body, headers, SECRET, now=float(headers["webhook-timestamp"]))
        assert change["change_id"] == headers["webhook-id"]
        if 200 <= self.answers < 300:
            self.posted.append(change)
        return self.answers

    def postpone(self, receipt: str, seconds: int) -> None:
        self.postponed.append(seconds)

    def deliver(self, tries: int = 1) -> int:
        """How many stay in the queue."""
        records = [
            {
                "messageId": str(n), "body": to_message(due), "receiptHandle": f"r{n}",
                "attributes": {"ApproximateReceiveCount": str(tries)},
            }
            for n, due in enumerate(self.waiting)
        ]  # fmt: skip
        failed = {item["itemIdentifier"] for item in notify({"Records": records}, None)["batchItemFailures"]}
        self.waiting = [due for n, due in enumerate(self.waiting) if str(n) in failed]
        return len(self.waiting)


@pytest.fixture
def crm(world: World) -> Iterator[Subscriber]:
    (subscription,) = subscriptions(CRM)
    made = Subscriber(subscription)
    world.services = world.on(change_bus=made).services
    bootstrap.install(world.services, webhooks=Webhooks((subscription,), made, made, made.postpone))
    yield made
    bootstrap.install(None)


def test_a_write_and_its_deletion_reach_the_subscriber_signed_and_without_content(
    api: Api, world: World, crm: Subscriber
) -> None:
    memory = api.wrote("Carries an EpiPen")
    world.feed()
    assert crm.deliver() == 0
    (written,) = crm.posted
    assert (written["kind"], written["memory_id"]) == ("memory.written", memory["memory_id"])
    api("DELETE", f"/v1/memories/{memory['memory_id']}")
    world.drain()
    world.feed()
    crm.deliver()
    assert [one["kind"] for one in crm.posted[1:]] == ["deletion.accepted", "memory.deleted", "deletion.completed"]
    assert "EpiPen" not in repr(crm.posted)


def test_a_receiver_that_is_down_gets_it_later_with_growing_pauses(api: Api, world: World, crm: Subscriber) -> None:
    api.wrote("Owns a boat")
    world.feed()
    crm.answers = 503
    assert [crm.deliver(tries) for tries in (1, 2, 3, 9)] == [1, 1, 1, 1]
    assert all(later > sooner for sooner, later in zip(crm.postponed, crm.postponed[1:], strict=False))
    assert crm.postponed[0] >= 15
    assert crm.postponed[-1] <= 21_600
    crm.answers = 200
    assert crm.deliver() == 0
    assert len(crm.posted) == 1


def test_what_a_deletion_takes_while_it_waits_is_not_sent(api: Api, world: World, crm: Subscriber) -> None:
    api.wrote("Carries an EpiPen")
    world.feed()
    crm.answers = 503
    crm.deliver()
    api("POST", "/v1/deletions", {"request_id": "d1", "selector": {"kind": "subject"}})
    crm.answers = 204
    assert crm.deliver() == 0
    assert crm.posted == []
    world.drain()
    world.feed()
    crm.deliver()
    assert [one["kind"] for one in crm.posted] == ["deletion.accepted", "deletion.completed"]


def test_a_receiver_that_is_gone_for_good_is_asked_once(api: Api, world: World, crm: Subscriber) -> None:
    api.wrote("Owns a boat")
    world.feed()
    crm.answers = 410
    assert crm.deliver() == 0
    assert crm.posted == []


def test_another_organisations_changes_are_not_sent(api: Api, world: World, crm: Subscriber) -> None:
    gus = a_caller("gus", org="globex")
    api.wrote("Owns a boat", gus)
    world.feed()
    assert crm.waiting == []
    (entry,) = api("GET", "/v1/changes", caller=gus).json["items"]
    crm.waiting = [DueWebhook("crm", "/org/globex/user/gus", 1, entry["change_id"])]
    assert crm.deliver() == 0
    assert crm.posted == []


def test_a_change_that_was_announced_twice_has_one_id(api: Api, world: World, crm: Subscriber) -> None:
    api.wrote("Owns a boat")
    made = dict(world.stream.made)
    world.feed()
    world.stream.made = made
    world.feed()
    crm.deliver()
    assert len(crm.posted) == 2
    assert len({one["change_id"] for one in crm.posted}) == 1
