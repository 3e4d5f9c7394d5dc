"""What judges an answer and says nothing else: "You were wrong about the port" names what it is about, and not what is
right."""

from __future__ import annotations

_LEAD = r"(?:(?:no|well|sorry|hm+|ugh|ok(?:ay)?|yes|i think|but)[,.!]? )*"
# What feedback is about, and not what is right instead.
_TOPIC = (
    r"(?: (?:about|on|with|regarding|there|here|again|in|concerning|as to|this time)"
    r"(?: (?!(?:is|are|was|were|be|being|should|must|not|because|since|as|instead|when|if|but|and|who|which|that)\b)[^\W\d][^\W\d'’-]*(?:['’-][^\W\d]+)*){0,5})?"
)
_ANSWERED = r"(?:answer|reply|response|summary|translation|result|suggestion|explanation|example|guess|calculation|advice|idea|job|work)"
FEEDBACK = (
    rf"{_LEAD}you(?:['’]re| are| were)(?: (?:just|really|very|so|not|completely|totally|quite|all|absolutely))* (?:wrong|right|mistaken|incorrect|correct){_TOPIC}[.!]*",
    rf"{_LEAD}you(?:['’]ve| have)? (?:got|had|get) (?:it|that|this|(?:the|my|our|her|his|their|its) [^\W\d]+(?: [^\W\d]+)?) (?:all |completely |totally )?(?:wrong|right){_TOPIC}[.!]*",
    rf"{_LEAD}you(?:['’]ve| have)? (?:made|made quite) (?:an?|another|some) (?:mistakes?|errors?){_TOPIC}[.!]*|{_LEAD}you(?:['’]ve| have)? misunderst(?:ood|and)(?: (?:me|it|that|this|the question|my question))?[.!]*",
    rf"{_LEAD}your {_ANSWERED}(?: (?:about|on|to|for|regarding) [^\W\d]+(?: [^\W\d]+){{0,3}}?)?(?:['’]s| is| was| were)(?: (?:just|really|very|so|not|completely|totally|quite))* (?:wrong|incorrect|bad|good|great|perfect|right|correct|fine|helpful|useless|useful)[.!]*",
    rf"{_LEAD}(?:that|this|it)(?:['’]s| is| was) (?:an?|the) (?:really |very )?(?:wrong|bad|good|great|perfect|right|correct|excellent|terrible|useful|useless) {_ANSWERED}[.!]*",
    rf"{_LEAD}(?:wrong|bad|good|great|perfect|right|correct|excellent|terrible|nice) {_ANSWERED}[.!]*|{_LEAD}well done[.!]*|{_LEAD}(?:that['’]s |this is |it['’]s )?not what i (?:asked(?: for)?|wanted|needed|meant)[.!]*",
    r"(?:(?:no|well|sorry|hm+|ugh|ok(?:ay)?|yes)[,.!]? )*(?:that|this|it|your|the)(?: (?:last|first|previous|second))?"
    r"(?: (?:answer|reply|response|summary|translation|one|result|suggestion|explanation|example))?(?:['’]s| is| was| were)"
    r"(?: (?:just|really|very|so|not|completely|totally|quite|pretty|a bit|all))* "
    r"(?:wrong|incorrect|bad|good|great|perfect|right|correct|fine|helpful|useless|useful|ok(?:ay)?|nice|true|false|better|"
    r"worse|excellent|terrible|unhelpful|what i (?:wanted|needed|asked for))[.!]*",
)
