// Looks makes and searches the forms of predicates, and counts the blocks of code that are
// executed between two looks at whether to end. It is built with the counters of coverage
// and prints a line for each count: the predicate, the phase, the last look, the number of
// blocks, and the place of the block that is executed most.
package main

import (
	"context"
	"fmt"
	"go/types"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/coverage"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

// The arguments are the folder of the predicates, one for the counters, and the tool that
// reads them.
func main() {
	log.SetFlags(log.Lshortfile)
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Dir: os.Args[1]}, ".")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		log.Fatal(err)
	}
	prog, _ := ssautil.AllPackages(pkgs, ssa.InstantiateGenerics)
	pkg := prog.Package(pkgs[0].Types)
	pkg.Build()
	for _, name := range pkgs[0].Types.Scope().Names() {
		if f, ok := pkgs[0].Types.Scope().Lookup(name).(*types.Func); ok && f.Exported() {
			measure(name, f, pkg.Func(name))
		}
	}
}

// measure goes through the phases of a predicate.
func measure(name string, f *types.Func, fn *ssa.Function) {
	c := &refine.Contract{Name: name, Func: f}
	in := encode.Inputs{Preds: []encode.Predicate{{Fn: fn}}}
	for v := range f.Signature().Params().Variables() {
		in.Names = append(in.Names, v.Name())
		c.Params = append(c.Params, &refine.Variable{Name: v.Name(), Type: v.Type(), Index: len(c.Params)})
	}
	hints := refine.Hints{ReadsAllFields: true, NilInputs: map[int]bool{}, Alphabet: []rune("ab")}
	var err error
	if in.Shapes, err = shape.Shapes(c, nil, shape.Options{Hints: hints}); err != nil {
		log.Fatal(err)
	}
	for _, how := range []string{"lifted", "interpreted"} {
		var q *encode.Problem
		looking(name, how+" making", func(l *look) {
			q, _ = encode.Encode(l, in, encode.Options{Depth: 40, Interp: &interp.Program{}, Unlifted: how == "interpreted"})
		})
		if q == nil {
			continue // It has ended.
		}
		searching(name, how+" searching", q.Form, func(s *search.Solver) {
			for range s.Solutions() {
			}
		})
		if how == "interpreted" {
			continue
		}
		searching(name, how+" spreading", q.Form, func(s *search.Solver) {
			for range s.Spread(30, 1000) {
			}
		})
	}
}

func searching(name, phase string, f *form.Form, do func(s *search.Solver)) {
	looking(name, phase, func(l *look) {
		s, err := search.New(f)
		if err != nil {
			log.Fatal(err)
		}
		s.Options = search.Options{Stall: 1 << 20, Quit: func() bool { return l.Err() != nil }}
		do(s)
	})
}

// A look is a context that ends when blocks were counted often enough.
type look struct {
	context.Context
	name, phase string
	looks       int
	next        int // the look behind which blocks are counted next, until the following one
	counts      int
}

// mostCounts is how often blocks are counted in a phase.
const mostCounts = 4

// looking counts the blocks of a phase until the first look, behind others, and behind
// the last one.
func looking(name, phase string, do func(l *look)) {
	l := &look{Context: context.Background(), name: name, phase: phase, next: 1}
	reset()
	do(l)
	l.count("end")
}

func reset() {
	if err := coverage.ClearCounters(); err != nil {
		log.Fatal(err)
	}
}

// Err counts a look.
func (l *look) Err() error {
	if l.looks++; l.counts < mostCounts && (l.looks == 1 || l.looks == l.next+1) {
		l.count(strconv.Itoa(l.looks))
		l.counts++
		l.next += l.next/2 + 1
	}
	reset()
	if l.counts == mostCounts {
		return context.Canceled
	}
	return nil
}

// count prints how many blocks were executed since the counters were reset.
func (l *look) count(until string) {
	dir, err := os.MkdirTemp(os.Args[2], "count")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := coverage.WriteMetaDir(dir); err != nil {
		log.Fatal(err)
	}
	if err := coverage.WriteCountersDir(dir); err != nil {
		log.Fatal(err)
	}
	profile := filepath.Join(dir, "profile")
	if out, err := exec.Command(os.Args[3], "textfmt", "-i="+dir, "-o="+profile).CombinedOutput(); err != nil {
		log.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(profile)
	if err != nil {
		log.Fatal(err)
	}
	sum, most, place := 0, 0, "nowhere"
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		n, err := strconv.Atoi(fields[2])
		if err != nil {
			log.Fatal(err)
		}
		if sum += n; n > most {
			most, place = n, fields[0]
		}
	}
	fmt.Printf("%s %s: until look %s: %d at %s\n", l.name, l.phase, until, sum, place)
}
