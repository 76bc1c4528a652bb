// Package renaming numbers the objects of a form as a search meets them.
//
// In come the values that the search has decided; out goes which values it need try, and each
// assignment with the objects in the order of the form. The package knows nothing of how solutions
// are found.
package renaming

import (
	"math"

	"github.com/rtest-dev/rtest/internal/form"
)

// A Renaming numbers objects in whichever order the search decides references: a reference is nil, to
// an object that another one refers to, or to the next number. The others have the same solutions but
// for the names. So each heap is found once, as soon as the test reads it, as in Korat (Boyapati,
// Khurshid, Marinov, 2002).
type Renaming struct {
	kinds []form.Objects
	// refers is, by variable, the kind to which it refers, or -1. kindOf and number are the kind and
	// the number of the object to which it belongs, -1 and 0 for none.
	refers, kindOf, number []int32
	// place is where a variable is in the stream of the shape, -1 for one that is not.
	place []int
	// numbered is the stream of the last assignment with the objects in the order of the form.
	numbered []int64
	// renamed are by kind the new numbers of objects, met the old ones in the order of the new.
	renamed, met [][]int64
}

// New returns the renaming of a form, which must have one.
func New(f *form.Form) *Renaming {
	n := &Renaming{kinds: f.Renaming.Kinds, place: make([]int, len(f.Vars)), number: make([]int32, len(f.Vars))}
	for range f.Vars {
		n.refers, n.kindOf = append(n.refers, -1), append(n.kindOf, -1)
	}
	for k, o := range n.kinds {
		for _, v := range o.References {
			n.refers[v] = int32(k)
		}
		alts := f.Vars[o.Count].Choice
		most := int32(alts[len(alts)-1].Value)
		for i := range most * o.Each {
			v := o.Count + 1 + i
			n.kindOf[v], n.number[v] = int32(k), i/o.Each+1
		}
		n.renamed, n.met = append(n.renamed, make([]int64, most+1)), append(n.met, nil)
	}
	return n
}

// Begin is called when a shape is decided. It takes the variables of its stream.
func (n *Renaming) Begin(vars func(yield func(v int32) bool)) {
	for v := range n.place {
		n.place[v] = -1
	}
	next := 0
	for v := range vars {
		n.place[v] = next
		next++
	}
}

// Greatest returns the greatest value that need be tried for a variable: none for one of an object to
// which nothing refers yet. value returns what is decided.
func (n *Renaming) Greatest(v int32, value func(v int32) (x int64, known bool)) int64 {
	if k := n.kindOf[v]; k >= 0 && int64(n.number[v]) > n.greatestMet(k, value) {
		return math.MinInt64
	}
	if k := n.refers[v]; k >= 0 {
		return n.greatestMet(k, value) + 1
	}
	return math.MaxInt64
}

// greatestMet returns the greatest number of an object of a kind to which a decided reference refers.
func (n *Renaming) greatestMet(kind int32, value func(v int32) (x int64, known bool)) (most int64) {
	for _, v := range n.kinds[kind].References {
		if n.place[v] < 0 {
			continue
		}
		if x, known := value(v); known {
			most = max(most, x)
		}
	}
	return most
}

// Order returns the stream of a solution with its objects in the order of the form. It returns false
// if there is an object to which nothing refers. The result is valid until the next call.
func (n *Renaming) Order(stream []int64) ([]int64, bool) {
	n.numbered = append(n.numbered[:0], stream...)
	for k := range n.kinds {
		clear(n.renamed[k])
		n.met[k] = n.met[k][:0]
	}
	for v, at := range n.place {
		if at < 0 {
			continue
		}
		x := stream[at]
		if k := n.kindOf[v]; k >= 0 {
			number, each := int(n.number[v]), int(n.kinds[k].Each)
			if number > len(n.met[k]) {
				return nil, false
			}
			x = stream[at+(int(n.met[k][number-1])-number)*each]
		}
		if k := n.refers[v]; k >= 0 && x > 0 {
			if n.renamed[k][x] == 0 {
				n.met[k] = append(n.met[k], x)
				n.renamed[k][x] = int64(len(n.met[k]))
			}
			x = n.renamed[k][x]
		}
		n.numbered[at] = x
	}
	return n.numbered, true
}
