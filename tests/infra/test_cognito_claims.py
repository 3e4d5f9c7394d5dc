from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import pytest

from functions.events.cognito_claims import handler
from shared.domain.access.caller import caller_from_claims
from shared.domain.errors import Unauthenticated
from tests.infra.template import Template

SOURCE = Path(__file__).parents[2] / "functions" / "events" / "cognito_claims.py"


def claims(groups: list[str] | None = None, **attributes: str) -> dict[str, Any]:
    event = {
        "version": "2",
        "triggerSource": "TokenGeneration_Authentication",
        "request": {
            "userAttributes": {"sub": "ann", **{f"custom:{name}": value for name, value in attributes.items()}},
            "groupConfiguration": {"groupsToOverride": groups},
        },
        "response": {"claimsAndScopeOverrideDetails": None},
    }
    answer = handler(event, None)
    details = answer["response"]["claimsAndScopeOverrideDetails"]
    added: dict[str, Any] = details["accessTokenGeneration"]["claimsToAddOrOverride"]
    return added


def test_a_users_attributes_make_the_caller_that_the_service_knows() -> None:
    token = {"sub": "ann"} | claims(
        ["supervisor"],
        org="acme",
        roles="org-writer reviewer",
        memory_scope="/org/acme",
        purposes="support billing",
        act_as="ben cleo",
        agent_id="helpdesk",
    )
    caller = caller_from_claims(token)
    assert (caller.org, caller.subject, caller.bound.path, caller.agent_id) == ("acme", "ann", "/org/acme", "helpdesk")
    assert caller.roles == {"supervisor", "org-writer", "reviewer"}
    assert caller.purposes == frozenset({"support", "billing"})
    assert caller.act_as == {"ben", "cleo"}


def test_attributes_that_were_not_set_are_not_in_the_token() -> None:
    assert claims(org="acme", purposes=" ", act_as="") == {"org": "acme"}
    assert caller_from_claims({"sub": "ann"} | claims(org="acme")).purposes is None


def test_a_user_without_an_org_is_refused() -> None:
    with pytest.raises(Unauthenticated):
        caller_from_claims({"sub": "ann"} | claims(["admin"]))


def test_the_source_is_small_enough_to_be_inline_and_needs_no_other_file(dev: Template) -> None:
    source = SOURCE.read_text(encoding="utf-8")
    assert len(source) <= 4096
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {n.module or "" if isinstance(n, ast.ImportFrom) else n.names[0].name for n in imports}
    assert modules <= set(sys.stdlib_module_names)
    inline = [f for f in dev.properties("Lambda::Function") if "ZipFile" in f["Code"]]
    assert [f["Code"]["ZipFile"] for f in inline] == [source]


def test_the_pool_requests_the_claims_in_the_form_that_the_source_makes(dev: Template) -> None:
    pool = dev.only("Cognito::UserPool")
    assert pool["LambdaConfig"]["PreTokenGenerationConfig"]["LambdaVersion"] == "V2_0"
    assert pool["UserPoolTier"] == "ESSENTIALS"  # the least that has version 2
    assert {a["Name"] for a in pool["Schema"]} == {
        "org",
        "roles",
        "memory_scope",
        "purposes",
        "act_as",
        "sources",
        "agent_id",
        "inherit",
    }


def test_a_user_cannot_write_their_own_claims(dev: Template) -> None:
    client = dev.only("Cognito::UserPoolClient")
    assert not [name for name in client["WriteAttributes"] if name.startswith("custom:")]
    assert client["WriteAttributes"]  # none named would mean all
    assert client["AllowedOAuthFlowsUserPoolClient"] is False if "AllowedOAuthFlowsUserPoolClient" in client else True
    assert dev.only("Cognito::UserPool")["AdminCreateUserConfig"]["AllowAdminCreateUserOnly"] is True


def test_production_asks_for_a_second_factor_and_keeps_its_users(dev: Template, prod: Template) -> None:
    assert prod.only("Cognito::UserPool")["MfaConfiguration"] == "ON"
    assert dev.only("Cognito::UserPool")["MfaConfiguration"] == "OPTIONAL"
    assert prod.only("Cognito::UserPool")["EnabledMfas"] == ["SOFTWARE_TOKEN_MFA"]
