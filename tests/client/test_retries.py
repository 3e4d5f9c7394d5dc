from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_memory import ApiError, NotFound, Refused, Retries, Unavailable, Unreachable, VersionConflict
from agent_memory.calls.call import Call
from agent_memory.calls.memory_calls import get_memory, recall, write
from agent_memory.transport.retries import Ask, Reply, Send, Wait, exchange, retry_after_s

URL = "https://memory.test"
NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
LOST = Reply(0, {})
DONE = Reply(200, {}, b"{}")


def busy(status: int = 503, **headers: str) -> Reply:
    return Reply(status, {name.replace("_", "-"): value for name, value in headers.items()}, b'{"code": "unavailable"}')


class Walked:
    """A call walked through with these replies, on a clock that only waits move."""

    def __init__(
        self,
        call: Call[Any],
        replies: Sequence[Reply],
        retries: Retries = Retries(),  # noqa: B008
        *,
        jitter: float = 1.0,
        renewable: bool = False,
    ) -> None:
        self.headers: list[dict[str, str]] = []
        self.waits: list[float] = []
        self.timeouts: list[float] = []
        self.error: ApiError | Unreachable | None = None
        self.body = b""
        ids = iter(f"id-{n}" for n in range(100))
        walk = exchange(
            call,
            retries,
            URL,
            new_id=lambda: next(ids),
            jitter=lambda: jitter,
            seconds=lambda: sum(self.waits),
            now=lambda: NOW,
            again_with_new_token=lambda: renewable,
        )
        left = iter(replies)
        reply: str | Reply | None = None
        try:
            while True:
                step = walk.send(reply)
                if isinstance(step, Ask):
                    reply = f"token-{len(self.headers)}"
                elif isinstance(step, Wait):
                    self.waits.append(step.seconds)
                    reply = None
                else:
                    assert isinstance(step, Send)
                    self.headers.append(dict(step.headers))
                    self.timeouts.append(step.timeout_s)
                    reply = next(left)
        except StopIteration as done:
            self.body = done.value.body
        except (ApiError, Unreachable) as error:
            self.error = error


A_WRITE = write("Prefers tea", "preference")


@pytest.mark.parametrize("reply", [LOST, busy(408), busy(425), busy(429), busy(502), busy(503), busy(504)])
def test_a_temporary_failure_is_repeated_with_the_same_key_and_correlation_id(reply: Reply) -> None:
    walked = Walked(A_WRITE, [reply, reply, DONE])
    assert walked.body == b"{}"
    assert len(walked.headers) == 3
    assert len({headers["Idempotency-Key"] for headers in walked.headers}) == 1
    assert len({headers["X-Correlation-Id"] for headers in walked.headers}) == 1


@pytest.mark.parametrize("status", [400, 403, 404, 409, 413, 422, 500])
def test_a_permanent_failure_is_not_repeated(status: int) -> None:
    walked = Walked(A_WRITE, [Reply(status, {}, b"{}"), DONE])
    assert len(walked.headers) == 1
    assert walked.error is not None


def test_each_call_has_a_key_of_its_own_and_a_given_key_is_kept() -> None:
    mine = write("Prefers tea", "preference", idempotency_key="mine")
    assert Walked(mine, [LOST, DONE]).headers[1]["Idempotency-Key"] == "mine"


def test_a_read_carries_no_key_and_is_repeated_all_the_same() -> None:
    for call in (get_memory("m1"), recall("tea")):
        walked = Walked(call, [LOST, DONE])
        assert [headers for headers in walked.headers if "Idempotency-Key" in headers] == []
        assert walked.body == b"{}"


def test_it_waits_at_least_as_long_as_the_service_asks() -> None:
    assert Walked(A_WRITE, [busy(retry_after="7"), DONE], jitter=0.0).waits == [7.0]
    at = format_datetime(NOW + timedelta(seconds=9), usegmt=True)
    assert Walked(A_WRITE, [busy(429, retry_after=at), DONE], jitter=0.0).waits == [9.0]


def test_a_wait_beyond_its_patience_is_not_begun_and_the_error_says_how_long() -> None:
    walked = Walked(A_WRITE, [busy(retry_after="120"), DONE])
    assert walked.waits == []
    assert isinstance(walked.error, Unavailable)
    assert walked.error.retry_after_s == 120.0


def test_waits_double_up_to_a_limit_and_attempts_end() -> None:
    retries = Retries(attempts=6, first_wait_s=1.0, longest_wait_s=4.0)
    walked = Walked(A_WRITE, [LOST] * 6, retries)
    assert walked.waits == [1.0, 2.0, 4.0, 4.0, 4.0]
    assert isinstance(walked.error, Unreachable)
    assert walked.error.sent == 6


def test_patience_ends_before_attempts_do() -> None:
    walked = Walked(A_WRITE, [LOST] * 9, Retries(attempts=9, first_wait_s=2.0, patience_s=7.0))
    assert walked.waits == [2.0, 4.0]
    assert isinstance(walked.error, Unreachable)


def test_no_attempt_waits_for_its_answer_longer_than_patience_lasts() -> None:
    walked = Walked(A_WRITE, [LOST] * 9, Retries(attempts=9, first_wait_s=2.0, patience_s=7.0))
    assert walked.timeouts == [7.0, 5.0, 1.0]


def test_a_refused_token_is_renewed_once() -> None:
    no = Reply(401, {}, b"{}")
    walked = Walked(A_WRITE, [no, DONE], renewable=True)
    assert [headers["Authorization"] for headers in walked.headers] == ["Bearer token-0", "Bearer token-1"]
    assert len(Walked(A_WRITE, [no, no, DONE], renewable=True).headers) == 2
    assert len(Walked(A_WRITE, [no, DONE]).headers) == 1


@pytest.mark.parametrize(
    "value",
    [
        "",
        "soon",
        "-3",
        "1.5",
        "٣",
        "Fri, 99 Foo 2026 00:00:00 GMT",
        "Thu, 01 Jan 99999999999999 00:00:00 GMT",
        "Thu, 01 Jan 2026 99999999999999999999:00:00 GMT",
        "Thu, 01 Jan 1970 00:00:00 +999999999",
    ],
)
def test_an_unreadable_retry_after_is_ignored(value: str) -> None:
    assert retry_after_s({"retry-after": value}, NOW) is None


@given(st.text(max_size=60) | st.from_regex(r"\A\w{3}, \d+ \w{3} \d+ \d+:\d+:\d+ ([+-]\d+|GMT)\Z"))
def test_no_retry_after_is_a_reason_to_fail(value: str) -> None:
    wait = retry_after_s({"retry-after": value, "date": value}, NOW)
    assert wait is None or wait >= 0.0


@pytest.mark.parametrize("hours", [-5, 0, 5])
def test_a_date_to_wait_for_is_read_by_the_servers_clock(hours: int) -> None:
    theirs = NOW + timedelta(hours=hours)
    headers = {"retry-after": format_datetime(theirs + timedelta(seconds=7), usegmt=True)}
    assert retry_after_s(headers | {"date": format_datetime(theirs, usegmt=True)}, NOW) == 7.0


def test_a_retry_after_in_the_past_is_now() -> None:
    assert retry_after_s({"retry-after": format_datetime(NOW - timedelta(1), usegmt=True)}, NOW) == 0.0


def test_problems_become_errors_that_say_what_they_are_and_nothing_that_was_sent() -> None:
    def error(status: int, **problem: Any) -> Any:
        return Walked(A_WRITE, [Reply(status, {}, json.dumps(problem).encode())]).error

    conflict = error(409, code="version_conflict", title="The memory has another version", current_version=3)
    assert isinstance(conflict, VersionConflict)
    assert conflict.current_version == 3
    assert conflict.correlation_id == "id-0"
    refused = error(422, code="sensitive", findings=[{"kind": "jwt", "start": 0, "end": 9}])
    assert isinstance(refused, Refused)
    assert refused.findings == [{"kind": "jwt", "start": 0, "end": 9}]
    assert isinstance(error(404, code="not_found"), NotFound)
    assert "tea" not in str(conflict)


@pytest.mark.parametrize("code", [{"a": "a secret"}, ["a secret"], 7, None])
def test_an_errors_code_is_a_word_whatever_the_answer_was(code: Any) -> None:
    error = Walked(A_WRITE, [Reply(400, {}, json.dumps({"code": code}).encode())]).error
    assert isinstance(error, ApiError)
    assert error.code == ""


def test_a_gateways_own_answer_is_an_error_too() -> None:
    walked = Walked(A_WRITE, [Reply(413, {}, b"<html>too large</html>")])
    assert isinstance(walked.error, ApiError)
    assert (walked.error.status, walked.error.code) == (413, "")
