# Two commands: `make serve` and `make test`. Both set up by themselves what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
PORT ?= 8000

.PHONY: help install test serve demo bench check schemas fixtures clean
.DEFAULT_GOAL := help

help: ## what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

install: $(READY) ## install into .venv; quiet when nothing changed

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; name one with PYTHON=..." >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --editable '.[dev]'
	@touch $@

test: $(READY) ## all tests, types, style and the direction of imports
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache | tail -n 3
	@$(BIN)/python -m pytest -n auto

serve: $(READY) ## serve the HTTP API on loopback
	@$(BIN)/panda-spin serve --port $(PORT)

demo: $(READY) ## judge, plays and an explained refusal on the terminal
	@$(BIN)/panda-spin demo

bench: $(READY) ## measure speed and memory; asserts the answers while timing
	@$(BIN)/python -m tests.bench

schemas: $(READY) ## write specs/openapi.json and specs/schemas from the code
	@$(BIN)/python -m api.openapi

fixtures: $(READY) ## build fixtures/generated and specs/coverage from the model: minutes
	@$(BIN)/panda-spin fixtures build --out fixtures/generated
	@$(BIN)/panda-spin fixtures matrix --out specs/coverage

clean: ## remove the environment and caches
	@rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info
