"""What a string looks like that stands where a password may stand."""

from __future__ import annotations

import re
from enum import Enum

from shared.domain.lazy_regex import Regex
from shared.domain.sensitive_patterns.detector import is_placeholder


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

# Words that are said of passwords. Whoever chose one of them as a password has a `possible_password` at worst.
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
