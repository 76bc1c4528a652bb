package refine

import (
	"go/constant"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestCheckRandom has the terms of the generator, all of which Go compiles.
func TestCheckRandom(t *testing.T) {
	w := loadWorld(t)
	m := &maker{world: w, r: rand.New(rand.NewPCG(3, 4))}
	for range 2000 {
		e := m.expr(m.t("bool"), 4)
		if err := Check(e); err != nil {
			t.Fatalf("%s: %v", Print(e, w.pkg), err)
		}
	}
}

// TestCheck has for every rule a term that breaks it.
func TestCheck(t *testing.T) {
	i, s, b := types.Typ[types.Int], types.Typ[types.String], types.Typ[types.Bool]
	xs := types.NewSlice(i)
	one := &Const{T: i, Value: constant.MakeInt64(1)}
	text := &Const{T: s, Value: constant.MakeString("a")}
	yes := &Const{T: b, Value: constant.MakeBool(true)}
	v := &Variable{Name: "x", Type: i}
	list := &Composite{T: xs, Values: []Expr{one}}
	tests := []struct {
		e    Expr
		want string
	}{
		{&Arith{Op: token.ADD, X: one, Y: one, T: i}, ""},
		{&Const{T: types.Typ[types.UntypedInt], Value: one.Value}, "untyped"},
		{&Ref{Var: &Variable{Name: "x"}}, "no type"},
		{&Logic{X: yes}, "missing"},
		{&Logic{X: yes, Y: one}, "no predicate"},
		{&Nil{T: i}, "no nil"},
		{&Deref{X: one, T: i}, "pointer"},
		{&Arith{Op: token.ADD, X: one, Y: text, T: i}, "wanted"},
		{&Arith{Op: token.SHL, X: one, Y: text, T: i}, "shift"},
		{&Compare{Op: token.EQL, X: one, Y: text}, "compares"},
		{&Compare{Op: token.LSS, X: yes, Y: yes}, "orders"},
		{&Compare{Op: token.EQL, X: list, Y: list}, "no =="},
		{&Compare{Op: token.EQL, X: list, Y: list, Deep: true}, ""},
		{&Cond{C: one, A: one, B: one, T: i}, "no predicate"},
		{&Cond{C: yes, A: one, B: text, T: i}, "wanted"},
		{&Quant{Over: Domain{Kind: Elements, X: list}, Body: yes}, "binds 0"},
		{&Quant{Vars: []*Variable{v}, Over: Domain{Kind: Elements, X: one}, Body: yes}, "not of the kind"},
		{&Quant{Vars: []*Variable{v}, Over: Domain{Kind: Span, Low: one, High: text}, Body: yes}, "not of the kind"},
		{&Quant{Vars: []*Variable{v}, Over: Domain{Kind: Elements, X: list}, Body: one}, "no predicate"},
		{&In{X: text, Over: Domain{Kind: Elements, X: list}}, "wanted"},
		{&Is{X: one, T: i}, "dynamic type"},
		{&Assert{X: one, T: i}, "dynamic type"},
		{&Tuple{Call: one, Elems: []Expr{one, one}}, "list of 2"},
		{&Call{Fun: one, T: i}, "calls"},
		{&Convert{X: text, T: i}, "converts"},
		{&Index{X: list, I: text, T: i}, "index"},
		{&Slice{X: list, Low: text, T: xs}, "bound"},
		{&Builtin{Own: true, Name: "len", Args: []Expr{list}, T: i}, "no function of rtest"},
		{&Composite{T: xs, Keys: []Expr{one}, Values: []Expr{one, one}}, "keys"},
		{&LetIn{Var: v, Value: text, Body: yes}, "wanted"},
	}
	for n, test := range tests {
		err := Check(test.e)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d: %v, want %q", n, err, test.want)
		}
	}
}

// TestContractScope has a precondition that speaks of a result.
func TestContractScope(t *testing.T) {
	i := types.Typ[types.Int]
	in := &Variable{Name: "n", Type: i}
	out := &Variable{Name: "result", Type: i, Role: Result}
	less := &Compare{Op: token.LSS, X: &Ref{Var: in}, Y: &Ref{Var: out}}
	c := &Contract{Name: "F", Params: []*Variable{in}, Results: []*Variable{out}, Post: []*Clause{{Expr: less}}}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	c.Pre, c.Post = c.Post, nil
	if err := c.Check(); err == nil || !strings.Contains(err.Error(), "not in scope") {
		t.Errorf("got %v", err)
	}
}

// TestPrintParentheses has operands that need them, and ones that do not.
func TestPrintParentheses(t *testing.T) {
	v := func(name string) Expr { return &Ref{Var: &Variable{Name: name, Type: types.Typ[types.Bool]}} }
	p, q, r := v("p"), v("q"), v("r")
	logic := func(op LogicOp, x, y Expr) Expr { return &Logic{Op: op, X: x, Y: y} }
	number := &Const{T: types.Typ[types.Int], Value: constant.MakeInt64(-1)}
	arith := func(op token.Token, x, y Expr) Expr { return &Arith{Op: op, X: x, Y: y, T: types.Typ[types.Int]} }
	below := func(x, y Expr) Expr { return &Compare{Op: token.LSS, X: x, Y: y} }
	chained := func(x, y Expr) Expr { return &Logic{Op: And, X: x, Y: y, Chained: true} }
	forall := &Quant{All: true, Vars: []*Variable{{Name: "x"}}, Over: Domain{Kind: Runes, X: q}, Body: p}
	n := v("n")
	tests := []struct {
		e    Expr
		want string
	}{
		{logic(Implies, p, logic(Implies, q, r)), "p ==> q ==> r"},
		{logic(Implies, logic(Implies, p, q), r), "(p ==> q) ==> r"},
		{logic(Iff, logic(Iff, p, q), r), "p <==> q <==> r"},
		{logic(Iff, p, logic(Implies, q, r)), "p <==> q ==> r"},
		{logic(And, logic(Or, p, q), r), "(p || q) && r"},
		{logic(Or, p, logic(Or, q, r)), "p || (q || r)"},
		{&Cond{C: p, A: q, B: &Cond{C: r, A: p, B: q}}, "p ? q : r ? p : q"},
		{&Cond{C: logic(Implies, p, q), A: q, B: logic(Implies, p, r)}, "(p ==> q) ? q : (p ==> r)"},
		{logic(Or, forall, p), "(forall x in q: p) || p"},
		{logic(Or, p, forall), "p || (forall x in q: p)"},
		{arith(token.SUB, n, arith(token.SUB, n, number)), "n - (n - -1)"},
		{arith(token.MUL, arith(token.ADD, n, n), n), "(n + n) * n"},
		{&Unary{Op: token.SUB, X: number, T: number.T}, "-(-1)"},
		{&Unary{Op: token.NOT, X: &Compare{Op: token.EQL, X: p, Y: q}, T: types.Typ[types.Bool]}, "!(p == q)"},
		{&Compare{Op: token.EQL, X: &Compare{Op: token.LSS, X: n, Y: n}, Y: p}, "(n < n) == p"},
		{chained(below(number, n), below(n, r)), "-1 < n < r"},
		{chained(chained(below(number, n), below(n, r)), below(r, n)), "-1 < n < r < n"},
		{logic(And, below(number, n), below(n, r)), "-1 < n && n < r"},
	}
	for _, test := range tests {
		if got := Print(test.e, nil); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestText compares the words of the contract with what Print says.
func TestText(t *testing.T) {
	pkg, far := types.NewPackage("example.com/p", "p"), types.NewPackage("example.com/far", "far")
	color := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "Color", nil), types.Typ[types.Int], nil)
	blue := types.NewConst(token.NoPos, pkg, "Blue", color, constant.MakeInt64(2))
	top := types.NewConst(token.NoPos, far, "Top", types.Typ[types.Int], constant.MakeInt64(9))
	result := &Variable{Name: "result", Type: color, Role: Result}
	number := func(n int64, obj *types.Const) Expr { return &Const{T: color, Value: constant.MakeInt64(n), Obj: obj} }
	for _, test := range []struct {
		x, y        Expr
		text, print string
	}{
		{&Ref{Var: result, Name: "v"}, number(2, blue), "v < Blue", "result < Blue"},
		{&Ref{Var: result}, number(3, nil), "result < 3", "result < Color(3)"},
		{&Ref{Var: result, Name: "v"}, number(9, top), "v < far.Top", "result < far.Top"},
	} {
		e := &Compare{Op: token.LSS, X: test.x, Y: test.y}
		if text, print := Text(e, pkg), Print(e, pkg); text != test.text || print != test.print {
			t.Errorf("got %q and %q, want %q and %q", text, print, test.text, test.print)
		}
	}
}

// TestTextLayout compares blanks around operators with what gofmt writes, also
// in parts of what Go does not have.
func TestTextLayout(t *testing.T) {
	whole := types.Typ[types.Int]
	n := &Ref{Var: &Variable{Name: "n", Type: whole}}
	xs := &Ref{Var: &Variable{Name: "xs", Type: types.NewSlice(whole)}}
	one := &Const{T: whole, Value: constant.MakeInt64(1)}
	arith := func(op token.Token, x, y Expr) Expr { return &Arith{Op: op, X: x, Y: y, T: whole} }
	below := func(x, y Expr) Expr { return &Compare{Op: token.LSS, X: x, Y: y} }
	twice := arith(token.MUL, n, n)
	more := arith(token.ADD, twice, one)
	at := &Index{X: xs, I: arith(token.SUB, n, one), T: whole}
	made := &Const{T: whole, Value: constant.MakeInt64(1440), Terms: "24 * hour", Op: token.MUL}
	span := Domain{Kind: Span, Low: one, High: arith(token.SUB, n, one), HalfOpen: true}
	for _, test := range []struct {
		e    Expr
		want string
	}{
		{more, "n*n + 1"},
		{twice, "n * n"},
		{below(more, one), "n*n+1 < 1"},
		{below(n, made), "n < 24*hour"},
		{arith(token.MUL, n, made), "n * (24 * hour)"},
		{&In{X: more, Over: Domain{Kind: Elements, X: xs}}, "n*n+1 in xs"},
		{&Logic{Op: And, X: below(twice, more), Y: below(more, one), Chained: true}, "n*n < n*n+1 < 1"},
		{&Logic{Op: And, X: below(more, one), Y: below(at, n)}, "n*n+1 < 1 && xs[n-1] < n"},
		{&Logic{Op: Implies, X: below(n, twice), Y: below(more, at)}, "n < n*n ==> n*n+1 < xs[n-1]"},
		{&Quant{All: true, Vars: []*Variable{{Name: "i"}}, Over: span, Body: below(more, n)}, "forall i in 1..<n-1: n*n+1 < n"},
		{&Cond{C: below(n, more), A: more, B: twice}, "n < n*n+1 ? n*n + 1 : n * n"},
	} {
		if got := Text(test.e, nil); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
