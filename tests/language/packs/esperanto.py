"""A third language as its speaker would add it: a few words of Esperanto, and no rule."""

from __future__ import annotations

from shared.language.packs.pack import Ago, LanguagePack, PastDays, Phrases

ESPERANTO = LanguagePack(
    code="eo",
    now=Phrases(whole="nun|nuntempe|aktuala"),
    asks_when=Phrases(whole="kiam"),
    asks_name=Phrases(whole="kiu|kie"),
    function_words="kiu kie kiam estas mia la",
    always=Phrases(whole="ĉiam|ekde nun"),
    no_rule=Phrases(whole="ĉiam denove"),
    once=Phrases(whole="ĉi-foje|nur hodiaŭ"),
    denial=Phrases(begins="ne,", whole="tio ne veras"),
    address=Phrases(whole="vi devas|helpanto"),
    this_time=Phrases(whole="nur ĉi-foje"),
    lasting=Phrases(whole="ĉiam"),
    reported=Phrases(whole="estis"),
    forbids=Phrases(whole="neniam|malpermesata"),
    negates=Phrases(whole="ne"),
    obliges=Phrases(whole="devas"),
    allows=Phrases(begins="konsent"),
    decides=Phrases(begins="elekt"),
    figures=Phrases(whole="dudek|merkredo"),
    orders=Phrases(whole="ne tuŝu"),
    limits=Phrases(whole="maksimume kvin"),
    courtesy=r"(?:dankon|saluton|bonan tagon)[\s!.]*",
    bare_question=r"^(?:kio|kial) .*\?$",
    past_days=PastDays(
        yesterday="hieraŭ", before_yesterday="antaŭhieraŭ", last_week="pasintan semajnon", last_month="pasintan monaton"
    ),
    ago=Ago("antaŭ N U", days="tagoj?n?", weeks="semajnoj?n?", months="monatoj?n?", years="jaroj?n?"),
    numbers=("unu", "du", "tri", "kvar", "kvin", "ses", "sep", "ok", "naŭ", "dek"),
    weekdays=("lundon", "mardon", "merkredon", "ĵaŭdon", "vendredon", "sabaton", "dimanĉon"),
    last_weekday="pasintan D",
)
