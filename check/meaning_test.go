package check_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestMeaning compares the number of inputs that satisfy easily misunderstood predicates with a count
// by brute force.
func TestMeaning(t *testing.T) {
	longtest.Only(t, "runs rtest on a hundred programs")
	for _, name := range []string{"order", "recover"} {
		t.Run(name, func(t *testing.T) {
			cfg := unlimited(3)
			cfg.Dir, cfg.Patterns, cfg.Engine = meaningModule(t, "../encode/testdata/meaning/"+name+".txtar"), []string{"./progs"}, engine.Auto
			got := results(t, cfg)
			truths := bruteIn(t, cfg.Dir)
			if len(truths) < 20 {
				t.Errorf("%d predicates", len(truths))
			}
			for name, b := range truths {
				want := event.Exhausted
				if b.Inputs == 0 {
					want = event.Vacuous
				}
				if r := got["progs."+name]; r == nil || r.Verdict != want || r.Inputs != b.Inputs {
					t.Errorf("%s: %+v, brute force has %d inputs", name, r, b.Inputs)
				}
			}
		})
	}
}

// simple matches the types of parameters that a predicate cannot change.
var simple = regexp.MustCompile(`^(int|int8|uint8|bool)$`)

// meaningModule writes a module in which each predicate of an archive is the
// precondition of a function, and the command brute. Where a predicate panics it
// does not hold.
func meaningModule(t *testing.T, archive string) string {
	a, err := txtar.ParseFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/oracle")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "progs")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "progs"), 0o777); err != nil {
		t.Fatal(err)
	}
	var cases, funcs strings.Builder
	for _, f := range a.Files {
		file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, 0)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(f.Data), "package "+file.Name.Name, "package progs", 1)
		writeText(t, filepath.Join(dir, "progs", filepath.Base(f.Name)), text)
		for _, d := range file.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil && fd.Name.IsExported() && fd.Type.TypeParams == nil {
				posed(&cases, &funcs, fd)
			}
		}
	}
	writeText(t, filepath.Join(dir, "progs", "cases.go"), fmt.Sprintf(casesOf, cases.String(), funcs.String()))
	return dir
}

// posed writes the function for a predicate, and its case, if its parameters are
// simple.
func posed(cases, funcs *strings.Builder, fd *ast.FuncDecl) {
	var params, args []string
	for _, f := range fd.Type.Params.List {
		typ := types.ExprString(f.Type)
		if !simple.MatchString(typ) {
			return
		}
		for _, n := range f.Names {
			params, args = append(params, n.Name+" "+typ), append(args, n.Name)
		}
	}
	name, in, list := fd.Name.Name, strings.Join(params, ", "), strings.Join(args, ", ")
	fmt.Fprintf(cases, "\t{\"Of%s\", 3, Of%s, holds%s, nil},\n", name, name, name)
	fmt.Fprintf(funcs, "\nfunc holds%s(%s) (ok bool) {\n\tdefer func() {\n\t\tif recover() != nil {\n\t\t\tok = false\n\t\t}\n\t}()\n\treturn %s(%s)\n}\n", name, in, name, list)
	fmt.Fprintf(funcs, "\n//rtest:requires holds%s(%s)\n//rtest:ensures true\nfunc Of%s(%s) {}\n", name, list, name, in)
}

const casesOf = `package progs

import "reflect"

type Case struct {
	Name      string
	Depth     int
	Fn        any
	Pre, Post any
}

var (
	Inhabitants map[reflect.Type][]reflect.Type
	Enums       map[reflect.Type]int
	Strings     map[reflect.Type][]string
	Unread      map[reflect.Type]string
	Derived     map[reflect.Type]map[string][]int
	Alphabets   map[string]string
	Ints        map[string][]int
	Characters  map[string]bool
	Empties     map[string]bool
)

var Cases = []Case{
%s}
%s`
