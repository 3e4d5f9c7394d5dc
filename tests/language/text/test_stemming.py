"""Porter's algorithm, against the examples of its paper's rules and against SQLite's own implementation."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shared.language.text.stemming as subject
from shared.language.text.stemming import stem


@pytest.mark.parametrize(
    ("words", "stemmed"),
    [
        ("deployment deployments", "deploy"),
        ("connect connected connecting connection connections", "connect"),
        ("pony ponies", "poni"),
        ("run runs running", "run"),
        ("hope hoping hopes", "hope"),
        ("hop hopping hopped", "hop"),
        ("agree agreed agreement", "agre agre agreement"),
        ("is the a as us", "is the a as us"),
        ("yes sky by", "ye sky by"),
    ],
)
def test_forms_of_a_word_share_a_stem(words: str, stemmed: str) -> None:
    stems = stemmed.split()
    assert [stem(w) for w in words.split()] == (stems if len(stems) > 1 else stems * len(words.split()))


@pytest.mark.parametrize("word", ["", "a", "été", "разрешения", "青霉", "us-east-1s", "v2ing", "Running"])
def test_other_alphabets_and_identifiers_are_left_alone(word: str) -> None:
    assert stem(word) == word


def _by_sqlite(words: list[str]) -> list[str]:
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE words USING fts5(word, tokenize='porter unicode61')")
    db.execute("CREATE VIRTUAL TABLE terms USING fts5vocab(words, 'instance')")
    db.executemany("INSERT INTO words (rowid, word) VALUES (?, ?)", enumerate(words))
    found = dict(db.execute("SELECT doc, term FROM terms"))
    db.close()
    return [found[number] for number in range(len(words))]


def test_every_word_of_the_standard_library_has_the_stem_that_the_engine_gives_it() -> None:
    folder = Path(re.__file__).parent.parent
    text = " ".join(p.read_text(errors="replace") for p in sorted(folder.glob("*.py")))
    words = sorted({w for w in re.findall(r"[a-z]+", text.lower()) if len(w) < 40})
    assert len(words) > 5000
    assert [stem(w) for w in words] == _by_sqlite(words)


_ENDINGS = [suffix for suffix, _ in (*subject._STEP_2, *subject._STEP_3)] + [
    *subject._STEP_4,
    "ed",
    "eed",
    "ing",
    "s",
    "y",
    "e",
]


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=6), st.sampled_from(_ENDINGS)), min_size=1
    )
)
def test_any_word_has_the_stem_that_the_engine_gives_it(parts: list[tuple[str, str]]) -> None:
    words = ["".join(part) for part in parts]
    assert [stem(w) for w in words] == _by_sqlite(words)
