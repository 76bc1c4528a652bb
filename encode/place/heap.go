package place

import (
	"fmt"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// objects are the objects of one type. A reference to them is a data variable with the number of an
// object, or 0 for nil. The numbers are those in the order in which the variables first refer to an
// object, which the laws demand: a number is at most one more than the greatest one before it.
type objects struct {
	// slots are the objects by number, from 1 on.
	slots []*sym.Object
	// met are the conditions that a variable so far refers to an object. references counts these
	// variables.
	met        []term.Term
	references int
}

// objectsBeyond is how many more objects than a depth allows inputs outside it have. What the laws
// say of a heap grows with the square of their number.
const objectsBeyond = 3

// objectsOf returns the objects of a kind. Their content is made with the heap.
func (p *Placer) objectsOf(k *value.Objects) *objects {
	if o := p.heaps[k]; o != nil {
		return o
	}
	o := &objects{}
	n := p.depth
	if p.beyond != nil {
		n = min(n, p.beyond.Within+objectsBeyond)
	}
	if k.Most >= 0 {
		n = min(n, k.Most)
	}
	for range n {
		o.slots = append(o.slots, p.NewObject(term.Yes, p.Zero(k.T)))
		o.met = append(o.met, term.No)
	}
	p.heaps[k] = o
	return o
}

// Objects returns how many objects the inputs may share. A loop over them may not end.
func (p *Placer) Objects() (n int) {
	for _, o := range p.heaps {
		n += len(o.slots)
	}
	return n
}

// reference makes the variable of a reference.
func (p *Placer) reference(s *value.Reference, at spot) sym.Val {
	o := p.objectsOf(s.To)
	o.references++ // It refers to one object more than those before it at most.
	most := min(o.references, len(o.slots))
	v := form.Var{Kind: form.Int64, Dom: []form.Span{{Lo: int64(truth(s.NotNil)), Hi: int64(most)}}, Ascending: true}
	v.Default = v.Dom[0].Lo
	n := p.data(at, v)
	r := &sym.Pointer{}
	if !s.NotNil {
		r.Alts = []sym.Place{{Guard: p.B.Eq(n, p.B.Number(0))}}
	}
	is := make([]term.Term, most)
	for i := range is {
		is[i] = p.B.Eq(n, p.B.Number(i+1))
		r.Alts = append(r.Alts, sym.Place{Guard: is[i], Obj: o.slots[i]})
	}
	there := term.Yes
	if s.NotNil {
		// The default of a variable that is not realized is no reference.
		there = p.realized(int32(len(p.B.Vars) - 1))
	}
	for i := len(is) - 1; i >= 0; i-- {
		is[i] = p.B.And(there, is[i])
		if i > 0 {
			p.Laws = append(p.Laws, p.B.Or(p.B.Not(is[i]), o.met[i-1]))
		}
		o.met[i] = p.B.Or(o.met[i], is[i])
	}
	return r
}

// heap makes an input, and then the objects to which it and the inputs before it refer: how many
// there are, and each of them. The variables of an object are realized if there are so many.
func (p *Placer) heap(s *value.Heap, at spot) (sym.Val, error) {
	root, err := p.make(s.Root, at)
	for _, k := range s.Kinds {
		if err == nil {
			err = p.contents(k, at)
		}
	}
	return root, err
}

func (p *Placer) contents(k *value.Objects, at spot) error {
	o := p.objectsOf(k)
	v := form.Var{Kind: form.Int64}
	for n := range len(o.slots) + 1 {
		v.Choice = append(v.Choice, form.Alt{Value: int64(n), Level: int32(n), Size: int32(n)})
	}
	at.name = "objects of " + k.T.String()
	i := p.add(at, v)
	has := func(n int) term.Term { return p.B.Le(p.B.Number(n), p.B.Ref(int(i))) }
	for j, slot := range o.slots {
		p.Laws = append(p.Laws, p.B.Or(p.B.Not(has(j+1)), o.met[j]))
		e, err := p.make(k.Elem.Shape, spot{
			name: fmt.Sprintf("%s#%d", k.T, j+1), parent: i, when: form.Span{Lo: int64(j + 1), Hi: int64(len(o.slots))}, cost: k.Elem.Step,
		})
		if err != nil {
			return err
		}
		copy(slot.Cells, sym.Flat(nil, e))
	}
	for j := range o.slots {
		p.Laws = append(p.Laws, p.B.Or(p.B.Not(o.met[j]), has(j+1)))
	}
	return nil
}
