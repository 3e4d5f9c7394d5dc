"""Clients of the engine. Nothing of it is imported before one is made: cold starts are counted."""

from __future__ import annotations

import logging
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
    from opensearchpy import OpenSearch

    # The library writes whole requests to its log below WARNING, and urllib3's exceptions above it.
    for name in ("opensearch", "opensearchpy.trace"):
        logging.getLogger(name).setLevel(logging.ERROR)
    # Retries are counted in one place, `calls.Retrying`. Not compressed: the packed vectors in an answer do not get
    # smaller, and the time to try was a third of a search.
    return OpenSearch(endpoint, max_retries=0, retry_on_timeout=False, pool_maxsize=_POOL, http_compress=False, **more)
