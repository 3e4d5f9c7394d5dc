"""Credentials that are recognised by their own form: JWT, private keys, bearer headers, addresses with a password."""

from __future__ import annotations

import base64
import binascii
import json
import re

from shared.language.secrets.detector import START, Pattern, is_opaque, is_placeholder
from shared.language.secrets.findings import Severity
from shared.language.secrets.passwords import Look, look_of_password
from shared.language.text.patterns import Regex

_JWT = Regex(
    START + r"(?P<head>eyJ[A-Za-z0-9_-]{8,1000}+)\s?\.\s?e[yw][A-Za-z0-9_-]{4,8000}+(?:\s?\.\s?[A-Za-z0-9_-]{0,2000}+)?"
)
# Five parts: an encrypted token. Its second part is a key, which may be empty.
_JWE = Regex(START + r"(?P<head>eyJ[A-Za-z0-9_-]{8,1000}+)(?:\.[A-Za-z0-9_-]{0,2000}+)(?:\.[A-Za-z0-9_-]{8,8000}+){3}")


def _has_jwt_header(match: re.Match[str]) -> bool:
    head = match["head"]
    try:
        header = json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))
    except (ValueError, binascii.Error):
        return True  # cut or garbled, and still a token: three parts of which two begin like JSON
    return isinstance(header, dict) and ("alg" in header or "typ" in header or "kid" in header)


# A header alone is talk about keys; with a body, or its own end, it is one. The body may have lost its line ends.
_KEY_HEADER = r"-{2,6} ?BEGIN (?P<label>(?:[A-Z0-9]{2,12} ){0,3})(?:PRIVATE|SECRET) KEY(?: BLOCK)? ?-{2,6}"
_KEY_BODY = (
    r"(?:(?:\s|\\n|\\r){1,8}(?:[A-Za-z0-9+/=]{16,}|(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):"
    r"|(?<=[\nnr])[A-Za-z0-9+/=]{4,}|[A-Za-z0-9+/=\s]{4,100}?-{2,6} ?END)|[A-Za-z0-9+/]{16,})"
)
_PRIVATE_KEY = Regex(
    _KEY_HEADER
    + _KEY_BODY
    + r"(?:(?:[A-Za-z0-9+/=\s\\:,.]|-(?!-)){0,20000}?-{2,6} ?END [A-Z ]{0,40}KEY(?: BLOCK)? ?-{2,6})?"
)
# A header that opens a line and ends the text: the rest was cut off.
_KEY_CUT_OFF = Regex(r"(?:(?<![^\n:\"'(])|(?<=: ))" + _KEY_HEADER + r"\s*$")
_PUTTY = Regex(r"PuTTY-User-Key-File-[0-9]:[\s\S]{0,4000}?Private-Lines: ?[0-9]+\s{1,4}[A-Za-z0-9+/=]{8,}+")
_SSH2 = Regex(r"-{4} BEGIN SSH2 ENCRYPTED PRIVATE KEY -{4}\s{1,4}[\s\S]{8,200}")

_AUTHORIZATION = Regex(
    r"(?i:authorization[\"']? ?[:=] ?[\"']?(?:bearer|token)) {1,2}(?P<secret>[A-Za-z0-9_~+/.-]{8,4000}+={0,2})",
    re.ASCII,
)
_BEARER = Regex(r"(?i:bearer|oauth2?)[ \t:=\"']{1,4}(?P<secret>[A-Za-z0-9_~+/.-]{16,4000}+={0,2})", re.ASCII)
_BASIC = Regex(r"(?i:basic) {1,2}(?P<secret>[A-Za-z0-9+/]{8,400}+={0,2})(?![A-Za-z0-9+/])", re.ASCII)


def _decodes_to_a_pair(match: re.Match[str]) -> bool:
    value = match["secret"]
    try:
        pair = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode()
    except (ValueError, binascii.Error):
        return False
    user, colon, password = pair.partition(":")
    return bool(colon and user and len(password) >= 3) and pair.isprintable()


# scheme://user:password@host. The password may hold an @ that was not encoded: the last one before the host counts.
_USERINFO = r"://(?P<user>[^\s:/@?#\"'<>]{0,100}+):(?P<secret>[^\s/\"'<>]{1,200})@[A-Za-z0-9\[_*-]"
_STORES = (
    r"postgres(?:ql)?|psql|mysql2?|mariadb|mongodb(?:\+srv)?|rediss?|valkeys?|amqps?|mssql|sqlserver|oracle|db2|"
    r"clickhouse|cassandra|neo4j(?:\+s)?|bolt|couchdb|elasticsearch|opensearch|kafka|nats|mqtts?|ldaps?|smtps?|imaps?|"
    r"pop3s?|s?ftps?|ssh|scp|smb|vnc|rdp|snowflake|redshift|cockroachdb|etcd|influxdb"
)
_CONNECTION = Regex(rf"(?i:(?<![a-z])(?:jdbc:)?(?:{_STORES})(?:\+[a-z0-9]{{1,20}})?){_USERINFO}")
_URL = Regex(rf"(?i:(?<![a-z])(?:https?|wss?|git(?:\+https?)?|svn)){_USERINFO}")

_SETTINGS = Regex(
    r"(?i:(?:server|host|data source|endpoint|initial catalog|database|uid|user id|username)) ?= ?[^;\n]{1,200}+;"
    r"(?:[^;\n]{1,200}+;){0,12}? ?(?i:password|pwd|sharedaccesskey|accountkey) ?= ?(?P<secret>[^;\s\"']{3,200})"
)


def _strong(match: re.Match[str]) -> bool:
    return look_of_password(match["secret"]) is Look.STRONG


def _is_a_password(match: re.Match[str]) -> bool:
    value = match["secret"]
    if value in ("PASSWORD", "PASS", "PWD") or value.startswith(("$", "%(", "{", "[", "<", ":")):
        return False
    return not set(value) <= set("*x.•X")


# On a command line.
_CURL = Regex(
    r"\b(?:curl|wget|http|https)\b[^\n]{0,100}? (?:-u|--user)[ =]?[\"']?[\w.@-]{1,60}:(?P<secret>[^\s\"'@]{3,200})"
)
_MYSQL = Regex(r"\b(?:mysql\w*|mariadb\w*)\b[^\n]{0,100}? -p(?P<secret>[^\s\"'-][^\s\"']{3,100})")
_OPTION = Regex(
    r"(?:\bredis-cli\b[^\n]{0,80}? -a|\bsshpass -p|\bdocker login\b[^\n]{0,80}? -p|--(?:password|passwd|passphrase|auth-token|secret))[ =]?[\"']?"
    r"(?P<secret>[^\s\"'-][^\s\"']{3,200})"
)

BCRYPT = Regex(r"(?<![A-Za-z0-9])\$2[abxy]\$[0-9]{2}\$[./A-Za-z0-9]{53}")
ARGON2 = Regex(r"\$argon2(?:id?|d)\$[A-Za-z0-9$=,+/]{30,300}+")
CRYPT = Regex(r"(?<![A-Za-z0-9])\$(?:[156]|y)\$(?:rounds=[0-9]{1,9}\$)?[./A-Za-z0-9]{2,32}\$[./A-Za-z0-9]{22,86}")


def _no_placeholder(match: re.Match[str]) -> bool:
    value = match["secret"]
    return not is_placeholder(value) and not (value.isalpha() and len(value) < 16)


def _opaque(match: re.Match[str]) -> bool:
    return is_opaque(match["secret"])


_SAS = Regex(r"[?&;]sig=(?P<secret>[A-Za-z0-9%+/]{40,}+(?:=|%3[Dd])?)", re.ASCII)

_BLOCK = Severity.BLOCK
CREDENTIALS: tuple[Pattern, ...] = (
    Pattern("private_key", _BLOCK, ("private key", "secret key"), _PRIVATE_KEY),
    Pattern("private_key", _BLOCK, ("private key", "secret key"), _KEY_CUT_OFF),
    Pattern("private_key", _BLOCK, ("putty-user-key-file",), _PUTTY),
    Pattern("private_key", _BLOCK, ("begin ssh2 encrypted",), _SSH2),
    Pattern("jwt", _BLOCK, ("eyj",), _JWT, _has_jwt_header),
    Pattern("jwt", _BLOCK, ("eyj",), _JWE, _has_jwt_header),
    Pattern("connection_string", _BLOCK, ("://",), _CONNECTION, _is_a_password),
    Pattern("connection_string", _BLOCK, ("password", "pwd", "accesskey", "accountkey"), _SETTINGS, _is_a_password),
    Pattern("password", _BLOCK, ("curl", "wget", "http"), _CURL, _is_a_password),
    Pattern("password", _BLOCK, ("mysql", "mariadb"), _MYSQL, _is_a_password),
    Pattern(
        "password",
        _BLOCK,
        ("redis-cli", "sshpass", "docker login", "--pass", "--auth-token", "--secret"),
        _OPTION,
        _strong,
    ),
    Pattern("url_password", _BLOCK, ("://",), _URL, _is_a_password),
    Pattern("azure_sas_token", _BLOCK, ("sig=",), _SAS),
    Pattern("bearer_token", _BLOCK, ("authorization",), _AUTHORIZATION, _no_placeholder),
    Pattern("bearer_token", _BLOCK, ("bearer", "oauth"), _BEARER, _opaque),
    Pattern("basic_auth_token", _BLOCK, ("basic ",), _BASIC, _decodes_to_a_pair),
    Pattern("password_hash", _BLOCK, ("$2",), BCRYPT),
    Pattern("password_hash", _BLOCK, ("$argon2",), ARGON2),
    Pattern("password_hash", _BLOCK, ("$1$", "$5$", "$6$", "$y$"), CRYPT),
)
