# Reprise. `make` alone lists what can be made.
#
# There are two builds, each with one set of flags, so that nothing is compiled twice: a debug build
# for the tests, in which all but the tests is optimized (REPRISE_OPTIMIZED, see Package.swift), in a
# folder of its own; and a release with Swift's runtime inside, which starts in half the time and needs
# no Swift where it is installed.

SWIFT := $(or $(shell command -v swift),/opt/swift/usr/bin/swift)
# Where the compiler's programs are, whatever links lead there.
TOOLCHAIN := $(dir $(realpath $(SWIFT)))
CLANG := $(firstword $(wildcard $(TOOLCHAIN)clang) cc)
PREFIX := /usr/local
SOURCES := Sources Apps Tests Package.swift

# A layer can't be jumped: a target imports only what Package.swift says it depends on.
DEBUG := --explicit-target-dependency-import-check error
TESTED = $(DEBUG) --scratch-path .build/tests
# Debian's package leaves out the library with what Swift Testing adds to Foundation, and links to it all the same where both are
# imported. We use nothing of it.
TESTING := $(notdir $(wildcard $(TOOLCHAIN)../lib/swift/linux/lib*Testing*.so))
ifeq ($(filter lib_Testing_Foundation.so,$(TESTING)),)
ifneq ($(filter libTesting.so,$(TESTING)),)
DEBUG += -Xswiftc -Xfrontend -Xswiftc -disable-cross-import-overlays
endif
endif
# Functions are found at the start (-z now): found when first called, one could leave a password's registers on the stack.
# Types are found by their accessors instead of by name, which is a fifth of a start.
RELEASE := -c release -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors $(if $(filter Linux,$(shell uname)),--static-swift-stdlib -Xlinker -z -Xlinker now)

.PHONY: help run runnable test soak check consumer others lint docs build release golden format fuzz fuzz-chemistry bench bench-compare install clean \
  needs-swift needs-linker needs-ncurses needs-tmux needs-python needs-openssl

help: ## List what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: runnable ## Open the viewer on its demo data; ARGS="--fresh" passes options on
	@.build/release/CloudBurst --unplugged $(ARGS)

# Before 6.3 Swift Testing can't be told how many tests to run at once: there it is one.
WIDE = $(shell grep -qas SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH $(TOOLCHAIN)../lib/swift/linux/libTesting.so && echo yes)
MANNER = $(if $(filter libTesting.so,$(TESTING)),$(if $(WIDE),,--no-parallel))

# All tests are Swift Testing's; XCTest would only report that it ran none. Few run at once: each has its time limit, and would
# wait for the processor with the others. They start in another order each time; SWIFT_DETERMINISTIC_HASHING=1 makes it one and
# the same. What failed is said once more at the end, where thousands of lines don't hide it.
test: WIDTH := 4
test: export REPRISE_OPTIMIZED := 1
test: needs-tmux needs-python needs-openssl build ## Build everything and run all tests; WIDTH=2 runs so many at once
	@{ SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(WIDTH) PATH="$$PATH:$(TOOLCHAIN)" \
	  Tests/Tools/Machines/leaving-nothing.sh Tests/Tools/Machines/at-once.sh $(SWIFT) test $(TESTED) $(MANNER) --skip-build --disable-xctest; \
	  echo $$? >.build/tests.status; } 2>&1 | tee .build/tests.log
	@test "$$(cat .build/tests.status)" = 0 || { echo; echo "What failed:"; \
	  awk '/^(✔|◇|✘)/ { is = /recorded an issue/ } /^While the tests ran/ { is = 1 } is || /error:|Fatal error|is left behind:/' \
	    .build/tests.log; \
	  exit 1; }

soak: export REPRISE_SOAK := 1
soak: test ## Run all kills, power cuts, hostile and damaged files that `make test` draws from; takes an hour

check: test consumer others docs lint runnable ## What CI runs: the tests, goldens and old snapshots among them, a package of its own, docs, the format, and what `make run` builds

consumer: needs-tmux needs-linker needs-ncurses ## Build README's package beside this one, as somebody else's, and run its tests
	SWIFT="$(SWIFT)" Tests/Tools/Consumer/consumer.sh $(filter-out --explicit-target-dependency-import-check error,$(DEBUG))

others: export REPRISE_OPTIMIZED := 1
others: needs-python build ## Have other programs read what we write and ask our servers; they come from PyPI, and are skipped without it
	PATH="$$PATH:$(TOOLCHAIN)" Tests/Apps/ChemistryTests/Tools/read-by-others.sh $(SWIFT) test $(TESTED) --skip-build --disable-xctest
	@python=$$(Tests/Tools/Machines/from-pypi.sh pybis pybis pybis==1.37.5); [ -z "$$python" ] || \
	  PATH="$$PATH:$(TOOLCHAIN)" OPENBIS_PYBIS=$$python $(SWIFT) test $(TESTED) --skip-build --disable-xctest --filter PyBISTests

docs: needs-python build ## Compile the code in README and articles, and convert the articles; needs docc
	SWIFT="$(SWIFT)" Tests/Tools/Documentation/blocks.py .build/tests/debug
	SWIFT="$(SWIFT)" Tests/Tools/Documentation/docs.sh .build/tests/debug .build/docs

lint: needs-python ## Check imports, the comments' language and the format
	Tests/Tools/Documentation/imports.py
	Tests/Tools/Documentation/language.py
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

# The executables too: story tests run them on a real terminal.
build: export REPRISE_OPTIMIZED := 1
build: needs-linker needs-ncurses
	$(SWIFT) build $(TESTED) --build-tests

# A release is compiled as one module at a time, and may fail where a debug build doesn't.
runnable: needs-linker needs-ncurses
	$(SWIFT) build $(RELEASE) --product CloudBurst

release: runnable
	$(SWIFT) build $(RELEASE) --product Patients
	$(SWIFT) build $(RELEASE) --product Molecules
	$(SWIFT) build $(RELEASE) --product OpenBIS
	$(SWIFT) build $(RELEASE) --product Hello

golden: export REPRISE_OPTIMIZED := 1
golden: needs-tmux needs-python build ## Record the pictures of the screens; fails, so that somebody looks at them
	@test -z "$$CI" || { echo "CI compares pictures; it never records them." >&2; exit 1; }
	@echo "Recording. The tests fail now, on purpose: look at git diff, then run make test."
	REPRISE_RECORD_GOLDENS=1 $(SWIFT) test $(TESTED) --skip-build --disable-xctest --filter Golden

format: needs-swift ## Format all sources
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

fuzz: SECONDS := 60
fuzz: needs-swift ## Look for files and answers that break a reader; SECONDS=600 says for how long each
	SWIFT="$(SWIFT)" Tests/Tools/Fuzzing/fuzz.sh $(SECONDS)

fuzz-chemistry: SECONDS := 60
fuzz-chemistry: needs-swift ## Look for chemical files that break a reader; SECONDS=600 says for how long each
	SWIFT="$(SWIFT)" Tests/Tools/Fuzzing/Chemistry/fuzz.sh $(SECONDS)

bench: runnable ## Compare the viewer with the same list in plain C
	$(CLANG) -O2 -o .build/list Tests/Tools/Benchmarks/list.c -lncursesw
	python3 Tests/Tools/Benchmarks/compare.py .build/list .build/release/CloudBurst
	$(SWIFT) build $(RELEASE) --product Saving
	folder=$$(mktemp -d) && .build/release/Saving $$folder; rm -r $$folder

bench-compare: runnable ## Compare it with that of another commit, too; BASE=v0.2.0 names it
	$(CLANG) -O2 -o .build/list Tests/Tools/Benchmarks/list.c -lncursesw
	[ -d .build/base ] || git worktree add --detach .build/base "$(BASE)"
	git -C .build/base checkout --quiet --detach "$(BASE)"
	cd .build/base && $(SWIFT) build $(RELEASE) --product CloudBurst
	python3 Tests/Tools/Benchmarks/compare.py .build/list .build/release/CloudBurst .build/base/.build/release/CloudBurst

install: release ## Install the programs, manuals and completions under PREFIX (/usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 755 .build/release/CloudBurst "$(DESTDIR)$(PREFIX)/bin/cloudburst"
	install -m 755 .build/release/Patients "$(DESTDIR)$(PREFIX)/bin/patients"
	install -m 755 .build/release/Molecules "$(DESTDIR)$(PREFIX)/bin/molecules"
	install -m 755 .build/release/OpenBIS "$(DESTDIR)$(PREFIX)/bin/openbis"
	install -m 755 .build/release/Hello "$(DESTDIR)$(PREFIX)/bin/hello"
	install -m 644 Apps/*/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1"
	@share="$(DESTDIR)$(PREFIX)/share"; set -e; umask 022; \
	install -d "$$share/bash-completion/completions" "$$share/zsh/site-functions" \
	  "$$share/fish/vendor_completions.d"; \
	for program in cloudburst patients molecules openbis hello; do \
	  "$(DESTDIR)$(PREFIX)/bin/$$program" completions bash >"$$share/bash-completion/completions/$$program"; \
	  "$(DESTDIR)$(PREFIX)/bin/$$program" completions zsh >"$$share/zsh/site-functions/_$$program"; \
	  "$(DESTDIR)$(PREFIX)/bin/$$program" completions fish >"$$share/fish/vendor_completions.d/$$program.fish"; \
	done

clean: ## Delete what was built
	rm -rf .build

# What the system must have. What is missing is installed, as root or with sudo; where that can't be
# done, a sentence says what to install.

needs-swift:
	@command -v $(SWIFT) >/dev/null || { \
	  echo "Reprise needs Swift 6.2 or later. Install it, or say where it is: make SWIFT=PATH" >&2; \
	  exit 1; }
	@$(SWIFT) build --version >/dev/null 2>&1 || { $(call install,libcurl4 libncurses6 libsqlite3-0 libxml2); }

# A compiler is no linker, nor a C library. And to have Swift's runtime inside a program takes the C++ library as those have it
# who build with it: Debian's swiftlang comes without.
needs-linker: needs-swift
	@mkdir -p .build; echo 'int main() {}' >.build/linked.cc; \
	$(CLANG) -x c++ -include string .build/linked.cc -o .build/linked -lstdc++ >/dev/null 2>&1 \
	  || { $(call install,g++); }

needs-ncurses: needs-linker
	@echo '#include <ncurses.h>' | $(CLANG) -E - >/dev/null 2>&1 || { $(call install,libncurses-dev); }

needs-tmux:
	@command -v tmux >/dev/null || { $(call install,tmux); }

# The server that tests ask is written in it.
needs-python:
	@command -v python3 >/dev/null || { $(call install,python3); }

# The judge of what the program says about certificates.
needs-openssl:
	@command -v openssl >/dev/null || { $(call install,openssl); }

# The package lists are fetched only if the first try fails: a new machine has none. Of several makes at once one installs at a time.
define install
root=sudo; [ "$$(id -u)" != 0 ] || root=; \
mkdir -p .build; get="flock .build $$root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends"; \
{ command -v apt-get >/dev/null && $$root true 2>/dev/null && echo "Installing $(1)." \
  && { $$get install $(1) >/dev/null 2>&1 || { $$get update && $$get install $(1); }; }; } \
|| { echo "Reprise needs $(1). Install it as root: apt-get install $(1)" >&2; exit 1; }
endef
