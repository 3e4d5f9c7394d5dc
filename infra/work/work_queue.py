"""A queue of background work with its dead letters, who sends to it, and the function that takes from it."""

from __future__ import annotations

from dataclasses import dataclass

from aws_cdk import Duration, RemovalPolicy
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.functions import permissions
from infra.stores.encryption import Encryption


@dataclass(frozen=True, slots=True)
class Pace:
    """`batch_size` messages a call, `concurrency` calls at once at most, `tries` of a message before it is a dead
    letter. `window_s`: so many seconds a batch waits to fill. `postpones`: the function itself puts off the next try of
    what has failed."""

    batch_size: int
    concurrency: int
    tries: int
    window_s: int = 0
    postpones: bool = False


class WorkQueue:
    """Ids and no content. Its constructs lie in `scope`."""

    def __init__(self, scope: Construct, *, pace: Pace, consumer_timeout: Duration, encryption: Encryption) -> None:
        self._scope = scope
        self._pace = pace
        self._key = encryption.key
        self.dead_letters = encryption.dead_letters(scope, "DeadLetters")
        self.queue = sqs.Queue(
            scope,
            "Queue",
            encryption=sqs.QueueEncryption.KMS,
            encryption_master_key=encryption.key,
            enforce_ssl=True,
            retention_period=Duration.days(14),
            # As long as a batch may wait and be worked on, with room for retries of the poller's own.
            visibility_timeout=Duration.seconds(consumer_timeout.to_seconds() * 6 + pace.window_s),
            dead_letter_queue=sqs.DeadLetterQueue(queue=self.dead_letters, max_receive_count=pace.tries),
            removal_policy=RemovalPolicy.DESTROY,
        )

    def sent_to_by(self, function: lambda_.Function, role: iam.Role, variable: str) -> None:
        """The function finds the queue's address in this environment variable."""
        function.add_environment(variable, self.queue.queue_url)
        role.add_to_policy(permissions.sending_to(self.queue.queue_arn))
        role.add_to_policy(permissions.encrypting_messages(self._key))

    def taken_by(self, function: lambda_.Function, role: iam.Role) -> lambda_.EventSourceMapping:
        role.add_to_policy(permissions.receiving_from(self.queue.queue_arn))
        if self._pace.postpones:
            role.add_to_policy(permissions.postponing(self.queue.queue_arn))
        role.add_to_policy(permissions.decrypting_messages(self._key))
        mapping = lambda_.EventSourceMapping(
            self._scope,
            "Mapping",
            target=function,
            event_source_arn=self.queue.queue_arn,
            batch_size=self._pace.batch_size,
            max_batching_window=Duration.seconds(self._pace.window_s) if self._pace.window_s else None,
            max_concurrency=self._pace.concurrency,
            report_batch_item_failures=True,
        )
        # The mapping checks the role's rights when it is created.
        mapping.node.add_dependency(role)
        return mapping
