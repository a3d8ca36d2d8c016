# PocketBell: what a person types. `make help` lists it.
SWIFT ?= swift
FOR ?= 60s
HOURS ?= 24
SEED ?= 1
DESTDIR ?=
# Of the machine for root and for packages, else what a user may write.
PREFIX ?= $(if $(DESTDIR)$(filter 0,$(shell id -u)),/usr,$(HOME)/.local)
# The program carries the Swift runtime, and the C++ library that only this needs (of the system's, 1.2 MB more would be
# resident: Tests/EndToEnd/idle), and shares the distribution's C libraries. Nobody loads it as a library, so it lists no symbols for that (0.7 MB).
# The linker prefers a .so beside the .a, so the .a gets a folder of its own.
STATIC_LIBRARIES = $(CURDIR)/.build/static-libraries
RELEASE = $(SWIFT) build -c release --static-swift-stdlib --product pocketbell -Xlinker --no-export-dynamic -Xswiftc -L$(STATIC_LIBRARIES)
BINARY = .build/release/pocketbell

.DEFAULT_GOAL := help
.PHONY: help demo test simulate build release install uninstall deb container docs dependencies test-dependencies

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' Makefile | awk -F'|' '{ printf "make %-14s %s\n", $$1, $$2 }'

demo: dependencies ## the whole relay on the built-in backend, in this terminal (FOR=30s sets how long)
	@echo "Building PocketBell (about a minute the first time)"
	@$(SWIFT) build --product pocketbell 2>&1 | deploy/show-progress
	@$(SWIFT) build --product pocketbell --show-bin-path >/dev/null
	@exec .build/debug/pocketbell demo --for $(FOR)

test: test-dependencies ## every test that needs nothing else
	@echo "Building PocketBell with its tests (some minutes the first time)"
	@$(SWIFT) build --build-tests 2>&1 | deploy/show-progress
	@echo "Running the tests"
	@.ci/swift-test

simulate: dependencies ## the program against a model of everything around it (HOURS=24 simulated, SEED=1; REPLAY=file repeats a failure)
	@$(SWIFT) build --product simulate 2>&1 | deploy/show-progress
	@.build/debug/simulate $(if $(REPLAY),--replay $(REPLAY),--hours $(HOURS) --seed $(SEED))

build: dependencies ## the program with debugging help, in .build/debug
	@$(SWIFT) build --product pocketbell

release: dependencies ## the program as it is installed, in .build/release
	@echo "Building the release program"
	@mkdir -p $(STATIC_LIBRARIES)
	@ln -sf "$$("$$(dirname "$$(command -v $(SWIFT))")/clang" -print-file-name=libstdc++.a)" $(STATIC_LIBRARIES)/libstdc++.a || true
	@[ -s $(STATIC_LIBRARIES)/libstdc++.a ] || { echo "There is no static C++ library; next: sudo apt install g++" >&2; exit 69; }
	@$(RELEASE) 2>&1 | deploy/show-progress

install: release ## program, units, manual page and completions; below ~/.local unless by root (PREFIX=, DESTDIR=)
	@deploy/install "$(BINARY)" "$(DESTDIR)" "$(PREFIX)"

uninstall: ## what install has put down; configuration and state stay
	@deploy/uninstall "$(PREFIX)"

deb: release ## a Debian package, to be installed with: sudo apt install ./pocketbell_*.deb
	@deploy/debian/build "$(BINARY)"

container: deb ## an image for podman or docker from that package
	@$$([ "$$(id -u)" = 0 ] || echo sudo) deploy/container/build "$$(ls -t pocketbell_*.deb | head -n 1)"

docs: dependencies ## the guides and the reference of the SignalR libraries as a web site, in .build/docs-site
	@.ci/docs-site

# Servers that tests talk to, and the certificates for them.
test-dependencies:
	@deploy/install-dependencies python3 openssl

dependencies:
	@deploy/install-dependencies
