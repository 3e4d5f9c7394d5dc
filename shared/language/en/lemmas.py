"""Inflection of English words: plurals and verb forms back to one form. Derivation ("own", "owner") is left alone: a
stemmer that also cuts that makes one word of "internal" and "international"."""

from __future__ import annotations

import re
from functools import lru_cache

_IRREGULAR = """
be am is are was were been being|have has had having|do does did done doing|go goes went gone going|get got gotten getting
make made making|take took taken taking|give gave given giving|come came coming|see saw seen|know knew known|think thought
say said|tell told|find found|leave left leaving|feel felt|put putting|bring brought|begin began begun beginning|keep kept
hold held|write wrote written writing|stand stood|hear heard|let letting|mean meant|set setting|meet met|run ran running
pay paid|sit sat sitting|speak spoke spoken|lie lay lain lying|lead led|read|grow grew grown|lose lost losing|fall fell fallen
send sent|build built|understand understood|draw drew drawn|break broke broken|spend spent|cut cutting|rise rose risen rising
drive drove driven driving|buy bought|wear wore worn|choose chose chosen choosing|eat ate eaten|drink drank drunk|sleep slept
win won winning|teach taught|catch caught|sell sold|fly flew flown flies flying|forget forgot forgotten forgetting
sing sang sung|swim swam swum swimming|ride rode ridden riding|throw threw thrown|show shown showed|shut shutting|lend lent
wake woke woken waking|freeze froze frozen freezing|steal stole stolen|hide hid hidden hiding|bear bore borne|become became
quit quitting|hurt|cost|hit hitting|feed fed|fight fought|shoot shot|stick stuck|wind wound|hang hung|sink sank sunk|rebuild rebuilt
child children|movie movies|cookie cookies|zombie zombies|person people|man men|woman women|foot feet|tooth teeth|mouse mice|wife wives|knife knives
half halves|shelf shelves|analysis analyses|datum data|medium media|criterion criteria|bus buses
use uses used using|need needs needed|die died dying|tie tied tying|agree agreed|free freed|see seeing|guarantee guaranteed
live lived living|focus focused focusing focuses|cancel cancelled canceled cancelling|travel travelled traveled travelling
model modelled modeled|label labelled labeled|prefer preferred preferring|refer referred|occur occurred|add added adding
permit permitted|commit committed committing|visit visited visiting|edit edited editing|limit limited limiting|audit audited
develop developed|open opened opening|happen happened|listen listened listening|offer offered|order ordered|enter entered
cover covered|deliver delivered|monitor monitored|store stored storing|ignore ignored|restore restored|explore explored
require required requiring|acquire acquired|retire retired retiring|expire expired expiring|hire hired hiring|fire fired
share shared sharing|compare compared|prepare prepared preparing|declare declared|schedule scheduled scheduling|handle handled
enable enabled enabling|disable disabled disabling|double doubled|settle settled|assemble assembled|bundle bundled
force forced|place placed placing|replace replaced|produce produced|reduce reduced|increase increased increasing
decrease decreased|release released releasing|purchase purchased|close closed closing closes|lose loses|promise promised
base based|raise raised|advise advised|practise practised|exercise exercised|supervise supervised|host hosted hosting
manage managed managing|change changed changing|charge charged|arrange arranged|merge merged|exchange exchanged|engage engaged
damage damaged|encourage encouraged|judge judged|package packaged|damage|stage staged|page paged|value valued|continue continued
argue argued|issue issued|rescue rescued|argue argued|queue queued queuing|serve served|receive received|believe believed
move moved moving|leave leaves|remove removed|improve improved|approve approved approving|solve solved|love loved loving
drive drives|arrive arrived arriving|drink drinks|shave shaved|analyse analyze analysed analyzed|file filed filing
organise organize organised organized|licence license licensed licences licenses|colour color colours colors coloured colored
favourite favorite|favour favor|centre center|theatre theater|grey gray|programme program|jewellery jewelry|travel travels
dislike disliked dislikes|hate hated hating|write writes|note noted|quote quoted|locate located|relocate relocated relocating
create created|update updated updating|operate operated|complete completed|delete deleted|migrate migrated|rotate rotated
graduate graduated|donate donated|date dated|rate rated|state stated|invite invited|vote voted|translate translated|pilot
decide decided|provide provided|include included|exclude excluded|divide divided|code coded|decode decoded|upgrade upgraded
type typed typing|hope hoped hoping|tape taped|ship shipped shipping|bike biked|like liked likes liking|name named naming
smoke smoked smoking|bake baked baking|hike hiked hiking|make makes|take takes|write wrote|refuse refused|cause caused|house housed
enjoy enjoyed enjoys|play played|employ employed|deploy deployed deploying|stay stayed|study studied studies studying
carry carried carries|try tried tries|apply applied applies|marry married|worry worried|reply replied replies|copy copied
own owned owns|plan planned planning|run runs|swim swims|jog jogging jogged|stop stopped|drop dropped|back backed
"""
_FORM_OF = {
    form: base
    for group in _IRREGULAR.strip().replace("\n", "|").split("|")
    for base, *forms in [group.split()]
    for form in forms
}
# Words in -s that are no plural, and those in -ed and -ing that are words of their own.
_WHOLE = frozenset(
    "always news series species perhaps unless across besides sometimes whereas less business address access process "
    "success glass class boss pass miss kiss gas bias basis status virus campus bonus focus us this his its thus plus "
    "yes physics mathematics maths economics politics analytics logistics diabetes asbestos lens chess gross cross "
    "thing nothing something anything everything morning evening during ceiling king ring spring string wedding "
    "meeting building training marketing engineering accounting running swimming pricing billing staging parking "
    "hundred red bed need speed seed weed feed indeed shed sled embed kubernetes aws dns https os ios windows "
    "savings lens earnings headquarters sing bring wing sting cling sling swing fling kindred sacred naked wicked".split()
)
_PAST = frozenset(
    "was were had did went got made took gave came saw knew thought said told found left felt brought began kept held "
    "wrote stood heard meant met ran paid sat spoke led grew lost fell sent built understood drew broke spent rose "
    "drove bought wore chose ate drank slept won taught caught sold flew forgot sang swam rode threw lent woke froze "
    "stole hid became fed fought shot stuck hung sank rebuilt died lived used".split()
)
_LONG_S = re.compile(r"(?:ss|x|z|ch|sh|o)es$")
_VOWEL = re.compile(r"[aeiouy]")
_SHORT = re.compile(r"[^aeiou][aeiouy][^aeiouwxy]$")
_SOFT = re.compile(r"(?:[aeiou]|[aeioul]r|n|r|d)[cg]$|[aeiour]s$|[iae]z$|v$|u$|(?<![eo])at$|[bdfgkpt]l$")


@lru_cache(maxsize=8192)
def lemma(word: str) -> str:
    """Of a lower-case word. Two forms of one word have one lemma; that it is a dictionary's is not promised."""
    if word in _FORM_OF:
        return _FORM_OF[word]
    if word in _WHOLE or len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if _LONG_S.search(word):
        return word[:-2]
    if word.endswith("s") and word[-2] not in "sui":
        return word[:-1]
    if word.endswith("ied"):
        return word[:-3] + "y"
    for suffix in ("ed", "ing"):
        if word.endswith(suffix) and _VOWEL.search(word[: -len(suffix)]) and len(word) - len(suffix) > 2:
            return _base(word[: -len(suffix)])
    return word


def is_past(word: str) -> bool:
    """Whether a lower-case verb form is one of the past, or a participle that looks like one."""
    return word in _PAST or (word.endswith("ed") and word not in _WHOLE and len(word) > 3)


def _base(rest: str) -> str:
    if rest[-1] == rest[-2] and rest[-1] not in "lsz":
        return rest[:-1]
    if _SOFT.search(rest) or (len(rest) < 5 and _SHORT.search(rest)):
        return rest + "e"
    return rest


_NO_VERBS = frozenset(
    "child person man woman foot tooth mouse wife knife half shelf analysis datum medium criterion bus colour favourite "
    "centre theatre grey programme jewellery licence bundle house pilot tape bike".split()
)
_REGULAR_VERBS = """
live work like want need ask call talk walk look help start turn seem play happen provide include stop watch follow offer
appear wait expect stay reach remain suggest allow add return explain learn lead support require report receive cover
produce pass join cause answer contain establish reduce raise apply express claim design treat manage hire prefer listen
own belong depend rely weigh charge last measure deploy host serve rotate backup ship release sign land fail crash restart
reboot renew subscribe cancel postpone approve reject review merge push pull fetch query index cache encrypt sync mirror
replicate scale log alert notify forward route block permit forbid disallow ban commute cook bake smoke drink marry
graduate retire found donate invite attend collect practise train tour explore plant water clean wash cycle volunteer
""".split()
VERBS = (frozenset(_FORM_OF.values()) | frozenset(_REGULAR_VERBS)) - _NO_VERBS - {"be", "have", "do"}
