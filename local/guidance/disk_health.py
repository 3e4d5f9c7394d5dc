"""Health on a laptop: the deployed answer, and `disk_full` while the data folder takes no more data."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import Any

from local.aws.gateway import Handler

LOG = logging.getLogger("agent_memory.local")
PROBE_BYTES = 65_536  # less than this, and the next writes fail


class DiskHealth:
    """The function `health`, which is asked first."""

    def __init__(self, health: Handler, folder: Path) -> None:
        self._health = health
        self._probe = folder / "probe"

    def __call__(self, event: dict[str, Any], context: Any, /) -> Any:
        answer = self._health(event, context)
        if event.get("routeKey") != "GET /v1/health" or (why := self._why_full()) is None:
            return answer
        LOG.error("health: nothing can be written to %s: %s", self._probe.parent, why)
        return {**answer, "body": json.dumps({**json.loads(answer["body"]), "status": "disk_full"})}

    def _why_full(self) -> str | None:
        """Tries it: free space says nothing of quotas and of a disk that became read-only."""
        try:
            with self._probe.open("wb") as probe:
                probe.write(bytes(PROBE_BYTES))
                probe.flush()
                os.fsync(probe.fileno())
        except OSError as error:
            return error.strerror
        finally:
            self._probe.unlink(missing_ok=True)
        return None
