"""From the truth to the view: changes of memories and their history reach the index function in order and at least
once."""

from __future__ import annotations

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
from shared.records.keys import INDEXED_PREFIXES, SK

BATCH_SIZE = 100
# Tries are not counted, since nothing says how soon one follows another: an outage may last so many hours, of the 24
# that the stream keeps a change. The function waits before it reports an outage, and sets aside what the index refuses
# (`functions.events.index`), so that a shard neither spins nor waits for one record.
MAX_AGE_HOURS = 6


class IndexFeed(Construct):
    """`dead_letters` names the changes that could not be indexed: keys of what the index refused, shard and sequence
    numbers of what is older than `MAX_AGE_HOURS`; no content."""

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        table: dynamodb.ITable,
        function: lambda_.Function,
        role: iam.Role,
        encryption: Encryption,
    ) -> None:
        super().__init__(scope, id)
        stream_arn = table.table_stream_arn
        if stream_arn is None:
            raise ValueError("the memories table has no stream")
        self.dead_letters: sqs.Queue = encryption.dead_letters(self, "DeadLetters")
        accept(self.dead_letters, "this is the dead-letter queue", "AwsSolutions-SQS3")
        role.add_to_policy(permissions.following(stream_arn))
        role.add_to_policy(permissions.sending_to(self.dead_letters.queue_arn))
        role.add_to_policy(permissions.encrypting_messages(encryption.key))
        function.add_environment(REFUSED_CHANGES_QUEUE_URL, self.dead_letters.queue_url)
        wanted = [
            lambda_.FilterCriteria.filter({"dynamodb": {"Keys": {SK: {"S": lambda_.FilterRule.begins_with(prefix)}}}})
            for prefix in INDEXED_PREFIXES
        ]
        self.mapping = lambda_.EventSourceMapping(
            self,
            "Mapping",
            target=function,
            event_source_arn=stream_arn,
            starting_position=lambda_.StartingPosition.TRIM_HORIZON,
            batch_size=BATCH_SIZE,
            # A write is searchable about as soon as its transaction is done; batches fill by themselves under load.
            max_batching_window=Duration.seconds(0),
            filters=wanted,
            report_batch_item_failures=True,
            bisect_batch_on_error=True,
            max_record_age=Duration.hours(MAX_AGE_HOURS),
            parallelization_factor=1,
            on_failure=sources.SqsDlq(self.dead_letters),
        )
        # The mapping checks the role's rights when it is created.
        self.mapping.node.add_dependency(role)
