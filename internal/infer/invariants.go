package infer

import (
	"context"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/refine"
)

// invariants looks for what holds for all values of types that calls build. A method of each, which no value makes fail, is called with them, and
// the candidates are judged of its receiver before the call.
func (p *proposer) invariants(ctx context.Context) error {
	hosts := p.hosts()
	if len(hosts) == 0 {
		return nil
	}
	asked := map[*task][]candidate{}
	f, err := p.prepared(ctx, hosts, func(t *task) *refine.Contract {
		c := p.demanding(t)
		c.Bare, c.Pure = false, nil
		for _, cand := range p.invariantsOf(t) {
			if cand.clause = p.clause(c, refine.Ensures, ofReceiver(c, cand.text)); cand.clause != nil {
				asked[t] = append(asked[t], cand)
				c.Post = append(c.Post, cand.clause)
			}
		}
		observe.FenceAlways(p.prog, p.pkg, c)
		return c
	})
	if err != nil {
		return err
	}
	defer f.Close()
	return p.each(hosts, func(i int, t *task) error { return p.invariantOf(ctx, t, f.All()[i], asked[t]) })
}

// ofReceiver is the text of a candidate as a postcondition about the receiver before the call.
func ofReceiver(c *refine.Contract, text string) string {
	return "old(" + strings.ReplaceAll(text, "self.", c.Recv.Name+".") + ")"
}

// receiver returns the type of the package that has a method.
func (p *proposer) receiver(c *refine.Contract) *types.Named {
	if c.Recv == nil || len(c.TypeArgs) > 0 {
		return nil
	}
	n, ok := types.Unalias(refine.Pointed(c.Recv.Type)).(*types.Named)
	if !ok || n.Obj().Pkg() != p.pkg.Types {
		return nil
	}
	return n
}

// hosts returns for each type whose values calls build, and that has no invariant, the method with the fewest parameters that returns for all
// values. A type with a method some lines of which no input reaches has none: these may break what holds otherwise.
func (p *proposer) hosts() (list []*task) {
	best, open := map[*types.Named]*task{}, map[*types.Named]bool{}
	for _, t := range p.tasks {
		n := p.receiver(t.contract)
		if n == nil {
			continue
		}
		facts := p.pkg.Facts.Of(n)
		if facts == nil || facts.Inferred == "" && len(facts.Via) == 0 || len(facts.Invariants) > 0 || t.contract.Recv.Name == "_" || t.contract.Recv.Name == "" {
			continue
		}
		open[n] = open[n] || len(t.unreached) > 0
		if b := best[n]; !t.done && t.safe && !t.doubted && len(t.pre) == 0 && (b == nil || len(t.contract.Params) < len(b.contract.Params)) {
			best[n] = t
		}
	}
	for _, t := range p.tasks {
		if n := p.receiver(t.contract); n != nil && best[n] == t && !open[n] {
			list = append(list, t)
		}
	}
	return list
}

// invariantOf proposes the candidates that held for all values of the receiver.
func (p *proposer) invariantOf(ctx context.Context, t *task, f *observe.Function, asked []candidate) error {
	inputs, err := t.list(ctx, f)
	if err != nil {
		return err
	}
	seen, broken, err := f.Judge(ctx, streamsOf(inputs), patience)
	if why := observe.Ends(err); why != "" || err != nil {
		return dropped(err, why)
	}
	values := map[uint64]bool{}
	for _, o := range seen {
		if returned(o) {
			values[o.Prints[len(f.Contract.Results)]] = true
		} else if !o.Rejected {
			return nil // Something is not known of this value.
		}
	}
	if len(values) < fewValues {
		return nil
	}
	held := slices.DeleteFunc(asked, func(c candidate) bool { return broken[c.clause] })
	for _, c := range best(independent(informative(held)), mostInvariants) {
		t.invariants = append(t.invariants, Proposal{Verb: "invariant", Text: c.text, Inputs: int64(len(values)), Cost: p.cost(t.contract, Proposal{Text: ofReceiver(t.contract, c.text)})})
	}
	return nil
}

// mostInvariants is how many invariants are proposed for one type.
const mostInvariants = 6

// independent leaves out comparisons of numbers that follow from those before: where some are equal, one of them is compared with others.
func independent(held []candidate) (out []candidate) {
	equal, compared := map[string]string{}, map[[2]string]bool{}
	same := func(q string) string {
		for equal[q] != "" {
			q = equal[q]
		}
		return q
	}
	slices.SortStableFunc(held, func(a, b candidate) int { return a.rank - b.rank })
	for _, c := range held {
		if c.pair[0] != "" {
			a, b := same(c.pair[0]), same(c.pair[1])
			if pair := [2]string{a, b}; a == b || compared[pair] || compared[[2]string{b, a}] {
				continue
			} else if compared[pair] = c.rank == ordered; c.rank == exact {
				equal[b] = a
			}
		}
		out = append(out, c)
	}
	return out
}

// A view is what a field or a method shows of a value.
type view struct {
	text string
	t    types.Type
}

// invariantsOf lists what may hold for all values of the type that a method belongs to.
func (p *proposer) invariantsOf(t *task) []candidate {
	l := &lister{p: p, c: t.contract}
	n := p.receiver(t.contract)
	var views []view
	if s, ok := n.Underlying().(*types.Struct); ok {
		for field := range s.Fields() {
			if field.Name() != "_" {
				views = append(views, view{"self." + field.Name(), field.Type()})
			}
		}
	}
	fields := len(views)
	var contains []view
	for _, m := range p.tasks {
		c := m.contract
		if p.receiver(c) != n || m.done || !m.safe || m.doubted || len(m.pre) > 0 || len(c.Results) != 1 || !m.stays() || p.isConstant(c.Func) {
			continue
		}
		switch basic, _ := c.Results[0].Type.Underlying().(*types.Basic); {
		case len(c.Params) == 0:
			views = append(views, view{"self." + c.Func.Name() + "()", c.Results[0].Type})
		case len(c.Params) == 1 && basic != nil && basic.Kind() == types.Bool:
			contains = append(contains, view{"self." + c.Func.Name(), c.Params[0].Type})
		}
	}
	q := l.quantitiesOf(views, fields)
	l.listed(slices.Concat(views[fields:], views[:fields]), contains)
	for i, v := range views {
		if i < fields {
			l.held(v)
		}
		for _, a := range q {
			if b, ok := v.t.Underlying().(*types.Basic); ok && b.Kind() == types.Bool {
				l.whenNone(v.text, v.text, a)
			}
			if _, ok := v.t.Underlying().(*types.Pointer); ok {
				l.whenNone(v.text, v.text+" == nil", a)
			}
		}
	}
	for i := range l.list {
		l.list[i].of = 1
	}
	return l.list
}

// stays reports whether the arguments of a method stay as they are.
func (t *task) stays() bool {
	pure := func(d Proposal) bool { return d.Verb == "pure" }
	return slices.ContainsFunc(t.post, pure) || !slices.ContainsFunc(t.contract.Inputs(), func(v *refine.Variable) bool { return refine.Mutable(v.Type) })
}

// quantitiesOf returns the numbers and lengths that views show, and lists how they may be related. The first views are fields.
func (l *lister) quantitiesOf(views []view, fields int) (q []string) {
	known := 0
	for i, v := range views {
		switch {
		case types.Identical(v.t, types.Typ[types.Int]):
			if q = append(q, v.text); i < fields {
				l.bound(v.text, signed, v.text+" > 0", v.text+" == 1", v.text+" >= 0")
				l.bound(v.text, signed, v.text+" >= 0", v.text+" > 1")
			}
		case isLong(v.t):
			q = append(q, "len("+v.text+")")
		}
		if i < fields {
			known = len(q)
		}
	}
	// Fields are compared with fields first, and methods with methods.
	var last [][2]string
	for i, a := range q {
		for k, b := range q[i+1:] {
			if i < known == (i+1+k < known) {
				l.related(a, b)
			} else {
				last = append(last, [2]string{a, b})
			}
		}
	}
	for _, p := range last {
		l.related(p[0], p[1])
	}
	return q
}

// related lists how two numbers may be related.
func (l *lister) related(a, b string) {
	from := len(l.list)
	l.bound(a+" "+b, exact, a+" == "+b, a+" > 1")
	l.bound(a+" "+b, ordered, a+" <= "+b, a+" == "+b+" && "+b+" > 1")
	l.bound(a+" "+b, ordered, b+" <= "+a, a+" == "+b+" && "+b+" > 1")
	for i := range l.list[from:] {
		l.list[from+i].pair = [2]string{a, b}
	}
}

// whenNone lists that something holds exactly where a number is 0, which says nothing where it is always so or never.
func (l *lister) whenNone(about, what, number string) {
	l.bound(about+" zero", exact, what+" <==> "+number+" == 0", number+" > 1")
	for _, c := range []string{"(" + what + ")", "!(" + what + ")"} {
		k := slices.IndexFunc(l.list, func(x candidate) bool { return x.text == what+" <==> "+number+" == 0" })
		l.list[k].empty = append(l.list[k].empty, c)
		l.probe(c)
	}
}

// listed lists that a method with one parameter says of each element that a view lists that it is there. The first view for which that holds
// is enough.
func (l *lister) listed(views, contains []view) {
	for _, m := range contains {
		var texts []string
		for _, v := range views {
			if u, ok := v.t.Underlying().(*types.Slice); ok && types.Identical(m.t, u.Elem()) {
				texts = append(texts, "forall k in "+v.text+": "+m.text+"(k)")
				l.bound(m.text, exact, texts[len(texts)-1], "len("+v.text+") > 1")
			}
		}
		for i := range l.list {
			if k := slices.Index(texts, l.list[i].text); k >= 0 {
				l.list[i].implies = texts[k+1:]
			}
		}
	}
}

// held lists what may be true of a field: that there is something, and how elements are ordered.
func (l *lister) held(v view) {
	switch u := v.t.Underlying().(type) {
	case *types.Pointer, *types.Map:
		l.add(v.text, related, v.text+" != nil")
	case *types.Basic:
		if u.Kind() == types.String {
			l.add(v.text, signed, v.text+` != ""`)
		}
	case *types.Slice:
		if b, ok := u.Elem().Underlying().(*types.Basic); ok && b.Info()&types.IsOrdered != 0 {
			l.bound(v.text, exact, "sorted("+v.text+")", "len("+v.text+") > 1")
		}
		if types.Comparable(u.Elem()) {
			l.bound(v.text, exact, "distinct("+v.text+")", "len("+v.text+") > 1")
		}
	}
}
