from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from shared.usecases.audit.owner_heads import UNREACHED, HeadState
from tests.infra.template import Template, listed

ROOT = Path(__file__).parents[2]
RUNBOOKS = ROOT / "docs" / "guides" / "runbooks.md"


def alarms(template: Template) -> list[dict[str, Any]]:
    return template.properties("CloudWatch::Alarm")


def watched(template: Template, namespace: str, metric: str) -> list[dict[str, Any]]:
    """The dimensions, by name, of every alarm on a metric."""
    return [
        {d["Name"]: d["Value"] for d in a["Dimensions"]}
        for a in alarms(template)
        if (a.get("Namespace"), a.get("MetricName")) == (namespace, metric)
    ]


def test_every_alarm_notifies_and_says_what_it_means(template: Template) -> None:
    (topic_id,) = template.of_type("SNS::Topic")
    for alarm in alarms(template):
        assert alarm["AlarmActions"] == [{"Ref": topic_id}]
        assert alarm["TreatMissingData"] == "notBreaching"
        assert alarm["AlarmDescription"]


def test_a_message_in_any_dead_letter_queue_raises_an_alarm(template: Template) -> None:
    queues = {
        d["QueueName"]["Fn::GetAtt"][0] for d in watched(template, "AWS/SQS", "ApproximateNumberOfMessagesVisible")
    }
    working = {id for id, q in template.of_type("SQS::Queue").items() if "RedrivePolicy" in q["Properties"]}
    assert queues == set(template.of_type("SQS::Queue")) - working
    for alarm in alarms(template):
        if alarm.get("MetricName") == "ApproximateNumberOfMessagesVisible":
            assert (alarm["Threshold"], alarm["EvaluationPeriods"]) == (1, 1)


def test_work_that_waits_raises_an_alarm_before_it_is_given_up(template: Template) -> None:
    working = {id for id, q in template.of_type("SQS::Queue").items() if "RedrivePolicy" in q["Properties"]}
    old = [a for a in alarms(template) if a.get("MetricName") == "ApproximateAgeOfOldestMessage"]
    assert {a["Dimensions"][0]["Value"]["Fn::GetAtt"][0] for a in old} == working
    assert {(a["Statistic"], a["Threshold"]) for a in old} == {("Maximum", 1800)}


def test_the_longest_wait_of_extraction_is_shown(template: Template) -> None:
    shown = json.dumps(template.only("CloudWatch::Dashboard"))
    assert re.search(r'ExtractionLagSeconds(?:(?!metrics).)*"stat[^"]*":[^"]*"Maximum', shown)


def test_a_deletion_that_fails_raises_an_alarm(template: Template) -> None:
    (machine_id,) = template.of_type("StepFunctions::StateMachine")
    for metric in ("ExecutionsFailed", "ExecutionsTimedOut", "ExecutionsAborted"):
        assert watched(template, "AWS/States", metric) == [{"StateMachineArn": {"Ref": machine_id}}]


def test_server_errors_of_the_api_raise_an_alarm(template: Template) -> None:
    (api_id,) = template.of_type("ApiGatewayV2::Api")
    assert watched(template, "AWS/ApiGateway", "5xx") == [{"ApiId": {"Ref": api_id}}]


def test_failing_functions_and_a_lagging_index_raise_alarms(template: Template) -> None:
    failing = {d["FunctionName"]["Ref"] for d in watched(template, "AWS/Lambda", "Errors")}
    # Anyone who rebuilds the index looks at the answers of that function; nobody else calls it.
    assert failing == {template.function_id(name) for name in template.functions() if name != "reindex"}
    lagging = [d["FunctionName"]["Ref"] for d in watched(template, "AWS/Lambda", "IteratorAge")]
    assert lagging == [template.function_id(name) for name in ("index", "feed") if name in template.functions()]


def test_a_domain_of_the_stack_is_watched(dev: Template, own: Template) -> None:
    for metric in (
        "ClusterStatus.red", "ClusterIndexWritesBlocked", "FreeStorageSpace", "Nodes", "JVMMemoryPressure",
        "CPUUtilization", "KMSKeyInaccessible", "KMSKeyError", "AutomatedSnapshotFailure",
    ):  # fmt: skip
        (dimensions,) = watched(dev, "AWS/ES", metric)
        assert dimensions["DomainName"] == "agent-memory-dev"
        assert not watched(own, "AWS/ES", metric)


def test_alarms_reach_the_person_who_is_named(dev: Template, prod: Template) -> None:
    subscription = prod.only("SNS::Subscription")
    assert (subscription["Protocol"], subscription["Endpoint"]) == ("email", "oncall@example.org")
    assert not dev.of_type("SNS::Subscription")


def test_the_topic_is_encrypted_and_services_may_use_its_key(template: Template) -> None:
    key_id = template.key_of_the_stores()
    assert template.only("SNS::Topic")["KmsMasterKeyId"] == {"Fn::GetAtt": [key_id, "Arn"]}
    statements = template.resources[key_id]["Properties"]["KeyPolicy"]["Statement"]
    services = {name for s in statements for name in listed(s["Principal"].get("Service", []))}
    assert {"cloudwatch.amazonaws.com", "events.amazonaws.com", "scheduler.amazonaws.com"} <= services
    for statement in statements:
        if "Service" in statement["Principal"]:
            assert "aws:SourceAccount" in statement["Condition"]["StringEquals"]


def test_the_dashboard_shows_business_events(dev: Template) -> None:
    parts = dev.only("CloudWatch::Dashboard")["DashboardBody"]["Fn::Join"][1]
    widgets = json.loads("".join(part if isinstance(part, str) else "x" for part in parts))["widgets"]
    expressions = [
        m[0].get("expression", "")
        for w in widgets
        for m in w["properties"].get("metrics", [])
        if isinstance(m[0], dict)
    ]
    assert any('Namespace="AgentMemory"' in expression for expression in expressions)


def test_full_storage_raises_an_alarm_before_the_engine_blocks_writes(
    dev: Template, prod: Template, protected: Template
) -> None:
    for template in (dev, prod, protected):
        volume_mib = template.only("OpenSearchService::Domain")["EBSOptions"]["VolumeSize"] * 1024
        blocked_mib = min(0.2 * volume_mib, 20 * 1024)
        (storage,) = [a for a in alarms(template) if a.get("MetricName") == "FreeStorageSpace"]
        assert storage["Threshold"] > blocked_mib


def test_answers_without_search_or_vectors_raise_an_alarm(template: Template) -> None:
    (degraded,) = [a for a in alarms(template) if a.get("MetricName") == "Recalled"]
    assert {d["Name"]: d["Value"] for d in degraded["Dimensions"]}["degraded"] == "true"


def test_an_old_deletion_raises_an_alarm(template: Template) -> None:
    (old,) = [a for a in alarms(template) if a.get("MetricName") == "DeletionAgeSeconds"]
    assert (old["Statistic"], old["Threshold"]) == ("Maximum", 4 * 3600)


def test_every_alarm_names_an_existing_runbook(template: Template) -> None:
    headings = re.findall(r"^### (\w+)$", RUNBOOKS.read_text(encoding="utf-8"), re.M)
    named = {alarm["AlarmDescription"].rpartition(" ")[2] for alarm in alarms(template)}
    assert named <= {f"docs/guides/runbooks.md#{heading.lower()}" for heading in headings}


def test_a_record_that_was_changed_in_the_store_raises_an_alarm(template: Template) -> None:
    (alarm,) = (a for a in alarms(template) if a.get("MetricName") == "IntegrityViolations")
    dimensions = {d["Name"]: d["Value"] for d in alarm["Dimensions"]}
    assert dimensions["why"] == "changed"
    assert dimensions["service"].startswith("agent-memory-")
    assert alarm["Threshold"] == 1


def test_every_state_of_the_audits_heads_but_a_sound_one_raises_an_alarm(template: Template) -> None:
    watched_states = {
        {d["Name"]: d["Value"] for d in a["Dimensions"]}["state"]
        for a in alarms(template)
        if a.get("MetricName") == "AuditHeads"
    }
    assert watched_states == {state.value for state in HeadState} - {HeadState.SOUND.value} | {UNREACHED}


def test_business_figures_ring(template: Template) -> None:
    """Each ratio is made of metrics that the functions count, and has a least number of events."""
    ratios = [alarm for alarm in alarms(template) if "Metrics" in alarm]
    named = {
        part["MetricStat"]["Metric"]["MetricName"] for a in ratios for part in a["Metrics"] if "MetricStat" in part
    }
    source = "".join(
        path.read_text() for folder in ("functions", "shared/runtime") for path in (ROOT / folder).rglob("*.py")
    )
    assert {name for name in named if f'count("{name}"' not in source} == set()
    assert named == {
        "WritesTaken", "WritesRefused", "Conflicts", "Corrections", "MemoriesUsed", "FalsePositives",
    }  # fmt: skip
    expressions = [part["Expression"] for a in ratios for part in a["Metrics"] if "Expression" in part]
    assert len(expressions) == 4
    assert all(">= 20" in expression for expression in expressions)
    (held,) = watched(template, "AgentMemory", "HygieneHeld")
    assert held["service"].startswith("agent-memory-")
    assert 'count("HygieneHeld"' in source
    (reopened,) = watched(template, "AgentMemory", "DeletionReopened")
    assert reopened["service"].startswith("agent-memory-")
