"""Background work on sessions: extraction, and summaries that are built again."""

from __future__ import annotations

from collections.abc import Sequence

from aws_cdk import Duration, RemovalPolicy
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.functions import permissions
from infra.stores.encryption import Encryption
from shared.contracts.environment import SESSIONS_QUEUE_URL

# A message reads up to 100 events: few of them fill a function's time.
BATCH_SIZE = 5
# Each try waits longer than the one before (`functions.events.extract`): five of them outlast an hour's outage.
TRIES = 6
# Extraction may wait: callers who wait for an answer come first.
CONCURRENCY = 5


class SessionWork(Construct):
    """Ids and rights, no content. Failed work is in `dead_letters`; `docs/guides/sessions.md` describes the redrive."""

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        senders: Sequence[tuple[lambda_.Function, iam.Role]],
        consumer: lambda_.Function,
        consumer_role: iam.Role,
        consumer_timeout: Duration,
        encryption: Encryption,
    ) -> None:
        super().__init__(scope, id)
        self.dead_letters = encryption.dead_letters(self, "DeadLetters")
        self.queue = sqs.Queue(
            self,
            "Queue",
            encryption=sqs.QueueEncryption.KMS,
            encryption_master_key=encryption.key,
            enforce_ssl=True,
            retention_period=Duration.days(14),
            visibility_timeout=Duration.seconds(consumer_timeout.to_seconds() * 6),
            dead_letter_queue=sqs.DeadLetterQueue(queue=self.dead_letters, max_receive_count=TRIES),
            removal_policy=RemovalPolicy.DESTROY,
        )
        for sender, role in senders:
            sender.add_environment(SESSIONS_QUEUE_URL, self.queue.queue_url)
            role.add_to_policy(permissions.sending_to(self.queue.queue_arn))
            role.add_to_policy(permissions.encrypting_messages(encryption.key))
        consumer_role.add_to_policy(permissions.receiving_from(self.queue.queue_arn))
        consumer_role.add_to_policy(permissions.postponing(self.queue.queue_arn))
        consumer_role.add_to_policy(permissions.decrypting_messages(encryption.key))
        self.mapping = lambda_.EventSourceMapping(
            self,
            "Mapping",
            target=consumer,
            event_source_arn=self.queue.queue_arn,
            batch_size=BATCH_SIZE,
            max_concurrency=CONCURRENCY,
            report_batch_item_failures=True,
        )
        # The mapping checks the role's rights when it is created.
        self.mapping.node.add_dependency(consumer_role)
