"""Packs of a deployment's own: modules that a setting names, checked before any rule uses them."""

from __future__ import annotations

import importlib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass

from shared.language.packs.instructions import InstructionWords
from shared.language.packs.pack import LanguagePack
from shared.language.packs.registry import add_pack, packs

DEFAULT_NAME = "PACK"

# Words and no patterns.
_WORDS = frozenset({"code", "function_words", "cues", "abbreviations", "before_a_number", "in_a_sentence", "passwords"})
_WORDS |= {"kind", "names", "form", "check", "printed"}
_SETTINGS = frozenset({"spaced", "longest", "reach", "years_ahead", "prefixed"})
# Their patterns keep a part of the text by a group.
_WITH_GROUPS = frozenset({"left_out", "answer_wished"})
_ACCENT = re.compile("[\u0300-\u036f]")


class BadLanguagePack(ValueError):
    """A pack cannot be used; the message names its module and what is wrong with it."""


def load_packs(names: Iterable[str]) -> None:
    """Adds the packs that the names stand for, for the rest of the process; one that is there already is left alone.

    Raises `BadLanguagePack`, and then adds none of those that follow.
    """
    for name in names:
        pack = pack_of(name)
        if any(pack is known for known in packs()):
            continue
        try:
            add_pack(pack)
        except ValueError as error:
            raise BadLanguagePack(f"language pack {name}: {error}") from None


def pack_of(name: str) -> LanguagePack:
    """The pack that `module` holds under the name `PACK`, or `module:NAME` under that name. Raises `BadLanguagePack`."""
    module_name, _, attribute = name.partition(":")
    attribute = attribute or DEFAULT_NAME
    try:
        module = importlib.import_module(module_name)
    except Exception as error:  # whatever a module's own code raises, it is no pack
        raise BadLanguagePack(f"language pack {name}: cannot import {module_name}: {error}") from error
    pack = getattr(module, attribute, None)
    if not isinstance(pack, LanguagePack):
        raise BadLanguagePack(f"language pack {name}: {module_name} has no LanguagePack called {attribute}")
    if faults := faults_of(pack):
        raise BadLanguagePack(f"language pack {name}: {'; '.join(faults)}")
    return pack


def faults_of(pack: LanguagePack) -> tuple[str, ...]:
    """What is wrong with the pack's patterns, each by the part that it stands in; empty for a sound pack."""
    return tuple(f"{part}: {fault}" for part, value in _parts(pack, "") for fault in _faults(part, value))


def _parts(value: object, part: str) -> Iterator[tuple[str, object]]:
    """Each text and each `InstructionWords` in it, with the names of the fields that lead to it."""
    if is_dataclass(value):
        if isinstance(value, InstructionWords):
            yield part, value
        for each in fields(value):
            yield from _parts(getattr(value, each.name), f"{part}.{each.name}".lstrip("."))
    elif isinstance(value, tuple):
        pairs = part.endswith(("_rules", "left_out", "answer_wished"))
        for item in value:
            # Of a rule the pattern is the second, of a replacement the first; the other is plain text.
            pattern = (item[1] if part.endswith("_rules") else item[0]) if pairs else item
            yield from _parts(pattern, part)
    elif value is not None and part.rpartition(".")[2] not in _SETTINGS:
        yield part, value


def _faults(part: str, value: object) -> Iterator[str]:
    if isinstance(value, InstructionWords):
        try:
            value.beginnings()
        except ValueError as error:
            yield str(error)
        return
    if not isinstance(value, str):
        yield f"must be a text, not {value!r}"
        return
    if part.startswith("instructions.") and _ACCENT.search(unicodedata.normalize("NFD", value)):
        yield f"{value!r} has an accent: instructions are compared without accents, so it would match no text"
    name = part.rpartition(".")[2]
    if not value or name in _WORDS or part == "numbers":
        return
    try:
        re.compile(value)
        # Inside of a larger pattern, where the rules put it.
        pattern = re.compile(f"(?:{value})", re.IGNORECASE)
    except re.error as error:
        yield f"{value!r} is no regular expression: {error}"
        return
    if pattern.groups and name not in _WITH_GROUPS:
        yield f"{value!r} has a group that captures: write (?:...)"
    if pattern.fullmatch("") is not None:
        yield f"{value!r} matches the empty text, so it would match every text"
