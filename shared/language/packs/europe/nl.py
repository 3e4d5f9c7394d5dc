"""Dutch."""

from __future__ import annotations

from shared.language.packs.pack import Ago, LanguagePack, PastDays, Phrases

PACK = LanguagePack(
    code="nl",
    now=Phrases(
        whole=r"nu|momenteel|huidig\w*|tegenwoordig|nog steeds",
    ),
    always=Phrases(
        whole="altijd|voortaan|vanaf nu|elke keer|telkens|nooit",
    ),
    once=Phrases(
        whole="deze keer|dit keer|voor (?:deze keer|één keer|nu|vandaag|vanavond)|alleen (?:vandaag|nu|deze)|vandaag|vanavond|bij uitzondering",
    ),
    denial=Phrases(
        whole="klopt niet|niet waar|ik heb nooit",
        begins="nee,",
    ),
    address=Phrases(
        whole=r"ai-?(?:assistent|agent)\w*|je moet",
    ),
    forbids=Phrases(
        whole="niet|geen|nooit|verbode?n",
    ),
    negates=Phrases(
        whole="zonder",
    ),
    past_days=PastDays(
        yesterday="gisteren",
        before_yesterday="eergisteren",
        this_morning="vanochtend|vanmorgen",
        last_week="vorige week|afgelopen week",
        last_weekend="vorig weekend|afgelopen weekend",
        last_month="vorige maand",
        last_year="vorig jaar",
    ),
    ago=Ago(
        phrase="N U geleden",
        days="dag(?:en)?",
        weeks="we[e]?k(?:en)?",
        months="maand(?:en)?",
        years="jaar",
    ),
    numbers=("een één", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien"),
)
