# The front door. CMake does the work; `make help` lists the targets.
BUILD := build
JOBS  := $(shell nproc)
CTEST := ctest --test-dir $(BUILD) --output-on-failure --no-tests=error --no-label-summary

# What `make run` starts: the house, with its journal in the user's data directory.
RUN := $(BUILD)/lammer serve

.PHONY: build ready run test soak bench package dist fmt lint setup clean help

build:                              ## the program, at build/lammer
	@tools/setup run
	@tools/configure run
	cmake --build $(BUILD) --target lammer

run: build                          ## the house: open the address it prints and play
	$(RUN)

ready:
	@tools/setup test
	@tools/configure test

test: ready                         ## build everything and run all tests
	cmake --build $(BUILD) --target all tests
	$(CTEST) -j$$(($(JOBS) + 1)) --timeout 600  # one more than cores: many wait for a clock, a link or a page

soak: ready                         ## the long versions of the proofs: make soak HOURS=8 BESIDE=2 RECORD=soak.md ONLY="house.power_cuts records.tamper"
	cmake --build $(BUILD) --target all tests
	tools/soak --build $(BUILD) $(if $(HOURS),--hours $(HOURS)) $(if $(BESIDE),--beside $(BESIDE)) $(if $(RECORD),--record $(RECORD)) $(ONLY)

bench: ready                        ## measure; see bench/
	cmake --build $(BUILD) --target benches
	@for program in $(patsubst bench/%.c,$(BUILD)/bench/%,$(wildcard bench/*.c)); do $$program || exit; done

package:                            ## Debian packages, in build/packages
	@tools/setup package
	@tools/configure run
	cmake --build $(BUILD) --target all packages

dist: build                         ## the source tarball of a release, with the bundled page, in build
	tools/dist

fmt: ready                          ## format every file in place: C, TypeScript, CSS, Python, shell, Markdown
	@cmake --build $(BUILD) --target lammer_web_packages
	tools/format

# cppcheck: a room sees include/ and its own folder. Its ctu checks follow a pointer into another function without the
# conditions on the way: each of their findings is a pointer that the caller has set or has compared before.
lint: ready                         ## formatting and static checks; changes nothing
	@cmake --build $(BUILD) --target lammer_web_packages
	tools/format --check
	cppcheck --quiet --std=c11 -j $(JOBS) --enable=warning,performance,portability --inline-suppr \
		--suppress=missingIncludeSystem $(addprefix --suppress=ctu,nullpointer uninitvar ArrayIndex) --error-exitcode=1 \
		-Iinclude $(addprefix -I,$(wildcard src/*)) src tools bench bindings

setup:                              ## install the packages that building and testing need
	@tools/setup test

clean:                              ## remove everything that was built
	rm -rf build build-clang build-debug

help:                               ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 8
