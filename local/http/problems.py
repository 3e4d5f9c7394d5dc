"""Problem documents (RFC 9457) of the gateway's own, in the form that the functions' have."""

from __future__ import annotations

import json
from http import HTTPStatus

from local.http.events import Answer


def problem(status: int, code: str, detail: str, correlation_id: str | None = None, **extra: object) -> Answer:
    document = {
        "type": f"urn:agent-memory:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        **({"correlation_id": correlation_id} if correlation_id else {}),
        **extra,
    }
    return Answer(status, (("content-type", "application/problem+json"),), json.dumps(document).encode())
