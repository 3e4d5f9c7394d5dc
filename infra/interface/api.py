"""The HTTP API: every route of the route table, each behind the token check unless it is open."""

from __future__ import annotations

import json
from collections.abc import Mapping

from aws_cdk import Duration
from aws_cdk import aws_apigatewayv2 as apigateway
from aws_cdk import aws_apigatewayv2_authorizers as authorizers
from aws_cdk import aws_apigatewayv2_integrations as integrations
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.findings import accept
from infra.interface.identity import TokenIssuer
from infra.settings import DeploymentSettings
from infra.stores.log_groups import log_group
from shared.contracts.routes import ALL_ROUTES, DEFAULT_FUNCTION

# Requests a second over all callers and the burst above it: what 1,000 concurrent executions (an account's default)
# answer at 100 ms each, with a tenth of it for a developer's stage.
THROTTLE = {"prod": (1000, 2000), "prod-small": (500, 1000), "dev": (100, 200)}
# The rate of routes without a token: a flood of their requests must not use up the rate of the others.
OPEN_THROTTLE = (20, 40)
REQUEST_HEADERS = [
    "authorization",
    "content-type",
    "idempotency-key",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
    "x-correlation-id",
]
ANSWER_HEADERS = [
    "idempotency-replayed", "location", "retry-after", "www-authenticate", "x-correlation-id", "x-next-cursor",
]  # fmt: skip
# The route's template, never the path, the query or an address: a log does not show who asked about what.
_ACCESS_LOG = {
    "request_id": "$context.requestId",
    "time": "$context.requestTime",
    "route": "$context.routeKey",
    "status": "$context.status",
    "latency_ms": "$context.responseLatency",
    "integration_ms": "$context.integrationLatency",
    "integration_status": "$context.integrationStatus",
    "integration_error": "$context.integrationErrorMessage",
    "authorizer_error": "$context.authorizer.error",
    "bytes": "$context.responseLength",
}


class Api(Construct):
    def __init__(
        self,
        scope: Construct,
        id: str,
        settings: DeploymentSettings,
        issuer: TokenIssuer,
        functions: Mapping[str, lambda_.Function],
    ) -> None:
        super().__init__(scope, id)
        self.api = apigateway.HttpApi(
            self,
            "Http",
            api_name=f"agent-memory-{settings.stage}",
            description="Agent memory",
            create_default_stage=False,
            cors_preflight=_cors(settings),
        )
        authorizer = authorizers.HttpJwtAuthorizer(
            "Token",
            issuer.issuer,
            jwt_audience=list(issuer.audience),
            identity_source=["$request.header.Authorization"],
        )
        targets = {
            name: integrations.HttpLambdaIntegration(
                name, functions[name], payload_format_version=apigateway.PayloadFormatVersion.VERSION_2_0
            )
            for name in sorted({route.function for route in ALL_ROUTES} | {DEFAULT_FUNCTION})
        }
        for route in ALL_ROUTES:
            made = self.api.add_routes(
                path=route.path,
                methods=[apigateway.HttpMethod[route.method]],
                integration=targets[route.function],
                authorizer=None if route.open else authorizer,
            )
            if route.open:
                for one in made:
                    accept(one, "open by the route table: it only shows that the service is up", "AwsSolutions-APIG4")
        self._default_route(targets[DEFAULT_FUNCTION])
        self.stage = self._stage(settings)

    @property
    def url(self) -> str:
        return self.api.api_endpoint

    def _default_route(self, target: integrations.HttpLambdaIntegration) -> None:
        route = apigateway.HttpRoute(
            self, "Default", http_api=self.api, route_key=apigateway.HttpRouteKey.DEFAULT, integration=target
        )
        accept(route, "answers unknown paths and methods with 404 and 405, and touches no data", "AwsSolutions-APIG4")

    def _stage(self, settings: DeploymentSettings) -> apigateway.HttpStage:
        rate, burst = THROTTLE[settings.stage]
        stage = apigateway.HttpStage(
            self,
            "Stage",
            http_api=self.api,
            auto_deploy=True,
            throttle=apigateway.ThrottleSettings(rate_limit=rate, burst_limit=burst),
            # A set of metrics for each route would cost more than all other metrics of the stage.
            detailed_metrics_enabled=False,
        )
        access_log = log_group(self, "AccessLog", settings, delivered="api")
        resource = stage.node.default_child
        if not isinstance(resource, apigateway.CfnStage):
            raise TypeError("the stage has no resource of its own")
        resource.access_log_settings = apigateway.CfnStage.AccessLogSettingsProperty(
            destination_arn=access_log.log_group_arn, format=json.dumps(_ACCESS_LOG)
        )
        rate, burst = OPEN_THROTTLE
        resource.route_settings = {
            key: {"ThrottlingRateLimit": rate, "ThrottlingBurstLimit": burst}
            for key in ("$default", *(route.key for route in ALL_ROUTES if route.open))
        }
        return stage


def _cors(settings: DeploymentSettings) -> apigateway.CorsPreflightOptions | None:
    """Only for configured origins; without any, browsers of other origins stay out."""
    if not settings.allowed_origins:
        return None
    methods = sorted({route.method for route in ALL_ROUTES})
    return apigateway.CorsPreflightOptions(
        allow_origins=list(settings.allowed_origins),
        allow_methods=[apigateway.CorsHttpMethod[method] for method in methods],
        allow_headers=REQUEST_HEADERS,
        expose_headers=ANSWER_HEADERS,
        max_age=Duration.hours(1),
    )
