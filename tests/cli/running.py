"""The command as a shell sees it: run in this process, with what it printed and the code it ended with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner

from agent_memory.cli.main import group


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*words: str, stdin: str | None = None, **environment: str | None) -> Ran:
    """What the command does not handle is raised, so that a test shows it."""
    done = CliRunner().invoke(group, words, input=stdin, env=environment, prog_name="agent-memory")
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Ran(done.exit_code, done.stdout, done.stderr)
