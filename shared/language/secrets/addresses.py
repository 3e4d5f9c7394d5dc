"""Street addresses, in Chinese and English first: flagged. Each pattern starts at what is rare in a text, a number
with its unit or a word for a street; what must stand before it is looked for from there."""

from __future__ import annotations

from collections.abc import Iterator

from shared.language.secrets.detector import View
from shared.language.secrets.findings import Finding, Severity
from shared.language.text.patterns import Regex

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_NUMBER = r"(?:[0-9]{1,5}(?:[-/][0-9]{1,5})?|[一二三四五六七八九十百零〇]{1,5})"
_REST = r"(?:[A-Za-z0-9一二三四五六七八九十-]{1,6}(?:号楼|楼|樓|层|室|单元|栋|幢|座|号|房)){0,5}"
_STREET_UNITS = ("路", "街", "道", "胡同", "巷", "弄", "里")
# A road and a number in it; `线路3号`, `思路1号` and `一道2号` are no roads.
_CN_STREET = Regex(
    r"(?<![线電电思回链套通出短旁支网鐵铁这那])(?:路|街道?|大道|胡同|巷|弄|里)(?:[东西南北中]段?|[一二三四五六七八九十]段)? ?"
    rf"{_NUMBER} ?(?:号院?|號|弄|巷)(?:之[一二三四五六七八九十0-9])?(?!线|機|机|公路|楼梯){_REST}"
)
_CN_BUILDING = Regex(
    r"[0-9A-Za-z一二三四五六七八九十]{1,4}(?:号楼|栋|幢|座|号院) ?"
    r"(?:[0-9一二三四五六七八九十]{1,3}单元 ?(?:[0-9]{1,3}[层楼])? ?[0-9]{2,5}[室房号]?|(?:[0-9]{1,3}[层楼])? ?[0-9]{2,5}[室房号])"
)
_CN_HOUSE = Regex(r"[0-9]{1,5}(?:号|室|栋|弄|號)")
_CN_AREA = Regex(rf"[{_HAN}]{{2,6}}(?:市|州|盟|省)[{_HAN}]{{1,6}}(?:区|县|旗|镇|乡|市)[{_HAN}0-9]{{1,24}}$")
_PLACE = Regex(rf"[{_HAN}]{{1,20}}$")
_POSTCODE = Regex(r"(?:邮政?编码?|郵編|郵遞區號)[:是为 ]{0,3}(?P<secret>[0-9]{5,6})(?![0-9])|〒 ?[0-9]{3}-?[0-9]{4}")
_JAPANESE = Regex(r"[0-9]{1,4}(?:丁目|-)[0-9]{1,4}(?:番地?|-)?[0-9]{0,4}号?")
_JAPANESE_AREA = Regex(
    r"[\u3040-\u30ff\u4e00-\u9fff]{1,8}[都道府県][\u3040-\u30ff\u4e00-\u9fff]{1,12}[区市町村][^\s、。,.]{0,16}$"
)

_STREET_WORDS = (
    "Street|St|Avenue|Ave|Av|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Square|Sq|Terrace|Ter|Place|Pl|"
    "Way|Parkway|Pkwy|Highway|Hwy|Close|Crescent|Cres|Mews|Row|Circle|Cir|Alley|Walk|Quay|Gardens|Grove|Hill|Broadway|Trail|Loop|Plaza"
)
_EN_STREET = Regex(
    r"(?<![A-Za-z0-9.,$#-])(?P<number>[0-9]{1,5}(?:-[0-9]{1,4})?[A-Za-z]?),? (?:[NSEW]{1,2}\.? |North |South |East |West )?"
    rf"(?:(?:(?:[A-Z][A-Za-z'.-]{{1,24}}|[0-9]{{1,3}}(?:st|nd|rd|th)|de|la|of|the|von) ){{1,4}}(?P<word>{_STREET_WORDS})|Broadway)\b(?!-)"
)
# Words with another life (`the best Way to cook`): an address only where it ends there, or somebody lives there.
_ALSO_WORDS = frozenset(
    "Drive Dr Court Ct Square Place Pl Way Close Row Circle Walk Gardens Grove Hill Trail Loop Plaza St Ter".split()
)
_ADDRESS_ENDS = Regex(r"\.?(?: ?(?:[,;\n)]|$)|\.?$|\. | (?:Apt|Suite|Ste|Unit|Flat|Floor|#|N|S|E|W|NE|NW|SE|SW)\b)")
_LOWER_WORDS = ("street", "avenue", "road", "boulevard", "lane", "drive", "court", "square", "terrace", "parkway", "highway", "crescent", "close")  # fmt: skip
_EN_LOWER = Regex(
    rf"(?<![A-Za-z0-9.,$#-])(?P<number>[0-9]{{1,5}}[a-z]?) (?P<name>(?:[a-z'-]{{2,20}} ){{1,3}})(?:{'|'.join(_LOWER_WORDS)})\b"
)
_LIVING = Regex(
    r"\b(?i:live|lives|living|lived|resides?|address|home|house|ship|shipped|deliver|delivered|delivery|send|mail|moved|located|office|visit|picks?(?:ed)? up)\b[^\n.!?]{0,40}$"
)
_NO_NAME = Regex(
    r"(?:^|.* )(?:miles?|km|kilomet\w+|minutes?|hours?|days?|blocks?|people|feet|steps|times?|down|along|on|the|of|up|off|from|each|per) "
)
_PO_BOX = Regex(
    r"(?i:(?<![a-z])(?:p\.? ?o\.? ?box|post office box|postfach|apartado(?: postal)?|boite postale)) ?#?[0-9]{1,7}"
)
_YEAR_BEFORE = Regex(r"(?i:\b(?:in|since|by|until|of|from|before|after|during|early|late|mid)) $")
_CONTINENTAL_WORDS = (
    "stra", "str.", "weg", "platz", "allee", "gasse", "ufer", "damm", "rue", "avenue", "boulevard", "place", "quai", "allée", "chemin",
    "impasse", "calle", "avenida", "avda", "paseo", "plaza", "via ", "viale", "piazza", "corso", "rua ", "улиц", "ул.", "проспект", "пр.",
)  # fmt: skip
_CONTINENTAL = Regex(
    r"(?<![A-Za-z])[A-ZÄÖÜ][a-zäöüß]{2,20}(?:-[A-ZÄÖÜ][a-zäöüß]{2,20}){0,3}(?:(?<=stra)(?:ß|ss)e|(?<=str)\.|(?<=weg)|(?<=platz)|(?<=allee)|(?<=gasse)|(?<=ufer)|(?<=damm)|(?<=Platz)|(?<=Allee)|(?<=Straße))"
    r" [0-9]{1,4} ?[a-z]?(?![a-z0-9])"
    r"|(?<![A-Za-z0-9.,-])[0-9]{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|boulevard|place|quai|allée|chemin|impasse) (?:de |du |des |de la |de l')?[A-ZÉÈ][\w'-]{1,30}"
    r"|(?<![A-Za-z])(?:[Cc]alle|Avenida|Avda\.|Paseo|Plaza|Via|Viale|Piazza|Corso|Rua|улица|ул\.|проспект|пр\.) (?:(?:de|del|la|los|las|da|do|di|della) ){0,2}"
    r"[A-ZÁÉÍÓÚÑА-Я][\w'-]{1,30}(?: [A-ZÁÉÍÓÚÑА-Я][\w'-]{1,30}){0,2},? (?:n[º°o.]{1,2} ?|д\. ?)?[0-9]{1,4}(?![0-9])"
)


class Addresses:
    def find(self, view: View) -> Iterator[Finding]:
        for start, end in self._spans(view):
            yield Finding("postal_address", Severity.FLAG, start, end)

    def _spans(self, view: View) -> Iterator[tuple[int, int]]:
        if not view.text.isascii():
            yield from _chinese(view)
        if view.digits:
            yield from _latin(view)


def _chinese(view: View) -> Iterator[tuple[int, int]]:
    text = view.text
    if any(unit in text for unit in _STREET_UNITS):
        for match in _CN_STREET.finditer(text):
            place = _PLACE.search(text[max(0, match.start() - 20) : match.start()])
            if place is not None:
                yield match.start() - len(place[0]), match.end()
    if not view.digits:
        return
    for match in _CN_BUILDING.finditer(text):
        yield match.span()
    for match in _CN_HOUSE.finditer(text):
        area = _CN_AREA.search(text[max(0, match.start() - 40) : match.start()])
        if area is not None:
            yield match.start() - len(area[0]), match.end()
    for match in _JAPANESE.finditer(text):
        area = _JAPANESE_AREA.search(text[max(0, match.start() - 40) : match.start()])
        if area is not None:
            yield match.start() - len(area[0]), match.end()
    if "编" in text or "編" in text or "〒" in text or "郵" in text:
        for match in _POSTCODE.finditer(text):
            yield match.span("secret" if match["secret"] else 0)


def _latin(view: View) -> Iterator[tuple[int, int]]:
    text = view.text
    for match in _EN_STREET.finditer(text):
        before = text[max(0, match.start() - 52) : match.start()]
        if len(match["number"]) == 4 and _YEAR_BEFORE.search(before):
            continue
        if match["word"] not in _ALSO_WORDS or _ADDRESS_ENDS.match(text, match.end()) or _LIVING.search(before):
            yield match.span()
    if view.has_any(_LOWER_WORDS):
        for match in _EN_LOWER.finditer(text):
            if not _NO_NAME.match(match["name"]) and _LIVING.search(text[max(0, match.start() - 52) : match.start()]):
                yield match.span()
    if "box" in view.lower or "postfach" in view.lower or "apartado" in view.lower or "boite" in view.lower:
        for match in _PO_BOX.finditer(text):
            yield match.span()
    if view.has_any(_CONTINENTAL_WORDS):
        for match in _CONTINENTAL.finditer(text):
            yield match.span()
