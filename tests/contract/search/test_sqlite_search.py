"""What only the laptop's index can get wrong: its file, its memory, its threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from shared.adapters.sqlite.search import SqliteSearch
from shared.domain.errors import SearchUnavailable
from shared.ports import Remove, Upsert
from tests.contract.search.documents import ANN, ORG, Harness, a_document, at_cosine


def test_all_documents_are_found_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "search.db"
    first = Harness(SqliteSearch(path))
    first.keeps(*(a_document(f"m{n}", f"pear {n}", vector=at_cosine(n / 10)) for n in range(9)))
    first.forgets("m3")
    second = Harness(SqliteSearch(path))
    assert {id: round(c.cosine or 0, 3) for id, c in second.finds().items()} == {
        f"m{n}": n / 10 for n in range(9) if n != 3
    }
    assert set(second.finds_by_word("pear")) == {f"m{n}" for n in range(9) if n != 3}
    second.keeps(a_document("m1", revision=0))
    assert second.finds_by_word("remember") == {}


def test_a_second_process_sees_what_the_first_changes(tmp_path: Path) -> None:
    ours, theirs = Harness(SqliteSearch(tmp_path / "search.db")), Harness(SqliteSearch(tmp_path / "search.db"))
    ours.keeps(a_document("a", "pear"), a_document("b", "pear"))
    assert set(theirs.finds("pear")) == {"a", "b"}
    theirs.forgets("a")
    theirs.keeps(a_document("b", "plum", revision=2, vector=at_cosine(0.7)))
    assert set(ours.finds("pear")) == {"b"}
    assert ours.finds()["b"].cosine == pytest.approx(0.7)


def test_threads_write_and_search_at_once(tmp_path: Path) -> None:
    harness = Harness(SqliteSearch(tmp_path / "search.db"))

    def work(name: str) -> None:
        for n in range(15):
            harness.keeps(*(a_document(f"{name}-{n}-{k}", f"pear {name}") for k in range(4)))
            harness.forgets(f"{name}-{n}-0")
            assert len(harness.finds_by_word(name)) == min(50, 3 * (n + 1))

    with ThreadPoolExecutor() as threads:
        list(threads.map(work, ("anna", "berta", "clara", "dora")))
    assert len(harness.index.ids_within(ORG, ANN, limit=1000)) == 4 * 15 * 3


def test_a_failing_change_leaves_nothing_behind(tmp_path: Path) -> None:
    index = SqliteSearch(tmp_path / "search.db")
    harness = Harness(index)
    harness.keeps(a_document("m", "pear"))
    with pytest.raises(AttributeError):
        index.apply([Upsert(a_document("n", "plum")), Remove("m", ORG), None])  # type: ignore[list-item]
    assert set(harness.finds("pear plum")) == {"m"}
    assert set(Harness(SqliteSearch(tmp_path / "search.db")).finds("pear plum")) == {"m"}


def test_no_removed_word_stays_in_the_files_after_a_refresh(tmp_path: Path) -> None:
    harness = Harness(SqliteSearch(tmp_path / "search.db"))
    harness.keeps(*(a_document(f"m{n}", f"note {n}") for n in range(200)))
    harness.keeps(a_document("m", "zeppelinfarm", before="before zeppelinfarm", scope=f"{ANN}/task/zeppelinfarm"))
    harness.keeps(a_document("m", "zeppelinfarm again", revision=2))
    assert b"zeppelinfarm" in _bytes(tmp_path)
    harness.forgets("m")
    assert b"zeppelinfarm" not in _bytes(tmp_path)
    assert len(harness.finds_by_word("note", limit=300)) == 200


def test_no_replaced_word_stays_in_the_files_after_a_refresh(tmp_path: Path) -> None:
    index = SqliteSearch(tmp_path / "search.db")
    harness = Harness(index)
    harness.keeps(*(a_document(f"m{n}", f"note {n}") for n in range(200)))
    index.apply([Upsert(a_document("m", "zeppelinfarm " * 900, before="before zeppelinfarm", speaker="zeppelinfarm"))])
    index.apply([Upsert(a_document("m", "airfield", revision=2))])
    assert b"zeppelinfarm" in _bytes(tmp_path)
    index.refresh()
    assert b"zeppelinfarm" not in _bytes(tmp_path)
    assert set(harness.finds_by_word("airfield")) == {"m"}


@pytest.mark.parametrize("content", [b"this is not a database at all" * 100, b"SQLite format 3\x00" + b"\xff" * 4096])
def test_a_file_that_is_no_database_is_unavailable(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "search.db").write_bytes(content)
    with pytest.raises(SearchUnavailable):
        SqliteSearch(tmp_path / "search.db")


def test_a_closed_index_is_unavailable_and_never_empty(tmp_path: Path) -> None:
    index = SqliteSearch(tmp_path / "search.db")
    harness = Harness(index)
    index.close()
    for call in (
        lambda: harness.finds("x"),
        lambda: harness.keeps(a_document("m")),
        lambda: index.ids_within(ORG, ANN, limit=1),
    ):
        with pytest.raises(SearchUnavailable):
            call()


def _bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())
