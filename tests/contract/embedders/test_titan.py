from __future__ import annotations

import json
import math
from typing import Any

import pytest
from botocore.exceptions import ConnectTimeoutError, NoCredentialsError, ReadTimeoutError
from botocore.stub import ANY, Stubber

from shared.adapters.bedrock.titan import TITAN_V2, TitanEmbedder
from shared.domain.errors import EmbedderUnavailable, TooLarge
from tests.contract.embedders.titan_stub import bedrock_client, body_of

TOO_MANY_TOKENS = "400 Bad Request: Too many input tokens. Max input tokens: 8192, request input token count: 9875"
UNIT = [1.0] + [0.0] * 255


@pytest.fixture
def client() -> Any:
    return bedrock_client()


@pytest.fixture
def waits() -> list[float]:
    return []


def titan(client: Any, waits: list[float]) -> TitanEmbedder:
    return TitanEmbedder(client, dimension=256, sleep=waits.append, jitter=lambda: 1.0)


def expected(text: str) -> dict[str, object]:
    body = json.dumps({"inputText": text, "dimensions": 256, "normalize": True})
    return {"modelId": TITAN_V2, "body": body, "contentType": ANY, "accept": ANY}


def test_one_call_a_text_in_titan_s_own_form(client: Any, waits: list[float]) -> None:
    with Stubber(client) as stub:
        for text in ("one", "two"):
            stub.add_response("invoke_model", body_of(UNIT), expected(text))
        assert titan(client, waits).memories(["one", "two"]) == [tuple(UNIT)] * 2
        stub.assert_no_pending_responses()
    assert waits == []


@pytest.mark.parametrize(
    ("code", "status"),
    [("ThrottlingException", 429), ("ServiceUnavailableException", 503), ("ModelTimeoutException", 408), ("Odd", 500)],
)
def test_transient_errors_are_tried_again_with_growing_waits(
    client: Any, waits: list[float], code: str, status: int
) -> None:
    with Stubber(client) as stub:
        for _ in range(2):
            stub.add_client_error("invoke_model", code, http_status_code=status)
        stub.add_response("invoke_model", body_of(UNIT))
        assert titan(client, waits).query("text") == tuple(UNIT)
    assert waits == pytest.approx([0.2, 0.4])


def test_an_endless_throttle_ends_as_unavailable_after_four_calls(client: Any, waits: list[float]) -> None:
    with Stubber(client) as stub:
        for _ in range(4):
            stub.add_client_error("invoke_model", "ThrottlingException", http_status_code=429)
        with pytest.raises(EmbedderUnavailable):
            titan(client, waits).query("text")
        stub.assert_no_pending_responses()
    assert len(waits) == 3


@pytest.mark.parametrize(
    ("code", "message"),
    [("AccessDeniedException", "no"), ("ResourceNotFoundException", "no"), ("ValidationException", "bad dimensions")],
)
def test_permanent_errors_are_not_tried_again(client: Any, waits: list[float], code: str, message: str) -> None:
    with Stubber(client) as stub:
        stub.add_client_error("invoke_model", code, message, http_status_code=400)
        with pytest.raises(EmbedderUnavailable):
            titan(client, waits).query("text")
    assert waits == []


class BrokenClient:
    def __init__(self, error: Exception) -> None:
        self.error, self.calls = error, 0

    def invoke_model(self, **_: object) -> object:
        self.calls += 1
        raise self.error


def test_a_broken_connection_is_tried_again_and_missing_credentials_are_not(waits: list[float]) -> None:
    for error, calls in ((ConnectTimeoutError(endpoint_url="x"), 4), (NoCredentialsError(), 1)):
        broken = BrokenClient(error)
        with pytest.raises(EmbedderUnavailable):
            titan(broken, waits).query("text")
        assert broken.calls == calls


def test_calls_that_hang_are_given_up_before_the_gateway_gives_up() -> None:
    class Hanging:
        def __init__(self) -> None:
            self.at = 0.0
            self.calls = 0

        def invoke_model(self, **_: object) -> None:
            self.calls += 1
            self.at += 4.0
            raise ReadTimeoutError(endpoint_url="x")

    hanging = Hanging()
    embedder = TitanEmbedder(hanging, sleep=lambda _: None, jitter=lambda: 1.0, seconds=lambda: hanging.at)  # type: ignore[arg-type]
    with pytest.raises(EmbedderUnavailable):
        embedder.query("how is the harbour?")
    assert (hanging.calls, hanging.at) == (2, 8.0)


def test_a_text_over_the_characters_is_refused_without_a_call(client: Any, waits: list[float]) -> None:
    with Stubber(client), pytest.raises(TooLarge):
        titan(client, waits).memories(["x" * 50_001])


def test_a_question_of_too_many_tokens_is_refused(client: Any, waits: list[float]) -> None:
    with Stubber(client) as stub:
        stub.add_client_error("invoke_model", "ValidationException", TOO_MANY_TOKENS, http_status_code=400)
        with pytest.raises(TooLarge):
            titan(client, waits).query("text")


def test_a_memory_of_too_many_tokens_is_the_weighted_mean_of_its_halves(client: Any, waits: list[float]) -> None:
    with Stubber(client) as stub:
        stub.add_client_error("invoke_model", "ValidationException", TOO_MANY_TOKENS, http_status_code=400)
        stub.add_response("invoke_model", body_of([1.0, 0.0, *[0.0] * 254]), expected("aaaa"))
        stub.add_response("invoke_model", body_of([0.0, 1.0, *[0.0] * 254]), expected(" bbbb"))
        (vector,) = titan(client, waits).memories(["aaaa bbbb"])
        stub.assert_no_pending_responses()
    assert vector[1] / vector[0] == pytest.approx(5 / 4)
    assert math.hypot(*vector) == pytest.approx(1.0)


@pytest.mark.parametrize("values", [[1.0] * 3, [0.0] * 256, [float("nan")] * 256, ["x"] * 256, None, {}])
def test_an_answer_without_a_unit_vector_is_never_passed_on(client: Any, waits: list[float], values: object) -> None:
    with Stubber(client) as stub:
        stub.add_response("invoke_model", body_of(values))
        with pytest.raises(EmbedderUnavailable):
            titan(client, waits).query("text")


def test_dimensions_are_spaces_of_their_own(client: Any) -> None:
    assert TitanEmbedder(client, dimension=256).model.id != TitanEmbedder(client, dimension=1024).model.id
    with pytest.raises(ValueError):
        TitanEmbedder(client, dimension=384)
