from __future__ import annotations

import json

from shared.contracts.routes import ALL_ROUTES, DEFAULT_FUNCTION
from tests.infra.template import Template


def integrated_function(template: Template, target: object) -> str:
    """The function behind a route's `Target`."""
    assert isinstance(target, dict)
    integration = template.resources[target["Fn::Join"][1][1]["Ref"]]["Properties"]
    assert integration["PayloadFormatVersion"] == "2.0"
    function_id = integration["IntegrationUri"]["Fn::GetAtt"][0]
    handler: str = template.resources[function_id]["Properties"]["Handler"]
    return handler.split(".")[-2]


def test_the_gateway_has_exactly_the_routes_of_the_table(template: Template) -> None:
    made = {
        r["RouteKey"]: integrated_function(template, r["Target"]) for r in template.properties("ApiGatewayV2::Route")
    }
    assert made == {route.key: route.function for route in ALL_ROUTES} | {"$default": DEFAULT_FUNCTION}


def test_every_route_but_the_open_ones_checks_the_token(template: Template) -> None:
    (authorizer_id,) = template.of_type("ApiGatewayV2::Authorizer")
    checked = {
        r["RouteKey"]
        for r in template.properties("ApiGatewayV2::Route")
        if r["AuthorizationType"] == "JWT" and r["AuthorizerId"] == {"Ref": authorizer_id}
    }
    unchecked = {r["RouteKey"] for r in template.properties("ApiGatewayV2::Route")} - checked
    assert unchecked == {route.key for route in ALL_ROUTES if route.open} | {"$default"}


def test_a_token_of_the_pool_is_checked_for_its_issuer_and_client(dev: Template) -> None:
    authorizer = dev.only("ApiGatewayV2::Authorizer")
    (pool,), (client,) = dev.of_type("Cognito::UserPool"), dev.of_type("Cognito::UserPoolClient")
    assert authorizer["AuthorizerType"] == "JWT"
    assert authorizer["IdentitySource"] == ["$request.header.Authorization"]
    assert {"Ref": pool} in authorizer["JwtConfiguration"]["Issuer"]["Fn::Join"][1]
    assert authorizer["JwtConfiguration"]["Audience"] == [{"Ref": client}]


def test_an_issuer_of_ones_own_replaces_the_pool(own: Template) -> None:
    assert own.only("ApiGatewayV2::Authorizer")["JwtConfiguration"] == {
        "Issuer": "https://login.example.org/",
        "Audience": ["memory"],
    }
    assert not own.of_type("Cognito::UserPool")


def test_each_function_may_be_called_for_its_own_routes_only(template: Template) -> None:
    permissions = template.properties("Lambda::Permission")
    api = [p for p in permissions if p["Principal"] == "apigateway.amazonaws.com"]
    assert len(api) == len(ALL_ROUTES) + 1
    assert all("SourceArn" in p for p in permissions)
    # The last part of the ARN is the route; every method of a path is let through, for the API has no other.
    paths = [p["SourceArn"]["Fn::Join"][1][-1] for p in api]
    assert sorted(paths) == sorted([f"/*/*{route.path}" for route in ALL_ROUTES] + ["/*/*"])
    (anything,) = (p for p in api if p["SourceArn"]["Fn::Join"][1][-1] == "/*/*")
    assert anything["FunctionName"]["Fn::GetAtt"][0] == template.function_id(DEFAULT_FUNCTION)


def test_browsers_of_other_origins_are_refused_unless_they_are_named(dev: Template, own: Template) -> None:
    assert "CorsConfiguration" not in dev.only("ApiGatewayV2::Api")
    cors = own.only("ApiGatewayV2::Api")["CorsConfiguration"]
    assert cors["AllowOrigins"] == ["https://app.example.org", "http://localhost:3000"]
    assert set(cors["AllowMethods"]) == {route.method for route in ALL_ROUTES}
    assert {"authorization", "idempotency-key"} <= set(cors["AllowHeaders"])
    assert not cors.get("AllowCredentials")


def test_the_stage_throttles_and_logs_no_content(template: Template) -> None:
    stage = template.only("ApiGatewayV2::Stage")
    assert stage["StageName"] == "$default"
    assert stage["DefaultRouteSettings"]["ThrottlingRateLimit"] > 0
    assert stage["DefaultRouteSettings"]["ThrottlingBurstLimit"] > 0
    logged = set(json.loads(stage["AccessLogSettings"]["Format"]).values())
    # Paths and queries hold ids and words of callers, addresses and agents say who they are.
    for context in ("path", "identity.", "requestOverride", "protocol", "authorizer.claims", "httpMethod"):
        assert not [value for value in logged if f"$context.{context}" in value]


def test_routes_without_a_token_have_a_small_rate_of_their_own(template: Template) -> None:
    stage = template.only("ApiGatewayV2::Stage")
    rates = {key: settings["ThrottlingRateLimit"] for key, settings in stage["RouteSettings"].items()}
    assert rates == {"$default": 20} | {route.key: 20 for route in ALL_ROUTES if route.open}
    assert stage["DefaultRouteSettings"]["ThrottlingRateLimit"] >= 100
    assert not stage["DefaultRouteSettings"].get("DetailedMetricsEnabled")
