"""Claude's memory tool, beside the SDK's own tool for a local folder."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from anthropic.lib.tools import BetaAbstractMemoryTool, ToolError
from anthropic.lib.tools._beta_builtin_memory_tool import BetaLocalFilesystemMemoryTool
from command_sequences import a_sequence
from exchange.fresh_users import fresh_client

from agent_memory import MemoryClient
from agent_memory.integrations.anthropic import AgentMemoryTool, AsyncAgentMemoryTool

_OUTSIDE = ("/memories/../secrets", "/etc/passwd", "/memories/a/../../../b", "memories/a", "/memories/..")
# A folder's own size depends on the file system: 4K on ext4, other numbers elsewhere.
_FOLDER_SIZE = re.compile(r"^\S+(\t/\S*/)$|^\S+(\t/memories)$", re.MULTILINE)


def _answer(tool: BetaAbstractMemoryTool, command: dict[str, Any]) -> tuple[str, str]:
    try:
        return "answer", _FOLDER_SIZE.sub(r"\1\2", str(tool.call(command)))
    except ToolError as error:
        return "error", str(error)
    except OSError:  # the SDK lets these out, with the path on the disk in them
        return "error", "of the file system"


def test_random_command_sequences_give_the_same_answers_and_errors_as_the_sdks_own_tool(
    tmp_path: Path, sequences: int, counted: Callable[[str], None]
) -> None:
    commands = 0
    for seed in range(sequences):
        with fresh_client() as client:
            ours, theirs = AgentMemoryTool(client), BetaLocalFilesystemMemoryTool(str(tmp_path / str(seed)))
            played = []
            for command in (*a_sequence(seed), {"command": "view", "path": "/memories"}):
                played.append(command)
                expected, got = _answer(theirs, command), _answer(ours, command)
                if expected == ("error", "of the file system"):
                    assert got[0] == "error", played
                else:
                    assert got == expected, f"seed {seed}: {played}"
            commands += len(played)
    counted(f"  claude memory tool               {sequences:4} sequences, {commands} commands, all answered the same")


@pytest.mark.parametrize("path", _OUTSIDE)
@pytest.mark.parametrize("command", ["view", "create", "delete", "rename"])
def test_a_path_outside_the_folder_is_refused(client: MemoryClient, command: str, path: str) -> None:
    tool = AgentMemoryTool(client)
    asked = {"command": command, "path": path, "file_text": "x", "old_path": path, "new_path": "/memories/here"}
    with pytest.raises(ToolError, match=r"escape|must start"):
        tool.call(asked)
    assert _answer(tool, {"command": "view", "path": "/memories"})[1].count("\n") == 1


def test_a_deleted_file_is_in_no_list_no_search_and_no_export(client: MemoryClient) -> None:
    tool = AgentMemoryTool(client)
    tool.call({"command": "create", "path": "/memories/a/pets.md", "file_text": "The tortoise is called Ada.\n"})
    assert client.recall("What is the tortoise called?").memories
    tool.call({"command": "delete", "path": "/memories/a"})
    assert not client.recall("What is the tortoise called?").memories
    assert not client.list_memories().items
    assert [one.status for one in client.list_deletions().items] != []


def test_an_edited_file_has_a_history(client: MemoryClient) -> None:
    tool = AgentMemoryTool(client)
    tool.call({"command": "create", "path": "/memories/n.md", "file_text": "Tea at four.\n"})
    tool.call({"command": "str_replace", "path": "/memories/n.md", "old_str": "four", "new_str": "five"})
    [memory] = client.list_memories().items
    assert [version.content for version in client.history(memory.memory_id).items] == [
        "n.md:\nTea at five.\n",
        "n.md:\nTea at four.\n",
    ]


def test_a_secret_is_an_error_that_claude_can_act_on(client: MemoryClient) -> None:
    tool = AgentMemoryTool(client)
    with pytest.raises(ToolError, match="sensitive"):
        tool.call({"command": "create", "path": "/memories/k", "file_text": "AKIA" + "IOSFODNN7EXAMPLX"})
    assert not client.list_memories().items


async def test_the_async_tool_answers_the_same(client: MemoryClient) -> None:
    tool = AsyncAgentMemoryTool(client)
    await tool.call({"command": "create", "path": "/memories/a", "file_text": "one\n"})
    assert "one" in str(await tool.call({"command": "view", "path": "/memories/a"}))
    assert await tool.clear_all_memory() == "All memory cleared"
    assert not client.list_memories().items
