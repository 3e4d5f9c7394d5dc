"""`make smoke`, against the laptop's service: it keeps the promises, the command notices one that is broken, and leaves
nothing behind either way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.operations.smoke.__main__ import main
from infra.operations.smoke.life import BrokenPromise, Life
from infra.operations.smoke.timed_client import Watch, function_of, quantile
from tests.local.running_service import ServiceProcess


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    made = ServiceProcess(tmp_path_factory.mktemp("smoke") / "data", "--test-controls")
    assert made.url, made.output
    yield made
    made.end()


@pytest.fixture(scope="module", autouse=True)
def no_sockets() -> None:
    """Here they are what it is about; they lead to this machine."""


def token(service: ServiceProcess, user: str) -> dict[str, str]:
    return {"TOKEN": service.call("POST", "/local/token", {"org": "acme", "sub": user}).body["access_token"]}


def of_the_run(service: ServiceProcess, user: str) -> list[str]:
    return [text for text in service.listed(user) if "smoke" in text]


def test_the_whole_life_is_played_and_everything_is_removed(
    service: ServiceProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    service.write("Ann has a memory of her own", user="ann")
    assert main(["--url", service.url, "--rounds", "3"], token(service, "ann")) == 0
    out = capsys.readouterr().out
    assert out.count("  ok  ") == 12
    assert "FAILED" not in out
    assert "POST /v1/recall" in out
    assert "Cold starts" in out
    assert "calibration: measured" in out
    assert service.listed("ann") == ["Ann has a memory of her own"]
    assert service.as_user("GET", "/v1/sessions").body["items"] == []


def test_a_broken_promise_ends_with_1_and_still_leaves_nothing(
    service: ServiceProcess, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(life: Life) -> None:
        assert of_the_run(service, "bob")
        raise BrokenPromise("the index shows it within a minute")

    monkeypatch.setattr(Life, "_follows", broken)
    assert main(["--url", service.url, "--rounds", "1"], token(service, "bob")) == 1
    out = capsys.readouterr().out
    assert "8/12  FAILED  the index has followed: the index shows it within a minute" in out
    assert "all that was written is removed" in out
    assert of_the_run(service, "bob") == []


def test_a_degraded_recall_is_a_broken_promise(service: ServiceProcess, capsys: pytest.CaptureFixture[str]) -> None:
    assert service.call("POST", "/local/faults", {"embedder": "down"}).status == 200
    try:
        assert main(["--url", service.url, "--rounds", "1"], token(service, "cem")) == 1
    finally:
        service.call("POST", "/local/faults", {"embedder": "ok"})
    out = capsys.readouterr().out
    assert "FAILED" in out
    assert "3/12  ok" not in out


def test_no_token_is_an_error_and_is_not_taken_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--url", "http://127.0.0.1:1"], {})
    assert "TOKEN" in capsys.readouterr().err


def test_latencies_are_kept_by_route_and_the_first_call_apart() -> None:
    watch = Watch()
    watch.note("GET", "/v1/memories/019c", 900)
    for taken in range(1, 21):
        watch.note("GET", f"/v1/memories/{taken}", taken)
    watch.note("POST", "/v1/deletions/preview", 5)
    assert list(watch.took) == ["GET /v1/memories/{memory_id}", "POST /v1/deletions/preview"]
    assert watch.lines()[1].split() == ["GET", "/v1/memories/{memory_id}", "21", "10", "19", "900"]
    assert function_of("GET /v1/memories/{memory_id}") == "recall"
    assert (quantile([1, 2, 3], 0.5), quantile([7], 0.95)) == (2, 7)


def test_the_makefile_hands_the_token_over_in_the_environment() -> None:
    text = (Path(__file__).parents[2] / "Makefile").read_text(encoding="utf-8")
    (line,) = (one for one in text.splitlines() if "infra.operations.smoke" in one)
    assert "TOKEN" not in line.partition("-m infra.operations.smoke")[2]
