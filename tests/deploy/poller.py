"""What stands between a DynamoDB stream and a function in AWS, with the settings of the template's mapping.

Filter, batches, partial failures, retries, bisection and dead letters; in order, from the oldest record on.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

import boto3

from tests.deploy.adapter import REGION
from tests.deploy.stack import StreamFeed


class Poller:
    def __init__(self, feed: StreamFeed, invoke: Callable[[str, Any], Any], pauses: Sequence[float]) -> None:
        self._feed = feed
        self._pauses = pauses
        self._invoke = invoke
        self._streams = boto3.client("dynamodbstreams", region_name=REGION)
        self._sqs = boto3.client("sqs", region_name=REGION)
        (shard,) = self._streams.describe_stream(StreamArn=feed.stream_arn)["StreamDescription"]["Shards"]
        self._shard = shard["ShardId"]
        self._last: str | None = None  # sequence number
        self.filtered = 0

    def drain(self) -> int:
        """Hands over every record since the last time and returns how many passed the filter."""
        records = self._read()
        wanted = [r for r in records if any(_matches(p, r) for p in self._feed.patterns)]
        self.filtered += len(records) - len(wanted)
        for start in range(0, len(wanted), self._feed.batch_size):
            self._deliver(wanted[start : start + self._feed.batch_size])
        return len(wanted)

    def _read(self) -> list[Any]:
        if self._last is None:
            start: dict[str, Any] = {"ShardIteratorType": "TRIM_HORIZON"}
        else:
            start = {"ShardIteratorType": "AFTER_SEQUENCE_NUMBER", "SequenceNumber": self._last}
        iterator = self._streams.get_shard_iterator(StreamArn=self._feed.stream_arn, ShardId=self._shard, **start)[
            "ShardIterator"
        ]
        records: list[Any] = []
        while True:
            page = self._streams.get_records(ShardIterator=iterator)
            records += page["Records"]
            if not page["Records"] or "NextShardIterator" not in page:
                break
            iterator = page["NextShardIterator"]
        if records:
            self._last = records[-1]["dynamodb"]["SequenceNumber"]
        return records

    def _deliver(self, batch: list[Any]) -> None:
        """Until all is done or too old; what fails then is a dead letter and lets the rest go on. No time passes but by
        the function's own pauses."""
        began, attempt = sum(self._pauses), 0
        while sum(self._pauses) - began < self._feed.most_age_s:
            batch = self._once(batch, sum(self._pauses) - began)
            if not batch:
                return
            if attempt == 0 and self._feed.bisect and len(batch) > 1 and not self._feed.report_failures:
                half = len(batch) // 2
                self._deliver(batch[:half])
                self._deliver(batch[half:])
                return
            attempt += 1
        poison, rest = batch[0], batch[1:]
        self._sqs.send_message(QueueUrl=self._dead_letters(), MessageBody=json.dumps(_letter(poison)))
        if rest:
            self._deliver(rest)

    def _once(self, batch: list[Any], age_s: float) -> list[Any]:
        """What is left after one invocation: everything from the first failed record on."""
        try:
            answer = self._invoke(self._feed.function, {"Records": [_event(record, age_s) for record in batch]})
        except Exception:  # noqa: BLE001 - the whole batch failed
            return batch
        if not self._feed.report_failures:
            return []
        failed = {item["itemIdentifier"] for item in answer["batchItemFailures"]}
        numbers = [record["dynamodb"]["SequenceNumber"] for record in batch]
        if not failed <= set(numbers):
            raise AssertionError("the function names records that it was not given: AWS would take that for success")
        first = next((n for n, number in enumerate(numbers) if number in failed), len(batch))
        return batch[first:]

    def _dead_letters(self) -> str:
        name = self._feed.dead_letters_arn.rpartition(":")[2]
        return self._sqs.get_queue_url(QueueName=name)["QueueUrl"]


def _event(record: Any, age_s: float) -> dict[str, Any]:
    """A record as Lambda hands it on: keys as typed values, no dates of Python's."""
    return {
        "eventID": record["eventID"],
        "eventName": record["eventName"],
        "eventSource": "aws:dynamodb",
        "awsRegion": REGION,
        **({"userIdentity": record["userIdentity"]} if "userIdentity" in record else {}),
        "dynamodb": {
            "ApproximateCreationDateTime": time.time() - age_s,
            "Keys": record["dynamodb"]["Keys"],
            "SequenceNumber": record["dynamodb"]["SequenceNumber"],
            "StreamViewType": record["dynamodb"]["StreamViewType"],
        },
    }


def _letter(record: Any) -> dict[str, Any]:
    """Numbers only, as in AWS: anyone who reads the queue looks the record up."""
    return {"DDBStreamBatchInfo": {"startSequenceNumber": record["dynamodb"]["SequenceNumber"], "batchSize": 1}}


def _matches(pattern: dict[str, Any], value: Any) -> bool:
    """The subset of event patterns that the template uses: nested names, and lists of words or prefixes."""
    for name, wanted in pattern.items():
        found = value.get(name) if isinstance(value, dict) else None
        if isinstance(wanted, dict):
            if not _matches(wanted, found):
                return False
        elif not any(_is(word, found) for word in wanted):
            return False
    return True


def _is(word: Any, found: Any) -> bool:
    if isinstance(word, dict):
        if set(word) != {"prefix"}:
            raise AssertionError(f"this poller knows no {word}")
        return isinstance(found, str) and found.startswith(word["prefix"])
    return bool(word == found)
