"""The console: its files in a private bucket, and CloudFront in front of them and of the API, so that both have one
origin."""

from __future__ import annotations

from pathlib import Path

from aws_cdk import Duration, Fn, RemovalPolicy
from aws_cdk import aws_certificatemanager as certificates
from aws_cdk import aws_cloudfront as cloudfront
from aws_cdk import aws_cloudfront_origins as origins
from aws_cdk import aws_s3 as s3
from constructs import Construct

from infra.console_settings import ConsoleSettings
from infra.findings import accept
from infra.interface.api import Api
from infra.settings import DeploymentSettings
from shared.contracts.console.hosting import CONSOLE_PATH, content_policy

_PAGES = Path(__file__).parent / "console_pages.js"
_HSTS = Duration.days(365)


class Console(Construct):
    """Everything but `/console` goes to the API: never cached, with every header of the caller but the host's name.

    No function of the stack writes the files: the operator publishes them (`infra.operations.publish_console`)."""

    def __init__(
        self, scope: Construct, id: str, settings: DeploymentSettings, console: ConsoleSettings, api: Api
    ) -> None:
        super().__init__(scope, id)
        self.bucket = s3.Bucket(
            self,
            "Files",
            encryption=s3.BucketEncryption.S3_MANAGED,  # what every visitor gets needs no key of its own
            enforce_ssl=True,
            minimum_tls_version=1.2,
            versioned=True,
            block_public_access=s3.BlockPublicAccess.BLOCK_ALL,
            object_ownership=s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
            # A bucket that is not empty cannot be deleted with its stack, and no function here may empty it.
            removal_policy=RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
        )
        accept(self.bucket, "it holds the built pages, which everybody may read through CloudFront", "AwsSolutions-S1")
        files = self._files(console)
        interface = self._interface(api)
        certificate, log = _certificate(self, console), _log(self, console)
        self.distribution = cloudfront.Distribution(
            self,
            "Distribution",
            comment=f"Agent memory {settings.stage}: the console and the interface",
            default_behavior=interface,
            additional_behaviors={CONSOLE_PATH.rstrip("/"): files, f"{CONSOLE_PATH}*": files},
            http_version=cloudfront.HttpVersion.HTTP2_AND_3,
            price_class=cloudfront.PriceClass.PRICE_CLASS_100,
            domain_names=None if console.domain is None else [console.domain],
            certificate=certificate,
            minimum_protocol_version=None if certificate is None else cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
            enable_logging=log is not None,
            log_bucket=log,
            log_file_prefix=None if log is None else "console/",
        )
        self._accept_findings(console)
        self.url = f"https://{console.domain or self.distribution.distribution_domain_name}"

    def _files(self, console: ConsoleSettings) -> cloudfront.BehaviorOptions:
        headers = cloudfront.ResponseHeadersPolicy(
            self,
            "Headers",
            security_headers_behavior=cloudfront.ResponseSecurityHeadersBehavior(
                content_security_policy=cloudfront.ResponseHeadersContentSecurityPolicy(
                    content_security_policy=content_policy(console.token_origin), override=True
                ),
                content_type_options=cloudfront.ResponseHeadersContentTypeOptions(override=True),
                referrer_policy=cloudfront.ResponseHeadersReferrerPolicy(
                    referrer_policy=cloudfront.HeadersReferrerPolicy.NO_REFERRER, override=True
                ),
                strict_transport_security=cloudfront.ResponseHeadersStrictTransportSecurity(
                    access_control_max_age=_HSTS, include_subdomains=False, override=True
                ),
            ),
        )
        # How long a file is kept is said at the file; what says nothing is not kept.
        cached = cloudfront.CachePolicy(
            self,
            "AsTheFilesSay",
            min_ttl=Duration.seconds(0),
            default_ttl=Duration.seconds(0),
            max_ttl=Duration.days(365),
            query_string_behavior=cloudfront.CacheQueryStringBehavior.none(),
            enable_accept_encoding_gzip=True,
            enable_accept_encoding_brotli=True,
        )
        pages = cloudfront.Function(
            self,
            "Pages",
            code=cloudfront.FunctionCode.from_inline(_PAGES.read_text(encoding="utf-8")),
            runtime=cloudfront.FunctionRuntime.JS_2_0,
        )
        return cloudfront.BehaviorOptions(
            origin=origins.S3BucketOrigin.with_origin_access_control(self.bucket),
            allowed_methods=cloudfront.AllowedMethods.ALLOW_GET_HEAD,
            viewer_protocol_policy=cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
            cache_policy=cached,
            response_headers_policy=headers,
            function_associations=[
                cloudfront.FunctionAssociation(function=pages, event_type=cloudfront.FunctionEventType.VIEWER_REQUEST)
            ],
        )

    def _interface(self, api: Api) -> cloudfront.BehaviorOptions:
        host = Fn.select(2, Fn.split("/", api.url))
        return cloudfront.BehaviorOptions(
            origin=origins.HttpOrigin(
                host,
                protocol_policy=cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
                origin_ssl_protocols=[cloudfront.OriginSslPolicy.TLS_V1_2],
            ),
            allowed_methods=cloudfront.AllowedMethods.ALLOW_ALL,
            viewer_protocol_policy=cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
            # Only with every header does CloudFront pass `Authorization` on; with the host's, the API would not answer.
            origin_request_policy=cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
            cache_policy=cloudfront.CachePolicy.CACHING_DISABLED,
            compress=False,
        )

    def _accept_findings(self, console: ConsoleSettings) -> None:
        accept(self.distribution, "callers are known by their tokens, not by their country", "AwsSolutions-CFR1")
        accept(
            self.distribution,
            "the API behind it throttles callers and open routes itself; a web ACL is the account's to add",
            "AwsSolutions-CFR2",
        )
        if console.log_bucket is None:
            accept(
                self.distribution,
                "the API logs every request; consoleLogBucket logs those for the pages too",
                "AwsSolutions-CFR3",
            )
        if console.domain is None:
            accept(
                self.distribution,
                "a developer's stage has CloudFront's own name; production needs a domain",
                "AwsSolutions-CFR4",
            )


def _certificate(scope: Construct, console: ConsoleSettings) -> certificates.ICertificate | None:
    if console.certificate_arn is None:
        return None
    return certificates.Certificate.from_certificate_arn(scope, "Certificate", console.certificate_arn)


def _log(scope: Construct, console: ConsoleSettings) -> s3.IBucket | None:
    return None if console.log_bucket is None else s3.Bucket.from_bucket_name(scope, "Logs", console.log_bucket)
