from __future__ import annotations

from pathlib import Path

import pytest

from infra.settings import CLAIMS, BadContext, DeploymentSettings, Stage
from shared.domain.access import caller

ENDPOINT = "https://search-notes-abcdefghijklmnopqrstuvwxyz.eu-west-1.es.amazonaws.com"


def settings(**context: object) -> DeploymentSettings:
    return DeploymentSettings.from_context(context)


def test_without_context_it_is_a_development_stage_with_its_own_pool_and_domain() -> None:
    made = settings()
    assert made.stage is Stage.DEV
    assert made.own_issuer is None
    assert made.existing_search is None
    assert made.allowed_origins == ()


def test_the_toolkits_own_keys_are_left_alone() -> None:
    flags = {"@aws-cdk/core:checkSecretUsage": True, "aws:cdk:enable-path-metadata": True, "cli-telemetry": False}
    assert DeploymentSettings.from_context(flags) == DeploymentSettings()


def test_values_may_come_from_the_command_line_or_from_cdk_json() -> None:
    said = settings(gcHour="5", allowedOrigins="https://a.example,https://b.example", backupRetentionDays="7")
    written = settings(gcHour=5, allowedOrigins=["https://a.example", "https://b.example"], backupRetentionDays=7)
    assert said == written


@pytest.mark.parametrize(
    ("context", "named"),
    [
        ({"stagee": "prod"}, "stagee"),
        ({"stage": "staging"}, "dev, prod"),
        ({"stage": ""}, "stage"),
        ({"operatorOrg": "*"}, "operatorOrg"),
        ({"tenantRate": "10001"}, "tenantRate"),
        ({"userRate": "-1"}, "userRate"),
        ({"operatorOrg": "x" * 129}, "operatorOrg"),
        ({"languagePacks": "my_words"}, "language_packs"),
        ({"languagePacks": "language_packs.no_such_language"}, "cannot import language_packs.no_such_language"),
        ({"remember": "everything"}, "statements, marked"),
        ({"issuer": "https://login.example"}, "audience"),
        ({"issuer": "http://login.example", "audience": "a"}, "https"),
        ({"audience": "memory"}, "issuer"),
        ({"claimNames": "{}"}, "issuer"),
        ({"issuer": "https://l.example", "audience": "a", "claimNames": "{"}, "JSON"),
        ({"issuer": "https://l.example", "audience": "a", "claimNames": '{"tenant": "t"}'}, "tenant"),
        ({"issuer": "https://l.example", "audience": "a", "claimNames": '{"org": ""}'}, "claimNames"),
        ({"issuer": "https://l.example", "audience": "a,,b"}, "audience"),
        ({"searchEndpoint": "search.example.org"}, "https"),
        ({"searchEndpoint": "https://search.example.org"}, "searchArn"),
        ({"searchEndpoint": "https://vpc-notes-abc.eu-west-1.es.amazonaws.com"}, "VPC"),
        ({"searchArn": "arn:aws:es:eu-west-1:123456789012:domain/notes"}, "searchEndpoint"),
        ({"searchEndpoint": ENDPOINT, "searchArn": "arn:aws:s3:::bucket"}, "searchArn"),
        ({"allowedOrigins": "*"}, "allowedOrigins"),
        ({"oauthScopes": "open id"}, "oauthScopes"),
        ({"oauthScopes": 'a"b'}, "oauthScopes"),
        ({"allowedOrigins": "https://app.example/path"}, "allowedOrigins"),
        ({"allowedOrigins": [1]}, "allowedOrigins"),
        ({"alarmEmail": "nobody"}, "alarmEmail"),
        ({"timezone": "Vienna"}, "timezone"),
        ({"timezone": "../etc/passwd"}, "timezone"),
        ({"gcHour": "24"}, "0 to 23"),
        ({"gcHour": True}, "gcHour"),
        ({"gcHour": "half past"}, "gcHour"),
        ({"backupRetentionDays": "36"}, "1 to 35"),
        ({"backupRetentionDays": 0}, "1 to 35"),
        ({"bedrockModelId": "eu.amazon.titan-embed-text-v2:0"}, "must be one of amazon.titan-embed-text-v2:0"),
        ({"bedrockModelId": "amazon.titan-embed-text-v1"}, "bedrockModelId"),
        ({"bedrockModelId": "cohere.embed-multilingual-v3"}, "bedrockModelId"),
        ({"searchEndpoint": "https://abc123.eu-west-1.aoss.amazonaws.com"}, "Serverless"),
        ({"searchEndpoint": ENDPOINT, "searchArn": "arn:aws:aoss:eu-west-1:123456789012:collection/a"}, "Serverless"),
        ({"zones": "eu-west-1a,eu-west-1b"}, "3 different"),
        ({"zones": "first,second,third"}, "names of availability zones"),
        ({"protect": "yes"}, "true or false"),
        ({"embeddingDimension": "384"}, "256, 512, 1024"),
    ],
)
def test_an_unusable_value_is_refused_by_name(context: dict[str, object], named: str) -> None:
    with pytest.raises(BadContext, match=named):
        settings(**context)


def test_a_domains_arn_is_derived_from_its_host_name() -> None:
    search = settings(searchEndpoint=ENDPOINT + "/").existing_search
    assert search is not None
    assert (search.endpoint, search.resource, search.region) == (ENDPOINT, "domain/notes", "eu-west-1")


def test_a_custom_host_name_needs_an_arn() -> None:
    arn = "arn:aws:es:eu-west-1:123456789012:domain/notes"
    search = settings(searchEndpoint="https://search.example.org", searchArn=arn).existing_search
    assert search is not None
    assert search.arn == arn


def test_the_claims_that_may_be_renamed_are_those_that_the_service_reads() -> None:
    assert set(CLAIMS) == {
        caller.ORG,
        caller.SUBJECT,
        caller.ROLES,
        caller.AGENT_ID,
        caller.PURPOSES,
        caller.MEMORY_SCOPE,
        caller.ACT_AS,
        caller.SOURCES,
        caller.INHERIT,
    }


def test_the_remembered_part_of_a_session_may_be_chosen() -> None:
    assert settings().remember == "statements"
    assert settings(remember="marked").remember == "marked"


def test_a_pack_of_the_deployments_own_is_checked_before_anything_is_deployed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "language_packs"
    folder.mkdir()
    head = "from shared.language.packs.pack import LanguagePack\n"
    (folder / "vo.py").write_text(f"{head}PACK = LanguagePack(code='vo')\n", encoding="utf-8")
    (folder / "eo.py").write_text(f"{head}PACK = LanguagePack(code='eo', courtesy='(')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert settings(languagePacks="language_packs.vo").language_packs == ("language_packs.vo",)
    with pytest.raises(BadContext, match=r"language_packs\.eo.*courtesy.*no regular expression"):
        settings(languagePacks=["language_packs.vo", "language_packs.eo"])
