"""What a pack of a language holds. Each part may be left empty: the rules then know no words of it in that language.

Alternatives are parted by `|`. Each is a word, a phrase, or a regular expression without groups that capture; the case
of letters does not matter. How a part treats the borders of words stands beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from shared.language.packs.instructions import Instructions
from shared.language.packs.parts import (
    Ago,
    Dates,
    Diet,
    Matter,
    Opinions,
    PastDays,
    People,
    Phrases,
    Relation,
    Sentences,
    SmallTalk,
    Standing,
    Times,
    Wishes,
)
from shared.language.packs.secret_words import SecretWords

__all__ = ["Ago", "Dates", "LanguagePack", "PastDays", "Phrases", "Times"]


@dataclass(frozen=True, slots=True)
class LanguagePack:
    """`code`: the language's ISO 639-1 code, once among the packs. `spaced`: whether it is written with spaces between
    words. `script`: a character class of letters that few other languages have; what the pack says of instructions and
    of wishes is then read only in texts with such a letter. Empty: in all texts."""

    code: str
    spaced: bool = True
    script: str = ""

    # --- what a question asks (`speech.questions`)
    # Asks how things stand now: "currently". White space in the question has become one space.
    now: Phrases = field(default_factory=Phrases)
    # Tells of what was, or of what somebody would like or means to do: no answer to what holds now.
    another_time: Phrases = field(default_factory=Phrases)
    # Those of them that tell of what somebody means to do.
    planned: Phrases = field(default_factory=Phrases)
    asks_when: Phrases = field(default_factory=Phrases)
    # Asks who, where, which, or for a name.
    asks_name: Phrases = field(default_factory=Phrases)
    # What a question has and its answer need not. Plain words, parted by spaces; each is compared as a search term.
    function_words: str = ""
    # The same of a language without spaces: taken out of the question.
    question_particles: Phrases = field(default_factory=Phrases)

    # --- whose fact it is (`attributes.whose_fact`)
    people: People = field(default_factory=People)
    # --- which relation a question asks for (`attributes.asked_relation`)
    relations: tuple[Relation, ...] = ()

    # --- surer witness than the meaning of a sentence (`speech.witnesses`); a word may stand in other sentences too
    always: Phrases = field(default_factory=Phrases)
    # Holds a word for always and makes no rule: "never mind". Taken out before `always` is looked for.
    no_rule: Phrases = field(default_factory=Phrases)
    once: Phrases = field(default_factory=Phrases)
    denial: Phrases = field(default_factory=Phrases)
    # Names an agent, or tells "you" what must be done.
    address: Phrases = field(default_factory=Phrases)
    # Says that what the sentence says is a guess: "maybe", "not sure". Not what is said as often of a fact ("may").
    guesses: Phrases = field(default_factory=Phrases)
    # Some time to come that nobody has set: "some day".
    some_day: Phrases = field(default_factory=Phrases)
    # Says that something failed, or that nobody knows how it ended.
    failures: Phrases = field(default_factory=Phrases)
    # Says that somebody may decide, spend, read or sign, or holds what opens something: "is authorised to", "root".
    powers: Phrases = field(default_factory=Phrases)

    # --- a wish for this time only (`speech.temporary`)
    # Makes a sentence such a wish, so narrower than `once`: not the bare "today".
    this_time: Phrases = field(default_factory=Phrases)
    # Unless one of these says that it lasts,
    lasting: Phrases = field(default_factory=Phrases)
    # or one of these says that something is or was so.
    reported: Phrases = field(default_factory=Phrases)
    # A fuller description, for languages in which a wish is told from a report by more than a word.
    wishes: Wishes = field(default_factory=Wishes)

    # --- what no summary may rephrase (`speech.obligations`), read generously
    # Orders that something is not done.
    prohibits: Phrases = field(default_factory=Phrases)
    # Forbids in any way, or wants something left as it is.
    forbids: Phrases = field(default_factory=Phrases)
    # Says that something is not so.
    negates: Phrases = field(default_factory=Phrases)
    # Binds what is done: "must", "only", "at most".
    obliges: Phrases = field(default_factory=Phrases)
    allows: Phrases = field(default_factory=Phrases)
    decides: Phrases = field(default_factory=Phrases)
    # Counts or dates: numbers in words, weekdays, months.
    figures: Phrases = field(default_factory=Phrases)

    # --- what a context of any later time shows again (`speech.spoken_constraints`), so only what reads no other way
    # Plainly forbids: "bitte nicht".
    orders: Phrases = field(default_factory=Phrases)
    # The same as pairs: what must stand in the text in small letters, alternatives parted by `|`, and a pattern.
    order_rules: tuple[tuple[str, str], ...] = ()
    # Plainly limits or obliges: "como máximo 3".
    limits: Phrases = field(default_factory=Phrases)
    limit_rules: tuple[tuple[str, str], ...] = ()

    # --- small talk (`speech.small_talk`, `domain.sessions.chatter`)
    small_talk: SmallTalk = field(default_factory=SmallTalk)
    # Patterns of a whole sentence with the marks that end it: a greeting or thanks,
    courtesy: str = ""
    # somebody's mood of the moment,
    passing_mood: str = ""
    # what somebody said that was nothing but talk: "the user said thanks",
    reported_talk: str = ""
    # and what an agent says while it works: "let me check the logs".
    work_talk: str = ""
    # what somebody asks to have forgotten, which a deletion does and no memory: "forget what I said about my job".
    to_forget: str = ""
    # Asks what, why or how, and for nothing to be done. Found from `^` to `$`, which the pattern has itself.
    bare_question: str = ""
    # Judges an answer and says nothing else (`speech.feedback`): "that was wrong". Patterns of a whole sentence.
    feedback: Phrases = field(default_factory=Phrases)
    # Begins a sentence that goes back to the one before it: "it", "the right one".
    goes_back: Phrases = field(default_factory=Phrases)

    # --- whose word it is (`speech.own_words`)
    # What follows is material to work on, or made up: "translate:", "pretend".
    hands_over: Phrases = field(default_factory=Phrases)
    # Words that begin and end a letter.
    salutations: str = ""
    valedictions: str = ""

    # --- where a sentence ends (`speech.sentences`)
    sentences: Sentences = field(default_factory=Sentences)

    # --- text that gives an agent instructions (`injection`)
    instructions: Instructions = field(default_factory=Instructions)

    # --- what two statements may differ in and say the same (`comparison.wishes`)
    standing: Standing = field(default_factory=Standing)

    # --- whether a statement updates an earlier one (`comparison.updates`)
    # Says that it is so from its own time on: "now", "no longer", "moved to".
    so_now: Phrases = field(default_factory=Phrases)
    # Announces that it is otherwise than it was said before, with a verb of change: "switched to", "down to". Read
    # generously: it is a second witness beside meaning.
    changed: Phrases = field(default_factory=Phrases)
    # What a change is about, where its words name nothing of what it replaces: "moved to Braga", "I live in Porto".
    matters: tuple[Matter, ...] = ()
    # Supposes or plans it, or says what others believe.
    left_open: Phrases = field(default_factory=Phrases)

    # --- what must not be stored in the clear (`secrets.spoken`)
    secrets: SecretWords = field(default_factory=SecretWords)

    # --- which statements hardly go together (`speech.tension`)
    opinions: Opinions = field(default_factory=Opinions)
    # Names the person whose memory it is, or their thing: "I", "my", "the user".
    selves: Phrases = field(default_factory=Phrases)
    # The same as the subject at the beginning of a sentence: "I", "the user", and not "my brother".
    subjects: Phrases = field(default_factory=Phrases)
    # How others name that person in a question ("the user"), and what that person says of themselves: "I"
    # (`domain.memories.embedding_text`).
    owner: Phrases = field(default_factory=Phrases)
    i: str = ""
    # Names one of that person's blood relations (`attributes.relations_and_self`): "my sister".
    kin: Phrases = field(default_factory=Phrases)
    # Says that somebody eats or drinks something, or likes to.
    eats: Phrases = field(default_factory=Phrases)
    diets: tuple[Diet, ...] = ()

    # --- from when until when something holds (`speech.questions`, `domain.memories.said_validity`)
    times: Times = field(default_factory=Times)
    # --- how a date is written (`text.named_dates`)
    dates: Dates = field(default_factory=Dates)

    # --- days by their distance from today (`statements.relative_days`), in small letters
    past_days: PastDays = field(default_factory=PastDays)
    ago: Ago | None = None
    # From one to ten: the forms of each number, parted by spaces.
    numbers: tuple[str, ...] = ()
    # From Monday to Sunday; in the phrases, `D` stands in the place of the day.
    weekdays: tuple[str, ...] = ()
    # The last such day before today: "last D".
    last_weekday: str = ""
    # That day of the week before this one.
    weekday_of_last_week: str = ""

    def __post_init__(self) -> None:
        """Raises `ValueError` for a code that is none, and for a table of another length."""
        if not self.code.isascii() or not self.code.islower():
            raise ValueError(f"the code of a language is in small Latin letters: {self.code!r}")
        if len(self.numbers) not in {0, 10}:
            raise ValueError("numbers are given from one to ten, or not at all")
        if len(self.weekdays) not in {0, 7}:
            raise ValueError("a week has seven days")
        if len(self.dates.months) not in {0, 12}:
            raise ValueError("a year has twelve months")
        if any(pattern.count("D") != 1 for pattern in self.times.until):
            raise ValueError("`until` has one D, in the place of the date")

    def bounded(self, alternatives: str) -> str:
        """The alternatives as one pattern, with the borders that the language's script has."""
        return rf"(?<!\w)(?:{alternatives})(?!\w)" if self.spaced else f"(?:{alternatives})"
