"""Whom the picker offers: people of a demonstration tenant, by what their tokens say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shared.domain.access.caller import Role
from shared.domain.scopes import Scope

TENANT = "acme"
_WHOLE_TENANT = f"/org/{TENANT}"


@dataclass(frozen=True, slots=True)
class Person:
    """`claims` are what the token says of this person; `does` is shown beside the name."""

    id: str
    name: str
    does: str
    claims: Mapping[str, Any]


def _governing(person: str, *roles: Role) -> dict[str, Any]:
    return {"org": TENANT, "sub": person, "memory_scope": _WHOLE_TENANT, "roles": list(roles)}


PEOPLE = (
    Person("user", "Ann", "a user: reads, writes and deletes her own memories", {"org": TENANT, "sub": "ann"}),
    Person(
        "agent",
        "Ann's agent",
        "an agent that acts as Ann and is named in the audit",
        {"org": TENANT, "sub": "ann", "agent_id": "assistant"},
    ),
    Person(
        "reviewer",
        "Rita",
        "a reviewer of the whole tenant: decides on conflicts and candidates",
        _governing("rita", Role.REVIEWER, Role.SUPERVISOR),
    ),
    Person(
        "auditor",
        "Omar",
        "an auditor of the whole tenant: reads the audit and verifies its chain",
        _governing("omar", Role.AUDITOR),
    ),
    Person(
        "admin",
        "Ada",
        "an administrator of the whole tenant, with every role that the console uses",
        {
            **_governing(
                "ada", Role.ADMIN, Role.ORG_WRITER, Role.SUPERVISOR, Role.REVIEWER, Role.AUDITOR, Role.OPERATOR
            ),
            "act_as": ["ann"],
        },
    ),
)


def described(org: str, user: str, roles: Sequence[str], *, whole_tenant: bool) -> dict[str, Any]:
    """The claims of somebody whom the list does not have."""
    bound = {"memory_scope": Scope.org(org).path} if whole_tenant else {}
    return {"org": org, "sub": user, **bound, **({"roles": list(roles)} if roles else {})}
