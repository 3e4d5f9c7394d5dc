"""Tables of an earlier moment: restored by DynamoDB into new ones, and given what a restore leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from infra.adopted_tables import CONTEXT, GENERATION, STREAMS
from shared.records import keys
from shared.records.store.record import Table

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodb.type_defs import TableDescriptionTypeDef

POLL_S = 15.0
LONGEST_S = 24 * 3600.0  # a restore takes minutes to hours
_SUFFIX = "-restored-"


class NotRestored(Exception):
    """A table cannot be had as it was asked for; the message says what would do."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """`sources`: the tables as they are, by what they hold. `to`: the moment, `None` for the latest."""

    sources: Mapping[Table, str]
    generation: str
    to: datetime | None

    def name_of(self, table: Table) -> str:
        """Of the new table; a source that was restored itself does not grow."""
        return f"{self.sources[table].partition(_SUFFIX)[0]}{_SUFFIX}{self.generation}"


class RestoredTables:
    """Each thing is looked at before it is done, so that another run does what is missing."""

    def __init__(
        self, client: DynamoDBClient, wanted: Wanted, say: Callable[[str], None], sleep: Callable[[float], None]
    ) -> None:
        self._client = client
        self._wanted = wanted
        self._say = say
        self._sleep = sleep

    def planned(self) -> Iterator[str]:
        moment = "the latest moment" if self._wanted.to is None else self._wanted.to.isoformat()
        for table, source in self._wanted.sources.items():
            if self._described(source) is None:
                raise NotRestored(f"there is no table {source}")
            there = self._described(self._wanted.name_of(table)) is not None
            done = "is there already" if there else f"would be restored from {source} at {moment}"
            yield f"{self._wanted.name_of(table)} {done}"

    def make(self) -> dict[str, str]:
        """The context of the deployment that takes the tables up. Raises `NotRestored`."""
        for table in self._wanted.sources:
            self._restore(table)
        for table in self._wanted.sources:
            self._wait(self._wanted.name_of(table))
            self._complete(table)
        context = {CONTEXT[table]: self._wanted.name_of(table) for table in self._wanted.sources}
        for table, name in STREAMS.items():
            if table not in self._wanted.sources:
                continue
            stream = self._wait(self._wanted.name_of(table)).get("LatestStreamArn")
            if stream is None:
                raise NotRestored(f"the table of {table} has no stream: run it again")
            context[name] = stream
        return {**context, GENERATION: self._wanted.generation}

    def _restore(self, table: Table) -> None:
        source, target = self._wanted.sources[table], self._wanted.name_of(table)
        described = self._described(target)
        if described is not None:
            self._refuse_other(source, described)
            return
        moment: Any = (
            {"UseLatestRestorableTime": True} if self._wanted.to is None else {"RestoreDateTime": self._wanted.to}
        )
        self._say(f"restoring {source} into {target} ...")
        self._client.restore_table_to_point_in_time(SourceTableName=source, TargetTableName=target, **moment)

    def _refuse_other(self, source: str, described: TableDescriptionTypeDef) -> None:
        """A name of a restore that was used before must not stand for another moment."""
        summary = described.get("RestoreSummary", {})
        origin = summary.get("SourceTableArn", "").rpartition("/")[2]
        if origin != source:
            raise NotRestored(
                f"{described['TableName']} is there and was not restored from {source}: another generation"
            )
        at = summary.get("RestoreDateTime")
        if at is not None and self._wanted.to is not None and abs((at - self._wanted.to).total_seconds()) >= 1:
            raise NotRestored(f"{described['TableName']} was restored to {at.isoformat()}: choose another generation")

    def _complete(self, table: Table) -> None:
        """Stream, expiry, recovery, protection and tags: none of them comes with a restore."""
        source, target = self._wanted.sources[table], self._wanted.name_of(table)
        before, now = self._wait(source), self._wait(target)
        if table in STREAMS and not now.get("StreamSpecification", {}).get("StreamEnabled"):
            self._say(f"{target}: stream of keys")
            self._client.update_table(
                TableName=target, StreamSpecification={"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
            )
            self._wait(target)
        expiry = self._client.describe_time_to_live(TableName=target)["TimeToLiveDescription"]
        if expiry.get("TimeToLiveStatus") not in ("ENABLED", "ENABLING"):
            self._say(f"{target}: expiry")
            self._client.update_time_to_live(
                TableName=target, TimeToLiveSpecification={"Enabled": True, "AttributeName": keys.EXPIRES_AT}
            )
        self._recover(source, target)
        if before.get("DeletionProtectionEnabled") and not now.get("DeletionProtectionEnabled"):
            self._say(f"{target}: deletion protection")
            self._client.update_table(TableName=target, DeletionProtectionEnabled=True)
            self._wait(target)
        tags = [
            tag
            for page in self._client.get_paginator("list_tags_of_resource").paginate(ResourceArn=before["TableArn"])
            for tag in page["Tags"]
            if not tag["Key"].startswith("aws:")
        ]
        if tags:
            self._client.tag_resource(ResourceArn=now["TableArn"], Tags=tags)

    def _recover(self, source: str, target: str) -> None:
        def recovery(name: str) -> Any:
            found = self._client.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"]
            return found.get("PointInTimeRecoveryDescription", {})

        if recovery(target).get("PointInTimeRecoveryStatus") == "ENABLED":
            return
        self._say(f"{target}: point-in-time recovery")
        specification: Any = {"PointInTimeRecoveryEnabled": True}
        if (days := recovery(source).get("RecoveryPeriodInDays")) is not None:
            specification["RecoveryPeriodInDays"] = days
        self._client.update_continuous_backups(TableName=target, PointInTimeRecoverySpecification=specification)

    def _described(self, name: str) -> TableDescriptionTypeDef | None:
        try:
            return self._client.describe_table(TableName=name)["Table"]
        except self._client.exceptions.ResourceNotFoundException:
            return None

    def _wait(self, name: str) -> TableDescriptionTypeDef:
        """The table once it is active with all its indexes."""
        waited = 0.0
        while waited < LONGEST_S:
            described = self._described(name)
            if described is None:
                raise NotRestored(f"there is no table {name}")
            indexes = described.get("GlobalSecondaryIndexes", [])
            if described["TableStatus"] == "ACTIVE" and all(i["IndexStatus"] == "ACTIVE" for i in indexes):
                return described
            self._sleep(POLL_S)
            waited += POLL_S
        raise NotRestored(f"{name} is not there after {LONGEST_S / 3600:.0f} hours")
