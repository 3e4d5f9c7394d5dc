"""Where the service is and who calls: from options, the environment, or a profile in the user's config folder."""

from __future__ import annotations

import os
import shlex
import subprocess  # the command that the user configured # nosec B404
import time
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import click

from agent_memory.errors import LOOPBACK

LAPTOP = "http://127.0.0.1:8080"
CONFIG, PROFILE, URL, TOKEN = "AGENT_MEMORY_CONFIG", "AGENT_MEMORY_PROFILE", "AGENT_MEMORY_URL", "AGENT_MEMORY_TOKEN"
_KEPT_S = 240.0  # a token: the shortest ones live for five minutes
_COMMAND_S = 120.0  # a sign-in may ask a person


@dataclass(frozen=True, slots=True)
class Profile:
    """A table `[profiles.NAME]` of the config file. `token_env` and `token_command` say where the token comes from; on
    a laptop its own issuer gives one for `org`, `user` and `roles`. `scope` is used where a command is given none."""

    url: str = LAPTOP
    token_env: str | None = None
    token_command: tuple[str, ...] = ()
    org: str = "local"
    user: str = "me"
    roles: tuple[str, ...] = ()
    scope: str | None = None

    @classmethod
    def read(cls, name: str, table: Mapping[str, Any]) -> Self:
        known = {field.name for field in fields(cls)}
        unknown = sorted(set(table) - known)
        if unknown:
            said = f"profile {name!r} of {config_file()} has {', '.join(unknown)}; known: {', '.join(sorted(known))}."
            hint = " A token is not kept in this file: name its variable or command." if "token" in unknown else ""
            raise click.UsageError(said + hint)
        lists = {key: _words(table[key]) for key in ("token_command", "roles") if key in table}
        return cls(**{**table, **lists})

    @property
    def on_laptop(self) -> bool:
        return urlsplit(self.url).hostname in LOOPBACK

    def token(self, *, own: bool = False) -> Callable[[], str]:
        """A function that returns a bearer token and keeps it for a while. `own`: of the laptop's issuer."""
        if self.token_command and not own:
            return _kept(lambda: _printed_by(self.token_command))
        if (self.token_env or TOKEN in os.environ) and not own:
            return _kept(lambda: _in_environment(self.token_env or TOKEN))
        if self.on_laptop:
            return _kept(self.local_token)
        raise click.UsageError(
            f"no token for {self.url}: set {TOKEN}, or token_command or token_env in a profile of {config_file()}"
        )

    def local_token(self, ttl: int | None = None) -> str:
        from agent_memory.transport.local_token import local_token

        return local_token(self.url, org=self.org, sub=self.user, roles=self.roles or None, ttl=ttl)


def config_file() -> Path:
    return Path(os.environ.get(CONFIG) or Path(click.get_app_dir("agent-memory")) / "config.toml")


def profile(name: str | None, url: str | None) -> Profile:
    """The named one, else that of the environment. Where only a URL is given there is none: a token is for its own
    service. Without either the `default` of the file, else the laptop's."""
    read = _config()
    tables = read.get("profiles", {})
    wanted = name or os.environ.get(PROFILE)
    address = url or (None if name else os.environ.get(URL))
    if wanted is None and address is None:
        wanted = read.get("default")
    if wanted is not None and wanted not in tables:
        known = ", ".join(sorted(tables)) or "none"
        raise click.UsageError(f"there is no profile {wanted!r} in {config_file()}; there is {known}")
    table = tables[wanted] if wanted is not None else {}
    address = address or table.get("url")
    if address and "://" not in address:
        usual = "http" if urlsplit(f"//{address}").hostname in LOOPBACK else "https"
        raise click.UsageError(f"{address!r} is no URL: write {usual}://{address}")
    return Profile.read(wanted or "", {**table, "url": address} if address else table)


def completed(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """The names of profiles that begin so."""
    return sorted(name for name in _config().get("profiles", {}) if name.startswith(begun))


def _config() -> dict[str, Any]:
    file = config_file()
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{file} cannot be read: {error}") from None


def _words(value: Any) -> tuple[str, ...]:
    return tuple(shlex.split(value)) if isinstance(value, str) else tuple(value)


def _in_environment(name: str) -> str:
    if not os.environ.get(name):
        raise click.UsageError(f"the variable {name}, which should hold the token, is not set")
    return os.environ[name]


def _printed_by(command: tuple[str, ...]) -> str:
    """Its output is the token: it is kept out of every message."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, timeout=_COMMAND_S)  # noqa: S603 # nosec B603
    except (OSError, subprocess.TimeoutExpired) as error:
        raise click.UsageError(f"the token_command {command[0]!r} did not run: {type(error).__name__}") from None
    if done.returncode != 0 or not done.stdout.strip():
        raise click.UsageError(f"the token_command {command[0]!r} gave no token (it ended with {done.returncode})")
    return done.stdout.strip()


def _kept(fetch: Callable[[], str]) -> Callable[[], str]:
    kept: list[tuple[str, float]] = []

    def token() -> str:
        if not kept or time.monotonic() - kept[0][1] > _KEPT_S:
            kept[:] = [(fetch(), time.monotonic())]
        return kept[0][0]

    return token
