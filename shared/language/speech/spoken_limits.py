"""What a person plainly limits or obliges in the midst of talk: "use at most 3 retries", "only touch staging", 必须先审批.

Narrower than `protected.is_obligation`, which reads any "only", "before" or "must": what is read here takes room from
everything else in each context of the session. It needs an order or a rule, not a report ("I only read a chapter"), a
guess ("that must be hard") or somebody's own plan ("I have to go").
"""

from __future__ import annotations

from shared.language.packs.registry import BesidePacks
from shared.language.text.patterns import Triggered

_CLAUSE = (
    r"(?:(?:^|[.!?;:,(\n\u2013\u2014]\s*|(?:^|\s)(?:[-*+\u2022\u2013]|\d{1,2}[.)])\s+|\b(?:and|but|so|also|then|just|"
    r"remember|note|important|rule)[,:]?\s+)(?:please,? |kindly |you (?:may|can|must|should) )?)"
)
_DO = (
    r"(?:use|touch|change|edit|modify|deploy|write|read|run|send|call|work|look|answer|reply|respond|speak|ask|buy|book|pay|spend|"
    r"merge|commit|push|contact|e-?mail|take|test|access|delete|move|ship|show|include|consider|do|keep|stay|limit|allow|make|"
    r"try|retry|wait|finish|deliver|be|cap|set|check|tell|inform|order|copy|quote|search|pick|choose|add|remove|create|open|publish|sign|log|back up|"
    r"report|round|format|cite|name|(?:double|cross)[- ]?check|verify|validate|confirm|document|review|mention|explain|start|end|prefer)"
)
_FIGURE = r"(?:\W{0,2}\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred|half|a|an)\b)"
_BOUND = (
    r"(?:at (?:most|least)|no (?:more|less|fewer|later) than|not more than|up to|under|below|within|(?:a )?max(?:imum)?(?: of)?|"
    r"(?:a )?min(?:imum)?(?: of)?)"
)
# "That must be hard" guesses; "I have to go" is nobody else's business.
_NO_GUESS = (
    r"(?! (?:still |also )?(?:have|try|love|add|remind|learn|feel|say|admit|confess|mean|seem|look|sound|know|think|see|go\b|be (?:so|such|very|really|quite|pretty|"
    r"scary|raw|tough|hard|nice|great|good|fun|amazing|exciting|tired|proud|rewarding|awesome|incredible|difficult|kidding|joking|wrong|right|"
    r"mistaken|there|crazy|busy|a\b|an\b|the\b|\w+ing\b)))"
)
# What must stand there, and how it binds.
_RULES = (
    (
        "at most|at least|no more|no less|no fewer|no later|not more|up to|under |below |within |max|min",
        rf"{_CLAUSE}{_DO}\b[^.!?\n]{{0,60}}\b{_BOUND} {_FIGURE}",
    ),
    (
        "at most|no more than|max|up to",
        rf"{_CLAUSE}(?:at most|no more than|max(?:imum)?(?: of)?|up to) {_FIGURE}",
    ),
    (
        "only ",
        rf"{_CLAUSE}only {_DO}\b(?! the first)|{_CLAUSE}{_DO} only (?:from|the|to|in|on|with|\w+ing\b|\w+ (?:from|in|on))",
    ),
    (
        "always ",
        rf"{_CLAUSE}always (?!be (?:yourself|happy|kind)|(?:make|keep|show|remind|tell|give)s? (?:me|us|my|our|you)\b){_DO}\b",
    ),
    (
        "make sure|be sure|ensure|see to it",
        rf"{_CLAUSE}(?:make sure|be sure|ensure|see to it)(?: that)? (?:the|all|every|each|no|nothing|any|this|our|my|everything|it)\b",
    ),
    (
        "limit |restrict |cap |confine ",
        rf"{_CLAUSE}(?:limit|restrict|cap|confine) (?:yourself|yourselves|the|all|it|this|every|each)\b",
    ),
    (
        "before |for my|with my",
        rf"{_CLAUSE}{_DO}\b[^.!?\n]{{0,40}}\b(?:before (?:you|any|the|we|it)\b|(?:for|with) my (?:ok(?:ay)?|approval|consent|go)\b)",
    ),
    (
        "wait for|wait until",
        rf"{_CLAUSE}wait (?:for|until)\b[^.!?\n]{{0,60}}\b(?:before|ok(?:ay)?|approv\w+|sign\w*|confirm\w*)\b",
    ),
    (
        "must",
        r"\b(?:it|this|they) must (?:be (?:in\b|on\b|at\b|under\b|below\b|done\b|ready\b|\w{3,}ed by\b)|stay\b|remain\b)|"
        r"\b(?:everything|nothing|all|every|each|any|the|files?|changes?|tests?|code|prices?|answers?|names?)(?: [\w-]+){0,4} "
        rf"must\b{_NO_GUESS} \w",
    ),
    (
        " to be | to stay| to remain| to go | to pass",
        r"\b(?:everything|all|every|each|any)\b(?: [\w-]+){0,3} (?:has|have|needs?|ought) to (?:be \w+ed\b|stay|remain|go (?:through|via)|pass)",
    ),
    (
        "need|require",
        r"(?<!we )(?<!you )(?<!they )\b(?:everything|all|every|each|any)\b(?: [\w-]+){0,3} (?:needs?|requires?) (?:my|our|approval|review|written|explicit)\b",
    ),
    (
        "through|via |past |by |over ",
        r"\b(?:everything|all|every|each|any)\b(?: [\w-]+){0,4} (?:goes|go|runs?|pass(?:es)?) (?:through|via|past|by|over) ",
    ),
    (
        "budget|limit|deadline|maximum|minimum|ceiling|cap|quota|cut",
        r"\b(?:budget|limit|deadline|maximum|minimum|ceiling|cap|quota|cut-?off)(?: \w+){0,3} (?:is|are|of|=|:) (?:set at |on )?"
        r"(?:\W{0,2}\d|mon|tues|wednes|thurs|fri|satur|sun|noon|midnight|tomorrow|end of|the end|next|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|"
        r"nov|dec)|\b(?:budget|limit|deadline|maximum|ceiling|cap): ?\S",
    ),
    (
        "maximal|mindestens|nur ",
        r"\b(?:maximal|mindestens) \d|\bnur (?:auf|in|mit|das|den|die) \w+ (?:arbeiten|ändern|verwenden|benutzen)\b",
    ),
    (
        "au maximum|au plus|massimo",
        r"\b(?:au maximum|au plus|al massimo) \d|\b\d+ (?:au maximum|al massimo)\b",
    ),
    (
        "you must",
        rf"\byou must (?:always |only |first )?(?!be\b|look\b|work\b|spend\b|try\b|take\b|keep\b){_DO}\b",
    ),
    (
        "exceed|go over|go above|go below|be more|be later|be higher|be longer|more than|less than|later than|longer than|fewer than",
        r"\b(?:may|can|should|shall|must|could)(?: not|not|n['\u2019]t) (?:exceed|go (?:over|above|below)|be (?:more|later|higher|longer)|(?!think|wait|ask|want|do\b)\w+ (?:more|less|later|longer|fewer) than \W{0,2}\d)",
    ),
    (
        "stick to|stick with|do everything|keep to",
        rf"{_CLAUSE}(?:stick (?:to|with)|keep to) (?:the|our|my|[\w.]+ [\d.]+)|{_CLAUSE}do everything (?:in|on|with|by|via)\b",
    ),
    (
        "only|exclusively|throughout|everywhere|at all times|without exception",
        rf"{_CLAUSE}{_DO} exclusively\b|{_CLAUSE}{_DO}\b[^.!?\n]{{0,50}} (?:only|exclusively|throughout|everywhere|at all times|without exception)\s*(?:$|[.!,;])",
    ),
    (
        "i want |we want ",
        r"\b(?:i|we) want (?:everything|all|every|each)\b[^.!?\n]{0,40}\b(?:in|on|by|before|under)\b",
    ),
    (
        " first| beforehand",
        rf"{_CLAUSE}(?:ask|check with|clear (?:it|this|that) with|consult) (?:me|us|(?:the )?\w+) (?:first|beforehand)\b",
    ),
    (
        " must ",
        r"\b(?!(?:i|you|he|she|we|they|that|this|it|there)\b)[a-z][\w-]* must (?:be (?:within|in (?!love|heaven|shock|pain|trouble)|on (?!top|cloud)|at (?:least|most)|"
        r"under|below|above|over|between|before)\b|(?:stay|remain|include|contain|cite|match|pass|support|start|end)\b)",
    ),
    (
        "need|require",
        r"(?<!\bi)(?<!\bwe)(?<!\byou)(?<!\bthey)(?<!\bto) (?:needs?|requires?) (?:(?:my|our|an?|the|written|explicit|prior) ){0,2}"
        r"(?:sign-?off|approval|consent|permission|review|confirmation|ok(?:ay)?)\b",
    ),
    (
        "until i |until we ",
        rf"{_CLAUSE}[a-z]+ [^.!?\n]{{0,40}}\buntil (?:i|we) (?:confirm|approve|say|give|tell|sign|agree|have (?:confirmed|approved|signed))",
    ),
    (
        " all | every | each | everything ",
        rf"{_CLAUSE}(?:route|send|run|pass|keep|write|put|store) (?:all|every|each|everything)\b[^.!?\n]{{1,30}} (?:in|via|through|on|by|to)\b",
    ),
    (
        "should be |should stay ",
        r"\bshould (?:be|stay) (?:under|below|within|at (?:most|least)|no (?:more|longer|later) than) \W{0,2}\d",
    ),
    (
        "first ",
        rf"{_CLAUSE}first {_DO}\b[^.!?\n]{{1,40}}, then {_DO}\b",
    ),
)
# Not what somebody says of himself or of others.
_NOT_OF_ONESELF = r"(?<![\u6211\u4f60\u4ed6\u5979\u5b83\u4eec])"
_CHINESE = (
    rf"{_NOT_OF_ONESELF}只(?:能|可|许|准)在[^，。！？]{{1,8}}(?:部署|发布|上线|修改|操作|运行|执行|进行)",
    rf"{_NOT_OF_ONESELF}(?:必须|务必|一定要|应当)(?:先|在|用|保|经|通过|由|是|有|兼|完成|提前|使用|得到|包含|遵|按|走|加|留|放|写|改|检|备|测|确|跑|提交|发|附|标|订|控制|支持)",
    rf"{_NOT_OF_ONESELF}只(?:能|可|许|准|允许|可以)?(?:改|动|用|碰|读|写|看|查|访问|使用|修改|操作|部署|发给|走|连|提交|上传|调用|存|推)(?!了|过)",
    rf"{_NOT_OF_ONESELF}(?:最多|至多|不(?:能|得|要|可|可以|许)?(?:超过?|多于|少于|低于|高于|晚于))"
    r"(?:可以|只能|能)?(?:用|发|试|重试|花|写|改|跑|等|请求|调用)?(?:[0-9一二两三四五六七八九十百千万半]|预算|上限)(?!.{0,6}[了过])",
    r"(?:上限|下限|预算|期限|截止(?:日期|时间)?|限额|额度)(?:是|为|在|定为|设为|：|:)(?!什么|多少|几|否)",
    rf"{_NOT_OF_ONESELF}先(?:经过?|问|征得|通过|给|找|报|让)(?:我(?!们?了|打)|[^，,。！？我]{{1,8}}?(?:看|审|批|同意|确认|审批|批准))(?!了|过)",
    r"(?<![人们])(?:都|统一|全部)(?:要|得|须|必须|只能|走|经|由|通过|先)(?!.{0,8}[了过])|一律(?!.{0,8}[了过])|(?<![人们])统一用|控制在[^，。！？]{1,10}内|(?:^|[，。；\s])先(?:备份|测试|问|确认|审批|通知|评审)[^，。！？我]{0,6}再(?!说)",
    r"之前(?:必须|务必|一定要)|以内(?:完成|交|结束)|(?:删除|修改|上线|发布|提交|部署|付款|下单|合并|重启|发送)(?:之|以)?前(?:必须|要|须|先|请|都要)",
    r"(?:超过|高于|低于|凡是|任何|所有)[^，。！？]{1,12}(?:要|须|需要?|得)(?:我|经|先|由)[^，。！？]{0,6}(?:批准|同意|确认|审批|审核)",
    r"(?:所有|全部|一切)(?!人)[^，。！？都]{1,6}用(?!完|光|了|过)",
)
PLAIN_LIMIT = BesidePacks(Triggered(_RULES, _CHINESE).search, lambda pack: pack.limits)
