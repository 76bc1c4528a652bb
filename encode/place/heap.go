package place

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// objects are the objects of one type. A reference to them is a data variable with the number of an
// object, or 0 for nil. The numbers are those in the order in which the variables first refer to an
// object, which the laws demand: a number is at most one more than the greatest one before it.
type objects struct {
	// most is how many there may be. slots are the objects by type, then by number, from 1 on.
	most  int
	slots [][]*sym.Object
	// of are the conditions that a variable refers to an object as one of a type, likewise.
	of [][]term.Term
	// met are the conditions that a variable so far refers to an object. references are these
	// variables.
	met        []term.Term
	references []int32
	// count is the variable that says how many there are. each is how many variables each of them
	// has, or -1 if one of these is a choice.
	count, each int32
	// later makes the laws that speak of all references.
	later []func()
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
	if !p.fits(k.Elem.Shape, k.Elem.Step) {
		n = 0
	}
	o.most = n
	for _, a := range k.Types() {
		var slots []*sym.Object
		for range n {
			slots = append(slots, p.NewObject(term.Yes, p.Zero(a.T)))
		}
		o.slots, o.of = append(o.slots, slots), append(o.of, slices.Repeat([]term.Term{term.No}, n))
	}
	o.met = slices.Repeat([]term.Term{term.No}, n)
	p.heaps[k] = o
	return o
}

// Objects returns how many objects the inputs may share. A loop over them may not end.
func (p *Placer) Objects() (n int) {
	for _, o := range p.heaps {
		n += o.most
	}
	return n
}

// reference makes the variable of a reference.
func (p *Placer) reference(s *value.Reference, at spot) sym.Val {
	o := p.objectsOf(s.To)
	most := o.most
	if !p.Options.Unnumbered {
		// It refers to one object more than those before it at most.
		most = min(len(o.references)+1, most)
	}
	kind := s.Type()
	if s.NotNil && most == 0 {
		p.Laws = append(p.Laws, term.No)
		return sym.NilPointer
	}
	v := form.Var{Kind: form.Int64, Dom: []form.Span{{Lo: int64(truth(s.NotNil)), Hi: int64(most)}}, Ascending: true}
	v.Default = v.Dom[0].Lo
	n := p.data(at, v)
	o.references = append(o.references, int32(len(p.B.Vars)-1))
	r := &sym.Pointer{}
	if !s.NotNil {
		r.Alts = []sym.Place{{Guard: p.B.Eq(n, p.B.Number(0))}}
	}
	is := make([]term.Term, most)
	for i := range is {
		is[i] = p.B.Eq(n, p.B.Number(i+1))
		r.Alts = append(r.Alts, sym.Place{Guard: is[i], Obj: o.slots[kind][i]})
	}
	there := term.Yes
	if s.NotNil {
		// The default of a variable that is not realized is no reference.
		there = p.realized(int32(len(p.B.Vars) - 1))
	}
	for i := len(is) - 1; i >= 0; i-- {
		is[i] = p.B.And(there, is[i])
		if i > 0 {
			p.number(p.B.Or(p.B.Not(is[i]), o.met[i-1]))
		}
		o.met[i] = p.B.Or(o.met[i], is[i])
		o.of[kind][i] = p.B.Or(o.of[kind][i], is[i])
	}
	return r
}

// Renaming returns what a search needs to number objects by itself, with the laws but for those of
// the numbers. It returns nil if there are no objects, or one consists of choices.
func (p *Placer) Renaming(without int32) *form.Renaming {
	r := &form.Renaming{Root: without}
	for _, o := range p.heaps {
		if o.each < 0 {
			return nil
		}
		if o.most > 0 {
			r.Kinds = append(r.Kinds, form.Objects{Count: o.count, Each: o.each, References: o.references})
		}
	}
	if len(r.Kinds) == 0 {
		return nil
	}
	slices.SortFunc(r.Kinds, func(a, b form.Objects) int { return cmp.Compare(a.Count, b.Count) })
	return r
}

// number adds a law of the numbers of objects.
func (p *Placer) number(law term.Term) {
	if p.Options.Unnumbered {
		p.Numbering = append(p.Numbering, law)
		return
	}
	p.Laws = append(p.Laws, law)
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
	for n := range o.most + 1 {
		v.Choice = append(v.Choice, form.Alt{Value: int64(n), Level: int32(n), Size: int32(n)})
	}
	at.name = "objects of " + k.T.String()
	i := p.add(at, v)
	o.count = i
	has := func(n int) term.Term { return p.B.Le(p.B.Number(n), p.B.Ref(int(i))) }
	for j := range o.most {
		p.number(p.B.Or(p.B.Not(has(j+1)), o.met[j]))
		e, err := p.make(k.Elem.Shape, spot{
			name: fmt.Sprintf("%s#%d", k.T, j+1), parent: i, when: form.Span{Lo: int64(j + 1), Hi: int64(o.most)}, cost: k.Elem.Step,
		})
		if err != nil {
			return err
		}
		p.fill(k, o, j, e)
	}
	if o.most > 0 {
		o.each = int32((len(p.B.Vars) - int(i) - 1) / o.most)
	}
	for _, v := range p.B.Vars[i+1:] {
		if len(v.Choice) > 0 {
			o.each = -1
		}
	}
	for j := range o.most {
		p.Laws = append(p.Laws, p.B.Or(p.B.Not(o.met[j]), has(j+1)))
		if p.Options.Unnumbered {
			p.Laws = append(p.Laws, p.B.Or(p.B.Not(has(j+1)), o.met[j]))
		}
	}
	for _, law := range o.later {
		law()
	}
	return nil
}

// fill gives object j its content: that of its type, or one for each of several types. A reference
// is to an object of its own type.
func (p *Placer) fill(k *value.Objects, o *objects, j int, content sym.Val) {
	several, ok := content.(*sym.Boxed)
	if !ok {
		copy(o.slots[0][j].Cells, sym.Flat(nil, content))
		return
	}
	for kind, a := range k.Types() {
		is := term.No // It may not fit.
		for _, c := range several.Alts {
			if types.Identical(c.T, a.T) {
				is = c.Guard
				copy(o.slots[kind][j].Cells, sym.Flat(nil, c.Value))
			}
		}
		o.later = append(o.later, func() { p.Laws = append(p.Laws, p.B.Or(p.B.Not(o.of[kind][j]), is)) })
	}
}
