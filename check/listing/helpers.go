// Package listing describes the contracts of packages and the values of their inputs, without
// running any of them.
package listing

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// A Helper is a function of the package that contracts call, with its position and the clauses that
// use it.
type Helper struct {
	Name string
	Pos  token.Position
	Uses []Use
}

// A Use is a clause of a contract.
type Use struct {
	Contract, Kind string
	Pos            token.Position
}

// helpers lists the functions of the package that the contracts call, by name.
func helpers(pkg *refine.Package, contracts []*refine.Contract) []Helper {
	uses := map[*types.Func][]Use{}
	for _, c := range contracts {
		note := func(e refine.Expr, kind string, pos token.Position) {
			if e == nil {
				return
			}
			refine.Inspect(e, func(x refine.Expr) bool {
				if fn := namedFunction(x); fn != nil && fn.Pkg() == pkg.Types && fn != c.Func {
					u := Use{Contract: c.Name, Kind: kind, Pos: pos}
					if !slices.Contains(uses[fn], u) {
						uses[fn] = append(uses[fn], u)
					}
				}
				return true
			})
		}
		for _, cl := range slices.Concat(c.Pre, c.Post, []*refine.Clause{c.Panics}, c.Classes) {
			if cl != nil {
				note(cl.Expr, cl.Kind.String(), cl.Pos)
			}
		}
		for _, l := range c.Lets {
			note(l.Value, "let", l.Pos)
		}
	}
	var list []Helper
	for fn, of := range uses {
		name := fn.Name()
		if recv := fn.Signature().Recv(); recv != nil {
			if named, ok := types.Unalias(refine.Pointed(recv.Type())).(*types.Named); ok {
				name = named.Obj().Name() + "." + name
			}
		}
		list = append(list, Helper{Name: name, Pos: pkg.Fset.Position(fn.Pos()), Uses: of})
	}
	slices.SortFunc(list, func(a, b Helper) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
	})
	return list
}

// namedFunction returns the function or method that a node of a predicate names, or nil.
func namedFunction(x refine.Expr) *types.Func {
	var obj types.Object
	switch x := x.(type) {
	case *refine.Object:
		obj = x.Obj
	case *refine.Method:
		obj = x.Sel.Obj()
	}
	fn, _ := obj.(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}
