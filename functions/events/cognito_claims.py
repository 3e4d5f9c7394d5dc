"""The user pool's own step before it makes a token: adds the attributes that an administrator set for the user.

Its source is its package (deployed inline), so it imports the standard library only and stays under 4 KB. The pool's
client cannot write these attributes, so no user can extend their own token."""

from __future__ import annotations

from typing import Any

# Claim -> attribute. Lists are texts of words separated by spaces, as OAuth writes its scopes.
ATTRIBUTES = {
    "org": "custom:org",
    "memory_scope": "custom:memory_scope",
    "purposes": "custom:purposes",
    "act_as": "custom:act_as",
    "sources": "custom:sources",
    "agent_id": "custom:agent_id",
    "inherit": "custom:inherit",
}
ROLES = "custom:roles"


def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Adds the claims to the access token (trigger event version 2). Roles are the attribute's and the groups'."""
    request = event["request"]
    attributes = request.get("userAttributes") or {}
    groups = (request.get("groupConfiguration") or {}).get("groupsToOverride") or []
    claims = {claim: attributes[name].strip() for claim, name in ATTRIBUTES.items() if attributes.get(name, "").strip()}
    roles = sorted({*groups, *attributes.get(ROLES, "").split()})
    if roles:
        claims["roles"] = " ".join(roles)
    event["response"] = {
        "claimsAndScopeOverrideDetails": {"accessTokenGeneration": {"claimsToAddOrOverride": claims}},
    }
    return event
