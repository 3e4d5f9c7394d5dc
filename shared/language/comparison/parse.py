"""Statements: a text of one fact, parsed into what it is compared by. English and Chinese are understood; of every other
language the words are compared unchanged."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from shared.language.packs.registry import kept_per_packs
from shared.language.statements.atoms import Atom, Kind, Statement
from shared.language.text.scripts import is_cjk

# Longer texts hold many facts: one alignment of words says nothing about them, and they would cost too much.
MAX_CHARACTERS = 400

_JAPANESE_OR_KOREAN = re.compile("[\u3040-\u30ff\u1100-\u11ff\uac00-\ud7af]")
_PLAIN = str.maketrans("\u2019\u02bc\u2018\u201c\u201d\u2010\u2011\u2013", "'''\"\"---")


@kept_per_packs(512)
def parse(text: str) -> Statement:
    """Pure in the text. The cache spares an incoming memory and its neighbours from being read again with every comparison."""
    plain = unicodedata.normalize("NFKC", text).translate(_PLAIN).strip()
    if len(plain) > MAX_CHARACTERS:
        return Statement((Atom(" ".join(plain.casefold().split())),), unread=True)
    chinese = is_cjk(plain) and _JAPANESE_OR_KOREAN.search(plain) is None
    return _with_a_link(_read_chinese(plain) if chinese else _read_english(plain))


# Each parser brings its language's dictionary along: a process loads those of the languages that it reads.


def _read_chinese(text: str) -> Statement:
    from shared.language.zh.parser import read_chinese

    return read_chinese(text)


def _read_english(text: str) -> Statement:
    from shared.language.en.parser import read_english

    return read_english(text)


def _with_a_link(statement: Statement) -> Statement:
    """ "Rent 1,200 euros" says that it *is* so much: an amount at the end of what has no verb is said of the rest."""
    if statement.predicates or len(statement.atoms) < 2:
        return statement
    *about, last = statement.atoms
    if last.kind is not Kind.AMOUNT or last.group in ("count", "ordinal"):
        return statement
    return replace(statement, atoms=(*about, replace(last, value=True)), predicates=frozenset(("be",)))


__all__ = ["Atom", "Kind", "Statement", "parse"]
