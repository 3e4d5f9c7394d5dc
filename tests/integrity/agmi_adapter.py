"""This service as the public check of edits at rest sees it: `agmi-check --adapter tests.integrity.agmi_adapter:...`.

One record of the check is one row of the store: the current record of a memory of one user. The tool's own writes and
answers are those of the service over SQLite; the edits go around it, straight to the file. Somebody who holds the file
but none of our keys is modelled in three strengths: one changes the stored text alone, one the text with the hash that
the store keeps of it, and one repairs all that needs no key, by removing with a row all that points to it
and its chain of audit records.
"""

from __future__ import annotations

import base64
import json
import os
import sqlite3
import tempfile
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from agmi.adapters.base import MemoryAdapter  # type: ignore[import-untyped]
from agmi.adapters.base import Record as Row

from shared.adapters.ciphers.key_file import FileCipher
from shared.adapters.sealing.data_keys import DataKeys
from shared.adapters.sealing.sealed_records import SealedRecords
from shared.adapters.signing.signing_key_file import FileSigner
from shared.adapters.sqlite.bodies import to_json
from shared.adapters.sqlite.records import SqliteRecords
from shared.adapters.witness.witness_file import FileWitness
from shared.domain.errors import IntegrityViolation, NotFound
from shared.domain.memories.memory import content_hash
from shared.domain.scopes import Scope
from shared.records import keys
from shared.records.memories.memory_codec import memory_attributes
from shared.usecases.audit.owner_heads import note_grown, publish_due
from shared.usecases.audit.verify_audit import verify_audit
from shared.usecases.reading.read_memories import ListQuery, get_memory, list_memories
from tests.builders import ACME, ANN, BOB, World, a_caller, a_memory, a_world

_AUDITOR = a_caller("aud", "auditor", bound=ACME)
_ROWS = """
SELECT sk, body, revision, expires_at, next_check_at, epoch FROM records
WHERE tbl = 'memories' AND pk = ? AND sk LIKE 'cur#%' ORDER BY sk"""
_SEALED = "sealed_record"
_FORGED_ID = "7fffffff-ffff-7fff-8fff-ffffffffffff"
_SUBJECTS = ("printer", "bicycle", "piano", "greenhouse", "kettle", "canoe", "telescope", "hammock")


class TextAloneAdapter(MemoryAdapter):  # type: ignore[misc]
    """The editor changes the text that is stored, and nothing beside it."""

    name = "agent-memory (text alone)"
    verify_detail: str | None = None
    detection_point = "read"  # of the last answer: at a read, or by the audit alone
    supports_replay = supports_metadata = supports_snapshot = True

    def setup(self) -> None:
        self._open = ExitStack()
        self._data = Path(self._open.enter_context(tempfile.TemporaryDirectory()))
        self._outside = Path(self._open.enter_context(tempfile.TemporaryDirectory()))
        self._plain: World = self._open.enter_context(a_world())
        self._ids: list[str] = []
        self._start()

    def teardown(self) -> None:
        self._store.close()
        self._open.close()

    def _start(self) -> None:
        self._store = SqliteRecords(self._data / "records.db", self._outside / "owners.db")
        data_keys = DataKeys(FileCipher(self._outside / "wrapping.key"), os.urandom)
        self._world = self._plain.on(
            records=SealedRecords(self._store, data_keys, os.urandom),
            signer=FileSigner(self._outside / "signing.pem"),
            witness=FileWitness(self._outside / "witness"),
        )

    def reload(self) -> None:
        self._store.close()
        self._start()

    # What the service does and says.

    def seed(self, n: int) -> None:
        for number in range(n):
            self._write(number, "ann")
        self._publish()

    def seed_other(self, n: int) -> None:
        for number in range(n):
            self._write(number + 3, "bob")
        self._publish()

    def append_genuine(self) -> None:
        self._write(len(self._ids), "ann")
        self._publish()

    def _write(self, number: int, subject: str) -> None:
        content = f"The {_SUBJECTS[number % len(_SUBJECTS)]} of {subject} stands in room {100 + number}"
        memory = self._world.wrote(content, a_caller(subject), key=f"place-{number}")
        if subject == "ann":
            self._ids.append(memory.memory_id)

    def _publish(self) -> None:
        """What the index function and the scheduled pass do."""
        services = self._world.services
        note_grown(services, [ANN, BOB])
        publish_due(services, services.clock.now() + timedelta(minutes=1))

    def verify(self) -> bool:
        """Whether everything that was written is read as it was, and the audit finds no fault."""
        services = self._world.services
        for memory_id in self._ids:
            try:
                get_memory(services, a_caller(), None, memory_id)
            except IntegrityViolation as error:
                self.detection_point, self.verify_detail = "read", error.code
                return False
            except NotFound:
                pass  # it may have been deleted: the audit knows
        list_memories(services, a_caller(), ListQuery(limit=100))
        found = verify_audit(services, _AUDITOR, None).first_break
        self.detection_point = "audit"
        self.verify_detail = None if found is None else f"audit/verify: {found.fault} {found.subject}"
        return found is None

    # What somebody with the file in hand does.

    def _db(self) -> sqlite3.Connection:
        return sqlite3.connect(self._data / "records.db")

    def _rows(self, owner: Scope) -> list[Row]:
        with closing(self._db()) as db:
            rows = db.execute(_ROWS, (keys.path(owner),)).fetchall()
        return [
            Row(n, {"id": sk, "pk": keys.path(owner), "body": json.loads(body), "beside": beside})
            for n, (sk, body, *beside) in enumerate(rows)
        ]

    def read_all_raw(self) -> list[Row]:
        return self._rows(ANN)

    def read_other_raw(self) -> list[Row]:
        return self._rows(BOB)

    def identity_of(self, record: Row) -> str:
        return str(record.fields["id"])

    def payload_of(self, record: Row) -> str:
        return json.dumps(record.fields["body"], sort_keys=True)

    def owner_of(self, record: Row) -> str | None:
        return str(record.fields["pk"])

    def write_raw(self, record: Row) -> None:
        there = self.read_all_raw()
        sk = there[record.seq].fields["id"] if record.seq < len(there) else record.fields["id"]
        self._put(sk, record.fields["body"], record.fields["beside"])

    def _put(self, sk: str, body: dict[str, Any], beside: list[Any]) -> None:
        with closing(self._db()) as db, db:
            db.execute(
                "INSERT OR REPLACE INTO records (tbl, pk, sk, body, revision, expires_at, next_check_at, epoch) "
                "VALUES ('memories', ?, ?, ?, ?, ?, ?, ?)",
                (keys.path(ANN), sk, json.dumps(body), *beside),
            )

    def delete_raw(self, seq: int) -> None:
        with closing(self._db()) as db, db:
            sk = self.read_all_raw()[seq].fields["id"]
            db.execute("DELETE FROM records WHERE tbl = 'memories' AND pk = ? AND sk = ?", (keys.path(ANN), sk))

    def mutate_payload(self, record: Row) -> Row:
        """One bit of the ciphertext, which is one bit of the text."""
        sealed = bytearray(base64.b64decode(record.fields["body"][_SEALED]["$bytes"]))
        sealed[len(sealed) // 2] ^= 1
        record.fields["body"] = {_SEALED: {"$bytes": base64.b64encode(sealed).decode()}}
        return record

    def forge_record(self, template: Row) -> Row:
        sk = f"{template.fields['id'].rpartition('#')[0]}#{_FORGED_ID}"
        return self.mutate_payload(Row(template.seq + 1, {**template.fields, "id": sk}))

    def replay_onto(self, victim_seq: int, donor: Row) -> None:
        """All of the donor but its place."""
        self._put(self.read_all_raw()[victim_seq].fields["id"], donor.fields["body"], donor.fields["beside"])

    def read_meta(self, seq: int) -> dict[str, Any]:
        rows = self.read_all_raw()
        return {"pk": rows[seq].fields["pk"], "beside": rows[seq].fields["beside"], "rows": len(rows)}

    def write_meta(self, seq: int, meta: dict[str, Any]) -> None:
        """It is to live forever, and is not to be looked at again."""
        row = self.read_all_raw()[seq].fields
        self._put(row["id"], row["body"], [row["beside"][0], "2999-01-01T00:00:00.000000Z", None, row["beside"][3]])

    def snapshot_store(self) -> object:
        self._store.close()
        token = self._copy_store(self._data)
        self._start()
        return token

    def restore_store(self, token: object) -> None:
        self._store.close()
        self._restore_store(str(token), self._data)
        self._start()


class TextAndHashAdapter(TextAloneAdapter):
    """The editor writes a readable record, with its text and the hash of its text in agreement."""

    name = "agent-memory (text and its hash)"

    def mutate_payload(self, record: Row) -> Row:
        text = "The piano of ann was sold last year"
        memory_id = str(record.fields["id"]).rpartition("#")[2]
        plain = replace(a_memory(text), memory_id=memory_id, key="place-2", content_hash=content_hash(text))
        record.fields["body"] = json.loads(to_json(memory_attributes(plain)))
        return record

    def write_meta(self, seq: int, meta: dict[str, Any]) -> None:
        """It becomes another user's."""
        sk = self.read_all_raw()[seq].fields["id"]
        with closing(self._db()) as db, db:
            db.execute(
                "UPDATE records SET pk = ? WHERE tbl = 'memories' AND pk = ? AND sk = ?",
                (keys.path(BOB), keys.path(ANN), sk),
            )


class EverythingAdapter(TextAndHashAdapter):
    """The editor also corrects everything that needs no key: with a row, everything that names its memory is
    removed, audit included."""

    name = "agent-memory (everything that takes no key)"

    def delete_raw(self, seq: int) -> None:
        memory_id = str(self.read_all_raw()[seq].fields["id"]).rpartition("#")[2]
        with closing(self._db()) as db, db:
            db.execute("DELETE FROM records WHERE pk = ? AND sk LIKE ?", (keys.path(ANN), f"%{memory_id}%"))
