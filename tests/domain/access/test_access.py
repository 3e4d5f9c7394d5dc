"""The access table (SPEC section 3), row by row, and that everything else is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.access.caller import Caller, Role
from shared.domain.access.permissions import (
    acts_for,
    may_govern,
    may_read,
    may_read_below,
    may_write,
    opens,
    readable_scopes,
    shows,
)
from shared.domain.errors import ForbiddenRole, ForbiddenScope, PurposeNotAllowed
from shared.domain.scopes import Scope, ScopeKind
from tests.builders import a_caller, a_memory
from tests.strategies import scopes

GLOBAL, ORG, OTHER_ORG = Scope.GLOBAL, Scope.org("acme"), Scope.org("umbrella")
ANN, BOB = ORG.child(ScopeKind.USER, "ann"), ORG.child(ScopeKind.USER, "bob")
PROJECT, OTHER_PROJECT = ORG.child(ScopeKind.PROJECT, "p"), ORG.child(ScopeKind.PROJECT, "q")
TASK, TASK2 = ANN.child(ScopeKind.TASK, "t"), ANN.child(ScopeKind.TASK, "t2")
NODE, NODE2 = TASK.child(ScopeKind.NODE, "n"), TASK.child(ScopeKind.NODE, "n2")
BOBS_TASK = BOB.child(ScopeKind.TASK, "t")
PROJECT_TASK = PROJECT.child(ScopeKind.TASK, "t")
SAME_NAME = Scope.user("umbrella", "ann")

YES, SCOPE, ROLE = None, ForbiddenScope, ForbiddenRole
Verdict = type[Exception] | None

# bound, roles, users it may act for, target, what a read and a write of it come to
TABLE: list[tuple[Scope, tuple[str, ...], tuple[str, ...], Scope | None, Verdict, Verdict]] = [
    # T = B, and T absent
    (ANN, (), (), ANN, YES, YES),
    (ANN, (), (), None, YES, YES),
    (TASK, (), (), TASK, YES, YES),
    (TASK, (), (), None, YES, YES),
    (NODE, (), (), NODE, YES, YES),
    (PROJECT, (), (), PROJECT, YES, YES),
    (ORG, (), (), ORG, YES, ROLE),
    (ORG, ("org-writer",), (), ORG, YES, YES),
    (ORG, ("org-writer",), (), None, YES, YES),
    (ORG, ("admin",), (), ORG, YES, ROLE),
    (GLOBAL, (), (), GLOBAL, YES, ROLE),
    (GLOBAL, ("org-writer",), (), GLOBAL, YES, ROLE),
    (GLOBAL, ("admin",), (), GLOBAL, YES, YES),
    # T below B inside the same user or project
    (ANN, (), (), TASK, YES, YES),
    (ANN, (), (), NODE, YES, YES),
    (TASK, (), (), NODE, YES, YES),
    (PROJECT, (), (), PROJECT_TASK, YES, YES),
    # B is an org, T a user or project in it, or below
    (ORG, (), (), ANN, ROLE, SCOPE),
    (ORG, (), (), TASK, ROLE, SCOPE),
    (ORG, (), (), PROJECT, ROLE, SCOPE),
    (ORG, ("supervisor",), (), ANN, YES, SCOPE),
    (ORG, ("supervisor",), (), NODE, YES, SCOPE),
    (ORG, ("supervisor",), (), PROJECT, YES, SCOPE),
    (ORG, ("supervisor",), (), PROJECT_TASK, YES, SCOPE),
    (ORG, (), ("ann",), ANN, ROLE, YES),
    (ORG, ("supervisor",), ("ann",), TASK, YES, YES),
    (ORG, ("supervisor",), ("ann",), BOB, YES, SCOPE),
    (ORG, ("supervisor", "org-writer", "admin"), ("ann",), PROJECT, YES, SCOPE),
    # B is a user, T another user of the org, or below
    (ANN, (), (), BOB, SCOPE, SCOPE),
    (ANN, ("supervisor",), (), BOB, SCOPE, SCOPE),
    (ANN, (), ("bob",), BOB, YES, YES),
    (ANN, (), ("bob",), BOBS_TASK, YES, YES),
    (ANN, (), ("carl",), BOB, SCOPE, SCOPE),
    (ANN, (), ("p", "acme"), PROJECT, SCOPE, SCOPE),
    # T above B
    (ANN, (), (), ORG, YES, ROLE),
    (ANN, (), (), GLOBAL, YES, ROLE),
    (ANN, ("org-writer",), (), ORG, YES, YES),
    (ANN, ("org-writer",), (), GLOBAL, YES, ROLE),
    (ANN, ("admin",), (), GLOBAL, YES, YES),
    (ANN, ("admin",), (), ORG, YES, ROLE),
    (TASK, (), (), ANN, YES, SCOPE),
    (NODE, (), (), TASK, YES, SCOPE),
    (NODE, (), (), ANN, YES, SCOPE),
    (NODE, ("org-writer",), (), ORG, YES, YES),
    (PROJECT_TASK, ("org-writer", "admin", "supervisor"), (), PROJECT, YES, SCOPE),
    # anything else: siblings, other orgs
    (TASK, (), (), TASK2, SCOPE, SCOPE),
    (NODE, (), (), NODE2, SCOPE, SCOPE),
    (TASK, (), ("ann", "bob"), BOB, SCOPE, SCOPE),
    (TASK, (), ("ann",), TASK2, SCOPE, SCOPE),
    (ANN, (), (), PROJECT, SCOPE, SCOPE),
    (PROJECT, (), (), ANN, SCOPE, SCOPE),
    (PROJECT, (), ("ann",), ANN, SCOPE, SCOPE),
    (PROJECT, (), (), OTHER_PROJECT, SCOPE, SCOPE),
    (ANN, ("org-writer", "admin", "supervisor"), ("ann",), SAME_NAME, SCOPE, SCOPE),
    (ANN, ("org-writer", "admin"), (), OTHER_ORG, SCOPE, SCOPE),
    (ORG, ("org-writer", "admin", "supervisor"), ("ann",), OTHER_ORG, SCOPE, SCOPE),
    (ORG, ("org-writer", "admin", "supervisor"), ("ann",), SAME_NAME, SCOPE, SCOPE),
    (GLOBAL, ("org-writer", "admin", "supervisor"), ("ann",), ORG, SCOPE, SCOPE),
    (GLOBAL, ("org-writer", "admin", "supervisor"), ("ann",), ANN, SCOPE, SCOPE),
]  # fmt: skip


def _verdict(rule: Callable[[Caller, Scope | None], Scope], caller: Caller, target: Scope | None) -> Verdict:
    try:
        assert rule(caller, target) == (target or caller.bound)
    except (ForbiddenScope, ForbiddenRole) as refusal:
        return type(refusal)
    return None


@pytest.mark.parametrize(("bound", "roles", "act_as", "target", "read", "write"), TABLE, ids=str)
def test_the_access_table(
    bound: Scope, roles: tuple[str, ...], act_as: tuple[str, ...], target: Scope | None, read: Verdict, write: Verdict
) -> None:
    caller = a_caller("ann", *roles, bound=bound, act_as=frozenset(act_as))
    assert _verdict(may_read, caller, target) is read
    assert _verdict(may_write, caller, target) is write


def _table_says(caller: Caller, target: Scope) -> tuple[bool, bool]:
    """The table once more, read straight off the page and without regard to how the rules are written."""
    bound, named = caller.bound, target.user_id in caller.act_as
    same_org = target.org_id is not None and target.org_id == bound.org_id
    own = bound.kind not in (ScopeKind.ORG, ScopeKind.GLOBAL) and target.is_below(bound)
    inside_org = bound.kind is ScopeKind.ORG and target.is_below(bound)
    anothers = bound.kind is ScopeKind.USER and same_org and target.user_id not in (None, bound.user_id)
    above = target in bound.ancestors()
    role_for_write = {ScopeKind.ORG: Role.ORG_WRITER, ScopeKind.GLOBAL: Role.ADMIN}.get(target.kind)
    read = target == bound or own or above or (inside_org and caller.has(Role.SUPERVISOR)) or (anothers and named)
    write = own or ((inside_org or anothers) and named)
    if role_for_write is not None:
        write = caller.has(role_for_write) and (target == bound or above)
    elif target == bound:
        write = True
    return read, write


# Few names, so that scopes meet.
_names = st.sampled_from(["acme", "ann", "bob", "t"])
_near = st.one_of(
    st.sampled_from([t for row in TABLE for t in (row[0], row[3]) if t is not None]),
    st.tuples(_names, _names).map(lambda pair: Scope.user(*pair)),
    scopes(),
)


@given(
    bound=_near,
    target=_near,
    roles=st.sets(st.sampled_from([*Role, "owner", "ADMIN", ""])),
    act_as=st.sets(_names, max_size=3),
)
def test_what_the_table_does_not_allow_is_refused(
    bound: Scope, target: Scope, roles: set[str], act_as: set[str]
) -> None:
    caller = a_caller("ann", *roles, bound=bound, act_as=frozenset(act_as))
    found = (_verdict(may_read, caller, target) is None, _verdict(may_write, caller, target) is None)
    assert found == _table_says(caller, target)


@given(bound=_near, target=_near, roles=st.sets(st.sampled_from(list(Role))))
def test_nobody_reaches_another_organisation(bound: Scope, target: Scope, roles: set[str]) -> None:
    caller = a_caller("ann", *roles, bound=bound, act_as=frozenset({"ann", "bob"}))
    if target.org_id is not None and target.org_id != bound.org_id:
        assert _verdict(may_read, caller, target) is ForbiddenScope
        assert _verdict(may_write, caller, target) is ForbiddenScope


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.AUDITOR, Role.OPERATOR])
@given(bound=_near, target=_near, others=st.sets(st.sampled_from(list(Role))))
def test_who_governs_does_so_at_or_below_the_bound_scope_and_needs_just_that_role(
    role: Role, bound: Scope, target: Scope, others: set[Role]
) -> None:
    caller = a_caller("ann", *others, bound=bound)

    def govern(caller: Caller, target: Scope | None) -> Scope:
        return may_govern(caller, target, role)

    allowed = bound == target or target.is_below(bound)
    expected = ForbiddenRole if role not in others else None if allowed else ForbiddenScope
    assert _verdict(govern, caller, target) is expected
    assert _verdict(govern, caller, None) is (None if role in others else ForbiddenRole)


def test_a_role_that_governs_opens_no_memories() -> None:
    caller = a_caller("aud", "reviewer", "auditor", "operator", bound=ORG)
    assert _verdict(may_read, caller, ANN) is ForbiddenRole
    assert _verdict(may_write, caller, ORG) is ForbiddenRole


@pytest.mark.parametrize(
    ("bound", "roles", "target", "verdict"),
    [
        (ANN, (), ANN, None),
        (TASK, (), TASK, None),
        (PROJECT, (), PROJECT, None),
        (ORG, (), ORG, ForbiddenRole),
        (ORG, ("supervisor",), ORG, None),
        (ANN, ("supervisor",), ORG, ForbiddenScope),
        (ANN, ("supervisor", "admin"), GLOBAL, ForbiddenScope),
        (TASK, (), ANN, ForbiddenScope),
    ],
    ids=str,
)
def test_reading_everything_below_a_scope_needs_the_right_on_all_of_it(
    bound: Scope, roles: tuple[str, ...], target: Scope, verdict: Verdict
) -> None:
    caller = a_caller("ann", *roles, bound=bound)

    def below(caller: Caller, target: Scope | None) -> Scope:
        scope = may_read(caller, target)
        may_read_below(caller, scope)
        return scope

    assert _verdict(below, caller, target) is verdict


@given(bound=_near, target=_near, roles=st.sets(st.sampled_from(list(Role))), act_as=st.sets(_names, max_size=3))
def test_inheritance_and_descendants_never_open_what_the_table_closes(
    bound: Scope, target: Scope, roles: set[str], act_as: set[str]
) -> None:
    caller = a_caller("ann", *roles, bound=bound, act_as=frozenset(act_as))
    if _verdict(may_read, caller, target) is not None:
        return
    for scope in readable_scopes(caller, target, include_inherited=True):
        inherited = scope in target.ancestors()
        assert _verdict(may_read, caller, scope) is None or (inherited and scope.contains(target))
        assert scope.org_id in (None, caller.bound.org_id)
    assert readable_scopes(caller, target, include_inherited=False) == (target,)
    try:
        may_read_below(caller, target)
    except (ForbiddenScope, ForbiddenRole):
        return
    for below in (ANN, BOB, TASK, NODE, PROJECT, PROJECT_TASK, BOBS_TASK, SAME_NAME):
        assert not below.is_below(target) or _verdict(may_read, caller, below) is None


def test_who_acts_for_whom_is_named_only_for_another_user() -> None:
    ann = a_caller("ann", act_as=frozenset({"bob"}))
    assert acts_for(ann, BOB) == "bob"
    assert acts_for(ann, BOBS_TASK) == "bob"
    assert acts_for(ann, ANN) is None
    assert acts_for(ann, TASK) is None
    assert acts_for(ann, ORG) is None
    bot = a_caller("bot", bound=ORG, act_as=frozenset({"ann"}))
    assert acts_for(bot, ANN) == "ann"


def test_a_token_limited_to_purposes_reads_only_memories_for_one_of_them() -> None:
    bound_to_billing = a_caller(purposes=frozenset({"billing"}))
    free = a_caller()
    for_support, for_both, for_any = (a_memory(purposes=p) for p in (("support",), ("support", "billing"), ()))
    assert [opens(bound_to_billing, m) for m in (for_support, for_both, for_any)] == [False, True, True]
    assert all(opens(free, m) for m in (for_support, for_both, for_any))
    assert [opens(a_caller(purposes=frozenset()), m) for m in (for_support, for_any)] == [False, True]


def test_a_token_limited_to_purposes_names_only_those() -> None:
    caller = a_caller(purposes=frozenset({"billing"}))
    caller.may_name(frozenset())
    caller.may_name(frozenset({"billing"}))
    a_caller().may_name(frozenset({"anything"}))
    for named in ({"support"}, {"billing", "support"}, {"Billing"}):
        with pytest.raises(PurposeNotAllowed):
            caller.may_name(frozenset(named))


@pytest.mark.parametrize(
    ("bound", "target", "place", "shown"),
    [
        (ANN, ANN, TASK, True),
        (ANN, TASK, ANN, False),
        (TASK, TASK, NODE, True),
        (TASK, ANN, ANN, True),
        (TASK, ANN, TASK, True),
        (TASK, ANN, NODE, True),
        (TASK, ANN, TASK2, False),
        (NODE, TASK, NODE2, False),
        (NODE, ANN, TASK, True),
        (ORG, ANN, TASK2, True),
    ],
)
def test_from_above_its_own_scope_a_caller_is_shown_its_own_line_only(
    bound: Scope, target: Scope, place: Scope, shown: bool
) -> None:
    assert shows(a_caller(bound=bound), target, place) is shown
