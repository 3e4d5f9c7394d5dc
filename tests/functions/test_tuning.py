"""Feedback, its rates and the thresholds over HTTP, and the functions that count and move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from functions.events import gc, retrieved
from shared.adapters.queues.sqs import to_message
from shared.domain.access.caller import Caller
from shared.ports import Retrieved
from tests.builders import ACME, ANN, NOW, World, a_caller
from tests.functions.calls import Answer, Api
from tests.tooling.documented import Documented

OPERATOR = a_caller("ops", "operator", "auditor", bound=ACME)
DEFAULT = {"pull": 0.75, "push": 0.8}
DOCUMENTED = Documented()


def documented(api: Api, method: str, path: str, caller: Caller = OPERATOR, **more: Any) -> Answer:
    answer = api(method, path, None, caller, **more)
    DOCUMENTED.exchange(method, path, answer.status, answer.json, answer.headers["content-type"])
    assert DOCUMENTED.differences == []
    return answer


def said(api: Api, times: int, **what: list[str]) -> None:
    for _ in range(times):
        id = api("POST", "/v1/recall", {"query": "anything at all"}).json["recall_id"]
        assert api("POST", "/v1/feedback", {"recall_id": id, **what}).status == 202


def metrics(api: Api) -> Any:
    return documented(api, "GET", "/v1/metrics").json


def test_metrics_show_the_rates_and_the_thresholds(api: Api) -> None:
    fresh = metrics(api)
    assert fresh["feedback"] == {
        "recalls": 0, "hit_rate": None, "false_positive_rate": None, "correction_rate": None,
    }  # fmt: skip
    assert fresh["thresholds"] == {**DEFAULT, "default": DEFAULT, "moves": []}
    said(api, 3, used=["m1", "m2"], wrong=["m3"])
    said(api, 1)
    rates = metrics(api)["feedback"]
    assert (rates["recalls"], rates["hit_rate"], rates["correction_rate"]) == (4, 0.75, 0.0)
    assert rates["false_positive_rate"] == 3 / 9


def test_the_scheduled_pass_moves_them_and_a_delete_resets_them(api: Api, log: Callable[[], str]) -> None:
    said(api, 20, wrong=["m1"])
    assert gc.handler({}, None)["tuned"] == {"false_positives": 1}
    assert "false_positives" in log()
    seen = metrics(api)["thresholds"]
    assert (seen["pull"], seen["push"], seen["default"]) == (0.8, 0.85, DEFAULT)
    (move,) = seen["moves"]
    assert (move["by"], move["reason"], move["before"], move["after"]) == (
        "hygiene", "false_positives", DEFAULT, {"pull": 0.8, "push": 0.85},
    )  # fmt: skip
    for _ in range(2):
        answer = documented(api, "DELETE", "/v1/tuning")
        assert (answer.status, answer.json) == (200, DEFAULT)
    assert [m["reason"] for m in metrics(api)["thresholds"]["moves"]] == ["false_positives", "reset"]
    audit = documented(api, "GET", "/v1/audit", query={"order": "asc"}).json["items"]
    assert [(item["action"], item["memory_id"], item["scope"]) for item in audit] == [
        ("thresholds_moved", None, ACME.path),
        ("thresholds_reset", None, ACME.path),
    ]
    assert documented(api, "GET", "/v1/audit/verify").json["valid"]


def test_a_caller_who_may_not_reset_gets_403(api: Api) -> None:
    documented(api, "DELETE", "/v1/tuning", a_caller()).is_problem(403, "forbidden_role")
    documented(api, "DELETE", "/v1/tuning", a_caller("ann", "operator")).is_problem(403, "forbidden_scope")
    documented(api, "DELETE", "/v1/tuning", query={"scope": ANN.path}).is_problem(403, "forbidden_scope")
    documented(api, "DELETE", "/v1/tuning", query={"scope": "/org/umbrella"}).is_problem(403, "forbidden_scope")


def test_a_users_counts_have_no_thresholds(api: Api) -> None:
    seen = documented(api, "GET", "/v1/metrics", a_caller()).json
    assert (seen["feedback"], seen["thresholds"]) == (None, None)


def test_retrievals_are_counted_with_the_statistics(api: Api, world: World) -> None:
    fact = world.wrote("The office is on the third floor").memory_id
    good = to_message(Retrieved(NOW, ((ANN.path, fact), (ANN.path, "gone"))))
    event = {"Records": [{"messageId": f"m{n}", "body": body} for n, body in enumerate((good, "nonsense", good))]}
    assert retrieved.handler(event, None) == {"batchItemFailures": [{"itemIdentifier": "m1"}]}
    totals = metrics(api)["totals"]
    assert (totals["recalls_answered"], totals["memories_recalled"]) == (2, 4)
