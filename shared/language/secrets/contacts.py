"""E-mail addresses and telephone numbers: kept, flagged and put up for review."""

from __future__ import annotations

import re
from collections.abc import Iterator

from shared.language.secrets.detector import View
from shared.language.secrets.findings import Finding, Severity
from shared.language.text.patterns import Regex

_EMAIL = Regex(
    r"(?<![A-Za-z0-9._%+-])(?P<local>[A-Za-z0-9_%+-][A-Za-z0-9._%+-]{0,63})@"
    r"(?P<domain>(?:[A-Za-z0-9-]{1,63}+\.){1,8}(?P<top>[A-Za-z]{2,24}))(?![A-Za-z0-9-])",
    re.ASCII,
)
# `kim (at) example (dot) org`, `kim [at] example.org`
_SPELT = Regex(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64} ?[\[({<] ?(?i:at|@) ?[\])}>] ?"
    r"(?:[A-Za-z0-9-]{1,63}+(?: ?[\[({<] ?(?i:dot|\.) ?[\])}>] ?|\.)){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])",
    re.ASCII,
)
_FILES = frozenset(
    "png jpg jpeg gif svg webp ico css js ts jsx tsx py go rs java json yaml yml toml md txt html zip".split()
)


_AT = ("(at", "[at", "{at", "<at", "( at", "[ at", "(@", "[@")


class Emails:
    def find(self, view: View) -> Iterator[Finding]:
        text = view.text
        if "@" in text:
            for match in _EMAIL.finditer(text):
                if match["top"].lower() not in _FILES and not _is_remote(text, match):
                    yield Finding("email", Severity.FLAG, *match.span())
        if view.has_any(_AT):
            for match in _SPELT.finditer(text):
                yield Finding("email", Severity.FLAG, *match.span())


def _is_remote(text: str, match: re.Match[str]) -> bool:
    """`git@github.com:org/repo` names a repository and nobody, `//app@db.internal` an account of a service."""
    in_url = text[max(0, match.start() - 2) : match.start()] == "//"
    return in_url or (match["local"] == "git" and text[match.end() : match.end() + 1] in (":", "/"))


_CN_MOBILE = Regex(
    r"(?<![0-9A-Za-z.])(?<![0-9]-)(?:(?:\+|00)?86[ -]?)?(?P<number>1[3-9][0-9](?P<gap>[ .-]?)[0-9]{4}(?P=gap)[0-9]{4})(?![0-9A-Za-z]|[.-][0-9])"
)
_CN_LANDLINE = Regex(
    r"(?<![0-9A-Za-z.-])(?<![0-9] )(?:\(0(?:10|2[0-9]|[3-9][0-9]{2})\) ?|(?:\+?86[ -])?0(?:10|2[0-9]|[3-9][0-9]{2})[ -])"
    r"[2-9][0-9]{2,3}[ -]?[0-9]{4}(?:(?:-|转|ext\.? ?)[0-9]{1,6})?(?![0-9A-Za-z])"
)
_INTERNATIONAL = Regex(
    r"(?<![0-9A-Za-z+.-])(?<![0-9] )(?:\+|00(?=[1-9][0-9 ]))(?P<digits>[1-9][0-9]{0,3}(?:[ .()/-]{0,2}[0-9]{1,5}){1,8})(?![0-9A-Za-z])"
)
# North America without its prefix: grouped, and groups that a telephone there can have.
_NANP = Regex(
    r"(?<![0-9A-Za-z.-])(?:1[ .-])?(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}(?P<gap>[ .-]))[2-9][0-9]{2}(?(gap)(?P=gap)|[ .-])[0-9]{4}"
    r"(?: ?(?:x|ext\.?) ?[0-9]{1,6})?(?![0-9A-Za-z]|[.-][0-9])"
)
_CALLED = Regex(
    r"(?i:(?<![a-z])(?:phone|telephone|tel|mobile|cell(?:phone)?|call|ring|dial|text|sms|fax|whatsapp|hotline|telefon|handy|movil|móvil|"
    r"telefono|teléfono|telephone|téléphone|portable|telefone|numéro|rufnummer)(?![a-z]))|电话|手机|联系方式|座机|热线|拨打|致电|传真|電話|携帯|телефон|номер|звон|전화|휴대폰"
)
_CALLED_WORDS = (
    "phone", "tel", "mobile", "cell", "call", "ring", "dial", "text", "sms", "fax", "whatsapp", "hotline", "handy", "movil",
    "móvil", "téléphone", "portable", "numéro", "rufnummer", "电话", "手机", "联系", "座机", "热线", "拨打", "致电", "传真", "電話",
    "携帯", "телефон", "номер", "звон", "전화", "휴대폰",
)  # fmt: skip
_LOCAL = Regex(
    r"(?<![0-9A-Za-z.+-])(?P<digits>\(?0?[0-9]{1,5}\)?(?:[ ./-]{0,2}[0-9]{2,8}){1,5})(?![0-9A-Za-z]|[.,/-][0-9])"
)
_LEADS_TO_A_NUMBER = Regex(
    r"(?i:(?: |[:：#=(,-]|numbers?|no\.?|nr\.?|nummer|is|are|was|at|on|to|me|us|her|him|them|my|his|the|this|new|now|phone|line|home|office|work|hotline|ist|est|es|"
    r"[是为請请联系我他她的号號码碼改成在打，：])*)"
)
# What stands right before the number of something else: an order, an invoice, a price.
COUNTED_OTHERWISE = Regex(
    r"(?i:order|invoice|ticket|tracking|serial|sku|(?<![a-z])id|commit|version|build|port|uuid|part|model|batch|case|"
    r"account|reference|ref|isbn|timestamp|epoch|row|line|page|revision|number of|total|price|usd|eur|\$)"
    r"[A-Za-z ]{0,10}(?:no\.?|number|nr\.?|is|was|=|:|#)?[ :#=\"']{0,3}$|(?:订单|单号|编号|流水|批次|账单|快递|物流|运单|序列|型号|工单|发票|金额|总计)号?码?[是为: #]{0,3}$|[#¥￥$€£]$"
)
_DATE = Regex(
    r"(?:19|20)[0-9]{2}[-./ ][01]?[0-9][-./ ][0-3]?[0-9]|[0-3]?[0-9][-./ ][01]?[0-9][-./ ](?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}[01][0-9][0-3][0-9]"
)

# Country calling codes (ITU-T E.164), by length.
_CALLING_CODES = frozenset(
    "1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 "
    "90 91 92 93 94 95 98 211 212 213 216 218 220 221 222 223 224 225 226 227 228 229 230 231 232 233 234 235 236 237 238 "
    "239 240 241 242 243 244 245 246 247 248 249 250 251 252 253 254 255 256 257 258 260 261 262 263 264 265 266 267 268 "
    "269 290 291 297 298 299 350 351 352 353 354 355 356 357 358 359 370 371 372 373 374 375 376 377 378 379 380 381 382 "
    "383 385 386 387 389 420 421 423 500 501 502 503 504 505 506 507 508 509 590 591 592 593 594 595 596 597 598 599 670 "
    "672 673 674 675 676 677 678 679 680 681 682 683 685 686 687 688 689 690 691 692 800 808 850 852 853 855 856 870 878 "
    "880 881 882 883 886 888 960 961 962 963 964 965 966 967 968 970 971 972 973 974 975 976 977 979 992 993 994 995 996 998".split()
)  # fmt: skip


_LEAST_DIGITS = 7
_SEVEN_DIGITS = Regex(r"[0-9](?:[^0-9]{0,4}[0-9]){6}")


class Phones:
    def find(self, view: View) -> Iterator[Finding]:
        text = view.text
        if view.digits < _LEAST_DIGITS or _SEVEN_DIGITS.search(text) is None:
            return
        for pattern in (_CN_MOBILE, _CN_LANDLINE, _NANP):
            for match in pattern.finditer(text):
                if not COUNTED_OTHERWISE.search(text[max(0, match.start() - 30) : match.start()]):
                    yield Finding("phone", Severity.FLAG, *match.span())
        for match in _INTERNATIONAL.finditer(text):
            digits = _digits(match["digits"])
            known = any(digits[:n] in _CALLING_CODES for n in (1, 2, 3))
            if known and 8 <= len(digits) <= 15:
                yield Finding("phone", Severity.FLAG, *match.span())
        if view.has_any(_CALLED_WORDS):
            for word in _CALLED.finditer(text):
                yield from _beside(text, word.end())


def _beside(text: str, at: int) -> Iterator[Finding]:
    """The first number within 24 characters after a word for telephones, in whatever national form."""
    match = _LOCAL.search(text, at, at + 64)
    if match is None or match.start() > at + 24 or not 7 <= len(_digits(match["digits"])) <= 13:
        return
    if _DATE.match(match["digits"]) or _LEADS_TO_A_NUMBER.fullmatch(text[at : match.start()]) is None:
        return
    yield Finding("phone", Severity.FLAG, *match.span())


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())
