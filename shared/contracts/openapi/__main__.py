"""`python -m shared.contracts.openapi docs/openapi.json` writes the document; `--check` before the path compares."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from shared.contracts.openapi.document import document


def text() -> str:
    return json.dumps(document(), ensure_ascii=False, indent=2) + "\n"


def main(arguments: Sequence[str]) -> int:
    check = "--check" in arguments
    (path,) = [Path(argument) for argument in arguments if argument != "--check"]
    made = text()
    if not check:
        path.write_text(made, encoding="utf-8")
        return 0
    if path.is_file() and path.read_text(encoding="utf-8") == made:
        return 0
    sys.stderr.write(f"{path} is not what the contracts say: run `make openapi` and look at the difference\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
