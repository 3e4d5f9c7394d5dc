"""What a person states outright in a session, found by rules in English and Chinese: preferences, facts about
themselves, decisions, changes of a configuration, and what they ask to be remembered.

Sentences are taken as they stand: nothing is rephrased, so that no number, name or negation is lost on the way. What is
asked, supposed or meant for this time alone is no statement. System prompts, tool output and recalled memory are never
read. What nobody stated outright is left to a model, where one is configured.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from shared.domain.events import Event, EventRole
from shared.domain.lazy_regex import Regex
from shared.domain.memories import MemoryType
from shared.domain.rendered_markers import is_recalled_block
from shared.domain.sentences import sentences

# A statement is a sentence; a longer run without a full stop is a document, not somebody's word.
MAX_STATEMENT = 1_000
# Said outright, but read by a rule: enough to be active (SPEC section 4: 0.8), below every person's own word.
OUTRIGHT = 0.85


@dataclass(frozen=True, slots=True)
class Statement:
    """`text` verbatim from the event. `confidence` in [0,1]."""

    text: str
    type: MemoryType
    confidence: float = OUTRIGHT


def statements_in(event: Event) -> list[Statement]:
    """In the order in which they were said, each once. Of the assistant's words only decisions and changes count."""
    if event.role not in (EventRole.USER, EventRole.ASSISTANT) or is_recalled_block(event.content):
        return []
    found: dict[str, Statement] = {}
    for sentence in sentences(event.content):
        type = _type_of(sentence, own=event.role is EventRole.USER)
        if type is not None:
            found.setdefault(sentence, Statement(sentence, type))
    return list(found.values())


def stated_type(text: str) -> MemoryType | None:
    """As what a person's text would be remembered by the rules; `None` when it states nothing outright."""
    types = [type for sentence in sentences(text) if (type := _type_of(sentence, own=True)) is not None]
    return types[0] if types else None


def is_for_this_time(text: str) -> bool:
    """Whether a wish is meant for now only: it stays in the session."""
    return _THIS_TIME.search(text) is not None and _FROM_NOW_ON.search(text) is None


def is_wish(text: str) -> bool:
    """Whether the text asks for a way of doing something, or says what somebody likes."""
    return _WISH.search(text) is not None or _PREFERENCE.search(text) is not None


def _type_of(sentence: str, *, own: bool) -> MemoryType | None:
    if len(sentence) > MAX_STATEMENT or _ASKED.search(sentence) or _SUPPOSED.search(sentence):
        return None
    if _DECISION.search(sentence):
        return MemoryType.EPISODIC
    if _CHANGE.search(sentence):
        return MemoryType.SEMANTIC
    if not own or is_for_this_time(sentence):
        return None
    if _PREFERENCE.search(sentence):
        return MemoryType.PREFERENCE
    if _FROM_NOW_ON.search(sentence) and _WISH.search(sentence):
        return MemoryType.PREFERENCE
    if _LESSON.search(sentence):
        return MemoryType.PROCEDURAL
    if _FACT.search(sentence) or _REMEMBER.search(sentence):
        return MemoryType.SEMANTIC
    return None


def _any(*patterns: str) -> Regex:
    return Regex("|".join(patterns), re.IGNORECASE)


_MANNER = r"(?:really|always|usually|generally|strongly|much|also|still|now|just|absolutely|mostly|normally)"
_THIS_TIME = _any(
    r"(?<!from )\bthis (?:time|once)\b(?! on\b)",
    r"\bjust (?:once|for (?:now|today|this))\b",
    r"\bfor (?:now|today|the moment|the time being|once)\b",
    r"\b(?:for|in|on|with|at) this (?:session|task|conversation|chat|answer|reply|response|one|request|message|"
    r"question|report|e-?mail|letter|document|draft|ticket|summary|meeting|call|trip|order|page|file|review|turn|round|step)\b",
    r"\bthis (?:answer|reply|response|one|request|message) (?:only|in|as|with|please)\b|\bthis week only\b",
    r"\b(?:only|just) (?:today|now)\b",
    r"\b(?:today|now) only\b",
    r"\btemporarily\b",
    r"\bat the moment\b",
    r"这(?:份|封|篇|场|轮|步|张)|今[天晚](?!起|开始|的|后)",
    r"这一?(?:次|回)|本次|此次|仅此一次|只此一次|下不为例|暂时|临时|眼下|今天(?:先|就|只)|先这样",
    r"(?:这个|本|当前)(?:会话|对话|任务|问题)(?:里|中|内|先|请|就)",
)
_FROM_NOW_ON = _any(
    r"\bfrom (?:now|today|this time|here) on\b|\bfrom today\b|\bin (?:the )?future\b|\bhenceforth\b|\bgoing forward\b",
    r"\b(?:always|never|every time|each time)\b",
    r"以后|今后|往后|从今|从现在起|从现在开始|今天起|每次|一律|一直|永远|始终|总是",
)
_WISH = _any(
    r"\b(?:please|answer|reply|respond|write|speak|use|keep|stick to|call me|address me|avoid|stop|don't|do not)\b",
    r"请|麻烦|希望|(?:^|[先就改都只要次])用|用.{1,12}(?:回答|回复|写|说)|不要|别|叫我|称呼我",
)
_PREFERENCE = _any(
    rf"\b(?:i|we)(?:'d)? (?:{_MANNER} )?(?:prefer|like|love|enjoy|hate|dislike|detest|favou?r|appreciate)\b",
    r"\b(?:i|we)(?:'d| would) rather\b",
    rf"\b(?:i|we) (?:{_MANNER} )?(?:don't|do not|can't|cannot) (?:{_MANNER} )?(?:like|stand|enjoy|want|eat|drink)\b",
    r"\bmy (?:preference|favou?rite)\b|^prefers?\b|\b(?:call|address) me\b",
    r"(?:我|我们|本人)(?:比较|更|最|很|一直|通常|特别|非常|真的|都|也|平时|还是)*(?:不太?)?"
    r"(?:喜欢|偏好|偏爱|讨厌|爱(?:吃|喝|看|听|用)|习惯|倾向于|受不了|不(?:吃|喝))",
    r"叫我|称呼我|我的偏好",
)
_FACT = _any(
    r"\bmy (?:[\w'-]+ ){1,4}(?:is|are|was)\b",
    r"\bi(?:'m| am) (?:allergic|from|based|married|vegetarian|vegan|responsible|in charge|an?|the)\b",
    r"\bi (?:live|work|study|moved|grew up|was born|have|own|speak|play|joined|manage|lead)\b",
    r"\b(?:we|our (?:team|company|project|service|office|customers?))\b.* (?:use|uses|run|runs|is|are|has|have)\b",
    r"我(?:叫|住在|来自|出生|负责|养了|有一?[个只条台位辆]|会说|毕业|今年)|我对.{1,20}过敏|我在.{1,30}(?:工作|上班|上学|读书|住)",
    r"我是.{1,30}|我的.{1,20}(?:是|叫|在)|我们(?:公司|团队|项目|部门|组).{0,20}(?:用|使用|是|有|在)",
)
_REMEMBER = _any(
    r"\b(?:please )?(?:remember|note) (?:that|this|:)|\b(?:don't|do not|never) forget\b", r"记住|别忘了?|请记下"
)
_LESSON = _any(r"\blessons? (?:learned|learnt)?\b\s*[:：]|\bwe learned that\b", r"教训[是:：]|经验[是:：]")
_DECISION = _any(
    r"\b(?:we|i|the team|they)(?: have|'ve)? (?:decided|agreed|settled|chose|chosen|concluded|approved)\b",
    r"\bdecision\s*[:：]|\bit (?:is|was) (?:decided|agreed)\b",
    r"(?:我们?|团队|大家|会上|最终|已经?)(?:一致)?(?:决定|商定|约定|敲定|同意)|决定[:：]|最终(?:采用|选择|选定)",
)
_CHANGE = _any(
    r"\b(?:set|changed|switched|updated|upgraded|migrated|moved|raised|lowered|increased|reduced|renamed|bumped)\b"
    r".{1,120}\b(?:to|from)\b.{0,60}[\d\"'`/A-Z]",
    r"\b(?:enabled|disabled|turned (?:on|off))\b .{3,}",
    r"(?:已经?|现已)?(?:把|将).{1,80}(?:改为|改成|设为|设成|设置为|调整为|调到|升级到|升级为|切换到|迁移到|换成)",
)
_ASKED = _any(
    r"[?？]\s*$",
    r"^(?:what|when|where|who|why|how|which|can|could|would|will|do|does|did|is|are|should|shall|may)\b(?! not\b)",
    r"(?:吗|呢|么)\s*$|^(?:为什么|怎么|什么|谁|哪|是否|能不能|可不可以)",
)
_SUPPOSED = _any(
    r"^(?:if|suppose|imagine|assuming|what if|in case|unless|maybe|perhaps)\b|\b(?:might|would have|hypothetically)\b",
    r"^(?:如果|假如|假设|要是|万一|也许|可能)|(?:假设性|打个比方)",
)
