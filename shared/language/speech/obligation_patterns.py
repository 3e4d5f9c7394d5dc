"""How people forbid, allow, decide and count in English and Chinese, as parts of patterns. The words of other languages
are in their packs.

Each tuple is alternatives of one pattern, matched without regard to case. A word that says more than that by itself
("on", "no" alone) is not in it: what a person says is carried over whether or not it is recognised, and these only
find its place, and what others say.
"""

from __future__ import annotations

# --- forbidden: an order, or a state that must stay

PROHIBITION_EN = (
    r"\b(?:do|must|may|might|should|shall|can|could|will|would|wo|ca|sha|need|ought)(?: not|n['’`´]?t)\b|\bcannot\b",
    r"\bnever\b(?! ?mind| (?:been|was|were)\b| (?!feed|need|exceed|proceed|embed|seed|shed|succeed)\w+ed\b)|\b(?:nobody|no[- ]one|none of|neither)\b|\bno longer\b",
    r"\b(?:forbid(?:den|s)?|prohibit(?:ed|s)?|ban(?:ned|s)?|veto(?:ed|es)?|disallow(?:ed)?|outlaw(?:ed)?)\b",
)
VETO_EN = (
    r"\b(?:without|avoid|refrain|abstain|stop|halt|abort|freeze|frozen|pause|cancel\w*|scrap|call off|untouchable)\b",
    r"\b(?:refus|reject|declin|oppos|disapprov|disagree|blacklist|blocklist|exclud)\w*|\b(?:deny|denied|denies)\b",
    r"\bobject(?:s|ed|ing|ion)?\b(?: to\b|$)|\b(?:i'?m|i am|we'?re|we are|is|are) (?:\w+ )?against\b",
    r"\b(?:leave|keep|let|spare) .{0,60}\b(?:alone|be|in peace|untouched|out|off|away|secret|unchanged|as \w+ (?:is|are|"
    r"was|were))\b",
    r"\b(?:stay|keep|steer|get|back|hold|lay|stand) (?:out|away|off|clear|back)\b|\bhands? off\b|\bhold the\b",
    r"\bkeep your (?:hands|fingers|paws)\b|\b(?:off|out)[- ](?:limits|of[- ]bounds)\b|\bno[- ]go\b|\bread[- ]?only\b",
    r"\b(?:stays?|remains?|stay) (?:\w+ )?(?:as|the way|untouched|unchanged|put|frozen|closed|locked|off)\b",
    r"(?:^|[,;:.!] ?|(?:^|\s)(?:[-*+\u2022\u2013\u00b7]|\d{1,2}[.)]) )(?:please,? |absolutely |and |but |so |there (?:is|are) )?(?:no|zero) (?!problem|worr|doubt|idea|"
    r"objection|need to worry|thanks|thank|one knows|rush)\w+",
    r"(?:^|[,;:] ?)not (?!sure|bad|only|yet|really|much|at all)\w+|\bbut not (?!sure|bad|yet|really|much|at all|only|quite|very|too)\w+|"
    r"\blet(?:['\u2019`]s| us) not (?!forget|kid|pretend|panic|rush)\w+|\bwith (?:no|zero)\b|\bnothing (?:may|must|should|can|"
    r"gets?|is to|leaves?|goes)\b",
    r"\bnot (?:to\b|be\b|ok(?:ay)?\b|fine\b|allowed|permitted|acceptable|supposed|meant|welcome|(?:touch|use|change|delete)\b|"
    r"negotiable|an option|on my|going to\b)|(?:isn|aren|wasn)['’]?t (?:ok(?:ay)?|allowed|permitted|acceptable|supposed|"
    r"meant|negotiable|an option|going to)\b",
    r"\bunder no circumstances\b|\bby no means\b|\bin no case\b|\bno way\b|\banything but\b|\brather not\b|\bwon'?t\b",
    r"\bi'?d rather\b|\bi would rather\b|\bunacceptable\b|\btoo risky\b|\bout of the question\b|\boff the table\b|\b(?:hard|firm|clear|strict|definite|absolute|big|flat) no\b|\bdrop (?:it|that|the idea)\b|\bforget (?:it|"
    r"about|the)\b|\b(?:skip|omit|bypass)\b|(?:^|please )wait\b|\bexcept(?: for)?\b",
)
PROHIBITION_ZH = (
    r"不(?:要|得|能|可(?!避|思|或)|许|准|允许|可以)|禁止|严禁|切勿|请勿|勿|毋|千万(?:别|不)|(?<![特区分级类性个差识辨告离])别(?!的|人|处|名|墅)",
    r"绝不|决不|永不|从不|谁(?:都|也)(?:不|别|没|动不)|任何人(?:都|也)?(?:不|勿|别)|休想|想都别想",
)
VETO_ZH = (
    r"不(?:应|该|用|必|再|动|碰|改|删|行|宜|想(?!到)|希望|接受|同意|建议|赞成|答应|让|给|予|发|做|选|用)|避免|杜绝|否决|未经|拒绝|停止|中止|终止",
    r"只读|禁区|禁地|雷区|红线|切忌|切不可|忌(?:讳)?(?=[\u4e00-\u9fff]{2})|不(?:上|连|进|合并|部署|发布|上线)(?!去|来|升|下|班|学|课|网)|绕开|避开|绕过|跳过|反对|抵制|莫(?!名|非|斯|过)|甭|免谈|免了|暂停|暂缓|取消|撤(?:掉|销|回)|住手|停手|叫停|原样|原封不动|维持现状|保持不变",
    r"一(?:概|律)不|[碰动改删用停]不得|[动碰改]不了|没(?:有)?(?:我的?|答应|批准|同意|允许)|先(?:不|别)|除了?.{1,20}(?:都|均|皆)|无[需须]|黑名单",
)
# Says that something is not so. It forbids nothing by itself, and no summary may turn it round.
NEGATION = (
    r"\b(?:not|no|never|none|nothing|nor|nowhere|unable|hardly|un(?:til|less))\b|n['’`´]t\b|\b(?:dont|doesnt|didnt|isnt|arent|"
    r"wasnt|werent|hasnt|havent|wont|cant|couldnt|shouldnt|wouldnt|mustnt)\b|\bfail(?:ed|s|ure|ing)?\b",
    r"[不没无未非否勿莫]",
)

# --- binding otherwise

OBLIGATION = (
    r"\b(?:must|only|always|shall|required?|requires|mandatory|imperative|at (?:most|least)|no (?:later|more|less|fewer) than|"
    r"until|unless|before|within|deadline|budget is|maximum|max\.?(?= \d)|limit(?:ed)?|has to|have to|needs? (?:approval|review|to be)|exactly|make sure|"
    r"ensure)\b|\b(?:stay|keep|be) (?:it |them |this )?(?:under|below|within)\b|\b(?:go(?:es)?|runs?|pass(?:es)?|comes?) (?:through|via|past|by) .{1,30}\bfirst\b"
    r"|\b(?:everything|all|every|each|any)\b.{1,30}\b(?:go(?:es)?|runs?|pass(?:es)?) (?:through|via|past|by)\b",
    r"必须|务必|只(?:能|可|许|修改|用|在|有|动|改)|仅|一定要|需要?(?:先|经|审批|批准|确认)|审批|至少|至多|最多|不超过|上限|一律|之前|以内|截止|期限|应当|除非|始终",
)

# --- allowed

APPROVAL = (
    r"\b(?:approv|authori[sz]|consent|permit|confirm|endors|ratif|sanction)\w*|\bsign(?:s|ed)?[- ]?off\b|\bsigned\b|"
    r"\bgo(?:es)?[- ]ahead\b|\bgo for it\b|\bgreen[- ]?light\w*|\bpermission\b|\blgtm\b|\bship it\b",
    r"\b(?:please )?(?:proceed|carry (?:on|out))\b|\b(?:looks?|sounds?) (?:\w+ )?(?:good|right|fine|ok(?:ay)?)\b|\bworks for\b|"
    r"\b(?:fine|ok(?:ay)?|alright|good) (?:with|by|to|from|for)\b|\b(?:my|our|your|their|his|her) (?:ok(?:ay)?|blessing|nod)\b",
    r"\bthumbs up\b|\b(?:all|is|has|have|been|are) clear(?:ed)?\b|\bcleared\b|\b(?:no|without) objections?\b|\bagree(?:s|d|ment)?\b",
    r"\b(?:accept|grant)(?:s|ed)?\b|\bgive .{0,20}\b(?:blessing|ok(?:ay)?|nod|go)\b|\bwent through\b|\b(?:it|vote|review|motion) "
    r"(?:has )?passed\b|\b(?:you|they|we) (?:may|can) (?:now )?(?:go|start|begin|proceed|deploy|merge|delete|ship|run|use)\b",
    r"\bhappy with\b|\bdo it\b|\broll it out\b|\blet'?s do (?:it|that|this)\b|^(?:yes|yep|yeah|yup|no|nope|absolutely)\b|^\+1\b|[👍✅🆗]",
    r"批准|审批|同意|授权|核准|许可|签[字了]|准(?:了|予|许|奏)|批了|放行|通过|可以(?:上线|发布|开始|删|改|做|合并|部署|了|动|走|用|执行)|没(?:有)?(?:问题|意见|异议)|"
    r"无异议|就这么|点头|答应|确认|认可|允许|绿灯|拍板|(?:上线|发布|开始|执行|动手|部署)吧|^(?:行|好|可以|对|是|是的|不|不是|好的?|OK|ok)[，,、].+|^(?:行|可以|不|不行|不可以)$",
)

# --- decided

DECISION = (
    r"\b(?:decid|decision|conclu|resolv)\w*|\b(?:settl(?:ed?|ing)|agreed) (?:on|for|that|to)?|\b(?:chose|chosen|choose|choice|picked|"
    r"verdict|select(?:ed|ing)?|opt(?:ed|ing)? (?:for|to|out|in)|rejected|ruled out|outvoted)\b",
    r"\bgo(?:ing|es)? (?:with|for)\b|\blet'?s (?:go|use|keep|take|stay|stick|drop|make|switch|move|pick|have)\b",
    r"\b(?:we|i|they|the team)(?:'ll| will| shall|'re| are|'ve| have)? (?:use|using|keep(?:ing)?|stay(?:ing)?|stick(?:ing)?|take|"
    r"taking|drop(?:ping|ped)?|switch(?:ing|ed)?|mov(?:e|ing)|adopt(?:ing|ed)?|replac(?:e|ing|ed)|prefer|postpon(?:e|ed|ing)) ",
    r"\bit (?:is|will be|shall be)$|\w it is$|\b(?:stick|stay|remain)s? (?:with|to|on)\b|\bmade up (?:my|our|their)\b|\bthe plan is\b|"
    r"\bin favou?r of\b|\breplac(?:e|ed) .{1,40} (?:with|by)\b|\bswitch\w* to\b|\bfrom now on\b|\bgoing forward\b|\w wins$|\bstays?$",
    r"决定|商定|约定|敲定|选[定中了择用]|^选|采用|采纳|结论|定(?:了|为|下来)|(?:定|选)的是|就(?:用|选|走|定|按)|(?:还是|改|换|统一)(?:用|走|成)|用.{1,20}吧|换成|保留|"
    r"放弃|排除|拍板|达成一致|走.{1,20}方案|从今(?:往后|以后|天起)|^那就",
)

# --- counted, named, dated

NUMBER = (
    r"\d",
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|"
    r"half|halves|twice|once|thrice|double[ds]?|triple[ds]?|quarters?|thirds?|percent|zero|first|second|third|fourth|fifth|last|"
    r"several|couple|a few|fortnight|every other|pair)\b|\bversion [IVX]+\b",
    r"[零〇一二两三四五六七八九十百千万亿半几俩仨数][个只条台位次年月日号天周小时分钟秒点元块份项名人倍成%％岁里斤页行级张间层套批轮趟股笔桌]|第[一二三四五六七八九十百]"
    r"|百分之|分之[一二三四五六七八九十]|翻倍|[俩仨]|[一二三四五六七八九十]{2,}|十几|几[十百千万]|[百千万亿]级|五五开|对半|过半|若干|三七开",
)
ID = (
    r"https?://|\w@\w|(?<![\w/])/[\w.-]+|[\w-]_[\w-]|\w\.\w|[#@][\w-]+|`[^`]+`|(?<![\w-])--?[a-z][\w-]+",
    r"[\"“„«「『][^\"“”„«»」』]{1,80}[\"”»」』]|(?<![\w])['‘][^'’]{2,60}['’](?!\w)|[\w.-]/[\w.]",
    r"\b(?:branch|host|pod|table|file|ticket|service|bucket|queue|topic|flag|node|cluster|database|container|image|tag|role|group|channel|"
    r"repo(?:sitory)?|package|module|class|function|method|variable|column|index|schema|script|job|pipeline|server|domain|project|order|commit|"
    r"version|release|build|key)(?: (?:is|are|called|named))? (?:\w+-[\w-]+|(?-i:[A-Z])\w+)\b|\b(?:commit|hash|sha) [0-9a-f]{6,}\b",
    r"(?-i:\b[A-Z]{2,}\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z]\w*-[A-Z]\w*\b|\b(?:Makefile|Dockerfile|Jenkinsfile|README|LICENSE)\b)",
)
DATE = (
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|march|april|june|july|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|"
    r"dec(?:ember)?|(?-i:May)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|yesterday|tonight|noon|midnight|"
    r"(?:next|last|this|every|each) (?:week|month|year|quarter|weekend|morning|evening|night|spring|summer|autumn|winter|sprint)|"
    r"(?:end|start|beginning|middle) of|mid-\w+|eod|eow|cob|christmas|easter|thanksgiving|halloween|new year|weekends?|"
    r"in an? (?:hour|minute|day|week|month|year)|an? (?:hour|minute|day|week|month|year)|daily|weekly|monthly|yearly|hourly)\b",
    r"今天|明天|后天|昨天|前天|今晚|明晚|(?:上|下|这|本)(?:周|个?月|个?星期|季度|半年|礼拜)|今年|明年|去年|周[一二三四五六日天末]|(?:星期|礼拜)[一二三四五六日天]"
    r"|正月|腊月|[月年周]底|[月年]初|[月周年]末|中午|正午|凌晨|半夜|午夜|傍晚|春节|中秋|国庆|除夕|端午|清明|元旦|圣诞|元宵|重阳|点半|[春夏秋冬][天季]|每[天周月年日]",
)
