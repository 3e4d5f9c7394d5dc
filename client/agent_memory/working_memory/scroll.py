"""Entries within a budget of tokens: the oldest make room for the newest, what is locked stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from agent_memory.working_memory.tokens import TokenCounter


class DoesNotFit(ValueError):
    """A locked text does not fit: nothing was changed. Shorten it, lift something, or give it more room."""


@dataclass(frozen=True, slots=True)
class Entry:
    """`raw` is the kept part of the text, `line` its form in the prompt."""

    number: int
    name: str
    raw: str
    line: str
    tokens: int
    locked: bool
    weight: int = 0


class Scroll:
    """Locked entries may take half of the budget, and all places but one, so that there is always room for what is new.
    What does not fit goes by weight, then by age; what is longer than the room for it keeps its beginning and its end.
    Both are counted. `most_items` and `most_characters` (of the kept texts together): 0 for no such bound."""

    def __init__(self, budget: int, count: TokenCounter, *, most_items: int = 0, most_characters: int = 0) -> None:
        self._budget = budget
        self._count = count
        self._most_items = most_items
        self._most_characters = most_characters
        self._newline = count("\n")
        self._entries: list[Entry] = []
        self._tokens = 0
        self._locked_tokens = 0
        self.left_out = 0

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    @property
    def tokens(self) -> int:
        return self._tokens

    def add(
        self,
        number: int,
        raw: str,
        render: Callable[[str], str],
        *,
        name: str = "",
        locked: bool = False,
        weight: int = 0,
    ) -> Entry | None:
        """The entry as it is kept; `None` when even its shortest form finds no room. Raises `DoesNotFit` for a locked
        one, which is never shortened."""
        room = self._budget // 2 if locked else self._budget
        self._refuse_locked(raw, locked=locked)
        longest = room * _LONGEST_TOKEN  # more would not fit, and rendering it takes time
        if self._most_characters and not locked:
            free = self._most_characters - sum(len(entry.raw) for entry in self._entries if entry.locked)
            longest = min(longest, free if len(raw) <= free else free - _MARK_LENGTH)
            if longest < min(len(raw), _SHORTEST):
                self.left_out += 1
                return None
        kept = cut(raw, longest)
        # Rendering takes longer than counting: what is more than twice too long is not rendered to learn just that.
        unrendered = self._cost(kept) if not locked and len(kept) > room else 0
        line = "" if unrendered > 2 * room else render(kept)
        tokens = self._cost(line) if line else unrendered
        if locked:
            if kept is not raw or self._locked_tokens + tokens > room:
                raise DoesNotFit(f"locked entries may take {room} tokens")
        elif self._locked_tokens + tokens > room:
            kept, line, tokens = self._shortened(raw, render, room - self._locked_tokens, len(kept) / tokens)
            if not line:
                self.left_out += 1
                return None
        self._make_room(tokens, len(kept))
        entry = Entry(number, name, kept, line, tokens, locked, weight)
        self._entries.append(entry)
        self._tokens += tokens
        self._locked_tokens += tokens if locked else 0
        return entry

    def replace(
        self,
        held: Entry | None,
        number: int,
        raw: str,
        render: Callable[[str], str],
        *,
        name: str,
        locked: bool,
        weight: int = 0,
    ) -> Entry | None:
        """Puts `add` in the place of an existing entry, which stays if the new one does not fit."""
        if held is None:
            return self.add(number, raw, render, name=name, locked=locked, weight=weight)
        kept = self.save()
        self.remove(held)
        try:
            added = self.add(number, raw, render, name=name, locked=locked, weight=weight)
        except DoesNotFit:
            self.restore(kept)
            raise
        if added is None:
            self.restore(kept)
        return added

    def save(self) -> tuple[tuple[Entry, ...], int]:
        return self.entries, self.left_out

    def restore(self, saved: tuple[tuple[Entry, ...], int]) -> None:
        entries, self.left_out = saved
        self._entries = list(entries)
        self._tokens = sum(entry.tokens for entry in entries)
        self._locked_tokens = sum(entry.tokens for entry in entries if entry.locked)

    def remove(self, entry: Entry) -> None:
        self._entries.remove(entry)
        self._tokens -= entry.tokens
        self._locked_tokens -= entry.tokens if entry.locked else 0

    def _cost(self, line: str) -> int:
        return self._count(line) + self._newline

    def _refuse_locked(self, kept: str, *, locked: bool) -> None:
        held = [entry for entry in self._entries if entry.locked] if locked else []
        if locked and self._most_items and len(held) >= self._most_items - 1:
            raise DoesNotFit(f"at most {self._most_items - 1} entries may be locked")
        if locked and self._most_characters:
            characters = len(kept) + sum(len(entry.raw) for entry in held)
            if characters > self._most_characters:
                raise DoesNotFit(f"locked entries may take {self._most_characters} characters")

    def weigh(self, entry: Entry, weight: int) -> None:
        """Changes when it makes room for others."""
        self._entries[self._entries.index(entry)] = replace(entry, weight=weight)

    def clear(self) -> None:
        """What is locked stays, and counting begins anew."""
        for entry in [entry for entry in self._entries if not entry.locked]:
            self.remove(entry)
        self.left_out = 0

    def _is_full(self, tokens: int, characters: int) -> bool:
        if self._most_items and len(self._entries) >= self._most_items:
            return True
        held = sum(len(entry.raw) for entry in self._entries) if self._most_characters else 0
        too_long = bool(self._most_characters) and held + characters > self._most_characters
        return too_long or self._tokens + tokens > self._budget

    def _make_room(self, tokens: int, characters: int) -> None:
        while self._is_full(tokens, characters):
            self.remove(min((e for e in self._entries if not e.locked), key=lambda entry: entry.weight))
            self.left_out += 1

    def _shortened(
        self, raw: str, render: Callable[[str], str], room: int, characters_a_token: float
    ) -> tuple[str, str, int]:
        """Begins a little below the length that the density of the whole promises, and takes off until it fits."""
        length = int(room * characters_a_token * 0.96) - _MARK_LENGTH
        while length >= _SHORTEST:
            kept = cut(raw, length)
            line = render(kept)
            tokens = self._cost(line)
            if tokens <= room:
                return kept, line, tokens
            length = min(length * 15 // 16, length * room // tokens)
        return "", "", 0


_MARK_LENGTH = 40
_LONGEST_TOKEN = 8  # characters, on average over a text: more is not worth a try
_SHORTEST = 16  # characters; a shorter rest is of no use


def cut(text: str, length: int) -> str:
    """The first two thirds and the last third of `length` characters, and between them how many are missing."""
    if len(text) <= length:
        return text
    tail = length // 3
    head = length - tail
    return f"{text[:head]} [... {len(text) - length} characters left out ...] {text[len(text) - tail :]}"
