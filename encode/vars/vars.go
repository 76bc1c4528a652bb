// Package vars finds the package variables that keep their initial value.
//
// It takes a program in SSA form and returns the fates of its variables. It examines the functions
// of a variable's package and of the packages that name the variable. Every use except a plain read
// counts as a change: keeping the address, or passing a reference to code that is not available.
// Callers execute the initializations themselves and find out what these pass on.
package vars

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// A Fate says what may happen to a package variable.
type Fate uint8

const (
	// Kept: only the initialization of its package sets it.
	Kept Fate = iota
	// Changed: something else may set it, directly or through a reference that it holds, once its
	// package is being initialized.
	Changed
	// Hidden: its value is never known, because something may set it that is not executed or not
	// linked.
	Hidden
)

// Linked knows what the SSA form of a program does not show.
type Linked interface {
	// Users returns the packages, other than its own, that name the variable and whose functions
	// are available.
	Users(v *types.Var) []*types.Package
	// Sets reports whether something may set a variable whose code is not available: a package
	// known only by export data, the linker, assembly.
	Sets(v *types.Var) bool
	// Partial reports whether a package has files that are loaded but not linked, and whose
	// initialization calls something.
	Partial(pkg *types.Package) bool
}

// An Analysis computes the fates of the package variables of one program.
type Analysis struct {
	linked Linked
	mu     sync.Mutex
	fates  map[*ssa.Package]map[*ssa.Global]Fate
	// changed has, by package, the variables of all packages that its functions change.
	changed map[*ssa.Package]map[*ssa.Global]bool
}

// New returns the analysis of a program. If linked is nil, all packages of the program count as
// users, and nothing else sets variables.
func New(linked Linked) *Analysis {
	return &Analysis{linked: linked, fates: map[*ssa.Package]map[*ssa.Global]Fate{}, changed: map[*ssa.Package]map[*ssa.Global]bool{}}
}

// Of returns the fates of those variables of a package that are not Kept.
func (a *Analysis) Of(pkg *ssa.Package) map[*ssa.Global]Fate {
	a.mu.Lock()
	defer a.mu.Unlock()
	if known, ok := a.fates[pkg]; ok {
		return known
	}
	fates := map[*ssa.Global]Fate{}
	a.fates[pkg] = fates
	own := a.changedBy(pkg)
	for _, name := range slices.Sorted(maps.Keys(pkg.Members)) {
		g, ok := pkg.Members[name].(*ssa.Global)
		if !ok {
			continue
		}
		v, ok := g.Object().(*types.Var)
		switch {
		case !ok:
		case own[g]:
			fates[g] = Changed
		default:
			for _, user := range a.users(pkg, v) {
				if a.changedBy(user)[g] {
					fates[g] = Changed
				}
			}
		}
		if ok && a.linked != nil && a.linked.Sets(v) {
			fates[g] = Hidden
		}
	}
	if a.linked != nil && a.linked.Partial(pkg.Pkg) {
		for g := range fates {
			fates[g] = Hidden
		}
	}
	return fates
}

// users returns the available packages that may name a variable of pkg.
func (a *Analysis) users(pkg *ssa.Package, v *types.Var) []*ssa.Package {
	if !v.Exported() {
		return nil
	}
	var users []*ssa.Package
	if a.linked != nil {
		for _, t := range a.linked.Users(v) {
			if p := pkg.Prog.Package(t); p != nil && p != pkg {
				users = append(users, p)
			}
		}
		return users
	}
	for _, p := range pkg.Prog.AllPackages() {
		if p != pkg && slices.Contains(p.Pkg.Imports(), pkg.Pkg) {
			users = append(users, p)
		}
	}
	return users
}

// changedBy returns the variables that the functions of a package change. Of its own variables
// these are the ones changed by more than its initialization.
func (a *Analysis) changedBy(pkg *ssa.Package) map[*ssa.Global]bool {
	if known, ok := a.changed[pkg]; ok {
		return known
	}
	pkg.Build()
	c := newChanges()
	a.changed[pkg] = c.vars
	for _, fn := range functions(pkg) {
		if initializes(fn) {
			c.pkg = pkg
		}
		c.scan(fn)
		c.pkg = nil
	}
	return c.vars
}

// functions returns the functions and methods of a package, in order.
func functions(pkg *ssa.Package) []*ssa.Function {
	var list []*ssa.Function
	for _, name := range slices.Sorted(maps.Keys(pkg.Members)) {
		switch x := pkg.Members[name].(type) {
		case *ssa.Function:
			list = append(list, x)
		case *ssa.Type:
			named, ok := x.Type().(*types.Named)
			if !ok || named.Obj().Pkg() != pkg.Pkg {
				continue
			}
			for m := range named.Methods() {
				if fn := pkg.Prog.FuncValue(m); fn != nil {
					list = append(list, fn)
				}
			}
		}
	}
	return list
}

// initializes reports whether a function is run only when its package is initialized.
func initializes(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Signature.Recv() == nil && (fn.Name() == "init" || strings.HasPrefix(fn.Name(), "init#"))
}

// scan records the variables that a function and its function literals change.
func (c *changes) scan(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			for _, op := range in.Operands(nil) {
				if g, ok := (*op).(*ssa.Global); ok && (c.pkg == nil || g.Pkg != c.pkg) && c.useChanges(g, in) {
					c.vars[g] = true
				}
			}
		}
	}
	for _, a := range fn.AnonFuncs {
		pkg := c.pkg
		if pkg != nil && c.outlives(a) {
			c.pkg = nil
		}
		c.scan(a)
		c.pkg = pkg
	}
}

// outlives reports whether a function literal may be called after its enclosing function has
// returned, or concurrently with it.
func (c *changes) outlives(fn *ssa.Function) bool {
	if fn.Synthetic == "range-over-func yield" {
		return false // It panics then.
	}
	if fn.Referrers() == nil {
		return true
	}
	for _, r := range *fn.Referrers() {
		if made, ok := r.(*ssa.MakeClosure); ok && made.Fn == fn {
			if c.changes(made) {
				return true
			}
		} else if c.useChanges(fn, r) {
			return true
		}
	}
	return false
}

// IsError reports whether values of a type are errors.
func IsError(t types.Type) bool { return types.Implements(t, errorType) }

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// Shared reports whether a dynamic type is that of an error that somebody may change, because
// errors are passed on everywhere. Errors of packages errors and fmt have no fields that anybody
// sets.
func Shared(t types.Type) bool {
	if !IsError(t) {
		return false
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "errors" && named.Obj().Pkg().Path() != "fmt"
}

// receives reports whether an operation receives from a channel, which changes the channel.
func receives(in *ssa.UnOp) bool { return in.Op == token.ARROW }
