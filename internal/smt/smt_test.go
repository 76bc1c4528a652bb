package smt_test

import (
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/smt"
)

func TestEqualTermsAreOne(t *testing.T) {
	var s smt.Store
	x, y, p := s.Var("x", smt.BitVec(8)), s.Var("y", smt.BitVec(8)), s.Var("p", smt.Bool)
	for _, pair := range [][2]*smt.Term{
		{s.Apply(smt.BVAdd, x, y), s.Apply(smt.BVAdd, x, y)},
		{s.Eq(x, y), s.Eq(y, x)},
		{s.Num(-1, smt.BitVec(8)), s.Num(255, smt.BitVec(8))},
		{s.Not(s.Not(p)), p},
		{s.Eq(p, s.Bool(false)), s.Not(p)},
		{s.Ite(p, x, x), x},
		{s.Ite(s.Not(p), x, y), s.Ite(p, y, x)},
		{s.And(p, s.Bool(true), p), p},
		{s.And(p, s.Not(p)), s.Bool(false)},
		{s.Or(s.Not(p), p), s.Bool(true)},
		{s.And(), s.Bool(true)},
		{s.Extract(7, 0, x), x},
		{s.Extract(3, 0, s.ZeroExt(4, s.Extract(5, 0, x))), s.Extract(3, 0, s.Extract(5, 0, x))},
		{s.Apply(smt.BVSDiv, s.Num(-7, smt.BitVec(8)), s.Num(2, smt.BitVec(8))), s.Num(-3, smt.BitVec(8))},
		{s.Apply(smt.Mod, s.Num(-7, smt.Int), s.Num(2, smt.Int)), s.Num(1, smt.Int)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%v is not %v", pair[0], pair[1])
		}
	}
	if s.Apply(smt.BVSub, x, y) == s.Apply(smt.BVSub, y, x) {
		t.Error("x-y is y-x")
	}
}

func TestCheck(t *testing.T) {
	var s smt.Store
	x, n, p := s.Var("x", smt.BitVec(8)), s.Var("n", smt.Int), s.Var("p", smt.Bool)
	for want, term := range map[string]*smt.Term{
		"argument of sort Bool instead of a bit vector":         s.Apply(smt.BVAdd, x, p),
		"argument of sort (_ BitVec 9) instead of (_ BitVec 8)": s.Apply(smt.BVAdd, x, s.ZeroExt(1, x)),
		"instead of a bit vector":                               s.Apply(smt.BVNot, n),
		"instead of Int":                                        s.Apply(smt.Add, n, p),
		"instead of Bool":                                       s.And(p, n),
		"extract of bits 8 to 0":                                s.Extract(8, 0, x),
		"has the sorts":                                         s.Eq(p, s.Eq(s.Var("x", smt.Int), n)),
		"has 3 arguments":                                       s.Apply(smt.BVSub, x, x, x),
		"is outside the sort":                                   s.Num(2, smt.Bool),
	} {
		root := s.Not(s.Apply(smt.Distinct, term, s.Ite(p, term, s.Var("other", term.Sort()))))
		if want == "has the sorts" {
			root = s.And(root, s.Apply(smt.BVULt, x, s.Num(3, smt.BitVec(8))))
		}
		if err := smt.Check(root); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Check(%v) = %v, want %q", term, err, want)
		}
	}
	if err := smt.Check(s.Eq(s.Apply(smt.Concat, x, x), s.SignExt(8, x)), p); err != nil {
		t.Error(err)
	}
}

func TestScript(t *testing.T) {
	var s smt.Store
	x, p := s.Var("x", smt.BitVec(4)), s.Var("$p", smt.Bool)
	sum := s.Apply(smt.BVAdd, x, s.Num(-1, smt.BitVec(4)))
	script := smt.Script{
		Logic:   "QF_BV",
		Asserts: []*smt.Term{s.Apply(smt.BVSLt, sum, s.Apply(smt.BVMul, sum, x)), s.Implies(p, s.Eq(s.Extract(3, 2, sum), s.Num(1, smt.BitVec(2))))},
		Assume:  []*smt.Term{s.Not(p)},
	}
	want := `(set-logic QF_BV)
(declare-fun |x| () (_ BitVec 4))
(declare-fun |$p| () Bool)
(define-fun $$1 () (_ BitVec 4) (bvadd |x| (_ bv15 4)))
(assert (bvslt $$1 (bvmul $$1 |x|)))
(define-fun $$2 () Bool (not |$p|))
(assert (or $$2 (= ((_ extract 3 2) $$1) (_ bv1 2))))
(check-sat-assuming ((not |$p|)))
`
	if got := script.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := s.Apply(smt.BVMul, sum, sum).String(), "(let (($1 (bvadd |x| (_ bv15 4)))) (bvmul $1 $1))"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A graph of n shared operations prints in linear size, a chain of unshared
// ones in bounded depth.
func TestPrintingIsLinear(t *testing.T) {
	var s smt.Store
	x := s.Var("x", smt.Int)
	shared, chain := x, x
	for range 1000 {
		shared = s.Apply(smt.Add, shared, shared)
		chain = s.Apply(smt.Neg, chain)
	}
	if n := len(shared.String()); n > 40000 {
		t.Errorf("the shared graph takes %d bytes", n)
	}
	text, nested, deepest := chain.String(), 0, 0
	for _, line := range strings.Split(text, "(let") {
		nested = strings.Count(line, "(-")
		deepest = max(deepest, nested)
	}
	if deepest > 30 {
		t.Errorf("%d operations inside one another", deepest)
	}
}

func TestModel(t *testing.T) {
	var s smt.Store
	x, y := s.Var("x", smt.BitVec(4)), s.Var("y", smt.Int)
	m := smt.Model{x: s.Num(-3, smt.BitVec(4)).Value(), y: s.Num(-3, smt.Int).Value()}
	if got := m.String(); got != "x = 13\ny = -3" {
		t.Errorf("String() = %q", got)
	}
	if got := m.Signed(x); got.Int64() != -3 {
		t.Errorf("Signed(x) = %v", got)
	}
	v, err := smt.Eval(s.Apply(smt.Mul, y, y), m)
	if err != nil || v.Int64() != 9 {
		t.Errorf("y*y = %v, %v", v, err)
	}
	if _, err := smt.Eval(s.Apply(smt.Div, y, s.Apply(smt.Sub, y, y)), m); err == nil {
		t.Error("a division by zero has a value")
	}
	if _, err := smt.Eval(s.Var("z", smt.Int), m); err == nil {
		t.Error("a variable without value has one")
	}
}
