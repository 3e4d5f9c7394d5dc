"""The sets that are always there: some facts of eight people, each with values of their own, and changes in everyday
words.

Nobody has stated everything, so that for each question there is somebody for whom only another person's statement
answers it. Some facts have changed: half of these under a key, half in the same words without one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bench.evaluate.sets import BOTH_HOLD, EVERYDAY, KEYED, TEST, TUNE, CaseSet, Question, Statement, checked

_FACTS = Path(__file__).with_name("facts.json")
_CHANGES = Path(__file__).with_name("changes.json")
CHANGES = "everyday changes"
_LEFT_OUT = 4  # one in so many attributes of each user is never stated


def built_in(users: int = 8) -> CaseSet:
    """Of the first `users` people, from 2 to 8; every other is in the half "test"."""
    facts = json.loads(_FACTS.read_text(encoding="utf-8"))
    statements: list[Statement] = []
    questions: list[Question] = []
    for number, user in enumerate(facts["users"][:users]):
        half = (TUNE, TEST)[number % 2]
        changed = 0
        for place, attribute in enumerate(facts["attributes"]):
            asked = f"{user}/{attribute['name']}"
            if (number + place) % _LEFT_OUT == 0:
                questions.append(_question(asked, user, attribute, "another's", half))
                continue
            first = _statement(asked, user, attribute["said"], attribute["values"][number])
            if "later" not in attribute:
                statements.append(first)
                questions.append(_question(asked, user, attribute, "stated once", half, evidence=first.id))
                continue
            changed += 1
            key, category = (attribute["name"], KEYED) if changed % 2 else (None, "changed, without key")
            new = attribute["values"][(number + 1) % len(attribute["values"])]
            later = _statement(f"{asked}/later", user, attribute["later"], new, key)
            statements += [_statement(asked, user, attribute["said"], attribute["values"][number], key), later]
            questions.append(_question(asked, user, attribute, category, half, evidence=later.id, stale=first.id))
        questions += [
            Question(f"{user}/nothing/{place}", user, text, frozenset(), frozenset(), "nobody's", half)
            for place, text in enumerate(facts["unanswered"])
        ]
    order = sorted(statements, key=lambda one: one.id.endswith("/later"))
    return checked(CaseSet("built in", tuple(order), tuple(questions)))


def changes(every: int = 1) -> CaseSet:
    """Pairs of statements without a key, each of a user of its own: one half says a fact otherwise later, in everyday
    words; of the other half both hold, and the earlier is asked for. Every other of a language is in the half "test".
    `every`: only one pair in so many."""
    statements: list[Statement] = []
    questions: list[Question] = []
    for language, lists in json.loads(_CHANGES.read_text(encoding="utf-8")).items():
        for category, pairs in ((EVERYDAY, lists["updates"]), (BOTH_HOLD, lists["both"])):
            for number, (kind, older, newer, asked) in list(enumerate(pairs))[::every]:
                user = f"{language}-{category.partition(' ')[0]}-{number}"
                first, later = Statement(f"{user}/{kind}", user, older), Statement(f"{user}/later", user, newer)
                statements += [first, later]
                is_change = category == EVERYDAY
                questions.append(
                    Question(
                        user,
                        user,
                        asked,
                        frozenset(((later if is_change else first).id,)),
                        frozenset((first.id,)) if is_change else frozenset(),
                        category,
                        (TUNE, TEST)[number % 2],
                    )
                )
    return checked(CaseSet(CHANGES, tuple(statements), tuple(questions)))


def _statement(id: str, user: str, form: str, value: str, key: str | None = None) -> Statement:
    return Statement(id, user, form.format(value), key)


def _question(
    id: str, user: str, attribute: Any, category: str, half: str, *, evidence: str = "", stale: str = ""
) -> Question:
    return Question(
        id, user, attribute["asked"], frozenset({evidence} - {""}), frozenset({stale} - {""}), category, half
    )
