"""The command that replays deletions: to the end, through failures, and never silent about what is left."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from infra.operations.replay_deletions import main


class Steps:
    """The function, which walks the places 1 to 3 and fails as often as it is configured to."""

    def __init__(self, *, failures: int = 0, residue: int = 0) -> None:
        self.failures, self.residue = failures, residue
        self.asked: list[str | None] = []

    def invoke(self, **arguments: Any) -> dict[str, Any]:
        place = json.loads(arguments["Payload"])["place"]
        self.asked.append(place)
        if self.failures:
            self.failures -= 1
            return {"FunctionError": "Unhandled", "Payload": io.BytesIO(b'{"errorType": "StoreUnavailable"}')}
        number = int(place or 0) + 1
        answer = {
            "place": None if number == 3 else str(number),
            "replayed": 1,
            "raised": 0,
            "removed": 2,
            "residue": self.residue if number == 3 else 0,
        }
        return {"Payload": io.BytesIO(json.dumps(answer).encode())}


def test_it_continues_to_the_end_and_prints_the_sums(capsys: pytest.CaptureFixture[str]) -> None:
    steps = Steps()
    assert main(["step"], steps) == 0
    assert steps.asked == [None, "1", "2"]
    assert capsys.readouterr().out == "3 deletions done again, 0 under way, 6 things removed, 0 left\n"


def test_a_step_that_fails_is_tried_again() -> None:
    steps = Steps(failures=2)
    assert main(["step"], steps) == 0
    assert steps.asked == [None, None, None, "1", "2"]


def test_a_replay_that_stops_prints_where_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["step", "--from", "1"], Steps(failures=3)) == 1
    assert "StoreUnavailable; go on with --from '1'" in capsys.readouterr().err
    assert main(["step", "--from", "1"], Steps()) == 0


def test_residue_makes_the_status_1() -> None:
    assert main(["step"], Steps(residue=1)) == 1
