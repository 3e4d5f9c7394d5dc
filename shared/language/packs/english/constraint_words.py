"""How a person plainly forbids, limits or obliges in English: an order or a rule, and neither a report nor a guess.

Each pair is what must stand in the text, and how it binds.
"""

from __future__ import annotations

_CLAUSE = (
    r"(?:^|[.!?;:,(\n\u2013\u2014\u2022*+-]\s*|\b(?:and|but|so|also|just|then|however|remember|note|important)[,:]?\s+)"
)
_NO_ORDER = (
    r"(?!worry|mind|know|think|see\b|saw|get (?:me|discouraged)|understand|remember|have\b|had|need|want|like\b|care|bother|"
    r"forget|hesitate|believe|feel|be (?:sorry|afraid|shy|surprised|silly|scared|daunted)|ever\b|really|even|quite|give up|"
    r"quit\b|lose|say never|appreciate|been|seen|done|gone|got|gets|heard|tried|(?!(?:proce|exce|fe|se|emb)ed)[a-z]+ed\b|[a-z]+[^s\W]s\b|"
    r"let [^.!?\n]{1,30} (?:stop|down|get you)|stop (?:dreaming|pushing|believing))"
)
ORDER_RULES = (
    (
        "not |n't|n\u2019t|dont |never|under no|by no",
        rf"{_CLAUSE}(?:please,? |you |kindly )?(?:do not|do[n]['\u2019]?t|never|under no circumstances|by no means) {_NO_ORDER}[a-z]",
    ),
    (
        "must|shall|never|not to be|allowed",
        r"\b(?:must|shall)(?: not|n['\u2019]t| never)\b|\bshould never\b|\b(?:is|are) not to be\b|\b(?:is|are)(?: not|n['\u2019]t) allowed\b",
    ),
    (
        "off|bounds|forbidden|prohibited|untouchable|read|frozen",
        r"\b(?:is|are|stays?|remains?) (?:strictly |absolutely )?(?:off[- ]limits|out of bounds|forbidden|prohibited|untouchable|"
        r"read[- ]only|frozen)\b|\bhands off\b",
    ),
    (
        "leave |keep |stay out",
        r"\b(?:leave|keep) [^.!?\n]{1,60}\b(?:alone|untouched|unchanged|as (?:it|they) (?:is|are))\b|\bstay out of\b|\b(?:leave|keep) [^.!?\n]{1,40}\bout of (?:it|this|that|here)\b",
    ),
    (
        "nobody|no one|no-one|none of|neither of|nothing",
        r"\b(?:nobody|no[- ]one|none of you|neither of you|nothing) (?:may|must|should|is to|is allowed)\b|\b(?:nobody|no[- ]one|none of you) can\b"
        r"|\bnothing (?:gets?|is|goes|leaves)\b[^.!?\n]{1,40}\bwithout\b",
    ),
    (
        "no ",
        rf"{_CLAUSE}(?:and |but |please )?no (?:\w+ )?(?:changes?|writes?|deletes?|deletions?|deploy\w*|releases?|restarts?|downtime|"
        r"migrations?|emails?|calls?|purchases?|payments?)\b(?! (?:is|are|was|were|yet|needed|found|so far))",
    ),
    (
        "without ",
        r"\bwithout (?:my|our|explicit|prior|written|first|asking)\b",
    ),
    (
        "let's not|let\u2019s not|let us not",
        rf"{_CLAUSE}(?:please )?let(?:['\u2019]s| us) not (?!forget|get\b|be\b|worry|kid|pretend|panic|rush)[a-z]",
    ),
    (
        " no to| no on| no for|question|the table|no-go|no go",
        r"\b(?:hard|firm|clear|strict|big|definite|absolute) no (?:to|on|for)\b|\bout of the question\b|\boff the table\b|\b(?:is|are) a no[- ]go\b",
    ),
    (
        "but not",
        r"\b(?:may|allowed|free|can|could|ok(?:ay)?) (?:to )?(?:touch|use|change|edit|modify|delete|drop|read|write|move|access|deploy|run|see)\b"
        r"[^.!?\n]{1,80}\bbut not\b",
    ),
)

_BEGINS = (
    r"(?:(?:^|[.!?;:,(\n\u2013\u2014]\s*|(?:^|\s)(?:[-*+\u2022\u2013]|\d{1,2}[.)])\s+|\b(?:and|but|so|also|then|just|"
    r"remember|note|important|rule)[,:]?\s+)(?:please,? |kindly |you (?:may|can|must|should) )?)"
)
_DO = (
    r"(?:use|touch|change|edit|modify|deploy|write|read|run|send|call|work|look|answer|reply|respond|speak|ask|buy|book|pay|spend|"
    r"merge|commit|push|contact|e-?mail|take|test|access|delete|move|ship|show|include|consider|do|keep|stay|limit|allow|make|"
    r"try|retry|wait|finish|deliver|be|cap|set|check|tell|inform|order|copy|quote|search|pick|choose|add|remove|create|open|publish|sign|log|back up|"
    r"report|round|format|cite|name|(?:double|cross)[- ]?check|verify|validate|confirm|document|review|mention|explain|start|end|prefer)"
)
_FIGURE = r"(?:\W{0,2}\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|fifty|hundred|half|a|an)\b)"
_BOUND = (
    r"(?:at (?:most|least)|no (?:more|less|fewer|later) than|not more than|up to|under|below|within|(?:a )?max(?:imum)?(?: of)?|"
    r"(?:a )?min(?:imum)?(?: of)?)"
)
# "That must be hard" guesses; "I have to go" is nobody else's business.
_NO_GUESS = (
    r"(?! (?:still |also )?(?:have|try|love|add|remind|learn|feel|say|admit|confess|mean|seem|look|sound|know|think|see|go\b|be (?:so|such|very|really|quite|pretty|"
    r"scary|raw|tough|hard|nice|great|good|fun|amazing|exciting|tired|proud|rewarding|awesome|incredible|difficult|kidding|joking|wrong|right|"
    r"mistaken|there|crazy|busy|a\b|an\b|the\b|\w+ing\b)))"
)
LIMIT_RULES = (
    (
        "at most|at least|no more|no less|no fewer|no later|not more|up to|under |below |within |max|min",
        rf"{_BEGINS}{_DO}\b[^.!?\n]{{0,60}}\b{_BOUND} {_FIGURE}",
    ),
    (
        "at most|no more than|max|up to",
        rf"{_BEGINS}(?:at most|no more than|max(?:imum)?(?: of)?|up to) {_FIGURE}",
    ),
    (
        "only ",
        rf"{_BEGINS}only {_DO}\b(?! the first)|{_BEGINS}{_DO} only (?:from|the|to|in|on|with|\w+ing\b|\w+ (?:from|in|on))",
    ),
    (
        "always ",
        rf"{_BEGINS}always (?!be (?:yourself|happy|kind)|(?:make|keep|show|remind|tell|give)s? (?:me|us|my|our|you)\b){_DO}\b",
    ),
    (
        "make sure|be sure|ensure|see to it",
        rf"{_BEGINS}(?:make sure|be sure|ensure|see to it)(?: that)? (?:the|all|every|each|no|nothing|any|this|our|my|everything|it)\b",
    ),
    (
        "limit |restrict |cap |confine ",
        rf"{_BEGINS}(?:limit|restrict|cap|confine) (?:yourself|yourselves|the|all|it|this|every|each)\b",
    ),
    (
        "before |for my|with my",
        rf"{_BEGINS}{_DO}\b[^.!?\n]{{0,40}}\b(?:before (?:you|any|the|we|it)\b|(?:for|with) my (?:ok(?:ay)?|approval|consent|go)\b)",
    ),
    (
        "wait for|wait until",
        rf"{_BEGINS}wait (?:for|until)\b[^.!?\n]{{0,60}}\b(?:before|ok(?:ay)?|approv\w+|sign\w*|confirm\w*)\b",
    ),
    (
        "must",
        r"\b(?:it|this|they) must (?:be (?:in\b|on\b|at\b|under\b|below\b|done\b|ready\b|\w{3,}ed by\b)|stay\b|remain\b)|"
        r"\b(?:everything|nothing|all|every|each|any|the|files?|changes?|tests?|code|prices?|answers?|names?)(?: [\w-]+){0,4} "
        rf"must\b{_NO_GUESS} \w",
    ),
    (
        " to be | to stay| to remain| to go | to pass",
        r"\b(?:everything|all|every|each|any)\b(?: [\w-]+){0,3} (?:has|have|needs?|ought) to (?:be \w+ed\b|stay|remain|go (?:through|via)|pass)",
    ),
    (
        "need|require",
        r"(?<!we )(?<!you )(?<!they )\b(?:everything|all|every|each|any)\b(?: [\w-]+){0,3} (?:needs?|requires?) (?:my|our|approval|review|written|explicit)\b",
    ),
    (
        "through|via |past |by |over ",
        r"\b(?:everything|all|every|each|any)\b(?: [\w-]+){0,4} (?:goes|go|runs?|pass(?:es)?) (?:through|via|past|by|over) ",
    ),
    (
        "budget|limit|deadline|maximum|minimum|ceiling|cap|quota|cut",
        r"\b(?:budget|limit|deadline|maximum|minimum|ceiling|cap|quota|cut-?off)(?: \w+){0,3} (?:is|are|of|=|:) (?:set at |on )?"
        r"(?:\W{0,2}\d|mon|tues|wednes|thurs|fri|satur|sun|noon|midnight|tomorrow|end of|the end|next|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|"
        r"nov|dec)|\b(?:budget|limit|deadline|maximum|ceiling|cap): ?\S",
    ),
    (
        "you must",
        rf"\byou must (?:always |only |first )?(?!be\b|look\b|work\b|spend\b|try\b|take\b|keep\b){_DO}\b",
    ),
    (
        "exceed|go over|go above|go below|be more|be later|be higher|be longer|more than|less than|later than|longer than|fewer than",
        r"\b(?:may|can|should|shall|must|could)(?: not|not|n['\u2019]t) (?:exceed|go (?:over|above|below)|be (?:more|later|higher|longer)|(?!think|wait|ask|want|do\b)\w+ (?:more|less|later|longer|fewer) than \W{0,2}\d)",
    ),
    (
        "stick to|stick with|do everything|keep to",
        rf"{_BEGINS}(?:stick (?:to|with)|keep to) (?:the|our|my|[\w.]+ [\d.]+)|{_BEGINS}do everything (?:in|on|with|by|via)\b",
    ),
    (
        "only|exclusively|throughout|everywhere|at all times|without exception",
        rf"{_BEGINS}{_DO} exclusively\b|{_BEGINS}{_DO}\b[^.!?\n]{{0,50}} (?:only|exclusively|throughout|everywhere|at all times|without exception)\s*(?:$|[.!,;])",
    ),
    (
        "i want |we want ",
        r"\b(?:i|we) want (?:everything|all|every|each)\b[^.!?\n]{0,40}\b(?:in|on|by|before|under)\b",
    ),
    (
        " first| beforehand",
        rf"{_BEGINS}(?:ask|check with|clear (?:it|this|that) with|consult) (?:me|us|(?:the )?\w+) (?:first|beforehand)\b",
    ),
    (
        " must ",
        r"\b(?!(?:i|you|he|she|we|they|that|this|it|there)\b)[a-z][\w-]* must (?:be (?:within|in (?!love|heaven|shock|pain|trouble)|on (?!top|cloud)|at (?:least|most)|"
        r"under|below|above|over|between|before)\b|(?:stay|remain|include|contain|cite|match|pass|support|start|end)\b)",
    ),
    (
        "need|require",
        r"(?<!\bi)(?<!\bwe)(?<!\byou)(?<!\bthey)(?<!\bto) (?:needs?|requires?) (?:(?:my|our|an?|the|written|explicit|prior) ){0,2}"
        r"(?:sign-?off|approval|consent|permission|review|confirmation|ok(?:ay)?)\b",
    ),
    (
        "until i |until we ",
        rf"{_BEGINS}[a-z]+ [^.!?\n]{{0,40}}\buntil (?:i|we) (?:confirm|approve|say|give|tell|sign|agree|have (?:confirmed|approved|signed))",
    ),
    (
        " all | every | each | everything ",
        rf"{_BEGINS}(?:route|send|run|pass|keep|write|put|store) (?:all|every|each|everything)\b[^.!?\n]{{1,30}} (?:in|via|through|on|by|to)\b",
    ),
    (
        "should be |should stay ",
        r"\bshould (?:be|stay) (?:under|below|within|at (?:most|least)|no (?:more|longer|later) than) \W{0,2}\d",
    ),
    (
        "first ",
        rf"{_BEGINS}first {_DO}\b[^.!?\n]{{1,40}}, then {_DO}\b",
    ),
)
