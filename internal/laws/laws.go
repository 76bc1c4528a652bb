// Package laws finds equations that hold between calls of the functions of a package, for all values
// of their variables within bounds.
//
// It takes the packages of a configuration and the names of further functions. It returns a Report:
// the laws, simplest first, without those that follow from earlier ones, and the equations that nearly
// hold. Package signature collects the functions, package terms has the algebra, and the harness
// evaluates the terms.
package laws

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/refine"
)

// Limits bound the search for laws.
type Limits struct {
	// Size is the greatest number of symbols and variables of a side, Depth its greatest
	// height, Terms how many terms are evaluated.
	Size, Depth, Terms int
	// Values limits the values of a variable and Variables the variables of one type. Samples is the
	// number of assignments for which all terms are evaluated, Assignments the number for which the
	// sides of a law are compared.
	Values, Variables, Samples int
	Assignments                int64
	// Wide is the number of assignments of values up to twice the depth for which the sides of a law are compared last.
	Wide int64
}

// DefaultLimits are the documented ones.
func DefaultLimits() Limits {
	return Limits{Size: 7, Depth: 3, Terms: 20_000, Values: 200, Variables: 3, Samples: 200, Assignments: 5_000, Wide: 6_000}
}

// A Request selects the functions and limits of a search for laws.
type Request struct {
	config.Config
	// With names further functions, operators and constants; with Only they are all.
	With []string
	Only bool
	Limits
}

// Find finds the laws of the one package of a request.
func Find(ctx context.Context, q Request) (*Report, error) {
	f := &finder{Request: q, dropped: map[*signature.Function]bool{}}
	defer f.close()
	return f.find(ctx)
}

// A finder finds the laws of one package.
type finder struct {
	Request
	signature.Signature
	scratch
	loading
	// plans are those of the functions, by name.
	prepare *prepare.Package
	unit    *prepare.Unit
	plans   map[string]*prepare.Plan
	// sorts holds the types of parameters, which may have variables, and then the types of results.
	// inputs builds the values of the former, by sort.
	sorts     []types.Type
	variables int
	inputs    []*input
	building
	leaves
	// dropped holds the functions that are left out.
	dropped map[*signature.Function]bool
	// explorer and writer are those of the last attempt.
	explorer *explorer
	writer   *writer
	report   Report
}

// A scratch is a temporary folder. remove deletes it. laid is the path at which the file of functions is part of the package, source its text.
type scratch struct {
	temp, laid string
	source     []byte
	remove     func() error
}

// A loading is what the go command knows of the package, and the program that was made of that last. pkg is the package with the file of
// functions.
type loading struct {
	listing *prepare.Listing
	prog    *prepare.Program
	pkg     *refine.Package
}

// An input is a type that has variables.
type input struct {
	plan    *prepare.Plan
	streams [][]int64
	// partial says that these are not all within the bounds; further are others, with which laws are
	// compared.
	partial bool
	further [][]int64
	// wide are values up to twice the depth, with which laws are compared last.
	wide [][]int64
	// nonNil means that functions do not return nil: it is not a value of the type, or most functions
	// that take the type panic for it.
	nonNil bool
	// why is the reason if there are no values.
	why string
	// slots are its variables.
	slots []int
}

func (f *finder) find(ctx context.Context) (*Report, error) {
	return f.with(ctx, func(e *lasting) (*Report, error) { return f.explore(ctx, e) })
}

// with calls do with an evaluator of the functions. It starts again without a function whose calls
// turn out not to return.
func (f *finder) with(ctx context.Context, do func(*lasting) (*Report, error)) (*Report, error) {
	if err := f.sign(ctx); err != nil {
		return nil, err
	}
	if err := f.build(ctx); err != nil {
		return nil, err
	}
	if err := f.values(ctx); err != nil {
		return nil, err
	}
	f.exclude()
	if f.unit.Binary == nil {
		return nil, f.nothing()
	}
	f.slots()
	f.without, f.deadly, f.parted = map[int]restriction{}, map[int][]uint64{}, map[int]int{}
	for {
		r, err := f.attempt(ctx, do)
		if died, ok := errors.AsType[*harness.CallEnded](err); !ok || !f.blame(died) {
			return r, err
		}
	}
}

// sort returns the index of a type in f.sorts, to which it adds new types.
func (f *finder) sort(t types.Type) int {
	i := slices.IndexFunc(f.sorts, func(s types.Type) bool { return types.Identical(s, t) })
	if i < 0 {
		i = len(f.sorts)
		f.sorts = append(f.sorts, t)
	}
	return i
}

// build builds the process.
func (f *finder) build(ctx context.Context) error {
	var err error
	if f.pkg, err = f.reload(ctx); err != nil {
		return err
	}
	prog := f.prog
	f.pkg.UsedTests = f.used(f.pkg)
	p := &prepare.Package{Config: f.Config, Prog: prog, Pkg: f.pkg, Yield: func(event.Event) bool { return true }}
	p.Run = nil
	var variables []string
	for i := range f.variables {
		variables = append(variables, signature.VariableName(i))
	}
	for _, name := range f.names() {
		contracts := prog.Bare(f.pkg, name)
		if len(contracts) != 1 {
			return fmt.Errorf("%s: the file of functions lacks %s", f.pkg.Path, name)
		}
		c := *contracts[0]
		c.Bare = true
		// A function that only declares the values of a variable is never called.
		if effect := prog.Effect(f.pkg, &c); effect != "" && !c.Skipped && !slices.Contains(variables, name) {
			c.Skip, c.Skipped, c.Effects = effect, true, true
		}
		p.Contracts = append(p.Contracts, &c)
	}
	f.prepare = p
	u, err := prepare.Caught(func() (*prepare.Unit, error) { return p.Assemble(ctx) })
	if compile, ok := errors.AsType[*codegen.CompileError](err); ok && !compile.Ours {
		return fmt.Errorf("%s does not compile:\n%s", f.pkg.Path, compile.Output)
	}
	if err != nil {
		return err
	}
	f.unit, f.plans = u, map[string]*prepare.Plan{}
	for _, plan := range u.Plans {
		f.plans[plan.Contract.Name] = plan
	}
	return nil
}

// used returns the test files of the process: the file of functions if it is one, and the files that declare the
// functions it calls.
func (f *finder) used(pkg *refine.Package) []string {
	out := slices.Clone(pkg.UsedTests)
	add := func(name string) {
		if slices.Contains(pkg.TestFiles, name) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, fn := range f.Functions {
		add(fn.Pos.Filename)
	}
	add(f.laid)
	slices.Sort(out)
	return out
}

// names are the functions in the file.
func (f *finder) names() (out []string) {
	for i := range f.Functions {
		out = append(out, signature.FunctionName(i))
	}
	for i := range f.variables {
		out = append(out, signature.VariableName(i))
	}
	for i := range f.states {
		out = append(out, signature.StateName(i))
	}
	return out
}

// only returns the package of a program. It is an error if there is more than one or if it does not
// compile.
func only(prog *prepare.Program) (*refine.Package, error) {
	var found *refine.Package
	for _, p := range prog.Packages {
		switch {
		case p.External:
		case found != nil:
			return nil, fmt.Errorf("laws are those of one package; the patterns match %s and %s", found.Path, p.Path)
		default:
			found = p
		}
	}
	if found == nil {
		return nil, errors.New("no package has that name")
	}
	for _, d := range found.Diags {
		if found.Broken || d.Severity == diag.Error {
			return nil, d
		}
	}
	return found, nil
}

func (f *finder) close() {
	if f.unit != nil {
		f.unit.Close()
	}
	if f.remove != nil {
		f.remove()
	}
}
