"""Filters of every make over documents of every make, against the filter's meaning spelt out once more, plainly."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest

from shared.domain.memories.metadata import metadata_marks
from shared.domain.recall.documents import SearchDocument, SearchFilter
from shared.domain.recall.filter_match import matches
from tests.contract.search.documents import NOW, NOWHERE, Harness, a_document, a_filter, at_cosine

_SCOPES = {
    "": ["/global"],
    "acme": ["/org/acme", "/org/acme/user/a", "/org/acme/user/ab", "/org/acme/user/a/task/t1",
             "/org/acme/user/a/task/t10", "/org/acme/user/a/task/t1/node/n", "/org/acme/project/a"],
    "other": ["/org/other", "/org/other/user/a"],
}  # fmt: skip
_SOURCES = ["user_stated", "agent_inferred", "task_outcome"]
_PURPOSES = ["support", "research", "ads"]
_METADATA: list[dict[str, object]] = [{}, {"m": True}, {"m": 1}, {"m": "1", "n": 0}, {"n": 0}, {"m": {"a": True}}]
_STATUSES = ["active", "stale", "candidate", "superseded"]


def _sees(wanted: SearchFilter, document: SearchDocument) -> bool:
    return (
        document.org in (wanted.org, "")
        and (document.scope in wanted.scopes or any(document.scope.startswith(f"{root}/") for root in wanted.below))
        and document.status in wanted.statuses
        and (not wanted.types or document.type in wanted.types)
        and (not wanted.keys or document.key in wanted.keys)
        and (not document.purposes or wanted.purpose in document.purposes)
        and (not wanted.sources or document.source in wanted.sources)
        and (wanted.consent_scope is None or document.consent_scope == wanted.consent_scope)
        and (wanted.speaker is None or document.speaker == wanted.speaker)
        and set(wanted.metadata) <= set(document.metadata)
        and (wanted.history or not document.history)
        and _holds(wanted, document)
        and _was_believed(wanted, document)
        and (document.hard_expires_at is None or wanted.at < document.hard_expires_at)
    )


def _holds(wanted: SearchFilter, document: SearchDocument) -> bool:
    if wanted.any_time:
        return True
    at = wanted.holds_at or wanted.at
    return (wanted.later or document.valid_from <= at) and (document.valid_to is None or at < document.valid_to)


def _was_believed(wanted: SearchFilter, document: SearchDocument) -> bool:
    at = wanted.believed_at
    if at is None:
        return True
    began, ended = document.recorded_at, document.ended_at
    return (began is None or began <= at) and (ended is None or at < ended)


def _document(dice: random.Random, number: int) -> SearchDocument:
    def sometimes(choices: list[timedelta]) -> timedelta | None:
        return dice.choice([None, None, *choices])

    org = dice.choice(list(_SCOPES))
    ends, expires = sometimes(_around(dice)), sometimes(_around(dice))
    return a_document(
        f"m{number}", org=org, scope=dice.choice(_SCOPES[org]), status=dice.choice(_STATUSES[:2] + _STATUSES),
        type=dice.choice(["preference", "semantic"]), key=dice.choice([None, None, "k1", "k2"]),
        purposes=tuple(dice.sample(_PURPOSES, dice.choice([0, 0, 1, 2]))),
        valid_from=NOW + dice.choice([-timedelta(days=9), *_around(dice)]),
        valid_to=None if ends is None else NOW + ends,
        hard_expires_at=None if expires is None else NOW + expires,
        vector=at_cosine(dice.random()), source=dice.choice(_SOURCES), consent_scope=dice.choice([None, "ads", "own"]),
        speaker=dice.choice([None, "Ann", "Bob"]), metadata=metadata_marks(dice.choice(_METADATA)),
        recorded_at=dice.choice([None, NOW, NOW - timedelta(days=2)]),
        ended_at=dice.choice([None, None, NOW, NOW - timedelta(days=1)]), history=dice.choice([False, False, True]),
    )  # fmt: skip


def _filter(dice: random.Random) -> SearchFilter:
    paths = [path for org in _SCOPES.values() for path in org]
    scopes = tuple(dice.sample(paths, dice.choice([0, 1, 3, 8])))
    below = tuple(dice.sample(paths, dice.choice([0, 0, 1, 2]))) if scopes else (dice.choice(paths),)
    return a_filter(
        org=dice.choice(["acme", "acme", "other", ""]), scopes=scopes, below=below,
        statuses=tuple(dice.sample(_STATUSES, dice.choice([1, 2, 4]))), at=NOW + dice.choice(_around(dice)),
        types=tuple(dice.sample(["preference", "semantic"], dice.choice([0, 0, 1]))),
        keys=tuple(dice.sample(["k1", "k2"], dice.choice([0, 0, 0, 1, 2]))),
        purpose=dice.choice([None, *_PURPOSES]), later=dice.choice([False, False, True]),
        sources=tuple(dice.sample(_SOURCES, dice.choice([0, 0, 1, 2]))), speaker=dice.choice([None, None, "Ann"]),
        consent_scope=dice.choice([None, None, "ads"]), metadata=metadata_marks(dice.choice([{}, {}, *_METADATA])),
        history=dice.choice([False, True]), any_time=dice.choice([False, False, True]),
        holds_at=dice.choice([None, None, NOW - timedelta(days=3)]),
        believed_at=dice.choice([None, None, NOW, NOW - timedelta(days=1)]),
    )  # fmt: skip


def _around(dice: random.Random) -> list[timedelta]:
    return [dice.choice([-1, 1]) * timedelta(microseconds=dice.choice([0, 1, 999, 1_000_000])) for _ in range(2)]


@pytest.mark.parametrize("seed", range(4))
def test_each_sub_query_finds_exactly_the_documents_of_the_filter(harness: Harness, seed: int) -> None:
    dice = random.Random(seed)
    documents = [_document(dice, n) for n in range(300)]
    harness.keeps(*documents)
    seen = 0
    for _ in range(120):
        wanted = _filter(dice)
        expected = {d.memory_id for d in documents if _sees(wanted, d)}
        assert {d.memory_id for d in documents if matches(d, wanted)} == expected
        changes = {name: getattr(wanted, name) for name in SearchFilter.__slots__}
        assert set(harness.finds(limit=300, **changes)) == expected
        by_word = harness.finds("remember", limit=300, vector=NOWHERE, **changes)
        assert {id for id, c in by_word.items() if c.keyword > 0 and c.context_keyword > 0} == set(by_word) == expected
        seen += len(expected)
    assert seen > 60
