"""What a reader copies from README and the guides is run here: Python and curl against a service of its own.

What needs an AWS account or Node is not run but checked: that a `make` target exists, that a context value of the stack
is known, that a command of the AWS CLI and its options exist.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import botocore.session
import pytest

from infra.settings import DeploymentSettings
from local.service_process import service_process
from tests.tooling.fences import PAGES, Fence, fences

DOCUMENTED_URL = "http://127.0.0.1:8080"
FENCES = [fence for page in PAGES for fence in fences(page)]
# Its Python needs the frameworks: tests/integrations/test_guide.py runs it.
NEEDS_FRAMEWORKS = "integrations.md"
LANGUAGES = {"python", "sh", "text", "json", "mermaid"}
_CALLS = re.compile(r"^(?:TOKEN=\$\()?(?:curl|call) ", re.MULTILINE)
_EXPECTED = re.compile(r"^ *print\(.*\)  # (.+)$", re.MULTILINE)
_CONTEXT = re.compile(r"-c (\w+)=([^\s\"]+)")
# What a command line may begin with, beside `make`, whose targets tests/tooling/test_repository.py checks.
_COMMANDS = {"agent-memory", "aws", "call", "curl", "make", "npm", "npx", "pip", "python"}


def by_page(language: str, *, calling: bool = False) -> list[list[Fence]]:
    chosen = [f for f in FENCES if f.language == language and (not calling or _CALLS.search(f.text))]
    return [[f for f in chosen if f.page == page] for page in PAGES if any(f.page == page for f in chosen)]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with service_process(tmp_path_factory.mktemp("snippets")) as address:
        yield address


def test_every_block_names_its_language() -> None:
    assert [fence.place for fence in FENCES if fence.language not in LANGUAGES] == []


def test_readme_and_the_client_guide_have_snippets_to_run() -> None:
    assert {page[0].page.name for page in by_page("python")} >= {"README.md", "client.md"}
    assert {page[0].page.name for page in by_page("sh", calling=True)} >= {"README.md", "sessions.md", "deletion.md"}


@pytest.mark.parametrize(
    "page",
    [page for page in by_page("python") if page[0].page.name != NEEDS_FRAMEWORKS],
    ids=lambda page: page[0].page.relative_to(PAGES[0].parent).as_posix(),
)
def test_the_python_of_a_page_runs_and_prints_what_its_comments_say(page: list[Fence], url: str) -> None:
    """In one namespace from top to bottom. `print(x)  # y` has to print `y`, unless the comment is a sentence."""
    names: dict[str, object] = {"__name__": "snippet"}
    for fence in page:
        out = io.StringIO()
        source = fence.text.replace(DOCUMENTED_URL, url)
        with contextlib.redirect_stdout(out):
            exec(compile(source, fence.place, "exec"), names)  # noqa: S102 - the repository's own text
        for expected in _EXPECTED.findall(fence.text):
            if not expected.startswith("text "):
                assert expected in out.getvalue().splitlines(), f"{fence.place}: {out.getvalue()}"


@pytest.mark.skipif(shutil.which("curl") is None, reason="NOT RUN: there is no curl")
@pytest.mark.parametrize("page", by_page("sh", calling=True), ids=lambda page: page[0].page.name)
def test_the_curl_commands_of_a_page_succeed(page: list[Fence], url: str) -> None:
    """Each page in a shell and for a user of its own, after README's block that makes TOKEN."""
    first = next(f for f in FENCES if f.page == PAGES[0] and "TOKEN=" in f.text)
    shared = [] if page[0].page == PAGES[0] else [first, *_definitions(page)]
    script = "\n".join(fence.text for fence in dict.fromkeys([*shared, *page])).replace(DOCUMENTED_URL, url)
    script = script.replace('"sub": "bob"', f'"sub": "{page[0].page.stem}"')
    strict = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n'
    done = subprocess.run(
        ["bash", "-c", strict + script], capture_output=True, text=True, check=False, timeout=50, cwd=PAGES[0].parent
    )
    assert done.returncode == 0, f"{page[0].place}: {done.stdout[-2000:]}{done.stderr[-2000:]}"


def _definitions(page: list[Fence]) -> list[Fence]:
    """The block that defines `call`, where a page uses that of another."""
    if any("call() {" in fence.text for fence in page):
        return []
    return [next(f for f in FENCES if "call() {" in f.text)]


@pytest.mark.parametrize("block", [f for f in FENCES if f.text.startswith("agent-memory ")], ids=lambda f: f.place)
def test_the_lines_of_the_command_succeed(block: Fence, url: str, tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(PAGES[0].parent / "client"), "AGENT_MEMORY_URL": url}
    environment["AGENT_MEMORY_CONFIG"] = str(tmp_path / "config.toml")
    command = f"{shlex.quote(sys.executable)} -c 'from agent_memory.cli.entry import main; main()'"
    script = f'set -euo pipefail\nagent-memory() {{ {command} "$@"; }}\n{block.text}'
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path, env=environment
    )
    assert done.returncode == 0, f"{block.place}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    assert "I live in Oslo now." in done.stdout


def test_every_shell_line_begins_with_a_known_command() -> None:
    unknown = [
        f"{fence.place}: {line}"
        for fence in FENCES
        if fence.language == "sh" and not _CALLS.search(fence.text)
        for line in _lines(fence)
        if line.split()[0] not in _COMMANDS
    ]
    assert unknown == []


def _lines(fence: Fence) -> Iterator[str]:
    """Command lines, with their continuations joined and comments left out; each part of `a && b` alone."""
    for line in fence.text.replace("\\\n", " ").splitlines():
        command = line.partition(" # ")[0].partition("  #")[0].strip()
        yield from (part.strip() for part in command.split("&&") if part.strip())


@pytest.mark.parametrize(
    "context",
    [dict(pairs) for f in FENCES if f.language == "sh" for line in _lines(f) if (pairs := _CONTEXT.findall(line))],
    ids=str,
)
def test_the_stack_accepts_the_context_of_each_command(context: dict[str, str]) -> None:
    DeploymentSettings.from_context(context)


def test_every_command_of_the_aws_cli_exists_with_its_options() -> None:
    session = botocore.session.get_session()
    wrong: list[str] = []
    for line in (line for fence in FENCES if fence.language == "sh" for line in _lines(fence)):
        if not line.startswith("aws "):
            continue
        words = shlex.split(line)
        service, operation = words[1:3]
        model = session.get_service_model(service)
        method = next((n for n in model.operation_names if _dashed(n) == operation), None)
        shape = model.operation_model(method).input_shape if method else None
        members = {_dashed(name) for name in shape.members} if shape else set()
        options = {word.removeprefix("--") for word in words[3:] if word.startswith("--")}
        unknown = {o for o in options if o.removeprefix("no-") not in members} - {"query", "permanent"}
        if method is None or unknown:
            wrong.append(f"{line}: {sorted(unknown)}")
    assert wrong == []


def _dashed(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name).lower()
