"""Whether the newer of two statements may say how the matter of the older stands now.

Vectors distinguish it from two statements that both hold, and from one about somebody else, in any language, but not
surely enough to end the older one. It decides what comes first, and what is labelled as possibly outdated.
"""

from __future__ import annotations

from dataclasses import dataclass

from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.centring import Vector, dot
from shared.domain.meaning.kinds import Kind, kinds_of
from shared.domain.meaning.marks import Marks
from shared.language.comparison.updates import announces_a_change
from shared.language.speech.questions import asks, speaks_of_now


@dataclass(frozen=True, slots=True)
class RivalPolicy:
    """Chosen on lives that play in sessions, and measured on others (docs/decisions/relevance.md). The more alike two
    statements are, the less the newer one must sound like a change, and the other way round: `both` is what likeness
    and `change_weight` times the change come to together."""

    likeness: float = 0.30  # centred cosine of the two
    change: float = 0.45
    change_weight: float = 0.40
    both: float = 0.64
    both_if_now: float = 0.57  # where the newer one has a word for now ("these days")
    subject: float = 0.40
    # Where the newer one announces a change in words ("switched to"), less is enough for the likest of the older ones
    # alone: a change has one matter.
    announced_change: float = 0.35
    announced_both: float = 0.50
    announced_subject: float = 0.30
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


@dataclass(frozen=True, slots=True)
class NewerStatement:
    """A statement read once against all that it is compared with. `centred`: its centred vector, or the raw one where
    the embedder is not measured: then no planes tell rivals, and words alone do."""

    centred: Vector
    mean: float
    change: float
    subject: float
    calibration: Calibration
    now: bool = False
    text: str = ""
    vector: Vector | None = None

    @classmethod
    def of(cls, vector: Vector, calibration: Calibration, text: str) -> NewerStatement:
        """`text`: the statement itself, for its words for now and for a change."""
        centring, pairs = calibration.centring, calibration.pairs
        if centring is None or pairs is None:
            return cls(vector, 0.0, 0.0, 0.0, calibration)
        centred = centring.of_memory(vector)
        change = dot(centred, pairs.change.weights) + pairs.change.offset
        subject = dot(centred, pairs.subject.weights) + dot(centred, pairs.subject_newer) + pairs.subject.offset
        return cls(
            centred, centring.asked_mean(centred), change, subject, calibration, speaks_of_now(text), text, vector
        )

    def likeness(self, product: float, marks: Marks) -> float:
        """The centred cosine, of the product of `centred` and the older one's raw vector."""
        centring = self.calibration.centring
        return product if centring is None else centring.cosine(product, self.mean, marks.length)

    def is_rival_of(self, likeness: float, older: Marks, *, denies: bool = False, likest: bool = False) -> bool:
        """`denies`: the older one is an inference and this one a person's own word. `likest`: no other older one that
        is compared is more like this one."""
        if self.calibration.pairs is None:
            return False
        change = self.change - older.change
        if denies and likeness >= POLICY.denied_likeness and change >= POLICY.denied_change:
            return True
        return self._says_how_it_is_now(likeness, change, self.subject - older.subject, likest) and self._states()

    def _states(self) -> bool:
        """What asks or orders says nothing of how a matter stands. Read only of what looks like a rival."""
        if asks(self.text):
            return False
        if announces_a_change(self.text):
            return True
        kinds = None if self.vector is None else kinds_of(self.vector, self.calibration, own=True)
        if kinds is None:
            return True
        return (
            kinds[Kind.QUESTION] + kinds[Kind.TASK] < POLICY.asks_nothing and kinds[Kind.ONCE] < POLICY.wishes_nothing
        )

    def _says_how_it_is_now(self, likeness: float, change: float, subject: float, likest: bool) -> bool:
        both = likeness + POLICY.change_weight * change
        announced = (
            likest
            and likeness >= POLICY.likeness
            and change >= POLICY.announced_change
            and both >= POLICY.announced_both
            and subject >= POLICY.announced_subject
            and announces_a_change(self.text)
        )
        return announced or (
            likeness >= POLICY.likeness
            and change >= POLICY.change
            and both >= (POLICY.both_if_now if self.now else POLICY.both)
            and subject >= POLICY.subject
        )
