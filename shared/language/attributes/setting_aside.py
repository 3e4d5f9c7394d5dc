"""Words around a statement that say nothing about its matter: a greeting, who speaks, "actually", "as of May".

They say when something began or that it is meant, so two statements that differ only in them are about one matter. What
restricts a statement ("in winter", "for guests", "this week") stays.
"""

from __future__ import annotations

import re

from shared.language.packs.registry import kept_per_packs
from shared.language.text.patterns import Regex

_NAME = r"(?P<name>(?-i:[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?))"
_MONTH = (
    r"(?-i:(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|"
    r"Nov(?:ember)?|Dec(?:ember)?)\b)"
)
_POINT = (
    rf"(?:(?:the )?(?:start|beginning|end|middle) of )?(?:{_MONTH}(?: \d{{1,2}}(?:st|nd|rd|th)?)?(?:,? \d{{4}})?|\d{{1,2}} {_MONTH}(?: \d{{4}})?|"
    r"(?:19|20)\d\d(?:-\d\d(?:-\d\d)?)?|today|now|yesterday|(?:this|last|next) (?:week|month|year|spring|summer|autumn|fall|winter)|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
)
_GREETING = r"(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|dear \w+|howdy)(?: (?:there|everyone|all|again|team))?[\s,.!—–-]+"
_WHO = rf"(?:I am|I['’]m|this is|my name is|it['’]s) {_NAME}(?:,? and |[,.;!]\s*|\s+here[,.;!]\s*)"
_MEANT = (
    r"(?:actually|well|so|ok(?:ay)?|oh|by the way|btw|fyi|correction|update|just so you know|for the record|to be clear|sorry|"
    r"(?:please )?(?:note|remember|keep in mind)(?: that)?|no|nope|wait|in fact|you know|i was wrong|that(?:['’]s| is| was) (?:not right|wrong|not true)|"
    r"i should (?:say|mention)(?: that)?|good news|big news|news)(?:[\s,.:;!—–-]+|$)"
)
_OPENINGS = Regex(rf"^(?:(?P<greets>{_GREETING})|{_WHO}|{_MEANT})", re.IGNORECASE)
_MEANT_INSIDE = Regex(
    r"(?:,\s*)?\b(?:actually|in fact|after all|as it happens|to be (?:honest|clear)|for the record)\b,?", re.IGNORECASE
)
_NOW = Regex(
    rf"(?:^|[\s,]+)(?:(?:as (?:of|from)|since|from|starting(?: from)?|effective(?: from)?) {_POINT}(?: on(?:wards?)?)?|from now on|right now|"
    r"at the moment|at present|these days|nowadays|currently|presently|now(?!\s+and\s+then)|as we speak|already|recently|just|lately|"
    r"finally|last (?:week|month|year|spring|summer|autumn|fall|winter)|yesterday|instead|effective immediately|for good)(?=[\s,.!]|$),?",
    re.IGNORECASE,
)
_SAYS_NOW = Regex(
    rf"\b(?:now(?!\s+and\s+then)|currently|nowadays|presently|these days|at (?:the moment|present)|no longer|from now on|switched|moved|changed|"
    rf"as (?:of|from) {_POINT}|since {_POINT}|starting {_POINT})\b"
    r"|现在|目前|如今|眼下|当前|从[^，。]{1,8}起|自[^，。]{1,8}起|以来|改|换|转[用到为]|不再",
    re.IGNORECASE,
)

_OPENINGS_ZH = Regex(
    r"^(?:(?P<greets>(?:你好|您好|大家好|嗨|哈喽|早上好|下午好|晚上好|早)[呀啊]?[，,。！!\s]+)|(?:我(?:叫|是)|这里是)(?P<name>[\u4e00-\u9fff]{1,4})[，,。！!]\s*|"
    r"(?:其实|实际上|事实上|对了|顺便说一下|更正|更新|纠正|说明一下|请注意|请记住|说错了|不对|不是的|不|抱歉|对不起|我弄错了|我错了)[，,：:。！!\s]+|其实|实际上|事实上)"
)
_NOW_ZH = Regex(
    r"(?:[从自](?:[一二三四五六七八九十\d]{1,3}(?:年|月|号|日)(?:[一二三四五六七八九十\d]{1,3}[号日])?|今天|今年|今|现在|上?个?月|本周|上周|这个?月|此)(?:开始|起|以来|往后)[，,]?|"
    r"[一二三四五六七八九十\d]{1,3}月(?:份)?(?:以来|起)[，,]?|"
    r"现在|目前|如今|当前(?!版本|目录|用户)|眼下|现今|这阵子|近来|最近|(?<!上)上个?(?:月|周|星期)|去年|今年|昨天|刚刚?(?=搬|换|改|入职|跳槽)|已经?(?=是|为|搬|换|改|涨|升|降|调|延|在|住)|已经)"
)


_ADDS = Regex(
    r"(?<!\w)(?:also|too|as well|in addition|additionally|besides|another|auch|außerdem|zusätzlich|también|además|aussi|également|en plus|"
    r"também|além disso|anche|inoltre|ook|bovendien|też|także|również|тоже|также|ayrıca|cũng|juga)(?!\w)"
    r"|[也另]|还(?![款清])|同时|此外|除了|もう一|[はにがで]も|도(?=\s)|أيضا|גם|भी|ด้วย",
    re.IGNORECASE,
)
_DEGREES_ZH = Regex("严重地?|非常|特别(?=[喜爱讨怕过])|极其|极度|重度|十分(?!钟)|(?<=[对])很")
# Only as words of their own; in scripts without spaces anywhere.
_NOW_ELSEWHERE = Regex(
    r"(?<!\w)(?:"
    r"jetzt|nun|aktuell|zurzeit|derzeit|momentan|gerade|inzwischen|mittlerweile|neuerdings|seit (?:kurzem|\w+)|ab (?:sofort|heute)|"
    r"maintenant|désormais|actuellement|à présent|en ce moment|aujourd['’]hui|depuis (?:peu|\w+)|dorénavant|"
    r"ahora|actualmente|hoy en día|en este momento|desde (?:hace poco|ahora|hoy|\w+)|últimamente|"
    r"agora|atualmente|neste momento|hoje em dia|ora|adesso|attualmente|al momento|nu|momenteel|tegenwoordig|teraz|obecnie|aktualnie|"
    r"сейчас|теперь|ныне|в настоящее время|на данный момент|şimdi|şu anda|artık|bây giờ|hiện tại|sekarang|saat ini"
    r")(?!\w),?|(?:今は|今では|今|現在は?|最近は?|지금은?|현재는?|요즘은?|الآن|حاليا|עכשיו|כיום|अब|अभी|ตอนนี้)[、,]?",
    re.IGNORECASE,
)


@kept_per_packs(512)
def openings_aside(text: str) -> str:
    """Without greeting, name of the speaker and words that only say that something is meant, before it and inside it."""
    plain, _ = _without_openings(" ".join(text.split()))
    plain = _MEANT_INSIDE.now.sub("", plain) if plain.isascii() or not _has_han(plain) else plain
    return plain.strip(" ,，;；") or text


@kept_per_packs(512)
def introduced(text: str) -> tuple[str, ...]:
    """The names (or callings: 我是老师) that the speaker states before the statement, which `openings_aside` leaves out.
    After a greeting they are a salutation, and none of them."""
    return _without_openings(" ".join(text.split()))[1]


def _without_openings(plain: str) -> tuple[str, tuple[str, ...]]:
    names: list[str] = []
    greeted = False
    while True:
        found = _OPENINGS.match(plain) or _OPENINGS_ZH.match(plain)
        if found is None or found.end() == len(plain):
            return plain, tuple(names)
        greeted = greeted or found["greets"] is not None
        if found["name"] and not greeted:
            names.append(found["name"])
        plain = plain[found.end() :].lstrip(" ,，")


@kept_per_packs(512)
def time_aside(text: str) -> str:
    """Without the words for now, and for since when it is so."""
    if _has_han(text):
        return _NOW_ZH.now.sub("", text).strip(" ,，")
    return " ".join(_NOW.now.sub(" ", text).replace(" .", ".").replace(" ,", ",").split()).strip(" ,;")


@kept_per_packs(512)
def time_words_aside(text: str) -> str:
    """The same in any language that has its words for now in `NOW_WORDS`, anywhere in the text."""
    found = time_aside(text)
    found = _NOW_ELSEWHERE.now.sub(" ", found)
    return " ".join(found.split()).strip(" ,，、;")


def says_now(text: str) -> bool:
    """Whether it says that something is so now, or since when."""
    return _SAYS_NOW.search(text) is not None


def degrees_aside(text: str) -> str:
    """A Chinese text without the words for how much, which stand inside others: 对核桃严重过敏."""
    return _DEGREES_ZH.now.sub("", text) if _has_han(text) else text


@kept_per_packs(512)
def adds(text: str) -> bool:
    """Whether it says of itself that it comes on top of what was said."""
    return _ADDS.search(text) is not None


def _has_han(text: str) -> bool:
    return re.search("[\u3400-\u9fff]", text) is not None
