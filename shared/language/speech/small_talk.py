"""Small talk in English and Chinese. Each pattern describes a whole text: with a value, a name or a reason beside it
it is another text, which is kept."""

from __future__ import annotations

import re


def _one_of(*phrases: str) -> str:
    return "(?:" + "|".join(phrases) + ")"


# --- small talk: thanks, greetings, farewells, assent, laughter

_PEOPLE = r"(?: (?:there|again|all|everyone|everybody|team|guys|folks))*"
_HELP = r"(?:help|time|patience|support|reply|answer|info|information|update|explanation|advice|feedback|assistance)"
_THANKS = _one_of(
    rf"(?:many |huge |big )?thanks(?: a (?:lot|million|bunch|ton))?(?: (?:to )?you)?{_PEOPLE}", rf"thank (?:you|u){_PEOPLE}", "thx", "ty", "tysm", "cheers",
    rf"(?:i |we )?(?:really |very )?(?:much )?appreciate(?:d)?(?: (?:it|that|this|(?:all )?(?:your|the) {_HELP}))?",
    rf"for (?:that|this|it|everything|helping(?: me)?(?: out)?|(?:all )?(?:of )?(?:your|the) (?:(?:quick|great|kind) )?{_HELP})", "(?:so|very) much", "a lot",
)  # fmt: skip
_GREETINGS = _one_of(
    rf"(?:hi|hello|hey|hiya|howdy|yo|greetings){_PEOPLE}", rf"good (?:morning|afternoon|evening|day|night){_PEOPLE}", "how are you(?: doing)?(?: today)?",
    "how(?:'s| is) (?:it|everything) going", "what'?s up", "sup", "(?:nice|good|great) to (?:meet|see|hear from) you(?: too)?", "welcome(?: back)?", "(?:are )?you there", "(?:i )?hope (?:you are|you're|all is|everything is) (?:well|good|fine|ok(?:ay)?)",
)  # fmt: skip
_FAREWELLS = _one_of(
    "(?:good)?bye(?: bye)?(?: for now)?", "(?:see|catch) (?:you|ya|u)(?: all)?(?: (?:later|soon|tomorrow|around|then|again|tonight|on the weekend|next (?:time|week|month)))?", "(?:talk|speak) (?:to you )?(?:later|soon|tomorrow)",
    "ttyl", "brb", "afk", "g2g", "gtg", "(?:i )?(?:gotta|have to|got to|must) (?:go|run)(?: now)?", "night night", "until (?:next time|then|tomorrow)", "take care(?: of yourself)?", "(?:have|enjoy) (?:a|your|the)(?: (?:nice|good|great|lovely|wonderful|rest of (?:your|the)))* (?:one|day|evening|weekend|night|week|time)",
    "good luck", "happy (?:weekend|holidays|new year|birthday)", "merry christmas", "later", "sleep well",
)  # fmt: skip
_PRAISE = r"(?:right|correct|true|fine|good|great|perfect|ok|okay|nice|cool|awesome|funny|hilarious|amazing|wonderful|lovely|excellent|brilliant|fantastic|super|sweet|neat|interesting|helpful)"
_ASSENT = _one_of(
    "ok(?:ay)?", "kk?", "yes", "yeah", "yep", "yup", "ya", "aye", "sure(?: thing)?", "alright(?: then)?", "all right", rf"(?:very |so |really |pretty |super )*{_PRAISE}", "got (?:it|that)", "gotcha",
    "understood", "noted", "roger(?: that)?", "i (?:see|understand|agree|know)", "(?:i )?(?:think|guess|suppose|hope|believe) so", "absolutely", "exactly", "indeed", "definitely", "certainly", "of course", "will do", "agreed", "no", "nope", "nah",
    "(?:no|not a|not any) (?:problem|worries|big deal)", "(?:don't|do not) (?:worry|mention it)(?: about it)?", rf"(?:that's|that is|that was|it's|it is|this is|sounds|looks|all|you're|you are)(?: (?:all|very|so|really|pretty|quite))* {_PRAISE}",
    "(?:that |it |this )?(?:all )?makes (?:perfect )?sense(?: to me)?", "(?:that |it |this )?works(?: well| great| fine)?(?: for me)?", "(?:you're|you are) (?:the best|welcome|a star|a lifesaver)",
    "(?:good|great|nice|amazing|awesome|excellent|well) (?:job|work|one|idea|point|question|answer|catch|done|stuff)", "(?:i )?love (?:it|this|that)", "please(?: do)?", "same here", "me too", "my bad", "oops",
    "(?:i'm |i am )?(?:so |very )?sorry(?: about (?:that|this))?", "(?:my )?apologies", "fair enough", "never ?mind", "you bet", "(?:i'm|all|we're) good", "why not", "just right", "right", "then", "too", "indeed",
    "go (?:ahead|on)", "(?:please )?continue", "carry on", "keep going", "proceed", "(?:please )?try (?:it )?again", "once more", "next(?: one)?", "let's go",
)  # fmt: skip
_LAUGHTER = _one_of(
    "(?:ha|he|hi|ho){2,}h?",
    "ha",
    "heh",
    "h{3,}",
    "lo+l+",
    "lmf?ao+",
    "rofl",
    "xd",
    "wo+w+",
    "oh+",
    "ah+",
    "a+w+",
    "hm+",
    "uh",
    "um+",
    "well",
    "yay",
    "phew",
    "whoa",
    "omg",
    "gosh",
    "jeez",
)
# One phrase each, of folded words and single spaces; small talk is any number of them.
SMALL_TALK = re.compile(_one_of(_THANKS, _GREETINGS, _FAREWELLS, _ASSENT, _LAUGHTER, "and", "again", "so", "really"))
GREETING_OF_ONE_WORD = re.compile(rf"(?:morning|afternoon|evening|night){_PEOPLE}")
# What may be said to somebody by name.
ADDRESSED = re.compile(_one_of(_THANKS, _GREETINGS, _FAREWELLS, "again", "ok(?:ay)?"))
LONGEST_PHRASE = 8  # words

_TO_WHOM_ZH = r"(?:你|您|你们|大家|各位|老师|老板|师傅|同学们|朋友们|亲|啦|了|哈|哦|呀|啊|咯)*"
_TALK_ZH = _one_of(
    rf"(?:我)?(?:万分|非常|十分|衷心|太)?(?:谢谢|多谢|感谢|感激不尽|谢|拜谢){_TO_WHOM_ZH}", "(?:麻烦|辛苦|有劳)(?:你|您|你们|大家|各位|老师)?(?:了|啦)?", "(?:好|行|可以|嗯|ok|OK)(?:的|呀|啊|吧|哦|嘞|滴|哒|了|嘛|呢)*", "没(?:有)?(?:问题|事(?:儿)?|关系)(?:的)?", "(?:帮|解决)(?:了)?(?:我)?(?:大忙|大问题)(?:了)?", "不客气", "不用(?:谢|客气)",
    rf"(?:你|您|大家|各位|老师|同学们)(?:早上|上午|下午|晚上)?好{_TO_WHOM_ZH}", "早(?:上好|安)?(?:呀|啊)?", "(?:上午|中午|下午|晚上)好(?:呀|啊)?", "晚安", "嗨+", "哈[喽啰罗]", "(?:你|您)?在(?:吗|么|不在|的)", "最近(?:怎么样|还好吗|好吗)", "吃了吗",
    "(?:今天)?(?:就)?先(?:这样|到这(?:里|儿)?)(?:吧)?", "hello", "hi", "再见", "拜拜?", "(?:回头|明天|下次|改天|晚点|待会儿?)(?:见|聊|再聊|再说)", "回聊", "(?:我)?先(?:走|撤|下|忙)(?:了|啦)", "保重", "(?:祝|愿)?(?:你|您|大家)?(?:周末|生活|工作|旅途|假期|节日|用餐)愉快", "(?:新年|节日|生日|中秋|圣诞)快乐", "祝(?:你|您)?(?:好运|顺利|一切顺利)",
    "收到", "(?:我)?(?:明白|知道|了解|懂|清楚)(?:了|啦)?", "对(?:的|啊|呀|了)?", "是(?:的|啊|呀)", "就(?:是)?这样", "不错", "(?:太|真|好|很|非常)?(?:好|棒|赞|厉害|强|牛|完美|有趣|搞笑|好笑|逗|有意思)(?:了|啦|啊|呀|哦|极了)*", "没错", "同意", "当然", "随便", "都(?:行|可以)", "无所谓", "算了", "牛逼?", "绝了", "加油",
    "抱歉", "对不起", "不好意思", "继续(?:吧|啊)?", "(?:请)?(?:再|重新)(?:试|来|跑)(?:一次|一下|一遍|试)?", "下一(?:个|步|条)", "开始吧", "来吧",
    "哈哈+", "呵呵+", "嘿嘿+", "嘻嘻+", "呜+", "嗯+(?:嗯|哪|呐)*", "哦+", "噢+", "啊+", "哇+(?:塞|噻)?", "噗+", "哎呀?", "唉+", "咦", "笑死(?:我了|了|我)?", "无语(?:了)?", "好家伙", "天(?:哪|啊|呐)", "我的天", "h{3,}", "(?:ha|he){2,}", "lol",
)  # fmt: skip
FILLER_ZH = re.compile(
    "(?:非常|十分|特别|真的?|太|很|(?:你|您|你们)的?|大家|帮助|帮忙|耐心|解答|回答|答复|讲解|支持|回复|解释|配合|理解|了|啦|呀|啊|哦|吧|呢|哈|嘛|那|这么|的)"
)
SMALL_TALK_ZH = re.compile(_TALK_ZH, re.IGNORECASE)  # one phrase, of a text without punctuation and white space
LONGEST_PHRASE_ZH = 10  # characters

# --- somebody's passing state

_WHO = r"(?:(?:the\s+|this\s+)?(?:user|customer|client|person|caller)|he|she|they|i)"
MOODS = (
    "tired|exhausted|sleepy|sad|happy|glad|upset|angry|annoyed|frustrated|irritated|stressed|stressed out|anxious|nervous|worried|bored|"
    "excited|cheerful|grumpy|moody|lonely|confused|overwhelmed|relieved|calm|relaxed|impatient|in a (?:good|bad|great|foul|hurry|rush)"
    "(?: mood)?|under the weather|down|pleased|delighted|disappointed|distracted|busy|hungry|thirsty|hot|cold|energetic|enthusiastic|"
    "satisfied|dissatisfied|grateful|unhappy|curious|surprised|embarrassed|hesitant|rushed|fed up|worn out|content|thrilled|shocked|amused|"
    "having a (?:good|bad|great|rough|hard|tough|long|busy|terrible|stressful) (?:day|time|morning|week)"
)
# A character, unless something says that it is of the moment: kept when they are all that a plain "is" says.
_TRAITS = "curious|energetic|enthusiastic|calm|cheerful|impatient|moody|hesitant|lonely|busy"
_INTENSITY = r"(?:a\s+bit|a\s+little|quite|very|really|so|rather|pretty|somewhat|extremely|slightly|kind\s+of|too)\s+"
_NOW = r"(?:today|now|right\s+now|at\s+the\s+moment|currently|this\s+(?:morning|afternoon|evening|week)|tonight|lately|these\s+days|at\s+present)"
_TALK_MATTER = r"(?:answer|answers|reply|response|responses|result|results|help|assistance|explanation|solution|service|suggestion|outcome|conversation|information)"
PASSING_MOOD = re.compile(
    rf"(?!{_WHO}\s+(?:is|was|are)\s+(?:{_TRAITS})[.!]*$)"
    rf"(?:it\s+seems\s+(?:that\s+|like\s+)?|apparently,?\s+|i\s+think\s+)?(?:right\s+now,?\s+|today,?\s+)?(?:{_WHO}|i(?:'|’)m|user)\s+(?:(?:seems?|looks?|appears?|feels?|sounds?|seemed|looked|felt|sounded|"
    rf"appeared)(?:\s+to\s+be|\s+like\s+being)?|is|was|are|were|am|(?:(?:is|are|am|was)\s+)?feeling)?\s*(?:{_INTENSITY})?(?:{MOODS})"
    rf"(?:\s+(?:and|but)\s+(?:{_INTENSITY})?(?:{MOODS}))?(?:\s+(?:with|about|by|at)\s+(?:the|this|that|my|your|its)\s+{_TALK_MATTER})?(?:\s+{_NOW})*[.!?…]*",
    re.IGNORECASE,
)
_MOODS_ZH = (
    "疲惫|疲倦|累|困|开心|高兴|快乐|难过|伤心|沮丧|生气|愤怒|烦躁|烦|焦虑|紧张|担心|无聊|兴奋|激动|失望|郁闷|不耐烦|着急|心情(?:很|不太?|挺|非常|有点|不怎么)?(?:好|差|错|糟|低落)|心烦|"
    "情绪(?:很|不|有点)?(?:好|低落|激动|稳定)|满意|不满|感激|惊讶|困惑|忙|饿|渴|冷|热|放松|平静|孤独|委屈|无奈|崩溃|头疼|不舒服|没精神|有压力|压力(?:很|有点|好|挺)?大|尴尬|害怕|迷茫|愉快|匆忙|疑惑"
)
_WHO_ZH = "(?:这位|该)?(?:用户|客户|他|她|他们|我|对方|来电者)"
_NOW_ZH = "(?:今天|现在|此刻|目前|刚才|最近|今晚|今早|这会儿|这两天|当下)"
_DEGREE_ZH = "(?:很|非常|有点儿?|有些|比较|挺|特别|十分|太|真|好|更|极其|相当)"
PASSING_MOOD_ZH = re.compile(
    rf"(?:{_WHO_ZH}|{_NOW_ZH})*(?:看起来|看上去|似乎|好像|显得|感觉|感到|觉得|听起来|听上去|表现得|有点儿?)*"
    rf"{_NOW_ZH}?{_DEGREE_ZH}*(?:{_MOODS_ZH})(?:(?:和|又|也|、|而且){_DEGREE_ZH}*(?:{_MOODS_ZH}))?(?:了|的|呢|啊|呀|极了|坏了)*[。！？!?.…]*"
)

# --- what was said in the conversation, and is nothing but talk

_TO_THE_AGENT = r"(?:\s+(?:to\s+)?(?:the\s+)?(?:assistant|agent|bot|ai|chatbot|model|me|us))"
_SAID = r"(?:thanks(?:\s+again)?|thank\s+you|hello|hi|hey|goodbye|bye|good\s+(?:morning|evening|night|afternoon)|ok(?:ay)?|yes|no|sorry|please|lol|haha)"
_FEELING = (
    r"(?:thanks|gratitude|appreciation|frustration|satisfaction|dissatisfaction|annoyance|excitement|happiness|joy|sadness|anger|disappointment|agreement|approval|surprise|confusion|"
    r"impatience|enthusiasm|relief|amusement|contentment|delight|irritation|regret|understanding)"
)
REPORTED_TALK = re.compile(
    rf"(?:{_WHO}|user)\s+(?:has\s+|had\s+|just\s+|again\s+|also\s+|then\s+)*(?:"
    rf"(?:said|says|replied|responded|answered)(?:\s+with)?\s+[\"'“]?{_SAID}[\"'”]?{_TO_THE_AGENT}?|"
    rf"(?:thanked|thanks|greeted|greets|complimented|praised|acknowledged){_TO_THE_AGENT}(?:\s+for\s+(?:(?:its|the|his|her|their|my|all|quick|kind|great|good|of|{_HELP}|work|response)\s*)+)?|"
    rf"(?:expressed|expresses|showed|shows|conveyed|voiced)\s+(?:(?:his|her|their|some|great|deep|much)\s+)?{_FEELING}(?:\s+(?:with|for|about|at|over|to|towards)\s+(?:the|its|this|that|my)\s+(?:{_TALK_MATTER}|assistant|agent))?|"
    r"(?:laughed|laughs|smiled|sighed|agreed|agrees|nodded|apologi[sz]ed|joked|chuckled|acknowledged|disagreed)(?:\s+(?:at|about|to|with)\s+(?:that|it|this|the\s+(?:joke|answer|reply|assistant|suggestion)))?|"
    r"(?:has|had|have)\s+(?:no\s+(?:further|more|other)\s+questions|a\s+question)|asked\s+(?:a\s+question|for\s+help)|(?:made|told|cracked)\s+(?:a|another)\s+joke|(?:is|was)\s+(?:just\s+)?(?:chatting|joking|making\s+small\s+talk)(?:\s+casually)?|made\s+small\s+talk"
    r")[.!…]*",
    re.IGNORECASE,
)
_SAID_ZH = "(?:谢谢|感谢|感激|谢意|同意|赞同|满意|不满|歉意|抱歉|对不起|理解|收到|再见|你好|您好|晚安|早安|早上好|拜拜|惊讶|开心|高兴|失望|认可|知道了|明白了?|好的?|可以|没问题|哈哈+|沮丧|愤怒|喜悦|兴奋|困惑|疑惑)"
_MATTER_ZH = "(?:对(?:这个|该|本次)?(?:回答|答复|回复|结果|服务|解释|解决方案|建议|帮助|助手|对话)(?:的质量)?)"
REPORTED_TALK_ZH = re.compile(
    rf"{_WHO_ZH}(?:再次|刚才|刚刚|又|也|已|就)*(?:"
    rf"{_MATTER_ZH}?(?:表示|表达|说|回答|回复|表露|流露)(?:出)?(?:了|道|过)?(?:非常|十分|很|强烈的?)?[“\"「]?{_SAID_ZH}[”\"」]?(?:的)?(?:情绪|之情|心情|态度)?|{_MATTER_ZH}(?:非常|很|十分)?(?:满意|不满意?)|"
    r"(?:向|跟|和|对)(?:助手|我|我们|客服|机器人|AI|智能体)(?:表示|说)?(?:了)?(?:道谢|致谢|感谢|谢谢|问好|打招呼|打了招呼|道别|道歉|再见|你好)|打了?(?:个|声)?招呼|笑了(?:笑|起来)?|大笑|(?:问候|感谢|夸奖|称赞)了?(?:助手|我|我们|客服|机器人|AI)|"
    r"(?:道谢|致谢|道别|告别|道歉|点头|叹气)(?:了)?|没有(?:其他|别的|更多)?问题(?:了)?|(?:问|提)了(?:一)?个问题|(?:开|讲)了?(?:一)?个(?:玩笑|笑话)|(?:和|跟|与)(?:助手|我|客服|AI)(?:闲聊|聊天|寒暄)(?:了)?(?:几句)?|(?:在)?(?:闲聊|寒暄)"
    r")(?:了)?[。！!….]*",
    re.IGNORECASE,
)

# --- what the agent says while it works: an intention and what it works on, and no other word

_WORK_WORDS = (
    # what holds a sentence together
    r"the|this|that|these|those|it|its|them|a|an|your|our|for|in|into|of|to|on|at|from|with|and|or|if|whether|how|why|what|which|where|all|any|some|each|both|again|now|first|next|"
    r"quickly|carefully|also|too|once|here|exists?|works?\s+now|happens|says|is|are|was|been|be|does|do|did|up|out|over|through|about|as|well|before|after|then|properly|correctly|together|you|me|there|by|more\s+closely|"
    # what is worked on
    r"files?|code|logs?|tests?|suite|outputs?|results?|errors?|functions?|class(?:es)?|modules?|repo|repository|directory|director(?:y|ies)|folders?|config|configuration|settings|documentation|docs?|documents?|readme|"
    r"database|quer(?:y|ies)|search|commands?|scripts?|data|details|issues?|bugs?|fix(?:es)?|changes?|patch|diff|branch|commit|build|pipeline|tools?|api|endpoints?|responses?|requests?|implementation|structure|codebase|"
    r"steps?|message|history|context|input|lines?|sections?|dependenc(?:y|ies)|packages?|linter|formatter|debugger|stack\s+trace|traceback|failures?|warnings?|usages?|references?|definitions?|types?|imports?|schema|migration|server|"
    r"question|answer|options?|information|info|web|web\s*site|pages?|links?|task|problem|cause|root\s+cause|"
    # of which kind
    r"current|existing|latest|new|previous|relevant|failing|last|right|correct|same|other|updated|remaining|following|whole|entire|full|missing|broken|main|unit|project(?:'s|’s)"
)
_PLACE = r"`[^`\n]{1,60}`|[\w.-]*/[\w./-]+|[\w-]+\.[a-z]{1,5}"
_TAIL = rf"(?:,?\s+(?:{_WORK_WORDS}|{_PLACE})(?![\w'’-]))*"
_ON_SOMETHING = r"(?=[^\n]*\b(?:it|this|that|these|those|file|files|code|codebase|logs?|tests?|output|results?|errors?|config|configuration|documentation|docs?|database|scripts?|data|issues?|bugs?|changes?|build|requests?|task|step|problem|repo|repository|server|migration|query|api|linter|[\w-]+\.[a-z]{1,5})\b)"
_WORK_VERBS = (
    r"(?:check|double-check|look|take\s+a\s+look|have\s+a\s+look|open|read|run|re-?run|try|see|search|find|fetch|start|begin|continue|proceed|create|write|edit|update|fix|test|verify|review|think|debug|refactor|"
    r"examine|inspect|investigate|analy[sz]e|scan|load|list|call|use|do|get|wait|retry|explore|summari[sz]e|add|apply|figure\s+out|find\s+out|dig|go|confirm|compare|clean|rewrite|implement|remove|rename|install)"
)
_HASTE = r"(?:now\s+|first\s+|just\s+|quickly\s+|also\s+|then\s+|go\s+ahead\s+and\s+|start\s+by\s+)*"
_WORKING = (
    r"(?:running|checking|opening|reading|loading|searching|looking|fetching|processing|working|waiting|trying|starting|executing|installing|building|compiling|downloading|uploading|retrying|thinking|"
    r"analy[sz]ing|updating|fixing|testing|writing|generating|verifying|reviewing|scanning|creating|applying|calling)"
)
TASK_CHATTER = re.compile(
    r"(?:(?:ok(?:ay)?|sure|great|alright|got\s+it|now|next|first|then|so|perfect|good)[,.!:]?\s+)*(?:"
    rf"(?:let\s+me|let(?:'|’)?s|let\s+us|allow\s+me\s+to)\s+{_HASTE}{_WORK_VERBS}{_TAIL}|"
    rf"(?:i(?:'|’)?ll|i\s+will|we(?:'|’)?ll|we\s+will|i(?:'|’)?m\s+going\s+to|i\s+am\s+going\s+to|(?:i|we)\s+need\s+to|(?:i|we)\s+should|(?:i|we)\s+have\s+to)\s+{_ON_SOMETHING}{_HASTE}{_WORK_VERBS}{_TAIL}|"
    rf"(?:i(?:'|’)?m\s+|i\s+am\s+|we(?:'|’)?re\s+)?(?:now\s+|currently\s+|still\s+)*{_WORKING}{_TAIL}\s*(?:\.\.\.|…)|"
    rf"(?:i(?:'|’)?m\s+|i\s+am\s+)?(?:now\s+|currently\s+|still\s+)*{_ON_SOMETHING}{_WORKING}{_TAIL}|"
    r"(?:one|just\s+a|give\s+me\s+a)\s+(?:moment|second|sec|minute)(?:\s+please)?|(?:please\s+)?(?:hold\s+on|wait|hang\s+on)(?:\s+while\s+i\s+"
    rf"{_WORK_VERBS}{_TAIL}"
    r")?|bear\s+with\s+me|(?:almost|nearly)\s+(?:there|done|ready)|"
    rf"here\s+(?:you\s+go|it\s+is|they\s+are)|here(?:'s|’s|\s+is|\s+are){_TAIL}|"
    r"(?:is\s+there\s+)?anything\s+else(?:\s+(?:that\s+)?(?:i\s+can\s+(?:do|help)|you\s+need)[^.!?]{0,30})?|(?:how|what)\s+(?:can|may)\s+i\s+(?:help|do)(?:\s+(?:for\s+)?you)?(?:\s+with)?(?:\s+today)?|"
    r"let\s+me\s+know\s+if\s+[^.!?]{0,50}|(?:i\s+)?hope\s+(?:this|that|it)\s+helps|"
    rf"(?:i(?:'|’)?ve|i\s+have)\s+(?:now\s+|just\s+|also\s+|already\s+)*{_ON_SOMETHING}(?:updated|fixed|changed|edited|checked|read|run|created|added|removed|applied|reviewed|finished|tested|opened|saved){_TAIL}|"
    r"(?:i(?:'|’)?m\s+)?done(?:\s+with\s+(?:this|that|it|the)(?:\s+(?:step|task|change|file))?)?|"
    r"all\s+(?:done|set)|(?:the\s+)?task\s+(?:is\s+)?(?:complete|completed|done)|done|finished|ready|fixed|completed|step\s+\d+\s+(?:done|complete|completed)|(?:all\s+|the\s+)?tests?\s+(?:are\s+|have\s+|now\s+)?(?:pass|passed|passing)(?:\s+now)?"
    r")[.!?…]*",
    re.IGNORECASE,
)
_WORK_VERBS_ZH = "(?:看看?|查看?|检查|打开|读取?|阅读|运行|跑|试试?|找找?|搜索|查找|查询|开始|继续|创建|写|编写|修改|更新|修复|测试|验证|分析|处理|执行|确认|整理|总结|想想?|思考|加载|调用|安装|编译|下载|上传|重试|生成|对比|等待|添加|删除|重构|调试|定位)"
_TAIL_ZH = (
    r"(?:一下|一次|一遍|下|看|这个|那个|这些|那些|这份|该|整个|所有|全部|相关|的|了|这|那|它|您|你|代码库|代码|文件|日志|配置|测试|用例|错误|报错|问题|文档|函数|接口|数据库|数据|结果|输出|目录|仓库|脚本|命令|依赖|页面|网页|资料|"
    r"信息|内容|请求|任务|构建|流程|细节|情况|原因|记录|历史|上下文|再|先|然后|并|和|与|里|里面|中|是否|有没有|怎么|为什么|什么|哪里|下一步|步骤|修改|修复|更新|之后|之前|后|变量|参数|模块|类|包|答案|失败|搜索|查询|这段|那段|一段|几处|当前|现有|最新|几个|"
    r"(?>\s*`[^`\n]{1,60}`\s*)|(?>\s*[A-Za-z0-9_.-]*/[A-Za-z0-9_./-]+\s*)|(?>\s*[A-Za-z0-9_-]+\.[a-z]{1,5}\s*))*"
)
TASK_CHATTER_ZH = re.compile(
    r"(?:好的?[，,。！!]?|嗯[，,]?|那么?[，,]?|接下来[，,]?|现在[，,]?|首先[，,]?|然后[，,]?|下面[，,]?|行[，,])*(?:"
    rf"(?:让我们?|我们?来|我们?先|我这就|我马上|我们?将|我们?要|我们?去|我们?需要|我们?得|我会(?:先|再|马上|继续|尽快|立刻)|我们?|我们?再)(?:先|来|再|就|去|现在|需要|马上|重新|帮(?:你|您)|为(?:你|您))*{_WORK_VERBS_ZH}{_TAIL_ZH}|"
    rf"(?:先|来|再|更新|修复|检查|运行){_WORK_VERBS_ZH}?{_TAIL_ZH}|"
    rf"(?:我)?(?:正在|在){_WORK_VERBS_ZH}{_TAIL_ZH}(?:中)?|"
    rf"我(?:已经?|刚刚?|都)?(?:更新|修改|修复|检查|创建|添加|运行|读取?|查|处理|保存)(?:好|完)?了{_TAIL_ZH}|(?:文件|代码|文档)(?:已经?)(?:更新|修改|保存|创建|修复)(?:好|完)?(?:了|完成|完毕)?|(?:测试|构建|任务|程序)?(?:仍|还)?(?:正?在)(?:运行|进行|执行|处理)中?|"
    r"(?:请)?稍(?:等|候)(?:一下|片刻)?|(?:请)?等(?:一下|等|会儿|我一下)|马上(?:就)?(?:好|来)了?|(?:就)?快好了|这就来|还有(?:什么|其他|别的)(?:需要|问题|可以帮)[^。！？!?]{0,12}|(?:请问)?(?:有)?什么(?:我)?(?:可以|能)(?:为|帮)(?:你|您|你们)?(?:到|做|忙|服务)?(?:你|您)?(?:的|什么)?(?:吗|呢)?|"
    rf"(?:这|以下|下面|这里)(?:就)?是{_TAIL_ZH}|希望(?:这|对)[^。！？!?]{{0,8}}(?:帮助|有用)|"
    r"(?:已|都|全部)*(?:完成|搞定|做完|处理完|修好|改好)(?:了|啦)?|任务(?:已)?完成(?:了)?|(?:所有|全部)?测试(?:已|全部|都|全)*通过(?:了)?"
    r")[。！？!?….]*"
)
