"""How a phrase of an instruction is described: what is done, to what, and what makes it an attack."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from shared.language.text.patterns import Regex


class InstructionReason(StrEnum):
    """Why a text reads as an instruction to the agent rather than as something to know."""

    OVERRIDE = "override"  # ignore what you were told
    EXFILTRATION = "exfiltration"  # send what you know to somebody
    BYPASS = "bypass"  # skip approvals, approve everything
    ROLE = "role"  # be somebody without limits
    SECRECY = "secrecy"  # and do not tell
    EXTRACTION = "extraction"  # show your prompt
    ADDRESSED = "addressed"  # note to the AI that reads this
    AUTHORITY = "authority"  # this memory outranks the others
    FORGED_DELIMITER = "forged_delimiter"  # closes its block, opens a system turn


@dataclass(frozen=True, slots=True)
class Rule:
    """Applies when one of `cues` occurs and the pattern is found. Both are lower case and without accents."""

    reason: InstructionReason
    cues: tuple[str, ...]
    pattern: Regex

    def applies(self, text: str) -> bool:
        return any(cue in text for cue in self.cues) and self.pattern.search(text) is not None


_REACH = 70  # characters of one clause


def rule(reason: InstructionReason, cues: str, pattern: str) -> Rule:
    """`cues` are separated by `|`."""
    return Rule(reason, tuple(cues.split("|")), Regex(pattern))


def together(
    reason: InstructionReason, act: str, *others: str, spaced: bool = True, unless: str = "", reach: int = _REACH
) -> Rule:
    """`act` with each of `others` after it in its sentence, in any order; `unless` (at most 12 characters, of fixed
    alternatives) must not stand right before it. Alternatives of `act` begin with a literal of two letters or more.

    Each occurrence of `act` looks at most `reach` characters ahead for each of `others`: time in proportion to the text.
    """
    edge = r"\b" if spaced else ""
    before = "".join(f"(?<!{word})" for word in unless.split("|")) if unless else ""
    ahead = "".join(rf"(?=[^.!?;。！？；\n]{{0,{reach}}}?{edge}(?:{other}))" for other in others)
    return Rule(reason, tuple(_literals(act)), Regex(f"{edge}{before}(?:{act}){ahead}"))


def _literals(alternatives: str) -> Iterable[str]:
    """What every match of one alternative begins with, to be looked for before the pattern runs."""
    depth, part, parts = 0, "", []
    for char in alternatives:
        depth += (char == "(") - (char == ")")
        if char == "|" and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += char
    for alternative in (*parts, part):
        head = re.match(r"[\w' -]+(?![?*{])|[\w' -]*", alternative)
        literal = head[0] if head else ""
        if len(literal) < 2 and not (literal and ord(literal[0]) > 0x2E80):
            raise ValueError(f"an alternative without a literal at its beginning: {alternative!r}")
        yield literal
