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

    Sentences that a life only writes (trivia) are said as well, as turns of a session of their own before the one that
    has them. The id of a probe names the life that it comes from: see `by_life`.
    """
    by_day = sorted(
        ((session["day"], number, session) for number, life in enumerate(lives) for session in life["sessions"]),
        key=lambda at: at[:2],
    )
    sessions = [part for _, number, session in by_day for part in _parts(session, lives[number]["id"])]
    return {"id": CROWD, "language": CROWD, "sessions": sessions}


def _parts(session: Mapping[str, Any], life: str) -> Iterator[dict[str, Any]]:
    """The trivia of a session, if there are any, and the session without them."""
    trivia = [step for step in session["steps"] if _is_trivia(step)]
    said = [
        {"user": write["content"], "assistant": _ACKNOWLEDGED, "writes": [write]}
        for step in trivia
        for write in step["writes"]
    ]
    if said:
        yield {**session, "steps": said}
    yield {**session, "steps": [_named(step, life) for step in session["steps"] if not _is_trivia(step)]}


def _is_trivia(step: Mapping[str, Any]) -> bool:
    return "writes" in step and not ({"user", "tool"} & step.keys())


def _named(step: Mapping[str, Any], life: str) -> Mapping[str, Any]:
    probe = step.get("probe")
    return step if probe is None else {**step, "probe": {**probe, "id": f"{life}{_SEPARATOR}{probe['id']}"}}


def by_life(rows: Iterable[Mapping[str, Any]], lives: Sequence[Life]) -> list[dict[str, Any]]:
    """The verdicts of a crowd's probes with the life and the language that each belongs to."""
    languages = {life["id"]: life["language"] for life in lives}
    named = []
    for row in rows:
        life, _, probe = row["id"].partition(_SEPARATOR)
        named.append({**row, "id": probe, "life": life, "language": languages[life]})
    return named
