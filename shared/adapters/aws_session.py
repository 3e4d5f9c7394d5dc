"""The clients of AWS, made of botocore alone: `boto3` adds resources and uploads, which nothing here uses, and loads
what transfers files. What botocore looks up of services that are not ours is left out. Both were a quarter of what
clients cost a cold start: docs/decisions/cold-start.md."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import botocore.session
    from boto3 import Session
    from botocore.config import Config
    from botocore.loaders import Loader

# Whose addresses follow from their own rules alone. S3 has older ones in one region, and is rarely called.
BY_RULES = ("bedrock-runtime", "dynamodb", "kms", "sqs", "stepfunctions")


def aws_session() -> Session:
    """What the adapters use of a session of `boto3`: `client`, `region_name`, `get_credentials`."""
    return cast("Session", _BotocoreSession())


class _BotocoreSession:
    def __init__(self) -> None:
        from botocore.session import get_session

        self._session = get_session()
        self._session.register_component("data_loader", _loader())

    @property
    def region_name(self) -> str | None:
        region: str | None = self._session.get_config_variable("region")
        return region

    def client(self, name: str, *, config: Config | None = None) -> Any:
        session = self._session if name in BY_RULES else self._whole
        return session.create_client(name, config=config)

    @cached_property
    def _whole(self) -> botocore.session.Session:
        """With everything that botocore knows."""
        from botocore.session import get_session

        return get_session()

    def get_credentials(self) -> Any:
        return self._session.get_credentials()


def _loader() -> Loader:
    from botocore.loaders import Loader

    class OwnServices(Loader):
        """Knows our services by name, without a walk through all four hundred. Where each answers is said by its own
        rules, so that of the older table of every service's endpoints the partitions are enough."""

        def list_available_services(self, type_name: str) -> list[str]:
            return list(BY_RULES)

        def load_data_with_path(self, name: str) -> Any:
            if name != "endpoints":
                return super().load_data_with_path(name)
            found, path = super().load_data_with_path("partitions")
            return {"version": 3, "partitions": [_partition(one) for one in found["partitions"]]}, path

    return OwnServices()


def _partition(found: Mapping[str, Any]) -> dict[str, Any]:
    """Of the rules' description of a partition, its entry in the older table, with no service of its own."""
    suffix, both = found["outputs"]["dnsSuffix"], found["outputs"]["dualStackDnsSuffix"]
    plain, fips = "{service}.{region}.{dnsSuffix}", "{service}-fips.{region}.{dnsSuffix}"
    variants = [
        {"hostname": fips, "dnsSuffix": suffix, "tags": ["fips"]},
        {"hostname": plain, "dnsSuffix": both, "tags": ["dualstack"]},
        {"hostname": fips, "dnsSuffix": both, "tags": ["dualstack", "fips"]},
    ]
    return {
        "partition": found["id"],
        "dnsSuffix": suffix,
        "regionRegex": found["regionRegex"],
        "regions": {region: {} for region in found["regions"]},
        "defaults": {"hostname": plain, "protocols": ["https"], "signatureVersions": ["v4"], "variants": variants},
        "services": {},
    }
