from __future__ import annotations

import json
from pathlib import Path

import pytest

from infra.functions.time_limits import API_SECONDS
from shared.contracts.routes import ALL_ROUTES, ROUTES
from tests.infra.template import Template, listed, synthesise


def test_every_function_of_a_route_is_deployed(template: Template) -> None:
    assert {route.function for route in ALL_ROUTES} <= set(template.functions())


def test_functions_run_on_the_locked_runtime_and_are_traced(template: Template) -> None:
    for function in template.functions().values():
        assert function["Runtime"] == "python3.13"
        assert function["Architectures"] == ["arm64"]
        assert function["TracingConfig"] == {"Mode": "Active"}


def test_functions_share_one_package_but_for_the_one_with_the_protocols_sdk(template: Template) -> None:
    code = {name: json.dumps(f["Code"]) for name, f in template.functions().items()}
    assert len(set(code.values())) == 2
    assert [name for name, one in code.items() if one == code["mcp"]] == ["mcp"]


def test_who_issues_tokens_reaches_the_function_that_says_so_and_no_other(dev: Template, own: Template) -> None:
    for template in (dev, own):
        named = {n for n, f in template.functions().items() if "AUTHORIZATION_SERVER" in f["Environment"]["Variables"]}
        assert named == {"mcp"}
    variables = own.functions()["mcp"]["Environment"]["Variables"]
    (authorizer,) = own.properties("ApiGatewayV2::Authorizer")
    assert variables["AUTHORIZATION_SERVER"] == authorizer["JwtConfiguration"]["Issuer"] == "https://login.example.org/"
    assert variables["OAUTH_SCOPES"] == "openid memory"
    assert dev.functions()["mcp"]["Environment"]["Variables"]["OAUTH_SCOPES"] == "openid"
    assert variables["ALLOWED_ORIGINS"] == "https://app.example.org,http://localhost:3000"


def test_no_function_of_a_route_runs_longer_than_its_caller_waits(template: Template) -> None:
    for name in {route.function for route in ALL_ROUTES}:
        assert template.functions()[name]["Timeout"] <= API_SECONDS < 30


def test_every_log_group_is_in_the_template_and_has_a_retention(template: Template) -> None:
    groups = template.of_type("Logs::LogGroup")
    assert all(g["Properties"]["RetentionInDays"] in (14, 90) for g in groups.values())
    for function in template.properties("Lambda::Function"):
        assert function["LoggingConfig"]["LogGroup"]["Ref"] in groups


def test_every_function_that_searches_has_the_endpoint_and_the_model(template: Template) -> None:
    for name in (
        "write",
        "recall",
        "sessions",
        "govern",
        "delete",
        "mcp",
        "index",
        "deletion_step",
        "gc",
        "extract",
        "reindex",
    ):
        variables = template.functions()[name]["Environment"]["Variables"]
        assert variables["SEARCH_ENDPOINT"]
        assert variables["SEARCH_INDEX"] == "memories"
        assert variables["EMBEDDING_MODEL_ID"] == "amazon.titan-embed-text-v2:0"
    for name in ("hygiene", "health", "retrieved"):
        assert "SEARCH_ENDPOINT" not in template.functions()[name]["Environment"]["Variables"]


def test_only_functions_that_may_create_the_index_are_configured_to(template: Template) -> None:
    keepers = {n for n, f in template.functions().items() if "SEARCH_KEEPER" in f["Environment"]["Variables"]}
    assert keepers == {"index", "deletion_step", "reindex"}
    for name in template.functions():
        makes = any("es:ESHttpPut" in listed(s["Action"]) for s in template.statements_for(name))
        assert makes == (name in keepers)


def test_settings_reach_the_functions(dev: Template, own: Template) -> None:
    def variables(template: Template, name: str) -> dict[str, object]:
        found: dict[str, object] = template.functions()[name]["Environment"]["Variables"]
        return found

    assert variables(dev, "write")["EMBEDDING_DIMENSION"] == "1024"
    assert variables(own, "write")["EMBEDDING_DIMENSION"] == "512"
    assert variables(own, "deletion_step")["BACKUP_RETENTION_DAYS"] == "7"
    assert "CLAIM_NAMES" not in variables(dev, "recall")
    assert json.loads(str(variables(own, "recall")["CLAIM_NAMES"])) == {"org": "https://example.org/tenant"}


def test_one_function_outside_of_any_network_may_ask_how_long_work_waits(template: Template) -> None:
    may = {
        n
        for n in template.functions()
        for s in template.statements_for(n)
        if "cloudwatch:GetMetricData" in listed(s["Action"])
    }
    assert may == {"hygiene"}
    assert {r.function for r in ROUTES if r.path == "/v1/metrics/queues"} == may
    function = template.functions()["hygiene"]
    assert "VpcConfig" not in function, "CloudWatch has no endpoint in the network"
    watched = json.dumps(function["Environment"]["Variables"]["WATCHED_WORK"])
    working = {id for id, q in template.of_type("SQS::Queue").items() if "RedrivePolicy" in q["Properties"]}
    assert all(f'"{id}"' in watched for id in (template.function_id("index"), *working))
    named = {n for n, f in template.functions().items() if "WATCHED_WORK" in f["Environment"]["Variables"]}
    assert named == may


def test_every_function_reports_under_the_name_of_its_stage(dev: Template, prod: Template) -> None:
    for template, stage in ((dev, "dev"), (prod, "prod")):
        for function in template.functions().values():
            variables = function["Environment"]["Variables"]
            assert variables["POWERTOOLS_METRICS_NAMESPACE"] == "AgentMemory"
            assert variables["POWERTOOLS_SERVICE_NAME"] == f"agent-memory-{stage}"
            assert variables["STAGE"] == stage


def test_no_secret_is_in_an_environment(template: Template) -> None:
    for function in template.properties("Lambda::Function"):
        names = " ".join(function.get("Environment", {}).get("Variables", {})).lower()
        assert not [word for word in ("secret", "password", "token", "credential") if word in names]


def test_every_function_knows_the_packs_of_the_deployments_own(
    template: Template, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "language_packs").mkdir()
    source = "from shared.language.packs.pack import LanguagePack\nPACK = LanguagePack(code='tlh')\n"
    (tmp_path / "language_packs" / "tlh.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    named = synthesise(languagePacks="language_packs.tlh").functions()
    assert {f["Environment"]["Variables"]["LANGUAGE_PACKS"] for f in named.values()} == {"language_packs.tlh"}
    assert not any("LANGUAGE_PACKS" in f["Environment"]["Variables"] for f in template.functions().values())


def test_concurrency_is_reserved_for_the_daily_pass_only_on_request(prod: Template, protected: Template) -> None:
    assert protected.functions()["gc"]["ReservedConcurrentExecutions"] == 1
    # An account with a small quota has none to reserve; the pass holds a lease anyway.
    assert not [f for f in prod.functions().values() if "ReservedConcurrentExecutions" in f]
