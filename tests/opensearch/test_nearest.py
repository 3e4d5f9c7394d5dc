"""Which way the nearest are found: by comparing each vector, or by the graph where there are too many to compare."""

from __future__ import annotations

import math
import random
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from opensearchpy import OpenSearch

from shared.adapters.opensearch.client import plain_client
from shared.adapters.opensearch.lifecycle import ensure_index
from shared.adapters.opensearch.search import COMPARED, OpenSearchIndex
from shared.domain.meaning.centring import Vector, dot
from shared.ports import Upsert
from tests.contract.search.documents import Harness, a_document

pytestmark = pytest.mark.opensearch

_DIMENSION, _COUNT, _LIMIT = 32, 400, 20
_BOB = "/org/acme/user/bob"


class Counted(OpenSearchIndex):
    """Notes what each request asks."""

    def __init__(self, client: OpenSearch, index: str, *, compared: int) -> None:
        super().__init__(client, index, compared=compared)
        self.asked: list[str] = []

    def _ask(self, bodies: Any, routing: Any) -> Any:
        self.asked.append("".join(next(iter(body["query"])) for body in bodies))
        return super()._ask(bodies, routing)


def _unit(dice: random.Random) -> Vector:
    values = [dice.gauss(0, 1) for _ in range(_DIMENSION)]
    length = math.sqrt(sum(value * value for value in values))
    return tuple(value / length for value in values)


_DICE = random.Random(3)
_VECTORS = {f"m{n}": _unit(_DICE) for n in range(_COUNT)}
_ASKED = [_unit(_DICE) for _ in range(10)]


@pytest.fixture(scope="module")
def engine(opensearch_url: str) -> Iterator[tuple[OpenSearch, str]]:
    client, alias = plain_client(opensearch_url), f"nearest-{uuid.uuid4().hex}"
    ensure_index(client, alias, _DIMENSION, replicas=0)
    index = OpenSearchIndex(client, alias)
    documents = [a_document(id, vector=vector) for id, vector in _VECTORS.items()]
    documents += [a_document(f"b{n}", scope=_BOB, vector=_VECTORS[f"m{n}"]) for n in range(30)]
    assert index.apply([Upsert(document) for document in documents]) == []
    index.refresh()
    yield client, alias
    client.indices.delete(index=f"{alias}-*")
    client.indices.delete_index_template(name=alias)
    client.close()


def _exact(asked: Vector) -> set[str]:
    return set(sorted(_VECTORS, key=lambda one: -dot(_VECTORS[one], asked))[:_LIMIT])


def _shared(index: OpenSearchIndex, asked: Vector) -> int:
    """Of the exact answer and the index's."""
    found = set(Harness(index).finds(vector=asked, limit=_LIMIT))
    assert len(found) == _LIMIT
    return len(found & _exact(asked))


@pytest.mark.parametrize("compared", [COMPARED, _COUNT])
def test_up_to_so_many_the_answer_is_exact(engine: tuple[OpenSearch, str], compared: int) -> None:
    index = Counted(*engine, compared=compared)
    assert [_shared(index, asked) for asked in _ASKED] == [_LIMIT] * len(_ASKED)
    assert index.asked == ["script_score"] * len(_ASKED)


def test_scopes_with_more_than_are_compared_are_asked_by_the_graph_and_remembered(
    engine: tuple[OpenSearch, str],
) -> None:
    index = Counted(*engine, compared=_COUNT - 1)
    assert sum(_shared(index, asked) for asked in _ASKED) > 0.9 * _LIMIT * len(_ASKED)
    assert index.asked == ["script_score", *["knn"] * len(_ASKED)]
    index.asked.clear()
    assert set(Harness(index).finds(vector=_ASKED[0], limit=50, scopes=(_BOB,))) == {f"b{n}" for n in range(30)}
    assert index.asked == ["script_score"]


def test_a_condition_that_leaves_few_is_compared_however_many_the_index_holds(engine: tuple[OpenSearch, str]) -> None:
    index = Counted(*engine, compared=_COUNT - 1)
    assert Harness(index).finds(vector=_ASKED[0], types=("procedural",)) == {}
    assert index.asked == ["script_score"]
