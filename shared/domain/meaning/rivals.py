"""Whether the newer of two statements may say how the matter of the older stands now.

Vectors distinguish it from two statements that both hold, and from one about somebody else, in any language, but not
surely enough to end the older one. It decides what comes first, and what is labelled as possibly outdated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector, dot
from shared.domain.meaning.kinds import Kind, SentenceKinds, kinds_of
from shared.domain.meaning.marks import Marks
from shared.language.attributes.setting_aside import adds
from shared.language.comparison.updates import announces_a_change, says_it_is_so_now
from shared.language.speech.questions import asks, speaks_of_now, stated_tense
from shared.language.speech.witnesses import says_guess


@dataclass(frozen=True, slots=True)
class RivalPolicy:
    """Bars on the chance that the newer of two statements replaces the older, chosen on the half `tune` of
    `bench/evaluate/changes.json` (docs/decisions/stale-facts.md)."""

    # Centred cosine of the two: below it they are hardly about one matter. What is less alike than `likeness` replaces
    # only the likest of the older ones ("we moved to Ghent"): a change has one matter.
    likeness: float = 0.30
    least_likeness: float = 0.20
    rival: float = 0.40  # the newer stands before the older, which is labelled as possibly outdated
    # Where the newer one announces a change in words ("switched to"), of the likest of the older ones.
    announced: float = 0.14
    # The older is left out where the newer answers the question by itself.
    replaced: float = 0.90
    # The newer one states something: the chances of a question and of a task together are below this, or it announces
    # a change in words ("moved to Évora" is an order to the planes).
    asks_nothing: float = 0.30
    # ... and that of a wish for once below this: "Lunch is at one these days" has .5.
    wishes_nothing: float = 0.60
    # A person's own word about what an agent concluded: less is enough, since it is the better evidence anyway.
    denied_likeness: float = 0.30
    denied_change: float = 0.40
    # At a recall: the newer one is relevant by itself, and the older not far more so.
    newer_x: float = 0.18
    gap: float = 0.40
    # Where both name the same, and the question does not ("Ferrer has closed, we fill them at Boreal now"), less is
    # enough: the newer one then often has other words than the question.
    named_x: float = 0.10
    named_gap: float = 0.60


POLICY = RivalPolicy()


# A chance of 0 has no logarithm.
_LEAST = 0.01
# The kinds of the newer statement whose chances are measured: what changes something is seldom a report of another
# person, or a plain statement.
_KINDS = (Kind.CHANGE, Kind.REPORT, Kind.STATED, Kind.DENIAL)


@dataclass(frozen=True, slots=True)
class NewerStatement:
    """A statement read once against all that it is compared with. `centred`: its centred vector, or the raw one where
    the embedder is not measured: then no planes tell rivals, and words alone do. `words`: whether it has a word for
    now, announces a change, and adds to what was said. `states`: it says how something is, and asks or orders
    nothing."""

    centred: Vector
    mean: float
    change: float
    subject: float
    calibration: Calibration
    kinds: tuple[float, ...] = ()
    words: tuple[bool, ...] = ()
    states: bool = True

    @classmethod
    def of(cls, vector: Vector, calibration: Calibration, text: str) -> NewerStatement:
        """`text`: the statement itself, for its words."""
        centring, pairs = calibration.centring, calibration.pairs
        if centring is None or pairs is None:
            return cls(vector, 0.0, 0.0, 0.0, calibration)
        centred = centring.of_memory(vector)
        change = dot(centred, pairs.change.weights) + pairs.change.offset
        subject = dot(centred, pairs.subject.weights) + dot(centred, pairs.subject_newer) + pairs.subject.offset
        kinds = kinds_of(vector, calibration, own=True)
        announces = announces_a_change(text)
        return cls(
            centred,
            centring.asked_mean(centred),
            change,
            subject,
            calibration,
            () if kinds is None else tuple(math.log(kinds[kind] + _LEAST) for kind in _KINDS),
            (announces, speaks_of_now(text) or says_it_is_so_now(text), adds(text)),
            _states(text, kinds, announces=announces),
        )

    def likeness(self, product: float, marks: Marks) -> float:
        """The centred cosine, of the product of `centred` and the older one's raw vector."""
        centring = self.calibration.centring
        return product if centring is None else centring.cosine(product, self.mean, marks.length)

    def measures(self, likeness: float, older: Marks) -> tuple[float, ...]:
        """What the chance is computed from (`PairPlanes.update`): of the pair, then of the newer one alone."""
        pair = (likeness, self.change - older.change, self.subject - older.subject)
        return (*pair, *self.kinds, likeness * self.kinds[0], *map(float, self.words))

    def replaces(self, likeness: float, older: Marks, *, likest: bool = False) -> float:
        """The chance in [0,1] that it says how the matter of the older one stands now; 0 where no planes are fitted.
        `likest`: no other older one that is compared is more like this one."""
        pairs, least = self.calibration.pairs, POLICY.least_likeness if likest else POLICY.likeness
        if pairs is None or pairs.update is None or not self.kinds or not self.states or likeness < least:
            return 0.0
        return 1.0 / (1.0 + math.exp(-pairs.update(self.measures(likeness, older))))

    def is_rival_of(self, likeness: float, older: Marks, *, likest: bool = False) -> bool:
        """Whether the newer one stands before the older."""
        announced = likest and self.words[:1] == (True,)
        return self.replaces(likeness, older, likest=likest) >= (POLICY.announced if announced else POLICY.rival)

    def surely_replaces(self, chance: float, *, differ_in_one_value: bool) -> bool:
        """Whether the older need not be shown where the newer answers. Of two that differ in one value a word for now,
        or a verb of change, and a lower chance are enough: "I write my services in Rust these days"."""
        says_now = differ_in_one_value and any(self.words[:2])
        return chance >= (POLICY.rival if says_now else POLICY.replaced)

    def denies(self, likeness: float, older: Marks) -> bool:
        """Whether it, a person's own word, is about an inference that the older one is."""
        return (
            self.calibration.pairs is not None
            and likeness >= POLICY.denied_likeness
            and self.change - older.change >= POLICY.denied_change
        )


def _states(text: str, kinds: SentenceKinds | None, *, announces: bool) -> bool:
    """What asks or orders, is past, planned or a guess, says nothing of how a matter stands."""
    if asks(text) or stated_tense(text) or says_guess(text):
        return False
    if announces or kinds is None:
        return True
    return kinds[Kind.QUESTION] + kinds[Kind.TASK] < POLICY.asks_nothing and kinds[Kind.ONCE] < POLICY.wishes_nothing
