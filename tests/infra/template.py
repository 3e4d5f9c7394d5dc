"""A synthesised template, asked by resource type."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from fcntl import LOCK_EX, flock
from hashlib import sha256
from pathlib import Path
from typing import Any

from shared.contracts.routes import module_name
from tests.run_folder import RUN_FOLDER

# The package of the functions stays unbuilt: what is in it has a test of its own.
UNBUNDLED: dict[str, object] = {"aws:cdk:bundling-stacks": []}
# A stage that hosts the console, under CloudFront's own name.
CONSOLE = {
    "stage": "dev",
    "console": "true",
    "issuer": "https://login.example.org/",
    "audience": "memory",
    "consoleAuthorizeUrl": "https://login.example.org/authorize",
    "consoleTokenUrl": "https://tokens.example.org/oauth/token",
    "consoleClientId": "agent-memory-console",
}


@dataclass(frozen=True, slots=True)
class Template:
    body: dict[str, Any]

    @property
    def resources(self) -> dict[str, dict[str, Any]]:
        resources: dict[str, dict[str, Any]] = self.body["Resources"]
        return resources

    def of_type(self, type: str) -> dict[str, dict[str, Any]]:
        """Logical id -> resource, for a type such as `DynamoDB::Table`."""
        return {id: r for id, r in self.resources.items() if r["Type"] == f"AWS::{type}"}

    def properties(self, type: str) -> list[dict[str, Any]]:
        return [r["Properties"] for r in self.of_type(type).values()]

    def only(self, type: str) -> dict[str, Any]:
        (properties,) = self.properties(type)
        return properties

    def key_of_the_stores(self) -> str:
        """The logical id of the one symmetric key."""
        (id,) = (id for id, r in self.of_type("KMS::Key").items() if "KeySpec" not in r["Properties"])
        return id

    def functions(self) -> dict[str, dict[str, Any]]:
        """Function name -> properties, for the functions of the shared package."""
        return {
            f["Handler"].split(".")[-2]: f
            for f in self.properties("Lambda::Function")
            if f["Handler"].startswith("functions.")
        }

    def function_id(self, name: str) -> str:
        (id,) = (
            id
            for id, r in self.of_type("Lambda::Function").items()
            if r["Properties"]["Handler"] == f"{module_name(name)}.handler"
        )
        return id

    def statements_of(self, role: object) -> list[dict[str, Any]]:
        """The statements of every policy attached to a role, given as the function refers to it."""
        (role_id,) = role["Fn::GetAtt"][:1] if isinstance(role, dict) else (role,)
        return [
            s
            for p in self.properties("IAM::Policy")
            if {"Ref": role_id} in p["Roles"]
            for s in p["PolicyDocument"]["Statement"]
        ]

    def statements_for(self, function: str) -> list[dict[str, Any]]:
        return self.statements_of(self.functions()[function]["Role"])


def synthesise(**context: object) -> Template:
    """The template of a context. Raises when a finding of cdk-nag is not accepted. One context is synthesised once in
    a run of tests, whichever of its processes asks first."""
    key = sha256(json.dumps(context, sort_keys=True).encode()).hexdigest()
    kept = Path(os.environ[RUN_FOLDER]) / f"{key}.template.json"
    with kept.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not kept.exists():
            with tempfile.TemporaryDirectory(dir=kept.parent) as outdir:
                _synthesise_into(outdir, context)
                (path,) = Path(outdir).glob("*.template.json")
                path.replace(kept)
    return Template(json.loads(kept.read_text(encoding="utf-8")))


def _synthesise_into(outdir: str, context: dict[str, object]) -> None:
    from app import build  # starts Node, which a process whose templates are there already does without

    build(UNBUNDLED | context, outdir).synth()


def listed(value: object) -> list[Any]:
    """IAM writes a list of one without the list."""
    return value if isinstance(value, list) else [value]
