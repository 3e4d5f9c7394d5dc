"""The console behind CloudFront: private files, one origin with the API, and nothing of it without the context."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from infra.interface import console
from infra.linting.__main__ import findings_of
from infra.linting.accepted import ACCEPTED
from infra.linting.lint_finding import Verdict
from infra.operations.publish_console import BUCKET, SETTINGS, NotPublished, publish
from infra.settings import BadContext, DeploymentSettings
from shared.contracts.console.hosting import CONSOLE_PATH, content_policy, file_of
from tests.infra.template import CONSOLE, Template, listed, synthesise

PRODUCTION = {
    **CONSOLE, "stage": "prod", "consoleDomain": "memory.example.org", "consoleLogBucket": "logs-of-the-account",
    "consoleCertificateArn": "arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000",
}  # fmt: skip
# AWS's own identifiers of its policies.
CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"
ALL_HEADERS_BUT_THE_HOSTS = "b689b0a8-53d0-40ab-baf2-68738e2966ac"


@pytest.fixture(scope="module")
def hosted() -> Template:
    return synthesise(**CONSOLE)


@pytest.fixture(scope="module")
def production() -> Template:
    return synthesise(**PRODUCTION)


def distribution(template: Template) -> dict[str, Any]:
    made: dict[str, Any] = template.only("CloudFront::Distribution")["DistributionConfig"]
    return made


def files_bucket(template: Template) -> str:
    (id,) = (id for id, r in template.of_type("S3::Bucket").items() if "ObjectLockEnabled" not in r["Properties"])
    return id


def test_without_the_context_no_stage_has_anything_of_it(template: Template) -> None:
    assert not template.of_type("CloudFront::Distribution")
    assert len(template.of_type("S3::Bucket")) == 1
    assert not {name for name in template.body["Outputs"] if name.startswith("Console")}


def test_with_it_only_what_hosts_the_console_is_added(hosted: Template) -> None:
    plain = synthesise(**{name: value for name, value in CONSOLE.items() if not name.startswith("console")})
    added = {id: r["Type"] for id, r in hosted.resources.items() if id not in plain.resources}
    assert sorted(added.values()) == [
        "AWS::CloudFront::CachePolicy", "AWS::CloudFront::Distribution", "AWS::CloudFront::Function",
        "AWS::CloudFront::OriginAccessControl", "AWS::CloudFront::ResponseHeadersPolicy", "AWS::S3::Bucket",
        "AWS::S3::BucketPolicy",
    ]  # fmt: skip
    assert {id: r for id, r in hosted.resources.items() if id not in added} == plain.resources


def test_the_files_are_private_encrypted_and_open_to_this_distribution_over_tls_only(hosted: Template) -> None:
    id = files_bucket(hosted)
    bucket = hosted.resources[id]["Properties"]
    assert set(bucket["PublicAccessBlockConfiguration"].values()) == {True}
    assert bucket["BucketEncryption"]["ServerSideEncryptionConfiguration"]
    assert bucket["OwnershipControls"] == {"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]}
    (policy,) = (p for p in hosted.properties("S3::BucketPolicy") if p["Bucket"] == {"Ref": id})
    statements = policy["PolicyDocument"]["Statement"]
    denied = [s["Condition"] for s in statements if s["Effect"] == "Deny"]
    assert {"Bool": {"aws:SecureTransport": "false"}} in denied
    (allowed,) = (s for s in statements if s["Effect"] == "Allow")
    assert allowed["Principal"] == {"Service": "cloudfront.amazonaws.com"}
    assert listed(allowed["Action"]) == ["s3:GetObject"]
    (made,) = hosted.of_type("CloudFront::Distribution")
    assert json.dumps(allowed["Condition"]["StringEquals"]["AWS:SourceArn"]).count(made) == 1
    control = hosted.only("CloudFront::OriginAccessControl")["OriginAccessControlConfig"]
    assert (control["SigningBehavior"], control["SigningProtocol"]) == ("always", "sigv4")


def test_no_role_of_the_stack_may_touch_the_files(hosted: Template) -> None:
    id = files_bucket(hosted)
    assert all(id not in json.dumps(p) for p in hosted.properties("IAM::Policy") + hosted.properties("IAM::Role"))
    assert not [t for t in (r["Type"] for r in hosted.resources.values()) if t.startswith("Custom::")]


def test_the_api_gets_every_header_and_none_of_its_answers_is_kept(hosted: Template) -> None:
    behaviour = distribution(hosted)["DefaultCacheBehavior"]
    assert behaviour["CachePolicyId"] == CACHING_DISABLED
    assert behaviour["OriginRequestPolicyId"] == ALL_HEADERS_BUT_THE_HOSTS
    assert set(behaviour["AllowedMethods"]) >= {"GET", "POST", "PUT", "PATCH", "DELETE"}
    assert behaviour["ViewerProtocolPolicy"] == "https-only"
    (origin,) = (o for o in distribution(hosted)["Origins"] if o["Id"] == behaviour["TargetOriginId"])
    assert origin["CustomOriginConfig"] == {"OriginProtocolPolicy": "https-only", "OriginSSLProtocols": ["TLSv1.2"]}


def test_only_the_consoles_paths_go_to_the_files(hosted: Template) -> None:
    behaviours = distribution(hosted)["CacheBehaviors"]
    assert [b["PathPattern"] for b in behaviours] == ["/console", "/console/*"]
    (origin,) = (o for o in distribution(hosted)["Origins"] if "S3OriginConfig" in o)
    for behaviour in behaviours:
        assert behaviour["TargetOriginId"] == origin["Id"]
        assert set(behaviour["AllowedMethods"]) == {"GET", "HEAD"}
        assert behaviour["ViewerProtocolPolicy"] == "redirect-to-https"
    cached = hosted.only("CloudFront::CachePolicy")["CachePolicyConfig"]
    assert (cached["MinTTL"], cached["DefaultTTL"], cached["MaxTTL"]) == (0, 0, 31536000)
    key = cached["ParametersInCacheKeyAndForwardedToOrigin"]
    assert key["CookiesConfig"] == {"CookieBehavior": "none"}
    assert key["QueryStringsConfig"] == {"QueryStringBehavior": "none"}


def test_the_pages_have_the_headers_of_the_laptop_and_reach_the_issuers_tokens(hosted: Template) -> None:
    headers = hosted.only("CloudFront::ResponseHeadersPolicy")["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]
    policy = headers["ContentSecurityPolicy"]["ContentSecurityPolicy"]
    assert policy == content_policy("https://tokens.example.org")
    assert "unsafe" not in policy
    assert headers["ReferrerPolicy"]["ReferrerPolicy"] == "no-referrer"
    assert headers["StrictTransportSecurity"]["AccessControlMaxAgeSec"] == 31536000
    assert all(header["Override"] for header in headers.values())
    assert "ContentTypeOptions" in headers


def test_production_has_a_name_of_its_own_tls_1_2_and_a_log(production: Template) -> None:
    made = distribution(production)
    assert made["Aliases"] == ["memory.example.org"]
    assert made["ViewerCertificate"]["MinimumProtocolVersion"] == "TLSv1.2_2021"
    assert made["ViewerCertificate"]["SslSupportMethod"] == "sni-only"
    assert "logs-of-the-account" in json.dumps(made["Logging"])
    assert not made["Logging"].get("IncludeCookies", False)
    assert production.body["Outputs"]["ConsoleUrl"]["Value"] == "https://memory.example.org"


def test_the_linters_find_nothing_that_is_not_accepted(hosted: Template) -> None:
    assert not Verdict.on(findings_of(hosted.body, "console"), ACCEPTED).open


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"issuer": None, "audience": None}, "needs issuer"),
        ({"consoleTokenUrl": None}, "needs consoleTokenUrl"),
        ({"consoleClientId": None}, "needs consoleClientId"),
        ({"consoleAuthorizeUrl": "http://login.example.org/authorize"}, "consoleAuthorizeUrl must be"),
        ({"consoleTokenUrl": "https://x.example/token; script-src *"}, "consoleTokenUrl must be"),
        ({"consoleDomain": "memory.example.org"}, "belong together"),
        ({"stage": "prod"}, "needs consoleDomain"),
        ({"console": None}, "give console=true"),
        ({"console": "yes"}, "console must be true or false"),
        ({"consoleCertificateArn": "arn:aws:acm:eu-west-1:123456789012:certificate/0a"}, "us-east-1"),
    ],
)
def test_what_cannot_be_hosted_is_refused_with_its_reason(changed: dict[str, str | None], said: str) -> None:
    with pytest.raises(BadContext, match=said):
        DeploymentSettings.from_context({**CONSOLE, **changed})


def test_a_path_leads_to_the_same_file_as_on_a_laptop(tmp_path: Path) -> None:
    paths = ["", "memories", "a.b/c", "assets/x.js", "deletions/1/", "icon.svg", "config.json", "assets/"]
    code = Path(console.__file__).with_name("console_pages.js").read_text(encoding="utf-8")
    asked = json.dumps([f"{CONSOLE_PATH}{path}" for path in paths])
    script = f"{code}\nconsole.log(JSON.stringify({asked}.map((uri) => handler({{request: {{uri}}}}).uri)))"
    run = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    # A folder has no name of its own; nothing asks for one.
    assert json.loads(run.stdout) == [f"{CONSOLE_PATH}{file_of(path.rstrip('/'))}" for path in paths]


@pytest.fixture
def s3() -> Iterator[Any]:
    with mock_aws():
        client = boto3.client("s3", region_name="us-east-1")
        client.create_bucket(Bucket="files")
        yield client


def test_publishing_puts_each_file_with_its_type_and_the_page_last(s3: Any, tmp_path: Path, hosted: Template) -> None:
    (tmp_path / "assets").mkdir()
    for name in ("index.html", "icon.svg", "assets/index-4f3a9c1b.js", "assets/index-1.css"):
        (tmp_path / name).write_text(name)
    s3.put_object(Bucket="files", Key="console/assets/older-1.js", Body=b"an older page needs it")
    settings = hosted.body["Outputs"][SETTINGS]["Value"]
    put = publish(s3, "files", settings, tmp_path)
    assert put[-1] == "console/index.html"
    assert put[0] == "console/config.json"
    kept = {name: s3.head_object(Bucket="files", Key=name) for name in put}
    assert {name: (got["ContentType"], got["CacheControl"]) for name, got in kept.items()} == {
        "console/config.json": ("application/json", "no-store"),
        "console/assets/index-4f3a9c1b.js": ("text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        "console/assets/index-1.css": ("text/css; charset=utf-8", "public, max-age=31536000, immutable"),
        "console/icon.svg": ("image/svg+xml", "no-cache"),
        "console/index.html": ("text/html; charset=utf-8", "no-store"),
    }
    body = json.loads(s3.get_object(Bucket="files", Key="console/config.json")["Body"].read())
    assert body == {
        "issuer": "https://login.example.org/", "authorize_url": "https://login.example.org/authorize",
        "token_url": "https://tokens.example.org/oauth/token", "client_id": "agent-memory-console",
        "scope": "openid", "api_url": "",
    }  # fmt: skip
    assert s3.head_object(Bucket="files", Key="console/assets/older-1.js")
    assert hosted.body["Outputs"][BUCKET]["Value"] == {"Ref": files_bucket(hosted)}


def test_a_console_that_was_not_built_is_not_published(s3: Any, tmp_path: Path) -> None:
    with pytest.raises(NotPublished, match="make console"):
        publish(s3, "files", "{}", tmp_path)
    assert "Contents" not in s3.list_objects_v2(Bucket="files")
