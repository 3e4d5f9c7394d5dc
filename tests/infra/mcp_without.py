"""Lists the protocol's tools at both revisions while the packages that are named cannot be imported.

Run as a program of its own, so that nothing is loaded already.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

MISSING = frozenset(sys.argv[1:])


class LeftOut(MetaPathFinder):
    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        if any(name == one or name.startswith(f"{one}.") for one in MISSING):
            raise ModuleNotFoundError(f"{name} is left out of the package")
        return None


def main() -> None:
    from functions.api.mcp import handler

    # What a test needs beside the function may be imported.
    sys.meta_path.remove(FINDER)
    from tests.builders import a_world
    from tests.mcp.calls import REVISIONS, Mcp

    sys.meta_path.insert(0, FINDER)
    assert callable(handler)
    listed = {}
    with a_world() as world:
        for revision in REVISIONS:
            mcp = Mcp(world, revision)
            listed[revision] = len(mcp.send("tools/list").result["tools"])
            mcp.remembered("The office is on the third floor")
            assert mcp.use("recall", query="Where is the office?").data["memories"]
    sys.stdout.flush()
    print(json.dumps(listed), file=REPORT)


FINDER = LeftOut()
REPORT = sys.stdout

if __name__ == "__main__":
    sys.meta_path.insert(0, FINDER)
    sys.stdout = sys.stderr  # the functions' metrics go there
    main()
