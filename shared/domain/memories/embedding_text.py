"""What is embedded of a memory and of a question: not always the very words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shared.domain.memories.memory import Background, Memory
from shared.language.packs.registry import Packs, PerPacks

_WORD = re.compile(r"\S+")
# A name as English writes it: a capital and small letters, maybe with an apostrophe or a hyphen ("Mel's", "Jean-Luc").
# Acronyms (API), camel case (iPhone) and words with digits (Q3) are subjects rather than names, and stay.
_NAME = re.compile(r"[^\w]*[A-Z][a-zà-öø-ÿ]+(?:['’\-][A-Za-zà-öø-ÿ]+)*[^\w]*")
# Words that only an English question has: elsewhere (German) a capital letter does not make a name.
_ENGLISH = frozenset(
    "what when who whom whose where which how why did does do is are were the has have had would could should "
    "can will".split()
)
# Below this share of words left, the capitals were a title or a list of names, and names are what is asked for.
_KEPT_AT_LEAST = 0.5


def query_for_embedding(query: str) -> str:
    """The question without names, and with "I" beside "the user": what people said of themselves names no user, and
    what was written about them does. The keyword side keeps every word and gets none."""
    return _with_owner(_without_names(query))


def _with_owner(query: str) -> str:
    """With what the person whose memories these are says of themselves, after the first words that name them."""
    for owner, i in _OWNERS():
        found = owner.search(query)
        if found is not None:
            return f"{query[: found.end()]}, {i}{query[found.end() :]}"
    return query


def _owners(packs: Packs) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pack.owner.pattern(), re.IGNORECASE), pack.i) for pack in packs if pack.i)


_OWNERS = PerPacks(_owners)


def _without_names(query: str) -> str:
    """Without its capitalised words but the first.

    A name pulls the vector towards all that its bearer ever said; without it the vector asks for the matter (held-out
    R@10 .840 against .817 with names in, in LoCoMo). Left whole when it is not English or when little would be left.
    """
    words = _WORD.findall(query)
    kept = [word for n, word in enumerate(words) if n == 0 or not _NAME.fullmatch(word)]
    if len(kept) == len(words) or len(kept) < _KEPT_AT_LEAST * len(words):
        return query
    if not any(word.lower().strip("?,.!'\"") in _ENGLISH for word in words):
        return query
    return " ".join(kept)


def text_for_embedding(content: str, *, speaker: str | None = None, before: Sequence[str] = ()) -> str:
    """The memory as its vector sees it: of talk between people, who are named, the turn before it (if any), a newline,
    and the turn as `Speaker: text`; without a speaker the content alone.

    `before` is oldest first, each as its speaker's name and text; only the last one is taken. What a turn answers is
    part of what it means between people ("Yes, in May!"), and two turns before were no better than one. What a person
    says to an agent stands for itself: with the turn before its vector tells neither its kind nor what it is about.
    """
    if not speaker:
        return content
    named = not content.casefold().startswith(f"{speaker}:".casefold())
    turn = f"{speaker}: {content}" if named else content
    return f"{before[-1]}\n{turn}" if before else turn


def embedding_text_of(memory: Memory) -> str:
    """Of a memory as it is."""
    background = memory.background or Background()
    return text_for_embedding(
        memory.content, speaker=background.speaker, before=tuple(turn.text for turn in background.before)
    )
