"""Words of talk that nobody needs tomorrow, in English and Chinese."""

from __future__ import annotations

import re

# A text made of nothing but these says nothing: thanks, greetings, assent, laughter, farewells.
SMALL_TALK = frozenset(
    "thanks thank thx ty cheers you u so very much many a lot lots again for that your help all the hi hello hey there yo "
    "morning afternoon evening night good great nice cool awesome perfect excellent wonderful lovely amazing fantastic "
    "brilliant super sweet neat ok okay k kk yes yeah yep yup sure right alright fine got it gotcha understood noted roger "
    "absolutely exactly indeed agreed agree no nope nah problem worries welcome haha hahaha hehe lol lmao rofl wow oh ah hmm "
    "hm uh um well bye goodbye see later soon take care have day one weekend sounds makes sense done please sorry apologies "
    "my bad oops and is of course will do works me too same here it's that's i'm you're love this job work well".split()
)
# Of those, the ones that alone make no sentence: there must be one that is talk, or the words are a title or a name.
_TALK = frozenset(
    "thanks thank thx ty cheers hi hello hey yo morning great nice cool awesome perfect excellent wonderful lovely amazing "
    "fantastic brilliant super sweet neat ok okay k kk yes yeah yep yup sure alright fine gotcha understood noted roger "
    "absolutely exactly indeed agreed agree no nope nah welcome haha hahaha hehe lol lmao rofl wow oh ah hmm hm uh um bye "
    "goodbye sorry apologies oops good".split()
)
SMALL_TALK_ZH = re.compile(
    r"(?:谢谢(?:你|您|啦|了|大家)?|多谢|感谢(?:你|您)?|谢啦|好的?(?:呀|啊|吧|哦|嘞|滴|了)?|行(?:吧|啊)?|可以(?:的|了)?|没问题|没事(?:儿|的)?|不客气|不用谢|"
    r"你好(?:呀|啊)?|您好|早(?:上好|安)?|晚安|下午好|晚上好|再见|拜拜|回头见|辛苦(?:了|啦)?|哈哈+|呵呵+|嘿嘿+|嘻嘻+|嗯+(?:嗯|哪|呐)*|哦+|噢+|啊+|哇+|"
    r"收到|明白(?:了)?|知道了|了解(?:了)?|懂了|对(?:的|啊|呀)?|是(?:的|啊|呀)?|不错|太好了|太棒了|真棒|厉害|赞|完美|很好|加油|"
    r"非常|十分|真的?|太|很|你的|您的|帮助|帮忙|了|啦|呀|啊|哦|吧)+"
)


def is_small_talk_words(words: list[str]) -> bool:
    return bool(words) and all(word in SMALL_TALK for word in words) and any(word in _TALK for word in words)


# Somebody's passing state.
WHO = r"(?:the\s+)?(?:user|customer|client|person|caller|he|she|they|i)|(?:user|customer)"
MOODS = (
    "tired|exhausted|sleepy|sad|happy|glad|upset|angry|annoyed|frustrated|irritated|stressed|stressed out|anxious|nervous|worried|bored|"
    "excited|cheerful|grumpy|moody|lonely|confused|overwhelmed|relieved|calm|relaxed|impatient|in a (?:good|bad|great|foul|hurry|rush)"
    "(?: mood)?|under the weather|down|pleased|delighted|disappointed|distracted|busy|hungry|thirsty|hot|cold|energetic|enthusiastic|"
    "satisfied|grateful|unhappy|curious|surprised|embarrassed|hesitant|rushed|fed up|worn out"
)
_INTENSITY = r"(?:a\s+bit|a\s+little|quite|very|really|so|rather|pretty|somewhat|extremely|slightly|kind\s+of|too)\s+"
_NOW = r"(?:today|now|right\s+now|at\s+the\s+moment|currently|this\s+(?:morning|afternoon|evening|week)|tonight|lately|these\s+days|at\s+present)"
PASSING_MOOD = re.compile(
    rf"(?:it\s+seems\s+(?:that\s+)?|apparently,?\s+|i\s+think\s+)?(?:{WHO})\s+(?:(?:seems?|looks?|appears?|feels?|sounds?|seemed|looked|felt|sounded|"
    rf"appeared)(?:\s+to\s+be|\s+like\s+being)?|is|was|are|were|am|is\s+feeling|are\s+feeling|am\s+feeling|was\s+feeling)\s+(?:{_INTENSITY})?(?:{MOODS})"
    rf"(?:\s+(?:and|but)\s+(?:{_INTENSITY})?(?:{MOODS}))?(?:\s+{_NOW})*[.!?…]*",
    re.IGNORECASE,
)
_MOODS_ZH = (
    "疲惫|疲倦|累|困|开心|高兴|快乐|难过|伤心|沮丧|生气|愤怒|烦躁|烦|焦虑|紧张|担心|无聊|兴奋|激动|失望|郁闷|不耐烦|着急|心情(?:很|不|挺|非常|有点)?(?:好|差|错|糟)|"
    "情绪(?:很|不|有点)?(?:好|低落|激动|稳定)|满意|感激|惊讶|困惑|忙|饿|渴|冷|热|放松|平静|孤独|委屈|无奈|崩溃|头疼|不舒服|没精神|有压力|压力很大"
)
PASSING_MOOD_ZH = re.compile(
    rf"(?:用户|客户|他|她|他们|我|对方|这位用户)?(?:今天|现在|此刻|目前|刚才|最近|今晚|今早|这会儿|这两天)?(?:看起来|看上去|似乎|好像|显得|感觉|觉得|听起来|有点儿?)*"
    rf"(?:今天|现在|此刻|目前|最近)?(?:很|非常|有点儿?|有些|比较|挺|特别|十分|太|真|好|更)*(?:{_MOODS_ZH})(?:了|的|呢|啊|极了|坏了)*[。！？!?.…]*"
)

# What the agent says while it works.
TASK_CHATTER = re.compile(
    r"(?:(?:ok(?:ay)?|sure|great|alright|got\s+it|now|next|first|then)[,.!:]?\s+)*(?:"
    r"(?:let\s+me|let's|i(?:'|’)?ll|i\s+will|i(?:'|’)?m\s+going\s+to|i\s+am\s+going\s+to|i(?:'|’)?m\s+now|i\s+need\s+to|i\s+should|allow\s+me\s+to)\s+(?:now\s+|first\s+|just\s+|quickly\s+|go\s+ahead\s+and\s+)*"
    r"(?:check|look|open|read|run|try|see|search|find|fetch|start|begin|continue|proceed|create|write|edit|update|fix|test|verify|review|think|"
    r"examine|inspect|analy[sz]e|scan|load|list|call|use|do|get|take|wait|retry|explore|summari[sz]e|move|add|apply)\b[^.!?;:]{0,80}|"
    r"(?:running|checking|opening|reading|loading|searching|looking|fetching|processing|working|waiting|trying|starting|executing|installing|"
    r"building|compiling|downloading|uploading|retrying|thinking|analy[sz]ing)\b[^.!?;:]{0,60}(?:\.\.\.|…)|"
    r"(?:working\s+on\s+it|one\s+(?:moment|second|sec)(?:\s+please)?|hold\s+on|just\s+a\s+(?:moment|second|sec)|please\s+wait|give\s+me\s+a\s+(?:moment|second|sec)|"
    r"here\s+(?:you\s+go|it\s+is|is\s+the\s+result)|(?:is\s+there\s+)?anything\s+else(?:\s+i\s+can\s+(?:do|help)[^.!?]{0,30})?|how\s+can\s+i\s+help(?:\s+you)?(?:\s+today)?|"
    r"all\s+done|task\s+(?:complete|completed|done)|done|finished|ready|step\s+\d+\s+(?:done|complete|completed))"
    r")[.!?…]*",
    re.IGNORECASE,
)
TASK_CHATTER_ZH = re.compile(
    r"(?:好的?[，,。！!]?|嗯[，,]?|那么?[，,]?|接下来[，,]?|现在[，,]?|首先[，,]?|然后[，,]?)*(?:"
    r"(?:让我|我来|我先|我现在|我这就|我将|我会|我要|我去|我马上|我需要)(?:先|来|再|就|去|现在)?(?:看|查|检查|打开|读|运行|试|找|搜索|开始|继续|创建|写|修改|更新|修复|测试|验证|分析|处理|执行|确认|整理|总结|想)[^。！？!?；;]{0,24}|"
    r"(?:正在|在)(?:运行|检查|查询|打开|读取|加载|搜索|处理|执行|等待|安装|编译|下载|上传|重试|分析|思考|生成)[^。！？!?；;]{0,20}|"
    r"(?:请)?稍等(?:一下|片刻)?|等(?:一下|等|会儿)|马上(?:就)?好|这就来|还有(?:什么|其他)(?:需要|问题|可以帮)[^。！？!?]{0,12}|有什么可以帮(?:你|您|到你|到您)?(?:的)?(?:吗)?|"
    r"(?:已)?(?:完成|搞定|做完|处理完)(?:了|啦)?|任务(?:已)?完成(?:了)?|测试(?:已)?通过(?:了)?"
    r")[。！？!?….]*"
)
