"""Chinese."""

from __future__ import annotations

from shared.language.packs.pack import Ago, LanguagePack, PastDays, Phrases

PACK = LanguagePack(
    code="zh",
    spaced=False,
    now=Phrases(
        anywhere="现在|目前|当前|最新|如今|眼下|最近|此刻|至今|还在|这阵子|近来",
    ),
    another_time=Phrases(
        anywhere="曾经|曾在|曾是|以前|从前|过去|原来|原先|本来|当年|那时|想(?:要|去|学|换|搬|买)|打算|计划|希望|梦想|将来|有朝一日|以後",
    ),
    question_particles=Phrases(
        anywhere="什么时候|为什么|什么|哪里|哪儿|哪个|哪些|哪位|哪本|哪天|多少|怎么样|怎么|怎样|如何|谁|多久|多长|几点|几个|是不是|是否|有没有|能不能|会不会|吗|呢|吧|的|了|是|在|和|把|被|要|请问",
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
)
