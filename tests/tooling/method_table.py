"""The table of the client's methods in client/README.md, from the code.

`PYTHONPATH=.:client python -m tests.tooling.method_table` writes it.
"""

from __future__ import annotations

import inspect
import re

from agent_memory.transport.methods import Method
from agent_memory.transport.operations import Operations
from tests.tooling.fences import ROOT

README = ROOT / "client" / "README.md"
_HEAD = "| method | answer | what it does |\n|---|---|---|\n"
_TABLE = re.compile(re.escape(_HEAD) + r"(?:\|.*\n)*")


def table() -> str:
    """Required parameters are shown; `help(client.write)` shows all. The first sentence of the docstring is taken."""
    rows = []
    for name, method in vars(Operations).items():
        if isinstance(method, Method):
            parameters = method.signature.parameters.values()
            needs = ", ".join(f"{p.name}=" if p.kind is p.KEYWORD_ONLY else p.name for p in parameters if not _free(p))
            doc = " ".join((method.__doc__ or "").split())
            rows.append(f"| `{name}({needs})` | `{method.signature.return_annotation}` | {_sentence(doc)} |\n")
    return _HEAD + "".join(rows)


def _free(parameter: inspect.Parameter) -> bool:
    return parameter.default is not parameter.empty


def _sentence(text: str) -> str:
    return re.split(r"(?<=[^.]\.)\s+(?=[A-Z`])", text, maxsplit=1)[0].replace("|", "\\|")


def with_table(page: str) -> str:
    """The page with today's table in the place of its own."""
    return _TABLE.sub(lambda _: table(), page)


if __name__ == "__main__":
    README.write_text(with_table(README.read_text(encoding="utf-8")), encoding="utf-8")
