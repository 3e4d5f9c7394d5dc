"""Ukrainian."""

from __future__ import annotations

from shared.language.packs.instructions import InstructionReason, Instructions, phrase
from shared.language.packs.pack import LanguagePack, Phrases

_R = InstructionReason
_INSTRUCTIONS = (
    phrase(_R.OVERRIDE, "ігнору|забудь", r"(?:ігнору|проігнору|забудь)\w*[^.!?;]{0,24}?(?:попередн|вс[іi]|вище)\w*[^.!?;]{0,16}?(?:інструкц|вказівк|правил)"),
)  # fmt: skip

PACK = LanguagePack(
    code="uk",
    guesses=Phrases(
        whole="можливо|може бути|мабуть|ймовірно|напевно|здається|не впевнен(?:ий|а)|думаю|припускаю",
    ),
    forbids=Phrases(
        whole=r"не|нікол\w+|нiхто|ніхто",
        anywhere="заборон",
    ),
    instructions=Instructions(_INSTRUCTIONS),
    changed=Phrases(
        begins="перейш|переїха|пересі|змінив|змінил|поміня|замінив|замінил|схуд",
        whole="замість",
    ),
)
