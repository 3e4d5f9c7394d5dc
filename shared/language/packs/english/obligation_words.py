"""How people forbid, allow, decide and count in English.

Each tuple is alternatives of one pattern. A word that says more than that by itself ("on", "no" alone) is not in it:
what a person says is carried over whether or not it is recognised, and these only find its place, and what others say.
"""

from __future__ import annotations

# An order, or a state that must stay.
PROHIBITS = (
    r"\b(?:do|must|may|might|should|shall|can|could|will|would|wo|ca|sha|need|ought)(?: not|n['’`´]?t)\b|\bcannot\b",
    r"\bnever\b(?! ?mind| (?:been|was|were)\b| (?!feed|need|exceed|proceed|embed|seed|shed|succeed)\w+ed\b)|\b(?:nobody|no[- ]one|none of|neither)\b|\bno longer\b",
    r"\b(?:forbid(?:den|s)?|prohibit(?:ed|s)?|ban(?:ned|s)?|veto(?:ed|es)?|disallow(?:ed)?|outlaw(?:ed)?)\b",
)
FORBIDS = (
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
# Says that something is not so. It forbids nothing by itself, and no summary may turn it round.
NEGATES = (
    r"\b(?:not|no|never|none|nothing|nor|nowhere|unable|hardly|un(?:til|less))\b|n['’`´]t\b|\b(?:dont|doesnt|didnt|isnt|arent|"
    r"wasnt|werent|hasnt|havent|wont|cant|couldnt|shouldnt|wouldnt|mustnt)\b|\bfail(?:ed|s|ure|ing)?\b",
)
# After "must": a guess at how something is for somebody. And after "at least": what is good about it all the same.
_SYMPATHY = (
    r" have been\b| be (?:so |very |really |quite )?(?:annoying|tiring|exhausting|frustrating|stressful|hard|tough|difficult|"
    r"awful|nice|lovely|fun|great|exciting|disappoint(?:ing|ed)|tired|exhausted|frustrated|thrilled|proud|excited|relieved)\b"
)
_COMFORT = r" (?:you|it|we|they|he|she|i|there|that|you['’]re|it['’]s|that['’]s|there['’]s) "
OBLIGES = (
    rf"\b(?:must(?!{_SYMPATHY})|only|always|shall|required?|requires|mandatory|imperative|at most|at least(?!{_COMFORT})|"
    r"no (?:later|more|less|fewer) than|"
    r"until|unless|before|within|deadline|budget is|maximum|max\.?(?= \d)|limit(?:ed)?|has to|have to|needs? (?:approval|review|to be)|exactly|make sure|"
    r"ensure)\b|\b(?:stay|keep|be) (?:it |them |this )?(?:under|below|within)\b|\b(?:go(?:es)?|runs?|pass(?:es)?|comes?) (?:through|via|past|by) .{1,30}\bfirst\b"
    r"|\b(?:everything|all|every|each|any)\b.{1,30}\b(?:go(?:es)?|runs?|pass(?:es)?) (?:through|via|past|by)\b",
)
ALLOWS = (
    r"\b(?:approv|authori[sz]|consent|permit|confirm|endors|ratif|sanction)\w*|\bsign(?:s|ed)?[- ]?off\b|\bsigned\b|"
    r"\bgo(?:es)?[- ]ahead\b|\bgo for it\b|\bgreen[- ]?light\w*|\bpermission\b|\blgtm\b|\bship it\b",
    r"\b(?:please )?(?:proceed|carry (?:on|out))\b|\b(?:looks?|sounds?) (?:\w+ )?(?:good|right|fine|ok(?:ay)?)\b|\bworks for\b|"
    r"\b(?:fine|ok(?:ay)?|alright|good) (?:with|by|to|from|for)\b|\b(?:my|our|your|their|his|her) (?:ok(?:ay)?|blessing|nod)\b",
    r"\bthumbs up\b|\b(?:all|is|has|have|been|are) clear(?:ed)?\b|\bcleared\b|\b(?:no|without) objections?\b|\bagree(?:s|d|ment)?\b",
    r"\b(?:accept|grant)(?:s|ed)?\b|\bgive .{0,20}\b(?:blessing|ok(?:ay)?|nod|go)\b|\bwent through\b|\b(?:it|vote|review|motion) "
    r"(?:has )?passed\b|\b(?:you|they|we) (?:may|can) (?:now )?(?:go|start|begin|proceed|deploy|merge|delete|ship|run|use)\b",
    r"\bhappy with\b|\bdo it\b|\broll it out\b|\blet'?s do (?:it|that|this)\b|^(?:yes|yep|yeah|yup|no|nope|absolutely)\b|^\+1\b|[👍✅🆗]",
)
DECIDES = (
    r"\b(?:decid|decision|conclu|resolv)\w*|\b(?:settl(?:ed?|ing)|agreed) (?:on|for|that|to)?|\b(?:chose|chosen|choose|choice|picked|"
    r"verdict|select(?:ed|ing)?|opt(?:ed|ing)? (?:for|to|out|in)|rejected|ruled out|outvoted)\b",
    r"\bgo(?:ing|es)? (?:with|for)\b|\blet'?s (?:go|use|keep|take|stay|stick|drop|make|switch|move|pick|have)\b",
    r"\b(?:we|i|they|the team)(?:'ll| will| shall|'re| are|'ve| have)? (?:use|using|keep(?:ing)?|stay(?:ing)?|stick(?:ing)?|take|"
    r"taking|drop(?:ping|ped)?|switch(?:ing|ed)?|mov(?:e|ing)|adopt(?:ing|ed)?|replac(?:e|ing|ed)|prefer|postpon(?:e|ed|ing)) ",
    r"\bit (?:is|will be|shall be)$|\w it is$|\b(?:stick|stay|remain)s? (?:with|to|on)\b|\bmade up (?:my|our|their)\b|\bthe plan is\b|"
    r"\bin favou?r of\b|\breplac(?:e|ed) .{1,40} (?:with|by)\b|\bswitch\w* to\b|\bfrom now on\b|\bgoing forward\b|\w wins$|\bstays?$",
)
# Numbers, names of things that have an id, dates.
FIGURES = (
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|"
    r"half|halves|twice|once|thrice|double[ds]?|triple[ds]?|quarters?|thirds?|percent|zero|first|second|third|fourth|fifth|last|"
    r"several|couple|a few|fortnight|every other|pair)\b|\bversion [IVX]+\b",
    r"\b(?:branch|host|pod|table|file|ticket|service|bucket|queue|topic|flag|node|cluster|database|container|image|tag|role|group|channel|"
    r"repo(?:sitory)?|package|module|class|function|method|variable|column|index|schema|script|job|pipeline|server|domain|project|order|commit|"
    r"version|release|build|key)(?: (?:is|are|called|named))? (?:\w+-[\w-]+|(?-i:[A-Z])\w+)\b|\b(?:commit|hash|sha) [0-9a-f]{6,}\b",
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|march|april|june|july|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|"
    r"dec(?:ember)?|(?-i:May)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|yesterday|tonight|noon|midnight|"
    r"(?:next|last|this|every|each) (?:week|month|year|quarter|weekend|morning|evening|night|spring|summer|autumn|winter|sprint)|"
    r"(?:end|start|beginning|middle) of|mid-\w+|eod|eow|cob|christmas|easter|thanksgiving|halloween|new year|weekends?|"
    r"in an? (?:hour|minute|day|week|month|year)|an? (?:hour|minute|day|week|month|year)|daily|weekly|monthly|yearly|hourly)\b",
)
