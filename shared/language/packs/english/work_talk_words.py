"""What the agent says while it works: an intention and what it works on, and no other word."""

from __future__ import annotations

_WORK_WORDS = (
    # what holds a sentence together
    r"the|this|that|these|those|it|its|them|a|an|your|our|for|in|into|of|to|on|at|from|with|and|or|if|whether|how|why|what|which|where|all|any|some|each|both|again|now|first|next|"
    r"quickly|carefully|also|too|once|here|exists?|works?\s+now|happens|says|is|are|was|been|be|does|do|did|up|out|over|through|about|as|well|before|after|then|properly|correctly|together|you|me|there|by|more\s+closely|"
    # what is worked on
    r"files?|code|logs?|tests?|suite|outputs?|results?|errors?|functions?|class(?:es)?|modules?|repo|repository|directory|director(?:y|ies)|folders?|config|configuration|settings|documentation|docs?|documents?|readme|"
    r"database|quer(?:y|ies)|search|commands?|scripts?|data|details|issues?|bugs?|fix(?:es)?|changes?|patch|diff|branch|commit|build|pipeline|tools?|api|endpoints?|responses?|requests?|implementation|structure|codebase|"
    r"steps?|message|history|context|input|lines?|sections?|dependenc(?:y|ies)|packages?|linter|formatter|debugger|stack\s+trace|traceback|failures?|warnings?|usages?|references?|definitions?|types?|imports?|schema|migration|server|"
    r"question|answer|options?|information|info|web|web\s*site|pages?|links?|task|problem|cause|root\s+cause|"
    # of which kind
    r"current|existing|latest|new|previous|relevant|failing|last|right|correct|same|other|updated|remaining|following|whole|entire|full|missing|broken|main|unit|project(?:'s|’s)"
)
_PLACE = r"`[^`\n]{1,60}`|[\w.-]*/[\w./-]+|[\w-]+\.[a-z]{1,5}"
_TAIL = rf"(?:,?\s+(?:{_WORK_WORDS}|{_PLACE})(?![\w'’-]))*"
_ON_SOMETHING = r"(?=[^\n]*\b(?:it|this|that|these|those|file|files|code|codebase|logs?|tests?|output|results?|errors?|config|configuration|documentation|docs?|database|scripts?|data|issues?|bugs?|changes?|build|requests?|task|step|problem|repo|repository|server|migration|query|api|linter|[\w-]+\.[a-z]{1,5})\b)"
_WORK_VERBS = (
    r"(?:check|double-check|look|take\s+a\s+look|have\s+a\s+look|open|read|run|re-?run|try|see|search|find|fetch|start|begin|continue|proceed|create|write|edit|update|fix|test|verify|review|think|debug|refactor|"
    r"examine|inspect|investigate|analy[sz]e|scan|load|list|call|use|do|get|wait|retry|explore|summari[sz]e|add|apply|figure\s+out|find\s+out|dig|go|confirm|compare|clean|rewrite|implement|remove|rename|install)"
)
_HASTE = r"(?:now\s+|first\s+|just\s+|quickly\s+|also\s+|then\s+|go\s+ahead\s+and\s+|start\s+by\s+)*"
_WORKING = (
    r"(?:running|checking|opening|reading|loading|searching|looking|fetching|processing|working|waiting|trying|starting|executing|installing|building|compiling|downloading|uploading|retrying|thinking|"
    r"analy[sz]ing|updating|fixing|testing|writing|generating|verifying|reviewing|scanning|creating|applying|calling)"
)
WORK_TALK = (
    r"(?:(?:ok(?:ay)?|sure|great|alright|got\s+it|now|next|first|then|so|perfect|good)[,.!:]?\s+)*(?:"
    rf"(?:let\s+me|let(?:'|’)?s|let\s+us|allow\s+me\s+to)\s+{_HASTE}{_WORK_VERBS}{_TAIL}|"
    rf"(?:i(?:'|’)?ll|i\s+will|we(?:'|’)?ll|we\s+will|i(?:'|’)?m\s+going\s+to|i\s+am\s+going\s+to|(?:i|we)\s+need\s+to|(?:i|we)\s+should|(?:i|we)\s+have\s+to)\s+{_ON_SOMETHING}{_HASTE}{_WORK_VERBS}{_TAIL}|"
    rf"(?:i(?:'|’)?m\s+|i\s+am\s+|we(?:'|’)?re\s+)?(?:now\s+|currently\s+|still\s+)*{_WORKING}{_TAIL}\s*(?:\.\.\.|…)|"
    rf"(?:i(?:'|’)?m\s+|i\s+am\s+)?(?:now\s+|currently\s+|still\s+)*{_ON_SOMETHING}{_WORKING}{_TAIL}|"
    r"(?:one|just\s+a|give\s+me\s+a)\s+(?:moment|second|sec|minute)(?:\s+please)?|(?:please\s+)?(?:hold\s+on|wait|hang\s+on)(?:\s+while\s+i\s+"
    rf"{_WORK_VERBS}{_TAIL}"
    r")?|bear\s+with\s+me|(?:almost|nearly)\s+(?:there|done|ready)|"
    rf"here\s+(?:you\s+go|it\s+is|they\s+are)|here(?:'s|’s|\s+is|\s+are){_TAIL}|"
    r"(?:is\s+there\s+)?anything\s+else(?:\s+(?:that\s+)?(?:i\s+can\s+(?:do|help)|you\s+need)[^.!?]{0,30})?|(?:how|what)\s+(?:can|may)\s+i\s+(?:help|do)(?:\s+(?:for\s+)?you)?(?:\s+with)?(?:\s+today)?|"
    r"let\s+me\s+know\s+if\s+[^.!?]{0,50}|(?:i\s+)?hope\s+(?:this|that|it)\s+helps|"
    rf"(?:i(?:'|’)?ve|i\s+have)\s+(?:now\s+|just\s+|also\s+|already\s+)*{_ON_SOMETHING}(?:updated|fixed|changed|edited|checked|read|run|created|added|removed|applied|reviewed|finished|tested|opened|saved){_TAIL}|"
    r"(?:i(?:'|’)?m\s+)?done(?:\s+with\s+(?:this|that|it|the)(?:\s+(?:step|task|change|file))?)?|"
    r"all\s+(?:done|set)|(?:the\s+)?task\s+(?:is\s+)?(?:complete|completed|done)|done|finished|ready|fixed|completed|step\s+\d+\s+(?:done|complete|completed)|(?:all\s+|the\s+)?tests?\s+(?:are\s+|have\s+|now\s+)?(?:pass|passed|passing)(?:\s+now)?"
    r")[.!?…]*"
)
