package terms

import "slices"

// A Closure is a congruence over some terms: the consequences of equations by replacing equals in
// these terms. Unlike a System it needs no direction of an equation, and it makes no terms but instances of
// the sides of what is assumed: those of an equation for the terms that are there, and for the instances of the
// equations before it.
type Closure struct {
	b *Bank
	// heads are the terms by symbol.
	heads map[int][]*Term
	// parent maps each term towards the representative of its class. users maps a representative to
	// the terms that have an argument in its class.
	parent map[*Term]*Term
	users  map[*Term][]*Term
	// calls has one term for each symbol with classes as arguments.
	calls map[call]*Term
	// assumed are the equations that hold for all values of their variables, each in both directions. From is the
	// first of which a term has its instances.
	assumed []equation
	from    map[*Term]int
	// pending are pairs that are to be joined.
	pending []equation
}

// A call is a symbol with the classes of its arguments, given by the numbers of their representatives.
type call struct {
	symbol int
	args   [4]int
}

// NewClosure returns a closure without terms.
func NewClosure(b *Bank) *Closure {
	return &Closure{
		b: b, heads: map[int][]*Term{}, parent: map[*Term]*Term{}, users: map[*Term][]*Term{}, calls: map[call]*Term{}, from: map[*Term]int{},
	}
}

// Add adds a term with its parts, and the instances of what is assumed.
func (c *Closure) Add(t *Term) { c.add(t, 0) }

// add adds a term with its parts, and the instances of what is assumed from an index on.
func (c *Closure) add(t *Term, from int) {
	to := len(c.assumed)
	if c.parent[t] != nil {
		to = c.from[t]
	}
	if c.parent[t] != nil && from >= to {
		return
	}
	for _, a := range t.Args {
		c.add(a, from)
	}
	c.from[t] = from
	if c.parent[t] == nil {
		c.parent[t] = t
		c.heads[t.Symbol] = append(c.heads[t.Symbol], t)
		for _, a := range t.Args {
			r := c.find(a)
			c.users[r] = append(c.users[r], t)
		}
		c.file(t)
	}
	for i := from; i < to; i++ {
		c.instance(t, i)
	}
}

// file looks for a term that is the same call of the same classes as t.
func (c *Closure) file(t *Term) {
	if len(t.Args) == 0 || len(t.Args) > 4 {
		return
	}
	k := call{symbol: t.Symbol}
	for i, a := range t.Args {
		k.args[i] = c.find(a).ID
	}
	if s := c.calls[k]; s == nil {
		c.calls[k] = t
	} else if s != t {
		c.pending = append(c.pending, equation{s, t})
	}
}

func (c *Closure) find(t *Term) *Term {
	root := t
	for c.parent[root] != root {
		root = c.parent[root]
	}
	for t != root {
		t, c.parent[t] = c.parent[t], root
	}
	return root
}

// Join makes two terms equal.
func (c *Closure) Join(s, t *Term) {
	c.Add(s)
	c.Add(t)
	c.pending = append(c.pending, equation{s, t})
}

// Equal reports whether two terms are equal.
func (c *Closure) Equal(s, t *Term) bool {
	c.Add(s)
	c.Add(t)
	c.close()
	return c.find(s) == c.find(t)
}

// Assume makes both sides of an equation equal where an instance of either is a term that is there, or is added
// later, and no variable.
func (c *Closure) Assume(l, r *Term) {
	for _, e := range [2]equation{{l, r}, {r, l}} {
		c.assumed = append(c.assumed, e)
		for _, t := range slices.Clone(c.heads[e.l.Symbol]) {
			c.instance(t, len(c.assumed)-1)
		}
	}
}

// instance joins t with what an assumed equation says that it is, if it is an instance of the left side.
func (c *Closure) instance(t *Term, i int) {
	e := c.assumed[i]
	if e.l.Symbol == Variable || t.Symbol != e.l.Symbol || t.Size < e.l.Size {
		return
	}
	sub := &Substitution{}
	unbound := func(v int) bool { return sub.Get(v) == nil }
	if Match(e.l, t, sub) && !slices.ContainsFunc(e.r.vars, unbound) {
		by := c.b.Substitute(e.r, sub)
		c.add(by, i+1)
		c.pending = append(c.pending, equation{t, by})
	}
}

// close joins the pending pairs and then the terms whose arguments have become equal.
func (c *Closure) close() {
	for len(c.pending) > 0 {
		last := len(c.pending) - 1
		p, q := c.find(c.pending[last].l), c.find(c.pending[last].r)
		c.pending = c.pending[:last]
		if p == q {
			continue
		}
		if len(c.users[p]) > len(c.users[q]) {
			p, q = q, p
		}
		c.parent[p] = q
		moved := c.users[p]
		c.users[q] = append(c.users[q], moved...)
		delete(c.users, p)
		for _, t := range moved {
			c.file(t)
		}
	}
}
