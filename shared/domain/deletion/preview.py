"""What a preview of a deletion lists: where a text is held, and why it is listed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from shared.domain.deletion.selectors import Selector
from shared.domain.scopes import Scope


class Layer(StrEnum):
    MEMORY = "memory"
    EVENT = "event"
    SUMMARY = "summary"
    STATE = "state"


class Reason(StrEnum):
    """`MENTIONS`: its present words; `MENTIONED`: an ended, scheduled or merged wording of it; `QUOTES`: the turns
    around it, its key or its metadata; `MEANS`: no mention, but the same matter."""

    MENTIONS = "mentions"
    MENTIONED = "mentioned_before"
    QUOTES = "quotes"
    MEANS = "means"


@dataclass(frozen=True, slots=True)
class Found:
    """`content`: the words that are shown for it. `selector`: the deletion that would take it. `relevance` in [0, 1] of
    what means the text, else `None`."""

    layer: Layer
    reason: Reason
    id: str
    scope: Scope
    content: str
    selector: Selector
    session_id: str | None = None
    relevance: float | None = None
