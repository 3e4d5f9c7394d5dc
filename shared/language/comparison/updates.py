"""Whether a statement says of itself that it is so from its own time on: "now", "no longer", "moved to", 现在, 改成.

Such a statement does not dispute what was said before it, it updates it (SPEC section 4): of two that contradict each
other by near-equal evidence it stands if it is the later one. What is so only for the time being updates nothing.
"""

from __future__ import annotations

import re

from shared.language.comparison.parse import MAX_CHARACTERS
from shared.language.speech.temporary import is_provisional
from shared.language.text.patterns import Regex

_CHANGED = (
    r"(?:moved|switched|changed|renamed|migrated|transferred|upgraded|downgraded|raised|increased|lowered|reduced|cut|"
    r"extended|shortened|postponed|rescheduled|brought forward|pushed back)"
)
_PRESENT = Regex(
    r"(?<!\bfor )(?<!\buntil )(?<!\btill )(?<!\bby )(?<!\bup to )(?<!\bjust )(?<!\bright )"
    r"(?<!\bnot )(?<!\bbefore )(?<!\beven )\bnow\b(?! and (?:then|again)\b| or never\b|['’]s\b|, now\b)"
    r"|\b(?:currently|nowadays|presently|these days|henceforth)\b"
    r"|\bno longer\b|(?:\b(?:not|never|no)\b|n['’]t\b)[^.;!?]*\b(?:any ?more|any longer)\b"
    r"|\bas (?:of|from) (?!yet\b|old\b|then\b)\w|\b(?:from (?:now|today|this (?:day|moment|point)) on(?:wards?)?|"
    r"(?:starting|effective) (?:now|today|immediately)|(?:going|moving) forward)\b"
    r"|\b(?:i|we|he|she|they|it|user)(?: have| has|['’]ve|['’]s)?(?: just| recently| since| finally| also)? "
    r"(?:stopped|quit|gave up|given up|switched|moved (?:back |over )?(?:to|from|in)|changed (?:\w+ ){0,3}to)\b"
    rf"|\b(?:was|were|is|are|has|have|got|been)(?: been| just| recently| now| since)* "
    rf"{_CHANGED} (?:\w+ ){{0,4}}?(?:to|from)\b"
    r"|\b(?:was|were|has been|have been|got) replaced (?:by|with)\b"
    r"|(?<![到至])(?:现在|目前|如今|当前|现今|眼下)(?![先只正才]|之前|以前|为止)|现(?:任|居|住|改)"
    r"|不再|再也不|已经?(?:不|没|改|换|搬|转|调|升|戒)|[不没][^，。；！？不]{1,12}了(?=$|[，。；！!])"
    r"|[改换调](?:成|为|到|在|用|至)|(?:换|改)了|[搬转迁移](?:到|去|至|往)|(?:提高|降低|增加|减少|延长|缩短|推迟|提前|升级)(?:到|至|为)"
    r"|从(?:今|现在|今天|此)(?:起|开始|往后|以后)|(?:即日|今天|今日)起|(?:以后|今后|往后)",
    re.IGNORECASE,
)
# What is asked, supposed, planned or told of others' beliefs says nothing about how it is.
_OPEN = Regex(
    r"[?？]|\b(?:if|unless|whether|would|might|could|(?-i:may)|maybe|perhaps|supposedly|will|until now|so far|"
    r"plans?|planning|want(?:s|ed)? to|hopes?|thinks?|considering)\b|"
    r"如果|要是|假如|可能|也许|打算|计划|想要|是否|考虑|以前|之前|曾经?",
    re.IGNORECASE,
)


def says_it_is_so_now(text: str) -> bool:
    """`False` where it is left open, or holds for the time being only, and of texts that are no one statement. English
    and Chinese."""
    if len(text) > MAX_CHARACTERS:
        return False
    return _PRESENT.search(text) is not None and _OPEN.search(text) is None and not is_provisional(text)
