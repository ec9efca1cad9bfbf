# Everything a developer or CI runs. `make` alone lists the targets.
#
# PYTHON chooses the interpreter (3.11 or newer), VENV the folder it is installed into:
#     make test PYTHON=python3.13 VENV=.venv-3.13
# ARGS is passed on: to `shuanglu serve`, to pytest, or to `uv pip compile`.

PYTHON ?= python3
VENV ?= .venv
ARGS ?=

PY := $(VENV)/bin/python
# Every package comes from a lock file and must have a hash that stands there, hatchling
# included: without build isolation pip does not fetch an unlocked one.
INSTALL := PIP_DISABLE_PIP_VERSION_CHECK=1 "$(PY)" -m pip install --quiet
INSTALL_PROJECT := $(INSTALL) --no-deps --no-build-isolation --editable .

.PHONY: help run test bench check format lock dev killproof chaos fuzz failover

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 18

# exec: a signal to make alone reaches the server, not a shell between them.
run: $(VENV)/run.stamp ## start a server with an embedded store (ARGS="--port 9000")
	@exec "$(VENV)/bin/shuanglu" serve $(ARGS)

# These need neither servers nor stores, and run at the same time as the others.
ASIDE := tests/engine tests/protocol tests/clients

# A part of the tests (ARGS="tests/engine -k cube") says nothing about coverage as a whole.
test: dev ## run all tests under branch coverage, or a part of them (ARGS="tests/engine")
ifeq ($(strip $(ARGS)),)
	@"$(PY)" -m coverage erase
	@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; \
	"$(PY)" -m coverage run --parallel-mode -m pytest $(ASIDE) >"$$log" 2>&1 & aside=$$!; \
	trap 'kill $$aside; exit 130' INT TERM; \
	"$(PY)" -m coverage run --parallel-mode -m pytest $(ASIDE:%=--ignore=%); main=$$?; \
	wait $$aside; aside=$$?; \
	echo "=== $(ASIDE) ==="; cat "$$log"; exit $$((main + aside))
	@"$(PY)" -m coverage combine --quiet
	@"$(PY)" -m coverage report --skip-covered
else
	"$(PY)" -m pytest $(ARGS)
endif

bench: $(VENV)/bench.stamp ## measure the engine, in the same run beside bgsage, which is C++
	@"$(PY)" -m bench

killproof: dev ## kill -9 the server 50 times and its store 20 times under matches of bots
	"$(PY)" -m tests.integration.kill_proof $(ARGS)

chaos: dev ## two nodes on one store under every kind of fault (ARGS="--seconds 600 --seed 1")
	@"$(PY)" -m tests.chaos $(ARGS)

fuzz: dev ## nonsense for a server that bots play on (ARGS="--frames 100000 --seed 1")
	@"$(PY)" -m tests.chaos.fuzz $(ARGS)

failover: dev ## how soon clients of a killed node play on (ARGS="--times 100 --seed 1")
	@"$(PY)" -m tests.chaos.failover $(ARGS)

check: dev ## everything CI checks besides the tests
	"$(PY)" -m ruff format --check .
	"$(PY)" -m ruff check .
	"$(PY)" -m mypy
	"$(VENV)/bin/lint-imports"
	"$(PY)" -m protocol --check

format: dev ## format the code and fix what can be fixed
	"$(PY)" -m ruff format .
	"$(PY)" -m ruff check --fix .

# --universal: one lock for every platform and every Python from 3.11, with markers where they
# differ. Versions that still fit stay; ARGS=--upgrade takes newer ones.
COMPILE := "$(PY)" -m uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

lock: dev ## write the lock files anew (ARGS=--upgrade takes newer versions)
	$(COMPILE) pyproject.toml --group build --output-file requirements.lock $(ARGS)
	$(COMPILE) pyproject.toml --group build --extra dev --constraint requirements.lock \
		--output-file requirements-dev.lock $(ARGS)
	$(COMPILE) --group bench --fork-strategy fewest --output-file requirements-bench.lock $(ARGS)

dev: $(VENV)/dev.stamp

# Empty unless the interpreter is new enough.
new_enough = $(shell "$(PYTHON)" -c 'import sys; print("yes" * (sys.version_info >= (3, 11)))' 2>&1 | grep -x yes)
version = $(shell "$(PYTHON)" -c 'import platform; print("Python " + platform.python_version())' 2>/dev/null || echo not found)

# The stamps are written last: an interrupted installation starts again.
$(VENV)/made.stamp:
	$(if $(new_enough),,$(error shuanglu needs Python 3.11 or newer; $(PYTHON) is $(version). \
		Name another: make PYTHON=/path/to/python3))
	@echo "Setting up $(VENV) (the first time only) ..."
	@"$(PYTHON)" -m venv "$(VENV)"
	@touch "$@"

$(VENV)/run.stamp: requirements.lock pyproject.toml | $(VENV)/made.stamp
	@$(INSTALL) --require-hashes -r requirements.lock
	@$(INSTALL_PROJECT)
	@touch "$@"

$(VENV)/bench.stamp: requirements-bench.lock | $(VENV)/made.stamp
	@$(INSTALL) --require-hashes -r requirements-bench.lock
	@touch "$@"

$(VENV)/dev.stamp: requirements-dev.lock pyproject.toml | $(VENV)/made.stamp
	@$(INSTALL) --require-hashes -r requirements-dev.lock
	@$(INSTALL_PROJECT)
	@touch "$@"
