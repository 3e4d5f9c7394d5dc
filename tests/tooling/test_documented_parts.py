"""Every part of a score is explained where somebody looks it up: the page, the API document and the console."""

from __future__ import annotations

import re
from pathlib import Path

from shared.contracts.openapi.teaching import descriptions
from shared.domain.recall.ranking import PROFILES, rank
from tests.ranking_builders import NOW, a_candidate, asked

_ROOT = Path(__file__).parents[2]
_LABELS = _ROOT / "console" / "src" / "i18n" / "words" / "service.ts"


def parts(profile: str) -> set[str]:
    return set(rank(asked("Where do I live?"), [a_candidate("I live in Oslo.")], PROFILES[profile], NOW)[0].parts)


def test_the_page_lists_each_part_of_both_profiles_and_no_other() -> None:
    page = (_ROOT / "docs/reference/ranking.md").read_text(encoding="utf-8")
    default, textbook = page.split("\n## ")[1:3]
    assert set(re.findall(r"^\| `(\w+)` \|", default, re.MULTILINE)) == parts("default")
    assert set(re.findall(r"`(\w+)` 0", textbook)) == parts("textbook")


def test_the_console_has_a_label_for_each_part_and_for_no_other() -> None:
    labels = set(re.findall(r'"part\.(\w+)": \[', _LABELS.read_text(encoding="utf-8")))
    assert labels == parts("default") | parts("textbook")


def test_the_api_document_names_each_part_of_the_default_profile() -> None:
    said = descriptions()["HitBody"]["parts"]
    assert set(re.findall(r"`(\w+)`", said)) - {"default"} == parts("default")
