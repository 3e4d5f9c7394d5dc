"""What the writeback policy refuses and what it lets pass, on both halves: `python -m
tests.domain.writing.worth_report`.

`--errors tuned` (or `held`) also lists the worthless texts that pass.
"""

from __future__ import annotations

import argparse

from tests.domain.writing.locomo import PATH, evidence
from tests.domain.writing.worth_corpus import FROM_ANYBODY, FROM_MODELS, LANGUAGES, facts, worthless


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--errors", choices=("tuned", "held"))
    arguments = parser.parse_args()
    wrong = [fact for fact in facts() if fact.refused]
    print(f"facts refused: {len(wrong)} of {len(facts())}")
    for fact in wrong:
        print(f"  {fact.source}: {fact.text!r} as {fact.refused}")
    for held_out in (False, True):
        _half(held_out)
    if arguments.errors:
        for sample in worthless():
            if sample.held_out is (arguments.errors == "held") and not sample.refused:
                print(f"  passes: {sample.language} {sample.kind}: {sample.text!r}")
    _locomo()


def _half(held_out: bool) -> None:
    print("worthless texts refused, held out" if held_out else "worthless texts refused, tuned on")
    for language in LANGUAGES:
        chosen = [s for s in worthless() if s.held_out is held_out and s.language == language]
        parts = []
        for kind in (*FROM_ANYBODY, *FROM_MODELS):
            of_kind = [s for s in chosen if s.kind == kind]
            parts.append(f"{kind} {sum(s.refused is not None for s in of_kind)}/{len(of_kind)}")
        refused = sum(s.refused is not None for s in chosen)
        print(f"  {language} {refused}/{len(chosen)} ({refused / len(chosen):.0%}): {', '.join(parts)}")


def _locomo() -> None:
    if not PATH.exists():
        print("LoCoMo's evidence turns: NOT MEASURED, the data set is not there")
        return
    found = evidence()
    print(f"LoCoMo's evidence turns refused: {len(found.refused)} of {found.turns} ({found.share:.2%})")


if __name__ == "__main__":
    main()
