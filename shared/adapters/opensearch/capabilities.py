"""What an OpenSearch endpoint can do, as far as this adapter cares."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Capabilities:
    """`engine`: of the k-NN field. `routing`: documents of one tenant share a shard. `external_versions`: an older
    revision never overwrites a newer one, in whatever order they arrive. `settings`: shards and replicas are ours to
    choose. `templates`: indices can be made from an index template. `refresh_wait_s`: 0 where `_refresh` exists, else
    how long a change may stay invisible, in seconds.
    """

    service: str
    engine: str
    routing: bool
    external_versions: bool
    settings: bool
    templates: bool
    refresh_wait_s: float


# Lucene: filtered searches are exact where the filter is narrow, and there is no native memory to size.
MANAGED = Capabilities(
    "es", "lucene", routing=True, external_versions=True, settings=True, templates=True, refresh_wait_s=0
)

# Collections that take document ids ("NextGen"; the classic vector collections refuse them and cannot hold this index).
# From the documentation, never run against one: Faiss only, no `_refresh` (vector collections show changes within
# 60 seconds). Routing and external versions are not documented, so they are not used: there the indexer's own reading
# of the truth before each upsert is what keeps an old revision out. Nor are index templates: an index is made whole.
SERVERLESS = Capabilities(
    "aoss", "faiss", routing=False, external_versions=False, settings=False, templates=False, refresh_wait_s=60
)


def of_service(service: str) -> Capabilities:
    """By the SigV4 service name: `es` or `aoss`."""
    for capabilities in (MANAGED, SERVERLESS):
        if capabilities.service == service:
            return capabilities
    raise ValueError(f"no search service is called {service!r}")
