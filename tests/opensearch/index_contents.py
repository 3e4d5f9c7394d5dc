"""What lies in an index, past the adapter's searches."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any

from opensearchpy import OpenSearch

from shared.adapters.opensearch.mapping import HIT


def contents_of(client: OpenSearch, alias: str) -> dict[str, dict[str, Any]]:
    """The fields that each document's hit brings back, with its external version (`_version`), by id."""
    client.indices.refresh(index=alias)
    body = {"query": {"match_all": {}}, "size": 1000, "docvalue_fields": [HIT], "version": True}
    hits = client.search(index=alias, body=body)["hits"]["hits"]
    return {hit["_id"]: json.loads(_text(hit)) | {"_version": hit["_version"]} for hit in hits}


def _text(hit: dict[str, Any]) -> bytes:
    (sent,) = hit["fields"][HIT]
    return b64decode(sent + "==").partition(b"\n")[0]
