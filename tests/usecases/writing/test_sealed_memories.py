"""A secret that an authorised caller has stored all the same: encrypted, never indexed, shown to its own role only."""

from __future__ import annotations

import pytest

from shared.domain.errors import ForbiddenRole, Malformed, NotWorthRemembering, Sensitive, Unavailable
from shared.domain.scopes import ScopeKind
from shared.domain.writing.correction import Correction
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.curation.promote_memory import promote_memory
from shared.usecases.reading.read_memories import get_memory, revealed
from shared.usecases.recall.filter import RecallQuery
from shared.usecases.recall.recall import recall
from tests.builders import ANN, World, a_caller

SECRET = "the deploy token is ghp_" + "Ab1" * 12
KEEPER = a_caller("ann", "sensitive-writer")


def test_without_the_override_a_secret_is_refused_by_kind_and_place(world: World) -> None:
    with pytest.raises(Sensitive) as refusal:
        world.write(SECRET)
    assert "ghp_" not in repr(refusal.value.extra)
    assert [r.attributes.get("action") for r in world.records()] == ["blocked", None]
    assert "ghp_" not in repr(world.records())


def test_the_override_needs_its_role(world: World) -> None:
    with pytest.raises(ForbiddenRole):
        world.write(SECRET, allow_sensitive=True)


def test_a_sealed_memory_is_nowhere_stored_in_the_clear(world: World) -> None:
    memory = world.wrote(SECRET, KEEPER, allow_sensitive=True)
    world.index()
    assert memory.content == ""
    assert "sealed" in memory.flags
    assert world.holds("ghp_") == []
    assert world.indexed() == []
    answer = recall(world.services, KEEPER, RecallQuery("what is the deploy token?", min_relevance=0.0))
    assert answer.hits == ()


def test_only_the_role_sees_sealed_content(world: World) -> None:
    memory = world.wrote(SECRET, KEEPER, allow_sensitive=True)
    stored = get_memory(world.services, a_caller(), None, memory.memory_id)
    assert revealed(world.services, a_caller(), stored).content == ""
    assert revealed(world.services, KEEPER, stored).content == SECRET


def test_a_secret_outside_the_content_is_refused_in_spite_of_the_override(world: World) -> None:
    with pytest.raises(Sensitive):
        world.write("harmless", KEEPER, allow_sensitive=True, metadata={"note": SECRET})


def test_without_a_secret_the_override_changes_nothing(world: World) -> None:
    memory = world.wrote("Prefers tea", KEEPER, allow_sensitive=True)
    assert (memory.content, memory.sealed) == ("Prefers tea", None)


def test_two_equal_secrets_are_not_recognised_as_equal(world: World) -> None:
    one, two = (world.wrote(SECRET + str(n), KEEPER, allow_sensitive=True) for n in range(2))
    assert one.memory_id != two.memory_id


def test_a_sealed_memory_stays_with_its_owner(world: World) -> None:
    task = ANN.child(ScopeKind.TASK, "t1")
    memory = world.wrote(SECRET, KEEPER, allow_sensitive=True, scope=task)
    with pytest.raises(Malformed):
        promote_memory(world.services, KEEPER, task, memory.memory_id, ANN)


def test_a_correction_with_harmless_words_opens_the_memory_for_all(world: World) -> None:
    memory = world.wrote(SECRET, KEEPER, allow_sensitive=True)
    fixed = correct_memory(
        world.services, KEEPER, None, memory.memory_id, Correction("The deploy token lies in the vault")
    ).memory
    assert fixed is not None
    assert (fixed.content, fixed.sealed) == ("The deploy token lies in the vault", None)


def test_a_seal_opens_for_its_owner_only(world: World) -> None:
    sealed = world.services.cipher.seal("x", "/org/acme/user/ann")
    with pytest.raises(Unavailable):
        world.services.cipher.open(sealed, "/org/acme/user/bob")


@pytest.mark.parametrize("content", ["", "...", "\u200b"])
def test_empty_text_is_refused_with_the_override_too(world: World, content: str) -> None:
    with pytest.raises(NotWorthRemembering):
        world.write(content, KEEPER, allow_sensitive=True)
