package terms

import "slices"

// A Closure is a congruence over some terms: the consequences of equations by replacing equals in
// these terms. Unlike a System, it does not need oriented equations, and the only terms it creates are
// instances of the sides of the assumed equations.
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
	// assumed are the equations that hold for all values of their variables.
	assumed []equation
	// pending holds pairs to be joined.
	pending []equation
}

// A call is a symbol with the classes of its arguments, given by the numbers of their representatives.
type call struct {
	symbol int
	args   [4]int
}

// NewClosure returns a closure without terms.
func NewClosure(b *Bank) *Closure {
	return &Closure{b: b, heads: map[int][]*Term{}, parent: map[*Term]*Term{}, users: map[*Term][]*Term{}, calls: map[call]*Term{}}
}

// Add adds a term, its parts, and the instances of the assumed equations.
func (c *Closure) Add(t *Term) {
	fresh := c.add(t, nil)
	for _, e := range c.assumed {
		for _, d := range [2]equation{e, {e.r, e.l}} {
			for _, t := range fresh[:len(fresh):len(fresh)] {
				fresh = c.instance(t, d, fresh)
			}
		}
	}
}

// add adds a term with its parts, and appends those that were not there to fresh.
func (c *Closure) add(t *Term, fresh []*Term) []*Term {
	if c.parent[t] != nil {
		return fresh
	}
	for _, a := range t.Args {
		fresh = c.add(a, fresh)
	}
	c.parent[t] = t
	c.heads[t.Symbol] = append(c.heads[t.Symbol], t)
	for _, a := range t.Args {
		r := c.find(a)
		c.users[r] = append(c.users[r], t)
	}
	c.file(t)
	return append(fresh, t)
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
	c.assumed = append(c.assumed, equation{l, r})
	for _, d := range [2]equation{{l, r}, {r, l}} {
		for _, t := range slices.Clone(c.heads[d.l.Symbol]) {
			c.instance(t, d, nil)
		}
	}
}

// instance joins t with the other side of an equation if t is an instance of the left side. It appends
// the terms that it adds to fresh.
func (c *Closure) instance(t *Term, e equation, fresh []*Term) []*Term {
	if e.l.Symbol == Variable || t.Symbol != e.l.Symbol || t.Size < e.l.Size {
		return fresh
	}
	sub := &Substitution{}
	unbound := func(v int) bool { return sub.Get(v) == nil }
	if Match(e.l, t, sub) && !slices.ContainsFunc(e.r.vars, unbound) {
		by := c.b.Substitute(e.r, sub)
		fresh = c.add(by, fresh)
		c.pending = append(c.pending, equation{t, by})
	}
	return fresh
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
