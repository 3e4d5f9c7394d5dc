"""Whether something is meant for this time only: a wish for one answer, one session, one evening stays there.

Judged sentence by sentence. A word for now ("today", 这次) makes no wish of a fact: "this time it broke production" and
我今天搬到了北京 are kept. And a word for always does not outlast the place it is bound to: "for this session always use
metric units" is over with the session. The grammar is that of English and Chinese; of other languages only
the phrases of their packs are known.
"""

from __future__ import annotations

import re

from shared.language.packs.registry import any_of
from shared.language.speech.sentences import sentences
from shared.language.text.patterns import Regex


def is_for_this_time(sentence: str) -> bool:
    """Whether a wish is meant for now only."""
    if _OTHER().search(sentence):
        return not _OTHER_LASTING().search(sentence) and not _OTHER_STATED().search(sentence)
    if not is_of_this_time(sentence) or _REMEMBERED.search(sentence):
        return False
    if _PROVISIONAL.search(sentence) and not _TOLD.search(sentence):
        return True
    return is_wish(sentence) or not _is_stated(sentence)


def is_asked_for_this_time(sentence: str) -> bool:
    """The same of what somebody has marked as important: only where it asks for something. What they will do tomorrow
    ("let's meet tomorrow") is no wish of that kind."""
    if not is_for_this_time(sentence):
        return False
    return _OTHER().search(sentence) is not None or (is_wish(sentence) and _PLANNED.search(sentence) is None)


def is_of_this_time(sentence: str) -> bool:
    """Whether something in it points at now, and nothing says that it lasts."""
    if _LASTS_FROM.search(sentence):
        return False
    if _BOUNDED.search(sentence) or _PROVISIONAL.search(sentence):
        return True
    if _EVERY_TIME.search(sentence):
        return False
    return _THIS_TIME.search(sentence) is not None or (_STRETCH.search(sentence) is not None and _asks(sentence))


def is_provisional(sentence: str) -> bool:
    """Whether a decision or a setting is an exception, or holds for the time being."""
    return _PROVISIONAL.search(sentence) is not None and _LASTS_FROM.search(sentence) is None


def is_lasting(sentence: str) -> bool:
    """Whether it says of itself that it holds from now on, or each time. "Check every file" does not."""
    return (_LASTS_FROM.search(sentence) or _ALWAYS.search(sentence)) is not None


def is_wish(sentence: str) -> bool:
    """Whether it asks for a way of doing something."""
    if _has_han(sentence):
        return _ASKS_ZH.search(_without_marks(sentence)) is not None
    return _ASKS.search(sentence) is not None or _COMMANDS.search(_main_clause(sentence)) is not None


def _asks(sentence: str) -> bool:
    return is_wish(sentence) or _NONE_OF.search(sentence) is not None


def without(text: str, left_out: frozenset[str]) -> str:
    """The text without those sentences; unchanged if it has none of them."""
    said = sentences(text)
    if not left_out.intersection(said):
        return text
    collapsed = " ".join(text.split())
    starts: list[int] = []
    at = 0
    for sentence in said:
        at = collapsed.index(sentence, at)
        starts.append(at)
        at += len(sentence)
    ends = [*starts[1:], len(collapsed)]
    kept = [
        collapsed[start:end].strip()
        for sentence, start, end in zip(said, starts, ends, strict=True)
        if sentence not in left_out
    ]
    return " ".join(kept)


def _has_han(text: str) -> bool:
    return _HAN.search(text) is not None


def _without_marks(sentence: str) -> str:
    for marks in (_BOUNDED, _PROVISIONAL, _THIS_TIME, _STRETCH):
        sentence = marks.now.sub(" ", sentence)
    return " ".join(sentence.split()).strip(" ,;:，；：-")


def _main_clause(sentence: str) -> str:
    """Without the words for now or from now on, and without what leads up to the clause that says something."""
    clause = _without_marks(_LASTS_FROM.now.sub(" ", sentence))
    while (shorter := _LEADING.now.sub("", clause, count=1).lstrip(" ,;:-")) != clause:
        clause = shorter
    return clause


def _is_stated(sentence: str) -> bool:
    """Whether it says how something is or what happened; a fragment ("short answers today") does not."""
    if _has_han(sentence):
        return _STATED_ZH.search(sentence) is not None
    return _STATED.search(_main_clause(sentence)) is not None


def _any(*patterns: str) -> Regex:
    return Regex("|".join(patterns), re.IGNORECASE)


_HAN = Regex("[\u4e00-\u9fff]")
_PIECE = (
    r"(?:session|task|conversation|chat|thread|dialog(?:ue)?|answer|reply|response|one|request|message|question|report|"
    r"e-?mail|letter|document|draft|ticket|summary|meeting|call|trip|order|page|file|review|turn|round|step|"
    r"calculation|exercise|example|section|paragraph|sentence|poem|slides?|deck|presentation|post|article|translation|"
    r"commit|pull request|issue|run|batch|query|occasion|instance|case|evening|morning|afternoon|night|week(?:end)?|"
    r"month|day|hour|once)"
)
# What has a beginning and an end that everyone present knows of; "the release" and "the review" go on.
_EVENT = (
    r"(?:demo|meeting|presentation|call|interview|rehearsal|flight|trip|journey|drive|ride|concert|show|game|match|film|movie|"
    r"party|dinner|lunch|lecture|class|lesson|exam|talk|webinar|workshop|conference|visit|ceremony|wedding|speech)"
)
_EVENT_ZH = r"(?:演示|会议|开会|通话|电话|上课|课程|比赛|考试|飞行|旅行|旅途|出差|讨论|面试|直播|活动|发布会|聚会|演讲|讲座|婚礼|电影|晚会)"
_NEXT = r"(?:(?:the|your|my|our|this) )?(?:next|following|coming|upcoming|current|present)"
# Holds for a while or as an exception, in whatever form it is said.
_PROVISIONAL = _any(
    r"\b(?:just|only|but) (?:for )?(?:this|the) once\b|\bthis once\b|\b(?:just |only )?this one time\b|\bfor once\b",
    r"\b(?:just|only) this (?:one |single )?time\b",
    r"\bas an? (?:one-?off|exception|one-?time)\b|^one-?off\b|\bexceptionally\b|\bby way of exception\b|\b(?:make|as) an exception\b|\bas a special case\b|\bfor a moment\b",
    r"\bjust for (?:now|today|tonight|this|once)\b|\bfor (?:now|the time being|the moment|a change)\b|\btemporarily\b",
    r"\bfor (?:just )?this one\b",
    r"[仅只]此一[次回]|[就仅只](?:限)?这一?[次回]|下不为例|破例|例外(?:一次|地)?[，,]?(?=.*用)|例外一次|一次性|特殊情况",
    r"暂时(?!没有|无|不能|不会|不支持)|临时|先这样|[就仅只]限?今[天晚]|(?:目前|眼下|现在|当下|暂且|这次|这回|本次)先",
    r"[仅只](?:限|在|限于)(?:今|这|本|当前)",
)
# Bound to one place or one stretch of time: over with it, even where it says "always".
_BOUNDED = _any(
    rf"\b(?:for|in|on|with|at|during|within|throughout) (?:just |only )?(?:this|these|{_NEXT}) (?:current )?{_PIECE}\b"
    r"(?! (?:of|type|kind)\b)",
    r"\bfor the (?:next|coming) (?:\w+ )?(?:minutes?|hours?|days?|turns?|messages?|answers?|replies|questions?)\b",
    r"\b(?:for |during |in )?the (?:rest|remainder|duration) of (?:this|the|our|today|tonight)\b(?: \w+)?",
    r"\b(?:un)?til+ (?:tomorrow|tonight|noon|midnight|lunch|dinner|then|later|next \w+|\w+day|the end of|"
    r"(?:we|i)(?:'re|'m| are| am) (?:done|finished|through|there|back|home)|i (?:say|tell you))\b",
    r"\b(?:for|in|on|at|with|during) (?:today|tonight|tomorrow|this (?:morning|afternoon|evening|week(?:end)?|month))['’]s \w+",
    r"本轮|(?:这|本|当前|此)[次个轮]?(?:会话|对话|任务|聊天|谈话)(?!以后|之后|起)|(?:直)?到(?:明天|今晚|下周|周[一二三四五六日]).{0,2}(?:为止|前|之前)|明天之前",
)
_THIS_TIME = _any(
    r"(?<!from )(?<!starting )(?<!as of )(?<!since )\bthis time\b(?! (?:on\b|zone|stamp|frame|slot|limit))(?: around\b)?",
    r"\bthis (?:answer|reply|response|one|request|message|question|e-?mail|report)(?: (?:only|in|as|with|up))\b",
    r"\b(?:answer|write|translate|explain|do|say|put|format|phrase|render) this(?: one)?"
    r"(?=\s*(?:$|[.,;:!]|(?:in|with|as|for|up|at|briefly|shortly|now|please)\b))",
    r"\bwhen you (?:answer|reply to|do|write) this\b|\b(?:only|just) (?:for )?this\b",
    rf"\b(?:today|tomorrow)\b(?!['’]s)|\btonight\b|\bthis (?:morning|afternoon|evening|week|weekend|month)\b(?!['’]s)|\b{_NEXT} {_PIECE}\b",
    r"\b(?:right|only|just) now\b|\bnow only\b|\bat the moment\b|\bat present\b|"
    r"(?<!same )(?<!almost )(?<!out )(?<!over )(?<!be )(?<!is )\bhere(?: only)?[.!]*$",
    r"这一?[次回]|[本此][次回场]|这一?(?:份|封|篇|场|轮|步|张|条|段|句|道|趟|周|几天|阵子|会儿)|这段时间",
    r"这个?(?:问题|回答|回复|报告|请求|消息|邮件|文档|步骤|订单|页面|文件|星期|礼拜)",
    r"今[天晚早儿](?!起|开始|的?以后)|明[天晚早]|本周|现在|目前|眼下|当下|此刻|这里|此处|一会儿",
    r"下一?(?:条|个|次|句|轮|封|份)(?:回复|回答|消息|问题|邮件)?",
    r"(?:^|[，,])(?:请|麻烦|那就?|我们|你)?先(?:用|以|按|改用|别|不要?|换)(?!.*(?:再|然后))",
)
# Bound to a stretch that is named by what happens in it. Facts are told in the same words ("during the meeting, we lost
# the projector"), so only a wish is bound by them.
_STRETCH = _any(
    r"(?<!all )\b(?:the|my|your|our) (?:next|following|coming) (?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|few|couple(?: of)?) (?:[\w-]+ )?"
    r"(?:answers|repl(?:y|ies)|responses|messages|questions|e-?mails|mails|letters|summaries|reports|turns|translations|paragraphs|pages|sentences|hours|minutes|days)\b",
    rf"\b(?:un)?til+ (?:the|this|my|our) (?!weekly\b|daily\b|monthly\b|regular\b)(?:[\w-]+ )?{_EVENT} (?:is|are|has|ends?|finishes|stops)(?: (?:over|done|finished|ended|through))?\b",
    r"\b(?:un)?til+ (?:i|we) (?:land|arrive|return|reach [\w ]{1,20}?(?=[,.!]|$)|come (?:back|home)|get (?:back|home|there|off)|wake(?: up)?|finish)\b",
    rf"^(?:during|throughout|for) (?:the|this|my|our) (?!weekly\b|daily\b|monthly\b|regular\b|quarterly\b|annual\b|yearly\b)(?:[\w-]+ )?{_EVENT}(?=,| [a-z]+ (?:no|the)\b)",
    r"^while (?:i['’]?m|i am|we['’]?re|we are) (?:just |still |now )?(?:driving|walking|cooking|running|flying|presenting|packing|boarding|shopping|waiting|hiking|cycling|dancing|eating|showering|"
    r"out|away|here|at it|on (?:the|this|a) (?:train|plane|bus|road|phone|line|call|stage|way)|in (?:this|the) (?:meeting|car|queue|call|air))\b",
    r"^(?:while|as long as) (?:the|my|our) (?:[\w-]+ )?(?:is|are) (?:still )?(?:here|asleep|sleeping|visiting|watching|listening|around|in town|on the line)\b",
    r"^for (?:an?|half an|the|one|two|three|five|ten|fifteen|twenty|thirty|\d{1,3}) (?:minutes?|hours?|moment|while),",
    r"(?:接下来|后面|下面|随后)的?(?:这)?[一二两三四五六七八九十几\d]{1,2}(?:条|个|次|句|轮|封|份|段|页|天|个?小时|分钟)(?:回复|回答|消息|问题|邮件|信|总结|报告)?",
    rf"(?:^|[，,]|在|这[场次个]?){_EVENT_ZH}(?:结束|完|开完)(?:之前|以前|前)|(?:^|[，,]|在|这[场次个]?){_EVENT_ZH}期间",
    r"(?:^|[，,])我(?:们)?(?:正在?|现在在|在)(?:开车|开会|坐车|做饭|走路|跑步|坐飞机|坐高铁|吃饭|排队|上课|洗澡)(?=呢?[，,])",
    r"(?:^|[，,])在?(?:我|我们)(?:回来|到家|下飞机|落地|回到|醒来|忙完|开完会)(?:之前|以前|前)",
)
_LASTS_FROM = _any(
    r"\bfrom (?:now|today|tomorrow|then|here|next \w+|this (?:time|day|moment|point|week|month|answer|reply|message|one)) "
    r"(?:on|onwards?|forward)\b|\bfrom (?:today|tomorrow)\b(?! (?:to|until|till)\b)",
    r"\b(?:starting|beginning|effective|as of) (?:from |with |as of )?(?:now|today|tomorrow|this|the next|next|monday)\b",
    r"\bin (?:the )?future\b|\bhence(?:forth|forward)\b|\bhereafter\b|\bgoing forward\b|\ball future\b|\bpermanently\b",
    r"\b(?:un)?til+ (?:i|we) (?:say|tell you) otherwise\b|\bfor good\b|\bforever\b|\bas a rule\b|\buntil further notice\b",
    r"\bnot (?:just|only) (?:for )?(?:this|today|now|once|here)\b",
    r"以后|今后|往后|从今|此后|将来|永久|长期|另行通知|不[只仅](?:是)?[这今本]",
    r"从(?:现在|今天|明天|此刻|这|本|此|下).{0,5}(?:起|开始)|(?:今天|明天|这次|本次|现在|即日|今日)(?:起|开始)",
)
_EVERY_TIME = _any(
    r"\b(?:always|never|ever|whenever|anytime|usually|normally)\b|\bby default\b|\b(?:every|each|any) (?:single )?(?!other\b)\w+",
    r"每[次个份封条天当一回周月年日]|一律|一直|永远|始终|总是|凡是|所有|任何|默认",
)
_ALWAYS = _any(
    r"\b(?:always|never|whenever|any ?time|(?:every|each) (?:single )?time)\b",
    r"每[次当]|一律|一直|永远|始终|总是|任何时候",
)
_PLANNED = _any(
    r"\blet['’]?s\b.*\b(?:tomorrow|tonight|today|(?:this|next) (?:week(?:end)?|month|morning|afternoon|evening))\b",
)
_REMEMBERED = _any(
    r"\b(?:remember|note|(?:don't|do not|never) forget) (?:that|this|:)|^(?:请)?(?:记住|记下|别忘)",
)
_LEADING = _any(
    r"^(?:please|kindly|ok(?:ay)?|so|well|hey|hi|and|but|also|then|actually|no|yes|sorry|thanks|just|only|instead)\b(?!['’])(?=[ ,;:])",
    r"^(?:for|in|on|at|with|during|within|until|till|as|when|while|because|since|after|before)\b[^,:]{1,60}[,:]",
)
_NONE_OF = _any(r", no (?!one\b|longer\b)[\w-]+(?: [\w-]+)?[.!]*$")
_COMMANDS = _any(
    r"^(?:please|kindly|let['’]?s|let us|let me|do not|don['’]?t|(?:never|always)(?! (?:\w+[^\Ws]s|\w+(?:ed|ing)|here|happy|glad|ready|great|nice|fun|good|there|welcome|been|an?|the|in|on|up)\b)|not|no(?! (?:one|longer)\b))\b",
    r"^(?:answer|reply|respond|write|speak|talk|use|keep|stick|call|address|avoid|stop|skip|switch|set|make|do|give|show|"
    r"tell|explain|send|put|format|translate|summari[sz]e|list|print|start|begin|turn|go|be|stay|leave|take|try|include|"
    r"exclude|omit|add|remove|drop|hide|ignore|follow|wait|ask|check|run|deploy|move|change|convert|round|sort|order|"
    r"group|quote|cite|name|refer|treat|assume|consider|focus|limit|shorten|cut|expand|say|spell|pick|choose|select|"
    r"work|remind|wake|play|read|draft|compose|produce|return|render|draw|plot|create|build|test|prioriti[sz]e|act|hold|"
    r"delay|postpone|pause|download|route|forward|quiz|let|schedule|book|bring|get|find|look|open|close|save|delete|copy|address|compare|describe)\b"
    r"(?!['’]s\b)(?! (?:is|are|was|were|has|had)\b)",
)
_ASKS = _any(
    r"\bplease\b|\b(?:can|could|would|will) you\b",
    r"\bi(?:['’]d| would)? (?:really |also |just |always |never |usually |still )?(?:want|need|like|love|prefer|wish|expect|hope|rather)\b",
    r"\b(?:you|it|they|answers?|repl(?:y|ies)|responses?|messages?|e-?mails?|outputs?|reports?|summar(?:y|ies)|everything|code|texts?) "
    r"(?:should|must|ought to|have to|need to|needs to|had better)\b",
    r"\b(?:don['’]t|do not) ever\b",
)
_ASKS_ZH = _any(
    r"请|麻烦|希望|帮我|劳驾|别(?!的|人|名|处|墅)|不要|勿|叫我|称呼我|给我|提醒我",
    r"用(?!了|的|户|过|时|于|途|量).{0,12}(?:回答|回复|写|说|讲|输出|表达|展示|解释|总结|汇报)",
    r"(?:^|[ ，,：:先就改都只要时里内中])(?:改用|换成|换用|用(?!了|的|户|过|时|于|途|量)|以(?!后|前|及|来|为)|说(?!明|法)|写|讲|回答|回复|保持|"
    r"切换|跳过|提醒|按(?!时)|使用|采用|先给|给出)",
    r"(?:简短|简洁|详细|正式|随意|快|短|慢|少|多)(?:一?点|一?些)|我(?:想要?|需要|希望|偏好|更?喜欢)",
    r"(?:以后|今后|往后|每次|一律|始终|一直|[天次在]起|开始).{0,16}(?:用(?!了|的)|说|写|叫|回答|回复|给|先|不|按|保持)",
)
_FINITE = (
    r"(?:is|are|was|were|am|['’](?:s|re|m|ve)|has|have|had|does|did|do(?:es)?n['’]t|didn['’]t|will|won['’]t|can|can['’]t|"
    r"(?!need\b)\w{2,}ed|broke|went|took|came|made|got|lost|saw|found|fell|ran|won|told|said|thought|knew|began|sent|left|"
    r"needs|uses|runs|lives|works|takes|costs|means|goes|comes|gets|fails|keeps)"
)
_STATED = _any(
    r"^(?:i|we|they|he|she) \w{2,}",
    rf"^(?:\w[\w'’-]*[,:]? ){{0,8}}\w*\b{_FINITE}\b",
    rf"\b(?:it|that|this|there|he|she|they|we|i|you)\b ?{_FINITE}\b",
)
_TOLD = _any(
    r"\b(?:was|were|had|did|didn['’]t|(?!need\b)\w{3,}ed|broke|went|took|came|lost|fell|failed|decided)\b",
    r"了(?:[，,。！]|$)|(?:失败|成功|完成|导致|搬|决定)了",
)
_STATED_ZH = _any(r"了(?!吧)|是|有|没|在|因为|已|失败|成功|完成|导致|住|我叫|需要\d|超过")
# What says so in languages whose sentences are not taken apart: a wish unless it reads as a report.
_OTHER = any_of(lambda pack: pack.this_time)
_OTHER_LASTING = any_of(lambda pack: pack.lasting)
_OTHER_STATED = any_of(lambda pack: pack.reported)
