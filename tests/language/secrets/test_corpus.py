from __future__ import annotations

import pytest

from shared.language.secrets.findings import Severity
from tests.language.secrets.sensitivity_corpus import Corpus, corpus
from tests.language.secrets.sensitivity_report import Measured, measure


@pytest.fixture(scope="module")
def texts() -> Corpus:
    return corpus()


@pytest.fixture(scope="module")
def measured(texts: Corpus) -> Measured:
    return measure(texts)


def test_the_corpus_is_large_and_the_same_on_every_run(texts: Corpus) -> None:
    assert texts == corpus()
    assert len({p.text for p in texts.positives}) >= 300
    assert len({n.text for n in texts.negatives}) >= 300
    assert len({p.kind for p in texts.positives}) >= 25
    assert {p.disguise for p in texts.positives} >= {"plain", "full-width", "zero-width", "spaced", "broken"}


def test_everything_of_high_severity_is_blocked(measured: Measured) -> None:
    assert [p.text for p in measured.missed if p.severity is Severity.BLOCK] == []


def test_every_kind_is_called_by_its_name(measured: Measured) -> None:
    assert measured.misnamed == []


def test_no_look_alike_is_blocked(measured: Measured) -> None:
    assert measured.false_blocks == []


def test_contact_details_are_flagged_and_little_else_is(measured: Measured, texts: Corpus) -> None:
    assert measured.missed == []
    assert len(measured.false_flags) <= len(texts.negatives) // 100


def test_kinds_have_the_form_that_the_interface_names(texts: Corpus) -> None:
    named = {"private_key", "jwt", "password", "connection_string", "cn_resident_id", "payment_card", "iban"}
    own = {"url_password", "password_hash", "us_social_security_id"}
    for positive in texts.positives:
        if positive.severity is Severity.BLOCK and positive.kind not in named | own:
            assert positive.kind.endswith(("_api_key", "_token", "_access_key", "_secret_key", "_key")), positive.kind
    flagged = {p.kind for p in texts.positives if p.severity is Severity.FLAG}
    assert flagged >= {"email", "phone", "postal_address"}
