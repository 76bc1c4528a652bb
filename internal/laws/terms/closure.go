package terms

import "slices"

// A Closure is a congruence over some terms: what follows from equations by putting equals for equals in
// these terms. Unlike a System it needs no direction of an equation, and it makes no terms but instances of
// the sides of what is assumed.
type Closure struct {
	b   *Bank
	all []*Term
	// parent leads from each term to the one that stands for its class.
	parent map[*Term]*Term
}

// NewClosure returns a closure without terms.
func NewClosure(b *Bank) *Closure { return &Closure{b: b, parent: map[*Term]*Term{}} }

// Add adds a term with its parts.
func (c *Closure) Add(t *Term) {
	if c.parent[t] != nil {
		return
	}
	for _, a := range t.Args {
		c.Add(a)
	}
	c.parent[t] = t
	c.all = append(c.all, t)
}

func (c *Closure) find(t *Term) *Term {
	for c.parent[t] != t {
		t = c.parent[t]
	}
	return t
}

// Join makes two terms equal.
func (c *Closure) Join(s, t *Term) {
	c.Add(s)
	c.Add(t)
	c.parent[c.find(s)] = c.find(t)
}

// Equal tells whether two terms are equal.
func (c *Closure) Equal(s, t *Term) bool {
	c.Add(s)
	c.Add(t)
	c.close()
	return c.find(s) == c.find(t)
}

// Assume makes both sides of an equation equal where an instance of either is a term that is there, and no
// variable.
func (c *Closure) Assume(l, r *Term) {
	for _, d := range [2][2]*Term{{l, r}, {r, l}} {
		if d[0].Symbol == Variable {
			continue
		}
		for _, t := range c.all[:len(c.all):len(c.all)] {
			if t.Symbol != d[0].Symbol || t.Size < d[0].Size {
				continue
			}
			sub := &Substitution{}
			unbound := func(v int) bool { return sub.Get(v) == nil }
			if Match(d[0], t, sub) && !slices.ContainsFunc(d[1].vars, unbound) {
				c.Join(t, c.b.Substitute(d[1], sub))
			}
		}
	}
}

// close joins terms whose arguments are equal.
func (c *Closure) close() {
	type call struct {
		symbol int
		args   [4]int
	}
	for again := true; again; {
		again = false
		known := map[call]*Term{}
		for _, t := range c.all {
			if len(t.Args) == 0 || len(t.Args) > 4 {
				continue
			}
			k := call{symbol: t.Symbol}
			for i, a := range t.Args {
				k.args[i] = c.find(a).ID
			}
			if s := known[k]; s == nil {
				known[k] = t
			} else if p, q := c.find(s), c.find(t); p != q {
				c.parent[p] = q
				again = true
			}
		}
	}
}
