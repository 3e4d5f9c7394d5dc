"""The protocol's SDK takes a second or two to load: no other function pays for it, nor a laptop's start."""

from __future__ import annotations

import json
import subprocess
import sys

from shared.contracts.routes import MCP_ROUTES, ROUTES, module_name

_PROGRAM = """
import importlib, json, sys
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
print(json.dumps(sorted({"mcp", "mcp_types", "starlette", "uvicorn"} & set(sys.modules))))
"""


def loaded_by(*modules: str) -> list[str]:
    run = subprocess.run(
        [sys.executable, "-c", _PROGRAM, json.dumps(modules)], capture_output=True, text=True, check=True
    )
    found: list[str] = json.loads(run.stdout)
    return found


def test_no_other_function_and_no_start_of_the_laptops_service_loads_it() -> None:
    others = [module_name(name) for name in ("index", "deletion_step", "gc", "extract", "retrieved", "reindex")]
    routed = [module_name(name) for name in {route.function for route in ROUTES}]
    assert loaded_by(*routed, *others, "local.service") == []


def test_the_function_of_the_protocol_loads_it() -> None:
    (name,) = {route.function for route in MCP_ROUTES}
    assert loaded_by(module_name(name)) == ["mcp", "mcp_types", "starlette", "uvicorn"]
