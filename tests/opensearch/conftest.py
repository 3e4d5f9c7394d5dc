from tests.opensearch.fixtures import opensearch_url

__all__ = ["opensearch_url"]
