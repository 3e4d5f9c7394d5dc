"""What a plan of duties watches and checks beside the rest."""

from __future__ import annotations

from datetime import timedelta

from functions.events.gc import handler as scheduled_pass
from shared.records.store.record import Change
from tests.simulation.actors.client import Client
from tests.simulation.actors.following import read_all, read_on
from tests.simulation.actors.holding import release_all
from tests.simulation.engine.world import World
from tests.simulation.invariants.counts import EvictionWatch, check_counts
from tests.simulation.invariants.feed import FeedWatch
from tests.simulation.invariants.held import HoldWatch
from tests.simulation.invariants.tasks import check_task
from tests.simulation.model import Model
from tests.simulation.plan import Plan

_A_DAY = timedelta(days=1)
_READERS = ("ann", "bob", "boss", "eve")


class DutiesWatch:
    """Nothing, for a plan without duties."""

    def __init__(self, world: World, model: Model, plan: Plan) -> None:
        self._world = world
        self._model = model
        self._plan = plan
        self._holds = HoldWatch(world, model)
        self._feed = world.feed_watch = FeedWatch(world, model)
        self.evictions = EvictionWatch(world, model)
        self._watchers = (self._holds, self._feed, self.evictions)

    def __call__(self, change: Change, actor: str) -> None:
        if self._plan.duties.feed:
            for watch in self._watchers:
                watch(change, actor)

    def before_rest(self) -> bool:
        """Days pass under the holds that stand, with maintenance on each and the store's time to live behind it. Then
        they are released, and what they kept goes on. Returns whether time has passed."""
        if not self._plan.duties.feed:
            return False
        self._world.settle()
        passes = bool(self._holds.standing and self._plan.days)
        if passes:
            for _ in range(self._plan.days):
                self._world.clock.move(_A_DAY)
                with self._world.acting_as("upkeep-each-day"):
                    scheduled_pass({}, None)
                self._holds.check_expired(self._world.let_expire())
                self._world.settle()
        release_all(Client(self._world, self._model, "boss"))
        self._world.settle()
        return passes

    def check_rest(self, *, passed: bool) -> None:
        """`passed`: so much time that sessions and entries of the feed have ended."""
        if not self._plan.duties.feed:
            return
        check_counts(self._world, self._model)
        if self._plan.duties.task:
            check_task(self._world, self._model, self._world.records())
        for user in () if passed else _READERS:
            client = Client(self._world, self._model, user)
            with self._world.acting_as(f"reader-of-{user}"):
                read_on(client)
            anew = read_all(client)
            for reader in [one for one in self._feed.readers if one[0] == client.owner]:
                with self._world.acting_as(reader[1]):
                    read_on(client)
                self._feed.check_rest(reader, anew)
