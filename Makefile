# One target per habit. The scripts do the work; everything here also runs without make.
VENV := $(or $(QBCOACH_VENV),.venv)
PYTHON := $(VENV)/bin/python
ARGS ?=

.PHONY: run test check bench golden page fit puzzles calibration constraints fuzz soak sanitize clean setup

run: ## start the coach and open its page, or ARGS="coach --example"
	@scripts/run $(ARGS)

test: ## what CI runs; ARGS go to pytest
	@scripts/test $(ARGS)

check: ## style, types and imports, of the kernel and the page too; ARGS=python for one part
	@scripts/check $(ARGS)

bench: setup ## measure
	$(PYTHON) -m bench $(ARGS)

golden: setup ## write the golden playthroughs and the pages' console blocks anew; read the diff before committing it
	$(PYTHON) -m tests.golden
	$(PYTHON) -m tests.golden.sentences
	$(PYTHON) -m tests.docs

page: setup ## write the API's description anew and build the page from it
	$(PYTHON) -m qb_app.api > page/openapi.json
	$(PYTHON) packaging/page.py build

fit: setup ## fit the win-chance network anew on self-play
	$(PYTHON) -m training.fit $(ARGS)

puzzles: setup ## find the training puzzles anew in self-play; ARGS=--tag for their themes alone, --grade for their difficulty
	$(PYTHON) -m training.puzzles $(ARGS)

calibration: setup ## how honest the search is, by phase: the judge's loss, whether chances come true and intervals hold
	$(PYTHON) -m bench.judge_loss
	$(PYTHON) -m bench.calibration --games 2000 --plot docs/calibration.svg $(ARGS)
	$(PYTHON) -m bench.holding --positions 60 --between

constraints: setup ## take the newest version of everything that building and testing ask for
	$(PYTHON) packaging/constraints.py

fuzz: setup ## every property with many random examples, and 100,000 games by both engines
	HYPOTHESIS_PROFILE=fuzz QBCOACH_DIFFERENTIAL_GAMES=100000 $(PYTHON) -m pytest -n auto --dist=worksteal tests $(ARGS)

soak: setup ## the slow tests with far more of what they try, and a server used and killed for ten minutes
	QBCOACH_SOAK=1 $(PYTHON) -m pytest -n auto --dist=worksteal -m slow $(ARGS)
	$(PYTHON) -m bench.soak

sanitize: ## the kernel's tests with the address and undefined-behaviour sanitizers
	@scripts/sanitize $(ARGS)

clean: ## remove caches and build output; the environment stays
	rm -rf build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

setup:
	@scripts/setup dev >/dev/null
