"""One simulation from its plan to its violations."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from functions.events.gc import handler as scheduled_pass
from shared.adapters.testing.in_memory import InMemoryRecords
from shared.ports import RecordStore
from shared.runtime import bootstrap
from tests.simulation.actors import curating, deleting, following, holding, reading, talking, tasking, upkeep, writing
from tests.simulation.actors.client import Client
from tests.simulation.actors.resending import bring_back
from tests.simulation.duties import DutiesWatch
from tests.simulation.engine.history import History
from tests.simulation.engine.injections import Crash, Injection, Injections, Place
from tests.simulation.engine.world import World, a_search, quiet, seeded_revisions
from tests.simulation.invariants.commits import CommitWatch
from tests.simulation.invariants.deletions import check_deletions, end_deletions
from tests.simulation.invariants.replays import check_replay
from tests.simulation.invariants.rest import check_rest
from tests.simulation.model import Model, Violation
from tests.simulation.plan import SELECTORS, Act, Part, Plan
from tests.simulation.setting import set_up

_Action = Callable[[Client, random.Random, str], None]


def _deletes(kind: str) -> _Action:
    return lambda client, rolls, token: deleting.delete(client, rolls, token, kind)


_ACTS: Mapping[str, _Action] = {
    **{
        act.__name__: act
        for act in (
            writing.write, writing.write_key, writing.write_labelled, writing.write_old, writing.write_again,
            writing.write_batch, writing.write_key_on_event, writing.write_new_key, writing.write_shared,
            writing.write_citing, reading.read_all,
            reading.read_others, curating.correct, curating.promote, curating.review, curating.export,
            curating.import_old, curating.send_late, curating.feedback, talking.append, talking.append_again,
            talking.append_correcting, talking.complete, talking.put_state, talking.summarise, reading.read,
            upkeep.maintain, upkeep.plan_and_apply, deleting.verify, holding.place_hold, holding.release_hold,
            tasking.append_to_task, tasking.write_in_task, tasking.complete_task, following.follow,
            following.follow_elsewhere, talking.export_sessions, talking.import_sessions,
        )
    },
    **{f"delete {kind}": _deletes(kind) for kind in (*SELECTORS, "task")},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Result:
    plan: Plan
    violations: tuple[Violation, ...]
    history: History
    met: Mapping[Place, Injection]
    steps: int

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(v.kind for v in self.violations)


def simulate(plan: Plan, store: RecordStore | None = None) -> Result:
    """Plays the plan. The same plan has the same result, step by step."""
    model = Model()
    with ExitStack() as stack:
        log = stack.enter_context(quiet())
        search = stack.enter_context(a_search())
        stack.enter_context(seeded_revisions(plan.seed))
        injections = Injections(plan.seed, plan.rate, plan.listed)
        world = World(
            plan.seed, plan.style, injections, search, store or InMemoryRecords(), lag=plan.lag, skews=plan.skews,
            feed=plan.duties.feed, limit=plan.duties.limit,
        )  # fmt: skip
        stack.callback(bootstrap.install, None)
        watch = CommitWatch(world, model)
        duties = DutiesWatch(world, model, plan)
        watch.over_limit = duties.evictions.evicted
        world.watchers += [duties, watch]
        set_up(world, model, task=plan.duties.task, limited=plan.duties.limit is not None)
        for part in plan.parts:
            world.scheduler.spawn(part.name, _body(world, model, plan, part))
        for name in plan.workers:
            world.scheduler.spawn(name, world.worker(_delivery(world, name)), background=True)
        world.scheduler.run()
        for name, error in world.scheduler.failures:
            model.violated("an actor failed", f"{name}: {type(error).__name__}: {error}", world.scheduler.steps)
        passed = duties.before_rest()
        if passed:
            end_deletions(world, model)
            check_deletions(world, model, watch)
        else:
            _come_to_rest(world, model, plan, watch, log.getvalue)
        duties.check_rest(passed=passed)
    return Result(plan, tuple(model.violations), world.history, dict(injections.met), world.scheduler.steps)


def _body(world: World, model: Model, plan: Plan, part: Part) -> Callable[[], None]:
    def act_all() -> None:
        client = Client(world, model, part.user)
        for act in part.acts:
            if act.pause:
                world.scheduler.sleep(act.pause)
            world.history.add(world.scheduler.steps, part.name, "begins", act.kind)
            _act(client, plan, act)

    return act_all


def _act(client: Client, plan: Plan, act: Act) -> None:
    _ACTS[act.kind](client, random.Random(f"act {plan.seed} {act.number}"), act.token)


def _delivery(world: World, name: str) -> Callable[[], None]:
    deliver = {
        "stream": world.deliveries.deliver_stream,
        "work": world.deliveries.deliver_work,
        "retrieved": world.deliveries.deliver_retrieved,
        "feed": world.deliveries.deliver_feed,
    }[name.partition("-")[0]]
    rolls = random.Random(f"deliveries {world.seed} {name}")
    return lambda: deliver(rolls)


def _come_to_rest(world: World, model: Model, plan: Plan, watch: CommitWatch, log: Callable[[], str]) -> None:
    world.settle()
    end_deletions(world, model)
    _send_again(world, model)
    world.settle()
    for user in sorted({d.user for d in model.deletions if d.acked is not None}):
        bring_back(Client(world, model, user), random.Random(f"bring back {plan.seed} {user}"))
    world.settle()
    check_deletions(world, model, watch)
    for user in ("ann", "boss", "eve"):
        reader = Client(world, model, user)
        for route in reading._ROUTES:
            route(reader, random.Random(f"rest {user}"))
    world.settle()
    check_rest(world, model, watch, log())
    if plan.days and not plan.duties.feed:
        world.clock.move(timedelta(days=plan.days))
        with world.acting_as("upkeep-days-later"):
            scheduled_pass({}, None)
        world.settle()
        check_rest(world, model, watch, log())


def _send_again(world: World, model: Model) -> None:
    """Every answered request once more, within the lifetime of its key."""
    for first in list(world.later):
        client: Any = first[0]
        try:
            again = client.ask(first[1], first[2], first[3], key=first[4])
        except Crash:
            continue
        check_replay(model, first, again, world.scheduler.steps)
