"""Russian."""

from __future__ import annotations

from shared.language.packs.pack import Ago, LanguagePack, PastDays, Phrases

PACK = LanguagePack(
    code="ru",
    now=Phrases(
        whole=r"сейчас|теперь|ныне|текущ\w*|нынешн\w*|на данный момент|до сих пор",
    ),
    always=Phrases(
        whole="всегда|отныне|впредь|с этого (?:момента|дня)|каждый раз|постоянно|никогда",
    ),
    once=Phrases(
        whole="на этот раз|в этот раз|только (?:сегодня|сейчас|в этот раз)|сегодня|пока что|в порядке исключения|один раз",
    ),
    denial=Phrases(
        whole="это (?:не так|неправда)|я не|никогда не",
        begins="нет,",
    ),
    address=Phrases(
        whole=r"ассистент\w*|помощник\w*|агент\w*|ии|модел\w+|ты долж\w+|вы долж\w+",
    ),
    forbids=Phrases(
        whole=r"не|ни|нельзя|никогда|никто|никому|никак\w+|(?:я|мы) против|стоп|хватит",
        begins=r"остав\w* .{0,40}поко|отказ\w+|отмен\w+",
        anywhere="запре[тщ]",
    ),
    negates=Phrases(
        whole="без|нет",
    ),
    obliges=Phrases(
        whole=r"должн\w+|обязательно|только|всегда",
    ),
    allows=Phrases(
        whole="добро",
        anywhere=r"соглас\w+|одобр\w+|утвер\w+|разреш\w+|подтвер\w+",
    ),
    decides=Phrases(
        whole="бер[её]м|оста(?:[её]мся|вляем)",
        anywhere=r"реши\w+|реше\w+|выб(?:ра|ер|ор)",
    ),
    courtesy=r"(?:привет|здравствуйте|доброе утро|добрый (?:день|вечер)|спасибо(?: большое)?|большое спасибо|пока|до свидания|хороших выходных)[\s!.]*",
    past_days=PastDays(
        yesterday="вчера",
        before_yesterday="позавчера",
        this_morning="сегодня утром",
        last_week="на прошлой неделе",
        last_weekend="в прошлые выходные",
        last_month="в прошлом месяце",
        last_year="в прошлом году",
    ),
    ago=Ago(
        phrase="N U назад",
        days="день|дня|дней",
        weeks="неделю|недели|недель",
        months="месяца?|месяцев",
        years="год|года|лет",
    ),
    numbers=("один одну одна", "два две", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять"),
)
