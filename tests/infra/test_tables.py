from __future__ import annotations

from shared.records import keys
from tests.infra.template import Template


def test_there_are_four_tables_keyed_as_the_records_are(template: Template) -> None:
    tables = template.properties("DynamoDB::Table")
    assert len(tables) == 4
    for table in tables:
        assert table["KeySchema"] == [
            {"AttributeName": keys.PK, "KeyType": "HASH"},
            {"AttributeName": keys.SK, "KeyType": "RANGE"},
        ]
        assert table["BillingMode"] == "PAY_PER_REQUEST"


def test_every_table_is_encrypted_under_the_stacks_key(template: Template) -> None:
    key_id = template.key_of_the_stores()
    assert template.resources[key_id]["Properties"]["EnableKeyRotation"] is True
    for table in template.properties("DynamoDB::Table"):
        assert table["SSESpecification"] == {
            "SSEEnabled": True,
            "SSEType": "KMS",
            "KMSMasterKeyId": {"Fn::GetAtt": [key_id, "Arn"]},
        }


def test_every_table_except_that_of_the_keys_can_be_restored_to_any_second(dev: Template, own: Template) -> None:
    for template, days in ((dev, 35), (own, 7)):
        for id, resource in template.of_type("DynamoDB::Table").items():
            table = resource["Properties"]
            if id.startswith("TablesKeys"):
                continue
            assert table["PointInTimeRecoverySpecification"] == {
                "PointInTimeRecoveryEnabled": True,
                "RecoveryPeriodInDays": days,
            }
            assert table["TimeToLiveSpecification"] == {"AttributeName": keys.EXPIRES_AT, "Enabled": True}


def test_no_backup_holds_a_data_key_that_a_deletion_destroyed(template: Template) -> None:
    (of_keys,) = (
        resource["Properties"]
        for id, resource in template.of_type("DynamoDB::Table").items()
        if id.startswith("TablesKeys")
    )
    assert of_keys["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"] is False
    assert "StreamSpecification" not in of_keys


def test_without_the_feed_of_changes_the_memories_alone_are_streamed(silent: Template) -> None:
    streamed = [id for id, t in silent.of_type("DynamoDB::Table").items() if "StreamSpecification" in t["Properties"]]
    assert [id[:14] for id in streamed] == ["TablesMemories"]


def test_only_memories_and_ledger_are_streamed_and_only_by_their_keys(following: Template) -> None:
    template = following
    tables = {id: table["Properties"] for id, table in template.of_type("DynamoDB::Table").items()}
    streamed = {id: t["StreamSpecification"] for id, t in tables.items() if "StreamSpecification" in t}
    memories, ledger = sorted(streamed, reverse=True)
    assert memories.startswith("TablesMemories")
    assert ledger.startswith("TablesLedger")
    assert list(streamed.values()) == [{"StreamViewType": "KEYS_ONLY"}] * 2
    (index,) = tables[memories]["GlobalSecondaryIndexes"]
    assert index["IndexName"] == keys.DUE_INDEX
    assert [k["AttributeName"] for k in index["KeySchema"]] == [keys.CHECK_BUCKET, keys.NEXT_CHECK_AT]
    assert index["Projection"] == {"ProjectionType": "KEYS_ONLY"}


def test_production_keeps_its_data_when_the_stack_is_deleted(dev: Template, prod: Template) -> None:
    for type in ("DynamoDB::Table", "KMS::Key", "OpenSearchService::Domain", "Cognito::UserPool"):
        for resource in prod.of_type(type).values():
            # What a creation that failed left would stand in the way of the next try.
            policies = (resource["DeletionPolicy"], resource["UpdateReplacePolicy"])
            assert policies == ("RetainExceptOnCreate", "Retain"), type
        for resource in dev.of_type(type).values():
            assert resource["DeletionPolicy"] == "Delete", type


def test_protection_is_set_by_a_second_deployment(prod: Template, protected: Template) -> None:
    assert all(t["DeletionProtectionEnabled"] for t in protected.properties("DynamoDB::Table"))
    assert protected.only("Cognito::UserPool")["DeletionProtection"] == "ACTIVE"
    assert not any(t.get("DeletionProtectionEnabled") for t in prod.properties("DynamoDB::Table"))
    assert prod.only("Cognito::UserPool").get("DeletionProtection") != "ACTIVE"


def test_no_resource_that_a_stack_leaves_behind_has_a_name_that_the_next_one_needs(prod: Template) -> None:
    named = [
        id
        for id, r in prod.resources.items()
        if r.get("DeletionPolicy") == "RetainExceptOnCreate"
        and any(isinstance(r["Properties"].get(name), str) for name in ("TableName", "LogGroupName", "UserPoolName"))
    ]
    assert named == []
