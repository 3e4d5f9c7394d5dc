"""What of a tool's output a summary keeps, where nobody marked it: what it reports in sentences, its numbers, ids,
success and errors. Listings and orders hidden in it are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from shared.domain.memories.memory import Importance
from shared.domain.sessions.session import Event, EventKind, EventRole
from shared.language.injection.injection_scan import instruction_in
from shared.language.speech.obligations import is_protected
from shared.language.speech.sentences import sentences
from shared.language.speech.tool_output import is_listing
from shared.language.speech.witnesses import says_failure
from shared.language.text.patterns import Regex

# Sentences of one output, and characters of each: a page that a tool returns is not its result.
_MOST, _LONGEST = 4, 240
_SUCCEEDED = Regex(r"(?i:\b(?:success\w*|succeeded|passed|healthy|returned|created|ok)\b)|成功|通过|返回|正常")


def is_output(event: Event) -> bool:
    """Whether a tool said it, as one of many results that nobody marked."""
    tool = event.role is EventRole.TOOL or event.kind is EventKind.TOOL_RESULT
    return tool and event.importance is Importance.NORMAL


def reported_by(event: Event) -> tuple[str, ...]:
    """In their order; errors go before what else there is no room for."""
    if is_listing(event.content) or instruction_in(event.content) is not None:
        return ()
    said = [sentence for sentence in sentences(event.content) if len(sentence) <= _LONGEST]
    telling = [s for s in said if says_failure(s) or _SUCCEEDED.search(s) or is_protected(s)]
    first = sorted(telling, key=lambda sentence: not says_failure(sentence))[:_MOST]
    return tuple(sentence for sentence in telling if sentence in first)


def oldest_beyond(roles: Sequence[EventRole | None], most: int) -> frozenset[int]:
    """Places of the oldest results beyond the newest `most`."""
    of_tools = [place for place, role in enumerate(roles) if role is EventRole.TOOL]
    return frozenset(of_tools[: max(0, len(of_tools) - most)])
