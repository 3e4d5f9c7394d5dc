"""The one customer-managed key: tables, queues, search domain and alarm topic."""

from __future__ import annotations

from aws_cdk import Aws, Duration, RemovalPolicy
from aws_cdk import aws_iam as iam
from aws_cdk import aws_kms as kms
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.settings import DeploymentSettings


class Encryption(Construct):
    """Destroying the key destroys every backup too, so production keeps it."""

    def __init__(self, scope: Construct, id: str, settings: DeploymentSettings) -> None:
        super().__init__(scope, id)
        self.key = kms.Key(
            self,
            "Key",
            description=f"Agent memory {settings.stage}: tables, queues, search domain, alarms",
            enable_key_rotation=True,
            removal_policy=settings.removal,
            pending_window=Duration.days(30 if settings.production else 7),
        )
        # Alarms and undelivered input of the schedule are delivered by services, to a topic and a queue under this key.
        # (For failed executions, the event rule's target adds its service.)
        for service in ("cloudwatch.amazonaws.com", "scheduler.amazonaws.com"):
            self.key.add_to_resource_policy(
                iam.PolicyStatement(
                    actions=["kms:Decrypt", "kms:GenerateDataKey"],
                    principals=[iam.ServicePrincipal(service)],
                    resources=["*"],  # in a key policy: this key
                    conditions={"StringEquals": {"aws:SourceAccount": Aws.ACCOUNT_ID}},
                )
            )

    def dead_letters(self, scope: Construct, id: str) -> sqs.Queue:
        """A dead-letter queue, which keeps messages as long as SQS allows."""
        return sqs.Queue(
            scope,
            id,
            encryption=sqs.QueueEncryption.KMS,
            encryption_master_key=self.key,
            enforce_ssl=True,
            retention_period=Duration.days(14),
            removal_policy=RemovalPolicy.DESTROY,
        )
