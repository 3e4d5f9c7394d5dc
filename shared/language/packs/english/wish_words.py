"""How wishes are said in English, and for how long they hold. The parts are those of `Wishes`."""

from __future__ import annotations

_PIECE = (
    r"(?:session|task|conversation|chat|thread|dialog(?:ue)?|answer|reply|response|one|request|message|question|report|"
    r"e-?mail|letter|document|draft|ticket|summary|meeting|call|trip|order|page|file|review|turn|round|step|"
    r"calculation|exercise|example|section|paragraph|sentence|poem|slides?|deck|presentation|post|article|translation|"
    r"commit|pull request|issue|run|batch|query|occasion|instance|case|evening|morning|afternoon|night|week(?:end)?|"
    r"month|day|hour|once)"
)
# What has a beginning and an end that everyone present knows of; "the release" and "the review" go on.
_EVENT = (
    r"(?:demo|meeting|presentation|call|interview|rehearsal|flight|trip|journey|drive|ride|concert|show|game|match|film|movie|"
    r"party|dinner|lunch|lecture|class|lesson|exam|talk|webinar|workshop|conference|visit|ceremony|wedding|speech)"
)
_NEXT = r"(?:(?:the|your|my|our|this) )?(?:next|following|coming|upcoming|current|present)"
_FINITE = (
    r"(?:is|are|was|were|am|['’](?:s|re|m|ve)|has|have|had|does|did|do(?:es)?n['’]t|didn['’]t|will|won['’]t|can|can['’]t|"
    r"(?!need\b)\w{2,}ed|broke|went|took|came|made|got|lost|saw|found|fell|ran|won|told|said|thought|knew|began|sent|left|"
    r"needs|uses|runs|lives|works|takes|costs|means|goes|comes|gets|fails|keeps)"
)
EXCEPTIONAL = (
    r"\b(?:just|only|but) (?:for )?(?:this|the) once\b|\bthis once\b|\b(?:just |only )?this one time\b|\bfor once\b",
    r"\b(?:just|only) this (?:one |single )?time\b",
    r"\bas an? (?:one-?off|exception|one-?time)\b|^one-?off\b|\bexceptionally\b|\bby way of exception\b|\b(?:make|as) an exception\b|\bas a special case\b|\bfor a moment\b",
    r"\bjust for (?:now|today|tonight|this|once)\b|\bfor (?:now|the time being|the moment|a change)\b|\btemporarily\b",
    r"\bfor (?:just )?this one\b",
)
BOUNDED = (
    rf"\b(?:for|in|on|with|at|during|within|throughout) (?:just |only )?(?:this|these|{_NEXT}) (?:current )?{_PIECE}\b"
    r"(?! (?:of|type|kind)\b)",
    r"\bfor the (?:next|coming) (?:\w+ )?(?:minutes?|hours?|days?|turns?|messages?|answers?|replies|questions?)\b",
    r"\b(?:for |during |in )?the (?:rest|remainder|duration) of (?:this|the|our|today|tonight)\b(?: \w+)?",
    r"\b(?:un)?til+ (?:tomorrow|tonight|noon|midnight|lunch|dinner|then|later|next \w+|\w+day|the end of|"
    r"(?:we|i)(?:'re|'m| are| am) (?:done|finished|through|there|back|home)|i (?:say|tell you))\b",
    r"\b(?:for|in|on|at|with|during) (?:today|tonight|tomorrow|this (?:morning|afternoon|evening|week(?:end)?|month))['’]s \w+",
)
POINTS_AT_NOW = (
    r"(?<!from )(?<!starting )(?<!as of )(?<!since )\bthis time\b(?! (?:on\b|zone|stamp|frame|slot|limit))(?: around\b)?",
    r"\bthis (?:answer|reply|response|one|request|message|question|e-?mail|report)(?: (?:only|in|as|with|up))\b",
    r"\b(?:answer|write|translate|explain|do|say|put|format|phrase|render) this(?: one)?"
    r"(?=\s*(?:$|[.,;:!]|(?:in|with|as|for|up|at|briefly|shortly|now|please)\b))",
    r"\bwhen you (?:answer|reply to|do|write) this\b|\b(?:only|just) (?:for )?this\b",
    rf"\b(?:today|tomorrow)\b(?!['’]s)|\btonight\b|\bthis (?:morning|afternoon|evening|week|weekend|month)\b(?!['’]s)|\b{_NEXT} {_PIECE}\b",
    r"\b(?:right|only|just) now\b|\bnow only\b|\bat the moment\b|\bat present\b|"
    r"(?<!same )(?<!almost )(?<!out )(?<!over )(?<!be )(?<!is )\bhere(?: only)?[.!]*$",
)
STRETCH = (
    r"(?<!all )\b(?:the|my|your|our) (?:next|following|coming) (?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|few|couple(?: of)?) (?:[\w-]+ )?"
    r"(?:answers|repl(?:y|ies)|responses|messages|questions|e-?mails|mails|letters|summaries|reports|turns|translations|paragraphs|pages|sentences|hours|minutes|days)\b",
    rf"\b(?:un)?til+ (?:the|this|my|our) (?!weekly\b|daily\b|monthly\b|regular\b)(?:[\w-]+ )?{_EVENT} (?:is|are|has|ends?|finishes|stops)(?: (?:over|done|finished|ended|through))?\b",
    r"\b(?:un)?til+ (?:i|we) (?:land|arrive|return|reach [\w ]{1,20}?(?=[,.!]|$)|come (?:back|home)|get (?:back|home|there|off)|wake(?: up)?|finish)\b",
    rf"^(?:during|throughout|for) (?:the|this|my|our) (?!weekly\b|daily\b|monthly\b|regular\b|quarterly\b|annual\b|yearly\b)(?:[\w-]+ )?{_EVENT}(?=,| [a-z]+ (?:no|the)\b)",
    r"^while (?:i['’]?m|i am|we['’]?re|we are) (?:just |still |now )?(?:driving|walking|cooking|running|flying|presenting|packing|boarding|shopping|waiting|hiking|cycling|dancing|eating|showering|"
    r"out|away|here|at it|on (?:the|this|a) (?:train|plane|bus|road|phone|line|call|stage|way)|in (?:this|the) (?:meeting|car|queue|call|air))\b",
    r"^(?:while|as long as) (?:the|my|our) (?:[\w-]+ )?(?:is|are) (?:still )?(?:here|asleep|sleeping|visiting|watching|listening|around|in town|on the line)\b",
    r"^for (?:an?|half an|the|one|two|three|five|ten|fifteen|twenty|thirty|\d{1,3}) (?:minutes?|hours?|moment|while),",
)
LASTS_FROM = (
    r"\bfrom (?:now|today|tomorrow|then|here|next \w+|this (?:time|day|moment|point|week|month|answer|reply|message|one)) "
    r"(?:on|onwards?|forward)\b|\bfrom (?:today|tomorrow)\b(?! (?:to|until|till)\b)",
    r"\b(?:starting|beginning|effective|as of) (?:from |with |as of )?(?:now|today|tomorrow|this|the next|next|monday)\b",
    r"\bin (?:the )?future\b|\bhence(?:forth|forward)\b|\bhereafter\b|\bgoing forward\b|\ball future\b|\bpermanently\b",
    r"\b(?:un)?til+ (?:i|we) (?:say|tell you) otherwise\b|\bfor good\b|\bforever\b|\bas a rule\b|\buntil further notice\b",
    r"\bnot (?:just|only) (?:for )?(?:this|today|now|once|here)\b",
)
EVERY_TIME = (
    r"\b(?:always|never|ever|whenever|anytime|usually|normally)\b|\bby default\b|\b(?:every|each|any) (?:single )?(?!other\b)\w+",
)
ALWAYS = (r"\b(?:always|never|whenever|any ?time|(?:every|each) (?:single )?time)\b",)
PLANNED = (
    r"\blet['’]?s\b.*\b(?:tomorrow|tonight|today|(?:this|next) (?:week(?:end)?|month|morning|afternoon|evening))\b",
)
TO_REMEMBER = (r"\b(?:remember|note|(?:don't|do not|never) forget) (?:that|this|:)",)
LEADING = (
    r"^(?:please|kindly|ok(?:ay)?|so|well|hey|hi|and|but|also|then|actually|no|yes|sorry|thanks|just|only|instead)\b(?!['’])(?=[ ,;:])",
    r"^(?:for|in|on|at|with|during|within|until|till|as|when|while|because|since|after|before)\b[^,:]{1,60}[,:]",
)
NONE_OF = (r", no (?!one\b|longer\b)[\w-]+(?: [\w-]+)?[.!]*$",)
COMMANDS = (
    r"^(?:please|kindly|let['’]?s|let us|let me|do not|don['’]?t|(?:never|always)(?! (?:\w+[^\Ws]s|\w+(?:ed|ing)|here|happy|glad|ready|great|nice|fun|good|there|welcome|been|an?|the|in|on|up)\b)|not|no(?! (?:one|longer)\b))\b",
    r"^(?:answer|reply|respond|write|speak|talk|use|keep|stick|call|address|avoid|stop|skip|switch|set|make|do|give|show|"
    r"tell|explain|send|put|format|translate|summari[sz]e|list|print|start|begin|turn|go|be|stay|leave|take|try|include|"
    r"exclude|omit|add|remove|drop|hide|ignore|follow|wait|ask|check|run|deploy|move|change|convert|round|sort|order|"
    r"group|quote|cite|name|refer|treat|assume|consider|focus|limit|shorten|cut|expand|say|spell|pick|choose|select|"
    r"work|remind|wake|play|read|draft|compose|produce|return|render|draw|plot|create|build|test|prioriti[sz]e|act|hold|"
    r"delay|postpone|pause|download|route|forward|quiz|let|schedule|book|bring|get|find|look|open|close|save|delete|copy|address|compare|describe)\b"
    r"(?!['’]s\b)(?! (?:is|are|was|were|has|had)\b)",
)
ASKS = (
    r"\bplease\b|\b(?:can|could|would|will) you\b",
    r"\bi(?:['’]d| would)? (?:really |also |just |always |never |usually |still )?(?:want|need|like|love|prefer|wish|expect|hope|rather)\b",
    r"\b(?:you|it|they|answers?|repl(?:y|ies)|responses?|messages?|e-?mails?|outputs?|reports?|summar(?:y|ies)|everything|code|texts?) "
    r"(?:should|must|ought to|have to|need to|needs to|had better)\b",
    r"\b(?:don['’]t|do not) ever\b",
)
STATES = (
    r"^(?:i|we|they|he|she) \w{2,}",
    rf"^(?:\w[\w'’-]*[,:]? ){{0,8}}\w*\b{_FINITE}\b",
    rf"\b(?:it|that|this|there|he|she|they|we|i|you)\b ?{_FINITE}\b",
)
REPORTS = (r"\b(?:was|were|had|did|didn['’]t|(?!need\b)\w{3,}ed|broke|went|took|came|lost|fell|failed|decided)\b",)
