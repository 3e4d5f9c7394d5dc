"""The service as its users start it: from the outside, over HTTP, through kills and restarts."""

from __future__ import annotations

import http.client
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from local.__main__ import main
from local.guidance.service_log import FUNCTIONS, SERVICE
from tests.local.running_service import ServiceProcess

pytestmark = pytest.mark.enable_socket
LOGS = (FUNCTIONS, SERVICE)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    made = ServiceProcess(tmp_path_factory.mktemp("service") / "data", "--test-controls")
    assert made.url, made.output
    yield made
    made.end()


@pytest.fixture
def faults(service: ServiceProcess) -> Iterator[Callable[..., None]]:
    def order(**state: str) -> None:
        assert service.call("POST", "/local/faults", state).status == 200

    yield order
    order(search="ok", embedder="ok", store="ok")


def until(true: Callable[[], bool], patience_s: float) -> bool:
    end = time.monotonic() + patience_s
    while not true() and time.monotonic() < end:
        time.sleep(0.01)
    return true()


def test_a_memory_is_found_by_meaning_moments_after_it_was_written(service: ServiceProcess) -> None:
    assert service.write("Keeps a spare key under the flower pot", "kim").status == 201
    assert until(lambda: service.recalled("where is the spare key?", "kim") != [], 2)


def test_without_test_controls_they_are_unknown_paths(tmp_path: Path) -> None:
    plain = ServiceProcess(tmp_path)
    for path in ("clock", "settle", "faults", "gc"):
        got = plain.call("POST", f"/local/{path}", {})
        assert (got.status, got.body["code"]) == (404, "not_found")
    assert plain.call("POST", "/local/token", {"org": "a", "sub": "b"}).status == 200
    assert plain.call("GET", "/v1/health").status == 200
    assert plain.end() == 0


@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_and_soon_when_asked(tmp_path: Path, with_signal: int) -> None:
    asked = ServiceProcess(tmp_path, "--test-controls")
    asked.write("Has a red bicycle")
    asked.call("POST", "/local/faults", {"search": "down"})
    asked.delete_all("d1")
    kept_alive = http.client.HTTPConnection(asked.url.removeprefix("http://"), timeout=10)
    kept_alive.request("GET", "/v1/health")
    kept_alive.getresponse().read()
    assert until(lambda: asked.deletion("d1") == "running", 10)
    started = time.monotonic()
    assert asked.end(with_signal) == 0
    assert time.monotonic() - started < 10
    assert asked.output.rstrip().endswith("Ended.")
    assert "Traceback" not in asked.output


def test_a_folder_in_use_and_a_taken_port_are_reported_clearly(service: ServiceProcess, tmp_path: Path) -> None:
    first = ServiceProcess(tmp_path / "one")
    second = ServiceProcess(tmp_path / "one")
    assert second.process.returncode == 1
    assert f"{tmp_path / 'one'} is in use by another service (process {first.process.pid})" in second.output
    port = int(first.url.rpartition(":")[2])
    third = ServiceProcess(tmp_path / "two", port=port)
    assert third.process.returncode == 1
    assert f"port {port} is in use: choose another with --port" in third.output
    assert not (tmp_path / "two").exists()
    for failed in (second, third):
        assert "Traceback" not in failed.output
    first.kill()
    after_a_kill = ServiceProcess(tmp_path / "one")
    assert after_a_kill.end() == 0


def test_acknowledged_writes_survive_kill_9_and_are_found_again(tmp_path: Path) -> None:
    first = ServiceProcess(tmp_path, "--test-controls")
    acknowledged: list[str] = []

    def writer() -> None:
        for n in range(200):
            content = f"Locker number {n} holds parcel {n * 7}"
            try:
                if first.write(content).status == 201:
                    acknowledged.append(content)
            except OSError:
                return

    thread = threading.Thread(target=writer)
    thread.start()
    assert until(lambda: len(acknowledged) >= 10, 30)
    first.kill()
    thread.join()
    second = ServiceProcess(tmp_path, "--test-controls")
    listed = second.listed()
    assert set(acknowledged) <= set(listed)
    assert len(listed) <= len(acknowledged) + 1
    second.settle()
    assert set(acknowledged[:5]) <= set(second.recalled("which locker holds which parcel?"))
    assert second.end() == 0


def test_a_deletion_that_kill_9_interrupted_is_finished_after_the_restart(tmp_path: Path) -> None:
    first = ServiceProcess(tmp_path, "--test-controls")
    first.write("Keeps bees on the roof")
    first.write("Bob keeps nothing on the roof", "bob")
    first.settle()
    first.call("POST", "/local/faults", {"search": "down"})
    assert first.delete_all("d1").status == 202
    assert until(lambda: first.deletion("d1") == "running", 10)
    first.kill()
    second = ServiceProcess(tmp_path)
    assert second.listed() == []
    assert until(lambda: second.deletion("d1") == "completed", 30)
    assert second.recalled("bees on the roof") == []
    assert second.recalled("roof", "bob") == ["Bob keeps nothing on the roof"]
    assert second.end() == 0


def files_of(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_after_a_deletion_the_folder_holds_no_trace_of_the_words(tmp_path: Path) -> None:
    service = ServiceProcess(tmp_path, "--test-controls")
    service.write("Carries an Xylophonist card for wasp stings", key="allergy")
    service.write("Carries an Xylophonist card for bee and wasp stings", key="allergy")
    service.write("Bob was here", "bob")
    service.settle()
    service.recalled("Xylophonist card")
    assert any(b"Xylophonist" in path.read_bytes() for path in files_of(tmp_path))
    service.delete_all("d1")
    service.settle()
    assert service.deletion("d1") == "completed"
    service.kill()
    assert [path.name for path in files_of(tmp_path) if b"ylophonist" in path.read_bytes().lower()] == []
    assert any(b"Bob was here" in path.read_bytes() for path in files_of(tmp_path))


def test_words_replaced_by_an_earlier_version_are_removed_from_the_folder_before_the_deletion_is_completed(
    tmp_path: Path,
) -> None:
    service = ServiceProcess(tmp_path)
    events = [{"event_id": f"e{n}", "role": "user", "content": f"Turn {n}"} for n in (1, 2)]
    assert service.as_user("POST", "/v1/sessions", {"session_id": "s1"}).status == 201
    assert service.as_user("POST", "/v1/sessions/s1/events", {"events": events}).status in (200, 201)
    service.write("Carries a card for wasp stings", key="allergy", source_event_ids=["s1/e1"])
    service.write("Carries an Xylophonist card for bee stings", key="allergy", source_event_ids=["s1/e2"])
    assert until(lambda: service.recalled("Xylophonist card for bee stings") != [], 10)
    selector = {"kind": "event", "ids": ["e2"], "session_id": "s1"}
    asked = service.as_user("POST", "/v1/deletions", {"request_id": "d1", "selector": selector})
    assert (asked.status, asked.body["matched"]) == (202, 1)
    assert until(lambda: service.deletion("d1") == "completed", 30)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file() and b"ylophonist" in path.read_bytes()] == []
    assert service.listed() == ["Carries a card for wasp stings"]
    assert service.end() == 0


def test_the_moved_clock_lets_memories_and_tokens_expire(service: ServiceProcess) -> None:
    token = service.call("POST", "/local/token", {"org": "acme", "sub": "tim"}).body["access_token"]
    service.write("Prefers decaf", "tim", type="preference")
    assert service.call("GET", "/v1/memories", token=token).status == 200
    moved = service.call("POST", "/local/clock", {"advance_seconds": 366 * 86400})
    assert moved.status == 200
    assert service.call("GET", "/v1/memories", token=token).status == 401
    assert service.listed("tim") == []
    assert service.call("POST", "/local/gc", {}).status == 200


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"advance_seconds": "1"},
        {"advance_seconds": -1},
        {"advance_seconds": 1e300},
        {"advance_seconds": True},
        {"advance_seconds": 1, "x": 1},
        [],
        b"nonsense",
        b'{"advance_seconds": NaN}',
    ],
)
def test_a_malformed_move_of_the_clock_is_a_400(service: ServiceProcess, body: Any) -> None:
    got = service.call("POST", "/local/clock", body)
    assert (got.status, got.body["code"]) == (400, "malformed")


@pytest.mark.parametrize("body", [{"search": "broken"}, {"disk": "down"}, {"search": None}, {"search": ["down"]}, []])
def test_an_unknown_fault_is_a_400_and_changes_nothing(service: ServiceProcess, body: Any) -> None:
    assert service.call("POST", "/local/faults", body).status == 400
    assert service.write("All is well", "una").status in (200, 201)


def test_a_store_that_is_down_is_a_503_and_comes_back(service: ServiceProcess, faults: Callable[..., None]) -> None:
    faults(store="down")
    got = service.write("Not now", "sue")
    assert (got.status, got.body["code"]) == (503, "unavailable")
    assert "retry-after" in got.headers
    faults(store="ok")
    assert service.write("The bus leaves at nine", "sue").status == 201
    service.settle()
    assert service.recalled("When does the bus leave?", "sue") == ["The bus leaves at nine"]


def test_memories_written_while_search_was_down_are_found_afterwards(
    service: ServiceProcess, faults: Callable[..., None]
) -> None:
    faults(search="down")
    assert service.write("The gate code changes monthly", "gus").status == 201
    assert service.settle().body == {"settled": False, "pending": True}
    faults(search="ok")
    assert service.settle().body == {"settled": True, "pending": False}
    assert service.recalled("gate code", "gus") == ["The gate code changes monthly"]


def test_a_store_that_was_down_does_not_stop_the_pump(service: ServiceProcess, faults: Callable[..., None]) -> None:
    faults(search="down")
    service.write("Plays chess on Mondays", "pam")
    faults(search="ok", store="down")
    service.settle()
    faults(store="ok")
    assert service.settle().body["settled"] is True
    assert service.recalled("chess", "pam") == ["Plays chess on Mondays"]


def test_a_slow_search_only_takes_longer(service: ServiceProcess, faults: Callable[..., None]) -> None:
    service.write("Sails on Sundays", "sal")
    service.settle()
    faults(search="slow")
    started = time.monotonic()
    assert service.recalled("sailing", "sal") == ["Sails on Sundays"]
    assert time.monotonic() - started >= 1


def test_settling_with_search_down_ends_with_a_deletion_that_needs_attention_and_is_not_done(
    service: ServiceProcess, faults: Callable[..., None]
) -> None:
    service.write("Collects rare stamps", "dee")
    service.settle()
    faults(search="down")
    service.delete_all("d1", "dee")
    started = time.monotonic()
    service.settle()
    assert time.monotonic() - started < 20
    assert service.deletion("d1", "dee") == "needs_attention"
    faults(search="ok")
    assert service.listed("dee") == []


def test_an_outage_ends_when_the_clock_moves_past_the_retries(
    service: ServiceProcess, faults: Callable[..., None]
) -> None:
    service.write("Collects old maps", "max")
    service.settle()
    faults(search="down")
    service.delete_all("d1", "max")
    assert until(lambda: service.deletion("d1", "max") == "running", 10)
    faults(search="ok")
    service.call("POST", "/local/clock", {"advance_seconds": 86400})
    assert until(lambda: service.deletion("d1", "max") in ("completed", "needs_attention"), 20)
    service.settle()
    assert service.deletion("d1", "max") == "completed"


def test_an_unusable_folder_is_reported_clearly(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "records.db").write_bytes(b"not a database" * 1000)
    for folder in ("file", "broken"):
        failed = ServiceProcess(tmp_path / folder)
        assert failed.process.returncode == 1, failed.output
        assert "Agent Memory did not start: " in failed.output
        assert "Traceback" not in failed.output


def test_it_uses_the_words_of_a_given_pack(service: ServiceProcess, tmp_path: Path) -> None:
    small_talk = "Ĝis revido"
    assert service.write(small_talk, "petro").status == 201
    with_pack = ServiceProcess(tmp_path, "--language-pack", "tests.language.packs.esperanto:ESPERANTO")
    refused = with_pack.write(small_talk, "petro")
    assert (refused.status, refused.body["code"]) == (422, "not_worth_remembering")
    assert with_pack.end() == 0


def test_an_unusable_pack_is_named_in_one_line(tmp_path: Path) -> None:
    failed = ServiceProcess(tmp_path, "--language-pack", "no_such_words")
    assert failed.process.returncode == 1
    assert "Agent Memory did not start: language pack no_such_words: cannot import" in failed.output
    assert len(failed.output.splitlines()) == 1


def test_many_users_at_once_see_only_their_own_data(service: ServiceProcess) -> None:
    users = [f"crowd-{n}" for n in range(6)]
    mixed: list[tuple[str, list[str]]] = []

    def work(user: str) -> None:
        for n in range(8):
            service.write(f"{user} owns item number {n}", user)
        seen = service.listed(user)
        if len(seen) != 8 or not all(content.startswith(f"{user} ") for content in seen):
            mixed.append((user, seen))

    threads = [threading.Thread(target=work, args=(user,)) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert mixed == []


def test_it_says_where_everything_is_and_a_line_for_each_request_without_content(tmp_path: Path) -> None:
    asked = ServiceProcess(tmp_path / "data", "--verbose")
    asked.write("Has a red bicycle")
    asked.recalled("red bicycle")
    asked.call("GET", "/v1/memories/red-bicycle?scope=red-bicycle")
    asked.call("GET", "/red-bicycle")
    assert asked.end() == 0
    for needed in ("/local/token", "/docs", "curl -s", *(str(tmp_path / "data" / log) for log in LOGS)):
        assert needed in asked.output
    lines = asked.output.splitlines()
    for line in (r"POST /local/token 200 \d+ ms", r"POST /v1/memories 201 \d+ ms", r"POST /v1/recall 200 \d+ ms",
                 r"GET /v1/memories/\{memory_id\} 401 \d+ ms", r"GET \(no route\) 404 \d+ ms"):  # fmt: skip
        assert [one for one in lines if re.search(rf"^\d\d:\d\d:\d\d {line} \S+$", one)], line
    assert "bicycle" not in asked.output


def test_a_damaged_index_ends_the_start_with_the_way_out_also_in_the_log(tmp_path: Path) -> None:
    ServiceProcess(tmp_path).end()
    for rest in ("-wal", "-shm"):
        (tmp_path / f"search.db{rest}").unlink(missing_ok=True)
    (tmp_path / "search.db").write_bytes(b"no database " * 1000)
    failed = ServiceProcess(tmp_path)
    assert failed.process.returncode == 1
    for said in (failed.output, (tmp_path / "service.log").read_text(encoding="utf-8")):
        assert "search.db is damaged" in said
        assert "make rebuild-local-index" in said
    assert "Traceback" not in failed.output


@pytest.mark.parametrize("port", ["abc", "-1", "70000", "8080.5"])
def test_a_port_that_is_no_number_is_refused_in_plain_words(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", f"--port={port}"])
    assert ended.value.code == 2
    assert "port must be a number from 0 to 65535" in capsys.readouterr().err
