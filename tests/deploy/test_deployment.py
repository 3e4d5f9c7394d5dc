"""CloudFormation takes the template, and what it makes fits together."""

from __future__ import annotations

from collections.abc import Iterator

import boto3
import pytest

from shared.contracts.routes import ALL_ROUTES
from shared.records.keys import DUE_INDEX, EXPIRES_AT
from shared.records.store.record import Table
from tests.deploy.adapter import REGION, STATE_MACHINE_ARN
from tests.deploy.stack import Deployed, deployment


@pytest.fixture(scope="module")
def deployed() -> Iterator[Deployed]:
    with deployment() as made:
        yield made


def test_only_resources_that_moto_lacks_are_left_out(deployed: Deployed) -> None:
    kinds = {r["Type"].removeprefix("AWS::") for r in deployed.adapted.left_out.values()}
    assert kinds == {
        "ApiGatewayV2::Api",
        "ApiGatewayV2::Authorizer",
        "ApiGatewayV2::Integration",
        "ApiGatewayV2::Route",
        "ApiGatewayV2::Stage",
        "CloudWatch::Alarm",
        "Cognito::UserPool",
        "Cognito::UserPoolClient",
        "Lambda::EventInvokeConfig",
        "KMS::Key",  # the one that signs
        "Lambda::EventSourceMapping",
        "OpenSearchService::Domain",
        "S3::BucketPolicy",
        "SNS::TopicPolicy",
        "SQS::QueuePolicy",
        "Scheduler::Schedule",
        "StepFunctions::StateMachine",
    }


def test_the_tables_are_made_with_expiry_recovery_and_the_stream(deployed: Deployed) -> None:
    dynamodb = boto3.client("dynamodb", region_name=REGION)
    for table, name in deployed.tables.items():
        description = dynamodb.describe_table(TableName=name)["Table"]
        expiry = dynamodb.describe_time_to_live(TableName=name)["TimeToLiveDescription"]
        assert (expiry["AttributeName"], expiry["TimeToLiveStatus"]) == (EXPIRES_AT, "ENABLED")
        backups = dynamodb.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"]
        assert backups["PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"] == (
            "DISABLED" if table is Table.KEYS else "ENABLED"
        )
        assert ("LatestStreamArn" in description) == (table in (Table.MEMORIES, Table.LEDGER))
    memories = dynamodb.describe_table(TableName=deployed.tables[Table.MEMORIES])["Table"]
    assert [index["IndexName"] for index in memories["GlobalSecondaryIndexes"]] == [DUE_INDEX]
    assert memories["LatestStreamArn"] == deployed.index_feed.stream_arn


def test_every_function_gets_the_names_of_the_tables(deployed: Deployed) -> None:
    reported = {
        value
        for function in deployed.functions.values()
        for name, value in function.environment.items()
        if name.endswith("_TABLE")
    }
    assert reported == set(deployed.tables.values())


def test_deletions_start_the_deployed_workflow(deployed: Deployed) -> None:
    assert deployed.state_machine_arn == STATE_MACHINE_ARN
    for name in ("delete", "gc"):
        assert deployed.functions[name].environment["DELETION_WORKFLOW_ARN"] == STATE_MACHINE_ARN


def test_the_stream_feeds_the_index_function_and_failures_go_to_a_queue(deployed: Deployed) -> None:
    feed = deployed.index_feed
    assert feed.function == "index"
    queues = boto3.client("sqs", region_name=REGION).list_queues()["QueueUrls"]
    assert feed.dead_letters_arn.rpartition(":")[2] in {url.rpartition("/")[2] for url in queues}


def test_the_streams_of_both_tables_feed_the_feed_of_changes(deployed: Deployed) -> None:
    client = boto3.client("dynamodb", region_name=REGION)
    followed = {
        client.describe_table(TableName=deployed.tables[table])["Table"]["LatestStreamArn"]
        for table in (Table.MEMORIES, Table.LEDGER)
    }
    assert {feed.stream_arn for feed in deployed.change_feeds} == followed
    assert len({feed.dead_letters_arn for feed in deployed.change_feeds} | {deployed.index_feed.dead_letters_arn}) == 2


def test_the_schedule_calls_the_daily_pass(deployed: Deployed) -> None:
    assert deployed.schedule.function == "gc"


def test_every_route_leads_to_its_function(deployed: Deployed) -> None:
    for route in ALL_ROUTES:
        assert deployed.function_of(route.key).name == route.function
    assert deployed.function_of("PUT /v1/nothing").name == "health"


def test_every_role_has_its_policy(deployed: Deployed) -> None:
    for function in deployed.functions.values():
        assert any("logs:PutLogEvents" in s["Action"] for s in function.statements)
