"""What callers may send: ids, scopes and instants, the ordinary and the hostile."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import strategies as st

from shared.domain.errors import Malformed
from shared.domain.scopes import Scope, ScopeKind, segment_id


def _is_id(text: str) -> bool:
    try:
        segment_id(text)
    except Malformed:
        return False
    return True


_ANY = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=1, max_size=12).filter(_is_id)
# What separates, encodes, climbs or looks like something else somewhere in the service.
_HOSTILE = st.sampled_from(
    [
        "a:b", "b:c", "a/b", "..", ".", "%", "%2F", "%%", "a#b", "#", "cur#", "user", "org", "task", "a b", " a",
        "\u00e9", "e\u0301", "/org/acme", "x" * 128, "a@b", "a\u200bb", "😀" * 128, "字" * 128, "-", "~", "a|b", "ann",
        "anna", "ann-1", "*", "?", "&", "=",
    ]
)  # fmt: skip
ids = st.one_of(_HOSTILE, _ANY)


@st.composite
def scopes(draw: st.DrawFn) -> Scope:
    """Of every kind."""
    kind = draw(st.sampled_from(ScopeKind))
    if kind is ScopeKind.GLOBAL:
        return Scope.GLOBAL
    scope = Scope.org(draw(ids))
    if kind is ScopeKind.ORG:
        return scope
    holder = kind if kind in (ScopeKind.USER, ScopeKind.PROJECT) else None
    scope = scope.child(holder or draw(st.sampled_from([ScopeKind.USER, ScopeKind.PROJECT])), draw(ids))
    if kind in (ScopeKind.TASK, ScopeKind.NODE):
        scope = scope.child(ScopeKind.TASK, draw(ids))
    if kind is ScopeKind.NODE:
        scope = scope.child(ScopeKind.NODE, draw(ids))
    return scope


offsets = st.integers(-23 * 60 - 59, 23 * 60 + 59).map(lambda minutes: timezone(timedelta(minutes=minutes)))
# The years that an instant on the wire may have, at any offset.
instants = st.datetimes(datetime(1, 1, 4), datetime(9989, 12, 30), timezones=offsets)  # noqa: DTZ001 - gets an offset
recent = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - the same
