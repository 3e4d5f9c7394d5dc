"""Where the command begins: the package can be installed without what the command needs."""

from __future__ import annotations

import sys


def main() -> None:
    try:
        import click  # noqa: F401 - whether it is there
    except ImportError:
        sys.stderr.write("The command needs an extra: pip install './client[cli]' in the checkout of the project\n")
        sys.exit(6)
    from agent_memory.cli.main import main as run

    run()
