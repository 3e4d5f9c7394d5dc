"""Dates as the packs of further languages write them: "3. Mai 2024", "3 de mayo de 2024", 2024년 5월, พฤษภาคม 2567."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from shared.language.packs.pack import LanguagePack
from shared.language.packs.registry import Packs, PerPacks

_PLACES = re.compile(r"(?<![\\\w])[DNY](?!\w)")
_DAY, _NUMBER = r"(?P<day>[0-3]?\d)", r"(?P<number>[01]?\d)"
_A_YEAR = re.compile(r"(?<!\d)(?:19|2[05])\d\d(?!\d)|(?<!\d)2[45]\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """Where in the text it stands, and its year, month and day as far as they are written."""

    span: tuple[int, int]
    year: int | None
    month: int | None
    day: int | None


@dataclass(frozen=True, slots=True)
class _Forms:
    """`whole`: patterns of a day or of a form of the pack's own; `of_a_month`: of a month with its year; `alone`: of a
    month by itself."""

    code: str
    whole: tuple[re.Pattern[str], ...]
    of_a_month: re.Pattern[str] | None
    alone: re.Pattern[str] | None
    years_ahead: int


def written_dates(text: str, *, whole: bool) -> Iterator[WrittenDate]:
    """`whole`: those with a day, and a pack's own forms; else months with their year."""
    has_year = _A_YEAR.search(text) is not None
    for forms in _FORMS():
        patterns = forms.whole if whole else ((forms.of_a_month,) if forms.of_a_month and has_year else ())
        for pattern in patterns:
            yield from (_read(match, forms.years_ahead) for match in pattern.finditer(text))


def month_alone(text: str, code: str) -> int | None:
    """The month with whose name, in the language of that code, the text begins or ends."""
    alone = next((forms.alone for forms in _FORMS() if forms.code == code), None)
    if alone is None:
        return None
    found = [match for match in alone.finditer(text) if match.start() == 0 or match.end() == len(text)]
    return _month(found[0]) if len(found) == 1 else None


def _read(match: re.Match[str], years_ahead: int) -> WrittenDate:
    parts = match.groupdict()
    year, day = parts.get("year"), parts.get("day")
    return WrittenDate(
        match.span(),
        None if year is None else int(year) - years_ahead,
        _month(match),
        None if day is None else int(day),
    )


def _month(match: re.Match[str]) -> int | None:
    parts = match.groupdict()
    if parts.get("number") is not None:
        return int(parts["number"])
    return next((n for n in range(1, 13) if parts.get(f"m{n}") is not None), None)


def _forms(pack: LanguagePack) -> _Forms | None:
    dates = pack.dates
    if not dates.months and not dates.forms:
        return None
    year = rf"(?P<year>{'2[45]' if dates.years_ahead else '(?:19|20)'}\d\d)"
    named = "|".join(f"(?P<m{number}>{names})" for number, names in enumerate(dates.months, 1))
    join = rf"(?:(?:{dates.joins})\s*)?" if dates.joins else ""
    before, after = (r"(?<!\w)", r"(?!\w)") if pack.spaced else (r"(?<!\d)", r"(?!\d)")

    def compiled(form: str) -> re.Pattern[str]:
        return re.compile(f"{before}(?:{form}){after}", re.IGNORECASE)

    places = {"D": _DAY, "N": _NUMBER, "Y": year}
    own = [_PLACES.sub(lambda place: places[place[0]], form) for form in dates.forms]
    whole = [rf"{_DAY}(?:{dates.day_mark})?\s*{join}(?:{named})\.?(?:,?\s*{join}{year})?"] if named else []
    return _Forms(
        pack.code,
        tuple(map(compiled, (*whole, *own))),
        compiled(rf"(?:{named})\.?,?\s*{join}{year}") if named else None,
        compiled(named) if named else None,
        dates.years_ahead,
    )


def _of_all(registered: Packs) -> tuple[_Forms, ...]:
    return tuple(forms for pack in registered if (forms := _forms(pack)) is not None)


_FORMS = PerPacks(_of_all)
