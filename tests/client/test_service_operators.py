"""What operators do with the client, against the real service: export, import, maintenance, audit, deletion."""

from __future__ import annotations

import asyncio
import time

import pytest

import agent_memory
from agent_memory import AsyncMemoryClient, Forbidden, MemoryClient, NotFound
from tests.client.service_fixtures import no_sockets, service
from tests.local.running_service import ServiceProcess

__all__ = ["no_sockets", "service"]


def client_of(service: ServiceProcess, user: str, *roles: str) -> MemoryClient:
    return agent_memory.local(user, org="acme", url=service.url, roles=roles or None)


def test_one_line_makes_a_client_of_the_laptop(service: ServiceProcess) -> None:
    with agent_memory.local("lin", url=service.url) as client:
        written = client.write("I live in Bergen.", "semantic", source="user_stated")
        assert written.memory is not None
        assert written.memory.scope == "/org/local/user/lin"


def test_a_client_of_the_laptop_needs_no_more_than_an_instant_for_its_token(service: ServiceProcess) -> None:
    with agent_memory.local("lin", url=service.url) as client:
        client.health()
        begin = time.perf_counter()
        for _ in range(10):
            client.health()
        assert time.perf_counter() - begin < 5.0  # ten calls with a token each


def test_the_async_client_of_the_laptop_does_the_same(service: ServiceProcess) -> None:
    async def main() -> list[str]:
        async with AsyncMemoryClient.local("lin2", url=service.url) as client:
            added = await client.add([{"role": "user", "content": "I'm allergic to shellfish."}])
            return [memory.content for memory in added.memories]

    assert asyncio.run(main()) == ["I'm allergic to shellfish."]


def test_a_conversation_is_added_and_adding_it_again_changes_nothing(service: ServiceProcess) -> None:
    with client_of(service, "mem") as client:
        added = client.add(
            [
                {"role": "user", "content": "I'm vegetarian and I live in Oslo."},
                {"role": "assistant", "content": "Noted."},
                {"role": "user", "content": "thanks!"},
            ],
            session_id="a-chat",
        )
        assert [memory.content for memory in added.memories] == ["I'm vegetarian and I live in Oslo."]
        again = client.add([{"role": "user", "content": "I'm vegetarian and I live in Oslo."}], session_id="a-chat")
        assert again.session_id == "a-chat"
        assert len(client.list_events("a-chat").items) == 3
        assert [memory.content for memory in client.iter_memories()] == ["I'm vegetarian and I live in Oslo."]
        assert client.add("My sister is called Ida.").memories[0].source == "user_stated"


def test_a_long_conversation_is_sent_in_several_requests(service: ServiceProcess) -> None:
    with client_of(service, "long-chat") as client:
        added = client.add([{"role": "user", "content": f"Message {n}?"} for n in range(130)], session_id="long")
        assert client.get_session(added.session_id).events == 130


def test_an_export_of_one_user_is_imported_by_another(service: ServiceProcess) -> None:
    with client_of(service, "from") as source, client_of(service, "to") as target:
        for text in ("I live in Bergen.", "I always want a window seat."):
            source.write(text, "semantic", source="user_stated")
        exported = list(source.iter_export())
        assert sorted(version.content for version in exported) == ["I always want a window seat.", "I live in Bergen."]
        assert target.import_all(exported).imported == 2
        assert target.import_all(exported).duplicates == 2
        refused = target.import_all([{"content": "", "type": "semantic"}]).refused
        assert [line.line for line in refused] == [1]
        assert {memory.content for memory in target.iter_memories()} == {version.content for version in exported}


def test_maintenance_is_planned_and_applied_by_an_operator(service: ServiceProcess) -> None:
    with client_of(service, "op", "operator") as client:
        plan = client.plan_hygiene()
        assert list(client.iter_hygiene_plan(plan.plan_id)) == plan.items
        assert not client.apply_hygiene_plan(plan.plan_id).more


def test_the_audit_lists_a_write_and_its_chains_hold(service: ServiceProcess) -> None:
    with client_of(service, "audited", "auditor") as client:
        written = client.write("I live in Bergen.", "semantic", source="user_stated")
        assert written.memory is not None
        records = list(client.iter_audit(limit=1))
        assert [record.memory_id for record in records] == [written.memory.memory_id]
        assert client.verify_audit().valid
        assert list(client.iter_reads()) == []  # the laptop's service does not note reads
        with pytest.raises(Forbidden):
            client.reset_thresholds(scope="/org/acme")


def test_a_subject_is_forgotten_by_naming_its_scope(service: ServiceProcess) -> None:
    with client_of(service, "leaver") as client, client_of(service, "other") as other:
        for made in (client, other):
            made.write("I live in Bergen.", "semantic", source="user_stated")
        with pytest.raises(Forbidden):
            client.forget_subject(confirm="/org/acme/user/other")
        accepted = client.forget_subject(confirm="/org/acme/user/leaver")
        service.settle()
        deletion = client.get_deletion(accepted.request_id)
        assert (deletion.status, deletion.selector.kind) == ("completed", "subject")
        assert list(client.iter_memories()) == []
        assert len(list(other.iter_memories())) == 1
        log = client.get_receipt_log()
        assert log.size >= 1
        assert client.get_receipt_keys().keys
        with pytest.raises(NotFound):
            other.get_deletion(accepted.request_id)


def test_parts_are_deleted_by_their_ids_and_previewed_before(service: ServiceProcess) -> None:
    with client_of(service, "parts") as client:
        client.write("I live in Bergen.", "semantic", source="user_stated")
        service.settle()
        (found,) = client.iter_preview("Bergen")
        assert found.selector.kind == "memory"
        client.request_deletion("by-id", "memory", found.selector.ids or [])
        assert list(client.iter_memories()) == []
        assert [deletion.request_id for deletion in client.iter_deletions()] == ["by-id"]
