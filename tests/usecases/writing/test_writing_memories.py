"""Writing, as it is seen in what is stored afterwards."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from shared.domain.access.caller import Caller
from shared.domain.audit.chain import first_break
from shared.domain.errors import (
    ForbiddenRole,
    ForbiddenScope,
    LowConfidence,
    Malformed,
    NotFound,
    NotWorthRemembering,
    ProfileReadOnly,
    PurposeNotAllowed,
    TooLarge,
    VersionConflict,
)
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.scopes import Scope, ScopeKind
from shared.domain.writing.correction import Correction
from shared.domain.writing.decisions import DuplicateBy, Outcome
from shared.records import keys
from shared.records.ledger.audit import audit_entry
from shared.records.memories import memory_codec
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.reading.read_memories import ListQuery, get_memory, list_memories, memory_history
from tests.builders import ACME, ANN, BOB, NOW, World, a_caller, days

TASK = ANN.child(ScopeKind.TASK, "t1")


def current(world: World) -> list[Memory]:
    return list(list_memories(world.services, a_caller(), ListQuery(limit=100)).items)


def history(world: World, memory_id: str) -> list[Memory]:
    return list(memory_history(world.services, a_caller(), None, memory_id, limit=100, after=None).items)


def trail(world: World, memory_id: str) -> list[str]:
    """The audit chain of a memory, which holds."""
    chain = [audit_entry(r) for r in world.records(prefix=keys.audit_prefix(memory_id))]
    assert first_break(chain) is None
    return [entry.action.value for entry in chain]


def test_a_new_memory_is_readable_at_once_with_all_its_fields(world: World) -> None:
    made = world.wrote("Lives in Lyon", key="home", metadata={"a": {"b": None}}, source_event_ids=("s1/e1",))
    assert get_memory(world.services, a_caller(), None, made.memory_id) == made
    assert (made.version, made.status) == (1, Status.ACTIVE)
    assert (made.embedding.model, made.embedding.dimension) == (world.services.embedder.model.id, 256)
    assert trail(world, made.memory_id) == ["created"]


def test_the_same_sentence_twice_is_one_memory(world: World) -> None:
    first = world.write("My standing desk is 72 cm high")
    again = world.write("  my standing desk is 72 cm HIGH ", source_event_ids=("e2",))
    assert (first.outcome, again.outcome, again.duplicate_by) == (Outcome.CREATED, Outcome.DUPLICATE, DuplicateBy.HASH)
    (only,) = current(world)
    assert only == again.memory
    assert only.content == "My standing desk is 72 cm high"
    assert only.basis.event_ids == ("e2",)
    assert only.updated_at == world.clock.now()
    assert trail(world, only.memory_id) == ["created", "confirmed"]


def test_the_same_under_the_same_key_is_a_duplicate_by_key(world: World) -> None:
    world.write("Lives in Lyon", key="home")
    again = world.write(" Lives  in Lyon ", key="home")
    assert (again.outcome, again.duplicate_by) == (Outcome.DUPLICATE, DuplicateBy.KEY)


def test_a_sentence_without_a_key_takes_the_key_that_comes_later(world: World) -> None:
    first = world.wrote("Lives in Lyon")
    named = world.write("Lives in Lyon", key="home")
    assert named.outcome is Outcome.DUPLICATE
    moved = world.write("Moved to Lille", key="home")
    assert moved.outcome is Outcome.UPDATED
    assert moved.memory is not None
    assert moved.memory.memory_id == first.memory_id


def test_equal_answers_to_two_questions_are_two_facts(world: World) -> None:
    home, birthplace = world.wrote("Lyon", key="home"), world.wrote("Lyon", key="birthplace")
    assert home.memory_id != birthplace.memory_id
    world.write("Lille", key="home")
    by_key = {m.key: m.content for m in current(world)}
    assert by_key == {"home": "Lille", "birthplace": "Lyon"}
    again = world.write("Lyon", key="birthplace")
    assert (again.outcome, again.duplicate_by) == (Outcome.DUPLICATE, DuplicateBy.KEY)
    assert len(current(world)) == 2


@pytest.mark.parametrize(
    "elsewhere", [{"type": MemoryType.EPISODIC}, {"scope": TASK}, {"scope": ANN.child(ScopeKind.TASK, "t2")}]
)
def test_the_same_text_in_another_type_or_scope_is_another_memory(world: World, elsewhere: dict[str, Any]) -> None:
    world.write("The user moved the meeting to Friday", key="k")
    assert world.write("The user moved the meeting to Friday", key="k", **elsewhere).outcome is Outcome.CREATED


def test_the_same_text_of_another_user_is_another_memory(world: World) -> None:
    world.write("The office is on the third floor", key="k")
    assert world.write("The office is on the third floor", a_caller("bob"), key="k").outcome is Outcome.CREATED
    assert len(current(world)) == 1


def test_a_changed_mind_makes_a_new_version_and_keeps_the_history(world: World) -> None:
    first = world.wrote("Loves the brand Acorn", type=MemoryType.PREFERENCE, key="brand")
    second = world.write("Cannot stand the brand Acorn", type=MemoryType.PREFERENCE, key="brand")
    assert second.outcome is Outcome.UPDATED
    third = world.wrote("Is indifferent to the brand Acorn", type=MemoryType.PREFERENCE, key="brand")
    versions = history(world, first.memory_id)
    assert [(v.version, v.status, v.content[:5]) for v in versions] == [
        (3, Status.ACTIVE, "Is in"), (2, Status.SUPERSEDED, "Canno"), (1, Status.SUPERSEDED, "Loves"),
    ]  # fmt: skip
    assert versions[1].valid_to == third.valid_from
    assert [m.version for m in current(world)] == [3]
    assert trail(world, first.memory_id) == ["created", "updated", "updated"]


def test_a_replaced_text_may_be_stored_elsewhere(world: World) -> None:
    first = world.wrote("Likes tea", key="drink")
    world.write("Likes coffee", key="drink")
    again = world.write("Likes tea")
    assert again.outcome is Outcome.CREATED
    assert again.memory is not None
    assert again.memory.memory_id != first.memory_id


def test_back_to_the_old_text_is_a_third_version(world: World) -> None:
    first = world.wrote("Likes tea", key="drink")
    world.write("Likes coffee", key="drink")
    back = world.write("Likes tea", key="drink")
    assert back.outcome is Outcome.UPDATED
    assert [v.version for v in history(world, first.memory_id)] == [3, 2, 1]


def test_late_evidence_never_becomes_current(world: World) -> None:
    first = world.wrote("Answers in English", key="language", observed_at=NOW - days(1))
    late = world.write("Answers in Chinese", key="language", observed_at=NOW - days(2), source=Source.HUMAN_CONFIRMED)
    assert late.outcome is Outcome.KEPT_EXISTING
    assert late.memory is not None
    assert late.memory.content == "Answers in English"
    (rejected, stands) = history(world, first.memory_id)
    assert (rejected.version, rejected.status, rejected.ending.because) == (2, Status.REJECTED, "late_evidence")
    assert (stands.version, stands.content) == (1, "Answers in English")
    assert trail(world, first.memory_id) == ["created", "kept_existing"]


def test_a_lower_tier_never_replaces_a_higher_one(world: World) -> None:
    world.write("Prefers dark mode", key="mode")
    guess = world.write("Prefers light mode", key="mode", source=Source.AGENT_INFERRED, confidence=0.99)
    assert guess.outcome is Outcome.KEPT_EXISTING
    assert [m.content for m in current(world)] == ["Prefers dark mode"]


def test_after_many_rejected_incoming_memories_the_numbers_go_on(world: World) -> None:
    first = world.wrote("Prefers dark mode", key="mode")
    for n in range(3):
        world.write(f"Prefers mode {n}", key="mode", source=Source.AGENT_INFERRED, confidence=0.9)
    world.write("Prefers light mode", key="mode")
    versions = history(world, first.memory_id)
    assert [v.version for v in versions] == [5, 4, 3, 2, 1]
    assert [v.status for v in versions].count(Status.REJECTED) == 3


def test_a_weak_inference_waits_and_a_guess_is_not_stored(world: World) -> None:
    weak = world.write("Probably works on payments", source=Source.AGENT_INFERRED, confidence=0.6)
    assert weak.outcome is Outcome.CANDIDATE
    before = world.records()
    with pytest.raises(LowConfidence):
        world.write("Maybe owns a cat", source=Source.AGENT_INFERRED, confidence=0.3)
    assert world.records() == before


@pytest.mark.parametrize("content", ["", "  ", "...", "\u200b", "？！。"])
def test_a_worthless_text_is_not_stored(world: World, content: str) -> None:
    with pytest.raises(NotWorthRemembering):
        world.write(content)
    assert world.records() == []


def test_a_caller_without_the_right_to_write_stores_nothing(world: World) -> None:
    refused: list[tuple[Caller, dict[str, Any], type[Exception]]] = [
        (a_caller(), {"scope": BOB}, ForbiddenScope),
        (a_caller(), {"scope": ACME}, ForbiddenRole),
        (a_caller(), {"scope": Scope.GLOBAL}, ForbiddenRole),
        (a_caller(), {"source": Source.SYSTEM_OF_RECORD}, ForbiddenRole),
        (a_caller(), {"type": MemoryType.PROFILE}, ForbiddenRole),
        (a_caller(purposes=frozenset({"billing"})), {"purposes": ("support",)}, PurposeNotAllowed),
        (a_caller(), {"expected_version": 1}, Malformed),
        (a_caller(), {"valid_from": NOW, "valid_to": NOW - days(1)}, Malformed),
    ]
    for caller, fields, error in refused:
        with pytest.raises(error):
            world.write("Something", caller, **fields)
    assert world.records() == []


def test_a_statement_about_the_past_is_stored_as_ended(world: World) -> None:
    made = world.wrote("The launch party is on Tuesday", valid_to=NOW - days(30))
    assert made.valid_from == made.valid_to == NOW - days(30)


def test_acting_for_another_is_audited_with_both_names(world: World) -> None:
    bot = a_caller("bot", act_as=frozenset({"bob"}))
    made = world.wrote("Bob likes tea", bot, scope=BOB)
    (entry,) = [audit_entry(r) for r in world.records(prefix=keys.audit_prefix(made.memory_id))]
    assert (entry.actor, entry.acting_for) == (bot.principal, "bob")
    assert made.scope == BOB


def test_the_audit_trail_holds_no_content(world: World) -> None:
    made = world.wrote("A very private sentence", key="private-key")
    world.write("Another private sentence", key="private-key")
    trails = repr(world.records(prefix=keys.audit_prefix(made.memory_id)))
    assert "private" not in trails
    assert made.content_hash not in trails


def test_a_write_shows_nothing_that_the_tokens_purposes_do_not_open(world: World) -> None:
    world.write("Pays by invoice", key="payment", purposes=("billing",), metadata={"account": "secret"})
    support = a_caller(purposes=frozenset({"support"}))
    kept = world.write("Pays by card", support, key="payment", source=Source.AGENT_INFERRED, confidence=0.9)
    assert (kept.outcome, kept.memory) == (Outcome.KEPT_EXISTING, None)
    again = world.write("Pays by invoice", support, key="payment")
    assert (again.outcome, again.memory) == (Outcome.DUPLICATE, None)
    assert world.write("Pays by card", support, key="payment", purposes=("support",)).memory is not None


# --- The version that a writer expects


def test_a_write_that_expects_the_current_version_wins(world: World) -> None:
    world.write("Uses Java", key="lang")
    assert world.write("Uses Go", key="lang", expected_version=1).outcome is Outcome.UPDATED
    assert world.write("Uses Rust", key="lang", expected_version=2).outcome is Outcome.UPDATED


@pytest.mark.parametrize("expected", [0, 1, 3, 7])
def test_another_expected_version_is_a_conflict_that_names_the_current_one(world: World, expected: int) -> None:
    world.write("Uses Java", key="lang")
    world.write("Uses Go", key="lang")
    before = world.records()
    with pytest.raises(VersionConflict) as lost:
        world.write("Uses Rust", key="lang", expected_version=expected)
    assert lost.value.extra == {"current_version": 2}
    assert world.records() == before


def test_a_writer_may_expect_that_there_is_no_memory(world: World) -> None:
    assert world.write("Uses Java", key="lang", expected_version=0).outcome is Outcome.CREATED
    with pytest.raises(VersionConflict) as lost:
        world.write("Uses Go", key="lang", expected_version=0)
    assert lost.value.extra == {"current_version": 1}
    with pytest.raises(VersionConflict) as absent:
        world.write("Uses Go", key="other", expected_version=4)
    assert absent.value.extra == {"current_version": 0}


# --- Corrections


def test_a_correction_is_a_persons_statement_and_wins(world: World) -> None:
    made = world.wrote("Lives in Lyon", key="home", source=Source.AGENT_INFERRED, confidence=0.9)
    world.clock.advance()
    fixed = correct_memory(world.services, a_caller(), None, made.memory_id, Correction("Lives in Lille"))
    assert fixed.outcome is Outcome.UPDATED
    assert fixed.memory == get_memory(world.services, a_caller(), None, made.memory_id)
    later = world.write("Lives in Lyon", key="home", source=Source.AGENT_INFERRED, confidence=0.99)
    assert later.outcome is Outcome.KEPT_EXISTING
    assert trail(world, made.memory_id) == ["created", "corrected", "kept_existing"]


def test_the_corrected_text_is_known_and_the_old_one_is_free(world: World) -> None:
    made = world.wrote("Lives in Lyon")
    world.clock.advance()
    correct_memory(world.services, a_caller(), None, made.memory_id, Correction("Lives in Lille"))
    assert world.write("lives in lille").outcome is Outcome.DUPLICATE
    other = world.write("Lives in Lyon", type=MemoryType.EPISODIC)
    assert other.outcome is Outcome.CREATED


def test_a_correction_to_the_text_of_another_memory_leaves_both_consistent(world: World) -> None:
    one, other = world.wrote("Likes tea", key="a"), world.wrote("Likes coffee", key="b")
    world.clock.advance()
    correct_memory(world.services, a_caller(), None, one.memory_id, Correction("Likes coffee"))
    again = world.wrote("Likes coffee", key="b")
    assert again.memory_id == other.memory_id
    assert world.wrote("Likes coffee", key="a").memory_id == one.memory_id
    assert len(current(world)) == 2


@pytest.mark.parametrize("expected", [1, 3])
def test_a_correction_of_another_version_is_a_conflict(world: World, expected: int) -> None:
    made = world.wrote("Uses Java", key="lang")
    world.write("Uses Go", key="lang")
    with pytest.raises(VersionConflict) as lost:
        correct_memory(
            world.services, a_caller(), None, made.memory_id, Correction("Uses Rust"), expected_version=expected
        )
    assert lost.value.extra == {"current_version": 2}


def test_only_an_existing_and_visible_memory_is_corrected(world: World) -> None:
    made = world.wrote("Bob's", a_caller("bob"))
    for memory_id in (made.memory_id, "nothing", "\x00", "x" * 2000):
        with pytest.raises(NotFound):
            correct_memory(world.services, a_caller(), None, memory_id, Correction("Mine"))
    hidden = world.wrote("For billing", purposes=("billing",))
    support = a_caller(purposes=frozenset({"support"}))
    with pytest.raises(NotFound):
        correct_memory(world.services, support, None, hidden.memory_id, Correction("Mine"))


def test_only_its_source_corrects_a_profile(world: World) -> None:
    hr = a_caller("hr", "system_of_record", bound=ANN)
    made = world.wrote("In finance", hr, type=MemoryType.PROFILE, source=Source.SYSTEM_OF_RECORD, key="department")
    with pytest.raises(ProfileReadOnly):
        correct_memory(world.services, a_caller(), None, made.memory_id, Correction("In legal"))
    assert correct_memory(world.services, hr, None, made.memory_id, Correction("In legal")).outcome is Outcome.UPDATED


def test_a_correction_is_not_blank_and_ends_no_earlier_than_it_begins(world: World) -> None:
    made = world.wrote("Lives in Lyon")
    with pytest.raises(NotWorthRemembering):
        correct_memory(world.services, a_caller(), None, made.memory_id, Correction(" . "))
    early = Correction(valid_to=made.valid_from - days(1))
    with pytest.raises(Malformed):
        correct_memory(world.services, a_caller(), None, made.memory_id, early)
    assert get_memory(world.services, a_caller(), None, made.memory_id).version == 1


# --- What always holds of the records


def pointers_agree(world: World) -> None:
    """Every pointer leads to a current memory that says what it says; every memory has its text's or key's pointer."""
    for record in world.records(prefix="hash#"):
        copy = memory_codec.memory(record.attributes)
        (found,) = world.store.get([keys.current(copy.scope, copy.memory_id)])
        assert found is not None
        assert memory_codec.memory(found.attributes) == copy
    for record in world.records(prefix="key#"):
        memory_id = str(record.attributes["memory_id"])
        (holder,) = [r for r in world.records(prefix="cur#") if r.attributes["memory_id"] == memory_id]
        held = memory_codec.memory(holder.attributes)
        assert held.content_hash == record.attributes["content_hash"]
        assert keys.key_pointer(held.scope, held.type, held.key or "") == record.key


_SAYINGS = list(
    itertools.product(
        ("tea", "coffee", "TEA"), ("drink", None, "other"), (Source.USER_STATED, Source.AGENT_INFERRED)
    )
)  # fmt: skip


def test_whatever_is_written_in_whatever_order_the_pointers_agree_with_the_memories(world: World) -> None:
    for step, (content, key, source) in enumerate(_SAYINGS * 2):
        world.write(content, key=key, source=source, confidence=0.9, observed_at=NOW + days(step % 5 - 2))
        pointers_agree(world)
    ids = [m.memory_id for m in current(world)]
    assert len(ids) == len(set(ids))
    for memory_id in ids:
        trail(world, memory_id)


def test_content_that_no_record_can_hold_is_refused_as_a_whole(world: World) -> None:
    with pytest.raises(TooLarge):
        world.write("x" * 600_000)
    assert world.records(prefix="cur#") == []


def test_a_candidate_excludes_no_fact_and_waits_beside_it(world: World) -> None:
    guess = world.wrote("The team is black", key="team", source=Source.EXTERNAL_UNVERIFIED)
    late = world.clock.now() - days(90)
    answer = world.write("The team is green", key="team", source=Source.USER_STATED, observed_at=late)
    assert answer.outcome is Outcome.CREATED
    again = world.write("The team is red", key="team", source=Source.USER_STATED)
    assert again.outcome is Outcome.UPDATED
    assert answer.memory is not None
    assert again.memory is not None
    assert again.memory.memory_id == answer.memory.memory_id != guess.memory_id
    statuses = {m.content: m.status for m in list_memories(world.services, a_caller(), ListQuery()).items}
    assert statuses == {"The team is black": Status.CANDIDATE, "The team is red": Status.ACTIVE}
