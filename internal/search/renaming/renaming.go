// Package renaming numbers the objects of a form as a search meets them.
//
// It takes the values that the search has decided. It returns the values worth trying, and each
// assignment with the objects in the order of the form. The package knows nothing of how solutions
// are found.
package renaming

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// decided returns the value of a variable, if it is known.
type decided = func(v int32) (x int64, known bool)

// A Renaming numbers objects in whichever order the search decides references: a reference is nil, to
// an object that another one refers to, or to the first that none refers to. The others have the same
// solutions but for the names. So each heap is found once, as soon as the test reads it, as in Korat
// (Boyapati, Khurshid, Marinov, 2002).
//
// Objects may have choices, such as the length of a slice, which a shape decides before the test reads
// anything. Then a reference may be to the first object of each kind of choices. A heap is found in
// each shape that has its objects in some order, and counts in the one that has them in the order of
// the form.
type Renaming struct {
	kinds []form.Objects
	// choices are the choice variables of the first object of each kind.
	choices [][]int32
	// refers is, by variable, the kind to which it refers, or -1. kindOf and number are the kind and
	// the number of the object to which it belongs, -1 and 0 for none.
	refers, kindOf, number []int32
	// place is where a variable is in the stream of the shape, -1 for one that is not.
	place []int
	// alike is, by kind and number from 1 on, the first object of the shape with the same choices; 0 for
	// one that is not in the shape.
	alike [][]int64
	// differ says that objects of the shape have different choices.
	differ bool
	// wanted are values that variables must have in the order of the form.
	wanted map[int32]int64
	// numbered is the stream of the last assignment with the objects in the order of the form.
	numbered []int64
	// renamed are by kind the new numbers of objects, met the old ones in the order of the new.
	renamed, met [][]int64
	// done are by kind how many of met were walked over, level how many there were when a level began.
	done, level []int
}

// New returns the renaming of a form, which must have one.
func New(f *form.Form) *Renaming {
	n := &Renaming{kinds: f.Renaming.Kinds, place: make([]int, len(f.Vars)), number: make([]int32, len(f.Vars)), wanted: map[int32]int64{}}
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
		var choices []int32
		for v := o.Count + 1; v <= o.Count+o.Each; v++ {
			if len(f.Vars[v].Choice) > 0 {
				choices = append(choices, v)
			}
		}
		n.choices, n.alike = append(n.choices, choices), append(n.alike, make([]int64, most+1))
		n.renamed, n.met, n.done = append(n.renamed, make([]int64, most+1)), append(n.met, nil), append(n.done, 0)
	}
	return n
}

// Begin is called when a shape is decided. It takes the variables of its stream. value returns what is
// decided.
func (n *Renaming) Begin(vars func(yield func(v int32) bool), value decided) {
	for v := range n.place {
		n.place[v] = -1
	}
	next := 0
	for v := range vars {
		n.place[v] = next
		next++
	}
	n.differ = false
	for k, o := range n.kinds {
		count, _ := value(o.Count)
		for x := int64(1); x < int64(len(n.alike[k])); x++ {
			n.alike[k][x] = 0
			if x > count {
				continue
			}
			y := int64(1)
			for len(n.choices[k]) > 0 && y < x && !n.choosesAlike(int32(k), x, y, value) {
				y++
			}
			n.alike[k][x] = y
			n.differ = n.differ || y != 1
		}
	}
}

// choosesAlike reports whether two objects of a kind have the same choices.
func (n *Renaming) choosesAlike(k int32, x, y int64, value decided) bool {
	return !slices.ContainsFunc(n.choices[k], func(v int32) bool {
		v, w := v+int32(x-1)*n.kinds[k].Each, v+int32(y-1)*n.kinds[k].Each
		if n.place[v] < 0 || n.place[w] < 0 {
			return n.place[v] >= 0 || n.place[w] >= 0
		}
		a, _ := value(v)
		b, _ := value(w)
		return a != b
	})
}

// Refers reports whether a variable is a reference.
func (n *Renaming) Refers(v int32) bool { return n.refers[v] >= 0 }

// Values are those of a variable that need be tried.
type Values struct {
	set uint64
	all bool
}

// Has reports whether a value need be tried.
func (v Values) Has(x int64) bool {
	return v.all || 0 <= x && x <= form.MostObjects && v.set>>x&1 != 0
}

// None reports whether no value need be tried.
func (v Values) None() bool { return !v.all && v.set == 0 }

// Any returns all values.
func Any() Values { return Values{all: true} }

// Values returns the values that need be tried for a variable: none for one of an object to which
// nothing refers yet. value returns what is decided.
func (n *Renaming) Values(v int32, value decided) Values {
	if k := n.kindOf[v]; k >= 0 && n.referred(k, value)>>n.number[v]&1 == 0 {
		return Values{}
	}
	k := n.refers[v]
	if k < 0 {
		return Any()
	}
	set, offered := n.referred(k, value)|1, uint64(0)
	for x := 1; x < len(n.alike[k]); x++ {
		if as := n.alike[k][x]; as > 0 && set>>x&1 == 0 && offered>>as&1 == 0 {
			offered |= 1 << as
			set |= 1 << x
		}
	}
	return Values{set: set}
}

// InOrder returns the values that need be tried for a variable if all before it are decided, and
// objects are numbered in the order of the form. It may be called if ordersAlong.
func (n *Renaming) InOrder(v int32, value decided) Values {
	greatest := func(k int32) (most int64) {
		for _, r := range n.kinds[k].References {
			if r >= v {
				break
			}
			if x, known := value(r); known && n.place[r] >= 0 {
				most = max(most, x)
			}
		}
		return most
	}
	if k := n.kindOf[v]; k >= 0 && int64(n.number[v]) > greatest(k) {
		return Values{}
	}
	k := n.refers[v]
	if k < 0 {
		return Any()
	}
	return Values{set: 1<<(greatest(k)+2) - 1}
}

// OrdersAlong reports whether the order of the variables is that in which objects are numbered.
func (n *Renaming) OrdersAlong() bool {
	return !slices.ContainsFunc(n.kinds, func(o form.Objects) bool { return o.With })
}

// Want demands a value of a variable in the order of the form, until Forget.
func (n *Renaming) Want(v int32, x int64) { n.wanted[v] = x }

// Forget takes back what is wanted of a variable.
func (n *Renaming) Forget(v int32) { delete(n.wanted, v) }

// referred returns the objects of a kind to which a decided reference refers.
func (n *Renaming) referred(kind int32, value decided) (set uint64) {
	for _, v := range n.kinds[kind].References {
		if n.place[v] < 0 {
			continue
		}
		if x, known := value(v); known {
			set |= 1 << x
		}
	}
	return set &^ 1
}

// Fits reports whether what is decided may become an assignment of the shape with objects in the
// order of the form.
func (n *Renaming) Fits(value decided) bool {
	if !n.differ && len(n.wanted) == 0 {
		return true
	}
	return n.walk(value) != wrong
}

// Order returns the stream of a solution with its objects in the order of the form. It returns false
// if there is an object to which nothing refers, or the shape then is another one. The result is valid
// until the next call.
func (n *Renaming) Order(stream []int64) ([]int64, bool) {
	if n.walk(func(v int32) (int64, bool) { return stream[n.place[v]], true }) == wrong {
		return nil, false
	}
	n.numbered = append(n.numbered[:0], stream...)
	for v, at := range n.place {
		if at < 0 {
			continue
		}
		of := n.ordered(int32(v))
		if of < 0 {
			return nil, false
		}
		n.numbered[at] = n.renumbered(of, stream[n.place[of]])
	}
	return n.numbered, true
}

// ordered returns the variable that comes to the place of v in the order of the form; -1 if too few
// objects were met.
func (n *Renaming) ordered(v int32) int32 {
	k := n.kindOf[v]
	if k < 0 {
		return v
	}
	if int(n.number[v]) > len(n.met[k]) {
		return -1
	}
	return v + (int32(n.met[k][n.number[v]-1])-n.number[v])*n.kinds[k].Each
}

// renumbered returns the value of a variable with the objects in the order of the form.
func (n *Renaming) renumbered(v int32, x int64) int64 {
	if k := n.refers[v]; k >= 0 && x > 0 {
		return n.renamed[k][x]
	}
	return x
}
