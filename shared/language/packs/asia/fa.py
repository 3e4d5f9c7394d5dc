"""Persian."""

from __future__ import annotations

from shared.language.packs.pack import Dates, LanguagePack, Phrases, Times

PACK = LanguagePack(
    code="fa",
    guesses=Phrases(
        whole="شاید|احتمالا|ممکن است|گویا|مطمئن نیستم|فکر می‌کنم|به نظر می‌رسد",
    ),
    forbids=Phrases(
        anywhere="ممنوع است|نباید",
    ),
    changed=Phrases(
        patterns=(
            "(?:ترک|فروخت|ارتقا) ?(?:کردم|م|یافتم)|نقل مکان کرد",
            "(?:عوض|جایگزین|منتقل) (?:کرد|شد)|تغییر (?:دادم|دادیم|کرد)|به جای",
        ),
    ),
    times=Times(
        was=Phrases(whole="قبلا|قبلاً|سابقا|سابقاً|در گذشته|پیش از این"),
        past=Phrases(
            whole=r"زندگی می‌?کرد\w*|زندگی کرد\w*|کار می‌?کرد\w*|کار کرد\w*|بود|بودم|بودند|داشت\w*|استفاده می‌?کرد\w*|درس می‌?خواند\w*"
        ),
        goes_on=Phrases(whole="تاکنون|تا کنون|تا حالا|هنوز"),
        until=(r"\bتا\s+(?:پایان\s+|آخر\s+)?D",),
        no_end=Phrases(whole=r"هر|همیشه|هرگز|نیست|نمی\w*|سالانه|ماهانه|منتظر\w*"),
        wished=Phrases(whole=r"می‌?خواه\w*|امیدوار\w*|قصد|برنامه دارد|خواهد"),
        begins=Phrases(whole="از|بین"),
    ),
    dates=Dates(
        months=(
            "ژانویه",
            "فوریه",
            "مارس",
            "آوریل",
            "مه|می",
            "ژوئن",
            "ژوئیه|جولای",
            "اوت|آگوست",
            "سپتامبر",
            "اکتبر",
            "نوامبر",
            "دسامبر",
        ),
    ),
)
