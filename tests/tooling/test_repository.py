"""What anybody who clones this may rely on."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
README = ROOT / "README.md"

# Pieced together, so that this file is none of its own findings.
_FOLDERS = "|".join(["ho" + "me", "ro" + "ot", "Us" + "ers", "wo" + "rk", "t" + "mp"])
_SOMEBODYS_FOLDER = re.compile(rf"(?<![\w.\-/~{{}}$])/(?:{_FOLDERS})/[\w.]")
_REGISTRY = re.compile(
    "|".join(
        ["py" + r"pi\.org", "pythonhosted" + r"\.org", "npmjs" + r"\.(?:org|com)", r"repo1?\.maven", "crates" + r"\.io"]
    )
)
_TARGET = re.compile(r"^([a-z][a-z-]*)(?: [a-z -]+)?:(?!=)", re.MULTILINE)
_MAKE_COMMAND = re.compile(r"\bmake ([a-z][a-z-]+)")
_ANCHOR = re.compile(r"\]\(([^)#\s]*)#([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def tracked() -> list[Path]:
    """Files under version control; in an unpacked archive, all that are not ignored folders."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def texts() -> Iterator[tuple[Path, str]]:
    for path in tracked():
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def documents() -> list[Path]:
    return [path for path in tracked() if path.suffix == ".md"]


@pytest.fixture(scope="module")
def targets() -> set[str]:
    makefiles = [ROOT / "Makefile", ROOT / "tests" / "opensearch" / "opensearch.mk"]
    return {name for makefile in makefiles for name in _TARGET.findall(makefile.read_text(encoding="utf-8"))}


def test_no_file_names_a_folder_of_one_machine() -> None:
    found = {
        str(path.relative_to(ROOT)): match[0] for path, text in texts() if (match := _SOMEBODYS_FOLDER.search(text))
    }
    assert found == {}


def test_no_file_names_a_registrys_host() -> None:
    found = {str(path.relative_to(ROOT)): match[0] for path, text in texts() if (match := _REGISTRY.search(text))}
    assert found == {}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_pins_every_package_by_hash_and_names_no_place(lock: Path) -> None:
    entries = re.sub(r"\\\n", " ", lock.read_text(encoding="utf-8")).splitlines()
    entries = [entry for entry in entries if entry.strip() and not entry.startswith("#")]
    assert len(entries) > 10
    unpinned = [entry[:60] for entry in entries if not re.match(r"[a-z0-9._-]+(\[[a-z,-]+\])?==\S+ ", entry)]
    unhashed = [entry[:60] for entry in entries if "--hash=sha256:" not in entry]
    assert (unpinned, unhashed) == ([], [])
    assert "://" not in "".join(entries)


def test_lambda_runs_the_versions_that_the_tests_ran() -> None:
    pins = {
        lock.stem: set(re.findall(r"^([a-z0-9._-]+==\S+)", lock.read_text(encoding="utf-8"), re.MULTILINE))
        for lock in LOCKS
    }
    assert pins["lambda"] <= pins["local"] <= pins["dev"]


def test_the_fixtures_of_the_protocols_suite_are_of_the_sdk_that_runs() -> None:
    (source,) = re.findall(r"^mcp==(\S+) --hash=(\S+)$", _text("tests/mcp/sources.txt"), re.MULTILINE)
    locked = re.search(r"^mcp==(\S+) \\\n((?:    --hash=.+\n)+)", _text("requirements/mcp.txt"), re.MULTILINE)
    assert locked is not None
    assert source[0] == locked[1]
    assert source[1] in locked[2]


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_every_make_command_in_the_documents_exists(targets: set[str]) -> None:
    named = {
        command for path in documents() for command in _MAKE_COMMAND.findall(_code(path.read_text(encoding="utf-8")))
    }
    assert {"demo", "test", "serve", "check"} <= named
    assert named - targets == set()


def test_every_link_between_documents_leads_somewhere() -> None:
    broken = [
        f"{path.relative_to(ROOT)}: {link}"
        for path in documents()
        for link in _LINK.findall(path.read_text(encoding="utf-8"))
        if "://" not in link and not (path.parent / link).exists()
    ]
    assert broken == []


def test_every_link_to_a_heading_finds_it() -> None:
    broken = [
        f"{path.relative_to(ROOT)}: {link}#{anchor}"
        for path in documents()
        for link, anchor in _ANCHOR.findall(path.read_text(encoding="utf-8"))
        if "://" not in link and anchor not in _headings((path.parent / link) if link else path)
    ]
    assert broken == []


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert [page for page in pages if f"({page})" not in index and not page.startswith(("README", "decisions/"))] == []


def test_every_file_that_a_document_names_exists() -> None:
    """In code spans: paths below the folders of the product."""
    named = re.compile(r"`((?:functions|shared|infra|local|bench|tests|docs|requirements|\.ci)/[\w./-]+\.\w+)`")
    broken = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in documents()
        for name in named.findall(path.read_text(encoding="utf-8"))
        if not (ROOT / name).exists()
    ]
    assert broken == []


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text(encoding="utf-8")
    assert [
        page.name for page in folder.glob("*.md") if page.name != "README.md" and f"({page.name})" not in index
    ] == []


def test_one_version_is_in_the_project_the_package_the_api_document_and_the_changelog() -> None:
    """pyproject.toml is the place; client/pyproject.toml repeats it because a build reads its own folder only."""
    project, package = (
        tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
        for folder in (".", "client")
    )
    document = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    newest = re.search(
        r"^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert newest is not None
    assert {package, document["info"]["version"], newest[1]} == {project}


def test_ci_runs_the_targets_of_the_makefile(targets: set[str]) -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    commands = re.findall(r"\bmake((?: [\w=-]+)+)", script.read_text(encoding="utf-8"))
    named = {word for command in commands for word in command.split() if re.fullmatch(r"[a-z][a-z-]*", word)}
    assert {*_prerequisites("check"), "cases", "test-opensearch"} <= named <= targets


def test_make_check_contains_the_tests_and_every_check() -> None:
    checks = {"format-check", "lint", "imports", "types", "security", "templates", "audit", "openapi-check"}
    assert _prerequisites("check") == {"static", "test", "test-long"}
    assert _prerequisites("static") == checks


def _prerequisites(target: str) -> set[str]:
    found = re.search(rf"^{target}: ([a-z -]+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    return set(found[1].split())


def _code(document: str) -> str:
    """Its code spans and blocks: what a reader would type."""
    return "\n".join(re.findall(r"```.*?```|`[^`\n]+`", document, re.DOTALL))


def _headings(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = _HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
