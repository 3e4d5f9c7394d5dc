"""Chinese."""

from __future__ import annotations

from shared.language.packs.chinese import (
    conduct_words,
    constraint_words,
    feedback_words,
    instruction_words,
    material_words,
    obligation_words,
    standing_order_words,
    talk_words,
    update_words,
    wish_words,
    work_talk_words,
)
from shared.language.packs.instructions import Instructions
from shared.language.packs.pack import Ago, LanguagePack, PastDays, Phrases, Times
from shared.language.packs.parts import Diet, Matter, Opinions, People, Sentences, SmallTalk, Standing, Wishes
from shared.language.packs.relations import chinese_relations
from shared.language.packs.secret_words import IdentityNumber, SecretWords

_FROM_NOW_ON = "(?:从(?:今|现在|今天|此)(?:起|开始|往后|以后)?|以后|今后|往后)"
_STANDING = Standing(
    cue=r"^[更改纠][正新]|以后|今后|往后|从[今现此]|默认|[总始]|一律|永远|统一|都|请",
    left_out=(
        (r"^(?:更正|纠正|更新|改正)(?:一下)?\s*[:：,，]\s*", ""),
        (rf"^(?:请)?{_FROM_NOW_ON}[,，]?", ""),
        (rf"^(用户|我){_FROM_NOW_ON}", r"\1"),
        (r"^(用户|我)?(?:请|默认|总是|始终|一律|永远|统一|都)+(?=[用使以])", r"\1"),
        (r"^(用户|我)?(?:都|一律)(?=希望|偏好|更喜欢|想)", r"\1"),
    ),
    answer_cue="回答|回复|答复",
    # 希望用英文回答, 用英文回答.
    answer_wished=(
        (r"^(?:用户|我)?(?:希望|想要|想|要求|偏好|更喜欢)(?:你)?(?=[用使以][^，。]*(?:回答|回复|答复)$)", ""),
    ),
)

PACK = LanguagePack(
    code="zh",
    some_day=Phrases(anywhere="以后|以後|将来|將來|有一天|哪天|改天|日后|某天|有朝一日"),
    matters=(
        Matter(
            "home",
            Phrases(anywhere="我(?:们)?(?:现在|目前|一直)?(?:家)?(?:住|定居)(?:在)?|我家在"),
            Phrases(anywhere="搬(?:到|去|进|来|家)|移居"),
            "住 家",
        ),
    ),
    secrets=SecretWords(
        passwords="密码|密碼|口令|登录密码|支付密码|取款密码|暗码|暗號|暗号|pin码|pin碼|开机密码|api密钥|api 密钥|锁屏密码|通行码",
        links="是|就是|为|為|:|=|改成|改成了|改为|設為|设为|换成|换成了|叫",
        ends="哦|啊|呢|喔",
        about="忘|重置|重設|至少|必须|必須|位数|字符|过期|過期|有效|长度|策略|强度",
        numbers=(
            IdentityNumber(
                "cn_resident_id", "身份证|身份证号|身份证号码|身分證|身份證|公民身份号码", "99999999999999999X"
            ),
            IdentityNumber(
                "tw_identity_id", "身分證字號|身份證字號|身分證號碼|身份證號碼|身分證|身份證", "A_9_99999999|A999999999"
            ),
            IdentityNumber(
                "hk_identity_id", "香港身份證|香港身份证|身份證號碼|身份證|身分證", "A999999_9|A999999(X)|A999999(9)"
            ),
        ),
    ),
    failures=Phrases(
        anywhere="错误|出错|报错|失败|超时|中断|中止|崩溃|拒绝|没有(?:响应|回复|返回)|(?:状态|结果)(?:未知|不明)|不知道.{0,8}(?:没有|是否)|不可用|断开"
    ),
    guesses=Phrases(
        anywhere=(
            r"可能(?!性)|也许|或许|大概|说不定|估计|恐怕|没准|不太?确定|不敢肯定|不一定准|似乎|好像|看样子|我猜|推测|应该是|未确认|没确认|听起来"
        ),
    ),
    powers=Phrases(
        anywhere="权限|有权|审批|批准|签字权|签署|授权|管理员|密码|密钥|合规|法规|额度|root|可以(?:审批|签|删除|转账|放行|访问)|不受.{1,12}约束",
    ),
    spaced=False,
    script="[\u3400-\u9fff]",
    now=Phrases(
        anywhere="现在|目前|当前|最新|如今|眼下|最近|此刻|至今|还在|这阵子|近来",
    ),
    another_time=Phrases(
        anywhere="小时候|曾经|曾在|曾是|以前|从前|过去|原来|原先|本来|当年|那时|想(?:要|去|学|换|搬|买)|打算|计划|希望|梦想|将来|有朝一日|以後",
        patterns=(
            r"(?:19|20)\d\d\s*年(?!以来|起|开始|至今|到现在)[^，。；]{0,4}(?:住|居住|任职|工作|就职|上学|使用|担任)",
        ),
    ),
    question_particles=Phrases(
        anywhere="什么时候|为什么|什么|哪里|哪儿|哪个|哪些|哪位|哪本|哪天|多少|怎么样|怎么|怎样|如何|谁|多久|多长|几点|几个|是不是|是否|有没有|能不能|会不会|吗|呢|吧|的|了|是|在|和|把|被|要|请问",
    ),
    relations=chinese_relations.RELATIONS,
    people=People(
        speaker=Phrases(anywhere="我"),
        relations=Phrases(
            anywhere=(
                "姐姐|妹妹|哥哥|弟弟|姐|妹|哥|弟|妈妈|妈|母亲|爸爸|爸|父亲|父母|儿子|女儿|孩子|爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|阿姨|舅舅|姑姑|家人|亲戚|嫂子|"
                "岳父|岳母|公公|婆婆|侄子|侄女|丈夫|老公|先生|妻子|老婆|太太|伴侣|未婚夫|未婚妻|男朋友|女朋友|男友|女友|朋友|同事|老板|上司|经理|邻居|室友|实习生|房东"
            )
        ),
        mine="(?:我们?|用户)(?:家)?(?:的)?(?:最好的|大|小|二|亲|表|堂)?",
    ),
    always=Phrases(
        anywhere="每次|总是|一直|从今以后|今后|以后|往后|一律|永远|始终|从来不|从不",
    ),
    no_rule=Phrases(
        anywhere="一直(?:想知道|好奇|在想)|从来没(?:想|见|听)",
    ),
    once=Phrases(
        anywhere="这[一]?次|这回|今天|今晚|本次|暂时|先这样|破例|仅此一次|就这一",
    ),
    denial=Phrases(
        anywhere="不是|没有|不对|错了|并没有|我没|我不",
    ),
    address=Phrases(
        anywhere="助手|智能体|代理|模型|机器人|你(?:必须|要|应该|需要)|您(?:必须|应)|AI",
    ),
    courtesy="没事|不客气|不用谢|没关系|好的?(?:[,，]?谢谢)?|晚安|早安|吃了吗[?？]?",
    bare_question="^(?:请问)?(?:什么|为什么|怎么|怎样|如何|谁|哪|几时|何时|多少).*[?？]$|^[^，,。]{1,20}(?:是什么|是谁|在哪里?|怎么样|为什么.{0,12})[的]?[?？]$",
    past_days=PastDays(
        yesterday="昨天|昨日|昨晚",
        before_yesterday="前天(?!晚?上?才)|前日",
        this_morning="今早|今天早上",
        last_week="上(?:个)?(?:周|星期|礼拜)(?![一二三四五六日天末])",
        last_weekend="上(?:个)?周末",
        last_month="上个?月",
        last_year="去年|上一年",
    ),
    ago=Ago(
        phrase="NU(?:之?前|以前)",
        days="天",
        weeks="个?(?:周|星期|礼拜)",
        months="个?月",
        years="年",
    ),
    numbers=("一", "二 两 兩", "三", "四", "五", "六", "七", "八", "九", "十"),
    weekdays=("一", "二", "三", "四", "五", "六", "日|天"),
    weekday_of_last_week="上(?:个)?(?:周|星期|礼拜)D",
    wishes=Wishes(
        exceptional=wish_words.EXCEPTIONAL,
        bounded=wish_words.BOUNDED,
        points_at_now=wish_words.POINTS_AT_NOW,
        stretch=wish_words.STRETCH,
        lasts_from=wish_words.LASTS_FROM,
        every_time=wish_words.EVERY_TIME,
        always=wish_words.ALWAYS,
        to_remember=wish_words.TO_REMEMBER,
        asks=wish_words.ASKS,
        states=wish_words.STATES,
        reports=wish_words.REPORTS,
    ),
    prohibits=Phrases(patterns=obligation_words.PROHIBITS),
    forbids=Phrases(patterns=obligation_words.FORBIDS),
    negates=Phrases(patterns=obligation_words.NEGATES),
    obliges=Phrases(patterns=obligation_words.OBLIGES),
    allows=Phrases(patterns=obligation_words.ALLOWS),
    decides=Phrases(patterns=obligation_words.DECIDES),
    figures=Phrases(patterns=obligation_words.FIGURES),
    orders=Phrases(patterns=constraint_words.ORDERS),
    limits=Phrases(patterns=constraint_words.LIMITS),
    small_talk=SmallTalk(
        phrases=talk_words.PHRASES,
        longest=talk_words.LONGEST,
        fillers=talk_words.FILLERS,
    ),
    passing_mood=talk_words.PASSING_MOOD,
    reported_talk=talk_words.REPORTED_TALK,
    work_talk=work_talk_words.WORK_TALK,
    to_forget=talk_words.TO_FORGET,
    feedback=Phrases(patterns=feedback_words.FEEDBACK),
    goes_back=Phrases(anywhere="是(?!的)|应|它|他|她|正确的?|其实"),
    hands_over=Phrases(patterns=material_words.HANDS_OVER),
    sentences=Sentences(speaker=Phrases(anywhere="我|咱")),
    instructions=Instructions(
        (*instruction_words.INSTRUCTIONS, *standing_order_words.STANDING_ORDERS, *conduct_words.CONDUCT)
    ),
    standing=_STANDING,
    so_now=Phrases(patterns=(update_words.SO_NOW,)),
    left_open=Phrases(patterns=(update_words.LEFT_OPEN,)),
    changed=Phrases(
        patterns=(
            r"(?:可以|能)花?到",
            "升(?:我|任|职|了)|卖(?:掉|了)|戒(?:了|掉|烟|酒|$)|戒了|辞(?:了|职)|(?:交|转)给|接手|[延加]到|跳槽|晋升|[退]休了",
            (
                "(?:换|改|转|切|升|降|调|减|涨|搬|迁|移|跳)(?:成|为|到|用|去|至|回|做)|"
                "(?:换|改|搬|转)了|[变瘦胖]到|(?:换|改)(?:吃|喝|坐|骑|开|穿|住|练|学|养|订|选)|"
                "代替|取代"
            ),
        ),
    ),
    opinions=Opinions(
        likes=Phrases(
            anywhere="喜欢|喜爱|热爱|爱吃|爱喝|爱用|最爱|不错|很好|真好|很棒|太棒|优秀|满意|推荐|好用|好吃|钟爱"
        ),
        dislikes=Phrases(
            anywhere="(?:不|没那么|不太|不再)(?:喜欢|喜爱|爱|想买|想要|考虑|信任|满意)|讨厌|反感|厌恶|受不了|拒绝|抵制|不买"
        ),
    ),
    selves=Phrases(anywhere="我们|我|用户|本人|说"),
    subjects=Phrases(anywhere="我们?(?!的|[妻丈父母爸妈儿女朋同老哥弟姐妹])|用户(?!的)"),
    kin=Phrases(
        anywhere="(?:我们?|用户)(?:家|的)?(?:大|小|二|亲)?(?:姐|妹|哥|弟|妈|母亲|爸|父亲|父母|儿子|女儿|爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|阿姨|舅舅|姑姑|表[姐妹哥弟]|堂[姐妹哥弟])"
    ),
    eats=Phrases(anywhere="吃|喝|爱吃|点了|喜欢|最爱"),
    diets=(
        Diet(
            "vegetarian",
            Phrases(anywhere="素食|吃素|纯素|不吃肉|吃全素"),
            Phrases(anywhere="牛排|牛肉|猪肉|羊肉|鸡肉|鸭|火腿|培根|香肠|烤肉|汉堡|鱼|虾|寿司|(?<!不吃)肉"),
        ),
        Diet(
            "vegan", Phrases(anywhere="纯素|严格素食|全素"), Phrases(anywhere="奶酪|芝士|牛奶|黄油|鸡蛋|酸奶|蜂蜜|奶油")
        ),
        Diet(
            "no alcohol",
            Phrases(anywhere="不喝酒|滴酒不沾|戒酒"),
            Phrases(anywhere="啤酒|红酒|白酒|葡萄酒|威士忌|鸡尾酒"),
        ),
    ),
    planned=Phrases(anywhere="打算|计划|准备(?!好)|想(?:要|去|学|换|搬|买)|将要|拟"),
    owner=Phrases(anywhere="用户(?![名界体数群们量端组])"),
    i="我",
    times=Times(
        was=Phrases(anywhere="曾经|曾在|曾是|从前|过去|原先|当年", patterns=(r"(?<![年月日号天周点之])以前",)),
        until=(r"(?:直到|截至|截止到?|到|至)D(?:为止|截止|之前有效|前有效|(?=[，。；！]|$))",),
        no_end=Phrases(anywhere="每|总是|从不|不|别|等"),
        wished=Phrases(anywhere="想|打算|计划|希望|梦想|将来"),
        begins=Phrases(anywhere="从|自|起"),
    ),
)
