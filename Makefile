# Two commands do everything: `make play` and `make test`. Each sets up what is missing.
# Needs Python 3.11 or newer, a C++20 compiler and make; nothing else, and no root.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
TESTER := $(VENV)/.tester
BUILT  := $(VENV)/.built
MODULES := $(VENV)/.modules
FLOORS := base nets dice backgammon abak abalone bindings
KERNEL := CMakeLists.txt $(wildcard cpp/*.?pp $(FLOORS:%=cpp/%/*.?pp))
CXX_SOURCES := $(wildcard cpp/*.?pp cpp/*/*.?pp)
N ?= 1000000
KILLS ?= 1000
MINUTES ?= 60
RUNS ?= 20000
SECONDS ?= 900
TIMES ?= 20
GAMES ?= 100000
FUZZ_SECONDS ?= 10
PROCESSES ?= 2

# The tests start hundreds of processes: what the first of them compiles the others read.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play test soak system venv ready setup compiled build lint types unit server browser cpp cpp-changed cpp-all fuzz agree agree-games training open-spiel bench peers shots shots-docs lock clean
.PHONY: docs wasm wheels smoke counts load kills nemesis messages samples schemathesis whole-games

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(BUILT) ## Start the app on this machine and open it in the browser
	@$(BIN)/tablas serve

test: ## Run every check, side by side: lint, types, C++, unit tests, browser, fuzz
	@$(PYTHON) tools/checks/run_parts.py

soak: agree agree-games counts cpp-all kills nemesis messages schemathesis load samples whole-games ## Hours of what `make test` has samples of
	$(MAKE) fuzz FUZZ_SECONDS=$(SECONDS)

system: # Real servers, a second compiler and a browser for the tests, where they can be had
	@tools/checks/install_system.sh

venv: $(VENV)

ready: $(READY)

setup: $(TESTER)

build: $(BUILT) ## Build the kernel and install the package into .venv

compiled: $(READY) $(TESTER) # Bytecode of what several parts import at the same time
	@$(BIN)/python tools/checks/compile_modules.py

lint: $(BUILT) $(TESTER) ## Check style: ruff, clang-format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CXX_SOURCES)
	$(BIN)/python tools/checks/check_tree.py
	$(BIN)/python -m tools.web.build_web --check

types: $(READY) $(TESTER) ## Check types: mypy --strict; tsc over the web files where npm is installed
	$(BIN)/mypy
	$(BIN)/python tools/checks/check_web.py

unit: $(BUILT) $(TESTER) ## Run the Python tests and the doctests, but those of the server
	$(BIN)/pytest -n 2 --dist worksteal --ignore=tests/web --ignore=tests/server

# Three at once on two cores: much of what a server does in its tests is to wait for a clock.
server: $(BUILT) $(TESTER) ## Run the tests of the server
	$(BIN)/pytest -n 3 --dist worksteal tests/server

# Apart: the browser's driver keeps an event loop running that other tests cannot share.
browser: $(BUILT) $(TESTER) ## Run the tests of the web app in Chromium
	$(BIN)/pytest -n 2 --dist worksteal tests/web

cpp: $(BUILT) $(TESTER) ## Build the C++ tests without AVX2, by clang with sanitizers; compare signatures
	$(BIN)/python tools/checks/check_cpp.py

cpp-changed: $(BUILT) $(TESTER) # The same, unless these very sources have passed by this compiler
	$(BIN)/python tools/checks/check_cpp.py --changed

cpp-all: $(BUILT) $(TESTER) ## The same, and by every compiler with and without sanitizers
	$(BIN)/python tools/checks/check_cpp.py --all

fuzz: $(BUILT) $(TESTER) ## Any bytes to the kernel for FUZZ_SECONDS (default 10)
	$(BIN)/python fuzz/kernel_border.py -max_total_time=$(FUZZ_SECONDS) -verbosity=0

agree: $(BUILT) $(TESTER) ## Compare kernel and Python rules on N positions a game (default 1,000,000)
	$(BIN)/python tests/support/agreement.py --positions $(N)

agree-games: $(BUILT) $(TESTER) ## Check GAMES whole games of Abak turn by turn (default 100,000), resumable
	PYTHONPATH=. $(BIN)/python tests/support/agree_games.py --games $(GAMES) --processes $(PROCESSES)

# Apart from .venv: what builds the site is needed for nothing else.
docs: build/docs/.ready ## Build the documentation site into build/site
	NO_MKDOCS_2_WARNING=1 build/docs/bin/mkdocs build --strict --quiet
	@echo "build/site/index.html"

# Apart too: the compiler for browsers is 100 MB, and what it makes is kept in the tree.
wasm: build/wasm/.ready ## Compile the kernel for browsers into src/tablas/web/kernel
	build/wasm/bin/python -m tools.web.build_wasm

build/wasm/.ready: requirements/wasm.txt
	$(PYTHON) -m venv build/wasm
	build/wasm/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

build/docs/.ready: requirements/docs.txt
	$(PYTHON) -m venv build/docs
	build/docs/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# Apart from .venv, too. WHEEL_PYTHONS build one wheel each, SMOKE_PYTHONS install and try them.
WHEEL_PYTHONS ?= python3.11 python3.12
SMOKE_PYTHONS ?= $(WHEEL_PYTHONS)
wheels: build/release/.ready ## Build sdist and wheels into dist/ and check them
	build/release/bin/python tools/release/wheels.py --out dist $(WHEEL_PYTHONS)

smoke: build/release/.ready ## Install the wheels of dist/ into empty environments: play, analyse, serve
	build/release/bin/python tools/release/smoke.py dist/*.whl --python $(SMOKE_PYTHONS)

build/release/.ready: requirements/release.txt
	$(PYTHON) -m venv build/release
	build/release/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

bench: $(BUILT) ## Measure ours beside the peers, about seven minutes
	$(BIN)/python -m bench.run

peers: $(BUILT) ## Install the peers for `make bench` into .peers/
	$(BIN)/python -m bench.install_peers

# Apart from `make test`, since PyTorch is large and nothing else needs it.
training: $(BUILT) cpp ## Run the tests of the training recipes; installs PyTorch into .venv
	$(INSTALL) torch==2.13.0
	$(BIN)/pytest -n 0 tests/cli/test_train.py tests/training tests/research/test_other_nets.py \
	    tests/research/test_other_networks.py

# Apart too: OpenSpiel is a large package for one form of the environments.
open-spiel: $(BUILT) $(TESTER) ## Run all suites of the environments, OpenSpiel's too; installs it into .venv
	$(INSTALL) open_spiel==2.0.2
	$(BIN)/pytest -n 0 tests/envs

# The parts of `make soak`: longer than CI can wait for; CONTRIBUTING.md says what each shows.
counts: $(BUILT) $(TESTER) ## Every count of plays on the rules pages, the deepest too
	TABLAS_DEEP=1 $(BIN)/pytest -n 0 tests/kernel/test_kernel.py -k counts

load: $(BUILT) $(TESTER) ## 1,000 games at 200 moves a second against a server of its own
	$(BIN)/python bench/load.py --games 1000 --rate 200 --seconds 60

kills: $(BUILT) $(TESTER) ## Kill a server KILLS times (default 1,000) under 50 games
	$(BIN)/python tests/support/server/server_kill.py --kills $(KILLS) --games 50

nemesis: $(BUILT) $(TESTER) ## Whatever can happen to a server for twice MINUTES (default 60), and an error at every write
	TABLAS_IO_EVERY=1 $(BIN)/pytest -n 0 tests/server/storage/test_server_io_faults.py
	$(BIN)/python tests/support/server/nemesis.py --minutes $(MINUTES)
	$(BIN)/python tests/support/server/cluster_nemesis.py --minutes $(MINUTES)

messages: $(BUILT) $(TESTER) ## RUNS orders of messages (default 20,000) against a model of the log
	TABLAS_RUNS=$(RUNS) $(BIN)/pytest -n 0 tests/server/play/test_server_messages.py

schemathesis: $(BUILT) $(TESTER) ## Anything that the API allows, for twice SECONDS (default 900)
	TABLAS_SCHEMATHESIS_SECONDS=$(SECONDS) $(BIN)/pytest -n 0 tests/server/web/test_server_schemathesis.py

samples: $(BUILT) $(TESTER) ## The unit tests with TIMES (default 20) as many random examples
	TABLAS_SAMPLES=$(TIMES) $(BIN)/pytest -n 2 --dist worksteal --ignore=tests/web --ignore=tests/server

whole-games: $(BUILT) $(TESTER) ## Every game in every way to play it and every course, from the first turn to the last
	TABLAS_WHOLE_GAMES=1 $(BIN)/pytest -n 0 tests/web/game/test_web_games.py tests/web/game/test_web_options.py tests/web/coach/test_web_learn.py

# The locks hold hashes of every file, so what is installed is what was tested. They hold whatever
# is needed, too, so pip has nothing to resolve; and most modules are never imported, so that those
# that are get compiled by whoever does it first.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCKED := $(INSTALL) --require-hashes --no-deps --no-compile

$(READY): requirements/build.txt | $(VENV)
	@echo "Setting up $(VENV) …"
	@$(LOCKED) -r $<
	@touch $@

$(TESTER): requirements/dev.txt requirements/build.txt | $(VENV)
	@echo "Setting up the test tools …"
	@$(PYTHON) tools/checks/locked_besides.py $^ > $@.txt
	@$(LOCKED) -r $@.txt
	@touch $@

$(VENV):
	@$(PYTHON) tools/checks/check_machine.py
	@$(PYTHON) -m venv $(VENV)

# The installed package knows its modules by name, so it is installed anew when one came or went.
$(MODULES): FORCE | $(VENV)
	@find src/tablas -name '*.py' | sort > $@.$$$$; \
	cmp -s $@.$$$$ $@ && rm $@.$$$$ || mv $@.$$$$ $@

FORCE:

$(BUILT): $(KERNEL) $(MODULES) pyproject.toml $(READY)
	@$(PYTHON) tools/checks/check_machine.py
	@echo "Building the kernel …"
	@$(INSTALL) --no-build-isolation --no-deps --editable .
	@touch $@

shots: $(BUILT) $(TESTER) ## Take pictures of every page of the web app into build/shots
	$(BIN)/python -m tools.web.shots

shots-docs: $(BUILT) $(TESTER) ## Renew the pictures that the README shows, in docs/images
	$(BIN)/python -m tools.web.shots --docs

lock: ## Renew the locked requirements (needs uv)
	for name in build dev docs release wasm; do uv pip compile --quiet --generate-hashes --no-header --universal \
		--python-version 3.11 requirements/$$name.in -o requirements/$$name.txt; done

clean: ## Remove everything that was built
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
