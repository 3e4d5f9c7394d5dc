"""Claude's memory tool (`memory_20250818`) over the service: `pip install './client[anthropic]'`.

A file is a document (see `documents`) of the shelf `claude`, in one scope. What Claude is answered is what the SDK's
own tool for a local folder answers, letter for letter.
"""

from __future__ import annotations

import asyncio
import posixpath
from collections.abc import Iterator
from contextlib import contextmanager

from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
from anthropic.types.beta import (
    BetaCacheControlEphemeralParam,
    BetaMemoryTool20250818CreateCommand,
    BetaMemoryTool20250818DeleteCommand,
    BetaMemoryTool20250818InsertCommand,
    BetaMemoryTool20250818RenameCommand,
    BetaMemoryTool20250818StrReplaceCommand,
    BetaMemoryTool20250818ViewCommand,
)

from agent_memory.errors import Malformed, Refused
from agent_memory.integrations.documents import Documents
from agent_memory.integrations.file_tree import FileTree, Tree
from agent_memory.transport.client import MemoryClient

_ROOT = "/memories"
_SHELF = "claude"
_NUMBER_WIDTH = 6  # columns of a line number
_MOST_LINES = 999_999
_FOLDER_SIZE = 4096  # bytes: what a file system says of a small folder
_DEPTH = 2  # levels of a listing


class AgentMemoryTool(BetaAbstractMemoryTool):
    """Files of one scope of the service (`None`: the scope of the token); give them a task scope of their own.

    A refusal of the service (a secret, a file above 10,000 characters) is a `ToolError`, which Claude can act on;
    an outage is raised as the client raises it. A path outside /memories is refused."""

    def __init__(
        self,
        client: MemoryClient,
        *,
        scope: str | None = None,
        allow_sensitive: bool = False,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._files = FileTree(Documents(client, _SHELF, scope=scope, allow_sensitive=allow_sensitive))

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        path, tree = _inside(command.path), self._files.read()
        if path in tree.files:
            return _numbered(tree.files[path].text, command)
        if not tree.is_folder(path):
            raise _missing(command.path)
        return _listing(tree, path, command.path)

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        path, tree = _inside(command.path), self._files.read()
        if tree.exists(path):
            raise ToolError(f"File {command.path} already exists")
        if _below_a_file(tree, path):
            raise ToolError(f"Part of the path {command.path} is a file")
        self._write(path, command.file_text)
        return f"File created successfully at: {command.path}"

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        path, text = self._text(command.path)
        old, at = command.old_str, text.find(command.old_str)
        if at < 0:
            raise ToolError(f"No replacement was performed, old_str `{old}` did not appear verbatim in {command.path}.")
        if text.count(old) > 1:
            lines = ", ".join(str(text[:place].count("\n") + 1) for place in _places(text, old))
            raise ToolError(
                f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {lines}."
                " Please ensure it is unique"
            )
        changed = text.replace(old, command.new_str)
        self._write(path, changed)
        line, lines_now = text[:at].count("\n"), changed.split("\n")
        first = max(0, line - 2)
        snippet = _with_numbers(lines_now[first : line + 3], first + 1)
        return (
            f"The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{snippet}"
        )

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        path, text = self._text(command.path)
        lines = text.split("\n")
        if lines[-1] == "":
            lines.pop()
        if not 0 <= command.insert_line <= len(lines):
            raise ToolError(
                f"Invalid `insert_line` parameter: {command.insert_line}. "
                f"It should be within the range [0, {len(lines)}]."
            )
        lines.insert(command.insert_line, command.insert_text.rstrip("\n"))
        changed = "\n".join(lines)
        self._write(path, changed if changed.endswith("\n") else f"{changed}\n")
        return f"The file {command.path} has been edited."

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        path = _inside(command.path)
        if not path:
            raise ToolError("Cannot delete the /memories directory itself")
        tree = self._files.read()
        if not tree.exists(path):
            raise ToolError(f"The path {command.path} does not exist")
        self._files.remove(tree, path)
        return f"Successfully deleted {command.path}"

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        old, new = _inside(command.old_path), _inside(command.new_path)
        if not old:
            raise ToolError("Cannot rename the /memories directory itself")
        tree = self._files.read()
        if tree.exists(new):
            raise ToolError(f"The destination {command.new_path} already exists")
        if (refusal := _why_not_moved(tree, old, new, command)) is not None:
            if not _below_a_file(tree, new):  # the folder that it would have been moved to is there all the same
                self._files.make_folder(tree, posixpath.dirname(new))
            raise ToolError(refusal)
        with _refusals():
            self._files.move(tree, old, new)
        return f"Successfully renamed {command.old_path} to {command.new_path}"

    def clear_all_memory(self) -> str:
        self._files.clear()
        return "All memory cleared"

    def _text(self, path: str) -> tuple[str, str]:
        inside, tree = _inside(path), self._files.read()
        if inside in tree.files:
            return inside, tree.files[inside].text
        if tree.is_folder(inside):
            raise ToolError(f"The path {path} is not a file.")
        raise _missing(path)

    def _write(self, path: str, text: str) -> None:
        with _refusals():
            self._files.write(path, text)


class AsyncAgentMemoryTool(BetaAsyncAbstractMemoryTool):
    """`AgentMemoryTool` for `AsyncAnthropic`; each command runs in a thread."""

    def __init__(
        self,
        client: MemoryClient,
        *,
        scope: str | None = None,
        allow_sensitive: bool = False,
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._tool = AgentMemoryTool(client, scope=scope, allow_sensitive=allow_sensitive)

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return await asyncio.to_thread(self._tool.view, command)

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        return await asyncio.to_thread(self._tool.create, command)

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        return await asyncio.to_thread(self._tool.str_replace, command)

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return await asyncio.to_thread(self._tool.insert, command)

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        return await asyncio.to_thread(self._tool.delete, command)

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        return await asyncio.to_thread(self._tool.rename, command)

    async def clear_all_memory(self) -> str:
        return await asyncio.to_thread(self._tool.clear_all_memory)


def _inside(path: str) -> str:
    """The path below /memories, resolved. Raises `ToolError` for one outside."""
    if not path.startswith(_ROOT):
        raise ToolError(f"Path must start with /memories, got: {path}")
    resolved = posixpath.normpath(f"{_ROOT}/{path[len(_ROOT) :].lstrip('/')}")
    if resolved != _ROOT and not resolved.startswith(f"{_ROOT}/"):
        raise ToolError(f"Path {path} would escape /memories directory")
    return resolved[len(_ROOT) + 1 :]


def _missing(path: str) -> ToolError:
    return ToolError(f"The path {path} does not exist. Please provide a valid path.")


@contextmanager
def _refusals() -> Iterator[None]:
    """What the service does not store, as an answer that Claude can act on."""
    try:
        yield
    except (Refused, Malformed) as error:
        raise ToolError(f"The memory service does not store this: {error}") from error


def _below_a_file(tree: Tree, path: str) -> bool:
    return any(path.startswith(f"{file}/") for file in tree.files)


def _why_not_moved(tree: Tree, old: str, new: str, command: BetaMemoryTool20250818RenameCommand) -> str | None:
    """In the order in which a file system notices: the folder for `new` is made, `old` is looked up, then both."""
    parent = posixpath.dirname(new)
    not_there = f"The path {command.old_path} does not exist"
    if _below_a_file(tree, new) and parent not in tree.files:
        return f"Part of the path {command.new_path} is a file"
    made = f"{parent}/"
    if _below_a_file(tree, old):
        return f"Part of the path {command.old_path} is a file"
    if not tree.exists(posixpath.dirname(old)) and not made.startswith(f"{posixpath.dirname(old)}/"):
        return not_there
    if parent in tree.files:
        return f"Part of the path {command.new_path} is a file"
    if not tree.exists(old) and not made.startswith(f"{old}/"):
        return not_there
    if new.startswith(f"{old}/"):
        return f"{command.old_path} cannot be moved into itself"
    return None


def _places(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _numbered(text: str, command: BetaMemoryTool20250818ViewCommand) -> str:
    lines, first = text.split("\n"), 1
    if len(lines) > _MOST_LINES:
        raise ToolError(f"File {command.path} exceeds maximum line limit of 999,999 lines.")
    if command.view_range and len(command.view_range) == 2:
        first = max(1, command.view_range[0])
        last = len(lines) if command.view_range[1] == -1 else command.view_range[1]
        lines = lines[first - 1 : last]
    return f"Here's the content of {command.path} with line numbers:\n{_with_numbers(lines, first)}"


def _with_numbers(lines: list[str], first: int) -> str:
    return "\n".join(f"{number:>{_NUMBER_WIDTH}}\t{line}" for number, line in enumerate(lines, start=first))


def _listing(tree: Tree, folder: str, shown: str) -> str:
    lines = [f"{_size(_FOLDER_SIZE)}\t{shown}"]
    lines += [f"{size}\t{shown}/{path}" for size, path in _entries(tree, folder, "", _DEPTH)]
    header = f"Here're the files and directories up to 2 levels deep in {shown}, excluding hidden items:"
    return "\n".join([header, *lines])


def _entries(tree: Tree, folder: str, shown: str, depth: int) -> Iterator[tuple[str, str]]:
    """Size and path of what is in a folder, each folder followed by what is in it."""
    for name in tree.children(folder):
        if name.startswith("."):
            continue
        path = f"{folder}/{name}" if folder else name
        if path in tree.files:
            yield _size(len(tree.files[path].text.encode())), f"{shown}{name}"
            continue
        yield _size(_FOLDER_SIZE), f"{shown}{name}/"
        if depth > 1:
            yield from _entries(tree, path, f"{shown}{name}/", depth - 1)


def _size(count: int) -> str:
    """Of so many bytes, in the greatest unit that it fills: `512B`, `1.5K`."""
    power = min(max(count.bit_length() - 1, 0) // 10, 3)
    value = count / 1024**power
    return f"{int(value)}{'BKMG'[power]}" if value == int(value) else f"{value:.1f}{'BKMG'[power]}"
