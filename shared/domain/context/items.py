"""What a context is made of: items as they are shown, and the memories and events that are considered for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from shared.domain.memories.evidence import Trust


class Layer(StrEnum):
    """In the order in which they are shown (SPEC section 5). `policy`: what the system of record wrote as an
    instruction."""

    POLICY = "policy"
    PROFILE = "profile"
    SESSION = "session"
    LONG_TERM = "long_term"
    EXTERNAL = "external"


class Reason(StrEnum):
    """Why an item is there, in the order in which they are shown within a layer."""

    STATE = "state"
    PROFILE = "profile"
    BINDING = "binding"
    RELEVANT = "relevant"
    RELATED = "related"
    SESSION = "session"
    SUMMARY = "summary"
    # Last, in the order in which it was said.
    RECENT = "recent"
    EXTERNAL = "external"


@dataclass(frozen=True, slots=True)
class ContextItem:
    """`trust`: how the text may be used. `time`: when it was said or observed. `basis`: it is disputed, and by what it
    is ahead of the other. `newer`: ids of later memories or events about the same matter; with any it is possibly
    outdated.

    `label` is a word of ours for what kind of thing it is; nothing that anybody else chose stands there. What others
    named has attributes of its own: `key`, `title`, `speaker`, `tool`. `part`: which kind of statement of a summary it
    is. `reads_as_instruction`: nobody's own word, and shown with a warning. `tense`: `past` or
    `planned`, as the words of a memory say it. `memory_id`: of a memory, `event_id`: of an
    event of the session.
    """

    layer: Layer
    label: str
    content: str
    source: str
    time: datetime
    confidence: float
    reason: Reason = Reason.RELEVANT
    stale: bool = False
    basis: str | None = None
    memory_id: str | None = None
    event_id: str | None = None
    reads_as_instruction: bool = False
    key: str | None = None
    title: str | None = None
    speaker: str | None = None
    tool: str | None = None
    part: str | None = None
    newer: tuple[str, ...] = ()
    trust: Trust = Trust.DATA
    tense: str | None = None


@dataclass(frozen=True, slots=True)
class Considered:
    """A memory or an event, and what was measured of it.

    `x`: of the measure of relevance for the goal; `x_newest`: for the user's newest turn, `None` where that is not
    asked. `relevance` in [0,1]: the better of the two as a threshold reads it. `binding`: the chance in [0,1] that it
    sets a limit, forbids or requires something. `lasting`: worth keeping beyond the moment. `of_session`: said in the
    running session; `opening`: it began that. `newer`: ids of what is later about the same matter. `place`: its order
    in time among equals. `bears`: what speaks for a memory beside its nearness, on the scale of x (`bearings`).
    """

    id: str
    item: ContextItem
    x: float
    relevance: float = 0.0
    x_newest: float | None = None
    binding: float = 0.0
    lasting: bool = True
    of_session: bool = False
    opening: bool = False
    newer: tuple[str, ...] = ()
    place: int = 0
    bears: float = 0.0

    @property
    def nearest(self) -> float:
        return self.x if self.x_newest is None else max(self.x, self.x_newest)


@dataclass(frozen=True, slots=True)
class Offer:
    """All that could enter a context.

    `turns`: the newest of the session, the newest first, each as it was said. `asked`: texts that were asked with,
    which answer nothing. `held`: texts of events that the caller's prompt holds already, by `event_id`:
    they are left out, unless they bind. `summary`: lines of the session's summary, the most important first. `quiet`:
    the goal is small talk. `least_relevance`: the caller's own threshold for memories.
    """

    pool: Sequence[Considered] = ()
    turns: Sequence[Sequence[ContextItem]] = ()
    state: ContextItem | None = None
    summary: Sequence[ContextItem] = ()
    external: Sequence[ContextItem] = ()
    asked: frozenset[str] = frozenset()
    held: Mapping[str, str] = field(default_factory=dict)
    quiet: bool = False
    least_relevance: float | None = None
