"""Retrievals on their way to the statistics: a queue, so that no reader waits for a write."""

from __future__ import annotations

from collections.abc import Sequence

from aws_cdk import Duration
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.stores.encryption import Encryption
from infra.work.work_queue import Pace, WorkQueue
from shared.contracts.environment import RETRIEVALS_QUEUE_URL

# A memory that many recalls find is written once a batch, so batches wait to fill. One of recalls with `top_k` 100 has
# 2,000 memories, at some 10 ms each: a third of the function's time. All together count 20 x 100 memories a second: 400
# recalls a second with `top_k` 5. Consumers that meet at a memory try again.
PACE = Pace(batch_size=20, window_s=60, concurrency=20, tries=5)


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
        work = WorkQueue(self, pace=PACE, consumer_timeout=consumer_timeout, encryption=encryption)
        self.queue, self.dead_letters = work.queue, work.dead_letters
        for sender, role in senders:
            work.sent_to_by(sender, role, RETRIEVALS_QUEUE_URL)
        self.mapping = work.taken_by(consumer, consumer_role)
