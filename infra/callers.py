"""What context says about callers: whose administrators write `/global`, and how many requests a caller may send."""

from __future__ import annotations

from collections.abc import Mapping

from shared.domain.access.caller import ANY_ORG
from shared.domain.access.request_rates import RequestRates
from shared.domain.errors import Malformed
from shared.domain.scopes import segment_id

OPERATOR_ORG, TENANT_RATE, USER_RATE = "operatorOrg", "tenantRate", "userRate"
# A tenant gets a fifth of what the gateway lets through to the whole stage, and a user a quarter of that: far above
# what agents send that work for people, and five tenants must be noisy before the others notice it. A developer's stage
# has one tenant.
RATES = {
    "dev": RequestRates(),
    "prod-small": RequestRates(tenant=100, user=25),
    "prod": RequestRates(tenant=200, user=50),
}
MAX_RATE = 10_000  # of requests a second: what an account's gateway lets through, unless AWS raises it


def operator_org(values: Mapping[str, object]) -> str | None:
    """Raises `ValueError` for what cannot be one organisation."""
    name = values.get(OPERATOR_ORG)
    if name is None:
        return None
    try:
        org = segment_id(name) if isinstance(name, str) else ANY_ORG
    except Malformed as error:
        raise ValueError(f"{OPERATOR_ORG} {error.detail}") from None
    if org == ANY_ORG:
        raise ValueError(f"{OPERATOR_ORG} must name one organisation, as tokens name it in the claim org, not {name!r}")
    return org


def request_rates(values: Mapping[str, object], stage: str) -> RequestRates:
    """Those of the stage where none is given; 0: no limit. Raises `ValueError`."""
    default = RATES[stage]
    return RequestRates(_rate(values, TENANT_RATE, default.tenant), _rate(values, USER_RATE, default.user))


def _rate(values: Mapping[str, object], name: str, default: int) -> int:
    value = values.get(name, default)
    if isinstance(value, bool) or not str(value).isdecimal() or int(str(value)) > MAX_RATE:
        raise ValueError(f"{name} must be a whole number from 0 to {MAX_RATE}, not {value!r}")
    return int(str(value))
