"""What waits in a laptop's queue survives the process, and is delivered once to the next process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from local.aws.queues import LocalQueue
from local.aws.waiting import Waiting
from shared.domain.errors import StoreUnavailable


class Handler:
    """Fails so often, and keeps what it was given."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.got: list[str] = []

    def __call__(self, event: Any, _context: object) -> dict[str, Any]:
        if self.failures:
            self.failures -= 1
            return {"batchItemFailures": [{"itemIdentifier": record["messageId"]} for record in event["Records"]]}
        self.got += [record["body"] for record in event["Records"]]
        return {"batchItemFailures": []}


def a_queue(path: Path, handler: Handler, **more: Any) -> LocalQueue:
    return LocalQueue(
        "work", handler, **{"batch": 2, "length": 5, "waits_s": (0.0, 0.0), "waiting": Waiting(path), **more}
    )


def test_messages_waiting_at_the_end_of_the_process_are_delivered_after_the_next_start(tmp_path: Path) -> None:
    killed = a_queue(tmp_path / "queues.db", Handler())  # never started: it ends with the first messages in it
    assert [killed.put(body) for body in ("a", "b", "c")] == [True, True, True]
    handler = Handler()
    following = a_queue(tmp_path / "queues.db", handler)
    assert not following.rests()
    assert following.put("d")
    following.start()
    following.wait()
    following.stop(5)
    assert handler.got == ["a", "b", "c", "d"]
    assert Waiting(tmp_path / "queues.db").of("work") == []


def test_delivered_or_dropped_messages_do_not_come_again(tmp_path: Path) -> None:
    handler = Handler(failures=3)
    queue = a_queue(tmp_path / "queues.db", handler, batch=1)
    queue.put("fails three times")
    queue.put("succeeds")
    queue.start()
    queue.wait()
    queue.stop(5)
    assert handler.got == ["succeeds"]
    assert a_queue(tmp_path / "queues.db", Handler()).rests()


def test_a_queue_that_stops_before_its_last_attempt_keeps_the_rest(tmp_path: Path) -> None:
    queue = a_queue(tmp_path / "queues.db", Handler(failures=1), waits_s=(60.0,))
    queue.put("a")
    queue.start()
    while queue._handler.failures:  # type: ignore[attr-defined]
        pass
    queue.stop(5)
    handler = Handler()
    following = a_queue(tmp_path / "queues.db", handler)
    following.start()
    following.wait()
    following.stop(5)
    assert handler.got == ["a"]


def test_queues_of_one_file_keep_their_messages_apart(tmp_path: Path) -> None:
    waiting = Waiting(tmp_path / "queues.db")
    LocalQueue("one", Handler(), batch=1, length=5, waiting=waiting).put("a")
    LocalQueue("other", Handler(), batch=1, length=5, waiting=waiting).put("b")
    assert [message.body for message in waiting.of("one")] == ["a"]


def test_a_full_queue_accepts_nothing_and_keeps_its_messages(tmp_path: Path) -> None:
    queue = a_queue(tmp_path / "queues.db", Handler())
    assert [queue.put(str(number)) for number in range(6)] == [True] * 5 + [False]
    assert len(Waiting(tmp_path / "queues.db").of("work")) == 5


def test_an_unusable_file_is_an_outage(tmp_path: Path) -> None:
    (tmp_path / "queues.db").write_bytes(b"not a database" * 1000)
    with pytest.raises(StoreUnavailable):
        Waiting(tmp_path / "queues.db")


def test_the_age_of_the_oldest_message_is_measured_from_when_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000.0]
    monkeypatch.setattr("local.aws.queues.time.time", lambda: now[0])
    queue = a_queue(tmp_path / "queues.db", Handler())
    assert queue.oldest_s() == 0
    queue.put("first")
    now[0] = 1_030.0
    queue.put("second")
    assert queue.oldest_s() == 30
    following = a_queue(tmp_path / "queues.db", Handler())
    now[0] = 1_040.0
    assert following.oldest_s() == 40, "a message that survived the process is no younger for it"
    following.start()
    following.wait()
    assert following.oldest_s() == 0
    following.stop(5)
