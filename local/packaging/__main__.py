"""`python -m local.packaging FOLDER`: the wheel, from this checkout and `console/dist`."""

from __future__ import annotations

import json
import shutil
import subprocess  # the builder of the environment, fixed arguments # nosec B404
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from shared.contracts.console.hosting import INDEX

ROOT = Path(__file__).parents[2]
MODULES = ("shared", "functions", "infra", "local")
CONSOLE = "local/console/dist"  # in the wheel; `local.console.site` looks there first
_UV = Path(sys.executable).with_name("uv")


class NotPackaged(Exception):
    """The message says what is missing."""


def main() -> int:
    try:
        print(build(ROOT / "console" / "dist", Path(sys.argv[1]).resolve()))
    except NotPackaged as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def build(console: Path, output: Path) -> Path:
    """The wheel in `output`. Needs no network. Raises `NotPackaged` without a built console."""
    if not (console / INDEX).is_file():
        raise NotPackaged("the console is not built: make console")
    with TemporaryDirectory(prefix="agent-memory-wheel-") as place:
        stage = Path(place)
        for module in MODULES:
            shutil.copytree(ROOT / module, stage / module, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        shutil.copytree(console, stage / CONSOLE)
        for name in ("README.md", "LICENSE", "NOTICE"):
            shutil.copyfile(ROOT / name, stage / name)
        (stage / "pyproject.toml").write_text(project(), encoding="utf-8")
        command: list[str | Path] = [_UV, "build", "--offline", "--wheel", "--no-cache", "--out-dir", output, stage]
        run = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 # nosec B603
        if run.returncode:
            raise NotPackaged(run.stderr)
    (wheel,) = output.glob("agent_memory_on_aws-*.whl")
    return wheel


def project() -> str:
    """The wheel's project file: the repository's, with what the laptop's lock was made from."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    texts = {name: value for name, value in table.items() if isinstance(value, str)}
    lines = [f"{name} = {json.dumps(value)}" for name, value in texts.items()]
    return "\n".join(
        (
            "[build-system]",
            'requires = ["uv_build>=0.9,<1"]',
            'build-backend = "uv_build"',
            "[project]",
            *lines,
            'license-files = ["LICENSE", "NOTICE"]',
            f"dependencies = {json.dumps(sorted(requirements('local')))}",
            "[project.scripts]",
            'agent-memory-local = "local.__main__:main"',
            "[tool.uv.build-backend]",
            f"module-name = {json.dumps(MODULES)}",
            'module-root = ""',
            "",
        )
    )


def requirements(name: str) -> Iterator[str]:
    """Of `requirements/<name>.in` and the files that it takes up."""
    for line in (ROOT / "requirements" / f"{name}.in").read_text(encoding="utf-8").splitlines():
        stated = line.partition("#")[0].strip()
        if stated.startswith("-r "):
            yield from requirements(stated.removeprefix("-r ").removesuffix(".in"))
        elif stated:
            yield stated


if __name__ == "__main__":
    sys.exit(main())
