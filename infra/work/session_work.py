"""Background work on sessions: extraction, and summaries that are built again."""

from __future__ import annotations

from collections.abc import Sequence

from aws_cdk import Duration
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.stores.encryption import Encryption
from infra.work.work_queue import Pace, WorkQueue
from shared.contracts.environment import SESSIONS_QUEUE_URL

# A message reads up to 100 events: few of them fill a function's time. Each try waits longer than the one before
# (`functions.events.extract`): five of them outlast an hour's outage. Extraction may wait, so few run at once: callers
# who wait for an answer come first.
PACE = Pace(batch_size=5, concurrency=5, tries=6, postpones=True)


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
        work = WorkQueue(self, pace=PACE, consumer_timeout=consumer_timeout, encryption=encryption)
        self.queue, self.dead_letters = work.queue, work.dead_letters
        for sender, role in senders:
            work.sent_to_by(sender, role, SESSIONS_QUEUE_URL)
        self.mapping = work.taken_by(consumer, consumer_role)
