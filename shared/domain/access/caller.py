"""Who calls: what the verified token says, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from shared.domain.errors import ForbiddenRole, Malformed, PurposeNotAllowed, SourceNotAllowed, Unauthenticated
from shared.domain.memories.evidence import Source
from shared.domain.scopes import Scope, segment_id


class Role(StrEnum):
    ADMIN = "admin"
    ORG_WRITER = "org-writer"
    SUPERVISOR = "supervisor"
    SPECIALIST = "specialist"
    SYSTEM_OF_RECORD = "system_of_record"
    SENSITIVE_WRITER = "sensitive-writer"
    REVIEWER = "reviewer"
    # Sees contact data where the deployment masks it.
    CONTACT_READER = "contact-reader"
    AUDITOR = "auditor"
    OPERATOR = "operator"


class Inherit(StrEnum):
    """What of the scopes above its bound scope a caller reads."""

    NONE = "none"  # nothing: a specialist that sees its own part alone
    TASK = "task"  # of tasks only: a node its task's
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Caller:
    """A principal. `purposes` and `sources` (the kinds of evidence that it may assert) are `None` when the token does
    not bind them; `act_as` holds user ids of the same org. `of_operator_org`: of the organisation that runs the
    deployment, whose administrators alone change what every tenant reads. `inherit`: what it reads above its bound
    scope."""

    org: str
    subject: str
    bound: Scope
    roles: frozenset[str] = frozenset()
    agent_id: str | None = None
    purposes: frozenset[str] | None = None
    act_as: frozenset[str] = frozenset()
    sources: frozenset[str] | None = None
    of_operator_org: bool = False
    inherit: Inherit = Inherit.ALL

    @property
    def principal(self) -> str:
        """One string per tenant, subject and bound scope: what cursors and idempotency keys are bound to."""
        return f"{Scope.user(self.org, self.subject).path}@{self.bound.path}"

    def has(self, role: Role) -> bool:
        return role in self.roles

    def require(self, role: Role) -> None:
        if role not in self.roles:
            raise ForbiddenRole(f"this needs the role {role}")

    def may_name(self, purposes: frozenset[str]) -> None:
        """A token that carries purposes may name only those."""
        if self.purposes is not None and not purposes <= self.purposes:
            raise PurposeNotAllowed("the token does not hold this purpose")

    def may_assert(self, source: Source) -> None:
        """That a statement is evidence of this kind. A token that carries sources asserts only those. Raises
        `SourceNotAllowed`."""
        if self.sources is not None and source not in self.sources:
            raise SourceNotAllowed(f"the token may not state anything as {source}")


# Our claim names; a deployment may map them to its issuer's.
ORG, SUBJECT, ROLES, AGENT_ID = "org", "sub", "roles", "agent_id"
PURPOSES, MEMORY_SCOPE, ACT_AS, SOURCES = "purposes", "memory_scope", "act_as", "sources"
INHERIT = "inherit"
# In place of the operator's organisation: each one is it, where every caller makes its own tokens (on a laptop).
ANY_ORG = "*"


def caller_from_claims(
    claims: Mapping[str, object], names: Mapping[str, str] | None = None, *, operator_org: str | None = None
) -> Caller:
    """The caller that verified claims describe. `names` maps our claim names to the issuer's where they differ.
    `operator_org` is the deployment's, never a claim: `None` where it names none, or `ANY_ORG`.

    Raises `Unauthenticated` when they describe nobody: no or impossible tenant or subject, a bound scope that is none
    or lies in another tenant, a list that is no list of texts.
    """

    def claim(name: str) -> object:
        return claims.get((names or {}).get(name, name))

    try:
        org = segment_id(_text(claim(ORG), ORG), ORG)
        subject = segment_id(_text(claim(SUBJECT), SUBJECT), SUBJECT)
        bound_text = claim(MEMORY_SCOPE)
        if bound_text is None:
            bound = Scope.user(org, subject)
        else:
            bound = Scope.parse(_text(bound_text, MEMORY_SCOPE), MEMORY_SCOPE)
    except Malformed as error:
        raise Unauthenticated(f"the token names nobody here: {error.detail}") from None
    if bound.org_id not in (None, org):
        raise Unauthenticated("the token is bound to a scope of another organisation")
    purposes, sources = claim(PURPOSES), claim(SOURCES)
    agent_id = claim(AGENT_ID)
    return Caller(
        org=org,
        subject=subject,
        bound=bound,
        roles=_texts(claim(ROLES), ROLES),
        agent_id=None if agent_id is None else _text(agent_id, AGENT_ID),
        purposes=None if purposes is None else _texts(purposes, PURPOSES),
        act_as=_texts(claim(ACT_AS), ACT_AS),
        sources=None if sources is None else _texts(sources, SOURCES),
        of_operator_org=operator_org in (org, ANY_ORG),
        inherit=_inherit(claim(INHERIT)),
    )


def _inherit(value: object) -> Inherit:
    if value is None:
        return Inherit.ALL
    if not isinstance(value, str) or value not in set(Inherit):
        raise Unauthenticated(f"the token's {INHERIT} claim is none of {', '.join(Inherit)}")
    return Inherit(value)


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise Unauthenticated(f"the token has no usable {name} claim")
    return value


def _texts(value: object, name: str) -> frozenset[str]:
    """A list of texts, or one text of words separated by spaces (as OAuth scopes are written)."""
    if value is None:
        return frozenset()
    if isinstance(value, str):
        return frozenset(value.split())
    if isinstance(value, list | tuple) and all(isinstance(v, str) for v in value):
        return frozenset(value)
    raise Unauthenticated(f"the token's {name} claim is no list of texts")
