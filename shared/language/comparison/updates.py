"""Whether a statement says of itself that it is so from its own time on: "now", "no longer", "moved to", 现在, 改成.

Such a statement does not dispute what was said before it, it updates it (SPEC section 4): of two that contradict each
other by near-equal evidence the later one holds. What is so only for the time being updates nothing.
"""

from __future__ import annotations

import re

from shared.language.comparison.parse import MAX_CHARACTERS
from shared.language.packs.registry import any_of
from shared.language.speech.temporary import is_provisional

_ASKS = re.compile("[?？]")
_PRESENT = any_of(lambda pack: pack.so_now)
_CHANGED = any_of(lambda pack: pack.changed)
# What is asked, supposed, planned or believed by others does not say how it is.
_OPEN = any_of(lambda pack: pack.left_open)


def says_it_is_so_now(text: str) -> bool:
    """`False` if it is left open or holds only for the time being, and for texts of more than one statement."""
    if len(text) > MAX_CHARACTERS:
        return False
    return (
        _PRESENT().search(text) is not None
        and _ASKS.search(text) is None
        and _OPEN().search(text) is None
        and not is_provisional(text)
    )


def announces_a_change(text: str) -> bool:
    """Whether a verb of change says that something is otherwise than it was: "switched to", "down to", umgestiegen.
    Read generously, of any length: a second witness beside meaning (`domain.meaning.rivals`), never the only one."""
    return (
        _CHANGED().search(text) is not None
        and _ASKS.search(text) is None
        and _OPEN().search(text) is None
        and not is_provisional(text)
    )
