"""What the command's own help and its refusals of unknown options say; no service is asked."""

from __future__ import annotations

import pytest

from tests.cli.running import run


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("recall", "tea", "--limit", "3"), "--top-k"),
        (("recall", "tea", "-n", "3"), "--top-k"),
        (("context", "tea", "--limit", "3"), "--top-k"),
        (("list", "--top-k", "3"), "--limit"),
        (("context", "tea", "--max-tokens", "500"), "--token-budget"),
        (("recall", "tea", "--threshold", "0.5"), "--min-relevance"),
        (("remember", "Likes tea", "--threshold", "0.5"), "--confidence"),
        (("recall", "tea", "--session", "s1"), "--session-id"),
        (("recall", "tea", "--user-id", "ann"), "--user"),
        (("changes", "--json"), "--output"),
        (("review", "list", "--json"), "--output"),
        (("forget", "--namespace", "ann"), "--scope"),
    ],
)
def test_the_option_of_another_command_or_service_leads_to_the_one_that_is_meant(
    words: tuple[str, ...], meant: str
) -> None:
    refused = run(*words)
    assert refused.code == 2
    assert f"Did you mean '{meant}'?" in refused.err


def test_an_option_that_is_misspelt_is_still_found_by_its_letters() -> None:
    assert "--importance" in run("remember", "Likes tea", "--importence", "high").err


def test_no_line_of_the_list_of_commands_is_cut() -> None:
    listed = run("--help").out.partition("Commands:")[2]
    assert len(listed.splitlines()) > 15
    assert "..." not in listed
