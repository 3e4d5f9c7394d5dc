"""What may not be rephrased: sentences that carry a number, an id, a date, a veto, an approval or a decision.

Read generously: a sentence that is taken for one of these without being one is quoted instead of summed up, no more.
"""

from __future__ import annotations

import re

from shared.domain.lazy_regex import Regex


def is_veto(sentence: str) -> bool:
    """Whether it forbids something."""
    return _VETO.search(sentence) is not None


def is_obligation(sentence: str) -> bool:
    """Whether it binds what is done: a condition, a limit, an order."""
    return _OBLIGATION.search(sentence) is not None


def is_protected(sentence: str) -> bool:
    return any(pattern.search(sentence) for pattern in (_NUMBER, _ID, _DATE, _VETO, _APPROVAL, _DECISION))


def _any(*patterns: str) -> Regex:
    return Regex("|".join(patterns), re.IGNORECASE)


_VETO = _any(
    r"\b(?:do|does|must|may|should|shall|can|could|will|would|need|are|is|was|were|have|has)(?: not|n['’]t)\b",
    r"\b(?:cannot|never|without|avoid|refrain|forbid(?:den|s)?|prohibit(?:ed|s)?|ban(?:ned)?|veto(?:ed)?|no longer)\b",
    r"\b(?:leave|keep) .{0,40}\b(?:alone|untouched|out|off|away|secret|unchanged)\b",
    r"\bhands off\b|\bstop\b|\bno (?:one|more|\w+ing)\b",
    r"\bnot (?:to |be |allowed|permitted|touch|use|change|delete)|\boff[- ]limits\b|\brather not\b",
    r"不(?:要|得|能|可|许|准|应|该|用|允许|可以|必|再|动|碰|改|删)|禁止|严禁|切勿|请勿|勿|别(?!的|人|处)|避免|杜绝|否决|未经|拒绝|停止",
)
_OBLIGATION = _any(
    r"\b(?:must|only|always|shall|required?|requires|at (?:most|least)|no (?:later|more|less|fewer) than|until|unless|"
    r"before|within|deadline|limit(?:ed)?|has to|have to|needs? (?:approval|review|to be)|exactly)\b",
    r"必须|务必|只(?:能|可|许|修改|用|在|有)|仅|一定要|需要?(?:先|经|审批|批准|确认)|审批|至少|至多|最多|不超过|之前|以内|截止|期限|应当|除非|始终",
)
_APPROVAL = _any(
    r"\b(?:approv\w+|sign(?:ed)?[- ]off|authori[sz]\w+|consent\w*|go[- ]ahead|green[- ]light\w*|confirmed?)\b",
    r"\bpermission\b",
    r"批准|审批|同意|授权|核准|许可|签字|确认",
)
_DECISION = _any(
    r"\b(?:decid\w+|decision|agreed|settled on|chose|chosen|concluded|resolved|rejected|picked)\b",
    r"决定|商定|约定|敲定|选定|采用|结论",
)
_NUMBER = _any(
    r"\d",
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|"
    r"half|twice|once|double|triple|quarter|percent|zero|first|second|third|fourth|fifth|last)\b",
    r"[零〇一二两三四五六七八九十百千万亿半几][个只条台位次年月日号天周小时分钟秒点元块份项名人倍成%％]|第[一二三四五六七八九十百]|百分之|翻倍",
)
_ID = _any(
    r"https?://|\w@\w|(?<![\w/])/[\w.-]+|[\w-]+_[\w-]+|\b\w+(?:\.\w+)+\b|[#@][\w-]+|`[^`]+`",
    r"(?-i:\b[A-Z]{2,}\b|\b[a-z]+[A-Z]\w*\b)",
)
_DATE = _any(
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|march|april|june|july|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|"
    r"dec(?:ember)?|(?-i:May)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|yesterday|tonight|noon|midnight|"
    r"(?:next|last|this) (?:week|month|year|quarter|weekend|morning|evening|spring|summer|autumn|winter))\b",
    r"今天|明天|后天|昨天|前天|今晚|明晚|(?:上|下|这|本)(?:周|个?月|个?星期|季度|半年)|今年|明年|去年|周[一二三四五六日天末]|星期[一二三四五六日天]"
    r"|正月|腊月|月底|年底|年初|月初|中午|凌晨|傍晚|春节|中秋|国庆",
)
