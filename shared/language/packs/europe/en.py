"""English."""

from __future__ import annotations

from shared.language.packs.english import (
    conduct_words,
    constraint_words,
    feedback_words,
    identity_words,
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
from shared.language.packs.parts import Diet, Opinions, People, Sentences, Standing, Wishes
from shared.language.packs.relations import english_relations

_FROM_NOW_ON = (
    r"(?:from (?:now|today|here|this (?:day|moment|point))(?: on(?:wards?)?| forward)?|as of (?:now|today)|"
    r"starting (?:now|today)|(?:going|moving) forward|henceforth|in (?:the )?future)"
)
_SPEAKER = r"(?:i|we|the user|user)"
_WISHES = r"(?:prefers?|wants?|would like)"
_ANSWERS = r"(?:answers?|repl(?:y|ies)|responses?)"
# Nothing is taken out behind a negation: "not always" is no "not".
_STANDING = Standing(
    cue=r"^(?:please|always|now|by default|correction|update)|\b(?:from|now|always|as of|starting|forward|default|henceforth|future)\b",
    left_out=(
        (r"^(?:correction|update|updated)\s*[:,-]\s*", ""),
        (rf"(?:^|(?<=[.;] )){_FROM_NOW_ON}\b,?\s+", ""),
        (rf",?\s+(?:{_FROM_NOW_ON}|by default)(?=\s*[.!]?$)", ""),
        (r"^by default\b,?\s+", ""),
        (r"^(?:please\s+)?(?:always\s+|now\s+)?(?=\w)", ""),
        (rf"^({_SPEAKER})\s+(?:now|always)\s+", r"\1 "),
    ),
    answer_cue="answer|repl|response",
    # "I prefer answers in English", "answer in English".
    answer_wished=((rf"^(?:{_SPEAKER}\s+)?(?:{_WISHES}\s+)(?={_ANSWERS}\b)", ""),),
)

PACK = LanguagePack(
    code="en",
    some_day=Phrases(whole="some ?day|one day|at some point|sometime|eventually|in the future|one of these days"),
    matters=update_words.MATTERS,
    secrets=identity_words.SECRETS,
    relations=english_relations.RELATIONS,
    people=People(
        speaker=Phrases(whole="i|me|my|mine|myself|user['’]s"),
        relations=Phrases(
            whole=(
                "(?:(?:half|step|grand|god)-?)?(?:sister|brother|mother|father|son|daughter|parent|child|"
                "children|kid)s?(?:-in-law)?|siblings?|twins?|mum|mom|dad|aunt|uncle|cousins?|niece|"
                "nephew|grandma|grandpa|relatives?|family|husband|wife|spouse|partner|fiancée?|boyfriend|"
                "girlfriend|boss|manager|colleagues?|co-?workers?|friends?|buddy|neighbou?rs?|flatmate|"
                "roommate|trainee|intern|teacher|landlord|landlady"
            )
        ),
        mine="(?:my|our|(?:the )?user['’]s) (?:[\\w-]+ ){0,2}?",
    ),
    failures=Phrases(
        whole=r"errors?|fail(?:s|ed|ure)?|time[ds]? ?out|timeout|crash\w*|abort\w*|cancelled|refused|denied|rejected|unreachable|no (?:reply|response|answer)|did not (?:answer|return|respond)|(?:state|result|outcome|status) (?:is )?un(?:known|clear)|unknown whether|cut off|interrupted|unavailable|hung"
    ),
    guesses=Phrases(
        whole=(
            r"maybe(?! (?:is|was|has|isn't|the name))|perhaps(?! (?:is|was) )|probably|possibly|presumably|supposedly|apparently|not (?:so |quite |entirely |very )?sure|unsure|uncertain|"
            r"(?:i|we) (?:guess|suspect|assume|suppose|reckon)|my guess|(?:might|may|could) (?:be|have|well)|seems? (?:to|like|as)|looks? like|(?:is|are|was) likely|most likely|i think|don't quote me|unconfirmed|not certain"
        ),
    ),
    powers=Phrases(
        whole=(
            r"may (?:approve|sign|spend|release|grant|order|authori[sz]e|delete|access|transfer)|(?:is|are|was|been) (?:allowed|authori[sz]ed|permitted|entitled|cleared|granted)|admin\w*|root|superuser|"
            r"permissions?|privileges?|(?:read|write|full) access|access to|sign(?:ing)?[ -](?:off|authority)|password|master key|credentials?|api keys?|compliance|compliant|gdpr|exempt|approval limit|up to [\d$€£]\S*"
        ),
    ),
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
        # What was so in a year that is named, and is not said to have gone on since.
        patterns=(
            r"\b(?<!have )(?<!has )(?<!['’]ve )(?:lived|worked|studied|was|were|used|stayed|belonged|reported|lead|led|taught|rented|owned|had)\b"
            r"(?:(?!\bsince\b|\bnow\b).)*\b(?:in|from|during|until|till)\s+(?:\w+\s+)?(?:19|20)\d\d\b",
        ),
    ),
    planned=Phrases(
        whole=r"plans?\s+(?:to|on)|planning\s+(?:to|on)|intends?\s+to|going\s+to\s+(?!the\b|a\b)\w+|hopes?\s+to|wants?\s+to|aims?\s+to|about\s+to"
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
    wishes=Wishes(
        exceptional=wish_words.EXCEPTIONAL,
        bounded=wish_words.BOUNDED,
        points_at_now=wish_words.POINTS_AT_NOW,
        stretch=wish_words.STRETCH,
        lasts_from=wish_words.LASTS_FROM,
        every_time=wish_words.EVERY_TIME,
        always=wish_words.ALWAYS,
        planned=wish_words.PLANNED,
        to_remember=wish_words.TO_REMEMBER,
        leading=wish_words.LEADING,
        none_of=wish_words.NONE_OF,
        commands=wish_words.COMMANDS,
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
    order_rules=constraint_words.ORDER_RULES,
    limit_rules=constraint_words.LIMIT_RULES,
    small_talk=talk_words.SMALL_TALK,
    passing_mood=talk_words.PASSING_MOOD,
    reported_talk=talk_words.REPORTED_TALK,
    work_talk=work_talk_words.WORK_TALK,
    to_forget=talk_words.TO_FORGET,
    feedback=Phrases(patterns=feedback_words.FEEDBACK),
    goes_back=Phrases(
        patterns=(
            r"(?:it|its|they|that|this|these|those|he|she|the (?:right|correct|real|true|actual)(?: \w+)?|should|must)\b",
        ),
    ),
    hands_over=Phrases(patterns=material_words.HANDS_OVER),
    salutations="hi|hello|hey|dear",
    valedictions=(
        r"best|cheers|(?:kind |best |warm )?regards|all the best|many thanks|thanks|yours|sincerely|yours \w+|love|greetings"
    ),
    sentences=Sentences(
        abbreviations=("e.g eg i.e vs approx dr mr mrs ms prof st fig cf dept incl excl ca resp messrs"),
        before_a_number=(
            "no nos sec para vol p pp ch v ver jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun"
        ),
        in_a_sentence="etc inc ltd co corp a.m p.m am pm al min max avg ext est jr sr u.s",
        lettered=(
            "plan|option|version|type|class|team|group|vitamin|grade|tier|phase|part|section|appendix|item|choice"
        ),
        speaker=Phrases(whole="I|I'm|I've|we|we're|my|our|the user"),
    ),
    instructions=Instructions(
        (*instruction_words.INSTRUCTIONS, *standing_order_words.STANDING_ORDERS, *conduct_words.CONDUCT),
        cues="ignore|instruction|system|prompt|previous|disregard|memor|password",
        run_together=(
            r"(?:ignore|disregard|forget|override)(?:all|any|the|your|these|everything)*(?:previous|prior|above|earlier|system|existing)|"
            r"(?:reveal|show|print|repeat)(?:me|us)?(?:your|the)(?:system|hidden|initial)(?:prompt|instruction)|"
            r"(?:send|forward|reveal)(?:me|us)?(?:all|every|your|the)*(?:internal|stored)?(?:memory|memories|password|credential|secret)"
        ),
    ),
    standing=_STANDING,
    so_now=Phrases(patterns=(update_words.SO_NOW,)),
    left_open=Phrases(patterns=(update_words.LEFT_OPEN,)),
    changed=Phrases(
        patterns=(
            (
                r"\b(?:promoted|transferred) (?:\S+ ){0,3}?to\b|\b(?:raised|lowered|increased|cut|extended|postponed) (?:\S+ ){0,5}?(?:to|until)\b|"
                r"\b(?:sold|quit|gave up|gone off)\b|\btook over\b|\b(?:went|gone) with\b|\bstarted at [A-Z]"
            ),
            (
                r"\b(?:switch|swap|convert|migrat|upgrad|downgrad|chang|shift|transferr)ed (?:\S+ ){0,4}?(?:to|for|over|"
                r"with)\b"
            ),
            (
                r"\b(?:went|gone|moved) (?:over|on|back|up|down|across) (?:to|onto)\b|"
                r"\bmoved (?:\S+ ){0,3}?(?:to|in|into)\b"
            ),
            (
                r"(?:\b(?:am|is|are|was|were|been|got|gotten|came|went|gone|fell|rose)|['’](?:m|s|re)) (?:now |back )?(?:down|"
                r"up|back) (?:to|at)\b|\b(?:now|these days) at \d"
            ),
            (
                r"\b(?:replaced|traded|exchanged) (?:\S+ ){1,5}?(?:with|by|for)\b|"
                r"\b(?:been|was|were|got) (?:replaced|renamed|renewed|moved|cut|raised|lowered)\b"
            ),
            (
                r"\b(?:became|turned|went|gone) (?:vegan|vegetarian|\S+-free|remote|part-time|full-time)\b|"
                r"\b(?:joined|rejoined)\b|\binstead of\b"
            ),
        ),
    ),
    opinions=Opinions(
        likes=Phrases(
            whole="likes?|loves?|enjoys?|fond of|great|good|nice|excellent|impressive|fantastic|wonderful|awesome|a fan of|recommends?|favou?rite"
        ),
        dislikes=Phrases(
            whole=(
                r"(?:do(?:es)?n['’]t|do(?:es)? not|never|no longer) (?:\w+ )?(?:like|love|enjoy|want|trust|buy)|dislikes?|hates?|can['’]?t stand|"
                r"cannot stand|fed up with|avoids?|boycotts?|no fan of|not a fan of|rejects?|rejected"
            )
        ),
    ),
    selves=Phrases(whole="i|me|my|we|our|us|user|user['’]s"),
    subjects=Phrases(whole="i|we|(?:the )?user"),
    kin=Phrases(
        whole="(?:my|our|(?:the )?user['’]s) (?:\\w+ ){0,2}?(?:(?:half-|step-?|grand-?)?(?:sister|brother|mother|father|mum|mom|dad|son|daughter|parent)s?|aunt|uncle|cousin|niece|nephew|grand(?:ma|pa))"
    ),
    eats=Phrases(
        whole="eats?|ate|eating|drinks?|drank|drinking|loves?|likes?|enjoys?|orders?|ordered|craves?|favou?rite"
    ),
    diets=(
        Diet(
            "vegetarian",
            Phrases(whole="vegetarian|vegan|plant-based diet"),
            Phrases(
                whole="steaks?|beef|pork|bacon|ham|sausages?|burgers?|meat|chicken|lamb|turkey|duck|veal|fish|salmon|tuna|sushi|shrimps?"
            ),
        ),
        Diet(
            "vegan",
            Phrases(whole="vegan|plant-based diet"),
            Phrases(whole="cheese|milk|butter|eggs?|yog(?:h)?urt|cream|honey|omelettes?"),
        ),
        Diet(
            "no alcohol",
            Phrases(whole="teetotal(?:l?er)?|(?:do(?:es)?n['’]t|do(?:es)? not) drink alcohol|drinks? no alcohol"),
            Phrases(whole="beers?|wines?|whisk(?:e)?y|gin|vodka|rum|champagne|cocktails?"),
        ),
    ),
    owner=Phrases(whole="the user"),
    i="I",
    times=Times(
        was=Phrases(whole="used to|formerly|previously|in the past"),
        until=(r"\b(?:until|till|through|up to and including)\s+(?:the\s+(?:end|close)\s+of\s+)?D",),
        no_end=Phrases(
            whole=r"every|each|always|usually|annual\w*|yearly|monthly|not|never|no|wait\w*|don't|won't",
            patterns=(r"n't\b",),
        ),
        wished=Phrases(whole=r"(?:want|wish|hope|plan|intend|mean|dream|would|going|aim|some ?day|one day|future)\w*"),
        begins=Phrases(whole="from|between|since"),
    ),
)
