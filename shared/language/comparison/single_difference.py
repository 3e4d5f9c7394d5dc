"""Two texts of one subject and relation that differ in one value at the end, with any verb.

Of a relation that has one value at a time (home, employer, budget, deadline, owner, version ...: `language/attributes`)
the later one is an update of the earlier. For any other relation the two are rivals: words alone cannot decide which of
them holds. English and Chinese are parsed; in every other language the words are compared unchanged, so there are only
rivals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from shared.language.attributes.claim import OneValued, Takes
from shared.language.attributes.setting_aside import adds, openings_aside, says_now, time_aside, time_words_aside
from shared.language.comparison.alignment import align
from shared.language.comparison.changes import present_readings
from shared.language.comparison.contradiction import other_value
from shared.language.comparison.parse import MAX_CHARACTERS, Atom, Kind, parse
from shared.language.packs.registry import kept_per_packs
from shared.language.statements.gazetteer import says_whence, wider
from shared.language.text.normal_form import normalised
from shared.language.text.patterns import Regex
from shared.language.text.scripts import is_cjk

_LONGEST = 200
# A value is a few words; what differs in more is another statement. In the scripts without spaces a character is a word.
_MOST_WORDS, _MOST_CHARACTERS = 6, 12
# Two have so many words in common at least, and the value is at most so many times as long.
_LEAST_SHARED, _TIMES_SHARED = 2, 3
_BEHIND = 3
_VERB = 4  # characters of に住んでいます and the like
_KANA = re.compile("[\u3040-\u30ff]")
_WORD = re.compile(r"[^\W_]+(?:['’.@:/-][^\W_]+)*")
_TAIL = Regex(
    r"\b(?:for|during|when|while|if|with|because|but|who|which|after|before|until|in|on|at|to|from|than|as|per|where|near)\b.*$",
    re.IGNORECASE,
)
_SEVERAL = Regex(r"\b(?:and|or|plus)\b|[,，、](?!\d{3})|&|/(?!\w{1,3}$)|[和与跟及]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SingleDifference:
    """`updates`: the differing value is one of a relation that has one at a time; else the two are only rivals. `relation`:
    its name where it is known. `older_value`, `newer_value`: what differs, as it is written."""

    updates: bool
    older_value: str
    newer_value: str
    relation: str | None = None


def single_difference(older: str, newer: str) -> SingleDifference | None:
    """`None` where the two say the same, or differ in more than one value."""
    if not _are_comparable(older, newer):
        return None
    replaced = _replaced(older, newer)
    if replaced is not None:
        one, other = replaced
        return SingleDifference(True, one.value, other.value, one.relation)
    spans = _differing(older, newer)
    if spans is None:
        return None
    found = align(*(parse(time_aside(openings_aside(text))) for text in (older, newer)))
    return SingleDifference(found.one.marks == found.other.marks and other_value(found) is not None, *spans)


def differ_in_one_value(older: str, newer: str) -> bool:
    """Whether there is a `single_difference`, for a caller that does not ask which."""
    return _are_comparable(older, newer) and (
        _replaced(older, newer) is not None or _differing(older, newer) is not None
    )


def _are_comparable(older: str, newer: str) -> bool:
    return max(len(older), len(newer)) <= MAX_CHARACTERS and _alike(older) != _alike(newer)


def replaced_value(one: str, other: str) -> str | None:
    """Why the two cannot both hold now: the relation of which they name two values. Their order plays no part."""
    found = _replaced(one, other)
    return None if found is None else f"another value of what has one at a time: {found[0].relation}"


@kept_per_packs(512)
def one_valued(text: str) -> tuple[OneValued, ...]:
    """What the text says about relations with one value at a time, directly and by reporting a change."""
    if len(text) > _LONGEST:
        return ()
    plain = openings_aside(text).strip()
    readings = dict.fromkeys((plain, *present_readings(plain), *present_readings(time_aside(plain))))
    read = _chinese_claims if is_cjk(plain) else _english_claims
    return tuple(dict.fromkeys(claim for reading in readings for claim in read(time_aside(reading).rstrip(" .!。！"))))


# The forms of a language are loaded with its first text.


def _chinese_claims(text: str) -> Iterator[OneValued]:
    from shared.language.attributes.chinese_forms import chinese_claims

    return chinese_claims(text)


def _english_claims(text: str) -> Iterator[OneValued]:
    from shared.language.attributes.english_forms import english_claims

    return english_claims(text)


def matters(text: str) -> frozenset[tuple[str, frozenset[str]]]:
    """Which relations of what the text tells the value of: two texts that share none replace nothing of each other."""
    return frozenset((claim.relation, claim.about) for claim in one_valued(text))


# The usual wording of relations that have a verb of their own.
_VERBS = {
    "home": "live",
    "employer": "work",
    "position": "work",
    "weight": "weigh",
    "price": "cost",
    "owner": "own",
    "spouse": "married",
}


def matter_words(text: str) -> tuple[str, ...]:
    """Words in which the replaced statement may be worded, for a search by words."""
    claims = one_valued(text)
    found = (word for claim in claims for word in (_VERBS.get(claim.relation, claim.relation), *sorted(claim.about)))
    return tuple(dict.fromkeys(found))


def _replaced(one: str, other: str) -> tuple[OneValued, OneValued] | None:
    if is_cjk(one) != is_cjk(other):
        return None
    left = one_valued(one)
    right = one_valued(other) if left else ()
    for a in left:
        for b in right:
            held = not a.only_if_now or says_now(one) or says_now(other)
            if (a.relation, a.about) == (b.relation, b.about) and held and _rule_out(a, b):
                return a, b
    return None


def _rule_out(a: OneValued, b: OneValued) -> bool:
    """Whether the two values are of one sort, and neither is the other in other words, or more exact."""
    if _SEVERAL.search(a.value) or _SEVERAL.search(b.value):
        return False
    one, other = _TAIL.now.sub("", a.value).strip(), _TAIL.now.sub("", b.value).strip()
    if not one or not other or a.value[len(one) :].strip().lower() != b.value[len(other) :].strip().lower():
        return False
    sorts = _sort(one, a.relation), _sort(other, b.relation)
    if a.relation in ("recipient", "tool"):
        return not _may_be_one(one, other)
    if sorts[0] != sorts[1] or not _takes(a, sorts[0]):
        return False
    if a.relation in ("home", "city", "country") and wider(one.casefold(), other.casefold()):
        return False
    return not _may_be_one(one, other)


# --- Values

_CODES = frozenset(
    ("version", "release", "phone", "mobile", "number", "zip", "postcode", "版本", "版本号", "号码", "手机号")
)
_CHINESE_NAME = re.compile(
    r"^(?:[小老阿][\u4e00-\u9fff]{1,2}|([\u4e00-\u9fff])\1|[\u4e00-\u9fff]{1,3}(?:医生|先生|女士|老师|经理|教授|律师|师傅|博士))$"
)
_EMPLOYS = re.compile(
    "(?:公司|中心|[所馆院店厂行局校社部系]|集团|大学|中学|小学|工作室|诊所|机构|学会|基金会|银行|超市|餐厅|酒店|超市|律所)$"
)
_NO_HOME = re.compile("^过|(?:附近|旁边|宿舍|校|楼|层|这里|那里)$")
_NO_EMPLOYER = frozenset("night noon home work midnight dawn weekends once least most".split())
_SAID_OF = re.compile(
    "^(?:上市|名[校企]|重点|私立|公立|外[企资]|国[企有]|民企|创业|个|一个|一名|一位|很|非常|最|我|太|比较|更|挺)|的|了$"
)
_CHINESE_PEOPLE = frozenset(
    "经理 老板 上司 主管 领导 组长 负责人 所有者 拥有者 医生 牙医 律师 会计 教练 导师 班主任 老师 房东 spouse 女朋友 男朋友 女友 男友 联系人 owner".split()
)


def _sort(value: str, relation: str) -> str:
    """What kind of value it is, fine enough that only values of one kind can take each other's place."""
    atoms = parse(value).atoms
    if relation == "employer" and value.casefold() in _NO_EMPLOYER:
        return ""
    if relation in _CODES and any(c.isdigit() for c in value):
        return "code"
    if any(atom.negated for atom in atoms) or not atoms:
        return ""
    amounts = [atom for atom in atoms if atom.kind is Kind.AMOUNT]
    named = any(word[:1].isupper() for word in value.split()[int(bool(amounts)) :])
    if amounts and named and not any(atom.group for atom in amounts if atom.group != "count"):
        return "name"  # 4 Elm Road
    if amounts:
        rest = " ".join(sorted(atom.text for atom in atoms if atom.kind is not Kind.AMOUNT))
        return f"amount {len(amounts)} {amounts[0].group} {rest}"
    days = [atom for atom in atoms if atom.kind is Kind.CALENDAR]
    if days:
        return "" if any(atom.group == "relative" for atom in days) else f"calendar {sorted(a.group for a in days)}"
    if is_cjk(value):
        return _chinese_sort(value, relation, atoms)
    return "name" if _is_named(value, atoms) else "word"


def _is_named(value: str, atoms: tuple[Atom, ...]) -> bool:
    """A name, an address or an identifier; not where somebody is from or what they believe."""
    if atoms[0].group == "identifier" or "@" in value:
        return True
    if any(atom.kind is Kind.CHOICE for atom in atoms) or (len(value.split()) == 1 and says_whence(value)):
        return False
    return re.sub(r"^(?:the|a|an) ", "", value)[:1].isupper()


def _chinese_sort(value: str, relation: str, atoms: tuple[Atom, ...]) -> str:
    if _SAID_OF.search(value) is not None:
        return "word"
    if relation == "home" and _NO_HOME.search(value) is not None:
        return ""
    if relation == "employer":  # 在北京工作 tells where, 在腾讯工作 for whom
        return "name" if _EMPLOYS.search(value) or any(a.group == "organisation" for a in atoms) else ""
    if relation not in _CHINESE_PEOPLE:
        return "name"
    from shared.language.zh.reader import SURNAMES

    named = _CHINESE_NAME.match(value) is not None or (2 <= len(value) <= 4 and value[0] in SURNAMES)
    return "name" if named or (not value.isascii() and any(a.kind is Kind.NAME for a in atoms)) else "word"


def _takes(claim: OneValued, sort: str) -> bool:
    if claim.takes is Takes.ANY:
        return sort != ""
    kind = sort.partition(" ")[0]
    if claim.relation == "plan":
        return kind == "name"
    return kind == "amount" if claim.takes is Takes.AMOUNT else kind in ("name", "amount", "calendar", "code")


def _may_be_one(one: str, other: str) -> bool:
    """The same in other words, or the one more exact than the other: Porto and Porto Alegre, 5 and 5.0."""
    left, right = ([(atom.text, atom.group) for atom in parse(value).atoms] for value in (one, other))
    if sorted(left) == sorted(right):
        return True
    a, b = ({word.casefold() for word in _WORD.findall(value)} for value in (one, other))
    if a <= b or b <= a:
        return True
    return is_cjk(one) and (one in other or other in one)


# --- Any language


def _differing(older: str, newer: str) -> tuple[str, str] | None:
    """The one span at the end in which the two differ, with words for now set aside; what is before it (in scripts that put
    the verb last, what is around it) they have in common, and it is not the smaller part by far. Nothing where the newer
    one adds to what was said."""
    if adds(newer):
        return None
    one, other = _without_time_words(older), _without_time_words(newer)
    unspaced = is_cjk(one) and is_cjk(other)
    left, right = _pieces(one, unspaced), _pieces(other, unspaced)
    spans = _span(left, right, unspaced) or (None if unspaced else _span_behind(left, right))
    if spans is None:
        return None
    values = tuple(("" if unspaced else " ").join(span) for span in spans)
    return None if normalised(values[0]) == normalised(values[1]) else (values[0], values[1])


_Spans: TypeAlias = tuple[Sequence[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class _Pieces:
    """The words of a text, or its characters: as written, and in the form in which they are compared."""

    written: tuple[str, ...]
    alike: tuple[str, ...]
    distinct: frozenset[str]


def _span(left: _Pieces, right: _Pieces, unspaced: bool) -> _Spans | None:
    """Between what both begin with and what both end with."""
    one, other = left.alike, right.alike
    before = _common(one, other)
    after = _common(one[before:][::-1], other[before:][::-1])
    verb_last = unspaced and _KANA.search("".join(left.written)) is not None
    if before < (0 if verb_last and after >= _VERB else 1) or before + after < _LEAST_SHARED:
        return None
    if after > before and not unspaced:
        return None  # another subject, and not another value
    spans = left.written[before : len(one) - after], right.written[before : len(other) - after]
    most = _MOST_CHARACTERS if unspaced else _MOST_WORDS
    if not all(spans) or max(map(len, spans)) > min(most, _TIMES_SHARED * (before + after)):
        return None
    return spans


def _span_behind(left: _Pieces, right: _Pieces) -> _Spans | None:
    """The last words, where all words before them are the same in another order: "aktuell wohne ich in Jena"."""
    one, other = left.alike, right.alike
    if len(left.distinct - right.distinct) > _BEHIND:
        return None
    for size in range(1, _BEHIND + 1):
        other_size = len(other) - len(one) + size
        comparable = 1 <= other_size <= _BEHIND and len(one) - size > _LEAST_SHARED
        if comparable and sorted(one[:-size]) == sorted(other[:-other_size]):
            return left.written[-size:], right.written[-other_size:]
    return None


# Words repeat, and so do texts: each candidate is compared with every statement that comes near it.
_alike = lru_cache(maxsize=8192)(normalised)


@kept_per_packs(1024)
def _without_time_words(text: str) -> str:
    return time_words_aside(openings_aside(text)).rstrip(" .!。！")


@kept_per_packs(1024)
def _pieces(text: str, unspaced: bool) -> _Pieces:
    written = tuple(c for c in text if c.isalnum()) if unspaced else tuple(_WORD.findall(text))
    alike = tuple(map(_alike, written))
    return _Pieces(written, alike, frozenset(alike))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    found = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        found += 1
    return found
