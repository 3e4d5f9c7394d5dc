"""Scopes: who a memory belongs to. A path of named segments, percent-encoded where it becomes a key."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar, Self
from urllib.parse import quote, unquote

from shared.domain import messages
from shared.domain.errors import Malformed

MAX_ID_LENGTH = 128
# One request names the same few scopes dozens of times.
_REMEMBERED = 4096


class ScopeKind(StrEnum):
    GLOBAL = "global"
    ORG = "org"
    PROJECT = "project"
    USER = "user"
    TASK = "task"
    NODE = "node"

    __hash__ = str.__hash__  # an enum's own hash is slower, and scopes are looked up all the time


# What may follow what. A user and a project are siblings inside an org; each holds tasks, a task holds nodes.
_CHILDREN = {
    ScopeKind.GLOBAL: (),
    ScopeKind.ORG: (ScopeKind.PROJECT, ScopeKind.USER),
    ScopeKind.PROJECT: (ScopeKind.TASK,),
    ScopeKind.USER: (ScopeKind.TASK,),
    ScopeKind.TASK: (ScopeKind.NODE,),
    ScopeKind.NODE: (),
}


def segment_id(text: str, field: str = "scope") -> str:
    """A segment id in its one form: NFC, 1-128 characters, not blank, no control or surrogate characters.

    Raises `Malformed` naming `field`.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise Malformed.field(field, "holds a lone surrogate") from None
    normal = unicodedata.normalize("NFC", text)
    if not normal.strip():
        raise Malformed.field(field, "must not be blank")
    if len(normal) > MAX_ID_LENGTH:
        raise Malformed.field(field, f"must be at most {MAX_ID_LENGTH} characters")
    if any(unicodedata.category(c) in ("Cc", "Zl", "Zp") for c in normal):
        raise Malformed.field(field, "must not hold control characters")
    return normal


@dataclass(frozen=True, slots=True, order=True)
class Scope:
    """A path such as `/org/acme/user/ann/task/t1`, held as `(("org", "acme"), ("user", "ann"), ("task", "t1"))`."""

    segments: tuple[tuple[ScopeKind, str], ...]

    GLOBAL: ClassVar[Scope]

    @classmethod
    def org(cls, org: str) -> Scope:
        return cls(((ScopeKind.ORG, segment_id(org)),))

    @classmethod
    def user(cls, org: str, user: str) -> Scope:
        return cls.org(org).child(ScopeKind.USER, user)

    def child(self, kind: ScopeKind, id: str) -> Scope:
        if kind not in _CHILDREN[self.kind]:
            raise Malformed.field("scope", f"a {self.kind} cannot hold a {kind}")
        return Scope((*self.segments, (kind, segment_id(id))))

    @classmethod
    def parse(cls, text: str, field: str = "scope") -> Self:
        """From its path form. Ids may come percent-encoded or plain; a stray `%` is refused.

        Raises `Malformed` naming `field`: blank, unknown or missing segments, an order that does not exist.
        """
        return cls(_segments(text, field))

    @property
    def kind(self) -> ScopeKind:
        return self.segments[-1][0] if self.segments else ScopeKind.GLOBAL

    @property
    def path(self) -> str:
        """The canonical form, ids percent-encoded: equal scopes and only they have equal paths."""
        return _path(self.segments)

    @property
    def org_id(self) -> str | None:
        """The tenant, or `None` for `/global`."""
        return self.segments[0][1] if self.segments else None

    @property
    def org_scope(self) -> Scope:
        """The tenant's own scope (`/global` for `/global`)."""
        return Scope(self.segments[:1])

    @property
    def owner(self) -> Scope:
        """The scope that owns the data: `/global`, an org, a project or a user. One partition in each table."""
        return Scope(self.segments[:2])

    @property
    def sub(self) -> str:
        """The path below the owner (`/task/t1/node/n1`), empty at the owner itself."""
        return self.path.removeprefix(self.owner.path)

    @property
    def user_id(self) -> str | None:
        return next((id for kind, id in self.segments if kind is ScopeKind.USER), None)

    def ancestors(self) -> tuple[Scope, ...]:
        """All above it, nearest first, down to `/global`."""
        if not self.segments:
            return ()
        return tuple(Scope(self.segments[:n]) for n in range(len(self.segments) - 1, -1, -1))

    def contains(self, other: Scope) -> bool:
        """Whether `other` is this scope or below it. `/global` holds only itself: an org is nobody's child."""
        if not self.segments:
            return not other.segments
        return other.segments[: len(self.segments)] == self.segments

    def is_below(self, other: Scope) -> bool:
        return self != other and other.contains(self)

    def __str__(self) -> str:
        return self.path


Scope.GLOBAL = Scope(())


@lru_cache(maxsize=_REMEMBERED)
def _path(segments: tuple[tuple[ScopeKind, str], ...]) -> str:
    if not segments:
        return "/global"
    return "".join(f"/{kind}/{quote(id, safe='')}" for kind, id in segments)


@lru_cache(maxsize=_REMEMBERED)
def _segments(text: str, field: str) -> tuple[tuple[ScopeKind, str], ...]:
    if text == "/global":
        return ()
    parts = text.split("/")
    if len(parts) < 3 or parts[0] != "" or len(parts) % 2 == 0:
        raise Malformed.field(field, messages.SCOPE_FORM)
    kinds: list[tuple[ScopeKind, str]] = []
    above = ScopeKind.GLOBAL
    for name, raw in zip(parts[1::2], parts[2::2], strict=True):
        allowed = (ScopeKind.ORG,) if not kinds else _CHILDREN[above]
        kind = next((k for k in allowed if k == name), None)
        if kind is None:
            raise Malformed.field(field, messages.unknown_segment(name, above if kinds else "", allowed))
        kinds.append((kind, segment_id(_decoded(raw, field), field)))
        above = kind
    return tuple(kinds)


def _decoded(raw: str, field: str) -> str:
    pieces = raw.split("%")
    if any(len(p) < 2 or not all(c in "0123456789abcdefABCDEF" for c in p[:2]) for p in pieces[1:]):
        raise Malformed.field(field, "has a % that encodes nothing")
    try:
        return unquote(raw, errors="strict")
    except UnicodeDecodeError:
        raise Malformed.field(field, "is not UTF-8 once decoded") from None
