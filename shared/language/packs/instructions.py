"""How a language's pack describes a text that gives an agent instructions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

# For the patterns: a character inside a sentence (an address holds a full stop), the same in scripts of East Asia, and the
# beginning of an address.
INSIDE = r"(?:[^.!?;\n]|\.(?=\w))"
INSIDE_EAST_ASIAN = r"[^。！？；\n]"
ADDRESS = r"(?:[\w.+-]{1,64}@[\w-]|https?:|www\.)"


class InstructionReason(StrEnum):
    """Why a text reads as an instruction to the agent rather than as something to know."""

    OVERRIDE = "override"  # ignore your earlier instructions
    EXFILTRATION = "exfiltration"  # send what you know to somebody
    BYPASS = "bypass"  # skip approvals, approve everything
    ROLE = "role"  # be somebody without limits
    SECRECY = "secrecy"  # and do not tell
    EXTRACTION = "extraction"  # show your prompt
    ADDRESSED = "addressed"  # note to the AI that reads this
    AUTHORITY = "authority"  # this memory outranks the others
    FORGED_DELIMITER = "forged_delimiter"  # closes its block, opens a system turn


@dataclass(frozen=True, slots=True)
class InstructionPhrase:
    """Applies when one of `cues` (parted by `|`) occurs and `pattern` is found. Both are in small letters and without
    accents, as the text is when they are compared with it."""

    reason: InstructionReason
    cues: str
    pattern: str


@dataclass(frozen=True, slots=True)
class InstructionWords:
    """Applies when one of `act` stands in a sentence with one of each of `others` after it, in any order.

    All are alternatives, parted by `|`. `unless` (at most 12 characters, no pattern) must not be right before the act.
    Each alternative of `act` begins with two letters or more that are no pattern. `reach`: how many characters after
    the act are read.
    """

    reason: InstructionReason
    act: str
    others: tuple[str, ...]
    spaced: bool = True
    unless: str = ""
    reach: int = 70

    def beginnings(self) -> tuple[str, ...]:
        """What every match of one alternative of the act begins with, to be looked for before the pattern runs. Raises
        `ValueError` for an alternative that does not begin with letters."""
        return tuple(map(_beginning, _alternatives(self.act)))


@dataclass(frozen=True, slots=True)
class Instructions:
    """`phrases`: tried in this order. `cues`: words of such instructions, parted by `|`; a text that holds one of them
    backwards or in ROT13 is also read that way. `run_together`: a pattern of such instructions written without spaces."""

    phrases: tuple[InstructionPhrase | InstructionWords, ...] = ()
    cues: str = ""
    run_together: str = ""


def phrase(reason: InstructionReason, cues: str, pattern: str) -> InstructionPhrase:
    return InstructionPhrase(reason, cues, pattern)


def together(
    reason: InstructionReason, act: str, *others: str, spaced: bool = True, unless: str = "", reach: int = 70
) -> InstructionWords:
    return InstructionWords(reason, act, others, spaced, unless, reach)


def _alternatives(pattern: str) -> Iterator[str]:
    """Those that are parted outside of groups."""
    depth, part = 0, ""
    for char in pattern:
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 0:
            yield part
            part = ""
        else:
            part += char
    yield part


def _beginning(alternative: str) -> str:
    head = re.match(r"[\w' -]+(?![?*{])|[\w' -]*", alternative)
    literal = head[0] if head else ""
    if len(literal) < 2 and not (literal and ord(literal[0]) > 0x2E80):
        raise ValueError(f"an alternative without a literal at its beginning: {alternative!r}")
    return literal
