"""`make doctor STAGE=prod`: the production checklist, answered from the account.

It changes nothing, but asks CloudFormation to look for drift and calls each model once. The caller needs to read what
the stack made, and `lambda:InvokeFunction` on `health` and `reindex`. Ends with 1 when an answer is bad, or when a
question could not be asked.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence

from botocore.exceptions import BotoCoreError, ClientError

from infra.operations.doctor import account_checks, alarm_checks, store_checks
from infra.operations.doctor.findings import Check, Finding, State
from infra.operations.stage import NoStage, Stage, the_stage

CHECKS: Mapping[str, Check] = {
    "subscriptions": alarm_checks.subscriptions,
    "alarms": alarm_checks.alarms,
    "recovery": store_checks.recovery,
    "keys": store_checks.key_rotation,
    "served": store_checks.restore,
    "models": account_checks.models,
    "index": store_checks.index,
    "drift": account_checks.drift,
    "concurrency": account_checks.concurrency,
    "logs": account_checks.logs,
    "protection": account_checks.protection,
}


def main(arguments: Sequence[str] | None = None, checks: Mapping[str, Check] = CHECKS) -> int:
    parser = argparse.ArgumentParser(prog="python -m infra.operations.doctor", description=__doc__)
    parser.add_argument("--stage", required=True, help="dev, prod-small or prod")
    parser.add_argument("--only", action="append", choices=sorted(checks), help="ask this question only; repeatable")
    options = parser.parse_args(arguments)
    try:
        stage = the_stage(options.stage)
    except NoStage as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sound = True
    for name, check in checks.items():
        if not options.only or name in options.only:
            for finding in _answers(name, check, stage):
                sound &= finding.is_sound
                sys.stdout.write("".join(f"{line}\n" for line in finding.lines()))
                sys.stdout.flush()
    return 0 if sound else 1


def _answers(name: str, check: Check, stage: Stage) -> Iterator[Finding]:
    """What cannot be asked is said so: nothing unasked reads as well."""
    try:
        yield from check(stage)
    except (ClientError, BotoCoreError, NotImplementedError, KeyError) as error:
        code = error.response["Error"]["Code"] if isinstance(error, ClientError) else f"{type(error).__name__} {error}"
        yield Finding(State.UNKNOWN, name, f"cannot be asked: {code}", "the caller's rights, or the stack's outputs")


if __name__ == "__main__":
    sys.exit(main())
