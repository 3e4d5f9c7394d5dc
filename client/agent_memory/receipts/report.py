"""What `agent-memory verify-receipt` prints of a receipt that holds: without the service, and without the network."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from agent_memory.receipts.public_keys import keys_in
from agent_memory.receipts.verify import Checked, verify_receipt


def report(file: Path, key: Path | None) -> list[str]:
    """Raises `NotValid` for a receipt that does not hold, `OSError` for a file that cannot be read."""
    return _described(verify_receipt(file.read_bytes(), None if key is None else keys_in(key.read_bytes())))


def _described(checked: Checked) -> list[str]:
    stated = checked.stated
    lines = [
        "VALID: the statement is signed as it is, and it is in the log."
        if checked.root is not None
        else "VALID: the statement is signed as it is. It is what a later verification found, and in no log.",
        f"  deletion   {_plain(stated.get('request_id'))}, selecting {_selected(stated.get('selector'))}",
        f"  of         {_plain(stated.get('scope'))}",
        f"  accepted   {_plain(stated.get('accepted_at'))}, {_ended(stated)}",
    ]
    if "epoch" in stated:
        lines.append(f"  epoch      {_plain(stated['epoch'])}")
    for store in _objects(stated.get("stores")):
        counts = f"{_plain(store.get('removed'))} removed, {_plain(store.get('residue'))} left"
        lines.append(f"  {_plain(store.get('store')):10} {counts}: {_plain(store.get('verified'))}")
    lines.append("  not checked:")
    for entry in _objects(stated.get("not_checked")):
        until = f" (until {_plain(entry['until'])})" if "until" in entry else ""
        lines.append(f"    {_plain(entry.get('what'))}{until}: {_plain(entry.get('why'))}")
    at = datetime.fromtimestamp(checked.issued_at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    lines.append(f"  signed     by {_plain(checked.issuer)} at {at}, key {', '.join(checked.key_ids)}")
    if checked.root is not None:
        where = "" if checked.log is None else f" {_plain(checked.log)}"
        lines.append(f"  log       {where} entry {checked.index} of {checked.size}, root {checked.root.hex()}")
    if checked.own_keys:
        lines.append(
            "  The key came with the file: nothing was changed since it was signed, but who signed it is open. Compare "
            "the key's id with the one that the operator publishes, or pass --key."
        )
    return lines


def _ended(stated: Mapping[str, Any]) -> str:
    if "verified_at" in stated:
        return f"{_plain(stated.get('status'))}, verified {_plain(stated['verified_at'])}"
    return f"completed {_plain(stated.get('completed_at'))}"


def _selected(selector: Any) -> str:
    if not isinstance(selector, dict):
        return "?"
    ids = ", ".join(_plain(id) for id in selector.get("ids", []))
    return f"{_plain(selector.get('kind'))} {ids}".strip()


def _objects(value: Any) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _plain(value: object) -> str:
    """A terminal is sent no control characters, whatever an id holds."""
    return "".join(character if character.isprintable() else "?" for character in str(value))
