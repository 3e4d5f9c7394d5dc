"""What somebody sees who explores the package in a shell: signatures, docstrings, messages, the version."""

from __future__ import annotations

import inspect
import logging
import re
import tomllib
from pathlib import Path
from typing import get_args

import httpx
import pytest

import agent_memory
from agent_memory import (
    AsyncMemoryClient,
    AsyncMemoryManager,
    MemoryClient,
    MemoryManager,
    NotFound,
    Unreachable,
    local_token,
)
from agent_memory.calls.memory_calls import write
from agent_memory.manager.line import NoticeKind
from agent_memory.transport.client import Operation, Operations
from agent_memory.transport.retries import Retries
from tests.client.fake_service import NO_WAIT, URL, FakeService, problem

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "client.md").read_text(encoding="utf-8")
NAMES = [name for name, member in vars(Operations).items() if isinstance(member, Operation)]


@pytest.mark.parametrize("client", [MemoryClient(URL, "t"), AsyncMemoryClient(URL, "t")], ids=["sync", "async"])
@pytest.mark.parametrize("name", NAMES)
def test_a_method_shows_its_parameters_its_docstring_and_its_answer(
    client: MemoryClient | AsyncMemoryClient, name: str
) -> None:
    method = getattr(client, name)
    built = vars(Operations)[name].build
    signature = inspect.signature(method)
    assert method.__name__ == name
    assert inspect.getdoc(method) == inspect.getdoc(built)
    assert list(signature.parameters.values()) == list(inspect.signature(built).parameters.values())
    assert inspect.signature(built).return_annotation == f"Call[{signature.return_annotation}]"


def test_the_guide_lists_each_operation_with_what_it_needs_and_answers() -> None:
    rows = re.findall(r"^\| `(\w+)\(([^)]*)\)` \| `(\w+)` \| .+ \|$", GUIDE, re.MULTILINE)
    listed = {name: (tuple(filter(None, needs.split(", "))), answer) for name, needs, answer in rows}
    assert set(listed) == set(NAMES)
    for name, (needs, answer) in listed.items():
        build = vars(Operations)[name].build
        parameters = inspect.signature(build).parameters.values()
        required = tuple(p.name for p in parameters if p.default is p.empty)
        assert needs[: len(required)] == required, name
        assert set(needs) <= {p.name for p in parameters}, name
        assert inspect.signature(build).return_annotation == f"Call[{answer}]", name


def test_the_guide_names_every_hook_and_every_notice() -> None:
    hooks = [name for name, member in vars(MemoryManager).items() if callable(member) and not name.startswith("_")]
    missing = [name for name in (*hooks, *get_args(NoticeKind)) if f"`{name}" not in GUIDE]
    assert missing == []


def test_the_async_manager_has_the_same_hooks_with_the_same_parameters() -> None:
    for name, member in vars(MemoryManager).items():
        if callable(member) and not name.startswith("_"):
            other = getattr(AsyncMemoryManager, name)
            assert inspect.signature(member).parameters == inspect.signature(other).parameters, name


def test_help_on_write_names_its_parameters() -> None:
    shown = str(inspect.signature(MemoryClient(URL, "t").write))
    assert all(name in shown for name in inspect.signature(write).parameters)
    assert shown.endswith("-> 'Written'")


def test_an_error_names_status_code_title_and_detail_one_after_the_other(service: FakeService) -> None:
    service.faults.append(lambda request: problem(404, "not_found", title="Not found", detail="no such memory"))
    with pytest.raises(NotFound, match=r"^404 not_found: Not found: no such memory$"):
        service.client(NO_WAIT).get_memory("m")


def test_a_missing_answer_names_the_call_and_the_cause() -> None:
    with (
        MemoryClient("http://127.0.0.1:9", "t", retries=Retries(attempts=1), http=_refusing()) as client,
        pytest.raises(Unreachable, match=r"GET /v1/health \(ConnectError\)"),
    ):
        client.health()


@pytest.mark.parametrize("url", ["127.0.0.1:8080", "ftp://memory.test", "memory.test"])
def test_a_url_without_a_scheme_is_refused_for_that_reason(url: str) -> None:
    with pytest.raises(ValueError, match="begins with https://"):
        MemoryClient(url, "t")


@pytest.mark.parametrize("url", [f"{URL}/v1", f"{URL}/v1/", f"{URL}/"])
def test_a_url_with_the_version_or_a_slash_at_its_end_works(service: FakeService, url: str) -> None:
    with MemoryClient(url, "t", http=httpx.Client(transport=httpx.MockTransport(service.answer))) as client:
        client.write("Prefers tea", "preference")
    assert str(service.requests[0].url) == f"{URL}/v1/memories"


def test_a_token_of_another_type_is_refused_when_the_client_is_made() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        MemoryClient(URL, None)  # type: ignore[arg-type]


def test_without_tell_notices_are_logged(service: FakeService, caplog: pytest.LogCaptureFixture) -> None:
    service.down = True
    with caplog.at_level(logging.WARNING, logger="agent_memory"):
        MemoryManager(service.client(NO_WAIT)).on_task_start("Plan a trip")
    assert [record.getMessage() for record in caplog.records] == ["service_down Unreachable (1)"]


@pytest.mark.parametrize("url", ["https://memory.example.org", "http://memory.example.org", "127.0.0.1:8080"])
def test_a_local_token_is_requested_from_this_machine_only(url: str) -> None:
    with pytest.raises(ValueError, match="on this machine"):
        local_token(url, org="acme", sub="ann")


def test_the_package_knows_its_version() -> None:
    project = Path(agent_memory.__file__).parents[1] / "pyproject.toml"
    assert agent_memory.__version__ == tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"]


def _refusing() -> httpx.Client:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    return httpx.Client(transport=httpx.MockTransport(refuse))
