"""The access table (SPEC section 3): target scope T seen from bound scope B. What it does not allow is refused."""

from __future__ import annotations

from shared.domain import messages
from shared.domain.access.caller import Caller, Inherit, Role
from shared.domain.errors import ForbiddenRole, ForbiddenScope
from shared.domain.memories.memory import Memory
from shared.domain.scopes import Scope, ScopeKind


def may_read(caller: Caller, target: Scope | None) -> Scope:
    """The scope to read (absent: the bound one). Raises `ForbiddenScope` or `ForbiddenRole`."""
    bound = caller.bound
    if target is None or target == bound or (target in bound.ancestors() and _inherits(caller, target)):
        return target or bound
    if target.is_below(bound):
        if bound.kind is ScopeKind.ORG:
            caller.require(Role.SUPERVISOR)
        return target
    if _acts_for(caller, target):
        return target
    raise closed(caller, target, "read")


def may_write(caller: Caller, target: Scope | None) -> Scope:
    """The scope to write (absent: the bound one). Raises `ForbiddenScope` or `ForbiddenRole`."""
    bound = caller.bound
    scope = target or bound
    if scope.kind is ScopeKind.GLOBAL:
        caller.require(Role.ADMIN)
        _refuse_other_orgs(caller)
        return scope
    if scope.kind is ScopeKind.ORG:
        if not scope.contains(bound):
            raise closed(caller, scope, "write")
        caller.require(Role.ORG_WRITER)
        return scope
    if scope == bound or (scope.is_below(bound) and bound.kind is not ScopeKind.ORG):
        return scope
    if _acts_for(caller, scope):
        return scope
    raise closed(caller, scope, "write")


def closed(caller: Caller, target: Scope, verb: str) -> ForbiddenScope:
    """The refusal of a scope: its first segment outside of the caller's own scope, and what is open."""
    bound = caller.bound.segments
    outside = [segment for number, segment in enumerate(target.segments) if segment not in bound[number : number + 1]]
    kind, name = outside[0] if outside else (target.kind, "")
    return ForbiddenScope(messages.closed_scope(f"{kind}/{name}".rstrip("/"), caller.bound.path, verb))


def _refuse_other_orgs(caller: Caller) -> None:
    """Every tenant reads `/global`: a tenant's administrator does not write there, whatever its token is bound to."""
    if not caller.of_operator_org:
        raise ForbiddenScope("only the organisation that runs this deployment may change what is global")


def _acts_for(caller: Caller, target: Scope) -> bool:
    """For another user of the org (or below), from an org or a user scope, if the token says so."""
    bound = caller.bound
    if bound.kind not in (ScopeKind.ORG, ScopeKind.USER) or target.org_id != bound.org_id:
        return False
    return target.user_id is not None and target.user_id in caller.act_as


def may_govern(caller: Caller, target: Scope | None, role: Role) -> Scope:
    """A reviewer, auditor or operator works on all that lies at or below the bound scope, and nothing else; on
    `/global` only one of the operator's organisation. Raises `ForbiddenScope` or `ForbiddenRole`."""
    caller.require(role)
    scope = target or caller.bound
    if not caller.bound.contains(scope):
        raise closed(caller, scope, "govern")
    if scope.kind is ScopeKind.GLOBAL:
        _refuse_other_orgs(caller)
    return scope


def may_audit(caller: Caller, target: Scope | None) -> Scope:
    """An auditor reads the audit of all that lies at or below the bound scope, and a person that of their own
    memories, without a role. Raises as `may_govern`."""
    own, scope = Scope.user(caller.org, caller.subject), target or caller.bound
    if own.contains(scope) and (caller.bound.contains(scope) or own == caller.bound):
        return scope
    return may_govern(caller, target, Role.AUDITOR)


def readable_scopes(caller: Caller, target: Scope, *, include_inherited: bool) -> tuple[Scope, ...]:
    """The scopes whose memories a read of `target` sees: itself, and its ancestors when they are asked for.

    From a scope that the caller reaches by right (its own line, or acting for a user), every ancestor is readable,
    except above the bound scope as far as the token's `inherit` narrows that.
    """
    above = target.ancestors() if include_inherited else ()
    return (target, *(scope for scope in above if caller.bound.contains(scope) or _inherits(caller, scope)))


def _inherits(caller: Caller, above: Scope) -> bool:
    return caller.inherit is Inherit.ALL or (
        caller.inherit is Inherit.TASK and above.kind in (ScopeKind.TASK, ScopeKind.NODE)
    )


def may_read_below(caller: Caller, target: Scope) -> None:
    """Reading everything below `target` takes the right on each scope there.

    Below the caller's own user, project or task that is given; below an org it is a supervisor's; from above the bound
    scope it would reach siblings.
    """
    bound = caller.bound
    if target in bound.ancestors():
        raise ForbiddenScope("what lies below this scope is not all open to the caller")
    if target.kind is ScopeKind.ORG and not caller.has(Role.SUPERVISOR):
        raise ForbiddenRole("this needs the role supervisor")


def shows(caller: Caller, target: Scope, place: Scope) -> bool:
    """Whether a read of `target`, which is open to the caller, may show what lies in `place`, there or below.

    From above the bound scope only the caller's own line and what lies below it: its siblings are not open.
    """
    if not target.contains(place):
        return False
    return target not in caller.bound.ancestors() or place.contains(caller.bound) or caller.bound.contains(place)


def opens(caller: Caller, memory: Memory) -> bool:
    """Whether a caller whose token binds its purposes may see the memory at all, outside a recall."""
    return caller.purposes is None or not memory.purposes or not caller.purposes.isdisjoint(memory.purposes)


def acts_for(caller: Caller, target: Scope) -> str | None:
    """The user acted for, when the target is another user's; audited beside the caller's own name."""
    user = target.user_id
    return user if user is not None and not target.contains(caller.bound) and user != caller.subject else None
