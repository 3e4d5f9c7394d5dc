"""A task scope as a whole: one request deletes it, one completes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tests.acceptance.time.person import ANN, OPERATOR, Person
from tests.builders import ACME, a_caller

TASK = f"{ANN}/task/t1"
TYPES = ["preference", "semantic", "episodic", "procedural", "task"]


@pytest.mark.parametrize(
    ("lesson", "step"),
    [
        ("计费服务的发布需要两个审批", "任务一的草稿在共享盘里"),
        ("Deploys of billing need two approvals", "The draft of this task is on the shared drive"),
    ],
    ids=["zh", "en"],
)
def test_one_request_deletes_all_memories_of_a_task_with_their_copies_and_no_others(
    ann: Person, lesson: str, step: str
) -> None:
    kept = ann.said(lesson, scope=TASK)["memory"]
    ann.said(step, scope=TASK, type="task")
    ann.said("Ann's badge is 4711")
    to_user = ann.api("POST", f"/v1/memories/{kept['memory_id']}/promote", {"to_scope": ANN}, query={"scope": TASK})
    assert to_user.status == 201, to_user.text
    body = {"request_id": "task-done", "scope": TASK, "selector": {"kind": "type", "ids": TYPES}}
    assert ann.api("POST", "/v1/deletions", body).status == 202
    assert ann.memories(scope=TASK) == []
    assert [memory["content"] for memory in ann.memories()] == ["Ann's badge is 4711"]


@dataclass(frozen=True)
class _Story:
    """What a person says, what the agent learns, a note for the task, a guess of the agent, what a page says, and what
    is said in a session."""

    stated: str
    lesson: str
    note: str
    guess: str
    page: str
    said: str
    late: str


STORIES = pytest.mark.parametrize(
    "story",
    [
        _Story(
            "计费服务的发布需要两个审批",
            "回滚之前先暂停队列消费者",
            "任务一的草稿在共享盘里",
            "结算接口由支付组维护",
            "网关的超时是三十秒",
            "生产环境的发布窗口在周三晚上",
            "计费服务的值班表在共享日历里",
        ),
        _Story(
            "Deploys of billing need two approvals",
            "Pause the queue's consumers before you roll back",
            "The draft of this task is on the shared drive",
            "The settlement interface belongs to the payments team",
            "The gateway times out after thirty seconds",
            "The release window of production is on Wednesday evening",
            "The rota of billing is in the shared calendar",
        ),
    ],
    ids=["zh", "en"],
)


def _lived(ann: Person, story: _Story) -> None:
    ann.said(story.stated, scope=TASK)
    ann.said(story.lesson, scope=TASK, type="procedural", source="task_outcome")
    ann.said(story.note, scope=TASK, type="task", source="task_outcome")
    ann.said(story.guess, scope=TASK, source="agent_inferred", confidence=0.9)
    ann.said(story.page, scope=TASK, source="external_unverified")
    assert ann.api("POST", "/v1/sessions", {"session_id": "s1", "scope": TASK}).status == 201
    events = {"events": [{"event_id": "e1", "role": "user", "kind": "decision", "content": story.said}]}
    assert ann.api("POST", "/v1/sessions/s1/events", events, query={"scope": TASK}).status == 201


def _complete(ann: Person, **fields: object) -> dict[str, Any]:
    answer = ann.api("POST", "/v1/tasks/complete", {"scope": TASK, **fields})
    assert answer.status == 200, answer.text
    ann.world.index()
    return dict(answer.json)


def _statuses(ann: Person) -> dict[str, str]:
    return {memory["content"]: memory["status"] for memory in ann.memories(scope=TASK)}


@STORIES
def test_a_completed_task_leaves_what_lasts_releases_the_rest_and_ends_its_sessions(ann: Person, story: _Story) -> None:
    _lived(ann, story)
    done = _complete(ann, outcome="shipped")
    assert [(one["session_id"], one["promoted"]) for one in done["sessions"]] == [("s1", 1)]
    assert {one["memory"]["content"] for one in done["promoted"]} == {story.stated, story.lesson}
    assert (done["released"], [one["reason"] for one in done["held"]]) == (3, ["waits_for_review"])
    assert {memory["content"] for memory in ann.memories()} == {story.stated, story.lesson}
    ended = {text: status for text, status in _statuses(ann).items() if text != story.page}
    assert set(ended.values()) == {"evicted"}
    assert _statuses(ann)[story.page] == "candidate"
    assert ann.api("GET", "/v1/sessions/s1", query={"scope": TASK}).status == 404


@STORIES
def test_the_caller_names_what_is_promoted_and_everything_else_is_released(ann: Person, story: _Story) -> None:
    ann.said(story.stated, scope=TASK)
    guess = ann.said(story.guess, scope=TASK, source="agent_inferred", confidence=0.9)["memory"]
    done = _complete(ann, promote=[guess["memory_id"]])
    assert [one["memory"]["content"] for one in done["promoted"]] == [story.guess]
    assert (done["released"], done["held"]) == (1, [])
    assert [memory["content"] for memory in ann.memories()] == [story.guess]


@STORIES
def test_a_completed_task_takes_nothing_new_and_answers_the_same_again(ann: Person, story: _Story) -> None:
    _lived(ann, story)
    first = _complete(ann)
    for answer in (
        ann.write(story.late, scope=TASK),
        ann.write(story.late, scope=f"{TASK}/node/n1"),
        ann.api("POST", "/v1/sessions", {"scope": TASK}),
        ann.api(
            "POST", "/v1/sessions/s1/events", {"events": [{"role": "user", "content": "x"}]}, query={"scope": TASK}
        ),
    ):
        assert (answer.status, answer.json["code"]) == (409, "task_completed"), answer.text
    assert _complete(ann, promote=[]) == first
    ann.said(story.late)


@STORIES
def test_maintenance_removes_what_a_task_released_and_leaves_what_it_promoted(ann: Person, story: _Story) -> None:
    _lived(ann, story)
    _complete(ann)
    ann.wait(days=91)
    plan = ann.api("POST", "/v1/hygiene/plans", {"scope": TASK}, OPERATOR).json
    assert ann.api("POST", f"/v1/hygiene/plans/{plan['plan_id']}/apply", None, OPERATOR).status == 200
    assert set(_statuses(ann)) <= {story.page}
    assert {memory["content"] for memory in ann.memories()} == {story.stated, story.lesson}


@STORIES
def test_what_a_task_promoted_is_audited_on_both_sides(ann: Person, story: _Story) -> None:
    ann.said(story.stated, scope=TASK)
    note = ann.said(story.note, scope=TASK, type="task")["memory"]
    done = _complete(ann)
    origin = done["promoted"][0]["memory"]["provenance"]["promoted_from"]["id"]
    auditor = a_caller("ada", "auditor", bound=ACME)
    actions = {}
    for id in (origin, note["memory_id"]):
        trail = ann.api("GET", "/v1/audit", None, auditor, query={"scope": TASK, "memory_id": id})
        actions[id] = trail.json["items"][0]["action"]
    assert actions == {origin: "promoted", note["memory_id"]: "task_completed"}


@STORIES
def test_one_request_deletes_a_task_with_its_sessions_and_the_receipt_names_both(ann: Person, story: _Story) -> None:
    _lived(ann, story)
    ann.api("POST", "/v1/sessions", {"session_id": "other"})
    ann.api("POST", "/v1/sessions/other/events", {"events": [{"role": "user", "content": story.late}]})
    body = {"request_id": "task-gone", "scope": TASK, "selector": {"kind": "type", "ids": TYPES}}
    assert ann.api("POST", "/v1/deletions", body).status == 202
    assert ann.api("GET", "/v1/sessions/s1", query={"scope": TASK}).status == 404
    ann.world.drain()
    assert ann.world.holds(story.said) == []
    assert ann.world.holds(story.stated) == []
    deletion = ann.api("GET", "/v1/deletions/task-gone", query={"scope": TASK}).json
    removed = {line["store"]: line["removed"] for line in deletion["receipt"]["stores"]}
    assert removed == {"sessions": 2, "memories": 5, "index": removed["index"]}
    assert ann.api("GET", "/v1/sessions/other").status == 200


@STORIES
def test_some_types_of_a_task_are_deleted_without_its_sessions(ann: Person, story: _Story) -> None:
    _lived(ann, story)
    body = {"request_id": "notes-gone", "scope": TASK, "selector": {"kind": "type", "ids": TYPES[:-1]}}
    assert ann.api("POST", "/v1/deletions", body).status == 202
    ann.world.drain()
    assert ann.api("GET", "/v1/sessions/s1", query={"scope": TASK}).status == 200
    assert [memory["content"] for memory in ann.memories(scope=TASK)] == [story.note]


@STORIES
def test_a_deleted_task_takes_along_what_its_completion_promoted(ann: Person, story: _Story) -> None:
    _lived(ann, story)
    _complete(ann)
    ann.wait(days=91)
    plan = ann.api("POST", "/v1/hygiene/plans", {"scope": TASK}, OPERATOR).json
    ann.api("POST", f"/v1/hygiene/plans/{plan['plan_id']}/apply", None, OPERATOR)
    body = {"request_id": "task-gone", "scope": TASK, "selector": {"kind": "type", "ids": TYPES}}
    assert ann.api("POST", "/v1/deletions", body).status == 202
    ann.world.drain()
    assert ann.memories() == []
    assert ann.world.holds(story.said) == []
