"""Prints the files of every Python module that the deployed functions load, relative to where they are installed.

Run as a program of its own, so that nothing else is loaded: all handlers, the real adapters and the search client.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from pathlib import Path

import functions
from shared.runtime import bootstrap
from shared.runtime.settings import Settings

_ENVIRONMENT = {
    "SEARCH_ENDPOINT": "https://search.invalid",
    "DELETION_WORKFLOW_ARN": "arn:aws:states:::x",
    "SIGNING_KEY_ID": "arn:aws:kms:::key/x",
    "WITNESS_BUCKET": "x",
}


def load() -> None:
    for module in pkgutil.walk_packages(functions.__path__, "functions."):
        importlib.import_module(module.name)
    services = bootstrap.on_aws(Settings.from_environment(_ENVIRONMENT))
    # Nobody answers there: what is loaded to ask is what matters.
    importlib.import_module("shared.adapters.opensearch.lifecycle")
    importlib.import_module("shared.adapters.signing.es256")
    importlib.import_module("cryptography.hazmat.primitives.serialization")
    # Dictionaries and clients that are loaded when they are first needed.
    for language in (
        "en.parser",
        "zh.parser",
        "zh.change_readings",
        "attributes.english_forms",
        "attributes.chinese_forms",
    ):
        importlib.import_module(f"shared.language.{language}")
    for port in (services.deletions, services.signer, services.witness):
        assert port._client.made  # type: ignore[union-attr]
    assert services.search.made  # type: ignore[attr-defined]
    bootstrap.rebuilding_on_aws(services, Settings.from_environment(_ENVIRONMENT))


def loaded_files() -> list[str]:
    roots = sorted((Path(entry).resolve() for entry in sys.path if entry), key=lambda path: -len(path.parts))
    found = []
    for module in list(sys.modules.values()):
        file = Path(getattr(module, "__file__", None) or "nothing.so")
        if file.suffix == ".py":
            root = next((r for r in roots if file.is_relative_to(r)), None)
            if root is not None:
                found.append(file.relative_to(root).as_posix())
    return sorted(found)


if __name__ == "__main__":
    load()
    print(json.dumps(loaded_files()))
