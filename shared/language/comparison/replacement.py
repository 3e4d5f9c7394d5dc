"""Whether somebody who takes back what they said states another value in its place: "no, sorry, in Bergen" does, "that
was a slip" does not.
"""

from __future__ import annotations

import re

from shared.language.comparison.relation import Relation, relate
from shared.language.speech.sentences import sentences
from shared.language.text.normal_form import normalised
from shared.language.text.patterns import Regex

# It was judged to be about one matter with what it had taken the place of.
_NEAR = 1.0
_TAKES_BACK = Regex(
    r"^(?:(?:no|nope|oops|sorry|wait|actually|well|correction|my (?:mistake|bad)|"
    r"that (?:was|is) (?:a slip|wrong|a mistake|not right)|"
    r"不对?|不是|抱歉|对不起|说错了|口误|更正|纠正)[\s,.:;，。：；!！—–-]+)+",
    re.IGNORECASE,
)
# A value alone: "I meant Bergen", "it should be 30", 应该是上海.
_BARE_VALUE = Regex(
    r"\b(?:i mean(?:t)?|i should have said|(?:it|that|this) (?:should (?:be|have been|say|read)|is actually|"
    r"is really))\b[\s:,]*(.*)"
    r"|\brather\b[\s:,]*(.*)|\binstead\b()|(?:应该是|我是说|我的意思是|而是)[：:，,]?\s*(.*)",
    re.IGNORECASE,
)
# The same behind what takes back: "no, Bergen".
_ALONE = Regex(r"(?:(?:in|at|on|to|for|with|by)\s+)?([A-Z0-9][\w.'’-]*(?:\s+[\w.'’-]+){0,2})\s*[.!]?")


def states_otherwise(correction: str, stored: str) -> bool:
    """Whether what the correction states contradicts the stored statement. A value alone is another value unless the
    stored statement has it."""
    for sentence in sentences(correction):
        said = _TAKES_BACK.now.sub("", sentence.strip())
        if said and relate(stored, said, _NEAR).relation is Relation.CONTRADICTS:
            return True
        bare = _BARE_VALUE.search(said) or (_ALONE.fullmatch(said) if said != sentence.strip() else None)
        value = "" if bare is None else normalised(next((g for g in bare.groups() if g), "")).strip(" .,;!。，；！")
        if bare is not None and (not value or value not in normalised(stored)):
            return relate(stored, value or said, _NEAR).relation is not Relation.SAME
    return False
