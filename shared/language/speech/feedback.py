"""What judges an answer and says nothing else: "You were wrong about the port" says what it is about, but not what is
right."""

from __future__ import annotations

from collections.abc import Sequence

from shared.language.packs.registry import any_of


def is_verdict(sentence: str) -> bool:
    """Whether it judges one answer and says nothing else, so that there is nothing to remember."""
    return _FEEDBACK().fullmatch(sentence.strip()) is not None


def mere_verdicts(said: Sequence[str]) -> frozenset[str]:
    """Those to which the next sentence does not refer: "You were wrong about the port. It is 8443." is read as a
    whole."""
    follows = (*said[1:], "")[: len(said)]
    return frozenset(
        s for s, after in zip(said, follows, strict=True) if is_verdict(s) and not _GOES_BACK().match(after)
    )


_FEEDBACK = any_of(lambda pack: pack.feedback)
_GOES_BACK = any_of(lambda pack: pack.goes_back)
