"""Clients of the engine. Nothing of it is imported before one is made: cold starts are counted."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from opensearchpy import OpenSearch

_POOL = 4  # connections: a function serves one request at a time, a laptop a few


def signed_client(endpoint: str, *, region: str, credentials: Any) -> OpenSearch:
    """For an endpoint in AWS: `https://host`, every request signed for the service `es`.

    `credentials`: what `boto3.Session().get_credentials()` gives; they are read again for each request, so that
    rotated ones are used.
    """
    with _without_requests():
        from opensearchpy import Urllib3AWSV4SignerAuth

    if urlsplit(endpoint).scheme != "https":
        raise ValueError("a signed client speaks https only")
    return _client(endpoint, http_auth=Urllib3AWSV4SignerAuth(credentials, region, "es"), verify_certs=True)


def plain_client(endpoint: str) -> OpenSearch:
    """For a node without authentication on this machine."""
    if urlsplit(endpoint).hostname not in ("127.0.0.1", "::1", "localhost"):
        raise ValueError("an unsigned client speaks to this machine only")
    return _client(endpoint)


def _client(endpoint: str, **more: Any) -> OpenSearch:
    with _without_requests():
        from opensearchpy import OpenSearch

    # The library writes whole requests to its log below WARNING, and urllib3's exceptions above it.
    for name in ("opensearch", "opensearchpy.trace"):
        logging.getLogger(name).setLevel(logging.ERROR)
    # Retries are counted in one place, `calls.Retrying`. Not compressed: the packed vectors in an answer do not get
    # smaller, and the time to try was a third of a search.
    return OpenSearch(endpoint, max_retries=0, retry_on_timeout=False, pool_maxsize=_POOL, http_compress=False, **more)


@contextmanager
def _without_requests() -> Iterator[None]:
    """The library imports `requests` for a connection and a signature that are never made here: two thirds of its own
    start. Where nothing else has loaded `requests`, a stand-in with the one class that it derives from is enough."""
    if "requests" in sys.modules or "opensearchpy" in sys.modules:
        yield
        return
    stand_in = ModuleType("requests")
    vars(stand_in)["auth"] = SimpleNamespace(AuthBase=object)
    sys.modules["requests"] = stand_in
    try:
        yield
    finally:
        del sys.modules["requests"]
