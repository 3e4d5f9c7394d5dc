"""What the first recall of a process costs beyond its later ones: patterns that are compiled and dictionaries that are
loaded when they are first needed. Part of `make cold-start`.

One process writes memories into the laptop's stores; for each question a fresh one recalls through the function's
handler. Printed are CPU milliseconds of the first recall and of a later one, the embedder aside. The stores come with
the pipeline of writes: what that has loaded is not counted, and no rule for texts is."""

from __future__ import annotations

import json
import os
import subprocess  # this very interpreter, fixed arguments # nosec B404
import sys
import tempfile
import time
from pathlib import Path

from bench.cold_start import ENVIRONMENT

_QUESTIONS = {
    "English": "Which port does the database of team 3 listen on?",
    "English, with days": "What did we say about the database two weeks ago?",
    "Chinese": "用户住在几号楼？",
}
_MEMORIES = 40
_LATER = 4  # recalls before the one that counts as a later one


def write(folder: Path) -> None:
    """Memories, and an event a question."""
    from bench.cost.processor import CLAIMS, event
    from bench.write import TimedEmbedder, command, index, services_in, text
    from shared.domain.access.caller import Caller
    from shared.domain.scopes import Scope
    from shared.usecases.writing.write_memory import write_memory

    services = services_in(folder, TimedEmbedder())
    caller = Caller(CLAIMS["org"], CLAIMS["sub"], Scope.user(CLAIMS["org"], CLAIMS["sub"]))
    for number in range(_MEMORIES):
        write_memory(services, caller, command(text(number)))
        index(services, caller)
    for name, question in _QUESTIONS.items():
        (folder / f"{name}.json").write_text(json.dumps(event("/v1/recall", {"query": question})))


def recall(folder: Path, name: str) -> list[float]:
    """CPU milliseconds of each recall."""
    from bench.write import TimedEmbedder, services_in
    from functions.api.recall import handler
    from shared.runtime import bootstrap

    embedder = TimedEmbedder()
    bootstrap.install(services_in(folder, embedder))
    event = json.loads((folder / f"{name}.json").read_text())
    taken = []
    for _ in range(_LATER + 1):
        embedding, began = embedder.seconds, time.process_time()
        answer = handler(event, None)
        taken.append(1000 * (time.process_time() - began - (embedder.seconds - embedding)))
        if not json.loads(answer["body"])["memories"]:
            raise RuntimeError("the recall finds nothing")
    return taken


def main() -> int:
    environment = {k: v for k, v in os.environ.items() if k in ("PATH", "HOME", "LANG")} | ENVIRONMENT
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        write(folder)
        print(f"{'CPU ms of a recall':34} {'first':>7} {'later':>7}")
        for name in _QUESTIONS:
            done = subprocess.run(  # nosec B603 - as above
                [sys.executable, "-m", "bench.first_answer", made, name],
                cwd=Path(__file__).resolve().parents[1], env=environment, capture_output=True, text=True, timeout=120,
                check=True,
            )  # fmt: skip
            first, *_, later = map(float, done.stdout.splitlines()[-1].split())
            print(f"{name:34} {first:7.0f} {later:7.1f}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(*recall(Path(sys.argv[1]), sys.argv[2]))
    else:
        raise SystemExit(main())
