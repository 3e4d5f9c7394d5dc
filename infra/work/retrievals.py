"""Retrievals on their way to the statistics: a queue, so that no reader waits for a write."""

from __future__ import annotations

from collections.abc import Sequence

from aws_cdk import Duration, RemovalPolicy
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.functions import permissions
from infra.stores.encryption import Encryption
from shared.contracts.environment import RETRIEVALS_QUEUE_URL

# A memory that many recalls find is written once a batch, so batches wait to fill. One of recalls with `top_k` 100 has
# 2,000 memories, at some 10 ms each: a third of the function's time.
BATCH_SIZE = 20
BATCH_SECONDS = 60
TRIES = 5
# 20 x 100 memories a second: 400 recalls a second with `top_k` 5. Consumers that meet at a memory try again.
CONCURRENCY = 20


class RetrievalQueue(Construct):
    """Ids and times, no content. Messages that could not be counted are in `dead_letters`."""

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
            # As long as a batch may wait and be worked on, with room for a retry of the poller's own.
            visibility_timeout=Duration.seconds(consumer_timeout.to_seconds() * 6 + BATCH_SECONDS),
            dead_letter_queue=sqs.DeadLetterQueue(queue=self.dead_letters, max_receive_count=TRIES),
            removal_policy=RemovalPolicy.DESTROY,
        )
        for sender, role in senders:
            sender.add_environment(RETRIEVALS_QUEUE_URL, self.queue.queue_url)
            role.add_to_policy(permissions.sending_to(self.queue.queue_arn))
            role.add_to_policy(permissions.encrypting_messages(encryption.key))
        consumer_role.add_to_policy(permissions.receiving_from(self.queue.queue_arn))
        consumer_role.add_to_policy(permissions.decrypting_messages(encryption.key))
        self.mapping = lambda_.EventSourceMapping(
            self,
            "Mapping",
            target=consumer,
            event_source_arn=self.queue.queue_arn,
            batch_size=BATCH_SIZE,
            max_batching_window=Duration.seconds(BATCH_SECONDS),
            max_concurrency=CONCURRENCY,
            report_batch_item_failures=True,
        )
        # The mapping checks the role's rights when it is created.
        self.mapping.node.add_dependency(consumer_role)
