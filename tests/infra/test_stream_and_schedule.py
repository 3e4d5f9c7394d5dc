from __future__ import annotations

import json
from typing import Any

from functions.events.index import LONGEST_PAUSE_S
from shared.records.keys import CURRENT_PREFIX, FOLLOWED_PREFIXES, VERSION_PREFIX
from shared.runtime.settings import Settings
from tests.infra.template import Template, listed


def mapping_of(template: Template, function: str) -> dict[str, Any]:
    (mapping,) = (
        m
        for m in template.properties("Lambda::EventSourceMapping")
        if m["FunctionName"] == {"Ref": template.function_id(function)}
    )
    return mapping


def test_the_index_is_fed_by_changes_of_current_memories_and_ended_versions_only(template: Template) -> None:
    mapping = mapping_of(template, "index")
    assert mapping["FunctionName"] == {"Ref": template.function_id("index")}
    (table_id,) = (i for i in template.of_type("DynamoDB::Table") if i.startswith("TablesMemories"))
    assert mapping["EventSourceArn"] == {"Fn::GetAtt": [table_id, "StreamArn"]}
    patterns = [json.loads(wanted["Pattern"]) for wanted in mapping["FilterCriteria"]["Filters"]]
    assert patterns == [
        {"dynamodb": {"Keys": {"sk": {"S": [{"prefix": prefix}]}}}} for prefix in (CURRENT_PREFIX, VERSION_PREFIX)
    ]


def test_a_bad_record_fails_alone_and_not_with_its_batch(template: Template) -> None:
    mapping = mapping_of(template, "index")
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert mapping["BisectBatchOnFunctionError"] is True


def test_an_outage_of_hours_costs_no_record_and_what_the_index_refuses_is_set_aside(template: Template) -> None:
    mapping = mapping_of(template, "index")
    assert mapping.get("MaximumRetryAttempts", -1) == -1  # age alone ends the tries
    assert 2 * 3600 <= mapping["MaximumRecordAgeInSeconds"] < 86_400
    letters = mapping["DestinationConfig"]["OnFailure"]["Destination"]["Fn::GetAtt"][0]
    function = template.functions()["index"]
    assert function["Environment"]["Variables"]["REFUSED_CHANGES_QUEUE_URL"] == {"Ref": letters}
    # A pause before an outage is reported must fit into the function's time, beside what it tried.
    assert function["Timeout"] >= 2 * LONGEST_PAUSE_S


def test_records_that_could_not_be_indexed_are_kept(template: Template) -> None:
    destination = mapping_of(template, "index")["DestinationConfig"]["OnFailure"]["Destination"]
    queue_id = destination["Fn::GetAtt"][0]
    assert template.resources[queue_id]["Type"] == "AWS::SQS::Queue"
    sending = [s for s in template.statements_for("index") if "sqs:SendMessage" in listed(s["Action"])]
    work = {"Fn::GetAtt": [mapping_of(template, "extract")["EventSourceArn"]["Fn::GetAtt"][0], "Arn"]}
    assert [resource for s in sending for resource in listed(s["Resource"])] == [destination, work]


def test_without_the_switch_nothing_follows_the_ledger_and_nothing_of_the_feed_is_made(silent: Template) -> None:
    assert "feed" not in silent.functions()
    assert "CHANGE_FEED" not in silent.functions()["govern"]["Environment"]["Variables"]
    followed = [m["EventSourceArn"]["Fn::GetAtt"][0] for m in silent.properties("Lambda::EventSourceMapping")]
    assert not [id for id in followed if id.startswith("TablesLedger")]
    assert not [id for id in silent.resources if id.startswith("ChangeFeed")]
    said = [alarm["AlarmDescription"] for alarm in silent.properties("CloudWatch::Alarm")]
    assert not [one for one in said if "feed" in one.lower()]


def test_only_the_function_that_serves_the_feed_knows_that_it_is_kept(following: Template) -> None:
    variables = {name: f["Environment"]["Variables"] for name, f in following.functions().items()}
    assert {name for name, of in variables.items() if "CHANGE_FEED" in of} == {"govern"}
    assert Settings.from_environment({"CHANGE_FEED": variables["govern"]["CHANGE_FEED"]}).change_feed
    assert not Settings.from_environment({}).change_feed


def test_the_feed_of_changes_follows_what_was_made_in_the_ledger_and_what_expired(following: Template) -> None:
    template = following
    mappings = [
        m
        for m in template.properties("Lambda::EventSourceMapping")
        if m["FunctionName"] == {"Ref": template.function_id("feed")}
    ]
    by_table = {m["EventSourceArn"]["Fn::GetAtt"][0][:12]: m for m in mappings}
    assert sorted(by_table) == ["TablesLedger", "TablesMemori"]
    patterns = {
        table: [json.loads(f["Pattern"]) for f in m["FilterCriteria"]["Filters"]] for table, m in by_table.items()
    }
    assert patterns["TablesLedger"] == [
        {"eventName": ["INSERT"], "dynamodb": {"Keys": {"sk": {"S": [{"prefix": prefix}]}}}}
        for prefix in FOLLOWED_PREFIXES
    ]
    assert patterns["TablesMemori"] == [
        {
            "eventName": ["REMOVE"],
            "userIdentity": {"type": ["Service"], "principalId": ["dynamodb.amazonaws.com"]},
            "dynamodb": {"Keys": {"sk": {"S": [{"prefix": CURRENT_PREFIX}]}}},
        }
    ]
    rights = [s for s in template.statements_for("feed") if "dynamodb:GetRecords" in listed(s["Action"])]
    assert {json.dumps(r) for s in rights for r in listed(s["Resource"])} == {
        json.dumps(m["EventSourceArn"]) for m in mappings
    }
    for mapping in mappings:
        assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
        assert mapping.get("MaximumRetryAttempts", -1) == -1
        assert mapping["MaximumRecordAgeInSeconds"] < 86_400


def test_every_queue_is_encrypted_under_the_stacks_key_and_accepts_tls_only(template: Template) -> None:
    key_id = template.key_of_the_stores()
    queues = template.of_type("SQS::Queue")
    assert len(queues) == 7 + ("feed" in template.functions())
    for queue in queues.values():
        assert queue["Properties"]["KmsMasterKeyId"] == {"Fn::GetAtt": [key_id, "Arn"]}
        assert queue["Properties"]["MessageRetentionPeriod"] == 14 * 86_400
    refusing = {
        p["Queues"][0]["Ref"]
        for p in template.properties("SQS::QueuePolicy")
        for s in p["PolicyDocument"]["Statement"]
        if s["Effect"] == "Deny" and s["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
    }
    assert refusing == set(queues)


def schedule_named(template: Template, word: str) -> dict[str, Any]:
    (found,) = [s for s in template.properties("Scheduler::Schedule") if word in s["Description"]]
    return found


def test_the_daily_pass_runs_at_the_hour_of_the_place(dev: Template, own: Template) -> None:
    schedule = schedule_named(dev, "Garbage")
    assert schedule["ScheduleExpression"] == "cron(0 3 * * ? *)"
    assert schedule["ScheduleExpressionTimezone"] == "UTC"
    assert schedule["State"] == "ENABLED"
    assert schedule["FlexibleTimeWindow"]["Mode"] == "FLEXIBLE"
    there = schedule_named(own, "Garbage")
    assert (there["ScheduleExpression"], there["ScheduleExpressionTimezone"]) == ("cron(0 4 * * ? *)", "Europe/Vienna")


def test_the_schedule_calls_its_one_function_with_a_role_of_its_own(template: Template) -> None:
    target = schedule_named(template, "Garbage")["Target"]
    gc = {"Fn::GetAtt": [template.function_id("gc"), "Arn"]}
    assert target["Arn"] == gc
    statements = template.statements_of(target["RoleArn"])
    invoking = [s for s in statements if "lambda:InvokeFunction" in listed(s["Action"])]
    assert [s["Resource"] for s in invoking] == [gc]
    assert json.loads(target["Input"])["scheduled_at"] == "<aws.scheduler.scheduled-time>"


def test_the_same_function_looks_for_forgotten_deletions_every_hour(template: Template) -> None:
    hourly, daily = schedule_named(template, "Deletions"), schedule_named(template, "Garbage")
    assert hourly["ScheduleExpression"] == "cron(30 * * * ? *)"
    assert json.loads(hourly["Target"]["Input"])["only"] == "deletions"
    assert [hourly["Target"][part] for part in ("Arn", "RoleArn", "DeadLetterConfig")] == [
        daily["Target"][part] for part in ("Arn", "RoleArn", "DeadLetterConfig")
    ]


def test_a_pass_that_could_not_be_started_or_done_is_kept(template: Template) -> None:
    target = schedule_named(template, "Garbage")["Target"]
    assert target["RetryPolicy"]["MaximumRetryAttempts"] >= 1
    dead_letters = target["DeadLetterConfig"]["Arn"]
    assert template.resources[dead_letters["Fn::GetAtt"][0]]["Type"] == "AWS::SQS::Queue"
    invocation = template.only("Lambda::EventInvokeConfig")
    assert invocation["FunctionName"] == {"Ref": template.function_id("gc")}
    assert invocation["DestinationConfig"]["OnFailure"]["Destination"] == dead_letters
    for statements in (template.statements_of(target["RoleArn"]), template.statements_for("gc")):
        assert [s for s in statements if s["Action"] == "sqs:SendMessage" and s["Resource"] == dead_letters]


def test_a_failed_deletion_is_kept_for_a_person(template: Template) -> None:
    (machine_id,) = template.of_type("StepFunctions::StateMachine")
    rule = template.only("Events::Rule")
    assert rule["State"] == "ENABLED"
    assert rule["EventPattern"]["detail"]["stateMachineArn"] == [{"Ref": machine_id}]
    assert set(rule["EventPattern"]["detail"]["status"]) == {"FAILED", "TIMED_OUT", "ABORTED"}
    (target,) = rule["Targets"]
    assert template.resources[target["Arn"]["Fn::GetAtt"][0]]["Type"] == "AWS::SQS::Queue"


def test_retrievals_are_counted_from_a_queue_with_dead_letters(template: Template) -> None:
    mapping = mapping_of(template, "retrieved")
    queue_id = mapping["EventSourceArn"]["Fn::GetAtt"][0]
    queue = template.of_type("SQS::Queue")[queue_id]["Properties"]
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    # More than ten messages a batch take a window.
    assert mapping["BatchSize"] > 10
    assert mapping["MaximumBatchingWindowInSeconds"] >= 1
    timeout = template.functions()["retrieved"]["Timeout"]
    assert queue["VisibilityTimeout"] >= 6 * timeout + mapping["MaximumBatchingWindowInSeconds"]
    assert template.of_type("SQS::Queue")[queue["RedrivePolicy"]["deadLetterTargetArn"]["Fn::GetAtt"][0]]
    for sender in ("recall", "mcp"):
        variables = template.functions()[sender]["Environment"]["Variables"]
        assert variables["RETRIEVALS_QUEUE_URL"] == {"Ref": queue_id}
    allowed = (("recall", "sqs:SendMessage"), ("retrieved", "sqs:ReceiveMessage"))
    for function, action in allowed:
        statements = [s for s in template.statements_for(function) if action in listed(s["Action"])]
        assert [s["Resource"] for s in statements] == [{"Fn::GetAtt": [queue_id, "Arn"]}]


def test_work_about_sessions_is_tried_again_and_then_kept(template: Template) -> None:
    mapping = mapping_of(template, "extract")
    queue_id = mapping["EventSourceArn"]["Fn::GetAtt"][0]
    queue = template.of_type("SQS::Queue")[queue_id]["Properties"]
    assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert queue["VisibilityTimeout"] >= 6 * template.functions()["extract"]["Timeout"]
    dead_letters = queue["RedrivePolicy"]["deadLetterTargetArn"]["Fn::GetAtt"][0]
    assert template.of_type("SQS::Queue")[dead_letters]["Properties"]["MessageRetentionPeriod"] == 14 * 86_400
    arn = {"Fn::GetAtt": [queue_id, "Arn"]}
    for function, action in (
        ("sessions", "sqs:SendMessage"),
        ("mcp", "sqs:SendMessage"),
        ("index", "sqs:SendMessage"),
        ("extract", "sqs:SendMessage"),
        ("extract", "sqs:ReceiveMessage"),
        ("extract", "sqs:ChangeMessageVisibility"),
    ):
        allowed = [s for s in template.statements_for(function) if action in listed(s["Action"])]
        assert arn in [resource for s in allowed for resource in listed(s["Resource"])]
    for function in ("sessions", "index", "extract"):
        assert template.functions()[function]["Environment"]["Variables"]["SESSIONS_QUEUE_URL"] == {"Ref": queue_id}
