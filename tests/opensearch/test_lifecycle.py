"""Making and replacing the index, on a real node."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from opensearchpy import OpenSearch

from shared.adapters.opensearch.client import plain_client
from shared.adapters.opensearch.lifecycle import IndexDoesNotFit, add_fields, ensure_index, replace_index
from shared.adapters.opensearch.mapping import index_body
from shared.adapters.opensearch.search import OpenSearchIndex
from shared.domain.errors import SearchUnavailable
from shared.ports import Remove, Upsert
from tests.contract.search.documents import DIMENSION, Harness, a_document
from tests.opensearch.index_contents import contents_of

pytestmark = pytest.mark.opensearch


@pytest.fixture
def client(opensearch_url: str) -> Iterator[OpenSearch]:
    client = plain_client(opensearch_url)
    yield client
    client.close()


@pytest.fixture
def alias(client: OpenSearch) -> Iterator[str]:
    alias = f"life-{uuid.uuid4().hex}"
    yield alias
    client.indices.delete(index=f"{alias}-*")
    client.indices.delete_index_template(name=alias)


def test_concurrent_callers_create_the_index_once(client: OpenSearch, alias: str) -> None:
    with ThreadPoolExecutor() as threads:
        list(threads.map(lambda _: ensure_index(client, alias, DIMENSION, replicas=0), range(4)))
    ensure_index(client, alias, DIMENSION, replicas=0)
    assert list(client.indices.get_alias(name=alias)) == [f"{alias}-000001"]


def test_every_index_is_made_from_the_template(client: OpenSearch, alias: str) -> None:
    ensure_index(client, alias, DIMENSION, shards=2, replicas=0)
    (kept,) = client.indices.get_index_template(name=alias)["index_templates"]
    assert kept["index_template"]["index_patterns"] == [f"{alias}-*"]
    client.indices.create(index=f"{alias}-by-hand")  # who forgets the mapping gets it all the same
    made = client.indices.get(index=f"{alias}-*")
    first = made[f"{alias}-000001"]
    assert made[f"{alias}-by-hand"]["mappings"] == first["mappings"]
    assert first["mappings"]["dynamic"] == "strict"
    assert first["settings"]["index"]["number_of_shards"] == "2"


def test_an_alias_that_begins_like_another_has_its_own_template(client: OpenSearch, alias: str) -> None:
    longer = f"{alias}-tests"
    ensure_index(client, alias, DIMENSION, replicas=0)
    ensure_index(client, longer, DIMENSION + 1, replicas=0)
    mapping = client.indices.get_mapping(index=longer)[f"{longer}-000001"]["mappings"]
    assert mapping["properties"]["vector"]["dimension"] == DIMENSION + 1
    client.indices.delete_index_template(name=longer)


def test_an_index_for_other_vectors_is_refused_and_kept(client: OpenSearch, alias: str) -> None:
    ensure_index(client, alias, DIMENSION, replicas=0)
    with pytest.raises(IndexDoesNotFit):
        ensure_index(client, alias, DIMENSION + 1, replicas=0)


def test_writes_without_an_index_fail_and_make_none(client: OpenSearch) -> None:
    index = OpenSearchIndex(client, "nowhere", sleep=lambda _: None)
    assert index.apply([Upsert(a_document("m")), Remove("n", "acme")]) == ["m", "n"]
    with pytest.raises(SearchUnavailable):
        Harness(index).finds("x")
    with pytest.raises(SearchUnavailable):
        index.ids_within("acme", "/org/acme", limit=1)
    with pytest.raises(SearchUnavailable):
        index.refresh()
    assert not client.indices.exists(index="nowhere")


def test_an_index_is_made_anew_with_the_fields_and_the_template_of_today(client: OpenSearch, alias: str) -> None:
    ensure_index(client, alias, DIMENSION + 1, replicas=0)
    replace_index(client, alias, DIMENSION, replicas=0)
    harness = Harness(OpenSearchIndex(client, alias))
    harness.keeps(a_document("new"))
    assert set(harness.finds("remember")) == {"new"}
    client.indices.create(index=f"{alias}-by-hand")
    made = client.indices.get(index=f"{alias}-*")
    vectors = {name: its["mappings"]["properties"]["vector"]["dimension"] for name, its in made.items()}
    assert vectors == {f"{alias}-000001": DIMENSION, f"{alias}-by-hand": DIMENSION}


def test_an_index_that_was_lost_is_made_anew_as_well(client: OpenSearch, alias: str) -> None:
    replace_index(client, alias, DIMENSION, replicas=0)
    Harness(OpenSearchIndex(client, alias)).keeps(a_document("m"))


def test_new_fields_are_added_to_an_older_index_and_its_documents_stay(client: OpenSearch, alias: str) -> None:
    body = index_body(DIMENSION, replicas=0)
    del body["mappings"]["properties"]["speaker"]
    client.indices.create(index=f"{alias}-000001", body={"aliases": {alias: {}}, **body})
    harness = Harness(OpenSearchIndex(client, alias))
    assert harness.index.apply([Upsert(a_document("m", speaker="Ann"))]) == ["m"]
    for _ in range(2):
        add_fields(client, alias, DIMENSION, replicas=0)
        harness.keeps(a_document("m", speaker="Ann"))
    assert set(harness.finds("remember")) == {"m"}


def test_fields_are_added_to_a_fitting_index(client: OpenSearch, alias: str) -> None:
    add_fields(client, alias, DIMENSION, replicas=0)
    Harness(OpenSearchIndex(client, alias)).keeps(a_document("m"))


def test_a_changed_field_is_refused_and_the_index_kept(client: OpenSearch, alias: str) -> None:
    body = index_body(DIMENSION, replicas=0)
    body["mappings"]["properties"]["speaker"] = {"type": "text"}
    client.indices.create(index=f"{alias}-000001", body={"aliases": {alias: {}}, **body})
    Harness(OpenSearchIndex(client, alias)).keeps(a_document("m"))
    with pytest.raises(IndexDoesNotFit):
        add_fields(client, alias, DIMENSION, replicas=0)
    assert set(Harness(OpenSearchIndex(client, alias)).finds("remember")) == {"m"}


def test_an_undeclared_field_is_refused(client: OpenSearch, alias: str) -> None:
    from opensearchpy.exceptions import RequestError

    ensure_index(client, alias, DIMENSION, replicas=0)
    with pytest.raises(RequestError, match="strict_dynamic_mapping"):
        client.index(index=alias, body={"surprise": 1}, id="m")


def test_the_source_names_a_document_and_the_hit_holds_the_rest_but_what_is_only_searched(
    client: OpenSearch, alias: str
) -> None:
    ensure_index(client, alias, DIMENSION, replicas=0)
    Harness(OpenSearchIndex(client, alias)).keeps(a_document("m", "pears"))
    source = client.get(index=alias, id="m", params={"routing": "acme"})["_source"]
    assert set(source) == {"memory_id", "org", "scope", "revision"}
    hit = contents_of(client, alias)["m"]
    assert hit["content"] == "pears"
    assert not {"vector", "content_words", "context_words", "above", "visibility"} & set(hit)
