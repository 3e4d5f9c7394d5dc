"""What judges an answer and says nothing else: "You were wrong about the port" names what it is about, and not what is
right."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shared.language.text.patterns import Regex


def is_verdict(sentence: str) -> bool:
    """Whether it judges one answer and says nothing else: there is nothing in it to remember."""
    return _VERDICT.fullmatch(sentence.strip()) is not None


def mere_verdicts(said: Sequence[str]) -> frozenset[str]:
    """Those that nothing after them goes back to: "You were wrong about the port. It is 8443." is understood as a whole."""
    follows = (*said[1:], "")
    return frozenset(s for s, after in zip(said, follows, strict=True) if is_verdict(s) and not _GOES_BACK.match(after))


def _any(*patterns: str) -> Regex:
    return Regex("|".join(patterns), re.IGNORECASE)


_LEAD = r"(?:(?:no|well|sorry|hm+|ugh|ok(?:ay)?|yes|i think|but)[,.!]? )*"
# What a verdict is about, and not what is right instead.
_TOPIC = (
    r"(?: (?:about|on|with|regarding|there|here|again|in|concerning|as to|this time)"
    r"(?: (?!(?:is|are|was|were|be|being|should|must|not|because|since|as|instead|when|if|but|and|who|which|that)\b)[^\W\d][^\W\d'’-]*(?:['’-][^\W\d]+)*){0,5})?"
)
_ANSWERED = r"(?:answer|reply|response|summary|translation|result|suggestion|explanation|example|guess|calculation|advice|idea|job|work)"
_VERDICT = _any(
    rf"{_LEAD}you(?:['’]re| are| were)(?: (?:just|really|very|so|not|completely|totally|quite|all|absolutely))* (?:wrong|right|mistaken|incorrect|correct){_TOPIC}[.!]*",
    rf"{_LEAD}you(?:['’]ve| have)? (?:got|had|get) (?:it|that|this|(?:the|my|our|her|his|their|its) [^\W\d]+(?: [^\W\d]+)?) (?:all |completely |totally )?(?:wrong|right){_TOPIC}[.!]*",
    rf"{_LEAD}you(?:['’]ve| have)? (?:made|made quite) (?:an?|another|some) (?:mistakes?|errors?){_TOPIC}[.!]*|{_LEAD}you(?:['’]ve| have)? misunderst(?:ood|and)(?: (?:me|it|that|this|the question|my question))?[.!]*",
    rf"{_LEAD}your {_ANSWERED}(?: (?:about|on|to|for|regarding) [^\W\d]+(?: [^\W\d]+){{0,3}}?)?(?:['’]s| is| was| were)(?: (?:just|really|very|so|not|completely|totally|quite))* (?:wrong|incorrect|bad|good|great|perfect|right|correct|fine|helpful|useless|useful)[.!]*",
    rf"{_LEAD}(?:that|this|it)(?:['’]s| is| was) (?:an?|the) (?:really |very )?(?:wrong|bad|good|great|perfect|right|correct|excellent|terrible|useful|useless) {_ANSWERED}[.!]*",
    rf"{_LEAD}(?:wrong|bad|good|great|perfect|right|correct|excellent|terrible|nice) {_ANSWERED}[.!]*|{_LEAD}well done[.!]*|{_LEAD}(?:that['’]s |this is |it['’]s )?not what i (?:asked(?: for)?|wanted|needed|meant)[.!]*",
    r"(?:不[，,])?(?:关于)?(?:[^\W\d，,。他她]{1,8})?你(?:又|全|都|真)?(?:说|答|弄|搞|写|算|理解|讲|翻译)?(?:错|对)了(?:[^\W\d，,。应是]{1,8})?[。！!.]*|你(?:又)?把[^\W\d，,。]{1,8}(?:弄|搞|写|算|说|答|理解)错了[。！!.]*",
    r"你(?:说|讲|答|做)得(?:很|真|不|非常)?(?:对|好|错|不错|不对)[。！!.]*|(?:回答|答案|理解)(?:错误|正确|有误)[。！!.]*|你的(?:回答|答案|回复|总结|翻译|结果)(?:里|中)?有(?:错|误|错误|问题)[。！!.]*",
    r"(?:(?:no|well|sorry|hm+|ugh|ok(?:ay)?|yes)[,.!]? )*(?:that|this|it|your|the)(?: (?:last|first|previous|second))?"
    r"(?: (?:answer|reply|response|summary|translation|one|result|suggestion|explanation|example))?(?:['’]s| is| was| were)"
    r"(?: (?:just|really|very|so|not|completely|totally|quite|pretty|a bit|all))* "
    r"(?:wrong|incorrect|bad|good|great|perfect|right|correct|fine|helpful|useless|useful|ok(?:ay)?|nice|true|false|better|"
    r"worse|excellent|terrible|unhelpful|what i (?:wanted|needed|asked for))[.!]*",
    r"(?:不[，,是]?)?(?:[这那]个?|刚才的?|你的|上一?个)?(?:回答|答案|回复|结果|总结|翻译)?(?:是|完全|太|很|不太|有点|都)*"
    r"(?:错|不对|不正确|对|好|不错|正确|有用|没用|不行|糟糕)(?:的|了)?[。！!.]*",
)
_GOES_BACK = Regex(
    r"(?:it|its|they|that|this|these|those|he|she|the (?:right|correct|real|true|actual)(?: \w+)?|should|must)\b|"
    r"是(?!的)|应|它|他|她|正确的?|其实",
    re.IGNORECASE,
)
