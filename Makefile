# The targets work from a clean checkout; `make test` is what CI runs.

GO ?= go
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.7.0

.PHONY: all build install test lint bench microbench demo z3

all: build

build:
	$(GO) build -o bin/rtest ./cmd/rtest

install:
	$(GO) install ./cmd/rtest

# Most of the time goes to programs that are loaded, compiled and thrown away, for
# which collecting garbage seldom pays. Tests do not vet again what was vetted.
test: export GOGC = 400
test: z3
	$(GO) vet ./...
	$(GO) test -vet=off -timeout 80m ./...
	cd internal/report/testdata/schema && $(GO) vet . && $(GO) test .
	@./.ci/vscode

lint:
	@out=$$(gofmt -l $$(git ls-files '*.go' | grep -v /testdata/)); \
	if [ -n "$$out" ]; then echo "gofmt would change:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

# bench compares rtest with enumerators written by hand and with other tools, and
# writes docs/benchmarks.md. What it compares with is in a module of its own.
bench: build z3
	cd bench && $(GO) run . -rtest ../bin/rtest -out ../docs/benchmarks.md

microbench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# z3 installs the solver where a package manager is known.
z3:
	@./.ci/z3

# demo shows rtest at work on the examples, some of which have faults in them.
demo: z3
	@./.ci/demo
