"""A restore rehearsed in the deployed form: restored, taken up, refused, replayed, rebuilt, admitted.

DynamoDB restores to any moment; moto copies a table as it is when it is asked. So here the tables are restored first,
and what they must not bring back is deleted after that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import boto3
import pytest

from infra.operations import restore
from infra.operations.lambda_client import Lambda
from shared.contracts.routes import ROUTES
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.keys import EXPIRES_AT
from shared.records.store.record import Table
from tests.deploy.adapter import REGION
from tests.deploy.system import System, User, system
from tests.deploy.test_end_to_end import recalled, remember


@pytest.fixture
def running(tmp_path: Path) -> Iterator[System]:
    with system(tmp_path) as made:
        yield made
        assert made.permissions.denied == []


def begun(running: System, generation: str, *more: str) -> int:
    tables = running.deployed.tables
    arguments = ["begin", "--sessions", tables[Table.SESSIONS], "--memories", tables[Table.MEMORIES]]
    client = boto3.client("dynamodb", region_name=REGION)
    return restore.main(
        [*arguments, "--generation", generation, "--to", "latest", *more], dynamodb=client, sleep=lambda _: None
    )


def finished(running: System, client: Any = None, *more: str) -> int:
    functions = running.deployed.functions
    return restore.main(
        ["finish", "--deletion-step", functions["deletion_step"].arn, "--reindex", functions["reindex"].arn, *more],
        client=cast("Lambda", client or boto3.client("lambda", region_name=REGION)),
        sleep=lambda _: None,
    )


def context_in(printed: str) -> dict[str, object]:
    (command,) = [line for line in printed.splitlines() if "cdk deploy" in line]
    return dict(re.findall(r"-c (\w+)=(\S+)", command))


class Interrupted(Exception):
    """The operator's machine ends here."""


class Interrupting:
    """Lambda's client, which ends the program at the n-th call."""

    def __init__(self, calls: int) -> None:
        self._client = boto3.client("lambda", region_name=REGION)
        self._left = calls

    def invoke(self, **arguments: Any) -> Any:
        if self._left == 0:
            raise Interrupted
        self._left -= 1
        return self._client.invoke(**arguments)


def test_a_restore_brings_back_what_was_lost_and_nothing_that_was_deleted(
    running: System, capsys: pytest.CaptureFixture[str]
) -> None:
    ann, ben, eve = running.user("ann"), running.user("ben"), running.user("eve")
    tea = remember(ann, "Ann drinks green tea", key="drink")["memory"]["memory_id"]
    remember(ben, "Ben drinks black coffee", key="drink")
    remember(eve, "Eve rides a red bicycle", key="ride")
    hat = remember(eve, "Eve wears a straw hat", key="hat")["memory"]["memory_id"]
    ann("POST", "/v1/sessions", {"session_id": "s"})
    ann("POST", "/v1/sessions/s/events", {"events": [{"role": "user", "content": "The kettle is blue"}]})
    running.settle()
    capsys.readouterr()
    assert begun(running, "one") == 0
    context = context_in(capsys.readouterr().out)

    selectors: dict[str, tuple[User, dict[str, Any]]] = {
        "forget-ann": (ann, {"kind": "subject"}),
        "forget-hat": (eve, {"kind": "memory", "ids": [hat]}),
    }
    for request_id, (user, selector) in selectors.items():
        assert user("POST", "/v1/deletions", {"request_id": request_id, "selector": selector}).status == 202
        assert running.execution(request_id).succeeded
    running.redeploy(**context)
    kept = [keys.current(Scope.parse(f"/org/acme/user/{name}"), id).sk for name, id in (("ann", tea), ("eve", hat))]
    assert all(repr(sk) in running.everything_stored() for sk in kept)

    for route in ROUTES:
        target = re.sub(r"\{\w+\}", "x", route.path)
        answer = ann(route.method, target, {})
        if route.path == "/v1/health":
            assert (answer.status, answer.body) == (200, {"status": "restoring", "calibration": "assumed"})
        else:
            assert (answer.status, answer.body["code"]) == (503, "restoring"), route
            assert answer.headers["retry-after"] == "60"
    assert running.run_schedule() == {"restoring": True}

    for calls in (0, 2, 5):
        with pytest.raises(Interrupted):
            finished(running, Interrupting(calls))
        assert ann("GET", "/v1/memories").status == 503
    assert finished(running) == 0

    running.settle()
    assert not any(repr(sk) in running.everything_stored() for sk in kept)
    assert ann("GET", f"/v1/memories/{tea}").status == 404
    assert eve("GET", f"/v1/memories/{hat}").status == 404
    assert ann("GET", "/v1/sessions/s/events").status == 404
    assert ann("GET", "/v1/memories").body["items"] == []
    assert recalled(ann, "tea") == []
    assert recalled(ben, "coffee") == ["Ben drinks black coffee"]
    assert recalled(eve, "straw hat") == ["Eve rides a red bicycle"]
    assert ann("GET", "/v1/health").body["status"] == "ok"
    assert ann("GET", "/v1/deletions/forget-ann").body["status"] == "completed"

    remember(ben, "Ben sleeps on the left side", key="side")
    assert running.settle() > 0
    assert "Ben sleeps on the left side" in recalled(ben, "left side")


def test_restored_tables_have_what_a_restore_leaves_out(running: System, capsys: pytest.CaptureFixture[str]) -> None:
    assert begun(running, "one", "--dry-run") == 0
    client = boto3.client("dynamodb", region_name=REGION)
    assert not [name for name in client.list_tables()["TableNames"] if "restored" in name]
    assert begun(running, "one") == 0
    first = capsys.readouterr().out
    assert begun(running, "one") == 0
    again = capsys.readouterr().out
    assert context_in(again) == context_in(first)
    assert "restoring" not in again
    for name in (str(context_in(first)[name]) for name in ("sessionsTable", "memoriesTable")):
        expiry = client.describe_time_to_live(TableName=name)["TimeToLiveDescription"]
        assert (expiry["AttributeName"], expiry["TimeToLiveStatus"]) == (EXPIRES_AT, "ENABLED")
        backups = client.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"]
        assert backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] == "ENABLED"
        table = client.describe_table(TableName=name)["Table"]
        tags = {t["Key"]: t["Value"] for t in client.list_tags_of_resource(ResourceArn=table["TableArn"])["Tags"]}
        assert tags.get("project") == "agent-memory"
    memories = client.describe_table(TableName=str(context_in(first)["memoriesTable"]))["Table"]
    assert memories["StreamSpecification"]["StreamViewType"] == "KEYS_ONLY"
    assert memories["LatestStreamArn"] == context_in(first)["memoriesStreamArn"]
    other = ["begin", "--sessions", running.deployed.tables[Table.LEDGER]]
    other += ["--memories", running.deployed.tables[Table.MEMORIES], "--generation", "one", "--to", "latest"]
    assert restore.main(other, dynamodb=client, sleep=lambda _: None) == 0  # another source, another table


def test_a_ledger_that_was_restored_as_well_is_not_admitted_unasked(
    running: System, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = running.user("ann")
    tea = remember(ann, "Ann drinks green tea", key="drink")["memory"]["memory_id"]
    running.settle()
    assert begun(running, "one", "--ledger", running.deployed.tables[Table.LEDGER]) == 0
    context = context_in(capsys.readouterr().out)
    ann("POST", "/v1/deletions", {"request_id": "forget-tea", "selector": {"kind": "memory", "ids": [tea]}})
    assert running.execution("forget-tea").succeeded
    running.redeploy(**context, tenantRate="10000")
    assert finished(running) == 1
    assert "0 entries, and 1 were witnessed" in capsys.readouterr().err
    assert ann("GET", "/v1/memories").status == 503
    assert finished(running, None, "--accept-lost-deletions") == 0
    assert recalled(ann, "tea") == ["Ann drinks green tea"]
    _requests_are_counted(running, ann)


def _requests_are_counted(running: System, user: User) -> None:
    """Under the function's own role, in the ledger that was taken up: with one call in twenty requests."""
    assert not [item for item in _ledger(running) if item[keys.PK]["S"] == keys.REQUEST_RATES]
    assert [user("GET", "/v1/memories").status for _ in range(20)] == [200] * 20
    (bucket,) = (item for item in _ledger(running) if item[keys.PK]["S"] == keys.REQUEST_RATES)
    assert keys.EXPIRES_AT in bucket


def _ledger(running: System) -> list[dict[str, Any]]:
    table = running.deployed.tables[Table.LEDGER]
    found: list[dict[str, Any]] = boto3.client("dynamodb", region_name=REGION).scan(TableName=table)["Items"]
    return found
