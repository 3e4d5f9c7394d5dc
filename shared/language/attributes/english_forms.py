"""English statements of relations with one value at a time: "I live in Bergen", "our budget is 2,500 euros", "the repo is
owned by Dana". A form is a whole sentence, so words that it does not know leave the statement unread. This is the syntax
of English clauses, and so no pack."""

from __future__ import annotations

import re
from collections.abc import Iterator

from shared.language.attributes.claim import OneValued, Takes
from shared.language.statements.gazetteer import alternatives_of
from shared.language.text.patterns import Regex

# What is asked, supposed, wished, planned, denied, over, told of others, only for a time, or one of several.
_OPEN = Regex(
    r"[?\"“”«»`]|\b(?:if|unless|whether|would|might|could|(?-i:may)|maybe|perhaps|probably|supposedly|allegedly|will|shall|should|must|"
    r"wants?|wanted|wish(?:es)?|hop(?:e|es|ing)|plan(?:s|ning)? (?:to|on)|going to|about to|consider\w*|appl(?:y|ied|ying)|interview\w*|"
    r"think(?:s|ing)?|thought|believes?|says?|said|told|claims?|heard|asked|ask(?:s|ing)?|pretend\w*|imagine|suppose|translate|quote|novel|"
    r"story|book|film|movie|game|dream\w*|joke|not|never|no|none|nobody|n['’]t|used to|once|formerly|previously|was|were|had|did|"
    r"before|almost|nearly|until|till|by|temporar\w+|for now|for the time being|tonight|this (?:week|weekend|month|summer|winter)|"
    r"visiting|also|too|as well|another|additional(?:ly)?|besides|either|or|both|each|every one|some|one of|sometimes|usually|mostly|"
    r"partly|half|everyone|everybody|people|someone|example|e\.g)\b|n['’]t\b",
    re.IGNORECASE,
)
_ALLOWED = Regex(
    r"\b(?:owned|managed|led|run) by\b|\bbook(?:ing)? (?:limit|price|budget)\b|\bmovie\b(?= is)|\bbook\b(?= is)|\bgame\b(?= is)"
    r"|\bfilm\b(?= is)|\bstory\b(?= is)|\bevery (?=\d|day|week|month|year|other)",
    re.IGNORECASE,
)

_SELF = r"(?:I|we|the user|user)"
_KIN = r"(?:(?:my|our|the user['’]s) )?(?-i:[a-z]+ ){0,2}?(?-i:[A-Z][\w'’-]+)|(?:my|our|the user['’]s) (?:wife|husband|spouse|partner|mother|father|mom|mum|dad|boss|manager|team|company|parents)"
_WHO = rf"(?P<who>{_SELF}|{_KIN})"
_AM = r"(?: am| is| are|['’]m|['’]re|['’]s)"
_LIVES = rf"(?: lives?|{_AM} living|{_AM} based|{_AM} located| resides?|{_AM} residing)"
_END = r"[\s.!]*$"
_VALUE = r"(?P<v>[^;]+?)"
_OWNER = r"(?P<o>my|our|the|the user['’]s|user['’]s|its|(?-i:[A-Z][\w-]+)['’]s)"
# Of these the value may be any words.
_ANY_WORDS = frozenset(
    """name nickname colour color job occupation profession position role title nationality hometown birthplace citizenship employer
    diet rotation cadence frequency pet-name""".split()
)
# Of these it is a name.
_PEOPLE = frozenset(
    """manager boss supervisor owner lead leader head director chief ceo cto cfo coo mentor coach tutor teacher trainer therapist
    doctor dentist physician gp lawyer attorney accountant notary landlord landlady wife husband spouse fiance fiancee partner
    girlfriend boyfriend maintainer approver contact president principal captain assistant secretary sponsor host""".split()
)
# Of these it is a name, a number or a date.
_THINGS = frozenset(
    """budget limit cap maximum minimum quota deadline price cost fee fare rate rent salary wage income mortgage goal target timeout
    interval period threshold capacity size weight height length width speed temperature age version release number phone mobile
    email e-mail mail address postcode zip timezone zone language locale currency region city country office headquarters gym school
    university bank carrier provider insurer insurance plan subscription tier package team department seat desk room port host url
    endpoint domain username handle password login editor browser database framework theme font model brand airline
    birthday anniversary standup meeting appointment retention notice discount tax score rank level grade shift lunch""".split()
)
_HEADS = _ANY_WORDS | _PEOPLE | _THINGS
_FAVOURITE = frozenset("favourite favorite preferred default primary main".split())
# Of these there may be several, unless it is said which.
_NOT_THE_ONE = frozenset(
    "old former previous first second third last next future other another ex late past original initial extra of-mine either any".split()
)
_FRESH = frozenset("current new present latest own actual overall total".split())
_FILLERS = frozenset("the a an my our this that user user's of for in on at to is and per".split())
_SEVERAL = frozenset(
    "friend friends colleague colleagues sister sisters brother brothers sibling siblings cousin cousins aunt uncle son daughter "
    "child kid kids children dog cat pet neighbour neighbor flatmate roommate student classmate niece nephew".split()
)

_COPULA = (
    r"(?: is| are|['’]s|:| =| equals| is called| is named| is set to| is at| stands at| amounts to|"
    r"(?: has| have|['’]s)?(?: been| got| is| are)?(?: changed| switched| raised| lowered| increased| reduced| cut| extended| moved| set| reset| updated) to)"
)


def _form(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)


_HOME = _form(rf"^{_WHO}{_LIVES} (?:in|at|on) {_VALUE}{_END}")
_HOME_IS = _form(rf"^(?:my|our|the user['’]s)?\s*home(?: town| city)? is in {_VALUE}{_END}")
_EMPLOYER = _form(
    rf"^{_WHO}(?: works?|{_AM} working|{_AM} employed|{_AM} hired) (?P<link>at|for|by) {_VALUE}(?: as (?:an? |the )?(?P<role>[^,.;]+?))?{_END}"
)
_HIRED = _form(
    rf"^{_WHO}(?:['’]ve| have| has)? (?:(?:started|got|found|took|accepted) (?:a |my )?(?:new )?(?:job|position) (?:at|with)|started working (?:at|for)) {_VALUE}{_END}"
)
_POSITION = _form(rf"^{_WHO}(?: works?|{_AM} working|{_AM} employed) as (?:an? |the )?{_VALUE}{_END}")
_CITIZEN = _form(rf"^{_WHO}{_AM} (?:a |an )?citizens? of {_VALUE}{_END}")
_PASSPORT = _form(
    rf"^{_WHO}(?: has| have| holds?)(?: an?)? (?P<v>(?-i:[A-Z]\w+)) (?:citizenship|nationality|passport){_END}"
)
_MARRIED = _form(rf"^{_WHO}{_AM} married to {_VALUE}{_END}")
_COSTS = _form(rf"^(?P<x>(?:the|our|my) [^,;]+?|(?-i:[A-Z])[^,;]+?) costs?(?: me| us)? {_VALUE}{_END}")
_OWNED = _form(
    rf"^(?P<x>(?:the|our|my) [^,;]+?|(?-i:[A-Z])[^,;]*?) (?:is|are) (?:owned|managed|led|run|maintained) by {_VALUE}{_END}"
)
_BELONGS = _form(rf"^(?P<x>(?:the|our|my) [^,;]+?) belongs to {_VALUE}{_END}")
_OWNS = _form(rf"^(?P<v>(?-i:[A-Z][\w-]+(?: [A-Z][\w-]+)?)|the [\w ]+ team) owns (?P<x>(?:the|our) [^,;]+?){_END}")
_VERSION = _form(
    rf"^(?P<who>{_SELF}|(?:the|our|my) [\w ]+?)(?:['’]ve| have| has)?(?: been)? (?:uses?|runs?|am on|are on|is on|['’]re on|am using|are using|is using|upgraded to|updated to|"
    rf"migrated to|switched to) (?P<p>(?-i:[A-Z])[\w.-]*?(?: (?-i:[A-Z])[\w-]*)?) (?:version |v)?(?P<v>\d[\w.]*){_END}"
)
_WEIGHS = _form(
    rf"^{_WHO}(?: weighs?|{_AM} (?:down to|up to|at)) (?P<v>[\d.,]+ ?(?:kg|kgs|kilos?|kilograms?|lbs?|pounds|stone)){_END}"
)
_AGED = _form(rf"^(?P<who>{_SELF}){_AM} (?P<v>\d{{1,3}})(?: years old| years of age| y/?o)?{_END}")
_DRIVES = _form(
    rf"^(?P<who>{_SELF}) (?P<verb>drives?|commutes? by|banks? with|reports? to|rents? from|goes to work by|go to work by) {_VALUE}{_END}"
)
_ROTATED = _form(
    rf"^(?P<x>[\w'’ -]+?)(?: is| are)? (?P<verb>rotated?|rotates|renewed|renews|changed|reset|refreshed|backed up|reviewed|run|runs) (?P<v>every [\w ]+|daily|weekly|monthly|yearly|quarterly|hourly){_END}"
)
_NOUN = _form(rf"^(?:{_OWNER} )?(?P<np>[\w'’/-]+(?: [\w'’/-]+){{0,7}}?){_COPULA} {_VALUE}{_END}")
_GOES = _form(
    rf"^(?P<x>(?:(?:the|our|my|all) )?[\w'’-]+(?: [\w'’-]+){{0,3}}?) (?:(?:is|are|gets?) )?(?P<verb>goes|go|sent|submitted|forwarded|handed(?: in)?|routed|"
    rf"reported|e-?mailed|delivered) to {_VALUE}{_END}"
)
_USES = _form(
    rf"^(?P<who>{_SELF}) (?:uses?|(?:programs?|codes?|develops?|writes?(?: code)?) in|works? (?:in|with)|prefers?) {_VALUE}(?: (?:instead )?of [\w .+#-]+)?{_END}"
)
_SETTING = _form(rf"^(?P<np>[\w-]+(?:[.][\w-]+|_\w+)[\w.-]*) ?[=:] ?{_VALUE}{_END}")
_NAME_OF = _form(rf"^{_OWNER} (?P<np>[\w'’-]+(?: [\w'’-]+){{0,3}}?)['’]s name is {_VALUE}{_END}")
_HAS = _form(
    rf"^(?P<who>[\w'’ ]+?) (?:has|have)(?: got)? (?:an?|the) (?P<np>[\w-]+(?: [\w-]+){{0,3}}?) of {_VALUE}{_END}"
)


def english_claims(text: str) -> Iterator[OneValued]:
    """What one sentence says of such a relation; nothing where it leaves that open in any way."""
    if _OPEN.search(_ALLOWED.now.sub("", text)) is not None:
        return
    yield from _of_a_person(text)
    yield from _of_a_thing(text)
    yield from setting_of(text)
    for pattern in (_NAME_OF, _NOUN):
        found = pattern.match(text)
        if found is not None:
            yield from _of_a_noun(_owner(found["o"] or ""), found["np"], found["v"])
            return
    found = _HAS.match(text)
    if found is not None:
        yield from _of_a_noun(_words(found["who"]) - {"i", "we"}, found["np"], found["v"])


def _of_a_person(text: str) -> Iterator[OneValued]:
    for relation, pattern, takes in (
        ("home", _HOME, Takes.ANY),
        ("employer", _EMPLOYER, Takes.ANY),
        ("employer", _HIRED, Takes.ANY),
        ("position", _POSITION, Takes.ANY),
        ("citizenship", _CITIZEN, Takes.ANY),
        ("passport", _PASSPORT, Takes.ANY),
        ("spouse", _MARRIED, Takes.NAMED),
        ("weight", _WEIGHS, Takes.AMOUNT),
        ("age", _AGED, Takes.AMOUNT),
    ):
        found = pattern.match(text)
        whose = None if found is None else _whose(found["who"])
        if found is not None and whose is not None:
            yield OneValued(relation, whose, found["v"], takes)
    found = _USES.match(text)
    kind = None if found is None else alternatives_of(found["v"])
    if found is not None and kind is not None:
        yield OneValued("tool", frozenset((kind,)), found["v"], only_if_now=True)
    found = _HOME_IS.match(text)
    if found is not None:
        yield OneValued("home", frozenset(), found["v"])
    found = _DRIVES.match(text)
    if found is not None:
        yield OneValued(
            "what one uses", frozenset((found["verb"].lower().removesuffix("s"),)), found["v"], only_if_now=True
        )


def _of_a_thing(text: str) -> Iterator[OneValued]:
    found = _GOES.match(text)
    if found is not None and not _words(found["x"]) <= {"i", "we", "user", "he", "she", "they"}:
        yield OneValued("recipient", _words(found["x"]), found["v"], only_if_now=True)
    for relation, pattern, takes in (
        ("price", _COSTS, Takes.AMOUNT),
        ("owner", _OWNED, Takes.NAMED),
        ("owner", _BELONGS, Takes.NAMED),
        ("owner", _OWNS, Takes.NAMED),
    ):
        found = pattern.match(text)
        if found is not None and not _words(found["x"]) & _SEVERAL:
            yield OneValued(relation, _words(found["x"]), found["v"], takes)
    found = _VERSION.match(text)
    if found is not None:
        about = _words(found["p"]) | (_words(found["who"]) - {"i", "we"})
        yield OneValued("version", about, found["v"], Takes.NAMED)
    found = _ROTATED.match(text)
    if found is not None:
        yield OneValued("interval", _words(found["x"]) | {found["verb"].lower()[:5]}, found["v"])


def setting_of(text: str) -> Iterator[OneValued]:
    """A name in the form of a setting has one value: "user.color_preference = dark"."""
    found = _SETTING.match(text)
    if found is not None:
        yield OneValued("a setting", frozenset((found["np"].lower(),)), found["v"])


def _of_a_noun(owner: frozenset[str], phrase: str, value: str) -> Iterator[OneValued]:
    words = [word.lower() for word in re.split(r"[\s/]+", phrase) if word]
    before = next(
        (n for n, word in enumerate(words) if word in ("of", "for", "in", "on", "at", "to", "per", "from")), len(words)
    )
    if not before or set(words) & (_NOT_THE_ONE | _SEVERAL):
        return
    head = words[before - 1]
    about = owner | (_words(phrase) - _FRESH)
    if set(words[:before]) & _FAVOURITE and head not in _FAVOURITE:
        yield OneValued("favourite", about, value)
    elif head in _HEADS:
        aside = _words(head) | ({"name"} if head in _PEOPLE else set())
        yield OneValued(_named(head), about - aside, value, _takes(head))


def _named(head: str) -> str:
    return "spouse" if head in ("wife", "husband", "spouse") else head


def _takes(head: str) -> Takes:
    if head in ("goal", "target"):
        return Takes.AMOUNT
    return Takes.ANY if head in _ANY_WORDS else Takes.NAMED


def _whose(who: str) -> frozenset[str] | None:
    """Nobody's where it is the user's own; `None` of somebody of whom there may be several and who is not named."""
    words = _words(who)
    if words <= {"i", "we", "user"}:
        return frozenset()
    return None if words & _SEVERAL and not re.search(r"(?<=\s)[A-Z]", who) else words


def _owner(owner: str) -> frozenset[str]:
    own = owner.lower() in ("", "my", "our", "the", "the user's", "the user’s", "user's", "user’s")
    return frozenset() if own else frozenset((owner.lower(),))


def _words(text: str) -> frozenset[str]:
    found = (word.strip("'’").lower() for word in re.split(r"[^\w'’-]+", text))
    return frozenset(word.removesuffix("s") if len(word) > 3 else word for word in found if word) - _FILLERS
