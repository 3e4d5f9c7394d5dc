"""What Chinese words mean, in the form of `english_words`. Words are found by the longest match, so words that only
contain a telling character (会议 with 会, 非常 with 非) are listed to keep it from being read alone."""

from __future__ import annotations

SYNONYMS = """
like: 喜欢, 喜爱, 爱, 很爱, 特别爱, 爱好, 钟爱, 热爱, 很喜欢, 非常喜欢, 特别喜欢, 挺喜欢, 爱吃, 爱喝, 爱看, 喜好, 热衷于, 热衷
like-: 讨厌, 厌恶, 反感, 憎恨, 恨, 受不了, 不喜欢, 不爱, 嫌弃, 不爱吃, 不爱喝
prefer: 更喜欢, 偏爱, 更爱, 偏好, 倾向于, 倾向, 更倾向于, 更偏向, 优先选择, 更愿意, 偏向, 宁愿, 宁可, 最喜欢, 最爱, 首选
allergic: 过敏
allergic-: 不过敏
afraid: 害怕, 怕, 恐惧, 畏惧
interested: 感兴趣, 有兴趣
own: 拥有, 有, 养了, 养着, 养, 持有, 有了
live: 住在, 居住在, 居住于, 住, 居住, 家在, 定居在, 定居, 定居于, 现居, 目前住在, 的家在
located: 位于, 坐落于, 坐落在, 地处, 设在, 设于
work: 工作, 上班, 任职, 就职于, 任职于, 供职于, 就职, 供职, 效力于
work_as: 职业是, 从事, 担任, 当, 是做, 的工作是, 职业为, 以…为业
named: 名字是, 名叫, 叫做, 叫, 姓名是, 名字叫, 名为, 名字为, 称为, 被称为, 名字
buy: 买, 购买, 购入, 买了, 采购
start: 开始, 启动, 起始, 开工
end: 结束, 完结, 终止, 为止, 截止
rotate: 更换, 轮换, 轮替
happen: 举行, 召开, 开, 进行, 举办
use: 使用, 用, 采用, 运用, 利用
run: 运行, 跑在, 运行在, 运行于, 部署在, 部署于
deploy: 部署到, 发布到, 部署, 上线到
build: 搭建, 构建, 建造
create: 创建, 新建
fix: 修复, 修理, 修好
delete: 删除, 移除, 删掉
keep: 保留, 保存, 存储, 留存, 保管, 储存
send: 发送, 寄送, 发, 寄
receive: 收到, 接收
choose: 选择, 挑选, 选
allow: 允许, 准许, 可以
allow-: 禁止, 不准, 不许, 不允许, 严禁, 不得, 不可以, 不能
enabled: 启用, 开启, 打开, 激活, 启用了, 开启了
enabled-: 禁用, 关闭, 停用, 关掉
open: 开放, 营业, 开门
open-: 关门, 歇业, 打烊, 停业
married: 已婚, 结婚了, 结婚, 成家, 有配偶
married-: 未婚, 没结婚, 单身
encrypted: 加密
responsible: 负责, 主管, 掌管, 管理, 维护
owner: 负责人
manager: 经理, 上司, 领导, 老板
job: 职业, 工作岗位
company: 公司, 企业
home: 家, 住处, 住所
movie: 电影, 影片
child: 孩子, 小孩, 子女
doctor: 医生, 大夫
phone: 手机, 移动电话
phone_number: 电话号码, 手机号, 手机号码, 联系电话, 电话
bike: 自行车, 单车, 脚踏车
picture: 图片, 图像
photo: 照片, 相片
holiday: 假期, 休假, 度假
computer: 电脑, 计算机
notebook: 笔记本电脑, 笔记本
answer: 回答, 答复, 回复, 答案
summary: 摘要, 总结
sheet: 表格
backup: 备份
database: 数据库
repo: 代码仓库, 代码库, 仓库
config: 配置
docs: 文档
app: 应用, 应用程序, app
env: 环境
standup: 站会, 每日站会, 早会
weekly_meeting: 周会, 每周例会, 周例会
meeting: 会议, 开会
mail: 邮件, 电子邮件, 邮箱
launch: 上线, 发布, 推出
launch_date: 上线日期, 发布日期, 上线时间, 发布时间
deadline: 截止日期, 截止时间, 最后期限
birthday: 生日, 出生日期
born: 出生于, 出生, 生于, 出生在
limit: 上限, 最大值, 限额, 限制, 最多为
minimum: 下限, 最小值
cost: 价格, 费用, 售价, 花费, 价钱, 成本
address: 地址, 住址
timezone: 时区
wage: 工资, 薪水, 薪资, 月薪
wife: 妻子, 太太, 老婆, 爱人
husband: 丈夫, 老公, 先生
mother: 母亲, 妈妈, 妈
father: 父亲, 爸爸, 爸
son: 儿子
daughter: 女儿
grandmother: 奶奶, 祖母
maternal_grandmother: 外婆, 姥姥
often: 经常, 常常, 时常, 常, 频繁
usual: 通常, 一般, 平时, 平常, 往往
always: 总是, 始终, 一直, 永远, 一向
rare: 很少, 极少, 几乎不
immediate: 立刻, 马上, 立即, 即刻
daily: 每天, 每日, 天天, 一天一次, 每天一次, 每日一次
weekly: 每周, 每星期, 每个星期, 一周一次, 每周一次
monthly: 每月, 每个月, 每月一次
yearly: 每年, 一年一次, 每年一次
hourly: 每小时, 每个小时, 每小时一次
nightly: 每晚, 每天晚上, 每天夜里
all: 每, 每隔, 所有, 全部, 每个, 全都, 一切, 任何, 都, 全, 各个, 每一个, 每位
some: 有些, 一些, 部分, 某些
only: 只, 仅, 仅仅, 只有, 唯一, 仅有, 只能
big: 大, 巨大, 大型
small: 小, 小型
fast: 快, 迅速, 快速
slow: 慢, 缓慢
short: 短, 简短, 简洁, 精简, 简明, 简要
detailed: 详细, 详尽
hard: 难, 困难
easy: 容易, 简单
cheap: 便宜, 廉价
costly: 贵, 昂贵
quiet: 安静, 宁静
important: 重要, 关键
same: 相同, 一样, 同样
different: 不同, 不一样
vegetarian: 素食者, 素食主义者, 吃素, 素食
vegan: 纯素食者, 纯素
drink: 喝, 饮用, 饮
eat: 吃, 食用
eat_spicy: 吃辣, 爱吃辣的, 吃辣的, 能吃辣
spicy: 辣, 辣的, 辛辣
spicy_food: 辣的食物, 辛辣食物, 辣的东西, 辣菜
meat: 肉, 肉类
dark_mode: 深色模式, 暗色模式, 黑暗模式, 夜间模式, 深色主题, 暗色主题
light_mode: 浅色模式, 亮色模式, 浅色主题, 亮色主题, 白天模式
window_seat: 靠窗座位, 靠窗的座位, 窗边座位, 靠窗位置, 靠窗, 窗边的座位, 靠窗的位置
aisle_seat: 靠过道座位, 靠过道的座位, 过道座位, 靠过道, 过道边的座位, 靠过道的位置
speak: 说, 讲
study: 学习, 学, 攻读, 在学, 读
teach: 教, 教授
join: 加入, 入职
leave: 离开, 出发
arrive: 到达, 抵达
go: 去, 前往
visit: 参观, 拜访, 游览
move: 搬到, 搬到了, 搬去, 搬去了, 搬家到, 搬家到了, 移居到, 迁到, 迁往, 搬往, 搬家去, 移居
moved_to: 改到, 改为, 改在, 调整到, 调整为, 推迟到, 改成
return: 回来, 返回
wake: 起床, 醒来
sleep: 睡觉, 就寝, 入睡
exercise: 锻炼, 健身, 运动
walk: 散步, 走路
jog: 跑步, 慢跑
swim: 游泳
hike: 徒步, 远足
listen_port: 监听端口, 端口是, 端口为, 使用端口, 监听在端口, 监听, 的端口是, 端口号是, 端口, 端口号, 监听的端口是
approve: 批准, 审批, 核准
pay: 支付, 付款, 付, 结算, 缴纳
review: 评审, 审查, 审阅
write: 写, 编写, 撰写, 书写
read: 阅读, 看
test: 测试
monitor: 监控
check: 检查, 核查, 查看
report: 报告, 汇报
set_to: 设定在, 设定为, 设为, 设定
schedule: 定在, 定于, 安排在, 定为, 排在
cancel: 取消
expire: 到期, 过期, 失效
fail: 失败
restart: 重启, 重新启动
upgrade: 升级
support: 支持
contact: 联系, 联络
know: 知道, 了解
think: 认为, 觉得
say: 表示, 告诉, 提到
wear: 穿
drive: 开车, 驾车
play: 玩, 打
cook: 做饭, 烹饪, 下厨
lead: 带领, 领导着
sick: 生病, 患病, 病了
pet: 宠物
dog: 狗, 犬
cat: 猫, 猫咪
lunch: 午饭, 午餐
dinner: 晚饭, 晚餐
breakfast: 早饭, 早餐
potato: 土豆, 马铃薯
tomato: 西红柿, 番茄
customer: 客户, 顾客
team: 团队, 小组
employee: 员工, 职员
colleague: 同事
developer: 开发者, 开发人员, 程序员
engineer: 工程师
staging: 预发环境, 预发布环境, 预发
test_env: 测试环境
production: 生产环境, 线上环境, 生产
server: 服务器
service: 服务
document: 文件
folder: 文件夹, 目录
password: 密码, 口令
password_login: 密码登录
half: 一半
both: 两者, 二者
together: 一起, 一同, 一块儿
alone: 独自, 一个人, 自己
subway: 地铁
public_transport: 公共交通, 公交
train: 火车
plane: 飞机
high_speed_train: 高铁
hospital: 医院
school: 学校
month_end: 月底, 月末
year_end: 年底, 年末
weekend: 周末
workday: 工作日
decaf: 低因咖啡, 无咖啡因咖啡
coffee: 咖啡
sugar_free: 无糖
rent: 房租, 租金
taxi: 出租车, 打车
diabetes: 糖尿病
height: 身高
weight: 体重
age: 年龄, 年纪
reliable: 可靠
seafood: 海鲜, 海产
speak_mandarin: 普通话, 国语
interval: 间隔
times: 次
last: 持续, 为期, 历时, 耗时, 用时, 需时
"""

EXCLUSIVE = """
mode: dark_mode, light_mode | 深色, 浅色
seat: window_seat, aisle_seat
temperature: 热, 冷, 冰, 温, 冰的, 热的, 冰镇
size: big, small
speed: fast, slow
length: short, detailed, 长
cost: cheap, costly
difficulty: easy, hard
rhythm: hourly, daily, nightly, weekly, monthly, yearly
part_of_day: 早上, 上午, 中午, 下午, 晚上, 夜间, 白天, 清晨, 凌晨
access: 公开, 私有, 公有
diet: vegetarian, vegan
units: 公制, 英制
frequency: always, often, rare, usual, 偶尔
employment: 全职, 兼职 | 正式, 临时
manual: 手动, 自动
mandatory: 必选, 可选
order: 升序, 降序 | 早, 晚
increase: 增加, 减少 | 上升, 下降 | 提高, 降低
sex: 男性, 女性 | 男, 女
handed: 左撇子, 右撇子
strength: 强, 弱
remote: 远程, 现场 | 在家办公, 在公司办公
indoors: 室内, 室外 | 户内, 户外
formality: 正式语气, 随意语气
sweetness: 甜, 苦, 酸, 咸
"""
ALTERNATIVES = """
colour: 红色, 橙色, 黄色, 绿色, 蓝色, 紫色, 粉色, 棕色, 黑色, 白色, 灰色, 银色, 金色, 米色
language: 中文, 英文, 英语, 汉语, 法语, 德语, 西班牙语, 意大利语, 葡萄牙语, 俄语, 日语, 日文, 韩语, 韩文, 阿拉伯语, 粤语, speak_mandarin
format: sheet, 列表, 纯文本, 段落, pdf, csv, json, markdown, excel, word
drink: 茶, 绿茶, 红茶, coffee, 水, 果汁, 啤酒, 葡萄酒, 牛奶, decaf, 白酒
environment: production, staging, test_env, 开发环境
direction: 东, 南, 西, 北
season: 春天, 夏天, 秋天, 冬天, 春季, 夏季, 秋季, 冬季
channel: mail, phone_number, 短信, 微信, 钉钉, 飞书
transport: subway, bike, train, plane, high_speed_train, taxi, public_transport, 开车去, 走路去, drive, walk
currency: 人民币, 美元, 欧元, 英镑, 日元, 港币
code: java, go, rust, python, ruby, typescript, javascript, kotlin
"""

PLACES = """
北京 上海 天津 重庆 广州 深圳 杭州 南京 苏州 成都 武汉 西安 长沙 郑州 青岛 大连 厦门 宁波 无锡 合肥 福州 济南 沈阳 哈尔滨 长春 昆明
南宁 贵阳 南昌 太原 石家庄 兰州 海口 三亚 珠海 佛山 东莞 温州 常州 烟台 香港 澳门 台北 高雄 拉萨 银川 西宁 乌鲁木齐 呼和浩特 桂林 洛阳
河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 云南 陕西 甘肃 青海 台湾 内蒙古 广西 西藏 宁夏 新疆
中国 美国 英国 法国 德国 日本 韩国 加拿大 澳大利亚 新加坡 意大利 西班牙 俄罗斯 印度 泰国 越南 巴西 荷兰 瑞士 瑞典 挪威 丹麦 芬兰
东京 大阪 京都 首尔 纽约 伦敦 巴黎 柏林 慕尼黑 悉尼 墨尔本 旧金山 洛杉矶 西雅图 波士顿 芝加哥 多伦多 温哥华 曼谷 罗马 米兰 马德里 里斯本
浦东 浦西 海淀 朝阳 西湖区 南山 福田 天河 徐汇 静安
"""

ORGANISATIONS = """
华为 腾讯 阿里巴巴 阿里 百度 字节跳动 字节 小米 京东 美团 滴滴 网易 联想 中兴 比亚迪 拼多多 快手 携程 顺丰 中信 平安 格力 海尔 微软 谷歌 苹果公司 亚马逊
清华 北大 清华大学 北京大学 复旦大学 浙江大学 上海交通大学 中国移动 中国银行 工商银行 建设银行 招商银行 农业银行
"""

IDLE = (
    "的 地 得 了 着 呢 吗 吧 啊 呀 哦 嘛 啦 之 与 和 跟 及 以及 并 并且 而且 也 还 就 便 又 很 非常 十分 特别 挺 比较 相当 真 真的 其实 "
    "目前 现在 当前 现时 如今 眼下 仍然 仍 依然 仍旧 还是会 这 那 这个 那个 这些 那些 其 所 个 一个 一位 一名 一只 一条 一台 一本 一张 一辆 一间 一份 一种 一件 一款 一座 一家 一套 一支 "
    "对 对于 关于 针对 里 中 上 内 处 时候 时 的时候 请 我们的 本 该 此 以 用于 于 至于 方面 来说 而言 来 作为 当作 做 身上 起来 一下 "
    "有着 则 却 但 但是 可是 不过 因此 所以 因为 正 正在 正式 本人 , 、 让 使 使得 令 会让"
).split()
SELF_WORDS = "我 用户 本人 我自己 咱 用户本人 该用户 这位用户".split()
PERSONS = {
    "他": "他",
    "她": "她",
    "他们": "他们",
    "她们": "他们",
    "我们": "我们",
    "你": "你",
    "您": "你",
    "大家": "大家",
}
NEGATIONS = (
    "不 没 没有 别 未 无 非 不再 从不 从来不 并不 并非 不是 不要 毫无 绝不 并没有 从未 不曾 从没 没法 勿"
).split()
# Negations that hold for the next word only ("tables, not prose").
CONTRASTS = "而不是 而非 不要用 不用".split()

MARKS = """
plan: 打算, 计划, 准备, 将, 将要, 将会, 预计, 拟, 即将, 快要, 要去, 决定, 想要去, 要
wish: 想, 想要, 希望, 期望, 盼望, 想去, 梦想, 考虑, 想着, 有意, 愿意, 期待, 有打算, 在申请, 正在申请, 申请了, 应聘, 面试
possible: 可能, 也许, 大概, 或许, 说不定, 似乎, 好像, 恐怕, 应该是, 估计, 据说, 不一定, 没准, 疑似, 貌似
must: 必须, 应该, 应当, 务必, 得要, 必需, 须, 一定要, 必须要
need_not: 不必, 不用, 无需, 无须, 不需, 不需要, 不必要
need: 需要, 需, 须要, 要求, 需要先
can: 会, 能, 能够
past: 过, 过了, 曾经, 曾, 以前, 过去, 之前, 原来, 原先, 从前, 当年, 早先, 当时, 上学时, 小时候, 曾在, 一度
asks: 吗, 是否
if: 如果, 若, 假如, 要是, 除非, 倘若
"""
RELATIVE_DATES = (
    "今天 明天 昨天 后天 前天 今晚 今早 明早 昨晚 本周 下周 上周 这周 本月 下个月 上个月 下月 上月 今年 明年 去年 后年 前年 刚才 刚刚 最近 近期 "
    "不久 稍后 待会 这个月 这个周末 下周末 上周末 本周末 下季度 上季度 本季度 下学期 上学期 改天 过几天 前几天"
).split()
ROLES = {
    "从": "from", "自": "from", "自从": "since", "到": "to", "至": "to", "往": "to", "给": "to", "向": "to", "由": "by",
    "被": "by", "比": "than", "替": "for", "为了": "for", "除了": "except", "除": "except", "把": "object", "之后": "after", "以后": "after", "后": "after", "前": "before", "通过": "via",
    "以上": "at_least", "以下": "at_most", "以内": "at_most", "超过": "more_than", "不超过": "at_most", "至少": "at_least",
    "最多": "at_most", "最少": "at_least", "至多": "at_most", "起码": "at_least", "不少于": "at_least", "不低于": "at_least", "不高于": "at_most", "少于": "less_than", "低于": "less_than",
    "高于": "more_than", "大于": "more_than", "小于": "less_than", "大约": "roughly", "约": "roughly", "左右": "roughly",
    "将近": "roughly", "接近": "roughly", "大概有": "roughly", "差不多": "roughly", "多于": "more_than", "不止": "more_than",
    "胜过": "than", "多过": "than", "而不是": "instead", "而非": "instead", "第": "nth", "然后": "after", "再": "after", "接着": "after", "随后": "after",
    "或": "or", "或者": "or", "还是": "or", "或是": "or",
}  # fmt: skip
POSTPOSITIONS = frozenset("之后 以后 后 前".split())
AFTER_THE_AMOUNT = frozenset("以上 以下 以内 左右 之后 以后 后 前 之内 上下 之前".split())

# Words whose characters must not be read one by one.
WHOLE = (
    "会议室 会员 会计 机会 社会 大会 晚会 宴会 议会 约会 协会 工会 董事会 委员会 思想 想法 想象 理想 将来 将军 重要 主要 要点 要素 要是 概要 "
    "需求 非洲 除非 是非 无论 无线 无锡 无人机 无障碍 未来 别人 特别 分别 级别 区别 类别 性别 别墅 告别 不过 不管 不但 不仅 不久 不少 不错 "
    "不得不 对不起 不可或缺 没关系 没事 不客气 有限 有效 无效 有关 有名 没用 有用 所有 具有 有时 有时候 有机 拥有 国有 私有 公有 共有 "
    "爱尔兰 爱情 爱心 可爱 恋爱 爱丁堡 爱沙尼亚 讨厌鬼 开发 开源 开关 公开 离开 开会 开放 展开 打开 开心 开支 开车 开始 大学 大家 大约 大概 "
    "大众 大连 大阪 大豆 大蒜 大小 大型 小时 小时候 小组 小说 小麦 小学 小型 小区 小米 小红书 从事 自从 到期 达到 直到 迟到 报到 到达 周到 "
    "自己 自动 自然 自由 自行车 来自 自助 自学 由于 理由 对象 对方 反对 对比 比如 比较 比例 比赛 比萨 给予 供给 向量 方向 向导 倾向 为止 因为 "
    "成为 行为 作为 认为 以为 为主 当地 当然 应当 当前 当时 相当 适当 前端 后端 后台 前台 以后 之后 最后 然后 后悔 前后 目前 之前 以前 提前 "
    "前往 午前 约定 预约 契约 节约 纽约 合约 约会 住院 住宿 住址 在线 存在 现在 在意 在于 在职 在读 正在 实在 用户 用户名 使用 费用 作用 信用 "
    "信用卡 应用 专用 用餐 用药 通用 用品 叫醒 说明 说法 小说 学生 学校 学院 科学 数学 文学 化学 大学 中学 学位 学历 写字楼 看法 看病 看守 "
    "养老 培养 营养 养生 教育 教师 教练 宗教 教室 教程 选项 发票 发现 发展 发烧 发动机 开发者 开发人员 发布会 打印机 打印 打折 打工 打包 "
    "玩具 玩家 家人 家庭 国家 专家 大家 作家 画家 家具 家乡 家长 厂家 商家 恨不得 怕热 怕冷 水果 水平 香水 薪水 热水 热点 冷水 冷静 冰箱 冰淇淋 "
    "长期 长度 长沙 长城 班长 校长 成长 早上 早晨 早餐 早饭 晚上 晚餐 晚饭 晚上 强度 东西 南方 北方 西方 东方 东北 西红柿 南瓜 西瓜 西装 "
    "酸奶 甜点 甜品 苦瓜 酸菜 男朋友 女朋友 男孩 女孩 女儿 女士 男士 贵州 贵阳 难民 快递 快乐 慢性病 慢性 小提琴 大提琴 大白菜 小白菜 "
    "一致 一定 一样 一起 一般 一直 一下 统一 唯一 之一 万一 一旦 一律 一线 一流 第一 十分 三星 百度 千万 五险 四川 三亚 六安 八卦 九寨沟 二维码 "
    "两者 三明治 三文鱼 百分之 千万别 半导体 半夜 半径 一半 能力 能源 功能 可能 性能 智能 技能 只能 能够 才能 节能 得到 获得 取得 觉得 值得 "
    "记得 必须 了解 为了 除了 目的 的确 目的地 的士 土地 地址 地点 地铁 地图 地区 基地 地方 当地 本地 场地 着急 着陆 过程 过去 过期 过敏 经过 "
    "超过 通过 过滤 过年 过山车 过道 服务 服务器 服务员 中国 中文 中午 中间 集中 其中 中秋 初中 高中 中心 中药 上海 上午 上班 上线 上限 上司 "
    "上传 晚上 早上 线上 网上 下午 下班 下载 下限 下属 线下 地下 内存 内容 内部 国内 室内 里程 里斯本 公里 邻里 这里 那里 哪里 与会 参与 和平 "
    "和谐 共和国 暖和 本周 本地 本科 基本 版本 日本 成本 剧本 样本 个人 个性 整个 个子 位置 单位 职位 座位 名字 名称 姓名 报名 著名 用户名 域名 "
    "条件 条款 面条 邮件 附件 文件 软件 硬件 条目 张家口 一张 台湾 台北 平台 台阶 种类 种植 品种 份额 身份 月份 年份 备份 套餐 手套 项目 "
    "场景 市场 机场 广场 停车场 立场 也许 还是 还款 归还 就业 就医 成就 便宜 方便 便利 随便 真实 真正 其他 其实 此外 因此 以及 以上 以下 可以 "
    "所以 所有 场所 厕所 研究所 事务所 来源 未来 原来 从来 将来 本来 来自 请假 申请 邀请 请求 时间 时区 时候 及时 同时 临时 小时 有时 平时 按时 "
    "随时 时差 时尚 处理 处方 好处 到处 办事处 做饭 做法"
).split()
