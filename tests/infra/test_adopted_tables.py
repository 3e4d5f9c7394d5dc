"""Tables that are there already, taken up by their names: of a restore, or kept by a deleted stack."""

from __future__ import annotations

import json
from typing import Any

import pytest

from infra.settings import BadContext, DeploymentSettings
from shared.records import keys
from shared.records.store.record import Table
from tests.infra.template import Template, listed, synthesise

STREAM = "arn:aws:dynamodb:eu-west-1:123456789012:table/memories-one/stream/2026-05-04T08:00:00.000"
LEDGER_STREAM = STREAM.replace("memories-one", "ledger-one")
KEY = "arn:aws:kms:eu-west-1:123456789012:key/0f0e0d0c-0000-4000-8000-000000000000"
RESTORED = {
    "sessionsTable": "sessions-one",
    "memoriesTable": "memories-one",
    "memoriesStreamArn": STREAM,
    "restoreGeneration": "one",
}


@pytest.fixture(scope="module")
def restored() -> Template:
    return synthesise(stage="prod", **RESTORED)


@pytest.fixture(scope="module")
def kept() -> Template:
    """A new stack for all that a deleted one has left."""
    return synthesise(
        stage="prod-small", ledgerTable="ledger-one", ledgerStreamArn=LEDGER_STREAM, keysTable="keys-one",
        tablesKeyArn=KEY, changeFeed="true", **RESTORED,
    )  # fmt: skip


def environment(template: Template, function: str) -> dict[str, Any]:
    found: dict[str, Any] = template.functions()[function]["Environment"]["Variables"]
    return found


def test_a_restored_table_is_used_and_none_is_made_in_its_place(restored: Template, kept: Template) -> None:
    made = sorted(restored.of_type("DynamoDB::Table"))
    assert ["Keys" in made[0], "Ledger" in made[1], len(made)] == [True, True, 2]
    assert kept.of_type("DynamoDB::Table") == {}
    for template in (restored, kept):
        variables = environment(template, "sessions")
        assert (variables["SESSIONS_TABLE"], variables["MEMORIES_TABLE"]) == ("sessions-one", "memories-one")
    assert environment(kept, "sessions")["LEDGER_TABLE"] == "ledger-one"
    assert kept.body["Outputs"]["LedgerTable"]["Value"] == "ledger-one"


def test_the_index_follows_the_stream_of_the_restored_table(restored: Template) -> None:
    mappings = restored.properties("Lambda::EventSourceMapping")
    (feed,) = [m for m in mappings if m["FunctionName"] == {"Ref": restored.function_id("index")}]
    assert feed["EventSourceArn"] == STREAM
    following = [s for s in restored.statements_for("index") if "dynamodb:GetRecords" in listed(s["Action"])]
    assert [s["Resource"] for s in following] == [STREAM]


def test_the_feed_of_changes_follows_the_streams_of_the_kept_tables(kept: Template) -> None:
    mappings = kept.properties("Lambda::EventSourceMapping")
    followed = {str(m["EventSourceArn"]) for m in mappings if m["FunctionName"] == {"Ref": kept.function_id("feed")}}
    assert followed == {STREAM, LEDGER_STREAM}


def test_a_kept_ledger_needs_no_stream_where_nothing_follows_it() -> None:
    of_both = {**RESTORED, "ledgerTable": "ledger-one"}
    for context in (of_both, {**of_both, "ledgerStreamArn": LEDGER_STREAM}):
        tables = DeploymentSettings.from_context(context).tables
        assert tables is not None
        assert tables.names[Table.LEDGER] == "ledger-one"
    with pytest.raises(BadContext, match="belong together"):
        DeploymentSettings.from_context({**RESTORED, "ledgerStreamArn": LEDGER_STREAM})


def test_functions_may_use_the_restored_tables_as_they_may_use_the_stacks_own(
    prod: Template, restored: Template
) -> None:
    def rights(template: Template, function: str, table: str) -> set[str]:
        return {
            action
            for s in template.statements_for(function)
            if table in json.dumps(s["Resource"]) and "stream" not in json.dumps(s["Resource"])
            for action in listed(s["Action"])
            if action.startswith("dynamodb:")
        }

    following = {"dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams"}
    for function in prod.functions():
        for own, other in (("TablesMemories", "table/memories-one"), ("TablesSessions", "table/sessions-one")):
            assert rights(prod, function, own) - following == rights(restored, function, other), function


def test_kept_tables_are_opened_with_the_key_that_they_were_written_under(kept: Template) -> None:
    using = [s for s in kept.statements_for("write") if any("kms:" in a for a in listed(s["Action"]))]
    assert KEY in [s["Resource"] for s in using]
    assert environment(kept, "write")["FIELD_KEY_ID"] == KEY


def test_every_function_knows_which_restore_it_serves(prod: Template, restored: Template) -> None:
    names = {environment(restored, function)["RESTORE_GENERATION"] for function in restored.functions()}
    assert len(names) == 1
    assert next(iter(names)).startswith("one.")
    assert not any("RESTORE_GENERATION" in environment(prod, function) for function in prod.functions())


def test_the_same_generation_with_other_tables_is_another_restore(restored: Template) -> None:
    other = DeploymentSettings.from_context({**RESTORED, "sessionsTable": "sessions-two"}).tables
    assert other is not None
    assert other.restore != environment(restored, "write")["RESTORE_GENERATION"]


@pytest.mark.parametrize("function", ["recall", "health"])
def test_what_has_no_business_in_the_ledger_reads_there_whether_it_may_serve_and_nothing_else(
    restored: Template, function: str
) -> None:
    """And counts requests, where it is behind a token, and keeps what a list showed."""
    (id,) = (id for id in restored.of_type("DynamoDB::Table") if "Ledger" in id)
    reading = [s for s in restored.statements_for(function) if s["Resource"] == {"Fn::GetAtt": [id, "Arn"]}]
    keeping = [s for s in reading if "Condition" not in s]
    assert [s["Action"] for s in keeping] == ([] if function == "health" else ["dynamodb:PutItem"])
    reading = [s for s in reading if s not in keeping]
    allowed = {(s["Action"], *s["Condition"]["ForAllValues:StringEquals"]["dynamodb:LeadingKeys"]) for s in reading}
    counting = set() if function == "health" else {("dynamodb:UpdateItem", keys.REQUEST_RATES)}
    assert allowed == {("dynamodb:BatchGetItem", keys.RESTORES)} | counting


@pytest.mark.parametrize(
    ("context", "said"),
    [
        ({"sessionsTable": "sessions-one"}, "need restoreGeneration"),
        ({"restoreGeneration": "one"}, "restoreGeneration belongs to tables"),
        ({"memoriesTable": "memories-one", "restoreGeneration": "one"}, "belong together"),
        (
            {**RESTORED, "ledgerTable": "ledger-one", "changeFeed": "true"},
            "ledgerTable and ledgerStreamArn belong together",
        ),
        ({**RESTORED, "memoriesTable": "memories-two"}, "is the stream of memories-one"),
        ({**RESTORED, "sessionsTable": "memories-one"}, "a name of its own"),
        ({**RESTORED, "tablesKeyArn": KEY}, "belongs to all tables"),
        ({**RESTORED, "restoreGeneration": "one.two"}, "letters, digits and hyphens"),
    ],
)
def test_a_context_that_names_half_of_a_restore_is_refused(context: dict[str, object], said: str) -> None:
    with pytest.raises(BadContext, match=said):
        DeploymentSettings.from_context(context)
