"""What somebody sees who explores the package in a shell: signatures, docstrings, messages, the version."""

from __future__ import annotations

import inspect
import logging
import pydoc
import tomllib
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

import agent_memory
from agent_memory import (
    AsyncMemoryClient,
    AsyncMemoryManager,
    MemoryClient,
    MemoryManager,
    NotFound,
    Unauthenticated,
    UnexpectedAnswer,
    Unreachable,
    local_token,
)
from agent_memory.manager.line import NoticeKind
from agent_memory.manager.manager import Hooks
from agent_memory.transport.methods import Method, Pages
from agent_memory.transport.operations import Operations
from agent_memory.transport.retries import Retries
from tests.client.fake_service import NO_WAIT, URL, FakeService, problem
from tests.tooling.method_table import README, table, with_table

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "client.md").read_text(encoding="utf-8")
NAMES = [name for name, member in vars(Operations).items() if isinstance(member, Method)]
HOOKS = [name for name, member in vars(Hooks).items() if isinstance(member, Method)]


@pytest.mark.parametrize("client", [MemoryClient(URL, "t"), AsyncMemoryClient(URL, "t")], ids=["sync", "async"])
@pytest.mark.parametrize("name", NAMES)
def test_a_method_shows_its_parameters_its_docstring_and_its_answer(
    client: MemoryClient | AsyncMemoryClient, name: str
) -> None:
    method, declared = getattr(client, name), vars(Operations)[name]
    signature = inspect.signature(method)
    assert method.__name__ == name
    assert inspect.getdoc(method)
    assert signature == declared.signature
    assert all(p.kind is not p.VAR_KEYWORD for p in signature.parameters.values())
    answer = signature.return_annotation.removeprefix("Iterator[").removesuffix("]")
    assert answer[0].isupper(), signature
    if not isinstance(declared, Pages):
        assert inspect.getdoc(method) == inspect.getdoc(declared.build)
        made = inspect.signature(declared.build).return_annotation
        assert made in {f"Call[{answer}]", f"Flow[{answer}]"}


@pytest.mark.parametrize("manager", [MemoryManager, AsyncMemoryManager])
@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_shows_its_parameters_and_its_docstring(
    manager: type[MemoryManager] | type[AsyncMemoryManager], name: str
) -> None:
    client: Any = MemoryClient(URL, "t")
    hook = getattr(manager(client), name)
    assert hook.__name__ == name
    assert inspect.getdoc(hook)
    assert "self" not in inspect.signature(hook).parameters
    assert all(p.kind is not p.VAR_KEYWORD for p in inspect.signature(hook).parameters.values())


@pytest.mark.parametrize("client", [MemoryClient, AsyncMemoryClient])
def test_everything_that_a_client_shows_has_a_docstring(client: type[MemoryClient] | type[AsyncMemoryClient]) -> None:
    shown = {name: inspect.getdoc(member) for name, member in inspect.getmembers(client) if not name.startswith("_")}
    assert [name for name, text in shown.items() if not text] == []


def test_the_class_shows_and_calls_its_methods_as_well(service: FakeService) -> None:
    shown = inspect.signature(MemoryClient.write)
    assert list(shown.parameters)[:3] == ["self", "content", "type"]
    assert "Remember something" in pydoc.render_doc(MemoryClient.write)
    assert MemoryClient.write(service.client(), "Prefers tea", "preference").outcome == "candidate"


@pytest.mark.parametrize("name", [*NAMES, *HOOKS])
def test_frameworks_recognise_what_must_be_awaited(name: str) -> None:
    blocking, awaiting = (MemoryManager, AsyncMemoryManager) if name in HOOKS else (MemoryClient, AsyncMemoryClient)
    made: list[Any] = [AsyncMemoryClient(URL, "t")]
    made += [AsyncMemoryManager(made[0])]
    for method in (getattr(awaiting, name), getattr(made[name in HOOKS], name)):
        assert inspect.iscoroutinefunction(method) is not name.startswith("iter_")
    assert not inspect.iscoroutinefunction(getattr(blocking, name))


def test_a_required_field_of_a_hook_has_no_default() -> None:
    role = inspect.signature(MemoryManager(MemoryClient(URL, "t")).on_event).parameters["role"]
    assert (role.default, role.annotation) == (role.empty, "words.EventRole")


def test_an_argument_that_does_not_exist_is_refused_and_the_near_one_named(service: FakeService) -> None:
    client: Any = service.client()
    with pytest.raises(TypeError, match=r"recall\(\).*'topk'; did you mean 'top_k'\?"):
        client.recall("tea", topk=3)
    with pytest.raises(TypeError, match=r"write\(\) missing a required argument: 'content'"):
        client.write()
    with pytest.raises(TypeError, match="iter_memories"):
        client.iter_memories(types=["semantic"])
    assert service.requests == []


def test_the_readme_of_the_package_lists_every_method_as_it_is() -> None:
    page = README.read_text(encoding="utf-8")
    assert table() in page
    assert with_table(page) == page
    assert all(f"| `{name}(" in page for name in NAMES)


def test_the_guide_names_every_hook_and_every_notice() -> None:
    missing = [name for name in (*HOOKS, *get_args(NoticeKind)) if f"`{name}" not in GUIDE]
    assert missing == []


def test_help_on_write_names_its_parameters() -> None:
    shown = str(inspect.signature(MemoryClient(URL, "t").write))
    assert all(name in shown for name in ("content", "type", "key", "source", "observed_at", "idempotency_key"))
    assert shown.endswith("-> 'Written'")


def test_an_error_names_status_code_title_and_detail_one_after_the_other(service: FakeService) -> None:
    service.faults.append(lambda request: problem(404, "not_found", title="Not found", detail="no such memory"))
    with pytest.raises(NotFound, match=r"^404 not_found: Not found: no such memory$"):
        service.client(NO_WAIT).get_memory("m")


def test_a_missing_answer_names_the_url_the_call_the_cause_and_the_way_out() -> None:
    here = "http://127.0.0.1:9"
    with MemoryClient(here, "t", retries=Retries(attempts=1)) as client, pytest.raises(Unreachable) as caught:
        client.health()
    said = str(caught.value)
    assert said.startswith(f"{here} did not answer GET /v1/health (ConnectError: ")
    assert "refused" in said
    assert "make serve" in said
    with pytest.raises(Unreachable, match=r"^https://memory.test .*Check the URL"):
        MemoryClient(URL, "t", retries=Retries(attempts=1), http=_refusing()).health()


def test_an_answer_that_is_not_the_services_names_the_url(service: FakeService) -> None:
    service.faults.extend([lambda _: httpx.Response(404, text="<html>"), lambda _: httpx.Response(200, text="<html>")])
    with pytest.raises(NotFound, match=f"^404: {URL} did not answer as the memory service does"):
        service.client(NO_WAIT).get_memory("m")
    with pytest.raises(UnexpectedAnswer, match=f"^{URL} answered GET /v1/memories/m in another form"):
        service.client(NO_WAIT).get_memory("m")


def test_a_refused_token_says_that_a_function_can_renew_it(service: FakeService) -> None:
    service.faults.append(lambda _: problem(401, "unauthenticated"))
    with pytest.raises(Unauthenticated, match=f"{URL} refused the token. A function"):
        service.client(NO_WAIT).get_memory("m")


def test_calls_are_logged_by_id_and_never_with_content(service: FakeService, caplog: pytest.LogCaptureFixture) -> None:
    service.faults.append(lambda _: problem(503, "unavailable"))
    with caplog.at_level(logging.DEBUG, logger="agent_memory"):
        service.client(Retries(attempts=2, first_wait_s=0.001)).write("Prefers tea", "preference", key="drink")
    levels = [(record.name, record.levelname) for record in caplog.records]
    assert levels == [("agent_memory.transport", level) for level in ("DEBUG", "INFO", "DEBUG")]
    assert "POST /v1/memories: 503" in caplog.text
    assert not any(secret in caplog.text for secret in ("tea", "drink", "a-token"))


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
