"""The functions know the packs that their settings name, from their first event on."""

from __future__ import annotations

import pytest

from shared.language.packs.loading import BadLanguagePack
from shared.language.packs.pack import LanguagePack
from shared.language.packs.registry import packs, with_pack
from shared.runtime import bootstrap
from shared.runtime.settings import Settings
from tests.language.packs.esperanto import ESPERANTO

OTHER = LanguagePack(code="vo")


def test_a_pack_that_the_settings_name_is_there_with_the_services(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    settings = Settings.from_environment({"LANGUAGE_PACKS": " tests.language.packs.esperanto:ESPERANTO , "})
    with with_pack(OTHER):  # what is added in its time ends with it
        bootstrap.on_aws(settings)
        assert packs()[-2:] == (OTHER, ESPERANTO)
        bootstrap.on_aws(settings)
        assert packs()[-2:] == (OTHER, ESPERANTO)


def test_without_a_pack_that_the_settings_name_there_are_no_services() -> None:
    settings = Settings.from_environment({"LANGUAGE_PACKS": "no_such_words"})
    with pytest.raises(BadLanguagePack, match="no_such_words: cannot import"):
        bootstrap.on_aws(settings)
