"""Numbers with check digits: resident ids, payment cards, account numbers.

People write them in groups. A number is looked for in runs of digit groups with single separators between them, so
that a phone number before a card does not hide it, and a sum of other numbers is not taken for one.

Check digits, by python-stdnum. It is imported at the first number that has the right form: a text without one, and
so almost every cold start, does without its 6 ms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from shared.language.secrets.detector import View
from shared.language.secrets.findings import Finding, Severity
from shared.language.text.patterns import Regex

_GROUP = Regex(r"[0-9]+(?:[ -]?[Xx](?![A-Za-z0-9]))?")
_LETTERS_BEFORE = Regex(r"[A-Za-z0-9]{1,40}$")
_SEPARATORS = " -\n\t."
_MAX_GROUPS = 19
_LEAST_DIGITS = 13

_CARD_GROUPS = frozenset(
    {(4, 4, 4, 4), (4, 4, 4, 4, 3), (4, 4, 4, 4, 2), (4, 4, 4, 4, 1), (4, 6, 5), (4, 6, 4), (6, 13), (6, 10), (8, 8), (4, 4, 4, 3)}
)  # fmt: skip
_ID_GROUPS = frozenset(
    {(6, 8, 4), (6, 4, 4, 4), (3, 3, 8, 4), (3, 3, 4, 4, 4), (6, 4, 2, 2, 4), (4, 4, 4, 4, 2), (6, 12), (14, 4)}
)
_CARD_WORDS = Regex(r"(?i:card|visa|master|amex|unionpay|debit|credit|pan\b|karte|tarjeta|carte)|卡|银联|カード")
_ID_WORDS = Regex(r"身份证|身分證|身份證|证件|(?i:resident id|id (?:card|number|no)|identity)")
_NOT_A_DECIMAL = Regex(r"[0-9][.,]$|\+$")
_OTHER_DIGITS = Regex(r"[0-9A-Fa-f]{4}-$")
# The beginning of an account number in groups of four, whose middle is no card.
_ACCOUNT_BEFORE = Regex(r"(?<![A-Za-z0-9])[A-Za-z]{2}[0-9]{2}(?:[ -][0-9A-Za-z]{4})*[ -]$")

# Issuers and the lengths that they use (ISO/IEC 7812). 2014-style years and telephone numbers begin with none of them.
_ISSUERS: tuple[tuple[Regex, frozenset[int]], ...] = (
    (Regex(r"4"), frozenset({16, 19})),  # Visa; its old 13 digits are too like an article number
    (Regex(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), frozenset({16})),  # Mastercard
    (Regex(r"3[47]"), frozenset({15})),  # American Express
    (Regex(r"6011|65|64[4-9]"), frozenset({16, 19})),  # Discover
    (Regex(r"62|81"), frozenset({16, 17, 18, 19})),  # UnionPay
    (Regex(r"35(?:2[89]|[3-8])"), frozenset({16, 19})),  # JCB
    (Regex(r"3(?:0[0-5]|[689])"), frozenset({14})),  # Diners Club
    (Regex(r"220[0-4]|9792|60|8[12]|508"), frozenset({16})),  # Mir, Troy, RuPay
    (Regex(r"50|5[6-9]|6"), frozenset(range(13, 20))),  # Maestro: only beside a word for a card
)
_MAESTRO = _ISSUERS[-1][0]
_KNOWN_ISSUERS = _ISSUERS[:-1]


def _is_card(digits: str, grouped: bool, before: str) -> bool:
    """In a form that cards are written in: any known issuer. In any other grouping, or by an issuer without a range of
    its own: only after a word for a card."""
    if len(set(digits)) == 1:
        return False
    issued = any(len(digits) in lengths and p.match(digits) for p, lengths in _KNOWN_ISSUERS)
    if not (issued and grouped):
        possible = issued or _MAESTRO.match(digits) is not None
        if not possible or _CARD_WORDS.search(before) is None:
            return False
    return luhn(digits)


# First two digits of the place: provinces, and 81-83 for residents from Hong Kong, Macao and Taiwan.
_PROVINCES = frozenset("11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91".split())  # fmt: skip


def _is_date(year: str, month: str, day: str) -> bool:
    try:
        return 1850 <= date(int(year), int(month), int(day)).year <= 2099
    except ValueError:
        return False


def _is_resident_id(characters: str, grouped: bool, before: str) -> bool:
    if not grouped and _ID_WORDS.search(before) is None:
        return False
    if len(characters) == 18:
        return _is_date(characters[6:10], characters[10:12], characters[12:14]) and mod_11_2(characters)
    # The form before 1999 has no check digit: only where it is called by its name.
    dated = characters.isdigit() and _is_date("19" + characters[6:8], characters[8:10], characters[10:12])
    return dated and _ID_WORDS.search(before) is not None


class CheckedNumbers:
    """Resident ids (18 characters, or 15 in context) and payment cards."""

    def find(self, view: View) -> Iterator[Finding]:
        if view.digits < _LEAST_DIGITS:
            return
        text = view.text
        groups = [(m.start(), m.end(), m[0].replace(" ", "").replace("-", "")) for m in _GROUP.finditer(text)]
        skip_to = 0
        for first in _long_enough(text, groups):
            if groups[first][0] < skip_to:
                continue
            for finding in self._from(text, groups, first):
                yield finding
                skip_to = finding.end
                break

    def _from(self, text: str, groups: list[tuple[int, int, str]], first: int) -> Iterator[Finding]:
        start = groups[first][0]
        before = text[max(0, start - 40) : start]
        if not _stands_alone(before):
            return
        digits, sizes, separators = "", [], set()
        for last in range(first, min(len(groups), first + _MAX_GROUPS)):
            _, end, part = groups[last]
            if last > first:
                gap = text[groups[last - 1][1] : groups[last][0]]
                if len(gap) != 1 or gap not in _SEPARATORS:
                    return
                separators.add(gap)
            digits += part
            sizes.append(len(part))
            if len(digits) > 19:
                return
            if end < len(text) and text[end].isascii() and (text[end].isalnum() or text[end] == "_"):
                continue
            kind = _kind(digits, tuple(sizes), separators, before)
            if kind is None and part[-1] in "Xx":  # an x after a card is another word
                sizes[-1] -= 1
                kind = _kind(digits[:-1], tuple(sizes), separators, before)
                sizes[-1] += 1
            if kind is not None:
                yield Finding(kind, Severity.BLOCK, start, end)


def _long_enough(text: str, groups: list[tuple[int, int, str]]) -> list[int]:
    """The groups, in order, that have as many digits as the shortest number together with those that follow them after
    single separators."""
    found: list[int] = []
    digits, next_start = 0, -1
    for at in range(len(groups) - 1, -1, -1):
        start, end, part = groups[at]
        joined = end + 1 == next_start and text[end] in _SEPARATORS
        digits = len(part) + (digits if joined else 0)
        if digits >= _LEAST_DIGITS:
            found.append(at)
        next_start = start
    return found[::-1]


def _stands_alone(before: str) -> bool:
    """Not a part of a longer identifier: a decimal fraction, a UUID, the middle of a hash."""
    if _NOT_A_DECIMAL.search(before) or _OTHER_DIGITS.search(before) or _ACCOUNT_BEFORE.search(before):
        return False
    letters = _LETTERS_BEFORE.search(before)
    if letters is None:
        return True
    # `card4111...` is a number after a word, `9f4111...` the middle of a hash.
    return letters[0].isalpha() and not set(letters[0].lower()) <= set("abcdef")


def _kind(digits: str, sizes: tuple[int, ...], separators: set[str], before: str) -> str | None:
    plain = len(sizes) == 1 or set(sizes) == {1}
    if (
        len(digits) in (15, 18)
        and digits[:2] in _PROVINCES
        and _is_resident_id(digits, plain or sizes in _ID_GROUPS, before)
    ):
        return "cn_resident_id"
    if 13 <= len(digits) <= 19 and digits.isdigit():
        grouped = plain or (len(separators) <= 1 and sizes in _CARD_GROUPS)
        if _is_card(digits, grouped, before):
            return "payment_card"
    return None


# Length of an IBAN by country, as registered.
_IBAN_LENGTHS = {
    country: length
    for length, countries in {
        15: "NO", 16: "BE", 18: "DK FI FK FO GL NL SD", 19: "MK SI", 20: "AT BA EE KZ LT LU MN XK",
        21: "CH HR LI LV", 22: "BG BH CR DE GB GE IE ME RS VA", 23: "AE GI IL IQ OM SO TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG", 25: "LY PT ST", 26: "IS TR", 27: "BI DJ FR GR IT MC MR SM",
        28: "AL AZ BY CY DO EG GT HU LB NI PL SV", 29: "BR PS QA UA", 30: "JO KW MU YE", 31: "MT SC", 32: "LC", 33: "RU",
    }.items()
    for country in countries.split()
}  # fmt: skip
_IBAN_START = Regex(r"(?<![A-Za-z0-9])(?P<country>[A-Za-z]{2})[0-9]{2}[ -]?(?=[A-Za-z0-9])", re.ASCII)


class Ibans:
    def find(self, view: View) -> Iterator[Finding]:
        if view.digits < 2:  # the check digits: an account may be letters else (LC, GI)
            return
        text = view.text
        for match in _IBAN_START.finditer(text):
            length = _IBAN_LENGTHS.get(match["country"].upper())
            if length is None:
                continue
            taken = _take(text, match.start(), length)
            if taken is not None and iban(taken[0]):
                yield Finding("iban", Severity.BLOCK, match.start(), taken[1])


def _take(text: str, start: int, length: int) -> tuple[str, int] | None:
    """`length` letters and digits from `start` on, single spaces or dashes between them, and no more of them."""
    taken: list[str] = []
    at = start
    while at < len(text) and len(taken) < length:
        char = text[at]
        if char.isascii() and char.isalnum():
            taken.append(char.upper())
        elif char not in " -\n" or at == start or text[at - 1] in " -\n":
            return None
        at += 1
    if len(taken) < length or (at < len(text) and text[at].isascii() and text[at].isalnum()):
        return None
    return "".join(taken), at


_SSN = Regex(r"(?<![0-9A-Za-z-])(?!000|666|9[0-9]{2})[0-9]{3}([- ])(?!00)[0-9]{2}\1(?!0000)[0-9]{4}(?![0-9A-Za-z-])")
_SSN_WORDS = Regex(r"(?i:\bssn\b|social[ -]security|\bitin\b)|社会安全|社保号")
_PASSPORT = Regex(
    r"(?i:passport(?: (?:number|no\.?|nr\.?))?|护照号?码?|護照|パスポート番号|pasaporte|passeport|reisepass)"
    r"(?:[ :#=]|is|号|是|为|number|no\.?){1,6}(?P<secret>[A-Z]{1,2}[0-9]{6,8}|[0-9]{8,9})(?![0-9A-Za-z])"
)


_PASSPORT_WORDS = ("passport", "护照", "護照", "パスポート", "pasaporte", "passeport", "reisepass")


class OtherIds:
    """US social security numbers block where they are called so and are flagged where not; passports are flagged."""

    def find(self, view: View) -> Iterator[Finding]:
        if view.digits < 8:
            return
        text = view.text
        for match in _SSN.finditer(text):
            named = _SSN_WORDS.search(text[max(0, match.start() - 40) : match.end() + 20]) is not None
            kind = "us_social_security_id" if named else "possible_social_security_id"
            yield Finding(kind, Severity.BLOCK if named else Severity.FLAG, *match.span())
        if view.has_any(_PASSPORT_WORDS):
            for match in _PASSPORT.finditer(text):
                yield Finding("passport_id", Severity.FLAG, *match.span("secret"))


def luhn(digits: str) -> bool:
    """Payment cards (ISO/IEC 7812)."""
    from stdnum import luhn as check

    return check.is_valid(digits)


def mod_11_2(characters: str) -> bool:
    """Chinese resident ids (ISO 7064): 17 digits and a check character in 0-9 or X."""
    from stdnum.iso7064 import mod_11_2 as check

    return check.is_valid(characters.upper())


def iban(compact: str) -> bool:
    """Modulo 97, and the form of the account number that its country has registered."""
    from stdnum import iban as check

    return check.is_valid(compact, check_country=False)
