# Tests on a real OpenSearch node: starts it on a free port, runs what is marked `opensearch`, stops it.
# Needs a Java 17 JDK and Maven; with ALLOW_NO_JAVA=1 their absence is said and is no failure.
OPENSEARCH_PYTHON ?= .venv/bin/python

.PHONY: test-opensearch
test-opensearch:
	@status=0; $(OPENSEARCH_PYTHON) -m tests.opensearch.preflight || status=$$?; \
	if [ $$status -eq 0 ]; then \
	  $(OPENSEARCH_PYTHON) -m pytest -m opensearch tests/contract/search tests/opensearch; \
	elif [ $$status -ne 2 ]; then exit $$status; fi
