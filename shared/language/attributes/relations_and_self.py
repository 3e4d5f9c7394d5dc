"""Whether two statements are of two persons although they read alike: "my son is 7" and "I am 40", 我姐姐住在广州 and 我搬到重庆了.

Only blood relations count: who has another manager, flat or partner may say so of themselves ("I report to Ben now").
"""

from __future__ import annotations

from shared.language.attributes.setting_aside import openings_aside, time_aside
from shared.language.packs.registry import any_of, kept_per_packs

_KIN = any_of(lambda pack: pack.kin)
_SUBJECTS = any_of(lambda pack: pack.subjects)


def of_a_relation_and_self(one: str, other: str) -> bool:
    """Whether the one begins with a relation of the speaker, and the other with the speaker and names no relation. Their
    order plays no part."""
    return _is_of_a_relation(one, other) or _is_of_a_relation(other, one)


def _is_of_a_relation(one: str, other: str) -> bool:
    subject, own = _plain(one), _plain(other)
    if _KIN().match(subject) is None or _KIN().search(own) is not None:
        return False
    return _SUBJECTS().match(own) is not None


@kept_per_packs(512)
def _plain(text: str) -> str:
    return time_aside(openings_aside(text[:200])).strip()
