"""Point 3: what the manager does around a call of the model, a tool and an answer. Chinese and English."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from agent_memory import MemoryManager, Piece
from tests.acceptance.client_in_process import InProcess
from tests.builders import a_world
from tests.packaged_embedder import NANO

STEPS = {
    "zh": (
        "检查 v3.0 的 breaking changes",
        "在 staging 环境部署 v3.0",
        "运行集成测试套件",
        "金丝雀发布 5% 流量",
        "全量切换",
    ),
    "en": (
        "Check the breaking changes of v3.0",
        "Deploy v3.0 to staging",
        "Run the integration tests",
        "Canary 5 %",
        "Switch",
    ),
}
GOALS = {
    "zh": "将 user-service 从 v2.1 升级到 v3.0，零停机",
    "en": "Upgrade user-service from v2.1 to v3.0 without downtime",
}


@pytest.fixture
def service() -> Iterator[InProcess]:
    with a_world(embedder=NANO) as world:
        yield InProcess(world)


@pytest.mark.parametrize(
    ("region", "noise"),
    [
        ("用户上次要求使用 us-east-1 区域", "用户偏好收到 Slack 通知而非邮件"),
        ("The user asked for the region us-east-1 last time", "The user prefers Slack to e-mail"),
    ],
)
def test_what_a_tool_will_need_is_pulled_before_it_is_called(service: InProcess, region: str, noise: str) -> None:
    with service.client() as client:
        for content in (region, noise):
            client.write(content, "semantic", source="user_stated")
        manager = MemoryManager(client)
        manager.on_task_start("升级 user-service" if "用户" in region else "Upgrade user-service")
        call = {"service": "user-service", "version": "v3.0"}
        before = manager.on_tool_call("deploy_to_kubernetes", call, needs=["region", "区域"])
        assert [hit.memory.content for hit in before.memories if hit.layer == "l2"] == [region]
        assert region in manager.on_pre_llm_call().text
        metrics = manager.get_metrics()
        assert (metrics.phase, metrics.reads >= 2, metrics.hits >= 1) == ("tool_call", True, True)


def test_the_tool_call_that_would_break_the_first_constraint_of_a_migration_is_named_before_it_runs(
    service: InProcess,
) -> None:
    """Step 9 of 12 deletes the table that step 1 forbade."""
    for forbidden in ("不要修改 users 表", "Do not touch the users table"):
        with service.client() as client:
            manager = MemoryManager(client)
            manager.on_task_start("Migrate the shop", constraints=[forbidden])
            for step in range(8):
                before = manager.on_tool_call("sql", {"statement": f"INSERT INTO orders_v2 SELECT {step}"})
                assert before.concerns == ()
                manager.on_observation("10,000 rows copied " * 50, tool="sql")
            before = manager.on_tool_call("sql", {"statement": "DROP TABLE users"})
            assert [concern.constraint for concern in before.concerns] == [forbidden]


@pytest.mark.parametrize(
    ("constraint", "broken", "kept"),
    [
        ("不要修改数据库 schema", "我已修改了数据库 schema。", "数据库 schema 未修改。"),
        ("预算：AWS 额外费用不超过 $50", "AWS 额外费用为 $80。", "AWS 额外费用为 $40。"),
        ("回滚时间 < 2 分钟", "回滚需要 5 分钟。", "回滚时间约 90 秒。"),
        ("Do not deploy to production", "Deploying to production now.", "Nothing was deployed to production."),
        ("The extra cost is at most $50", "The extra cost is $1,200.", "The extra cost is $40."),
        ("Answer in Chinese", "Everything is done.", "全部完成。"),
        ("Never mention the competitor Foo", "Foo is cheaper than we are.", "Others are cheaper."),
    ],
)
def test_an_answer_is_checked_against_the_constraints_in_force_before_it_is_sent(
    service: InProcess, constraint: str, broken: str, kept: str
) -> None:
    with service.client() as client:
        manager = MemoryManager(client)
        manager.on_task_start("Upgrade user-service", constraints=[constraint, "零停机——必须使用滚动更新"])
        found = manager.on_output(broken)
        assert [concern.constraint for concern in found.concerns] == [constraint]
        assert not found.passed
        assert found.unread == ("零停机——必须使用滚动更新",)
        assert manager.on_output(kept).passed
        assert manager.get_metrics().concerns == 1


def test_an_answer_is_checked_against_what_is_remembered_as_binding_too(service: InProcess) -> None:
    with service.client() as client:
        client.write("Never send e-mails to customers.", "preference", source="user_stated")
        manager = MemoryManager(client)
        manager.on_task_start("Tell the customers about the new prices")
        found = manager.on_output("I have sent an e-mail to all customers.")
        assert [concern.constraint for concern in found.concerns] == ["Never send e-mails to customers."]


class Handbook:
    def search(self, query: str, limit: int) -> Sequence[Piece]:
        return [Piece("回滚用 helm rollback。", source="handbook/rollback.md")][:limit]


def test_a_search_looks_into_the_layer_that_it_names(service: InProcess) -> None:
    with service.client() as client:
        client.write("user-service 的生产数据库连接池上限是 100", "semantic", source="user_stated")
        manager = MemoryManager(client, external=Handbook())
        manager.on_task_start("检查连接池")
        manager.on_observation("连接池已用 87 个连接", tool="psql")
        asked = "连接池上限是多少"
        lasting, said, outside = (manager.search(asked, layer=layer) for layer in ("l2", "l1", "l3"))
        assert lasting is not None
        assert said is not None
        assert outside is not None
        assert [hit.memory.content for hit in lasting.memories] == ["user-service 的生产数据库连接池上限是 100"]
        assert "连接池已用 87 个连接" in [hit.event.content for hit in said.events]
        assert [piece.source for piece in outside.pieces] == ["handbook/rollback.md"]
        with pytest.raises(TypeError, match="keys"):
            manager.search(asked, layer="l1", keys=["pool"])


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_loop_of_the_seed_from_the_start_of_a_task_to_its_end(service: InProcess, language: str) -> None:
    steps = STEPS[language]
    with service.client() as client:
        client.write("用户偏好收到 Slack 通知而非邮件", "preference", source="user_stated")
        manager = MemoryManager(client)
        prompt = manager.on_task_start(GOALS[language], constraints=["零停机", "不改 schema"], plan=steps)
        assert manager.get_metrics().phase == "startup"
        for number, _ in enumerate(steps, 1):
            prompt = manager.on_pre_llm_call()
            manager.on_tool_call("check_breaking_changes", {"target_version": "v3.0"})
            manager.on_observation(
                "v3.0 移除了 /api/v1/users，改用 /api/v2/users", tool="check_breaking_changes", importance="critical"
            )
            manager.memory.mark(number)
            manager.on_turn_end()
        assert "零停机" in prompt.text
        lesson = "v3.0 升级关键：/api/v1/users → /api/v2/users，需更新所有调用方"
        done = manager.on_task_complete(outcome="upgraded", lesson=lesson)
        metrics = manager.get_metrics()
        assert done.completion is not None
        assert metrics.phase == "complete"
        assert metrics.turn_count == 5
        assert metrics.writes + metrics.duplicates >= 2
        assert 0 < metrics.hit_ratio <= 1
        assert lesson in [memory.content for memory in client.iter_memories()]


def test_what_the_manager_counts_is_what_happened(service: InProcess) -> None:
    with service.client() as client:
        manager = MemoryManager(client)
        manager.on_task_start("Ship it")
        manager.remember("The office is in Lyon", source="user_stated")
        manager.remember("The office is in Lyon", source="user_stated")
        manager.on_observation("The key is AKIA" + "IOSFODNN7EXAMPLE", tool="env")
        metrics = manager.get_metrics()
        assert (metrics.writes, metrics.duplicates, metrics.blocked) == (1, 1, 1)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("迁移窗口是周六晚上十点", "迁移窗口是什么时候"),
        ("The migration window is Saturday at ten", "When is the migration window?"),
    ],
)
def test_a_push_with_a_session_holds_what_was_said_there(service: InProcess, said: str, asked: str) -> None:
    with service.client() as client:
        client.create_session("s1")
        client.append_events("s1", [{"role": "user", "content": said}])
        pushed = client.recall(asked, mode="push", session_id="s1")
        assert [(hit.layer, hit.memory.content) for hit in pushed.memories] == [("l1", said)]
