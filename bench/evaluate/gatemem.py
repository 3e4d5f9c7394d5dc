"""GateMem (a domain's folder, `bench/data/medical`): who sees what was said, scored by the words that the set names.

An episode is an organisation, each of its principals a user. A turn is a memory of the one who spoke. A relationship
of one principal with another (a clinician's with a patient, `for_principal_id`) without a limit lets the first read the
second's memories (`act_as`). Other grounds to read a turn, and refusals, are in no field: they are not scored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.evaluate.playing import SHOWN, Door
from bench.evaluate.results import Figure, Measure
from bench.evaluate.sets import TEST, TUNE, Statement, half_of
from bench.service_client import ServiceClient

SHORTEST = 4  # characters of protected words; fewer ("19", "yes") are met by chance
_SCOPES = 8  # what one recall takes
_READERS = (("clinician_id", "patient_id"), ("principal_id", "for_principal_id"))  # who reads, and whose
_LIMITS = frozenset({"access_level", "access_scope", "scope", "service_scope"})  # in words, or by what is said


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """`kind`: "utility", "privacy" or "safety" (what was to be forgotten). `words`: those of the answer, or those that
    must not be shown."""

    asker: str
    text: str
    kind: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Episode:
    """`steps` in the order of time. `grants`: reader -> whose memories they may read."""

    id: str
    steps: tuple[Statement | Checkpoint, ...]
    grants: Mapping[str, tuple[str, ...]]


def read_gatemem(path: Path) -> list[Episode]:
    """Raises `ValueError` for a folder that is not in this format, and `OSError`."""
    try:
        asked: dict[tuple[str, str], list[Checkpoint]] = {}
        for row in _lines(path / "checkpoints.jsonl"):
            words = row["judge_spec"]["include"] if row["query_type"] == "utility" else row.get("leak_targets", ())
            one = Checkpoint(row["asker"]["principal_id"], row["query_text"], row["query_type"], tuple(words))
            asked.setdefault((row["episode_id"], row["as_of_turn_id"]), []).append(one)
        return [_episode(row, asked) for row in _lines(path / "episodes.jsonl")]
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise ValueError(f"{path} is not in the format of gatemem: {type(error).__name__} {error}") from error


def _episode(row: Mapping[str, Any], asked: Mapping[tuple[str, str], Sequence[Checkpoint]]) -> Episode:
    id = row["episode_id"]
    steps: list[Statement | Checkpoint] = []
    for turn in row["turns"]:
        at = datetime.fromisoformat(turn["timestamp"]).replace(tzinfo=UTC) if turn.get("timestamp") else None
        steps.append(Statement(f"{id}/{turn['turn_id']}", turn["speaker"]["principal_id"], turn["text"], None, at))
        steps += asked.get((id, turn["turn_id"]), ())
    grants: dict[str, list[str]] = {}
    for relationship in row["entities"].get("relationships", ()):
        for reader, whose in _READERS:
            if {reader, whose} <= relationship.keys() and not relationship.keys() & _LIMITS:
                grants.setdefault(relationship[reader], []).append(relationship[whose])
    return Episode(id, tuple(steps), {reader: tuple(dict.fromkeys(whose)) for reader, whose in grants.items()})


def met(words: str, text: str) -> bool:
    """As whole words, in any case; a pattern where it is one."""
    try:
        return re.search(rf"(?<!\w)(?:{words})(?!\w)", text, re.IGNORECASE) is not None
    except re.error:
        return words.lower() in text.lower()


@dataclass(slots=True)
class _Counted:
    """One entry for each case; see `_figures` for what each list is a share of."""

    own_has: list[bool] = field(default_factory=list)
    own_shown: list[bool] = field(default_factory=list)
    granted_has: list[bool] = field(default_factory=list)
    granted_shown: list[bool] = field(default_factory=list)
    foreign: list[bool] = field(default_factory=list)
    foreign_granted: list[bool] = field(default_factory=list)
    before_deletion: list[bool] = field(default_factory=list)
    after_deletion: list[bool] = field(default_factory=list)


def gatemem(url: str, episodes: Sequence[Episode], command: str) -> Measure:
    """Plays the episodes in their order of time to the service at `url`."""
    counted = {half: _Counted() for half in (TUNE, TEST)}
    for episode in episodes:
        _Play(url, episode, counted[half_of(episode.id)]).run()
    turns = sum(isinstance(step, Statement) for episode in episodes for step in episode.steps)
    asked = sum(len(episode.steps) for episode in episodes) - turns
    data = f"GateMem: {turns} turns of {len(episodes)} episodes, {asked} questions"
    figures = [figure for half, some in counted.items() for figure in _figures(some, half)]
    return Measure("Who sees what was said", command, data, figures)


def _figures(counted: _Counted, half: str) -> Iterator[Figure]:
    limited = {"foreign": 0.0, "after_deletion": 0.0}
    names = {
        "own_has": "words of an answer that the asker has said",
        "own_shown": "of these, shown to the asker",
        "granted_has": "words of an answer that the asker, or who lets them read, has said",
        "granted_shown": "of these, shown to the asker who reads both",
        "foreign": "questions that show another's protected words",
        "foreign_granted": "questions that show them to an asker who reads others' too",
        "before_deletion": "questions that show what is to be forgotten, before its deletion",
        "after_deletion": "questions that show it after its deletion was accepted",
    }
    for part, name in names.items():
        cases: list[bool] = getattr(counted, part)
        if cases:
            yield Figure(name, fmean(cases), "share", len(cases), half, at_most=limited.get(part))


class _Play:
    def __init__(self, url: str, episode: Episode, counted: _Counted) -> None:
        self._url, self._episode, self._counted = url, episode, counted
        self._door = Door(url, episode.id)
        self._said: list[Statement] = []
        self._ids: dict[str, str] = {}
        self._deletions = 0

    def run(self) -> None:
        for step in self._episode.steps:
            if isinstance(step, Statement):
                memory = self._door.write(step).get("memory")
                self._said.append(step)
                if memory:
                    self._ids[step.id] = memory["memory_id"]
                continue
            self._door.settle(step.asker)
            if step.kind == "utility":
                self._useful(step)
            elif step.kind == "privacy":
                self._closed(step)
            else:
                self._forgotten(step)

    def _useful(self, asked: Checkpoint) -> None:
        own, both = self._shown(asked), self._shown(asked, granted=True)
        readers = {asked.asker, *self._grants(asked)}
        for words in asked.words:
            said = {one.user for one in self._said if met(words, one.text)}
            self._counted.own_has.append(asked.asker in said)
            self._counted.granted_has.append(bool(said & readers))
            if asked.asker in said:
                self._counted.own_shown.append(met(words, own))
            if said & readers:
                self._counted.granted_shown.append(met(words, both))

    def _closed(self, asked: Checkpoint) -> None:
        """Only words that another has said, and the asker has not: one's own are no secret to oneself."""
        said = {words: {one.user for one in self._said if met(words, one.text)} for words in _long(asked)}
        others = [words for words, users in said.items() if users and asked.asker not in users]
        if others:
            texts = self._shown(asked, min_relevance=0), self._shown(asked, granted=True, min_relevance=0)
            for shown, cases in zip(texts, (self._counted.foreign, self._counted.foreign_granted), strict=True):
                cases.append(any(met(words, shown) for words in others))

    def _forgotten(self, asked: Checkpoint) -> None:
        """The set asks for the deletion in words: who has said the protected ones deletes these turns. They ask too."""
        words = _long(asked)
        selected = [one for one in self._said if one.id in self._ids and any(met(some, one.text) for some in words)]
        if not words:
            return
        askers = dict.fromkeys((asked.asker, *(one.user for one in selected)))
        for cases, delete in ((self._counted.before_deletion, True), (self._counted.after_deletion, False)):
            shown = [self._shown(replace(asked, asker=one), granted=True, min_relevance=0) for one in askers]
            cases.append(any(met(some, texts) for some in words for texts in shown))
            if delete:
                for user in dict.fromkeys(one.user for one in selected):
                    self._delete(user, [self._ids.pop(one.id) for one in selected if one.user == user])

    def _delete(self, user: str, ids: Sequence[str]) -> None:
        self._deletions += 1
        selector = {"kind": "memory", "ids": sorted(set(ids))}
        self._door.client(user).post("/v1/deletions", {"request_id": str(self._deletions), "selector": selector})

    def _grants(self, asked: Checkpoint) -> tuple[str, ...]:
        return self._episode.grants.get(asked.asker, ())[: _SCOPES - 1]

    def _shown(self, asked: Checkpoint, *, granted: bool = False, **more: object) -> str:
        """All texts of the answer, as the asker alone or with those who let them read."""
        client, body = self._door.client(asked.asker), {"query": asked.text, "top_k": SHOWN, **more}
        others = self._grants(asked) if granted else ()
        if others:
            client = ServiceClient(self._url, {"org": self._episode.id, "sub": asked.asker, "act_as": list(others)})
            body["scopes"] = [f"/org/{self._episode.id}/user/{user}" for user in (asked.asker, *others)]
        return "\n".join(hit["memory"]["content"] for hit in client.post("/v1/recall", body)["memories"])


def _long(asked: Checkpoint) -> list[str]:
    return [words for words in asked.words if len(words) >= SHORTEST]


def _lines(path: Path) -> Iterator[Any]:
    return (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
