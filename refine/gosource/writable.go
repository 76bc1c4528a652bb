package gosource

import (
	"go/types"

	"github.com/rtest-dev/rtest/refine"
)

// Writable says why an expression cannot be written in a package: it mentions something that
// another package does not export. It returns nil if it can.
func Writable(pkg *types.Package, w *refine.Forwards, e refine.Expr) error {
	if e == nil {
		return nil
	}
	f := New(pkg, Options{Runtime: "example.com/runtime", Forwards: w})
	name := func(*refine.Variable) string { return "x" }
	f.Decl("var _ = " + f.Expr(e, name, name))
	return f.Unwritten()
}

// HiddenInvariant returns a clause, about a type that t reaches, that cannot be evaluated in a
// package, or nil. Clauses of types built by calls do not count, because the calls ensure them.
func HiddenInvariant(pkg *types.Package, w *refine.Forwards, facts refine.Facts, t types.Type) *refine.Clause {
	f := New(pkg, Options{Runtime: "example.com/runtime", Forwards: w})
	InvariantFunc(f, facts, t, false)
	if len(f.leftOut) == 0 {
		return nil
	}
	return f.leftOut[0]
}

// HoldsInvariants reports whether values of type t reach types with clauses that can be evaluated in a
// package.
func HoldsInvariants(pkg *types.Package, w *refine.Forwards, facts refine.Facts, t types.Type) bool {
	f := New(pkg, Options{Runtime: "example.com/runtime", Forwards: w})
	return newInvariants(f, facts, true).reaches(t)
}

// writable reports whether e mentions only what the file's package can name.
func (f *File) writable(e refine.Expr) bool {
	trial := New(f.pkg, f.opt)
	trial.Expr(e, func(v *refine.Variable) string { return "v" }, func(v *refine.Variable) string { return "v" })
	return len(trial.errs) == 0
}
