package term

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// canonical returns a term with the values of t that is simpler or older, if t has few enough
// values to list them. It is a constant, a statement about one variable, or an earlier term;
// otherwise it is t.
func (b *Builder) canonical(t Term, rows int) Term {
	n := &b.Nodes[t]
	if n.Op == form.Const || n.Op == form.Ref || n.Op == OpHold {
		return t
	}
	s := b.exact.support(t)
	if s == tooMany || b.exact.supports[s].rows > rows {
		return t
	}
	c := b.exact.column(t)
	if c == nil {
		return t
	}
	if !slices.ContainsFunc(c, func(v int64) bool { return v != c[0] }) {
		return b.Constant(n.Kind, c[0])
	}
	if n.Kind != form.Bool {
		b.tighten(t, c)
	}
	if r := b.statementAboutOne(t, s, c); r != None {
		return r
	}
	if n.Op == form.And || n.Op == form.Or {
		// Facts are found in its arguments.
		return t
	}
	key := hashNode(form.Ref, n.Kind, int64(s), c) | 1
	first, ok := b.byColumn.get(key)
	if !ok {
		b.byColumn.set(key, int32(t))
		return t
	}
	// If hashes collide, which is rare, the term is left as it is.
	if old := Term(first); b.Nodes[old].Kind == n.Kind && b.exact.support(old) == s && slices.Equal(b.exact.column(old), c) {
		return min(old, t)
	}
	return t
}

// tighten narrows the bounds of t to its values. It must be called before a mask or a support
// refers to the bounds.
func (b *Builder) tighten(t Term, values []int64) {
	n := &b.Nodes[t]
	n.Lo, n.Hi = values[0], values[0]
	for _, v := range values {
		if Less(n.Kind, v, n.Lo) {
			n.Lo = v
		}
		if Less(n.Kind, n.Hi, v) {
			n.Hi = v
		}
	}
}

// statementAboutOne returns the statement about one variable that t is, or None.
func (b *Builder) statementAboutOne(t Term, s int32, c []int64) Term {
	parts := b.exact.supports[s].parts
	if b.Nodes[t].Kind != form.Bool || len(parts) != 1 || parts[0] < 0 {
		return None
	}
	ref := b.Ref(int(parts[0]))
	if b.Nodes[ref].Kind == form.Bool || b.Count(ref) == 0 || ref > t || b.Nodes[t].Op == OpIn && b.Nodes[t].Args[0] == ref {
		return None
	}
	values := b.exact.values(parts[0])
	return b.In(ref, b.maskWhere(ref, func(v int64) bool {
		i := slices.Index(values, v)
		return i >= 0 && c[i] != 0
	}))
}

// Settle returns the constant that c is if pc holds, provided that listing the cases shows it.
// Otherwise it returns c.
func (b *Builder) Settle(pc, c Term) Term {
	if c <= Yes {
		return c
	}
	for _, l := range []*lister{b.exact, b.coarse} {
		if r := l.settle(pc, c); r != None {
			return r
		}
	}
	return c
}

// settle checks the rows of the support of c that satisfy what pc says about it. It returns the
// constant that c is in all of them, or None.
func (l *lister) settle(pc, c Term) Term {
	s := l.support(c)
	if s != tooMany && len(l.supports[s].parts) == 1 && l.supports[s].parts[0] == ^int32(c) {
		// It counts as a variable; here that does not help.
		s = l.arguments(c)
	}
	if s == tooMany {
		return None
	}
	facts := l.relevantFacts(pc, &s)
	x := l.valuesOver(c, s)
	if x == nil {
		return None
	}
	l.builder.Pass(len(x) * (1 + len(facts)))
	ok := make([]bool, len(x))
	for i := range ok {
		ok[i] = true
	}
	for _, t := range facts {
		col := l.column(t)
		if col == nil {
			continue
		}
		for r, from := range l.move(l.support(t), s) {
			ok[r] = ok[r] && col[from] != 0
		}
	}
	var can [2]bool
	for r, v := range x {
		if ok[r] {
			can[v] = true
		}
	}
	switch {
	case !can[1]:
		return No
	case !can[0]:
		return Yes
	}
	return None
}

// valuesOver returns the values of t by the rows of a support that includes its own. It returns nil
// if they are not listed.
func (l *lister) valuesOver(t Term, s int32) []int64 {
	if l.builder.Nodes[t].Op != form.Ref {
		if !l.prepare(t, s) {
			return nil
		}
		c := make([]int64, l.supports[s].rows)
		l.compute(c, t, s)
		return c
	}
	own := l.column(t)
	if own == nil {
		return nil
	}
	c := make([]int64, l.supports[s].rows)
	for r, from := range l.move(l.support(t), s) {
		c[r] = own[from]
	}
	return c
}

// relevantFacts returns the conjuncts of pc about the support s. It widens s by their supports as
// far as possible.
func (l *lister) relevantFacts(pc Term, s *int32) []Term {
	var chosen []Term
	open := l.builder.flatten(pc)
	for changed := true; changed; {
		changed = false
		l.builder.Pass(len(open))
		rest := open[:0]
		for _, t := range open {
			own := l.support(t)
			wider := l.union(*s, own)
			switch {
			case wider == *s:
				chosen = append(chosen, t)
			case wider != tooMany && l.overlap(*s, own):
				chosen, *s, changed = append(chosen, t), wider, true
			default:
				rest = append(rest, t)
			}
		}
		open = rest
	}
	return chosen
}

func (l *lister) overlap(x, y int32) bool {
	for _, p := range l.supports[y].parts {
		if slices.Contains(l.supports[x].parts, p) {
			return true
		}
	}
	return false
}

// maxConjuncts is how many nested conjunctions are divided. What is known on a long path contains
// the same parts many times.
const maxConjuncts = 1 << 10

// flatten returns the conjuncts of c, including those inside an OpHold. Each conjunction is divided
// once. If there are very many, the last ones are left whole.
func (b *Builder) flatten(c Term) []Term {
	var out []Term
	var seen map[Term]bool
	var visit func(c Term)
	visit = func(c Term) {
		n := &b.Nodes[c]
		if n.Op != form.And && n.Op != OpHold {
			out = append(out, c)
			return
		}
		if seen[c] {
			return
		}
		if seen == nil {
			seen = map[Term]bool{}
		}
		seen[c] = true
		if len(seen) > maxConjuncts {
			out = append(out, c)
			return
		}
		b.Pass(len(n.Args))
		for _, a := range n.Args {
			visit(a)
		}
	}
	visit(c)
	return out
}
