"""A check of every log of receipts before the service answers: was the data folder replaced by an older state?"""

from __future__ import annotations

from shared.adapters.witness.witness_file import FileWitness
from shared.domain.scopes import Scope
from shared.usecases.receipts.check_log import check_log
from shared.usecases.receipts.receipt_log import LOG_NAME
from shared.usecases.services import Services


def unsound_logs(services: Services, witness: FileWitness) -> list[str]:
    """One sentence for each log that differs from the one that its witness has seen. The logs are listed by the
    witness: a store restored to before its first deletion would know of none."""
    orgs = [Scope.parse(name.removeprefix(LOG_NAME)) for name in witness.names() if name.startswith(f"{LOG_NAME}/")]
    found = [(org, check_log(services, org)) for org in orgs]
    return [check.sentence(org.path) for org, check in found if not check.is_sound]
