"""What the agent is to do to the people it works for: to say what is not so, not to ask, to hide, to run, to send out.

Addressed to the agent ("you", "the assistant", a bare imperative); what a form, a script or a colleague does is told, and
no order. How an answer is to look ("answer in euros") is a preference, what it is to claim ("answer that all is free") is
none. Not to be asked is a preference too, but for what cannot be undone: to delete, to pay, to send, to sign.
"""

from __future__ import annotations

from shared.language.injection.rule import InstructionReason, Rule, rule

_R = InstructionReason
_IN = r"[^.!?;\n]"
_INSIDE = r"(?:[^.!?;\n]|\.(?=\w))"

_AGENT = r"(?:(?:the |an? |all |this |every )?(?:ai |ai-)?(?:assistants?|agents?|ais?|chatbots?|llms?))"
_MUST = r"(?:must|should|shall|will|have to|has to|needs? to|ought to|are to|is to)"
# Where an imperative begins; not after "and" or "that", which go on with what somebody does.
_BEGINS = (
    r"(?:^|[.:;!?,>] ?)(?:(?:please|just|always|simply|now|then|immediately|remember to|make sure to|be sure to|don't forget to|do not forget to|"
    rf"you (?:may|can|must|should|shall|will|have to|need to|are (?:to|allowed to|free to))|{_AGENT} {_MUST}) )*"
)
_USER = r"(?:the |your |any )?(?:users?|owners?|operators?|principal|human)"
_THE_USER = r"(?:the |your )(?:user|owner|operator|principal|human)"
_EVER = (
    r"(?:whenever|every time|each time|any time|before|prior to|after|while|when|on) (?:you |each |every |any |the )?"
)
_ANSWERING = r"(?:answer|reply|respond|answering|replying|responding|response|message)\b"
_ADDRESS = r"(?:[\w.+-]{1,64}@[\w-]|https?:|www\.)"
# What somebody is to be told: that something is so.
_CLAIM = r"that (?:there|it|they|we|you|all|everything|everyone|nothing|none|no|nobody|(?:the |its |our )[\w-]+(?: [\w-]+)? (?:is|are|was|were|has|have|will|can))\b"
_URL = r"(?:https?:|www\.)"
# What cannot be undone; temporary things can.
_GRAVE = (
    r"(?:delet(?:e|ing)|eras(?:e|ing)|wip(?:e|ing)|pay(?:ing)?|buy(?:ing)?|purchas(?:e|ing)|order(?:ing)?|spend(?:ing)?|transfer(?:ring)?|wir(?:e|ing)|"
    r"send(?:ing)?|shar(?:e|ing)|publish(?:ing)?|sign(?:ing)?|grant(?:ing)?|disclos(?:e|ing)|forward(?:ing)?)"
)
_HARMLESS = rf"(?!{_IN}{{0,40}}?\b(?:temp\w*|tmp|cached?|tests?|drafts?|merged|branch(?:es)?|duplicates?|stale|expired|reminders?|reactions?)\b)"
_HARMS = r"(?:uploads|deletes|erases|wipes|reveals|discloses|leaks|exports|bypasses|hides|conceals|executes)"
# What somebody loses by not being told; of the rest there are reasons to be silent (an illness, a match, a birthday).
_AT_STAKE = (
    r"(?:(?:surcharge|fee|commission|price|cost|charge|recall|breach|leak|outage|risk|side effect|error|failure|change|transfer|payment|deletion|defect|incident|truth|interest|refund|penalt(?:y|ie)|debt)s?|"
    r"data|sent|sold|shared|deleted|changed|charged|transferred|removed|raised|rose|leaked|stolen|hacked|compromised)"
)
_PRIVATE = (
    r"(?:passwords?|credentials?|secrets?|tokens?|keys?|salar(?:y|ies)|personal|private|confidential|names?|politics|other (?:customers?|users?|people)|"
    r"surprise|party|present|gift|birthday|spoilers?|ending|easy|simple|obvious|trivial|unreleased|beta|internals?|each|every|step|steps|routine|minor|small)"
)

CONDUCT: tuple[Rule, ...] = (
    rule(_R.AUTHORITY, "user",
         rf"\b(?:(?:when|whenever|if|every time|each time|should|in case) (?:the |a |any )?users? (?:asks?|wants? to know|inquires?|wonders?)|(?:when|whenever|if) asked by (?:the |a |any )?users?)\b{_IN}{{0,60}}?, ?(?:then |always |just |simply |please )*"
         rf"(?:(?:answer|reply|respond|say|state) {_CLAIM}|(?:claim|insist|pretend)\b|say it (?:is|was) \w+(?= ?(?:$|[.,;!]))|(?:answer|reply|say) (?:yes|no)\b|tell (?:them|him|her|the user) {_CLAIM}|deny (?:it|that|this|everything|all)\b|lie\b)"),
    rule(_R.AUTHORITY, "in every|in each|in all",
         r"\bin (?:every|each|all)(?: of)?(?: your)? (?:answers?|repl(?:y|ies)|responses?|messages?),? ?(?:claim|insist|assert|pretend|lie)\b"),
    rule(_R.AUTHORITY, "agree",
         r"\b(?:from now on|henceforth|going forward),? ?(?:you (?:must|will|shall) )?(?:agree (?:with|to)|go along with|give in to) (?:whatever|everything|anything|all)\b"),
    rule(_R.AUTHORITY, "answer|reply|respond",
         r"\b(?:from now on|henceforth|going forward|always|in future|from today)\b,? ?(?:please )?(?:answer|reply|respond)(?: to)? (?:all|every|each|any)(?: \w+){1,2} (?:with|by saying) "
         r"(?:yes|no|ok|okay|approved|granted|denied|confirmed|accepted|agreed)\b(?! or\b)"),
    rule(_R.EXFILTRATION, "url|link|image|query",
         rf"\b{_EVER}{_ANSWERING}{_IN}{{0,20}}?, ?(?:always |also |please )*(?:append|add|put|embed|insert|include|attach|encode|write)\b{_IN}{{0,60}}?"
         r"\b(?:user|customer|client|owner)'?s?'? (?:[\w-]+ ){0,2}?(?:e-?mails?|phone|address|location|names?|data|history|messages?|number|card)\b"
         rf"{_IN}{{0,30}}?\b(?:to|in|into|as) (?:the |an? |each |every )?(?:[\w-]+ )?(?:urls?|links?|image|query)\b|"
         rf"{_BEGINS}(?:append|add|put|embed|insert|include|attach|encode) (?:the )?(?:user|customer|client|owner)'?s?'? (?:[\w-]+ ){{0,2}}?(?:e-?mails?|phone|address|location|names?|data|history|messages?|number|card)\b"
         rf"{_IN}{{0,10}}? (?:to|in|into) (?:each|every|any|all)(?: the)? (?:urls?|links?|images?|quer(?:y|ies))\b(?! (?:labels?|texts?|titles?))"),
    rule(_R.BYPASS, "ask|seek|wait|request|require",
         rf"{_BEGINS}(?:do not|don't|never|stop|no longer) (?:ever )?(?:ask(?:ing)?|seek(?:ing)?|wait(?:ing)? for|request(?:ing)?|require|requiring)(?: for)? {_USER}(?:'s?)?"
         r"(?: for)?(?: (?:any|their|his|her))?(?:(?: (?:confirmation|approval|permission|consent|authori[sz]ation))?"
         rf" (?:when|before|prior to|on|for|if|while)(?: you)?(?: \w+)? ?\b{_GRAVE}\b{_HARMLESS}| (?:confirmation|approval|permission|consent|authori[sz]ation)(?: again| any ?more)? ?(?:[.!]|$))"),
    rule(_R.BYPASS, "bother|trouble|disturb|pester|ask|consult",
         rf"{_BEGINS}(?:do not|don't|never) (?:bother|trouble|disturb|pester) {_USER} (?:with|for) (?:confirmations?|approvals?|questions?|consent|permission) (?:when|before|on|for)(?: you)? {_GRAVE}\b{_HARMLESS}|"
         rf"\b(?:you|{_AGENT}) (?:(?:do not|don't|does not|doesn't) (?:have|need) to|need not|needn't|must not|should not) (?:ask|consult) {_USER} (?:when|before|on|for)(?: you)? {_GRAVE}\b{_HARMLESS}"),
    rule(_R.BYPASS, "authori|allow|permit|entitled|cleared",
         rf"\b(?:(?:authori[sz]ed|allowed|permitted|cleared) you|{_USER} (?:has |have )?(?:authori[sz]ed|allowed|permitted|cleared) {_AGENT}|(?:given|gave|grants?|granted) you (?:the )?(?:permission|authority)|you (?:are|have been) (?:authori[sz]ed|allowed|permitted|cleared|free|entitled)) to {_GRAVE}\b{_HARMLESS}{_IN}{{0,50}}?"
         r"\bwithout (?:any )?(?:\w+ )?(?:asking|being asked|confirm\w*|approval|permission|consent|review|question\w*)\b"),
    rule(_R.BYPASS, "safety|security",
         rf"{_BEGINS}(?:ignore|skip|bypass|disregard|suppress|omit|circumvent|turn a blind eye to)(?: (?:all|any|the|every|these|those|your))* (?:safety|security) (?:checks|warnings|alerts|rules|measures|reviews|policies|filters|controls)\b"
         rf"(?!{_IN}{{0,40}}?\b(?:in|for|on|during|from|about|of)\b)"),
    rule(_R.SECRECY, "mention|bring up|admit|acknowledge",
         rf"\b(?:you|{_AGENT}) (?:must|should|shall|will|may|can|are to|is to)(?: ?not| never|n't)(?: ever)? (?:mention|bring up|admit|acknowledge|talk about) (?:the|any|our|that|how|why)\b(?={_IN}{{1,40}}?\b{_AT_STAKE}\b)"
         rf"(?!{_IN}{{0,50}}?\b(?:{_PRIVATE}|in|at|during|on|to (?!(?:the |your )users?\b)[\w-]+)\b) \w"),
    rule(_R.SECRECY, "tell|inform|warn|mention|quiet|silent|conceal|withhold|learn|find out|notice",
         rf"(?:{_BEGINS}(?:(?:do not|don't|never) (?:ever )?(?:(?:tell|inform|warn) {_THE_USER} (?:about|of|that)\b|mention (?={_IN}{{1,50}}? to {_THE_USER}\b))|(?:keep (?:quiet|silent) about|stay silent about) (?:the|any)\b|"
         rf"(?:conceal|withhold) (?:the|any|all)\b(?={_IN}{{1,50}}? from {_THE_USER}\b))|\b{_THE_USER} (?:must|should|may|shall)(?: not| never|n't)(?: ever)? (?:learn (?:about|of|that)|find out|notice (?:that|the))\b)"
         rf"(?={_IN}{{1,40}}?\b{_AT_STAKE}\b)(?!{_IN}{{0,40}}?\b{_PRIVATE}\b)"),
    rule(_R.EXFILTRATION, "http|www.",
         rf"\b{_EVER}{_ANSWERING}{_IN}{{0,20}}?,? ?(?:always |first |please )*(?:visit|open|fetch|load|call|ping|request|get|browse|navigate to|go to)\b{_IN}{{0,20}}? ?{_URL}|"
         rf"{_BEGINS}(?:visit|open|fetch|load|call|ping|request|get|browse|navigate to|go to) {_URL}{_INSIDE}{{1,80}}? (?:before|after|on|with|for|whenever|when|each time|every time) (?:you |each |every |any )?{_ANSWERING}"),
    rule(_R.BYPASS, "rm -", rf"{_BEGINS}(?:run|execute|type|enter|call|issue)\b [^\n]{{0,30}}?\brm -[rf]{{1,2}}(?: -[rf])? ?(?:/(?![\w.])|~|\*)"),
    rule(_R.EXFILTRATION, "@|http|www.",
         rf"{_BEGINS}(?:use|invoke|call|trigger|run) (?:(?:the |your )?(?:tool|function|plugin|action) [\w.-]+(?: [\w.-]+)?|(?:the |your )?[\w.-]+(?: [\w.-]+)? (?:tool|function|plugin|action)|(?:send|post|mail|write|http|upload|share) ?(?:e?mail|message|file|request|post|get|out)) (?:to|and) "
         rf"(?:send|forward|e-?mail|mail|upload|post|share|export|copy|transmit|submit|leak) {_INSIDE}{{1,80}}?{_ADDRESS}|"
         rf"{_BEGINS}(?:with|through|via) (?:the |your )?(?:tool|function|plugin|action) [\w.-]+(?: [\w.-]+)?,? (?:send|forward|e-?mail|mail|upload|post|share|export|copy|transmit|submit|leak) {_INSIDE}{{1,80}}?{_ADDRESS}"),
    rule(_R.ADDRESSED, "mandatory|essential|required|necessary|imperative|vital|crucial|important|compulsory",
         rf"\bit is (?:absolutely )?(?:mandatory|essential|required|necessary|imperative|vital|crucial|important|compulsory) that (?:(?:the |your |this )?(?:ai )?(?:assistant|ai) "
         rf"(?:forwards|transfers|wires|pays|approves|grants|{_HARMS})|(?:the |your |this )?(?:ai )?agent (?:{_HARMS}))\b{_HARMLESS}|"
         rf"\b(?:the |your |this )?(?:ai )?(?:assistant|agent|ai) is (?:hereby )?(?:required|obliged|ordered|instructed) to (?:upload|delete|erase|wipe|reveal|disclose|leak|bypass|hide|conceal|ignore)\b{_HARMLESS}"),
    rule(_R.EXFILTRATION, "pastebin|public|database|contact|discount|price|password|customer|secret",
         rf"\b(?:you|{_AGENT}) {_MUST}(?: \w+)? (?:(?:upload|export|post|copy|send|forward|publish) (?:the |all |any |your |every )*(?:[\w-]+ )?(?:databases?|notes?|memor(?:y|ies)|files?|conversations?|data|contacts?|e-?mails?|mails?|messages?|records?|history|keys|passwords?)\b{_IN}{{0,30}}? (?:to|on|at) (?:an? |the )?(?:pastebin|paste ?bin|public (?:server|url|link|folder|bucket))|"
         r"(?:reveal|disclose|divulge|leak|expose) (?:the |all |our |any )*(?:[\w'-]+ )?(?:codes|passwords?|secrets|data|database|contacts|credentials)\b)"),
    rule(_R.ROLE, "pretend|act as|assume|suppose|behave as|imagine",
         rf"{_BEGINS}(?:pretend|act as (?:if|though)|assume|suppose|behave as (?:if|though)|imagine)(?: that)? you (?:have|had|hold|possess) (?:\w+ )?(?:admin\w*|root|sudo|full|unlimited|unrestricted|elevated|superuser|all)"
         r" (?:\w+ )?(?:rights|access|privileges?|permissions?|authority)(?= ?(?:$|[.,;!]|(?:on|to|over|and|for|here|now|in|when)\b))"),
    rule(_R.EXTRACTION, "prompt|instructions",
         rf"{_BEGINS}(?:reply|respond|answer|output|return|encode|translate)(?: only| just)?(?: (?:with|in|using|to|me))?(?: (?:the|your|all|full|whole|entire)){{0,3}} (?:system prompt|(?:hidden|initial|secret|original|your) (?:instructions|prompt))\b"
         rf"(?={_IN}{{0,40}}?\b(?:base64|hex|rot13|binary|encoded|morse|reversed)\b)|"
         rf"{_BEGINS}(?:reply|respond|answer)(?: only| just| solely)? (?:with|in) {_IN}{{0,24}}?\b(?:base64|hex|rot13|copy|text|contents?|of) (?:of )?(?:the |your )?(?:whole |full |entire )?(?:system prompt|(?:hidden|initial|secret|original) (?:instructions|prompt))\b|"
         rf"{_BEGINS}(?:reply|respond|answer) (?:only |just |solely )?with (?:the|your) (?:\w+ )?system prompt\b"),
    rule(_R.AUTHORITY, "recommend|promote|advertise|endorse|praise",
         rf"(?:\b{_AGENT} {_MUST}|\byou {_MUST}|\balways|\bfrom now on,?|\bhenceforth,?)(?: always| only| first)? (?:recommend|promote|advertise|endorse|praise) (?:the |our )?(?:brand [\w-]+|(?:products?|services?) (?:from|by|of) (?!local\b|nearby\b)[\w-]+(?= ?(?:$|[.,;!])))"),
)  # fmt: skip

_S = r"[^。！？；\n]"
_ZH_BEGINS = (
    r"(?:^|[，。！？；：、,:!;>] ?)(?:请|务必|立即|马上|现在|记得|记住|一定要|必须|直接|你|助手|智能体|要|应该?|可以)*"
)
_ZH_AGENT = r"(?:(?:AI|ai|智能|语音)? ?(?:助手|助理|智能体|代理|机器人))"
_ZH_USER = r"(?:用户|用戶|主人|本人|顾客|客户)"
_ZH_GRAVE = r"(?:删除|清空|付款|支付|转账|汇款|打款|购买|下单|退款|发送|转发|分享|上传|签署|授权|交易|提现)"
_ZH_HARMLESS = rf"(?!{_S}{{0,10}}?(?:临时|缓存|测试|草稿|重复|过期|分支))"
_ZH_NOT = r"(?:不要|别|切勿|不得|禁止|勿|不准|不许)"
_ZH_AT_STAKE = (
    r"(?:费|价|佣金|利息|风险|召回|泄露|故障|副作用|改|变动|变更|转账|付款|扣款|被|损失|缺陷|真相|实情|出售|分享)"
)
_ZH_PRIVATE = r"(?:密码|口令|密钥|隐私|个人|其他|他人|别人|机密|剧透|结局|惊喜|生日|礼物|每一?[步个条]|步骤|细节|例行|剧情|还没|尚未|未定|未公开)"

CONDUCT_CHINESE: tuple[Rule, ...] = (
    rule(_R.AUTHORITY, "询问|问起|问到|问及|问",
         rf"(?:^|[，。；：]|当|如果|若|只要|每当|一旦|凡是|有)(?:用户|有人|对方|顾客)(?:要是|如果|若|一旦)?(?:询问|问起|问到|问及|问){_S}{{1,14}}?[，,]\s?(?:你|就|请|一律|都|直接)*(?:回答|回复|答复|声称|说)"
         r"(?=(?:他们?|用户|是(?!否)|没有|沒有|不能|不可|不会|免费|(?:全部|一切|都|所有)(?!用|以|要|带|附)|已(?!知)|“|「|\"))(?!没有?(?:时间|空))"),
    rule(_R.BYPASS, "无需|不需要|不用|不必|无须|均可不经|不要",
         rf"(?:所有|全部|任何|一切|凡是)的?{_S}{{0,6}}?{_ZH_GRAVE}(?:操作|请求|申请|行为|订单)?(?:都|均|一律|也)?(?:无需|無需|无须|不需要|不用|不必)(?:再|经过|经|任何|用户|主人|人工)*(?:确认|審批|审批|批准|同意|询问|审核)"),
    rule(_R.BYPASS, "无需|不需要|不用|不必|无须|不要|别",
         rf"(?:^|[，。；：、,:] ?|你)(?:在)?(?={_S}{{0,14}}?(?:前|时|的时候|之前)?[，,]?(?:都|均)?(?:无需|無需|无须|不需要|不用|不必|不要|别)){_ZH_HARMLESS}{_ZH_GRAVE}{_S}{{0,8}}?(?:前|时|的时候|之前)[，,]?(?:都|均)?(?:无需|無需|无须|不需要|不用|不必|不要|别)(?:再|先|去)?"
         rf"(?:询问|问|征求|请求|经过|取得|通知|告知|等待?)(?:{_ZH_USER}|任何人)(?=[，,。！；]|$|的?(?:意见|同意|确认|许可|批准)|就|便|直接)|"
         rf"(?:^|[，。；：、,:] ?){_ZH_GRAVE}(?:操作|行为)?(?:都|均|一律)?(?:无需|無需|无须|不需要|不用|不必)(?:经过|经|征得|取得|得到)?用户的?(?:同意|确认|批准|许可)"),
    rule(_R.SECRECY, "用户|用戶|主人",
         rf"(?:^|[，。；：、,:!] ?|请|必须|务必|你|助手)(?:{_ZH_NOT}(?:告诉|告訴|告知)(?:用户|用戶|主人)(?!{_S}{{0,16}}?{_ZH_PRIVATE})(?={_S}{{0,16}}?{_ZH_AT_STAKE})|{_ZH_NOT}(?:让|讓)(?:用户|用戶|主人)(?:知道|发现|察觉)(?!{_S}{{0,16}}?{_ZH_PRIVATE})|(?:对|向)(?:用户|用戶|主人)(?:隐瞒(?!是|的)|保密(?!协议|义务|信息|的|是)))"),
    rule(_R.EXFILTRATION, "http|www.",
         rf"(?:回答|回复|答复)(?:用户|问题)?(?:之前|之后|前|后|时|的时候)[，,]?(?:请|都|必须|先|要)*(?:访问|打开|请求|加载|调用) ?{_URL}"),
    rule(_R.BYPASS, "rm -", rf"{_ZH_BEGINS}(?:运行|執行|执行|输入|敲) ?rm -[rf]{{1,2}}(?: -[rf])? ?(?:/(?![\w.])|~|\*)"),
    rule(_R.EXFILTRATION, "外部|外网|第三方|公网|http|@",
         rf"(?:(?:你|{_ZH_AGENT})(?:必须|務必|务必|要|应该?|需要?|得|应当)|(?:^|[，。；：,:!] ?)请)(?!{_S}{{0,4}}?(?:不|勿|别)){_S}{{0,16}}?(?:上传|发送|外发|发|转发|传|导出|同步|提交|泄露)(?:到|给|至|往)(?:外部(?!硬盘|存储|磁盘|存儲|设备|显示)|外网|第三方(?!审计|机构|检测|平台|物流|公司|支付|托管|库)|公网|https?:|[\w.+-]+@)"),
    rule(_R.EXFILTRATION, "通讯录|联系人|聊天记录|密码|密钥|客户名单|客户资料",
         r"(?:^|[，。；：、,:!] ?)(?:请|你)?(?:立即|马上|立刻|现在就)(?:把|将)?(?:全部|所有|整个|用户的?)?(?:导出|上传|外发|发出|泄露|公开)(?:全部|所有|整个|用户的?)?(?:通讯录|联系人|聊天记录|密码|密钥|客户名单|客户资料)|(?:^|[，。；：、,:!] ?)(?:请|你)?(?:立即|马上|立刻)(?:把|将)(?:全部|所有|整个|用户的?)?(?:通讯录|联系人|聊天记录|密码|密钥|客户名单|客户资料)(?:全部|都)?(?:上传|外发|发出|泄露|公开)"),
    rule(_R.ADDRESSED, "助手|助理|智能体|机器人",
         rf"(?:^|[，。；！] ?){_ZH_AGENT}(?:们)?[，,]?\s?(?:请|務必|务必)?(?:注意|听好|听令|看好)\s?[：:，,]"),
    rule(_R.AUTHORITY, "推荐|推薦",
         rf"(?:(?:以后|今后|从今|一律|始终|总是|只能?|必须|务必|助手){{1,3}})(?:只|一律|都|优先|必须)*(?:推荐|推薦)(?!{_S}{{0,8}}?(?:国产|本地|环保|平价|便宜|小众|有机|知名|大品牌|素食)) ?(?:[\w\u4e00-\u9fff-]{{1,12}} ?(?:品牌|牌子)|[a-z0-9-]{{2,20}} ?(?:的产品|家的))"),
)  # fmt: skip
