"""What context says about the console: whether it is hosted, who signs people in to it, and under which name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

CONSOLE = "console"
AUTHORIZE_URL, TOKEN_URL, CLIENT_ID, SCOPE = (
    "consoleAuthorizeUrl", "consoleTokenUrl", "consoleClientId", "consoleScope",
)  # fmt: skip
DOMAIN, CERTIFICATE, LOG_BUCKET = "consoleDomain", "consoleCertificateArn", "consoleLogBucket"
NAMES = (CONSOLE, AUTHORIZE_URL, TOKEN_URL, CLIENT_ID, SCOPE, DOMAIN, CERTIFICATE, LOG_BUCKET)

_URL = re.compile(r"(?P<origin>https://[A-Za-z0-9.-]+(?::\d+)?)/[^\s?#\"'\\;,]*")
_ID = re.compile(r"[\x21-\x7e]{1,256}")
_SCOPES = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*")
_HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")
# CloudFront takes certificates of this region only.
_CERTIFICATE = re.compile(r"arn:[a-z-]+:acm:us-east-1:\d{12}:certificate/[0-9a-f-]+")
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")


@dataclass(frozen=True, slots=True)
class ConsoleSettings:
    """`domain` and `certificate_arn`: both or none; without them the name is CloudFront's, which also takes TLS 1.0.
    `log_bucket`: an existing bucket that gets CloudFront's access logs."""

    issuer: str
    authorize_url: str
    token_url: str
    client_id: str
    scope: str
    domain: str | None = None
    certificate_arn: str | None = None
    log_bucket: str | None = None

    @property
    def token_origin(self) -> str:
        """Where the pages send the code, as a content security policy names it."""
        found = _URL.fullmatch(self.token_url)
        return "" if found is None else found["origin"]


def console_settings(
    values: Mapping[str, object], issuer: str | None, scopes: tuple[str, ...], *, production: bool
) -> ConsoleSettings | None:
    """`None` unless it is asked for. `issuer`: the deployment's own, by context; `scopes`: the default. Raises
    `ValueError`."""
    if values.get(CONSOLE, False) in (False, "false"):
        given = [name for name in NAMES if name in values and name != CONSOLE]
        if given:
            raise ValueError(f"{given[0]} belongs to the console: give {CONSOLE}=true as well")
        return None
    if values[CONSOLE] not in (True, "true"):
        raise ValueError(f"{CONSOLE} must be true or false, not {values[CONSOLE]!r}")
    if issuer is None:
        raise ValueError(f"{CONSOLE} needs issuer: the stack's own user pool has no page to sign in at")
    settings = ConsoleSettings(
        issuer=issuer,
        authorize_url=_needed(values, AUTHORIZE_URL, _URL, "an https URL without query"),
        token_url=_needed(values, TOKEN_URL, _URL, "an https URL without query"),
        client_id=_needed(values, CLIENT_ID, _ID, "the id under which the issuer knows the console"),
        scope=_given(values, SCOPE, _SCOPES, "names parted by spaces") or " ".join(scopes),
        domain=_given(values, DOMAIN, _HOST, "a host name"),
        certificate_arn=_given(values, CERTIFICATE, _CERTIFICATE, "the ARN of a certificate in us-east-1"),
        log_bucket=_given(values, LOG_BUCKET, _BUCKET, "the name of a bucket"),
    )
    if (settings.domain is None) != (settings.certificate_arn is None):
        raise ValueError(f"{DOMAIN} and {CERTIFICATE} belong together: give both")
    if production and settings.domain is None:
        raise ValueError(f"in production {CONSOLE} needs {DOMAIN}: under CloudFront's own name it would take TLS 1.0")
    return settings


def _needed(values: Mapping[str, object], name: str, pattern: re.Pattern[str], what: str) -> str:
    value = _given(values, name, pattern, what)
    if value is None:
        raise ValueError(f"{CONSOLE} needs {name}: {what}")
    return value


def _given(values: Mapping[str, object], name: str, pattern: re.Pattern[str], what: str) -> str | None:
    value = values.get(name)
    if value is not None and not (isinstance(value, str) and pattern.fullmatch(value)):
        raise ValueError(f"{name} must be {what}, not {value!r}")
    return value if isinstance(value, str) else None
