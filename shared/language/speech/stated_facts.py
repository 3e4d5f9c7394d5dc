"""The forms in which people state outright what lasts: of each kind what reads like it, and what only looks like it."""

from __future__ import annotations

import re

from shared.language.text.patterns import Regex


def _any(*patterns: str) -> Regex:
    return Regex("|".join(patterns), re.IGNORECASE)


_MANNER = (
    r"(?:really|always|usually|generally|strongly|much|also|still|now|absolutely|mostly|normally|personally|actually)"
)
_DO_NOT = r"(?:don['’]t|do not|can['’]t|cannot|never|no longer)"
# "really don't", "don't really"
_MANNERS = rf"(?:{_MANNER} )*"

# --- likes and dislikes

PREFERENCE = _any(
    rf"\b(?:i|we) {_MANNERS}(?:prefer|like|love|enjoy|hate|dislike|detest|favou?r|appreciate)\b",
    r"\b(?:i|we)(?:['’]d| would) (?:much )?rather (?:have|not|use|be called|get|read|sit|travel|work)\b",
    rf"\b(?:i|we) {_MANNERS}(?:{_DO_NOT}) {_MANNERS}(?:like|stand|enjoy|eat|drink|touch)\b",
    r"\b(?:i|we) (?:usually|always|only|never|normally) (?:drink|eat|wear|read|fly|travel|sit|sleep|shop)\b",
    r"\bmy (?:[\w-]+ )?(?:preference|favou?rite)\b|^prefers?\b|^(?:please )?(?:call|address) me\b(?! (?:when|if|at|back|to|later|a|on)\b)",
    r"(?:我|我们|本人)(?:比较|更|最|很|一直|通常|特别|非常|真的|都|也|平时|还是)*(?:不太?)?"
    r"(?:喜欢|偏好|偏爱|讨厌|爱(?:吃|喝|看|听|用)|习惯|倾向于|受不了|不(?:吃|喝)(?!这|那|一套|亏|惊|倒彩|得|到|下|惯|消|准|透|了))",
    r"(?:^|[，,。请])(?:请|以后|可以|就)?(?:叫我|称呼我)(?!别|去|来|的)|我的偏好|我(?:一直|从来|从小)?(?:吃素|只(?:吃|喝|用|看|坐))",
)
# What is liked is what was just said, or the word is politeness.
NOT_LIKED = _any(
    r"^[\"'\s]*(?:that|it|this|these|those|they)\b|\b(?:everyone|everybody|everything|anyone|somebody|someone|what|which|who|that|things?|people|reason|way) (?:i|we)\b",
    r"\b(?:like|love|hate|enjoy|prefer|appreciate|dislike) (?:that|this|it|these|those|them|him|her|you|your|what|how|where|when|(?:option|number|version|variant|choice|proposal|draft|design|no\.?) [\w-]+[.!]*$|[A-Da-d\d][\d ]*[.!]*$|(?:both|neither|either|none|all)(?: of (?:them|these|those|it))?[.!]*$|the (?:idea|"
    r"way|plan|answer|suggestion|result|sound|look|second|first|last|other|new|latter|former|one)|one of|to (?:bother|say|ask|be a|interrupt|"
    r"admit|complain|see|hear|know|think|disappoint|disturb|thank|break|point))\b(?! time)",
    r"\b(?:like|love|hate|appreciate|enjoy|prefer)[.!]*$|\b(?:eat|drink|touch|wear|read) (?:it|that|this|them|these|those)\b|\bfly off the\b",
    r"\b(?:look|sound|feel|seem|just|would|['’]d) (?:like|love|prefer|hate|appreciate|enjoy)\b",
    r"(?:喜欢|爱|讨厌|受不了|习惯)(?:你|您|这|那|它|他|她|哈|啦|了|呀|吗|死|的(?:话|是这))",
    r"(?:喜欢|讨厌|不习惯)[！!。]*$|(?:喜欢|偏好|偏爱|讨厌)(?:第[一二三四五六七八九十\d]+(?:个|种|版|款|张|套|条|项|份|幅|首|篇)|前者|后者|(?:前|后|上|下|左|右|里|外)(?:面|边)(?!的[\u4e00-\u9fff])|刚才|最后(?:一|那)|(?:方案|选项|版本)(?: ?[A-Za-z0-9一二三四五]|$)|\d+$|[a-dA-D]$)",
    r"(?:[两三四]个|二者|两者)我?都|^我都",
)

# --- facts about the speaker and what is theirs

_KIN = (
    r"(?:wife|husband|partner|spouse|fianc[eé]e?|boyfriend|girlfriend|son|daughter|child(?:ren)?|kids?|baby|mother|father|mum|mom|dad|parents?|"
    r"brothers?|sisters?|siblings?|twins?|cousin|uncle|aunt|nephew|niece|grand\w+|family|in-laws?|dogs?|cats?|pets?|puppy|kitten|horse|parrot|rabbit)"
)
_OWNED = (
    rf"(?:{_KIN}|(?:[\w-]+ )?name|surname|nickname|pronouns?|birthday|age|anniversary|address|e-?mail|phone|number|job|role|title|profession|"
    r"position|employer|company|team|office|boss|manager|supervisor|doctor|dentist|therapist|lawyer|landlord|teacher|school|university|college|"
    r"major|degree|field|hometown|home|house|flat|apartment|city|town|country|nationality|citizenship|car|bike|bicycle|blood type|height|weight|size|"
    r"time ?zone|language|mother tongue|religion|diet|allerg(?:y|ies)|locker|desk|account|username|handle|repo(?:sitory)?|stack|budget|salary|"
    r"hobb(?:y|ies)|locale|currency|department|division|client|customer|favou?rites?|working hours|commute|neighbou?rhood|startup|business|shop|blog|website)"
)
_ROLE = (
    r"(?:[\w-]*(?:er|or|ist|ian|eer|yst|ant|ect|man|woman)|nurse|student|chef|cook|pilot|physician|attorney|clerk|vegetarian|vegan|father|mother|parent|"
    r"dad|mum|mom|cto|ceo|cfo|coo|ciso|founder|lead|head|dba|sre|pm|phd|postdoc|intern|freelancer|resident|citizen|widow|widower|orphan|athlete|monk|"
    r"night owl|early bird|morning person|native(?: [\w-]+)? speaker|christian|muslim|jew|buddhist|hindu|catholic|expat|immigrant|diabetic|celiac|coeliac)"
)
_NOT_ROLE = r"(?!(?:[\w-]+ ){0,3}(?:another|either|other|beginner|bother|matter|error|number|loser|user of (?:your|this|the)|order|reader here|failure|person who)\b)"
_PLACE = r"(?:in|at|near|on|with|by|outside|above|between|next to|alone|abroad|north|south|east|west|close)"
_VALUE = r"(?:\d|[\"'`/]|(?-i:[A-Z])|\w+(?:[-_]\w+)*[-_]?\d|true\b|false\b)"
_SPAN = r"\b(?:since (?!(?:this|last (?!year)|the|noon|morning|lunch|yesterday|today|\w+day)\b)|for (?:(?:about|over|almost|nearly|more than|the (?:last|past)) )?(?:\w+ )?(?:years|decades)(?! of\b))\b"
# A name, and not a word that has a capital for another reason.
_NAME = (
    r"(?-i:(?!(?:Sorry|Ok|Okay|Done|Fine|Good|Great|Here|Back|Ready|Not|Just|So|Sure|Happy|Glad|Afraid|In|Out|Off|On|Up|Down|Home|Late|Busy|Tired|Sick|Lost|Stuck|Serious|Curious|"
    r"New|Right|Wrong|Also|Still|Now|Very|Really|Too|All|Awake|Alone|Away|Free|Kind|Your|My|The|No|Only|Mad|Sad|Bored|Broke|Dead|Old|Bad|Well|Yours|Legend|Batman|[A-Z][a-z]+(?:ing|ed))\b)[A-Z][a-zà-öø-ÿ]+(?:[ -][A-Z][a-zà-öø-ÿ]+){0,2})"
)
_OFTEN = r"(?:(?:always|mainly|mostly|only|usually|also|still|currently|now|normally|all) )?"
_WITH_NAMED = r"(?:with|using|on|in|via|through) (?!(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|(?:chrome|firefox|safari|edge) now\b)(?-i:[A-Z])[\w.+-]*"
# How long, with what, how many, by what name, and what one never does.
_PLAIN = (
    rf"\b(?:i|we)(?:['’]ve| have) (?:also )?(?:been )?(?:(?:living|lived) (?:in|near|outside) (?-i:[A-Z])|(?:working|worked|teaching|taught) (?:(?:at|for|in) (?-i:[A-Z])(?!xcel\b|ord\b)|as an? )|(?:studying|studied) (?:at|in) (?-i:[A-Z])).*{_SPAN}",
    rf"\b(?:i|we)(?:['’]ve| have) been (?:(?:at|with) (?-i:[A-Z])|(?:playing|speaking|learning|collecting|practi[sc]ing) (?!(?:it|this|that|with|around)\b)).*(?:{_SPAN}(?! (?:this|last|noon|monday|yesterday)\b))",
    rf"\bi(?:['’]ve| have) been (?:an? {_NOT_ROLE}(?:[\w-]+ ){{0,3}}{_ROLE}|married|vegetarian|vegan|sober|self-employed|retired|diabetic)\b.*{_SPAN}",
    rf"^(?:and |also )?i {_OFTEN}use (?!(?:it|this|that|these|those|them|the|your|a (?:lot|few|trick|hack|workaround|script|loop|test)|an?(?: [\w-]+){{0,2}} of)\b)[\w.+-]+(?: [\w.+-]+){{0,3}}? (?:for (?:all (?:of )?)?(?:my )?(?:work|coding|writing|programming|development|everything|e-?mails?|mails?|notes|job)|"
    r"as my (?:[\w-]+ )?[\w-]+|at (?:work|home)|every day|daily)[.!]*$",
    rf"^(?:at|for) (?:work|home|my [\w-]+),? i {_OFTEN}use (?!(?:it|this|that|these|those|them|the|your)\b)[\w.+-]+(?: [\w.+-]+){{0,2}}[.!]*$",
    rf"^(?:and |also )?i {_OFTEN}use (?-i:[A-Z][\w.+-]*(?: [A-Z0-9][\w.+-]*){{0,2}})[.!]*$",
    rf"\bwe {_OFTEN}(?:deploy|build|test|ship|release|host|store|track|manage|monitor|provision|communicate|develop|code)(?: (?!(?:it|that|this|them)\b)[\w-]+){{0,4}} {_WITH_NAMED}",
    r"\bi (?:always |usually )?wear (?:(?:an? )?size \w+|(?:reading )?glasses|contact lenses|contacts|hearing aids?|a hearing aid|a pacemaker|dentures|braces)(?=[.!]*$|,| (?:for|since|and|when|to|shoes?|shirts?|trousers|jeans|dress(?:es)?|gloves|boots|hats?)\b)|\bi(?:['’]m| am) an? size \w+",
    r"\b(?:we['’]re|we are|i['’]m part of|i am part of) (?:an? )(?:[\w-]+ ){0,2}(?:team|company|startup|agency|family|group|couple|household|band|bakery|shop|business|consultancy|firm|studio|cooperative|school|clinic|charity) "
    r"(?:of (?:\d|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)|(?:based )?in (?-i:[A-Z])|from (?-i:[A-Z]))",
    r"\b(?:we['’]re|we are) (?:hosted|based|located|registered|headquartered) (?:in|on|at) (?!\w+day\b)(?-i:[A-Z])|\b(?:we['’]re|we are) (?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty) (?:people|engineers|developers|employees|colleagues|nurses|teachers|designers) (?:in|at|from) (?-i:[A-Z])[\w-]+(?=[.!]*$|,)",
    r"\bour (?:[\w-]+ )?(?:ci|cd|database|db|cloud|provider|framework|editor|queue|cache|crm|erp|tracker|wiki|registry|monitoring) (?:is|runs on) (?-i:[A-Z])[\w.+-]*[.!]*$",
    r"\bi have chronic [\w-]+|\bi (?:commute|(?:cycle|walk|drive|bike) to work)\b",
    rf"\bi {_MANNERS}(?:don['’]t|do not|never) (?:smoke|drink|drive|fly)(?: (?:alcohol|at all|any more|anymore|coffee|tea))?[.!]*$",
    r"\bi suffer from (?!(?:this|that|it|the|your|these|those|them)\b)[\w-]+|\bi(?: was|['’]ve been| have been) diagnosed with (?!.*\b(?:bugs?|errors?)\b)\w+",
    rf"\b(?:i['’]m|i am|my name['’]s) {_NAME}(?=[.!]*$|,| (?:from|and i|and my|by name)\b)",
    r"\bi (?:drive|ride) an? (?:(?:[\w-]+ )?(?:(?:electric|diesel|hybrid) )?(?:cars?|vans?|trucks?|motorbike|motorcycle|scooter|bikes?|horse|lorry|bus|taxi)\b|(?-i:[A-Z])\w+)",
    rf"\bi {_OFTEN}(?:code|program|develop|script|write(?: code)?(?! in (?:c|go)\b)) in (?:python|go|golang|rust|java|javascript|typescript|c|c\+\+|c#|kotlin|swift|ruby|php|scala|haskell|elixir|clojure|julia|perl|lua|zig|dart|sql|fortran|cobol|matlab|ocaml|erlang)(?=[\s.,!]|$)",
    r"我(?:从不|从来不|绝不|一直不|不(?=抽))(?:喝|吃|抽|碰)(?!倒|亏|惊|力|醋|了|这|那|得|到|下)[\u4e00-\u9fff]{1,6}|我患(?:有|上|了)(?!的)[\u4e00-\u9fff]{2,10}",
    r"我(?:一直|平时|主要|现在|目前|工作时?)?用的(?:手机|电脑|浏览器|编辑器|系统|键盘|相机|车)?是(?![^，,。]{0,12}(?:所以|但|还是|就|才|网络|版))(?!你|您|这|那|第|什么|哪|错|旧|老|他|她|它|上面|下面|刚|\d|v\d)[\u4e00-\u9fffA-Za-z][\u4e00-\u9fff\w ]{0,11}(?=[，,。！!]|$)",
    r"我们?(?:一直|主要|都|现在|目前|统一)?用 ?[A-Za-z][\w.+-]* ?(?:来)?(?:部署|开发|管理|监控|测试|构建|存储|办公|记笔记|协作|沟通|写(?!了|个|一|的))(?!了|的时候|时|失败|报错|不)",
    r"我们(?:团队|公司|小组|部门)?(?:一共|总共|共)?(?:是|有)?(?:一个)?[\d一二两三四五六七八九十百]{1,4}(?:个)?人的?(?:团队|小组|公司|家庭|工作室)(?=[，,。！!]|$)",
    r"我(?:从|自)\d{2,4}年(?:起|开始|以来)?(?:就)?(?:一直)?(?:住在|在.{1,12}(?:工作|生活|上班|任教))",
    r"我(?:平时|一般|一直)?(?:穿(?:\d{2}|[xsmlXSML]{1,4}) ?(?:码|号)(?=[，,。！!的]|$)|戴(?:眼镜|助听器|隐形眼镜|假牙|牙套)(?=[，,。！!]|$))",
    r"我(?:从不|从来不)(?:熬夜|加班|开车|运动|化妆|赌博|吸烟|迟到|点外卖)(?=[，,。！!]|$)|我得了(?!选择|拖延|强迫)[\u4e00-\u9fff]{1,6}(?:病|症|炎|癌)|我(?:是)?(?:高度)?(?:近视|色盲|色弱|乳糖不耐受?)(?=[，,。！!]|$)",
    r"我(?:平时|平常|日常|一直|主要)用(?!得|这|那|你|它|的|了|过)[\u4e00-\u9fffA-Za-z0-9 ]{2,10}(?=[，,。！!]|$)|(?:^|[，,])[\u4e00-\u9fff]{2,4}我们(?:都|统一|一直)?用 ?[A-Za-z][\w.+-]*(?=[，,。！!]|$)",
    r"我(?:已经)?在[^，,。这那]{1,12}(?:生活|住|工作|教书|上班)了(?:快|大约|将近)?[\d一二三四五六七八九十]+(?:多)?年",
)
FACT = _any(
    *_PLAIN,
    rf"\b(?:my|our) (?:(?!(?:question|point|problem)\b)[\w'’-]+ ){{0,3}}{_OWNED} (?:is|are|was born|lives?|works?|ha(?:s|ve)(?! been\b)|uses?|runs?|goes|speaks?|studies|needs?|closes|opens)\b",
    r"\b(?:my|our) [\w'’-]+(?: [\w'’-]+){0,3} is (?:called|named)\b",
    r"\bi(?:['’]m| am) (?:also |now |still |currently |severely |very )?(?:allergic|from|based|married|divorced|widowed|engaged to|vegetarian|vegan|pescatarian|responsible for|in charge of|"
    r"(?:left|right)[- ]handed|colou?r-?blind|diabetic|deaf|blind|dyslexic|asthmatic|autistic|pregnant|retired|self-employed|bilingual|lactose|gluten|coeliac|celiac|hard of hearing|"
    r"\d{1,3} years old|fluent in|native to|on (?:parental|maternity|paternity) leave|on the \w+ team)\b",
    rf"\bi(?:['’]m| am) (?:an?|the) {_NOT_ROLE}(?:[\w-]+ ){{0,3}}{_ROLE}\b(?! (?:who|that)\b)",
    rf"\b(?:i|we) (?:also |now |still |currently |actually |both )?(?:live|lived|grew up|reside|settled) {_PLACE}\b|\bi was born\b",
    r"\b(?:i|we) (?:also |now |still |currently |mostly |usually )?work (?:at|for|as|in|from|remotely|nights|part|full|with (?:children|animals|patients))\b",
    r"\bi (?:also |now |still |currently )?(?:study|studied|teach|taught) (?:at|in|for|(?!the\b|this\b|it\b|that\b|your\b|now\b)[\w-]+ (?:at|in)\b|(?-i:[A-Z])|(?:medicine|law|physics|chemistry|biology|maths?|"
    r"mathematics|history|economics|philosophy|engineering|music|art|nursing|psychology|computer science|architecture)\b)",
    r"\b(?:i|we)(?: have|['’]ve)? (?:just |recently |also )?(?:moved|relocated) (?:(?:back |house |home )?to|from|in with)\b|\bi(?: have|['’]ve)? (?:just |recently )?(?:joined|founded|co-founded|retired from|graduated)\b",
    rf"\b(?:i|we) have (?:an?|one|two|three|four|five|\d+|no) (?:[\w-]+ ){{0,3}}(?:{_KIN}|allergy|allergies|intolerance|degree|phd|licen[cs]e|disability|visa|passport|mortgage|garden|subscription|employees|people|engineers|developers|offices|customers)\b",
    r"\bi have (?:type [12]|diabetes|asthma|adhd|dyslexia|celiac|coeliac|epilepsy|migraines?|high blood pressure|arthritis)\b",
    r"\b(?:i|we) own (?:an?|two|three|the|\d+)\b|\bi (?:also )?speak (?-i:[A-Z])|\bi (?:also )?play (?:the )?(?:piano|guitar|violin|drums|cello|flute|bass|saxophone|trumpet|football|soccer|tennis|"
    r"chess|basketball|volleyball|hockey|golf|badminton|rugby|baseball|cricket|go)\b|\bi (?:manage|lead|run|head) (?:an?|the|our|two|three|\d+)\b(?! (?:command|script|test|query|code|job|app|server)s?\b)",
    rf"\b(?:we|our (?:[\w-]+ )?(?:teams?|company|project|service|office|customers?|product|app|stack|backend|frontend|platform|database|website|ci|pipeline|servers?|cluster|repo(?:sitory)?)) "
    rf"(?:(?:always|mainly|mostly|only|also|now|currently|still|never|all) )?(?:use|uses|run|runs)\b .*(?:{_VALUE}|\bfor\b|\bas\b)",
    r"\bour (?:[\w-]+ )?(?:team|company|project|office|product|stack|customers?|headquarters|fiscal year|deadline|budget) (?:is|are|has|have|starts?|ends?)\b",
    rf"\b(?:the|our) (?:[\w./-]+ ){{1,6}}(?:is|are) now (?:set to |called |named |at )?{_VALUE}",
    r"我(?:叫|名叫|的名字是|的名字叫)(?!你|您|他|她|它|人|别|不|了|个|车|外卖|停|大家|苦|好)[\u4e00-\u9fffA-Za-z·]{1,12}(?=$|[，,。！!、；;\s])",
    r"我(?:现在|目前|一直|也|家)?(?:住在|家住|来自|(?:是)?[\u4e00-\u9fff]{2,3}人$|出生[于在]|毕业于|负责|养了|会说|会讲|定居|任职于?|就职于|入职|加入了)|我是?(?:\d{2,4}年)?(?:毕业|出生)|我今年\d",
    r"我有(?:一|两|二|三|四|\d+)?[个只条位辆套栋](?:\w{0,4})(?:儿子|女儿|孩子|哥哥|弟弟|姐姐|妹妹|狗|猫|宠物|车|房|公寓|双胞胎|兄弟|姐妹)|我有(?:糖尿病|哮喘|高血压|过敏|色盲)",
    r"我对.{1,20}过敏|我(?:现在|目前|一直)?在.{1,30}(?:工作|上班|上学|读书|读研|住(?!院)|任教|留学)|我(?:现在|目前|一直)?在[^，,。这那]{1,15}(?:做|当|搞|写)(?!什么|测试|梦|饭|作业|这|那|错|完)[^，,。]{0,12}(?:开发|设计|运营|产品|销售|研发|"
    r"测试|运维|架构|管理|工程师|老师|经理|医生|律师|会计|教师|研究|后端|前端|算法|客服|市场|编辑|记者)",
    r"我(?:是|现在是|目前是)(?!想|说|不是|要|来|问|指|在|认真|觉得|因为|怕|谁|真|这|那|第|个(?:急|粗))[^，,。？?吗呢]{0,18}(?:师|员|生|家|者|长|医|监|主管|经理|老板|总裁|创始人|CTO|CEO|PM|程序员|后端|前端|开发|"
    r"设计|学生|护士|左撇子|素食者|色盲|人|负责人|博士|硕士|教授|爸爸|妈妈|单身|独生子女)(?:，|,|。|！|$)",
    r"我的?(?:名字|姓名|英文名|生日|地址|邮箱|电话|手机号?|职业|工作|职位|岗位|公司|老板|经理|领导|团队|部门|老公|老婆|妻子|丈夫|爱人|男朋友|女朋友|儿子|女儿|孩子|爸爸|妈妈|父亲|母亲|哥哥|弟弟|姐姐|妹妹|家乡|老家|家|学校|专业|时区|母语|血型|身高|体重|"
    r"尺码|账号|用户名|爱好|信仰|宠物|狗|猫|车|车牌|预算|医生|工位|城市|国籍)[^，,。]{0,8}(?:是|叫|在|有|为)",
    r"(?:我们?)(?:公司|团队|项目|部门|组|产品|系统|服务|后端|前端|平台|工作室|学校)[^，,。]{0,20}(?:用的?是|使用|采用|用(?!户|了|不)|是|有|在|位于|共)",
    r"默认.{1,20}(?:现在|目前|已经?)是|我(?:已经)?(?:搬到|搬去|搬家|移居|离职|退休|结婚|离婚|怀孕|升职|转岗)",
    r"我(?:今天|昨天|上周|上个月|去年|刚刚?|最近|已经?|下个?月|下周)+(?:已经?)?(?:搬到|搬去|搬家|移居|入职|离职|退休|结婚|加入|毕业|升职|转岗|离婚)",
)
# A state of the moment: over tomorrow.
PASSING = _any(
    r"\b(?:is|are|am|['’][msr]e?) (?:now |still |just |currently |all |not |so |very |too |really |a bit |completely )*(?:frozen|broken|down|stuck|slow|"
    r"not working|crash\w*|fail\w*|simple|late|ready|done|gone|here|there|full|empty|dead|fine|ok(?:ay)?|good|bad|better|sick|ill|tired|wrong|right|correct|"
    r"lost|missing|blocked|delayed|cancelled|canceled|busy|asleep|angry|upset|happy|sad|hungry|confused|worried|waiting|asking|calling|coming|being|using|trying|"
    r"getting|going to|loading|running|visiting|crying|sleeping|on (?:fire|hold|the (?:phone|line|way))|out of|in a (?:meeting|hurry)|away|off)\b(?![- ]\w+(?:er|or)\b)",
    r"\bi(?:['’]m| am) (?:an?|the) (?:bit|little|idiot|fool|fan|mess|wreck|one|moron|genius|dummy|stupid|big|huge)\b",
    r"\bright now\b|\bat the moment\b",
    r"(?:坏|卡|崩|挂|死机|断|黑屏|没电)了|不(?:动|见)了|正在|打不开",
)
# An event in somebody's life stays true, whatever the day of the statement.
EVENT_OF_A_LIFE = _any(
    r"\b(?:moved|relocated|joined|graduated|retired|(?:was|were) born|got (?:married|divorced|engaged)|founded|became|turned \d+)\b",
    r"搬到|搬去|搬家|移居|入职|离职|退休|结婚|加入|毕业|升职|转岗|离婚|出生",
)
REMEMBER = _any(
    r"^(?:and |also |so )?(?:please )?(?:remember|note|keep in mind|bear in mind)(?: that\b|:| (?:my|our|the|i|we)\b)|\b(?:don['’]t|do not|never) forget(?: that|:| (?:my|our|i|we))\b",
    r"^(?:请|你要|要|帮我)?(?:记住|记下|记得(?=我|我们))(?!了|密码|没)|^(?:请)?别忘了?(?=我|我们)|请记下",
)
LESSON = _any(r"\blessons?(?: learn(?:ed|t))?\s*[:：]|\bwe learned that\b", r"教训[是:：]|经验[是:：]")

# --- decisions

DECISION = _any(
    r"\b(?:we|i|the team|they)(?: have|['’]ve)?(?: now| just| all| finally| also| both| already)* (?:decided|agreed|settled|concluded|opted|voted|committed) (?:to|on|that|against|for|not|upon|in favou?r)\b",
    r"\b(?:we|i|the team|they)(?: have|['’]ve)?(?: now| just| all| finally| also| already)* (?:chose|chosen|picked|selected|approved|adopted) (?!this\b|that\b|it\b|them\b|him\b|her\b|you\b|the wrong)\w",
    r"\b(?:we|the team)(?:['’]re| are| is|['’]ve| have)?(?: now| just| all| finally)* (?:going|gone|went|sticking) (?:ahead )?with (?!this\b|that\b|it\b|you\b|him\b|her\b|them\b)\w",
    r"\blet['’]?s go with (?!this\b|that\b|it\b|you\b)\w|\bdecision\s*[:：]|\bit (?:is|was|has been) (?:decided|agreed)\b|\b(?:final|our) decision (?:is|was)\b",
    r"(?:我们?|团队|大家|会上|最终|已经?)(?:一致|最终|最后|都|已经?)*(?:决定|商定|约定|敲定|同意)(?!了吗|没)|决定[:：]|最终(?:采用|选择|选定)|就用.{1,20}(?:方案|版本|这套)?了$",
)
NOT_DECIDED = _any(
    r"n['’]t\b|\bnot (?:yet )?(?:been )?(?:decided|agreed|settled|chosen|approved|concluded)\b|\bnever (?:decided|agreed|settled|chose|approved)\b|\bno(?:thing|body| one| decision)\b|\byet to\b|"
    r"\b(?:before|until|once|when|after|if|whether|unless|had|why|how|what) (?:we|i|they|the team)\b|\b(?:thinking|thought|dreamed|wondering|wish|almost|nearly)\b|\bwill (?:be )?decide|\bdecided to (?:try|think|see|sleep|ask|check|look)\b",
    r"(?:还|尚|仍)?[没未](?:有)?(?:最终|正式)?(?:决定|商定|约定|敲定|同意)|不(?:决定|同意)|决定不(?:了|下)|(?:等|如果|要是|在).{0,12}(?:决定|同意)(?:之?[后前]|再)|怎么决定|无法决定|决定(?:先|再)[想看等试说]",
)

# --- changes of a configuration

_WHO = r"(?:\b(?:i|we|the team|ops|they)(?: have|['’]ve)?(?: just| now| already| also)* |^(?:done[,:.]? )?|\b(?:was|were|been|is now|are now|has|have|got) )"
_CHANGED = r"(?:changed|switched|updated|upgraded|downgraded|migrated|moved|raised|lowered|increased|reduced|renamed|bumped|rotated)"
CHANGE = _any(
    rf"{_WHO}{_CHANGED}\b.{{1,120}}\bto\b.{{0,60}}{_VALUE}",
    rf"(?:\b(?:i|we|the team|ops)(?: have|['’]ve)?(?: just| now| already)* |\b(?:was|were|been|is now|are now) )set\b.{{0,120}}\bto\b.{{0,60}}{_VALUE}",
    rf"{_WHO}(?:enabled|disabled|turned (?:on|off))\b (?!it\b|this\b|that\b|them\b).{{3,}}",
    r"(?:已经?|现已|现在|刚刚?|我们?|团队|运维).{0,12}(?:把|将).{1,80}(?:改为|改成|设为|设成|设置为|调整为|调到|升级到|升级为|切换到|迁移到|换成)",
    r"^(?:把|将).{1,80}(?:改为|改成|设为|设成|设置为|调整为|调到|升级到|升级为|切换到|迁移到|换成)了",
    r"(?:从|由).{1,30}(?:改|调整?|升级?|降|换|变|切换|迁移|增加|减少)(?:成|为|到|至)了?.{1,40}",
)
NOT_CHANGED = _any(
    r"n['’]t\b|\b(?:me|us|him|them|myself) to\b|\b(?:my|his|her|your|their) (?:voice|hand|mind|opinion|eyebrows?|hopes?|the mouse|chair)\b|\b(?:the mouse|the cursor|the light|my (?:phone|screen|computer|laptop)|the (?:file|folder|tab|window|page)s?)\b|"
    r"\b(?:before|until|once|when|after|if|whether|unless|had|should|could|can|would|might) (?:we|i|they|you|the team)\b",
    r"请|麻烦|帮我|能否|能不能|可以.{0,6}吗|建议|[没未不](?:有|能|要)?(?:把|将|从)|怎么|打算|计划|如果|要是|想",
)

# --- what is no statement

ASKED = _any(
    r"[?？]\s*$",
    r"^(?:what|when|where|who|why|how|which|can|could|would|will|do|does|did|is|are|should|shall|may|am|has|have|was|were)\b(?! not\b)",
    r"(?:吗|呢|么|没有?啊)\s*[。！!]*$|^(?:为什么|怎么|什么|谁|哪|是否|能不能|可不可以|请问)",
)
SUPPOSED = _any(
    r"^(?:if|suppose|imagine|assuming|what if|in case|unless|maybe|perhaps|had i|had we|were i|once|when)\b|\b(?:might|could|would have|should have|hypothetically|supposedly|allegedly)\b",
    r"\bi (?:wish|hope|dream|guess|bet|almost|nearly|used to|was thinking|thought|doubt|wonder|imagine|feel like)\b|\bas if\b|\bif only\b|\bif (?:i|we)\b|\bno longer\b(?!.*\b(?:use|eat|drink)\b)|\bused to\b|\bso-called\b|\bjust kidding\b|\b(?:(?:ha){2,}h?|lo+l|lmao|jk)\b|哈哈",
    r"^(?:如果|假如|假设|要是|万一|也许|可能|或许|倘若)|(?:假设性|打个比方|开玩笑|好像|似乎|差点|曾经|以前.{0,6}(?:住|用|是)|但愿|梦见|梦到|要是.{1,12}就好)|就好了[。！!]*$",
)
