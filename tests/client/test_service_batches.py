"""Batches and whole sessions with the client, sync and async, against the real service."""

from __future__ import annotations

import asyncio

from agent_memory import AsyncMemoryClient
from tests.client.service_fixtures import no_sockets, service
from tests.client.test_service_operators import client_of
from tests.local.running_service import ServiceProcess

__all__ = ["no_sockets", "service"]


def test_memories_are_written_read_corrected_and_recalled_in_batches_of_any_size(service: ServiceProcess) -> None:
    with client_of(service, "batches") as client:
        facts = [{"content": f"Room {n} is painted in colour {n * 3}", "type": "semantic"} for n in range(105)]
        ids = [one.memory.memory_id for one in client.write_batch(facts).results if one.memory is not None]
        assert len(ids) == 105
        read = client.get_memories([*ids, "nobody"]).results
        assert [one.memory.content for one in read if one.memory is not None] == [fact["content"] for fact in facts]
        assert (read[-1].status, read[-1].code) == (404, "not_found")
        corrected = client.correct_batch([{"memory_id": id, "importance": "high"} for id in ids]).results
        assert {one.memory.importance for one in corrected if one.memory is not None} == {"high"}
        asked = client.recall_batch([{"query": f"room {n}", "top_k": 1} for n in range(22)]).results
        assert [one.status for one in asked] == [200] * 22


def test_the_async_client_does_the_same(service: ServiceProcess) -> None:
    async def main() -> None:
        async with AsyncMemoryClient.local("batches2", url=service.url) as client:
            written = await client.write_batch([{"content": "The lift is blue", "type": "semantic"}])
            ids = [one.memory.memory_id for one in written.results if one.memory is not None]
            assert [one.status for one in (await client.get_memories(ids)).results] == [200]
            changed = await client.correct_batch([{"memory_id": ids[0], "content": "The lift is green"}])
            assert [one.status for one in changed.results] == [200]
            assert [one.status for one in (await client.recall_batch([{"query": "lift"}])).results] == [200]
            await client.create_session("a-chat")
            await client.append_events("a-chat", [{"role": "user", "content": "I live in Oslo."}])
            lines = [line async for line in client.iter_session_export()]
            report = await client.import_all_sessions(lines)
            assert (report.imported, report.duplicates, report.refused) == (0, 2, [])
            listed = [one async for one in client.iter_operations(kind="import")]
            assert [one.state for one in listed] == ["done"]
            assert await client.get_operation(listed[0].operation_id) == listed[0]

    asyncio.run(main())


def test_sessions_are_taken_out_and_in(service: ServiceProcess) -> None:
    with client_of(service, "sess1") as source, client_of(service, "sess2") as target:
        source.add([{"role": "user", "content": "I live in Bergen."}], session_id="a-chat")
        source.put_state("a-chat", "planning", pending=["choose a hotel"])
        lines = list(source.iter_session_export())
        assert [line.kind for line in lines] == ["session", "event", "state"]
        assert target.import_all_sessions(lines).imported == 3
        assert target.get_state("a-chat").pending == ["choose a hotel"]
        assert [event.content for event in target.iter_events("a-chat")] == ["I live in Bergen."]
