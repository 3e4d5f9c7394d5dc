"""Hindi."""

from __future__ import annotations

from shared.language.packs.pack import LanguagePack, PastDays, Phrases

PACK = LanguagePack(
    code="hi",
    now=Phrases(
        whole="अब|अभी|फ़िलहाल",
    ),
    forbids=Phrases(
        anywhere=r"(?:^|\s)(?:मत|नहीं|न करें)",
    ),
    past_days=PastDays(
        this_morning="आज सुबह",
        last_week="पिछले (?:हफ्ते|हफ़्ते|सप्ताह)",
        last_weekend="पिछले सप्ताहांत",
        last_month="पिछले महीने",
        last_year="पिछले साल",
    ),
)
