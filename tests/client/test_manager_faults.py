"""Bad days of a manager: hooks out of order, sources and listeners that misbehave, answers that are none, patience."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from agent_memory import (
    AsyncMemoryManager,
    DoesNotFit,
    Malformed,
    MemoryClient,
    MemoryManager,
    Notice,
    Piece,
    Policy,
    Refused,
    Retries,
    WorkingMemory,
)
from agent_memory.manager.outbox import pieces
from agent_memory.working_memory.working_memory import Budgets
from tests.client.fake_service import URL, FakeService, problem
from tests.client.test_manager import ONCE, Setting

HOOKS: dict[str, Callable[[MemoryManager], Any]] = {
    "constraint": lambda manager: manager.on_constraint("no downtime"),
    "call": lambda manager: manager.on_tool_call("sql", {"a": 1}),
    "observation": lambda manager: manager.on_observation("done", tool="sql"),
    "event": lambda manager: manager.on_event("yes", role="user", kind="approval"),
    "turn": lambda manager: manager.on_turn_end(user="Well?", assistant="It is done."),
    "prompt": lambda manager: manager.on_pre_llm_call(),
    "risk": lambda manager: manager.on_pre_llm_call(risk="high"),
    "blank query": lambda manager: manager.on_pre_llm_call("  \n"),
    "search": lambda manager: manager.search("deployments"),
    "flush": lambda manager: manager.flush(),
    "complete": lambda manager: manager.on_task_complete(),
}


@pytest.fixture
def setting(service: FakeService) -> Setting:
    return Setting(service)


@pytest.mark.parametrize("hook", HOOKS)
def test_each_hook_may_be_the_first_and_be_called_again_and_again(
    service: FakeService, setting: Setting, hook: str
) -> None:
    for _ in range(11):  # two refreshes of what is pushed
        HOOKS[hook](setting.manager)
    assert setting.reported == []
    assert all(context["goal"].strip() for context in service.contexts)


def test_a_list_of_sources_is_no_source_and_refused_at_once(service: FakeService) -> None:
    with pytest.raises(TypeError, match="search"):
        Setting(service, external=[object()])


def test_before_there_is_a_task_the_prompt_does_not_mention_an_outage(setting: Setting) -> None:
    for prompt in (setting.manager.on_pre_llm_call(), setting.manager.on_pre_llm_call(risk="high")):
        assert (prompt.text, prompt.degraded) == ("", False)


def test_a_pull_without_an_answer_shows_the_pushed_context_and_says_that_it_is_old(
    service: FakeService, setting: Setting
) -> None:
    setting.manager.on_task_start("Ship it")
    service.faults.append(lambda _: problem(500, "internal"))
    prompt = setting.manager.on_pre_llm_call("Who owns it?")
    assert prompt.degraded
    assert "cannot be reached" in prompt.text
    assert "context 1" in prompt.text


def test_a_policy_may_request_no_new_context(service: FakeService) -> None:
    manager = Setting(service, policy=Policy(refresh_turns=0)).manager
    manager.on_task_start("Ship it")
    for _ in range(6):
        manager.on_turn_end(assistant="on")
    assert len(service.contexts) == 1


@pytest.mark.parametrize(
    "name", ["", " ", "\t\n", "sql\nquery", "mcp/db:query", "工具" * 100, "\ud800", "e\u0301" * 128]
)
def test_no_event_is_lost_for_the_name_of_its_tool(service: FakeService, setting: Setting, name: str) -> None:
    manager = setting.manager
    manager.on_task_start("Ship it")
    manager.on_tool_call(name, {"a": 1})
    manager.on_observation("done", tool=name)
    manager.on_event("yes", role="user", speaker=name)
    events = list(service.sessions[manager.session_id].values())[1:]
    assert [event["content"].endswith(('{"a": 1}', "done", "yes")) for event in events] == [True] * 3
    for field, of_field in (("tool", events[:2]), ("speaker", events[2:])):
        for event in of_field:
            named = event.get(field, "x")  # left out where nothing is left of it
            assert 0 < len(named.strip()) <= 128
            assert named.isprintable()


class Holding(dict[str, Any]):
    def __repr__(self) -> str:
        return "Holding(...)"


def test_tool_arguments_that_are_no_json_are_recorded_all_the_same(service: FakeService, setting: Setting) -> None:
    itself: Holding = Holding()
    itself["me"] = itself
    keyed: Any = {("a", 1): 2}
    for arguments in (itself, keyed, {"n": float("nan"), "when": object}):
        setting.manager.on_tool_call("sql", arguments)
    held = service.contents(setting.manager.session_id)
    assert held[:2] == ["sql Holding(...)", "sql {('a', 1): 2}"]
    assert len(held) == 3


def test_a_tell_that_raises_changes_nothing_else(service: FakeService, caplog: pytest.LogCaptureFixture) -> None:
    def tell(_: Notice) -> None:
        raise RuntimeError("a secret")

    service.down = True
    manager = Setting(service, tell=tell).manager
    manager.on_task_start("Ship it")
    service.down = False
    manager.on_turn_end(used=["never seen"])
    assert manager.flush().health.buffered == 0
    assert "RuntimeError" in caplog.text
    assert "a secret" not in caplog.text


class Strange:
    """An external source that gives what it was made with."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def search(self, query: str, limit: int) -> Any:
        return self.given


@pytest.mark.parametrize("given", [None, 7, [None], [Piece(None, "s")], ["text"], [Piece("c", "s", 5)]])  # type: ignore[arg-type]
def test_a_source_that_returns_the_wrong_type_is_reported_and_skipped(service: FakeService, given: Any) -> None:
    setting = Setting(service, external=Strange(given))
    assert "context 1" in setting.manager.on_task_start("Ship it").text
    assert setting.reported == ["external_failed"]


def test_a_source_that_hangs_delays_no_hook_and_is_called_once_at_a_time(service: FakeService) -> None:
    class Hanging:
        def __init__(self) -> None:
            self.asked = 0
            self.end = threading.Event()

        def search(self, query: str, limit: int) -> list[Piece]:
            self.asked += 1
            self.end.wait(10)
            return []

    source = Hanging()
    policy = Policy(patience=Retries(attempts=1), external_patience_s=0.05)
    setting = Setting(service, external=source, policy=policy)
    began = time.monotonic()
    assert "context 1" in setting.manager.on_task_start("Ship it").text
    assert "context 2" in setting.manager.on_pre_llm_call("Who owns it?").text
    assert time.monotonic() - began < 2.0
    assert setting.notices == [Notice("external_failed", "TimeoutError")] * 2
    assert source.asked == 1
    source.end.set()


def test_an_async_source_that_does_not_return_is_cancelled(service: FakeService) -> None:
    class Hanging:
        cancelled = False

        async def search(self, query: str, limit: int) -> list[Piece]:
            try:
                await asyncio.sleep(10)
            except asyncio.CancelledError:
                self.cancelled = True
                raise
            return []

    source, notices = Hanging(), list[Notice]()

    async def main() -> None:
        async with service.async_client() as client:
            policy = Policy(external_patience_s=0.05)
            manager = AsyncMemoryManager(client, external=source, policy=policy, tell=notices.append)
            assert "context 1" in (await manager.on_task_start("Ship it")).text

    asyncio.run(main())
    assert source.cancelled
    assert notices == [Notice("external_failed", "TimeoutError")]


def test_a_slow_service_delays_a_hook_for_its_patience_and_not_for_each_call(service: FakeService) -> None:
    setting = Setting(service)

    def slowly(request: httpx.Request) -> httpx.Response:
        setting.clock.elapsed += 4.0
        return FakeService.answer(service, request)

    http = httpx.Client(transport=httpx.MockTransport(slowly))
    surroundings = setting.manager._conduct._surroundings
    manager = MemoryManager(MemoryClient(URL, "a-token", http=http), surroundings=surroundings, session_id="s")
    before = setting.clock.elapsed
    prompt = manager.on_task_start("Ship it", constraints=["no downtime"])  # state, session, events, state, context
    assert setting.clock.elapsed - before == 8.0  # begun within six seconds
    assert prompt.degraded
    assert "no downtime" in prompt.text
    for _ in range(4):
        prompt = manager.on_pre_llm_call()
    assert not prompt.degraded
    assert service.contents("s") == ["Ship it", "no downtime"]


class Trickle(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body of five seconds."""

    def __iter__(self) -> Iterator[bytes]:
        for _ in range(100):
            time.sleep(0.05)
            yield b" "

    async def __aiter__(self) -> Any:
        for _ in range(100):
            await asyncio.sleep(0.05)
            yield b" "


def test_an_answer_that_arrives_too_slowly_counts_as_none(service: FakeService) -> None:
    policy = Policy(patience=Retries(attempts=1, patience_s=0.2))
    service.faults.extend([lambda _: httpx.Response(201, stream=Trickle())] * 2)
    manager = Setting(service, policy=policy).manager
    began = time.monotonic()
    manager.on_observation("one")

    async def main() -> None:
        async with service.async_client() as client:
            other = AsyncMemoryManager(client, policy=policy)
            await other.on_observation("one")
            assert not other.health.connected

    asyncio.run(main())
    assert time.monotonic() - began < 4.0
    assert (manager.health.connected, manager.health.buffered) == (False, 1)


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, content=b"<html>sign in</html>"),
        httpx.Response(200, content=b""),
        httpx.Response(200, content=b"\xff\xfe"),
        httpx.Response(200, content=b"[" * 100_000),
        httpx.Response(200, json={"accepted": "no list"}),
        httpx.Response(200, json=None),
        httpx.Response(204),
        httpx.Response(500, content=b"[1]"),
        httpx.Response(503, json={"code": {"a": 1}}, headers={"Retry-After": "Thu, 01 Jan 99999999999 00:00:00 GMT"}),
        httpx.Response(429, headers={"Retry-After": "2"}),
        httpx.Response(408),
        httpx.Response(425),
    ],
)
def test_an_unreadable_answer_counts_as_an_outage_and_nothing_is_lost(
    service: FakeService, setting: Setting, answer: httpx.Response
) -> None:
    setting.manager.on_task_start("Ship it")
    service.faults.append(lambda _: answer)
    setting.manager.on_observation("one")
    assert (setting.reported, setting.manager.health.buffered) == (["service_down"], 1)
    setting.clock.elapsed += 10
    setting.manager.on_observation("two")
    assert service.contents(setting.manager.session_id) == ["Ship it", "one", "two"]
    assert setting.reported == ["service_down", "service_back"]


def test_a_body_that_cannot_be_decompressed_counts_as_an_outage(service: FakeService, setting: Setting) -> None:
    setting.manager.on_task_start("Ship it")
    service.faults.append(
        lambda _: httpx.Response(200, headers={"Content-Encoding": "gzip"}, stream=httpx.ByteStream(b"x"))
    )
    setting.manager.on_observation("one")
    assert setting.reported == ["service_down"]


@pytest.mark.parametrize("path", ["events", "state", "feedback", "context", "complete"])
def test_a_deletion_that_runs_is_waited_for_at_every_call(service: FakeService, setting: Setting, path: str) -> None:
    manager = setting.manager
    manager.on_task_start("Ship it")
    deleting = True

    def answer(request: httpx.Request) -> httpx.Response:
        if deleting and request.url.path.endswith(path):
            return problem(409, "subject_deleting")
        return service.answer(request)

    manager._client._http = httpx.Client(transport=httpx.MockTransport(answer))
    manager.on_turn_end(user="Go on", used=["m1"])
    manager.on_pre_llm_call("Who owns it?")
    manager.on_task_complete(outcome="shipped")
    deleting = False
    setting.clock.elapsed += 120
    manager.flush()
    assert service.completed[manager.session_id] == {"outcome": "shipped"}
    assert service.contents(manager.session_id) == ["Ship it", "Go on", "Who owns it?"]
    assert len(service.feedback) == 1
    assert set(setting.reported) == {"service_down", "service_back"}


def test_a_refused_completion_is_raised_once_and_can_be_repeated_with_other_words(
    service: FakeService, setting: Setting
) -> None:
    manager = setting.manager
    manager.on_task_start("Ship it")
    refusals = {"complete": 1}

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.endswith("/complete") and refusals["complete"]:
            refusals["complete"] -= 1
            return problem(422, "sensitive")
        return service.answer(request)

    manager._client._http = httpx.Client(transport=httpx.MockTransport(answer))
    with pytest.raises(Refused):
        manager.on_task_complete(lesson="The key is ...")
    asked = len(service.requests)
    assert manager.flush().completion is None
    assert len(service.requests) == asked
    assert manager.on_task_complete(lesson="Keep keys out of lessons").completion is not None


def test_feedback_on_a_search_of_another_scope_goes_to_that_scope(service: FakeService, setting: Setting) -> None:
    manager = setting.manager
    manager.on_task_start("Ship it")
    found = manager.search("deployments", scope="/org/acme/project/web", top_k=3)
    assert found is not None
    manager.on_turn_end(used=[found.memories[0].memory.memory_id])
    assert [body["scope"] for body in service.feedback.values()] == ["/org/acme/project/web"]


def test_a_search_of_several_scopes_sends_feedback_to_the_scope_of_each_memory(
    service: FakeService, setting: Setting
) -> None:
    manager = setting.manager
    manager.on_task_start("Ship it")
    found = manager.search("deployments", scopes=["/org/acme/project/web", "/org/acme/project/app"])
    assert found is not None
    hit = found.memories[0].memory
    manager.on_turn_end(used=[hit.memory_id])
    assert [body["scope"] for body in service.feedback.values()] == [hit.scope]


def test_a_malformed_search_is_raised_as_the_callers_error(service: FakeService, setting: Setting) -> None:
    service.faults.append(lambda _: problem(400, "malformed"))
    with pytest.raises(Malformed):
        setting.manager.search("")


def test_a_restart_is_reported_even_after_more_than_one_try(service: FakeService, setting: Setting) -> None:
    manager = setting.manager
    manager.on_task_start("Ship it")
    service.sessions.clear()
    service.faults.extend([None, lambda _: problem(503, "unavailable")])  # of the events; of the session
    manager.on_observation("one")
    setting.clock.elapsed += 10
    manager.on_observation("two")
    assert setting.reported == ["service_down", "service_back", "session_restarted"]
    assert service.contents(manager.session_id) == ["one", "two"]


def test_a_process_that_dies_within_its_first_turn_keeps_its_constraints(service: FakeService) -> None:
    first = Setting(service, session_id="s").manager
    first.on_task_start("Migrate", constraints=["do not touch the users table"])
    first.on_constraint("no downtime")
    first.on_observation("The backup is at b/17", locked=True)
    second = Setting(service, session_id="s").manager
    prompt = second.on_task_start("Migrate")
    assert "<constraint>do not touch the users table</constraint>" in prompt.text
    assert "<constraint>no downtime</constraint>" in prompt.text
    assert "The backup is at b/17" in prompt.text


def test_a_start_that_does_not_fit_can_be_repeated_and_all_of_it_is_sent(
    service: FakeService, setting: Setting
) -> None:
    manager = setting.manager
    with pytest.raises(DoesNotFit):
        manager.on_task_start("Migrate", constraints=["do not touch the users table", "no " * 5_000])
    assert manager.memory.to_prompt() == ""
    manager.on_task_start("Migrate", constraints=["do not touch the users table"])
    assert service.contents(manager.session_id) == ["Migrate", "do not touch the users table"]


def test_a_state_that_cannot_be_resumed_is_neither_ignored_nor_overwritten(service: FakeService) -> None:
    first = Setting(service, session_id="s").manager
    first.on_task_start("Migrate", constraints=[f"do not touch table {n} or any of its views" for n in range(20)])
    kept = service.states["s"]
    memory = WorkingMemory(Budgets(constraints=150))
    second = Setting(service, session_id="s", memory=memory).manager
    for _ in range(2):
        with pytest.raises(DoesNotFit):
            second.on_task_start("Migrate")
    with pytest.raises(DoesNotFit):
        second.on_turn_end(assistant="done")
    assert service.states["s"] == kept
    assert memory.to_prompt() == ""


@pytest.mark.parametrize("kept", [7, "text", {}, {"goal": "g"}, [1]])
def test_a_state_in_another_form_is_refused_and_left_as_it_is(service: FakeService, kept: Any) -> None:
    service.sessions["s"] = {}
    state = {"state": "x", "pending": [], "data": {"_working_memory": kept}, "session_id": "s", "version": 1}
    service.states["s"] = {**state, "updated_at": "2026-11-29T12:00:00+00:00"}
    manager = Setting(service, session_id="s").manager
    for _ in range(2):
        with pytest.raises(ValueError, match="snapshot"):
            manager.on_task_start("Migrate")
    assert service.states["s"]["version"] == 1


def test_this_tasks_notes_are_kept_when_the_earlier_state_can_be_read_again(service: FakeService) -> None:
    first = Setting(service, session_id="s").manager
    first.on_task_start("Migrate", constraints=["do not touch the users table"], plan=["copy"])
    first.memory.note("owner", "the billing team")
    first.memory.note("window", "Sunday")
    first.on_observation("The backup is at b/17", locked=True)
    first.on_turn_end(assistant="one")
    service.down = True
    setting = Setting(service, session_id="s")
    setting.manager.on_task_start("Migrate on", plan=["compare"])
    setting.manager.memory.note("owner", "the shop team")
    setting.manager.on_observation("The backup is at b/17", locked=True)
    service.down = False
    setting.clock.elapsed += 10
    setting.manager.on_turn_end(assistant="two")
    memory = setting.manager.memory
    assert memory.scratchpad == {"owner": "the shop team", "window": "Sunday"}
    assert (memory.goal, [step.text for step in memory.steps]) == ("Migrate on", ["compare"])
    assert [entry.raw for entry in memory.observations] == ["The backup is at b/17"]


MOST = 10_000


@pytest.mark.parametrize("filler", ["word " * 7, "line of a log\n", "行" * 9 + "\n"])
def test_a_long_text_is_cut_between_words_so_that_no_secret_is_split(filler: str) -> None:
    secret = "AKIA" + "IOSFODNN7EXAMPLE"
    for before in range(MOST - 60, MOST + 40, 7):
        text = (filler * MOST)[:before].rstrip() + f" {secret} " + filler * 900
        parts = pieces(text, MOST)
        assert "".join(parts) == text
        assert max(map(len, parts)) <= MOST
        assert sum(secret in part for part in parts) == 1


def test_a_key_in_a_block_stays_in_one_piece_with_its_frame() -> None:
    block = "-----BEGIN PRIVATE KEY-----\n" + ("A" * 64 + "\n") * 26 + "-----END PRIVATE KEY-----\n"
    for before in range(MOST - len(block) - 80, MOST + 80, 29):
        text = ("a line\n" * MOST)[:before] + "\n" + block + "a line\n" * 2_000
        parts = pieces(text, MOST)
        assert "".join(parts) == text
        assert sum(block in part for part in parts) == 1


@pytest.mark.parametrize(
    "text", ["x" * 35_001, "\n" * 30_000, " " * 20_000 + "end", "-----BEGIN " * 4_000, "😀" * 25_000]
)
def test_a_text_without_words_is_cut_all_the_same(text: str) -> None:
    parts = pieces(text, MOST)
    assert "".join(parts) == text
    assert max(map(len, parts)) <= MOST
    assert len(parts) <= 2 * len(text) // MOST + 2


def test_tasks_that_are_cancelled_midway_lose_and_double_nothing(service: FakeService) -> None:
    async def main() -> list[str]:
        hold = asyncio.Event()

        async def answer(request: httpx.Request) -> httpx.Response:
            done = service.answer(request)
            if b"result 0" in request.content and not hold.is_set():
                hold.set()
                await asyncio.sleep(10)  # the request is carried out, and its answer is lost
            return done

        http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        client = service.async_client()
        client._http = http
        manager = AsyncMemoryManager(client, policy=ONCE)
        await manager.on_task_start("Ship it")
        first = asyncio.create_task(manager.on_observation("result 0"))
        await hold.wait()
        others = [asyncio.create_task(manager.on_observation(f"result {n}")) for n in range(1, 20)]
        first.cancel()
        await asyncio.gather(first, *others, return_exceptions=True)
        await http.aclose()
        return service.contents(manager.session_id)

    assert asyncio.run(main()) == ["Ship it", *(f"result {n}" for n in range(20))]
