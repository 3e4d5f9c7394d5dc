"""A file of the service that is damaged, missing or full is named, with what to do: by real SQLite and real files."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from local.aws.gateway import Context
from local.aws.waiting import Waiting
from local.aws.workflow import Journal
from local.data_folder import DataFolder
from local.guidance.disk_health import DiskHealth
from local.guidance.greeting import folder_refused, port_refused
from local.guidance.service_log import MAX_BYTES, SERVICE, end_log, log_to_file
from local.stores_at_rest.record_files import missing_keys, open_records, opening
from shared.adapters.ciphers.key_file import DamagedKeyFile, FileCipher
from shared.adapters.signing.signing_key_file import FileSigner
from shared.adapters.sqlite.connections import Connections
from shared.adapters.sqlite.search import SqliteSearch
from shared.domain.errors import MemoryServiceError, StoreUnavailable

GARBAGE = b"this is no database at all " * 400


def refusal(make: Any) -> str:
    with pytest.raises(MemoryServiceError) as caught:
        make()
    assert caught.value.code == "unavailable"
    return caught.value.detail


def test_a_damaged_index_says_how_it_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "search.db").write_bytes(GARBAGE)
    said = refusal(lambda: SqliteSearch(tmp_path / "search.db"))
    assert said.startswith("the file search.db is damaged (SQLITE_NOTADB): stop the service, remove the file and run ")
    assert "`make rebuild-local-index`" in said


@pytest.mark.parametrize("name", ["records.db", "keys/owners.db"])
def test_damaged_records_say_which_file_and_how_a_copy_is_put_back(tmp_path: Path, name: str) -> None:
    (tmp_path / "keys").mkdir()
    (tmp_path / name).write_bytes(GARBAGE)
    said = refusal(lambda: open_records(tmp_path))
    assert said.startswith(f"the file {name.rpartition('/')[2]} is damaged (SQLITE_NOTADB)")
    assert "python -m local restore" in said


@pytest.mark.parametrize(("name", "make"), [("queues.db", Waiting), ("workflows.db", Journal)])
def test_a_damaged_file_of_waiting_work_is_named(tmp_path: Path, name: str, make: Any) -> None:
    (tmp_path / name).write_bytes(GARBAGE)
    assert f"the file {name} is damaged" in refusal(lambda: make(tmp_path / name))


def test_a_full_disk_is_called_one(tmp_path: Path) -> None:
    connections = Connections(tmp_path / "records.db", "CREATE TABLE t (x BLOB)")

    def write() -> None:
        with connections.writing() as db:
            db.execute("PRAGMA max_page_count = 4")
            db.execute("INSERT INTO t VALUES (zeroblob(1000000))")

    assert refusal(write) == (
        "the file records.db cannot be used (SQLITE_FULL): the disk is full: free some space, and the service goes on; "
        "what it has acknowledged is kept"
    )


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "records.db").mkdir()
    with pytest.raises(StoreUnavailable, match=r"the file records.db .*\(SQLITE_CANTOPEN\): .* right to it"):
        Connections(tmp_path / "records.db", "")


@pytest.mark.parametrize("make", [FileCipher, FileSigner])
def test_a_damaged_key_file_is_named_and_not_replaced(tmp_path: Path, make: Any) -> None:
    path = tmp_path / "some.key"
    path.write_bytes(b"short")
    with pytest.raises(DamagedKeyFile, match=f"{path} is damaged: put a copy of it back"):
        make(path)
    assert path.read_bytes() == b"short"


def test_a_missing_key_is_reported_only_where_there_are_records(tmp_path: Path) -> None:
    assert missing_keys(tmp_path) == []
    records = open_records(tmp_path)
    opening(records, tmp_path)
    records.close()
    FileCipher(tmp_path / "field.key")
    assert missing_keys(tmp_path) == []
    (tmp_path / "field.key").unlink()
    (sentence,) = missing_keys(tmp_path)
    assert f"{tmp_path / 'field.key'} is missing" in sentence
    assert "put a copy of the file back" in sentence


def healthy(event: dict[str, Any], context: Any) -> Any:
    return {"statusCode": 200, "headers": {}, "body": json.dumps({"status": "ok", "calibration": "measured"})}


def health(folder: Path) -> Any:
    answer = DiskHealth(healthy, folder)({"routeKey": "GET /v1/health"}, Context("health", "r"))
    return json.loads(answer["body"])


def test_health_is_not_ok_while_the_disk_takes_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert health(tmp_path) == {"status": "ok", "calibration": "measured"}
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "probe").symlink_to("/dev/full")  # the kernel's own full disk
    with caplog.at_level(logging.ERROR):
        assert health(tmp_path) == {"status": "disk_full", "calibration": "measured"}
    assert f"nothing can be written to {tmp_path}: No space left on device" in caplog.text
    assert health(tmp_path)["status"] == "ok"


def test_a_port_or_a_folder_that_cannot_be_had_says_which_option_helps(tmp_path: Path) -> None:
    assert port_refused(8080, OSError(98, "Address already in use")) == (
        "port 8080 is in use: choose another with --port, or --port 0 for a free one"
    )
    assert "Permission denied; choose another with --port" in port_refused(80, PermissionError(13, "x"))
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file") as caught:
        DataFolder(tmp_path / "file")
    assert "file cannot be used: File exists. Choose another folder with --data" in folder_refused(
        tmp_path / "file", caught.value
    )
    assert "the disk is full" in folder_refused(tmp_path, OSError(28, "x"))


def test_a_folder_that_was_made_for_nothing_is_removed_and_another_is_kept(tmp_path: Path) -> None:
    DataFolder(tmp_path / "new").discard()
    assert not (tmp_path / "new").exists()
    DataFolder(tmp_path / "old").release()
    DataFolder(tmp_path / "old").discard()
    assert (tmp_path / "old").exists()


def test_the_services_own_log_rotates_and_keeps_one_older_file(tmp_path: Path) -> None:
    handler = log_to_file(tmp_path)
    try:
        for _ in range(2 * MAX_BYTES // 1_000 + 500):
            logging.getLogger("agent_memory.local").error("x" * 1_000)
    finally:
        end_log(handler)
    assert {path.name for path in tmp_path.iterdir()} == {SERVICE, f"{SERVICE}.1"}
    assert all(path.stat().st_size <= MAX_BYTES for path in tmp_path.iterdir())
