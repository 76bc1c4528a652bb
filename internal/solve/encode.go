package solve

import (
	"fmt"
	"math/big"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/smt"
)

// Script returns the form as an SMT-LIB 2 script, which is satisfiable if the form has a solution.
// It fails if the form does not pass Check. It needs no solver.
func Script(f *form.Form) (string, error) {
	if err := f.Check(); err != nil {
		return "", err
	}
	return smt.Script{Logic: "QF_BV", Asserts: encode(f, nil).asserts}.String(), nil
}

// An encoding is a form translated to terms.
type encoding struct {
	builder
	form *form.Form
	vars []variable
	// asserts hold in every solution and fix all variables that are not realized.
	asserts []*smt.Term
	// size is the size of the solution.
	size value
	// quit is called after every quitWork alternatives, spans and arguments, and stops the
	// translation when it returns true. It may be nil. The terms made after that are unusable.
	quit    func() bool
	work    int
	stopped bool
}

// quitWork takes some hundredths of a second.
const quitWork = 1 << 14

// stops counts work, and reports whether to stop.
func (e *encoding) stops(work int) bool {
	e.work += 1 + work
	if e.work >= quitWork && e.quit != nil {
		e.work = 0
		e.stopped = e.stopped || e.quit()
	}
	return e.stopped
}

// stopsAt is stops for the work of a variable.
func (e *encoding) stopsAt(v *form.Var) bool { return e.stops(len(v.Choice) + len(v.Dom)) }

// A variable is a variable of the form translated to terms.
type variable struct {
	// realized says whether the variable is realized. val is its value, or its default if it is not
	// realized.
	realized *smt.Term
	val      value
	// when says, for each alternative of the parent, whether it realizes this variable.
	when []bool
	// word is the term that is read from a model: the index of the alternative in possible, or the
	// value of a data variable. It is nil if there is only one.
	word *smt.Term
	// alts says, for each alternative, whether it is chosen. It is false for alternatives outside
	// the bounds.
	alts []*smt.Term
	// reach bounds the sizes that each alternative adds, together with all variables below.
	// Alternatives outside the bounds have no sizes.
	reach []reach
	// possible are the indices of the alternatives within the bounds.
	possible []int
	// dom are the values of a data variable. num is its value as an integer, also for a Bool, and
	// rank the rank of that.
	dom  domain
	num  value
	rank *smt.Term
}

// A reach is the sizes from lo to hi; ok is false if there are none.
type reach struct {
	lo, hi int64
	ok     bool
}

// encode translates a form. It stops early if quit returns true.
func encode(f *form.Form, quit func() bool) *encoding {
	e := &encoding{form: f, vars: make([]variable, len(f.Vars)), quit: quit}
	e.bound()
	for i := range f.Vars {
		if e.stopsAt(&f.Vars[i]) {
			return e
		}
		v := &e.vars[i]
		v.realized = e.realized(i)
		if len(f.Vars[i].Choice) > 0 {
			e.choice(i)
		} else {
			e.data(i)
		}
	}
	nodes := e.nodes()
	if e.stopped {
		return e
	}
	e.asserts = append(e.asserts, nodes[f.Root].term, e.level())
	e.size = e.sum(e.sizes())
	return e
}

// bound computes the domains, and the alternatives that can be chosen at all: those for which the
// level and everything they realize are within the bounds.
func (e *encoding) bound() {
	f := e.form
	children := make([][]int, len(f.Vars))
	for i := range f.Vars {
		if p := f.Vars[i].Parent; p >= 0 {
			for _, alt := range f.Vars[p].Choice {
				yes := holds(f.Vars[p].Kind, f.Vars[i].When, alt.Value)
				e.vars[i].when = append(e.vars[i].when, yes)
			}
		}
	}
	for i := len(f.Vars) - 1; i >= 0; i-- {
		fv, v := &f.Vars[i], &e.vars[i]
		if fv.Parent >= 0 {
			children[fv.Parent] = append(children[fv.Parent], i)
		}
		if len(fv.Choice) == 0 {
			v.dom = newDomain(fv, f.Level)
			continue
		}
		v.reach = make([]reach, len(fv.Choice))
		for a, alt := range fv.Choice {
			r := reach{int64(alt.Size), int64(alt.Size), alt.Level <= f.Level}
			for _, child := range children[i] {
				if e.vars[child].when[a] {
					r = r.plus(e.vars[child].sizes())
				}
			}
			v.reach[a] = r
		}
	}
}

func (r reach) plus(s reach) reach { return reach{r.lo + s.lo, r.hi + s.hi, r.ok && s.ok} }

// sizes returns the sizes that the variable adds if it is realized.
func (v *variable) sizes() reach {
	if v.reach == nil {
		return reach{ok: !v.dom.empty()}
	}
	var all reach
	for _, r := range v.reach {
		switch {
		case r.ok && all.ok:
			all.lo, all.hi = min(all.lo, r.lo), max(all.hi, r.hi)
		case r.ok:
			all = r
		}
	}
	return all
}

// realized returns the condition that variable i is realized, in terms of its parent.
func (e *encoding) realized(i int) *smt.Term {
	parent := e.form.Vars[i].Parent
	if parent < 0 {
		return e.Bool(true)
	}
	var when []*smt.Term
	for a, yes := range e.vars[i].when {
		if yes {
			when = append(when, e.vars[parent].alts[a])
		}
	}
	return e.Or(when...)
}

// holds reports whether v lies in the span, in the order of the kind.
func holds(k form.Kind, s form.Span, v int64) bool {
	n := number(k, v)
	return span(n, n).within(span(number(k, s.Lo), number(k, s.Hi)))
}

// choice translates a choice variable: to a number that counts possible alternatives, and is 0 if
// the variable is not realized.
func (e *encoding) choice(i int) {
	fv, v := &e.form.Vars[i], &e.vars[i]
	for a, r := range v.reach {
		if r.ok {
			v.possible = append(v.possible, a)
		}
	}
	v.alts = make([]*smt.Term, len(fv.Choice))
	for a := range v.alts {
		v.alts[a] = e.Bool(false)
	}
	name := fmt.Sprintf("v%d %s", i, fv.Name)
	switch len(v.possible) {
	case 0:
		e.asserts = append(e.asserts, e.Not(v.realized))
	case 1:
		v.alts[v.possible[0]] = v.realized
	case 2:
		v.word = e.Var(name, smt.Bool)
		v.alts[v.possible[0]] = e.And(v.realized, e.Not(v.word))
		v.alts[v.possible[1]] = v.word
		e.asserts = append(e.asserts, e.Implies(v.word, v.realized))
	default:
		last := span(new(big.Int), big.NewInt(int64(len(v.possible)-1)))
		sort := smt.BitVec(last.width(false))
		v.word = e.Var(name, sort)
		for n, a := range v.possible {
			v.alts[a] = e.And(v.realized, e.Eq(v.word, e.Num(int64(n), sort)))
		}
		e.asserts = append(e.asserts,
			e.Apply(smt.BVULe, v.word, e.Number(last.hi, sort)),
			e.Or(v.realized, e.Eq(v.word, e.Num(0, sort))))
	}
	rest := fv.Default
	if v.realized.IsTrue() && len(v.possible) > 0 {
		rest = fv.Choice[v.possible[0]].Value
	}
	v.val = e.literal(fv.Kind, rest)
	for _, a := range v.possible {
		v.val = e.ite(v.alts[a], e.literal(fv.Kind, fv.Choice[a].Value), v.val)
	}
}

// literal returns a constant of a kind.
func (e *encoding) literal(k form.Kind, v int64) value {
	if k == form.Bool {
		return value{term: e.Bool(v != 0)}
	}
	return e.constant(number(k, v))
}

// data translates a data variable.
func (e *encoding) data(i int) {
	fv, v := &e.form.Vars[i], &e.vars[i]
	rest := e.literal(fv.Kind, fv.Default)
	if v.dom.empty() {
		v.val = rest
		e.asserts = append(e.asserts, e.Not(v.realized))
		return
	}
	name := fmt.Sprintf("v%d %s", i, fv.Name)
	if fv.Kind == form.Bool {
		v.word = e.Var(name, smt.Bool)
		v.val = value{term: v.word}
		one, zero := e.constant(big.NewInt(1)), e.constant(new(big.Int))
		e.within(fv, v, e.ite(v.word, one, zero), rest)
		return
	}
	in := v.dom.hull(fv.Kind)
	if !v.realized.IsTrue() {
		in = in.hull(rest.in)
	}
	v.val = value{in: in}
	if in.fixed() {
		v.val = e.constant(in.lo)
	} else {
		v.word = e.Var(name, smt.BitVec(in.width(false)))
		v.val.term = v.word
	}
	e.within(fv, v, v.val, rest)
}

// within sets the rank of a data variable. It asserts that the variable is in its domain, or has
// its default if it is not realized.
func (e *encoding) within(fv *form.Var, v *variable, num, rest value) {
	v.num = num
	v.rank = v.dom.rankTerm(&e.builder, fv.Kind, num)
	e.asserts = append(e.asserts,
		e.Implies(v.realized, v.dom.member(&e.builder, fv.Kind, num)),
		e.Or(v.realized, e.compare(form.Eq, v.val, rest)))
}

// nodes translates the nodes of the form.
func (e *encoding) nodes() []value {
	vals := make([]value, len(e.form.Nodes))
	for i := range e.form.Nodes {
		n := &e.form.Nodes[i]
		if e.stops(len(n.Args)) {
			break
		}
		switch n.Op {
		case form.Const:
			vals[i] = e.literal(n.Kind, n.Val)
		case form.Ref:
			vals[i] = e.vars[n.Val].val
		default:
			args := make([]value, len(n.Args))
			for j, arg := range n.Args {
				args[j] = vals[arg]
			}
			if n.Op.Float() {
				vals[i] = e.float(n.Op, n.Kind, e.form.Nodes[n.Args[0]].Kind, args)
			} else {
				vals[i] = e.node(n.Op, n.Kind, args)
			}
		}
	}
	return vals
}

// level returns the condition that something realized has the level of the form. Domains and
// alternatives already exclude greater levels.
func (e *encoding) level() *smt.Term {
	f := e.form
	if f.Below || f.Level == 0 {
		return e.Bool(true)
	}
	var reached []*smt.Term
	for i := range f.Vars {
		fv, v := &f.Vars[i], &e.vars[i]
		if e.stopsAt(fv) {
			break
		}
		for a, alt := range fv.Choice {
			if alt.Level == f.Level {
				reached = append(reached, v.alts[a])
			}
		}
		switch {
		case len(fv.Choice) > 0 || v.dom.empty():
		case fv.Level == f.Level:
			reached = append(reached, v.realized)
		case fv.ByMagnitude:
			top := int64(f.Level)
			reached = append(reached, e.And(v.realized, e.Or(
				e.compare(form.Le, e.constant(big.NewInt(top)), v.num),
				e.compare(form.Le, v.num, e.constant(big.NewInt(-top))))))
		}
	}
	return e.Or(reached...)
}

// sizes returns what the choice variables add to the size.
func (e *encoding) sizes() []value {
	var out []value
	for i := range e.form.Vars {
		if e.stopsAt(&e.form.Vars[i]) {
			break
		}
		sum := e.constant(new(big.Int))
		for a, alt := range e.form.Vars[i].Choice {
			sum = e.ite(e.vars[i].alts[a], e.constant(big.NewInt(int64(alt.Size))), sum)
		}
		if !sum.in.fixed() || sum.in.hi.Sign() > 0 {
			out = append(out, sum)
		}
	}
	return out
}

// sum adds values pairwise in a tree, so that small sums have few bits.
func (e *encoding) sum(vals []value) value {
	switch n := len(vals); n {
	case 0:
		return e.constant(new(big.Int))
	case 1:
		return vals[0]
	default:
		if e.stops(0) {
			return vals[0]
		}
		return e.integer(form.Add, form.Int64, []value{e.sum(vals[:n/2]), e.sum(vals[n/2:])})
	}
}
