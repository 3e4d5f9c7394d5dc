"""Where the command calls, and with which token; and that no token is seen where it does not belong."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest

from agent_memory.cli import profiles
from tests.cli.running import run

CONFIG = """
default = "laptop"
[profiles.laptop]
user = "ann"
roles = ["reviewer"]
[profiles.prod]
url = "https://memory.test/dev"
scope = "/org/acme/project/p"
token_command = {command}
[profiles.ci]
url = "https://memory.test"
token_env = "CI_TOKEN"
"""


@pytest.fixture
def config(environment: Path) -> Path:
    command = [sys.executable, "-c", "print('from-the-command')"]
    environment.write_text(CONFIG.format(command=command), encoding="utf-8")
    return environment


def test_without_a_file_it_is_the_laptop() -> None:
    chosen = profiles.profile(None, None)
    assert (chosen.url, chosen.org, chosen.user) == ("http://127.0.0.1:8080", "local", "me")


def test_the_default_of_the_file_is_taken_and_another_by_name_or_variable(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert profiles.profile(None, None).roles == ("reviewer",)
    assert profiles.profile("prod", None).url == "https://memory.test/dev"
    monkeypatch.setenv(profiles.PROFILE, "ci")
    assert profiles.profile(None, None).token_env == "CI_TOKEN"
    assert profiles.profile("prod", None).scope == "/org/acme/project/p"


def test_a_url_alone_takes_nothing_from_the_default_profile(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config.write_text(config.read_text(encoding="utf-8").replace('"laptop"', '"prod"', 1), encoding="utf-8")
    assert profiles.profile(None, "https://elsewhere.test").token_command == ()
    monkeypatch.setenv(profiles.URL, "https://elsewhere.test")
    assert profiles.profile(None, None).token_command == ()
    assert profiles.profile("prod", None).url == "https://memory.test/dev"


def test_the_token_comes_from_the_command_the_named_variable_or_the_usual_one(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(profiles.TOKEN, "the-usual-one")
    monkeypatch.setenv("CI_TOKEN", "of-ci")
    assert run("token", "--profile", "prod").out == "from-the-command\n"
    assert run("token", "--profile", "ci").out == "of-ci\n"
    assert run("token", "--url", "https://memory.test").out == "the-usual-one\n"


def test_a_token_command_runs_once_for_several_calls(config: Path, tmp_path: Path) -> None:
    count = tmp_path / "count"
    program = f"open({str(count)!r}, 'a').write('x'); print('t')"
    token = profiles.Profile("https://memory.test", token_command=(sys.executable, "-c", program)).token()
    assert [token(), token()] == ["t", "t"]
    assert count.read_text() == "x"


@pytest.mark.parametrize("program", ["import sys; print('se' + 'cret'); sys.exit(3)", "pass"])
def test_a_command_that_gives_no_token_is_named_and_its_output_is_not_shown(program: str) -> None:
    token = profiles.Profile("https://memory.test", token_command=(sys.executable, "-c", program)).token()
    with pytest.raises(click.UsageError, match="gave no token") as caught:
        token()
    assert "secret" not in str(caught.value)


def test_a_token_in_the_file_is_refused_and_not_repeated(environment: Path) -> None:
    environment.write_text('[profiles.p]\nurl = "https://memory.test"\ntoken = "s3cret"\n', encoding="utf-8")
    ran = run("list", "--profile", "p")
    assert ran.code == 2
    assert "A token is not kept in this file" in ran.err
    assert "s3cret" not in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("list", "--profile", "nope"), "there is laptop"),
        (("list", "--profile", "ci"), "CI_TOKEN"),
        (("list", "--url", "https://memory.test"), "AGENT_MEMORY_TOKEN"),
        (("list", "--profile", "prod", "--user", "ann"), "laptop's own tokens"),
        (("list", "--url", "https://memory.test", "--profile", "laptop"), "no token"),
    ],
)
def test_what_is_missing_is_named_before_anything_is_sent(config: Path, words: tuple[str, ...], said: str) -> None:
    text = config.read_text(encoding="utf-8")
    if "nope" in words:
        config.write_text(text.partition("[profiles.prod]")[0], encoding="utf-8")
    ran = run(*words)
    assert ran.code == 2
    assert said in " ".join(ran.err.split())


@pytest.mark.parametrize(
    ("address", "written"),
    [("127.0.0.1:8080", "http://127.0.0.1:8080"), ("memory.example.com/v1", "https://memory.example.com/v1")],
)
def test_an_address_without_a_scheme_is_shown_as_it_should_be_written(
    environment: Path, address: str, written: str
) -> None:
    by_option = run("list", "--url", address)
    by_variable = run("list", AGENT_MEMORY_URL=address)
    assert (by_option.code, by_variable.code) == (2, 2)
    assert f"write {written}" in by_option.err
    assert f"write {written}" in by_variable.err


def test_a_broken_file_is_named(environment: Path) -> None:
    environment.write_text("[profiles", encoding="utf-8")
    ran = run("list")
    assert ran.code == 2
    assert str(environment) in ran.err.replace("\n", "")


def test_the_place_of_the_file_is_printed(environment: Path) -> None:
    assert run("config").out == f"{environment}\n"
