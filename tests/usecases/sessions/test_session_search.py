"""Searching a session by meaning: vectors made when they are needed, kept beside their events, gone with them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest

from shared.adapters.sqlite.records import SqliteRecords
from shared.adapters.testing.recording import RecordingRecords
from shared.domain.deletion.barrier import Selector, SelectorKind
from shared.domain.errors import EmbedderUnavailable, NotFound, StoreUnavailable
from shared.domain.meaning.centring import Vector
from shared.domain.sessions.event_search import SessionSearchPolicy
from shared.ports import EmbeddingModel
from shared.records import keys
from shared.records.sessions.event_vectors import event_vector
from shared.records.store.record import Change, Record
from shared.usecases.deletion.verify import residue_of
from shared.usecases.sessions.open_session import create_session
from shared.usecases.sessions.search_session import SessionFound, search_session
from tests.builders import ANN, MovableClock, World, a_caller, a_world
from tests.usecases.deletion.deletions import SUBJECT, ask, state
from tests.usecases.deletion.test_selectors import a_session, deleted, of_events, of_sessions, tell
from tests.usecases.deletion.test_selectors_races import overtaken

_MATTERS = (("commute", "cycle", "上班", "骑自行车"), ("allergy", "peanut", "过敏", "花生"), ("opera", "aria"))
AWS_KEY = "AKIA" + "IOSFODNN7EXAMPLQ"


@dataclass
class Crafted:
    """Texts of one matter stand at a cosine of about 0.9, all others near 0; it remembers what it was asked.

    Its id is the deterministic embedder's, for the sake of that one's calibration.
    """

    model: EmbeddingModel = field(default_factory=lambda: EmbeddingModel("deterministic-1", 64, 50_000))
    queries: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    clock: MovableClock | None = None
    seconds: float = 0.0
    down: bool = False
    down_after: int | None = None

    def query(self, text: str) -> Vector:
        if self.down:
            raise EmbedderUnavailable("down")
        self.queries.append(text)
        return self._vector(text)

    def memories(self, texts: Sequence[str]) -> list[Vector]:
        if self.down or (self.down_after is not None and len(self.texts) >= self.down_after):
            raise EmbedderUnavailable("down")
        if self.clock is not None:
            self.clock.advance(timedelta(seconds=self.seconds))
        self.texts += texts
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> Vector:
        values = [0.0] * self.model.dimension
        for place, words in enumerate(_MATTERS):
            values[place] = 1.0 if any(word in text.casefold() for word in words) else 0.0
        values[len(_MATTERS) + sum(text.encode()) % (self.model.dimension - len(_MATTERS))] += 0.33
        length = math.sqrt(sum(value * value for value in values))
        return tuple(value / length for value in values)


@pytest.fixture
def embedder() -> Crafted:
    return Crafted()


@pytest.fixture
def world(embedder: Crafted) -> Iterator[World]:
    with a_world(embedder=embedder) as made:
        yield made


TALK = ("Ann will cycle to the mill", "The gate is red", "Rain until Monday", "Two parcels came", "A heron landed")


def search(world: World, query: str, session_id: str = "s1", top_k: int = 5) -> SessionFound:
    return search_session(world.services, a_caller(), None, session_id, query, top_k)


def found(world: World, query: str, session_id: str = "s1") -> list[str]:
    return [hit.event.content for hit in search(world, query, session_id).hits]


def vectors(world: World) -> list[Record]:
    return world.records(prefix="evv#")


# --- What is found


def test_other_words_for_the_same_matter_are_found(world: World) -> None:
    a_session(world, "s1", *TALK)
    answer = search(world, "commute")
    assert [hit.event.content for hit in answer.hits] == [TALK[0]]
    assert answer.hits[0].score == 1.0
    assert (answer.by_meaning, answer.by_words_only, answer.degraded) == (5, 0, False)


def test_other_words_are_found_in_chinese_and_across_languages(world: World) -> None:
    a_session(world, "s1", "他每天骑自行车到公司", "花生吃了会起疹子", "下午三点碰头", "门是红色的", "八月去里斯本")
    assert found(world, "怎么去上班？")[0] == "他每天骑自行车到公司"
    assert found(world, "allergy") == ["花生吃了会起疹子"]


def test_a_question_without_an_answer_finds_nothing(world: World) -> None:
    a_session(world, "s1", *TALK)
    assert found(world, "opera") == []
    assert found(world, "rocket") == []


def test_a_word_of_the_question_is_found_whatever_it_means(world: World) -> None:
    a_session(world, "s1", *TALK)
    assert found(world, "gate") == [TALK[1]]
    assert set(found(world, "commute gate")) == {TALK[0], TALK[1]}


def test_other_sessions_are_never_searched_nor_embedded(world: World, embedder: Crafted) -> None:
    a_session(world, "s1", *TALK[1:])
    a_session(world, "s2", TALK[0])
    assert found(world, "commute") == []
    assert TALK[0] not in embedder.texts
    assert found(world, "commute", "s2") == [TALK[0]]
    assert found(world, "commute") == []
    with pytest.raises(NotFound):
        search_session(world.services, a_caller("bob"), None, "s1", "commute", 5)


def test_a_session_without_events_makes_no_call_to_the_embedder(world: World, embedder: Crafted) -> None:
    a_session(world, "s1")
    assert search(world, "commute") == SessionFound((), 0, 0, False)
    assert embedder.queries == []


# --- Vectors are made once, the newest first, so many a call


def test_a_search_makes_missing_vectors_and_the_next_one_makes_none(world: World, embedder: Crafted) -> None:
    a_session(world, "s1", *TALK)
    recorded = RecordingRecords(world.stream)
    watched = world.on(records=recorded)
    search(watched, "commute")
    assert recorded.calls == ["get", "get", "get", "commit"]
    assert sorted(embedder.texts) == sorted(TALK)
    recorded.calls.clear()
    embedder.texts.clear()
    assert found(watched, "commute") == [TALK[0]]
    assert recorded.calls == ["get", "get", "get"]
    assert embedder.texts == []


def test_a_call_embeds_a_bounded_number_of_the_newest_and_reports_the_rest(world: World, embedder: Crafted) -> None:
    a_session(world, "s1", TALK[0], *(f"Parcel number {n}" for n in range(79)))
    most = SessionSearchPolicy().embedded_a_call
    first = search(world, "commute")
    assert (len(embedder.texts), first.by_meaning, first.by_words_only) == (most, most, 80 - most)
    assert first.hits == ()
    assert TALK[0] not in embedder.texts
    assert found(world, "mill") == [TALK[0]]
    assert found(world, "commute") == [TALK[0]]


def test_an_event_without_a_vector_is_found_by_its_words(world: World) -> None:
    a_session(world, "s1", TALK[0], *(f"Parcel number {n}" for n in range(39)))
    assert found(world, "mill") == [TALK[0]]


def test_a_slow_embedder_is_asked_for_no_further_batch(world: World, embedder: Crafted) -> None:
    a_session(world, "s1", *(f"Parcel number {n}" for n in range(30)))
    embedder.clock, embedder.seconds = world.clock, 2.0
    answer = search(world, "parcel")
    assert (answer.by_meaning, answer.by_words_only, answer.degraded) == (16, 14, True)
    assert len(vectors(world)) == 16


def test_an_event_is_embedded_with_its_speaker_and_without_other_turns(world: World, embedder: Crafted) -> None:
    a_session(world, "s1", "Shall we go?")
    tell(world, "s1", ("e2", "Yes, by train. " + "On and on. " * 500), speaker="Ann")
    search(world, "train")
    (long,) = [text for text in embedder.texts if text.startswith("Ann: ")]
    assert "Shall we go?" not in long
    assert len(long) == len("Ann: ") + SessionSearchPolicy().embedded_characters


def test_a_vector_lives_as_long_as_its_event(world: World) -> None:
    a_session(world, "s1", TALK[0])
    search(world, "commute")
    (event,), (vector,) = world.records(prefix="evt#"), vectors(world)
    assert vector.expires_at == event.expires_at
    assert vector.attributes["recorded_at"] == event.attributes["recorded_at"]
    assert "cycle" not in repr(vector)


def test_vectors_of_two_models_are_never_compared(world: World, embedder: Crafted) -> None:
    a_session(world, "s1", *TALK)
    search(world, "commute")
    for other in (EmbeddingModel("another", 64, 50_000), EmbeddingModel("another", 32, 50_000)):
        later = world.on(embedder=Crafted(other))
        answer = search(later, "commute")
        assert [hit.event.content for hit in answer.hits] == [TALK[0]]
        assert sorted(later.services.embedder.texts) == sorted(TALK)  # type: ignore[attr-defined]
        assert {record.attributes["model"] for record in vectors(world)} == {other.id}
        assert {len(event_vector(record).vector) for record in vectors(world)} == {other.dimension}
        assert len(vectors(world)) == len(TALK)


def test_sqlite_keeps_vectors_as_well(world: World, embedder: Crafted, tmp_path: Path) -> None:
    records = SqliteRecords(tmp_path / "records.db")
    filed = world.on(records=records)
    a_session(filed, "s1", *TALK)
    search(filed, "commute")
    embedder.texts.clear()
    assert found(filed, "commute") == [TALK[0]]
    assert embedder.texts == []
    records.close()


# --- Outages


def test_without_the_embedder_words_still_find_and_the_answer_says_so(world: World, embedder: Crafted) -> None:
    a_session(world, "s1", *TALK)
    search(world, "commute")
    embedder.down = True
    answer = search(world, "gate")
    assert [hit.event.content for hit in answer.hits] == [TALK[1]]
    assert (answer.by_meaning, answer.by_words_only, answer.degraded) == (0, 5, True)
    embedder.down = False
    assert not search(world, "gate").degraded


def test_events_embedded_before_the_outage_are_compared_and_kept(world: World, embedder: Crafted) -> None:
    a_session(world, "s1", *(f"Parcel number {n}" for n in range(20)), TALK[0])
    embedder.down_after = 8
    answer = search(world, "commute")
    assert (answer.by_meaning, answer.by_words_only, answer.degraded) == (8, 13, True)
    assert [hit.event.content for hit in answer.hits] == [TALK[0]]
    assert len(vectors(world)) == 8


def test_a_search_is_answered_although_the_store_takes_no_vectors(world: World) -> None:
    a_session(world, "s1", *TALK)
    full = RecordingRecords(world.stream)

    def refuse(_: Change) -> None:
        raise StoreUnavailable("throttled")

    full.before_commit = refuse
    assert found(world.on(records=full), "commute") == [TALK[0]]
    assert vectors(world) == []


def test_two_simultaneous_searches_leave_one_vector_for_each_event(world: World) -> None:
    a_session(world, "s1", *TALK)
    raced = RecordingRecords(world.stream)
    kept: list[Record] = []

    def other_first(_: Change) -> None:
        raced.before_commit = None
        search(world, "opera")
        kept.extend(vectors(world))

    raced.before_commit = other_first
    assert found(world.on(records=raced), "commute") == [TALK[0]]
    assert len(kept) == len(TALK)
    assert vectors(world) == kept


# --- Deletion


def kept(world: World) -> list[str]:
    """Whose vectors lie there."""
    names = {keys.event_vector(ANN, sid, id).sk: f"{sid}/{id}" for sid in ("s1", "s2") for id in ("e1", "e2", "e3")}
    return sorted(names[record.key.sk] for record in vectors(world))


@pytest.fixture
def searched(world: World) -> World:
    for session in ("s1", "s2"):
        a_session(world, session, *TALK[:2])
        search(world, "commute", session)
    assert kept(world) == ["s1/e1", "s1/e2", "s2/e1", "s2/e2"]
    return world


def test_an_events_vector_is_removed_with_the_event(searched: World) -> None:
    deleted(searched, of_events("e1", session_id="s1"))
    assert kept(searched) == ["s1/e2", "s2/e1", "s2/e2"]
    deleted(searched, of_events("e2"), "r2")
    assert kept(searched) == ["s2/e1"]


def test_a_sessions_vectors_are_removed_with_it_and_those_of_its_successor_stay(searched: World) -> None:
    ask(searched, selector=of_sessions("s1"))
    searched.clock.advance(timedelta(seconds=1))
    searched.drain()
    assert (state(searched).residue, kept(searched)) == (0, ["s2/e1", "s2/e2"])
    create_session(searched.services, a_caller(), None, "s1")
    tell(searched, "s1", ("e3", TALK[0]))
    assert found(searched, "commute") == [TALK[0]]
    searched.drain()
    assert residue_of(searched.services, state(searched))
    assert kept(searched) == ["s1/e3", "s2/e1", "s2/e2"]


def test_nothing_is_left_of_a_subject(searched: World) -> None:
    ask(searched, selector=SUBJECT)
    searched.drain()
    assert (state(searched).residue, vectors(searched)) == (0, [])


@pytest.mark.parametrize("selector", [of_events("e1", session_id="s1"), of_sessions("s1"), SUBJECT])
def test_a_remaining_vector_is_residue(searched: World, selector: Selector) -> None:
    remaining = next(r for r in vectors(searched) if r.key == keys.event_vector(ANN, "s1", "e1"))
    ask(searched, selector=selector)
    searched.drain()
    assert sum(residue_of(searched.services, state(searched)).values()) == 0
    searched.store.commit(Change(puts=(replace(remaining, revision=1),)))
    assert sum(residue_of(searched.services, state(searched)).values()) == 1


@pytest.mark.parametrize("selector", [of_events("e1"), of_sessions("s1"), SUBJECT])
def test_a_search_that_is_overtaken_by_a_deletion_leaves_no_vector(world: World, selector: Selector) -> None:
    a_session(world, "s1", *TALK[:2])
    search(world.on(records=overtaken(world, selector)), "commute")
    assert vectors(world) == []
    assert state(world).residue == 0


@pytest.mark.parametrize("selector", [of_events("e1"), of_sessions("s1"), SUBJECT])
def test_from_the_acceptance_of_a_deletion_on_no_vector_is_kept(world: World, selector: Selector) -> None:
    a_session(world, "s1", *TALK[:2])
    raced = RecordingRecords(world.stream)

    def accept_first(_: Change) -> None:
        raced.before_commit = None
        ask(world, selector=selector)

    raced.before_commit = accept_first
    search(world.on(records=raced), "commute")
    assert vectors(world) == []


def test_a_vector_is_not_kept_without_its_event(world: World) -> None:
    a_session(world, "s1", TALK[0])
    expired = RecordingRecords(world.stream)

    def expire(_: Change) -> None:
        expired.before_commit = None
        world.store.commit(Change(removes=tuple(record.key for record in world.records(prefix="evt#"))))

    expired.before_commit = expire
    search(world.on(records=expired), "commute")
    assert vectors(world) == []


def test_events_that_are_being_deleted_are_neither_found_nor_embedded(world: World, embedder: Crafted) -> None:
    a_session(world, "s1", *TALK)
    ask(world, selector=Selector(SelectorKind.EVENT, ("e1",), "s1"))
    assert found(world, "commute") == []
    assert TALK[0] not in embedder.texts


# --- Secrets


def test_no_secret_reaches_the_embedder(world: World, embedder: Crafted) -> None:
    create_session(world.services, a_caller(), None, "s1")
    answer = tell(world, "s1", ("e1", f"The key is {AWS_KEY}"), ("e2", "The gate is red"))
    assert [dropped.event_id for dropped in answer.dropped] == ["e1"]
    search(world, "gate")
    assert embedder.texts == ["The gate is red"]


def test_a_secret_stored_before_its_rule_is_not_embedded_and_other_events_are(
    world: World, embedder: Crafted
) -> None:  # fmt: skip
    a_session(world, "s1", *TALK[:2])
    (first, _) = world.records(prefix="evt#")
    old = replace(first, attributes={**first.attributes, "content": f"The key is {AWS_KEY}"}, revision=2)
    world.store.commit(Change(puts=(old,)))
    answer = search(world, "gate")
    assert embedder.texts == [TALK[1]]
    assert (answer.by_meaning, answer.by_words_only) == (1, 1)
