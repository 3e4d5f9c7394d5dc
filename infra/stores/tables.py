"""The three tables, and that of the owners' data keys (shared.records.keys says what lies where)."""

from __future__ import annotations

from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_kms as kms
from constructs import Construct

from infra.findings import accept
from infra.settings import DeploymentSettings
from shared.records import keys
from shared.records.store.record import Table


class Tables(Construct):
    """On demand, under our own key, with point-in-time recovery; production keeps them when the stack goes.

    A table that is there already is taken up by its name, as it is: its stream, expiry and recovery are those that it
    has (`infra.operations.restore` sets them).
    """

    def __init__(self, scope: Construct, id: str, settings: DeploymentSettings, key: kms.IKey) -> None:
        super().__init__(scope, id)
        self._settings = settings
        adopted = settings.tables
        imported = None if adopted is None or adopted.key_arn is None else adopted.key_arn
        self.key = key if imported is None else kms.Key.from_key_arn(self, "KeptKey", imported)
        self.sessions = self._table(Table.SESSIONS)
        # Only keys travel: the indexer reads the truth anyway, and no content then lies in a stream for a day.
        self.memories = self._table(Table.MEMORIES, stream=dynamodb.StreamViewType.KEYS_ONLY)
        if isinstance(self.memories, dynamodb.Table):
            self.memories.add_global_secondary_index(
                index_name=keys.DUE_INDEX,
                partition_key=_text(keys.CHECK_BUCKET),
                sort_key=_text(keys.NEXT_CHECK_AT),
                projection_type=dynamodb.ProjectionType.KEYS_ONLY,
            )
        # The feed of changes follows what the ledger says; its readers get ids and kinds. Nothing else follows it.
        followed = dynamodb.StreamViewType.KEYS_ONLY if settings.change_feed else None
        self.ledger = self._table(Table.LEDGER, stream=followed)
        # A deleted data key is in no backup: copies of data encrypted under it can never be opened.
        self.keys = self._table(Table.KEYS, recoverable=False)
        if isinstance(self.keys, dynamodb.Table):
            accept(
                self.keys,
                "a backup of the data keys would open what a deletion has destroyed: this table is to have none",
                "AwsSolutions-DDB3",
            )

    @property
    def by_name(self) -> dict[Table, dynamodb.ITable]:
        return {
            Table.SESSIONS: self.sessions,
            Table.MEMORIES: self.memories,
            Table.LEDGER: self.ledger,
            Table.KEYS: self.keys,
        }

    def _table(
        self, table: Table, stream: dynamodb.StreamViewType | None = None, *, recoverable: bool = True
    ) -> dynamodb.ITable:
        adopted = self._settings.tables
        if adopted is not None and table in adopted.names:
            return dynamodb.Table.from_table_attributes(
                self,
                table.capitalize(),
                table_name=adopted.names[table],
                encryption_key=self.key,
                table_stream_arn=adopted.stream_arns.get(table) if stream else None,
            )
        return dynamodb.Table(
            self,
            table.capitalize(),
            partition_key=_text(keys.PK),
            sort_key=_text(keys.SK),
            billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
            encryption=dynamodb.TableEncryption.CUSTOMER_MANAGED,
            encryption_key=self.key,
            point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(
                point_in_time_recovery_enabled=recoverable,
                recovery_period_in_days=self._settings.backup_retention_days if recoverable else None,
            ),
            time_to_live_attribute=keys.EXPIRES_AT,
            stream=stream,
            deletion_protection=self._settings.protect,
            removal_policy=self._settings.removal,
        )


def _text(name: str) -> dynamodb.Attribute:
    return dynamodb.Attribute(name=name, type=dynamodb.AttributeType.STRING)
