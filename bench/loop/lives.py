"""Lives: what a person and an agent say over some weeks, with probes between. A crowd makes several lives one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Life = Mapping[str, Any]
CROWD = "crowd"
_SEPARATOR = "/"
_ACKNOWLEDGED = "OK."


def read_lives(folder: Path, only: Sequence[str] = ()) -> list[Life]:
    """The lives in a folder and in those below it, by file name; `only` names ids. Raises `OSError` and `ValueError`
    for files that cannot be read."""
    lives = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.json"))]
    return [life for life in lives if not only or life["id"] in only]


def as_crowd(lives: Sequence[Life]) -> Life:
    """All lives as those of one person: their sessions by day, those of one day in the order of the lives.

    Sentences that a life only writes (trivia) are said as well, each as a turn of the user's. The id of a probe names
    the life that it comes from: see `by_life`.
    """
    days = sorted(
        ((session["day"], number, session) for number, life in enumerate(lives) for session in life["sessions"]),
        key=lambda at: at[:2],
    )
    sessions = [
        {**session, "steps": [step for found in session["steps"] for step in _steps(found, lives[number]["id"])]}
        for _, number, session in days
    ]
    return {"id": CROWD, "language": CROWD, "sessions": sessions}


def _steps(step: Mapping[str, Any], life: str) -> Iterator[Mapping[str, Any]]:
    if "probe" in step:
        probe = step["probe"]
        yield {**step, "probe": {**probe, "id": f"{life}{_SEPARATOR}{probe['id']}"}}
    elif "writes" in step and not ({"user", "tool"} & step.keys()):
        for write in step["writes"]:
            yield {"user": write["content"], "assistant": _ACKNOWLEDGED, "writes": [write]}
    else:
        yield step


def by_life(rows: Iterable[Mapping[str, Any]], lives: Sequence[Life]) -> list[dict[str, Any]]:
    """The verdicts of a crowd's probes with the life and the language that each belongs to."""
    languages = {life["id"]: life["language"] for life in lives}
    told = []
    for row in rows:
        life, _, probe = row["id"].partition(_SEPARATOR)
        told.append({**row, "id": probe, "life": life, "language": languages[life]})
    return told
