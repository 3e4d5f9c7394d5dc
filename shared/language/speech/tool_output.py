"""What a command or a tool prints: listings, prompts, exit codes, logs, traces. Told by its form, which is the same in
every language; a sentence about such things is none of it.
"""

from __future__ import annotations

import json

from shared.language.text.patterns import Regex

# What a shell prints before a command.
_PROMPT = Regex(
    r"\s*(?:[\w.-]{1,32}@[\w.-]{1,64}[:~ ][^\n$#%]{0,120}[$#%]|\([\w.-]{1,32}\) ?\$|\$(?= +[a-z./~_])|>>>|In \[\d+\]:|"
    r"PS [A-Z]:\\[^\n>]{0,120}>|[A-Z]:\\[^\n>]{0,120}>|[➜❯λ])(?: |$)"
)
_TRACE = Regex(
    r"\s*(?:Traceback \(most recent call last\)|Exception in thread |panic: |goroutine \d+ \[|Stack trace:|diff --git a/"
    r"|HTTP/\d(?:\.\d)? [1-5]\d\d\b|(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) /\S* HTTP/\d|<!DOCTYPE \w|<html[\s>]|<\?xml\s"
    r"|={8,} ?[\w ]{4,60} ?={8,}|\w[\w.]{0,60}(?:Error|Exception): [^\n]{1,300}\n\s+at \S)"
)
# Lines of which each is output by itself.
_LINES = Regex(
    r"total \d+$"
    r"|[dlcbps-][rwxsStT-]{9}[+@.]? +\d+ "
    r"|(?:npm (?:ERR!|WARN)|error\[\w+\]:|warning: |fatal: |E: |make(?:\[\d+\])?: \*\*\* |curl: \(\d+\) |bash: |zsh: |sh: )"
    r"|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?\S*\]? +\S*(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL)\b"
    r"|\[(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL|FAIL|PASS|OK)\]|(?:DEBUG|ERROR|CRITICAL|FATAL|FAIL)(?:: | - |\s{2,})"
    r"|\s+at [\w.$<>/]+ ?\([^()\n]{1,120}\)$"
    r"|\s*File \"[^\"\n]{1,200}\", line \d+"
    r"|HTTP(?:/[\d.]+)? [1-5]\d\d(?: [A-Za-z -]{2,32})?$"
    r"|(?:\d+ (?:passed|failed|skipped|errors?|warnings?|tests?)(?:,? (?:and )?|$)){1,5}(?:in [\d.]+ ?m?s)?\.?$"
    r"|(?:added|removed|changed|audited|found) \d+ (?:packages?|vulnerabilities)\b"
    # Lines of a server's log: of the system's, and of what it was asked for.
    r"|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}\d{1,2} \d\d:\d\d:\d\d \S+ [\w./-]+(?:\[\d+\])?: "
    r"|(?:\d{1,3}(?:\.\d{1,3}){3} \S+ \S+ \[[^\]\n]{1,40}\] )?\"?(?:GET|POST|PUT|PATCH|DELETE|HEAD) /\S* HTTP/[\d.]+\" \d{3} "
    r"|\w+(?: fault|Fault)? \(core dumped\)$|Segmentation fault"
    r"|diff --git |@@ -\d|[+-]{3} [ab]/|On branch \S+$|nothing to commit"
    r"|\s*(?:\d{1,3}%|\[[=#> .-]{5,}\])"
)
# A whole line that only says how a command ended.
_ENDED = Regex(
    r"(?i:\W*(?:(?:the )?(?:process|command|script|job|program|task|it|subprocess)\b[^\n.,;:]{0,24}? )?(?:(?:has |was )?(?:exited|exits?|finished|ended|terminated|returned|failed|completed)\b,? ?)?"
    r"(?:with )?(?:an? )?(?:exit|return|status)[ -]?(?:code|status|value)?(?: was| is)?\W{0,3}\d{1,5}\W*)"
    r"|\W*(?:(?:进程|命令|脚本|程序|任务)[^\n，。;；]{0,6}?)?(?:已?(?:退出|返回|结束|终止))[,， ]*(?:退出|返回|状态)?(?:代?码|值)\W{0,3}为?\W?\d{1,5}\W*"
    r"|\W*(?:Exit-?Code|Rückgabewert|Code de sortie|Código de sa(?:l|í)ida|Codice di uscita|終了コード|종료 코드|Код (?:выхода|возврата)|Kod wyjścia|Çıkış kodu)\W{0,3}\d{1,5}\W*",
)
_NAME = Regex(r"\.?[\w@+-]+(?:\.[\w@+-]+)*[/*@]?$")
_FILE = Regex(r"[\w@+-]*\.[A-Za-z]\w{0,5}[*@]?$|.*/$")
_TOTAL = Regex(r"\s*total \d+ +(?:[\w@+-]*\.[A-Za-z]\w{0,5}|[\w@+.-]+/)(?:\s|$)")
# `PID TTY          TIME CMD`, `id,name,price`.
_COLUMNS = Regex(r"[A-Z%][A-Z0-9%/_-]*(?:\s+[A-Z%][A-Z0-9%/_-]*){2,}")
_NAMES = Regex(r"[A-Za-z_][\w.-]{0,30}(?:,[A-Za-z_][\w.-]{0,30}){2,40}")
_LEAST_ROWS = 3
_GAP = Regex(r"\s{2,}|\t|\n")


def is_prompt(line: str) -> bool:
    """Whether the line is a command behind a shell's prompt."""
    return _PROMPT.match(line) is not None


def is_tool_output(text: str) -> bool:
    """Whether the text is nothing but what a command or a tool printed. Prose beside it makes it a text about that: the
    steps of a recipe have a sentence before them."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return False
    if is_prompt(lines[0]) or _TRACE.match(text):
        return True
    if _has_columns(lines):
        return True
    return all(_LINES.match(line) or _ENDED.fullmatch(line) for line in lines) or is_listing(text)


def are_commands(text: str) -> bool:
    """Whether each line is a command behind its prompt: a recipe rather than what came of it."""
    lines = [line for line in text.splitlines() if line.strip()]
    return bool(lines) and all(map(is_prompt, lines))


def is_data(text: str) -> bool:
    """Whether the text is a JSON object or a list of some, or rows of values separated by commas below their names."""
    plain = text.strip()
    lines = [line for line in plain.splitlines() if line.strip()]
    if len(lines) >= _LEAST_ROWS and _NAMES.fullmatch(lines[0].strip()):
        commas = lines[0].count(",")
        return all(row.count(",") == commas and ", " not in row and any(map(str.isdigit, row)) for row in lines[1:])
    if not (plain.startswith(("{", "[{")) and plain.endswith(("}", "]")) and '"' in plain):
        return False
    try:
        json.loads(plain)
    except ValueError:
        return False
    return True


def _has_columns(lines: list[str]) -> bool:
    """Names in capitals with gaps between them, and below them rows that each have a number."""
    if len(lines) < 2 or _COLUMNS.fullmatch(lines[0].strip()) is None:
        return False
    return all(any(map(str.isdigit, row)) and len(row.split()) >= _LEAST_ROWS for row in lines[1:])


def is_listing(text: str) -> bool:
    """Names of files one after another, with lines or wide gaps between them, or behind their total."""
    if _TOTAL.match(text):
        return True
    names = [name for name in _GAP.now.split(text.strip()) if name]
    if len(names) < 3 or not all(_NAME.match(name) for name in names):
        return False
    return sum(_FILE.match(name) is not None for name in names) * 4 >= len(names)
