"""What a write does to what is there: dedup by key and text, arbitration, numbering, joined evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shared.domain.errors import LowConfidence
from shared.domain.memories.evidence import Source, Trust
from shared.domain.memories.memory import Background, Basis, Expiry, Head, Importance, Memory, MemoryType, Status
from shared.domain.memories.places import compatible_keys
from shared.domain.writing.by_key_and_text import Known, decide
from shared.domain.writing.decisions import (
    Create,
    Decision,
    Duplicate,
    DuplicateBy,
    Keep,
    Schedule,
    Update,
    WritePolicy,
)
from shared.domain.writing.incoming import IncomingMemory, claim_of
from tests.builders import NOW, a_memory, an_incoming_memory, days

POLICY = WritePolicy()
FRESH = "01958f00-0000-7000-8000-0000000000ff"


def decided(incoming: IncomingMemory, *, by_key: Memory | None = None, by_hash: Memory | None = None) -> Decision:
    return decide(incoming, Known(by_key, by_hash), FRESH, POLICY)


def duplicate(incoming: IncomingMemory, stored: Memory, *, by_key: bool = False) -> Memory:
    decision = decided(incoming, by_key=stored) if by_key else decided(incoming, by_hash=stored)
    assert isinstance(decision, Duplicate)
    assert decision.by is (DuplicateBy.KEY if by_key else DuplicateBy.HASH)
    assert decision.stored is stored
    return decision.memory


def updated(incoming: IncomingMemory, stored: Memory) -> Update:
    decision = decided(incoming, by_key=stored)
    assert isinstance(decision, Update)
    return decision


def kept(incoming: IncomingMemory, stored: Memory) -> Keep:
    decision = decided(incoming, by_key=stored)
    assert isinstance(decision, Keep)
    return decision


# --- Something new


def test_a_statement_that_is_not_stored_yet_is_a_new_memory() -> None:
    incoming = an_incoming_memory(
        "Lives in Lyon", key="home", purposes=("travel",), consent_scope="profile", metadata={"a": 1},
        source_event_ids=("e1",), background=Background(speaker="Ann"), importance=Importance.HIGH,
    )  # fmt: skip
    decision = decided(incoming)
    assert isinstance(decision, Create)
    made = decision.memory
    assert (made.memory_id, made.version, made.head.versions, made.status) == (FRESH, 1, 1, Status.ACTIVE)
    assert made.created_at == made.updated_at == NOW
    reported = (
        "scope", "type", "key", "content", "content_hash", "source", "confidence", "importance", "purposes", "metadata",
        "consent_scope", "background", "observed_at", "valid_from", "valid_to",
    )  # fmt: skip
    for name in reported:
        assert getattr(made, name) == getattr(incoming, name)
    assert made.basis.event_ids == incoming.source_event_ids
    assert (made.supersedes, made.ending.superseded_by, made.ending.at) == (None, None, None)


@pytest.mark.parametrize(
    ("source", "confidence", "status"),
    [
        (Source.AGENT_INFERRED, 0.5, Status.CANDIDATE),
        (Source.AGENT_INFERRED, 0.79, Status.CANDIDATE),
        (Source.AGENT_INFERRED, 0.8, Status.ACTIVE),
        (Source.AGENT_INFERRED, 1.0, Status.ACTIVE),
        (Source.EXTERNAL_UNVERIFIED, 0.0, Status.CANDIDATE),
        (Source.EXTERNAL_UNVERIFIED, 1.0, Status.CANDIDATE),
        (Source.USER_STATED, 0.0, Status.ACTIVE),
        (Source.TASK_OUTCOME, 0.1, Status.ACTIVE),
        (Source.CONFIG_CHANGE, 0.1, Status.ACTIVE),
        (Source.HUMAN_CONFIRMED, 0.1, Status.ACTIVE),
        (Source.SYSTEM_OF_RECORD, 0.0, Status.ACTIVE),
    ],
)
def test_what_is_uncertain_lands_as_a_candidate(source: Source, confidence: float, status: Status) -> None:
    decision = decided(an_incoming_memory(source=source, confidence=confidence))
    assert isinstance(decision, Create)
    assert decision.memory.status is status


@pytest.mark.parametrize("confidence", [0.0, 0.3, 0.499999])
def test_a_guess_is_refused_independently_of_what_is_stored(confidence: float) -> None:
    guess = an_incoming_memory(key="k", source=Source.AGENT_INFERRED, confidence=confidence)
    stored = a_memory(key="k")
    for known in (Known(), Known(by_key=stored), Known(by_hash=stored), Known(stored, stored)):
        with pytest.raises(LowConfidence):
            decide(guess, known, FRESH, POLICY)


# --- The same again


def test_the_same_text_under_the_same_key_is_a_duplicate_by_key() -> None:
    duplicate(an_incoming_memory("  Lives  in Lyon", key="home"), a_memory("Lives in Lyon", key="home"), by_key=True)


SPELLINGS = pytest.mark.parametrize(
    ("one", "two"),
    [
        ("My name is mcdonald", "My name is McDonald"),
        ("The surname is Strasse", "The surname is Straße"),
        ("The plot has 10 m2", "The plot has 10 m²"),
        ("lives in Lyon", "Lives in Lyon"),
        ("端口8443", "端口８４４３"),
    ],
)


@SPELLINGS
def test_the_later_spelling_under_a_key_is_a_new_version(one: str, two: str) -> None:
    stored = a_memory(one, key="spelling")
    update = updated(an_incoming_memory(two, key="spelling"), stored)
    assert (update.memory.content, update.memory.version, update.memory.memory_id) == (two, 2, stored.memory_id)
    assert update.ended.content == one


@SPELLINGS
def test_a_spelling_on_weaker_evidence_only_confirms(one: str, two: str) -> None:
    incoming = an_incoming_memory(two, key="spelling", source=Source.AGENT_INFERRED, confidence=0.9)
    memory = duplicate(incoming, a_memory(one, key="spelling"), by_key=True)
    assert memory.content == one
    assert two in [contribution.words for contribution in memory.basis.contributions]


def test_without_a_key_a_spelling_that_is_a_value_makes_two_memories() -> None:
    stored = a_memory("The wifi network is homenet")
    assert isinstance(decided(an_incoming_memory("The wifi network is HomeNet"), by_hash=stored), Create)
    duplicate(an_incoming_memory("the WIFI network is homenet"), stored)


@pytest.mark.parametrize(
    ("stored", "reported", "same"),
    [
        (None, None, True),
        ("home", None, True),
        (None, "home", True),
        ("home", "home", True),
        ("home", "birthplace", False),
    ],
)
def test_equal_text_is_one_fact_unless_it_answers_two_questions(
    stored: str | None, reported: str | None, same: bool
) -> None:
    assert compatible_keys(stored, reported) is same
    decision = decided(an_incoming_memory("Lyon", key=reported), by_hash=a_memory("Lyon", key=stored))
    assert isinstance(decision, Duplicate if same else Create)
    if isinstance(decision, Duplicate):
        assert decision.memory.key == (stored or reported)


def test_the_key_decides_before_the_text() -> None:
    same_text = a_memory("Lyon", memory_id="difference")
    under_key = a_memory("Oslo", memory_id="under-key", key="home")
    decision = decided(an_incoming_memory("Lyon", key="home"), by_key=under_key, by_hash=same_text)
    assert isinstance(decision, Update)
    assert decision.memory.memory_id == "under-key"


def test_a_duplicate_is_not_a_new_version() -> None:
    stored = a_memory(version=3, head=Head(5, 9, 4, "h"))
    again = duplicate(an_incoming_memory(), stored)
    for name in ("memory_id", "version", "head", "content", "created_at"):
        assert getattr(again, name) == getattr(stored, name)
    assert again.updated_at == NOW


def test_a_repetition_in_other_letters_leaves_the_words_as_they_were() -> None:
    assert duplicate(an_incoming_memory("LIVES IN LYON"), a_memory("Lives in Lyon")).content == "Lives in Lyon"


@given(
    stored=st.tuples(st.sampled_from(Source), st.floats(0, 1)),
    reported=st.tuples(st.sampled_from(Source), st.floats(0, 1)),
)
def test_a_repetition_keeps_the_higher_tier_and_the_higher_confidence(
    stored: tuple[Source, float], reported: tuple[Source, float]
) -> None:
    memory = a_memory(source=stored[0], confidence=stored[1])
    incoming = an_incoming_memory(source=reported[0], confidence=reported[1])
    try:
        joined = duplicate(incoming, memory)
    except LowConfidence:
        assert reported[0] is Source.AGENT_INFERRED
        return
    assert joined.source.tier == max(stored[0].tier, reported[0].tier)
    # What a page chooses for itself makes no fact more certain.
    quarantined = reported[0] is Source.EXTERNAL_UNVERIFIED
    assert joined.confidence == (stored[1] if quarantined else max(stored[1], reported[1]))
    assert joined.trust is (Trust.UNVERIFIED if joined.source is Source.EXTERNAL_UNVERIFIED else Trust.DATA)
    assert joined.status is Status.ACTIVE


@pytest.mark.parametrize(
    ("stored", "reported", "status"),
    [
        ((Source.AGENT_INFERRED, 0.6), (Source.AGENT_INFERRED, 0.6), Status.CANDIDATE),
        ((Source.AGENT_INFERRED, 0.6), (Source.AGENT_INFERRED, 0.8), Status.ACTIVE),
        ((Source.AGENT_INFERRED, 0.6), (Source.USER_STATED, 0.1), Status.ACTIVE),
        ((Source.AGENT_INFERRED, 0.6), (Source.TASK_OUTCOME, 0.7), Status.ACTIVE),
        ((Source.EXTERNAL_UNVERIFIED, 0.4), (Source.EXTERNAL_UNVERIFIED, 1.0), Status.CANDIDATE),
        ((Source.EXTERNAL_UNVERIFIED, 0.4), (Source.AGENT_INFERRED, 0.9), Status.ACTIVE),
        # A web page names its own confidence: it lifts no weak inference, before it or after it.
        ((Source.AGENT_INFERRED, 0.6), (Source.EXTERNAL_UNVERIFIED, 1.0), Status.CANDIDATE),
        ((Source.EXTERNAL_UNVERIFIED, 1.0), (Source.AGENT_INFERRED, 0.5), Status.CANDIDATE),
    ],
)
def test_a_candidate_becomes_a_fact_by_evidence_that_is_one_alone(
    stored: tuple[Source, float], reported: tuple[Source, float], status: Status
) -> None:
    candidate = a_memory(source=stored[0], confidence=stored[1], status=Status.CANDIDATE)
    assert duplicate(an_incoming_memory(source=reported[0], confidence=reported[1]), candidate).status is status


def test_a_repetition_wakes_what_was_stale_and_decides_no_open_conflict() -> None:
    assert duplicate(an_incoming_memory(), a_memory(status=Status.STALE)).status is Status.ACTIVE
    assert duplicate(an_incoming_memory(), a_memory(status=Status.PENDING_REVIEW)).status is Status.PENDING_REVIEW


def test_sources_metadata_and_importance_are_joined() -> None:
    stored = a_memory(
        basis=Basis(("e1", "e2")), metadata={"ticket": 1, "team": "net"}, importance=Importance.CRITICAL,
        consent_scope="old", background=Background(speaker="Ann"),
    )  # fmt: skip
    incoming = an_incoming_memory(
        source_event_ids=("e3", "e2"), metadata={"ticket": 2, "floor": None}, importance=Importance.HIGH,
        background=Background(speaker="Bot"),
    )  # fmt: skip
    joined = duplicate(incoming, stored)
    assert joined.basis.event_ids == ("e1", "e2", "e3")
    assert joined.metadata == {"ticket": 2, "team": "net", "floor": None}
    assert joined.importance is Importance.CRITICAL
    assert joined.consent_scope == "old"
    assert joined.background == Background(speaker="Ann")


def test_the_newer_value_of_metadata_wins_by_the_age_of_its_evidence() -> None:
    stored = a_memory(age=days(1), metadata={"ticket": "of yesterday"})
    late = an_incoming_memory(observed_at=NOW - days(7), metadata={"ticket": "of last week", "team": "net"})
    assert duplicate(late, stored).metadata == {"ticket": "of yesterday", "team": "net"}


@pytest.mark.parametrize(
    ("stored", "reported", "joined"),
    [
        (("a",), ("b",), ("a", "b")),
        (("a", "b"), ("b", "c"), ("a", "b", "c")),
        (("a",), (), ("a",)),
        ((), ("b",), ()),
        ((), (), ()),
    ],
)
def test_a_repetition_never_frees_what_is_bound_to_purposes(
    stored: tuple[str, ...], reported: tuple[str, ...], joined: tuple[str, ...]
) -> None:
    assert duplicate(an_incoming_memory(purposes=reported), a_memory(purposes=stored)).purposes == joined


def test_a_repetition_renews_the_time_to_live() -> None:
    stored = a_memory(type=MemoryType.PREFERENCE, age=days(80), expiry=Expiry(NOW + days(10), NOW + days(285)))
    again = duplicate(an_incoming_memory(type=MemoryType.PREFERENCE), stored)
    assert again.expiry.soft_at == NOW + days(90)
    assert again.expiry.hard_at == NOW + days(365)


# --- Valid time


DAY = [NOW + days(n) for n in range(10)]


@pytest.mark.parametrize(
    ("stored", "reported", "joined"),
    [
        ((1, 5), (3, 7), (1, 7)),
        ((1, 5), (5, 7), (1, 7)),
        ((5, 7), (1, 5), (1, 7)),
        ((1, 9), (3, 5), (1, 9)),
        ((1, None), (3, 5), (1, None)),
        ((3, 5), (1, None), (1, None)),
        ((5, None), (1, 5), (1, None)),
        ((1, None), (9, None), (1, None)),
        ((4, 4), (4, 4), (4, 4)),
    ],
)
def test_validity_that_touches_or_overlaps_is_joined(
    stored: tuple[int, int | None], reported: tuple[int, int | None], joined: tuple[int, int | None]
) -> None:
    def interval(pair: tuple[int, int | None]) -> dict[str, Any]:
        return {"valid_from": DAY[pair[0]], "valid_to": None if pair[1] is None else DAY[pair[1]]}

    result = duplicate(an_incoming_memory(**interval(reported)), a_memory(**interval(stored)))
    assert {"valid_from": result.valid_from, "valid_to": result.valid_to} == interval(joined)


def test_a_disjoint_interval_is_a_new_version_and_keeps_the_key() -> None:
    stored = a_memory("In Lyon", key="home", valid_from=DAY[0], valid_to=DAY[1])
    for incoming_key in ("home", None):
        incoming = an_incoming_memory("In Lyon", key=incoming_key, valid_from=DAY[5], valid_to=None)
        decision = decided(incoming, by_key=stored) if incoming_key else decided(incoming, by_hash=stored)
        assert isinstance(decision, Schedule)
        assert (decision.version.valid_from, decision.version.valid_to) == (DAY[5], None)
        assert (decision.memory.valid_from, decision.memory.valid_to) == (DAY[0], DAY[1])
        assert decision.version.key == "home"


def test_a_late_statement_about_a_disjoint_interval_stays_history_under_the_key() -> None:
    stored = a_memory("In Lyon", key="home", valid_from=DAY[5])
    decision = decided(
        an_incoming_memory(
            "In Lyon", observed_at=NOW - days(9), recorded_at=DAY[9], valid_from=DAY[0], valid_to=DAY[1]
        ),
        by_hash=stored,
    )
    assert isinstance(decision, Keep)
    assert (decision.rejected.key, decision.rejected.ending.because) == ("home", "late_evidence")


# --- Other content under a key


def test_a_changed_mind_is_a_new_version_of_the_same_memory() -> None:
    stored = a_memory("Likes tea", key="drink", version=2, head=Head(4, 7, 6, "h"),
                      metadata={"a": 1}, basis=Basis(("e1",)))  # fmt: skip
    update = updated(
        an_incoming_memory("Likes coffee", key="drink", metadata={"b": 2}, source_event_ids=("e2",)), stored
    )
    new = update.memory
    assert (new.memory_id, new.version, new.head.versions, new.status) == (stored.memory_id, 5, 5, Status.ACTIVE)
    assert (new.head.revision, new.head.audit_sequence, new.head.audit_hash, new.created_at) == (
        7,
        6,
        "h",
        stored.created_at,
    )
    assert new.supersedes == stored.memory_id
    assert (new.content, new.metadata, new.basis.event_ids) == ("Likes coffee", {"b": 2}, ("e2",))
    old = update.ended
    assert (old.version, old.content, old.status) == (2, "Likes tea", Status.SUPERSEDED)
    assert (old.ending.at, old.valid_to) == (NOW, NOW)
    assert old.ending.because


@pytest.mark.parametrize(
    ("stored", "starts", "old_end"),
    [
        ((0, None), 5, 5),
        ((0, 3), 5, 3),
        ((0, 9), 5, 5),
        ((7, None), 5, 7),
        ((7, 9), 5, 7),
    ],
)
def test_the_old_versions_validity_ends_where_the_new_one_begins(
    stored: tuple[int, int | None], starts: int, old_end: int
) -> None:
    memory = a_memory("a", key="k", valid_from=DAY[stored[0]], valid_to=None if stored[1] is None else DAY[stored[1]])
    old = updated(an_incoming_memory("b", key="k", valid_from=DAY[starts], recorded_at=DAY[9]), memory).ended
    assert old.valid_from == DAY[stored[0]]
    assert old.valid_to == DAY[old_end]
    assert old.valid_to >= old.valid_from


def test_a_lower_tier_is_kept_as_rejected_history_and_changes_nothing_that_stands() -> None:
    stored = a_memory("Prefers dark mode", key="mode", version=2, head=Head(versions=2))
    keep = kept(
        an_incoming_memory("Prefers light mode", key="mode", source=Source.AGENT_INFERRED, confidence=0.95), stored
    )
    assert keep.memory == replace(stored, head=replace(stored.head, versions=3))
    assert (keep.rejected.version, keep.rejected.status, keep.rejected.content) == (
        3,
        Status.REJECTED,
        "Prefers light mode",
    )
    assert (keep.rejected.ending.at, keep.rejected.ending.because) == (NOW, "lower_tier")
    assert keep.rejected.memory_id == stored.memory_id


def test_a_late_event_never_becomes_current_not_even_from_a_higher_tier() -> None:
    stored = a_memory("a", key="k", source=Source.AGENT_INFERRED, confidence=0.9, age=days(1))
    keep = kept(an_incoming_memory("b", key="k", source=Source.HUMAN_CONFIRMED, observed_at=NOW - days(2)), stored)
    assert keep.rejected.ending.because == "late_evidence"


def test_a_statement_dated_into_the_future_is_replaced_by_the_next_one() -> None:
    stored = a_memory("a", key="k", observed_at=NOW + days(3650), age=days(1))
    assert updated(an_incoming_memory("b", key="k"), stored).memory.content == "b"


def test_a_date_in_the_future_does_not_outrank_a_later_statement() -> None:
    stored = a_memory("a", key="k", age=days(1))
    incoming = an_incoming_memory("b", key="k", observed_at=NOW + days(3650), recorded_at=NOW - days(2))
    assert kept(incoming, stored).rejected.ending.because == "late_evidence"


def test_a_repetition_of_old_evidence_does_not_make_a_memory_younger_than_its_evidence() -> None:
    stored = a_memory("a", key="k", observed_at=NOW + days(3650), age=days(9))
    again = duplicate(an_incoming_memory("a", key="k", observed_at=NOW - days(7)), stored, by_key=True)
    assert claim_of(again).evidence_at == claim_of(a_memory(age=days(7))).evidence_at
    assert updated(an_incoming_memory("b", key="k", observed_at=NOW - days(6)), again).memory.content == "b"


def test_less_confidence_at_the_same_tier_is_kept_and_the_same_confidence_replaces() -> None:
    stored = a_memory("a", key="k", confidence=0.9)
    assert kept(an_incoming_memory("b", key="k", confidence=0.89), stored).rejected.ending.because == "less_confident"
    assert updated(an_incoming_memory("b", key="k", confidence=0.9), stored).memory.confidence == 0.9


def test_a_candidate_under_a_key_gives_way_to_a_better_source_and_a_fact_to_no_candidate() -> None:
    candidate = a_memory("a", key="k", source=Source.EXTERNAL_UNVERIFIED, status=Status.CANDIDATE)
    assert updated(an_incoming_memory("b", key="k"), candidate).memory.status is Status.ACTIVE
    fact = a_memory("a", key="k", source=Source.AGENT_INFERRED, confidence=0.8)
    for source, confidence in ((Source.EXTERNAL_UNVERIFIED, 1.0), (Source.AGENT_INFERRED, 0.79)):
        kept(an_incoming_memory("b", key="k", source=source, confidence=confidence), fact)


_statements = st.tuples(
    st.sampled_from(["a", "b", "c", "A "]),
    st.sampled_from([s for s in Source if s is not Source.AGENT_INFERRED]),
    st.sampled_from([0.0, 0.5, 1.0]),
    st.integers(-5, 5),
)


@given(st.lists(_statements, min_size=1, max_size=12))
@example(
    [
        ("a", Source.EXTERNAL_UNVERIFIED, 0.0, 0),
        ("b", Source.EXTERNAL_UNVERIFIED, 0.0, 0),
        ("a", Source.SYSTEM_OF_RECORD, 0.0, -2),
    ]
)
def test_any_sequence_of_statements_leaves_one_current_version_and_all_the_others_as_history(
    reported: list[tuple[str, Source, float, int]],
) -> None:
    current: Memory | None = None
    history: list[Memory] = []
    for second, (content, source, confidence, observed) in enumerate(reported):
        at = NOW + days(second)
        incoming = an_incoming_memory(
            content,
            key="k",
            source=source,
            confidence=confidence,
            recorded_at=at,
            observed_at=at + days(observed),
            valid_from=at + days(min(observed, 0)),
        )
        match decided(incoming, by_key=current):
            case Create(memory):
                current, history = memory, []
            case Duplicate(memory, _, _):
                current = memory
            case Update(memory, before, _):
                history.append(before)
                current = memory
            case Keep(memory, rejected, _):
                history.append(rejected)
                assert current is not None
                assert memory.content == current.content
                current = memory
            case other:
                raise AssertionError(other)
    assert current is not None
    numbers = sorted([current.version, *(version.version for version in history)])
    assert numbers == list(range(1, len(numbers) + 1))
    assert current.head.versions == numbers[-1]
    assert {version.memory_id for version in history} <= {current.memory_id}
    assert all(version.status in (Status.SUPERSEDED, Status.REJECTED) for version in history)
    assert current.status in (Status.ACTIVE, Status.CANDIDATE)
