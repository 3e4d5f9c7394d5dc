"""Methods of a sync and of an async class from one function: its parameters, its docstring, its types."""

from __future__ import annotations

import difflib
import functools
import inspect
import re
import typing
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from agent_memory.calls.call import Call, Page

P = ParamSpec("P")
A = TypeVar("A")
I = TypeVar("I")  # noqa: E741 - an item of a page

_UNPACKED = re.compile(r"^Unpack\[(\w+)\]$")
_MADE = re.compile(r"^(?:Call|Flow|Walk)\[(.+)\]$")


class Blocking:
    """A class whose methods return their answers."""

    def perform(self, build: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        raise NotImplementedError


class Awaiting:
    """A class whose methods are awaited."""

    async def perform(self, build: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        raise NotImplementedError


class Method(Generic[P, A]):
    """A function that makes a call or a walk, as a method that also carries it out.

    The method has the function's name, docstring and parameters, so that `help()` and an editor show them; the fields
    of a `**fields: Unpack[...]` are shown one by one.
    """

    # Whether the methods of an `Awaiting` class are coroutine functions, as frameworks ask by `inspect`.
    is_awaited = True

    def __init__(self, build: Callable[..., Any], *, skip: int = 0) -> None:
        self.build = build
        self.signature = signature_of(build, skip=skip)
        self.__doc__ = build.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: Blocking, owner: type) -> Callable[P, A]: ...
    @overload
    def __get__(self, instance: Awaiting, owner: type) -> Callable[P, Coroutine[Any, Any, A]]: ...
    @overload
    def __get__(self, instance: None, owner: type) -> Callable[Concatenate[Any, P], Any]: ...
    def __get__(self, instance: Any, owner: type) -> Any:
        def method(*args: Any, **kwargs: Any) -> Any:
            self.check(args, kwargs)
            return self.run(instance, args, kwargs)

        def function(instance: Any, /, *args: Any, **kwargs: Any) -> Any:
            return getattr(instance, self.name)(*args, **kwargs)

        async def awaited(*args: Any, **kwargs: Any) -> Any:
            return await method(*args, **kwargs)

        async def awaited_function(instance: Any, /, *args: Any, **kwargs: Any) -> Any:
            return await function(instance, *args, **kwargs)

        if self.is_awaited and issubclass(owner, Awaiting):
            return self.dressed(awaited_function if instance is None else awaited, bound=instance is not None)
        return self.dressed(function if instance is None else method, bound=instance is not None)

    def run(self, instance: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return instance.perform(self.build, args, kwargs)

    def check(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Raises `TypeError` for arguments that the signature does not have; of a name that is close it is said."""
        try:
            self.signature.bind(*args, **kwargs)
        except TypeError as error:
            unknown = [name for name in kwargs if name not in self.signature.parameters]
            near = difflib.get_close_matches(unknown[0], self.signature.parameters, 1, 0.5) if unknown else []
            raise TypeError(f"{self.name}() {error}{f'; did you mean {near[0]!r}?' if near else ''}") from None

    def dressed(self, method: Callable[..., Any], *, bound: bool) -> Callable[..., Any]:
        """With the name, the docstring and the parameters that `help()` and `inspect` look for."""
        method.__module__, method.__name__, method.__doc__ = self.build.__module__, self.name, self.__doc__
        method.__qualname__ = self.name
        method.__annotations__ = {name: p.annotation for name, p in self.signature.parameters.items()}
        method.__signature__ = self.signature if bound else self._of_class  # type: ignore[attr-defined]
        return method

    @functools.cached_property
    def _of_class(self) -> inspect.Signature:
        """As the class shows it."""
        first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
        return self.signature.replace(parameters=[first, *self.signature.parameters.values()])


class Pages(Method[P, I]):
    """The items of all pages, one by one; the next page is requested when its first item is."""

    is_awaited = False

    def __init__(self, build: Callable[P, Call[Page[I]]]) -> None:
        super().__init__(build)
        answer = typing.get_type_hints(build)["return"].__args__[0]
        item = answer.model_fields["items"].annotation.__args__[0].__name__
        self.signature = self.signature.replace(return_annotation=f"Iterator[{item}]")
        self.__doc__ = f"The items of all pages of `{build.__name__}`, one by one. `cursor` says where to begin."

    @overload  # type: ignore[override] # an iterator in place of what is awaited
    def __get__(self, instance: Blocking, owner: type) -> Callable[P, Iterator[I]]: ...
    @overload
    def __get__(self, instance: Awaiting, owner: type) -> Callable[P, AsyncIterator[I]]: ...
    @overload
    def __get__(self, instance: None, owner: type) -> Callable[Concatenate[Any, P], Any]: ...
    def __get__(self, instance: Any, owner: type) -> Any:
        return super().__get__(instance, owner)

    def run(self, instance: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        pages = _pages if isinstance(instance, Blocking) else _pages_async
        return pages(instance, self.build, args, kwargs)


def _pages(client: Blocking, build: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[Any]:
    while True:
        page = client.perform(build, args, kwargs)
        yield from page.items
        if page.next_cursor is None:
            return
        kwargs = {**kwargs, "cursor": page.next_cursor}


async def _pages_async(
    client: Awaiting, build: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> AsyncIterator[Any]:
    while True:
        page = await client.perform(build, args, kwargs)
        for item in page.items:
            yield item
        if page.next_cursor is None:
            return
        kwargs = {**kwargs, "cursor": page.next_cursor}


def signature_of(build: Callable[..., Any], *, skip: int = 0) -> inspect.Signature:
    """The parameters of `build` without the first `skip`, the fields of its `**fields` one by one; and what the call or
    walk that it makes ends with."""
    signature = inspect.signature(build)
    shown: list[inspect.Parameter] = []
    for parameter in list(signature.parameters.values())[skip:]:
        if parameter.kind is parameter.VAR_KEYWORD:
            shown += _fields(build)
        else:
            shown.append(parameter)
    return inspect.Signature(shown, return_annotation=_MADE.sub(r"\1", str(signature.return_annotation)))


def fields_of(build: Callable[..., Any]) -> Any:
    """The `TypedDict` of its `**fields`, if there is one."""
    unpacked = _UNPACKED.match(inspect.get_annotations(build).get("fields", ""))
    return None if unpacked is None else build.__globals__[unpacked[1]]


def _fields(build: Callable[..., Any]) -> list[inspect.Parameter]:
    shown = []
    for field, annotation in fields_of(build).__annotations__.items():
        text = str(getattr(annotation, "__forward_arg__", annotation))
        required = text.startswith("Required[")
        default = inspect.Parameter.empty if required else None
        kind = inspect.Parameter.KEYWORD_ONLY
        text = text.removeprefix("Required[").removesuffix("]") if required else text
        shown.append(inspect.Parameter(field, kind, default=default, annotation=text))
    return shown
