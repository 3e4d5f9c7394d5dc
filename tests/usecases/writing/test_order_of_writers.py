"""Of two writers of one key the store says who came first, whatever their clocks do; and the audit never raises a false
alarm about it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from shared.domain.access.caller import Role
from shared.domain.audit.chain import AuditAction
from shared.domain.errors import DeletedBefore
from shared.domain.memories.evidence import Source
from shared.domain.memories.memory import Memory, MemoryType, Status
from shared.domain.writing.correction import Correction
from shared.domain.writing.decisions import Outcome
from shared.records import keys
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.curation.correct_memory import correct_memory
from shared.usecases.hygiene.scheduled_pass import run_pass
from shared.usecases.reading.read_memories import memory_history
from shared.usecases.writing.write_memory import write_memory
from tests.builders import ACME, NOW, World, a_caller, a_command, days
from tests.usecases.curation.reviewing import stored
from tests.usecases.deletion.deletions import ask, of_memories
from tests.usecases.writing.test_races import ahead_of_a_commit
from tests.usecases.writing.test_writing_memories import pointers_agree

AUDITOR = a_caller("aud", Role.AUDITOR, bound=ACME)
BERLIN, DELHI = "Home is Berlin", "Home is Delhi"
FEW_MS = timedelta(milliseconds=5)


def beaten_by(world: World, skew: timedelta) -> World:
    """The world in which somebody with a clock that far ahead writes Berlin right before the next commit."""

    def faster() -> None:
        world.clock.advance(skew)
        write_memory(world.services, a_caller(), a_command(BERLIN, key="home", type=MemoryType.TASK))
        world.clock.advance(FEW_MS - skew)

    return ahead_of_a_commit(world, faster)


def the_audit_holds(world: World) -> None:
    pointers_agree(world)
    assert verify_audit(world.services, AUDITOR, None).first_break is None


def history(world: World, memory: Memory) -> list[tuple[int, str, Status]]:
    page = memory_history(world.services, a_caller(), None, memory.memory_id, limit=10, after=None)
    return [(version.version, version.content, version.status) for version in page.items]


@pytest.mark.parametrize("skew", [FEW_MS, timedelta(seconds=2), timedelta(seconds=-2)], ids=str)
def test_the_writer_who_commits_later_is_later(world: World, skew: timedelta) -> None:
    command = a_command(DELHI, key="home", type=MemoryType.TASK)
    slow = write_memory(beaten_by(world, skew).services, a_caller(), command)
    assert slow.memory is not None
    assert (slow.outcome, slow.memory.content, slow.memory.version) == (Outcome.UPDATED, DELHI, 2)
    assert (slow.memory.valid_to, slow.memory.schedule.upcoming) == (None, ())
    expected = [(1, BERLIN, Status.SUPERSEDED), (2, DELHI, Status.ACTIVE)]
    assert sorted(history(world, slow.memory)) == expected
    world.index()
    for passed in (0.1, 1, 20):
        world.clock.advance(days(passed))
        run_pass(world.services)
        assert stored(world, slow.memory).content == DELHI
        assert sorted(history(world, slow.memory)) == expected
        the_audit_holds(world)
    last = world.write("Home is Lima", key="home", type=MemoryType.TASK)
    assert last.memory is not None
    assert (last.outcome, last.memory.version) == (Outcome.UPDATED, 3)
    the_audit_holds(world)


def test_a_correction_by_a_host_whose_clock_is_behind_does_not_come_before_what_it_corrects(world: World) -> None:
    memory = world.wrote(BERLIN, key="home", type=MemoryType.TASK)
    world.clock.advance(-timedelta(seconds=2))
    correct_memory(world.services, a_caller(), None, memory.memory_id, Correction(content=DELHI))
    world.clock.advance(timedelta(milliseconds=900))
    last = world.wrote("Home is Lima", key="home", type=MemoryType.TASK)
    assert (last.valid_to, last.schedule.upcoming) == (None, ())
    world.clock.advance(timedelta(seconds=5))
    assert stored(world, memory).at(world.clock.now()).content == last.content
    the_audit_holds(world)


def test_a_time_given_by_the_caller_is_kept(world: World) -> None:
    """Late evidence never becomes current, however late it is committed."""
    command = a_command(DELHI, key="home", type=MemoryType.TASK, observed_at=NOW - days(1))
    slow = write_memory(beaten_by(world, FEW_MS).services, a_caller(), command)
    assert slow.outcome is Outcome.KEPT_EXISTING
    assert slow.memory is not None
    assert slow.memory.content == BERLIN
    the_audit_holds(world)


def test_a_lost_race_does_not_make_evidence_newer_than_a_deletion(world: World) -> None:
    """It came in before the deletion was accepted, and is tried again after it."""
    memory = world.wrote(DELHI, type=MemoryType.TASK)

    def removed() -> None:
        world.clock.advance()
        ask(world, selector=of_memories(memory.memory_id))
        world.drain()

    with pytest.raises(DeletedBefore):
        write_memory(ahead_of_a_commit(world, removed).services, a_caller(), a_command(DELHI, type=MemoryType.TASK))


def test_the_day_of_a_scheduled_version_is_audited(world: World) -> None:
    """Also where the last word was about another version."""
    day = NOW + days(10)
    first = world.wrote(BERLIN, key="home", type=MemoryType.TASK, valid_from=day)
    world.write(DELHI, key="home", type=MemoryType.TASK)
    assert stored(world, first).content == DELHI
    world.index()
    the_audit_holds(world)
    world.clock.at = day + days(1)
    the_audit_holds(world)
    for _ in range(2):
        run_pass(world.services)
        world.clock.advance(days(5))
        assert stored(world, first).content == BERLIN
        the_audit_holds(world)
    actions = [record.attributes["action"] for record in world.records(prefix=keys.audit_prefix(first.memory_id))]
    assert actions.count(AuditAction.BEGAN) == 1


def test_a_repetition_with_a_slow_clock_does_not_take_a_key_back(world: World) -> None:
    """It knows the key's pointer from the copy under the text, and that copy still says that it holds the key."""
    old = world.wrote(DELHI, key="home", type=MemoryType.TASK)
    world.clock.at = NOW + days(91)  # the day after it expired
    new = world.wrote(BERLIN, key="home", type=MemoryType.TASK)
    assert new.memory_id != old.memory_id
    world.clock.at = NOW + days(80)
    world.write(DELHI, type=MemoryType.TASK, source=Source.AGENT_INFERRED, confidence=0.9)
    world.clock.at = NOW + days(92)
    facts = [m for m in (stored(world, old), stored(world, new)) if m.status is Status.ACTIVE]
    assert [(m.content, m.key) for m in facts] == [(BERLIN, "home")]
    the_audit_holds(world)
