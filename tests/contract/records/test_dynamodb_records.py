"""What only the DynamoDB store has: its calls, its retries, its errors, and how items look."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from shared.adapters.dynamodb.client import client_config
from shared.adapters.dynamodb.conditions import condition
from shared.adapters.dynamodb.failures import Backoff
from shared.adapters.dynamodb.items import check_bucket, shard, to_item
from shared.adapters.dynamodb.records import DynamoRecords
from shared.adapters.testing.recording import AwsCalls
from shared.domain.errors import MemoryServiceError, StoreUnavailable, TooLarge, Unavailable
from shared.records.keys import DUE_SHARDS
from shared.records.store.record import (
    Absent,
    BarrierClear,
    Change,
    CheckFailed,
    Key,
    Present,
    Record,
    RevisionIs,
    Table,
)
from tests.contract.records.dynamodb_tables import tables_for_tests
from tests.contract.records.faults import Faults

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

NOW = datetime(2026, 3, 1, 10, 0, 0, 123456, tzinfo=UTC)
A, B = Key(Table.MEMORIES, "/org/acme", "a"), Key(Table.MEMORIES, "/org/acme", "b")
TRIES = Backoff().tries


class Waits:
    """A backoff that remembers its waits instead of waiting; chance always gives the longest."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def backoff(self) -> Backoff:
        return Backoff(sleep=self.seconds.append, random=lambda: 1.0)


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def tables(moto_client: DynamoDBClient) -> dict[Table, str]:
    return tables_for_tests(moto_client, prefix=f"{uuid.uuid4().hex}-")


@pytest.fixture
def store(moto_client: DynamoDBClient, tables: dict[Table, str], waits: Waits) -> DynamoRecords:
    return DynamoRecords(moto_client, tables, waits.backoff())


@pytest.fixture
def faults(moto_client: DynamoDBClient, store: DynamoRecords) -> Iterator[Faults]:
    it = Faults(moto_client)
    yield it
    it.withdraw()


def record(key: Key = A, revision: int = 1, **attributes: str) -> Record:
    return Record(key, attributes, revision)


class TestCalls:
    def test_one_record_is_one_plain_call_and_more_are_one_transaction(
        self, store: DynamoRecords, faults: Faults
    ) -> None:
        store.commit(Change())
        assert faults.operations == []
        store.commit(Change(puts=(record(),), checks=(Absent(A), BarrierClear(A, NOW))))
        store.commit(Change(removes=(A,), checks=(RevisionIs(A, 1),)))
        store.commit(Change(puts=(record(),), checks=(Absent(B),)))
        store.commit(Change(puts=(record(),), removes=(B,)))
        store.commit(Change(checks=(Present(A),)))
        assert faults.operations == ["PutItem", "DeleteItem"] + ["TransactWriteItems"] * 3

    def test_a_hundred_distinct_keys_of_three_tables_are_one_call(self, store: DynamoRecords, faults: Faults) -> None:
        keys = [Key(table, "/org/acme", f"{n}") for n in range(34) for table in Table][:100]
        store.get([*keys, *keys])
        assert faults.operations == ["BatchGetItem"]
        store.get([*keys, Key(Table.LEDGER, "/org/acme", "one more")])
        assert faults.operations == ["BatchGetItem"] * 3
        store.get([])
        assert len(faults.calls) == 3

    def test_reads_are_consistent_unless_asked_otherwise(self, store: DynamoRecords, faults: Faults) -> None:
        store.get([A])
        store.get([A], consistent=False)
        store.page(A.table, A.pk)
        consistent = [next(iter(params["RequestItems"].values()))["ConsistentRead"] for _, params in faults.calls[:2]]
        assert consistent == [True, False]
        assert faults.calls[2][1]["ConsistentRead"] is True

    def test_a_page_is_one_call_also_when_it_is_the_last_and_full(self, store: DynamoRecords, faults: Faults) -> None:
        store.commit(Change(puts=(record(A), record(B))))
        faults.calls.clear()
        assert store.page(A.table, A.pk, limit=2).next_after is None
        assert store.page(A.table, A.pk, sk_prefix="b", after="z").records == ()
        assert faults.operations == ["Query"]

    def test_a_days_due_records_take_at_most_one_call_a_partition_of_the_day(
        self, store: DynamoRecords, faults: Faults
    ) -> None:
        assert store.due(NOW).items == ()
        assert faults.operations == ["Query"] * DUE_SHARDS

    def test_calls_are_counted_by_service_and_operation(
        self, store: DynamoRecords, moto_client: DynamoDBClient
    ) -> None:
        calls = AwsCalls()
        calls.watch(moto_client)
        store.commit(Change(puts=(record(),)))
        store.get([A])
        store.get([A])
        assert calls.by_operation() == {("dynamodb", "PutItem"): 1, ("dynamodb", "BatchGetItem"): 2}
        assert (calls.count(), calls.count("dynamodb"), calls.count("s3")) == (3, 3, 0)
        calls.clear()
        assert calls.count() == 0


BUSY = [
    "ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded",
    "TransactionConflictException", "InternalServerError", "ServiceUnavailable", "LimitExceededException",
]  # fmt: skip


class TestRetries:
    @pytest.mark.parametrize("code", BUSY)
    def test_transient_errors_are_tried_again_after_growing_waits(
        self, store: DynamoRecords, faults: Faults, waits: Waits, code: str
    ) -> None:
        for _ in range(TRIES - 1):
            faults.error(code, status=500 if "Internal" in code or "Unavailable" in code else 400)
        store.commit(Change(puts=(record(),)))
        assert waits.seconds == [0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.0]
        assert store.get([A]) == [record()]

    def test_chance_spreads_the_waits_from_zero_to_the_ceiling(self) -> None:
        seconds: list[float] = []
        chances = iter([0.0, 0.5, 1.0])
        backoff = Backoff(sleep=seconds.append, random=lambda: next(chances))
        for tried in (1, 2, 9):
            backoff.wait(tried)
        assert seconds == [0.0, 0.025, 1.0]

    @pytest.mark.parametrize("change", [Change(puts=(record(),)), Change(puts=(record(A), record(B)))])
    def test_after_eight_tries_the_store_is_unavailable(
        self, store: DynamoRecords, faults: Faults, change: Change
    ) -> None:
        for _ in range(TRIES):
            faults.error("ThrottlingException")
        with pytest.raises(StoreUnavailable) as failure:
            store.commit(change)
        assert len(faults.calls) == TRIES == 8
        assert isinstance(failure.value.__cause__, ClientError)
        assert store.get([A, B]) == [None, None]

    @pytest.mark.parametrize("read", ["get", "page", "due"])
    def test_reads_are_tried_again_and_give_up_too(self, store: DynamoRecords, faults: Faults, read: str) -> None:
        def go() -> object:
            if read == "get":
                return store.get([A])
            return store.page(A.table, A.pk) if read == "page" else store.due(NOW)

        faults.error("ProvisionedThroughputExceededException")
        faults.no_answer()
        go()
        for _ in range(TRIES):
            faults.no_answer()
        with pytest.raises(StoreUnavailable):
            go()

    def test_a_conflicting_transaction_is_tried_again_with_a_token_of_its_own(
        self, store: DynamoRecords, faults: Faults
    ) -> None:
        faults.cancelled("None", "TransactionConflict")
        faults.cancelled("ThrottlingError", "ProvisionedThroughputExceeded")
        store.commit(Change(puts=(record(A), record(B))))
        tokens = [params["ClientRequestToken"] for _, params in faults.calls]
        assert len(set(tokens)) == 3
        assert store.get([A, B]) == [record(A), record(B)]

    def test_a_transaction_of_unknown_outcome_is_tried_again_with_the_same_token(
        self, store: DynamoRecords, faults: Faults
    ) -> None:
        faults.no_answer()
        faults.error("InternalServerError", status=500)
        faults.error("TransactionInProgressException")
        store.commit(Change(puts=(record(A), record(B))))
        tokens = [params["ClientRequestToken"] for _, params in faults.calls]
        assert len(tokens) == 4
        assert len(set(tokens)) == 1

    def test_a_conflict_on_an_earlier_key_hides_a_later_failure_so_it_is_tried_again(
        self, store: DynamoRecords, faults: Faults
    ) -> None:
        store.commit(Change(puts=(record(A), record(B))))
        change = Change(puts=(record(A, 2),), checks=(RevisionIs(A, 7), Absent(B)))
        faults.cancelled("TransactionConflict", ("ConditionalCheckFailed", dict(to_item(record(B)))))
        with pytest.raises(CheckFailed) as failure:
            store.commit(change)
        assert failure.value.check == RevisionIs(A, 7)

    def test_a_failure_before_a_conflict_is_reported_at_once(self, store: DynamoRecords, faults: Faults) -> None:
        faults.cancelled(("ConditionalCheckFailed", dict(to_item(record(A)))), "TransactionConflict")
        with pytest.raises(CheckFailed) as failure:
            store.commit(Change(puts=(record(A, 2),), checks=(RevisionIs(A, 7), Absent(B))))
        assert (failure.value.check, failure.value.record) == (RevisionIs(A, 7), record(A))
        assert len(faults.calls) == 1


class TestLostAnswers:
    def test_a_put_that_was_done_before_its_answer_was_lost_has_succeeded(
        self, store: DynamoRecords, faults: Faults
    ) -> None:
        faults.lost_answer()
        store.commit(Change(puts=(record(text="mine"),), checks=(Absent(A),)))
        assert faults.operations == ["PutItem"] * 2
        faults.lost_answer()
        store.commit(Change(puts=(record(revision=2, text="mine"),), checks=(RevisionIs(A, 1),)))
        assert store.get([A]) == [record(revision=2, text="mine")]

    def test_a_put_that_another_writer_overtook_has_failed(self, store: DynamoRecords, faults: Faults) -> None:
        store.commit(Change(puts=(record(text="theirs"),)))
        faults.no_answer()
        with pytest.raises(CheckFailed) as failure:
            store.commit(Change(puts=(record(text="mine"),), checks=(Absent(A),)))
        assert failure.value.record == record(text="theirs")

    def test_an_equal_record_of_another_writer_is_still_a_failed_check(
        self, store: DynamoRecords, faults: Faults
    ) -> None:
        store.commit(Change(puts=(record(text="same"),)))
        faults.error("ThrottlingException")  # certain: nothing was done
        with pytest.raises(CheckFailed):
            store.commit(Change(puts=(record(text="same"),), checks=(Absent(A),)))

    def test_a_removal_that_was_done_has_succeeded(self, store: DynamoRecords, faults: Faults) -> None:
        store.commit(Change(puts=(record(),)))
        faults.lost_answer()
        store.commit(Change(removes=(A,), checks=(RevisionIs(A, 1),)))
        assert store.get([A]) == [None]

    def test_an_attempt_of_botocore_counts_as_an_attempt(self, store: DynamoRecords, faults: Faults) -> None:
        faults.error("ConditionalCheckFailedException", retries=1, Item=dict(to_item(record(text="mine"))))
        store.commit(Change(puts=(record(text="mine"),), checks=(Absent(A),)))
        assert len(faults.calls) == 1


class TestErrors:
    @pytest.mark.parametrize("code", ["AccessDeniedException", "ResourceNotFoundException", "SomethingNew"])
    def test_permanent_errors_are_unavailable_at_once(self, store: DynamoRecords, faults: Faults, code: str) -> None:
        faults.error(code)
        with pytest.raises(StoreUnavailable, match=code):
            store.commit(Change(puts=(record(),)))
        assert len(faults.calls) == 1

    @pytest.mark.parametrize(
        ("code", "message"),
        [
            ("ValidationException", "Item size has exceeded the maximum allowed size"),
            ("ValidationException", "Item size to update has exceeded the maximum allowed size"),
            ("ValidationException", "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"),
            ("ItemCollectionSizeLimitExceededException", "Collection size exceeded."),
        ],
    )
    def test_a_size_that_the_store_refuses_is_too_large(
        self, store: DynamoRecords, faults: Faults, code: str, message: str
    ) -> None:
        faults.error(code, message=message)
        with pytest.raises(TooLarge):
            store.commit(Change(puts=(record(),)))

    def test_a_request_that_the_store_refuses_is_an_internal_error_and_repeats_no_content(
        self, store: DynamoRecords, faults: Faults
    ) -> None:
        faults.error("ValidationException", message="One or more values are invalid: my secret text")
        with pytest.raises(MemoryServiceError) as failure:
            store.commit(Change(puts=(record(),)))
        assert failure.value.code == "internal"
        assert not isinstance(failure.value, Unavailable)
        assert "secret" not in str(failure.value)
        assert len(faults.calls) == 1

    def test_a_transaction_with_one_permanent_reason_is_not_tried_again(
        self, store: DynamoRecords, faults: Faults
    ) -> None:
        faults.cancelled("TransactionConflict", "ValidationError")
        with pytest.raises(MemoryServiceError):
            store.commit(Change(puts=(record(A), record(B))))
        assert len(faults.calls) == 1


class TestUnreadKeys:
    def remaining(self, store_table: str, *keys: Key) -> dict[str, Any]:
        items = [{"pk": {"S": key.pk}, "sk": {"S": key.sk}} for key in keys]
        return {store_table: {"Keys": items, "ConsistentRead": True}}

    def test_are_asked_for_again_and_no_others(
        self, store: DynamoRecords, faults: Faults, tables: dict[Table, str], waits: Waits
    ) -> None:
        store.commit(Change(puts=(record(A), record(B))))
        faults.calls.clear()
        name = tables[Table.MEMORIES]
        faults.answer(Responses={name: [to_item(record(A))]}, UnprocessedKeys=self.remaining(name, B))
        assert store.get([A, B]) == [record(A), record(B)]
        assert [p["RequestItems"][name]["Keys"] for _, p in faults.calls][1] == [{"pk": {"S": B.pk}, "sk": {"S": "b"}}]
        assert len(waits.seconds) == 1

    def test_that_stay_unread_are_an_outage_and_never_an_absence(
        self, store: DynamoRecords, faults: Faults, tables: dict[Table, str]
    ) -> None:
        name = tables[Table.MEMORIES]
        for _ in range(TRIES):
            faults.answer(Responses={}, UnprocessedKeys=self.remaining(name, A, B))
        with pytest.raises(StoreUnavailable):
            store.get([A, B])
        assert len(faults.calls) == TRIES


class TestItems:
    def item(self, client: DynamoDBClient, tables: dict[Table, str], key: Key) -> dict[str, Any]:
        answer = client.get_item(TableName=tables[key.table], Key={"pk": {"S": key.pk}, "sk": {"S": key.sk}})
        return dict(answer["Item"])

    def test_lie_as_native_attributes_beside_the_stores_own(
        self, store: DynamoRecords, moto_client: DynamoDBClient, tables: dict[Table, str]
    ) -> None:
        store.commit(Change(puts=(Record(A, {"n": 1, "f": 0.25, "whole": 1.0, "b": b"x", "none": None}, 3, NOW, NOW),)))
        assert self.item(moto_client, tables, A) == {
            "pk": {"S": "/org/acme"},
            "sk": {"S": "a"},
            "revision": {"N": "3"},
            "expires_at": {"N": "1772359201"},  # one second more than the whole seconds of NOW
            "expires_at_exact": {"S": "2026-03-01T10:00:00.123456Z"},
            "next_check_at": {"S": "2026-03-01T10:00:00.123456Z"},
            "check_bucket": {"S": f"due#{shard(A)}"},
            "attributes": {
                "M": {
                    "n": {"N": "1"}, "f": {"N": "0.25"}, "whole": {"M": {"$float": {"S": "1.0"}}},
                    "b": {"B": b"x"}, "none": {"NULL": True},
                }
            },
        }  # fmt: skip

    @pytest.mark.parametrize(("micros", "seconds"), [(0, 0), (1, 1), (999_999, 1)])
    def test_never_expire_early(self, micros: int, seconds: int) -> None:
        at = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(microseconds=micros)
        expected = int(datetime(2026, 3, 1, tzinfo=UTC).timestamp()) + seconds
        assert to_item(Record(A, {}, expires_at=at))["expires_at"] == {"N": str(expected)}

    def test_have_no_place_in_the_due_index_without_a_next_check(self) -> None:
        assert {"check_bucket", "next_check_at", "expires_at"}.isdisjoint(to_item(record()))

    def test_are_spread_over_the_partitions_of_a_day_evenly_and_for_ever_alike(self) -> None:
        keys = [Key(Table.MEMORIES, f"/org/acme/user/u{n % 7}", f"cur##{n}") for n in range(4000)]
        counts = [sum(shard(k) == s for k in keys) for s in range(DUE_SHARDS)]
        assert all(900 < n < 1100 for n in counts)
        # Stored items lie where this function once put them: it must never change.
        assert [shard(k) for k in keys[:8]] == [1, 2, 2, 3, 0, 3, 2, 1]
        assert check_bucket(2) == "due#2"

    def test_of_memories_leave_keys_and_no_content_in_the_stream(
        self, store: DynamoRecords, moto_client: DynamoDBClient, tables: dict[Table, str]
    ) -> None:
        store.commit(Change(puts=(record(text="secret"),)))
        store.commit(Change(removes=(A,)))
        table = moto_client.describe_table(TableName=tables[Table.MEMORIES])["Table"]
        streams = boto3.client(
            "dynamodbstreams", region_name="eu-central-1", aws_access_key_id="x", aws_secret_access_key="x",
            config=Config(account_id_endpoint_mode="disabled"),
        )  # fmt: skip
        arn = table["LatestStreamArn"]
        shard_id = streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"][0]["ShardId"]
        iterator = streams.get_shard_iterator(StreamArn=arn, ShardId=shard_id, ShardIteratorType="TRIM_HORIZON")
        records = streams.get_records(ShardIterator=iterator["ShardIterator"])["Records"]
        assert [r["eventName"] for r in records] == ["INSERT", "REMOVE"]
        assert "secret" not in str(records)
        assert records[0]["dynamodb"]["Keys"] == {"pk": {"S": A.pk}, "sk": {"S": A.sk}}
        for other in (Table.SESSIONS, Table.LEDGER):
            assert "StreamSpecification" not in moto_client.describe_table(TableName=tables[other])["Table"]


class TestConditions:
    def test_no_check_is_no_condition(self) -> None:
        assert condition(()) == {}

    def test_every_check_is_a_clause_and_equal_checks_are_one(self) -> None:
        reported = condition((RevisionIs(A, 3), Present(A), RevisionIs(A, 3), BarrierClear(A, NOW)))
        assert reported == {
            "ConditionExpression": "#revision = :revision0 AND attribute_exists(#pk) AND (attribute_not_exists(#pk) "
            "OR (#attributes.#state = :clear AND #attributes.#deleted_before < :evidence1 "
            "AND (attribute_not_exists(#attributes.#epoch) OR #attributes.#epoch = :epoch1)))",
            "ExpressionAttributeNames": {
                "#revision": "revision", "#pk": "pk", "#attributes": "attributes", "#state": "state",
                "#deleted_before": "deleted_before", "#epoch": "epoch",
            },
            "ExpressionAttributeValues": {
                ":revision0": {"N": "3"}, ":clear": {"S": "clear"},
                ":evidence1": {"S": "2026-03-01T10:00:00.123456Z"}, ":epoch1": {"N": "0"},
            },
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        }  # fmt: skip


class TestClient:
    def test_leaves_retries_to_the_store(self, moto_client: DynamoDBClient, faults: Faults) -> None:
        faults.error("InternalServerError", status=500)
        with pytest.raises(ClientError):
            moto_client.list_tables()
        assert faults.operations == ["ListTables"]
        assert (client_config().connect_timeout, client_config().read_timeout) == (1.0, 3.0)  # type: ignore[attr-defined]
