"""The command that rebuilds the index: to the end, through failures, and never silent about what is missing."""

from __future__ import annotations

import io
import json
import threading
from collections import Counter
from typing import Any

import pytest

from infra.operations.rebuild_index import Place, Rebuild, RebuildStopped, StepFailed, main


class Steps:
    """The function: each walk has three steps; it fails as often as it is configured to, and misses the configured
    memories."""

    def __init__(self, *, failures: int = 0, missing: int = 0, failing_segment: int | None = None) -> None:
        self.failures, self.missing, self.failing_segment = failures, missing, failing_segment
        self.asked: list[tuple[str, int, str | None]] = []
        self.notes: list[tuple[str, int]] = []
        self._lock = threading.Lock()

    def step(self, event: dict[str, Any]) -> dict[str, Any]:
        kind, segment, after = event["step"], event.get("segment", 0), event.get("after")
        if kind == "note":
            assert event["operation"] == ({"id": "one"} if self.notes else None)
            self.notes.append((event["state"], event["done"]))
            return {"operation": {"id": "one"}}
        with self._lock:
            self.asked.append((kind, segment, after))
            if self.failures:
                self.failures -= 1
                raise StepFailed("SearchUnavailable")
        if segment == self.failing_segment:
            raise StepFailed("StoreUnavailable")
        if kind in ("empty", "fit"):
            return {"after": None, "counts": {}, "orgs": {}, "failed": []}
        number = int(after or 0) + 1
        counts = {"send": {"seen": 10, "sent": 9, "skipped": 1}, "sweep": {"swept": 9}, "verify": {}}[kind]
        orgs, failed = {}, []
        if kind == "verify":
            orgs = {"acme": [9, 9]}
            if number == 3 and self.missing:
                orgs, failed = {"acme": [9, 9 - self.missing], "": [1, 1]}, ["m1"]
                counts = {"missing": self.missing}
        return {"after": None if number == 3 else str(number), "counts": counts, "orgs": orgs, "failed": failed}

    def invoke(self, **arguments: Any) -> dict[str, Any]:
        assert arguments["FunctionName"] == "reindex"
        try:
            return {"Payload": io.BytesIO(json.dumps(self.step(json.loads(arguments["Payload"]))).encode())}
        except StepFailed as failure:
            return {
                "FunctionError": "Unhandled",
                "Payload": io.BytesIO(json.dumps({"errorType": str(failure)}).encode()),
            }


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("infra.operations.rebuild_index.FIRST_PAUSE_S", 0.0)


def test_it_goes_through_the_three_walks_and_reports_their_results(capsys: pytest.CaptureFixture[str]) -> None:
    steps = Steps()
    assert main(["reindex"], steps) == 0
    walks = [(kind, 0, after) for kind in ("send", "sweep", "verify") for after in (None, "1", "2")]
    assert steps.asked == [("fit", 0, None), *walks]
    reported = capsys.readouterr().out
    assert "30 memories seen: 27 sent, 3 have no place in the index" in reported
    assert "27 documents swept: 0 removed" in reported
    assert "verified: 27 of 27 memories are in the index, 1 of 1 organisations agree" in reported


def test_emptying_comes_first_and_once() -> None:
    steps = Steps()
    assert main(["reindex", "--empty"], steps) == 0
    assert steps.asked[0] == ("empty", 0, None)
    assert Counter(kind for kind, *_ in steps.asked)["empty"] == 1
    assert "fit" not in {kind for kind, *_ in steps.asked}


def test_an_index_that_cannot_get_the_fields_of_today_is_reported_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[Any] = []

    class DoesNotFit:
        def invoke(self, **arguments: Any) -> dict[str, Any]:
            asked.append(arguments)
            return {"FunctionError": "Unhandled", "Payload": io.BytesIO(b'{"errorType": "IndexDoesNotFit"}')}

    assert main(["reindex"], DoesNotFit()) == 1
    assert len(asked) == 1
    assert "only an empty index can have the fields of today (--empty)" in capsys.readouterr().err


def test_a_step_that_fails_is_tried_again() -> None:
    steps = Steps(failures=4)
    assert main(["reindex"], steps) == 0
    assert steps.asked[:6] == [("fit", 0, None)] * 5 + [("send", 0, None)]


def test_segments_are_walked_side_by_side_and_the_sweep_is_one() -> None:
    steps = Steps()
    assert main(["reindex", "--segments", "3"], steps) == 0
    assert {(kind, segment) for kind, segment, _ in steps.asked} == {
        ("fit", 0), ("send", 0), ("send", 1), ("send", 2), ("sweep", 0), ("verify", 0), ("verify", 1), ("verify", 2),
    }  # fmt: skip
    assert len(steps.asked) == 22


def place_of(reported: str) -> str:
    return reported.partition("go on with --from ")[2].split()[0]


def test_a_rebuild_that_stops_prints_where_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reindex", "--segments", "2"], Steps(failing_segment=1)) == 1
    reported = capsys.readouterr().err
    assert "The rebuild stopped: StoreUnavailable" in reported
    steps = Steps()
    assert main(["reindex", "--from", place_of(reported)], steps) == 0
    sent = [(segment, after) for kind, segment, after in steps.asked if kind == "send"]
    assert (1, None) in sent  # the one that failed, from its beginning
    assert (0, None) not in sent  # the other from where it was, if it had not ended
    assert {segment for kind, segment, _ in steps.asked if kind == "verify"} == {0, 1}


def test_a_rebuild_that_stops_late_does_not_start_from_the_beginning(capsys: pytest.CaptureFixture[str]) -> None:
    place = Place("verify", 1, {0: "2"})
    steps = Steps()
    assert main(["reindex", "--from", place.text()], steps) == 0
    assert steps.asked == [("verify", 0, "2")]


def test_an_interrupted_run_prints_its_place() -> None:
    def ask(event: dict[str, Any]) -> dict[str, Any]:
        if event.get("after") == "1":
            raise KeyboardInterrupt
        return {"after": "1", "counts": {}, "orgs": {}, "failed": []}

    with pytest.raises(RebuildStopped, match="interrupted; go on with --from") as stopped:
        Rebuild(ask, lambda _: None).run()
    assert Place.read(stopped.value.place) == Place("send", 1, {0: "1"})


def test_missing_memories_are_named_and_the_status_is_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reindex"], Steps(missing=2)) == 1
    reported = capsys.readouterr().out
    assert "verified: 26 of 28 memories are in the index, 1 of 2 organisations agree" in reported
    assert "organisation acme: 25 of 27" in reported
    assert "among those that failed or are missing: m1" in reported


def test_progress_is_printed_now_and_then() -> None:
    reported: list[str] = []
    times = iter(range(0, 1000, 3))
    Rebuild(Steps().step, reported.append, now=lambda: float(next(times))).run()
    assert [line for line in reported if line.startswith("send")] == ["send ...", "send: 20 so far, 0 failed"]


@pytest.mark.parametrize("arguments", [["--from", "nonsense"], ["--segments", "0"], ["--segments", "17"]])
def test_impossible_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(["reindex", *arguments], Steps())


def test_emptying_and_going_on_exclude_each_other() -> None:
    with pytest.raises(SystemExit):
        main(["reindex", "--empty", "--from", Place().text()], Steps())


def test_a_rebuild_notes_its_phases_and_its_end() -> None:
    steps = Steps()
    assert main(["reindex"], steps) == 0
    begun = [("running", 0), ("running", 1), ("running", 2)]
    assert steps.notes == [*begun, ("done", 3)]


def test_a_rebuild_that_stops_notes_where() -> None:
    class WithoutSweep(Steps):
        def step(self, event: dict[str, Any]) -> dict[str, Any]:
            if event["step"] == "sweep":
                raise StepFailed("SearchUnavailable")
            return super().step(event)

    steps = WithoutSweep()
    assert main(["reindex"], steps) == 1
    assert steps.notes == [("running", 0), ("running", 1), ("stopped", 1)]
    at_once = Steps(failing_segment=0)
    assert main(["reindex"], at_once) == 1
    assert at_once.notes == []


def test_a_note_that_cannot_be_made_stops_no_rebuild() -> None:
    class WithoutNotes(Steps):
        def step(self, event: dict[str, Any]) -> dict[str, Any]:
            if event["step"] == "note":
                raise StepFailed("StoreUnavailable")
            return super().step(event)

    assert main(["reindex"], WithoutNotes()) == 0
