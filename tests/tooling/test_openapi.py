from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from shared.contracts.openapi import __main__ as openapi
from shared.contracts.openapi.document import document
from shared.contracts.openapi.operations import OPERATIONS
from shared.contracts.problems import PROBLEMS
from shared.contracts.routes import ROUTES, module_name
from tests.tooling.handler_sources import WITHOUT_ENDPOINTS, Endpoint, endpoints

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "docs" / "openapi.json"
ENDPOINTS = list(endpoints())
# Answered where no route is: an unknown method of a known path.
OUTSIDE_ROUTES = {"method_not_allowed"}


def test_the_document_is_valid_openapi() -> None:
    OpenAPIV31SpecValidator(document()).validate()


def test_the_committed_document_is_made_from_the_contracts() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == openapi.text()


def test_drift_is_found_and_writing_fixes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "openapi.json"
    assert openapi.main(["--check", str(path)]) == 1
    assert openapi.main([str(path)]) == 0
    assert openapi.main(["--check", str(path)]) == 0
    path.write_text(path.read_text(encoding="utf-8").replace("recall", "recollect"), encoding="utf-8")
    assert openapi.main(["--check", str(path)]) == 1
    assert "make openapi" in capsys.readouterr().err


def test_every_route_has_an_operation_and_every_operation_a_route() -> None:
    assert sorted(OPERATIONS) == sorted(route.key for route in ROUTES)


def test_no_two_operations_have_one_id() -> None:
    assert Counter(operation.id for operation in OPERATIONS.values()).most_common(1)[0][1] == 1


def test_every_problem_is_answered_by_some_operation() -> None:
    described = document()
    named = {code for name in described["components"]["responses"] for code in name.split("-")}
    assert named == set(PROBLEMS) - OUTSIDE_ROUTES
    assert described["components"]["schemas"]["ProblemCode"]["enum"] == list(PROBLEMS)


def test_the_handlers_have_an_endpoint_for_every_route() -> None:
    answered = {route.key for route in ROUTES if route.function not in WITHOUT_ENDPOINTS}
    assert {endpoint.route for endpoint in ENDPOINTS} == answered


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.route)
def test_a_handler_takes_and_answers_the_models_of_its_operation(endpoint: Endpoint) -> None:
    operation = OPERATIONS[endpoint.route]
    documented = {(status, model.__name__) for status, (model, _) in operation.answers.items() if model is not None}
    assert endpoint.parameters == {operation.parameters.__name__}
    assert endpoint.bodies == (set() if operation.body is None else {operation.body.__name__})
    assert endpoint.replays == operation.replays
    assert endpoint.answers <= documented


def test_most_answers_are_compared() -> None:
    """Answers whose status is computed are left to the demonstration: there every answer is held to the document."""
    assert sum(bool(endpoint.answers) for endpoint in ENDPOINTS) >= 0.75 * len(ENDPOINTS)


def test_no_handler_loads_the_document() -> None:
    names = [module_name(name) for name in sorted({route.function for route in ROUTES})]
    code = (
        f"import importlib, json, sys; [importlib.import_module(n) for n in {names!r}]; "
        "print(json.dumps([m for m in sys.modules if m.startswith('shared.contracts.o')]))"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(said.stdout) == []
