"""What one resource does to another is permitted on the other side: read off the template, without a list of names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.infra.template import Template, listed

_POLICIES = {"AWS::SNS::TopicPolicy": "Topics", "AWS::SQS::QueuePolicy": "Queues"}


def referred(value: object) -> set[str]:
    """The logical ids that a property refers to."""
    if isinstance(value, dict):
        if "Ref" in value:
            return {str(value["Ref"])}
        if "Fn::GetAtt" in value:
            return {str(value["Fn::GetAtt"][0])}
        return {id for one in value.values() for id in referred(one)}
    if isinstance(value, list):
        return {id for one in value for id in referred(one)}
    return set()


def statements_of(template: Template, target: str) -> Iterator[dict[str, Any]]:
    """Of the resource policies of a topic, queue or key."""
    resource = template.resources[target]
    if resource["Type"] == "AWS::KMS::Key":
        yield from resource["Properties"]["KeyPolicy"]["Statement"]
    for policy in template.resources.values():
        held = _POLICIES.get(policy["Type"])
        if held is not None and target in referred(policy["Properties"][held]):
            yield from policy["Properties"]["PolicyDocument"]["Statement"]


def allowed(template: Template, target: str, service: str) -> set[str]:
    """Actions that the target's resource policies allow a service."""
    return {
        action.rstrip("*")
        for statement in statements_of(template, target)
        if statement["Effect"] == "Allow" and service in listed(statement["Principal"].get("Service", []))
        for action in listed(statement["Action"])
    }


def role_actions(template: Template, role: str, resource: str) -> set[str]:
    """Actions that a role's own policies allow on a resource."""
    return {
        action.rstrip("*")
        for policy in template.properties("IAM::Policy")
        if role in referred(policy["Roles"])
        for statement in policy["PolicyDocument"]["Statement"]
        if resource in referred(statement["Resource"])
        for action in listed(statement["Action"])
    }


def key_of(template: Template, target: str) -> str:
    """The key that a topic, queue or table is encrypted with."""
    properties = template.resources[target]["Properties"]
    keys = referred([properties.get(name) for name in ("KmsMasterKeyId", "SSESpecification")])
    (key,) = {id for id in keys if template.resources[id]["Type"] == "AWS::KMS::Key"}
    return key


def test_every_alarm_may_publish_to_its_topic_and_use_the_topics_key(template: Template) -> None:
    service = "cloudwatch.amazonaws.com"
    topics = {id for alarm in template.properties("CloudWatch::Alarm") for id in referred(alarm["AlarmActions"])}
    assert topics
    for topic in topics:
        assert "sns:Publish" in allowed(template, topic, service)
        assert {"kms:Decrypt", "kms:GenerateDataKey"} <= allowed(template, key_of(template, topic), service)
        for statement in statements_of(template, topic):
            if statement["Effect"] == "Allow":
                assert statement["Condition"]["StringEquals"]["aws:SourceAccount"]
                assert "alarm:" in json.dumps(statement["Condition"]["ArnLike"]["aws:SourceArn"])


def test_every_rule_may_send_to_its_targets(template: Template) -> None:
    for rule in template.properties("Events::Rule"):
        for target in rule["Targets"]:
            (queue,) = referred(target["Arn"])
            assert "sqs:SendMessage" in allowed(template, queue, "events.amazonaws.com")
            assert "kms:GenerateDataKey" in allowed(template, key_of(template, queue), "events.amazonaws.com")


def test_every_schedule_may_call_its_target_and_use_its_dead_letter_queue(template: Template) -> None:
    schedules = template.properties("Scheduler::Schedule")
    assert schedules
    for schedule in schedules:
        target = schedule["Target"]
        (role,), (function,) = referred(target["RoleArn"]), referred(target["Arn"])
        assert "lambda:InvokeFunction" in role_actions(template, role, function)
        trusted = template.resources[role]["Properties"]["AssumeRolePolicyDocument"]["Statement"]
        assert "scheduler.amazonaws.com" in json.dumps(trusted)
        (queue,) = referred(target["DeadLetterConfig"]["Arn"])
        sends = role_actions(template, role, queue) | allowed(template, queue, "scheduler.amazonaws.com")
        assert "sqs:SendMessage" in sends


def test_every_event_source_may_be_read_by_its_function(template: Template) -> None:
    needed = {
        "AWS::SQS::Queue": {"sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"},
        "AWS::DynamoDB::Table": {"dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:DescribeStream"},
    }
    mappings = template.properties("Lambda::EventSourceMapping")
    assert mappings
    for mapping in mappings:
        (source,), (function,) = referred(mapping["EventSourceArn"]), referred(mapping["FunctionName"])
        (role,) = referred(template.resources[function]["Properties"]["Role"])
        assert needed[template.resources[source]["Type"]] <= role_actions(template, role, source)
        assert "kms:Decrypt" in role_actions(template, role, key_of(template, source))
        for failed in referred(mapping.get("DestinationConfig", {})):
            assert "sqs:SendMessage" in role_actions(template, role, failed)
            assert "kms:GenerateDataKey" in role_actions(template, role, key_of(template, failed))


def test_every_integration_may_call_its_function(template: Template) -> None:
    called = {
        function
        for permission in template.properties("Lambda::Permission")
        if permission["Principal"] == "apigateway.amazonaws.com"
        for function in referred(permission["FunctionName"])
    }
    integrations = template.properties("ApiGatewayV2::Integration")
    assert integrations
    for integration in integrations:
        assert referred(integration["IntegrationUri"]) & set(template.of_type("Lambda::Function")) <= called
