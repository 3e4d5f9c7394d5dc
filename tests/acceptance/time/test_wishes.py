"""A wish for this request, one for this session, and a standing preference are levels of their own at every door."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acceptance.time.person import Person

# What holds for good, a wish for this request, one for this session, a change that ends itself, and a question.
ZH = (
    "默认使用中文回答",
    "这次请用英文",
    "本次会话里用英文回答",
    "用英文回答",
    "用什么语言回答？",
    "以后默认使用英文回答",
)
EN = (
    "Answer in Chinese by default",
    "This time, please answer in English",
    "For this session, answer in English",
    "Answer in English",
    "Which language to answer in?",
    "From now on, always answer in English",
)
LANGUAGES = pytest.mark.parametrize("words", [ZH, EN], ids=["zh", "en"])
KEYS = pytest.mark.parametrize("key", [{"key": "answer_language"}, {}], ids=["by key", "without a key"])


def standing(ann: Person, words: tuple[str, ...], **fields: Any) -> dict[str, Any]:
    memory: dict[str, Any] = ann.said(words[0], type="preference", **fields)["memory"]
    return memory


def is_unchanged(ann: Person, memory: dict[str, Any]) -> bool:
    return ann.memories() == [memory]


@LANGUAGES
@KEYS
def test_a_wish_for_now_never_becomes_or_ends_the_standing_preference(
    ann: Person, words: tuple[str, ...], key: dict[str, Any]
) -> None:
    before = standing(ann, words, **key)
    for wish in words[1:3]:
        for kind in ("preference", "semantic", "procedural", "episodic", "task"):
            ann.write(wish, type=kind, **key).is_problem(422, "only_for_now")
    assert is_unchanged(ann, before)


@LANGUAGES
def test_no_other_door_lets_a_wish_for_now_through(ann: Person, words: tuple[str, ...]) -> None:
    before = standing(ann, words, key="answer_language")
    item = {"content": words[1], "type": "preference", "source": "user_stated", "key": "answer_language"}
    corrected = ann.api("PATCH", f"/v1/memories/{before['memory_id']}", {"content": words[1]})
    corrected.is_problem(422, "only_for_now")
    (batched,) = ann.api("POST", "/v1/memories/batch", {"items": [item]}).json["results"]
    assert (batched["status"], batched["code"]) == (422, "only_for_now")
    line = str(item).replace("'", '"').encode()
    imported = ann.api("POST", "/v1/import", raw=line, headers={"content-type": "application/x-ndjson"})
    assert [line["code"] for line in imported.json["refused"]] == ["only_for_now"]
    refused = ann.mcp.refused("remember", content=words[1], type="preference", source="user_stated")
    assert "session_append" in refused
    assert is_unchanged(ann, before)


@LANGUAGES
@pytest.mark.parametrize("wish", [1, 2], ids=["request", "session"])
@pytest.mark.parametrize("kind", ["turn", "feedback", "decision"])
def test_a_wish_said_in_a_session_holds_there_and_is_over_with_it(
    ann: Person, words: tuple[str, ...], wish: int, kind: str
) -> None:
    before = standing(ann, words)
    ann.api("POST", "/v1/sessions", {"session_id": "s1"})
    said = {"role": "user", "content": words[wish], "kind": kind, "importance": "high"}
    ann.api("POST", "/v1/sessions/s1/events", {"events": [said]})
    (own,) = [item for item in ann.context(words[4], session_id="s1")["items"] if item["layer"] == "session"]
    assert own["content"] == words[wish]
    done = ann.api("POST", "/v1/sessions/s1/complete", {}).json
    assert (done["promoted"], done["released"]) == ([], 1)
    ann.world.index()
    assert is_unchanged(ann, before)
    assert words[wish] not in str(ann.context(words[4])["items"])


@LANGUAGES
@KEYS
def test_a_change_that_ends_itself_covers_the_standing_one_for_its_time(
    ann: Person, words: tuple[str, ...], key: dict[str, Any]
) -> None:
    standing(ann, words, **key)
    begun = ann.now()
    answer = ann.said(words[3], type="preference", valid_to=ann.after(days=3), **key)
    assert answer["outcome"] == "updated"
    assert ann.recalled(words[4]) == [words[3]]
    ann.wait(days=2)
    assert ann.recalled(words[4]) == [words[3]]
    ann.wait(days=2)
    assert ann.recalled(words[4]) == [words[0]]
    assert ann.recalled(words[4], as_of=(begun).isoformat()) == [words[0]]
    assert ann.recalled(words[4], as_of=ann.after(days=-3)) == [words[3]]


@LANGUAGES
@KEYS
def test_what_is_said_for_good_meanwhile_holds_after_it_as_well(
    ann: Person, words: tuple[str, ...], key: dict[str, Any]
) -> None:
    standing(ann, words, **key)
    ann.said(words[3], type="preference", valid_to=ann.after(days=3), **key)
    for_good = "以后一律用法语回答" if words is ZH else "From now on, always answer in French"
    ann.said(for_good, type="preference", **key)
    for _ in range(2):
        assert ann.recalled(words[4]) == [for_good]
        ann.wait(days=4)


@LANGUAGES
@KEYS
def test_a_deleted_change_gives_the_standing_one_its_time_back(
    ann: Person, words: tuple[str, ...], key: dict[str, Any]
) -> None:
    ann.api("POST", "/v1/sessions", {"session_id": "s1"})
    said = {"role": "user", "content": words[3], "event_id": "e1"}
    ann.api("POST", "/v1/sessions/s1/events", {"events": [said]})
    standing(ann, words, **key)
    cited: dict[str, Any] = {"source_event_ids": ["s1/e1"], "valid_to": ann.after(days=3)}
    ann.said(words[3], type="preference", **cited, **key)
    selector = {"kind": "event", "ids": ["s1/e1"]}
    assert ann.api("POST", "/v1/deletions", {"request_id": "d1", "selector": selector}).status == 202
    ann.world.drain()
    for _ in range(2):
        assert ann.recalled(words[4]) == [words[0]]
        ann.wait(days=4)


@LANGUAGES
def test_a_wish_for_good_updates_the_standing_preference(ann: Person, words: tuple[str, ...]) -> None:
    standing(ann, words)
    assert ann.said(words[5], type="preference")["outcome"] == "updated"
    assert ann.recalled(words[4]) == [words[5]]


@pytest.mark.parametrize(
    "lasting",
    [
        "Prefers light mode at the moment",
        "目前偏好浅色模式",
        "现在不考虑这个品类",
        "Not interested in that category now",
    ],
)
def test_what_is_so_at_present_is_a_preference_and_no_wish_for_now(ann: Person, lasting: str) -> None:
    assert ann.said(lasting, type="preference")["outcome"] == "created"


def test_a_late_extraction_does_not_overwrite_a_newer_wish(ann: Person) -> None:
    """Stated before the newer preference, written after it: it joins the history and never becomes current."""
    stated = ann.now().isoformat()
    ann.wait(minutes=1)
    ann.said("默认使用英文回答", type="preference", key="answer_language")
    late = ann.said("默认使用中文回答", type="preference", key="answer_language", observed_at=stated)
    assert late["outcome"] == "kept_existing"
    assert ann.recalled("用什么语言回答？") == ["默认使用英文回答"]
