"""Countries, provinces and states: who lives in Boston lives in the US, so the one rules out no other.

Well-known tools and services: what one moves to without living there.
"""

from __future__ import annotations

_COUNTRIES = frozenset(
    """us usa america uk england scotland wales britain ireland germany france spain italy portugal netherlands holland
    belgium luxembourg switzerland austria poland czechia hungary romania bulgaria greece turkey sweden norway denmark
    finland iceland estonia latvia lithuania ukraine russia serbia croatia slovenia slovakia canada mexico brazil
    argentina chile colombia peru uruguay china japan korea taiwan vietnam thailand malaysia indonesia philippines
    india pakistan bangladesh nepal australia egypt morocco tunisia nigeria kenya ethiopia ghana israel jordan lebanon
    iran iraq qatar europe asia africa scandinavia california texas florida bavaria catalonia tuscany ontario quebec
    中国 美国 英国 法国 德国 日本 韩国 加拿大 澳大利亚 意大利 西班牙 俄罗斯 印度 泰国 越南 巴西
    荷兰 瑞士 瑞典 挪威 丹麦 芬兰 欧洲 亚洲 河北 山西 辽宁 吉林 黑龙江
    江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 云南 陕西 甘肃
    青海 台湾 内蒙古 广西 西藏 宁夏 新疆""".split()
)


def wider(one: str, other: str) -> bool:
    """Whether exactly one of two names is a country's or a part of one: the other may lie in it."""
    return (one in _COUNTRIES) != (other in _COUNTRIES)


_NATIONS = frozenset(
    """american mexican german korean moroccan african dutch french greek swiss czech welsh thai iraqi israeli pakistani catholic
    muslim lutheran republican hindu sikh orthodox""".split()
)
_NAMED_LIKE_A_NATION = frozenset(
    """adrian brian christian ian julian sebastian vivian damian fabian lilian lillian dorian marian killian gillian cristian bastian
    maximilian hadrian florian tristian blaise""".split()
)
_OF_A_NATION = ("ian", "ese", "ish", "ist")


def says_whence(word: str) -> bool:
    """Whether a capitalised word says where somebody is from or what they believe, and is not a name: "my boss is
    Indian"."""
    low = word.casefold()
    return low in _NATIONS or (len(low) > 4 and low.endswith(_OF_A_NATION) and low not in _NAMED_LIKE_A_NATION)


# Of each of these one is mostly used at a time, so that who says that they use another one now has changed.
_ALTERNATIVES = {
    "programming language": "java kotlin swift go golang rust typescript javascript python scala ruby elixir php c c++ c# perl r julia haskell",
    "editor": "vim neovim emacs helix vscode pycharm intellij eclipse sublime zed",
    "cloud": "azure gcp aws heroku vercel netlify",
    "browser": "chrome firefox safari edge brave opera",
    "system": "linux windows macos ubuntu debian fedora arch",
    "chat": "slack teams discord zoom",
    "database": "postgres postgresql mysql mariadb sqlite mongodb cassandra dynamodb",
    "search engine": "elasticsearch opensearch solr",
    "phone system": "android ios",
    "source host": "github gitlab bitbucket",
}
_KIND_OF = {name: kind for kind, names in _ALTERNATIVES.items() for name in names.split()}


def alternatives_of(name: str) -> str | None:
    """The kind of thing of which one is mostly used at a time; `None` where the name is of no such kind."""
    return _KIND_OF.get(name.strip().casefold())


PRODUCTS = frozenset(
    """linux windows macos mac ubuntu debian fedora arch android ios postgres postgresql mysql mariadb sqlite mongodb redis
    kafka rabbitmq snowflake bigquery databricks dynamodb cassandra elasticsearch opensearch kubernetes docker podman
    terraform pulumi ansible jenkins argocd github gitlab bitbucket jira linear asana trello notion confluence slack teams
    zoom discord telegram signal whatsapp gmail outlook chrome firefox safari vim neovim emacs helix vscode pycharm
    intellij eclipse sublime azure gcp aws heroku vercel netlify cloudflare react vue svelte angular django flask fastapi
    rails spring python java kotlin swift go rust typescript javascript scala ruby elixir php figma sketch excel word
    spotify netflix stripe paypal shopify datadog grafana prometheus sentry okta salesforce hubspot zendesk bun node deno
    poetry uv pip npm yarn pnpm bazel gradle maven webpack vite monday english french german spanish chinese japanese
    tea coffee decaf dark light premium pro basic enterprise standard agile scrum kanban""".split()
)
