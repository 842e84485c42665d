# One target per habit. The scripts do the work; everything here also runs without make.
VENV := $(or $(QBCOACH_VENV),.venv)
PYTHON := $(VENV)/bin/python
ARGS ?=

.PHONY: run test check bench golden fuzz sanitize clean setup

run: ## advise on an example position, or ARGS="simulate --seed 7"
	@scripts/run $(ARGS)

test: ## what CI runs; ARGS go to pytest
	@scripts/test $(ARGS)

check: setup ## lint, format and types only
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy

bench: setup ## measure
	$(PYTHON) -m bench $(ARGS)

golden: setup ## write the golden playthroughs anew; read the diff before committing it
	$(PYTHON) -m tests.golden

fuzz: setup ## every property with many random examples, and 100,000 games by both engines
	HYPOTHESIS_PROFILE=fuzz QBCOACH_DIFFERENTIAL_GAMES=100000 $(PYTHON) -m pytest -n auto --dist=worksteal tests $(ARGS)

sanitize: ## the kernel's tests with the address and undefined-behaviour sanitizers
	@scripts/sanitize $(ARGS)

clean: ## remove caches and build output; the environment stays
	rm -rf build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

setup:
	@scripts/setup dev >/dev/null
