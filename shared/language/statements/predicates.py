"""Which things can be true of a subject only once: where another value of the same kind contradicts the first.

"Lives in Lyon" rules out "lives in Lille"; "likes Lyon" does not rule out "likes Lille". Verbs and attributes are named
by the concepts of the word lists, English and Chinese alike.
"""

from __future__ import annotations

# Concepts that are said of a subject: what stands before the first of them is spoken about, what follows is said.
VERB_CONCEPTS = frozenset(
    """like prefer allergic afraid interested want own need live located work work_as named buy start end happen meet use
    run deploy build create fix delete keep send receive show choose help allow enabled open agree trust responsible
    answer launch born speak study teach join leave arrive go visit travel move return wake sleep exercise walk jog swim
    hike listen_port approve pay review write read test monitor check report assign schedule cancel postpone expire fail
    crash restart upgrade support contact remember know think say hear wear drive play cook grow raise lead eat drink
    cost limit married have be last take weigh charge marry found retire graduate release sign expire measure contain""".split()
)
# Words that are verbs as well as things; before another verb they are things ("the backup runs", "orders are paid").
SAID_OF_A_THING = frozenset(
    """answer cost limit run deploy build report test review schedule order note plan market support drink launch play
    work start end use help visit walk move lead show file host page place model label date rate state name issue
    charge change value code copy edit audit upgrade release share stay study judge package process access light fire
    damage exercise travel promise purchase offer cover store monitor reply visit hike pilot queue type tape bike ship
    permit process focus license licence programme program colour favour centre practice sign check contact""".split()
)

# A passive of these says no more than that it is so: "is enabled", "is held", "is called".
STATES = frozenset(
    """enabled encrypted happen located named born schedule married interested afraid responsible allergic work work_as open
    active limit own live prefer like start able end allow""".split()
)
# With any of these an amount or a choice between opposites is one of its kind for the subject.
NO_ATTRIBUTE = frozenset("like visit know think say hear buy read meet_person send receive teach study play".split())
ONCE = frozenset("born join found retire graduate marry married launch release sign move start create die".split())
DATED = ONCE | frozenset(
    "be located start end happen meet leave arrive open close expire schedule run wake sleep listen_port deadline postpone".split()
)
# "Lives in X", "is called X": one X. "Is owned by X": one X, though X may own many.
ONE_OBJECT = frozenset("live located work work_as named listen_port born married".split())
ONE_AGENT = frozenset("own lead manage host responsible".split())
# Alternatives of how or how often something is done; the others tell what a thing is like, and are said with "is".
TELLS_HOW = frozenset("rhythm frequency manual sync employment place_of_work remote seat mode handed".split())
ONE_OF_MANY = frozenset("friend colleague neighbour neighbor student classmate guest 朋友 同事 邻居 同学 学生".split())
# Of these too, unless one of them is named: "my sister Ines".
ONE_OF_A_FAMILY = frozenset(
    """sister brother sibling cousin uncle aunt son daughter child kid niece nephew dog cat pet
    姐姐 妹妹 哥哥 弟弟 表哥 表弟 表姐 表妹 堂哥 堂弟 儿子 女儿 孩子 狗 猫 宠物""".split()
)
ONE_CHOICE = {
    "language": frozenset("answer prefer want".split()),
    "format": frozenset("prefer want answer export deliver be".split()),
    "currency": frozenset("pay be charge bill prefer want cost settle".split()),
    "colour": frozenset("be prefer".split()),
}
ONE_CHOICE_OTHERWISE = frozenset(("prefer",))

# What turns one way at one time and the other way at another.
TURNING = frozenset(("open", "start", "enabled"))
# Verbs whose name follows with a preposition, perhaps after other words.
PLACING = frozenset("live located work".split())

# Nouns whose value is one: "the X is Y". With the first kind Y may be any word, with the second, of which one also says
# how they are ("the plan is simple"), only a name.
ATTRIBUTES = frozenset(
    """name named nickname colour job language editor region city capital birthplace hometown nationality type brand breed
    favourite default primary preferred prefer currency timezone password blood birthday deadline launch_date
    名字 姓名 昵称 职业 颜色 编辑器 区域 城市 首都 出生地 家乡 国籍 血型 品牌 品种 货币 时区 密码 默认 首选 最喜欢 生日 截止日期 上线日期
    车牌 尺码 型号 职位 职务 岗位""".split()
)
NAMED_ATTRIBUTES = frozenset(
    """title theme status priority venue location format framework engine provider department major plan mode tier size
    address mail branch destination minimum limit version level main host url endpoint place model
    主题 状态 优先级 地点 格式 框架 引擎 部门 专业 套餐 模式 地址 邮箱 分支 目的地 主要 语言 上限 下限 版本 主机""".split()
)
# Things that have one place for as long as nobody says that they moved.
STAYS_PUT = frozenset(
    "office desk home house flat headquarters hq headquarter workplace studio warehouse datacenter school university gym".split()
)
ROLES_OF_PEOPLE = frozenset(
    """owner manager lead leader doctor dentist contact approver maintainer engineer officer ceo cto cfo head captain president director
    on-call oncall responsible spouse wife husband mother father team company school university bank employer host
    teacher coach landlord lawyer accountant assistant mentor author sponsor supplier vendor airline
    值班 负责人 经理 领导 组长 主管 医生 牙医 联系人 审批人 维护者 总裁 队长 校长 值班人 值班工程师 妻子 丈夫 母亲 父亲 公司 学校 银行 老师
    教练 房东 律师 会计 助理 导师 作者 供应商 配偶 班主任 紧急联系人""".split()
)
# A number right after one of these tells which one is meant: "server 3", "invoice 12".
NUMBERED = frozenset(
    """server build invoice step item room ticket issue task order note page chapter lesson test case customer user node
    host pod job batch run rack shelf box lane gate platform seat bus train flight row column line phase stage round
    sprint day week part section appendix figure table question topic fact number no warehouse store branch machine
    printer line account project team group unit device sensor camera drive disk partition shard replica worker thread
    channel track episode season volume edition building block floor apartment flat house desk meeting incident bug
    服务器 发票 步骤 房间 工单 任务 订单 备注 页 章 课 用例 客户 用户 节点 主机 机架 门店 机器 打印机 账户 项目 小组 设备 传感器
    构建 批次 阶段 会议室 仓库 分店 集群 事实 号码 编号 笔记 主题 第""".split()
)
