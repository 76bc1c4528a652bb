package check

import (
	"context"
	"fmt"
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// tautologies warns of clauses that hold whatever the inputs and results are, as
// true || sorted(result). The clause "true" itself is left alone: it says that the
// function has a contract. So are those of generic functions, which may say
// something of other type arguments.
func (l *loop) tautologies(ctx context.Context) error {
	if sig := l.Contract.Func; sig == nil || generic(sig) {
		return nil
	}
	for _, clauses := range [][]*refine.Clause{l.Contract.Pre, l.Contract.Post} {
		for _, c := range clauses {
			if c.Expr == nil || c.Kind != refine.Requires && c.Kind != refine.Ensures {
				continue
			}
			if _, plain := c.Expr.(*refine.Const); plain || asksValue(c.Expr) {
				continue
			}
			never, err := l.clash(ctx, []refine.Expr{&refine.Unary{Op: token.NOT, X: c.Expr, T: c.Expr.Type()}})
			if err != nil {
				return err
			}
			if never {
				l.Emit(l.tautology(c))
			}
		}
	}
	return nil
}

// asksValue tells whether a predicate calls a function value, which may answer
// differently each time.
func asksValue(e refine.Expr) (asks bool) {
	refine.Inspect(e, func(e refine.Expr) bool {
		if call, ok := e.(*refine.Call); ok {
			obj, declared := call.Fun.(*refine.Object)
			_, method := call.Fun.(*refine.Method)
			if declared {
				_, declared = obj.Obj.(*types.Func)
			}
			asks = asks || !declared && !method
		}
		return !asks
	})
	return asks
}

func generic(f *types.Func) bool {
	return f.Signature().TypeParams().Len() > 0 || f.Signature().RecvTypeParams().Len() > 0
}

func (l *loop) tautology(c *refine.Clause) event.Mistake {
	says := "checks nothing"
	if c.Kind == refine.Requires {
		says = "excludes nothing"
	}
	return event.Mistake{Package: l.Pkg.Path, Function: l.Contract.Name, Diagnostic: diag.Diagnostic{
		Pos: c.Pos, End: c.End, Severity: diag.Warning, Code: "always-true",
		Message: fmt.Sprintf("%s: %s %s is always true: it %s", l.Contract.Name, c.Kind, c.Text, says),
	}}
}
