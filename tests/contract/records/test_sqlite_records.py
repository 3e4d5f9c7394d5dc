"""What only the SQLite store has: durability, the change log, its own time to live, and nothing left of the deleted."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from shared.adapters.sqlite import connections
from shared.adapters.sqlite import records as sqlite_records
from shared.adapters.sqlite.records import SqliteRecords, StreamEntry, StreamEvent
from shared.domain.errors import StoreUnavailable
from shared.records.store.record import Absent, Change, CheckFailed, Key, Record, RevisionIs, Table

NOW = datetime(2026, 3, 1, 10, 0, 0, tzinfo=UTC)
OWNER = "/org/acme/user/ann"
ROOT = Path(__file__).parents[3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteRecords]:
    it = SqliteRecords(path)
    yield it
    it.close()


def key(sk: str, table: Table = Table.MEMORIES) -> Key:
    return Key(table, OWNER, sk)


def record(sk: str, *, revision: int = 1, expires_at: datetime | None = None, text: str = "") -> Record:
    return Record(key(sk), {"text": text}, revision, expires_at)


def events(store: SqliteRecords, after: int = 0) -> list[tuple[str, StreamEvent]]:
    return [(entry.sk, entry.event) for entry in store.stream(after)]


# Writes pairs forever, each change two records in two tables and a counter under RevisionIs; says what was committed.
WRITER = """
import sys
from shared.adapters.sqlite.records import SqliteRecords
from shared.records.store.record import Absent, Change, Key, Record, RevisionIs, Table

store = SqliteRecords(sys.argv[1])
counter = Key(Table.LEDGER, "/org/acme", "counter")
found = store.get([counter])[0]
n = found.revision if found else 0
while True:
    n += 1
    left = Record(Key(Table.MEMORIES, "/org/acme", f"cur##{n:06}"), {"text": "x" * 5000})
    right = Record(Key(Table.SESSIONS, "/org/acme", f"right#{n:06}"), {"text": "y" * 5000})
    guard = RevisionIs(counter, n - 1) if n > 1 else Absent(counter)
    store.commit(Change(puts=(left, Record(counter, {}, n), right), checks=(guard, Absent(left.key))))
    print(n, flush=True)
"""


class TestKill:
    def test_every_acknowledged_change_survives_kill_9_and_none_is_partial(self, path: Path) -> None:
        acknowledged = 0
        for lines in (1, 7, 20, 40, 60):
            writer = subprocess.Popen(
                [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
            )
            assert writer.stdout is not None
            for _ in range(lines):
                line = writer.stdout.readline()
                assert line, "the writer died by itself"
                acknowledged = int(line)
            time.sleep(0.0007 * lines)  # somewhere inside one of the next commits
            os.kill(writer.pid, signal.SIGKILL)
            acknowledged = max([acknowledged, *map(int, writer.stdout.read().split())])
            writer.wait()

            store = SqliteRecords(path)
            left = store.page(Table.MEMORIES, "/org/acme", sk_prefix="cur##", limit=10_000).records
            right = store.page(Table.SESSIONS, "/org/acme", sk_prefix="right#", limit=10_000).records
            counter = store.get([Key(Table.LEDGER, "/org/acme", "counter")])[0]
            logged = store.stream(0, 10_000)
            store.close()

            numbers = [int(r.key.sk.removeprefix("cur##")) for r in left]
            assert numbers == list(range(1, len(left) + 1))
            assert numbers == [int(r.key.sk.removeprefix("right#")) for r in right]
            assert counter is not None
            assert counter.revision == len(left)
            # One change may have been committed and not yet said.
            assert len(left) in (acknowledged, acknowledged + 1)
            assert [(e.sk, e.event) for e in logged] == [(r.key.sk, StreamEvent.INSERT) for r in left]
        with sqlite3.connect(path) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


class TestFile:
    def test_keeps_committed_changes_for_the_next_process(self, path: Path) -> None:
        first = SqliteRecords(path)
        first.commit(Change(puts=(record("a", text="kept"),)))
        first.save_position("index", 7)
        first.close()
        second = SqliteRecords(str(path))
        assert second.get([key("a")]) == [record("a", text="kept")]
        assert second.position("index") == 7
        second.close()

    def test_is_shared_by_two_stores(self, store: SqliteRecords, path: Path) -> None:
        other = SqliteRecords(path)
        store.commit(Change(puts=(record("a"),)))
        other.commit(Change(puts=(record("a", revision=2),), checks=(RevisionIs(key("a"), 1),)))
        with pytest.raises(CheckFailed) as failure:
            store.commit(Change(puts=(record("a", revision=2),), checks=(RevisionIs(key("a"), 1),)))
        assert failure.value.record == record("a", revision=2)
        other.close()

    def test_two_stores_on_it_never_both_win(self, store: SqliteRecords, path: Path) -> None:
        other = SqliteRecords(path)
        won: list[int] = []

        def take(mine: SqliteRecords, who: int) -> None:
            for n in range(40):
                try:
                    mine.commit(Change(puts=(record(f"{n}", revision=who),), checks=(Absent(key(f"{n}")),)))
                except CheckFailed:
                    continue
                won.append(n)

        threads = [threading.Thread(target=take, args=(s, w)) for s, w in ((store, 1), (other, 2))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        other.close()
        assert sorted(won) == list(range(40))

    def test_a_reader_sees_one_moment(self, store: SqliteRecords) -> None:
        keys = [key(f"{n}") for n in range(30)]
        store.commit(Change(puts=tuple(Record(k, {"n": 0}) for k in keys)))
        stop = threading.Event()

        def write() -> None:
            n = 0
            while not stop.is_set():
                n += 1
                store.commit(Change(puts=tuple(Record(k, {"n": n}) for k in keys)))

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for _ in range(100):
                assert len({str(r and r.attributes["n"]) for r in store.get(keys)}) == 1
        finally:
            stop.set()
            writer.join()

    def test_answers_from_an_index_and_sorts_nothing(self, store: SqliteRecords, path: Path) -> None:
        store.commit(Change(puts=(record("a"),)))
        statements = (sqlite_records._SELECT_FORWARDS, sqlite_records._SELECT_BACKWARDS, sqlite_records._SELECT_DUE)
        with sqlite3.connect(path) as db:
            for statement in statements:
                plan = db.execute(f"EXPLAIN QUERY PLAN {statement}", ("x",) * 5).fetchall()
                assert len(plan) == 1, plan
                assert plan[0][3].startswith("SEARCH records USING"), plan

    def test_holds_no_trace_of_removed_or_replaced_text(self, store: SqliteRecords, path: Path) -> None:
        texts = [f"TRACE-{n}-" + "z" * 3000 for n in range(50)]
        store.commit(Change(puts=tuple(record(f"{n}", text=text) for n, text in enumerate(texts))))
        store.commit(Change(puts=tuple(record(f"{n}", revision=2) for n in range(25))))
        store.commit(Change(removes=tuple(key(f"{n}") for n in range(25, 50))))
        assert store.empty_log() is True
        assert all(b"TRACE-" not in file.read_bytes() for file in path.parent.iterdir())
        assert len(store.page(Table.MEMORIES, OWNER).records) == 25

    def test_a_log_that_a_reader_holds_open_is_not_reported_as_empty(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connections, "BUSY_TIMEOUT_S", 0.05)
        store = SqliteRecords(path)
        store.commit(Change(puts=(record("a", text="TRACE"),)))
        reader = sqlite3.connect(path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM records").fetchall()
        store.commit(Change(removes=(key("a"),)))
        assert store.empty_log() is False
        reader.close()
        assert store.empty_log() is True
        store.close()


class TestOutages:
    def test_a_locked_file_is_unavailable_and_works_again_later(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(connections, "BUSY_TIMEOUT_S", 0.05)
        store = SqliteRecords(path)
        blocker = sqlite3.connect(path, isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable):
            store.commit(Change(puts=(record("a"),)))
        assert store.get([key("a")]) == [None]  # readers go on
        blocker.execute("ROLLBACK")
        store.commit(Change(puts=(record("a"),)))
        assert store.get([key("a")]) == [record("a")]
        blocker.close()
        store.close()

    def test_a_file_that_is_no_database_is_unavailable(self, path: Path) -> None:
        path.write_bytes(b"not a database" * 1000)
        with pytest.raises(StoreUnavailable) as failure:
            SqliteRecords(path)
        assert isinstance(failure.value.__cause__, sqlite3.DatabaseError)

    def test_a_closed_store_is_unavailable_and_may_be_closed_twice(self, path: Path) -> None:
        store = SqliteRecords(path)
        store.close()
        store.close()
        with pytest.raises(StoreUnavailable):
            store.get([key("a")])
        with pytest.raises(StoreUnavailable):
            store.commit(Change(puts=(record("a"),)))

    def test_a_failed_check_leaves_the_store_ready_for_the_next_writer(self, store: SqliteRecords) -> None:
        for _ in range(3):
            with pytest.raises(CheckFailed):
                store.commit(Change(puts=(record("a"),), checks=(RevisionIs(key("a"), 1),)))
        store.commit(Change(puts=(record("a"),)))
        assert store.stream(0) == []


class TestStream:
    def test_reports_changes_of_current_memories_in_order(self, store: SqliteRecords) -> None:
        store.commit(Change(puts=(record("cur##1"), record("cur##2"))))
        store.commit(Change(puts=(record("cur##1", revision=2),)))
        store.commit(Change(removes=(key("cur##1"),), puts=(record("cur##3"),)))
        assert sorted(events(store)[:2]) == [("cur##1", StreamEvent.INSERT), ("cur##2", StreamEvent.INSERT)]
        assert events(store)[2] == ("cur##1", StreamEvent.MODIFY)
        assert sorted(events(store)[3:]) == [("cur##1", StreamEvent.REMOVE), ("cur##3", StreamEvent.INSERT)]
        sequence = [entry.seq for entry in store.stream(0)]
        assert sequence == sorted(set(sequence))

    def test_reports_changes_of_ended_versions(self, store: SqliteRecords) -> None:
        store.commit(Change(puts=(record("ver#1#1"),)))
        store.commit(Change(removes=(key("ver#1#1"),)))
        assert events(store) == [("ver#1#1", StreamEvent.INSERT), ("ver#1#1", StreamEvent.REMOVE)]

    def test_reports_nothing_else(self, store: SqliteRecords) -> None:
        other = (record("vec#1"), record("barrier"), record("cur"))
        store.commit(Change(puts=(*other, Record(key("cur##1", Table.SESSIONS), {}))))
        store.commit(Change(removes=(key("cur##nowhere"), key("vec#1"))))
        with pytest.raises(CheckFailed):
            store.commit(Change(puts=(record("cur##1"),), checks=(Absent(key("barrier")),)))
        assert events(store) == []

    def test_is_read_from_a_position_on_in_pieces(self, store: SqliteRecords) -> None:
        store.commit(Change(puts=tuple(record(f"cur##{n}") for n in range(5))))
        first = store.stream(0, 2)
        rest = store.stream(first[-1].seq, 10)
        assert (len(first), len(rest)) == (2, 3)
        assert first[0] == StreamEntry(first[0].seq, OWNER, "cur##0", StreamEvent.INSERT)
        assert store.stream(rest[-1].seq) == []

    def test_never_uses_a_number_twice_also_after_a_complete_trim(self, path: Path) -> None:
        store = SqliteRecords(path)
        store.commit(Change(puts=(record("cur##1"),)))
        last = store.stream(0)[-1].seq
        store.trim(last)
        assert store.stream(0) == []
        store.close()
        store = SqliteRecords(path)
        store.commit(Change(puts=(record("cur##2"),)))
        assert [entry.sk for entry in store.stream(last)] == ["cur##2"]
        store.close()

    def test_trims_no_further_than_requested(self, store: SqliteRecords) -> None:
        store.commit(Change(puts=tuple(record(f"cur##{n}") for n in range(3))))
        entries = store.stream(0)
        store.trim(entries[1].seq)
        assert store.stream(0) == entries[2:]

    def test_a_position_is_kept_for_each_reader(self, store: SqliteRecords) -> None:
        assert store.position("index") == 0
        store.save_position("index", 3)
        store.save_position("index", 5)
        store.save_position("other", 1)
        assert (store.position("index"), store.position("other")) == (5, 1)

    def test_a_waiting_reader_is_woken_by_a_commit(self, store: SqliteRecords) -> None:
        woken: list[tuple[bool, float]] = []

        def wait() -> None:
            start = time.monotonic()
            woken.append((store.wait_for_stream(0, 30.0), time.monotonic() - start))

        reader = threading.Thread(target=wait)
        reader.start()
        store.commit(Change(puts=(record("vec#1"),)))
        time.sleep(0.05)
        assert woken == []
        store.commit(Change(puts=(record("cur##1"),)))
        reader.join(10)
        assert woken
        assert woken[0][0] is True
        assert woken[0][1] < 10

    def test_a_wait_without_news_ends(self, store: SqliteRecords) -> None:
        assert store.wait_for_stream(0, 0.01) is False
        store.commit(Change(puts=(record("cur##1"),)))
        assert store.wait_for_stream(0, 0.0) is True


class TestTimeToLive:
    def test_removes_expired_records_the_longest_expired_first_up_to_the_limit(self, store: SqliteRecords) -> None:
        tick = timedelta(microseconds=1)
        store.commit(
            Change(
                puts=(
                    record("cur##old", expires_at=NOW - timedelta(days=9)), record("cur##now", expires_at=NOW),
                    record("soon", expires_at=NOW + tick), record("never"),
                    Record(key("evt#1", Table.SESSIONS), {}, expires_at=NOW - tick),
                )
            )
        )  # fmt: skip
        after = store.stream(0)[-1].seq
        assert store.remove_expired(NOW, limit=1) == 1
        assert events(store, after) == [("cur##old", StreamEvent.REMOVE)]
        assert store.remove_expired(NOW) == 2
        assert store.remove_expired(NOW) == 0
        assert events(store, after) == [("cur##old", StreamEvent.REMOVE), ("cur##now", StreamEvent.REMOVE)]
        assert [r.key.sk for r in store.page(Table.MEMORIES, OWNER).records] == ["never", "soon"]
        assert store.page(Table.SESSIONS, OWNER).records == ()

    def test_a_record_whose_life_was_prolonged_is_kept(self, store: SqliteRecords) -> None:
        store.commit(Change(puts=(record("a", expires_at=NOW),)))
        store.commit(Change(puts=(record("a", revision=2, expires_at=NOW + timedelta(hours=1)),)))
        assert store.remove_expired(NOW) == 0
