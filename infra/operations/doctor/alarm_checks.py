"""Do alarms ring, and is anybody told?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import boto3

from infra.operations.doctor.findings import Finding, State, judged
from infra.operations.stage import Stage

_UNSOUND = {"ALARM": "ring", "INSUFFICIENT_DATA": "have no data (a fault, an hour after the deployment)"}
_RUNBOOKS = "docs/guides/runbooks.md has a section for each"


def subscriptions(stage: Stage) -> Iterator[Finding]:
    about, topic = "somebody is told of alarms", stage.outputs["AlarmTopicArn"]
    pages: Any = boto3.client("sns").get_paginator("list_subscriptions_by_topic")
    found = [one for page in pages.paginate(TopicArn=topic) for one in page["Subscriptions"]]
    confirmed = [one for one in found if one["SubscriptionArn"].startswith("arn:")]
    waiting = len(found) - len(confirmed)
    said = f"{len(confirmed)} confirmed subscriptions of the alarm topic, {waiting} not confirmed"
    todo = "deploy with -c alarmEmail=..., or subscribe to the topic, and confirm the mail"
    yield judged(bool(confirmed) and not waiting, about, said, todo)


def alarms(stage: Stage) -> Iterator[Finding]:
    about, topic = "no alarm rings", stage.outputs["AlarmTopicArn"]
    pages: Any = boto3.client("cloudwatch").get_paginator("describe_alarms")
    own = [
        one for page in pages.paginate() for one in page.get("MetricAlarms", []) if topic in one.get("AlarmActions", [])
    ]
    made = len(stage.of_type("CloudWatch::Alarm"))
    if not own or len(own) < made:
        todo = "deploy again: alarms of the stack are missing or tell another topic"
        yield Finding(State.FAILED, about, f"{len(own)} alarms tell the topic, the stack made {made}", todo)
        return
    for state, meaning in _UNSOUND.items():
        names = sorted(one["AlarmName"] for one in own if one["StateValue"] == state)
        if names:
            yield Finding(State.FAILED, about, f"{len(names)} {meaning}: {', '.join(names)}", _RUNBOOKS)
    silent = sorted(one["AlarmName"] for one in own if not one.get("ActionsEnabled", True))
    if silent:
        yield Finding(
            State.FAILED, about, f"actions are off: {', '.join(silent)}", "aws cloudwatch enable-alarm-actions"
        )
    elif all(one["StateValue"] == "OK" for one in own):
        yield Finding(State.OK, about, f"all {len(own)} are OK")
