"""Keys and tokens without a prefix of their own: an opaque value beside a word for a secret."""

from __future__ import annotations

import re
from collections.abc import Iterator

from shared.language.secrets.detector import View, is_opaque, is_placeholder
from shared.language.secrets.findings import Finding, Severity
from shared.language.secrets.labels import Tie, Value, values_after
from shared.language.secrets.passwords import Look, look_of_password
from shared.language.text.patterns import Regex, Triggered

_SECRET_LABEL = Regex(
    r"(?i:(?P<aws>aws[ _-]?secret(?:[ _-]?access)?[ _-]?key|secret[ _-]?access[ _-]?key)"
    r"|(?P<session>(?:aws[ _-]?)?(?:session|security)[ _-]?token)"
    r"|(?P<api>api[ _-]?(?:key|secret)|app[ _-]?(?:key|secret)|appsecret|x-api-key|apikey)"
    r"|(?P<client>client[ _-]?secret|consumer[ _-]?secret|webhook[ _-]?secret|signing[ _-]?(?:secret|key)"
    r"|secret[ _-]?key(?:[ _-]?base)?|encryption[ _-]?key|master[ _-]?key|private[ _-]?key|license[ _-]?key)"
    r"|(?P<access>access[ _-]?key(?:[ _-]?secret)?)"
    r"|(?P<token>(?:access|auth(?:entication|orization)?|refresh|bearer|id|api|bot|personal access|deploy|secret)?[ _-]?token)"
    r"|(?P<secret>(?<![A-Za-z])secret|credential))(?![a-z])"
    r"|(?P<cn>密钥|秘钥|令牌|凭证|凭据|访问密钥|私钥)"
)
_SECRET_KINDS = {
    "aws": "aws_secret_access_key",
    "session": "session_token",
    "api": "generic_api_key",
    "client": "client_secret_key",
    "access": "generic_access_key",
    # Names of kinds, not secrets.
    "token": "generic_token",  # nosec B105
    "secret": "generic_secret_key",  # nosec B105
    "cn": "generic_secret_key",
}
# Tokens of other kinds: for paging, for counting, of a language; and keys' names rather than keys.
_OTHER_TOKENS = Regex(
    r"(?i:page|paging|pagination|cursor|continuation|next|sync|cancel|idempoten|max|count|limit|device|client|lock|change|creation|starting|action|update|unit|request|upload|task|"
    r"revision|sequence)[ _-]?$|arn:[A-Za-z0-9:-]{0,80}:$"
)
_ONLY_ITS_NAME = Regex(
    r"(?i:\bids?\b|\bname|\barn\b|version|alias|fingerprint|checksum|digest|sha|md5|hash|rotat|path|file)"
)
# Sixteen letters and digits in one piece, both of them.
_MIXED_RUN = Regex(r"(?<![A-Za-z0-9])(?=[0-9]{0,15}[A-Za-z])(?=[A-Za-z]{0,40}[0-9])[A-Za-z0-9]{16}")
_AWS_SECRET = Regex(r"[A-Za-z0-9/+]{40}")


class LabelledSecrets:
    """An opaque value after a word for a key or a token."""

    anchors = ("key", "secret", "token", "credential", "密钥", "秘钥", "令牌", "凭证", "凭据", "私钥")

    def find(self, view: View) -> Iterator[Finding]:
        if not view.has_any(self.anchors):
            return
        text = view.text
        for label in _SECRET_LABEL.finditer(text):
            group = label.lastgroup or "secret"
            if _OTHER_TOKENS.search(text[max(0, label.start() - 90) : label.start()]):
                continue
            for value in values_after(text, label.end()):
                if _ONLY_ITS_NAME.search(value.between):
                    break
                if _is_secret(group, value):
                    yield Finding(_SECRET_KINDS[group], Severity.BLOCK, value.start, value.end)
                    break
                if _may_be_secret(group, value):
                    yield Finding("possible_secret", Severity.FLAG, value.start, value.end)
                    break


def _is_secret(group: str, value: Value) -> bool:
    if "://" in value.text or value.text.startswith(("/", "./", "arn:")) or "(" in value.text:
        return False
    if group == "aws":
        return _AWS_SECRET.fullmatch(value.text) is not None and not is_placeholder(value.text)
    if is_opaque(value.text, 20 if group in ("secret", "cn") else 16):
        return True
    return value.tie is Tie.GIVEN and not is_placeholder(value.text) and _MIXED_RUN.search(value.text) is not None


def _may_be_secret(group: str, value: Value) -> bool:
    """Short, but given as a key: `api key: 7f3k-29dk`."""
    reported = value.tie is Tie.GIVEN or (value.tie is Tie.SAID and group not in ("token", "secret", "cn"))
    return (
        reported
        and "/" not in value.text
        and 8 <= len(value.text) <= 64
        and look_of_password(value.text) is Look.STRONG
    )


_LONG_RUN = Regex(r"(?<![A-Za-z0-9+/_=.-])[A-Za-z0-9+/_-]{32,200}={0,2}(?![A-Za-z0-9+/_=-])", re.ASCII)
_HINT = Regex(r"(?i:\bkey\b|secret|token|credential|\bauth)|密钥|秘钥|令牌|凭证|凭据")
_NO_SECRET = Regex(r"(?i:commit|sha|hash|digest|checksum|etag|image|data:|base64,|integrity|fingerprint|uuid|public)")


class PossibleSecrets:
    """A long run of mixed letters and digits not far from a word for secrets: flagged, for who can read to decide."""

    def find(self, view: View) -> Iterator[Finding]:
        if not view.has_any(LabelledSecrets.anchors) and "auth" not in view.lower:
            return
        text = view.text
        for match in _LONG_RUN.finditer(text):
            before = text[max(0, match.start() - 60) : match.start()]
            mixed = any(c.isupper() for c in match[0]) and any(c.islower() for c in match[0])
            if mixed and is_opaque(match[0]) and _HINT.search(before) and not _NO_SECRET.search(before):
                yield Finding("possible_secret", Severity.FLAG, *match.span())


# What opens a lock, a safe or a phone, or silences an alarm, is a secret however short it is. A label names the lock
# and the code, in either order; the number follows in the same sentence.
_LOCKS_EN = (
    r"(?:front |back |side |garage |bike |gun |wall |key |cash )?(?:safe|vault|alarm|door|gate|garage|entry|entrance|"
    r"locker|lock|padlock|key ?box|lockbox|building|cabinet|till|shed|cellar|gym|intercom|phone|tablet|laptop|sim|bank card|debit card|credit card|suitcase)"
)
_CODES_EN = r"(?:combination|combo|code|pin(?: code| number)?|passcode)"
_LOCK_CODE = Regex(
    rf"(?i:\b{_LOCKS_EN}(?:'s)? {_CODES_EN}\b|\b{_CODES_EN} (?:of|for|to|on) (?:the |my |our |his |her |their )?{_LOCKS_EN}\b"
    r"|\b(?:kombination|zahlenkombination|code|pin|geheimzahl|zugangscode) (?:vom|von der|von meinem|für den|für die|für das|fürs|zum|zur|des|der) "
    r"(?:\w+ )?(?:tresors?|safes?|alarm\w*|haustür|tür|garage\w*|tore?s?|schlüsselkastens?|schlüsseltresors?|schlosse?s?|fahrradschlosse?s?|karte|handys?|kellers?|spinds?)"
    r"|\b(?:tresor|tür|haustür|alarm|safe|garagen|schloss|handy|karten)(?:code|kombination|pin)\b"
    r"|\b(?:code|combinaison|digicode) (?:de l['’ ]|de la |du |des |d['’])(?:\w+ )?(?:alarme|coffre(?:-fort)?|porte|portail|garage|immeuble|entrée|cadenas|carte|téléphone|boîte à clés?|cave|local)|\bdigicode\b"
    r"|\b(?:código|clave|combinación|pin) (?:de la |del |de )(?:\w+ )?(?:alarma|caja fuerte|puerta|garaje|portal|candado|tarjeta|móvil|celular|taquilla|verja)"
    r"|\b(?:código|combinação|pin|segredo) (?:do |da |de )(?:\w+ )?(?:alarme|cofre|porta|portão|garagem|cadeado|cartão|telemóvel|celular|cacifo)"
    r"|\b(?:codice|combinazione|pin) (?:dell['’ ]|del |della )(?:\w+ )?(?:allarme|cassaforte|porta|portone|cancello|garage|lucchetto|carta|telefono)"
    r"|\b(?:code|cijfercode|pincode) van (?:de |het |mijn |onze )(?:kluis|alarm|deur|voordeur|poort|garage|slot|sleutelkastje|telefoon|pas)"
    r"|\b(?:kod|szyfr|pin) (?:do |od )(?:sejfu|alarmu|drzwi|bramy|domofonu|kłódki|karty|telefonu)"
    r"|(?:код|шифр|пин(?:-?код)?) (?:от |для |к |на )?(?:сейфа?|двер\w+|сигнализаци\w+|домофона?|ворот|замка|подъезда?|карты|телефона?)"
    r"|\b(?:kasa(?:nın)?|alarm(?:ın)?|kapı(?:nın)?|kilid(?:in)?) (?:şifresi|kodu))"
    r"|(?:保险柜|保险箱|门锁|大门|家门|防盗门|密码锁|门禁|报警器|车库|手机|银行卡|储物柜|钥匙盒)[的]?(?:开门|开锁|解锁)?(?:密码|暗码|号码|代码|码|PIN)"
    r"|(?:金庫|玄関|ドア|警報器?|アラーム|ロッカー|キーボックス|鍵箱|スマホ|携帯|倉庫|門)の?(?:暗証番号|番号|コード|暗号|パスコード)"
    r"|(?:금고|현관(?:문)?|도어락|알람|경보기?|차고|사물함|자물쇠|휴대폰|창고)의? ?(?:비밀번호|비번|번호|코드)"
)
_LOCK_ANCHORS = (
    "code", "combi", "kombi", "combo", "pin", "código", "clave", "codice", "geheimzahl", "segredo", "kod", "szyfr", "код", "шифр", "пин",
    "şifresi", "码", "番号", "コード", "暗号", "비밀번호", "비번", "번호", "코드",
)  # fmt: skip
_LOCK_VALUE = Regex(r"[^0-9.!?。！？\n]{0,32}?(?P<secret>[#*]?[0-9](?:[ .*#-]?[0-9]){3,11}[#*]?)(?![0-9])")
_LOCK_COUNTED = Regex(
    r" ?(?i:char|digit|letter|symbol|day|week|month|year|hour|minute|time|euro|pound|dollar|%|€|£|\$)|[位个天次月年円元]"
)


class LockCodes:
    """Blocks the number that opens a lock, a safe, a phone or a card, or that silences an alarm."""

    def find(self, view: View) -> Iterator[Finding]:
        if view.digits < _LEAST_LOCK_DIGITS or not view.has_any(_LOCK_ANCHORS):
            return
        for label in _LOCK_CODE.finditer(view.text):
            value = _LOCK_VALUE.match(view.text, label.end())
            if value is not None and not _LOCK_COUNTED.match(view.text, value.end()):
                yield Finding("lock_code", Severity.BLOCK, *value.span("secret"))


_LEAST_LOCK_DIGITS = 4


# Who says a code and asks for silence about it names a secret, whatever the thing is called that it opens.
_CONFIDED = Triggered(
    (
        ("between ", r"\bbetween (?:us|you and me|ourselves)\b"),
        (
            "repeat|share|tell|pass|write|give",
            r"\b(?:don['’]?t|do not|never|not) (?:ever )?(?:repeat|share|tell|pass|write|give)\b",
        ),
        ("to yourself", r"\bkeep (?:it|that|this|them) to yourself\b"),
        ("under your hat", r"\bunder your hat\b"),
        (" eyes", r"\bfor (?:your|nobody else['’]?s|no one else['’]?s) eyes\b"),
        ("our secret", r"\bour secret\b"),
        ("unter uns", r"\bunter uns\b"),
        ("für dich", r"\bbehäl?te?s?t? (?:du |das |es |die |den )*für dich\b|\bfür dich behalten\b"),
        ("weitersagen|weitergeben", r"\b(?:nicht|niemandem?) weiter(?:sagen|geben)\b"),
        ("entre ", r"\bentre (?:nous|toi et moi|nosotros|tú y yo|nós)\b"),
        (" pour toi| pour vous", r"\bgarde[rsz]?[- ](?:ça|le|la|cela) pour (?:toi|vous)\b"),
        ("répète|dis|donne", r"\bne (?:le |la )?(?:répète|dis|donne)\b"),
        (" lo digas| lo repitas| lo compartas", r"\bno (?:se )?lo (?:digas|repitas|compartas)\b"),
        ("guárda", r"\bguárda(?:lo|la|te)\b"),
        ("não ", r"\bnão (?:digas|contes|repitas|partilhes)\b"),
        ("tra noi|tra me e te", r"\btra (?:noi|me e te)\b"),
        ("non dirlo|non ripeterlo", r"\bnon (?:dirlo|ripeterlo)\b"),
        ("onder ons", r"\bonder ons\b"),
        ("między nami", r"\bmiędzy nami\b"),
        ("aramızda", r"\baramızda\b"),
        ("giữa chúng ta", r"\bgiữa chúng ta"),
        ("jangan ", r"\bjangan (?:bilang|beri ?tahu)"),
        ("rahasia kita", "rahasia kita"),
    ),
    (
        r"между нами|никому (?:\w+ )?не (?:говори|сообщай|показывай|рассказывай|давай|передавай)",
        "自己知道就|别(?:往外|对外|告诉|外传|写到|写进|说出去)|不要(?:外传|告诉|说出去)|保密|只有你知道",
        "ここだけの話|誰にも(?:言|教|見)|内緒|他言無用|우리끼리|비밀로|비밀이(?:야|에요|니까|다)|아무(?:에게|한테)도",
        "بيننا|بيني وبينك|لا تخبر|لا تقل|لا تذكر|احتفظ(?:ي)? به|لا تشارك|سر(?:ي)? للغاية",
        "किसी (?:से|को) (?:भी )?(?:मत|न|नहीं) (?:कह|बता|बोल|दे|दिखा)|हमारे बीच|अपने तक|गुप्त रख",
        "بین خودمان|به کسی نگو|בינינו|אל תספר|אל תגלה|між нами|нікому не (?:кажи|показуй)|ห้ามบอกใคร|อย่าบอกใคร|เก็บเป็นความลับ",
        "đừng (?:nói|kể) (?:với|cho) ai|giữ bí mật",
    ),
)
_CODE_LIKE = Regex(
    r"(?<![A-Za-z0-9_.@/-])(?P<secret>(?=[^\s,;]{0,40}[0-9]{2})(?=[^\s,;]{0,40}[A-Za-z\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af])"
    r"(?:[A-Za-z][A-Za-z!#$%&*_+-]{1,20}[0-9]{2,8}(?:[-_!#A-Za-z0-9]{0,16})|[0-9]{2,8}[-_!#]?[A-Za-z]{3}[-_!#A-Za-z0-9]{0,16}))(?![A-Za-z0-9_-])"
    # Of the scripts in which a word is written with spaces around it, or with marks above and below its letters.
    r"|(?<![\w\u0590-\u06ff\u0900-\u0e7f-])(?P<other>[\u0400-\u052f\u0590-\u06ff\u0900-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2,20}[-_][0-9]{3,8})(?![0-9-])"
    # The number first: with a letter of its own, or long. "45-летний" has neither.
    r"|(?<![\w\u0590-\u06ff\u0900-\u0e7f-])(?P<first>(?:[0-9]{2,8}[A-Za-z\u0400-\u052f\uac00-\ud7af]|[0-9]{4,8})[-_]"
    r"[\u0400-\u052f\u0590-\u06ff\u0900-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{3,20})(?![\w-])"
    r"|(?<=[是:：は])(?P<cjk>[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{1,6}[0-9]{3,8}[A-Za-z0-9]{0,8})(?![年月日号人元円원])"
)


class ConfidedSecrets:
    """Blocks a word of letters and digits that somebody names and asks to keep to oneself."""

    def find(self, view: View) -> Iterator[Finding]:
        if view.digits < _LEAST_CONFIDED_DIGITS or not _CONFIDED.search(view.text):
            return
        for match in _CODE_LIKE.finditer(view.text):
            yield Finding("confided_secret", Severity.BLOCK, *match.span(match.lastgroup or 0))


_LEAST_CONFIDED_DIGITS = 2
