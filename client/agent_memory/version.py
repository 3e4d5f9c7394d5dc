"""The version of this package, which is that of the service it was released with."""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_PACKAGE = "agent-memory-client"


def package_version() -> str:
    """From the metadata of the installed package; from `pyproject.toml` where the sources are used in place."""
    try:
        return version(_PACKAGE)
    except PackageNotFoundError:
        project = Path(__file__).parents[1] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
