"""Does the account give the stage what it needs, and is the stage what was deployed?"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from infra.operations.doctor.findings import Finding, State, judged
from infra.operations.stage import Stage

# A new account has 10 concurrent executions; production needs the room of one busy minute.
LEAST_CONCURRENCY = 100
DRIFT_S, POLL_S = 600.0, 5.0


def models(stage: Stage) -> Iterator[Finding]:
    """One short call each, with the caller's rights: whether the account may use the model at all."""
    runtime: Any = boto3.client("bedrock-runtime")
    embedding, judging = stage.setting("EMBEDDING_MODEL_ID"), stage.setting("JUDGEMENT_MODEL_ID")
    dimension = int(stage.setting("EMBEDDING_DIMENSION") or 1024)
    body = json.dumps({"inputText": "access", "dimensions": dimension, "normalize": True})
    yield _asked(str(embedding), lambda: runtime.invoke_model(modelId=embedding, body=body))
    if judging:
        said = [{"role": "user", "content": [{"text": "Say yes."}]}]
        limit = {"maxTokens": 5}
        yield _asked(judging, lambda: runtime.converse(modelId=judging, messages=said, inferenceConfig=limit))


def _asked(model: str, call: Callable[[], object]) -> Finding:
    about, todo = f"access to {model}", "enable the model in the Bedrock console, in this account and region"
    try:
        call()
    except (ClientError, BotoCoreError) as error:
        code = error.response["Error"]["Code"] if isinstance(error, ClientError) else type(error).__name__
        return Finding(State.FAILED, about, f"refused: {code}", todo)
    return Finding(State.OK, about, "it answers")


def drift(stage: Stage, sleep: Callable[[float], None] = time.sleep) -> Iterator[Finding]:
    client: Any = boto3.client("cloudformation")
    about, asked = "the stack is what was deployed", client.detect_stack_drift(StackName=stage.stack)
    waited, found = 0.0, {"DetectionStatus": "DETECTION_IN_PROGRESS"}
    while found["DetectionStatus"] == "DETECTION_IN_PROGRESS" and waited < DRIFT_S:
        sleep(POLL_S)
        waited += POLL_S
        found = client.describe_stack_drift_detection_status(StackDriftDetectionId=asked["StackDriftDetectionId"])
    if found["DetectionStatus"] != "DETECTION_COMPLETE":
        yield Finding(State.UNKNOWN, about, f"detection: {found['DetectionStatus']}", "run it again")
        return
    changed = [
        f"{one['LogicalResourceId']} ({one['StackResourceDriftStatus'].lower()})"
        for one in client.describe_stack_resource_drifts(
            StackName=stage.stack, StackResourceDriftStatusFilters=["MODIFIED", "DELETED"]
        )["StackResourceDrifts"]
    ]
    said = f"changed beside it: {', '.join(changed)}" if changed else "no resource has changed"
    yield judged(not changed, about, said, "undo the change, or write it into infra/ and deploy")


def concurrency(stage: Stage) -> Iterator[Finding]:
    client: Any = boto3.client("lambda")
    name = stage.functions["gc"]["FunctionName"]
    reserved = client.get_function_concurrency(FunctionName=name).get("ReservedConcurrentExecutions")
    said = f"{reserved} reserved for the daily pass" if reserved else "none is reserved for the daily pass"
    todo = "deploy with -c reserveConcurrency=true, where the account's quota allows it"
    yield judged(bool(reserved), "reserved concurrency", said, todo, otherwise=State.ADVICE)
    quota = client.get_account_settings()["AccountLimit"]["ConcurrentExecutions"]
    todo = "ask for a higher quota of concurrent executions (Service Quotas, Lambda)"
    yield judged(quota >= LEAST_CONCURRENCY, "the account's concurrency", f"{quota} executions", todo)


def logs(stage: Stage) -> Iterator[Finding]:
    client: Any = boto3.client("logs")
    groups = {
        one["logGroupName"]: one.get("retentionInDays")
        for page in client.get_paginator("describe_log_groups").paginate()
        for one in page["logGroups"]
    }
    own = set(stage.of_type("Logs::LogGroup")) | set(stage.log_groups().values())
    forever = sorted(name for name in own if groups.get(name) is None)
    days = sorted({str(groups[name]) for name in own if groups.get(name) is not None})
    said = f"kept forever or not there: {', '.join(forever)}" if forever else f"{', '.join(days)} days"
    yield judged(not forever, "log retention", said, "deploy again, or aws logs put-retention-policy")


def protection(stage: Stage) -> Iterator[Finding]:
    (described,) = boto3.client("cloudformation").describe_stacks(StackName=stage.stack)["Stacks"]
    protected = described.get("EnableTerminationProtection", False)
    said = "on" if protected else "off"
    todo = "deploy with -c protect=true once the first deployment has succeeded"
    yield judged(protected, "protection against deletion", said, todo, otherwise=State.ADVICE)
