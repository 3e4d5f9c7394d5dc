"""The rules that are made of a pack's instructions: what is done, to what, and what makes it an attack."""

from __future__ import annotations

from dataclasses import dataclass

from shared.language.packs.instructions import InstructionPhrase, InstructionReason, InstructionWords
from shared.language.text.patterns import Regex

__all__ = ["InstructionReason", "Rule", "rule", "rule_of"]


@dataclass(frozen=True, slots=True)
class Rule:
    """Applies when one of `cues` occurs and the pattern is found. Both are lower case and without accents."""

    reason: InstructionReason
    cues: tuple[str, ...]
    pattern: Regex

    def applies(self, text: str) -> bool:
        for cue in self.cues:  # asked some hundred times a text, and nearly always in vain
            if cue in text:
                return self.pattern.search(text) is not None
        return False


def rule(reason: InstructionReason, cues: str, pattern: str) -> Rule:
    """`cues` are separated by `|`."""
    return Rule(reason, tuple(cues.split("|")), Regex(pattern))


def rule_of(described: InstructionPhrase | InstructionWords) -> Rule:
    """Raises `ValueError` as `InstructionWords.beginnings` does."""
    if isinstance(described, InstructionPhrase):
        return rule(described.reason, described.cues, described.pattern)
    return Rule(described.reason, described.beginnings(), Regex(_pattern(described)))


def _pattern(words: InstructionWords) -> str:
    """Each occurrence of the act looks at most `reach` characters ahead for each of the others: time in proportion to
    the text."""
    edge = r"\b" if words.spaced else ""
    before = "".join(f"(?<!{word})" for word in words.unless.split("|")) if words.unless else ""
    ahead = "".join(rf"(?=[^.!?;。！？；\n]{{0,{words.reach}}}?{edge}(?:{other}))" for other in words.others)
    return f"{edge}{before}(?:{words.act}){ahead}"
