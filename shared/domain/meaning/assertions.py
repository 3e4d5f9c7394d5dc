"""What does a sentence assert? A fact, a guess, a mood of the moment, a step being taken, what a tool reports of
itself, somebody's powers, or nothing because it asks. Planes over the vector of one sentence, embedded alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector
from shared.domain.meaning.kinds import chances_of


class Assertion(StrEnum):
    FACT = "F"
    GUESS = "G"
    MOOD = "M"
    STEP = "W"
    OUTCOME = "E"
    POWERS = "A"
    QUESTION = "Q"


@dataclass(frozen=True, slots=True)
class AssertionPolicy:
    """Bars on chances, chosen on the fitted lines out of fold and on the lives (docs/decisions/admission.md). A fact
    that is refused is lost to a caller who does not look, so what refuses has the higher bars; what only reaches a bar
    of `unsure` is stored as a person's word, and waits as an agent's."""

    mood: float = 0.75
    # Where the planes of the kinds take it for small talk as well, from `small_talk` on.
    mood_in_small_talk: float = 0.40
    mood_with_word: float = 0.30
    unsure_mood: float = 0.40
    small_talk: float = 0.30
    step: float = 0.80
    step_with_word: float = 0.30
    unsure_step: float = 0.65
    question: float = 0.90
    question_with_mark: float = 0.20
    guess: float = 0.50
    guess_with_word: float = 0.10
    # Of what a person says, in no such word.
    guess_of_a_person: float = 0.85
    # With a word that is only quoted: the sentence is sure to be a guess all the same.
    guess_quoted: float = 0.90
    outcome: float = 0.90
    outcome_with_word: float = 0.05
    # Of what a person says: the failure that a person speaks of is an event, and not the output of a tool.
    outcome_of_a_person: float = 0.98
    outcome_of_a_person_with_word: float = 0.85
    powers: float = 0.55
    powers_with_word: float = 0.08
    # From there on a text of several sentences is not read sentence by sentence.
    surely_facts: float = 0.85


POLICY = AssertionPolicy()


@dataclass(frozen=True, slots=True)
class Asserted:
    """Chances by assertion, in [0,1]; they add up to 1."""

    chances: tuple[tuple[Assertion, float], ...]

    def __getitem__(self, assertion: Assertion) -> float:
        return next(chance for own, chance in self.chances if own is assertion)


def asserted_in(vector: Vector, calibration: Calibration) -> Asserted | None:
    """Of the raw vector of one sentence, embedded alone as a memory. `None` where the embedder is not measured."""
    centring, planes = calibration.centring, calibration.assertions
    if centring is None or planes is None:
        return None
    found = chances_of(centring.of_memory(vector), planes)
    return Asserted(tuple((assertion, found[assertion.value]) for assertion in Assertion))
