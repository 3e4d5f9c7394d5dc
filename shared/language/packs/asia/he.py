"""Hebrew."""

from __future__ import annotations

from shared.language.packs.pack import LanguagePack, PastDays, Phrases

PACK = LanguagePack(
    code="he",
    guesses=Phrases(
        whole="אולי|כנראה|ייתכן|יתכן|לא בטוח[ה]?|נראה ש|אני (?:חושב|חושבת|מניח|מניחה)|ככל הנראה",
    ),
    now=Phrases(
        whole="עכשיו|כרגע|כיום|עדיין",
    ),
    forbids=Phrases(
        anywhere=r"(?:^|\s)(?:אל|אסור|לא)\s",
    ),
    past_days=PastDays(
        yesterday="אתמול",
        before_yesterday="שלשום",
        this_morning="הבוקר",
        last_week="בשבוע שעבר|שבוע שעבר",
        last_weekend="בסוף השבוע שעבר",
        last_month="בחודש שעבר|חודש שעבר",
        last_year="בשנה שעברה|שנה שעברה",
    ),
    changed=Phrases(
        patterns=(r"(?:עברתי|עברנו|חזרתי|ירדתי|עליתי) (?:\S+ ){0,2}?ל\S+|(?:החלפתי|החלפנו|שיניתי|שינינו)|במקום",),
    ),
)
