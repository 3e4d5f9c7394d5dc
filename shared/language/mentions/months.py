"""Month names in the languages that write dates with Latin letters, for finding dates in any of them."""

from __future__ import annotations

# One row a language, January first; without accents, in lower case. Names of four letters and more are also known by
# their first three letters.
_ROWS = (
    "january february march april may june july august september october november december",
    "januar februar marz april mai juni juli august september oktober november dezember",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik",
)

MONTHS = {name: number for row in _ROWS for number, name in enumerate(row.split(), start=1)}
# A short form that two languages read as different months is left out.
_SHORT: dict[str, set[int]] = {}
for _name, _number in list(MONTHS.items()):
    if len(_name) > 3:
        _SHORT.setdefault(_name[:3], set()).add(_number)
MONTHS |= {short: min(numbers) for short, numbers in _SHORT.items() if len(numbers) == 1} | {"sept": 9}
