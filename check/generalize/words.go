package generalize

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// operatorTexts returns the Go operators of a comparison and of its opposite.
func operatorTexts(op harness.Op) (text, not string) {
	switch op {
	case harness.OpEqual:
		return "==", "!="
	case harness.OpLess:
		return "<", ">="
	case harness.OpGreater:
		return ">", "<="
	case harness.OpNotEqual:
		return "!=", "=="
	case harness.OpLessOrEqual:
		return "<=", ">"
	}
	return ">=", "<"
}

// allOps returns the comparisons, simplest first.
func allOps() []harness.Op {
	return []harness.Op{
		harness.OpEqual, harness.OpLess, harness.OpGreater, harness.OpNotEqual, harness.OpLessOrEqual, harness.OpGreaterOrEqual,
	}
}

// wordsAbout returns the words about one noun.
func wordsAbout(n noun) []word {
	w := word{guards: n.guards, inputs: n.input, clause: n.clause}
	if n.not != "" {
		yes, no := w, w
		yes.text, yes.not, yes.cost = n.text, n.not, n.cost
		yes.atom = harness.Atom{X: n.index, Y: -1, K: 1}
		no.text, no.not, no.cost = n.not, n.text, n.cost+1
		no.atom = harness.Atom{X: n.index, Y: -1, K: 0}
		return []word{yes, no}
	}
	var words []word
	for _, c := range n.constant {
		for rank, op := range opsFor(n, c) {
			cost := min(3, 2*int(max(c, -c))) + rank + n.cost
			words = append(words, comparison(w, n, op, cmp.Or(n.names[c], fmt.Sprint(c)), harness.Atom{X: n.index, Y: -1, K: c}, cost))
		}
	}
	return words
}

// comparison completes a word that compares a noun with the text of a value.
func comparison(w word, n noun, op harness.Op, with string, a harness.Atom, cost int) word {
	text, not := operatorTexts(op)
	if with == "0" && (n.length || value.Unsigned(n.t)) {
		not = map[harness.Op]string{harness.OpEqual: ">", harness.OpGreater: "=="}[op]
	}
	w.text, w.not = n.text+" "+text+" "+with, n.text+" "+not+" "+with
	w.cost, w.atom = cost, a
	w.atom.Op, w.atom.Unsigned = op, value.Unsigned(n.t)
	return w
}

// opsFor returns the comparisons of a noun with a constant, without redundant ones.
func opsFor(n noun, c int64) []harness.Op {
	switch natural := n.length || value.Unsigned(n.t); {
	case natural && c == 0:
		return []harness.Op{harness.OpEqual, harness.OpGreater}
	case n.length:
		return []harness.Op{harness.OpEqual, harness.OpGreater, harness.OpLess}
	case c == 1:
		return []harness.Op{harness.OpEqual, harness.OpGreater, harness.OpNotEqual, harness.OpLessOrEqual}
	case c == -1:
		return []harness.Op{harness.OpEqual, harness.OpLess, harness.OpNotEqual, harness.OpGreaterOrEqual}
	}
	return allOps()
}

// wordsComparing returns the words that compare two nouns.
func wordsComparing(x, y noun) []word {
	if x.not != "" || y.not != "" || !types.Identical(x.t, y.t) {
		return nil
	}
	both := combined(x, y)
	w := word{guards: both.guards, inputs: both.input}
	cost := x.cost + y.cost + 3
	var words []word
	for rank, op := range allOps() {
		words = append(words, comparison(w, x, op, y.text, harness.Atom{X: x.index, Y: y.index}, cost+rank))
	}
	// Off-by-one errors are common.
	if x.length != y.length {
		if x.length {
			x, y = y, x
		}
		a := harness.Atom{X: x.index, Y: y.index, K: -1}
		words = append(words, comparison(w, x, harness.OpEqual, y.text+"-1", a, cost+4))
	}
	return words
}

// addClauses adds the boolean parts of the contract that refer to inputs only.
func (b *lexicon) addClauses() {
	c := b.contract
	all := slices.Concat(c.Post, c.Pre)
	if c.Panics != nil {
		all = append(all, c.Panics)
	}
	for _, cl := range all {
		if cl.Expr != nil {
			b.whole = cl
			b.addParts(cl.Expr, true)
		}
	}
}

// addParts adds the parts of a predicate. If first is false, the part is evaluated only where
// another one holds, and is added only if it calls none of the user's functions.
func (b *lexicon) addParts(e refine.Expr, first bool) {
	switch x := e.(type) {
	case *refine.Logic:
		b.addParts(x.X, first)
		b.addParts(x.Y, false)
	case *refine.Unary:
		b.addParts(x.X, first)
	case *refine.Compare:
		if types.Identical(x.X.Type().Underlying(), types.Typ[types.Bool]) {
			b.addParts(x.X, first)
			b.addParts(x.Y, first)
			return
		}
	}
	switch e.(type) {
	case *refine.Logic, *refine.Unary, *refine.Const, *refine.Ref:
		return
	}
	inputs, plain := inputsOf(e)
	if len(inputs) == 0 || !plain && !first || b.mayCallInput(e, inputs) || !types.Identical(e.Type().Underlying(), types.Typ[types.Bool]) {
		return
	}
	text := refine.Text(e, b.pkg.Types)
	if strings.ContainsAny(text, "{\n") || len(text) > 60 {
		return
	}
	n := noun{input: inputs}
	if e == b.whole.Expr {
		n.clause = b.whole
	}
	b.addTruth(n, text, opposite(e, b.pkg.Types), 4)
}

// mayCallInput reports whether an expression over the given inputs may call a function input. Each
// such question is part of the input, so only the code under test and its postconditions may ask
// it.
func (b *lexicon) mayCallInput(e refine.Expr, inputs []int) bool {
	if !slices.ContainsFunc(inputs, func(i int) bool { return b.asked[i] }) {
		return false
	}
	runs := false
	refine.Inspect(e, func(x refine.Expr) bool {
		_, call := x.(*refine.Call)
		_, fn := x.Type().Underlying().(*types.Signature)
		runs = runs || call || fn
		return !runs
	})
	return runs
}

// answeringInputs reports, for each input, whether it contains functions whose answers are chosen.
// A drawn input may contain those of the others.
func answeringInputs(shapes []value.Shape) []bool {
	holds, any := make([]bool, len(shapes)), false
	for i, s := range shapes {
		value.Walk(s, func(s value.Shape) {
			_, fn := s.(*value.Func)
			holds[i] = holds[i] || fn
		})
		any = any || holds[i]
	}
	for i, s := range shapes {
		_, drawn := s.(*value.Drawn)
		holds[i] = holds[i] || drawn && any
	}
	return holds
}

// addSharing adds words that compare pointers which may be equal.
func (b *lexicon) addSharing() {
	inputs := b.contract.Inputs()
	for _, group := range b.contract.Shared {
		for k, j := range group.Inputs {
			for _, i := range group.Inputs[:k] {
				p, q := inputs[i], inputs[j]
				if _, ok := p.Type.Underlying().(*types.Pointer); ok && types.Identical(p.Type, q.Type) {
					b.addTruth(noun{input: []int{i, j}}, p.Name+" == "+q.Name, p.Name+" != "+q.Name, 0)
				}
			}
		}
	}
}

// opposite returns the text of the negated predicate.
func opposite(e refine.Expr, pkg *types.Package) string {
	if c, ok := e.(*refine.Compare); ok {
		if op, ok := negatedOperator(c); ok {
			turned := *c
			turned.Op = op
			return refine.Text(&turned, pkg)
		}
	}
	switch e.(type) {
	case *refine.Call, *refine.Builtin:
		return "!" + refine.Text(e, pkg)
	}
	return "!(" + refine.Text(e, pkg) + ")"
}

// negatedOperator returns the operator of the negated comparison. There is none if an operand may
// be NaN.
func negatedOperator(c *refine.Compare) (token.Token, bool) {
	switch c.Op {
	case token.EQL:
		return token.NEQ, true
	case token.NEQ:
		return token.EQL, true
	}
	if b, ok := c.X.Type().Underlying().(*types.Basic); !ok || b.Info()&(types.IsInteger|types.IsString) == 0 {
		return 0, false
	}
	op, ok := map[token.Token]token.Token{token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR}[c.Op]
	return op, ok
}

// inputsOf returns the inputs that an expression refers to, or none if it refers to anything else.
// Plain reports whether it calls none of the user's functions.
func inputsOf(e refine.Expr) (inputs []int, plain bool) {
	plain, only := true, true
	bound := map[*refine.Variable]bool{}
	refine.Inspect(e, func(x refine.Expr) bool {
		switch x := x.(type) {
		case *refine.Ref:
			if x.Var.Role == refine.Input {
				inputs = append(inputs, x.Var.Index)
			} else {
				only = only && bound[x.Var]
			}
		case *refine.Quant:
			for _, v := range x.Vars {
				bound[v] = true
			}
		case *refine.LetIn:
			bound[x.Var] = true
		case *refine.Call:
			plain = false
		case *refine.Old, *refine.Builtin:
			if b, ok := x.(*refine.Builtin); !ok || b.Name == "calls" {
				only = false
			}
		}
		return only
	})
	if !only {
		return nil, plain
	}
	slices.Sort(inputs)
	return slices.Compact(inputs), plain
}
