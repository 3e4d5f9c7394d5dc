"""The English and Chinese words by which a constraint is read."""

from __future__ import annotations

import re

# What forbids: what follows it is what must not be done.
FORBIDS = re.compile(
    r"\b(?:do(?:es)? not|don['’]t|never|must(?: not|n['’]t)|may not|shall not|should(?: not|n['’]t)"
    r"|can(?:not|['’]t| not)|(?:is|are) not (?:to|allowed to)|not allowed to|forbidden to"
    r"|without|avoid|refrain from|no)\b"
    r"|不要|不得|不能|不可以|不可|不许|不准|不允许|不应该?|不应当|禁止|严禁|切勿|请勿|勿|别(?!的|人|处)|不(?=[改动碰删用发])",
    re.I,
)
# A sentence with one of these reports that something was not done, or asks.
DENIES = re.compile(
    r"\b(?:not|never|no|without|nothing|untouched|unchanged|avoid(?:ed)?)\b|n['’]t\b"
    r"|未|没有?|不(?!仅|但|过)|无需|勿|别(?!的|人|处)|禁止|保持不变",
    re.I,
)
ASKS = re.compile(r"[?？]\s*$|吗\s*[。.]?\s*$")
# Doing any of these is touching, changing or modifying.
TOUCHING = frozenset(
    {
        "touch",
        "modify",
        "change",
        "alter",
        "edit",
        "mutate",
        "write",
        "改",
        "动",
        "碰",
        "修改",
        "改动",
        "更改",
        "变更",
        "触碰",
    }
)
TOUCHED = frozenset(
    "touch modify change alter edit mutate write drop delete truncate rename update insert remove overwrite migrate"
    " replace purge wipe patch create add".split()
)
TOUCHED_IN_CHINESE = (
    "修改",
    "改动",
    "更改",
    "变更",
    "删除",
    "删掉",
    "清空",
    "更新",
    "插入",
    "写入",
    "重命名",
    "覆盖",
    "迁移",
    "替换",
    "添加",
    "改",
    "删",
    "动",
    "碰",
)
# To name it is to do it: the text itself is the act.
SAYING = frozenset("mention say tell reveal disclose discuss name quote 提及 提到 透露 泄露 说出".split())
# Past forms that no ending shows.
IRREGULAR = {
    "sent": "send", "told": "tell", "said": "say", "wrote": "write", "written": "write", "gave": "give",
    "given": "give", "made": "make", "paid": "pay", "bought": "buy", "spoke": "speak", "ran": "run", "took": "take",
    "taken": "take", "spent": "spend", "sold": "sell", "shown": "show", "chose": "choose", "left": "leave",
    "kept": "keep",
}  # fmt: skip
# Words that say nothing of what is meant, and kinds of things that a name alone stands for.
EMPTY = frozenset(
    "a an the any all this that these those of to in on at for from with by and or it its be is are was were will as"
    " please ever our your my their his her them us me we you i during under more than about into before after until"
    " unless yet again now today task".split()
)
KINDS = frozenset(
    "table database db schema column file folder branch service server system environment record row data".split()
)
KINDS_IN_CHINESE = frozenset("表 库 列 文件 分支 服务 系统 环境 数据 数据库 记录 环境 的 任何 本次 任务".split())

AT_MOST = re.compile(
    r"(?:not? (?:to exceed|exceed(?:ing)?|more than|longer than|over)|at most|no (?:more|longer) than|up to"
    r"|less than|fewer than|under|below|within"
    r"|max(?:imum)?(?: of)?|limit(?:ed to)?|不(?:得|能|可)?(?:超过|多于|高于|大于)|至多|最多|上限(?:为|是)?"
    r"|少于|小于|低于|以内|<=?|≤|＜)",
    re.I,
)
AT_LEAST = re.compile(
    r"(?:at least|no (?:less|fewer) than|not less than|min(?:imum)?(?: of)?|more than|over|above"
    r"|不(?:得|能|可)?(?:少于|低于|小于)|至少|最少|下限(?:为|是)?|超过|高于|大于|>=?|≥|＞)",
    re.I,
)
AMOUNT = re.compile(
    r"(?P<currency>[$€£¥￥])?\s*(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s*"
    r"(?P<unit>%|percent|美元|欧元|元|块|分钟|小时|秒钟?|天|个月|月|年|条|个|次|人|名|字|[A-Za-z]+)?"
)
UNITS = {
    "percent": "%", "美元": "$", "dollar": "$", "usd": "$", "欧元": "€", "euro": "€", "eur": "€", "元": "¥", "块": "¥",
    "￥": "¥", "yuan": "¥", "cny": "¥", "rmb": "¥", "分钟": "minute", "min": "minute", "小时": "hour", "h": "hour",
    "秒": "second", "秒钟": "second", "s": "second", "sec": "second", "天": "day", "月": "month", "个月": "month",
    "年": "year",
}  # fmt: skip
SECONDS = {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400}
# A language that an answer must be in, by a word of the constraint that names it.
IN_CHINESE = re.compile(
    r"\b(?:in|use|using|speak) (?:\w+ )?chinese\b|(?:用|使用|说)(?:简体|繁体)?(?:中文|汉语|普通话)", re.I
)
IN_ENGLISH = re.compile(r"\b(?:in|use|using|speak) (?:\w+ )?english\b|(?:用|使用|说)(?:英文|英语)", re.I)
