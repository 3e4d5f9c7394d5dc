"""Persian."""

from __future__ import annotations

from shared.language.packs.pack import LanguagePack, Phrases

PACK = LanguagePack(
    code="fa",
    guesses=Phrases(
        whole="شاید|احتمالا|ممکن است|گویا|مطمئن نیستم|فکر می‌کنم|به نظر می‌رسد",
    ),
    forbids=Phrases(
        anywhere="ممنوع است|نباید",
    ),
    changed=Phrases(
        patterns=("(?:عوض|جایگزین|منتقل) (?:کرد|شد)|تغییر (?:دادم|دادیم|کرد)|به جای",),
    ),
)
