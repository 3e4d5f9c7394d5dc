"""The numbers of the memory's layers on the wire."""

from __future__ import annotations

from shared.contracts.base import Wire


class SettingBody(Wire):
    """`set_here`: the deployment gave it, so that it may differ from its default."""

    name: str
    value: float
    default: float
    low: float
    high: float
    unit: str
    set_here: bool


class SettingsResponse(Wire):
    """`eviction`: by layer, what makes room first. `change_feed`: whether `GET /v1/changes` has a feed to read."""

    settings: list[SettingBody]
    eviction: dict[str, str]
    change_feed: bool
