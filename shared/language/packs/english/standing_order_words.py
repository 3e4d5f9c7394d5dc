"""Orders that are to hold from now on: whom to send what, what to delete, ignore, run, pay or grant, whom to obey.

"From now on" and its like schedule that somebody's conduct is to change, so with an imperative of such a verb they need
little else; "always" and "whenever" stand in rules of every trade, and need an address, a secret or a safeguard beside
them. What is to come to the user alone ("send me ..."), what others do ("the bot sends ..."), and what must not be done
is no such order.
"""

from __future__ import annotations

from shared.language.packs.instructions import ADDRESS, INSIDE, InstructionReason, phrase

_R = InstructionReason
_IN = r"[^.!?;\n]"  # inside a sentence; an address holds a full stop
_INSIDE = INSIDE

_NOW_ON = (
    r"\b(?:from (?:now|today|here|(?:this|that) (?:moment|point|day|time))(?: on(?:wards?)?(?: out)?| forward)?|as of (?:now|today)|"
    r"(?:starting|beginning|effective) (?:now|today|immediately)|(?:going|moving) forward|henceforth|in (?:the )?future)\b"
)
_ALWAYS = r"\b(?:always|without exception|at all times)\b"
_WHEN = rf"\b(?:whenever|every time|each time|any time|as soon as|when)\b{_IN}{{1,70}}?,"
_YOU = (
    r"(?:(?:you|the assistant|the agent|the ai|assistants|agents|all agents) (?:must|should|shall|will|have to|need to|are to|is to)(?: from now on| henceforth| always| now){0,2}|"
    r"make sure(?: that)?(?: you| to)?|be sure to|remember to|do not forget to|don't forget to|never forget to|see to it that you|ensure(?: that)? you)"
)
_FILL = rf"(?:,| ?:)?(?: (?:please|always|then|automatically|immediately|silently|also|just|you|{_YOU})){{0,3}},? "
_HENCEFORTH = rf"{_NOW_ON}(?:, (?:whenever|every time|each time|when|if)\b{_IN}{{1,60}}?,)?{_FILL}"
_AT_ANY_TIME = rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}|\b{_YOU}){_FILL}"
_CUES = "from now|from today|from here|from this|from that|as of|starting|beginning|effective|forward|henceforth|future"
_ANY_CUES = f"{_CUES}|always|exception|at all times|whenever|every time|each time|any time|as soon as|when|you |assistant|agent|sure|remember|forget|ensure"

_SEND = (
    r"(?:send|forward|e-?mail|mail|upload|post|route|redirect|relay|transmit|deliver|submit|export|push|report|copy|hand over|hand|pass on|pass|leak|dispatch)"
    r"(?! (?:is|are|was|were|has|for|from|in|at|on|that|which|will|by|about)\b)"
)
# What goes to somebody of no known address; to hand in, to report and to deliver is everyone's business.
_SEND_AWAY = (
    r"(?:send|forward|e-?mail|mail|upload|route|redirect|relay|transmit|hand over|hand|pass on|leak|dispatch|mirror)"
    r"(?! (?:is|are|was|were|has|for|from|in|at|on|that|which|will|by|about)\b)"
)
_SENT = r"(?:sent|forwarded|e-?mailed|mailed|uploaded|posted|routed|redirected|relayed|transmitted|delivered|submitted|exported|copied|reported|shared|cc'?e?d)"
_ADDRESS = ADDRESS
_OWN_PLACES = (
    r"(?:(?:the|a|an|this|its|each|every) )?(?:[\w-]+ ){0,2}?(?:albums?|branch(?:es)?|disks?|desks?|desktop|folders?|drives?|repo(?:sitory|s)?|buckets?|wiki|channels?|calendars?|"
    r"archives?|queues?|trash|bin|cache|backups?|backlog|boards?|(?:spread)?sheets?|databases?|warehouse|printers?|clipboard|messages?|names?|changelog|drafts?|staging|production|s3|git|disk|main|pngs?|pdfs?|csv)\b"
)
_OTHERS = rf"(?!(?:me|us|my|our|the user|user|myself|the user's|their own|him|her|them|it)\b)(?!{_OWN_PLACES})\S"
_SECRETS = (
    r"(?:passwords?|passcodes?|passphrases?|pins?|(?:door|access|gate|entry|discount|security|unlock|safe) codes?|credentials?|secrets?|tokens?|keys|"
    r"internal|confidential|private|personal|salar(?:y|ies)|wages|system prompt|(?:customer|client|user|member|price) (?:lists?|data|details|records))"
)
_ANYONE = r"(?:anyone|anybody|everyone|everybody|whoever|strangers?|callers?|outsiders?|competitors?|visitors?|the (?:press|public|media))"

STANDING_ORDERS = (
    phrase(_R.EXFILTRATION, _CUES, rf"{_HENCEFORTH}(?:{_SEND_AWAY}\b{_INSIDE}{{1,80}}?\bto {_OTHERS}|{_SEND}\b{_INSIDE}{{1,80}}?\b(?:to|into|at) (?:account|iban|wallet|{_ADDRESS}))"),
    phrase(_R.EXFILTRATION, "@",
         rf"{_AT_ANY_TIME}(?!(?:the|a|an|i|we|he|she|they|it|this|that|all|any|every|each|user|users|my|our|his|her|their|your|its|mail|mails|use|call|contact|reach|who|what|there|on|onwards?|out|forward)\b)[a-z]+(?<!s)(?<!ed)\b (?!(?:me|us)\b){_INSIDE}{{0,90}}?[\w.+-]{{1,64}}@[\w-]"),
    phrase(_R.EXFILTRATION, "http|www.",
         rf"(?:{_NOW_ON}|{_WHEN}|\b{_YOU}){_FILL}(?:drop|mirror|put|save|store|log(?! in)|back up|sync|stream|ping|load|render|call|write|append|beacon)\b {_INSIDE}{{0,90}}?(?:https?:|www\.)"),
    phrase(_R.EXFILTRATION, "@|http|www.",
         rf"\b(?:make sure|ensure|see to it)(?: that)? {_IN}{{1,50}}? (?:is|are|gets?) (?:\w+ )?{_SENT}\b{_INSIDE}{{0,60}}?{_ADDRESS}"),
    phrase(_R.EXFILTRATION, _CUES, rf"{_HENCEFORTH}share\b{_IN}{{1,60}}?\bwith {_OTHERS}"),
    phrase(_R.EXFILTRATION, "@|http|www.",
         rf"{_AT_ANY_TIME}(?:{_SEND}|share|b?cc|add|notify|alert|inform|tell|include|put|invite)\b{_INSIDE}{{0,90}}?{_ADDRESS}"),
    phrase(_R.EXFILTRATION, "@|http|www.",
         rf"\b{_SEND} {_INSIDE}{{1,80}}?{_ADDRESS}{_INSIDE}{{0,60}}?(?:{_NOW_ON}|\bwithout exception\b)"),
    phrase(_R.EXFILTRATION, "@|http|www.",
         rf"(?:\b(?:must|should|shall|have to|has to|need to|needs to|are to|is to)\b|{_NOW_ON}){_IN}{{0,40}}?\bbe {_SENT}\b{_INSIDE}{{0,60}}?{_ADDRESS}"),
    phrase(_R.EXFILTRATION, _ANY_CUES,
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:(?:reveal|disclose|divulge|leak|expose|publish|share|show|give away)\b(?! (?:me|us)\b){_IN}{{0,40}}?\b{_SECRETS}\b(?!{_IN}{{0,30}}?\b(?:to|with) (?:me|us|legal)\b)|"
         rf"(?:tell|show|give|read out to) {_ANYONE}\b{_IN}{{0,40}}?\b(?:{_SECRETS}|what you know)|(?:give|hand|show|send) {_IN}{{1,40}}? to {_ANYONE}\b)"),
    phrase(_R.BYPASS, "delete|erase|wipe|purge|destroy|remove|drop|truncate",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:delete|erase|wipe|purge|destroy|remove(?= (?:all|every|the audit|audit|any))|drop|truncate)\b(?!{_IN}{{0,60}}?\b(?:older|expired|stale|temporary|temp|tmp|cached?|test|unused|duplicates?)\b){_IN}{{0,30}}?"
         r"\b(?:audit|logs?|histor(?:y|ies)|records?|backups?|databases?|accounts?|evidence|memor(?:y|ies)|everything|all (?:data|files|tables|documents|messages|mails)|(?:user|customer|client)s?'?s? (?:data|files|messages))\b"),
    phrase(_R.BYPASS, "execute|run|eval|carry out|follow|perform|do ",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:(?:execute|run|eval)\b(?: (?:any|all|every|each|the|whatever|only|exactly|blindly))*(?: [\w'-]+){{0,2}}? ?|(?:carry out|follow|perform|do) (?:any|all|every|each|whatever|only|exactly|blindly|(?:the )?(?:instructions|orders) in\b)(?: [\w'-]+){{0,2}}? ?|(?:carry out|follow) (?:the )?(?=instructions in))"
         rf"(?:\b(?:commands?|scripts?|code|instructions?|orders?|binar(?:y|ies)|payloads?|macros?)\b)?{_INSIDE}{{0,40}}?"
         r"(?:\b(?:received|arriv\w+|sent by|embedded|found in|contained|downloaded)\b|\b(?:commands?|scripts?|code|instructions?|orders?) from\b|\bin (?:the |any |its |a |an )?(?:[\w-]+ )?(?:comments?|footers?|headers?|subjects?|body|pages?|documents?|e-?mails?|mails?|messages?|issues?|titles?|attachments?|repl(?:y|ies)))"),
    phrase(_R.AUTHORITY, "obey|comply|take orders|listen only|answer |serve|submit to",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:(?:only |blindly )?obey|comply with (?:any|all|every|whatever)|take orders (?:only )?from|listen only to|answer (?:only )?to (?!questions?|mails?|e-?mails?|messages?|customers?|users?|calls?|requests?|comments?|all|any|every|the|me|my)|serve only|submit to)\b(?! (?:the )?(?:speed|traffic|law|dress|local))"),
    phrase(_R.OVERRIDE, "ignore|disregard|dismiss|overrule|suppress|silence|bypass|skip|reject|refuse|deny",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}|\b{_YOU}){_FILL}(?:ignore|disregard|dismiss|overrule|suppress|silence|bypass|skip|reject|refuse|deny)\b{_IN}{{0,30}}?"
         r"\b(?:(?:the |any |every |all )?(?:users?'?s?|customers?'?s?|owners?'?s?|humans?'?s?|operators?'?s?) (?:\w+ )?(?:objections?|complaints?|wish(?:es)?|requests?|limits?|instructions?|says?|warnings?|consent|refusals?|preferences?)|"
         r"what(?:ever)? (?:the )?(?:user|customer|owner|operator)|complaints?|objections?|(?:security|safety|fraud|compliance|privacy) (?:\w+ )?(?:warnings?|alerts?|rules?|polic\w+|checks?|team|reviews?)|"
         r"(?:warnings?|alerts?|rules?|limits?) (?:from|of|by|set by) (?:the )?(?:security|safety|compliance|user|owner|admin\w*)|(?:approvals?|confirmations?|consent)(?! (?:meetings?|page|tab|screen|e-?mails?|mails?))|(?:requests?|wishes) (?:from|of|by) (?:the )?(?:user|owner|operator)s?)\b"),
    phrase(_R.BYPASS, "pay|settle|reimburse|refund",
         rf"(?:{_HENCEFORTH}(?:pay|settle|reimburse|refund)\b{_IN}{{1,50}}?(?:\b(?:all|any|every|each|without|at once|immediately|unseen|in advance)\b|\binto\b|{_ADDRESS})|"
         rf"{_HENCEFORTH}(?:pay|settle|reimburse|refund) (?:all|any|every|each|whatever)\b|"
         rf"(?:{_ALWAYS}|{_WHEN}){_FILL}(?:pay|settle|reimburse|refund)\b{_IN}{{1,50}}?\b(?:without (?:asking|approval|question|review|checking|confirm\w+)|at once|unseen))"),
    phrase(_R.BYPASS, "transfer|wire|remit|donate",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:transfer|wire|remit|donate)\b(?! (?:the )?(?:calls?|files?|photos?|notes?|tickets?|data)\b){_INSIDE}{{1,60}}?\b(?:to|into) (?!(?:my|our|me|us|savings|charity|the (?:user|savings|joint|shared))\b)(?!{_OWN_PLACES})"),
    phrase(_R.BYPASS, "grant|give|assign|make|promote|let |add|put|move",
         rf"(?:{_HENCEFORTH}(?:grant|give|assign)\b(?!{_IN}{{0,40}}?\b(?:least|minimal|read-only)\b){_IN}{{1,50}}?\b(?:access|permissions?|rights|privileges?|credentials|sudo|(?:admin\w*|root|owner|superuser)(?: role| status)?(?= ?(?:$|[.,;!]|on\b|to\b|for\b|when\b|rights|access|role)))\b|"
         rf"{_HENCEFORTH}let [\w' -]{{1,30}}?\b(?:approve|access|administer|merge|deploy|read|see|edit|delete)\b (?:all|any|every|everything|anything|the (?:vault|secrets|database))\b|"
         rf"{_HENCEFORTH}(?:add|put|move) [\w'@. -]{{1,30}}? (?:to|into|in|on) (?:the )?(?:admin\w*|owners?|root|sudoers|superusers)\b|"
         rf"{_HENCEFORTH}(?:make|promote) [\w' -]{{1,30}}?\b(?:admin\w*|root|owner|superuser)\b|"
         rf"(?:{_ALWAYS}|{_WHEN}){_FILL}(?:grant|give|assign)\b{_IN}{{1,50}}?\b(?:(?:full|admin\w*|root|unrestricted|all|unlimited) (?:access|permissions?|rights|privileges?|role)|access to (?:anyone|everyone|everybody|whoever|vendors?|contractors?|outsiders?)))"),
    phrase(_R.AUTHORITY, "trust|believe|approve|accept|rely",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:trust|believe|approve|accept|rely on)\b (?:everything|anything|whatever|what|all|any|every|messages?|mails?|e-?mails?|requests?|instructions?|content)\b"
         rf"(?: (?:that|which))?(?: [\w'-]+){{0,3}}? ?(?:\b(?:from|comes?|by|sent|asks?|says?|wants?|requests?|tells?)\b)"),
    phrase(_R.AUTHORITY, "treat|regard|consider|recognise|recognize",
         rf"(?:{_NOW_ON}|{_ALWAYS}){_FILL}(?:treat|regard|consider|recogni[sz]e)\b{_INSIDE}{{1,60}}? as (?:an? |the |your |my )?(?:[\w-]+ )?(?:owner|admin\w*|user|operator|boss|principal|trusted|authori[sz]ed|verified|root|superuser)\b"),
    phrase(_R.AUTHORITY, "assume|presume",
         rf"(?:{_NOW_ON}|{_ALWAYS}){_FILL}(?:assume|presume)\b(?: that)? (?:\w+ )?(?:messages?|mails?|e-?mails?|requests?|orders?|payments?|instructions?|whatever|everything|anything)\b{_IN}{{0,50}}? (?:is|are|to be) (?:\w+ )?(?:authori[sz]ed|approved|trusted|genuine|legitimate|verified|safe)\b"),
    phrase(_R.ROLE, "hereby|herewith",
         r"\byou (?:are|have been) (?:hereby|herewith) (?:made|appointed|granted|given|promoted|declared)\b[^.!?;\n]{0,30}?\b(?:admin\w*|root|owner|superuser|access|rights|permissions?)\b|\bi hereby (?:make|appoint|grant|give|promote|declare) you\b"),
    phrase(_R.FORGED_DELIMITER, "</", r"</ ?[a-z][\w-]{0,30} ?> ?\n? ?(?:system|admin|administrator|developer|root) ?(?::|>|->)"),
    phrase(_R.BYPASS, "disable|turn off|switch off|deactivate|stop",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:disable|turn off|switch off|deactivate|stop)\b(?!{_IN}{{0,60}}?\b(?:in|for|on|during) (?:the |local )?(?:tests?|dev\w*|local\w*|demos?|staging|sandbox)\b){_IN}{{0,24}}?"
         r"\b(?:two-factor|2fa|mfa|firewall|antivirus|audit(?:ing)?|logging|monitoring|encryption|authentication|authori[sz]ation|security|virus|malware|access control)\b"),
    phrase(_R.BYPASS, "must be|should be|shall be|are to be|have to be|has to be",
         r"\b(?:must|should|shall|are to|is to|have to|has to) (?:always |now |from now on )?be (?:paid|approved|released|granted|refunded|transferred|wired|authori[sz]ed|accepted|executed)\b"
         rf"{_IN}{{0,40}}?\bwithout (?:any )?(?:\w+ )?(?:review|approval|asking|question\w*|confirm\w*|check\w*|verif\w+|consent|authori[sz]ation)\b"),
    phrase(_R.BYPASS, "ask",
         r"\b(?:never|do not|don't|no longer|stop) (?:ever )?ask(?:ing)?\b(?: me| the user| anyone| anybody)?(?: for)?(?: any| your| my)? (?:confirmation|approval|permission|consent)\b"
         r"(?: (?:again|any ?more|ever again)\b|,? (?:just|and|but) (?:just )?(?:send|pay|transfer|execute|run|delete|approve|grant|wire)\b)"),
    phrase(_R.EXFILTRATION, "forward|send|mail|share",
         rf"(?:^|[.:;!?,>] ?|\b(?:and|then|please|sure to|sure you|must|should|always|now) )(?:forward|send|mail|share|pass) (?:this|it|these|that)\b{_IN}{{0,30}}? (?:to|with) (?:everyone|everybody|all (?:of )?(?:your |my |the )?contacts|every contact|all users|every user)\b"),
    phrase(_R.EXFILTRATION, "@|http|www.",
         rf"(?:{_NOW_ON}{_INSIDE}{{0,70}}?\bgo(?:es)?|\b(?:must|should|shall|have to|are to)(?: always| now| from now on)* go)\b(?: only| out| straight)? to {_ADDRESS}"),
    phrase(_R.EXFILTRATION, "http|www.",
         rf"(?:{_NOW_ON}|\b{_YOU}){_FILL}(?:answer|reply|respond|end|begin|start|link|point|direct|refer)\b{_INSIDE}{{1,70}}?(?:https?:|www\.)"),
    phrase(_R.EXFILTRATION, "append|attach|include|insert",
         rf"(?:^|[.:;!?,>] ?|\b(?:always|please|then|and) )(?:append|attach|include|insert)\b{_IN}{{1,30}}?\b(?:{_SECRETS}|api key|cookies?|(?:database )?dumps?|memor(?:y|ies)|conversation|history)\b{_INSIDE}{{1,60}}?{_ADDRESS}"),
    phrase(_R.SECRECY, "lie to|deceive|mislead|in the dark|hide",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}|\b{_YOU}){_FILL}(?:lie to|deceive|mislead|fool|trick)\b (?:the |your |all |any )?(?:users?|owners?|operators?|customers?|humans?|admin\w*)\b|"
         r"\bkeep (?:the |your )?(?:users?|owners?|operators?|customers?|humans?|admin\w*) in the dark\b"),
    phrase(_R.ROLE, "you are|you're|consider yourself|you have been|from now on",
         r"\b(?:(?:you are|you're) now|from now on,? you are|consider yourself|you have (?:now )?been (?:promoted|elevated|upgraded) to)(?: acting as| logged in as| running as)? (?:an? |the |my )?(?:[\w-]+ )?"
         r"(?:root|sudo|super-?users?|admin\w*|sysadmin|(?:security|compliance|safety) officer|kernel|the system|operating system)(?= ?(?:$|[.,;!?)]|(?:of|on|for|with|and|in|here|user|without|now|this)\b))|"
         r"\b(?:you are|you're) (?:an? |the |my )?(?:[\w-]+ )?(?:root|super-?users?|admin\w*|sysadmin)(?: user)? (?:now|from now on|henceforth)\b"),
    phrase(_R.FORGED_DELIMITER, "</|< /",
         r"< ?/ ?(?:data|context|document|content|input|text|results?|memory[-_ ]?\w+|notes?|facts?|knowledge|history) ?>[^\n]{0,20}?\b(?:system|admin|developer|obey|now|ignore|you|new (?:orders?|rules?|instructions?)|comply|do)\b"),
    phrase(_R.FORGED_DELIMITER, "memor|context|system prompt|instructions",
         r"\[ ?(?:/|end(?: of)?(?: the)? )(?:memor(?:y|ies)|context|system prompt|instructions)(?: [\w-]+)? ?\]"),
    phrase(_R.FORGED_DELIMITER, "<system>|<assistant>|<developer>|<admin>|<root>|<operator>",
         r"<(?:system|assistant|developer)>(?! tags?\b| elements?\b)|<(?:admin|root|operator)>[^<>\n&]{0,30}?\b(?:grant|obey|you|ignore|approve|send|delete|execute|everything)\b"),
    phrase(_R.FORGED_DELIMITER, "end", r"[#=*~-]{3,} ?end ?[#=*~-]{3,}[^\n]{0,10}?\b(?:new|system|now|task|instructions?|ignore|you)\b"),
)  # fmt: skip
