"""Numbers, units and money in one canonical form: "90 minutes", "1.5 hours" and 一个半小时 are one amount."""

from __future__ import annotations

import re
from fractions import Fraction

from shared.language.statements.atoms import Atom, Kind

_DIMENSIONS = """
duration | 1/1000 ms millisecond milliseconds 毫秒 | 1 s sec secs second seconds 秒 秒钟
duration | 60 min mins minute minutes 分钟 | 3600 h hr hrs hour hours 小时 个小时 钟头 个钟头
duration | 86400 day days 天 日 | 604800 week weeks 周 个星期 星期 礼拜 个礼拜
duration | 1209600 fortnight fortnights
months | 1 month months 个月 | 3 quarter quarters 季度 个季度 | 12 year years yr yrs 年 周年 | 120 decade decades
age | 1 岁 周岁 years-old
length | 1/1000 mm millimetre millimetres millimeter millimeters 毫米
length | 1/100 cm centimetre centimetres centimeter centimeters 厘米 公分
length | 1 m metre metres meter meters 米 公尺 | 1000 km kilometre kilometres kilometer kilometers 公里 千米
length | 254/10000 inch inches 英寸 寸 | 3048/10000 ft foot feet 英尺 | 1609344/1000 mile miles 英里 | 500 里
mass | 1/1000 mg 毫克 | 1 g gram grams 克 | 1000 kg kilo kilos kilogram kilograms 公斤 千克 | 500 斤 | 50 两
mass | 1000000 tonne tonnes ton tons 吨 | 45359237/100000 lb lbs pound-weight 磅 | 28349523125/1000000000 oz ounce ounces 盎司
volume | 1/1000 ml millilitre millilitres milliliter milliliters 毫升 | 1 l litre litres liter liters 升
data | 1 byte bytes 字节 | 1000 kb | 1000000 mb 兆 | 1000000000 gb | 1000000000000 tb
data | 1024 kib | 1048576 mib | 1073741824 gib | 1099511627776 tib
bandwidth | 1 kbps | 1000 mbps | 1000000 gbps
power | 1 w watt watts 瓦 | 1000 kw 千瓦
speed | 1 km/h kmh kph | 1609344/1000000 mph
celsius | 1 °c ℃ celsius 摄氏度 度
fahrenheit | 1 °f ℉ fahrenheit 华氏度
percent | 1 % percent pct ％ 个百分点
pixels | 1 px pixel pixels 像素
"""
# Written right after a number without a space; as words of their own they are letters.
_GLUED_ONLY = frozenset("s w k".split())
_CURRENCIES = """
eur € euro euros 欧元 | usd $ dollar dollars 美元 美金 us$ | gbp £ quid 英镑 pound pounds | jpy yen 日元 円
cny ¥ ￥ yuan rmb 元 块 块钱 人民币 元人民币 | chf franc francs 瑞士法郎 法郎 | inr ₹ rupee rupees 卢比 | krw ₩ won 韩元
hkd hk$ 港币 港元 | cad | aud | sek | nok | dkk | pln zloty | try lira | brl real reais | btc bitcoin bitcoins 比特币
"""
_MULTIPLIERS = {
    "k": 1000, "thousand": 1000, "m": 10**6, "mn": 10**6, "million": 10**6, "bn": 10**9, "billion": 10**9,
    "hundred": 100, "dozen": 12, "万": 10**4, "千": 1000, "百": 100, "亿": 10**8, "百万": 10**6, "千万": 10**7,
}  # fmt: skip


def _units() -> dict[str, tuple[str, Fraction]]:
    found: dict[str, tuple[str, Fraction]] = {}
    for line in _DIMENSIONS.strip().splitlines():
        dimension, *scales = (part.split() for part in line.split("|"))
        for factor, *names in scales:
            found |= {name: (dimension[0], Fraction(factor)) for name in names}
    return found


UNITS = _units()
CURRENCIES = {
    name: code
    for part in _CURRENCIES.replace("\n", "|").split("|")
    if part.strip()
    for code, *names in [part.split()]
    for name in (code, *names)
}
_SMALL = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split(),
        range(20),
        strict=True,
    )
)
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
NUMBER_WORDS: dict[str, int] = {**_SMALL, **_TENS}
NUMBER_WORDS |= {f"{t}-{s}": _TENS[t] + _SMALL[s] for t in _TENS for s in list(_SMALL)[1:10]}
SCALE_WORDS = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "dozen": 12}
_ORDINAL_WORDS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
ORDINALS = {word: n for n, word in enumerate(_ORDINAL_WORDS, start=1)}

_NO_QUANTITY = re.compile(r"-?(?:0\d|\d+\.\d*0$)")
_DIGITS = {c: n for n, cs in enumerate(("零〇", "一壹", "二两贰", "三叁", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖"))
           for c in cs}  # fmt: skip
_PLACES = {"十": 10, "百": 100, "千": 1000}


def amount(value: Fraction, unit: str = "", role: str = "") -> Atom:
    """`unit`: a name in `UNITS` or `CURRENCIES`, or none for a count."""
    if unit in CURRENCIES:
        return Atom(f"{value} {CURRENCIES[unit]}", Kind.AMOUNT, "money", role)
    if unit:
        dimension, factor = UNITS[unit]
        return Atom(str(value * factor), Kind.AMOUNT, dimension, role)
    return Atom(str(value), Kind.AMOUNT, "count", role)


def as_written(value: Fraction, written: str) -> Atom:
    """A number without a unit. Where its digits are no plain quantity's ("042", "3.10") it may be a code or a version, of
    which 42 and 3.1 are other ones: it is compared as it is written."""
    if _NO_QUANTITY.match(written):
        return Atom(written, Kind.AMOUNT, "count")
    return amount(value)


def unit_named(word: str, *, glued: bool) -> bool:
    """Whether `word` after a number is its unit. `glued`: without a space between them."""
    return (word in UNITS or word in CURRENCIES) and (glued or word not in _GLUED_ONLY)


def multiplier(word: str) -> int | None:
    return _MULTIPLIERS.get(word)


def number(digits: str) -> Fraction:
    """Of digits with `,` between thousands and `.` before decimals."""
    return Fraction(digits.replace(",", ""))


def chinese_number(text: str) -> Fraction | None:
    """十二, 三百五, 一万二, 两千零三, 3万, 1.5亿; `None` for what is no number."""
    total, section, digit, last_place = Fraction(0), Fraction(0), None, 1
    position = 0
    while position < len(text):
        char = text[position]
        if char.isascii():
            end = position
            while end < len(text) and (text[end].isdigit() or text[end] in ".,"):
                end += 1
            try:
                digit = number(text[position:end].rstrip(".,"))
            except ValueError:
                return None
            position = end
            continue
        if char in _DIGITS:
            digit = digit * 10 + _DIGITS[char] if digit is not None and last_place == 0 else Fraction(_DIGITS[char])
            last_place = 0 if last_place in (0, 1) and section == 0 else last_place
        elif char in _PLACES:
            section += (digit if digit is not None else 1) * _PLACES[char]
            digit, last_place = None, _PLACES[char]
        elif char in "万亿":
            big = 10**4 if char == "万" else 10**8
            total = (total + section + (digit or 0)) * big if char == "亿" else total + (section + (digit or 0)) * big
            section, digit, last_place = Fraction(0), None, big
        else:
            return None
        position += 1
    if digit is not None and last_place >= 100 and "零" not in text and "〇" not in text and len(text) > 1:
        digit = digit * last_place / 10  # 三百五 is 350
    return total + section + (digit or 0)
