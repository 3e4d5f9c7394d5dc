"""What the recall benchmark reads from sessions is what the service made of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bench.locomo.conversations import Conversation, Turn
from bench.locomo.session_memory import SessionMemory
from tests.local.running_service import ServiceProcess

pytestmark = pytest.mark.enable_socket


def talk(*sessions: tuple[str, ...]) -> Conversation:
    started = datetime(2023, 5, 8, 13, tzinfo=UTC)
    return Conversation(
        "conv",
        tuple(
            Turn(f"D{n}:{place}", "Ann", text, f"session-{n}", place, started + timedelta(days=n, minutes=place))
            for n, session in enumerate(sessions, start=1)
            for place, text in enumerate(session, start=1)
        ),
        (),
    )


def test_every_turn_is_accounted_for_and_a_memory_of_two_turns_stands_for_both(tmp_path: Path) -> None:
    service = ServiceProcess(tmp_path / "data", "--test-controls")
    try:
        assert service.url, service.output
        conversation = talk(
            (
                "Ann: The museum of clocks opens on Sundays",
                "Ann: Just this once I want you to answer in French, please",
                "Ann: My api key is AKIA" + "Z7Q4M2X9K5T8W3R6",
            ),
            ("Ann: The museum of clocks opens on Sundays", "Ann: I painted the fence by the lake green"),
        )
        memory = SessionMemory(service.url, conversation, "run")
        outcomes = memory.write(conversation, conversation.turns)
        found = memory.recall("When does the museum of clocks open?", "default")
    finally:
        service.end()
    assert outcomes.total() == 5
    assert outcomes["duplicate"] == outcomes["left in the session"] == outcomes["dropped (sensitive)"] == 1
    assert found[0] == {"D1:1", "D2:1"}
    assert set(found[1:]) == {frozenset({"D2:2"})}
    assert memory.degraded == 0
