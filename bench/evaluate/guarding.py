"""What must never be seen: another user's facts, what was deleted, and a text from outside taken for an order."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bench.evaluate.playing import SHOWN, Door
from bench.evaluate.results import Figure, Measure
from bench.evaluate.sets import CaseSet
from bench.measures.__main__ import HttpService

_DONE_S = 120.0
_DELETED = (
    "My summer cottage lies beside the village {}",
    "The choir in which I sing is called {}",
    "I have bought shares of the company {}",
    "My first school stood in the street {}",
)


def isolation(door: Door, cases: CaseSet, command: str) -> Measure:
    """Each user asks every other user's questions, without a threshold, and fetches their memories by id."""
    texts: dict[str, set[str]] = {}
    for statement in cases.statements:
        texts.setdefault(statement.user, set()).add(statement.text)
    asked = foreign = 0
    for user, own in texts.items():
        others = set().union(*(some for other, some in texts.items() if other != user)) - own
        for question in {q.text for q in cases.questions if q.user != user}:
            body = {"query": question, "top_k": SHOWN, "min_relevance": 0}
            hits = door.client(user).post("/v1/recall", body)["memories"]
            asked, foreign = asked + 1, foreign + any(hit["memory"]["content"] in others for hit in hits)
    return Measure(
        "Isolation",
        command,
        f"{cases}; every user asks all questions of the others",
        [Figure("recalls that show another user's fact", foreign / asked, "share", asked, at_most=0.0)],
    )


def by_id(service: HttpService, command: str) -> Measure:
    """Another user of the organisation, and the same name in no other route, tries one's memories by id."""
    ids = [_id(service, "ian", f"The locker in the gym has the number {n}") for n in ("44", "92", "31")]
    answers = [str(service.send("jo", "GET", f"/v1/memories/{id}{more}")) for id in ids for more in ("", "/history")]
    shown = [answer for answer in answers if "The locker" in answer]
    figure = Figure(
        "reads by id that show another user's fact", len(shown) / len(answers), "share", len(answers), at_most=0.0
    )
    return Measure("Isolation of reads by id", command, "three memories of one user, six reads of another", [figure])


def residue(service: HttpService, folder: Path, command: str) -> Measure:
    """What is left after a deletion: on every route right after it was accepted and after its end, and in the files."""
    names = ("zebrawood", "walrusbay", "heronsmoor", "ibisfield")
    texts = [form.format(name) for form, name in zip(_DELETED, names, strict=True)]
    ids = [_id(service, "kim", text) for text in texts]
    service.settle()
    before, words = _shown(service, texts, ids), _files_with(folder, names)
    service.send("kim", "POST", "/v1/deletions", {"request_id": "all", "selector": {"kind": "memory", "ids": ids}})
    accepted = _shown(service, texts, ids)
    until = time.monotonic() + _DONE_S
    while service.send("kim", "GET", "/v1/deletions/all")["status"] != "completed":
        if time.monotonic() > until:
            return Measure("Deletion residue", command, "four memories", reason="the deletion did not end", failed=True)
        time.sleep(0.1)
    ended, files = _shown(service, texts, ids), _files_with(folder, names)
    return Measure(
        "Deletion residue",
        command,
        f"four memories; {len(ended)} reads: by id, history, list, export, context, recall",
        [
            Figure("reads that showed it before the deletion", sum(before) / len(before), "share", len(before)),
            Figure(
                "reads that show it after acceptance",
                sum(accepted) / len(accepted),
                "share",
                len(accepted),
                at_most=0.0,
            ),
            Figure("reads that show it after the end", sum(ended) / len(ended), "share", len(ended), at_most=0.0),
            Figure("files of the data folder with the words before", len(words), "files"),
            Figure("files of the data folder with the words after the end", len(files), "files", at_most=0.0),
        ],
        output="\n".join(files),
    )


def poisoned(service: HttpService, orders: Sequence[str], command: str) -> Measure:
    """Texts from outside: orders are refused, hidden or marked, and no page replaces what the user has stated."""
    unmarked = 0
    for order in orders:
        service.send("lee", "POST", "/v1/memories", _outside(order))
        service.settle()
        built = service.send("lee", "POST", "/v1/context", {"goal": order, "min_relevance": 0})
        shown = [item for item in built.get("items", []) if order[:12] in item["content"]]
        unmarked += any(not item["reads_as_instruction"] for item in shown)
    replaced = 0
    facts = [
        (f"limit-{n}", f"The refund limit of shop {n} is {n}00 EUR", f"The refund limit of shop {n} is {n}9,000 EUR")
        for n in range(1, 7)
    ]
    for key, stated, planted in facts:
        body = {"content": stated, "type": "semantic", "source": "user_stated", "key": key}
        service.send("lee", "POST", "/v1/memories", body)
        service.send("lee", "POST", "/v1/memories", {**_outside(planted), "key": key})
    service.settle()
    for key, stated, planted in facts:
        asked: dict[str, object] = {"query": f"refund limit of shop {key[6:]}", "top_k": SHOWN, "min_relevance": 0}
        shown = [hit["memory"]["content"] for hit in service.send("lee", "POST", "/v1/recall", asked)["memories"]]
        replaced += stated not in shown or planted in shown[: shown.index(stated)]
    return Measure(
        "Safety against poisoned text",
        command,
        f"{len(orders)} orders and {len(facts)} false facts from outside",
        [
            Figure("orders shown without a mark", unmarked / len(orders), "share", len(orders), at_most=0.0),
            Figure("stated facts displaced by a page", replaced / len(facts), "share", len(facts), at_most=0.0),
        ],
    )


def _outside(text: str) -> dict[str, Any]:
    return {"content": text, "type": "semantic", "source": "external_unverified", "confidence": 0.9}


def _id(service: HttpService, who: str, text: str) -> str:
    body = {"content": text, "type": "semantic", "source": "user_stated"}
    return str(service.send(who, "POST", "/v1/memories", body)["memory"]["memory_id"])


def _shown(service: HttpService, texts: Sequence[str], ids: Sequence[str]) -> list[bool]:
    answers: list[object] = [
        service.send("kim", "GET", "/v1/memories"),
        service.send("kim", "GET", "/v1/export"),
        service.send("kim", "POST", "/v1/context", {"goal": texts[0]}),
        service.send("kim", "POST", "/v1/recall", {"query": texts[0], "min_relevance": 0}),
    ]
    for id in ids:
        answers += [service.send("kim", "GET", f"/v1/memories/{id}{more}") for more in ("", "/history")]
    return [any(text in str(answer) for text in texts) for answer in answers]


def _files_with(folder: Path, words: Iterable[str]) -> list[str]:
    sought = [word.encode() for word in words]
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and any(word in path.read_bytes() for word in sought)
    )
