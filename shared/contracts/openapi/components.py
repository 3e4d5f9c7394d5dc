"""What the document names once for all routes: the token, shared parameters and headers."""

from __future__ import annotations

from typing import Any

SECURITY: dict[str, Any] = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "JWT",
    "description": "Claims (names configurable): `org`, `sub`, `roles`, `agent_id`, `purposes`, `memory_scope` (the "
    "bound scope; absent: `/org/{org}/user/{sub}`), `act_as`, `inherit`.",
}
SHARED_PARAMETERS: dict[str, Any] = {
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "description": "The same key and body from the same caller on the same path have one effect and return the "
        "first answer for 24 h, whatever became of the source, with `Idempotency-Replayed: true` and content as it is "
        "now, without what was deleted; with another body it is `idempotency_mismatch`. A refusal is not kept.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    },
    "CorrelationId": {
        "name": "X-Correlation-Id",
        "in": "header",
        "required": False,
        "description": "Returned in the answer and written to the logs if it is 1 to 128 printable ASCII characters; "
        "else one is made.",
        "schema": {"type": "string"},
    },
}
HEADERS: dict[str, Any] = {
    "CorrelationId": {"description": "The request's correlation id", "schema": {"type": "string"}},
    "IdempotencyReplayed": {"description": "`true` in a replay", "schema": {"type": "string", "enum": ["true"]}},
    "RetryAfter": {"description": "Seconds to wait", "schema": {"type": "string"}},
    "WWWAuthenticate": {"description": "`Bearer`", "schema": {"type": "string"}},
}
