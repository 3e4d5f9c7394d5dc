"""Hebrew."""

from __future__ import annotations

from shared.language.packs.pack import Dates, LanguagePack, PastDays, Phrases, Times

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
        patterns=(
            r"(?:הפסקתי|עזבתי|מכרתי|מכרנו|קודמתי) ",
            r"(?:עברתי|עברנו|חזרתי|ירדתי|עליתי) (?:\S+ ){0,2}?ל\S+|(?:החלפתי|החלפנו|שיניתי|שינינו)|במקום",
        ),
    ),
    times=Times(
        was=Phrases(whole="בעבר|לשעבר"),
        past=Phrases(whole="גר|גרה|גרו|גרתי|התגורר|התגוררה|עבד|עבדה|עבדתי|היה|הייתה|היו|הייתי|למד|למדה|השתמש|השתמשה"),
        goes_on=Phrases(whole="מאז|עד היום|עד עכשיו|עדיין"),
        until=(r"\bעד\s+(?:סוף\s+|ל)?D",),
        no_end=Phrases(whole=r"כל|תמיד|אף פעם|לעולם|לא|אין|שנתי\w*|חודשי\w*|מחכ\w*|ממתינ\w*"),
        wished=Phrases(whole=r"רוצה|רוצים|מתכננ\w*|מתכוונ\w*|מקווה|היה רוצה"),
        begins=Phrases(whole=r"מ\w*|בין|החל"),
    ),
    dates=Dates(
        months=(
            "[בל]?ינואר",
            "[בל]?פברואר",
            "[בל]?מרץ|[בל]?מרס",
            "[בל]?אפריל",
            "[בל]?מאי",
            "[בל]?יוני",
            "[בל]?יולי",
            "[בל]?אוגוסט",
            "[בל]?ספטמבר",
            "[בל]?אוקטובר",
            "[בל]?נובמבר",
            "[בל]?דצמבר",
        ),
    ),
)
