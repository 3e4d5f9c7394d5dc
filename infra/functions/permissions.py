"""The rights of a function's role, as explicit actions on explicit resources."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

from aws_cdk import Aws
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_s3 as s3

from infra.stores.proof import HEADS
from shared.records import keys

FOLLOW = ("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams")


class Verb(StrEnum):
    """The rights that the store's adapter needs on a table; a transaction's parts are permitted one by one."""

    GET = "dynamodb:BatchGetItem"
    LIST = "dynamodb:Query"
    CHECK = "dynamodb:ConditionCheckItem"
    PUT = "dynamodb:PutItem"
    REMOVE = "dynamodb:DeleteItem"


def using(table: dynamodb.ITable, verbs: Collection[Verb]) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=sorted(verbs), resources=[table.table_arn])


def asking_for_admission(ledger: dynamodb.ITable) -> iam.PolicyStatement:
    """Whether the tables may be served after a restore, and nothing else of the ledger."""
    return iam.PolicyStatement(
        actions=[Verb.GET],
        resources=[ledger.table_arn],
        conditions={"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": [keys.RESTORES]}},
    )


def counting_requests(ledger: dynamodb.ITable) -> iam.PolicyStatement:
    """To take from the token buckets, and nothing else of the ledger."""
    return iam.PolicyStatement(
        actions=["dynamodb:UpdateItem"],
        resources=[ledger.table_arn],
        conditions={"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": [keys.REQUEST_RATES]}},
    )


def noting_operations(ledger: dynamodb.ITable) -> iam.PolicyStatement:
    """To note how far an operation of the deployment is, and nothing else of the ledger."""
    return iam.PolicyStatement(
        actions=[Verb.PUT],
        resources=[ledger.table_arn],
        conditions={"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": [keys.DEPLOYMENTS_OPERATIONS]}},
    )


def finding_due(table: dynamodb.ITable) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=["dynamodb:Query"], resources=[f"{table.table_arn}/index/{keys.DUE_INDEX}"])


def walking(table: dynamodb.ITable) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=["dynamodb:Scan"], resources=[table.table_arn])


def following(stream_arn: str) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=list(FOLLOW), resources=[stream_arn])


def using_key(key: kms.IKey, *, writes: bool) -> iam.PolicyStatement:
    """The tables' key, through DynamoDB only: a role cannot decrypt anything by itself."""
    actions = ["kms:Decrypt", "kms:DescribeKey"]
    if writes:
        actions += ["kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom", "kms:ReEncryptTo"]
    return iam.PolicyStatement(
        actions=actions,
        resources=[key.key_arn],
        conditions={"StringEquals": {"kms:ViaService": f"dynamodb.{Aws.REGION}.{Aws.URL_SUFFIX}"}},
    )


def sealing(key: kms.IKey, *, opens: bool) -> iam.PolicyStatement:
    """Single sensitive fields, each bound to its owner: nothing of the tables can be opened with this, for their
    ciphertexts carry another context."""
    return iam.PolicyStatement(
        actions=["kms:Decrypt"] if opens else ["kms:Encrypt"],
        resources=[key.key_arn],
        conditions={
            "ForAllValues:StringEquals": {"kms:EncryptionContextKeys": ["owner", "piece"]},
            "Null": {"kms:EncryptionContext:owner": "false"},
            "StringNotLike": {"kms:EncryptionContext:owner": "data-key|*"},
        },
    )


def wrapping(key: kms.IKey, *, makes: bool) -> iam.PolicyStatement:
    """The owners' data keys, each bound to its owner and its id: nothing of the tables, and no sensitive field, can be
    opened with this."""
    return iam.PolicyStatement(
        actions=["kms:Decrypt", "kms:Encrypt"] if makes else ["kms:Decrypt"],
        resources=[key.key_arn],
        conditions={
            "ForAllValues:StringEquals": {"kms:EncryptionContextKeys": ["owner", "piece"]},
            "StringLike": {"kms:EncryptionContext:owner": "data-key|*"},
        },
    )


def signing(key: kms.IKey) -> iam.PolicyStatement:
    """By ES256 alone; the public key is read to name it in signed data."""
    return iam.PolicyStatement(
        actions=["kms:Sign"],
        resources=[key.key_arn],
        conditions={"StringEquals": {"kms:SigningAlgorithm": "ECDSA_SHA_256"}},
    )


def reading_public_key(key: kms.IKey) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=["kms:GetPublicKey"], resources=[key.key_arn])


def publishing_heads(bucket: s3.IBucket) -> iam.PolicyStatement:
    """To add an object; there is no right to remove one or to shorten its time."""
    return iam.PolicyStatement(actions=["s3:PutObject"], resources=[bucket.arn_for_objects(f"{HEADS}/*")])


def reading_heads(bucket: s3.IBucket) -> tuple[iam.PolicyStatement, ...]:
    """All versions, so that a delete marker hides nothing."""
    return (
        iam.PolicyStatement(actions=["s3:ListBucketVersions"], resources=[bucket.bucket_arn]),
        iam.PolicyStatement(actions=["s3:GetObjectVersion"], resources=[bucket.arn_for_objects(f"{HEADS}/*")]),
    )


def invoking_model(model_id: str) -> iam.PolicyStatement:
    model = f"arn:{Aws.PARTITION}:bedrock:{Aws.REGION}::foundation-model/{model_id}"
    return iam.PolicyStatement(actions=["bedrock:InvokeModel"], resources=[model])


def starting(state_machine_arn: str) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=["states:StartExecution"], resources=[state_machine_arn])


def invoking(function_arn: str) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=["lambda:InvokeFunction"], resources=[function_arn])


def logging_to(log_group_arn: str) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=["logs:CreateLogStream", "logs:PutLogEvents"], resources=[log_group_arn])


def tracing() -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=["xray:PutTelemetryRecords", "xray:PutTraceSegments"], resources=["*"])


def reading_metrics() -> iam.PolicyStatement:
    """CloudWatch knows no resource for this: numbers of the account, and nothing that was stored."""
    return iam.PolicyStatement(actions=["cloudwatch:GetMetricData"], resources=["*"])


def sending_to(queue_arn: str) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=["sqs:SendMessage"], resources=[queue_arn])


def receiving_from(queue_arn: str) -> iam.PolicyStatement:
    return iam.PolicyStatement(
        actions=["sqs:DeleteMessage", "sqs:GetQueueAttributes", "sqs:ReceiveMessage"], resources=[queue_arn]
    )


def postponing(queue_arn: str) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=["sqs:ChangeMessageVisibility"], resources=[queue_arn])


def decrypting_messages(key: kms.IKey) -> iam.PolicyStatement:
    return iam.PolicyStatement(
        actions=["kms:Decrypt"],
        resources=[key.key_arn],
        conditions={"StringEquals": {"kms:ViaService": f"sqs.{Aws.REGION}.{Aws.URL_SUFFIX}"}},
    )


def encrypting_messages(key: kms.IKey) -> iam.PolicyStatement:
    return iam.PolicyStatement(
        actions=["kms:Decrypt", "kms:GenerateDataKey"],
        resources=[key.key_arn],
        conditions={"StringEquals": {"kms:ViaService": f"sqs.{Aws.REGION}.{Aws.URL_SUFFIX}"}},
    )


def announcing_on(bus_arn: str) -> iam.PolicyStatement:
    return iam.PolicyStatement(actions=["events:PutEvents"], resources=[bus_arn])


def reading_secrets(secret_arns: Sequence[str], key: kms.IKey) -> tuple[iam.PolicyStatement, ...]:
    """These secrets, and their key through Secrets Manager only."""
    return (
        iam.PolicyStatement(actions=["secretsmanager:GetSecretValue"], resources=list(secret_arns)),
        iam.PolicyStatement(
            actions=["kms:Decrypt"],
            resources=[key.key_arn],
            conditions={"StringEquals": {"kms:ViaService": f"secretsmanager.{Aws.REGION}.{Aws.URL_SUFFIX}"}},
        ),
    )


def joining_network() -> iam.PolicyStatement:
    """The calls by which Lambda attaches a function to subnets; these actions take no resource beforehand."""
    return iam.PolicyStatement(
        actions=[
            "ec2:AssignPrivateIpAddresses",
            "ec2:CreateNetworkInterface",
            "ec2:DeleteNetworkInterface",
            "ec2:DescribeNetworkInterfaces",
            "ec2:DescribeSubnets",
            "ec2:UnassignPrivateIpAddresses",
        ],
        resources=["*"],
    )
