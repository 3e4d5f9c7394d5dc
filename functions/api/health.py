"""Health, open to all callers, and a problem document for a request that matches no route."""

from __future__ import annotations

import json
from typing import Any

from shared.runtime.api import correlation_id_of, unknown_route


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    if event.get("routeKey") != "GET /v1/health":
        return unknown_route(event)
    return {
        "statusCode": 200,
        "headers": {"Content-Type": "application/json", "X-Correlation-Id": correlation_id_of(event)},
        "body": json.dumps({"status": "ok"}),
        "isBase64Encoded": False,
    }
