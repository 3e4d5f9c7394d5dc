"""Who callers are: the user's own issuer, or a user pool whose access tokens carry the claims."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aws_cdk import Aws, Duration
from aws_cdk import aws_cognito as cognito
from aws_cdk import aws_iam as iam
from aws_cdk import aws_lambda as lambda_
from constructs import Construct

from infra.findings import accept
from infra.functions import permissions
from infra.settings import DeploymentSettings
from infra.stores.log_groups import log_group

_CLAIMS_SOURCE = Path(__file__).resolve().parents[2] / "functions" / "events" / "cognito_claims.py"
# What the claims trigger reads. Longer lists belong into an issuer of one's own: an attribute holds 2,048 characters.
CUSTOM_ATTRIBUTES = ("org", "roles", "memory_scope", "purposes", "act_as", "sources", "agent_id", "inherit")


@dataclass(frozen=True, slots=True)
class TokenIssuer:
    """What the gateway checks a token against."""

    issuer: str
    audience: tuple[str, ...]


class UserPool(Construct):
    """Administrators create users and set the contents of their tokens; a client reads them and cannot write them."""

    def __init__(self, scope: Construct, id: str, settings: DeploymentSettings) -> None:
        super().__init__(scope, id)
        production = settings.production
        self.pool = cognito.UserPool(
            self,
            "Pool",
            self_sign_up_enabled=False,
            sign_in_aliases=cognito.SignInAliases(username=True),
            feature_plan=cognito.FeaturePlan.ESSENTIALS,  # the least that lets a trigger change access tokens
            mfa=cognito.Mfa.REQUIRED if production else cognito.Mfa.OPTIONAL,
            mfa_second_factor=cognito.MfaSecondFactor(otp=True, sms=False),
            account_recovery=cognito.AccountRecovery.NONE,
            password_policy=cognito.PasswordPolicy(
                min_length=16, require_lowercase=True, require_uppercase=True, require_digits=True, require_symbols=True
            ),
            custom_attributes={name: cognito.StringAttribute(mutable=True, max_len=2048) for name in CUSTOM_ATTRIBUTES},
            deletion_protection=settings.protect,
            removal_policy=settings.removal,
        )
        self.pool.add_trigger(
            cognito.UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG,
            self._claims_function(settings),
            cognito.LambdaVersion.V2_0,
        )
        self.client = self.pool.add_client(
            "Client",
            auth_flows=cognito.AuthFlow(user_srp=True, admin_user_password=True),
            disable_o_auth=True,
            prevent_user_existence_errors=True,
            enable_token_revocation=True,
            access_token_validity=Duration.hours(1),
            id_token_validity=Duration.hours(1),
            refresh_token_validity=Duration.days(7),
            read_attributes=cognito.ClientAttributes().with_custom_attributes(*CUSTOM_ATTRIBUTES),
            # Named, so that it is not "all": a user who could write `org` would choose the tenant.
            write_attributes=cognito.ClientAttributes().with_standard_attributes(nickname=True),
        )
        self._accept_findings(production)

    def issuer(self) -> TokenIssuer:
        url = f"https://cognito-idp.{Aws.REGION}.{Aws.URL_SUFFIX}/{self.pool.user_pool_id}"
        return TokenIssuer(url, (self.client.user_pool_client_id,))

    def _claims_function(self, settings: DeploymentSettings) -> lambda_.Function:
        scope = Construct(self, "Claims")
        log = log_group(scope, "Log", settings)
        role = iam.Role(scope, "Role", assumed_by=iam.ServicePrincipal("lambda.amazonaws.com"))
        role.add_to_policy(permissions.logging_to(log.log_group_arn))
        function = lambda_.Function(
            scope,
            "Function",
            runtime=lambda_.Runtime.PYTHON_3_13,
            architecture=lambda_.Architecture.ARM_64,
            handler="index.handler",
            code=lambda_.Code.from_inline(_CLAIMS_SOURCE.read_text(encoding="utf-8")),
            role=role,
            memory_size=128,
            timeout=Duration.seconds(5),  # Cognito waits no longer
            log_group=log,
        )
        accept(function, "3.13, as all functions here", "AwsSolutions-L1")
        return function

    def _accept_findings(self, production: bool) -> None:
        accept(
            self.pool,
            "threat protection needs the Plus plan, priced by active user; bring an issuer if you need it",
            "AwsSolutions-COG8",
        )
        if not production:
            accept(
                self.pool,
                "a developer signs in by script; production requires a second factor",
                "AwsSolutions-COG2",
            )
