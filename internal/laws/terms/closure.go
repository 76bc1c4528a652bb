package terms

import "slices"

// A Closure is a congruence over some terms: the consequences of equations by replacing equals in
// these terms. Unlike a System it needs no direction of an equation, and it makes no terms but instances of
// the sides of what is assumed: those of an equation for the terms that are there, and for the instances of the
// equations before it.
type Closure struct {
	b *Bank
	// size is the greatest size of an instance that it makes.
	size int
	// nodes are those of terms, by the number of the term; most terms of the bank have one.
	nodes []*node
	// heads are the terms by symbol.
	heads map[int][]*node
	// calls has one term for each symbol with classes as arguments.
	calls map[call]*node
	// assumed are the equations that hold for all values of their variables, each in both directions.
	assumed []equation
	// pending are pairs that are to be joined.
	pending [][2]*node
	// sub is what the last match was with.
	sub Substitution
}

// A node is a term of a closure. Parent is towards the representative of its class, which has itself for a parent.
type node struct {
	term   *Term
	parent *node
	// users are, of a representative, the terms that have an argument in its class.
	users []*node
	// next is the next member of the class, or nil; last is, of a representative, the last member. The representative is the first.
	next, last *node
	// from is the first of the assumed equations of which the term has its instances.
	from int
}

// A call is a symbol with the classes of its arguments, given by the numbers of their representatives.
type call struct {
	symbol int32
	args   [4]int32
}

// NewClosure returns a closure without terms, which makes instances of at most a size.
func NewClosure(b *Bank, size int) *Closure {
	return &Closure{b: b, size: size, heads: map[int][]*node{}, calls: map[call]*node{}}
}

// node returns the node of a term, or nil.
func (c *Closure) node(t *Term) *node {
	if t.ID >= len(c.nodes) {
		return nil
	}
	return c.nodes[t.ID]
}

// Add adds a term with its parts, and the instances of what is assumed.
func (c *Closure) Add(t *Term) { c.add(t, 0) }

// add adds a term with its parts, and the instances of what is assumed from an index on.
func (c *Closure) add(t *Term, from int) *node {
	n, to := c.node(t), len(c.assumed)
	if n != nil {
		to = n.from
	}
	if n != nil && from >= to {
		return n
	}
	for _, a := range t.Args {
		c.add(a, from) // It may add t as well.
	}
	if n = c.node(t); n == nil {
		n = &node{term: t}
		n.parent, n.last = n, n
		if more := t.ID + 1 - len(c.nodes); more > 0 {
			c.nodes = append(c.nodes, make([]*node, more)...)
		}
		c.nodes[t.ID] = n
		c.heads[t.Symbol] = append(c.heads[t.Symbol], n)
		for _, a := range t.Args {
			r := c.node(a).find()
			r.users = append(r.users, n)
		}
		c.file(n)
	}
	n.from = from
	for i := from; i < to; i++ {
		c.instance(n, i)
	}
	return n
}

// file looks for a term that is the same call of the same classes.
func (c *Closure) file(n *node) {
	t := n.term
	if len(t.Args) == 0 || len(t.Args) > 4 {
		return
	}
	k := call{symbol: int32(t.Symbol)}
	for i, a := range t.Args {
		k.args[i] = int32(c.node(a).find().term.ID)
	}
	if s := c.calls[k]; s == nil {
		c.calls[k] = n
	} else if s != n {
		c.pending = append(c.pending, [2]*node{s, n})
	}
}

// find returns the representative of the class.
func (n *node) find() *node {
	root := n
	for root.parent != root {
		root = root.parent
	}
	for n != root {
		n, n.parent = n.parent, root
	}
	return root
}

// Calls returns the terms that are calls of a symbol.
func (c *Closure) Calls(symbol int) (list []*Term) {
	for _, n := range c.heads[symbol] {
		list = append(list, n.term)
	}
	return list
}

// Join makes two terms equal.
func (c *Closure) Join(s, t *Term) {
	c.pending = append(c.pending, [2]*node{c.add(s, 0), c.add(t, 0)})
}

// mostLeast limits the terms that are looked at to tell whether two are equal.
const mostLeast = 40

// Equal reports whether two terms are equal. What is equal to them is added with the least terms as arguments that are equal to these: of such
// calls there may be instances, as of f(0) where f(x - x) is equal to a term.
func (c *Closure) Equal(s, t *Term) bool {
	m, n := c.add(s, 0), c.add(t, 0)
	c.close()
	seen := map[*node]bool{}
	for again := true; again && m.find() != n.find(); {
		again = false
		for _, first := range []*node{m.find(), n.find()} {
			for e := first; e != nil && len(seen) < mostLeast; e = e.next {
				if !seen[e] {
					seen[e], again = true, true
					c.add(c.withLeast(e.term), 0)
				}
			}
		}
		c.close()
	}
	return m.find() == n.find()
}

// withLeast returns a term with the least arguments that are equal to those that it has.
func (c *Closure) withLeast(t *Term) *Term {
	args := slices.Clone(t.Args)
	for i, a := range args {
		for e := c.node(a).find(); e != nil; e = e.next {
			if e.term.Symbol != Undefined && Compare(e.term, args[i]) < 0 {
				args[i] = e.term
			}
		}
	}
	if slices.Equal(args, t.Args) {
		return t
	}
	return c.b.Apply(t.Symbol, args)
}

// Assume makes both sides of an equation equal where an instance of either is a term that is there, or is added
// later, and no variable.
func (c *Closure) Assume(l, r *Term) {
	for _, e := range [2]equation{{l, r}, {r, l}} {
		c.assumed = append(c.assumed, e)
		for _, n := range slices.Clone(c.heads[e.l.Symbol]) {
			c.instance(n, len(c.assumed)-1)
		}
	}
}

// instance joins a term with what an assumed equation says that it is, if it is an instance of the left side.
func (c *Closure) instance(n *node, i int) {
	e, t := &c.assumed[i], n.term
	if e.l.Symbol == Variable || t.Symbol != e.l.Symbol || t.Size < e.l.Size {
		return
	}
	c.sub.clear()
	unbound := func(v int) bool { return c.sub.Get(v) == nil }
	if Match(e.l, t, &c.sub) && !slices.ContainsFunc(e.r.vars, unbound) && sizeWith(e.r, &c.sub) <= c.size {
		by := c.add(c.b.Substitute(e.r, &c.sub), i+1)
		c.pending = append(c.pending, [2]*node{n, by})
	}
}

// close joins the pending pairs and then the terms whose arguments have become equal.
func (c *Closure) close() {
	for len(c.pending) > 0 {
		last := len(c.pending) - 1
		p, q := c.pending[last][0].find(), c.pending[last][1].find()
		c.pending = c.pending[:last]
		if p == q {
			continue
		}
		if len(p.users) > len(q.users) {
			p, q = q, p
		}
		p.parent = q
		moved := p.users
		q.users, p.users = append(q.users, moved...), nil
		q.last.next, q.last, p.last = p, p.last, nil
		for _, n := range moved {
			c.file(n)
		}
	}
}
