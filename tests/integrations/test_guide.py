"""What a reader copies from docs/guides/integrations.md runs, and prints what its comments say."""

from __future__ import annotations

import contextlib
import io
import os
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "integrations.md"
_FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_EXPECTED = re.compile(r"^ *print\(.*\)(?:  |\n)# (.+)$", re.MULTILINE)


def test_the_python_of_the_guide_runs_and_prints_what_its_comments_say() -> None:
    names: dict[str, object] = {"__name__": "snippet"}
    blocks = _FENCE.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) >= 6
    expected = []
    printed = io.StringIO()
    for block in blocks:
        expected += _EXPECTED.findall(block)
        code = block.replace("http://127.0.0.1:8080", os.environ["AGENT_MEMORY_URL"])
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(PAGE), "exec"), names)  # noqa: S102 - our own page
    assert printed.getvalue().splitlines() == expected
