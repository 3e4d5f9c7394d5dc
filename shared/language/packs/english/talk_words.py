"""Small talk: a text with a value, a name or a reason beside it is another text, which is kept."""

from __future__ import annotations

from shared.language.packs.parts import SmallTalk, one_of

_PEOPLE = r"(?: (?:there|again|all|everyone|everybody|team|guys|folks))*"
_HELP = r"(?:help|time|patience|support|reply|answer|info|information|update|explanation|advice|feedback|assistance)"
_THANKS = one_of(
    rf"(?:many |huge |big )?thanks(?: a (?:lot|million|bunch|ton))?(?: (?:to )?you)?{_PEOPLE}", rf"thank (?:you|u){_PEOPLE}", "thx", "ty", "tysm", "cheers",
    rf"(?:i |we )?(?:really |very )?(?:much )?appreciate(?:d)?(?: (?:it|that|this|(?:all )?(?:your|the) {_HELP}))?",
    rf"for (?:that|this|it|everything|helping(?: me)?(?: out)?|(?:all )?(?:of )?(?:your|the) (?:(?:quick|great|kind) )?{_HELP})", "(?:so|very) much", "a lot",
)  # fmt: skip
_GREETINGS = one_of(
    rf"(?:hi|hello|hey|hiya|howdy|yo|greetings){_PEOPLE}", rf"good (?:morning|afternoon|evening|day|night){_PEOPLE}", "how are you(?: doing)?(?: today)?",
    "how(?:'s| is) (?:it|everything) going", "what'?s up", "sup", "(?:nice|good|great) to (?:meet|see|hear from) you(?: too)?", "welcome(?: back)?", "(?:are )?you there", "(?:i )?hope (?:you are|you're|all is|everything is) (?:well|good|fine|ok(?:ay)?)",
)  # fmt: skip
_FAREWELLS = one_of(
    "(?:good)?bye(?: bye)?(?: for now)?", "(?:see|catch) (?:you|ya|u)(?: all)?(?: (?:later|soon|tomorrow|around|then|again|tonight|on the weekend|next (?:time|week|month)))?", "(?:talk|speak) (?:to you )?(?:later|soon|tomorrow)",
    "ttyl", "brb", "afk", "g2g", "gtg", "(?:i )?(?:gotta|have to|got to|must) (?:go|run)(?: now)?", "night night", "until (?:next time|then|tomorrow)", "take care(?: of yourself)?", "(?:have|enjoy) (?:a|your|the)(?: (?:nice|good|great|lovely|wonderful|rest of (?:your|the)))* (?:one|day|evening|weekend|night|week|time)",
    "good luck", "happy (?:weekend|holidays|new year|birthday)", "merry christmas", "later", "sleep well",
)  # fmt: skip
_PRAISE = r"(?:right|correct|true|fine|good|great|perfect|ok|okay|nice|cool|awesome|funny|hilarious|amazing|wonderful|lovely|excellent|brilliant|fantastic|super|sweet|neat|interesting|helpful)"
_ASSENT = one_of(
    "ok(?:ay)?", "kk?", "yes", "yeah", "yep", "yup", "ya", "aye", "sure(?: thing)?", "alright(?: then)?", "all right", rf"(?:very |so |really |pretty |super )*{_PRAISE}", "got (?:it|that)", "gotcha",
    "understood", "noted", "roger(?: that)?", "i (?:see|understand|agree|know)", "(?:i )?(?:think|guess|suppose|hope|believe) so", "absolutely", "exactly", "indeed", "definitely", "certainly", "of course", "will do", "agreed", "no", "nope", "nah",
    "(?:no|not a|not any) (?:problem|worries|big deal)", "(?:don't|do not) (?:worry|mention it)(?: about it)?", rf"(?:that's|that is|that was|it's|it is|this is|sounds|looks|all|you're|you are)(?: (?:all|very|so|really|pretty|quite))* {_PRAISE}",
    "(?:that |it |this )?(?:all )?makes (?:perfect )?sense(?: to me)?", "(?:that |it |this )?works(?: well| great| fine)?(?: for me)?", "(?:you're|you are) (?:the best|welcome|a star|a lifesaver)",
    "(?:good|great|nice|amazing|awesome|excellent|well) (?:job|work|one|idea|point|question|answer|catch|done|stuff)", "(?:i )?love (?:it|this|that)", "please(?: do)?", "same here", "me too", "my bad", "oops",
    "(?:i'm |i am )?(?:so |very )?sorry(?: about (?:that|this))?", "(?:my )?apologies", "fair enough", "never ?mind", "you bet", "(?:i'm|all|we're) good", "why not", "just right", "right", "then", "too", "indeed",
    "go (?:ahead|on)", "(?:please )?continue", "carry on", "keep going", "proceed", "(?:please )?try (?:it )?again", "once more", "next(?: one)?", "let's go",
)  # fmt: skip
_LAUGHTER = one_of(
    "(?:ha|he|hi|ho){2,}h?",
    "ha",
    "heh",
    "h{3,}",
    "lo+l+",
    "lmf?ao+",
    "rofl",
    "xd",
    "wo+w+",
    "oh+",
    "ah+",
    "a+w+",
    "hm+",
    "uh",
    "um+",
    "well",
    "yay",
    "phew",
    "whoa",
    "omg",
    "gosh",
    "jeez",
)
# One phrase each, of folded words and single spaces; small talk is any number of them.
PHRASES = one_of(_THANKS, _GREETINGS, _FAREWELLS, _ASSENT, _LAUGHTER, "and", "again", "so", "really")
LONGEST = 8  # words
ALONE = rf"(?:morning|afternoon|evening|night){_PEOPLE}"
# What may be said to somebody by name.
TO_A_NAME = one_of(_THANKS, _GREETINGS, _FAREWELLS, "again", "ok(?:ay)?")

# --- somebody's passing state

_WHO = r"(?:(?:the\s+|this\s+)?(?:user|customer|client|person|caller)|he|she|they|i)"
_MOODS = (
    "tired|exhausted|sleepy|sad|happy|glad|upset|angry|annoyed|frustrated|irritated|stressed|stressed out|anxious|nervous|worried|bored|"
    "excited|cheerful|grumpy|moody|lonely|confused|overwhelmed|relieved|calm|relaxed|impatient|in a (?:good|bad|great|foul|hurry|rush)"
    "(?: mood)?|under the weather|down|pleased|delighted|disappointed|distracted|busy|hungry|thirsty|hot|cold|energetic|enthusiastic|"
    "satisfied|dissatisfied|grateful|unhappy|curious|surprised|embarrassed|hesitant|rushed|fed up|worn out|content|thrilled|shocked|amused|"
    "having a (?:good|bad|great|rough|hard|tough|long|busy|terrible|stressful) (?:day|time|morning|week)"
)
# A character, unless something says that it is of the moment: kept when they are all that a plain "is" says.
_TRAITS = "curious|energetic|enthusiastic|calm|cheerful|impatient|moody|hesitant|lonely|busy"
_INTENSITY = r"(?:a\s+bit|a\s+little|quite|very|really|so|rather|pretty|somewhat|extremely|slightly|kind\s+of|too)\s+"
_NOW = r"(?:today|now|right\s+now|at\s+the\s+moment|currently|this\s+(?:morning|afternoon|evening|week)|tonight|lately|these\s+days|at\s+present)"
_TALK_MATTER = r"(?:answer|answers|reply|response|responses|result|results|help|assistance|explanation|solution|service|suggestion|outcome|conversation|information)"
PASSING_MOOD = (
    rf"(?!{_WHO}\s+(?:is|was|are)\s+(?:{_TRAITS})[.!]*$)"
    rf"(?:it\s+seems\s+(?:that\s+|like\s+)?|apparently,?\s+|i\s+think\s+)?(?:right\s+now,?\s+|today,?\s+)?(?:{_WHO}|i(?:'|’)m|user)\s+(?:(?:seems?|looks?|appears?|feels?|sounds?|seemed|looked|felt|sounded|"
    rf"appeared)(?:\s+to\s+be|\s+like\s+being)?|is|was|are|were|am|(?:(?:is|are|am|was)\s+)?feeling)?\s*(?:{_INTENSITY})?(?:{_MOODS})"
    rf"(?:\s+(?:and|but)\s+(?:{_INTENSITY})?(?:{_MOODS}))?(?:\s+(?:with|about|by|at)\s+(?:the|this|that|my|your|its)\s+{_TALK_MATTER})?(?:\s+{_NOW})*[.!?…]*"
)
# --- what was said in the conversation, and is nothing but talk

_TO_THE_AGENT = r"(?:\s+(?:to\s+)?(?:the\s+)?(?:assistant|agent|bot|ai|chatbot|model|me|us))"
_SAID = r"(?:thanks(?:\s+again)?|thank\s+you|hello|hi|hey|goodbye|bye|good\s+(?:morning|evening|night|afternoon)|ok(?:ay)?|yes|no|sorry|please|lol|haha)"
_FEELING = (
    r"(?:thanks|gratitude|appreciation|frustration|satisfaction|dissatisfaction|annoyance|excitement|happiness|joy|sadness|anger|disappointment|agreement|approval|surprise|confusion|"
    r"impatience|enthusiasm|relief|amusement|contentment|delight|irritation|regret|understanding)"
)
REPORTED_TALK = (
    rf"(?:{_WHO}|user)\s+(?:has\s+|had\s+|just\s+|again\s+|also\s+|then\s+)*(?:"
    rf"(?:said|says|replied|responded|answered)(?:\s+with)?\s+[\"'“]?{_SAID}[\"'”]?{_TO_THE_AGENT}?|"
    rf"(?:thanked|thanks|greeted|greets|complimented|praised|acknowledged){_TO_THE_AGENT}(?:\s+for\s+(?:(?:its|the|his|her|their|my|all|quick|kind|great|good|of|{_HELP}|work|response)\s*)+)?|"
    rf"(?:expressed|expresses|showed|shows|conveyed|voiced)\s+(?:(?:his|her|their|some|great|deep|much)\s+)?{_FEELING}(?:\s+(?:with|for|about|at|over|to|towards)\s+(?:the|its|this|that|my)\s+(?:{_TALK_MATTER}|assistant|agent))?|"
    r"(?:laughed|laughs|smiled|sighed|agreed|agrees|nodded|apologi[sz]ed|joked|chuckled|acknowledged|disagreed)(?:\s+(?:at|about|to|with)\s+(?:that|it|this|the\s+(?:joke|answer|reply|assistant|suggestion)))?|"
    r"(?:has|had|have)\s+(?:no\s+(?:further|more|other)\s+questions|a\s+question)|asked\s+(?:a\s+question|for\s+help)|(?:made|told|cracked)\s+(?:a|another)\s+joke|(?:is|was)\s+(?:just\s+)?(?:chatting|joking|making\s+small\s+talk)(?:\s+casually)?|made\s+small\s+talk"
    r")[.!…]*"
)

# What is to be forgotten: what was said, or one thing of one's own in few words. "Forget Python 2, we use 3" says more.
_SAID = (
    r"(?:(?:everything|all|anything|whatever|what|the things?) (?:that )?(?:i|we)(?:'ve|’ve| have)? (?:just |ever )?(?:said|told you|wrote|mentioned|shared)"
    r"(?: (?:to you|before|earlier|just now))?(?: about [\w'’ -]{1,40})?)"
)
TO_FORGET = (
    r"(?:(?:ok(?:ay)?|please|actually|no|sorry|just|can you|could you|would you|i want you to|i'd like you to)[,.!]? )*"
    r"(?:forget|un-?remember|delete|erase|do not remember|don['’]t remember)(?: about)? "
    rf"(?:that|this|it|everything|all (?:of )?(?:that|this|it)|{_SAID}|(?:everything |all )?(?:you (?:know|remember|have|stored) )?about (?:me|us)|(?:that|this|my last) (?:message|memory|one|last part)|"
    r"(?:everything about |all about )?my (?:old |former |previous )?[\w'’-]+(?: (?:number|address|name|account|data|memories|history|preferences?))?)"
    r"(?: (?:please|now|again|too|as well|for good))*[\s.!?]*"
)

SMALL_TALK = SmallTalk(
    phrases=PHRASES,
    longest=LONGEST,
    alone=ALONE,
    to_a_name=TO_A_NAME,
    before_a_name="(?<=[Tt]hanks )|(?<=[Tt]hank you )|(?<=^[Hh]i )",
)
