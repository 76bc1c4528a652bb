package codegen

import (
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// The names of the generated files. No file of the user may have them.
const (
	predicateFile = stack.GeneratedPrefix + "predicates_test.go"
	glueFile      = stack.GeneratedPrefix + "glue_test.go"
)

// copiesFile returns the name of the file with copies of functions in this language version.
func copiesFile(version string) string {
	return stack.GeneratedPrefix + "copies_" + strings.ReplaceAll(version, ".", "_") + "_test.go"
}

// Version is the language version of generated files. Predicates may use features that the
// language version of the module lacks.
const Version = "go1.24"

// Predicates writes the preconditions of the unit's targets as Go functions and fills their
// Pre. The file belongs to the package of the contracts and imports no package of rtest, so it
// can be type-checked and lifted. Preconditions that need rtest's runtime (equal, quantifiers
// over types) are in the glue instead, and their Precondition has an empty Func. The error is
// a *TargetError if some cannot be written.
func Predicates(u *Unit) (File, error) {
	f := gosource.New(u.Pkg.Types, gosource.Options{Version: Version, Forwards: u.Pkg.Forwards})
	bad := &TargetError{}
	for i, t := range u.Targets {
		t.compares = u.Compares
		if err := t.predicates(f, u.Pkg, i, bad); err != nil {
			return File{}, fmt.Errorf("%s: %w", t.Contract.Name, err)
		}
	}
	if len(bad.Blames) > 0 {
		return File{}, bad
	}
	data, err := f.Bytes()
	if err != nil {
		return File{}, fmt.Errorf("writing the preconditions of %s: %w", u.Pkg.Path, err)
	}
	name := predicateFile
	if u.Attempt > 0 {
		name = strings.TrimSuffix(name, "_test.go") + strconv.Itoa(u.Attempt) + "_test.go"
	}
	return File{Name: name, Data: data}, nil
}

func (t *Target) predicates(f *gosource.File, pkg *refine.Package, number int, bad *TargetError) error {
	inputs := t.Contract.Inputs()
	if len(inputs) != len(t.Shapes) {
		return fmt.Errorf("%d inputs have %d shapes", len(inputs), len(t.Shapes))
	}
	t.Pre = nil
	// A predeclared name that the package hides cannot be written without rtest's runtime. The
	// glue then has these preconditions too.
	nameable := f.Names(types.Typ[types.Bool]) && !slices.ContainsFunc(inputs, func(v *refine.Variable) bool { return !f.Names(v.Type) })
	nameable = nameable || !f.Hides()
	names, stated := t.stated(f, pkg)
	t.known = stated
	add := func(p Precondition, body string) {
		if body != "" && !nameable {
			body = ""
		}
		if body != "" {
			p.Func = f.Name(fmt.Sprintf("pre%d_%d", number, len(t.Pre)))
			f.Func(p.Func, params(f, inputs), f.Type(types.Typ[types.Bool]), "return "+body)
		}
		if p.Func == "" {
			p.Why = whyNative(nameable)
		}
		t.Pre = append(t.Pre, p)
		bad.unwritten(number, p.Clause, f.Unwritten())
	}
	for i, v := range inputs {
		p := Precondition{Clause: invariantOf(t.Contract, v), input: i}
		if !nameable {
			if _, ok := gosource.InvariantFunc(gosource.New(pkg.Types, gosource.Options{Runtime: runtimePath, Forwards: pkg.Forwards}), pkg.Facts, v.Type, t.drawn(i)); ok {
				add(p, "")
			}
			continue
		}
		if fn, ok := gosource.InvariantFunc(f, pkg.Facts, v.Type, t.drawn(i)); ok {
			add(p, fn+"("+param(i)+")")
		}
		if leavesOut(pkg, v.Type) {
			add(p, "")
		}
	}
	for _, c := range t.Contract.Pre {
		p := Precondition{Clause: c, input: -1}
		if !nameable || needsRuntime(pkg, c.Expr) {
			add(p, "")
		} else {
			add(p, f.Expr(c.Expr, names, nil))
		}
	}
	if !writable(f, pkg, func(f *gosource.File) { t.aims(f, pkg, number) }) {
		t.Aim, t.Ends, t.Follow = "", false, ""
	}
	if !nameable || !writable(f, pkg, func(f *gosource.File) { t.trial(f, pkg, number) }) {
		t.Trial = Trial{}
	}
	bad.unwritten(number, nil, f.Unwritten())
	return nil
}

// whyNative returns why a precondition has no function that can be lifted. nameable reports whether a file
// without rtest's runtime can name the types that such a function needs.
func whyNative(nameable bool) string {
	if nameable {
		return "it asks for what only the running program knows"
	}
	return "its package redeclares a type of Go that the function needs"
}

// writable writes functions to a file of predicates, and reports whether they could be written. In a
// package that redeclares predeclared names it tries an empty file first: the functions may
// need Go's own meaning of such a name, which has no other name without rtest's runtime.
func writable(f *gosource.File, pkg *refine.Package, write func(*gosource.File)) bool {
	if f.Hides() {
		trial := gosource.New(pkg.Types, gosource.Options{Version: Version, Forwards: pkg.Forwards})
		if write(trial); trial.Unwritten() != nil {
			return false
		}
	}
	write(f)
	return true
}

// invariantOf returns a clause for all invariants that the type of an input reaches.
func invariantOf(c *refine.Contract, v *refine.Variable) *refine.Clause {
	qualify := func(p *types.Package) string {
		if c.Func != nil && p == c.Func.Pkg() {
			return ""
		}
		return p.Name()
	}
	return &refine.Clause{Kind: refine.Invariant, Text: types.TypeString(v.Type, qualify), Pos: c.Pos, End: c.Pos}
}

// runtimePath replaces the path of the runtime where only its presence matters.
const runtimePath = "rtest/" + stack.RuntimeDir

// needsRuntime reports whether the Go source of e calls rtest's runtime.
func needsRuntime(pkg *refine.Package, e refine.Expr) bool {
	return !writes(pkg, e, "") && writes(pkg, e, runtimePath)
}

// writes reports whether e can be written as Go with that runtime; empty means none.
func writes(pkg *refine.Package, e refine.Expr, runtime string) bool {
	f := gosource.New(pkg.Types, gosource.Options{Runtime: runtime, Forwards: pkg.Forwards})
	f.Decl("var _ = " + f.Expr(e, paramName, paramName))
	return f.Unwritten() == nil
}

// leavesOut reports whether some invariant that values of type t reach needs rtest's runtime,
// so that a file without it does not check it.
func leavesOut(pkg *refine.Package, t types.Type) bool {
	count := func(path string) int {
		f := gosource.New(pkg.Types, gosource.Options{Runtime: path, Forwards: pkg.Forwards})
		gosource.InvariantFunc(f, pkg.Facts, t, false)
		return len(f.LeftOut())
	}
	return count("") > count(runtimePath)
}

func params(f *gosource.File, inputs []*refine.Variable) []gosource.Param {
	ps := make([]gosource.Param, len(inputs))
	for i, v := range inputs {
		ps[i] = gosource.Param{Name: param(i), Type: f.Type(v.Type)}
	}
	return ps
}

func param(i int) string { return fmt.Sprint("rtest_in", i) }

// paramName returns the name of a variable in a precondition.
func paramName(v *refine.Variable) string {
	if v.Role == refine.Input {
		return param(v.Index)
	}
	return "rtest_unbound_" + v.Name
}
