"""Commands that run code of the project: they need its checkout, and say so where there is none."""

from __future__ import annotations

import os
import subprocess  # modules of the checkout, by its own interpreter # nosec B404
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from agent_memory.cli import profiles
from agent_memory.cli.exits import Exit, Failed

CHECKOUT = "AGENT_MEMORY_CHECKOUT"
_PROJECT = "agent-memory-on-aws"


@dataclass(frozen=True, slots=True)
class Operation:
    """`module` runs in the checkout with `words` and the arguments that are given. `of_stage`: another module, where
    the first argument is one of `first`."""

    module: str
    words: tuple[str, ...]
    help: str
    first: tuple[str, ...] = ()
    of_stage: str = ""


OPERATIONS = {
    "serve": Operation("local", ("serve",), "Serve the HTTP interface on this machine."),
    "reindex": Operation(
        "local",
        ("rebuild-index",),
        "Build the search index again; --function NAME: of a stage.",
        ("--function",),
        "infra.operations.rebuild_index",
    ),
    "restore": Operation(
        "local",
        ("restore",),
        "Take up an older state; begin or finish: of a stage.",
        ("begin", "finish"),
        "infra.operations.restore",
    ),
    "doctor": Operation("infra.operations.doctor", (), "The production checklist of a stage."),
    "cost": Operation("bench.cost", (), "What a stage costs a month."),
}


def command(name: str) -> click.Command:
    """Takes any arguments and hands them on."""
    operation = OPERATIONS[name]
    more = f"Runs in a checkout of the project; `agent-memory {name} -- --help` lists its arguments."

    @click.command(name, context_settings=_ANY, help=f"{operation.help} {more}", short_help=operation.help)
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
    def run(arguments: tuple[str, ...]) -> None:
        if not (arguments and arguments[0] in operation.first):
            _run(name, operation.module, (*operation.words, *arguments))
        _run(name, operation.of_stage, arguments[1:] if arguments[0].startswith("--") else arguments)

    return run


_ANY = {"ignore_unknown_options": True, "allow_interspersed_args": False}


@click.command(context_settings=_ANY)
@click.option("--profile", shell_complete=profiles.completed, help="A profile of the config file.")
@click.option("--url", help="Of the service.")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def smoke(profile: str | None, url: str | None, arguments: tuple[str, ...]) -> None:
    """Check each promise of a service by a memory's life.

    Runs in a checkout of the project."""
    chosen = profiles.profile(profile, url)
    token = chosen.token() if found_checkout() else None  # without a checkout no token is asked for
    words = ("--url", chosen.url, *arguments)
    _run("smoke", "infra.operations.smoke", words, {"TOKEN": token()} if token else {})


def _run(name: str, module: str, words: tuple[str, ...], environment: Mapping[str, str] | None = None) -> None:
    """Ends this process with the code of that one."""
    checkout = found_checkout()
    if checkout is None:
        message = f"`{name}` needs a checkout of the project ({_PROJECT}): run it in one, or name one in {CHECKOUT}"
        raise Failed(message, Exit.MISSING)
    place = checkout.joinpath(*module.split("."))
    if not (place.is_dir() or place.with_suffix(".py").is_file()):
        raise Failed(f"the checkout at {checkout} has no {module}: it is of another version", Exit.MISSING)
    python = _python(checkout)
    if python is None:
        raise Failed(f"the checkout at {checkout} is not installed: run `make serve` there once", Exit.MISSING)
    command = [str(python), "-m", module, *words]
    variables = {**os.environ, "PYTHONPATH": str(checkout / "client"), **(environment or {})}
    sys.stdout.flush()
    os.chdir(checkout)
    if os.name == "posix":
        os.execve(python, command, variables)  # noqa: S606 - its own exit code # nosec B606
    raise click.exceptions.Exit(subprocess.call(command, env=variables))  # noqa: S603 # nosec B603


def found_checkout() -> Path | None:
    """The one that the environment names, else the one around the current folder."""
    named = os.environ.get(CHECKOUT)
    here = Path.cwd()
    return next(filter(_is_checkout, [Path(named).absolute()] if named else [here, *here.parents]), None)


def _is_checkout(folder: Path) -> bool:
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8")).get("project", {})
    except (OSError, ValueError):
        return False
    return bool(project.get("name") == _PROJECT)


def _python(checkout: Path) -> Path | None:
    places = (checkout / ".venv" / "bin" / "python", checkout / ".venv" / "Scripts" / "python.exe")
    return next((place for place in places if place.exists()), None)
