"""English."""

from __future__ import annotations

from shared.language.packs.pack import Ago, LanguagePack, PastDays, Phrases

PACK = LanguagePack(
    code="en",
    now=Phrases(
        whole=(
            "now|nowadays|currently|current|latest|newest|most recent|most recently|at the moment|at present|these days|today|still|up to date|"
            "up-to-date|as of now|as of today"
        ),
    ),
    another_time=Phrases(
        whole=(
            r"used\s+to|formerly|previously|in\s+the\s+past|back\s+(?:then|when|in)|once\s+(?:lived|worked|had|was|were)|"
            r"(?:wants?|wished?|wishes|hopes?|plans?|intends?|means?|dreams?|would\s+(?:like|love)|going|aims?)\s+(?:to|of)|some\s?day|"
            r"one\s+day|was\s+going\s+to|in\s+(?:the\s+)?future"
        ),
    ),
    asks_when=Phrases(
        whole=r"when|(?:what|which)\s+(?:date|day|month|year|time|week|season)|how\s+long\s+ago",
    ),
    asks_name=Phrases(
        whole="who|whom|whose|where|which|names?|named|called",
    ),
    function_words=(
        "a an the this that these those what which who whom whose when where why how do does did done is are am was "
        "were be been being has have had having can could will would shall should may might must of in on at to for "
        "from with by about as into it its i me my we us our you your he him his she her they them their and or if not "
        "no any some there so than then too very just please tell know user s t"
    ),
    no_rule=Phrases(
        whole=(
            "never ?mind|(?:takes?|took|taken|taking|lasts?|lasted) forever|"
            "(?:i['’]?ve|i have|have|had) (?:always|never|ever) (?:wondered|been|seen|heard|thought)"
        ),
    ),
    denial=Phrases(
        begins=(
            "that['’]?s (?:not (?:true|right|correct|what|me)|wrong)|not true|"
            "i (?:never|didn['’]?t|don['’]?t|haven['’]?t|am not|do not|did not)|i['’]m not|no,|nope|wrong|actually"
        ),
    ),
    address=Phrases(
        whole=(
            "you (?:must|should|shall|will|have to|need to|are (?:now|to|required|instructed))|"
            "your (?:instructions?|task|response|answers?|system|memory)|the (?:ai|assistant|agent|model|bot)|"
            "ai (?:assistants?|agents?|models?)|assistants?|agents?|llms?|chatbots?|language models?|copilot|dear ai"
        ),
    ),
    courtesy=r"(?:no (?:worries|problem|rush|thanks|thank you)|not (?:bad|at all)|never ?mind|sounds (?:fun|great)|good (?:evening|morning|afternoon|night|day)|(?:great|ok(?:ay)?|cool|perfect|nice|got it),? (?:thanks|thank you|thx|cool)|thanks|thank you|hello|hi|hey)(?:[ ,]+(?:there|all|everyone|everybody|again|team|folks|guys|you|too|so much|a lot|very much))*[\s!.~]*",
    bare_question=r"^(?:and |so |but |ok(?:ay)?,? )?(?:what|when|where|who|whose|why|which|how)(?:['’](?:s|re|d))?\b.*\?$",
    past_days=PastDays(
        yesterday="yesterday|last night",
        before_yesterday="(?:the )?day before yesterday",
        this_morning="earlier today|this morning",
        last_week="(?:last|the past|the previous) week",
        last_weekend="last weekend",
        last_month="(?:last|the past|the previous) month",
        last_year="last year",
        makes_it_the_day_before="before",
    ),
    ago=Ago(
        phrase="N U ago",
        days="days?",
        weeks="weeks?",
        months="months?",
        years="years?",
    ),
    numbers=("a an one", "two couple", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    weekdays=("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    last_weekday="last D",
)
