"""What LangGraph's own tests of a store do not ask: real deletions, history, other users, deepagents."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from deepagents.backends import CompositeBackend, StateBackend, StoreBackend
from exchange.fresh_users import fresh_client
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore
from typing_extensions import TypedDict

from agent_memory import MemoryClient, Refused
from agent_memory.integrations.langgraph import AgentMemoryStore


def test_a_deleted_item_is_in_no_search_and_no_list_of_memories(client: MemoryClient) -> None:
    store = AgentMemoryStore(client)
    store.put(("users", "ann"), "pet", {"text": "The tortoise is called Ada."})
    assert client.recall("What is the tortoise called?").memories
    store.delete(("users", "ann"), "pet")
    assert store.search(("users",), query="tortoise") == []
    assert not client.recall("What is the tortoise called?").memories
    assert not client.list_memories().items
    assert client.list_deletions().items


def test_a_changed_item_has_a_history(client: MemoryClient) -> None:
    store = AgentMemoryStore(client)
    for room in (1, 2):
        store.put(("office",), "ann", {"room": room})
    [memory] = client.list_memories().items
    assert [version.version for version in client.history(memory.memory_id).items] == [2, 1]


def test_an_item_that_differs_in_white_space_or_case_alone_is_kept_as_it_is(client: MemoryClient) -> None:
    store = AgentMemoryStore(client)
    for text in ("a b", "a  b", "A b", "a b\n", " a b", "", " ", "…"):
        store.put(("n",), "k", {"text": text})
        found = store.get(("n",), "k")
        assert found is not None
        assert found.value == {"text": text}


def test_what_another_user_has_is_not_found(client: MemoryClient) -> None:
    AgentMemoryStore(client).put(("shared",), "k", {"text": "Ann's plan"})
    with fresh_client() as other:
        store = AgentMemoryStore(other)
        assert store.get(("shared",), "k") is None
        assert store.search((), query="plan") == []
        assert store.list_namespaces() == []


def test_a_secret_is_refused(client: MemoryClient) -> None:
    store = AgentMemoryStore(client)
    with pytest.raises(Refused, match="sensitive"):
        store.put(("n",), "k", {"text": "AKIA" + "IOSFODNN7EXAMPLX"})
    with pytest.raises(Refused, match="sensitive"):
        store.batch([_put("k1", "AKIA" + "IOSFODNN7EXAMPLX"), _put("k2", "tea")])


def _put(key: str, text: str) -> object:
    from langgraph.store.base import PutOp

    return PutOp(("n",), key, {"text": text})


def test_a_filter_with_a_question_ranks_all_that_it_lets_through(client: MemoryClient) -> None:
    store = AgentMemoryStore(client)
    colours = ("red", "blue", "green")
    for number in range(12):
        store.put(("things",), str(number), {"text": f"a {colours[number % 3]} kettle", "number": number})
    found = store.search(("things",), query="red kettle", filter={"number": {"$gte": 6}}, limit=3)
    assert [one.value["text"] for one in found[:2]] == ["a red kettle", "a red kettle"]
    assert all(one.value["number"] >= 6 for one in found)


class _State(TypedDict):
    said: str


def test_a_graph_gets_what_an_earlier_run_put(client: MemoryClient) -> None:
    def node(state: _State, *, store: BaseStore) -> _State:
        before = store.get(("said",), "last")
        store.put(("said",), "last", {"text": state["said"]})
        return {"said": "nothing" if before is None else before.value["text"]}

    graph = StateGraph(_State).add_node("node", node).add_edge(START, "node").add_edge("node", END)
    said = [graph.compile(store=AgentMemoryStore(client)).invoke({"said": text})["said"] for text in ("one", "two")]
    assert said == ["nothing", "one"]


def test_deepagents_keeps_files_in_it(client: MemoryClient, counted: Callable[[str], None]) -> None:
    backend = CompositeBackend(
        default=StateBackend(),
        routes={"/memories/": StoreBackend(store=AgentMemoryStore(client), namespace=lambda _: ("agent", "files"))},
    )
    text = "Tea at four.\n  Cake  at five.\n"
    assert backend.write("/memories/plans/day.md", text).error is None
    assert "Cake  at five." in str(backend.read("/memories/plans/day.md"))
    assert backend.edit("/memories/plans/day.md", "four", "six").error is None
    assert "Tea at six." in str(backend.read("/memories/plans/day.md"))
    assert "day.md" in str(backend.ls("/memories/plans/"))
    assert "day.md" in str(backend.grep("Cake", "/memories/"))
    assert "day.md" in str(backend.glob("**/*.md", "/memories/"))
    assert backend.delete("/memories/plans/day.md").error is None
    assert "day.md" not in str(backend.ls("/memories/plans/"))
    assert not client.list_memories().items
    counted("  deepagents store backend            9 operations: write, read, edit, ls, grep, glob, delete")


def test_a_batch_that_takes_longer_than_one_call_has_is_written_whole(client: MemoryClient) -> None:
    store = AgentMemoryStore(client)
    store.batch([_put(str(number), f"text {number}") for number in range(120)])
    assert len(store.search(("n",), limit=200)) == 120
