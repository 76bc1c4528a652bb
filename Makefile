# The targets work from a clean checkout; `make test` is what CI runs.

GO ?= go
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.7.0

.PHONY: all build install test test-long lint bench microbench strategies demo z3

all: build

build:
	$(GO) build -o bin/rtest ./cmd/rtest

install:
	$(GO) install ./cmd/rtest

# test takes five to fifteen minutes on two cores. Most of that goes to programs that
# are loaded, compiled and thrown away, for which collecting garbage seldom pays. Tests
# do not vet again what was vetted.
test test-long: export GOGC = 400
test: z3
	$(GO) vet ./...
	$(GO) test -vet=off -timeout 20m ./...
	cd internal/report/testdata/schema && $(GO) vet . && $(GO) test .
	@./.ci/vscode

# test-long runs everything, which takes more than an hour: run it before each release.
# The packages of which a part needs -long are those that import internal/longtest.
LONG = $$($(GO) list -f '{{range .TestImports}}{{println . $$.ImportPath}}{{end}}{{range .XTestImports}}{{println . $$.ImportPath}}{{end}}' ./... | \
	sed -n 's|.*/internal/longtest ||p' | sort -u)
test-long: test
	$(GO) test -vet=off -timeout 150m $(LONG) -long

lint:
	@out=$$(gofmt -l $$(git ls-files '*.go' | grep -v /testdata/)); \
	if [ -n "$$out" ]; then echo "gofmt would change:"; echo "$$out"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

# bench compares rtest with enumerators written by hand and with other tools, and
# writes docs/benchmarks.md. What it compares with is in a module of its own.
bench: build z3
	cd bench && $(GO) run . -rtest ../bin/rtest -out ../docs/benchmarks.md

# strategies measures what each strategy beyond the bounds finds in the faulty functions of
# check/testdata, what each heuristic of the search saves, and what each source of suggestions about
# inputs is worth, and writes internal/STRATEGIES.md. It takes hours: the strategies alone half an hour.
strategies:
	$(GO) test -vet=off ./check -run '^Test(Strategies|Heuristics|Hints)$$' -timeout 240m \
		-strategies ../internal/STRATEGIES.md -heuristics ../internal/STRATEGIES.md -hints ../internal/STRATEGIES.md

microbench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# z3 installs the solver where a package manager is known.
z3:
	@./.ci/z3

# demo shows rtest at work on the examples, some of which have faults in them.
demo: z3
	@./.ci/demo
