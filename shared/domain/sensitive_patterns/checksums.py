"""Check digits, by python-stdnum. It is imported at the first number that has the right form: a text without one, and
so almost every cold start, does without its 6 ms."""

from __future__ import annotations


def luhn(digits: str) -> bool:
    """Payment cards (ISO/IEC 7812)."""
    from stdnum import luhn as check

    return check.is_valid(digits)


def mod_11_2(characters: str) -> bool:
    """Chinese resident ids (ISO 7064): 17 digits and a check character in 0-9 or X."""
    from stdnum.iso7064 import mod_11_2 as check

    return check.is_valid(characters.upper())


def iban(compact: str) -> bool:
    """Modulo 97, and the form of the account number that its country has registered."""
    from stdnum import iban as check

    return check.is_valid(compact, check_country=False)
