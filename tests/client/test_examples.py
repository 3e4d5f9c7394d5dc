"""The examples run: the one without a model as it is, the one for Bedrock with a scripted model."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from agent_memory import MemoryManager
from tests.client.fake_service import FakeService

EXAMPLES = Path(__file__).parents[2] / "client" / "examples"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))

    def loaded(name: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    return loaded


def test_the_migration_runs_to_its_end(
    example: Any, service: FakeService, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    migration = example("migration_agent")
    monkeypatch.setattr(migration, "client_for", lambda *_: service.client())
    assert migration.main([]) == 0
    printed = capsys.readouterr()
    assert "12. Check that the users are as they were" in printed.out
    assert "<constraint>Do not touch the users table</constraint>" in printed.out
    assert printed.err == ""
    (session_id,) = service.sessions
    assert any("CREATE TABLE orders_v2" in text for text in service.contents(session_id))
    assert service.completed[session_id]["outcome"] == "orders moved"


class ScriptedModel:
    """Answers in turn, and keeps what it was asked."""

    def __init__(self, *answers: dict[str, Any]) -> None:
        self.answers = iter(answers)
        self.asked: list[dict[str, Any]] = []

    def converse(self, **request: Any) -> dict[str, Any]:
        self.asked.append(request)
        return next(self.answers)


def wants(statement: str, use_id: str) -> dict[str, Any]:
    use = {"toolUseId": use_id, "name": "sql", "input": {"statement": statement}}
    return {"stopReason": "tool_use", "output": {"message": {"role": "assistant", "content": [{"toolUse": use}]}}}


def says(text: str) -> dict[str, Any]:
    return {"stopReason": "end_turn", "output": {"message": {"role": "assistant", "content": [{"text": text}]}}}


def test_a_model_on_bedrock_sees_constraints_and_results_and_its_session_has_every_event(
    example: Any, service: FakeService
) -> None:
    bedrock, shop = example("bedrock_agent"), example("migration_agent").a_shop()
    model = ScriptedModel(
        wants("SELECT MAX(total) FROM orders", "t1"), wants("SELECT oops", "t2"), says("It is 1250.0.")
    )
    manager = MemoryManager(service.client())
    manager.on_task_start("Find the largest order", constraints=["Only read: change nothing in the database"])
    said = bedrock.answer(model.converse, "a-model", manager, shop, "Which order is the largest?")
    assert said == "It is 1250.0."
    for request in model.asked:
        assert request["system"] == [{"text": bedrock.SYSTEM}]
        assert "<constraint>Only read" in request["messages"][0]["content"][0]["text"]
        assert [message["role"] for message in request["messages"]][::2] == ["user"] * (
            (len(request["messages"]) + 1) // 2
        )
    assert "(1250.0,)" in model.asked[1]["messages"][0]["content"][0]["text"]
    assert model.asked[2]["messages"][-1]["content"][0]["toolResult"]["status"] == "error"
    held = service.contents(manager.session_id)
    assert held[-1] == "It is 1250.0."
    assert held[2] == "Which order is the largest?"
    assert '{"statement": "SELECT MAX(total) FROM orders"}' in held[3]


def test_the_requests_to_bedrock_have_the_form_that_converse_takes(example: Any, service: FakeService) -> None:
    import botocore.session
    from botocore.validate import ParamValidator

    bedrock, shop = example("bedrock_agent"), example("migration_agent").a_shop()
    model = ScriptedModel(wants("SELECT 1", "t1"), says("One."))
    manager = MemoryManager(service.client())
    manager.on_task_start("Count")
    bedrock.answer(model.converse, "a-model", manager, shop, "How many?")
    shape = botocore.session.get_session().get_service_model("bedrock-runtime").operation_model("Converse").input_shape
    assert shape is not None
    for request in model.asked:
        assert not ParamValidator().validate(request, shape).has_errors()
