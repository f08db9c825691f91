# make build    the binary bin/hardbop
# make demo     the binary, and a first check of a small driver
# make install PREFIX=/usr/local DESTDIR=   the binary, manual pages, completions, rules, models, contrib
# make uninstall PREFIX= DESTDIR=           takes them away
# make dist     a release: dist/hardbop-VERSION-linux-ARCH.tar.gz, the same bytes from the same commit
# make test     what every change has to pass
# make suites   the benchmark suites with their expected verdicts
# make soak     generated inputs and planted faults, for a long time
# make bench-bdd  the decision diagrams against the C library BuDDy, which it installs
# make deps     a C compiler and the Z3 library; the others begin with it, the tests want mingw-w64 too

GO ?= go
STATICCHECK ?= $(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2
# The folder with the benchmark suites.
BENCH ?= ../shared/bench

PREFIX ?= /usr/local
DESTDIR ?=
# The commit, which hardbop version says.
COMMIT := $(shell scripts/commit.sh)
LDFLAGS = -ldflags "-X main.builtFrom=$(COMMIT)"

.PHONY: build demo install uninstall dist test fmt vet staticcheck suites soak tutorials tutorial-deps bench-bdd deps test-deps clean

build: deps
	$(GO) build $(LDFLAGS) -o bin/hardbop ./cmd/hardbop

# Root, who installs, may have no Go: then what was built is installed.
install:
	@if command -v $(GO) >/dev/null 2>&1; then $(MAKE) build; else test -x bin/hardbop || { echo "run make build first" >&2; exit 1; }; fi
	@scripts/install.sh bin/hardbop "$(DESTDIR)$(PREFIX)"

uninstall:
	@scripts/install.sh --remove "$(DESTDIR)$(PREFIX)"

dist: deps
	@GO="$(GO)" scripts/dist.sh

demo: build
	@scripts/demo.sh

# The suites that the tests take a sample of.
SAMPLED = locks ntdrivers-simplified ssh-simplified ldv-regression boolprog boolprog-satabs

test: test-deps fmt vet
	REQUIRE_TOOLS=1 HARDBOP_BENCH=$(abspath $(BENCH)) $(GO) test -timeout 30m ./...
	@n=0; for s in $(SAMPLED); do [ -d $(BENCH)/$$s ] || n=$$((n+1)); done; \
	echo "make test: passed; skipped suites: $$n of $(words $(SAMPLED))"

# The tutorials, as they are typed: with a C compiler, libz3, the headers of a kernel, and mingw-w64.
tutorials: tutorial-deps
	REQUIRE_TOOLS=1 $(GO) test -count=1 ./cmd/hardbop -run 'TestManual/(tutorial-|write-a-rule|boolean-programs)' -v

fmt:
	@scripts/gofmt-check.sh

vet:
	$(GO) vet ./...

staticcheck:
	$(STATICCHECK) ./...

suites: build
	bin/hardbop suite run $(BENCH) -j 2 --out suites.jsonl

soak: build test-deps
	REQUIRE_TOOLS=1 $(GO) test -tags soak -count=1 -timeout 4h ./...
	@echo "make soak: passed"

bench-bdd:
	internal/bdd/testdata/buddy/compare.sh

deps:
	@scripts/ensure-deps.sh

test-deps:
	@scripts/ensure-deps.sh tests

tutorial-deps:
	@scripts/ensure-deps.sh tutorials

clean:
	rm -rf bin dist
