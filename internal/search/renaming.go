package search

import (
	"math"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// A renaming numbers the objects of a form as the search meets them, in whichever order it decides
// references: a reference is nil, to an object that another one refers to, or to the next number. The
// others have the same solutions but for the names. A complete assignment is then numbered in the
// order of the form. So each heap is found once, as soon as the test reads it, as in Korat (Boyapati,
// Khurshid, Marinov, 2002).
type renaming struct {
	*form.Renaming
	// refers is, by variable, the kind to which it refers, or -1. kindOf and number are the kind and
	// the number of the object to which it belongs, -1 and 0 for none.
	refers, kindOf, number []int32
	// place is where a variable is in the stream of the shape, -1 for one that is not.
	place []int
	// numbered is the stream of the last assignment with the objects in the order of the form.
	numbered []int64
	// new are by kind the new numbers of objects, old the old ones in the order of the new.
	new, old [][]int64
}

func newRenaming(f *form.Form) *renaming {
	n := &renaming{Renaming: f.Renaming}
	for range f.Vars {
		n.refers, n.kindOf, n.number = append(n.refers, -1), append(n.kindOf, -1), append(n.number, 0)
	}
	n.place = make([]int, len(f.Vars))
	for k, o := range n.Kinds {
		for _, v := range o.References {
			n.refers[v] = int32(k)
		}
		alts := f.Vars[o.Count].Choice
		most := int32(alts[len(alts)-1].Value)
		for i := range most * o.Each {
			v := o.Count + 1 + i
			n.kindOf[v], n.number[v] = int32(k), i/o.Each+1
		}
		n.new, n.old = append(n.new, make([]int64, most+1)), append(n.old, nil)
	}
	return n
}

// begin is called when the shape is decided.
func (n *renaming) begin(s *Solver) {
	drops, next := s.program.Net.Hierarchy.Drops, 0
	for i := 0; i < len(n.place); i++ {
		if n.place[i] = -1; drops.IsDropped[i] {
			for end := int(drops.End[i]); i+1 < end; i++ {
				n.place[i+1] = -1
			}
			continue
		}
		n.place[i] = next
		next++
	}
}

// isNumbered reports whether something refers to each object of a shape that decides everything.
func (n *renaming) isNumbered(s *Solver) bool {
	n.begin(s)
	return n.order(s.stream)
}

// greatest returns the greatest key that need be tried for a variable: it is none for one of an object
// to which nothing refers yet.
func (n *renaming) greatest(e *predicateRun, v int32) int64 {
	if k := n.kindOf[v]; k >= 0 && int64(n.number[v]) > n.met(e, k) {
		return math.MinInt64
	}
	if k := n.refers[v]; k >= 0 {
		return n.met(e, k) + 1
	}
	return math.MaxInt64
}

// met returns the greatest number of an object of a kind to which a decided reference refers.
func (n *renaming) met(e *predicateRun, kind int32) (most int64) {
	for _, v := range n.Kinds[kind].References {
		if n.place[v] < 0 {
			continue
		}
		if x, known := e.value(v); known {
			most = max(most, x)
		}
	}
	return most
}

// order numbers the objects of the stream in the order of the form. It returns false if there is an
// object to which nothing refers.
func (n *renaming) order(stream []int64) bool {
	n.numbered = append(n.numbered[:0], stream...)
	for k := range n.Kinds {
		clear(n.new[k])
		n.old[k] = n.old[k][:0]
	}
	for v := int32(0); int(v) < len(n.place); v++ {
		at := n.place[v]
		if at < 0 {
			continue
		}
		x := stream[at]
		if k := n.kindOf[v]; k >= 0 {
			if int(n.number[v]) > len(n.old[k]) {
				return false
			}
			first := v - (n.number[v]-1)*n.Kinds[k].Each
			x = stream[n.place[first]+int(n.old[k][n.number[v]-1]-1)*int(n.Kinds[k].Each)]
		}
		if k := n.refers[v]; k >= 0 && x > 0 {
			if n.new[k][x] == 0 {
				n.old[k] = append(n.old[k], x)
				n.new[k][x] = int64(len(n.old[k]))
			}
			x = n.new[k][x]
		}
		n.numbered[at] = x
	}
	return true
}

// greatest returns the greatest key that need be tried for a variable of the residual.
func (c *collection) greatest(x int32) int64 {
	if n := c.residual.solver.renaming; n != nil {
		return n.greatest(c.residual.solver.predicate, c.residual.vars[x])
	}
	return math.MaxInt64
}

// number writes the complete assignment at hand into the stream, and numbers its objects in the order
// of the form. It returns false if there is an object to which nothing refers.
func (c *collection) number() bool {
	r := c.residual
	s := r.solver
	for x := range r.vars {
		s.stream[r.pos[x]] = interval.Key(r.net.Cells[x].Kind, r.net.Dom[x].Lo)
	}
	if n := s.renaming; n != nil {
		if !n.order(s.stream) {
			return false
		}
		copy(s.stream, n.numbered)
	}
	return true
}
