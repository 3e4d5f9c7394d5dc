"""Orders that are to hold from now on: whom to send what, what to delete, ignore, run, pay or grant, whom to obey.

"From now on" and its like schedule that somebody's conduct is to change, so with an imperative of such a verb they need
little else; "always" and "whenever" stand in rules of every trade, and need an address, a secret or a safeguard beside
them. What is to come to the user alone ("send me ..."), what others do ("the bot sends ..."), and what must not be done
is no such order.
"""

from __future__ import annotations

from shared.language.injection.rule import InstructionReason, Rule, rule

_R = InstructionReason
_IN = r"[^.!?;\n]"  # inside a sentence; an address holds a full stop
_INSIDE = r"(?:[^.!?;\n]|\.(?=\w))"

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
_ADDRESS = r"(?:[\w.+-]{1,64}@[\w-]|https?:|www\.)"
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

STANDING: tuple[Rule, ...] = (
    rule(_R.EXFILTRATION, _CUES, rf"{_HENCEFORTH}(?:{_SEND_AWAY}\b{_INSIDE}{{1,80}}?\bto {_OTHERS}|{_SEND}\b{_INSIDE}{{1,80}}?\b(?:to|into|at) (?:account|iban|wallet|{_ADDRESS}))"),
    rule(_R.EXFILTRATION, "@",
         rf"{_AT_ANY_TIME}(?!(?:the|a|an|i|we|he|she|they|it|this|that|all|any|every|each|user|users|my|our|his|her|their|your|its|mail|mails|use|call|contact|reach|who|what|there|on|onwards?|out|forward)\b)[a-z]+(?<!s)(?<!ed)\b (?!(?:me|us)\b){_INSIDE}{{0,90}}?[\w.+-]{{1,64}}@[\w-]"),
    rule(_R.EXFILTRATION, "http|www.",
         rf"(?:{_NOW_ON}|{_WHEN}|\b{_YOU}){_FILL}(?:drop|mirror|put|save|store|log(?! in)|back up|sync|stream|ping|load|render|call|write|append|beacon)\b {_INSIDE}{{0,90}}?(?:https?:|www\.)"),
    rule(_R.EXFILTRATION, "@|http|www.",
         rf"\b(?:make sure|ensure|see to it)(?: that)? {_IN}{{1,50}}? (?:is|are|gets?) (?:\w+ )?{_SENT}\b{_INSIDE}{{0,60}}?{_ADDRESS}"),
    rule(_R.EXFILTRATION, _CUES, rf"{_HENCEFORTH}share\b{_IN}{{1,60}}?\bwith {_OTHERS}"),
    rule(_R.EXFILTRATION, "@|http|www.",
         rf"{_AT_ANY_TIME}(?:{_SEND}|share|b?cc|add|notify|alert|inform|tell|include|put|invite)\b{_INSIDE}{{0,90}}?{_ADDRESS}"),
    rule(_R.EXFILTRATION, "@|http|www.",
         rf"\b{_SEND} {_INSIDE}{{1,80}}?{_ADDRESS}{_INSIDE}{{0,60}}?(?:{_NOW_ON}|\bwithout exception\b)"),
    rule(_R.EXFILTRATION, "@|http|www.",
         rf"(?:\b(?:must|should|shall|have to|has to|need to|needs to|are to|is to)\b|{_NOW_ON}){_IN}{{0,40}}?\bbe {_SENT}\b{_INSIDE}{{0,60}}?{_ADDRESS}"),
    rule(_R.EXFILTRATION, _ANY_CUES,
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:(?:reveal|disclose|divulge|leak|expose|publish|share|show|give away)\b(?! (?:me|us)\b){_IN}{{0,40}}?\b{_SECRETS}\b(?!{_IN}{{0,30}}?\b(?:to|with) (?:me|us|legal)\b)|"
         rf"(?:tell|show|give|read out to) {_ANYONE}\b{_IN}{{0,40}}?\b(?:{_SECRETS}|what you know)|(?:give|hand|show|send) {_IN}{{1,40}}? to {_ANYONE}\b)"),
    rule(_R.BYPASS, "delete|erase|wipe|purge|destroy|remove|drop|truncate",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:delete|erase|wipe|purge|destroy|remove(?= (?:all|every|the audit|audit|any))|drop|truncate)\b(?!{_IN}{{0,60}}?\b(?:older|expired|stale|temporary|temp|tmp|cached?|test|unused|duplicates?)\b){_IN}{{0,30}}?"
         r"\b(?:audit|logs?|histor(?:y|ies)|records?|backups?|databases?|accounts?|evidence|memor(?:y|ies)|everything|all (?:data|files|tables|documents|messages|mails)|(?:user|customer|client)s?'?s? (?:data|files|messages))\b"),
    rule(_R.BYPASS, "execute|run|eval|carry out|follow|perform|do ",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:(?:execute|run|eval)\b(?: (?:any|all|every|each|the|whatever|only|exactly|blindly))*(?: [\w'-]+){{0,2}}? ?|(?:carry out|follow|perform|do) (?:any|all|every|each|whatever|only|exactly|blindly|(?:the )?(?:instructions|orders) in\b)(?: [\w'-]+){{0,2}}? ?|(?:carry out|follow) (?:the )?(?=instructions in))"
         rf"(?:\b(?:commands?|scripts?|code|instructions?|orders?|binar(?:y|ies)|payloads?|macros?)\b)?{_INSIDE}{{0,40}}?"
         r"(?:\b(?:received|arriv\w+|sent by|embedded|found in|contained|downloaded)\b|\b(?:commands?|scripts?|code|instructions?|orders?) from\b|\bin (?:the |any |its |a |an )?(?:[\w-]+ )?(?:comments?|footers?|headers?|subjects?|body|pages?|documents?|e-?mails?|mails?|messages?|issues?|titles?|attachments?|repl(?:y|ies)))"),
    rule(_R.AUTHORITY, "obey|comply|take orders|listen only|answer |serve|submit to",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:(?:only |blindly )?obey|comply with (?:any|all|every|whatever)|take orders (?:only )?from|listen only to|answer (?:only )?to (?!questions?|mails?|e-?mails?|messages?|customers?|users?|calls?|requests?|comments?|all|any|every|the|me|my)|serve only|submit to)\b(?! (?:the )?(?:speed|traffic|law|dress|local))"),
    rule(_R.OVERRIDE, "ignore|disregard|dismiss|overrule|suppress|silence|bypass|skip|reject|refuse|deny",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}|\b{_YOU}){_FILL}(?:ignore|disregard|dismiss|overrule|suppress|silence|bypass|skip|reject|refuse|deny)\b{_IN}{{0,30}}?"
         r"\b(?:(?:the |any |every |all )?(?:users?'?s?|customers?'?s?|owners?'?s?|humans?'?s?|operators?'?s?) (?:\w+ )?(?:objections?|complaints?|wish(?:es)?|requests?|limits?|instructions?|says?|warnings?|consent|refusals?|preferences?)|"
         r"what(?:ever)? (?:the )?(?:user|customer|owner|operator)|complaints?|objections?|(?:security|safety|fraud|compliance|privacy) (?:\w+ )?(?:warnings?|alerts?|rules?|polic\w+|checks?|team|reviews?)|"
         r"(?:warnings?|alerts?|rules?|limits?) (?:from|of|by|set by) (?:the )?(?:security|safety|compliance|user|owner|admin\w*)|(?:approvals?|confirmations?|consent)(?! (?:meetings?|page|tab|screen|e-?mails?|mails?))|(?:requests?|wishes) (?:from|of|by) (?:the )?(?:user|owner|operator)s?)\b"),
    rule(_R.BYPASS, "pay|settle|reimburse|refund",
         rf"(?:{_HENCEFORTH}(?:pay|settle|reimburse|refund)\b{_IN}{{1,50}}?(?:\b(?:all|any|every|each|without|at once|immediately|unseen|in advance)\b|\binto\b|{_ADDRESS})|"
         rf"{_HENCEFORTH}(?:pay|settle|reimburse|refund) (?:all|any|every|each|whatever)\b|"
         rf"(?:{_ALWAYS}|{_WHEN}){_FILL}(?:pay|settle|reimburse|refund)\b{_IN}{{1,50}}?\b(?:without (?:asking|approval|question|review|checking|confirm\w+)|at once|unseen))"),
    rule(_R.BYPASS, "transfer|wire|remit|donate",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:transfer|wire|remit|donate)\b(?! (?:the )?(?:calls?|files?|photos?|notes?|tickets?|data)\b){_INSIDE}{{1,60}}?\b(?:to|into) (?!(?:my|our|me|us|savings|charity|the (?:user|savings|joint|shared))\b)(?!{_OWN_PLACES})"),
    rule(_R.BYPASS, "grant|give|assign|make|promote|let |add|put|move",
         rf"(?:{_HENCEFORTH}(?:grant|give|assign)\b(?!{_IN}{{0,40}}?\b(?:least|minimal|read-only)\b){_IN}{{1,50}}?\b(?:access|permissions?|rights|privileges?|credentials|sudo|(?:admin\w*|root|owner|superuser)(?: role| status)?(?= ?(?:$|[.,;!]|on\b|to\b|for\b|when\b|rights|access|role)))\b|"
         rf"{_HENCEFORTH}let [\w' -]{{1,30}}?\b(?:approve|access|administer|merge|deploy|read|see|edit|delete)\b (?:all|any|every|everything|anything|the (?:vault|secrets|database))\b|"
         rf"{_HENCEFORTH}(?:add|put|move) [\w'@. -]{{1,30}}? (?:to|into|in|on) (?:the )?(?:admin\w*|owners?|root|sudoers|superusers)\b|"
         rf"{_HENCEFORTH}(?:make|promote) [\w' -]{{1,30}}?\b(?:admin\w*|root|owner|superuser)\b|"
         rf"(?:{_ALWAYS}|{_WHEN}){_FILL}(?:grant|give|assign)\b{_IN}{{1,50}}?\b(?:(?:full|admin\w*|root|unrestricted|all|unlimited) (?:access|permissions?|rights|privileges?|role)|access to (?:anyone|everyone|everybody|whoever|vendors?|contractors?|outsiders?)))"),
    rule(_R.AUTHORITY, "trust|believe|approve|accept|rely",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:trust|believe|approve|accept|rely on)\b (?:everything|anything|whatever|what|all|any|every|messages?|mails?|e-?mails?|requests?|instructions?|content)\b"
         rf"(?: (?:that|which))?(?: [\w'-]+){{0,3}}? ?(?:\b(?:from|comes?|by|sent|asks?|says?|wants?|requests?|tells?)\b)"),
    rule(_R.AUTHORITY, "treat|regard|consider|recognise|recognize",
         rf"(?:{_NOW_ON}|{_ALWAYS}){_FILL}(?:treat|regard|consider|recogni[sz]e)\b{_INSIDE}{{1,60}}? as (?:an? |the |your |my )?(?:[\w-]+ )?(?:owner|admin\w*|user|operator|boss|principal|trusted|authori[sz]ed|verified|root|superuser)\b"),
    rule(_R.AUTHORITY, "assume|presume",
         rf"(?:{_NOW_ON}|{_ALWAYS}){_FILL}(?:assume|presume)\b(?: that)? (?:\w+ )?(?:messages?|mails?|e-?mails?|requests?|orders?|payments?|instructions?|whatever|everything|anything)\b{_IN}{{0,50}}? (?:is|are|to be) (?:\w+ )?(?:authori[sz]ed|approved|trusted|genuine|legitimate|verified|safe)\b"),
    rule(_R.ROLE, "hereby|herewith",
         r"\byou (?:are|have been) (?:hereby|herewith) (?:made|appointed|granted|given|promoted|declared)\b[^.!?;\n]{0,30}?\b(?:admin\w*|root|owner|superuser|access|rights|permissions?)\b|\bi hereby (?:make|appoint|grant|give|promote|declare) you\b"),
    rule(_R.FORGED_DELIMITER, "</", r"</ ?[a-z][\w-]{0,30} ?> ?\n? ?(?:system|admin|administrator|developer|root) ?(?::|>|->)"),
    rule(_R.BYPASS, "disable|turn off|switch off|deactivate|stop",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}){_FILL}(?:disable|turn off|switch off|deactivate|stop)\b(?!{_IN}{{0,60}}?\b(?:in|for|on|during) (?:the |local )?(?:tests?|dev\w*|local\w*|demos?|staging|sandbox)\b){_IN}{{0,24}}?"
         r"\b(?:two-factor|2fa|mfa|firewall|antivirus|audit(?:ing)?|logging|monitoring|encryption|authentication|authori[sz]ation|security|virus|malware|access control)\b"),
    rule(_R.BYPASS, "must be|should be|shall be|are to be|have to be|has to be",
         r"\b(?:must|should|shall|are to|is to|have to|has to) (?:always |now |from now on )?be (?:paid|approved|released|granted|refunded|transferred|wired|authori[sz]ed|accepted|executed)\b"
         rf"{_IN}{{0,40}}?\bwithout (?:any )?(?:\w+ )?(?:review|approval|asking|question\w*|confirm\w*|check\w*|verif\w+|consent|authori[sz]ation)\b"),
    rule(_R.BYPASS, "ask",
         r"\b(?:never|do not|don't|no longer|stop) (?:ever )?ask(?:ing)?\b(?: me| the user| anyone| anybody)?(?: for)?(?: any| your| my)? (?:confirmation|approval|permission|consent)\b"
         r"(?: (?:again|any ?more|ever again)\b|,? (?:just|and|but) (?:just )?(?:send|pay|transfer|execute|run|delete|approve|grant|wire)\b)"),
    rule(_R.EXFILTRATION, "forward|send|mail|share",
         rf"(?:^|[.:;!?,>] ?|\b(?:and|then|please|sure to|sure you|must|should|always|now) )(?:forward|send|mail|share|pass) (?:this|it|these|that)\b{_IN}{{0,30}}? (?:to|with) (?:everyone|everybody|all (?:of )?(?:your |my |the )?contacts|every contact|all users|every user)\b"),
    rule(_R.EXFILTRATION, "@|http|www.",
         rf"(?:{_NOW_ON}{_INSIDE}{{0,70}}?\bgo(?:es)?|\b(?:must|should|shall|have to|are to)(?: always| now| from now on)* go)\b(?: only| out| straight)? to {_ADDRESS}"),
    rule(_R.EXFILTRATION, "http|www.",
         rf"(?:{_NOW_ON}|\b{_YOU}){_FILL}(?:answer|reply|respond|end|begin|start|link|point|direct|refer)\b{_INSIDE}{{1,70}}?(?:https?:|www\.)"),
    rule(_R.EXFILTRATION, "append|attach|include|insert",
         rf"(?:^|[.:;!?,>] ?|\b(?:always|please|then|and) )(?:append|attach|include|insert)\b{_IN}{{1,30}}?\b(?:{_SECRETS}|api key|cookies?|(?:database )?dumps?|memor(?:y|ies)|conversation|history)\b{_INSIDE}{{1,60}}?{_ADDRESS}"),
    rule(_R.SECRECY, "lie to|deceive|mislead|in the dark|hide",
         rf"(?:{_NOW_ON}|{_ALWAYS}|{_WHEN}|\b{_YOU}){_FILL}(?:lie to|deceive|mislead|fool|trick)\b (?:the |your |all |any )?(?:users?|owners?|operators?|customers?|humans?|admin\w*)\b|"
         r"\bkeep (?:the |your )?(?:users?|owners?|operators?|customers?|humans?|admin\w*) in the dark\b"),
    rule(_R.ROLE, "you are|you're|consider yourself|you have been|from now on",
         r"\b(?:(?:you are|you're) now|from now on,? you are|consider yourself|you have (?:now )?been (?:promoted|elevated|upgraded) to)(?: acting as| logged in as| running as)? (?:an? |the |my )?(?:[\w-]+ )?"
         r"(?:root|sudo|super-?users?|admin\w*|sysadmin|(?:security|compliance|safety) officer|kernel|the system|operating system)(?= ?(?:$|[.,;!?)]|(?:of|on|for|with|and|in|here|user|without|now|this)\b))|"
         r"\b(?:you are|you're) (?:an? |the |my )?(?:[\w-]+ )?(?:root|super-?users?|admin\w*|sysadmin)(?: user)? (?:now|from now on|henceforth)\b"),
    rule(_R.FORGED_DELIMITER, "</|< /",
         r"< ?/ ?(?:data|context|document|content|input|text|results?|memory[-_ ]?\w+|notes?|facts?|knowledge|history) ?>[^\n]{0,20}?\b(?:system|admin|developer|obey|now|ignore|you|new (?:orders?|rules?|instructions?)|comply|do)\b"),
    rule(_R.FORGED_DELIMITER, "memor|context|system prompt|instructions",
         r"\[ ?(?:/|end(?: of)?(?: the)? )(?:memor(?:y|ies)|context|system prompt|instructions)(?: [\w-]+)? ?\]"),
    rule(_R.FORGED_DELIMITER, "<system>|<assistant>|<developer>|<admin>|<root>|<operator>",
         r"<(?:system|assistant|developer)>(?! tags?\b| elements?\b)|<(?:admin|root|operator)>[^<>\n&]{0,30}?\b(?:grant|obey|you|ignore|approve|send|delete|execute|everything)\b"),
    rule(_R.FORGED_DELIMITER, "end", r"[#=*~-]{3,} ?end ?[#=*~-]{3,}[^\n]{0,10}?\b(?:new|system|now|task|instructions?|ignore|you)\b"),
    rule(_R.EXFILTRATION, "@|http",
         r"\b(?:a partir de ahora|de ahora en adelante|desde ahora|siempre|cada vez)\b[^.!?;\n]{0,40}?\b(?:envia|envie|enviad|manda|mande|reenvia|reenvie|comparte|sube|copia)\b"
         rf"{_INSIDE}{{1,80}}?{_ADDRESS}"),
    rule(_R.EXFILTRATION, "@|http",
         r"\b(?:desormais|dorenavant|a partir de maintenant|toujours|chaque fois)\b[^.!?;\n]{0,40}?\b(?:envoie|envoyez|envoyer|transfere|transferez|transferer|transmets|transmettez|partage|partagez|copie|mets|mettez)\b"
         rf"{_INSIDE}{{1,80}}?{_ADDRESS}"),
    rule(_R.EXFILTRATION, "@|http",
         rf"\b(?:ab (?:sofort|jetzt|heute)|von (?:nun|jetzt) an|kunftig|in zukunft|immer|jedes mal)\b{_INSIDE}{{1,90}}?{_ADDRESS}{_INSIDE}{{0,40}}?\b(?:weiterleiten|senden|schicken|mailen|hochladen|ubermitteln|kopieren)\b|"
         rf"\b(?:ab (?:sofort|jetzt|heute)|von (?:nun|jetzt) an|kunftig|in zukunft|immer)\b[^.!?;\n]{{0,24}}?\b(?:sende|schicke?|leite|maile|kopiere|lade)\b{_INSIDE}{{1,80}}?{_ADDRESS}|"
         rf"\b(?:sende|schicke?|leite|maile) (?:ab (?:sofort|jetzt)|kunftig|immer|von nun an)\b{_INSIDE}{{1,80}}?{_ADDRESS}"),
    rule(_R.EXFILTRATION, "@|http",
         r"\b(?:d'ora in poi|d'ora in avanti|da ora in poi|sempre|ogni volta)\b[^.!?;\n]{0,40}?\b(?:invia|inviare|inviate|manda|mandare|inoltra|inoltrare|condividi|carica)\b"
         rf"{_INSIDE}{{1,80}}?{_ADDRESS}"),
    rule(_R.EXFILTRATION, "@|http",
         r"\b(?:a partir de agora|de agora em diante|daqui em diante|sempre|cada vez)\b[^.!?;\n]{0,40}?\b(?:envie|envia|mande|encaminhe|compartilhe|carregue|copie)\b"
         rf"{_INSIDE}{{1,80}}?{_ADDRESS}"),
    rule(_R.EXFILTRATION, "@|http",
         rf"\b(?:vanaf nu|voortaan|altijd|telkens)\b{_INSIDE}{{0,60}}?\b(?:stuur|verstuur|mail|deel)\b{_INSIDE}{{1,80}}?{_ADDRESS}|\b(?:stuur|verstuur|mail) (?:vanaf nu|voortaan|altijd)\b{_INSIDE}{{1,80}}?{_ADDRESS}"),
    rule(_R.EXFILTRATION, "@|http",
         rf"(?:отныне|с этого момента|с сегодняшнего дня|впредь|теперь|всегда|каждыи раз|каждый раз){_INSIDE}{{0,40}}?(?:отправляи|отправляй|отправля|пересыла|присыла|высыла|шли|загружа|копиру){_INSIDE}{{1,80}}?{_ADDRESS}"),
)  # fmt: skip

_S = r"[^。！？；\n]"
_STRONG = "(?:以后|以後|今后|今後|往后|从(?:今|今天|今日|现在|此|此刻|即日)(?:起|开始|以后|往后)?|從(?:今|今天|現在|此)(?:起|開始|以後)?|即日起)"
_WEAK = "(?:每当|每當|每次|凡是|一律|始终|始終|总是|總是|永远|必须|必須|务必|務必|所有|每份|每封)"
_NOT = r"(?:不要|不得|禁止|不能|不可|切勿|严禁|不准|不再|别|勿|不许)"
_ZH_SEND = "(?:转发|轉發|发送|發送|发|發|寄|抄送|上传|上傳|传|傳|外发|推送|同步|转交|移交|提交)"
_ZH_TO = "(?:给|給|到|至|往)"
_ZH_NOT_ME = "(?!我|用户|用戶|自己|本人|咱|他|她)"
_ZH_OTHERS_DO = r"(?:由(?!你)|负责|負責|用户会|客户会|機器人|机器人|系统会|系統會|会把|他会|她会)"
_ZH_OWN_PLACES = r"(?:(?:家庭|公司|本地|共享|外部|我的)?(?:相册|桌面|文件夹|硬盘|分支|频道|仓库|回收站|日历|草稿|归档|数据库|文档|附件))"
_ZH_ADDRESS = r"(?:[\w.+-]{1,64}@|https?:|www\.)"

STANDING_CHINESE: tuple[Rule, ...] = (
    rule(_R.EXFILTRATION, "以后|以後|今后|今後|往后|从|從|即日",
         rf"{_STRONG}(?!{_S}{{0,30}}?(?:{_NOT}|{_ZH_OTHERS_DO})){_S}{{0,30}}?(?:{_ZH_SEND}|转|轉|导出|導出){_ZH_TO}{_ZH_NOT_ME}(?!{_ZH_OWN_PLACES})|{_STRONG}(?!{_S}{{0,30}}?{_NOT}){_S}{{0,24}}?抄送(?!给?我)"),
    rule(_R.EXFILTRATION, "@|http|www.",
         rf"(?:{_STRONG}|{_WEAK})(?!{_S}{{0,30}}?{_NOT}){_S}{{0,40}}?(?:{_ZH_SEND}|通知|告知|报告|附上|加上|备份|保存|记录|给){_S}{{0,16}}?{_ZH_ADDRESS}"),
    rule(_R.EXFILTRATION, "告诉|告訴|透露|泄露|公开|公開|说出|给出",
         rf"{_STRONG}(?!{_S}{{0,30}}?{_NOT}){_S}{{0,20}}?(?:密码|密碼|口令|内部|內部|机密|工资|薪资|客户|价格表|密钥){_S}{{0,16}}?(?:告诉|告訴|透露|泄露|公开|公開)(?!我)|"
         rf"{_STRONG}(?!{_S}{{0,30}}?{_NOT}){_S}{{0,12}}?(?:告诉|告訴|向|对)(?:任何人|所有人|对方|陌生人|来电者|媒体){_S}{{0,12}}?(?:密码|口令|内部|机密|工资|客户)|{_STRONG}(?!{_S}{{0,30}}?{_NOT}){_S}{{0,16}}?(?:说出|透露|泄露|给出){_S}{{0,4}}?(?:密码|口令|机密|密钥)"),
    rule(_R.BYPASS, "删除|刪除|清空|清除|销毁|抹掉",
         rf"(?:{_STRONG}|总是|始终|每次)(?!{_S}{{0,30}}?{_NOT}){_S}{{0,10}}?(?:删除|刪除|清空|清除|销毁|抹掉)(?!{_S}{{0,8}}?(?:\d+天|临时|过期|测试|重复)){_S}{{0,8}}?(?:审计|日志|日誌|记录|备份|数据库|历史|用户数据|客户|证据|账户|记忆)"),
    rule(_R.AUTHORITY, "执行|執行|运行|服从|服從|听从|聽從|遵从|说什么|照做|照办",
         rf"(?:{_STRONG}|{_WEAK})(?!{_S}{{0,20}}?{_NOT}){_S}{{0,10}}?(?:(?:执行|執行|运行){_S}{{0,14}}?(?:任何|所有|全部|一切|来自|收到|里的|中的|附件)的?{_S}{{0,8}}?(?:命令|指令|代码|脚本)|{_S}{{0,6}}?说什么就(?:做|是)什么|{_S}{{0,6}}?(?:任何|所有|全部|一切)的?(?:命令|指令|指示|要求){_S}{{0,4}}?(?:照做|照办|执行)|(?:服从|服從|听从|聽從|遵从)(?!交通|法律|安排))"),
    rule(_R.OVERRIDE, "忽略|无视|無視|不理会|不理會|驳回|拒绝",
         rf"(?:{_STRONG}|总是|始终|一律|永远)(?!{_S}{{0,20}}?{_NOT}){_S}{{0,10}}?(?:忽略|无视|無視|不理会|不理會|驳回|拒绝){_S}{{0,10}}?(?:用户的|客户的|安全|反对|投诉|规则|规定|限制|确认|审批|主人)|{_STRONG}{_S}{{0,4}}?(?:用户|客户|主人)的(?:请求|要求|反对|意见)(?:一律|都|全部)(?:拒绝|忽略|无视|驳回)"),
    rule(_R.BYPASS, "关闭|關閉|停用|禁用",
         rf"(?:{_STRONG}|总是|始终)(?!{_S}{{0,20}}?{_NOT}){_S}{{0,6}}?(?:关闭|關閉|停用|禁用){_S}{{0,8}}?(?:双因素|两步验证|防火墙|杀毒|审计|日志|监控|告警|加密|认证|安全)"),
    rule(_R.BYPASS, "确认|確認|批准|同意|账户|帳戶|账号",
         rf"(?:不要|不用|别|无需|不必)再?(?:请求|询问|征求|要求|等待){_S}{{0,4}}?(?:确认|批准|同意|许可){_S}{{0,3}}?[，,]?(?:直接|立即|马上)|{_STRONG}{_S}{{0,10}}?由(?!财务|经理|主管|两人|管理员|团队|安全|法务|负责人){_S}{{1,6}}?批准(?:所有|全部|一切|任何)|"
         rf"{_STRONG}{_S}{{0,12}}?(?:付款|支付|转账|汇款|打款|退款){_S}{{0,8}}?(?:到|至|进)(?:这个|以下|下列|该|新)?(?:的)?(?:账户|帳戶|账号|卡号)"),
    rule(_R.BYPASS, "支付|付款|转账|轉賬|打款|汇款|付清",
         rf"{_STRONG}(?!{_S}{{0,20}}?{_NOT}){_S}{{0,20}}?(?:(?:直接|自动|立即|一律|无需审批|无条件){_S}{{0,6}}?(?:支付|付款|转账|轉賬|打款|汇款|付清)|(?:支付|付清){_S}{{0,10}}?(?:所有|全部|任何)|(?:转账|轉賬|打款|汇款)给(?!我))"),
    rule(_R.BYPASS, "权限|權限|管理员|訪問權|访问权",
         rf"{_STRONG}{_S}{{1,8}}?(?:拥有|享有|具有)(?:全部|所有|最高|管理员|一切)的?(?:权限|權限)|{_STRONG}{_S}{{0,4}}?(?:不再|不用|不必|无需)(?:再)?(?:检查|核对|验证|确认|核实){_S}{{0,4}}?(?:权限|身份|授权)|"
         rf"{_STRONG}(?!{_S}{{0,20}}?{_NOT})(?:，|,)?(?:请|就|一律|都|直接|自动)?(?:授予|授权|赋予|给予|开通|给|将|把){_S}{{1,16}}?(?:权限|權限|管理员|访问权|訪問權)"),
    rule(_R.AUTHORITY, "相信|信任|听信",
         rf"(?:{_STRONG}|总是|始终|一律)(?!{_S}{{0,20}}?{_NOT})(?:，|,)?(?:请|就|都)?(?:相信|信任|听信){_S}{{0,12}}?(?:一切|所有|任何|来自|消息|@)"),
    rule(_R.ROLE, "你现在|你現在|你已|从现在|你从|从今", r"你(?:现在|現在|已经|已經|已|从现在起|从今天起|从现在开始)(?:就)?是(?:系统的?|超级|超級|最高|本机的?)*(?:root|管理员|管理員|超级用户|安全官)"),
)  # fmt: skip

STANDING_JAPANESE: tuple[Rule, ...] = (
    rule(_R.EXFILTRATION, "@|http",
         rf"(?:今後|これから|以後|以降|今日から|必ず|常に|毎回){_S}{{0,50}}?{_ZH_ADDRESS}{_S}{{0,40}}?(?:送信|転送|送っ|送る|送れ|共有|アップロード|メール)(?!しない|しては|は禁止|されて)"),
)  # fmt: skip

STANDING_KOREAN: tuple[Rule, ...] = (
    rule(_R.EXFILTRATION, "@|http",
         rf"(?:앞으로|항상|이제부터|지금부터|매번|반드시){_S}{{0,50}}?{_ZH_ADDRESS}{_S}{{0,30}}?(?:보내|전달|전송|공유|업로드|포워딩)(?!지 마)"),
)  # fmt: skip
