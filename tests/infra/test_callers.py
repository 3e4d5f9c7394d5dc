"""What the functions know about callers by context: the operator's organisation, and the rates of requests."""

from __future__ import annotations

import pytest

from infra.callers import RATES
from infra.interface.api import THROTTLE
from infra.settings import DeploymentSettings, Stage
from shared.contracts.routes import ALL_ROUTES
from shared.domain.access.request_rates import RequestRates
from shared.records import keys
from tests.builders import a_caller
from tests.infra.template import Template, listed

WITH_TOKEN = {route.function for route in ALL_ROUTES if not route.open}


def test_each_function_knows_the_organisation_that_context_names(own: Template, dev: Template) -> None:
    named = {f["Environment"]["Variables"].get("OPERATOR_ORG") for f in own.functions().values()}
    assert named == {"the-operator"}
    assert not [f for f in dev.functions().values() if "OPERATOR_ORG" in f["Environment"]["Variables"]]


def _rates(template: Template) -> dict[str, tuple[str, str]]:
    variables = {name: f["Environment"]["Variables"] for name, f in template.functions().items()}
    return {name: (v["TENANT_RATE"], v["USER_RATE"]) for name, v in variables.items() if "TENANT_RATE" in v}


def test_functions_that_callers_reach_limit_them_in_production(prod: Template, dev: Template, own: Template) -> None:
    assert _rates(prod) == dict.fromkeys(WITH_TOKEN, ("200", "50"))
    assert _rates(dev) == {}
    assert _rates(own) == dict.fromkeys(WITH_TOKEN, ("10", "0"))


def test_they_take_from_the_buckets_and_update_nothing_else(prod: Template, dev: Template) -> None:
    (ledger,) = (id for id in prod.of_type("DynamoDB::Table") if "Ledger" in id)
    for name in prod.functions():
        updates = [s for s in prod.statements_for(name) if "dynamodb:UpdateItem" in listed(s["Action"])]
        assert len(updates) == (name in WITH_TOKEN), name
        for statement in updates:
            assert listed(statement["Action"]) == ["dynamodb:UpdateItem"]
            assert statement["Resource"] == {"Fn::GetAtt": [ledger, "Arn"]}
            assert statement["Condition"] == {
                "ForAllValues:StringEquals": {"dynamodb:LeadingKeys": [keys.REQUEST_RATES]}
            }
    assert not [
        name
        for name in dev.functions()
        for s in dev.statements_for(name)
        if "dynamodb:UpdateItem" in listed(s["Action"])
    ]


@pytest.mark.parametrize("stage", Stage)
def test_no_tenant_may_use_up_what_the_gateway_lets_through(stage: Stage) -> None:
    rates, (rate, burst) = RATES[stage], THROTTLE[stage]
    assert rates.tenant * 5 <= rate
    assert rates.user * 4 <= rates.tenant
    assert all(bucket.rate * bucket.holds_s * 5 <= burst for bucket in rates.of(a_caller()))


def test_a_rate_may_be_chosen_or_switched_off() -> None:
    def chosen(**context: object) -> RequestRates:
        return DeploymentSettings.from_context(context).rates

    assert chosen() == chosen(stage="dev") == chosen(stage="prod", tenantRate="0", userRate=0) == RequestRates()
    assert chosen(stage="prod", userRate="7") == RequestRates(tenant=200, user=7)
    assert chosen(stage="dev", tenantRate=30) == RequestRates(tenant=30)
