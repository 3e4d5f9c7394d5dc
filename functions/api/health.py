"""Health, open to all callers, and a problem document for a request that matches no route."""

from __future__ import annotations

import json
from typing import Any

from shared.domain.errors import Unavailable
from shared.runtime import bootstrap
from shared.runtime.api import correlation_id_of, unknown_route
from shared.runtime.settings import Settings
from shared.usecases.restore.served_tables import says_admitted


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    if event.get("routeKey") != "GET /v1/health":
        return unknown_route(event)
    return {
        "statusCode": 200,
        "headers": {"Content-Type": "application/json", "X-Correlation-Id": correlation_id_of(event)},
        "body": json.dumps({"status": _status(), "calibration": _calibration()}),
        "isBase64Encoded": False,
    }


def _calibration() -> str:
    """Of what the embedder's numbers mean; `assumed` until `make calibrate` has measured it."""
    return "measured" if bootstrap.calibration().measured else "assumed"


def _status() -> str:
    """Only where the tables come from a restore are they asked about; what cannot be read is not admitted yet."""
    if not Settings.from_environment().restore_generation:
        return "ok"
    try:
        return "ok" if says_admitted(bootstrap.services()) else "restoring"
    except Unavailable:
        return "restoring"
