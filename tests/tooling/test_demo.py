from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from local.demo import command
from local.demo.stage import Got, Paper, columns, wrapped
from tests.tooling.documented import Documented

ROOT = Path(__file__).parents[2]


class Played:
    """The demonstration, once for all tests of this file."""

    def __init__(self) -> None:
        self.documented = Documented()
        out = io.StringIO()
        self.paper = Paper(out, colour=False, width=100)
        self.status = command.demonstrate(self.paper, self._observe)
        self.text = out.getvalue()

    def _observe(self, method: str, path: str, body: Any, got: Got) -> None:
        if path.startswith("/v1/"):
            self.documented.exchange(method, path, got.status, got.body, got.headers.get("content-type", ""))


@pytest.fixture(scope="module")
def played() -> Played:
    return Played()


def test_every_step_has_the_stated_result(played: Played) -> None:
    assert (played.status, played.paper.failures) == (0, [])
    assert played.paper.checks >= 30


def test_every_answer_matches_the_openapi_document(played: Played) -> None:
    assert played.documented.differences == []
    assert len({route for route, _ in played.documented.seen}) >= 10


def test_it_shows_both_languages_and_the_receipt_within_the_page(played: Played) -> None:
    assert "我对海鲜过敏" in played.text
    assert "receipt 2 for ann-leaves" in played.text
    assert max(columns(line) for line in played.text.splitlines()) <= 100


def test_without_a_terminal_there_is_no_colour(played: Played) -> None:
    assert "\x1b" not in played.text


def test_a_statement_that_does_not_hold_ends_it_with_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(client: object, paper: Paper) -> None:
        paper.check(True, "water is wet")
        paper.check(False, "the moon is cheese")

    monkeypatch.setattr(command, "play", play)
    out = io.StringIO()
    assert command.demonstrate(Paper(out, colour=False, width=80)) == 1
    assert "wrong: the moon is cheese" in out.getvalue()


def test_an_answer_outside_the_document_is_a_difference() -> None:
    documented = Documented()
    documented.exchange("GET", "/v1/health", 200, {"status": "ok", "calibration": "measured"}, "application/json")
    assert documented.differences == []
    documented.exchange("GET", "/v1/health", 200, {"status": "unwell", "calibration": "measured"}, "application/json")
    documented.exchange("GET", "/v1/health", 418, {}, "application/json")
    documented.exchange("GET", "/v1/memories", 200, {"items": [], "next_cursor": None, "more": 1}, "application/json")
    documented.exchange("GET", "/v1/wealth", 200, {}, "application/json")
    assert len(documented.differences) == 4, json.dumps(documented.differences, indent=1)


def test_ctrl_c_ends_it_and_the_service_with_it() -> None:
    command = [sys.executable, "-m", "local", "demo"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    for line in process.stdout:
        if "outlives it" in line:
            break
    os.killpg(process.pid, signal.SIGINT)
    rest = process.communicate(timeout=15)[0]
    assert process.returncode == 130
    assert rest.rstrip().endswith("Ended.")
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)  # nobody of the group is left


@given(st.text(alphabet="ab 林我é́，-", max_size=60), st.integers(4, 20))
def test_wrapping_keeps_the_text_and_the_width_unless_a_word_is_longer(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for line in lines:
        assert columns(line) <= width or " " not in line


def test_cjk_takes_two_columns_and_a_combining_mark_none() -> None:
    assert columns("林") == 2
    assert columns("e\N{COMBINING ACUTE ACCENT}") == 1
    assert wrapped("我家住在杭州", 6) == ["我家住", "在杭州"]
