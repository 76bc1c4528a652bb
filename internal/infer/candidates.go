package infer

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// A candidate is a postcondition that may hold. about is the value that it describes. rank orders the
// candidates for a value: those of least rank are proposed, and those whose text they imply are not.
type candidate struct {
	text    string
	about   string
	rank    int
	implies []string
	clause  *refine.Clause
	// of is the number of the result that it is about, from 1 on, or 0.
	of int
	// after says that it is about an argument as the call leaves it.
	after bool
	// empty are the texts of candidates that, where one holds as well, leave this one without content. Probe says that a
	// candidate is there for that alone.
	empty []string
	probe bool
	// pair are two numbers that it compares, if it does nothing else.
	pair [2]string
}

// informative returns the candidates that held, without probes and those without content.
func informative(held []candidate) []candidate {
	holds := map[string]bool{}
	for _, c := range held {
		holds[c.text] = true
	}
	return slices.DeleteFunc(held, func(c candidate) bool {
		return c.probe || slices.ContainsFunc(c.empty, func(text string) bool { return holds[text] })
	})
}

// The ranks: what a value is, a relation that nearly says it, an order, a sign.
const (
	whole = iota
	exact
	related
	ordered
	signed
)

// best chooses at most so many proposals of the candidates that held, of each result at most one sign.
func best(held []candidate, most int) (out []candidate) {
	slices.SortStableFunc(held, func(a, b candidate) int { return a.rank - b.rank })
	implied := map[string]bool{}
	wholes := map[string]bool{}
	hasSign := map[int]bool{}
	for _, c := range held {
		if implied[c.text] || known(wholes, c.about) || len(out) == most || c.rank == signed && hasSign[c.of] {
			continue
		}
		hasSign[c.of] = hasSign[c.of] || c.rank == signed && c.of > 0
		out = append(out, c)
		for _, text := range c.implies {
			implied[text] = true
		}
		if c.rank == whole || c.rank == exact && strings.Contains(c.text, "<==>") {
			wholes[c.about] = true
		}
	}
	return out
}

// known reports whether a proposal describes a candidate's value completely: the value, its sign, its
// length, when it equals another, or what a second call makes of it.
func known(wholes map[string]bool, about string) bool {
	if wholes[about] || about == again && len(wholes) > 0 {
		return true
	}
	value, _, _ := strings.Cut(about, " ")
	return wholes[value] || wholes[strings.TrimSuffix(strings.TrimPrefix(value, "len("), ")")]
}

// A term is a value over the inputs that a clause may mention.
type term struct {
	text string
	t    types.Type
}

// candidates lists the postconditions that may hold for a function.
func (p *proposer) candidates(c *refine.Contract) []candidate {
	l := &lister{p: p, c: c}
	for _, v := range c.Inputs() {
		if token.IsIdentifier(v.Name) && v.Name != "_" {
			l.inputs = append(l.inputs, term{text: v.Name, t: v.Type})
		}
	}
	for i, v := range c.Results {
		if !types.Identical(v.Type, types.Universe.Lookup("error").Type()) {
			from := len(l.list)
			l.value(p.nameOf(c, i), v.Type)
			for k := range l.list[from:] {
				l.list[from+k].of = i + 1
			}
		}
	}
	for _, in := range l.inputs {
		if _, ok := in.t.Underlying().(*types.Pointer); ok {
			from := len(l.list)
			l.predicates(in.text, in.t)
			l.views(in.text, in.t)
			for i := range l.list[from:] {
				l.list[from+i].after = true
			}
		}
	}
	l.again()
	l.measures()
	return l.list
}

// A lister lists candidates.
type lister struct {
	p      *proposer
	c      *refine.Contract
	inputs []term
	list   []candidate
}

func (l *lister) add(about string, rank int, text string, implies ...string) {
	l.list = append(l.list, candidate{text: text, about: about, rank: rank, implies: implies})
}

// value lists what may be true of a result.
func (l *lister) value(r string, t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsInteger != 0:
			l.integer(r, t)
		case u.Kind() == types.String:
			l.text(r, t)
		case u.Info()&types.IsFloat != 0:
			l.equal(r, t, "==")
		}
	case *types.Slice:
		l.slice(r, t, u)
	case *types.Map:
		l.add("len("+r+")", signed, r+" != nil")
		for _, in := range l.inputs {
			if isLong(in.t) {
				l.add("len("+r+")", ordered, fmt.Sprintf("len(%s) <= len(%s)", r, in.text))
			}
		}
	case *types.Pointer:
		l.add(r, related, r+" != nil")
		l.equal(r, t, "==")
	}
	l.predicates(r, t)
	l.views(r, t)
}

// equal lists the inputs that a result may be.
func (l *lister) equal(r string, t types.Type, op string) {
	for _, in := range l.inputs {
		if types.Identical(in.t, t) {
			l.add(r, whole, r+" "+op+" "+in.text)
		}
	}
}

// quantities are the integers that a result is compared with: inputs and lengths.
func (l *lister) quantities(t types.Type) (out []term) {
	for _, in := range l.inputs {
		switch {
		case types.Identical(in.t, t):
			out = append(out, term{text: in.text, t: in.t})
		case isLong(in.t) && types.Identical(t, types.Typ[types.Int]):
			out = append(out, term{text: "len(" + in.text + ")", t: t})
		}
	}
	return out
}

// integer lists what may be true of an integer.
func (l *lister) integer(r string, t types.Type) {
	q := l.quantities(t)
	l.narrow(r, q)
	unsigned := t.Underlying().(*types.Basic).Info()&types.IsUnsigned != 0
	for _, k := range []string{"0", "1", "-1"} {
		if k != "-1" || !unsigned {
			l.add(r, whole, r+" == "+k)
		}
	}
	for i, a := range q {
		l.add(r, whole, r+" == "+a.text)
		if !unsigned {
			l.add(r, whole, r+" == -"+a.text)
		}
		for _, k := range []string{" + 1", " - 1", " * 2"} {
			l.add(r, whole, r+" == "+a.text+k)
		}
		l.add(r, whole, r+" == "+a.text+" * "+a.text)
		for n, b := range q {
			if n != i {
				l.add(r, whole, fmt.Sprintf("%s == %s - %s", r, a.text, b.text))
			}
			if n > i {
				l.add(r, whole, fmt.Sprintf("%s == %s + %s", r, a.text, b.text))
				l.add(r, whole, fmt.Sprintf("%s == %s * %s", r, a.text, b.text))
				l.add(r, whole, fmt.Sprintf("%s == min(%s, %s)", r, a.text, b.text))
				l.add(r, whole, fmt.Sprintf("%s == max(%s, %s)", r, a.text, b.text))
				l.add(r, exact, fmt.Sprintf("%s == %s || %[1]s == %[3]s", r, a.text, b.text))
			}
		}
		l.add(r, exact, fmt.Sprintf("%s == %s || %[1]s == -%[2]s", r, a.text))
		l.below(r, a)
	}
	for _, in := range l.inputs {
		s, ok := in.t.Underlying().(*types.Slice)
		if !ok || !types.Identical(s.Elem(), t) {
			continue
		}
		l.add(r, exact, r+" in "+in.text)
		l.add(r, exact, fmt.Sprintf("%s == sum(%s)", r, in.text))
		l.add(r, related, fmt.Sprintf("forall x in %s: x <= %s", in.text, r))
		l.add(r, related, fmt.Sprintf("forall x in %s: %s <= x", in.text, r))
	}
	about := r + " sign"
	l.bound(about, signed, r+" > 0", r+" == 1", r+" >= 0", r+" >= -1")
	if !unsigned {
		l.bound(about, signed, r+" >= 0", r+" == 0", r+" >= -1")
		l.bound(about, signed, r+" >= -1", r+" == -1")
		l.bound(about, signed, r+" < 0", r+" == -1", r+" <= 0")
		l.bound(about, signed, r+" <= 0", r+" == 0")
	}
}

// bound lists a bound of a result, or the like. If the result never reached it, as reached says, it is not known to be one: a number
// of many digits is not 0 by chance, and one element is sorted.
func (l *lister) bound(about string, rank int, text, reached string, implies ...string) {
	never := "!(" + reached + ")"
	l.list = append(l.list, candidate{text: text, about: about, rank: rank, implies: implies, empty: []string{never}})
	l.probe(never)
}

// probe lists a candidate that is there only to tell whether others have content.
func (l *lister) probe(text string) {
	if !slices.ContainsFunc(l.list, func(c candidate) bool { return c.text == text }) {
		l.list = append(l.list, candidate{text: text, probe: true})
	}
}

// beyondOne is a condition with which a quantity is none of -1, 0 and 1: a bound that is reached for these only may be
// one by chance.
func beyondOne(q term) string {
	if b, ok := q.t.Underlying().(*types.Basic); ok && b.Info()&types.IsUnsigned == 0 && !strings.HasPrefix(q.text, "len(") {
		return fmt.Sprintf("(%s > 1 || %[1]s < -1)", q.text)
	}
	return q.text + " > 1"
}

// narrow lists ranges of few numbers, as of an order or a flag: that such a result is less than a length says nothing.
func (l *lister) narrow(r string, q []term) {
	implied := []string{r + " >= 0", r + " >= -1", r + " <= 0"}
	for _, a := range q {
		implied = append(implied, r+" < "+a.text, r+" > "+a.text, r+" <= "+a.text, r+" >= "+a.text)
	}
	l.add(r+" range", exact, "0 <= "+r+" && "+r+" <= 1", append(implied, "-1 <= "+r+" && "+r+" <= 1")...)
	l.add(r+" range", exact, "-1 <= "+r+" && "+r+" <= 1", implied...)
}

// below lists how a result may be ordered with a quantity.
func (l *lister) below(r string, than term) {
	q, far := than.text, " && "+beyondOne(than)
	le, ge := r+" <= "+q, r+" >= "+q
	l.bound(r, ordered, r+" < "+q, r+" == "+q+" - 1"+far, le)
	l.bound(r, ordered, r+" > "+q, r+" == "+q+" + 1"+far, ge)
	l.bound(r, ordered, le, r+" == "+q+far)
	l.bound(r, ordered, ge, r+" == "+q+far)
}

// text lists what may be true of a string.
func (l *lister) text(r string, t types.Type) {
	l.equal(r, t, "==")
	l.add(r, whole, r+` == ""`)
	l.add(r, signed, r+` != ""`)
	for _, in := range l.inputs {
		if types.Identical(in.t, t) {
			l.lengths(r, in)
		}
	}
}

// lengths lists how the length of a result may be related to that of an input.
func (l *lister) lengths(r string, in term) {
	about := "len(" + r + ")"
	same := fmt.Sprintf("len(%s) == len(%s)", r, in.text)
	less, more := fmt.Sprintf("len(%s) <= len(%s)", r, in.text), fmt.Sprintf("len(%s) >= len(%s)", r, in.text)
	far := fmt.Sprintf("%s && len(%s) > 1", same, in.text)
	l.add(about, related, same, less, more)
	l.bound(about, ordered, less, far)
	l.bound(about, ordered, more, far)
}

// slice lists what may be true of a slice.
func (l *lister) slice(r string, t types.Type, u *types.Slice) {
	about := "len(" + r + ")"
	elem, _ := u.Elem().Underlying().(*types.Basic)
	plain := elem != nil && types.Comparable(u.Elem())
	for _, in := range l.inputs {
		switch {
		case types.Identical(in.t, t):
			same := fmt.Sprintf("len(%s) == len(%s)", r, in.text)
			less, more := fmt.Sprintf("len(%s) <= len(%s)", r, in.text), fmt.Sprintf("len(%s) >= len(%s)", r, in.text)
			l.add(r, whole, fmt.Sprintf("equal(%s, old(%s))", r, in.text), same, less, more)
			if plain {
				from := fmt.Sprintf("forall x in %s: x in old(%s)", r, in.text)
				to := fmt.Sprintf("forall x in old(%s): x in %s", in.text, r)
				l.add(r, exact, fmt.Sprintf("permutation(%s, old(%s))", r, in.text), same, less, more, from, to)
				l.add(r, related, from)
				l.add(r, related, to)
			}
			l.lengths(r, in)
		case isLong(in.t) && !isMap(in.t):
			l.lengths(r, in)
		case types.Identical(in.t, types.Typ[types.Int]):
			l.add(about, related, fmt.Sprintf("len(%s) == %s", r, in.text), fmt.Sprintf("len(%s) <= %s", r, in.text), fmt.Sprintf("len(%s) >= %s", r, in.text))
			l.add(about, ordered, fmt.Sprintf("len(%s) <= %s", r, in.text))
		case plain && types.Identical(in.t, u.Elem()):
			l.add(r, related, in.text+" in "+r)
			l.add(r, related, "!("+in.text+" in "+r+")")
		case isMap(in.t):
			l.add(about, related, fmt.Sprintf("len(%s) == len(%s)", r, in.text))
			if types.Identical(in.t.Underlying().(*types.Map).Key(), u.Elem()) {
				l.add(r, related, fmt.Sprintf("forall x in %s: x in %s", r, in.text))
			}
		}
	}
	l.add(about, whole, "len("+r+") == 0", r+" == nil")
	l.add(about, signed, "len("+r+") > 0")
	several := "len(" + r + ") > 1"
	if plain && elem.Info()&types.IsOrdered != 0 {
		l.bound(r, exact, "sorted("+r+")", several)
	}
	if plain {
		l.bound(r, related, "distinct("+r+")", several)
	}
}

// again is what the candidates that a second call decides are about. What a result is decides them as well.
const again = "again"

// again lists what may be true of a second call: that it changes nothing, or undoes the first.
func (l *lister) again() {
	c := l.c
	if c.Recv != nil || len(c.Params) != 1 || len(c.Results) != 1 || len(l.inputs) != 1 || c.Variadic || c.Func.Pkg() != l.p.pkg.Types {
		return
	}
	t, name, in := c.Params[0].Type, c.Func.Name(), l.inputs[0].text
	if !types.Identical(t, c.Results[0].Type) {
		return
	}
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
		return
	}
	l.add(again, related, fmt.Sprintf("equal(%s(%s(old(%s))), old(%[3]s))", name, name, in))
	l.add(again, related, fmt.Sprintf("equal(%s(result), result)", name))
}

// isLong reports whether a type has a length.
func isLong(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	case *types.Basic:
		return u.Kind() == types.String
	}
	return false
}

func isMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}
