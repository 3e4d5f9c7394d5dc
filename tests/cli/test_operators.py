"""Commands that need the project's checkout, and the command as an installed program."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path

import pytest

from agent_memory.cli import operators, profiles
from agent_memory.cli.exits import Exit
from agent_memory.cli.main import group
from tests.cli.running import run

ROOT = Path(__file__).parents[2]
ENTRY = "from agent_memory.cli.entry import main; main()"
ARGUMENTS = """
import json, os, sys
print(json.dumps([os.getcwd(), os.environ.get("TOKEN"), *sys.argv[1:]]))
sys.exit(7)
"""


def program(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as it may replace itself by another."""
    variables = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "client"), **environment}
    command = [sys.executable, "-c", ENTRY, *words]
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose modules print what they are given."""
    folder = tmp_path / "project"
    for module in ("local", "infra/operations/restore", "infra/operations/rebuild_index", "infra/operations/smoke"):
        (folder / module).mkdir(parents=True)
        (folder / module / "__main__.py").write_text(ARGUMENTS, encoding="utf-8")
    return as_checkout(folder)


def as_checkout(folder: Path) -> Path:
    (folder / "pyproject.toml").write_text('[project]\nname = "agent-memory-on-aws"\n', encoding="utf-8")
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    return folder


@pytest.mark.parametrize("name", [*operators.OPERATIONS, "smoke"])
def test_without_a_checkout_it_says_what_is_missing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(name, AGENT_MEMORY_CHECKOUT=None)
    assert ran.code == 6
    assert f"`{name}` needs a checkout of the project" in ran.err
    assert operators.CHECKOUT in ran.err


def test_a_checkout_that_is_not_installed_or_lacks_the_module_says_so(checkout: Path) -> None:
    named = {operators.CHECKOUT: str(checkout)}
    lacking = run("cost", **named)
    assert (lacking.code, "has no bench.cost" in lacking.err) == (6, True)
    (checkout / ".venv" / "bin" / "python").unlink()
    bare = run("serve", **named)
    assert (bare.code, "run `make serve` there once" in bare.err) == (6, True)


@pytest.mark.parametrize(
    ("words", "handed_on"),
    [
        (("serve", "--port", "0"), ["serve", "--port", "0"]),
        (("serve", "--", "--help"), ["serve", "--help"]),
        (("reindex", "--data", "d"), ["rebuild-index", "--data", "d"]),
        (("reindex", "--function", "f", "--empty"), ["f", "--empty"]),
        (("restore", "--from", "copy"), ["restore", "--from", "copy"]),
        (("restore", "begin", "--stage", "prod"), ["begin", "--stage", "prod"]),
        (
            ("smoke", "--url", "https://memory.test", "--stage", "prod"),
            ["--url", "https://memory.test", "--stage", "prod"],
        ),
    ],
)
def test_the_arguments_are_handed_on_and_the_code_is_handed_back(
    checkout: Path, words: tuple[str, ...], handed_on: list[str]
) -> None:
    done = program(*words, AGENT_MEMORY_CHECKOUT=str(checkout), AGENT_MEMORY_TOKEN="t")
    assert done.returncode == 7, done.stderr
    where, token, *arguments = json.loads(done.stdout)
    assert arguments == handed_on
    assert Path(where).resolve() == checkout.resolve()
    assert token == ("t" if words[0] == "smoke" else None)


def test_serve_serves_until_it_is_asked_to_end(tmp_path: Path) -> None:
    """With the project's own modules, and the interpreter that runs the tests."""
    checkout = tmp_path / "project"
    checkout.mkdir()
    as_checkout(checkout)
    for name in ("local", "shared", "functions", "infra"):
        (checkout / name).symlink_to(ROOT / name)
    command = [sys.executable, "-c", ENTRY, "serve", "--port", "0", "--data", str(tmp_path / "data")]
    variables = {**os.environ, "PYTHONPATH": str(ROOT / "client"), operators.CHECKOUT: str(checkout)}
    with subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        said = ""
        until = time.monotonic() + 60.0
        while "listening on" not in said and time.monotonic() < until:
            said = served.stdout.readline()
        url = said.split()[-1]
        listed = program("list", "--url", url)
        served.send_signal(signal.SIGTERM)
        rest = served.stdout.read()
    assert (listed.returncode, listed.stdout) == (0, "Nothing.\n"), listed.stderr
    assert (served.returncode, rest.splitlines()[-1]) == (0, "Ended.")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_printed(shell: str) -> None:
    ran = run("completion", shell)
    assert ran.code == 0
    assert "_AGENT_MEMORY_COMPLETE" in ran.out


def test_commands_options_and_profiles_are_completed(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("[profiles.prod]\n[profiles.laptop]\n", encoding="utf-8")

    def completed(*words: str) -> set[str]:
        line = " ".join(("agent-memory", *words))
        done = program(
            _AGENT_MEMORY_COMPLETE="bash_complete",
            COMP_WORDS=line,
            COMP_CWORD=str(len(words)),
            AGENT_MEMORY_CONFIG=str(config),
        )
        return {entry.partition(",")[2] for entry in done.stdout.splitlines()}

    assert completed("re") == {"remember", "recall", "review", "reindex", "restore"}
    assert completed("remember", "--type", "pr") == {"preference", "profile", "procedural"}
    assert completed("list", "--profile", "p") == {"prod"}


def test_without_its_extra_the_command_says_how_to_install_it() -> None:
    script = f"import sys; sys.modules['click'] = None; {ENTRY}"
    variables = {"PYTHONPATH": str(ROOT / "client")}
    done = subprocess.run([sys.executable, "-c", script], env=variables, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (6, "")
    assert "./client[cli]" in done.stderr


def test_the_command_does_not_load_the_http_client_before_it_calls() -> None:
    script = "import sys; import agent_memory.cli.main; sys.exit(bool({'httpx', 'cryptography'} & set(sys.modules)))"
    variables = {"PYTHONPATH": str(ROOT / "client")}
    assert subprocess.run([sys.executable, "-c", script], env=variables, check=False).returncode == 0


def test_the_version_is_that_of_the_package() -> None:
    from agent_memory import __version__

    assert run("--version").out == f"agent-memory, version {__version__}\n"


def test_the_guide_lists_every_command_every_key_and_every_code() -> None:
    page = (ROOT / "docs" / "guides" / "command-line.md").read_text(encoding="utf-8")
    assert [name for name in group.commands if f"| `{name}" not in page] == []
    keys = {field.name for field in fields(profiles.Profile)}
    assert [key for key in keys if not re.search(rf"^\| .*`{key}`", page, re.MULTILINE)] == []
    assert [int(code) for code in re.findall(r"^\| (\d) \|", page, re.MULTILINE)] == [int(code) for code in Exit]
