"""Text that instructs the agent instead of informing it: quarantined when it is not a person's own word.

The caller decides which sources that concerns (SPEC section 4: `agent_inferred`, `external_unverified`, tool results).
A preference or a procedure ("Answers in English from now on", "Always run migrations in a maintenance window") is not
such a text: an instruction overrides earlier ones, sends what is known elsewhere, removes a safeguard, changes who the
agent is, or forges the frame around the text.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from shared.language.injection.delimiters import DELIMITERS
from shared.language.injection.rule import InstructionReason, Rule, rule_of
from shared.language.packs.registry import Packs, PerPacks
from shared.language.text.decoding import decoded
from shared.language.text.folding import fold, latin_lookalikes, without_accents
from shared.language.text.patterns import Regex

__all__ = ["Disguise", "Instruction", "InstructionReason", "instruction_in", "reads_as_instruction"]


class Disguise(StrEnum):
    """How the instruction was hidden from a reader of plain text."""

    NONE = "none"
    LOOKALIKES = "lookalikes"
    ENCODED = "encoded"
    ROT13 = "rot13"
    REVERSED = "reversed"
    LEET = "leet"
    SPACED = "spaced"


@dataclass(frozen=True, slots=True)
class Instruction:
    reason: InstructionReason
    disguise: Disguise


_MARKS = re.compile(r"[*_`~\"|\\^+=\t\r\n ]+")
_ROWS = re.compile(r"[ \t\r\f\v]+")
_LETTERS_AND_DIGITS = Regex(r"[a-z][013457@$!|][a-z]|[013457@$!|][a-z]{2}")
_LEET = str.maketrans("013457@$!|", "oieastasil")
# Seven letters or more, one by one: `i g n o r e`, `i.g.n.o.r.e`. Two spaces part words.
_ONE_BY_ONE = Regex(r"(?<![a-z])(?:[a-z](?:[ .*_\-\u00b7]|  )){6,}[a-z](?![a-z])")
_BETWEEN = re.compile(r"(?<=[a-z])[ .*_\-\u00b7](?=[a-z](?:[^a-z]|$))")


@dataclass(frozen=True, slots=True)
class _Language:
    """`script`: letters without one of which the rules are not tried; `None`: they are tried on every text."""

    script: re.Pattern[str] | None
    rules: tuple[Rule, ...]


def _cues(packs: Packs) -> tuple[str, ...]:
    return tuple(cue for pack in packs for cue in pack.instructions.cues.split("|") if cue)


def _run_together(packs: Packs) -> re.Pattern[str]:
    return re.compile("|".join(found for pack in packs if (found := pack.instructions.run_together)) or r"(?!)")


_LANGUAGES = PerPacks(
    lambda packs: tuple(
        _Language(re.compile(pack.script) if pack.script else None, tuple(map(rule_of, pack.instructions.phrases)))
        for pack in packs
        if pack.instructions.phrases
    )
)
_ROT13_CUES = PerPacks(lambda packs: tuple(codecs.encode(cue, "rot13") for cue in _cues(packs)))
_REVERSED_CUES = PerPacks(lambda packs: tuple(cue[::-1] for cue in _cues(packs)))
# Such instructions without their spaces, as a text written letter by letter reads.
_RUN_TOGETHER = PerPacks(_run_together)


def reads_as_instruction(text: str) -> bool:
    return instruction_in(text) is not None


def instruction_in(text: str) -> Instruction | None:
    """The first reason found to keep `text` from agents, and how it was hidden; `None` for ordinary text."""
    for view, disguise in _views(text):
        reason = _reason(view)
        if reason is not None:
            return Instruction(reason, disguise)
    return None


def _views(text: str) -> Iterator[tuple[str, Disguise]]:
    """The text as it is read, then each way of reading it in which an order could hide, cheap tests first."""
    folded = fold(text).text
    plain = without_accents(folded.lower())
    yield plain, Disguise.NONE
    lookalike = latin_lookalikes(folded)
    if lookalike is not folded:
        yield without_accents(lookalike.lower()), Disguise.LOOKALIKES
        plain = without_accents(lookalike.lower())
    for part in decoded(text):
        inner = fold(part.text).text
        yield without_accents(latin_lookalikes(inner).lower()), Disguise.ENCODED
    if any(cue in plain for cue in _ROT13_CUES()):
        yield codecs.encode(plain, "rot13"), Disguise.ROT13
    if any(cue in plain for cue in _REVERSED_CUES()):
        yield plain[::-1], Disguise.REVERSED
    if _LETTERS_AND_DIGITS.search(plain) is not None:
        yield plain.translate(_LEET), Disguise.LEET
    if _ONE_BY_ONE.search(plain) is not None:
        yield _BETWEEN.sub("", plain), Disguise.SPACED


def _reason(text: str) -> InstructionReason | None:
    framed = _ROWS.sub(" ", text)
    for rule in DELIMITERS:
        if rule.applies(framed):
            return rule.reason
    words = _MARKS.sub(" ", text).strip()
    for rule in _rules(words):
        if rule.applies(words):
            return rule.reason
    if _RUN_TOGETHER().search(words) is not None:
        return InstructionReason.OVERRIDE
    return None


def _rules(words: str) -> Iterator[Rule]:
    """Of languages of every script first."""
    for language in _LANGUAGES():
        if language.script is None:
            yield from language.rules
    if not words.isascii():
        for language in _LANGUAGES():
            if language.script is not None and language.script.search(words) is not None:
                yield from language.rules
