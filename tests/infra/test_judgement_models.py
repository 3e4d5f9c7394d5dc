"""Which model the functions ask for judgements, and that each role may ask it, and no other."""

from __future__ import annotations

from typing import Any

import pytest

from infra.judgement_models import DEFAULT, MODEL, SWITCH
from infra.settings import BadContext, DeploymentSettings
from tests.infra.template import Template, listed, synthesise

VARIABLE = "JUDGEMENT_MODEL_ID"
# Whatever changes memories and embeds; the others have no use for a judgement.
ASKS = {"write", "sessions", "govern", "deletion_step", "gc", "extract", "delete", "mcp"}


@pytest.fixture(scope="module")
def switched() -> Template:
    return synthesise(stage="prod", judgement="eu")


def model_of(**context: object) -> Any:
    return DeploymentSettings.from_context(context).judgement_model


def bedrock(template: Template, function: str) -> list[tuple[str, Any]]:
    """Resource (as text) and condition of what a function may ask of Bedrock."""
    return [
        (str(resource), statement.get("Condition"))
        for statement in template.statements_for(function)
        if "bedrock:InvokeModel" in listed(statement["Action"])
        for resource in listed(statement["Resource"])
    ]


def test_no_stage_asks_a_model_for_judgements_unless_it_is_told_to(dev: Template, prod: Template) -> None:
    for template in (dev, prod):
        for name, function in template.functions().items():
            assert VARIABLE not in function.get("Environment", {}).get("Variables", {}), name
            assert all("titan-embed" in resource for resource, _ in bedrock(template, name))


def test_one_switch_turns_the_default_model_on_in_production(switched: Template) -> None:
    asking = {
        name: function["Environment"]["Variables"][VARIABLE]
        for name, function in switched.functions().items()
        if VARIABLE in function.get("Environment", {}).get("Variables", {})
    }
    assert asking == dict.fromkeys(ASKS, f"eu.{DEFAULT}")


def test_a_role_calls_the_profile_and_the_model_only_through_it(switched: Template) -> None:
    for name in ASKS:
        own = [(resource, when) for resource, when in bedrock(switched, name) if "titan-embed" not in resource]
        assert len(own) == 2, name
        (profile, without), (model, through) = sorted(own, key=lambda one: "foundation-model" in one[0])
        assert f":inference-profile/eu.{DEFAULT}" in profile
        assert "AWS::AccountId" in profile
        assert without is None
        # In whichever region the profile sends the call, and by no other way.
        assert f":bedrock:*::foundation-model/{DEFAULT}" in model
        assert str(through["StringEquals"]["bedrock:InferenceProfileArn"]) == profile


def test_a_function_in_the_network_reaches_bedrock_by_an_endpoint(switched: Template) -> None:
    services = [str(e["ServiceName"]) for e in switched.properties("EC2::VPCEndpoint")]
    assert any("bedrock-runtime" in service for service in services)


def test_the_switch_is_off_in_development_and_a_named_model_is_not() -> None:
    assert model_of(judgement="us") is None
    assert model_of(stage="prod-small", judgement="us").id == f"us.{DEFAULT}"
    assert model_of(judgementModelId="us.anthropic.claude-3-haiku-20240307-v1:0").model == (
        "anthropic.claude-3-haiku-20240307-v1:0"
    )


def test_a_bare_id_is_called_in_the_stacks_own_region() -> None:
    model = model_of(judgementModelId="amazon.nova-micro-v1:0")
    assert (model.id, model.profile) == ("amazon.nova-micro-v1:0", None)
    (statement,) = model.permissions()
    assert "*" not in statement.to_statement_json()["Resource"]


@pytest.mark.parametrize(
    ("arn", "model"),
    [
        ("arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.amazon.nova-pro-v1:0", "amazon.nova-pro-v1:0"),
        ("arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1b2c3d4e5f6", "*"),
    ],
)
def test_a_profile_may_be_named_by_its_arn(arn: str, model: str) -> None:
    named = model_of(judgementModelId=arn)
    assert (named.id, named.profile, named.model) == (arn, arn, model)


def test_an_application_profile_deploys_and_opens_no_other_way_to_models() -> None:
    arn = "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1b2c3d4e5f6"
    template = synthesise(judgementModelId=arn)
    for resource, when in bedrock(template, "write"):
        if "foundation-model/*" in resource:
            assert when == {"StringEquals": {"bedrock:InferenceProfileArn": arn}}


@pytest.mark.parametrize(
    "context",
    [
        {MODEL: "nova"},
        {MODEL: ""},
        {MODEL: "arn:aws:bedrock:eu-west-1::foundation-model/amazon.nova-lite-v1:0"},
        {MODEL: "arn:aws:bedrock:eu-west-1:1234:inference-profile/eu.amazon.nova-lite-v1:0"},
        {SWITCH: "yes", "stage": "prod"},
        {SWITCH: "true"},
        {SWITCH: "eu", MODEL: "amazon.nova-lite-v1:0", "stage": "prod"},
    ],
)
def test_what_names_no_model_is_refused_with_what_would_do(context: dict[str, object]) -> None:
    with pytest.raises(BadContext, match=r"judgement"):
        model_of(**context)
