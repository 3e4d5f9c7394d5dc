"""What each write gave of a fact: what is left of it once some of its sources are removed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.deletion.selectors import Mark, Selector, SelectorKind
from shared.domain.memories.contributions import MAX_BYTES, MAX_CONTRIBUTIONS, MAX_WORDS, other_words
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Importance, Memory, Status
from shared.domain.writing.by_key_and_text import Known, confirmed, decide, first_version
from shared.domain.writing.decisions import Duplicate, DuplicateBy, WritePolicy
from shared.domain.writing.incoming import IncomingMemory
from shared.records.memories import memory_codec
from shared.records.store.record import Key, Record, Table
from shared.records.store.stored_form import record_bytes
from tests.builders import ANN, NOW, an_incoming_memory

POLICY = WritePolicy()


def reported(*incoming_memories: IncomingMemory) -> Memory:
    memory = first_version(incoming_memories[0], "m1", POLICY)
    for incoming in incoming_memories[1:]:
        decision = decide(incoming, Known(by_key=memory), "m2", POLICY)
        assert isinstance(decision, Duplicate)
        memory = decision.memory
    return memory


def by(event: str | None, minute: int = 0, source: Source = Source.USER_STATED, **fields: Any) -> IncomingMemory:
    """A contribution of that minute, which cites the event; `None`: it cites nothing."""
    at = NOW + timedelta(minutes=minute)
    cited = () if event is None else (f"s1/{event}",)
    shape = {"observed_at": at, "valid_from": at, "recorded_at": at, "key": "home", "source_event_ids": cited}
    return an_incoming_memory(source=source, **{**shape, **fields})


def without(memory: Memory, *events: str) -> Memory | None:
    return Mark("r1", Selector(SelectorKind.EVENT, events, "s1"), ANN, NOW + timedelta(days=1)).remaining(memory)


def consent_withdrawn(memory: Memory, label: str) -> Memory | None:
    return Mark("r1", Selector(SelectorKind.CONSENT, (label,)), ANN, NOW + timedelta(days=1), epoch=1).remaining(memory)


tiers = st.sampled_from([s for s in Source if s is not Source.EXTERNAL_UNVERIFIED])


@st.composite
def contributions_of(draw: st.DrawFn) -> list[IncomingMemory]:
    """The contributions of a fact in the order in which they come, each citing an event of its own or nothing."""
    found = []
    for n in range(draw(st.integers(1, 7))):
        source = draw(tiers)
        direct = draw(st.integers(0, 3)) == 0
        at = NOW + timedelta(minutes=n)
        found.append(
            by(
                None if direct else f"e{n}",
                n,
                source,
                confidence=draw(st.sampled_from([0.6, 0.85, 1.0])),
                importance=draw(st.sampled_from(Importance)),
                observed_at=at - timedelta(minutes=draw(st.integers(-5, 30))),
                valid_from=at - timedelta(days=draw(st.integers(0, 3))),
                valid_to=draw(st.sampled_from([None, NOW + timedelta(days=40), NOW + timedelta(days=60)])),
                metadata=draw(st.dictionaries(st.sampled_from("abc"), st.integers(0, 3), max_size=3)),
                purposes=draw(st.sampled_from([(), ("support",), ("support", "billing")])),
                flags=draw(st.sampled_from([(), ("email",)])),
            )
        )
    return found


def stripped(memory: Memory) -> Memory:
    """Without what only says that it has been something else before."""
    return replace(memory, created_at=NOW, recorded_at=NOW, basis=replace(memory.basis, contributions=()))


@given(contributions_of(), st.data())
def test_what_is_left_is_what_it_would_be_had_the_others_never_been_written(
    incoming_memories: list[IncomingMemory], data: st.DataObject
) -> None:
    memory = reported(*incoming_memories)
    cited = [s.removeprefix("s1/") for n in incoming_memories for s in n.source_event_ids]
    removed = data.draw(st.lists(st.sampled_from(cited), unique=True) if cited else st.just([]))
    stay = [
        n
        for n in incoming_memories
        if not n.source_event_ids or n.source_event_ids[0].removeprefix("s1/") not in removed
    ]
    remaining = without(memory, *removed) if removed else memory
    if not stay:
        assert remaining is None
        return
    assert remaining is not None
    # Direct statements are one source, placed where the first of them was: what depends on the order among equals
    # (whose metadata wins at the same instant, who names purposes first) is compared where there is no such order.
    directs = sum(not n.source_event_ids for n in incoming_memories)
    expected = stripped(reported(*stay))
    found = stripped(remaining)
    if directs > 1:
        expected = replace(expected, metadata={}, purposes=(), status=Status.ACTIVE, trust=found.trust)
        found = replace(found, metadata={}, purposes=(), status=Status.ACTIVE)
    assert found == expected


@given(contributions_of())
def test_a_memory_with_its_contributions_comes_back_as_it_was_put(incoming_memories: list[IncomingMemory]) -> None:
    memory = reported(*incoming_memories)
    assert memory_codec.memory(memory_codec.memory_attributes(memory)) == memory


def test_what_was_stated_once_keeps_no_account() -> None:
    assert reported(by("a")).basis.contributions == ()
    assert reported(by(None), by(None, 1, Source.HUMAN_CONFIRMED)).basis.contributions == ()
    assert reported(by("a"), by("a", 1)).basis.contributions == ()


def test_a_weaker_contribution_alone_makes_a_candidate_again() -> None:
    memory = reported(by("a", source=Source.AGENT_INFERRED, confidence=0.6), by("b", 1))
    assert memory.status is Status.ACTIVE
    remaining = without(memory, "b")
    assert remaining is not None
    assert (remaining.status, remaining.source, remaining.confidence) == (Status.CANDIDATE, Source.AGENT_INFERRED, 0.6)


@pytest.mark.parametrize("status", [Status.SUPERSEDED, Status.REJECTED, Status.PENDING_REVIEW])
def test_what_became_of_it_by_others_stays(status: Status) -> None:
    memory = replace(reported(by("a", source=Source.AGENT_INFERRED, confidence=0.6), by("b", 1)), status=status)
    remaining = without(memory, "b")
    assert remaining is not None
    assert remaining.status is status


def test_an_end_that_another_fact_set_stays() -> None:
    memory = reported(by("a"), by("b", 1))
    ended = replace(memory, valid_to=NOW + timedelta(days=3))
    remaining = without(ended, "a")
    assert remaining is not None
    assert remaining.valid_to == NOW + timedelta(days=3)


# --- Words


def said(event: str | None, text: str, minute: int = 0, source: Source = Source.USER_STATED) -> IncomingMemory:
    return replace(by(event, minute, source, key=None), content=text)


def by_meaning(*incoming_memories: IncomingMemory) -> Memory:
    memory = first_version(incoming_memories[0], "m1", POLICY)
    for incoming in incoming_memories[1:]:
        decision = confirmed(memory, incoming, DuplicateBy.MEANING, POLICY)
        assert isinstance(decision, Duplicate)
        memory = decision.memory
    return memory


def test_the_words_of_a_source_go_with_it_and_those_of_another_take_their_place() -> None:
    memory = by_meaning(said("a", "Prefers tea to coffee"), said("b", "Likes tea better than coffee", 1))
    assert memory.content == "Prefers tea to coffee"
    remaining = without(memory, "a")
    assert remaining is not None
    assert (remaining.content, remaining.content_hash) == (
        "Likes tea better than coffee",
        said("b", "Likes tea better than coffee").content_hash,
    )
    assert "Prefers" not in repr(remaining)
    kept = without(memory, "b")
    assert kept is not None
    assert kept.content == "Prefers tea to coffee"
    assert "better" not in repr(kept)


def test_of_several_words_those_that_are_believed_most_take_the_place() -> None:
    memory = by_meaning(
        said("a", "Tea, not coffee"),
        said("b", "Rather tea than coffee", 1, Source.AGENT_INFERRED),
        said("c", "Drinks tea instead of coffee", 2, Source.HUMAN_CONFIRMED),
    )
    remaining = without(memory, "a")
    assert remaining is not None
    assert remaining.content == "Drinks tea instead of coffee"
    last = without(remaining, "c")
    assert last is not None
    assert last.content == "Rather tea than coffee"


def test_words_that_were_too_long_to_keep_do_not_leave_those_of_a_deleted_source_behind() -> None:
    long = "Likes tea better than coffee " * (MAX_WORDS // 20)
    memory = by_meaning(said("a", "Prefers tea to coffee"), said("b", long, 1))
    assert without(memory, "a") is None
    assert without(memory, "b") is not None


def test_the_same_long_text_in_other_letters_is_the_same_text() -> None:
    long = "Likes tea better than coffee. " * (MAX_WORDS // 20)
    memory = by_meaning(said("a", long), said("b", long.upper(), 1))
    remaining = without(memory, "a")
    assert remaining is not None
    assert remaining.content == long


# --- Consent


def test_a_contribution_is_removed_with_its_own_consent_and_with_no_other() -> None:
    memory = reported(by("a", consent_scope="ads", metadata={"street": "x"}), by("b", 1, consent_scope="care"))
    remaining = consent_withdrawn(memory, "ads")
    assert remaining is not None
    assert (remaining.consent_scope, remaining.metadata, remaining.basis.event_ids) == ("care", {}, ("s1/b",))
    other = consent_withdrawn(memory, "care")
    assert other is not None
    assert (other.consent_scope, other.metadata) == ("ads", {"street": "x"})
    assert consent_withdrawn(remaining, "care") is None


# --- Bounds


def many(count: int, **fields: Any) -> list[IncomingMemory]:
    return [by(f"e{n}", n, Source.AGENT_INFERRED, confidence=0.8 + n / 1000, **fields) for n in range(count)]


def test_of_many_contributions_the_strongest_are_stated_apart_and_no_source_is_forgotten() -> None:
    strong = by("top", 500, Source.HUMAN_CONFIRMED, metadata={"street": "x"})
    memory = reported(*many(100), strong)
    assert len(memory.basis.contributions) == MAX_CONTRIBUTIONS
    assert {s for t in memory.basis.contributions for s in t.cites} == set(memory.basis.event_ids)
    remaining = without(memory, "top")
    assert remaining is not None
    assert (remaining.source, remaining.metadata) == (Source.AGENT_INFERRED, {})
    alone = without(memory, *(f"e{n}" for n in range(100)))
    assert alone is not None
    assert (alone.source, alone.basis.event_ids) == (Source.HUMAN_CONFIRMED, ("s1/top",))


def test_contributions_counted_as_one_give_no_more_than_each_gave() -> None:
    contributions_of = [replace(n, metadata={"all": 1, f"own{i}": i}) for i, n in enumerate(many(60))]
    memory = reported(*contributions_of)
    remaining = without(memory, *(f"e{n}" for n in range(60) if n != 3))
    assert remaining is not None
    assert remaining.metadata == {"all": 1}
    assert remaining.confidence <= contributions_of[3].confidence


def test_the_contributions_stay_within_their_bounds_for_any_statements() -> None:
    wide = {f"field{n}": "字" * 100 for n in range(12)}
    contributions_of = [replace(n, metadata={**wide, "n": i}) for i, n in enumerate(many(250))]
    memory = reported(*contributions_of)
    account = memory_codec.memory_attributes(memory)
    size = record_bytes(Record(Key(Table.MEMORIES, "a", "b"), account))
    assert size < MAX_BYTES + 4096 + 40_000


def test_sources_that_are_older_than_a_memory_names_are_forgotten_with_what_they_gave() -> None:
    memory = reported(*many(230))
    assert len(memory.basis.event_ids) == 200
    assert {s for t in memory.basis.contributions for s in t.cites} <= set(memory.basis.event_ids)
    every: Sequence[str] = [s.removeprefix("s1/") for s in memory.basis.event_ids]
    assert without(memory, *every) is None


def test_each_wording_that_was_merged_is_shown_where_it_serves_what_the_memory_serves() -> None:
    memory = first_version(by(None), "m1", POLICY)
    for minute, (words, purposes) in enumerate([("In other words", ()), ("In third words", ("travel",))], start=1):
        merged = confirmed(memory, by(None, minute, content=words, purposes=purposes), DuplicateBy.MEANING, POLICY)
        assert isinstance(merged, Duplicate)
        memory = merged.memory
    assert memory.purposes == ()
    assert other_words(memory) == ("In other words",)
    assert other_words(first_version(by(None), "m1", POLICY)) == ()
