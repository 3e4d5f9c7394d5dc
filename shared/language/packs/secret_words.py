"""By which words a language names a secret, and the identity numbers of the countries that speak it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IdentityNumber:
    """`kind`: what a finding of it is called. `names`: what the number is called, alternatives parted by `|`, each with
    its borders as the pack's words have them. `form`: a pattern of the number without the signs that part its groups.
    `check`: the module of python-stdnum that checks it, empty where the number has no check digit that always holds.
    `printed`: a pattern of the number as it is printed, which with a right check digit needs no name beside it; empty
    where other numbers look alike."""

    kind: str
    names: str
    form: str
    check: str = ""
    printed: str = ""


@dataclass(frozen=True, slots=True)
class SecretWords:
    """`passwords`: what a password, a PIN or a key is called, in each of its forms. `links`: what stands between that
    and its value: "is", "lautet". `ends`: what may stand behind the value and ends the sentence: "है", "です". `about`:
    says that the talk is of passwords, and none is given: "forgot", "at least". Small letters, parted by `|`; words and
    no patterns, save in `numbers`. `prefixed`: whether letters may be written in front of a word: "הסיסמה"."""

    passwords: str = ""
    links: str = ""
    ends: str = ""
    about: str = ""
    prefixed: bool = False
    numbers: tuple[IdentityNumber, ...] = ()
