"""A store that was rolled back agrees with itself in everything: the witness tells."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from typing import Any, cast

import pytest

from functions.api.govern import handler as govern
from shared.domain.access.caller import Role
from shared.domain.deletion.barrier import RequestStatus, Signing
from shared.domain.errors import Unavailable
from shared.domain.receipts.log_state import LogState
from shared.ports import TreeHead
from shared.records import keys
from shared.records.store.record import Change, Key
from shared.usecases.receipts.check_log import LogRolledBack, check_log
from shared.usecases.receipts.sign_receipt import sign_receipt
from tests.builders import ACME, ANN, World, a_caller, an_event
from tests.usecases.deletion.deletions import ask, filled, state
from tests.usecases.receipts.test_delayed_receipts import using


def deleted(world: World, *request_ids: str) -> None:
    for request_id in request_ids:
        ask(world, request_id)
        world.deletions.run_all()


def copied(world: World) -> dict[str, Any]:
    kept = vars(world.store)
    return deepcopy({name: kept[name] for name in ("_records", "_sorted", "_due")})


def put_back(world: World, copy: dict[str, Any]) -> None:
    vars(world.store).update(deepcopy(copy))


def verified(world: World) -> Any:
    auditor = a_caller("olga", Role.AUDITOR, bound=ACME)
    got = govern(an_event("GET", "/v1/audit/verify", caller=auditor), cast("Any", None))
    assert got["statusCode"] == 200, got["body"]
    return json.loads(got["body"])


def changed(world: World, key: Key, **attributes: Any) -> None:
    record = world.store._records[key]
    world.store._records[key] = replace(record, attributes={**record.attributes, **attributes})


@pytest.fixture
def logged(world: World) -> World:
    filled(world)
    deleted(world, "r1", "r2", "r3")
    return world


def test_a_log_that_continues_the_witnessed_one_is_intact(logged: World) -> None:
    found = verified(logged)
    assert found["valid"] is True
    assert found["receipt_log"]["state"] == "intact"
    assert (found["receipt_log"]["size"], found["receipt_log"]["witnessed"]) == (3, 3)


def test_a_rollback_of_the_whole_store_is_noticed_and_reported(logged: World) -> None:
    copy = copied(logged)
    deleted(logged, "r4", "r5")
    put_back(logged, copy)
    assert check_log(logged.services, ACME).state is LogState.ROLLED_BACK
    found = verified(logged)
    assert found["valid"] is False
    assert found["receipt_log"] == {
        "state": "rolled_back",
        "size": 3,
        "witnessed": 5,
        "detail": "The receipt log of /org/acme has 3 entries, and 5 were witnessed: the store was rolled back or "
        "replaced. No receipt is signed until the right one is back.",
    }


def test_a_rollback_to_before_the_first_deletion_is_noticed_too(world: World) -> None:
    filled(world)
    copy = copied(world)
    deleted(world, "r1")
    put_back(world, copy)
    assert verified(world)["receipt_log"]["state"] == "rolled_back"


def test_nothing_is_appended_to_a_rolled_back_log_and_its_deletions_are_done_all_the_same(logged: World) -> None:
    copy = copied(logged)
    deleted(logged, "r4")
    put_back(logged, copy)
    deleted(logged, "r5")
    request = state(logged, "r5")
    assert (request.status, request.signing) == (RequestStatus.COMPLETED, Signing.PENDING)
    with pytest.raises(LogRolledBack, match="rolled back"):
        sign_receipt(logged.services, ANN, "r5")
    assert check_log(logged.services, ACME).size == 3


def test_a_log_that_grew_after_a_rollback_differs_from_the_witnessed_one(logged: World) -> None:
    copy = copied(logged)
    deleted(logged, "r4")
    put_back(logged, copy)
    blind = using(logged, witness=None)
    deleted(blind, "other", "another")
    using(logged)
    assert check_log(logged.services, ACME).state is LogState.CHANGED
    assert verified(logged)["receipt_log"]["state"] == "changed"


def test_a_changed_statement_is_noticed_by_hashing_every_leaf_again(logged: World) -> None:
    changed(logged, keys.log_leaf(ACME, 1), statement=b"another")
    assert check_log(logged.services, ACME).state is LogState.INTACT  # the quick look trusts the hashes beside it
    assert verified(logged)["receipt_log"]["state"] == "changed"


def test_a_changed_hash_is_noticed(logged: World) -> None:
    leaf = keys.log_leaf(ACME, 1)
    hashes = cast("list[bytes]", logged.store._records[leaf].attributes["hashes"])
    changed(logged, leaf, hashes=[bytes(32)] * len(hashes))
    assert check_log(logged.services, ACME).state is LogState.CHANGED


def test_a_missing_leaf_is_noticed(logged: World) -> None:
    logged.store.commit(Change(removes=(keys.log_leaf(ACME, 1),)))
    assert verified(logged)["receipt_log"]["state"] == "changed"


def test_a_changed_head_is_noticed(logged: World) -> None:
    changed(logged, keys.log_head(ACME), hashes=[bytes(32), bytes(32)])
    assert verified(logged)["receipt_log"]["state"] == "changed"


class UnreachableWitness:
    def publish(self, name: str, size: int, root: bytes, signature: bytes) -> None:
        raise Unavailable("the witness cannot be reached now")

    def names(self) -> list[str]:
        raise Unavailable("the witness cannot be reached now")

    def last(self, name: str) -> TreeHead | None:
        raise Unavailable("the witness cannot be reached now")


def test_without_an_answer_of_the_witness_the_state_is_unknown(logged: World) -> None:
    using(logged, witness=UnreachableWitness())
    found = verified(logged)
    assert (found["valid"], found["receipt_log"]["state"]) == (True, "unknown")
    changed(logged, keys.log_leaf(ACME, 1), statement=b"another")
    found = verified(logged)
    assert (found["valid"], found["receipt_log"]["state"]) == (False, "changed")


def test_a_leaf_that_is_not_witnessed_yet_raises_no_alarm(logged: World) -> None:
    using(logged, witness=UnreachableWitness())
    deleted(logged, "r4")
    using(logged)
    assert state(logged, "r4").signing is Signing.PENDING
    assert check_log(logged.services, ACME, every_leaf=True).state is LogState.INTACT


def test_without_a_witness_the_log_is_only_compared_with_itself(logged: World) -> None:
    using(logged, witness=None)
    assert verified(logged)["receipt_log"]["state"] == "not_witnessed"
