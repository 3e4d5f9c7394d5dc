"""The settings of a deployment, chosen by context (`cdk deploy -c stage=prod -c issuer=...`), read once and checked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from aws_cdk import RemovalPolicy

from infra.adopted_tables import NAMES as TABLES
from infra.adopted_tables import AdoptedTables, adopted_tables
from infra.callers import OPERATOR_ORG, TENANT_RATE, USER_RATE, operator_org, request_rates
from infra.console_settings import NAMES as CONSOLE
from infra.console_settings import ConsoleSettings, console_settings
from infra.judgement_models import MODEL, SWITCH, JudgementModel, judgement_model
from infra.memory_layers import MEMORY_LAYERS, memory_layers
from infra.webhook_settings import CHANGE_FEED, WEBHOOKS, followers
from shared.domain.access.request_rates import RequestRates
from shared.domain.changes.subscriptions import Subscription
from shared.domain.configuration.layers import Layers
from shared.language.packs.loading import BadLanguagePack, pack_of

# The claims that the service reads (shared.domain.access.caller); an issuer may name them differently.
CLAIMS = ("org", "sub", "roles", "agent_id", "purposes", "memory_scope", "act_as", "sources", "inherit")
# Titan Text Embeddings V2 offers these dimensions and no other.
TITAN_V2_DIMENSIONS = (256, 512, 1024)
EMBEDDING_MODELS = ("amazon.titan-embed-text-v2:0",)
# The network spans so many availability zones: the loss of one keeps a quorum of three data nodes.
ZONES = 3
# DynamoDB keeps continuous backups for at most this long.
MAX_BACKUP_DAYS = 35
# Object Lock keeps for at most a hundred years.
MAX_WITNESS_DAYS = 36_500

T = TypeVar("T")

# Keys that the toolkit itself writes into the context; its feature flags and look-ups hold a colon.
_TOOLKIT_KEYS = frozenset({"acknowledged-issue-numbers", "cli-telemetry"})
# What goes into the functions' package beside the service (infra.functions.bundling).
_PACK_MODULE = re.compile(r"language_packs(?:\.[a-z_][a-z0-9_]*)+(?::[A-Za-z_]\w*)?")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_HTTPS_HOST = re.compile(r"https://[A-Za-z0-9.-]+(?::\d+)?/?")
_ISSUER = re.compile(r"https://[^\s?#]+")
_OAUTH_SCOPE = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]+")
_ORIGIN = re.compile(r"https?://[A-Za-z0-9.-]+(?::\d+)?")
_DOMAIN_HOST = re.compile(r"https://search-(?P<name>[a-z][a-z0-9-]{2,27})-[a-z0-9]{26}\.(?P<region>[a-z0-9-]+)\.es\..+")
_COLLECTION_HOST = re.compile(r"https://[a-z0-9]+\.[a-z0-9-]+\.aoss\..+")
_SEARCH_ARN = re.compile(r"arn:[a-z-]+:es:[a-z0-9-]+:\d{12}:domain/[a-z0-9-]+")
_ZONE = re.compile(r"[a-z]{2}(?:-[a-z]+)+-\d[a-z]")
# A Serverless collection shows a change only after up to a minute, for which a deletion would have to wait at each
# read, and it may give documents ids of its own: it could not be proved that a document was deleted.
_NO_COLLECTION = "OpenSearch Serverless collections are not supported: name a managed domain (docs/guides/deploying.md)"


class BadContext(ValueError):
    """A context value is unknown or unusable; the message names it and says which values are accepted."""


class Stage(StrEnum):
    """`prod-small` keeps data as `prod` does and is in the same network, with two data nodes in two zones and no
    dedicated masters: while one node is down the domain takes no writes, and the index catches up afterwards."""

    DEV = "dev"
    PROD_SMALL = "prod-small"
    PROD = "prod"


# How long a tree head cannot be removed: in production as long as a receipt may be questioned, in development a day.
_HEADS_KEPT = {stage: 1 if stage is Stage.DEV else 3650 for stage in Stage}


@dataclass(frozen=True, slots=True)
class OwnIssuer:
    """The user's own OIDC provider."""

    issuer: str
    audience: tuple[str, ...]
    claim_names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ExistingSearch:
    """An existing domain. `arn` is without account when it was read off the host name."""

    endpoint: str
    resource: str
    region: str | None
    arn: str | None


@dataclass(frozen=True, slots=True)
class DeploymentSettings:
    """`own_issuer` absent: a Cognito user pool is made. `existing_search` absent: a managed domain is made."""

    stage: Stage = Stage.DEV
    own_issuer: OwnIssuer | None = None
    existing_search: ExistingSearch | None = None
    allowed_origins: tuple[str, ...] = ()
    oauth_scopes: tuple[str, ...] = ("openid",)
    alarm_email: str | None = None
    timezone: str = "UTC"
    audit_reads: bool = False
    mask_contacts: bool = False  # for readers without the role `contact-reader`
    remember: str = "statements"  # or `marked`: of a session only what was marked becomes memories
    gc_hour: int = 3  # of the day in `timezone`: when few people write
    backup_retention_days: int = MAX_BACKUP_DAYS
    bedrock_model_id: str = "amazon.titan-embed-text-v2:0"
    embedding_dimension: int = 1024
    judgement_model: JudgementModel | None = None  # none: the deterministic rules do the job alone
    language_packs: tuple[str, ...] = ()  # modules with packs of the deployment's own
    # Stack, tables and user pool refuse to be deleted. Set by a second deployment, once the first has succeeded: what
    # is protected cannot be taken back when a creation fails, and stands in the way of the next try.
    protect: bool = False
    # An account whose quota of concurrent executions is small has none to reserve.
    reserve_concurrency: bool = False
    # Names of availability zones; none: the first of the account.
    zones: tuple[str, ...] = ()
    witness_lock: str = "governance"  # or `compliance`: not even the account's root removes a head before its time
    witness_retention_days: int = 1
    tables: AdoptedTables | None = None  # none: the stack makes its own
    # Requests a second that each tenant and each user may send; none given: by stage. 0: no limit.
    rates: RequestRates = field(default_factory=RequestRates)
    console: ConsoleSettings | None = None  # none: the console is not hosted
    layers: Layers = field(default_factory=lambda: Layers({}))  # numbers of the memory's layers, where not the defaults
    change_feed: bool = False  # whether changes enter a feed, which costs for each
    webhooks: tuple[Subscription, ...] = ()  # whom changes are sent to
    operator_org: str | None = None  # whose administrators write `/global`; none: nobody does

    @property
    def production(self) -> bool:
        """Whether people rely on the stage: its data outlives the stack."""
        return self.stage is not Stage.DEV

    @property
    def removal(self) -> RemovalPolicy:
        """Production keeps non-empty resources when the stack is deleted or an update drops them, but not when their
        creation fails: leftovers of a failed deployment would make the next one fail."""
        return RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE if self.production else RemovalPolicy.DESTROY

    @classmethod
    def from_context(cls, context: Mapping[str, object]) -> Self:
        """Keys with a colon or a leading `@` are the toolkit's own; any other unknown key is refused."""
        own = {k: v for k, v in context.items() if ":" not in k and not k.startswith("@") and k not in _TOOLKIT_KEYS}
        unknown = sorted(own.keys() - _KNOWN)
        if unknown:
            raise BadContext(f"unknown context {', '.join(unknown)}; known are {', '.join(sorted(_KNOWN))}")
        values = {k: v for k, v in own.items() if v is not None}
        own_issuer, production = _own_issuer(values), _stage(values) is not Stage.DEV
        issuer = None if own_issuer is None else own_issuer.issuer
        follows, subscribed = _read(followers, values)
        return cls(
            stage=_stage(values),
            own_issuer=own_issuer,
            existing_search=_existing_search(values),
            allowed_origins=_origins(values),
            oauth_scopes=_scopes(values),
            alarm_email=_matching(values, "alarmEmail", _EMAIL, "an e-mail address"),
            timezone=_timezone(values),
            mask_contacts=_switch(values, "maskContacts"),
            audit_reads=_switch(values, "auditReads", default=production),
            remember=_one_of(values, "remember", ("statements", "marked")),
            gc_hour=_integer(values, "gcHour", 3, range(24)),
            backup_retention_days=_integer(
                values, "backupRetentionDays", MAX_BACKUP_DAYS, range(1, MAX_BACKUP_DAYS + 1)
            ),
            bedrock_model_id=_model_id(values),
            embedding_dimension=_dimension(values),
            witness_lock=_one_of(values, "witnessLock", ("governance", "compliance")),
            witness_retention_days=_integer(
                values, "witnessRetentionDays", _HEADS_KEPT[_stage(values)], range(1, MAX_WITNESS_DAYS + 1)
            ),
            judgement_model=_read(judgement_model, values, production=production),
            language_packs=_language_packs(values),
            protect=_switch(values, "protect"),
            reserve_concurrency=_switch(values, "reserveConcurrency"),
            zones=_zones(values),
            tables=_read(adopted_tables, values, change_feed=follows),
            operator_org=_read(operator_org, values),
            rates=_read(request_rates, values, _stage(values)),
            layers=_read(memory_layers, values),
            change_feed=follows,
            webhooks=subscribed,
            console=_read(console_settings, values, issuer, _scopes(values), production=production),
        )


_KNOWN = frozenset(
    {
        "stage",
        "issuer",
        "audience",
        "claimNames",
        "searchEndpoint",
        "searchArn",
        "allowedOrigins",
        "oauthScopes",
        "alarmEmail",
        "timezone",
        *("auditReads", "maskContacts", "remember", "gcHour"),
        "backupRetentionDays",
        "bedrockModelId",
        "embeddingDimension",
        *(SWITCH, MODEL),
        "languagePacks",
        *(MEMORY_LAYERS, CHANGE_FEED, WEBHOOKS),
        "protect",
        "reserveConcurrency",
        "zones",
        *("witnessLock", "witnessRetentionDays"),
        *(OPERATOR_ORG, TENANT_RATE, USER_RATE),
        *TABLES,
        *CONSOLE,
    }
)


def _text(values: Mapping[str, object], name: str) -> str | None:
    value = values.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or not value.strip():
        raise BadContext(f"{name} must be a text that is not empty, not {value!r}")
    return value.strip()


def _texts(values: Mapping[str, object], name: str) -> tuple[str, ...]:
    """A list (cdk.json) or words separated by commas (the command line)."""
    value = values.get(name, ())
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or not all(isinstance(p, str) and p.strip() for p in parts):
        raise BadContext(f"{name} must be a list of texts or texts separated by commas, not {value!r}")
    return tuple(p.strip() for p in parts)


def _matching(values: Mapping[str, object], name: str, pattern: re.Pattern[str], what: str) -> str | None:
    value = _text(values, name)
    if value is not None and not pattern.fullmatch(value):
        raise BadContext(f"{name} must be {what}, not {value!r}")
    return value


def _integer(values: Mapping[str, object], name: str, default: int, allowed: range) -> int:
    value = values.get(name, default)
    if isinstance(value, str) and re.fullmatch(r"\d{1,6}", value.strip()):
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
        raise BadContext(f"{name} must be a whole number from {allowed[0]} to {allowed[-1]}, not {value!r}")
    return value


def _switch(values: Mapping[str, object], name: str, *, default: bool = False) -> bool:
    value = values.get(name, default)
    if value in (True, "true"):
        return True
    if value in (False, "false"):
        return False
    raise BadContext(f"{name} must be true or false, not {value!r}")


def _one_of(values: Mapping[str, object], name: str, known: tuple[str, ...]) -> str:
    """The first if none is given."""
    value = values.get(name, known[0])
    if value not in known:
        raise BadContext(f"{name} must be one of {', '.join(known)}, not {value!r}")
    return str(value)


def _stage(values: Mapping[str, object]) -> Stage:
    value = values.get("stage", Stage.DEV.value)
    try:
        return Stage(str(value))
    except ValueError:
        raise BadContext(f"stage must be one of {', '.join(Stage)}, not {value!r}") from None


def _timezone(values: Mapping[str, object]) -> str:
    name = _text(values, "timezone") or "UTC"
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadContext(f"timezone must be an IANA time zone such as Europe/Vienna, not {name!r}") from None
    return name


def _own_issuer(values: Mapping[str, object]) -> OwnIssuer | None:
    issuer = _matching(values, "issuer", _ISSUER, "an https URL without query")
    audience = _texts(values, "audience")
    if issuer is None:
        for name in ("audience", "claimNames"):
            if name in values:
                raise BadContext(f"{name} belongs to an issuer of your own: give issuer as well")
        return None
    if not audience:
        raise BadContext("issuer needs audience: without it a token made for any other service would be taken")
    return OwnIssuer(issuer, audience, _claim_names(values))


def _claim_names(values: Mapping[str, object]) -> dict[str, str]:
    value = values.get("claimNames", {})
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except json.JSONDecodeError:
            raise BadContext(f"claimNames must be a JSON object, not {value!r}") from None
    if not isinstance(value, dict) or not all(isinstance(v, str) and v for v in value.values()):
        raise BadContext(f"claimNames must map our claim names to the issuer's, not {value!r}")
    unknown = sorted(set(value) - set(CLAIMS))
    if unknown:
        raise BadContext(f"claimNames names unknown claims {', '.join(unknown)}; known are {', '.join(CLAIMS)}")
    return dict(value)


def _existing_search(values: Mapping[str, object]) -> ExistingSearch | None:
    endpoint = _matching(values, "searchEndpoint", _HTTPS_HOST, "https://host")
    if endpoint is not None and _COLLECTION_HOST.fullmatch(endpoint):
        raise BadContext(_NO_COLLECTION)
    if ":aoss:" in str(values.get("searchArn", "")):
        raise BadContext(_NO_COLLECTION)
    arn = _matching(values, "searchArn", _SEARCH_ARN, "the ARN of an OpenSearch domain")
    if endpoint is None:
        if arn is not None:
            raise BadContext("searchArn belongs to searchEndpoint: give it as well")
        return None
    endpoint = endpoint.rstrip("/")
    if endpoint.startswith("https://vpc-"):
        raise BadContext("searchEndpoint lies in a VPC, which functions outside of it cannot reach")
    if arn is not None:
        return ExistingSearch(endpoint, arn.split(":", 5)[5], None, arn)
    if found := _DOMAIN_HOST.fullmatch(endpoint):
        return ExistingSearch(endpoint, f"domain/{found['name']}", found["region"], None)
    raise BadContext("searchEndpoint is no host name that AWS gave, so its ARN cannot be known: give searchArn as well")


def _origins(values: Mapping[str, object]) -> tuple[str, ...]:
    origins = _texts(values, "allowedOrigins")
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise BadContext(f"allowedOrigins must be origins such as https://app.example.org, not {origin!r}")
    return origins


def _scopes(values: Mapping[str, object]) -> tuple[str, ...]:
    """What a client of `/mcp` asks the issuer for (RFC 6749: printable, without quotes)."""
    scopes = _texts(values, "oauthScopes") or ("openid",)
    for scope in scopes:
        if not _OAUTH_SCOPE.fullmatch(scope):
            raise BadContext(f"oauthScopes must be names such as openid, not {scope!r}")
    return scopes


def _model_id(values: Mapping[str, object]) -> str:
    """Only a model with an adapter and a calibration: with any other every function would fail at its first call."""
    return _one_of(values, "bedrockModelId", EMBEDDING_MODELS)


def _language_packs(values: Mapping[str, object]) -> tuple[str, ...]:
    """Checked before anything is deployed: a function with a malformed pack answers nothing."""
    names = _texts(values, "languagePacks")
    for name in names:
        if not _PACK_MODULE.fullmatch(name):
            raise BadContext(f"languagePacks must be modules in the folder language_packs, not {name!r}")
        try:
            pack_of(name)
        except BadLanguagePack as error:
            raise BadContext(f"languagePacks: {error}") from None
    return names


def _read(read: Callable[..., T], *args: object, **named: object) -> T:
    """What another module reads off the context, its refusals in our own words."""
    try:
        return read(*args, **named)
    except ValueError as error:
        raise BadContext(str(error)) from None


def _dimension(values: Mapping[str, object]) -> int:
    dimension = _integer(values, "embeddingDimension", 1024, range(1, 16_001))
    if dimension not in TITAN_V2_DIMENSIONS:
        raise BadContext(f"embeddingDimension must be one of {TITAN_V2_DIMENSIONS} with this model, not {dimension}")
    return dimension


def _zones(values: Mapping[str, object]) -> tuple[str, ...]:
    zones = _texts(values, "zones")
    for zone in zones:
        if not _ZONE.fullmatch(zone):
            raise BadContext(f"zones must be names of availability zones such as eu-west-1a, not {zone!r}")
    if zones and len(set(zones)) != ZONES:
        raise BadContext(f"zones must name {ZONES} different availability zones, not {len(set(zones))}")
    return zones
