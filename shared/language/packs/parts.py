"""The parts of a pack that have an own shape. Alternatives are parted by `|`; the case of letters does not matter."""

from __future__ import annotations

from dataclasses import dataclass


def one_of(*phrases: str) -> str:
    return "(?:" + "|".join(phrases) + ")"


@dataclass(frozen=True, slots=True)
class Phrases:
    """Alternatives by their borders. `whole`: no letter or digit stands before it or after it, as in scripts with spaces
    between words. `begins`: none before it; it may go on. `anywhere`: within other words too, as in scripts without
    spaces. `patterns`: regular expressions that have their borders themselves."""

    whole: str = ""
    begins: str = ""
    anywhere: str = ""
    patterns: tuple[str, ...] = ()

    def alternatives(self) -> tuple[str, ...]:
        """The words as one pattern, then the patterns. Empty when there are none."""
        words = (
            rf"(?<!\w)(?:{self.whole})(?!\w)" if self.whole else "",
            rf"(?<!\w)(?:{self.begins})" if self.begins else "",
            f"(?:{self.anywhere})" if self.anywhere else "",
        )
        together = "|".join(part for part in words if part)
        return (together, *self.patterns) if together else self.patterns

    def pattern(self) -> str:
        """All of them as one. Empty when there are none."""
        return "|".join(self.alternatives())


@dataclass(frozen=True, slots=True)
class People:
    """Whose fact a question asks for or a statement tells (`attributes.whose_fact`)."""

    # Names the one who speaks: "I", "my"; in languages without the pronoun the verb does: "tengo".
    speaker: Phrases = Phrases()
    # Another person in that one's life: "sister", "boss".
    relations: Phrases = Phrases()
    # What stands between the beginning of a statement and the relation, with the space after it: "my ". Empty where the
    # relation has it in itself or needs none.
    mine: str = ""


@dataclass(frozen=True, slots=True)
class Relation:
    """What a person has one of or is: a job, a home, an age. `name` is the same in all packs."""

    name: str
    # A question for it: "what is my job".
    asks: Phrases = Phrases()
    # A statement that tells it, mostly in other words: "work as".
    tells: Phrases = Phrases()


@dataclass(frozen=True, slots=True)
class PastDays:
    """Days and spans in the past. Borders as `LanguagePack.spaced` says; letters are small ones."""

    yesterday: str = ""
    before_yesterday: str = ""
    this_morning: str = ""
    last_week: str = ""
    last_weekend: str = ""
    last_month: str = ""
    last_year: str = ""
    # What right before the word for yesterday makes it the day before: "the day *before* yesterday".
    makes_it_the_day_before: str = ""


@dataclass(frozen=True, slots=True)
class Times:
    """From when until when something holds, as words say it (`domain.memories.said_validity`)."""

    # Says that something was and is no more, without a date: "used to".
    was: Phrases = Phrases()
    # The past form of what people are, have and do for long: "lived". Beside a year it says that it was so then,
    past: Phrases = Phrases()
    # unless one of these says that it goes on: "since".
    goes_on: Phrases = Phrases()
    # Patterns with `D` in the place of the date at which something ends: "until D".
    until: tuple[str, ...] = ()
    # Comes again, is denied or waited for, and so has no end: "every", "not".
    no_end: Phrases = Phrases()
    # Somebody would like it: "want".
    wished: Phrases = Phrases()
    # Stands before the first of two dates: "from".
    begins: Phrases = Phrases()


@dataclass(frozen=True, slots=True)
class Dates:
    """How a date is written, where it is not as in English or Chinese. `months`: from January to December, the forms of
    each parted by `|`. `day_mark`: what may stand right after the number of a day, `joins`: between the parts of a date.
    `forms`: further patterns with `D`, `N` and `Y` in the places of the day, the month's number and the year.
    `years_ahead`: by how much its years are ahead of the common era's."""

    months: tuple[str, ...] = ()
    day_mark: str = ""
    joins: str = ""
    forms: tuple[str, ...] = ()
    years_ahead: int = 0


@dataclass(frozen=True, slots=True)
class Ago:
    """`phrase`: with `N` in the place of the number and `U` in that of the unit ("N U ago"); then the units, each with
    all its forms. Borders as `LanguagePack.spaced` says."""

    phrase: str
    days: str
    weeks: str
    months: str
    years: str


@dataclass(frozen=True, slots=True)
class SmallTalk:
    """A text that is made of `phrases`, one after another, and of nothing else is small talk.

    With spaces between words a phrase is words in small letters with one space between them, without punctuation, and
    `longest` counts words. Without spaces a phrase is characters without punctuation, and `longest` counts characters.
    """

    phrases: str = ""
    longest: int = 0
    # Stands between phrases, and is no small talk alone. Only in scripts without spaces.
    fillers: str = ""
    # Small talk only as the whole text: "morning".
    alone: str = ""
    # Which of the phrases a name may follow: "thanks, Anna". Only in scripts with spaces.
    to_a_name: str = ""
    # What stands right before the name without a comma: look-behinds, in which the case of letters matters.
    before_a_name: str = ""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a language asks for a way of doing something, and says for how long. Patterns that have their borders
    themselves, each searched in one sentence."""

    # For a while or as an exception, in whatever form it is said: "for now", "just this once".
    exceptional: tuple[str, ...] = ()
    # Bound to one place or one stretch of time: "for this session", even where it says "always".
    bounded: tuple[str, ...] = ()
    # Points at now: "this time", "today", "the next answer".
    points_at_now: tuple[str, ...] = ()
    # A stretch that is named by what happens in it: "while I'm driving". Only a wish is bound by it.
    stretch: tuple[str, ...] = ()
    # Holds from now on: "from tomorrow on", "in future".
    lasts_from: tuple[str, ...] = ()
    # Holds each time, read generously: "every page", "usually".
    every_time: tuple[str, ...] = ()
    # Says plainly that it holds each time: "always".
    always: tuple[str, ...] = ()
    # Says what somebody will do, and asks for nothing: "let's meet tomorrow".
    planned: tuple[str, ...] = ()
    # Asks to keep something in mind: "remember that".
    to_remember: tuple[str, ...] = ()
    # Leads up to the clause that says something: "ok,", "for the report,".
    leading: tuple[str, ...] = ()
    # A fragment that wants none of something: ", no tables".
    none_of: tuple[str, ...] = ()
    # Begins an order, at the beginning of the main clause: "use", "please".
    commands: tuple[str, ...] = ()
    # Asks, anywhere in the sentence: "could you", "I'd prefer".
    asks: tuple[str, ...] = ()
    # Says how something is or what happened.
    states: tuple[str, ...] = ()
    # Says what happened, beside a word for an exception: "for now we failed" is no wish.
    reports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """What says that a wish holds from now on or for good, and is left out when two statements are compared. Each of
    the pairs is a pattern and what stays in its place; they are tried in this order, once each."""

    # One of these stands in each text that one of the pairs changes.
    cue: str = ""
    left_out: tuple[tuple[str, str], ...] = ()
    # The same for what makes a wish for an answer an order: "I prefer answers in English".
    answer_cue: str = ""
    answer_wished: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Opinions:
    """Says that somebody thinks well of something, or that somebody dislikes it."""

    likes: Phrases = Phrases()
    dislikes: Phrases = Phrases()


@dataclass(frozen=True, slots=True)
class Diet:
    """`name`: the same in all packs. `said`: says that somebody keeps it; `leaves_out`: what it does."""

    name: str
    said: Phrases
    leaves_out: Phrases


@dataclass(frozen=True, slots=True)
class Matter:
    """What somebody has one of at a time, and how they say so of themselves. `name`: the same in all packs. `states`:
    says what it is: "moro em"; `changes`: says that it is another now: "mudei-me para". `words`: in which `states` is
    worded, for a search by words, parted by spaces."""

    name: str
    states: Phrases
    changes: Phrases
    words: str


@dataclass(frozen=True, slots=True)
class Sentences:
    """What a full stop behind it does not end. Words are in small letters, parted by spaces."""

    abbreviations: str = ""
    # Only when a number follows: "no. 5".
    before_a_number: str = ""
    # Only when a small letter follows: "etc. and".
    in_a_sentence: str = ""
    # What a single capital letter can be the name of: "plan B. Then", which does end.
    lettered: str = ""
    # The months that may follow the number of a day: "3. Mai", with their capital letters; beginnings are enough.
    months: str = ""
    # Who speaks, at the beginning of a list's item: the item is a sentence of its own.
    speaker: Phrases = Phrases()
