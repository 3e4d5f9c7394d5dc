"""The memories of a task: one request deletes them all, with the copies that were promoted from them."""

from __future__ import annotations

import pytest

from tests.acceptance.time.person import ANN, Person

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
