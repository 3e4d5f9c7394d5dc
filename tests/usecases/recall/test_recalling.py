"""Recall: what search finds is only as good as what the truth still says of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from shared.domain.access.caller import Caller
from shared.domain.errors import (
    EmbedderUnavailable,
    ForbiddenRole,
    ForbiddenScope,
    Malformed,
    PurposeNotAllowed,
    SearchUnavailable,
    StoreUnavailable,
)
from shared.domain.meaning.centring import Vector
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Background, MemoryType
from shared.domain.recall.conflicts import Risk
from shared.domain.recall.documents import Candidate, SearchFilter, SearchQuery
from shared.domain.recall.policy import Mode
from shared.domain.scopes import Scope, ScopeKind
from shared.language.text.token_count import estimated_tokens
from shared.records import keys
from shared.records.store.record import Change
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import RecallAnswer, recall
from tests.builders import ACME, ANN, World, a_caller, days
from tests.usecases.deletion.deletions import ask, of_memories

TASK = ANN.child(ScopeKind.TASK, "t1")


def recalled(world: World, text: str, caller: Caller | None = None, **fields: object) -> RecallAnswer:
    wanted = {"min_relevance": 0.0, "top_k": 50, **fields}
    return recall(world.services, caller or a_caller(), RecallQuery(text, **wanted))  # type: ignore[arg-type]


def contents(answer: RecallAnswer) -> list[str]:
    return [hit.memory.content for hit in answer.hits]


def test_the_best_answer_comes_first_with_its_parts(world: World) -> None:
    for content in ("The release train leaves every second Wednesday", "The office has a fern", "Lunch is at noon"):
        world.write(content)
    world.index()
    answer = recalled(world, "when does the release train leave?")
    assert contents(answer)[0] == "The release train leaves every second Wednesday"
    assert not answer.degraded
    assert [hit.score for hit in answer.hits] == sorted((hit.score for hit in answer.hits), reverse=True)
    for hit in answer.hits:
        assert 0 <= hit.score <= 1
        assert 0 <= hit.relevance <= 1
        assert all(0 <= part <= 1 for part in hit.parts.values())
    assert len({answer.recall_id, recalled(world, "x").recall_id}) == 2


@pytest.mark.parametrize("top_k", [1, 2, 5, 7, 100])
def test_a_recall_returns_as_many_as_requested_if_there_are_so_many(world: World, top_k: int) -> None:
    for n in range(7):
        world.write(f"Reading list entry {n}: a book about lane {n * 7}")
    world.index()
    assert len(recalled(world, "reading list book", top_k=top_k).hits) == min(top_k, 7)


def test_memories_below_the_threshold_are_counted_and_not_shown(world: World) -> None:
    world.write("The release train leaves every second Wednesday")
    world.index()
    answer = recalled(world, "completely unrelated quantum chromodynamics", min_relevance=None)
    assert answer.hits == ()
    assert answer.suppressed == {"below_relevance": 1}
    strict = recalled(world, "when does the release train leave?", min_relevance=1.0)
    loose = recalled(world, "when does the release train leave?", min_relevance=0.0)
    assert len(loose.hits) == 1
    assert len(strict.hits) <= len(loose.hits)


# --- A view that lags behind the truth


def test_a_missing_memory_is_dropped_and_counted(world: World) -> None:
    made = world.wrote("Likes tea")
    world.index()
    world.store.commit(Change(removes=(keys.current(ANN, made.memory_id),)))
    assert recalled(world, "tea").suppressed == {"gone": 1}


def test_a_memory_that_is_being_deleted_is_dropped_and_counted(world: World) -> None:
    tea, coffee = world.wrote("Likes tea"), world.wrote("Bought a bicycle")
    world.index()
    ask(world, "r1", of_memories(tea.memory_id))
    answer = recalled(world, "tea bicycle")
    assert (contents(answer), answer.suppressed) == (["Bought a bicycle"], {"deleted": 1})
    ask(world, "r2")
    answer = recalled(world, "tea bicycle")
    assert (contents(answer), answer.suppressed) == ([], {"deleted": 2})
    assert coffee


def test_a_memory_that_was_changed_is_shown_as_it_is_now(world: World) -> None:
    world.write("Likes tea", key="drink")
    world.index()
    world.write("Likes coffee", key="drink")
    assert contents(recalled(world, "tea")) == ["Likes coffee"]


def test_a_memory_that_expired_since_is_not_shown(world: World) -> None:
    world.write("Prefers aisle seats", type=MemoryType.PREFERENCE)
    world.index()
    world.clock.advance(days(365) - timedelta(seconds=1))
    assert contents(recalled(world, "seats")) == ["Prefers aisle seats"]
    world.clock.advance(timedelta(seconds=1))
    assert contents(recalled(world, "seats")) == []


def test_a_memory_is_shown_only_while_it_holds(world: World) -> None:
    start = world.clock.now()
    world.write("The sale is on", valid_from=start + days(1), valid_to=start + days(2))
    world.index()
    held = []
    for _ in range(4):
        held.append(bool(recalled(world, "sale").hits))
        world.clock.advance(days(0.6))
    assert held == [False, False, True, True]
    world.clock.advance(days(1))
    assert not recalled(world, "sale").hits


def test_candidates_and_rejected_memories_are_never_shown(world: World) -> None:
    world.write("Perhaps works on payments", source=Source.AGENT_INFERRED, confidence=0.6)
    world.write("A web page says tea is blue", source=Source.EXTERNAL_UNVERIFIED, confidence=1.0)
    world.write("Prefers dark mode", key="mode")
    world.write("Prefers light mode", key="mode", source=Source.AGENT_INFERRED, confidence=0.9)
    world.index()
    assert contents(recalled(world, "payments tea mode prefers page")) == ["Prefers dark mode"]


def test_dropped_hits_are_replaced_by_further_candidates(world: World) -> None:
    made = [world.wrote(f"Reading list entry {n}: a book about lane {n * 7}", key=f"k{n}") for n in range(30)]
    world.index()
    for memory in made[:20]:
        world.store.commit(Change(removes=(keys.current(ANN, memory.memory_id),)))
    answer = recalled(world, "reading list book lane", top_k=5)
    assert len(answer.hits) == 5


# --- Whose, what for, of which kind


def test_memories_with_purposes_are_shown_only_to_a_recall_that_names_one_of_them(world: World) -> None:
    world.write("Pays invoices in euros", purposes=("billing", "audit"))
    world.write("Sends invoices by mail")
    world.index()
    assert contents(recalled(world, "invoices")) == ["Sends invoices by mail"]
    assert len(contents(recalled(world, "invoices", purpose="billing"))) == 2
    assert contents(recalled(world, "invoices", purpose="support")) == ["Sends invoices by mail"]
    with pytest.raises(PurposeNotAllowed):
        recalled(world, "invoices", a_caller(purposes=frozenset({"support"})), purpose="billing")


def test_purposes_set_since_are_obeyed_whatever_the_view_says(world: World) -> None:
    made = world.wrote("Pays invoices in euros")
    world.index()
    place = keys.current(ANN, made.memory_id)
    (record,) = world.store.get([place])
    assert record is not None
    world.store.commit(Change(puts=(replace(record, attributes={**record.attributes, "purposes": ["billing"]}),)))
    assert recalled(world, "invoices").suppressed == {"out_of_purpose": 1}


def test_a_recall_sees_its_scope_and_those_above_but_none_beside_or_below(world: World) -> None:
    writer = a_caller("ann", "org-writer", "admin")
    for scope, content in (
        (Scope.GLOBAL, "Everybody drinks tea"), (ACME, "The company drinks tea"), (ANN, "Ann drinks tea"),
        (TASK, "The task drinks tea"), (ANN.child(ScopeKind.TASK, "t2"), "The other task drinks tea"),
    ):  # fmt: skip
        world.write(content, writer, scope=scope)
    world.write("Bob drinks tea", a_caller("bob"))
    world.write("Another company drinks tea", a_caller("ann", org="umbrella"))
    world.index()
    above = {"Everybody drinks tea", "The company drinks tea"}
    assert set(contents(recalled(world, "tea"))) == {"Ann drinks tea", *above}
    assert set(contents(recalled(world, "tea", scope=TASK))) == {"The task drinks tea", "Ann drinks tea", *above}
    assert set(contents(recalled(world, "tea", include_inherited=False))) == {"Ann drinks tea"}
    below = set(contents(recalled(world, "tea", include_inherited=False, include_descendants=True)))
    assert below == {"Ann drinks tea", "The task drinks tea", "The other task drinks tea"}
    assert set(contents(recalled(world, "tea", scope=ACME))) == above
    boss = a_caller("boss", "supervisor", bound=ACME)
    everybody = set(contents(recalled(world, "tea", boss, include_descendants=True)))
    assert everybody == {"Bob drinks tea", *above, *below}


def test_a_forbidden_recall_is_refused_before_the_search(world: World) -> None:
    with pytest.raises(ForbiddenScope):
        recalled(world, "tea", scope=Scope.user("acme", "bob"))
    with pytest.raises(ForbiddenScope):
        recalled(world, "tea", scope=ACME, include_descendants=True)
    with pytest.raises(ForbiddenRole):
        recalled(world, "tea", a_caller("boss", bound=ACME), include_descendants=True)


def test_types_keys_and_metadata_narrow(world: World) -> None:
    world.write("Tea at home", key="a", metadata={"room": "kitchen", "n": 1})
    world.write("Tea at work", key="b", type=MemoryType.EPISODIC, metadata={"room": None})
    world.write("Tea on the train", type=MemoryType.TASK)
    world.index()
    wanted = (MemoryType.EPISODIC, MemoryType.TASK)
    assert set(contents(recalled(world, "tea", types=wanted))) == {"Tea at work", "Tea on the train"}
    assert contents(recalled(world, "tea", keys=("a", "none"))) == ["Tea at home"]
    assert contents(recalled(world, "tea", metadata={"room": "kitchen"})) == ["Tea at home"]
    assert contents(recalled(world, "tea", metadata={"room": "kitchen", "n": 2})) == []
    answer = recalled(world, "tea", metadata={"room": "kitchen"})
    assert answer.suppressed == {}  # the others were never found


def test_a_push_takes_a_few_of_the_lasting_types(world: World) -> None:
    for n in range(9):
        world.write(f"Prefers drink number {n}, tea of kind {n * 7}", key=f"k{n}", type=MemoryType.PREFERENCE)
    world.write("Drank tea yesterday", type=MemoryType.EPISODIC)
    world.index()
    pushed = recalled(world, "tea drink", mode=Mode.PUSH)
    assert 0 < len(pushed.hits) <= 5
    assert {hit.memory.type for hit in pushed.hits} == {MemoryType.PREFERENCE}
    assert recalled(world, "tea", mode=Mode.PUSH, types=(MemoryType.EPISODIC,)).hits != ()


def disputed(world: World) -> None:
    """Two dates of one launch, of which one serves a purpose only."""
    reported: dict[str, Any] = {"source": Source.TASK_OUTCOME, "key": "launch_date", "purposes": ("secret",)}
    world.write("The launch date is 4 May", confidence=0.7, **reported)
    world.index()
    world.write("The launch date is 11 May", key="go_live", source=Source.TASK_OUTCOME, confidence=0.75)
    world.index()


def test_a_conflict_shows_no_member_that_the_purpose_does_not_open(world: World) -> None:
    disputed(world)
    for risk in Risk:
        assert "4 May" not in repr(recalled(world, "when is the launch?", risk=risk))
    both = recalled(world, "when is the launch?", purpose="secret")
    assert len(both.conflicts[0].members) == 2


def test_a_dispute_with_a_hidden_memory_withholds_the_other_at_high_risk(world: World) -> None:
    disputed(world)
    answer = recalled(world, "when is the launch?", risk=Risk.HIGH)
    assert (answer.hits, answer.needs_confirmation) == ((), True)
    assert contents(recalled(world, "when is the launch?")) == ["The launch date is 11 May"]


def test_a_dispute_about_something_else_withholds_only_its_own_members(world: World) -> None:
    disputed(world)
    world.write("The VPN needs a hardware key")
    world.index()
    answer = recalled(world, "what does the VPN need?", risk=Risk.HIGH)
    assert (contents(answer), answer.needs_confirmation) == (["The VPN needs a hardware key"], False)
    assert len(answer.conflicts) == 1
    about_both = recalled(world, "VPN and the date of the launch", risk=Risk.HIGH)
    assert (about_both.hits, about_both.needs_confirmation) == ((), True)


# --- With something down


class NoSearch:
    def search(self, query: SearchQuery, filter: SearchFilter) -> list[Candidate]:
        raise SearchUnavailable("down")


class NoEmbedder:
    def __init__(self, model: object) -> None:
        self.model = model

    def query(self, text: str) -> Vector:
        raise EmbedderUnavailable("down")

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        raise EmbedderUnavailable("down")


@pytest.fixture(params=["search", "embedder"])
def degraded(request: pytest.FixtureRequest, world: World) -> World:
    if request.param == "search":
        return world.on(search=NoSearch())
    return world.on(embedder=NoEmbedder(world.services.embedder.model))


def test_without_search_or_vectors_the_store_answers_and_the_answer_says_so(world: World, degraded: World) -> None:
    world.write("The release train leaves every second Wednesday")
    world.write("The office has a fern")
    world.index()
    answer = recalled(degraded, "when does the release train leave?")
    assert answer.degraded
    assert contents(answer) == ["The release train leaves every second Wednesday", "The office has a fern"]


def test_a_degraded_answer_keeps_every_filter(world: World, degraded: World) -> None:
    kept = world.wrote("Tea for everybody")
    world.write("Tea for billing", purposes=("billing",))
    world.write("Tea is perhaps blue", source=Source.EXTERNAL_UNVERIFIED)
    world.write("Tea last year", valid_to=world.clock.now() - days(300))
    world.write("Tea at noon", type=MemoryType.EPISODIC)
    removed = world.wrote("Tea that is gone")
    world.write("Bob's tea", a_caller("bob"))
    world.index()
    ask(world, "r1", of_memories(removed.memory_id))
    answer = recalled(degraded, "tea", types=(MemoryType.SEMANTIC,))
    assert [hit.memory.memory_id for hit in answer.hits] == [kept.memory_id]
    ask(world, "r2")
    assert recalled(degraded, "tea").hits == ()
    with pytest.raises(ForbiddenScope):
        recalled(degraded, "tea", scope=Scope.user("acme", "bob"))


def test_with_the_store_down_there_is_no_answer(world: World) -> None:
    world.write("Likes tea")
    world.index()

    class NoStore:
        def get(self, *_: object, **__: object) -> list[object]:
            raise StoreUnavailable("down")

        def page(self, *_: object, **__: object) -> object:
            raise StoreUnavailable("down")

    for broken in (world.on(records=NoStore()), world.on(records=NoStore(), search=NoSearch())):
        with pytest.raises(StoreUnavailable):
            recalled(broken, "tea")


@pytest.mark.parametrize(
    "text", ["*", "a AND (b", '"', "tea*", "NEAR(", "-", "🍵", "\\", "%", "x" * 2000, "茶", "' OR 1=1"]
)
def test_any_question_is_text(world: World, text: str) -> None:
    world.write("Likes tea")
    world.index()
    assert not recalled(world, text).degraded


def test_a_recall_by_key_needs_no_relevance(world: World) -> None:
    world.write("I always want an aisle seat", key="seat", type=MemoryType.PREFERENCE)
    world.write("The office has a fern", key="office")
    world.index()
    book = RecallQuery("Book a flight to Lisbon", keys=("seat",))
    for mode in Mode:
        answer = recall(world.services, a_caller(), replace(book, mode=mode))
        assert contents(answer) == ["I always want an aisle seat"]
    assert contents(recall(world.services, a_caller(), replace(book, min_relevance=0.99))) == []


def test_several_scopes_are_ranked_in_one_list_each_under_the_access_table(world: World) -> None:
    other = ANN.child(ScopeKind.TASK, "t2")
    world.write("Tea at home")
    world.write("Tea in the first task", scope=TASK)
    world.write("Tea in the second task", scope=other)
    world.index()
    both = recalled(world, "tea in the task", scopes=(TASK, other), include_inherited=False)
    assert sorted(contents(both)) == ["Tea in the first task", "Tea in the second task"]
    assert [hit.score for hit in both.hits] == sorted((hit.score for hit in both.hits), reverse=True)
    assert len(contents(recalled(world, "tea", scopes=(TASK, other)))) == 3
    assert contents(recalled(world, "tea", scopes=(other,), include_inherited=False)) == ["Tea in the second task"]
    with pytest.raises(ForbiddenScope):
        recalled(world, "tea", scopes=(TASK, Scope.user("acme", "bob")))


def test_scope_beside_scopes_and_a_session_of_several_are_malformed(world: World) -> None:
    for fields in ({"scope": ANN, "scopes": (TASK,)}, {"scopes": (ANN, TASK), "session_id": "s1"}):
        with pytest.raises(Malformed):
            recalled(world, "tea", **fields)


def test_scopes_below_several_targets_are_searched_on_request(world: World) -> None:
    node = TASK.child(ScopeKind.NODE, "n1")
    other = ANN.child(ScopeKind.TASK, "t2")
    world.write("Tea in the node", scope=node)
    world.write("Tea in the second task", scope=other)
    world.write("Tea in the third", scope=ANN.child(ScopeKind.TASK, "t3"))
    world.index()
    found = recalled(world, "tea", scopes=(TASK, other), include_descendants=True)
    assert sorted(contents(found)) == ["Tea in the node", "Tea in the second task"]


def test_consent_speaker_and_source_narrow(world: World) -> None:
    world.write("Tea for Ann", consent_scope="research", background=Background("Ann", "s1"))
    world.write("Tea for Bob", source=Source.TASK_OUTCOME, background=Background("Bob", "s1"))
    world.index()
    assert contents(recalled(world, "tea", consent_scope="research")) == ["Tea for Ann"]
    assert contents(recalled(world, "tea", speaker="Bob")) == ["Tea for Bob"]
    assert contents(recalled(world, "tea", sources=(Source.TASK_OUTCOME, Source.CONFIG_CHANGE))) == ["Tea for Bob"]
    assert contents(recalled(world, "tea", speaker="Bob", consent_scope="research")) == []


def test_a_push_keeps_within_its_tokens_and_counts_omitted_memories(world: World) -> None:
    for number, words in enumerate((900, 900, 200)):
        world.write(f"Planting scheme {number}: " + " ".join(f"plot{n}" for n in range(words)))
    world.index()
    pushed = recalled(world, "planting scheme", mode=Mode.PUSH)
    assert sum(estimated_tokens(hit.memory.content) for hit in pushed.hits) <= 2_000
    assert (len(pushed.hits), pushed.suppressed["over_budget"]) == (1, 2)
    assert len(recalled(world, "planting scheme").hits) == 3
