"""Webhooks in the template: whom changes are sent to is said by context; rights on both sides; nothing is made without
them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from infra.operations.monitoring import RUNBOOK
from infra.settings import BadContext, DeploymentSettings
from shared.domain.changes.subscriptions import key_of
from tests.infra.template import Template, listed, synthesise

CRM = {"name": "crm", "url": "https://crm.example.org/hooks?v=1", "org": "acme", "kinds": ["memory.deleted"]}
ALL = {"name": "audit-trail", "url": "https://audit.example.org/", "org": "globex"}


@pytest.fixture(scope="module")
def subscribed() -> Template:
    return synthesise(stage="prod", webhooks=[CRM, ALL])


def actions(template: Template, function: str, resource: object) -> set[str]:
    return {
        action
        for s in template.statements_for(function)
        if resource in listed(s["Resource"])
        for action in listed(s["Action"])
    }


def test_without_webhooks_there_is_no_bus_no_secret_and_no_function(dev: Template) -> None:
    assert dev.of_type("Events::EventBus") == {}
    assert dev.of_type("SecretsManager::Secret") == {}
    assert "notify" not in dev.functions()


def test_a_feed_without_webhooks_announces_nothing(following: Template) -> None:
    assert "CHANGE_BUS" not in following.functions()["feed"]["Environment"]["Variables"]
    assert following.of_type("Events::EventBus") == {}
    assert "notify" not in following.functions()


def test_webhooks_turn_the_feed_of_changes_on(subscribed: Template) -> None:
    assert "feed" in subscribed.functions()
    assert subscribed.functions()["govern"]["Environment"]["Variables"]["CHANGE_FEED"] == "true"
    assert DeploymentSettings.from_context({"webhooks": [CRM], "changeFeed": "true"}).change_feed


@pytest.mark.parametrize("no", ["false", False])
def test_webhooks_without_the_feed_of_changes_are_refused(no: object) -> None:
    with pytest.raises(BadContext, match="webhooks send what the feed of changes says: leave changeFeed out"):
        DeploymentSettings.from_context({"webhooks": [CRM], "changeFeed": no})
    assert not DeploymentSettings.from_context({"changeFeed": no}).change_feed
    with pytest.raises(BadContext, match="changeFeed must be true or false, not 'on'"):
        DeploymentSettings.from_context({"changeFeed": "on"})


def test_each_subscriber_gets_the_kinds_and_the_organisation_that_it_is_for(subscribed: Template) -> None:
    (bus,) = subscribed.of_type("Events::EventBus")
    rules = [r for r in subscribed.properties("Events::Rule") if r.get("EventBusName") == {"Ref": bus}]
    details = sorted((r["EventPattern"]["detail"] for r in rules), key=lambda detail: str(detail["org"]))
    assert details == [{"org": ["acme"], "kind": ["memory.deleted"]}, {"org": ["globex"]}]
    for rule in rules:
        assert rule["EventPattern"]["source"] == ["agent-memory"]
        (target,) = rule["Targets"]
        assert target["DeadLetterConfig"]
        template = target["InputTransformer"]["InputTemplate"]
        assert '"subscription":"' in template
        assert set(target["InputTransformer"]["InputPathsMap"].values()) == {
            "$.detail.owner", "$.detail.number", "$.detail.change_id",
        }  # fmt: skip


def test_the_feed_may_announce_and_the_sender_may_read_its_secrets_and_no_other_may(
    subscribed: Template,
) -> None:
    (bus,) = subscribed.of_type("Events::EventBus")
    assert actions(subscribed, "feed", {"Fn::GetAtt": [bus, "Arn"]}) == {"events:PutEvents"}
    secrets = [{"Ref": id} for id in subscribed.of_type("SecretsManager::Secret")]
    assert len(secrets) == 2
    for secret in secrets:
        assert actions(subscribed, "notify", secret) == {"secretsmanager:GetSecretValue"}
        assert actions(subscribed, "feed", secret) == set()
    for name in subscribed.functions():
        mine = {action for s in subscribed.statements_for(name) for action in listed(s["Action"])}
        assert ("events:PutEvents" in mine) == (name == "feed")
        assert ("secretsmanager:GetSecretValue" in mine) == (name == "notify")
    reads = {a for s in subscribed.statements_for("notify") for a in listed(s["Action"]) if a.startswith("dynamodb:")}
    assert reads == {"dynamodb:BatchGetItem"}


def test_the_sender_is_in_no_network_of_ours_and_knows_where_its_secrets_are(subscribed: Template) -> None:
    function = subscribed.functions()["notify"]
    assert "VpcConfig" not in function
    variables = function["Environment"]["Variables"]
    said = {one["name"]: one for one in json.loads(variables["WEBHOOKS"])}
    assert said["crm"] == CRM
    assert {secret["Ref"] for secret in _parts(variables["WEBHOOK_SECRETS"])} == set(
        subscribed.of_type("SecretsManager::Secret")
    )


def _parts(joined: Any) -> list[dict[str, str]]:
    return [part for part in joined["Fn::Join"][1] if isinstance(part, dict)]


def test_secrets_are_under_the_stacks_key_and_long_enough(subscribed: Template) -> None:
    for secret in subscribed.properties("SecretsManager::Secret"):
        assert secret["KmsKeyId"] == {"Fn::GetAtt": [subscribed.key_of_the_stores(), "Arn"]}
        made = secret["GenerateSecretString"]
        assert made["ExcludePunctuation"] is True
        assert len(key_of("A" * made["PasswordLength"])) >= 24


def test_failed_messages_wait_a_day_of_tries_and_then_ring(subscribed: Template) -> None:
    (mapping,) = (
        m
        for m in subscribed.properties("Lambda::EventSourceMapping")
        if m["FunctionName"] == {"Ref": subscribed.function_id("notify")}
    )
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    queue = subscribed.of_type("SQS::Queue")[mapping["EventSourceArn"]["Fn::GetAtt"][0]]["Properties"]
    assert queue["RedrivePolicy"]["maxReceiveCount"] == 10
    alarms = [a for a in subscribed.properties("CloudWatch::Alarm") if "webhookdeadletters" in a["AlarmDescription"]]
    (alarm,) = alarms
    letters = queue["RedrivePolicy"]["deadLetterTargetArn"]["Fn::GetAtt"][0]
    assert alarm["Dimensions"][0]["Value"] == {"Fn::GetAtt": [letters, "QueueName"]}
    assert f"{RUNBOOK}#webhookdeadlettersnotempty" in alarm["AlarmDescription"]


@pytest.mark.parametrize(
    "wrong",
    [
        {**CRM, "url": "http://crm.example.org/"},
        {**CRM, "url": "https://10.0.0.7/"},
        {**CRM, "url": "https://[::1]/"},
        {**CRM, "url": "https://localhost/"},
        {**CRM, "url": "https://0x7f000001/"},
        {**CRM, "url": "https://crm.example.org:8443/"},
        {**CRM, "url": "https://user@crm.example.org/"},
        {**CRM, "url": "http://127.0.0.1:9000/"},
        {**CRM, "kinds": ["memory.read"]},
        {**CRM, "name": "CRM!"},
        {**CRM, "org": ""},
        {**CRM, "token": "x"},
    ],
)
def test_a_context_with_a_webhook_that_is_none_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadContext, match="webhooks"):
        DeploymentSettings.from_context({"webhooks": json.dumps([wrong])})
    with pytest.raises(BadContext, match="name of its own"):
        DeploymentSettings.from_context({"webhooks": [CRM, CRM]})
