"""Chinese statements of relations with one value at a time: 我住在杭州, 预算是两千欧元, 订单服务由张伟负责.
This is the syntax of Chinese clauses, and so no pack."""

from __future__ import annotations

import re
from collections.abc import Iterator

from shared.language.attributes.claim import OneValued, Takes
from shared.language.statements.gazetteer import alternatives_of
from shared.language.text.patterns import Regex

_OPEN = Regex(
    r"[?？吗“”\"]|想|打算|可能|也许|或许|大概|如果|要是|假如|是否|考虑|准备|申请|面试|要求|以为|听说|据说|觉得|认为|小说|故事|翻译|"
    r"以前|之前|曾|过去|小时候|原来|原先|从前|当年|差点|这周|本周|这个月|暂时|临时|出差|旅游|旅行|不|没|别|也|还(?!款)|另|除了|都|或|有时|"
    r"将|会(?!员|议|话|费|场|面|计|客|籍)|应该|希望|例如|比如|说(?!明)"
)
_SELF = "(?:我们|咱们|我|用户|本人)"
_KIN = "(?:(?:我|我们|用户)的?)?(?:爸爸|妈妈|父母|父亲|母亲|太太|妻子|老婆|丈夫|老公|先生|爱人|老板|经理|公司)"
_WHO = f"(?P<who>{_SELF}|{_KIN})?"
_V = "(?P<v>[^，。；,;]{1,24}?)"
_END = "[了呢啦]?[。！!. ]*$"
_HOME = re.compile(
    f"^{_WHO}(?:的?家)?(?:住在|居住在|定居在|定居于|生活在|现居|居住于|住|在(?=[^，。]{{1,8}}(?:居住|生活|定居)))(?P<v>[^，。；,;]{{1,12}}?)(?:居住|生活|定居)?{_END}"
)
_HOME_IS = re.compile(f"^(?P<who>{_SELF})的?家在(?P<v>[^，。；,;]{{1,12}}?){_END}")
_EMPLOYER = re.compile(f"^{_WHO}在{_V}(?:上班|工作|任职|就职|供职|当差){_END}")
_EMPLOYED = re.compile(f"^{_WHO}(?:就职于|任职于|供职于|受雇于|效力于){_V}{_END}")
_LED = re.compile(f"^(?P<x>[^，。；,;]{{2,14}}?)(?:由|归){_V}(?:负责|管理|维护|所有|主管){_END}")
_LEADS = re.compile(f"^(?P<v>[^，。；,;的我]{{2,4}})负责(?P<x>[^，。；,;]{{2,14}}?){_END}")
_EVERY = re.compile(
    f"^(?P<x>[^，。；,;]{{1,12}}?)(?P<v>每[^，。；,;]{{1,8}}?)(?P<verb>更换|轮换|更新|重置|备份|修改|续签)(?:一次)?{_END}"
)
_GOES = re.compile(
    f"^(?P<x>[^，。；,;]{{2,12}}?)(?:[改转]为)?(?:提交|交|发|转|寄|上报|报送|抄送|送)(?:给|到|至)(?P<v>[^，。；,;]{{1,12}}?){_END}"
)
_USES = re.compile(f"^(?:{_SELF})?(?:主要)?(?:使用|用|偏好|写|用的是){_V}{_END}")
_LINK = "(?:是|为|叫做|叫|等于|有|：|:|设为|定为|改成|改为|换成|换为|变成|变为|改到|更换为|调整为|调整到|涨到|降到|增加到|削减到|减少到|缩减到|提高到|延长到|缩短到)"
_NOUN = re.compile(f"^(?P<np>[^，。；,;是为叫有：:]{{1,16}}?){_LINK}了?{_V}{_END}")
_BARE = re.compile(
    f"^(?P<np>[^，。；,;是为叫有：:\\d每]{{1,10}}?)(?P<v>(?:每[天日周月年晚次小时]{{1,2}})?[\\d一二两三四五六七八九十百千万.,]+[^，。；,;的]{{1,8}}?){_END}"
)

_ANY_WORDS = "名字 昵称 姓名 职位 职务 岗位 职业 国籍 家乡 出生地 籍贯 头衔 公司 单位 最爱 城市 时区 语言 颜色 编辑器 部门".split()
_PEOPLE = (
    "经理 老板 上司 主管 领导 组长 负责人 所有者 拥有者 医生 牙医 律师 会计 教练 导师 班主任 老师 房东 太太 妻子 老婆 丈夫 老公 爱人 配偶 "
    "女朋友 男朋友 女友 男友 联系人 审批人 维护者 队长 校长 秘书 助理 值班人".split()
)
_THINGS = (
    "预算 上限 下限 限额 额度 配额 限制 截止日期 截止时间 期限 价格 票价 门票 房价 费用 会费 月费 年费 房租 租金 日租金 月租 工资 月薪 年薪 薪水 目标 超时 "
    "间隔 阈值 容量 大小 体重 身高 年龄 温度 速度 版本 版本号 手机号 手机号码 电话 电话号码 号码 邮箱 邮件地址 地址 住址 邮编 货币 地区 区域 "
    "办公室 总部 健身房 学校 大学 银行 运营商 套餐 会员 座位 工位 端口 域名 用户名 密码 账号 数据库 浏览器 框架 主题 型号 品牌 生日 例会 会议 站会 "
    "车牌 尺码 折扣 税率 等级 主机".split()
)
_HEADS = {
    **dict.fromkeys(_ANY_WORDS, Takes.ANY),
    **dict.fromkeys((*_PEOPLE, *_THINGS), Takes.NAMED),
    "目标": Takes.AMOUNT,
}
_FAVOURITE = re.compile("最(?:喜欢|爱|喜爱|常用)的|默认|首选|偏好的")
_NOT_THE_ONE = re.compile(
    "[旧前]任?的|上一|下一|第[一二三四五六七八九十\\d]|其他|其它|另|朋友|同事|同学|邻居|[兄弟姐妹哥][兄弟姐妹哥]?|表|堂|儿子|女儿|孩子|猫|狗|宠物"
)
_OWN = re.compile("^(?:我们|咱们|我|用户|本人)(?:家)?的?")
_FRESH = re.compile("^(?:最新|新|当前)的?|的$")
_SPOUSE = frozenset("太太 妻子 老婆 丈夫 老公 爱人 配偶".split())


def chinese_claims(text: str) -> Iterator[OneValued]:
    """What one sentence says of such a relation; nothing where it leaves that open in any way."""
    if _OPEN.search(text) is not None:
        return
    yield from _of_a_person(text)
    for pattern in (_LED, _LEADS):
        found = pattern.match(text)
        if found is not None:
            yield OneValued("owner", _about(found["x"]), found["v"])
            return
    found = _GOES.match(text)
    if found is not None:
        yield OneValued("recipient", _about(found["x"]), found["v"], only_if_now=True)
        return
    found = _USES.match(text)
    kind = None if found is None else alternatives_of(found["v"].strip())
    if found is not None and kind is not None:
        yield OneValued("tool", frozenset((kind,)), found["v"].strip(), only_if_now=True)
        return
    found = _EVERY.match(text)
    if found is not None:
        yield OneValued("interval", _about(found["x"]) | {found["verb"]}, found["v"])
        return
    found = _NOUN.match(text) or _BARE.match(text)
    if found is not None:
        yield from _of_a_noun(found["np"].strip(), found["v"].strip())


def _of_a_person(text: str) -> Iterator[OneValued]:
    for relation, pattern in (
        ("home", _HOME),
        ("home", _HOME_IS),
        ("employer", _EMPLOYER),
        ("employer", _EMPLOYED),
    ):
        found = pattern.match(text)
        if found is not None:
            yield OneValued(relation, _about(found["who"] or ""), found["v"])
            return


def _of_a_noun(phrase: str, value: str) -> Iterator[OneValued]:
    if _NOT_THE_ONE.search(phrase) is not None:
        return
    about = _about(phrase)
    if _FAVOURITE.search(phrase) is not None:
        yield OneValued("favourite", about, value)
        return
    head = next((head for head in sorted(_HEADS, key=len, reverse=True) if phrase.endswith(head)), None)
    if head in _SPOUSE:
        yield OneValued("spouse", about - {phrase, _OWN.sub("", phrase)}, value, Takes.NAMED)
    elif head is not None:
        yield OneValued(head, about, value, _HEADS[head])


def _about(text: str) -> frozenset[str]:
    plain = _FRESH.sub("", _OWN.sub("", text.strip()))
    return frozenset((plain.replace("的", ""),)) if plain else frozenset()
