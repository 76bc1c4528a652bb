package oracle

import (
	"go/constant"
	"go/token"
	"go/types"
	"testing"

	"github.com/rtest-dev/rtest/refine"
)

// TestPrintParentheses has operands that need them, and ones that do not.
func TestPrintParentheses(t *testing.T) {
	v := func(name string) refine.Expr {
		return &refine.Ref{Var: &refine.Variable{Name: name, Type: types.Typ[types.Bool]}}
	}
	p, q, r := v("p"), v("q"), v("r")
	logic := func(op refine.LogicOp, x, y refine.Expr) refine.Expr { return &refine.Logic{Op: op, X: x, Y: y} }
	number := &refine.Const{T: types.Typ[types.Int], Value: constant.MakeInt64(-1)}
	arith := func(op token.Token, x, y refine.Expr) refine.Expr {
		return &refine.Arith{Op: op, X: x, Y: y, T: types.Typ[types.Int]}
	}
	below := func(x, y refine.Expr) refine.Expr { return &refine.Compare{Op: token.LSS, X: x, Y: y} }
	chained := func(x, y refine.Expr) refine.Expr { return &refine.Logic{Op: refine.And, X: x, Y: y, Chained: true} }
	forall := &refine.Quant{All: true, Vars: []*refine.Variable{{Name: "x"}}, Over: refine.Domain{Kind: refine.Runes, X: q}, Body: p}
	n := v("n")
	tests := []struct {
		e    refine.Expr
		want string
	}{
		{logic(refine.Implies, p, logic(refine.Implies, q, r)), "p ==> q ==> r"},
		{logic(refine.Implies, logic(refine.Implies, p, q), r), "(p ==> q) ==> r"},
		{logic(refine.Iff, logic(refine.Iff, p, q), r), "p <==> q <==> r"},
		{logic(refine.Iff, p, logic(refine.Implies, q, r)), "p <==> q ==> r"},
		{logic(refine.And, logic(refine.Or, p, q), r), "(p || q) && r"},
		{logic(refine.Or, p, logic(refine.Or, q, r)), "p || (q || r)"},
		{&refine.Cond{C: p, A: q, B: &refine.Cond{C: r, A: p, B: q}}, "p ? q : r ? p : q"},
		{&refine.Cond{C: logic(refine.Implies, p, q), A: q, B: logic(refine.Implies, p, r)}, "(p ==> q) ? q : (p ==> r)"},
		{logic(refine.Or, forall, p), "(forall x in q: p) || p"},
		{logic(refine.Or, p, forall), "p || (forall x in q: p)"},
		{arith(token.SUB, n, arith(token.SUB, n, number)), "n - (n - -1)"},
		{arith(token.MUL, arith(token.ADD, n, n), n), "(n + n) * n"},
		{&refine.Unary{Op: token.SUB, X: number, T: number.T}, "-(-1)"},
		{&refine.Unary{Op: token.NOT, X: &refine.Compare{Op: token.EQL, X: p, Y: q}, T: types.Typ[types.Bool]}, "!(p == q)"},
		{&refine.Compare{Op: token.EQL, X: &refine.Compare{Op: token.LSS, X: n, Y: n}, Y: p}, "(n < n) == p"},
		{chained(below(number, n), below(n, r)), "-1 < n < r"},
		{chained(chained(below(number, n), below(n, r)), below(r, n)), "-1 < n < r < n"},
		{logic(refine.And, below(number, n), below(n, r)), "-1 < n && n < r"},
	}
	for _, test := range tests {
		if got := refine.Print(test.e, nil); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestText compares the text of the contract with the output of Print.
func TestText(t *testing.T) {
	pkg, far := types.NewPackage("example.com/p", "p"), types.NewPackage("example.com/far", "far")
	color := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "Color", nil), types.Typ[types.Int], nil)
	blue := types.NewConst(token.NoPos, pkg, "Blue", color, constant.MakeInt64(2))
	top := types.NewConst(token.NoPos, far, "Top", types.Typ[types.Int], constant.MakeInt64(9))
	result := &refine.Variable{Name: "result", Type: color, Role: refine.Result}
	number := func(n int64, obj *types.Const) refine.Expr {
		return &refine.Const{T: color, Value: constant.MakeInt64(n), Obj: obj}
	}
	choice := &refine.Cond{C: &refine.Const{T: types.Typ[types.Bool], Value: constant.MakeBool(true)}, A: &refine.Ref{Var: result, Name: "v"}, B: number(2, blue)}
	bound := &refine.Variable{Name: "b1", Type: color, Role: refine.Bound, Stands: choice}
	for _, test := range []struct {
		x, y        refine.Expr
		text, print string
	}{
		{&refine.Ref{Var: result, Name: "v"}, number(2, blue), "v < Blue", "result < Blue"},
		{&refine.Ref{Var: result}, number(3, nil), "result < 3", "result < Color(3)"},
		{&refine.Ref{Var: result, Name: "v"}, number(9, top), "v < far.Top", "result < far.Top"},
		{&refine.Ref{Var: result}, &refine.Ref{Var: bound}, "result < (true ? v : Blue)", "result < b1"},
	} {
		e := &refine.Compare{Op: token.LSS, X: test.x, Y: test.y}
		if text, print := refine.Text(e, pkg), refine.Print(e, pkg); text != test.text || print != test.print {
			t.Errorf("got %q and %q, want %q and %q", text, print, test.text, test.print)
		}
	}
}

// TestTextLayout compares spaces around operators with gofmt, also in extensions of Go.
func TestTextLayout(t *testing.T) {
	whole := types.Typ[types.Int]
	n := &refine.Ref{Var: &refine.Variable{Name: "n", Type: whole}}
	xs := &refine.Ref{Var: &refine.Variable{Name: "xs", Type: types.NewSlice(whole)}}
	one := &refine.Const{T: whole, Value: constant.MakeInt64(1)}
	arith := func(op token.Token, x, y refine.Expr) refine.Expr { return &refine.Arith{Op: op, X: x, Y: y, T: whole} }
	below := func(x, y refine.Expr) refine.Expr { return &refine.Compare{Op: token.LSS, X: x, Y: y} }
	twice := arith(token.MUL, n, n)
	more := arith(token.ADD, twice, one)
	at := &refine.Index{X: xs, I: arith(token.SUB, n, one), T: whole}
	made := &refine.Const{T: whole, Value: constant.MakeInt64(1440), Terms: "24 * hour", Op: token.MUL}
	span := refine.Domain{Kind: refine.Span, Low: one, High: arith(token.SUB, n, one), HalfOpen: true}
	for _, test := range []struct {
		e    refine.Expr
		want string
	}{
		{more, "n*n + 1"},
		{twice, "n * n"},
		{below(more, one), "n*n+1 < 1"},
		{below(n, made), "n < 24*hour"},
		{arith(token.MUL, n, made), "n * (24 * hour)"},
		{&refine.In{X: more, Over: refine.Domain{Kind: refine.Elements, X: xs}}, "n*n+1 in xs"},
		{&refine.Logic{Op: refine.And, X: below(twice, more), Y: below(more, one), Chained: true}, "n*n < n*n+1 < 1"},
		{&refine.Logic{Op: refine.And, X: below(more, one), Y: below(at, n)}, "n*n+1 < 1 && xs[n-1] < n"},
		{&refine.Logic{Op: refine.Implies, X: below(n, twice), Y: below(more, at)}, "n < n*n ==> n*n+1 < xs[n-1]"},
		{&refine.Quant{All: true, Vars: []*refine.Variable{{Name: "i"}}, Over: span, Body: below(more, n)}, "forall i in 1..<n-1: n*n+1 < n"},
		{&refine.Cond{C: below(n, more), A: more, B: twice}, "n < n*n+1 ? n*n + 1 : n * n"},
	} {
		if got := refine.Text(test.e, nil); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
