"""The command against a service of its own on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Ran, run
from tests.client.service_fixtures import no_sockets, service
from tests.local.running_service import ServiceProcess

__all__ = ["no_sockets", "service"]

Run = Callable[..., Ran]


@pytest.fixture
def am(service: ServiceProcess, request: pytest.FixtureRequest) -> Run:
    """The command as a user of its own for each test."""
    user = request.node.name[:100]

    def ran(*words: str, roles: tuple[str, ...] = (), **more: Any) -> Ran:
        named = [part for role in roles for part in ("--role", role)]
        return run(*words, "--url", service.url, "--user", user, "--org", "acme", *named, **more)

    return ran


def remembered(am: Run, text: str, *words: str) -> str:
    written = am("remember", text, *words, "-o", "json")
    assert written.code == 0, written.err
    return str(written.json["memory"]["memory_id"])


def test_what_is_remembered_is_recalled_listed_and_has_a_history(service: ServiceProcess, am: Run) -> None:
    first = am("remember", "I live in Bergen.", "--key", "home")
    assert first.code == 0
    assert first.out.startswith("created ")
    memory_id = remembered(am, "I live in Oslo now.", "--key", "home", "--metadata", "from=a form")
    service.settle()
    recalled = am("recall", "Where do I live?")
    assert recalled.out.splitlines()[0].split() == ["RELEVANCE", "TYPE", "ID", "CONTENT"]
    assert "I live in Oslo now." in recalled.out
    found = am("recall", "Where do I live?", "--top-k", "1", "--type", "semantic", "-o", "json").json
    assert found["memories"][0]["memory"]["metadata"] == {"from": "a form"}
    assert [line.split()[0] for line in am("history", memory_id).out.splitlines()] == ["VERSION", "2", "1"]
    assert len(am("list", "-o", "json").json) == 1
    assert "Oslo" in am("context", "Where do I live?", "--min-relevance", "0").out


def test_a_text_may_come_from_the_standard_input(am: Run) -> None:
    assert am("remember", "-", stdin="I have two cats.\n").code == 0
    assert [memory["content"] for memory in am("list", "-o", "json").json] == ["I have two cats."]


def test_an_inference_says_why_it_is_not_recalled(am: Run) -> None:
    noted = am("remember", "The user likes tea.", "--type", "preference", "--source", "agent_inferred")
    assert noted.out.startswith("candidate ")
    assert "reviewer" in noted.out


def test_a_list_says_when_there_may_be_more_and_gives_all(am: Run) -> None:
    for n in range(3):
        remembered(am, f"Row number {n} of the plan is {'red green blue'.split()[n]}.", "--key", f"row-{n}")
    short = am("list", "--limit", "2")
    assert len(short.out.splitlines()) == 3
    assert "--limit 0" in short.err
    assert len(am("list", "--limit", "0", "-o", "json").json) == 3
    assert am("list", "--key", "absent").out == "Nothing.\n"


def test_forgetting_asks_first_and_a_receipt_can_be_taken_and_checked(
    service: ServiceProcess, am: Run, tmp_path: Path
) -> None:
    memory_id = remembered(am, "I live in Bergen.")
    refused = am("forget", memory_id, stdin="n\n")
    assert refused.code == 1
    assert len(am("list", "-o", "json").json) == 1
    done = am("forget", memory_id, "--yes", "--wait", "--request-id", "del-1")
    assert done.code == 0
    assert {line.split()[1] for line in done.out.splitlines()[1:]} == {"succeeded"}
    assert am("list", "-o", "json").json == []
    service.settle()
    file = tmp_path / "receipt.json"
    assert am("deletion", "del-1", "--receipt", str(file)).code == 0
    assert am("deletion", "del-1", "--verify", "-o", "json").json["status"] == "completed"
    checked = run("verify-receipt", str(file))
    assert checked.code == 0
    assert checked.out.startswith("VALID: ")


def test_an_id_of_nothing_is_accepted_and_said_to_be_of_nothing(am: Run) -> None:
    """A deletion is a barrier for what comes late, so it is no error; a mistyped id is noticed all the same."""
    memory_id = remembered(am, "I live in Bergen.")
    assert "nothing that it names is there" in am("forget", memory_id + "x", "--yes").out
    assert "nothing that it names is there" not in am("forget", memory_id, "--yes").out


def test_a_subject_is_forgotten_only_when_its_scope_is_typed(am: Run, request: pytest.FixtureRequest) -> None:
    scope = f"/org/acme/user/{request.node.name[:100]}"
    remembered(am, "I live in Bergen.")
    assert am("forget", "--subject", scope, stdin="yes\n").code == 1
    assert len(am("list", "-o", "json").json) == 1
    assert am("forget", "--subject", scope, stdin=f"{scope}\n").code == 0
    assert am("list", "-o", "json").json == []


def test_reviews_are_listed_claimed_and_decided(am: Run) -> None:
    remembered(am, "The user prefers trains to planes.", "--type", "preference", "--source", "agent_inferred")
    listed = am("review", "list", "-o", "json", roles=("reviewer",)).json
    review_id = listed[0]["review_id"]
    assert am("review", "claim", review_id, roles=("reviewer",)).code == 0
    assert am("review", "resolve", review_id, "accept", roles=("reviewer",)).code == 0
    assert [memory["status"] for memory in am("list", "-o", "json").json] == ["active"]


def test_an_export_is_imported_again(am: Run, tmp_path: Path) -> None:
    remembered(am, "I live in Bergen.")
    file = tmp_path / "export.ndjson"
    assert am("export", str(file)).err == "1 versions\n"
    assert json.loads(am("export").out)["content"] == "I live in Bergen."
    again = am("import", str(file))
    assert (again.code, again.err) == (0, "0 imported, 1 known before, 0 refused\n")
    partly = am("import", "-", stdin='{"content": "I have a dog.", "type": "semantic"}\n{"content": ""}\n')
    assert partly.code == 1
    assert partly.err.startswith("1 imported, 0 known before, 1 refused")
    assert partly.out.splitlines()[1].split()[:2] == ["2", "malformed"]


def test_sessions_are_taken_out_and_in_and_what_went_on_is_listed(
    service: ServiceProcess, am: Run, tmp_path: Path
) -> None:
    token = am("token").out.strip()
    assert service.call("POST", "/v1/sessions", {"session_id": "a-chat"}, token=token).status == 201
    file = tmp_path / "sessions.ndjson"
    taken = am("export", "--sessions", str(file))
    lines = len(file.read_text(encoding="utf-8").splitlines())
    assert taken.err == f"{lines} lines\n"
    again = am("import", "--sessions", str(file))
    assert (again.code, again.err) == (0, f"0 imported, {lines} known before, 0 refused\n")
    listed = am("operations", "-o", "json").json
    assert {one["kind"] for one in listed} >= {"import", "export"}
    newest = listed[0]
    assert (newest["kind"], newest["state"]) == ("import", "done")
    assert am("operations", newest["operation_id"], "-o", "json").json == [newest]
    assert {one["kind"] for one in am("operations", "--kind", "export", "-o", "json").json} == {"export"}


def test_a_token_of_the_laptop_opens_the_interface(service: ServiceProcess, am: Run) -> None:
    token = am("token", "--ttl", "60").out.strip()
    assert service.call("GET", "/v1/memories", token=token).status == 200
    with_variable = run("list", "--url", service.url, AGENT_MEMORY_TOKEN=token)
    assert with_variable.code == 0


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("remember", "The key is AKIA" + "IOSFODNN7EXAMPLE"), 1),
        (("recall",), 2),
        (("list", "--type", "nonsense"), 2),
        (("recall", "x", "--as-of", "yesterday"), 2),
        (("remember", "x", "--metadata", "novalue"), 2),
        (("forget",), 2),
        (("review", "list", "--scope", "/org/acme/user/somebody"), 4),
        (("history", "0190aaaa-0000-7000-8000-000000000000"), 5),
        (("deletion", "never"), 5),
    ],
)
def test_it_ends_with_the_code_of_its_kind(am: Run, words: tuple[str, ...], code: int) -> None:
    ran = am(*words)
    assert (ran.code, ran.out) == (code, "")
    assert "Traceback" not in ran.err
    assert "AKIA" not in ran.err


def test_a_service_that_does_not_answer_ends_with_three_and_says_how_to_start_it() -> None:
    ran = run("list", "--url", "http://127.0.0.1:9", "-o", "json", AGENT_MEMORY_TOKEN="t")
    assert ran.code == 3
    said = json.loads(ran.err)
    assert said["exit_code"] == 3
    assert "make serve" in said["error"]
    assert run("list", "--url", "http://127.0.0.1:9").code == 3


@pytest.mark.parametrize("words", [("list",), ("review", "list")])
def test_the_service_may_be_named_before_the_command_or_after_it_which_counts(words: tuple[str, ...]) -> None:
    there, elsewhere = "http://127.0.0.1:9", "http://127.0.0.1:7"
    assert f"{there} did not answer" in run("--url", there, *words).err
    assert f"{there} did not answer" in run("--url", elsewhere, *words, "--url", there).err


def test_an_error_as_json_has_the_code_and_the_correlation_id(am: Run) -> None:
    said = json.loads(am("deletion", "never", "-o", "json").err)
    assert (said["code"], said["exit_code"]) == ("not_found", 5)
    assert said["correlation_id"]
