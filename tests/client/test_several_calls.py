"""Methods that take several calls: the items of all pages, a conversation that is added, a long import."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from agent_memory import AsyncMemoryClient, MemoryClient
from tests.client.fake_service import URL, a_memory

Answering = Callable[[httpx.Request], httpx.Response]


def client_of(answer: Answering) -> MemoryClient:
    return MemoryClient(URL, "t", http=httpx.Client(transport=httpx.MockTransport(answer)))


class ThreePages:
    """Memories m0 to m5, two a page."""

    def __init__(self) -> None:
        self.queries: list[dict[str, str]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        query = dict(request.url.params)
        self.queries.append(query)
        start = int(query.get("cursor", "0"))
        following = str(start + 2) if start < 4 else None
        return httpx.Response(
            200, json={"items": [a_memory(f"m{n}") for n in (start, start + 1)], "next_cursor": following}
        )


def test_iterating_requests_each_page_when_its_first_item_is_needed() -> None:
    pages = ThreePages()
    memories = client_of(pages).iter_memories(type="semantic", limit=2)
    assert pages.queries == []
    assert [next(memories).memory_id for _ in range(2)] == ["m0", "m1"]
    assert len(pages.queries) == 1
    assert [memory.memory_id for memory in memories] == ["m2", "m3", "m4", "m5"]
    asked = {"type": "semantic", "limit": "2"}
    assert pages.queries == [asked, {**asked, "cursor": "2"}, {**asked, "cursor": "4"}]


def test_the_async_client_iterates_as_well_and_from_a_cursor() -> None:
    async def main() -> list[str]:
        http = httpx.AsyncClient(transport=httpx.MockTransport(ThreePages()))
        async with AsyncMemoryClient(URL, "t", http=http) as client:
            return [memory.memory_id async for memory in client.iter_memories(cursor="2")]

    assert asyncio.run(main()) == ["m2", "m3", "m4", "m5"]


def test_an_export_is_read_line_by_line_whatever_characters_it_has() -> None:
    version = {**a_memory("m1", "two\u2028lines"), "ended_at": None, "ended_because": None, "of": {}}

    def answer(request: httpx.Request) -> httpx.Response:
        assert request.headers["Accept"] == "application/x-ndjson"
        cursor = request.url.params.get("cursor")
        content = json.dumps({**version, "version": 2 if cursor else 1}, ensure_ascii=False) + "\n"
        return httpx.Response(200, content=content.encode(), headers={} if cursor else {"X-Next-Cursor": "more"})

    found = list(client_of(answer).iter_export())
    assert [(line.version, line.content) for line in found] == [(1, "two\u2028lines"), (2, "two\u2028lines")]


class Importer:
    """Takes two lines a call, and refuses those that say "no"."""

    def __init__(self) -> None:
        self.bodies: list[tuple[int, list[dict[str, Any]]]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        assert request.headers["Content-Type"] == "application/x-ndjson"
        assert "Idempotency-Key" in request.headers
        first = int(request.url.params.get("from_line", "1"))
        lines = [json.loads(line) for line in request.content.decode().split("\n") if line]
        self.bodies.append((first, lines))
        taken = list(enumerate(lines, 1))[first - 1 : first + 1]
        refused = [{"line": number, "code": "malformed"} for number, line in taken if line["content"] == "no"]
        following = first + 2 if first + 2 <= len(lines) else None
        return httpx.Response(
            200,
            json={
                "imported": len(taken) - len(refused),
                "duplicates": 0,
                "refused": refused,
                "next_line": following,
            },
        )


def test_an_import_goes_on_until_every_line_is_judged() -> None:
    importer = Importer()
    lines = [{"content": content, "type": "semantic"} for content in ("a", "b", "c", "no", "e")]
    report = client_of(importer).import_all([json.dumps(lines[0]) + "\n", *lines[1:]])
    assert (report.imported, [(line.line, line.code) for line in report.refused]) == (4, [(4, "malformed")])
    assert [first for first, _ in importer.bodies] == [1, 3, 5]
    assert all(sent == lines for _, sent in importer.bodies)


def test_a_long_import_is_cut_into_blocks_whose_lines_are_numbered_through() -> None:
    importer = Importer()
    long = "x" * 2_500_000
    lines = [{"content": content, "type": "semantic"} for content in (long, long, "no")]
    report = client_of(importer).import_all(lines)
    assert [len(sent) for _, sent in importer.bodies] == [1, 2]
    assert [line.line for line in report.refused] == [3]


@pytest.mark.parametrize("confirm", ["ann", "yes", ""])
def test_a_subject_is_deleted_only_by_its_name(confirm: str) -> None:
    client = client_of(lambda request: httpx.Response(500))
    with pytest.raises(ValueError, match="scope of the user"):
        client.forget_subject(confirm=confirm)


def test_two_strings_delete_no_subject() -> None:
    client: Any = client_of(lambda request: httpx.Response(500))
    with pytest.raises(TypeError, match="ids"):
        client.request_deletion("r", "subject")
    with pytest.raises(ValueError, match="forget_subject"):
        client.request_deletion("r", "subject", [])
