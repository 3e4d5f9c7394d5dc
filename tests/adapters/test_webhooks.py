"""What a webhook goes through: where it may be sent, how it is signed, who announces it, and which secret holds."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import boto3
import pytest
from moto import mock_aws

from agent_memory.webhooks import NotVerified, verify_webhook
from shared.adapters.webhooks.event_bus import EventBridgeBus
from shared.adapters.webhooks.https_sender import HttpsSender, is_public
from shared.adapters.webhooks.messages import from_message, to_message
from shared.adapters.webhooks.stored_secrets import KNOWN_FOR_S, ManagedSecrets
from shared.domain.changes.feed import ChangeKind, FeedEntry
from shared.domain.changes.subscriptions import Subscription, signed_headers, subscriptions
from shared.domain.errors import Unavailable
from shared.ports import DueWebhook

SECRET = "whsec_" + "QUJD" * 10
OTHER = "whsec_" + "REVG" * 10
BODY = b'{"change_id":"c1","kind":"memory.written"}'
ENTRY = FeedEntry(7, "c1", ChangeKind.MEMORY_WRITTEN, "/org/acme/user/ann/task/t1", "2026-03-01T12:00:00Z", "m1", 1)


class TestSignatures:
    def test_what_the_service_signs_the_client_verifies(self) -> None:
        headers = signed_headers("c1", 1_000, BODY, [SECRET])
        shown = {name.title(): value for name, value in headers.items()}
        assert verify_webhook(BODY, shown, SECRET, now=1_200.0) == json.loads(BODY)

    def test_the_signature_is_that_of_standard_webhooks(self) -> None:
        """The example of its specification."""
        body = b'{"test": 2432232314}'
        secret, id, at = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330
        headers = signed_headers(id, at, body, [secret])
        assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        assert verify_webhook(body, headers, secret, now=float(at)) == {"test": 2432232314}

    def test_while_a_secret_is_replaced_both_hold(self) -> None:
        headers = signed_headers("c1", 1_000, BODY, [SECRET, OTHER])
        assert verify_webhook(BODY, headers, OTHER, now=1_000.0) == verify_webhook(BODY, headers, SECRET, now=1_000.0)

    @pytest.mark.parametrize(
        ("change", "secret", "now"),
        [
            ({}, OTHER, 1_000.0),
            ({}, SECRET, 1_301.0),
            ({}, SECRET, 699.0),
            ({"webhook-timestamp": "1001"}, SECRET, 1_000.0),
            ({"webhook-timestamp": "soon"}, SECRET, 1_000.0),
            ({"webhook-id": "c2"}, SECRET, 1_000.0),
            ({"webhook-signature": "v1,"}, SECRET, 1_000.0),
            ({"webhook-signature": ""}, SECRET, 1_000.0),
        ],
    )
    def test_what_was_changed_or_is_old_is_refused(self, change: dict[str, str], secret: str, now: float) -> None:
        headers = {**signed_headers("c1", 1_000, BODY, [SECRET]), **change}
        with pytest.raises(NotVerified):
            verify_webhook(BODY, headers, secret, now=now)
        with pytest.raises(NotVerified):
            verify_webhook(BODY + b" ", headers, SECRET, now=1_000.0)

    def test_a_short_secret_is_none(self) -> None:
        with pytest.raises(ValueError, match="24 bytes"):
            verify_webhook(BODY, {}, "whsec_QUJD")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),  # noqa: S104 - no server binds to it here
        ("224.0.0.1", False),
        ("::1", False),
        ("fd00:ec2::254", False),
        ("fe80::1", False),
        ("::ffff:169.254.169.254", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::a9fe:a9fe", False),
        ("64:ff9b:1::a9fe:a9fe", False),
        ("::127.0.0.1", False),
        ("::a9fe:a9fe", False),
        ("::ffff:0:127.0.0.1", False),
        ("fec0::1", False),
        ("2001:0:a9fe:a9fe::1", False),
        ("2001:470:1f00::5efe:a9fe:a9fe", False),
        ("2001:470:1f00::200:5efe:a9fe:a9fe", False),
        ("192.0.0.192", False),
        ("192.88.99.1", False),
    ],
)
def test_only_public_addresses_are_asked(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_a_name_that_leads_to_one_private_address_is_not_asked() -> None:
    asked: list[str] = []

    def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["93.184.216.34", "169.254.169.254"]

    with pytest.raises(Unavailable, match="not public"):
        HttpsSender(resolve=resolve).post("https://crm.example.org/", {}, b"{}")
    assert asked == ["crm.example.org"]
    for url in ("http://crm.example.org/", "http://127.0.0.1:9/", "ftp://crm.example.org/"):
        with pytest.raises(Unavailable):
            HttpsSender(resolve=resolve).post(url, {}, b"{}")


class _Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        self.server.got.append((self.path, dict(self.headers), self.rfile.read(length)))  # type: ignore[attr-defined]
        self.send_response(302 if self.path == "/moved" else 204)
        self.send_header("location", "http://127.0.0.1:1/")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        return


@pytest.fixture
def receiver() -> Iterator[HTTPServer]:
    server = HTTPServer(("127.0.0.1", 0), _Receiver)
    server.got = []  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def test_on_a_laptop_a_receiver_beside_it_may_be_asked_and_no_redirect_is_followed(receiver: HTTPServer) -> None:
    sender, at = HttpsSender(loopback=True), f"http://127.0.0.1:{receiver.server_port}"
    assert sender.post(f"{at}/hooks?v=1", {"webhook-id": "c1"}, BODY) == 204
    assert sender.post(f"{at}/moved", {}, BODY) == 302
    got: list[Any] = receiver.got  # type: ignore[attr-defined]
    assert [(path, body) for path, _, body in got] == [("/hooks?v=1", BODY), ("/moved", BODY)]
    assert got[0][1]["webhook-id"] == "c1"


def test_a_message_names_a_place_and_no_more() -> None:
    due = DueWebhook("crm", "/org/acme/user/ann", 7, "c1")
    assert from_message(to_message(due)) == due
    with pytest.raises(ValueError, match="not a message"):
        from_message('{"kind": "x"}')


def test_subscribers_are_told_apart_by_organisation_and_kind() -> None:
    (crm,) = subscriptions('[{"name": "crm", "url": "https://crm.example.org/", "org": "acme", "kinds": []}]')
    assert crm == Subscription("crm", "https://crm.example.org/", "acme")
    assert crm.wants("acme", ChangeKind.MEMORY_WRITTEN)
    assert not crm.wants("globex", ChangeKind.MEMORY_WRITTEN)
    narrow = Subscription("crm", crm.url, "acme", frozenset({ChangeKind.MEMORY_DELETED}))
    assert not narrow.wants("acme", ChangeKind.MEMORY_WRITTEN)


class _Bus:
    def __init__(self, failed: int = 0) -> None:
        self.sent: list[list[dict[str, str]]] = []
        self.failed = failed

    def put_events(self, **asked: list[dict[str, str]]) -> dict[str, int]:
        self.sent.append(asked["Entries"])
        return {"FailedEntryCount": self.failed}


def test_changes_are_announced_ten_at_once_without_what_they_are_about() -> None:
    bus = _Bus()
    EventBridgeBus(bus, "changes").announce([ENTRY] * 11)
    assert [len(sent) for sent in bus.sent] == [10, 1]
    event = bus.sent[0][0]
    assert (event["EventBusName"], event["Source"], event["DetailType"]) == ("changes", "agent-memory", "Change")
    assert json.loads(event["Detail"]) == {
        "org": "acme", "owner": "/org/acme/user/ann", "number": 7, "change_id": "c1", "kind": "memory.written",
    }  # fmt: skip
    with pytest.raises(Unavailable, match="a part"):
        EventBridgeBus(_Bus(failed=1), "changes").announce([ENTRY])


@mock_aws
def test_the_secret_before_holds_while_it_is_replaced_and_is_read_anew_after_a_while() -> None:
    client = boto3.client(
        "secretsmanager", region_name="eu-central-1", aws_access_key_id="x", aws_secret_access_key="x"
    )
    arn = client.create_secret(Name="crm", SecretString=SECRET)["ARN"]
    now = [0.0]
    secrets = ManagedSecrets(client, {"crm": arn}, lambda: now[0])
    assert list(secrets.of("crm")) == [SECRET]
    client.put_secret_value(SecretId=arn, SecretString=OTHER)
    assert list(secrets.of("crm")) == [SECRET]
    now[0] = KNOWN_FOR_S
    assert list(secrets.of("crm")) == [OTHER, SECRET]
    with pytest.raises(Unavailable):
        secrets.of("audit-trail")
