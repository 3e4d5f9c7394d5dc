"""The table of prices: a date, a source for each, and whether it was looked up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).with_name("prices.json")


@dataclass(frozen=True, slots=True)
class Price:
    """In dollars for `per` units."""

    price: float
    per: int
    unit: str
    source: str
    checked: bool


@dataclass(frozen=True, slots=True)
class Prices:
    """`assumed`: what was not counted and is not known without an account, such as how long a function runs."""

    as_of: str
    region: str
    of: Mapping[str, Price]
    assumed: Mapping[str, float]

    def dollars(self, name: str, quantity: float) -> float:
        found = self.of[name]
        return quantity * found.price / found.per

    @property
    def unchecked(self) -> list[str]:
        return sorted(name for name, price in self.of.items() if not price.checked)


def read_prices(path: Path = TABLE) -> Prices:
    table = json.loads(path.read_text(encoding="utf-8"))
    of = {name: Price(**price) for name, price in table["prices"].items()}
    return Prices(table["as_of"], table["region"], of, table["assumed"])
