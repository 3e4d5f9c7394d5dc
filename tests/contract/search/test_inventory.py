"""All documents of an index, of whatever tenant, and its emptying: the same for both engines."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from shared.adapters.opensearch.client import plain_client
from shared.adapters.opensearch.inventory import OpenSearchInventory
from shared.adapters.opensearch.lifecycle import ensure_index
from shared.adapters.opensearch.search import OpenSearchIndex
from shared.adapters.sqlite.inventory import SqliteInventory
from shared.adapters.sqlite.search import SqliteSearch
from shared.ports import IndexedDocument, IndexInventory
from tests.contract.search.documents import ANN, DIMENSION, ORG, Harness, a_document


@dataclass(frozen=True, slots=True)
class Shelf:
    harness: Harness
    inventory: IndexInventory

    def listed(self, limit: int = 100) -> list[IndexedDocument]:
        found: list[IndexedDocument] = []
        after = None
        while True:
            page = self.inventory.documents(after=after, limit=limit)
            assert len(page.documents) <= limit
            found += page.documents
            after = page.next_after
            if after is None:
                return found


@pytest.fixture(params=["sqlite", pytest.param("opensearch", marks=pytest.mark.opensearch)])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shelf]:
    if request.param == "sqlite":
        index, inventory = SqliteSearch(tmp_path / "search.db"), SqliteInventory(tmp_path / "search.db")
        yield Shelf(Harness(index), inventory)
        inventory.close()
        index.close()
        return
    client = plain_client(request.getfixturevalue("opensearch_url"))
    alias = f"inventory-{uuid.uuid4().hex}"
    ensure_index(client, alias, DIMENSION, shards=3, replicas=0)
    yield Shelf(
        Harness(OpenSearchIndex(client, alias)),
        OpenSearchInventory(client, alias, DIMENSION, shards=3, replicas=0),
    )
    client.indices.delete(index=f"{alias}-*")
    client.indices.delete_index_template(name=alias)
    client.close()


@pytest.mark.parametrize("limit", [1, 3, 10, 100])
def test_every_document_of_every_tenant_is_listed_once(shelf: Shelf, limit: int) -> None:
    places = {f"m{n}": (f"org{n % 3}", f"/org/org{n % 3}/user/u{n}") for n in range(9)} | {"g": ("", "/global")}
    shelf.harness.keeps(*(a_document(id, org=org, scope=scope) for id, (org, scope) in places.items()))
    found = shelf.listed(limit)
    assert sorted((d.memory_id, d.org, d.scope) for d in found) == sorted((id, *at) for id, at in places.items())


def test_a_document_says_its_revision_whatever_its_status_and_time(shelf: Shelf) -> None:
    shelf.harness.keeps(a_document("m", revision=3, status="superseded"), a_document("n", revision=1))
    shelf.harness.keeps(a_document("m", revision=4))
    found = {d.memory_id: d for d in shelf.listed()}
    assert found == {"m": IndexedDocument("m", ORG, ANN, 4), "n": IndexedDocument("n", ORG, ANN, 1)}


def test_a_removed_document_is_not_listed(shelf: Shelf) -> None:
    shelf.harness.keeps(a_document("m"), a_document("n"))
    shelf.harness.forgets("m")
    assert [d.memory_id for d in shelf.listed()] == ["n"]


def test_an_emptied_index_has_no_documents_and_takes_older_revisions_again(shelf: Shelf) -> None:
    shelf.harness.keeps(a_document("m", "pears", revision=7), a_document("n"))
    shelf.inventory.empty()
    assert shelf.listed() == []
    assert shelf.harness.finds("pears") == {}
    shelf.harness.keeps(a_document("m", "apples", revision=2))
    assert set(shelf.harness.finds_by_word("apples")) == {"m"}
    assert shelf.harness.finds_by_word("pears") == {}


def test_emptying_leaves_no_word_in_the_file(tmp_path: Path) -> None:
    index, inventory = SqliteSearch(tmp_path / "search.db"), SqliteInventory(tmp_path / "search.db")
    Harness(index).keeps(a_document("m", "Xylophonist"))
    inventory.empty()
    index.close()
    inventory.close()
    assert not [path for path in tmp_path.iterdir() if b"xylophonist" in path.read_bytes().lower()]
