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
UV = Path(sys.executable).with_name("uv")


def imported(source: Path) -> set[str]:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in names}


def test_it_imports_what_it_declares_and_nothing_of_the_service() -> None:
    project = tomllib.loads((CLIENT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {requirement.partition(">")[0] for requirement in project["dependencies"]}
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
    sources = {source.name for source in (CLIENT / "agent_memory").iterdir() if source.suffix in {".py", ".typed"}}
    assert {path.name for path in (installed / "agent_memory").iterdir()} == sources
    assert {path.name.partition("-")[0] for path in installed.iterdir()} == {"agent_memory", "agent_memory_client"}


def test_what_was_installed_works_from_anywhere(installed: Path, tmp_path: Path) -> None:
    script = (
        "import agent_memory, sys\n"
        "memory = agent_memory.WorkingMemory()\n"
        "memory.constrain('do not touch the users table')\n"
        "print(agent_memory.__file__)\n"
        "print(memory.to_prompt())\n"
        "assert 'shared' not in sys.modules\n"
    )
    environment = {"PYTHONPATH": str(installed)}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    assert done.stdout.startswith(str(installed))
    assert "do not touch the users table" in done.stdout
