"""A change as DynamoDB actions. Each check is one clause, the translation of `records.checks.holds`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from shared.adapters.dynamodb.items import ATTRIBUTES, key_item, to_item
from shared.domain.instants import sort_text
from shared.records.keys import PK, REVISION
from shared.records.store.preconditions import BARRIER_CLEAR, BARRIER_DELETED_BEFORE, BARRIER_EPOCH, BARRIER_STATE
from shared.records.store.record import Absent, BarrierClear, Check, Key, Present, Record, RevisionIs, Table

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.type_defs import TransactWriteItemTypeDef

# Arguments of a call, spread into it: boto3's types cannot say "these keys, or none of them".
_Arguments: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Action:
    """What happens to one key: a put, a removal (`put` is `None` and `removed`), or only its checks."""

    key: Key
    checks: tuple[Check, ...]
    put: Record | None = None
    removed: bool = False


def actions(puts: Sequence[Record], removes: Sequence[Key], checks: Sequence[Check]) -> list[Action]:
    """One action a key, those with checks first and in the order of the checks."""
    written: dict[Key, Record | None] = {**{record.key: record for record in puts}, **dict.fromkeys(removes)}
    by_key: dict[Key, list[Check]] = {check.key: [] for check in checks}
    for check in checks:
        by_key[check.key].append(check)
    for key in written:
        by_key.setdefault(key, [])
    return [
        Action(key, tuple(of_key), written.get(key), key in written and written[key] is None)
        for key, of_key in by_key.items()
    ]


def put_arguments(action: Action, tables: Mapping[Table, str]) -> _Arguments:
    if action.put is None:
        raise ValueError("the action puts nothing")
    return {"TableName": tables[action.key.table], "Item": to_item(action.put), **condition(action.checks)}


def key_arguments(action: Action, tables: Mapping[Table, str]) -> _Arguments:
    return {"TableName": tables[action.key.table], "Key": key_item(action.key), **condition(action.checks)}


def transact_item(action: Action, tables: Mapping[Table, str]) -> TransactWriteItemTypeDef:
    if action.put is not None:
        return {"Put": put_arguments(action, tables)}  # type: ignore[typeddict-item]
    if action.removed:
        return {"Delete": key_arguments(action, tables)}  # type: ignore[typeddict-item]
    return {"ConditionCheck": key_arguments(action, tables)}  # type: ignore[typeddict-item]


def condition(checks: Iterable[Check]) -> _Arguments:
    """The condition under which every check holds, with the old record asked for when it does not."""
    clauses: list[str] = []
    names: dict[str, str] = {}
    values: dict[str, Any] = {}
    for check in dict.fromkeys(checks):
        match check:
            case Absent():
                clauses.append("attribute_not_exists(#pk)")
                names["#pk"] = PK
            case Present():
                clauses.append("attribute_exists(#pk)")
                names["#pk"] = PK
            case RevisionIs():
                value = f":revision{len(values)}"
                clauses.append(f"#revision = {value}")
                names["#revision"] = REVISION
                values[value] = {"N": str(check.revision)}
            case BarrierClear():
                value, epoch = f":evidence{len(values)}", f":epoch{len(values)}"
                clear = f"#attributes.#state = :clear AND #attributes.#deleted_before < {value}"
                if check.epoch:
                    clauses.append(f"({clear} AND #attributes.#epoch = {epoch})")
                else:
                    first = f"(attribute_not_exists(#attributes.#epoch) OR #attributes.#epoch = {epoch})"
                    clauses.append(f"(attribute_not_exists(#pk) OR ({clear} AND {first}))")
                    names["#pk"] = PK
                names |= {
                    "#attributes": ATTRIBUTES, "#state": BARRIER_STATE, "#deleted_before": BARRIER_DELETED_BEFORE,
                    "#epoch": BARRIER_EPOCH,
                }  # fmt: skip
                values |= {":clear": {"S": BARRIER_CLEAR}, value: {"S": sort_text(check.evidence_at)}}
                values[epoch] = {"N": str(check.epoch)}
    if not clauses:
        return {}
    arguments: _Arguments = {
        "ConditionExpression": " AND ".join(clauses),
        "ExpressionAttributeNames": names,
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }
    if values:
        arguments["ExpressionAttributeValues"] = values
    return arguments
