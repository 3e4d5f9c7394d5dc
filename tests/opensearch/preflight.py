"""Says whether the node can run here: exit status 0 when it can, 1 when not, 2 when not and that is allowed."""

from __future__ import annotations

import os
import sys

from tests.opensearch.running_node import missing_tools


def main() -> int:
    missing = missing_tools()
    if not missing:
        return 0
    reason = f"the OpenSearch node needs {' and '.join(missing)}"
    if os.environ.get("ALLOW_NO_JAVA") == "1":
        print(f"NOT RUN: the tests on a real OpenSearch node ({reason})")
        return 2
    print(f"{reason}; ALLOW_NO_JAVA=1 leaves these tests out", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
