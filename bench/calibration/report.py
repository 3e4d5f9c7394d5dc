"""What a fit does on texts that it has not seen: the studies' sets where they are there, and the halves kept back."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from bench.calibration import texts
from bench.calibration.fit import auc
from bench.calibration.vectors import Floats, Vectors
from shared.domain.meaning.calibration import Calibration
from shared.domain.meaning.kinds import kinds_of
from shared.domain.meaning.marks import marks_of
from shared.domain.meaning.relevance import POLICY, AskedQuery
from shared.domain.meaning.rivals import NewerStatement
from shared.language.speech.temporary import is_for_this_time, is_lasting
from shared.language.text.scripts import is_cjk
from shared.language.text.terms import ranking_tokens

_PULL, _PUSH = 0.75, 0.80
_CHANGES = Path(__file__).with_name("changes.json")
# Kinds that are easily taken for each other: opening hours and remarks, "without", a form of answer asked for once,
# for good, or as a task. No fit sees them.
_BORDERS = Path(__file__).with_name("borders.json")


def print_report(vectors: Vectors, calibration: Calibration, studies: Path) -> None:
    folder = studies / "relevance"
    if folder.is_dir():
        _relevance(vectors, calibration, folder)
        _rivals(vectors, calibration, json.loads((folder / "fresh.json").read_text(encoding="utf-8")))
    else:
        print(f"NOT RUN: the relevance sets are not at {folder}")
    _changes(vectors, calibration)
    _kinds(vectors, calibration, "reported halves", [(k, k, t) for _, k, t in texts.sentences(half=1)])
    _kinds(vectors, calibration, "held-out lists", [(k, k, t) for _, k, t in texts.sentences(reported=True)])
    borders = json.loads(_BORDERS.read_text(encoding="utf-8"))
    _kinds(vectors, calibration, "borders", [(k, k, t) for own in borders.values() for k in own for t in own[k]])
    folder = studies / "kinds"
    if folder.is_dir():
        for name in ("test.json", "test2.json"):
            rows = json.loads((folder / name).read_text(encoding="utf-8"))
            _kinds(vectors, calibration, name, [(r["kind"], r["kinds"], r["text"]) for r in rows])
    else:
        print(f"NOT RUN: the lists of kinds are not at {folder}")


class _Store:
    """Memories in one list, asked as the service asks."""

    def __init__(self, vectors: Vectors, calibration: Calibration, memories: list[str]) -> None:
        self._vectors, self._calibration, self.memories = vectors, calibration, memories
        self._raw = vectors.memories(memories)
        self._lengths = [marks_of(tuple(v), calibration).length for v in self._raw.tolist()]
        self._tokens = [frozenset(ranking_tokens(text)) for text in memories]
        self._spaced = [not is_cjk(text) for text in memories]

    def xs(self, query: str, *, push: bool = False) -> Floats:
        vector = tuple(self._vectors.queries([query])[0].tolist())
        asked = AskedQuery.of(query, vector, self._calibration)
        products = (self._raw @ np.array(asked.centred)).tolist()
        return np.array(
            [
                asked.x(asked.cosine(product, length), asked.held(text, tokens), spaced=spaced, push=push)
                for product, length, text, tokens, spaced in zip(
                    products, self._lengths, self.memories, self._tokens, self._spaced, strict=True
                )
            ]
        )

    def shown(self, query: str, *, push: bool = False) -> set[int]:
        xs = self.xs(query, push=push)
        relevant = [
            n for n, x in enumerate(xs) if self._calibration.relevance_curve(float(x)) >= (_PUSH if push else _PULL)
        ]
        return {n for n in relevant if xs[n] >= xs.max() - POLICY.within}


def _relevance(vectors: Vectors, calibration: Calibration, folder: Path) -> None:
    facts = json.loads((folder / "facts.json").read_text(encoding="utf-8"))
    small = json.loads((folder / "small.json").read_text(encoding="utf-8"))
    tasks = json.loads((folder / "tasks.json").read_text(encoding="utf-8"))
    stores = {language: [memory for memory, _ in own] for language, own in facts.items()}
    for language, _, memories in tasks:
        stores[language] = list(dict.fromkeys([*stores.get(language, []), *memories]))
    by_language = {language: _Store(vectors, calibration, own) for language, own in stores.items()}
    served: dict[str, list[tuple[bool, int]]] = defaultdict(list)
    right: list[float] = []
    wrong: list[float] = []
    for language, own in facts.items():
        for n, (_, question) in enumerate(own):
            shown = by_language[language].shown(question)
            served["direct question"].append((n in shown, len(shown - {n})))
            served[f"  {language}"].append((n in shown, len(shown - {n})))
            for other, store in by_language.items():
                xs = store.xs(question)[: len(facts[other])]
                right.append(float(xs[n]))
                wrong += [float(x) for at, x in enumerate(xs) if at != n]
                if other != language and (n + len(other)) % 3 == 0:
                    found = store.shown(question)
                    served["question in another language"].append((n in found, len(found - {n})))
    for language, goal, memories in tasks:
        store = by_language[language]
        wanted = {store.memories.index(text) for text in memories}
        for name, push in (("task", False), ("task, push", True)):
            shown = store.shown(goal, push=push)
            served[name].append((bool(shown & wanted), len(shown - wanted)))
    for name, group in (("small talk", "report"), ("about the world", "offtopic")):
        for found in small[group].values():
            for query in found:
                for store in by_language.values():
                    xs = store.xs(query)
                    wrong += xs.tolist()
                    shown = store.shown(query)
                    served[name].append((not shown, len(shown)))
    print(f"AUC {auc(np.array(right), np.array(wrong)):.4f} ({len(right)} right, {len(wrong)} wrong pairs)")
    for name, rows in served.items():
        print(f"  {name:30} served {np.mean([s for s, _ in rows]):.3f}, unrelated {np.mean([n for _, n in rows]):.2f}"
              f"  ({len(rows)})")  # fmt: skip
    _reliability(calibration, np.array(right), np.array(wrong))


def _reliability(calibration: Calibration, right: Floats, wrong: Floats) -> None:
    """How much of what has a relevance is right, right and wrong pairs weighing alike; and as they come."""
    read = np.vectorize(calibration.relevance_curve)
    r, w = read(right), read(wrong)
    print("  relevance: right among as many wrong, right as they come")
    for low, high in ((0, 0.3), (0.3, 0.75), (0.75, 0.8), (0.8, 0.9), (0.9, 1.01)):
        inside, outside = np.mean((r >= low) & (r < high)), np.mean((w >= low) & (w < high))
        count, others = np.sum((r >= low) & (r < high)), np.sum((w >= low) & (w < high))
        balanced = inside / max(1e-9, inside + outside)
        bar = "#" * round(40 * balanced)
        print(f"    {low:.2f}-{min(high, 1):.2f} {balanced:5.2f} {count / max(1, count + others):5.2f} {bar}")


def _rivals(vectors: Vectors, calibration: Calibration, fresh: dict[str, list[list[str]]]) -> None:
    for kind, rows in fresh.items():
        found = 0
        for _, older, newer, _ in rows:
            old, new = (tuple(v) for v in vectors.memories([older, newer]).tolist())
            statement, marks = NewerStatement.of(new, calibration, newer), marks_of(old, calibration)
            if statement is not None:
                product = float(np.dot(statement.centred, old))
                found += statement.is_rival_of(statement.likeness(product, marks), marks, likest=True)
        print(f"  rivals among fresh pairs, {kind}: {found} of {len(rows)}")


def _changes(vectors: Vectors, calibration: Calibration) -> None:
    """Changes said with a verb of change, each beside all earlier statements of its language; the others are about no
    matter of these."""
    right = wrong = count = others = 0
    for found in json.loads(_CHANGES.read_text(encoding="utf-8")).values():
        earlier = [tuple(vector) for vector in vectors.memories([older for older, _, _ in found["changes"]]).tolist()]
        marks = [marks_of(vector, calibration) for vector in earlier]
        for at, text in enumerate([*(newer for _, newer, _ in found["changes"]), *found["others"]]):
            statement = NewerStatement.of(tuple(vectors.memories([text])[0].tolist()), calibration, text)
            products = [float(np.dot(statement.centred, vector)) for vector in earlier]
            likenesses = [statement.likeness(product, one) for product, one in zip(products, marks, strict=True)]
            for n, (likeness, one) in enumerate(zip(likenesses, marks, strict=True)):
                if statement.is_rival_of(likeness, one, likest=likeness == max(likenesses)):
                    right, wrong = right + (n == at), wrong + (n != at)
        count, others = count + len(found["changes"]), others + len(found["others"])
    print(
        f"changes by a verb: {right} of {count} reach what they change; {wrong} wrong ones, {others} others among them"
    )


def _kinds(vectors: Vectors, calibration: Calibration, name: str, rows: list[tuple[str, Any, str]]) -> None:
    own = [(kinds, text) for kind, kinds, text in rows if kind not in "OB"]
    outside = [(kind, text) for kind, _, text in rows if kind in "OB"]
    found = [kinds_of(tuple(v), calibration, own=True) for v in vectors.memories([t for _, t in own]).tolist()]
    if any(one is None for one in found):
        print(f"NOT RUN: kinds of {name}: the embedder has no planes")
        return
    sure = [one for one in found if one is not None]
    top = np.mean([one.top[0] in kinds for one, (kinds, _) in zip(sure, own, strict=True)])
    kept = np.array([one.is_kept(lasting=is_lasting(t)) for one, (_, t) in zip(sure, own, strict=True)])
    keep = np.array([any(k in "SPCDUNR" for k in kinds) for kinds, _ in own])
    limits = np.array(["C" in kinds for kinds, _ in own])
    once = np.array([one.is_once(word=is_for_this_time(t)) for one, (_, t) in zip(sure, own, strict=True)])
    is_once = np.array(["T" in kinds for kinds, _ in own])
    orders = [kinds_of(tuple(v), calibration, own=False) for v in vectors.memories([t for _, t in outside]).tolist()]
    caught = [one is not None and one.is_order(word=False) for one in orders]
    said = f"{name}: {len(own)} own sentences, top kind {top:.3f}, keep {_pr(kept, keep)}, "
    said += f"constraints kept {kept[limits].mean():.2f}, once {_pr(once, is_once)}"
    if outside:
        o, b = ([c for c, (kind, _) in zip(caught, outside, strict=True) if kind == k] for k in "OB")
        said += f"; orders caught {np.mean(o) if o else 0:.2f}, benign {np.mean(b) if b else 0:.2f}"
    print(said)


def _pr(guess: Any, truth: Any) -> str:
    return f"{(guess & truth).sum() / max(1, guess.sum()):.2f}/{(guess & truth).sum() / max(1, truth.sum()):.2f}"
