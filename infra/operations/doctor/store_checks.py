"""Can what is stored be restored, opened and found again?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import boto3

from infra.functions.time_limits import API_SECONDS, REINDEX_SECONDS
from infra.operations.doctor.findings import Finding, State, judged
from infra.operations.lambda_client import lambda_client
from infra.operations.rebuild_index import Place, Rebuild, RebuildStopped, StepFailed, asking
from infra.operations.stage import Stage

_TABLES = ("SessionsTable", "MemoriesTable", "LedgerTable")


def recovery(stage: Stage) -> Iterator[Finding]:
    client: Any = boto3.client("dynamodb")

    def days(name: str) -> int | None:
        found = client.describe_continuous_backups(TableName=stage.outputs[name])["ContinuousBackupsDescription"]
        point = found.get("PointInTimeRecoveryDescription", {})
        return point.get("RecoveryPeriodInDays", 35) if point.get("PointInTimeRecoveryStatus") == "ENABLED" else None

    without = [name for name in _TABLES if days(name) is None]
    said = f"off for {', '.join(without)}" if without else "on for sessions, memories and ledger"
    yield judged(not without, "point-in-time recovery", said, "deploy again; it is on in the template")
    kept = days("KeysTable")
    said = "none, so that a destroyed key stays destroyed" if kept is None else f"of {kept} days: deleted owners' keys"
    yield judged(kept is None, "no backup of the owners' data keys", said, "turn it off: docs/decisions/integrity.md")


def key_rotation(stage: Stage) -> Iterator[Finding]:
    client: Any = boto3.client("kms")
    keys = [client.describe_key(KeyId=id)["KeyMetadata"] for id in stage.of_type("KMS::Key")]
    for key in keys:
        if key["KeyState"] != "Enabled":
            said = f"{key['KeyId']} is {key['KeyState']}"
            yield Finding(State.FAILED, "keys", said, "runbook SearchKeyFaulty: cancel its deletion, enable it")
    encrypting = [key["KeyId"] for key in keys if key.get("KeySpec", "SYMMETRIC_DEFAULT") == "SYMMETRIC_DEFAULT"]
    fixed = [id for id in encrypting if not client.get_key_rotation_status(KeyId=id)["KeyRotationEnabled"]]
    said = f"off for {', '.join(fixed)}" if fixed else f"on for {len(encrypting)} (a key that signs has none)"
    yield judged(bool(encrypting) and not fixed, "key rotation", said, "aws kms enable-key-rotation --key-id ...")


def index(stage: Stage) -> Iterator[Finding]:
    """Looks for each memory of the table in the index. One that is not there is sent, and looked for again: it may just
    have been written."""
    function = stage.functions["reindex"]
    about, todo = "the index equals the tables", f"make rebuild-index FUNCTION={function['FunctionName']}"
    rebuild = Rebuild(asking(lambda_client(REINDEX_SECONDS), function["FunctionArn"]), lambda _: None)
    try:
        outcome = rebuild.run(Place.beginning("verify", 1))
    except RebuildStopped as stopped:
        yield Finding(State.UNKNOWN, about, str(stopped), todo)
        return
    memories, there = (sum(pair[n] for pair in outcome.orgs.values()) for n in (0, 1))
    said, sent = f"{there} of {memories} memories are in it", outcome.counts["late"]
    if sent:
        said += f", {sent} of them were missing and have been sent"
    if outcome.failed:
        said += f"; missing for example {', '.join(outcome.failed[:5])}"
    finding = judged(outcome.is_whole and memories == there, about, said, todo)
    yield replace(finding, state=State.ADVICE) if finding.is_sound and sent else finding


def restore(stage: Stage) -> Iterator[Finding]:
    """And the calibration, which the same answer holds."""
    health = asking(lambda_client(API_SECONDS), stage.functions["health"]["FunctionArn"])
    try:
        said = json.loads(health({"routeKey": "GET /v1/health"})["body"])
    except StepFailed as failed:
        yield Finding(State.UNKNOWN, "the tables are served", f"health fails: {failed}", "runbook FunctionErrors")
        return
    generation = stage.setting("RESTORE_GENERATION") or ""
    where = f"tables of the restore {generation.rpartition('.')[0]}" if generation else "tables of the stack's own"
    todo = "make restore ARGS='finish ...' (docs/guides/restore.md)"
    yield judged(said["status"] == "ok", "the tables are served", f"{where}: {said['status']}", todo)
    model = f"{stage.setting('EMBEDDING_MODEL_ID')}, {stage.setting('EMBEDDING_DIMENSION')} numbers"
    todo = "make calibrate MODEL=titan-..., deploy, then make rebuild-index (docs/guides/deploying.md)"
    yield judged(said["calibration"] == "measured", "calibration", f"{said['calibration']} ({model})", todo)
