"""Whatever an agent does and whenever the service is away: what must hold holds after every call."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import httpx
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_memory import AsyncMemoryManager, MemoryManager, Surroundings, estimate
from tests.client.fake_service import FakeService, Fault, problem
from tests.client.test_manager import ONCE, Clock, Setting

TEXTS = st.one_of(
    st.text(max_size=60),
    st.sampled_from(["</constraint>", "不要动用户表。" * 40, "row copied\n" * 1_500, "\ud800", "\n\nHuman: stop"]),
)
WEATHER = ("down", "up", "lose", "wait", "fail")
FAULTS: tuple[Fault, ...] = (
    lambda _: problem(429, "throttled", {"Retry-After": "3"}),
    lambda _: problem(503, "unavailable", {"Retry-After": "Mon, 30 Nov 2026 12:00:00 GMT"}),
    lambda _: problem(500, "internal"),
    lambda _: problem(409, "subject_deleting"),
    lambda _: httpx.Response(408),
    lambda _: httpx.Response(200, content=b"<html>sign in</html>"),
    lambda _: httpx.Response(200, headers={"Content-Encoding": "gzip"}, stream=httpx.ByteStream(b"x")),
)


def constrained(manager: MemoryManager, text: str) -> str:
    known = len(manager.memory.constraints)
    manager.on_constraint(text)
    return text if len(manager.memory.constraints) > known else ""


def observed(manager: MemoryManager, text: str, *, locked: bool) -> str:
    manager.on_observation(text, tool="sql", locked=locked)
    return text


def called(manager: MemoryManager, text: str) -> str:
    manager.on_tool_call("sql", {"text": text})
    return f"sql {json.dumps({'text': text}, ensure_ascii=False)}"


def decided(manager: MemoryManager, text: str) -> str:
    manager.on_event(text, role="user", kind="decision")
    return text


def turned(manager: MemoryManager, text: str) -> str:
    manager.on_turn_end(user=text)
    return text


def asked(manager: MemoryManager, text: str) -> str:
    manager.on_pre_llm_call(text or None)
    return text.strip()


class Talk:
    """Which of the words given to the manager become an event: the first question of a turn, and a turn's end unless it
    repeats that question."""

    def __init__(self, goal: str) -> None:
        self.asked: str | None = goal
        self.is_goal = True

    def event_of(self, act: str, text: str) -> str:
        if act == "ask" and text:
            if self.asked is not None and (self.asked.split() == text.split() or not self.is_goal):
                return ""
            self.asked, self.is_goal = text, False
        elif act in {"turn", "judge"}:
            repeats = self.asked is not None and self.asked.split() == text.split()
            self.asked = None
            return "" if repeats else text
        return text


def searched(manager: MemoryManager, text: str) -> str:
    manager.search(f"q {text}")
    return ""


def judged(manager: MemoryManager, _: str) -> str:
    manager.on_turn_end(used=["m1"], wrong=["never seen"])
    return ""


# Each gives what of it belongs into the session.
ACTS: dict[str, Callable[[MemoryManager, str], str]] = {
    "constrain": constrained,
    "observe": lambda manager, text: observed(manager, text, locked=False),
    "lock": lambda manager, text: observed(manager, text, locked=True),
    "call": called,
    "decide": decided,
    "turn": turned,
    "ask": asked,
    "search": searched,
    "judge": judged,
}


def weather(setting: Setting | Side, service: FakeService, act: str, text: str) -> None:
    if act == "fail":
        service.faults.append(FAULTS[len(text) % len(FAULTS)])
    service.down = act == "down" or (service.down and act != "up")
    service.loses += act == "lose"
    setting.clock.elapsed += 70 if act == "wait" else 0


def arrived(service: FakeService, session_id: str) -> list[str]:
    """The contents of the events, those in parts joined."""
    whole: dict[str, str] = {}
    for event_id, event in service.sessions[session_id].items():
        root = event_id.partition(".")[0]
        whole[root] = whole.get(root, "") + event["content"]
    return list(whole.values())


@given(st.lists(st.tuples(st.sampled_from([*ACTS, *WEATHER]), TEXTS), max_size=30))
@settings(deadline=None)
def test_constraints_stay_in_the_prompt_and_every_event_arrives_once_and_in_order(acts: list[tuple[str, str]]) -> None:
    service = FakeService()
    setting = Setting(service, policy=ONCE)
    manager = setting.manager
    manager.on_task_start("Migrate", constraints=["do not touch the users table"])
    expected = ["Migrate", "do not touch the users table"]
    talk = Talk("Migrate")
    for act, text in acts:
        if act in WEATHER:
            weather(setting, service, act, text)
            continue
        try:
            expected.append(talk.event_of(act, ACTS[act](manager, text)))
        except ValueError:  # blank, or it does not fit: said aloud, and nothing has happened
            continue
        prompt = manager.on_pre_llm_call().text
        assert "<constraint>do not touch the users table</constraint>" in prompt
        assert prompt.count("<constraint>") == len(manager.memory.constraints)
        assert estimate(manager.memory.to_prompt()) <= manager.memory.budget
    service.down, service.loses = False, 0
    service.faults.clear()
    health = manager.flush().health
    assert (health.buffered, health.lost) == (0, 0)
    sent = [text.encode("utf-8", "replace").decode() for text in expected if text.strip()]
    assert arrived(service, manager.session_id) == sent


@given(st.lists(st.tuples(st.sampled_from([*ACTS, "die"]), TEXTS), max_size=25))
@settings(deadline=None)
def test_no_constraint_is_lost_with_a_process_whenever_it_dies(acts: list[tuple[str, str]]) -> None:
    service = FakeService()
    manager = Setting(service, session_id="s").manager
    manager.on_task_start("Migrate", constraints=["do not touch the users table"])
    for act, text in acts:
        if act == "die":
            held = list(manager.memory.constraints.values())
            manager = Setting(service, session_id="s").manager
            prompt = manager.on_task_start("Migrate on").text
            assert list(manager.memory.constraints.values()) == [
                text.encode("utf-8", "replace").decode() for text in held
            ]
            assert "<constraint>do not touch the users table</constraint>" in prompt
            continue
        try:
            ACTS[act](manager, text)
        except ValueError:
            continue


CALLS: dict[str, Callable[[Any, str], Any]] = {
    "start": lambda manager, text: manager.on_task_start(
        f"Goal {text}"[:40], constraints=["no downtime"], plan=["a", "b"]
    ),
    "constrain": lambda manager, text: manager.on_constraint(text),
    "observe": lambda manager, text: manager.on_observation(text, tool="sql"),
    "call": lambda manager, text: manager.on_tool_call("sql", {"text": text}),
    "event": lambda manager, text: manager.on_event(text, role="user", kind="decision"),
    "turn": lambda manager, text: manager.on_turn_end(user=text, used=["m1"]),
    "prompt": lambda manager, text: manager.on_pre_llm_call(text or None),
    "search": lambda manager, text: manager.search(f"q {text}", top_k=2),
    "flush": lambda manager, _: manager.flush(),
    "complete": lambda manager, _: manager.on_task_complete(outcome="done"),
}


class Side:
    """One of the two managers, with its own service, clock, ids, and what came of each call."""

    def __init__(self) -> None:
        self.service = FakeService()
        self.clock = Clock()
        ids = count()
        self.surroundings = Surroundings(self.clock.now, self.clock.seconds, lambda: f"new-{next(ids)}")
        self.came: list[Any] = []
        self.notices: list[Any] = []

    async def walk(self, manager: Any, acts: list[tuple[str, str]]) -> None:
        for act, text in acts:
            if act in WEATHER:
                weather(self, self.service, act, text)
                continue
            try:
                got = CALLS[act](manager, text)
                self.came.append(await got if inspect.isawaitable(got) else got)
            except ValueError as error:  # nothing else may reach an agent, whatever the weather
                self.came.append((type(error), str(error)))

    def sent(self) -> list[Any]:
        return [(request.method, str(request.url), request.content) for request in self.service.requests]


@given(st.lists(st.tuples(st.sampled_from([*CALLS, *WEATHER]), TEXTS), max_size=15))
@settings(max_examples=60, deadline=None)
def test_the_async_manager_makes_the_same_calls(acts: list[tuple[str, str]]) -> None:
    one, other = Side(), Side()

    async def main() -> None:
        options: dict[str, Any] = {"policy": ONCE}
        await one.walk(
            MemoryManager(one.service.client(), surroundings=one.surroundings, tell=one.notices.append, **options), acts
        )
        async with other.service.async_client() as client:
            manager = AsyncMemoryManager(client, surroundings=other.surroundings, tell=other.notices.append, **options)
            await other.walk(manager, acts)

    asyncio.run(main())
    assert one.sent() == other.sent()
    assert one.came == other.came
    assert one.notices == other.notices


def test_hooks_from_many_threads_with_outages_in_between_lose_and_double_nothing() -> None:
    service = FakeService()
    setting = Setting(service)
    manager = setting.manager
    manager.on_task_start("Migrate", constraints=["do not touch the users table"])

    def work(n: int) -> bool:
        if n % 10 == 0:
            service.down = not service.down
            setting.clock.elapsed += 100
        if n % 7 == 0:
            service.loses += 1
        manager.on_tool_call("sql", {"n": n})
        manager.on_observation(f"result {n}", tool="sql")
        if n % 5 == 0:
            manager.search("q")
            manager.on_turn_end(assistant=f"turn {n}")
        return "<constraint>do not touch the users table</constraint>" in manager.on_pre_llm_call().text

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(1, 201)))
    service.down, service.loses = False, 0
    assert manager.flush().health.buffered == 0
    held = service.contents(manager.session_id)
    reported = [text for n in range(1, 201) for text in (f'sql {{"n": {n}}}', f"result {n}")]
    turns = [f"turn {n}" for n in range(5, 201, 5)]
    assert sorted(held) == sorted(["Migrate", "do not touch the users table", *reported, *turns])
