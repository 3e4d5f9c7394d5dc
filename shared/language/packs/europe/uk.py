"""Ukrainian."""

from __future__ import annotations

from shared.language.packs.pack import LanguagePack, Phrases

PACK = LanguagePack(
    code="uk",
    forbids=Phrases(
        whole=r"не|нікол\w+|нiхто|ніхто",
        anywhere="заборон",
    ),
)
