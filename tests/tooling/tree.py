"""The tree of the repository two levels deep, with counts: `python -m tests.tooling.tree` writes it into
docs/finding-things.md."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "finding-things.md"
HEADING = "## The tree\n"
_LEAD = "\nTwo levels deep, with the number of files under version control.\n\n"


def tree() -> str:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    first = Counter(path.parts[0] for path in paths if len(path.parts) > 1)
    second = Counter(path.parts[:2] for path in paths if len(path.parts) > 2)
    lines = []
    for folder, files in sorted(first.items()):
        below = ", ".join(f"{name} {count}" for (parent, name), count in sorted(second.items()) if parent == folder)
        lines.append(f"{folder + '/':<14}{files:>4}   {below}".rstrip())
    return "\n".join(lines)


def section() -> str:
    return f"{HEADING}{_LEAD}```text\n{tree()}\n```\n"


def main() -> int:
    before = PAGE.read_text(encoding="utf-8").partition(HEADING)[0]
    PAGE.write_text(before + section(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
