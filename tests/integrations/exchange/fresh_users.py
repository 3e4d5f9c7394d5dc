"""A client for a user that nobody was before, on the service whose URL is in `AGENT_MEMORY_URL`."""

from __future__ import annotations

import os
import uuid

from agent_memory import MemoryClient, local_token


def fresh_client() -> MemoryClient:
    url = os.environ["AGENT_MEMORY_URL"]
    return MemoryClient(url, local_token(url, org="upstream", sub=uuid.uuid4().hex))
