"""Who attacks: tokens of several kinds, from the laptop's own issuer."""

from __future__ import annotations

from typing import Any

GOVERNING = ["reviewer", "auditor", "operator"]
ALL_ROLES = ["admin", "org-writer", "supervisor", "specialist", "system_of_record", "sensitive-writer", *GOVERNING]

# By name; `nobody` sends no token at all.
CALLERS: dict[str, dict[str, Any] | None] = {
    "user": {"org": "acme", "sub": "ann"},
    "supervisor": {"org": "acme", "sub": "sue", "memory_scope": "/org/acme", "roles": ["supervisor"]},
    "administrator": {"org": "acme", "sub": "adam", "memory_scope": "/org/acme", "roles": ["org-writer", "admin"]},
    "governor": {"org": "acme", "sub": "gil", "memory_scope": "/org/acme", "roles": GOVERNING},
    "tenant": {"org": "globex", "sub": "zoe", "roles": ALL_ROLES, "purposes": ["support"]},
    "nobody": None,
}
