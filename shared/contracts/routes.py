"""Every route of the HTTP interface and the function that answers it: one table for the gateway, the laptop's server
and the 405 answers. `ROUTES` are those of the OpenAPI document."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Route:
    """`path` is a template with `{name}` segments, as API Gateway writes them. `open` routes need no token. `changes`:
    it changes something, so it takes an `Idempotency-Key` and answers a retry as it answered the first request."""

    method: str
    path: str
    function: str
    open: bool = False
    changes: bool = False

    @property
    def key(self) -> str:
        """API Gateway's route key."""
        return f"{self.method} {self.path}"


ROUTES: tuple[Route, ...] = (
    Route("POST", "/v1/memories", "write", changes=True),
    Route("POST", "/v1/memories/batch", "write", changes=True),
    Route("PATCH", "/v1/memories/batch", "write", changes=True),
    Route("PATCH", "/v1/memories/{memory_id}", "write", changes=True),
    Route("POST", "/v1/memories/{memory_id}/promote", "write", changes=True),
    Route("GET", "/v1/memories", "recall"),
    Route("POST", "/v1/memories/batch/read", "recall"),
    Route("GET", "/v1/memories/{memory_id}", "recall"),
    Route("GET", "/v1/memories/{memory_id}/history", "recall"),
    Route("GET", "/v1/scopes", "recall"),
    Route("POST", "/v1/recall", "recall"),
    Route("POST", "/v1/recall/batch", "recall"),
    Route("POST", "/v1/context", "recall"),
    Route("POST", "/v1/feedback", "write", changes=True),
    Route("POST", "/v1/sessions", "sessions", changes=True),
    Route("GET", "/v1/sessions", "sessions"),
    Route("GET", "/v1/export/sessions", "sessions"),
    Route("POST", "/v1/import/sessions", "sessions", changes=True),
    Route("GET", "/v1/sessions/{session_id}", "sessions"),
    Route("POST", "/v1/sessions/{session_id}/events", "sessions", changes=True),
    Route("GET", "/v1/sessions/{session_id}/events", "sessions"),
    Route("POST", "/v1/sessions/{session_id}/search", "sessions"),
    Route("POST", "/v1/sessions/{session_id}/complete", "sessions", changes=True),
    Route("GET", "/v1/sessions/{session_id}/summary", "sessions"),
    Route("POST", "/v1/sessions/{session_id}/summary", "sessions", changes=True),
    Route("GET", "/v1/sessions/{session_id}/state", "sessions"),
    Route("PUT", "/v1/sessions/{session_id}/state", "sessions", changes=True),
    Route("POST", "/v1/tasks/complete", "sessions", changes=True),
    Route("DELETE", "/v1/memories/{memory_id}", "delete", changes=True),
    Route("POST", "/v1/deletions", "delete", changes=True),
    Route("POST", "/v1/deletions/preview", "delete"),
    Route("GET", "/v1/deletions", "delete"),
    Route("GET", "/v1/deletions/{request_id}", "delete"),
    Route("POST", "/v1/deletions/{request_id}/verify", "delete"),
    Route("GET", "/v1/deletions/{request_id}/receipt", "delete"),
    Route("POST", "/v1/holds", "delete", changes=True),
    Route("GET", "/v1/holds", "delete"),
    Route("DELETE", "/v1/holds/{hold_id}", "delete", changes=True),
    Route("GET", "/v1/receipts/keys", "delete"),
    Route("GET", "/v1/receipts/log", "delete"),
    Route("GET", "/v1/metrics/queues", "hygiene"),
    Route("POST", "/v1/hygiene/plans", "hygiene", changes=True),
    Route("GET", "/v1/hygiene/plans/{plan_id}", "hygiene"),
    Route("POST", "/v1/hygiene/plans/{plan_id}/apply", "hygiene", changes=True),
    Route("GET", "/v1/reviews", "govern"),
    Route("POST", "/v1/reviews/{review_id}/claim", "govern", changes=True),
    Route("POST", "/v1/reviews/{review_id}/resolve", "govern", changes=True),
    Route("GET", "/v1/audit", "govern"),
    Route("GET", "/v1/audit/verify", "govern"),
    Route("GET", "/v1/audit/reads", "govern"),
    Route("GET", "/v1/audit/reads/{recall_id}", "govern"),
    Route("GET", "/v1/changes", "govern"),
    Route("GET", "/v1/export", "govern"),
    Route("POST", "/v1/import", "govern", changes=True),
    Route("GET", "/v1/operations", "govern"),
    Route("GET", "/v1/operations/{operation_id}", "govern"),
    Route("GET", "/v1/settings", "govern"),
    Route("GET", "/v1/metrics", "govern"),
    Route("GET", "/v1/metrics/memories", "govern"),
    Route("GET", "/v1/metrics/prometheus", "govern"),
    Route("DELETE", "/v1/tuning", "govern", changes=True),
    Route("GET", "/v1/health", "health", open=True),
)

MCP_PATH = "/mcp"
RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource"
# The Model Context Protocol describes its own messages. Its metadata says who issues tokens, to anybody (RFC 9728: at
# the path of the resource, and at the root).
MCP_ROUTES: tuple[Route, ...] = (
    Route("POST", MCP_PATH, "mcp"),
    Route("GET", f"{RESOURCE_METADATA_PATH}{MCP_PATH}", "mcp", open=True),
    Route("GET", RESOURCE_METADATA_PATH, "mcp", open=True),
)

ALL_ROUTES = ROUTES + MCP_ROUTES

# A request that matches no route (an unknown path, or another method) is answered by this function with a problem
# document.
DEFAULT_FUNCTION = "health"

_CALLED_BY_CLIENTS = frozenset({route.function for route in ALL_ROUTES} | {DEFAULT_FUNCTION})


def module_name(function: str) -> str:
    """The module of a function: in `functions.api` those that clients call, in `functions.events` those that events
    start."""
    return f"functions.{'api' if function in _CALLED_BY_CLIENTS else 'events'}.{function}"
