"""Sends the probes as each caller and looks for what must not be there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

from shared.domain.access.caller import Caller, Role
from shared.domain.scopes import Scope
from shared.records.store.record import Key, Record
from tests.builders import World, a_caller
from tests.hostile.gate import Answer, Gate
from tests.hostile.probes import Probe, probes
from tests.hostile.victims import SCOPES, UUID, Victim, victims

_ROLES = sorted(set(Role) - {Role.SPECIALIST, Role.ORG_WRITER, Role.ADMIN})
# `nobody` is whom nobody's scopes name: acting for a user says nothing about whether there is one.
_ACTED_FOR = frozenset({"ann", "ben", "gus", "nobody"})
_A_MOMENT = timedelta(milliseconds=10)  # all probes fit into the hour that a completed session lasts
_GLOBAL = Scope.parse("/global").path
_TASK = Scope.parse("/org/acme/user/ben/task/t2")
# What an answer holds that is made anew each time.
_NEW = re.compile(
    rf'{UUID.pattern}|\d{{4}}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{{16,}}|"next(?:_cursor)?":"[^"]*"|x-next-cursor: \S+'
)


@dataclass(frozen=True, slots=True)
class Attacker:
    """`open`: the words of those whose things this caller may see."""

    caller: Caller
    open: frozenset[str]


# By the word of their own things.
ATTACKERS: dict[str, Attacker] = {
    "ownbob": Attacker(a_caller("bob"), frozenset({"quaxacme"})),
    "ownivy": Attacker(
        a_caller("ivy", *Role, org="initech", bound=Scope.org("initech"), act_as=_ACTED_FOR),
        frozenset(),
    ),
    "owntask": Attacker(a_caller("ben", *_ROLES, bound=_TASK), frozenset({"quaxben", "quaxacme"})),
    "owneve": Attacker(
        a_caller("eve", purposes=frozenset({"support"}), agent_id="helper"), frozenset({"quaxacme"})
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Leak:
    who: str
    probe: Probe
    what: str

    def __str__(self) -> str:
        sent = json.dumps(self.probe.body, ensure_ascii=False)[:300]
        return f"{self.who}: {self.probe.name}: {self.what}\n  {self.probe.method} {self.probe.target} {sent}"


class Probing:
    """A world with its victims and attackers; what was sent is counted in `sent`."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.gate = Gate(world)
        self.sent = 0
        self._kept: dict[str, set[str]] = {who: set() for who in ATTACKERS}  # what a caller sent that may lie there now
        self._published = False  # whether the last request put something there
        self._public: set[str] = set()  # what one of them, an administrator, put where every caller may read
        everyone = victims(self.gate, {**SCOPES, **{word: a.caller.bound for word, a in ATTACKERS.items()}})
        self.victims = [victim for victim in everyone if victim.word in SCOPES]
        self.mine = {victim.word: victim for victim in everyone if victim.word in ATTACKERS}

    def leaks(
        self, of: Callable[[Probe], bool] = lambda probe: True, *, restoring: bool = True
    ) -> list[Leak]:  # fmt: skip
        """What the probes found. `restoring`: each request finds the same stores; else what one does stays there."""
        found: list[Leak] = []
        for who in ATTACKERS:
            for probe in self._probes(who):
                if of(probe):
                    found += self._sent(who, probe, restoring)
        return found

    def _probes(self, who: str) -> Iterator[Probe]:
        for victim in self._foreign(who):
            yield from probes(victim, self.mine[who])

    def _foreign(self, who: str) -> list[Victim]:
        return [victim for victim in self.victims if victim.word not in ATTACKERS[who].open]

    def _sent(self, who: str, probe: Probe, restoring: bool) -> list[Leak]:
        answer, changed = self._answer(who, probe, restoring)
        if not restoring:
            self._kept[who].update(sent_texts(probe))
            if self._published:
                self._public.update(sent_texts(probe))
        found = [*self._shown(who, probe, answer), *changed]
        if answer.status >= 500:
            found.append(f"answered {answer.status}")
        if probe.other is not None and restoring:
            other, _ = self._answer(who, probe.other, restoring)
            if not _taken(answer) and _form(probe, answer) != _form(probe.other, other):
                found.append(f"{_form(probe, answer)}\n  is not what nobody's id gets: {_form(probe.other, other)}")
        return [Leak(who, probe, what) for what in found]

    def _answer(self, who: str, probe: Probe, restoring: bool) -> tuple[Answer, list[str]]:
        """The answer, and what of a victim's has changed by it."""
        self.sent += 1
        world = self.world
        store, clock, begun = world.store, world.clock.at, (list(world.deletions.waiting), len(world.deletions.started))
        before, order, due = dict(store._records), {k: list(v) for k, v in store._sorted.items()}, set(store._due)
        world.clock.advance(_A_MOMENT)
        answer = self.gate(ATTACKERS[who].caller, probe.method, probe.target, probe.body, probe.headers)
        changed = list(self._changed(who, before, store._records))
        self._published = any(
            key.pk == _GLOBAL and before.get(key) is not record for key, record in store._records.items()
        )
        if restoring:
            store._records, store._due = before, due
            store._sorted.clear()
            store._sorted.update(order)
            world.clock.at, world.deletions.waiting = clock, begun[0]
            del world.deletions.started[begun[1] :]
        return answer, changed

    def _changed(self, who: str, before: Mapping[Key, Record], after: Mapping[Key, Record]) -> Iterator[str]:
        """What was put into a victim's partition, and what of a victim's was put or removed anywhere."""
        own = ATTACKERS[who].caller.bound.owner.path
        foreign = self._foreign(who)
        theirs = {victim.caller.bound.owner.path for victim in foreign} - {own}
        for key in before.keys() | after.keys():
            if before.get(key) is after.get(key):
                continue
            old = "" if self._kept[who] else repr(before.get(key))
            if key.pk in theirs or any(victim.word in old for victim in foreign):
                yield f"changed {key}"

    def _shown(self, who: str, probe: Probe, answer: Answer) -> Iterator[str]:
        sent = sorted({*sent_texts(probe), *self._kept[who], *self._public}, key=len, reverse=True)
        text = _without(sent, f"{answer.headers}\n{answer.text}")
        for victim in self._foreign(who):
            for canary in (victim.word, victim.scope, *victim.uuids - self._open_ids(who)):
                if canary in text:
                    yield f"shows {canary} of {victim.word}"
        purposes = ATTACKERS[who].caller.purposes
        if purposes is not None:
            for word in ATTACKERS[who].open:
                if f"{word} budget" in text or f"{word}-purpose" in text:
                    yield f"shows what of {word} is for another purpose"

    def _open_ids(self, who: str) -> set[str]:
        return {id for victim in self.victims if victim.word in ATTACKERS[who].open for id in victim.uuids}


def _taken(answer: Answer) -> bool:
    """Ids of sessions and of deletions are unique for their owner, and a task of the same user gets that answer."""
    return answer.status == 409 and answer.json["code"] in ("session_exists", "request_id_taken")


def sent_texts(probe: Probe) -> list[str]:
    """The texts of a request that an answer may repeat, longest first, as they are and as they were encoded; a long one
    may be cut, so that only an id in it is repeated."""
    path, _, query = probe.target.partition("?")
    texts = [*path.split("/"), *(value for _, value in parse_qsl(query)), *probe.headers.values(), *_leaves(probe.body)]
    more = [form for text in texts for form in (text, unquote(text), unquote(unquote(text)), quote(text, safe=""))]
    named = {text for text in more if "quax" in text or UUID.search(text) or "vuax" in text or text.startswith("/")}
    paths = (text.split("/") for text in named if text.startswith("/"))
    segments = {f"{kind}/{id}" for path in paths for kind, id in zip(path[1::2], path[2::2], strict=False) if id}
    ids = {id for text in named for id in UUID.findall(text)}
    return sorted(named | segments | ids, key=len, reverse=True)


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)


def _without(texts: list[str], answer: str) -> str:
    for text in texts:
        answer = answer.replace(text, "(sent)").replace(json.dumps(text)[1:-1], "(sent)")
    return answer


def _form(probe: Probe, answer: Answer) -> str:
    """The answer without what is new in each and without what was sent."""
    return _NEW.sub("(new)", _without(sent_texts(probe), f"{answer.status}\n{answer.headers}\n{answer.text}"))
