"""Passwords, PINs and recovery phrases: secrets that only the words beside them give away.

What a string looks like that stands where a password may stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from shared.language.secrets.detector import View, is_placeholder
from shared.language.secrets.findings import Finding, Severity
from shared.language.secrets.labels import Tie, Value, values_after
from shared.language.text.patterns import Regex

_PASSWORD = Regex(
    r"(?i:pass ?words?|passwd|pass ?phrases?|passcodes?|(?:backup|recovery) codes?|kennwort|passwort|contrasena|contraseña|clave de acceso"
    r"|mot de passe|senha|parola|wachtwoord|hasło)(?![a-z])"
    r"|(?<![A-Za-z])(?i:pass|pwd|pw|passw|psw)(?= {0,2}[:=])"
    r"|(?<![A-Za-z])(?i:pwd|psw|passwd)(?![A-Za-z])"
    r"|(?i:пароль|пароля)|パスワード|暗証番号|비밀번호|密码|密碼|口令|暗号"
)
# `is` and `是` say what a thing is; `to` and the links of other languages as often say what it is like or for.
_PLAIN_LINKS = frozenset(
    "is|is now|was|are|就是|是|为|為|改成|改成了|改为|改为了|换成|换成了|设成|设为|设置为".split("|")
)
_CHANGED = Regex(r"(?i:chang|updat|switch|(?<![a-z])set(?![a-z]))")
_CHANGED_TO = Regex(r"(?i:chang|updat|switch|set(?![a-z])|rotat)")
_ADDRESS = Regex(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
# What may stand right after a label without a word between: letters and digits mixed, no code and no address.
_BESIDE = Regex(
    r"(?=[^A-Za-z]*[A-Za-z])(?=[^0-9]*[0-9])(?![^@]*@[\w-]+\.)[A-Za-z0-9!#$%&*+._~^?-][A-Za-z0-9!#$%&*+._~^?@-]{5,63}"
)
# The talk is of passwords, not of one: rules, forms, programs, and negations.
_ABOUT = Regex(
    r"(?i:polic|manag|length|reset|rotat|\brules?\b|\bfields?\b|hash|require|strength|\blinks?\b|page|hint|\btypes?\b|"
    r"version|prompt|generat|column|param|\binput|minimum|maximum|expir|\bage\b|valid|check|format|encrypt|\bfile|"
    r"\bpath|store|vault|\bmust\b|\bcannot\b|\bnot\b|\bnever\b|\bneeds?\b|\bcontain|\binclude|\bless\b|auth|"
    r"protect|recover|forgot|attempt|lock|count|\bids?\b|\bnames?\b|\bbox\b|screen|dialog|script|test|example|algorithm)"
    r"|策略|规则|长度|管理|重置链接|找回|过期|有效期|位数|强度|要求|必须|不能|不得|至少|格式|输入框|字段|哈希|加密|校验|错误|次数|提示|忘记"
)
_COUNTED = Regex(
    r" ?(?i:char|digit|letter|symbol|day|week|month|year|hour|minute|time|bit|byte|word|attempt|user|account|people|%)"
    r"|[位个天次条分月年字小人种]"
)
_PIN = Regex(
    r"(?i:(?:my|our|his|her|card|bank|atm|sim|phone|door|alarm|unlock|safe|locker|gate|debit|credit)(?:'s)? "
    r"pin(?: ?code| number)?(?: (?:is|for [a-z ]{1,20} is)|:| =|=) ?|(?<![a-z])pin for (?:my|the|his|her|our) [a-z ]{2,20} is "
    r"|(?:alarm|door|gate|garage|entry|safe|locker|unlock|vault|building)(?:'s)? code(?: is|:| =|=) ?|取款密码是?|支付密码是?|验证码是?)"
    r"[\"']?(?P<secret>[0-9]{4,8})(?![0-9])|(?<![A-Za-z])(?i:pin) ?[:=] ?(?P<short>[0-9]{4})(?![0-9])"
)
# `hunter2 is my password`, `uses hunter2 as its password`: what stands before a label.
_VALUE_BEFORE = Regex(
    r"(?<![!-~])[\"'`]?(?P<secret>[!-~]{6,64}?)[\"'`]? (?i:is|was|as)(?: (?i:my|our|the|his|her|its|their|your|a|new|old))?(?: [a-z'-]{1,20}){0,3} ?$"
    r"|(?<![!-~])(?P<cn>[!-~]{6,64}?) ?(?:是|作为|作為|当作|当)[\u4e00-\u9fffA-Za-z]{0,8}$"
)
# Words of a wallet, in their order.
_SEED = Regex(r"(?i:seed (?:phrase|words)|recovery (?:phrase|words)|mnemonic(?: phrase)?|backup phrase)|助记词|助記詞")
_SEED_WORDS = Regex(
    r"[\s:：=\"'是为]{0,6}(?i:is|are)?[\s:\"']{0,4}(?P<secret>(?:[0-9]{0,2}[.)]? ?[a-z]{3,8}[,\s]{1,2}){11,23}[a-z]{3,8})(?![a-z])"
)
_PAIR = Regex(
    r"(?i:credentials?|creds|user ?name ?(?:and|/) ?password|login)(?:(?i: are| is) |[:=] ?| {1,2})[\"']?"
    r"(?P<user>[A-Za-z0-9_.@-]{2,40})[\"']? ?[/:|] ?[\"']?(?P<secret>[!-~]{4,64})|"
    r"(?:账号|帐号|账户|用户名)[^\n]{0,12}?(?P<user2>[A-Za-z0-9_.@-]{2,40}) ?[/:|] ?(?P<secret2>[!-~]{4,64})"
)


_WALLETS = ("seed ", "recovery ", "mnemonic", "backup phrase", "助记词", "助記詞")
_ACCOUNTS = ("账号", "帐号", "账户", "用户名")


class Passwords:
    """Blocks a value that is a password by its label and its look; flags `possible_password` what is a plain word."""

    anchors = (
        "pass", "pwd", "backup code", "recovery code", "pw", "psw", "kennwort", "contrase", "clave", "senha", "wachtwoord", "hasło", "пароль", "парол",
        "パスワード", "暗証番号", "비밀번호", "密码", "密碼", "口令", "暗号", "mot de",
    )  # fmt: skip

    def find(self, view: View) -> Iterator[Finding]:
        text, lower = view.text, view.lower
        if view.has_any(self.anchors):
            for label in _PASSWORD.finditer(text):
                found = _password(text, label) or _said_before(text, label)
                if found is not None:
                    yield found
        if "pin" in lower or "code" in lower or "密码" in text or "验证码" in text:
            for match in _PIN.finditer(text):
                if not _COUNTED.match(text, match.end()):
                    yield Finding("password", Severity.BLOCK, *match.span("secret" if match["secret"] else "short"))
        if view.has_any(_WALLETS):
            for label in _SEED.finditer(text):
                words = _SEED_WORDS.match(text, label.end())
                if words is not None:
                    yield Finding("seed_phrase", Severity.BLOCK, *words.span("secret"))
        if "cred" in lower or "login" in lower or "username" in lower or view.has_any(_ACCOUNTS):
            yield from _pairs(text)


def _password(text: str, label: re.Match[str]) -> Finding | None:
    for value in values_after(text, label.end()):
        if _ABOUT.search(_ADDRESS.now.sub("", value.between)):
            return None
        severity = _judge(text, value)
        if severity is not None and value.link == "to" and _only_led_to(text, label, value, severity):
            severity = None
        if severity is not None:
            kind = "password" if severity is Severity.BLOCK else "possible_password"
            return Finding(kind, severity, value.start, value.end)
    return None


def _only_led_to(text: str, label: re.Match[str], value: Value, severity: Severity) -> bool:
    """`reset the password to continue`, `send the password to kim@corp.example`: what it is for, or who gets it."""
    before = text[max(0, label.start() - 24) : label.start()]
    if severity is Severity.FLAG:
        return _CHANGED.search(before) is None
    changed = _CHANGED_TO.search(before + value.between) is not None
    return not changed and _ADDRESS.fullmatch(value.text) is not None


def _said_before(text: str, label: re.Match[str]) -> Finding | None:
    start = max(0, label.start() - 110)
    match = _VALUE_BEFORE.search(text, start, label.start())
    if match is None:
        return None
    group = "secret" if match["secret"] else "cn"
    value = match[group].rstrip(".,;:")
    if look_of_password(value) is not Look.STRONG or _BESIDE.fullmatch(value) is None:
        return None
    return Finding("password", Severity.BLOCK, match.start(group), match.start(group) + len(value))


def _judge(text: str, value: Value) -> Severity | None:
    look = look_of_password(value.text)
    if look is Look.NONE:
        return None
    counted = value.text[0].isdigit() and _COUNTED.match(text, value.end) is not None
    if look is Look.STRONG:
        return Severity.BLOCK if value.tie is not Tie.NEXT or _BESIDE.fullmatch(value.text) else None
    if counted or look is Look.ADJECTIVE:
        return None
    if value.tie is Tie.NEXT and not (value.quoted or (look is Look.NUMBER and len(value.text) >= 6)):
        return None
    if look is Look.NUMBER:
        return (
            Severity.BLOCK
            if value.ends or value.tie is Tie.NEXT or value.tie is Tie.GIVEN or _cjk_follows(text, value.end)
            else None
        )
    if value.quoted or (value.tie is Tie.GIVEN and (value.ends or text[value.start - 1] == "=")):
        return Severity.BLOCK
    if value.ends and value.tie is Tie.SAID:
        return Severity.BLOCK if value.link in _PLAIN_LINKS else Severity.FLAG
    return None


def _cjk_follows(text: str, at: int) -> bool:
    return at < len(text) and "\u3000" <= text[at] <= "\u9fff"


def _pairs(text: str) -> Iterator[Finding]:
    for match in _PAIR.finditer(text):
        group = "secret" if match["secret"] else "secret2"
        start = match.start(group)
        value = match[group].rstrip(".,;\"'")
        if look_of_password(value) is Look.STRONG and not value.startswith("/"):
            yield Finding("password", Severity.BLOCK, start, start + len(value))


class Look(Enum):
    NONE = "none"  # no password: a placeholder, a date, an address, a word about passwords
    ADJECTIVE = "adjective"  # a word that more often describes a password than is one
    WORD = "word"
    NUMBER = "number"
    STRONG = "strong"  # nothing else looks like it


_NOT_PASSWORDS = Regex(
    r"(?i:https?://|ftp://|www\.|/(?:etc|var|home|usr|run|opt|tmp|api|mnt)/|[a-z]:\\|\.{1,2}/|os\.|process\.|env[.\[(]|getenv|"
    r"\$|%[a-z_]+%|\{|\[|<|\*|secretsmanager|ssm:|vault:|arn:|file:|op://|keyring|none\b|null\b|true\b|false\b|str\b|string\b|self\.|request\.|config\.|settings\.)"
)
_PRODUCTS = Regex(
    r"(?i:1password|lastpass|bitwarden|keepass\w*|dashlane|oauth2?|sha-?[0-9]+|md5|bcrypt|argon2\w*|scrypt|pbkdf2\S*|base64|"
    r"utf-?8|aes-?[0-9]+|rsa-?[0-9]*|ntlm(?:v2)?|hs256|rs256|fido2?|webauthn|mfa|2fa|sso|totp|ldap|tls1?\S*|http2?|ipv[46]|"
    r"s3|ec2|k8s|mp[34]|web3|log4j|h2o|win(?:dows)?[0-9]+|python[0-9.]*|java[0-9]*|v?[0-9]+(?:\.[0-9]+)+\w*|q[1-4]|iso-?[0-9-]+|nist\S*|rfc-?[0-9]+)"
    r"(?:-?(?:hash|encod|encrypt|based|like|style|derived|protected|format)\w*)?"
)
_WHEN = Regex(
    r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])|[0-9]{1,4}[-/.][0-9]{1,2}(?:[-/.][0-9]{1,4})?(?:T[0-9:.+Z-]*)?|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?|"
    r"[0-9]+(?:st|nd|rd|th|s|ms|m|h|d|px|kb|mb|gb|k|x|%|\+)|(?:19|20)[0-9]{2}s?"
)
_COUNT = Regex(
    r"(?i:[0-9]+[-+~]*[0-9]*[-]?(?:char|digit|letter|day|week|month|year|hour|minute|bit|byte|word|step|factor)\w*)"
)
_TICKET = Regex(r"[A-Z]{2,8}-[0-9]{1,6}|#[0-9]+|[A-Z]{1,3}[0-9]{1,2}")
_SYMBOLS = Regex(r"[^A-Za-z0-9]")
_HARMLESS_SYMBOLS = Regex(r"[A-Za-z]+(?:[-'/._&,][A-Za-z]+)*")

# Words that are said of passwords. Anyone who chose one of them as a password has a `possible_password` at worst.
_SAID_OF_PASSWORDS = frozenset(
    "about above absent accepted active actually again all allowed almost already also alright always ambiguous and another any apparently "
    "as at auto available bad based because been before being below better blank bogus broken but by cached case changed "
    "changing checked clear cleartext common complete complex compromised confidential configured correct corrupt "
    "created critical currently custom dead default deleted different difficult disabled displayed done due easy either "
    "empty enabled encrypted enforced enough entered equal essential everything exactly exposed extra false fine "
    "fixed for forgotten found fresh from generated given gone good great guessable handled hard hardcoded hashed have "
    "here hidden identical ignored important in inactive incorrect inherited insecure inside invalid irrelevant it its "
    "just kept known laid later leaked left less like limited local locked long longer lost mandatory masked "
    "matched mine mismatched missing more most much my needed never new next no nobody none not nothing now null "
    "obscured obsolete obvious off ok okay old on only open optional or other our out outdated plain plaintext "
    "pending personal possible posted predictable printed private protected public quite random rather ready really "
    "recent recorded redacted refused rejected remembered removed required reset restricted reused right rotated safe "
    "salted same saved secret secure secured sensitive sent separate set several shared short shown shorter simple simpler "
    "sometimes somewhere somehow soon static still stolen stored strict string strong stronger such synced synchronised "
    "synchronized taken temporary terrible that the their them there these they this those thus to together too "
    "transmitted true trivial type typed unchanged unclear undefined unique unknown unnecessary unsafe unset unused up "
    "updated upper used useful useless usually valid validated verified very visible waiting weak what when where whatever which "
    "with without wrong yes yet you your never-expiring case-sensitive sufficient adequate acceptable automatic manual "
    "nullable text varchar char bytes integer bool boolean password passwd user username login admin-only value field "
    "n/a na tbd todo unspecified xxxx asked sticky short-lived one-time onetime passwordless legacy rotated-quarterly "
    "irreversible universal mandatory-for-all managed stored-encrypted awful horrible annoying funny silly ridiculous insane "
    "crazy cool nice awesome boring memorable forgettable confusing obviously definitely probably maybe perhaps key email "
    "obligatoria incorrecta debil fuerte segura incorrecte faible fort falsch schwach stark sicher ungultig abgelaufen".split()
)
_ADJECTIVE_ENDINGS = ("ed", "ing", "ly", "able", "ible", "ive", "ous", "less", "ful", "ary", "ory", "ent", "ant", "ical", "ised", "ized", "oire", "orio", "oria", "lich")  # fmt: skip


def look_of_password(value: str) -> Look:
    """`hunter2-Tango!` is strong, `123456` a number, `swordfish` a word, `required` none."""
    if " " in value:  # several words in quotes
        return Look.NONE if value.split(maxsplit=1)[0].lower() in _SAID_OF_PASSWORDS else Look.WORD
    if len(value) < 4 or (is_placeholder(value) and len(value) > 3 and not value.isdigit()):
        return Look.NONE
    if _NOT_PASSWORDS.match(value) or _PRODUCTS.fullmatch(value) or _WHEN.fullmatch(value) or _COUNT.fullmatch(value):
        return Look.NONE
    if value.isdigit():
        return Look.NUMBER
    if _TICKET.fullmatch(value) or "(" in value:
        return Look.NONE
    letters = any(c.isalpha() for c in value)
    digits = any(c.isdigit() for c in value)
    if not letters:
        return Look.NUMBER if digits else Look.NONE
    if digits:
        return Look.STRONG
    if _HARMLESS_SYMBOLS.fullmatch(value) is None:
        return Look.STRONG if _SYMBOLS.search(value) and len(value) >= 6 else Look.NONE
    return _word(value)


def _word(value: str) -> Look:
    lower = value.lower()
    if lower in _SAID_OF_PASSWORDS or "/" in value or "," in value:
        return Look.NONE
    parts = re.split(r"[-_.]", lower)
    said = sum(part in _SAID_OF_PASSWORDS for part in parts)
    if said and (said > 1 or len(parts) < 3):  # `correct-horse-battery` is a passphrase
        return Look.NONE
    if any(c.isupper() for c in value[1:]) and not value.isupper():
        return Look.STRONG if len(value) >= 8 else Look.WORD
    return Look.ADJECTIVE if lower.endswith(_ADJECTIVE_ENDINGS) else Look.WORD
