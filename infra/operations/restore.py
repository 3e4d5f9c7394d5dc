"""`python -m infra.operations.restore begin|finish ...`: tables of an earlier moment, in two parts around a deployment.

`begin` restores tables to a moment into new ones, gives these what a restore leaves out, and prints the deployment that
takes them up. Until `finish` has ended the service refuses to serve them: it replays the deletions of the ledger,
rebuilds the index, and records the admission (docs/guides/restore.md). Both go on where they stopped when they are
called again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from infra.functions.time_limits import DELETION_STEP_SECONDS, REINDEX_SECONDS
from infra.operations.finish_restore import Finish, FinishStopped
from infra.operations.lambda_client import Lambda, lambda_client
from infra.operations.rebuild_index import Ask, asking
from infra.operations.restored_tables import NotRestored, RestoredTables, Wanted
from shared.records.store.record import Table

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

_LEDGER_WARNING = (
    "The ledger is restored as well: deletions that were accepted after that moment are in no ledger then. `finish` "
    "notices those with a witnessed receipt; of the others nobody knows here."
)
_OLD_TABLES = "The tables from before are out of reach of later deletions: delete them (docs/guides/restore.md)."


def main(
    arguments: list[str] | None = None,
    dynamodb: DynamoDBClient | None = None,
    client: Lambda | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> int:
    options = _parser().parse_args(arguments)
    try:
        if options.command == "begin":
            return _begin(options, dynamodb or _dynamodb(), sleep)
        return _finish(options, client, sleep)
    except (NotRestored, FinishStopped) as stopped:
        sys.stderr.write(f"The restore stopped: {stopped}\n")
        return 1


def _begin(options: argparse.Namespace, dynamodb: DynamoDBClient, sleep: Callable[[float], None]) -> int:
    sources = {Table.SESSIONS: options.sessions, Table.MEMORIES: options.memories, Table.LEDGER: options.ledger}
    wanted = Wanted({t: name for t, name in sources.items() if name}, options.generation, options.to)
    if options.ledger:
        _say(_LEDGER_WARNING)
    work = RestoredTables(dynamodb, wanted, _say, sleep)
    if options.dry_run:
        for line in work.planned():
            _say(line)
        return 0
    context = work.make()
    _say("Restored. Keep the traffic away, let running deletions end, and deploy with your other context values and:")
    _say("  npx cdk deploy " + " ".join(f"-c {name}={value}" for name, value in context.items()))
    _say("Put these values into cdk.json: each later deployment needs them.")
    _say("Then: python -m infra.operations.restore finish --deletion-step FUNCTION --reindex FUNCTION")
    return 0


def _finish(options: argparse.Namespace, client: Lambda | None, sleep: Callable[[float], None]) -> int:
    step: Ask = asking(client or lambda_client(DELETION_STEP_SECONDS), options.deletion_step)
    reindex: Ask = asking(client or lambda_client(REINDEX_SECONDS), options.reindex)
    finish = Finish(step, reindex, _say, sleep)
    lost = finish.run(again=options.again, accept_lost=options.accept_lost_deletions)
    for sentence in lost:
        _say(f"ACCEPTED: {sentence}")
    _say("Admitted: every function serves the restored tables from now on. Let the traffic in.")
    _say(_OLD_TABLES)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m infra.operations.restore", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    begin = commands.add_parser("begin", help="make the tables of an earlier moment")
    begin.add_argument("--sessions", required=True, metavar="TABLE", help="name of the table of sessions as it is")
    begin.add_argument("--memories", required=True, metavar="TABLE", help="name of the table of memories as it is")
    begin.add_argument("--ledger", metavar="TABLE", help="only when the ledger itself is lost: see the guide")
    begin.add_argument("--generation", required=True, help="a name for this restore that was never used before")
    begin.add_argument("--to", required=True, type=_moment, help="ISO instant with offset, or `latest`")
    begin.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")
    finish = commands.add_parser("finish", help="after the deployment: replay, rebuild, admit")
    finish.add_argument("--deletion-step", required=True, metavar="FUNCTION", help="name of the deletion step")
    finish.add_argument("--reindex", required=True, metavar="FUNCTION", help="name of the function reindex")
    finish.add_argument("--again", action="store_true", help="replay from the beginning, after a residue was removed")
    finish.add_argument(
        "--accept-lost-deletions",
        action="store_true",
        help="admit although the ledger lacks deletions that have a witnessed receipt",
    )
    return parser


def _moment(text: str) -> datetime | None:
    if text == "latest":
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError("an ISO instant such as 2026-05-04T08:00:00Z, or latest") from error
    if moment.tzinfo is None:
        raise argparse.ArgumentTypeError("the instant needs an offset, such as Z")
    return moment.astimezone(UTC)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _dynamodb() -> DynamoDBClient:
    import boto3

    return boto3.client("dynamodb")


if __name__ == "__main__":
    sys.exit(main())
