"""Files and folders over documents: what the tool for Claude's memory needs of a file system, and no more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from agent_memory.integrations.documents import Document, Documents, Draft

_FOLDER = "folder"  # the label of a document that only says that a folder is there


@dataclass(frozen=True, slots=True)
class Tree:
    """All paths at one moment, without a slash at either end; the root is the empty path."""

    files: Mapping[str, Document]
    marks: Mapping[str, Document]

    def is_folder(self, path: str) -> bool:
        below = f"{path}/"
        return not path or path in self.marks or any(one.startswith(below) for one in (*self.files, *self.marks))

    def exists(self, path: str) -> bool:
        return path in self.files or self.is_folder(path)

    def children(self, folder: str) -> list[str]:
        """The names in a folder, sorted."""
        start = f"{folder}/" if folder else ""
        below = (one[len(start) :] for one in (*self.files, *self.marks) if one.startswith(start) and one != folder)
        return sorted({one.partition("/")[0] for one in below})

    def at_or_below(self, path: str) -> list[Document]:
        return [
            document
            for documents in (self.files, self.marks)
            for one, document in documents.items()
            if one == path or one.startswith(f"{path}/")
        ]


class FileTree:
    """A folder exists as long as something is in it, and a mark keeps one that has become empty."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    def read(self) -> Tree:
        files: dict[str, Document] = {}
        marks: dict[str, Document] = {}
        for one in self._documents.walk():
            (marks if one.labels.get(_FOLDER) else files)[one.name] = one
        return Tree(files, marks)

    def write(self, path: str, text: str) -> None:
        self._documents.put(Draft(path, text))

    def make_folder(self, tree: Tree, path: str) -> None:
        if not tree.is_folder(path):
            self._documents.put(_mark(path))

    def remove(self, tree: Tree, path: str) -> None:
        """What is at the path and below it, really; the folder that it was in remains."""
        removed = tree.at_or_below(path)
        self._keep_parent(tree, path, removed)
        self._documents.delete(*removed)

    def move(self, tree: Tree, old: str, new: str) -> None:
        """The texts under their new names first, so that an interruption leaves two of them and never none."""
        moved = tree.at_or_below(old)
        self._documents.put(*(Draft(new + one.name[len(old) :], one.text, one.labels) for one in moved))
        self._keep_parent(tree, old, moved)
        self._documents.delete(*moved)

    def clear(self) -> None:
        self._documents.delete(*self._documents.walk())

    def _keep_parent(self, tree: Tree, path: str, removed: Iterable[Document]) -> None:
        parent = path.rpartition("/")[0]
        if not parent:
            return
        names = {one.name for one in removed}
        if all(one.name in names for one in tree.at_or_below(parent)):
            self._documents.put(_mark(parent))


def _mark(path: str) -> Draft:
    return Draft(path, "", {_FOLDER: True})
