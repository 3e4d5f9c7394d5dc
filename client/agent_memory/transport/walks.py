"""A walk is a generator that yields what to do and is sent what came of it: one logic for both kinds of class."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import Any, TypeVar

E = TypeVar("E")
R = TypeVar("R")


def driven(walk: Generator[E, Any, R], do: Callable[[E], Any]) -> R:
    """What the walk returns. An error of `do` is thrown into the walk, which decides what it means."""
    try:
        effect = next(walk)
        while True:
            try:
                came = do(effect)
            except Exception as error:  # noqa: BLE001 - as the docstring says
                effect = walk.throw(error)
            else:
                effect = walk.send(came)
    except StopIteration as done:
        result: R = done.value
        return result


async def driven_async(walk: Generator[E, Any, R], do: Callable[[E], Awaitable[Any]]) -> R:
    """`driven`, awaited."""
    try:
        effect = next(walk)
        while True:
            try:
                came = await do(effect)
            except Exception as error:  # noqa: BLE001 - as above
                effect = walk.throw(error)
            else:
                effect = walk.send(came)
    except StopIteration as done:
        result: R = done.value
        return result
