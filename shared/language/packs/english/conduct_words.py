"""What the agent is to do to the people it works for: to say what is not so, not to ask, to hide, to run, to send out.

Addressed to the agent ("you", "the assistant", a bare imperative); what a form, a script or a colleague does is a
report and not an order. How an answer is to look ("answer in euros") is a preference, what it is to claim ("answer that
all is free") is none. Not to be asked is a preference too, but for what cannot be undone: to delete, to pay, to send,
to sign.
"""

from __future__ import annotations

from shared.language.packs.instructions import ADDRESS, INSIDE, InstructionReason, phrase

_R = InstructionReason
_IN = r"[^.!?;\n]"
_INSIDE = INSIDE

_AGENT = r"(?:(?:the |an? |all |this |every )?(?:ai |ai-)?(?:assistants?|agents?|ais?|chatbots?|llms?))"
_MUST = r"(?:must|should|shall|will|have to|has to|needs? to|ought to|are to|is to)"
# Where an imperative begins; not after "and" or "that", which go on with what somebody does.
_BEGINS = (
    r"(?:^|[.:;!?,>] ?)(?:(?:please|just|always|simply|now|then|immediately|remember to|make sure to|be sure to|don't forget to|do not forget to|"
    rf"you (?:may|can|must|should|shall|will|have to|need to|are (?:to|allowed to|free to))|{_AGENT} {_MUST}) )*"
)
_USER = r"(?:the |your |any )?(?:users?|owners?|operators?|principal|human)"
_THE_USER = r"(?:the |your )(?:user|owner|operator|principal|human)"
_EVER = (
    r"(?:whenever|every time|each time|any time|before|prior to|after|while|when|on) (?:you |each |every |any |the )?"
)
_ANSWERING = r"(?:answer|reply|respond|answering|replying|responding|response|message)\b"
_ADDRESS = ADDRESS
# What somebody is to be told: that something is so.
_CLAIM = r"that (?:there|it|they|we|you|all|everything|everyone|nothing|none|no|nobody|(?:the |its |our )[\w-]+(?: [\w-]+)? (?:is|are|was|were|has|have|will|can))\b"
_URL = r"(?:https?:|www\.)"
# What cannot be undone; temporary things can.
_GRAVE = (
    r"(?:delet(?:e|ing)|eras(?:e|ing)|wip(?:e|ing)|pay(?:ing)?|buy(?:ing)?|purchas(?:e|ing)|order(?:ing)?|spend(?:ing)?|transfer(?:ring)?|wir(?:e|ing)|"
    r"send(?:ing)?|shar(?:e|ing)|publish(?:ing)?|sign(?:ing)?|grant(?:ing)?|disclos(?:e|ing)|forward(?:ing)?)"
)
_HARMLESS = rf"(?!{_IN}{{0,40}}?\b(?:temp\w*|tmp|cached?|tests?|drafts?|merged|branch(?:es)?|duplicates?|stale|expired|reminders?|reactions?)\b)"
_HARMS = r"(?:uploads|deletes|erases|wipes|reveals|discloses|leaks|exports|bypasses|hides|conceals|executes)"
# What somebody loses by not being told; of the rest there are reasons to be silent (an illness, a match, a birthday).
_AT_STAKE = (
    r"(?:(?:surcharge|fee|commission|price|cost|charge|recall|breach|leak|outage|risk|side effect|error|failure|change|transfer|payment|deletion|defect|incident|truth|interest|refund|penalt(?:y|ie)|debt)s?|"
    r"data|sent|sold|shared|deleted|changed|charged|transferred|removed|raised|rose|leaked|stolen|hacked|compromised)"
)
_PRIVATE = (
    r"(?:passwords?|credentials?|secrets?|tokens?|keys?|salar(?:y|ies)|personal|private|confidential|names?|politics|other (?:customers?|users?|people)|"
    r"surprise|party|present|gift|birthday|spoilers?|ending|easy|simple|obvious|trivial|unreleased|beta|internals?|each|every|step|steps|routine|minor|small)"
)

CONDUCT = (
    phrase(_R.AUTHORITY, "user",
         rf"\b(?:(?:when|whenever|if|every time|each time|should|in case) (?:the |a |any )?users? (?:asks?|wants? to know|inquires?|wonders?)|(?:when|whenever|if) asked by (?:the |a |any )?users?)\b{_IN}{{0,60}}?, ?(?:then |always |just |simply |please )*"
         rf"(?:(?:answer|reply|respond|say|state) {_CLAIM}|(?:claim|insist|pretend)\b|say it (?:is|was) \w+(?= ?(?:$|[.,;!]))|(?:answer|reply|say) (?:yes|no)\b|tell (?:them|him|her|the user) {_CLAIM}|deny (?:it|that|this|everything|all)\b|lie\b)"),
    phrase(_R.AUTHORITY, "in every|in each|in all",
         r"\bin (?:every|each|all)(?: of)?(?: your)? (?:answers?|repl(?:y|ies)|responses?|messages?),? ?(?:claim|insist|assert|pretend|lie)\b"),
    phrase(_R.AUTHORITY, "agree",
         r"\b(?:from now on|henceforth|going forward),? ?(?:you (?:must|will|shall) )?(?:agree (?:with|to)|go along with|give in to) (?:whatever|everything|anything|all)\b"),
    phrase(_R.AUTHORITY, "answer|reply|respond",
         r"\b(?:from now on|henceforth|going forward|always|in future|from today)\b,? ?(?:please )?(?:answer|reply|respond)(?: to)? (?:all|every|each|any)(?: \w+){1,2} (?:with|by saying) "
         r"(?:yes|no|ok|okay|approved|granted|denied|confirmed|accepted|agreed)\b(?! or\b)"),
    phrase(_R.EXFILTRATION, "url|link|image|query",
         rf"\b{_EVER}{_ANSWERING}{_IN}{{0,20}}?, ?(?:always |also |please )*(?:append|add|put|embed|insert|include|attach|encode|write)\b{_IN}{{0,60}}?"
         r"\b(?:user|customer|client|owner)'?s?'? (?:[\w-]+ ){0,2}?(?:e-?mails?|phone|address|location|names?|data|history|messages?|number|card)\b"
         rf"{_IN}{{0,30}}?\b(?:to|in|into|as) (?:the |an? |each |every )?(?:[\w-]+ )?(?:urls?|links?|image|query)\b|"
         rf"{_BEGINS}(?:append|add|put|embed|insert|include|attach|encode) (?:the )?(?:user|customer|client|owner)'?s?'? (?:[\w-]+ ){{0,2}}?(?:e-?mails?|phone|address|location|names?|data|history|messages?|number|card)\b"
         rf"{_IN}{{0,10}}? (?:to|in|into) (?:each|every|any|all)(?: the)? (?:urls?|links?|images?|quer(?:y|ies))\b(?! (?:labels?|texts?|titles?))"),
    phrase(_R.BYPASS, "ask|seek|wait|request|require",
         rf"{_BEGINS}(?:do not|don't|never|stop|no longer) (?:ever )?(?:ask(?:ing)?|seek(?:ing)?|wait(?:ing)? for|request(?:ing)?|require|requiring)(?: for)? {_USER}(?:'s?)?"
         r"(?: for)?(?: (?:any|their|his|her))?(?:(?: (?:confirmation|approval|permission|consent|authori[sz]ation))?"
         rf" (?:when|before|prior to|on|for|if|while)(?: you)?(?: \w+)? ?\b{_GRAVE}\b{_HARMLESS}| (?:confirmation|approval|permission|consent|authori[sz]ation)(?: again| any ?more)? ?(?:[.!]|$))"),
    phrase(_R.BYPASS, "bother|trouble|disturb|pester|ask|consult",
         rf"{_BEGINS}(?:do not|don't|never) (?:bother|trouble|disturb|pester) {_USER} (?:with|for) (?:confirmations?|approvals?|questions?|consent|permission) (?:when|before|on|for)(?: you)? {_GRAVE}\b{_HARMLESS}|"
         rf"\b(?:you|{_AGENT}) (?:(?:do not|don't|does not|doesn't) (?:have|need) to|need not|needn't|must not|should not) (?:ask|consult) {_USER} (?:when|before|on|for)(?: you)? {_GRAVE}\b{_HARMLESS}"),
    phrase(_R.BYPASS, "authori|allow|permit|entitled|cleared",
         rf"\b(?:(?:authori[sz]ed|allowed|permitted|cleared) you|{_USER} (?:has |have )?(?:authori[sz]ed|allowed|permitted|cleared) {_AGENT}|(?:given|gave|grants?|granted) you (?:the )?(?:permission|authority)|you (?:are|have been) (?:authori[sz]ed|allowed|permitted|cleared|free|entitled)) to {_GRAVE}\b{_HARMLESS}{_IN}{{0,50}}?"
         r"\bwithout (?:any )?(?:\w+ )?(?:asking|being asked|confirm\w*|approval|permission|consent|review|question\w*)\b"),
    phrase(_R.BYPASS, "safety|security",
         rf"{_BEGINS}(?:ignore|skip|bypass|disregard|suppress|omit|circumvent|turn a blind eye to)(?: (?:all|any|the|every|these|those|your))* (?:safety|security) (?:checks|warnings|alerts|rules|measures|reviews|policies|filters|controls)\b"
         rf"(?!{_IN}{{0,40}}?\b(?:in|for|on|during|from|about|of)\b)"),
    phrase(_R.SECRECY, "mention|bring up|admit|acknowledge",
         rf"\b(?:you|{_AGENT}) (?:must|should|shall|will|may|can|are to|is to)(?: ?not| never|n't)(?: ever)? (?:mention|bring up|admit|acknowledge|talk about) (?:the|any|our|that|how|why)\b(?={_IN}{{1,40}}?\b{_AT_STAKE}\b)"
         rf"(?!{_IN}{{0,50}}?\b(?:{_PRIVATE}|in|at|during|on|to (?!(?:the |your )users?\b)[\w-]+)\b) \w"),
    phrase(_R.SECRECY, "tell|inform|warn|mention|quiet|silent|conceal|withhold|learn|find out|notice",
         rf"(?:{_BEGINS}(?:(?:do not|don't|never) (?:ever )?(?:(?:tell|inform|warn) {_THE_USER} (?:about|of|that)\b|mention (?={_IN}{{1,50}}? to {_THE_USER}\b))|(?:keep (?:quiet|silent) about|stay silent about) (?:the|any)\b|"
         rf"(?:conceal|withhold) (?:the|any|all)\b(?={_IN}{{1,50}}? from {_THE_USER}\b))|\b{_THE_USER} (?:must|should|may|shall)(?: not| never|n't)(?: ever)? (?:learn (?:about|of|that)|find out|notice (?:that|the))\b)"
         rf"(?={_IN}{{1,40}}?\b{_AT_STAKE}\b)(?!{_IN}{{0,40}}?\b{_PRIVATE}\b)"),
    phrase(_R.EXFILTRATION, "http|www.",
         rf"\b{_EVER}{_ANSWERING}{_IN}{{0,20}}?,? ?(?:always |first |please )*(?:visit|open|fetch|load|call|ping|request|get|browse|navigate to|go to)\b{_IN}{{0,20}}? ?{_URL}|"
         rf"{_BEGINS}(?:visit|open|fetch|load|call|ping|request|get|browse|navigate to|go to) {_URL}{_INSIDE}{{1,80}}? (?:before|after|on|with|for|whenever|when|each time|every time) (?:you |each |every |any )?{_ANSWERING}"),
    phrase(_R.BYPASS, "rm -", rf"{_BEGINS}(?:run|execute|type|enter|call|issue)\b [^\n]{{0,30}}?\brm -[rf]{{1,2}}(?: -[rf])? ?(?:/(?![\w.])|~|\*)"),
    phrase(_R.EXFILTRATION, "@|http|www.",
         rf"{_BEGINS}(?:use|invoke|call|trigger|run) (?:(?:the |your )?(?:tool|function|plugin|action) [\w.-]+(?: [\w.-]+)?|(?:the |your )?[\w.-]+(?: [\w.-]+)? (?:tool|function|plugin|action)|(?:send|post|mail|write|http|upload|share) ?(?:e?mail|message|file|request|post|get|out)) (?:to|and) "
         rf"(?:send|forward|e-?mail|mail|upload|post|share|export|copy|transmit|submit|leak) {_INSIDE}{{1,80}}?{_ADDRESS}|"
         rf"{_BEGINS}(?:with|through|via) (?:the |your )?(?:tool|function|plugin|action) [\w.-]+(?: [\w.-]+)?,? (?:send|forward|e-?mail|mail|upload|post|share|export|copy|transmit|submit|leak) {_INSIDE}{{1,80}}?{_ADDRESS}"),
    phrase(_R.ADDRESSED, "mandatory|essential|required|necessary|imperative|vital|crucial|important|compulsory",
         rf"\bit is (?:absolutely )?(?:mandatory|essential|required|necessary|imperative|vital|crucial|important|compulsory) that (?:(?:the |your |this )?(?:ai )?(?:assistant|ai) "
         rf"(?:forwards|transfers|wires|pays|approves|grants|{_HARMS})|(?:the |your |this )?(?:ai )?agent (?:{_HARMS}))\b{_HARMLESS}|"
         rf"\b(?:the |your |this )?(?:ai )?(?:assistant|agent|ai) is (?:hereby )?(?:required|obliged|ordered|instructed) to (?:upload|delete|erase|wipe|reveal|disclose|leak|bypass|hide|conceal|ignore)\b{_HARMLESS}"),
    phrase(_R.EXFILTRATION, "pastebin|public|database|contact|discount|price|password|customer|secret",
         rf"\b(?:you|{_AGENT}) {_MUST}(?: \w+)? (?:(?:upload|export|post|copy|send|forward|publish) (?:the |all |any |your |every )*(?:[\w-]+ )?(?:databases?|notes?|memor(?:y|ies)|files?|conversations?|data|contacts?|e-?mails?|mails?|messages?|records?|history|keys|passwords?)\b{_IN}{{0,30}}? (?:to|on|at) (?:an? |the )?(?:pastebin|paste ?bin|public (?:server|url|link|folder|bucket))|"
         r"(?:reveal|disclose|divulge|leak|expose) (?:the |all |our |any )*(?:[\w'-]+ )?(?:codes|passwords?|secrets|data|database|contacts|credentials)\b)"),
    phrase(_R.ROLE, "pretend|act as|assume|suppose|behave as|imagine",
         rf"{_BEGINS}(?:pretend|act as (?:if|though)|assume|suppose|behave as (?:if|though)|imagine)(?: that)? you (?:have|had|hold|possess) (?:\w+ )?(?:admin\w*|root|sudo|full|unlimited|unrestricted|elevated|superuser|all)"
         r" (?:\w+ )?(?:rights|access|privileges?|permissions?|authority)(?= ?(?:$|[.,;!]|(?:on|to|over|and|for|here|now|in|when)\b))"),
    phrase(_R.EXTRACTION, "prompt|instructions",
         rf"{_BEGINS}(?:reply|respond|answer|output|return|encode|translate)(?: only| just)?(?: (?:with|in|using|to|me))?(?: (?:the|your|all|full|whole|entire)){{0,3}} (?:system prompt|(?:hidden|initial|secret|original|your) (?:instructions|prompt))\b"
         rf"(?={_IN}{{0,40}}?\b(?:base64|hex|rot13|binary|encoded|morse|reversed)\b)|"
         rf"{_BEGINS}(?:reply|respond|answer)(?: only| just| solely)? (?:with|in) {_IN}{{0,24}}?\b(?:base64|hex|rot13|copy|text|contents?|of) (?:of )?(?:the |your )?(?:whole |full |entire )?(?:system prompt|(?:hidden|initial|secret|original) (?:instructions|prompt))\b|"
         rf"{_BEGINS}(?:reply|respond|answer) (?:only |just |solely )?with (?:the|your) (?:\w+ )?system prompt\b"),
    phrase(_R.AUTHORITY, "recommend|promote|advertise|endorse|praise",
         rf"(?:\b{_AGENT} {_MUST}|\byou {_MUST}|\balways|\bfrom now on,?|\bhenceforth,?)(?: always| only| first)? (?:recommend|promote|advertise|endorse|praise) (?:the |our )?(?:brand [\w-]+|(?:products?|services?) (?:from|by|of) (?!local\b|nearby\b)[\w-]+(?= ?(?:$|[.,;!])))"),
)  # fmt: skip
