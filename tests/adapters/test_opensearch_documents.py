"""What is sent to the engine, and what a hit brings back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from shared.adapters.opensearch.documents import packed, products, to_source, unpacked
from shared.adapters.opensearch.mapping import HIT, index_body
from shared.adapters.opensearch.visibility import visibility_of, visible_to
from shared.adapters.search_documents import to_fields
from tests.contract.search.documents import ANN, ASKED, MODEL, NOWHERE, a_document, a_filter, at_cosine


@pytest.mark.parametrize("padding", ["", "="])
def test_a_hit_is_the_document_again_with_or_without_padding(padding: str) -> None:
    document = a_document(
        "m", "zwei\nZeilen \udcff", tier=0, confidence=0.0, position=0, session_id="s", tokens=("zwei",), history=True
    )
    hit = unpacked(packed(to_fields(document), document.vector).rstrip("=") + padding)
    assert hit.document == replace(document, content="zwei\nZeilen ?", vector=None)
    assert hit.components == pytest.approx(document.vector, abs=1e-3)


def test_a_hit_without_a_vector_has_no_products_nor_has_one_of_another_model() -> None:
    document = a_document("m", vector=None)
    assert products(unpacked(packed(to_fields(document), None)), MODEL, [ASKED]) == [None]
    there = a_document("m", vector=at_cosine(0.5))
    hit = unpacked(packed(to_fields(there), there.vector))
    assert products(hit, "other", [ASKED, ASKED]) == [None, None]
    assert products(hit, MODEL, [ASKED]) == [pytest.approx(0.5, abs=1e-3)]


def test_every_field_that_is_sent_is_declared() -> None:
    document = a_document("m", "pears", scope=f"{ANN}/task/t")
    assert set(to_source(document)) == set(index_body(8)["mappings"]["properties"])
    assert to_source(document)[HIT]


@pytest.mark.parametrize(
    ("changes", "asked", "is_seen"),
    [
        ({}, {}, True),
        ({"org": "evil"}, {}, False),
        ({"status": "candidate"}, {}, False),
        ({"history": True}, {}, False),
        ({"history": True}, {"history": True}, True),
        ({"scope": f"{ANN}/task/t"}, {}, False),
        ({"scope": f"{ANN}/task/t"}, {"scopes": (), "below": (ANN,)}, True),
        ({}, {"scopes": (), "below": (ANN,)}, False),
        ({"scope": "/global", "org": ""}, {"scopes": ("/global",)}, True),
        ({"scope": "/global", "org": "acme"}, {"scopes": ("/global",)}, False),
    ],
)
def test_a_document_is_visible_by_tenant_scope_status_and_version_together(
    changes: dict[str, Any], asked: dict[str, Any], is_seen: bool
) -> None:
    document, wanted = a_document("m", **changes), a_filter(**asked)
    for model in (None, MODEL):
        assert bool(set(visibility_of(document)) & set(visible_to(wanted, model))) is is_seen
    assert not set(visibility_of(document)) & set(visible_to(wanted, "other"))
    for vector in (None, NOWHERE):
        without = a_document("m", vector=vector, **changes)
        assert not set(visibility_of(without)) & set(visible_to(wanted, MODEL))
