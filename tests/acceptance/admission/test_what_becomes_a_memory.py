"""What is refused or waits for a person, whatever the source says, and the facts that only look like it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acceptance.time.person import Person
from tests.builders import a_caller
from tests.functions.calls import Answer

SOURCES = ("user_stated", "agent_inferred", "task_outcome", "config_change", "human_confirmed")
RESULT = "v3.0 移除了 /api/v1/users，改用 /api/v2/users"
AGENTS = ("agent_inferred", "task_outcome", "config_change")


def written(ann: Person, content: str, source: str, **fields: Any) -> Answer:
    sure = {"confidence": 0.95} if source == "agent_inferred" else {}
    body = {"content": content, "type": "semantic", "source": source, **sure, **fields}
    return ann.api("POST", "/v1/memories", body, a_caller("ann", "reviewer"))


@pytest.mark.parametrize(
    "output",
    [
        "total 24\ndrwxr-xr-x 2 ann staff 4096 Mar 1 10:00 src\n-rw-r--r-- 1 ann staff 120 Mar 1 10:00 a.py",
        "README.md  app.py  docs  src  tests",
        "exit code 1",
        "进程退出，代码 137",
        "$ npm install\nadded 120 packages in 3s",
        "ERROR: timeout, state unknown",
        "用户今天看起来很疲惫",
        "The user looks worn out today",
        "我们部署在哪个区域？",
        "Which region do we deploy to?",
        "正在运行集成测试",
        "Let me check the logs",
    ],
)
def test_output_moods_questions_and_steps_are_refused_whatever_the_source_says(ann: Person, output: str) -> None:
    assert {written(ann, output, source).json.get("code") for source in SOURCES} == {"not_worth_remembering"}
    assert ann.memories() == []


GUESSES = (
    "用户可能喜欢蓝色",
    "Maybe the user likes blue",
    "Not sure, but the office might be in Bergen",
    "The user is probably vegetarian",
)


@pytest.mark.parametrize("guess", GUESSES)
def test_a_guess_waits_for_a_person_whatever_the_source_says(ann: Person, guess: str) -> None:
    written_as = {written(ann, guess, source, key=f"k_{source}").json["memory"]["status"] for source in SOURCES}
    assert written_as == {"candidate"}


def test_a_guess_under_a_key_does_not_replace_what_was_stated(ann: Person) -> None:
    stated = written(ann, "The user likes green", "user_stated", key="colour").json["memory"]
    written(ann, "Maybe the user likes blue", "user_stated", key="colour")
    read = ann.api("GET", f"/v1/memories/{stated['memory_id']}").json
    assert (read["content"], read["status"]) == ("The user likes green", "active")


FAILURES = ("错误：请求超时，状态未知", "支付请求超时，结果不明", "The payment timed out, so its state is unknown")


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failed_tool_result_never_becomes_a_fact(ann: Person, failure: str) -> None:
    for source in SOURCES:
        answer = written(ann, failure, source, key=f"k_{source}").json
        assert answer.get("code") == "not_worth_remembering" or answer["memory"]["status"] == "candidate", answer


@pytest.mark.parametrize(
    "powers",
    [
        "Bob may approve payments up to 10,000 euros",
        "Marta is authorised to sign contracts",
        "Li Wei 持有生产数据库的 root 密码",
        "用户 42 有管理员权限",
        "我们的导出不受隐私法规约束",
    ],
)
def test_what_an_agent_says_of_powers_waits_and_a_persons_word_is_stored(ann: Person, powers: str) -> None:
    for source in AGENTS:
        assert written(ann, powers, source, key=f"k_{source}").json["memory"]["status"] == "candidate"
    assert written(ann, powers, "user_stated", key="own").json["memory"]["status"] == "active"


@pytest.mark.parametrize(
    "fact",
    [
        "Maybe is the name of our dog",
        "We decided to keep Postgres; Ana had said 'it will probably scale'",
        "我们决定继续用 Postgres，安娜当时说“它大概能扛住”",
        "Our deploy script must exit with code 3 when the lock is taken",
        "锁被占用时部署脚本必须以退出码 3 结束",
        "The migration of the user table failed in May, so we rolled it back",
        "I have suffered from depression since 2019",
        "用户负责支付平台的告警系统",
        "用户偏好收到 Slack 通知而非邮件",
    ],
)
def test_a_fact_that_only_looks_like_it_is_stored(ann: Person, fact: str) -> None:
    assert written(ann, fact, "user_stated").json["memory"]["status"] == "active"


def test_a_failed_result_of_a_session_does_not_survive_it_as_a_fact(ann: Person) -> None:
    api = ann.api
    assert api("POST", "/v1/sessions", {"session_id": "s1"}).status == 201
    events = [
        {"role": "tool", "kind": "tool_result", "content": "ERROR: timeout, state unknown", "importance": "critical"},
        {"role": "tool", "kind": "tool_result", "content": "支付请求超时，结果不明", "importance": "critical"},
        {"role": "tool", "kind": "tool_result", "content": RESULT, "importance": "critical"},
    ]  # fmt: skip
    assert api("POST", "/v1/sessions/s1/events", {"events": events}).status in (200, 201)
    assert api("POST", "/v1/sessions/s1/complete", {}).status in (200, 202)
    held = {memory["content"]: memory["status"] for memory in ann.memories()}
    assert held.pop("支付请求超时，结果不明", "candidate") == "candidate"
    assert held == {RESULT: "active"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Maybe the office is in Bergen", "low_confidence"),
        ("办公室可能在卑尔根", "low_confidence"),
        ("The user looks worn out today", "not_worth_remembering"),
        ("用户今天看起来很疲惫", "not_worth_remembering"),
        ("exit code 1", "not_worth_remembering"),
        ("进程退出，代码 137", "not_worth_remembering"),
        ("Where is the office?", "not_worth_remembering"),
        ("办公室在哪里？", "not_worth_remembering"),
    ],
)
def test_a_correction_to_what_no_write_would_store_as_a_fact_is_refused_and_changes_nothing(
    ann: Person, text: str, code: str
) -> None:
    memory = ann.said("The office is in Oslo", key="office")["memory"]
    for method, path, body in (
        ("PATCH", f"/v1/memories/{memory['memory_id']}", {"content": text}),
        ("PATCH", "/v1/memories/batch", {"items": [{"memory_id": memory["memory_id"], "content": text}]}),
    ):
        answer = ann.api(method, path, body).json
        assert (answer.get("results") or [answer])[0]["code"] == code
    assert ann.memory(memory["memory_id"]) == memory


@pytest.mark.parametrize("text", ["The office is in Bergen", "办公室在卑尔根", "The office may not be used on Sundays"])
def test_a_correction_to_a_fact_is_stored(ann: Person, text: str) -> None:
    memory = ann.said("The office is in Oslo", key="office")["memory"]
    corrected = ann.api("PATCH", f"/v1/memories/{memory['memory_id']}", {"content": text})
    assert (corrected.status, corrected.json["memory"]["content"]) == (200, text)
