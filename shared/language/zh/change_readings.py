"""What a Chinese statement of a change says of the present: 会议改到周四了, 戒烟了, 跳槽到小米."""

from __future__ import annotations

import re
from collections.abc import Iterator

from shared.language.zh.words import ORGANISATIONS

_SUBJECT = "(?P<s>[^，。；,;]{0,16}?)"
_ALREADY = "(?:现在)?(?:已经|已|早就|刚刚|刚)?(?:被)?"
_FROM = "(?:[从由](?P<y>[^，。；,;]{1,12}?))?"
_VALUE = "了?(?P<x>[^，。；,;]{1,24}?)了?$"
_LATER = "改到|改在|改期到|挪到|移到|调到|推迟到|推迟至|延期到|延期至|延后到|顺延到|延到|提前到|提前至"
_BECAME = (
    "改成|换成|变成|改为|换为|变为|更换为|变更为|升级到|升级为|提高到|提高至|上调到|上调至|增加到|增加至|增至|涨到|升到|升至|"
    "降到|降至|降低到|降低至|下调到|下调至|减少到|减少至|缩短到|缩短至|延长到|延长至|调整为|调整到|调高到|调低到|调为|更新为|改名为|切换到|切换为|切换成|切到"
)
_MOVED = "搬家到|搬到|搬去|搬往|搬至|移居到|移居|迁到|迁往|迁至"
_DOES_NOW = "用|喝|吃|坐|穿|做|学|以"

_NO_MORE = re.compile(f"^{_SUBJECT}(?:现在)?(?:已经|已|早就|再也)(?P<x>[不没].+?)了?$")
_SHIFTED = re.compile(f"^{_SUBJECT}{_ALREADY}{_FROM}{_ALREADY}(?:{_LATER}){_VALUE}")
_CHANGED = re.compile(f"^{_SUBJECT}{_ALREADY}{_FROM}{_ALREADY}(?:{_BECAME}){_VALUE}")
_RELOCATED = re.compile(f"^{_SUBJECT}{_ALREADY}{_FROM}{_ALREADY}(?:{_MOVED}){_VALUE}")
_INSTEAD = re.compile(f"^{_SUBJECT}{_ALREADY}[改换转](?P<v>{_DOES_NOW}){_VALUE}")
_GAVE_UP = re.compile(f"^{_SUBJECT}{_ALREADY}(?:成功|终于)?戒掉?了?(?P<x>烟|酒|咖啡|奶茶|可乐|茶|糖|肉|甜食|辣)了?$")
_GIVEN_UP = {"烟": "抽吸", "酒": "喝", "咖啡": "喝", "奶茶": "喝", "可乐": "喝", "茶": "喝"}
_RESIGNED = re.compile(f"^{_SUBJECT}{_ALREADY}从(?P<x>[^，。；,;]{{1,16}}?)(?:离职|辞职|跳槽)了?$")
_LEFT = re.compile(f"^{_SUBJECT}{_ALREADY}(?:离开|离职)了?(?P<x>{'|'.join(ORGANISATIONS.split())})(?:公司)?了?$")
_HIRED = re.compile(f"^{_SUBJECT}{_ALREADY}{_FROM}(?:跳槽到|跳槽去|入职(?![日时])){_VALUE}")
_NOW_LIKES = re.compile(f"^{_SUBJECT}现在(?:更|比较|开始)?喜欢(?P<x>.+)$")
_TELLS = re.compile("[切改换变调升提降涨增减延缩挪移推顺上下更搬迁戒离辞跳入]|已|早就|再也|现在")
_SELVES = ("", "我", "用户")


def chinese_readings(text: str) -> tuple[str, ...]:
    if _TELLS.search(text) is None:
        return ()
    return tuple(_readings(re.sub(r"[\s。！!.]+$", "", text.strip())))


def _readings(text: str) -> Iterator[str]:
    for form, reading in _FORMS:
        found = form.match(text)
        if found is not None:
            yield from reading(found)


def _is_now(subject: str, value: str, first: str) -> Iterator[str]:
    yield from (f"{subject}{link}{value}" for link in (first, "是" if first == "在" else "为"))


def _no_more(found: re.Match[str]) -> Iterator[str]:
    yield f"{found['s']}{found['x']}"


def _shifted(found: re.Match[str]) -> Iterator[str]:
    yield from _is_now(found["s"], found["x"], "在")


def _changed(found: re.Match[str]) -> Iterator[str]:
    if found["s"] in _SELVES:
        yield f"{found['s']}偏好{found['x']}"
    else:
        yield from _is_now(found["s"], found["x"], "是")


def _relocated(found: re.Match[str]) -> Iterator[str]:
    yield f"{found['s']}住在{found['x']}"
    if found["s"] not in _SELVES:
        yield f"{found['s']}在{found['x']}"


def _instead(found: re.Match[str]) -> Iterator[str]:
    yield f"{found['s']}{found['v']}{found['x']}"


def _gave_up(found: re.Match[str]) -> Iterator[str]:
    yield from (f"{found['s']}不{verb}{found['x']}" for verb in _GIVEN_UP.get(found["x"], "吃"))


def _left(found: re.Match[str]) -> Iterator[str]:
    yield f"{found['s']}不在{found['x']}工作"


def _hired(found: re.Match[str]) -> Iterator[str]:
    yield f"{found['s']}在{found['x']}工作"


def _now_likes(found: re.Match[str]) -> Iterator[str]:
    yield f"{found['s']}喜欢{found['x']}"


_FORMS = (
    (_NO_MORE, _no_more),
    (_SHIFTED, _shifted),
    (_CHANGED, _changed),
    (_RELOCATED, _relocated),
    (_INSTEAD, _instead),
    (_GAVE_UP, _gave_up),
    (_RESIGNED, _left),
    (_LEFT, _left),
    (_HIRED, _hired),
    (_NOW_LIKES, _now_likes),
)
