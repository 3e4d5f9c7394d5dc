from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from shared.records import keys
from shared.records.store.record import Table
from tests.infra.template import Template, listed

# Actions that know no resource beforehand, and nothing else may be allowed on `*`.
WITHOUT_RESOURCE = {
    # Ages of background work: numbers, and nothing that was stored.
    "cloudwatch:GetMetricData",
    "xray:PutTelemetryRecords",
    "xray:PutTraceSegments",
    "xray:GetSamplingRules",
    "xray:GetSamplingTargets",
    # Step Functions delivers its logs by these.
    "logs:CreateLogDelivery",
    "logs:GetLogDelivery",
    "logs:UpdateLogDelivery",
    "logs:DeleteLogDelivery",
    "logs:ListLogDeliveries",
    "logs:PutResourcePolicy",
    "logs:DescribeResourcePolicies",
    "logs:DescribeLogGroups",
    # Lambda attaches functions to subnets by these, in the function's name.
    "ec2:AssignPrivateIpAddresses",
    "ec2:CreateNetworkInterface",
    "ec2:DeleteNetworkInterface",
    "ec2:DescribeNetworkInterfaces",
    "ec2:DescribeSubnets",
    "ec2:UnassignPrivateIpAddresses",
}
READING = {"dynamodb:BatchGetItem", "dynamodb:Query", "dynamodb:ConditionCheckItem", "dynamodb:Scan"}
# The tables that each function works with, and which of them it changes. (That it needs exactly these rights is shown
# where it runs: tests/deploy.)
REACHES = {
    "write": {Table.MEMORIES, Table.LEDGER},
    "recall": {Table.MEMORIES, Table.SESSIONS, Table.LEDGER},
    "sessions": {Table.MEMORIES, Table.SESSIONS, Table.LEDGER},
    "delete": {Table.SESSIONS, Table.MEMORIES, Table.LEDGER},
    "mcp": {Table.SESSIONS, Table.MEMORIES, Table.LEDGER},
    "hygiene": {Table.MEMORIES, Table.LEDGER},
    "govern": {Table.MEMORIES, Table.LEDGER, Table.SESSIONS},
    "health": set(),
    "index": {Table.MEMORIES, Table.LEDGER},
    "feed": {Table.MEMORIES, Table.LEDGER},
    "deletion_step": {Table.SESSIONS, Table.MEMORIES, Table.LEDGER},
    "gc": {Table.MEMORIES, Table.LEDGER},
    "retrieved": {Table.MEMORIES, Table.LEDGER},
    "extract": {Table.MEMORIES, Table.SESSIONS, Table.LEDGER},
    "reindex": {Table.MEMORIES, Table.LEDGER},  # it notes its progress
}
READS_ONLY = {
    ("recall", Table.MEMORIES),
    ("recall", Table.LEDGER),
    ("feed", Table.MEMORIES),
    ("reindex", Table.MEMORIES),
    ("govern", Table.SESSIONS),
}
VARIABLES = {table: f"{table.upper()}_TABLE" for table in Table}


def all_statements(template: Template) -> Iterator[dict[str, Any]]:
    for policy in template.properties("IAM::Policy"):
        yield from policy["PolicyDocument"]["Statement"]
    for role in template.properties("IAM::Role"):
        for inline in role.get("Policies", []):
            yield from inline["PolicyDocument"]["Statement"]


def actions_on(template: Template, function: str, resource: object) -> set[str]:
    return {
        action
        for s in template.statements_for(function)
        if resource in listed(s["Resource"])
        for action in listed(s["Action"])
    }


def test_no_action_is_a_wildcard(template: Template) -> None:
    for statement in all_statements(template):
        assert statement["Effect"] == "Allow"
        assert not [a for a in listed(statement["Action"]) if "*" in a]


def test_only_actions_without_a_resource_are_allowed_on_everything(template: Template) -> None:
    for statement in all_statements(template):
        if "*" in listed(statement["Resource"]):
            assert set(listed(statement["Action"])) <= WITHOUT_RESOURCE


def test_no_resource_holds_a_wildcard_except_the_heads_at_the_witness(template: Template) -> None:
    heads = _heads(template)
    for statement in all_statements(template):
        assert not [r for r in listed(statement["Resource"]) if "*" in json.dumps(r) and r not in ("*", heads)]


def _heads(template: Template) -> object:
    (bucket,) = template.of_type("S3::Bucket")
    return {"Fn::Join": ["", [{"Fn::GetAtt": [bucket, "Arn"]}, "/heads/*"]]}


def test_no_role_uses_a_managed_policy(template: Template) -> None:
    assert not [r["ManagedPolicyArns"] for r in template.properties("IAM::Role") if r.get("ManagedPolicyArns")]


def test_each_function_has_a_role_of_its_own(template: Template) -> None:
    roles = [json.dumps(f["Role"]) for f in template.properties("Lambda::Function")]
    assert len(roles) == len(set(roles))


@pytest.mark.parametrize("function", [name for name in REACHES if name != "feed"])
def test_a_function_reaches_the_tables_that_it_needs_and_no_other(template: Template, function: str) -> None:
    _reaches_what_it_needs(template, function)


def test_the_feed_of_changes_reaches_the_tables_that_it_needs_and_no_other(following: Template) -> None:
    _reaches_what_it_needs(following, "feed")


def _reaches_what_it_needs(template: Template, function: str) -> None:
    ids = {table: next(i for i in template.of_type("DynamoDB::Table") if table.capitalize() in i) for table in Table}
    counting = {"dynamodb:UpdateItem"}  # of the ledger's token buckets alone (test_callers)
    allowed = {
        table: actions_on(template, function, {"Fn::GetAtt": [id, "Arn"]}) - counting for table, id in ids.items()
    }
    # Each function that reads a record opens it under the data key of its owner.
    reached = REACHES[function] | ({Table.KEYS} if REACHES[function] else set())
    assert {table for table, actions in allowed.items() if actions} == reached
    del allowed[Table.KEYS]
    variables = template.functions()[function]["Environment"]["Variables"]
    # It keeps what a list showed.
    reads_only = READS_ONLY - ({("recall", Table.LEDGER)} if "AUDIT_READS" in variables else set())
    assert {(function, table) for table, actions in allowed.items() if actions and actions <= READING} == {
        pair for pair in reads_only if pair[0] == function
    }
    named = {table: variables[VARIABLES[table]] for table in Table if VARIABLES[table] in variables}
    assert named == {table: {"Ref": ids[table]} for table in reached}


def test_only_the_rebuild_of_the_index_walks_a_table_and_only_that_of_the_memories(template: Template) -> None:
    walks = [s for s in all_statements(template) if "dynamodb:Scan" in listed(s["Action"])]
    of_the_function = [s for s in template.statements_for("reindex") if "dynamodb:Scan" in listed(s["Action"])]
    assert walks == of_the_function
    (id,) = (id for id in template.of_type("DynamoDB::Table") if "Memories" in id)
    assert [s["Resource"] for s in walks] == [{"Fn::GetAtt": [id, "Arn"]}]


def test_the_rebuild_of_the_index_notes_its_progress_and_does_nothing_else_in_the_ledger(template: Template) -> None:
    (id,) = (id for id in template.of_type("DynamoDB::Table") if "Ledger" in id)
    (noting,) = (s for s in template.statements_for("reindex") if s["Resource"] == {"Fn::GetAtt": [id, "Arn"]})
    assert noting["Action"] == "dynamodb:PutItem"
    assert noting["Condition"] == {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": [keys.DEPLOYMENTS_OPERATIONS]}}


def test_no_resource_calls_the_rebuild_of_the_index_by_itself(template: Template) -> None:
    id = template.function_id("reindex")
    beside = {"IAM::Policy", "IAM::Role", "Logs::LogGroup", "Lambda::Function"}
    users = [r["Type"] for r in template.resources.values() if f'"{id}"' in json.dumps(r)]
    assert not [kind for kind in users if kind.removeprefix("AWS::") not in beside | {"CloudWatch::Dashboard"}]


def test_only_the_rebuild_of_the_index_may_remove_it(template: Template) -> None:
    removers = {
        name
        for name in template.functions()
        if any("es:ESHttpDelete" in listed(s["Action"]) for s in template.statements_for(name))
    }
    assert removers == {"reindex"}


def test_the_list_above_names_every_function(following: Template, silent: Template) -> None:
    assert set(following.functions()) == set(REACHES)
    assert set(silent.functions()) == set(REACHES) - {"feed"}


def test_only_maintenance_reads_the_index_of_what_is_due(template: Template) -> None:
    finders = {
        name
        for name in template.functions()
        if any('"/index/due"' in json.dumps(s["Resource"]) for s in template.statements_for(name))
    }
    assert finders == {"hygiene", "gc"}


def test_roles_use_the_key_through_a_store_or_for_one_sealed_field(template: Template) -> None:
    for statement in all_statements(template):
        if any(a.startswith("kms:") for a in listed(statement["Action"])) and not _is_signing(statement):
            condition = statement["Condition"]
            through_a_store = set(condition.get("StringEquals", {})) == {"kms:ViaService"}
            one_field = condition.get("Null") == {"kms:EncryptionContext:owner": "false"} and condition.get(
                "StringNotLike"
            ) == {"kms:EncryptionContext:owner": "data-key|*"}
            data_keys = condition.get("StringLike") == {"kms:EncryptionContext:owner": "data-key|*"}
            assert through_a_store or one_field or data_keys


def test_only_a_deletions_step_destroys_data_keys_and_no_role_lists_them(template: Template) -> None:
    (id,) = (id for id in template.of_type("DynamoDB::Table") if id.startswith("TablesKeys"))
    for name in template.functions():
        may = actions_on(template, name, {"Fn::GetAtt": [id, "Arn"]})
        assert ("dynamodb:DeleteItem" in may) == (name == "deletion_step")
        assert may <= {
            "dynamodb:BatchGetItem", "dynamodb:ConditionCheckItem", "dynamodb:PutItem", "dynamodb:DeleteItem"
        }  # fmt: skip


def _is_signing(statement: dict[str, Any]) -> bool:
    return set(listed(statement["Action"])) <= {"kms:Sign", "kms:GetPublicKey"}


def test_only_deletions_their_steps_and_the_pass_may_sign_and_by_the_one_algorithm(template: Template) -> None:
    (key,) = (id for id, r in template.of_type("KMS::Key").items() if "KeySpec" in r["Properties"])
    assert key != template.key_of_the_stores()
    signers = {
        name: s for name in template.functions() for s in template.statements_for(name)
        if "kms:Sign" in listed(s["Action"])
    }  # fmt: skip
    assert set(signers) == {"delete", "deletion_step", "gc"}
    statement = signers["deletion_step"]
    assert statement["Resource"] == {"Fn::GetAtt": [key, "Arn"]}
    assert statement["Condition"] == {"StringEquals": {"kms:SigningAlgorithm": "ECDSA_SHA_256"}}
    users = [s for s in all_statements(template) if {"Fn::GetAtt": [key, "Arn"]} in listed(s["Resource"])]
    assert all(_is_signing(s) for s in users)
    variables = template.functions()["deletion_step"]["Environment"]["Variables"]
    assert variables["SIGNING_KEY_ID"] == {"Fn::GetAtt": [key, "Arn"]}
    assert "urn:agent-memory:" in json.dumps(variables["ISSUER"])


def test_only_a_deletions_step_and_the_pass_publish_heads_and_no_role_removes_any(template: Template) -> None:
    (bucket,) = template.of_type("S3::Bucket")
    arn, allowed = {"Fn::GetAtt": [bucket, "Arn"]}, {}
    for name in template.functions():
        of_heads, of_bucket = actions_on(template, name, _heads(template)), actions_on(template, name, arn)
        if of_heads or of_bucket:
            allowed[name] = (of_heads, of_bucket)
            assert template.functions()[name]["Environment"]["Variables"]["WITNESS_BUCKET"] == {"Ref": bucket}
    assert allowed == {
        "deletion_step": ({"s3:PutObject", "s3:GetObjectVersion"}, {"s3:ListBucketVersions"}),
        "gc": ({"s3:PutObject", "s3:GetObjectVersion"}, {"s3:ListBucketVersions"}),
        "govern": ({"s3:GetObjectVersion"}, {"s3:ListBucketVersions"}),
    }
    of_s3 = {a for s in all_statements(template) for a in listed(s["Action"]) if a.startswith("s3:")}
    assert of_s3 == {"s3:PutObject", "s3:GetObjectVersion", "s3:ListBucketVersions"}


def test_only_functions_that_make_vectors_may_call_the_one_model(template: Template) -> None:
    callers = {}
    for name in template.functions():
        for s in template.statements_for(name):
            if "bedrock:InvokeModel" in listed(s["Action"]):
                callers[name] = json.dumps(s["Resource"])
    assert set(callers) == {"write", "recall", "delete", "sessions", "mcp", "govern", "gc", "extract", "deletion_step"}
    assert all("::foundation-model/amazon.titan-embed-text-v2:0" in resource for resource in callers.values())


def test_only_functions_that_delete_may_start_the_workflow(template: Template) -> None:
    (machine_id,) = template.of_type("StepFunctions::StateMachine")
    starters = {
        name
        for name in template.functions()
        if "states:StartExecution" in actions_on(template, name, {"Ref": machine_id})
    }
    assert starters == {"delete", "gc", "govern", "mcp", "deletion_step"}  # the last goes on with a long one
    for name in starters - {"deletion_step"}:  # which is started by the workflow that calls it
        variables = template.functions()[name]["Environment"]["Variables"]
        assert variables["DELETION_WORKFLOW_ARN"] == {"Ref": machine_id}


def test_the_workflow_may_call_its_one_function(template: Template) -> None:
    machine = template.only("StepFunctions::StateMachine")
    allowed = [s for s in template.statements_of(machine["RoleArn"]) if "lambda:InvokeFunction" in listed(s["Action"])]
    assert [s["Resource"] for s in allowed] == [{"Fn::GetAtt": [template.function_id("deletion_step"), "Arn"]}]
