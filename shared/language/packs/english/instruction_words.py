"""Instructions to an agent. Rules of a trade ("Never share credentials", "Managers approve all refunds") must pass: what
counts is the imperative, who is addressed, and where things are to go."""

from __future__ import annotations

from shared.language.packs.instructions import InstructionReason, phrase, together

_R = InstructionReason
_GAP = r"(?: [\w'-]+){0,%d}?"


def _gap(words: int) -> str:
    return _GAP % words


# Where an imperative begins: a sentence or a clause, with the words that lead one in.
_CLAUSE = (
    r"(?:^|[.:;!?,>)\]}-] ?|\b(?:and|then|so|that) )"
    r"(?:(?:please|always|now|immediately|automatically|just|simply|instead|first|next|then|also|kindly|from now on,?|going forward,?|"
    r"in future,?|in the future,?|henceforth,?|every time,?|(?:you|the assistant|the agent|the ai|agents?|assistants?) "
    r"(?:must|should|shall|will|can|may|need to|have to|are to|are required to|are instructed to|are allowed to)(?: now| always)?) )*"
)
_YOU_MAY = (
    r"(?:(?:authori[sz]ed|allowed|permitted|instructed|told|asked|given|grants?|granted|allows?) you (?:\w+ )?to|"
    r"(?:assistants?|agents?|ais?|bots?|chatbots?|llms?|models?) (?:must|should|shall|can|may|will|is allowed to|are allowed to)|"
    r"you (?:may|can|should|must|will|shall|could|are (?:now )?(?:allowed|authori[sz]ed|permitted|free|cleared|instructed|required) to|"
    r"have (?:the )?(?:permission|authority|clearance|approval) to))"
)
_YOU_NEED_NOT = r"(?:you|assistants?|agents?|ais?) (?:no longer (?:need|have) to|(?:do|does) not (?:need|have) to|(?:don't|doesn't) (?:need|have) to|need not)"
_INSTRUCTIONS = r"instructions?|prompts?|guidelines?|directives?|programming|guardrails?|system messages?|orders"
_RULES = rf"{_INSTRUCTIONS}|rules?|constraints?|restrictions?|polic(?:y|ies)|commands?|safeguards?|limitations?|context|training"
_EARLIER = r"previous|prior|above|earlier|preceding|foregoing|your|system|safety|existing|original|initial|developer'?s?|given to you|you were given|you received|so far"
_MONEY_ACTS = r"refunds?|requests?|transactions?|payments?|transfers?|withdrawals?|invoices?|purchases?|permissions?|loans?|claims?|tool calls?|actions|chargebacks?|access"
_SEND = (
    r"(?:send|sent|forward|e-?mail|mail|post|upload|copy|cc|bcc|share|transmit|transfer|leak|exfiltrate|export|report|deliver|submit|"
    r"disclose|reveal|publish|pass|give|hand over|output|dump|expose|relay|sync|append|include|attach)"
)
_KNOWN = (
    r"(?:memory|memories|system prompt|hidden (?:prompt|instructions?)|credentials?|passwords?|secrets?|api keys?|access keys?|tokens?|"
    r"private keys?|conversations?|chat (?:history|logs?|transcripts?)|(?:user|customer|client|personal|private|sensitive|internal|"
    r"confidential|secret|stored|company) (?:data|information|info|records|details|documents|files|e-?mails|messages|notes|knowledge)|"
    r"(?:card|payment|bank|billing|login|account) (?:details|data|numbers?|information|info)|"
    r"everything you (?:know|remember|have|see)|all you (?:know|remember)|what you (?:know|remember))"
)
_AWAY = (
    r"(?:to (?:me|us|my|this|the following|an? (?:external|outside|third|unknown|remote)|external|outside|attacker|the attacker|http|www|"
    r"[\w.+-]+@)|https?:|with (?:me|us|everyone|anyone|http)|publicly|here:|in (?:every|each|all) (?:repl|respon|answer|message)|"
    r"as (?:a )?(?:query|url) param)"
)

INSTRUCTIONS = (
    together(_R.OVERRIDE, r"ignor(?:e|ing)\b|disregard|overrid(?:e|ing)\b|overrule|neglect|discard|bypass|unlearn|nullify", _INSTRUCTIONS,
             rf"{_EARLIER}|all|any|every", unless="to be |not |never |n't "),
    together(_R.OVERRIDE, r"ignore\b|disregard\b|override\b|overrule\b|discard\b", _RULES, _EARLIER, unless="not |never |n't |to |will |can |may "),
    phrase(_R.OVERRIDE, "forget|pay no attention|set aside|stop following|stop obeying|not follow|n't follow|not obey|n't obey|do not adhere",
         _CLAUSE + rf"(?:forget|pay no attention to|set aside|stop (?:following|obeying)|do(?: not|n't) (?:follow|obey|adhere to))\b{_gap(4)} "
         rf"(?:(?:{_EARLIER}|all|any|every){_gap(3)} (?:{_RULES})\b|(?:{_RULES})\b{_gap(2)} (?:{_EARLIER}))"),
    phrase(_R.OVERRIDE, "forget|ignore|disregard",
         r"\b(?:forget|ignore|disregard) (?:about )?(?:everything|all|anything|whatever|what)\b(?: that)?(?: (?:was|is|you|you've|you have|i|we|they|were|written|said))*"
         r" (?:above|before|earlier|previously|told|know|learned|learnt|instructed|been told|said before|so far|up to now|until now)\b"),
    phrase(_R.OVERRIDE, "instruction|your new|your real|your true|your only|your actual",
         r"\b(?:new|updated|revised|real|actual|true) (?:system )?instructions? ?(?::|follow|begin|start|are as)|"
         r"\byour (?:new|real|true|only|actual|updated|sole) (?:\w+ )?(?:instructions?|task|goal|objective|mission|purpose|directive|role) (?:is|are|will be|now|:)"),
    phrase(_R.OVERRIDE, "previous|prior|above|earlier",
         r"\b(?:previous|prior|above|earlier|all other|existing) (?:\w+ )?(?:instructions?|prompts?|directives?|guidelines?|guidance) (?:\w+ ){0,3}"
         r"(?:void|cancel+ed|revoked|obsolete|no longer|a test|fake|superseded|overridden|null|invalid|do not apply|don't apply)\b"),
    phrase(_R.EXFILTRATION, "memor|prompt|credential|password|secret|key|token|conversation|chat|data|information|info|record|detail|document|file|mail|message|note|knowledge|you know|you remember",
         rf"{_CLAUSE}{_SEND}\b(?: (?!not\b|never\b)[\w'/&,-]+){{0,9}}? {_KNOWN}\b[^.!?;]{{0,60}}?\b{_AWAY}"),
    phrase(_R.EXFILTRATION, "memor|prompt|credential|password|secret|key|token|conversation|chat|data|information|info|record|detail|document|file|mail|message|note|knowledge|you know|you remember",
         rf"{_CLAUSE}(?:{_SEND}|print|write|store|add)\b {_AWAY}[^.!?;]{{0,80}}? {_KNOWN}\b"),
    phrase(_R.EXFILTRATION, "memor|prompt|credential|password|secret|key",
         rf"{_CLAUSE}(?:send|give|tell|e-?mail|show|forward|hand|message|dm) (?:me|us) (?:all|every|any|each|your|the users?'?|everyone's|other)\b[^.!?;]{{0,40}}?"
         r"\b(?:memory|memories|system prompt|credentials|passwords|secrets|api keys|private keys|access keys)\b"),
    phrase(_R.EXFILTRATION, "memor|prompt|history|conversation",
         rf"{_CLAUSE}{_SEND}\b(?: [\w'-]+){{0,3}}? (?:all|every|any|each|entire|complete|full|your|stored|internal)\b(?: [\w'-]+){{0,3}}? "
         r"(?:memory|memories|system prompt|hidden instructions?|conversation history|chat history|conversations)\b[^.!?;]{0,40}?\b(?:to|at|via|with)\b"),
    phrase(_R.EXFILTRATION, "key|password|secret|credential|token|card|memor|message|conversation",
         rf"\b{_KNOWN}\b[^.!?;]{{0,40}}?\b(?:send|forward|post|upload|report|e-?mail|submit|copy|leak) (?:it|them|this|these|that|a copy|copies)\b[^.!?;]{{0,24}}?\b{_AWAY}"),
    phrase(_R.EXFILTRATION, "cc |bcc |copy ", rf"{_CLAUSE}(?:b?cc|copy) [\w.+-]+@[\w.-]+[^!?;]{{0,60}}?\b{_KNOWN}\b"),
    phrase(_R.EXFILTRATION, "secretly|covertly|exfiltrate",
         rf"\b(?:secretly|covertly|discreetly) {_SEND}\b|{_CLAUSE}exfiltrate\b"),
    phrase(_R.EXFILTRATION, "image|link|url|markdown",
         rf"{_CLAUSE}(?:render|include|embed|insert|add|append|end)\b[^.!?;]{{0,60}}?\b(?:image|markdown|link|url)\b[^!?;]{{0,60}}?(?:http|\bwith\b|containing|carrying|whose|=)[^!?;]{{0,80}}?"
         r"\b(?:memory|memories|conversation|history|secrets?|passwords?|tokens?|user data|system prompt)\b"),
    phrase(_R.EXFILTRATION, "wallet|0x|bc1|account",
         rf"{_CLAUSE}(?:transfer|wire|send|pay|move)\b[^.!?;]{{0,50}}?\b(?:to|into) (?:the (?:following|attacker's) |this |my new )?(?:\w+ )?(?:wallet|0x[0-9a-f]{{6,}}|bc1[0-9a-z]{{6,}}|(?:the following|this) (?:bank )?account|account (?:number )?[0-9]{{4,}})"),
    phrase(_R.BYPASS, "you |assistant|agent|bot|llm|model|ai ",
         rf"\b{_YOU_MAY}(?: \w+)? (?:skip|bypass|ignore|disable|circumvent|omit|turn off|override|evade|waive|suppress|avoid)\b"
         rf"{_gap(4)} (?:approvals?|authori[sz]ations?|authentication|confirmations?|verifications?|safety|security|guardrails?|content (?:filter|polic)\w*|moderation|permissions?|reviews?|restrictions|compliance|policy checks?|checks)\b"),
    phrase(_R.BYPASS, "you no longer|not need|n't need|not have to|n't have to|need not|no longer need",
         rf"\b{_YOU_NEED_NOT}(?: \w+)? (?:seek|ask|request|require|get|obtain|wait for|check|follow)\b(?: for)?{_gap(4)} (?:approvals?|authori[sz]ations?|confirmations?|permissions?|consent|human|safety|polic\w+|rules|guidelines)\b"
         r"(?! for (?:purchases|small|minor|internal))(?! (?:under|below|up to))"),
    phrase(_R.BYPASS, "bypass|circumvent|disable|evade|turn off|skip",
         _CLAUSE + rf"(?:bypass|circumvent|evade|disable|turn off|skip)\b{_gap(3)} (?:safety (?:\w+ )?(?:checks?|filters?|measures?|protocols?|guidelines?|rules)|guardrails?|content (?:filters?|polic\w+|moderation)|"
         r"human (?:review|approval|oversight)|ethical \w+|security (?:polic\w+|restrictions?)|all (?:safety|security|approval|verification)\w*|(?:the )?approval(?:s| (?:step|process|flow|check))?(?= (?:for|of|on) (?:all|any|every|me|my)))\b(?! (?:in|for|on|during) (?:the |a |our |all )?(?:tests?|dev\w*|local\w*|staging|sandbox\w*|demos?|drills?|rehearsals?|simulations?)\b)"),
    phrase(_R.BYPASS, "approve|authori|accept|grant|confirm|process|release|issue",
         _CLAUSE + rf"(?:auto-?)?(?:approve|authori[sz]e|accept|grant|confirm|process|release|issue)\b(?: me)? (?:all|any|every|each|whatever|full)\b(?: (?!pull\b|merge\b|changes\b)[\w'-]+){{0,3}}? (?:{_MONEY_ACTS})\b"),
    phrase(_R.BYPASS, "without",
         rf"(?:{_CLAUSE}|\b{_YOU_MAY} )" + r"(?:transfer|pay|refund|wire|withdraw|purchase|buy|grant|disclose|approve|issue|release|authori[sz]e)\b[^.!?;]{0,60}? without (?:any )?(?:\w+ )?"
         r"(?:asking|confirm\w*|waiting|request\w*|checking|verif\w+|approval|permission|authori[sz]ation|consent|review\w*|question\w*)\b"),
    phrase(_R.BYPASS, "no need|not need|n't need",
         r"\b(?:no need|you (?:do not|don't) need) to (?:ask|verify|check|confirm|seek|get|obtain|request)\b[^.!?;]{0,40}?\b(?:user|human|owner|operator|approval|permission|authori[sz]ation|my identity)\b"),
    phrase(_R.BYPASS, "as pre-approved|as preapproved|as already approved|as authori|as approved|as trusted|as verified",
         r"\b(?:treat|consider|regard|handle)\b[^.!?;]{0,30}?\b(?:my|any|all|every|this|these|future)\b[^.!?;]{0,24}?\brequests?\b[^.!?;]{0,24}? as (?:pre-?approved|already approved|authori[sz]ed|approved|trusted|verified)\b"),
    phrase(_R.BYPASS, "delete|erase|wipe|purge|destroy|drop",
         _CLAUSE + r"(?:delete|erase|wipe|purge|destroy|drop)\b (?:all|every|each|the entire|everything)(?: of)?(?: (?:the|your|stored|user|users'?|production|existing|single))* "
         r"(?:memory|memories|records? in|tables?|backups?|databases?|databases|audit (?:logs?|records?))\b(?![^.!?;]{0,20}\b(?:after|older|when|once|that|which|on request|before|of deleted|every|each)\b)"),
    phrase(_R.ROLE, "you are|you're|act as|act like|pretend|behave|roleplay|role-play|respond as|operate as|operate in|simulate",
         r"\b(?:you are|you're|act (?:as|like)|pretend (?:to be|that you|you)|behave (?:as|like)|role-?play as|respond as|operate (?:as|in)|simulate)\b(?: (?!not\b)[\w',-]+){0,8}? "
         r"(?:(?:dan|root|sudo|unrestricted|unfiltered|uncensored|jailbroken|amoral)\b|(?:developer|god|debug|admin|jailbreak|maintenance|sudo) mode\b|"
         r"(?:no|without|free (?:of|from)|not bound by|beyond)(?: any| all| your| the)? (?:\w+ )?(?:restrictions?|rules|limits|limitations|filters?|guidelines|ethic\w*|polic\w+|constraints))"),
    phrase(_R.ROLE, "do anything now|jailbreak|no longer|god mode|dan mode|developer mode|unrestricted mode",
         r"\bdo anything now\b|\b(?:enter|enable|activate|switch (?:in)?to|start) (?:the )?(?:\w+ )?(?:dan|god|jailbreak|unrestricted|unfiltered|no-limits) mode\b|"
         r"\byou (?:are|have) no longer (?:bound|restricted|limited|subject|an? (?:ai|assistant|helpful))|\bdeveloper mode (?:is )?(?:now )?(?:enabled|activated|unlocked)\b[^\n]{0,60}?\byou\b|"
         r"\byou are (?:now )?in (?:developer|debug|admin|root|dan|god) mode"),
    phrase(_R.SECRECY, "tell|inform|alert|notify|mention|disclose|know|say",
         r"\b(?:do not|don't|never|without) (?:ever )?(?:tell(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?|mention(?:ing)?|disclos(?:e|ing)|let(?:ting)?)\b(?: (?:this|it|these|anything|any of this|that))?(?: to)? "
         r"(?:the |your |any |human )?(?:users?|operators?|humans?|owner|administrators?|admins?|reviewers?|anyone|supervisors?|developers?)\b[^.!?;]{0,30}?\b"
         r"(?:about (?:this|these|it|your)|know|that you|of this|you (?:did|were|have)|(?:this|these) (?:instruction|message|rule|memor|note))"),
    phrase(_R.SECRECY, "from the user|from your user|from the human|from the operator|from the admin|from your operator|from the owner",
         r"\b(?:keep|hide|conceal|withhold)\b (?:this|these|it|that|all of this|the (?:instruction|change|action|transfer)s?)\b[^.!?;]{0,40}?\bfrom (?:the|your) (?:users?|humans?|operators?|admin\w*|owner)"),
    phrase(_R.EXTRACTION, "prompt|instruction|your rules|your guidelines|configuration|above",
         _CLAUSE + r"(?:can you |could you )?(?:reveal|print|repeat|show|output|display|tell|give|disclose|recite|leak|dump|write(?! (?:an? )?(?:unit )?(?:tests?|checks?))|return|share|list|quote|echo|summari[sz]e|translate)\b(?: [\w']+){0,5}? "
         r"(?:system (?:prompt|message|instructions?)|(?:initial|hidden|original|secret|internal) (?:system )?(?:prompt|instructions?|rules|guidelines)|your (?:\w+ )?(?:instructions|prompt|rules|guidelines|configuration))\b"),
    phrase(_R.EXTRACTION, "above|before this", _CLAUSE + r"(?:repeat|print|output|copy|recite|echo)\b (?:everything|all(?: of)? the (?:text|words)|the (?:text|words|contents?)|all text|verbatim)[^.!?;]{0,24}? (?:above|before this)(?= ?[.,:;!]| verbatim| word| exactly| in | this|$)"),
    phrase(_R.ADDRESSED, "ai|llm|model|assistant|bot|agent",
         r"\b(?:note|message|attention|memo|notice|reminder|orders?|commands?|instructions?|directive|hint|warning) (?:to|for) (?:the |any |all |every |whichever )?(?:\w+ )?(?:(?:ais?|llms?|language models?|chatbots?|ai agents?|ai assistants?|ai models?)(?: \w+){0,3} ?[:,-]|(?:assistants?|bots|agents?|models?) ?:)|"
         r"\battention[:,]? (?:all )?(?:ai|llm|assistant|agent|chatbot|language model)s?\b|"
         r"\b(?:ai|llm|assistant|agent|chatbot|language model|model)s? (?:\w+ )?(?:reading|processing|parsing|summari[sz]ing|ingesting|that reads?|who reads?|which reads?) this(?: (?:page|text|message|documents?|note|e-?mail|file|memory|content|prompt|site|website|review|article|comment)|[,.:;!]| must| should| shall| will|$)|"
         r"\bif you(?: are|'re) (?:an? |the )?(?:ai|llm|large language model|language model|ai agent|ai assistant|chatbot|automated|autonomous agent)\b|"
         r"\b(?:dear|hey|hello|hi|ok|okay) (?:ai|llm|chatbot|ai assistant|ai agent|language model|assistant|agent|chatgpt|claude|gemini|copilot)\b[,:!]? ?(?:please|you|ignore|send|forget|from|always|when|i need|do|reveal|transfer|approve)"),
    phrase(_R.AUTHORITY, "as a|as an|as the|as system|as trusted|into your|to your|in your|this as|these as",
         r"\b(?:store|save|remember|record|add|write|keep|treat|consider|regard|interpret|accept|handle|trust)\b(?: [\w'@.-]+){0,6}? (?:as|in|into|to)(?: an?| the| your)* (?:system|developer|trusted|admin|core|permanent|privileged|immutable|highest-priority|high-priority|top-priority|highest priority|top priority|authoritative|binding)"
         r"(?: \w+)? (?:instruction|rule|memory|memories|directive|prompt|command|order|message|polic)\w*"),
    phrase(_R.AUTHORITY, "overrid|supersede|precedence|outrank|priority over|replace|overrule",
         r"\b(?:this|these|the following|what follows|my)\b(?: [\w'-]+){0,3}? (?:overrides?|supersedes?|takes? (?:precedence|priority) over|replaces?|outranks?|has priority over|have priority over|overrules?) "
         r"(?:all |any |every |your |the )*(?:\w+ )?(?:other |previous |prior |existing |earlier |system |safety )*(?:instructions?|prompts?|memory|memories|directives?|guardrails?|guidelines|rules you)\b"),
    phrase(_R.AUTHORITY, "obey|execute|follow|carry out|comply",
         _CLAUSE + r"(?:obey|execute|run|follow|carry out|comply with|do)\b (?:any|all|every|whatever|only)(?: [\w'-]+){0,3}? (?:instructions?|commands?|orders?|code|directives?)\b[^.!?;]{0,24}?\b(?:from|in|sent|received|embedded|found|inside|by|below|i give|without)\b|"
         + _CLAUSE + r"obey\b[^.!?;]{0,40}?\b(?:commands?|orders?|instructions?|me\b|my\b)"),
    phrase(_R.AUTHORITY, "recommend|promote|advertise|endorse|praise|favor|favour|suggest",
         r"\b(?:always|whenever|every time|from now on)\b[^.!?;]{0,60}?\b(?:recommend|promote|advertise|endorse|praise|favou?r|suggest)\b[^.!?;]{0,50}?\b(?:over|instead of|above|rather than|not) (?:all|any|every|the|its|other)? ?(?:other |competit|rivals?|alternatives?)"),
    phrase(_R.AUTHORITY, "from now on|from this|going forward|henceforth|from here on|in future|in the future",
         r"\b(?:from now on|from (?:this|here|that) (?:moment|point|day|time)?(?: ?(?:on|onwards?|forwards?))?|going forward|henceforth|in (?:the )?future),? "
         r"(?:you|the assistant|the agent|the ai|all agents) (?:must|should|shall|will|have to|need to|are to|may|can)\b"),
    phrase(_R.BYPASS, "you see|you receive|you get|you encounter|you read|you process|you find",
         r"\b(?:when(?:ever)?|every time|each time|if|as soon as|once) you (?:see|receive|get|encounter|read|process|find)\b[^.!?;]{0,60}?, ?(?:then |always |immediately |just |please )*"
         r"(?:pay|approve|accept|grant|refund|transfer|release|authori[sz]e|confirm|sign)\b (?:it|them|all|any|every|the (?:amount|full|request))"),
    phrase(_R.AUTHORITY, "asked|asks|they ask",
         r"\b(?:when(?:ever)?|if|every time|each time) (?:(?:you are|you're|anyone|they) )?(?:asked|asks?) (?:about|for|whether|if|how|why|who|what|which)\b[^.!?;,]{0,60}?, ?"
         r"(?:then |always |just |simply |please |only )*(?:answer|say|reply|respond|claim|tell|state|insist|deny|pretend|lie)\b"),
    phrase(_R.EXFILTRATION, "http|www.|@",
         rf"\b(?:every time|whenever|when|each time|always|from now on|from this moment|you must|you should)\b[^.!?;]{{0,80}}?\b{_SEND} "
         r"(?:(?:a copy of )?(?:their|his|her|(?:the )?(?:users?|customers?|clients?)(?:'s|')?) [^!?;]{0,50}?|(?:all|every|each|any) (?:of )?(?:the |their |your |incoming |outgoing )?"
         r"(?:e-?mails?|messages?|documents?|files?|contacts?|conversations?|photos?|attachments?)\b[^!?;]{0,30}?)\bto (?:https?:|www\.|[\w.+-]+@)"),
    phrase(_R.EXFILTRATION, "with the|with their|with all|with his|with her|with customer|with user",
         rf"{_CLAUSE}(?:reply|respond|answer|end|begin|start)\b(?: [\w'-]+){{0,3}}? with (?:all |the |a copy of )*(?:their|his|her|users?'?s?|customers?'?s?|clients?'?s?) (?:[\w'-]+ ){{0,2}}?"
         r"(?:credit cards?|cards?|passwords?|address(?:es)?|data|locations?|phone numbers?|e-?mails?|secrets?|memor(?:y|ies)|history|details)\b"),
    phrase(_R.ROLE, "you are now|you're now",
         r"\b(?:you are|you're) now (?:an? |the |my )?(?:\w+ )?(?:administrators?|admins?|super-?users?|root(?: user)?|owners?|operators?|developers?)\b(?!')"),
    phrase(_R.SECRECY, "user|operator|human|admin|reviewer",
         r"\b(?:do not|don't|never) (?:ever )?(?:mention|say|reveal|disclose|show|report|tell|explain)\b(?: (?:anything|a word|any of))?(?: about)? ?(?:this|it|that|these)(?: \w+)? to "
         r"(?:the |your |any |human )?(?:users?|operators?|humans?|administrators?|admins?|reviewers?)\b"),
    phrase(_R.AUTHORITY, "recommend|promote|advertise|endorse|praise",
         r"\b(?:recommend|promote|advertise|endorse|praise)\b [^.!?;]{1,50}? (?:in|at the end of|with) (?:every|each|all|any)(?: of)?(?: your| future)* (?:answers?|repl(?:y|ies)|responses?|messages?|conversations?|e-?mails?)\b"),
    phrase(_R.BYPASS, "rm -|drop |mkfs|curl |wget ",
         _CLAUSE + r"(?:run|execute|type|enter)\b [^\n]{0,30}?(?:\brm -[rf]{1,2}(?: -[rf])? ?(?:/(?![\w.])|~|\*)|\bdrop (?:table|database|schema)\b|\bmkfs\b|\b(?:curl|wget) [^\n]{1,120}(?:(?:ba|z)?sh)(?: |$))"),
    phrase(_R.AUTHORITY, "trust|obey|believe",
         r"\b(?:you|the assistant|the agent|agents|assistants) (?:must|should|shall|have to|need to|are to|will)(?: now| always| fully| blindly)* (?:trust|obey|believe)\b|"
         + _CLAUSE + r"(?:(?:blindly|fully) )?(?:trust|believe|obey) (?:all|any|every|everything|anything|whatever|(?:messages?|requests?|instructions?) (?:from|by|sent))\b"),
    phrase(_R.ADDRESSED, "assistant|ai|agent|chatbot|llm|chatgpt|claude|gemini|copilot",
         r"(?:^|[.!?>\]] ?)(?:(?:dear|hey|hello|ok|okay) )?(?:ai )?(?:assistants?|ais?|agents?|chatbots?|llms?|chatgpt|claude|gemini|copilot) ?[,:] ?"
         r"(?:please|you (?:must|should|will|are|may|can)|always|never|ignore|send|e-?mail|forward|transfer|approve|delete|reveal|do not|don't|from now)\b"),
)  # fmt: skip
