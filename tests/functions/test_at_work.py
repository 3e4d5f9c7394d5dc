"""A retry that comes while its first request is at work."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.records.store.record import Change
from shared.runtime import api as runtime_api
from shared.runtime import bootstrap
from tests.builders import ACME, ChangeLog, World, a_caller
from tests.functions.calls import Answer, Api

OPERATOR = a_caller("ops", "operator", bound=ACME)


class AtWork(ChangeLog):
    """Its first commit that is made by the thread that opened it lets something else be done, once it is done."""

    def __init__(self, world: World, meanwhile: Callable[[], None]) -> None:
        super().__init__(world.stream)
        self.mine, self.meanwhile = threading.current_thread(), meanwhile

    def commit(self, change: Change) -> None:
        self.inner.commit(change)
        if threading.current_thread() is self.mine:
            meanwhile, self.meanwhile = self.meanwhile, lambda: None
            meanwhile()


def _apply(api: Api) -> Callable[[str], Answer]:
    api.wrote("Prefers aisle seats", type="task")
    api.world.clock.advance(timedelta(days=400))
    path = f"/v1/hygiene/plans/{api('POST', '/v1/hygiene/plans', {}, OPERATOR).json['plan_id']}/apply"
    return lambda key: api("POST", path, None, OPERATOR, headers={"idempotency-key": key})


def _while_applied(world: World, act: Callable[[], None], apply: Callable[[], Answer]) -> Answer:
    bootstrap.install(replace(world.services, records=AtWork(world, act)))
    return apply()


def test_it_waits_for_the_answer_of_the_first(api: Api, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    apply, answers, looked = _apply(api), list[Answer](), threading.Event()
    sleep = time.sleep

    def waits(seconds: float) -> None:
        looked.set()
        sleep(seconds)

    monkeypatch.setattr(time, "sleep", waits)
    retry = threading.Thread(target=lambda: answers.append(apply("k")))

    def meanwhile() -> None:
        retry.start()
        assert looked.wait(timeout=30)

    first = _while_applied(world, meanwhile, lambda: apply("k"))
    retry.join()
    assert (first.status, first.json["applied"]) == (200, {"hard_expired": 1})
    assert (answers[0].status, answers[0].json) == (first.status, first.json)
    assert answers[0].headers["idempotency-replayed"] == "true"


def test_after_a_while_the_retry_is_asked_to_come_again_and_another_key_gets_already_claimed(
    api: Api, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime_api, "_WAIT_S", 0.0)
    apply, answers = _apply(api), dict[str, Any]()

    def meanwhile() -> None:
        for key in ("k", "other"):
            thread = threading.Thread(target=lambda key=key: answers.update({key: apply(key)}))
            thread.start()
            thread.join()

    first = _while_applied(world, meanwhile, lambda: apply("k"))
    answers["k"].is_problem(503, "unavailable")
    assert answers["k"].headers["retry-after"] == "1"
    answers["other"].is_problem(409, "already_claimed")
    assert apply("k").json == first.json
    assert apply("other").json == first.json
