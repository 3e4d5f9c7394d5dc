"""The makers' own suites: their files, the fixture that is exchanged, and what of them is about something else."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
_TOO_LONG_S = 900

_EMBEDDER = "asserts numbers of the embedding that the test brings along; the service embeds itself"
_INDEX = "looks at the configuration of an index inside the process; the service has the index"
_SQL = "is about SQL, which this store does not write"
_FILE = "is about the JSON file that the store of the kit keeps"
_EXPORT = "asserts that the kit exports its own class"


@dataclass(frozen=True, slots=True)
class Suite:
    """`about_other_things`: name of a test -> why our class has nothing to do with what it asserts. Each of these must
    fail, or it would not be about something else."""

    name: str
    package: str
    files: tuple[str, ...]
    plugin: str
    about_other_things: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    passed: int
    failed: Mapping[str, str]
    skipped: int


SUITES = (
    Suite(
        "langgraph: store",
        "langgraph_checkpoint-",
        ("tests/test_store.py",),
        "exchange.langgraph_stores",
        {"test_vector_store_initialization": _INDEX, "test_embed_with_path": _EMBEDDER},
    ),
    Suite(
        "langgraph: sqlite store",
        "langgraph_checkpoint_sqlite-",
        ("tests/test_store.py",),
        "exchange.langgraph_stores",
        {
            "test_vector_store_initialization": _INDEX,
            "test_embed_with_path": _EMBEDDER,
            "test_scores": _EMBEDDER,
            "test_nonnull_migrations": _SQL,
            "test_sql_injection_vulnerability": _SQL,
        },
    ),
    Suite(
        "langgraph: async sqlite store",
        "langgraph_checkpoint_sqlite-",
        ("tests/test_async_store.py",),
        "exchange.langgraph_stores",
        {"test_vector_store_initialization": _INDEX, "test_embed_with_path": _EMBEDDER},
    ),
    Suite(
        "langgraph: time to live", "langgraph_checkpoint_sqlite-", ("tests/test_ttl.py",), "exchange.langgraph_stores"
    ),
    Suite(
        "strands: session manager",
        "strands_agents-",
        ("tests/strands/session/test_repository_session_manager.py",),
        "exchange.strands_sessions",
    ),
    Suite(
        "strands: memory store",
        "strands_agents-",
        ("tests/strands/vended_memory_stores/test_memory_store/test_store.py",),
        "exchange.strands_sessions",
        {
            "test_export_from_parent_package": _EXPORT,
            "test_lazily_exported_from_vended_memory_stores": _EXPORT,
            "test_raises_when_explicit_path_is_empty": _FILE,
            "test_defaults_to_a_sanitized_path_under_the_home_memory_dir": _FILE,
            "test_uses_the_monkeypatchable_id_generator": "pins the ids, which the service makes here",
            "test_persists_human_readable_json": _FILE,
            "test_ranks_higher_overlap_first_with_relevance_score": "asserts how many words two texts share",
            "test_raises_clear_error_on_corrupt_file": _FILE,
            "test_raises_clear_error_on_wrong_shape_file": _FILE,
            "test_raises_clear_error_on_malformed_record": _FILE,
            "test_raises_clear_error_on_non_object_metadata": _FILE,
            "test_accepts_null_metadata_as_absent": _FILE,
            "test_keeps_all_entries_under_concurrent_writes": _FILE,
            "test_reused_across_separate_event_loops": _FILE,
            "test_raises_clear_error_when_path_is_unreachable": _FILE,
            "test_loads_a_file_written_in_the_shared_camelcase_format": _FILE,
            "test_manager_add_writes_to_store": _FILE,
            "test_ingests_extracted_facts_through_add": _FILE,
        },
    ),
)


def sources_of(suite: Suite) -> Path | None:
    """The package as it was downloaded, or `None` where it could not be."""
    return next(iter(sorted(Path(os.environ["INTEGRATION_SOURCES"]).glob(f"{suite.package}*.tar.gz"))), None)


def run(suite: Suite, archive: Path, folder: Path) -> Outcome:
    """In a process of its own: their tests are a package `tests`, as ours are."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    unpacked = next(path for path in folder.iterdir() if path.is_dir())
    report = folder / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", str(unpacked)]
    command += [
        "-o",
        "asyncio_mode=auto",
        "--noconftest",
        "-p",
        suite.plugin,
        "--junitxml",
        str(report),
        *suite.files,
    ]
    paths = os.pathsep.join((str(HERE), str(HERE.parents[1] / "client"), str(unpacked)))
    environment = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(
        command, cwd=unpacked, env=environment, capture_output=True, text=True, timeout=_TOO_LONG_S, check=False
    )
    assert report.exists(), done.stdout[-3000:] + done.stderr[-3000:]
    return _outcome(report)


def _outcome(report: Path) -> Outcome:
    passed, skipped, failed = 0, 0, {}
    for case in ET.parse(report).getroot().iter("testcase"):  # noqa: S314 - written by pytest a moment ago
        wrong = next((one for one in case if one.tag in {"failure", "error"}), None)
        if wrong is not None:
            failed[case.attrib["name"]] = (wrong.text or "")[-1500:]
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return Outcome(passed, failed, skipped)
