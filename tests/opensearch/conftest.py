from tests.opensearch.fixtures import opensearch_node, opensearch_url

__all__ = ["opensearch_node", "opensearch_url"]
