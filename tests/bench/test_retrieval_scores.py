from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from bench.locomo.conversations import halves, read_locomo
from bench.locomo.retrieval_scores import Scores, scores_of


def found(*ids: str) -> list[frozenset[str]]:
    return [frozenset(id.split("+")) for id in ids]


def test_recall_counts_the_share_of_the_evidence_within_the_first_places() -> None:
    scores = scores_of(found("x", "a", "x", "x", "x", "b", "x"), frozenset({"a", "b", "c", "d"}))
    assert scores.recall_at_5 == 0.25
    assert scores.recall_at_10 == 0.5


def test_evidence_beyond_the_tenth_place_does_not_count() -> None:
    assert scores_of(found(*["D2:1"] * 10, "D1:1"), frozenset({"D1:1"})) == Scores(1, 0.0, 0.0, 0.0)


def test_another_turn_of_the_session_hits_the_session() -> None:
    scores = scores_of(found("D2:1", "D1:7"), frozenset({"D1:3"}))
    assert (scores.recall_at_10, scores.session_at_10) == (0.0, 1.0)
    assert scores_of(found("D2:1", "D11:3"), frozenset({"D1:3"})).session_at_10 == 0.0


def test_ndcg_is_one_for_the_best_order_and_falls_with_the_place() -> None:
    assert scores_of(found("a", "b"), frozenset({"a", "b"})).ndcg_at_10 == 1.0
    assert scores_of(found("x", "a"), frozenset({"a"})).ndcg_at_10 == pytest.approx(1 / math.log2(3))


def test_a_memory_that_stands_for_two_turns_covers_both_and_repeats_count_once() -> None:
    scores = scores_of(found("a+b", "a"), frozenset({"a", "b"}))
    assert scores.recall_at_5 == 1.0
    assert scores.ndcg_at_10 < 1.0


def test_nothing_found_scores_nothing() -> None:
    assert scores_of([], frozenset({"a"})) == Scores(1, 0.0, 0.0, 0.0)


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    turns = [
        {"speaker": "Ann", "dia_id": "D1:1", "text": "Look!", "blip_caption": "a photo of a boat"},
        {"speaker": "Bob", "dia_id": "D1:2", "text": "Whose is it?"},
        {"speaker": "Ann", "dia_id": "D1:3", "text": "Mine."},
        {"speaker": "Bob", "dia_id": "D1:4", "text": "Nice."},
    ]
    questions = [
        {"question": "Whose boat?", "category": 1, "evidence": ["D1:1; D1:03", "D9:9"]},
        {"question": "No evidence?", "category": 4, "evidence": []},
    ]
    conversation = {"session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": turns}
    path = tmp_path / "talk.json"
    path.write_text(json.dumps([{"sample_id": "c1", "conversation": conversation, "qa": questions}]))
    return path


def test_a_turn_is_its_speaker_its_words_and_its_picture(talk: Path) -> None:
    (conversation,) = read_locomo(talk)
    assert conversation.turns[0].content == "Ann: Look! [shares a photo of a boat]"
    assert conversation.turns[0].observed_at.isoformat() == "2023-05-08T13:56:00+00:00"
    assert read_locomo(talk, captions=False)[0].turns[0].content == "Ann: Look!"


def test_the_background_of_a_turn_is_the_two_before_it_oldest_first(talk: Path) -> None:
    (conversation,) = read_locomo(talk)
    assert conversation.before(conversation.turns[0]) == ()
    assert conversation.before(conversation.turns[3]) == ("Bob: Whose is it?", "Ann: Mine.")


def test_only_questions_with_evidence_in_the_conversation_are_asked(talk: Path) -> None:
    (conversation,) = read_locomo(talk)
    assert [(q.text, q.evidence) for q in conversation.questions] == [("Whose boat?", frozenset({"D1:1", "D1:3"}))]


def test_an_absent_data_set_ends_with_its_place_and_no_figures(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="--data"):
        read_locomo(tmp_path / "none.json")


def test_the_halves_are_the_first_and_the_second_conversations(talk: Path) -> None:
    one = read_locomo(talk)[0]
    assert halves([one, one, one, one]) == ([one, one], [one, one])
