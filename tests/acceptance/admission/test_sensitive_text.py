"""Sensitive text: found, refused with a record that holds no word of it, and masked for readers who need not see it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from shared.contracts.environment import MASK_CONTACTS
from tests.acceptance.time.person import Person
from tests.builders import ACME, a_caller
from tests.functions.conftest import log

__all__ = ["log"]

KEY = "sk-abcdefghijklmnopqrstuvwxyz0123456789"
ADDRESS = "我家地址是朝阳区建国路 88 号"
AUDITOR = a_caller("audrey", "auditor", bound=ACME)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (ADDRESS, "postal_address"),
        ("我家地址是朝阳区建国路88号", "postal_address"),
        ("My home is at 12 Baker Street, London", "postal_address"),
        ("我的手机号是 13812345678", "phone"),
        ("Write to ann@example.com", "email"),
    ],
)
def test_contact_data_is_found_and_put_up_for_review(ann: Person, text: str, kind: str) -> None:
    assert kind in ann.said(text)["memory"]["flags"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"My key is {KEY}", "openai_api_key"),
        ("令牌 ghp_abcdefghijklmnopqrstuvwxyz0123456789", "github_token"),
        ("身份证号 11010519491231002X", "cn_resident_id"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghijklmn", "jwt"),
        ("My card is 4111 1111 1111 1111", "payment_card"),
    ],
)
def test_a_block_leaves_a_record_and_counts_by_kind_without_the_words(
    ann: Person, text: str, kind: str, log: Callable[[], str]
) -> None:
    log()
    refusal = ann.write(text).is_problem(422, "sensitive")
    assert [found["kind"] for found in refusal["findings"]] == [kind]
    reported = log()
    assert f'"kind":"{kind}","WriteBlocked":[1.0]' in reported
    assert '"SensitiveBlocked":[1.0]' in reported
    ann.write(text).is_problem(422, "sensitive")
    page = ann.api("GET", "/v1/audit", None, AUDITOR, query={"scope": "/org/acme/user/ann", "order": "asc"}).json
    blocked = [item for item in page["items"] if item["action"] == "blocked"]
    assert len(blocked) == 2
    assert kind in json.dumps(blocked)
    secret = text.rsplit(maxsplit=1)[-1]
    assert secret not in json.dumps(blocked) + reported
    assert ann.world.holds(text.rsplit(maxsplit=1)[-1]) == []


def test_blocks_at_every_door_are_recorded(ann: Person) -> None:
    secret = f"My key is {KEY}"
    item = {"content": secret, "type": "semantic", "source": "user_stated"}
    assert ann.api("POST", "/v1/memories/batch", {"items": [item]}).json["results"][0]["code"] == "sensitive"
    assert "sensitive" in ann.mcp.refused("remember", content=secret, type="semantic", source="user_stated")
    kept = ann.said("The office is in Bergen")["memory"]
    ann.api("PATCH", f"/v1/memories/{kept['memory_id']}", {"content": secret}).is_problem(422, "sensitive")
    assert ann.api("POST", "/v1/sessions", {"session_id": "s1"}).status == 201
    event = {"role": "user", "content": secret}
    assert ann.api("POST", "/v1/sessions/s1/events", {"events": [event]}).json["dropped"][0]["code"] == "sensitive"
    page = ann.api("GET", "/v1/audit", None, AUDITOR, query={"scope": "/org/acme/user/ann"}).json
    assert [item["action"] for item in page["items"]].count("blocked") == 4


def test_a_reference_to_a_secret_manager_is_offered_and_accepted(ann: Person) -> None:
    refusal = ann.write(f"My key is {KEY}").is_problem(422, "sensitive")
    assert "arn:aws:secretsmanager:" in refusal["detail"]
    reference = "The payments key is in arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/payments-AbC123"
    assert ann.said(reference)["memory"]["content"] == reference


@pytest.mark.parametrize("text", [ADDRESS, "我的手机号是 13812345678", "Write to ann@example.com about the boat"])
def test_readers_without_the_role_see_masked_contact_data_where_the_deployment_asks(
    ann: Person, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = ann.said(text)["memory"]
    contact = {"我家": "建国路", "我的": "13812345678"}.get(text[:2], "ann@example.com")
    seen: dict[str, Any] = {
        "get": lambda caller: ann.api("GET", f"/v1/memories/{memory['memory_id']}", None, caller),
        "list": lambda caller: ann.api("GET", "/v1/memories", None, caller),
        "recall": lambda caller: ann.api("POST", "/v1/recall", {"query": text, "min_relevance": 0.0}, caller),
        "context": lambda caller: ann.api("POST", "/v1/context", {"goal": text}, caller),
        "export": lambda caller: ann.api("GET", "/v1/export", None, caller),
        "history": lambda caller: ann.api("GET", f"/v1/memories/{memory['memory_id']}/history", None, caller),
    }
    plain, reader = a_caller("ann"), a_caller("ann", "contact-reader")
    for read in seen.values():
        assert contact in json.dumps(read(plain).text, ensure_ascii=False)
    monkeypatch.setenv(MASK_CONTACTS, "true")
    for name, read in seen.items():
        answer = read(plain)
        assert answer.status == 200, (name, answer.text)
        assert contact not in answer.text, name
        assert contact in read(reader).text, name
    assert any(mask in seen["get"](plain).text for mask in ("[address]", "[phone]", "[email]"))
    assert contact not in str(ann.mcp.use("recall", query=text, min_relevance=0.0))
