"""Days that are named by their distance from today: "yesterday", "last week", 上个月, "hace tres días".

Only what is past: a question about it asks for what was told or happened then. "Today" and "this month" ask for what holds
now as often as for what happened, and of tomorrow nothing is remembered yet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

# A question that names more spans than this asks for none of them.
_MOST_SPANS = 6
_MOST_DAYS = 366 * 20


@dataclass(frozen=True, slots=True)
class Span:
    """Days, both ends included."""

    first: date
    last: date


# By language: yesterday, the day before it, last night or this morning, last week, last weekend, last month, last year.
# Each cell holds alternatives as a pattern, an empty one none.
_DAYS: dict[str, tuple[str, str, str, str, str, str, str]] = {
    "en": (
        "yesterday|last night", "(?:the )?day before yesterday", "earlier today|this morning", "(?:last|the past|the previous) week",
        "last weekend", "(?:last|the past|the previous) month", "last year",
    ),
    "de": ("gestern", "vorgestern", "heute (?:morgen|früh)", "(?:letzte|vorige|vergangene)[rn]? woche", "letztes wochenende", "(?:letzte|vorige|vergangene)[nr]? monat", "letzte[sn]? jahr|im vorjahr"),
    "fr": ("hier", "avant-hier", "ce matin", "la semaine (?:dernière|passée)", "le week-end dernier", "le mois (?:dernier|passé)", "l['’]an(?:née)? (?:dernier|dernière|passée?)"),
    "es": ("ayer", "anteayer|antier", "esta mañana", "la semana pasada", "el fin de semana pasado", "el mes pasado", "el año pasado"),
    "pt": ("ontem", "anteontem", "(?:esta|hoje de) manhã", "(?:na )?semana passada", "(?:no )?fim de semana passado", "(?:no )?mês passado", "(?:no )?ano passado"),
    "it": ("ieri", "l['’]altro ieri|avantieri", "stamattina|stamani", "la settimana scorsa|la scorsa settimana", "lo scorso weekend|lo scorso fine settimana", "il mese scorso|lo scorso mese", "l['’]anno scorso|lo scorso anno"),
    "nl": ("gisteren", "eergisteren", "vanochtend|vanmorgen", "vorige week|afgelopen week", "vorig weekend|afgelopen weekend", "vorige maand", "vorig jaar"),
    "pl": ("wczoraj", "przedwczoraj", "dziś rano", "w zeszłym tygodniu|w ubiegłym tygodniu", "w zeszły weekend", "w zeszłym miesiącu|w ubiegłym miesiącu", "w zeszłym roku|w ubiegłym roku"),
    "ru": ("вчера", "позавчера", "сегодня утром", "на прошлой неделе", "в прошлые выходные", "в прошлом месяце", "в прошлом году"),
    "tr": ("dün", "önceki gün|evvelsi gün", "bu sabah", "geçen hafta", "geçen hafta sonu", "geçen ay", "geçen (?:yıl|sene)"),
    "vi": ("hôm qua", "hôm kia", "sáng nay", "tuần (?:trước|rồi)", "cuối tuần (?:trước|rồi)", "tháng (?:trước|rồi)", "năm (?:trước|ngoái)"),
    "id": ("kemarin", "kemarin dulu|dua hari lalu", "tadi pagi", "minggu lalu", "akhir pekan lalu", "bulan lalu", "tahun lalu"),
    "zh": ("昨天|昨日|昨晚", "前天(?!晚?上?才)|前日", "今早|今天早上", "上(?:个)?(?:周|星期|礼拜)(?![一二三四五六日天末])", "上(?:个)?周末", "上个?月", "去年|上一年"),
    "ja": ("昨日|きのう|昨夜|ゆうべ", "一昨日|おととい", "今朝", "先週(?!末)", "先週末", "先月", "去年|昨年"),
    "ko": ("어제|어젯밤", "그저께|그제", "오늘 아침", "지난주(?!말)", "지난 ?주말", "지난달|지난 달", "작년|지난해"),
    "ar": ("أمس|البارحة", "أول أمس", "هذا الصباح", "الأسبوع الماضي", "عطلة نهاية الأسبوع الماضية", "الشهر الماضي", "العام الماضي|السنة الماضية"),
    "he": ("אתמול", "שלשום", "הבוקר", "בשבוע שעבר|שבוע שעבר", "בסוף השבוע שעבר", "בחודש שעבר|חודש שעבר", "בשנה שעברה|שנה שעברה"),
    "hi": ("", "", "आज सुबह", "पिछले (?:हफ्ते|हफ़्ते|सप्ताह)", "पिछले सप्ताहांत", "पिछले महीने", "पिछले साल"),
    "th": ("เมื่อวาน(?!ซืน)", "เมื่อวานซืน", "เช้านี้", "สัปดาห์ที่แล้ว|อาทิตย์ที่แล้ว", "", "เดือนที่แล้ว", "ปีที่แล้ว"),
}  # fmt: skip
# Scripts that put no space between words; in all others a word of the table stands alone.
_UNSPACED = frozenset(("zh", "ja", "ko", "th"))

# By language: the whole phrase with `N` for the number, then the words for days, weeks, months and years.
_AGO: dict[str, tuple[str, str, str, str, str]] = {
    "en": ("N U ago", "days?", "weeks?", "months?", "years?"),
    "de": ("vor N U", "tag(?:en?)?", "wochen?", "monat(?:en?)?", "jahr(?:en?)?"),
    "fr": ("il y a N U", "jours?", "semaines?", "mois", "ans?|années?"),
    "es": ("hace N U", "días?", "semanas?", "mes(?:es)?", "años?"),
    "pt": ("há N U", "dias?", "semanas?", "mês|meses", "anos?"),
    "it": ("N U fa", "giorn[oi]", "settiman[ae]", "mes[ei]", "ann[oi]"),
    "nl": ("N U geleden", "dag(?:en)?", "we[e]?k(?:en)?", "maand(?:en)?", "jaar"),
    "pl": ("N U temu", "dni|dzień", "tydzień|tygodni[e]?", "miesiąc[ea]?|miesięcy", "rok|lata|lat"),
    "ru": ("N U назад", "день|дня|дней", "неделю|недели|недель", "месяца?|месяцев", "год|года|лет"),
    "tr": ("N U önce", "gün", "hafta", "ay", "yıl|sene"),
    "zh": ("NU(?:之?前|以前)", "天", "个?(?:周|星期|礼拜)", "个?月", "年"),
    "ja": ("NU前", "日", "週間", "[かヶケ]月", "年"),
    "ko": ("NU ?전", " ?일", " ?주", " ?(?:개월|달)", " ?년"),
    "vi": ("N U trước", "ngày", "tuần", "tháng", "năm"),
    "id": ("N U (?:yang )?lalu", "hari", "minggu", "bulan", "tahun"),
}
_NUMBERS = {
    word: n
    for n, words in enumerate(
        (
            "a an one ein eine einem einer einen un une una um uma uno een één jeden tydzień один одну одна bir một satu se 一 한 하루 일",
            "two a-couple-of zwei deux dos dois duas due twee dwa dwie два две iki hai dua 二 两 兩 두 이틀",
            "three drei trois tres três tre drie trzy три üç ba tiga 三 세 사흘",
            "four vier quatre cuatro quatro quattro cztery четыре dört bốn empat 四 네",
            "five fünf cinq cinco cinque vijf pięć пять beş năm lima 五 다섯",
            "six sechs seis sei zes sześć шесть altı sáu enam 六 여섯",
            "seven sieben sept siete sete sette zeven siedem семь yedi bảy tujuh 七 일곱",
            "eight acht huit ocho oito otto osiem восемь sekiz tám delapan 八 여덟",
            "nine neun neuf nueve nove negen dziewięć девять dokuz chín sembilan 九 아홉",
            "ten zehn dix diez dez dieci tien dziesięć десять on mười sepuluh 十 열",
        ),
        start=1,
    )
    for word in words.replace("a-couple-of", "couple").split()
}
_WEEKDAYS = {name: n for n, name in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())}
_CHINESE_WEEKDAYS = {name: n for n, name in enumerate("一二三四五六日")} | {"天": 6}


def relative_days(text: str, today: date) -> tuple[Span, ...]:
    """The past days that the text names by their distance from `today`, without doubles."""
    found: list[Span] = []
    low = text.lower()
    for pattern, spans in _patterns():
        for match in pattern.finditer(low):
            span = spans(match, today)
            if span is not None:
                found.append(span)
    return tuple(dict.fromkeys(found))[:_MOST_SPANS]


def nearness_to(on: date, spans: Sequence[Span]) -> float:
    """1 within a span; 0.5 on the day before it or after it, for the asker's day may not be that of the clock; 0.25 in the 7
    days after it (people tell what happened), else 0; the best over the spans."""
    return max((_nearness(on, span) for span in spans), default=0.0)


def _nearness(on: date, span: Span) -> float:
    if span.first <= on <= span.last:
        return 1.0
    after = (on - span.last).days
    if after == 1 or (span.first - on).days == 1:
        return 0.5
    return 0.25 if 1 < after <= 7 else 0.0


_Reading = Callable[["re.Match[str]", date], "Span | None"]


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], _Reading], ...]:
    """One pattern a kind of span, over all languages: compiled when the first question is read."""
    kinds = tuple(
        "|".join(_bounded(cells[kind], language) for language, cells in _DAYS.items() if cells[kind])
        for kind in range(len(_READINGS))
    )
    days = [(re.compile(source), reading) for source, reading in zip(kinds, _READINGS, strict=True)]
    number = r"(?P<n>\d{1,3}|" + "|".join(sorted(map(re.escape, _NUMBERS), key=len, reverse=True)) + ")"
    for language, (phrase, *units) in _AGO.items():
        for unit, reading in zip(units, (_days_ago, _weeks_ago, _months_ago, _years_ago), strict=True):
            source = (
                phrase.replace("N", number).replace("U", f"(?:{unit})").replace(" (?:", r"\s+(?:(?:of|de) )?(?:", 1)
            )
            days.append((re.compile(_bounded(source, language)), reading))
    weekday = re.compile(rf"\blast ({'|'.join(_WEEKDAYS)})\b")
    chinese = re.compile("上(?:个)?(?:周|星期|礼拜)([一二三四五六日天])")
    return (*days, (weekday, _last_weekday), (chinese, _weekday_of_last_week))


def _bounded(source: str, language: str) -> str:
    return f"(?:{source})" if language in _UNSPACED else rf"(?<!\w)(?:{source})(?!\w)"


def _number(match: re.Match[str]) -> int:
    word = match["n"]
    return int(word) if word.isdigit() else _NUMBERS[word]


def _yesterday(match: re.Match[str], today: date) -> Span | None:
    """Not within "the day before yesterday"."""
    if re.search(r"(?:before|avant|altro|l['’]altro)[\s-]*$", match.string[: match.start()]):
        return None
    return _around(today, 1, 0)


def _before_yesterday(_: re.Match[str], today: date) -> Span | None:
    return _around(today, 2, 0)


def _this_morning(_: re.Match[str], today: date) -> Span | None:
    return Span(today, today)


def _last_week(_: re.Match[str], today: date) -> Span | None:
    return _days_from(today, today.weekday() + 7, 7)


def _last_weekend(_: re.Match[str], today: date) -> Span | None:
    return _days_from(today, today.weekday() + 2, 2)


def _last_month(_: re.Match[str], today: date) -> Span | None:
    end = today.replace(day=1) - timedelta(days=1)
    return Span(end.replace(day=1), end)


def _last_year(_: re.Match[str], today: date) -> Span | None:
    return Span(date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)) if today.year > 1 else None


_READINGS: tuple[_Reading, ...] = (
    _yesterday,
    _before_yesterday,
    _this_morning,
    _last_week,
    _last_weekend,
    _last_month,
    _last_year,
)


def _days_ago(match: re.Match[str], today: date) -> Span | None:
    return _around(today, _number(match), 0)


def _weeks_ago(match: re.Match[str], today: date) -> Span | None:
    return _around(today, 7 * _number(match), 3)


def _months_ago(match: re.Match[str], today: date) -> Span | None:
    return _around(today, round(30.4 * _number(match)), 15)


def _years_ago(match: re.Match[str], today: date) -> Span | None:
    year = today.year - _number(match)
    return Span(date(year, 1, 1), date(year, 12, 31)) if year > 0 else None


def _last_weekday(match: re.Match[str], today: date) -> Span | None:
    back = (today.weekday() - _WEEKDAYS[match[1]] - 1) % 7 + 1
    return _around(today, back, 0)


def _weekday_of_last_week(match: re.Match[str], today: date) -> Span | None:
    return _around(today, today.weekday() + 7 - _CHINESE_WEEKDAYS[match[1]], 0)


def _around(today: date, back: int, slack: int) -> Span | None:
    if not 0 < back <= min(_MOST_DAYS, today.toordinal() - 400):
        return None
    middle = today - timedelta(days=back)
    return Span(middle - timedelta(days=slack), middle + timedelta(days=slack))


def _days_from(today: date, back: int, length: int) -> Span | None:
    first = _around(today, back, 0)
    return None if first is None else Span(first.first, first.first + timedelta(days=length - 1))
