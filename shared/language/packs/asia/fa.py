"""Persian."""

from __future__ import annotations

from shared.language.packs.pack import LanguagePack, Phrases

PACK = LanguagePack(
    code="fa",
    forbids=Phrases(
        anywhere="ممنوع است|نباید",
    ),
    changed=Phrases(
        patterns=("(?:عوض|تغییر|جایگزین|منتقل) (?:کرد|شد|داد)|به جای|دیگر ن",),
    ),
)
