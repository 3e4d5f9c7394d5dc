"""The package stands alone: it can be built, installed and used where nothing of the service is."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

CLIENT = Path(__file__).parents[2] / "client"
# Where the module of a package is called otherwise.
MODULES = {
    "langgraph-checkpoint": "langgraph",
    "openai-agents": "agents",
    "strands-agents": "strands",
    "google-adk": "google",
}
UV = Path(sys.executable).with_name("uv")


def imported(source: Path) -> set[str]:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in names}


def test_it_imports_its_declared_dependencies_and_nothing_of_the_service() -> None:
    project = tomllib.loads((CLIENT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [requirement for extra in project["optional-dependencies"].values() for requirement in extra]
    names = {requirement.partition(">")[0] for requirement in (*project["dependencies"], *extras)}
    declared = {MODULES.get(name, name) for name in names}
    used = set().union(*(imported(source) for source in (CLIENT / "agent_memory").rglob("*.py")))
    assert used - set(sys.stdlib_module_names) == declared | {"agent_memory"}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    command: list[str | Path] = [UV, "build", "--offline", "--wheel", "--no-cache", "--out-dir", folder, CLIENT]
    subprocess.run(command, check=True, capture_output=True, text=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


def test_the_wheel_holds_the_package_its_types_and_no_more(installed: Path) -> None:
    sources, built = CLIENT / "agent_memory", installed / "agent_memory"
    wanted = {path.relative_to(sources) for path in sources.rglob("*") if path.suffix in {".py", ".typed"}}
    assert {path.relative_to(built) for path in built.rglob("*") if path.is_file()} == wanted
    assert {path.name.partition("-")[0] for path in installed.iterdir()} == {"agent_memory", "agent_memory_client"}


def test_the_wheel_says_what_it_is_and_holds_its_licence(installed: Path) -> None:
    (folder,) = installed.glob("agent_memory_client-*.dist-info")
    metadata = (folder / "METADATA").read_text(encoding="utf-8")
    assert "License-Expression: Apache-2.0" in metadata
    assert "Intended Audience :: Developers" in metadata
    assert (folder / "licenses" / "LICENSE").read_bytes() == (CLIENT.parent / "LICENSE").read_bytes()


def test_the_installed_package_works_from_anywhere(installed: Path, tmp_path: Path) -> None:
    script = (
        "import agent_memory, sys\n"
        "memory = agent_memory.WorkingMemory()\n"
        "memory.constrain('do not touch the users table')\n"
        "print(agent_memory.__file__)\n"
        "print(memory.to_prompt())\n"
        "assert 'shared' not in sys.modules\n"
        "print(agent_memory.__version__)\n"
    )
    environment = {"PYTHONPATH": str(installed)}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    assert done.stdout.startswith(str(installed))
    assert "do not touch the users table" in done.stdout
    version = tomllib.loads((CLIENT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert done.stdout.endswith(f"{version}\n")


OF_A_USER = """
import asyncio
from collections.abc import Sequence
from agent_memory import (AsyncMemoryClient, AsyncMemoryManager, Budgets, Health, MemoryClient, MemoryManager, Notice,
                          Piece, Policy, WorkingMemory)

class Handbook:
    def search(self, query: str, limit: int) -> Sequence[Piece]:
        return [Piece("c", "s")][:limit]

def tell(notice: Notice) -> None:
    reveal_type(notice.kind)

with MemoryClient("https://memory.test", lambda: "t") as client:
    reveal_type(client.write("x", "preference", key="k").outcome)
    reveal_type(client.append_events("s", [{"role": "user", "content": "c"}]).accepted)
    client.write("x", "no such type")
    client.write()
    memory = WorkingMemory(Budgets(goal=90))
    manager = MemoryManager(client, memory=memory, external=Handbook(), tell=tell, policy=Policy())
    reveal_type(manager.on_task_start("g", constraints=["c"]).text)
    found = manager.search("q", top_k=3)
    found.memories
    manager.search("q", topk=3)
    manager.on_event("c", role="nobody")
    health: Health = manager.health

async def main() -> None:
    async with AsyncMemoryClient("https://memory.test", "t") as other:
        reveal_type((await other.recall("q")).memories[0].memory.content)
        AsyncMemoryManager(other, external=Handbook())
"""


def test_a_users_file_is_type_checked_strictly(installed: Path, tmp_path: Path) -> None:
    source = tmp_path / "agent.py"
    source.write_text(OF_A_USER, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--cache-dir", str(tmp_path), str(source)]
    done = subprocess.run(
        command, cwd=tmp_path, env={"MYPYPATH": str(installed)}, check=False, capture_output=True, text=True
    )
    said = [line.removeprefix("agent.py:") for line in done.stdout.splitlines() if line.startswith("agent.py:")]
    revealed = [line.partition('"')[2].rstrip('"') for line in said if "Revealed type" in line]
    assert [kind.replace("builtins.", "") for kind in revealed][1:] == ["str", "list[str]", "str", "str"]
    assert "service_down" in revealed[0]
    wrong = {line.partition(":")[0]: line.rpartition("[")[2].rstrip("]") for line in said if ": error:" in line}
    by_code = [wrong[number] for number in sorted(wrong, key=int)]
    assert by_code == ["arg-type", "call-arg", "union-attr", "call-arg", "arg-type", "arg-type"], done.stdout
