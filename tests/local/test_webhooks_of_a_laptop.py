"""Over HTTP: a change is in the feed a moment later, and is posted to a receiver beside the service."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from agent_memory import verify_webhook
from local.aws import webhooks
from local.aws.waiting import Waiting
from shared.adapters.webhooks.messages import from_message
from shared.domain.changes.feed import ChangeKind, FeedEntry
from shared.domain.changes.subscriptions import subscriptions
from tests.local.running_service import ServiceProcess

pytestmark = pytest.mark.enable_socket


class Receiver(HTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.fails = 1


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.server.fails:
            self.server.fails -= 1
            self.send_error(503)
            return
        self.server.got.append((dict(self.headers), body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        return


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


def until(wanted: int, receiver: Receiver) -> list[dict[str, Any]]:
    end = time.monotonic() + 30
    while len(receiver.got) < wanted and time.monotonic() < end:
        time.sleep(0.02)
    return [json.loads(body) for _, body in receiver.got]


def test_a_write_is_in_the_feed_and_reaches_a_receiver_that_was_down(tmp_path: Path, receiver: Receiver) -> None:
    me = {"name": "me", "url": f"http://127.0.0.1:{receiver.server_port}/hooks", "org": "acme"}
    data = tmp_path / "data"
    service = ServiceProcess(data, "--test-controls", "--webhooks", json.dumps([me]), "--webhooks-to-loopback")
    try:
        assert service.url, service.output
        token = str(service.call("POST", "/local/token", {"org": "acme", "sub": "ann"}).body["access_token"])
        stated = {"content": "Owns a boat", "type": "semantic", "source": "user_stated"}
        memory_id = service.call("POST", "/v1/memories", stated, token).body["memory"]["memory_id"]
        service.call("POST", "/local/settle", {})
        (item,) = service.call("GET", "/v1/changes", token=token).body["items"]
        assert (item["kind"], item["memory_id"]) == ("memory.written", memory_id)
        assert until(1, receiver) == [item]
        headers, body = receiver.got[0]
        secret = (data / "webhook-secret").read_text(encoding="ascii").strip()
        assert verify_webhook(body, headers, secret) == item
        service.call("DELETE", f"/v1/memories/{memory_id}", token=token)
        service.call("POST", "/local/settle", {})
        kinds = [one["kind"] for one in until(4, receiver)]
        assert kinds[1:] == ["deletion.accepted", "memory.deleted", "deletion.completed"]
    finally:
        service.end()


def changes(count: int) -> list[FeedEntry]:
    return [
        FeedEntry(n, f"c{n}", ChangeKind.MEMORY_WRITTEN, "/org/acme/user/ann", "2026-03-01T12:00:00Z", f"m{n}", 1)
        for n in range(1, count + 1)
    ]


def test_a_receiver_that_does_not_answer_delays_nobody_else_and_not_the_feed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "LENGTH", 5)
    two = [{"name": name, "url": f"https://{name}.example.org/", "org": "acme"} for name in ("silent", "quick")]
    ending = threading.Event()
    sent: list[int] = []

    def send(event: dict[str, Any], _context: object) -> dict[str, Any]:
        due = from_message(event["Records"][0]["body"])
        if due.subscription == "silent":
            ending.wait(30)
        else:
            sent.append(due.number)
        return {"batchItemFailures": []}

    waiting = Waiting(tmp_path / "queues.db")
    bus = webhooks.LocalWebhooks(send, waiting, tmp_path, subscriptions(json.dumps(two)), loopback=False)
    bus.start()
    try:
        for entry in changes(12):
            bus.announce([entry])
            end = time.monotonic() + 30
            while len(sent) < entry.number and time.monotonic() < end:
                time.sleep(0.005)
        assert sent == list(range(1, 13))
        assert len(waiting.of("notify-silent")) == 5
    finally:
        ending.set()
        bus.stop(5.0)
        waiting.close()
