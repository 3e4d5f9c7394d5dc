"""Prohibitions that a person plainly states in the middle of talk, so that a context shows them at any later time.

Narrower than the rest of `protected.is_veto`, which may quote a sentence too many in a summary: what is read as
forbidden here takes room from everything else in each context of the session. It needs an order, not a report ("I don't
know", "it can't connect"), and what it misses is in the summary still.
"""

from __future__ import annotations

from shared.language.packs.registry import BesidePacks
from shared.language.text.patterns import Triggered

_CLAUSE = (
    r"(?:^|[.!?;:,(\n\u2013\u2014\u2022*+-]\s*|\b(?:and|but|so|also|just|then|however|remember|note|important)[,:]?\s+)"
)
_NO_ORDER = (
    r"(?!worry|mind|know|think|see\b|saw|get (?:me|discouraged)|understand|remember|have\b|had|need|want|like\b|care|bother|"
    r"forget|hesitate|believe|feel|be (?:sorry|afraid|shy|surprised|silly|scared|daunted)|ever\b|really|even|quite|give up|"
    r"quit\b|lose|say never|appreciate|been|seen|done|gone|got|gets|heard|tried|(?!(?:proce|exce|fe|se|emb)ed)[a-z]+ed\b|[a-z]+[^s\W]s\b|"
    r"let [^.!?\n]{1,30} (?:stop|down|get you)|stop (?:dreaming|pushing|believing))"
)
# What must stand there, and how it binds.
_RULES = (
    (
        "not |n't|n\u2019t|dont |never|under no|by no",
        rf"{_CLAUSE}(?:please,? |you |kindly )?(?:do not|do[n]['\u2019]?t|never|under no circumstances|by no means) {_NO_ORDER}[a-z]",
    ),
    (
        "must|shall|never|not to be|allowed",
        r"\b(?:must|shall)(?: not|n['\u2019]t| never)\b|\bshould never\b|\b(?:is|are) not to be\b|\b(?:is|are)(?: not|n['\u2019]t) allowed\b",
    ),
    (
        "off|bounds|forbidden|prohibited|untouchable|read|frozen",
        r"\b(?:is|are|stays?|remains?) (?:strictly |absolutely )?(?:off[- ]limits|out of bounds|forbidden|prohibited|untouchable|"
        r"read[- ]only|frozen)\b|\bhands off\b",
    ),
    (
        "leave |keep |stay out",
        r"\b(?:leave|keep) [^.!?\n]{1,60}\b(?:alone|untouched|unchanged|as (?:it|they) (?:is|are))\b|\bstay out of\b|\b(?:leave|keep) [^.!?\n]{1,40}\bout of (?:it|this|that|here)\b",
    ),
    (
        "nobody|no one|no-one|none of|neither of|nothing",
        r"\b(?:nobody|no[- ]one|none of you|neither of you|nothing) (?:may|must|should|is to|is allowed)\b|\b(?:nobody|no[- ]one|none of you) can\b"
        r"|\bnothing (?:gets?|is|goes|leaves)\b[^.!?\n]{1,40}\bwithout\b",
    ),
    (
        "no ",
        rf"{_CLAUSE}(?:and |but |please )?no (?:\w+ )?(?:changes?|writes?|deletes?|deletions?|deploy\w*|releases?|restarts?|downtime|"
        r"migrations?|emails?|calls?|purchases?|payments?)\b(?! (?:is|are|was|were|yet|needed|found|so far))",
    ),
    (
        "without ",
        r"\bwithout (?:my|our|explicit|prior|written|first|asking)\b",
    ),
    (
        "let's not|let\u2019s not|let us not",
        rf"{_CLAUSE}(?:please )?let(?:['\u2019]s| us) not (?!forget|get\b|be\b|worry|kid|pretend|panic|rush)[a-z]",
    ),
    (
        " no to| no on| no for|question|the table|no-go|no go",
        r"\b(?:hard|firm|clear|strict|big|definite|absolute) no (?:to|on|for)\b|\bout of the question\b|\boff the table\b|\b(?:is|are) a no[- ]go\b",
    ),
    (
        "but not",
        r"\b(?:may|allowed|free|can|could|ok(?:ay)?) (?:to )?(?:touch|use|change|edit|modify|delete|drop|read|write|move|access|deploy|run|see)\b"
        r"[^.!?\n]{1,80}\bbut not\b",
    ),
)
_CHINESE = (
    r"(?<![\u6211\u4eec\u8981])(?:不要(?!紧|担心|客气|介意|钱|求|脸)|不得(?!不|了|已)|不许|不准(?!确)|禁止|严禁|切勿|请勿|千万(?:别|不)|绝(?:对)?不(?:能|可|许)|"
    r"不(?:能|可以?)(?:再)?(?:动|碰|改|删|用|停|关|上线|修改|删除|触碰|重启|发布|部署))",
    r"(?<![\u6211\u4eec特区分级类性个差识辨告离])别(?:动|碰|改|删|用|再|去|把|给|在|停|关|发|让|跟|对)|谁(?:都|也)不(?:能|许|准|要)|切忌|切不可|(?:是|属于?|列为)(?:个)?(?:禁区|禁地|雷区|红线)|"
    r"不(?:上|碰|动|删|连)(?:生产|线上|正式|主库|数据|用户|核心|旧)|环境只读|(?:库|表|分支|目录|系统)只读|任何人(?:都)?(?:不|勿)|未经.{0,12}(?:不|禁)",
)
PLAIN_ORDER = BesidePacks(Triggered(_RULES, _CHINESE).search, lambda pack: pack.orders)
