"""Plans of what a deployment has promised beside the rest: legal holds, tasks that are completed, the feed of changes,
and limits of owners."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from tests.simulation.engine.scheduler import Style
from tests.simulation.plan import ROLES, SELECTORS, Cast, Duties, Plan, Scene, plan_of

_ACTS = ("write", "write_key", "write_labelled", "write_citing", "correct", "append", "append_correcting")
_LIMIT = 10


def plan_of_duties(seed: int) -> Plan:
    rolls = random.Random(f"duties {seed}")
    cast = Cast(rolls)
    scene, duties = rolls.choice(_SCENES)
    scene(cast)
    if rolls.random() < 0.5:
        cast.script("reader", "ann", *["follow"] * 3, pauses=(10, 40, 90))
    if rolls.random() < 0.3:
        cast.add(rolls.choice(sorted(ROLES)))
    return Plan(
        seed,
        rolls.choice(list(Style)),
        rolls.choice([0.0, 0.0, 0.01, 0.03]),
        lag=rolls.choice([0.0, 0.5]),
        skews=rolls.random() < 0.5,
        parts=tuple(cast.parts),
        workers=("stream", "work", "retrieved", "feed"),
        days=rolls.choice([0, 0, 0, 60, 130]),
        duties=replace(duties, feed=True),
    )


def _held(cast: Cast) -> None:
    """Deletions before, beside and after a hold, and its release."""
    cast.script("auditor", "boss", "place_hold", pauses=(1, 10, 40))
    for _ in range(cast.rolls.randint(1, 2)):
        cast.delete(pauses=(1, 10, 30, 60))
    if cast.rolls.random() < 0.5:
        cast.script("auditor", "boss", "release_hold", pauses=(40, 120, 200))
    if cast.rolls.random() < 0.3:
        cast.script("auditor", "boss", "place_hold", "release_hold", pauses=(20, 60, 120))
    cast.script("upkeep", "ann", "maintain", "plan_and_apply", pauses=(1, 30, 90))
    cast.script("writer", "ann", *cast.rolls.choices(_ACTS, k=3), pauses=(0, 20, 60))
    if cast.rolls.random() < 0.4:
        cast.script("completer", "ann", cast.rolls.choice(["complete", "complete_task"]), pauses=(20, 60))


def _held_and_full(cast: Cast) -> None:
    """An owner above the limit, whom a hold keeps from some moment on."""
    cast.script("auditor", "boss", "place_hold", pauses=(1, 30, 60))
    _full(cast)
    if cast.rolls.random() < 0.5:
        cast.script("auditor", "boss", "release_hold", pauses=(90, 200))


def _full(cast: Cast) -> None:
    """Writers go on beyond the limit, while maintenance makes room."""
    for _ in range(2):
        cast.script("writer", "ann", *cast.rolls.choices(["write", "write_labelled", "write_citing", "correct"], k=5))
    cast.script("upkeep", "ann", "maintain", "maintain", pauses=(30, 60, 120))
    if cast.rolls.random() < 0.5:
        cast.delete(pauses=(20, 60))
    if cast.rolls.random() < 0.3:
        cast.script("importer", "ann", "export", "import_old", pauses=(0, 60))


def _task(cast: Cast) -> None:
    """Several complete a task at once, while others are still at work in it."""
    for _ in range(cast.rolls.randint(1, 2)):
        cast.script("completer", "ann", "complete_task", "complete_task", pauses=(1, 10, 40))
    for _ in range(cast.rolls.randint(1, 2)):
        kinds = cast.rolls.choices(["append_to_task", "write_in_task"], k=3)
        cast.script("worker", "ann", *kinds, pauses=(0, 5, 30))
    if cast.rolls.random() < 0.6:
        cast.script("late", "ann", "write_in_task", "append_to_task", pauses=(120, 250, 400))
    if cast.rolls.random() < 0.3:
        cast.script("completer", "boss", "complete_task", pauses=(5, 30))
    if cast.rolls.random() < 0.3:
        cast.script("reviewer", "ann", "review", pauses=(20, 60))


def _task_deleted(cast: Cast) -> None:
    """Before, while and after it is completed."""
    _task(cast)
    cast.script("deleter", "ann", f"delete {cast.rolls.choice(_OF_TASKS)}", pauses=(1, 20, 60, 120))
    cast.script("reader", "ann", "read_all", "read_all", pauses=(40, 90))


def _task_held(cast: Cast) -> None:
    _task_deleted(cast)
    cast.script("auditor", "boss", "place_hold", pauses=(1, 20, 60))
    if cast.rolls.random() < 0.5:
        cast.script("auditor", "boss", "release_hold", pauses=(90, 200))


def _followed(cast: Cast) -> None:
    """Readers who keep their place, beside everything that changes a memory."""
    for user in ("ann", "boss"):
        cast.script("reader", user, *["follow"] * 4, pauses=(5, 20, 60))
    for _ in range(2):
        cast.script("writer", "ann", *cast.rolls.choices(_ACTS, k=3))
    cast.script("promoter", "ann", "promote")
    cast.script("other", cast.rolls.choice(["bob", "eve"]), "follow", "write", "follow_elsewhere", pauses=(10, 40))
    if cast.rolls.random() < 0.7:
        cast.delete((*SELECTORS, "subject"), pauses=(5, 30, 90))
    if cast.rolls.random() < 0.3:
        cast.script("upkeep", "ann", "maintain", pauses=(30, 90))


def _imported(cast: Cast) -> None:
    """An export of sessions comes back, before, while and after its sessions are deleted."""
    cast.script("importer", "ann", "export_sessions", "import_sessions", "import_sessions", pauses=(0, 40, 120))
    if cast.rolls.random() < 0.5:
        cast.script("importer", "ann", "export_sessions", "import_sessions", pauses=(20, 90, 200))
    cast.script("talker", "ann", *cast.rolls.choices(["append", "put_state", "summarise", "complete"], k=3))
    cast.delete(("session", "session", "event", "subject"), pauses=(5, 25, 60))


_OF_TASKS = ("task", "task", "task", "subject", "memory", "type")
_SCENES: tuple[tuple[Scene, Duties], ...] = (
    (_held, Duties(task=True)), (_held, Duties()),
    (_held_and_full, Duties(limit=_LIMIT)), (_full, Duties(limit=_LIMIT)),
    (_task, Duties(task=True)), (_task_deleted, Duties(task=True)), (_task_deleted, Duties(task=True)),
    (_task_held, Duties(task=True)), (_followed, Duties()), (_followed, Duties()),
    (_imported, Duties()),
)  # fmt: skip
PLANS: Mapping[str, Callable[[int], Plan]] = {"general": plan_of, "duties": plan_of_duties}
