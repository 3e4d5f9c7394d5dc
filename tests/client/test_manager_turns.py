"""What the user says in a running conversation: in the session once, asked for, and in every prompt."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from agent_memory import Notice, Policy, Refused, Retries
from agent_memory.words import Importance
from tests.client.fake_service import FakeService, problem
from tests.client.test_manager import Setting

QUIET = Policy(patience=Retries(attempts=1), refresh_turns=0)


@pytest.fixture
def setting(service: FakeService) -> Setting:
    made = Setting(service)
    made.manager.on_task_start("Plan a trip")
    return made


def events(service: FakeService, setting: Setting) -> list[dict[str, Any]]:
    return list(service.sessions[setting.manager.session_id].values())


def left_out(service: FakeService, count: int = 7) -> None:
    service.context = {"omitted": {"session": count}}


def test_the_newest_turn_is_in_the_session_before_the_context_for_it_is_asked(
    service: FakeService, setting: Setting
) -> None:
    held: list[list[str]] = []

    def look(request: httpx.Request) -> httpx.Response:
        held.append(service.contents(setting.manager.session_id))
        return service._done(request)

    service.faults.extend([None, look])
    setting.manager.on_pre_llm_call("Where shall we eat?")
    assert held == [["Plan a trip", "Where shall we eat?"]]
    asked = service.contexts[-1]
    assert (asked["goal"], asked["session_id"], asked["mode"]) == ("Plan a trip", setting.manager.session_id, "pull")


def test_a_turn_that_was_a_query_is_stored_once(service: FakeService, setting: Setting) -> None:
    for _ in range(3):  # a loop of tools
        setting.manager.on_pre_llm_call("Where shall we eat?")
    setting.manager.on_turn_end(user="Where shall we  eat?", assistant="At Nami.")
    assert service.contents(setting.manager.session_id) == ["Plan a trip", "Where shall we eat?", "At Nami."]


def test_the_goal_may_be_the_first_turn(service: FakeService, setting: Setting) -> None:
    setting.manager.on_pre_llm_call("Plan a trip")
    setting.manager.on_turn_end(user="Plan a trip", assistant="Where to?")
    assert service.contents(setting.manager.session_id) == ["Plan a trip", "Where to?"]


def test_a_second_question_within_a_turn_is_the_agents_own_and_not_stored(
    service: FakeService, setting: Setting
) -> None:
    setting.manager.on_pre_llm_call("Where shall we eat?")
    setting.manager.on_pre_llm_call("allergies")
    assert service.contexts[-1]["goal"] == "allergies"
    assert service.contents(setting.manager.session_id) == ["Plan a trip", "Where shall we eat?"]


def test_a_context_is_asked_without_what_the_prompt_holds_anyway(service: FakeService, setting: Setting) -> None:
    """The goal, the observations that the working memory shows, and what the user just said."""
    for number in range(6):
        setting.manager.on_observation(f"result {number}", tool="look_up")
    setting.manager.on_pre_llm_call("Where shall we eat?")
    ids = {event["content"]: event["event_id"] for event in events(service, setting)}
    assert set(service.contexts[-1]["held_events"]) == {id for content, id in ids.items() if content != "result 0"}
    setting.manager.on_turn_end(assistant="At Nami.")
    assert ids["Where shall we eat?"] not in setting.manager._conduct._held.ids()


def test_a_turn_that_the_context_left_out_is_shown_once_another_begins(service: FakeService, setting: Setting) -> None:
    first = setting.manager.on_pre_llm_call("Where shall we eat?").text
    setting.manager.on_turn_end(assistant="At Nami.")
    service.down = True
    later = setting.manager.on_pre_llm_call("And then?").text
    assert ("Where shall we eat?" in first, "Where shall we eat?" in later) == (False, True)


@pytest.mark.parametrize(("importance", "is_held"), [("normal", True), ("high", False)])
def test_a_shortened_observation_is_asked_for_only_if_it_is_marked(
    service: FakeService, setting: Setting, importance: Importance, is_held: bool
) -> None:
    """Of a plain result a context shows a shorter beginning, of a marked one all."""
    setting.manager.on_observation("much " * 1_200, tool="look_up", importance=importance)
    setting.manager.on_pre_llm_call("Where shall we eat?")
    (observed,) = [event for event in events(service, setting) if event["role"] == "tool"]
    assert (observed["event_id"] in service.contexts[-1]["held_events"]) is is_held


def test_other_words_at_the_turns_end_correct_the_question(service: FakeService, setting: Setting) -> None:
    setting.manager.on_pre_llm_call("restaurants, user context")
    setting.manager.on_turn_end(user="Where shall we eat?")
    question, said = events(service, setting)[1:]
    assert said["corrects"] == [question["event_id"]]


def test_a_turn_that_is_marked_at_its_end_replaces_its_question(service: FakeService, setting: Setting) -> None:
    setting.manager.on_pre_llm_call("I'm allergic to shellfish")
    setting.manager.on_turn_end(user="I'm allergic to shellfish", assistant="Noted", importance="high")
    question, said, answer = events(service, setting)[1:]
    assert (said["importance"], said["corrects"]) == ("high", [question["event_id"]])
    assert "importance" not in answer
    setting.manager.on_turn_end(assistant="The port is closed on Monday", importance="critical")
    assert events(service, setting)[-1]["importance"] == "critical"


def test_a_search_includes_the_session_and_sends_waiting_events_before(service: FakeService, setting: Setting) -> None:
    service.down = True
    setting.manager.on_turn_end(user="My budget is 300 euros")
    service.down = False
    setting.clock.elapsed += 60
    setting.manager.search("budget")
    assert service.recalls[-1]["session_id"] == setting.manager.session_id
    assert "My budget is 300 euros" in service.contents(setting.manager.session_id)


def test_a_search_of_another_scope_names_no_session(service: FakeService, setting: Setting) -> None:
    setting.manager.search("budget", scope="/org/acme")
    assert "session_id" not in service.recalls[-1]


def test_a_search_in_a_session_that_expired_opens_it_again(service: FakeService, setting: Setting) -> None:
    service.sessions.clear()
    assert setting.manager.search("budget") is not None
    assert setting.reported == ["session_restarted"]


def test_a_long_conversation_gets_a_summary_every_fourth_turn_while_turns_are_left_out(service: FakeService) -> None:
    left_out(service)
    setting = Setting(service)
    setting.manager.on_task_start("Plan a trip")
    made = []
    for n in range(11):
        setting.manager.on_pre_llm_call(f"Question {n}?")
        setting.manager.on_turn_end(user=f"Question {n}?", assistant="Yes")
        made.append(service.summaries)
    assert made == [0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]


def test_no_summary_is_requested_while_the_context_holds_all_turns(service: FakeService, setting: Setting) -> None:
    for n in range(12):
        setting.manager.on_pre_llm_call(f"Question {n}?")
        setting.manager.on_turn_end(assistant="Yes")
    assert service.summaries == 0


def test_without_a_context_for_four_turns_a_summary_is_requested(service: FakeService) -> None:
    setting = Setting(service, policy=QUIET)
    setting.manager.on_task_start("Plan a trip")
    for n in range(4):
        assert service.summaries == 0
        setting.manager.on_turn_end(user=f"Fact {n}.", assistant="Yes")
    assert service.summaries == 1


def test_no_summary_is_requested_if_the_service_makes_them(service: FakeService, setting: Setting) -> None:
    for n in range(12):
        item = {"layer": "session", "label": "summary", "content": "c", "source": "session_summary", "confidence": 1.0}
        made = {**item, "time": f"2026-11-29T12:{n // 3:02d}:00+00:00", "stale": False, "tokens": 5}
        service.context = {"omitted": {"session": 7}, "items": [made]}
        setting.manager.on_pre_llm_call(f"Question {n}?")
        setting.manager.on_turn_end(assistant="Yes")
    assert service.summaries == 0


def test_a_policy_may_request_no_summaries(service: FakeService) -> None:
    left_out(service)
    setting = Setting(service, policy=Policy(summary_turns=0))
    setting.manager.on_task_start("Plan a trip")
    for _ in range(12):
        setting.manager.on_turn_end(user="on")
    assert service.summaries == 0


def test_a_failed_summary_is_reported_and_the_service_does_not_count_as_down(service: FakeService) -> None:
    left_out(service)
    setting = Setting(service, policy=Policy(summary_turns=1, patience=Retries(attempts=1)))
    setting.manager.on_task_start("Plan a trip", plan=["one", "two"])
    service.faults.extend([None, lambda _: problem(503, "unavailable")])
    setting.manager.on_turn_end(user="Go on")
    assert setting.notices == [Notice("summary_failed", "unavailable")]
    assert setting.manager.health.connected


def test_while_the_service_is_down_the_prompt_has_the_recent_turns_and_marks_them(
    service: FakeService, setting: Setting
) -> None:
    service.down = True
    setting.manager.on_turn_end(user="I'm allergic to <b>shellfish</b>", assistant="Noted.")
    setting.manager.on_turn_end(user="My budget is 300 euros", assistant="Good.")
    prompt = setting.manager.on_pre_llm_call("What must I avoid?")
    recent = prompt.text.partition("<recent_turns>")[2]
    assert '<turn role="user" stored="no">I\'m allergic to &lt;b&gt;shellfish&lt;/b&gt;</turn>' in recent
    assert '<turn role="assistant" stored="no">Noted.</turn>' in recent
    assert recent.index("shellfish") < recent.index("300 euros")
    assert "What must I avoid?" not in recent  # it stands behind the prompt
    assert prompt.degraded


def test_after_a_long_outage_the_prompt_has_all_of_the_users_turns_that_fit(
    service: FakeService, setting: Setting
) -> None:
    service.down = True
    for n in range(40):
        setting.manager.on_turn_end(user=f"Fact {n}.", assistant=f"Answer {n}. " * 60)
    text = setting.manager.on_pre_llm_call("And now?").text
    assert all(f"Fact {n}." in text for n in range(40))
    assert "left out" in text  # of the answers


def test_a_long_turn_is_shortened_and_keeps_its_beginning_and_its_end(service: FakeService, setting: Setting) -> None:
    service.down = True
    setting.manager.on_turn_end(user="First words. " + "和平 & < > " * 4_000 + "Last words.")
    text = setting.manager.on_pre_llm_call("And now?").text
    assert "First words." in text
    assert "Last words." in text
    assert len(text) < 12_000


def test_turns_stored_since_the_last_context_are_in_the_prompt_until_the_next_context(service: FakeService) -> None:
    setting = Setting(service, policy=QUIET)
    setting.manager.on_task_start("Plan a trip")
    setting.manager.on_turn_end(user="I live in Bergen", assistant="Noted")
    assert '<turn role="user">I live in Bergen</turn>' in setting.manager.on_pre_llm_call().text
    assert "recent_turns" not in setting.manager.on_pre_llm_call("Where do I live?").text


def test_turns_that_the_service_refuses_are_not_repeated_in_the_prompt(service: FakeService) -> None:
    setting = Setting(service, policy=QUIET)
    setting.manager.on_task_start("Plan a trip")
    service.drops = "hunter2"
    setting.manager.on_turn_end(user="My password is hunter2", assistant="Better not")
    text = setting.manager.on_pre_llm_call().text
    assert "Better not" in text
    assert "hunter2" not in text


def test_a_note_is_written_at_once_and_says_why_it_waits(service: FakeService, setting: Setting) -> None:
    written = setting.manager.remember("The user prefers trains", "preference")
    assert written is not None
    assert written.outcome == "candidate"
    assert written.reason is not None
    assert "source='user_stated'" in written.reason
    said = setting.manager.remember("I prefer trains", "preference", source="user_stated", key="travel")
    assert said is not None
    assert (said.outcome, said.reason) == ("created", None)
    body = list(service.written.values())[-1]
    assert (body["key"], body["type"], body["source"]) == ("travel", "preference", "user_stated")


def test_a_note_made_while_the_service_is_down_is_sent_later_and_once(service: FakeService, setting: Setting) -> None:
    service.down = True
    assert setting.manager.remember("I prefer trains", source="user_stated") is None
    service.down, service.loses = False, 1
    for _ in range(3):
        setting.clock.elapsed += 100
        setting.manager.on_turn_end(assistant="on")
    assert [body["content"] for body in service.written.values()] == ["I prefer trains"]
    assert next(iter(service.written.values()))["observed_at"].startswith("2026-11-29T12:00:00")


def test_a_refused_note_raises_now_and_is_reported_later(service: FakeService, setting: Setting) -> None:
    def refuse(_: httpx.Request) -> httpx.Response:
        return problem(422, "not_worth_remembering")

    service.faults.append(refuse)
    with pytest.raises(Refused):
        setting.manager.remember("hm")
    service.down = True
    setting.manager.remember("hm")
    service.down = False
    service.faults.append(refuse)
    setting.manager.flush()
    assert Notice("note_lost", "not_worth_remembering") in setting.notices
    setting.manager.flush()
    assert service.written == {}


def test_the_oldest_of_too_many_waiting_notes_is_lost_and_reported(service: FakeService, setting: Setting) -> None:
    service.down = True
    for n in range(101):
        setting.manager.remember(f"note {n}")
    service.down = False
    setting.manager.flush()
    assert [body["content"] for body in service.written.values()] == [f"note {n}" for n in range(1, 101)]
    assert Notice("note_lost", "too_much") in setting.notices
