"""From the truth to the feeds of changes: what the ledger says was done, and what the memories' time to live has taken,
reaches the feed function in order and at least once."""

from __future__ import annotations

from typing import Any

from aws_cdk import Duration
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from aws_cdk import aws_lambda_event_sources as sources
from aws_cdk import aws_sqs as sqs
from constructs import Construct

from infra.findings import accept
from infra.functions import permissions
from infra.stores.encryption import Encryption
from shared.contracts.environment import REFUSED_CHANGES_QUEUE_URL
from shared.records.keys import CURRENT_PREFIX, FOLLOWED_PREFIXES, SK

BATCH_SIZE = 100
# What is committed late is read all the same: an outage may last almost as long as the stream keeps a change. The
# function sets aside what fails by a fault of its own.
MAX_AGE_HOURS = 23
_BY_THE_STORE = {"type": ["Service"], "principalId": ["dynamodb.amazonaws.com"]}


class ChangeFeed(Construct):
    """Apart from the index, so that an outage of the one does not hold up the other. `dead_letters` names the changes
    that could not enter a feed: by their keys, or by shard and sequence numbers; no content."""

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        ledger: dynamodb.ITable,
        memories: dynamodb.ITable,
        function: lambda_.Function,
        role: iam.Role,
        encryption: Encryption,
    ) -> None:
        super().__init__(scope, id)
        self.dead_letters: sqs.Queue = encryption.dead_letters(self, "DeadLetters")
        accept(self.dead_letters, "this is the dead-letter queue", "AwsSolutions-SQS3")
        role.add_to_policy(permissions.sending_to(self.dead_letters.queue_arn))
        role.add_to_policy(permissions.encrypting_messages(encryption.key))
        function.add_environment(REFUSED_CHANGES_QUEUE_URL, self.dead_letters.queue_url)
        self._function, self._role = function, role
        made = [
            {"eventName": lambda_.FilterRule.is_equal("INSERT"), "dynamodb": _with_key(prefix)}
            for prefix in FOLLOWED_PREFIXES
        ]
        expired = {
            "eventName": lambda_.FilterRule.is_equal("REMOVE"),
            "userIdentity": _BY_THE_STORE,
            "dynamodb": _with_key(CURRENT_PREFIX),
        }
        self.mappings = (self._follow("Ledger", ledger, made), self._follow("Memories", memories, [expired]))

    def _follow(self, id: str, table: dynamodb.ITable, wanted: list[dict[str, Any]]) -> lambda_.EventSourceMapping:
        stream_arn = table.table_stream_arn
        if stream_arn is None:
            raise ValueError("a table that the feed of changes follows has no stream")
        self._role.add_to_policy(permissions.following(stream_arn))
        mapping = lambda_.EventSourceMapping(
            self,
            id,
            target=self._function,
            event_source_arn=stream_arn,
            starting_position=lambda_.StartingPosition.TRIM_HORIZON,
            batch_size=BATCH_SIZE,
            max_batching_window=Duration.seconds(0),
            filters=[lambda_.FilterCriteria.filter(one) for one in wanted],
            report_batch_item_failures=True,
            bisect_batch_on_error=True,
            max_record_age=Duration.hours(MAX_AGE_HOURS),
            parallelization_factor=1,
            on_failure=sources.SqsDlq(self.dead_letters),
        )
        # The mapping checks the role's rights when it is created.
        mapping.node.add_dependency(self._role)
        return mapping


def _with_key(prefix: str) -> dict[str, Any]:
    return {"Keys": {SK: {"S": lambda_.FilterRule.begins_with(prefix)}}}
