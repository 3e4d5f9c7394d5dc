"""What a function loads before its first request: only what it uses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bench.cold_start import ENVIRONMENT, names

_ROOT = Path(__file__).resolve().parents[2]


def loaded_by(function: str) -> set[str]:
    """The modules of a fresh interpreter that has imported the function."""
    program = f"import sys, {function}\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=_ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    return set(done.stdout.split())


def within(modules: set[str], *packages: str) -> list[str]:
    return sorted(m for m in modules if any(m == package or m.startswith(f"{package}.") for package in packages))


def test_recall_loads_no_part_of_the_pipeline_of_writes_no_dictionary_and_no_client() -> None:
    modules = loaded_by("functions.api.recall")
    assert "shared.usecases.recall.recall" in modules
    assert within(modules, "shared.usecases.writing", "shared.usecases.curation", "shared.usecases.deletion") == []
    assert within(modules, "shared.language.zh", "shared.language.en") == []
    assert within(modules, "boto3", "opensearchpy", "cryptography", "numpy") == []


def test_recall_loads_no_library_for_routing_and_nothing_that_only_other_routes_use() -> None:
    modules = loaded_by("functions.api.recall")
    assert within(modules, "aws_lambda_powertools.event_handler", "aws_lambda_powertools.utilities.data_classes") == []
    assert within(modules, "asyncio", "requests", "multiprocessing") == []
    assert within(modules, "shared.usecases.context", "shared.usecases.sessions", "shared.contracts.context") == []
    assert within(modules, "shared.language.comparison.single_difference", "shared.domain.writing.incoming") == []


def test_a_client_of_the_engine_is_made_without_a_library_that_it_does_not_use() -> None:
    program = (
        "import sys\n"
        "from botocore.credentials import Credentials\n"
        "from shared.adapters.opensearch.client import signed_client\n"
        "client = signed_client('https://search.example', region='eu-west-1', credentials=Credentials('a', 'b'))\n"
        "print(*sys.modules)\n"
        "import requests\n"
        "assert requests.Session().get_adapter('https://search.example')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=_ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    modules = set(done.stdout.split())
    assert "opensearchpy" in modules
    assert within(modules, "requests", "charset_normalizer", "numpy") == []


def test_in_a_functions_own_process_data_classes_are_equal_hashed_and_shown_as_ever() -> None:
    program = (
        "import functions\n"
        "from dataclasses import dataclass, replace\n"
        "@dataclass(frozen=True, slots=True)\n"
        "class Made:\n"
        "    one: int\n"
        "@dataclass(frozen=True, slots=True)\n"
        "class Further(Made):\n"
        "    two: str = ''\n"
        "@dataclass(frozen=True)\n"
        "class Named:\n"
        "    one: int\n"
        "    def __hash__(self): return 7\n"
        "@dataclass(frozen=True, eq=False)\n"
        "class Itself:\n"
        "    one: int\n"
        "assert Made(1) == Made(1) != Made(2) and hash(Made(1)) == hash(Made(1)) == hash((1,))\n"
        "assert replace(Further(1), two='b') == Further(1, 'b') and not hasattr(Made(1), '__dict__')\n"
        "assert str([Made(1), Further(1, 'b')]) == \"[Made(one=1), Further(one=1, two='b')]\"\n"
        "assert hash(Named(1)) == 7 and Itself(1) != Itself(1) and len({Itself(1), Itself(1)}) == 2\n"
        "try:\n"
        "    Made(1).one = 2\n"
        "except AttributeError:\n"
        "    print(Made.__doc__, 'refuses')\n"
        "else:\n"
        "    print(Made.__doc__, 'takes')\n"
    )

    def said(**environment: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=_ROOT, env={"PATH": "", **environment}, capture_output=True, text=True,
            timeout=60, check=True,
        )  # fmt: skip
        return done.stdout.strip()

    assert said(AWS_LAMBDA_FUNCTION_NAME="recall") == "Made takes"
    assert said() == "Made(one: int) refuses"


def test_every_function_can_be_imported_as_in_its_own_process() -> None:
    """No data class there derives from one that was made before the process's own kind of data classes."""
    program = "import sys\nfrom importlib import import_module\nfor name in sys.argv[1:]: import_module(name)\n"
    subprocess.run(
        [sys.executable, "-c", program, *names()], cwd=_ROOT, env={"PATH": "", **ENVIRONMENT}, timeout=60, check=True
    )
