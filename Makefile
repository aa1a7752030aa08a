# Tasks that everybody guesses. Each is one command: where there is no make, type it.
# BIN=... names the folder of another environment's programs, .venv/Scripts on Windows.

BIN ?= .venv/bin

.PHONY: help setup test test-long test-all test-base test-browser snapshots lint format types docs pictures compiled bench check release

help: ## list these tasks
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile

setup: ## make .venv with everything that the tasks need
	python3 -m venv .venv && .venv/bin/pip install -q -e ".[dev]"

test: ## the tests that must pass always
	$(BIN)/pytest -q -n auto --dist worksteal

test-long: ## the tests that take many games or minutes
	$(BIN)/pytest -q -n auto --dist worksteal -m long

test-all: export ELGRANDE_ALL_GAMES := 1
test-all: ## the same with all their cases
	$(BIN)/pytest -q -n auto --dist worksteal -m long

test-base: ## the base game with our expansions taken away
	$(BIN)/pytest -q -n auto --dist worksteal --without-expansions tests/test_the_house.py tests/rules tests/seam tests/table tests/content tests/saves tests/goldens tests/cli/test_plain.py

test-browser: export BIN := $(BIN)
test-browser: ## the exported page in a real browser, which has to be there
	bash .ci/browser

snapshots: ## write the app's snapshots anew; look at the difference before you commit it
	$(BIN)/pytest -q tests/app -m "" --snapshot-update

lint: ## style and imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

format: ## put the code into form
	$(BIN)/ruff format .

types: ## mypy
	$(BIN)/mypy

docs: ## write what the README takes from the program
	$(BIN)/python docs/make.py --text

pictures: ## draw the README's pictures anew
	$(BIN)/python docs/make.py --pictures

compiled: export ELGRANDE_COMPILE = 1
compiled: ## build the wheel whose core is C into dist/
	$(BIN)/python -m build --wheel

bench: ## measure what is promised
	$(BIN)/python benchmarks/run.py

check: ## all that a change must pass, in a clean copy of what is committed
	bash .ci/run

release: ## check that everything is ready, and build both packages into dist/
	$(BIN)/python docs/release.py
	$(BIN)/python -m build
	$(BIN)/python docs/release.py --built dist
