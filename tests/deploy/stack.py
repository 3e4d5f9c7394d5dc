"""The synthesised template, deployed into moto: the one thing that tests of the deployed form build on.

with deployment() as deployed:
    deployed.tables[Table.MEMORIES]   # names, as CloudFormation made them
    deployed.functions["write"]       # name, handler, environment, role and its policies
    deployed.state_machine_arn        # executes the committed definition
    deployed.index_feed               # the mapping of the memories' stream with its settings
    deployed.change_feeds             # those that the feed of changes follows
"""

from __future__ import annotations

import io
import json
import os
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import boto3
from moto import mock_aws

from infra.work.deletion import DEFINITION
from shared.contracts.routes import DEFAULT_FUNCTION
from shared.records.store.record import Table
from tests.contract.records.moto_answers import answers_at_their_own_price
from tests.contract.records.moto_transactions import transactions_at_their_own_price
from tests.deploy.adapter import ACCOUNT, REGION, STATE_MACHINE, STATE_MACHINE_ARN, Adapted, adapted
from tests.infra.template import Template, synthesise

STACK = "agent-memory-dev"
_ASSETS = f"cdk-hnb659fds-assets-{ACCOUNT}-{REGION}"
_WITH: dict[str, object] = {"changeFeed": "true"}
_CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "AWS_SESSION_TOKEN": "testing",
    "AWS_DEFAULT_REGION": REGION,
    # With an account in its host name, the streams client's calls would pass moto by.
    "AWS_ACCOUNT_ID_ENDPOINT_MODE": "disabled",
}


@dataclass(frozen=True, slots=True)
class DeployedFunction:
    """`statements`: what its role may do, resolved."""

    name: str
    arn: str
    handler: str
    environment: dict[str, str]
    statements: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class StreamFeed:
    """An event source mapping of a table's stream, as the template sets it."""

    stream_arn: str
    function: str
    dead_letters_arn: str
    batch_size: int
    most_age_s: int
    bisect: bool
    report_failures: bool
    patterns: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """What the schedule would call, and with what."""

    function: str
    input: str


@dataclass(frozen=True, slots=True)
class Deployed:
    template: Template
    adapted: Adapted
    outputs: dict[str, str]
    tables: dict[Table, str]
    functions: dict[str, DeployedFunction]
    state_machine_arn: str
    index_feed: StreamFeed
    change_feeds: tuple[StreamFeed, ...]
    schedule: Schedule
    routes: dict[str, str]

    def function_of(self, route_key: str) -> DeployedFunction:
        """What the gateway calls for a route; what none matches goes to the default."""
        return self.functions[self.routes.get(route_key, DEFAULT_FUNCTION)]


@contextmanager
def deployment() -> Iterator[Deployed]:
    """Deploys the development stage with the feed of changes; everything is removed at the end. Lambda and Step
    Functions are moto's own without containers: a function only echoes what it is given until `lambdas.Invoker` is in
    place."""
    config: Any = {"stepfunctions": {"execute_state_machine": True}, "lambda": {"use_docker": False}}
    template = synthesise(**_WITH)
    with (
        patch.dict(os.environ, _CREDENTIALS),
        mock_aws(config=config),
        transactions_at_their_own_price(),
        answers_at_their_own_price(),
    ):
        yield _deploy(template)


def _deploy(template: Template) -> Deployed:
    signing = boto3.client("kms", region_name=REGION).create_key(KeyUsage="SIGN_VERIFY", KeySpec="ECC_NIST_P256")
    parts = adapted(template.body, signing["KeyMetadata"]["Arn"])
    _upload_assets(template)
    cloudformation = boto3.client("cloudformation", region_name=REGION)
    cloudformation.create_stack(
        StackName=STACK, TemplateBody=json.dumps(parts.template), Capabilities=["CAPABILITY_IAM"]
    )
    made = _described(template, parts, STATE_MACHINE_ARN)
    _set_recovery_and_expiry(template, made.outputs)
    _keep_versions(made.outputs["WitnessBucket"])
    _create_state_machine(template, made.outputs)
    return made


def _described(template: Template, parts: Adapted, state_machine_arn: str) -> Deployed:
    (stack,) = boto3.client("cloudformation", region_name=REGION).describe_stacks(StackName=STACK)["Stacks"]
    if stack["StackStatus"] not in ("CREATE_COMPLETE", "UPDATE_COMPLETE"):
        raise AssertionError(f"the stack is {stack['StackStatus']}")
    outputs = {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}
    tables = {table: outputs[f"{table.capitalize()}Table"] for table in Table}
    functions = {name: _function(template, outputs, name) for name in template.functions()}
    by_arn = {f.arn: name for name, f in functions.items()}
    feeds = list(_stream_feeds(template, outputs, functions))
    return Deployed(
        template,
        parts,
        outputs,
        tables,
        functions,
        state_machine_arn,
        _only_feed(feeds, "index"),
        tuple(feed for feed in feeds if feed.function == "feed"),
        _schedule(template, outputs, by_arn),
        _routes(template),
    )


def redeployed(before: Deployed, **context: object) -> Deployed:
    """The same stack after another deployment, with another context."""
    template = synthesise(**_WITH, **context)
    (signing,) = (str(r["Arn"]) for r in before.adapted.left_out.values() if "Arn" in r)
    parts = adapted(template.body, signing)
    cloudformation = boto3.client("cloudformation", region_name=REGION)
    cloudformation.update_stack(
        StackName=STACK, TemplateBody=json.dumps(parts.template), Capabilities=["CAPABILITY_IAM"]
    )
    return _described(template, parts, before.state_machine_arn)


def _upload_assets(template: Template) -> None:
    """A package of nothing under each key that a function names: what runs is the code of this process."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("empty.txt", "")
    s3 = boto3.client("s3", region_name=REGION)
    s3.create_bucket(Bucket=_ASSETS)
    for key in {f["Code"]["S3Key"] for f in template.functions().values()}:
        s3.put_object(Bucket=_ASSETS, Key=key, Body=packed.getvalue())


def _set_recovery_and_expiry(template: Template, outputs: dict[str, str]) -> None:
    """moto's CloudFormation passes these two over."""
    dynamodb = boto3.client("dynamodb", region_name=REGION)
    for id, table in template.of_type("DynamoDB::Table").items():
        name, properties = outputs[f"{id}Ref"], table["Properties"]
        dynamodb.update_time_to_live(TableName=name, TimeToLiveSpecification=properties["TimeToLiveSpecification"])
        dynamodb.update_continuous_backups(
            TableName=name, PointInTimeRecoverySpecification=properties["PointInTimeRecoverySpecification"]
        )


def _keep_versions(bucket: str) -> None:
    """moto's CloudFormation passes this over as well."""
    boto3.client("s3", region_name=REGION).put_bucket_versioning(
        Bucket=bucket, VersioningConfiguration={"Status": "Enabled"}
    )


def _create_state_machine(template: Template, outputs: dict[str, str]) -> None:
    """The committed definition, which must be the template's, with what the template puts into it."""
    (id,) = template.of_type("StepFunctions::StateMachine")
    machine = template.only("StepFunctions::StateMachine")
    definition = machine["DefinitionString"]
    if definition != DEFINITION.read_text(encoding="utf-8"):
        raise AssertionError("the template holds another definition than the committed one")
    for name in machine["DefinitionSubstitutions"]:
        definition = definition.replace(f"${{{name}}}", outputs[f"{id}Substitution{name}"])
    if re.search(r"\$\{\w+\}", definition):
        raise AssertionError("the definition asks for what the template does not put into it")
    created = boto3.client("stepfunctions", region_name=REGION).create_state_machine(
        name=STATE_MACHINE, definition=definition, roleArn=outputs[f"{id}Role"]
    )
    if created["stateMachineArn"] != STATE_MACHINE_ARN:
        raise AssertionError(f"the state machine is {created['stateMachineArn']}")


def _function(template: Template, outputs: dict[str, str], name: str) -> DeployedFunction:
    id = template.function_id(name)
    arn = outputs[f"{id}Arn"]
    configuration = boto3.client("lambda", region_name=REGION).get_function_configuration(FunctionName=arn)
    return DeployedFunction(
        name,
        arn,
        configuration["Handler"],
        configuration["Environment"]["Variables"],
        tuple(_statements(configuration["Role"].rpartition("/")[2])),
    )


def _statements(role: str) -> Iterator[dict[str, Any]]:
    iam = boto3.client("iam", region_name=REGION)
    for name in iam.list_role_policies(RoleName=role)["PolicyNames"]:
        document: Any = iam.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"]
        yield from document["Statement"]


def _stream_feeds(
    template: Template, outputs: dict[str, str], functions: dict[str, DeployedFunction]
) -> Iterator[StreamFeed]:
    for id, mapping in template.of_type("Lambda::EventSourceMapping").items():
        properties = mapping["Properties"]
        if "DestinationConfig" not in properties:
            continue
        target = outputs[f"{id}Target"]
        (function,) = (f.name for f in functions.values() if f.arn.endswith(f":{target}"))
        yield StreamFeed(
            outputs[f"{id}Source"],
            function,
            outputs[f"{id}Failed"],
            properties["BatchSize"],
            properties["MaximumRecordAgeInSeconds"],
            properties["BisectBatchOnFunctionError"],
            "ReportBatchItemFailures" in properties["FunctionResponseTypes"],
            tuple(json.loads(f["Pattern"]) for f in properties["FilterCriteria"]["Filters"]),
        )


def _only_feed(feeds: list[StreamFeed], function: str) -> StreamFeed:
    (feed,) = (feed for feed in feeds if feed.function == function)
    return feed


def _schedule(template: Template, outputs: dict[str, str], by_arn: dict[str, str]) -> Schedule:
    found = template.of_type("Scheduler::Schedule").items()
    ((id, schedule),) = [(id, s) for id, s in found if "only" not in str(s["Properties"]["Target"]["Input"])]
    return Schedule(by_arn[outputs[f"{id}Target"]], schedule["Properties"]["Target"]["Input"])


def _routes(template: Template) -> dict[str, str]:
    """Route key -> function, read off the template's routes and integrations."""
    names = {template.function_id(name): name for name in template.functions()}
    integrations = {
        id: names[i["Properties"]["IntegrationUri"]["Fn::GetAtt"][0]]
        for id, i in template.of_type("ApiGatewayV2::Integration").items()
    }
    return {
        r["RouteKey"]: integrations[r["Target"]["Fn::Join"][1][1]["Ref"]]
        for r in template.properties("ApiGatewayV2::Route")
    }
