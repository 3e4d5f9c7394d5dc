"""The services of the CDK that are used are those whose types are checked (`tool.mypy.overrides` of pyproject.toml)."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_service_of_the_cdk_that_is_used_is_checked() -> None:
    overrides = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]["overrides"]
    checked = {
        module.removesuffix(".*")
        for override in overrides
        if override.get("follow_imports") == "normal"
        for module in override["module"]
    }
    used = {service for file in sorted((ROOT / "infra").rglob("*.py")) for service in _services_in(file.read_text())}
    assert len(used) > 10
    assert used <= checked


def _services_in(source: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "aws_cdk":
            found |= {f"aws_cdk.{name.name}" for name in node.names if name.name.startswith("aws_")}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("aws_cdk."):
            found.add(str(node.module))
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names if name.name.startswith("aws_cdk.")}
    return found
