"""What is played: the built-in set, one's own, and public ones in the formats that were seen."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench.evaluate.built_in import built_in, changes
from bench.evaluate.public_sets import read_public
from bench.evaluate.sets import EVERYDAY, read_transcript
from bench.peers.work import plain, read_work, write_work


def _lines(path: Path, *rows: Any) -> Path:
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n", encoding="utf-8")
    return path


def test_the_halves_of_the_built_in_set_have_no_user_in_common() -> None:
    questions = built_in().questions
    tune, test = ({q.user for q in questions if q.half == half} for half in ("tune", "test"))
    assert tune
    assert test
    assert not tune & test


def test_what_one_user_has_not_stated_another_has() -> None:
    cases = built_in()
    for question in (q for q in cases.questions if q.category == "another's"):
        same = [q for q in cases.questions if q.text == question.text and q.evidence]
        assert same
        assert all(other.user != question.user for other in same)


def test_a_changed_fact_is_written_after_what_was_true_before() -> None:
    cases = built_in()
    places = {statement.id: place for place, statement in enumerate(cases.statements)}
    changed = [q for q in cases.questions if q.stale]
    assert changed
    assert all(places[min(q.stale)] < places[min(q.evidence)] for q in changed)


def test_everyday_changes_and_what_looks_like_them_are_of_one_number_in_each_half() -> None:
    cases = changes()
    halves = Counter((question.category, question.half) for question in cases.questions)
    assert set(halves.values()) == {60}
    assert len({question.user.partition("-")[0] for question in cases.questions}) >= 8
    for question in cases.questions:
        assert len(question.evidence | question.stale) == (2 if question.category == EVERYDAY else 1)


def test_a_transcript_of_ones_own_is_read(tmp_path: Path) -> None:
    path = _lines(
        tmp_path / "ours.jsonl",
        {"id": "1", "user": "ann", "text": "I live in Oslo", "key": "home", "at": "2026-01-05T10:00:00+00:00"},
        {"id": "2", "user": "ann", "text": "I live in Graz", "key": "home"},
        {"user": "ann", "ask": "Where is my home?", "evidence": ["2"], "stale": ["1"], "half": "test"},
        {"user": "ann", "ask": "What is my shoe size?", "evidence": []},
    )
    cases = read_transcript(path)
    assert [s.text for s in cases.statements] == ["I live in Oslo", "I live in Graz"]
    assert cases.questions[0].evidence == {"2"}
    assert cases.questions[0].stale == {"1"}
    assert cases.questions[1].half in ("tune", "test")
    assert not cases.questions[1].evidence


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"id": "1", "user": "ann"}, "line 1"),
        ({"id": "1", "user": "ann", "text": "x", "kind": "y"}, "unknown: kind"),
        ({"id": "1", "user": "ann", "text": "x", "at": "2026-01-05T10:00:00"}, "no time zone"),
        ({"user": "ann", "ask": "?", "evidence": ["7"]}, "no statement of its user"),
        ({"user": "ann", "ask": "?", "evidence": [], "half": "both"}, "neither"),
    ],
)
def test_a_transcript_that_is_not_in_the_format_is_refused(tmp_path: Path, row: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_transcript(_lines(tmp_path / "ours.jsonl", row))


def test_beam_names_its_evidence_by_messages(tmp_path: Path) -> None:
    chat = tmp_path / "1"
    (chat / "probing_questions").mkdir(parents=True)
    turn = [
        {"role": "user", "id": 0, "time_anchor": "March-15-2024", "content": "My rent is 1,200 ->-> 1,1"},
        {"role": "assistant", "id": 1, "content": "Noted."},
    ]
    (chat / "chat.json").write_text(json.dumps([{"batch_number": 1, "turns": [turn]}]), encoding="utf-8")
    probing = {
        "information_extraction": [{"question": "What is my rent?", "source_chat_ids": [[0]]}],
        "knowledge_update": [{"question": "And now?", "source_chat_ids": {"original_info": [0], "updated_info": [1]}}],
        "abstention": [{"question": "What did she say?"}],
        "summarization": [{"question": "Sum up"}],
    }
    (chat / "probing_questions" / "probing_questions.json").write_text(json.dumps(probing), encoding="utf-8")
    cases = read_public("beam", tmp_path)
    assert cases.statements[0].text == "user: My rent is 1,200"
    assert cases.statements[0].at is not None
    assert cases.statements[0].at.date().isoformat() == "2024-03-15"
    assert [sorted(q.evidence) for q in cases.questions] == [["1/0"], ["1/1"], []]
    assert [sorted(q.stale) for q in cases.questions] == [[], ["1/0"], []]


def test_the_last_fact_with_the_answer_is_the_evidence(tmp_path: Path) -> None:
    rows = [
        {
            "context": "Here is a list of facts:\n0. Anna plays chess.\n1. Anna plays tennis.\n2. Bo plays tennis.",
            "questions": ["Which sport does Anna play?"],
            "answers": [["tennis", "lawn tennis"]],
            "metadata": {"source": "factconsolidation_sh_6k"},
        },
        {"context": "", "questions": ["?"], "answers": [["x"]], "metadata": {"source": "factconsolidation_mh_6k"}},
    ]
    (tmp_path / "rows.json").write_text(json.dumps(rows), encoding="utf-8")
    cases = read_public("fact-consolidation", tmp_path / "rows.json")
    assert len(cases.statements) == 3
    assert [q.evidence for q in cases.questions] == [{"factconsolidation_sh_6k/2"}]


def test_madial_asks_with_the_dialogue_before_the_tested_turn(tmp_path: Path) -> None:
    _lines(
        tmp_path / "x-memory.json",
        {"4": {"time": "2024-03-22", "event": "Bart ate ice cream."}},
        {"5": {"time": "", "event": "Lisa slept."}},
    )
    dialogue = ["<BOD>\n", '<Bart>: "Hot today"\n', '<Assistant>: "Yes"\n', "<EOD>\n"]
    _lines(tmp_path / "x-dialogue.json", {"dialogue": dialogue, "test-turn": [2], "relevant-id": [4, 9], "user-id": 1})
    cases = read_public("madial", tmp_path)
    assert [s.id for s in cases.statements] == ["1/4"]
    assert cases.questions[0].text == '<Bart>: "Hot today"\n'
    assert cases.questions[0].evidence == {"1/4"}


def test_a_file_in_another_format_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "rows.json").write_text('[{"context": "0. x"}]', encoding="utf-8")
    with pytest.raises(ValueError, match="not in the format of fact-consolidation"):
        read_public("fact-consolidation", tmp_path / "rows.json")


def test_a_peer_reads_the_set_that_was_written_for_it(tmp_path: Path) -> None:
    cases = plain(built_in(2))
    write_work(tmp_path / "work.json", [cases])
    assert read_work(tmp_path / "work.json") == [cases]
