package place

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// objects are the objects of one type. A reference to them is a data variable with the number of an
// object, or 0 for nil. The numbers are those in the order in which the variables first refer to an
// object, which the laws demand: a number is at most one more than the greatest one before it. The
// numbers of a group of types are those of levels.go.
type objects struct {
	// most is how many there may be. slots are the objects by number, from 1 on.
	most  int
	slots []*sym.Object
	// met are the conditions that a variable so far refers to an object. references are these
	// variables.
	met        []term.Term
	references []int32
	// count is the variable that says how many there are. each is how many variables each of them has.
	count, each int32
	// several says that the type is one of several that refer to each other.
	several bool
}

// A placedHeap has the objects of the inputs placed so far.
type placedHeap struct {
	kinds map[*value.Objects]*objects
	// levels are the references to objects of types that refer to each other, owner the object that
	// is placed.
	levels []levelReference
	owner  owner
}

// objectsBeyond is how many more objects than a depth allows inputs outside it have. What the laws
// say of a heap grows with the square of their number.
const objectsBeyond = 3

// objectsOf returns the objects of a kind. Their content is made with the heap.
func (p *Placer) objectsOf(k *value.Objects) *objects {
	if o := p.heap.kinds[k]; o != nil {
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
	o.most, o.several = n, len(k.Group) > 1
	for range n {
		o.slots = append(o.slots, p.NewObject(term.Yes, p.Zero(k.T)))
	}
	o.met = slices.Repeat([]term.Term{term.No}, n)
	p.heap.kinds[k] = o
	return o
}

// Objects returns how many objects the inputs may share. A loop over them may not end.
func (p *Placer) Objects() (n int) {
	for _, o := range p.heap.kinds {
		n += o.most
	}
	return n
}

// reference makes the variable of a reference.
func (p *Placer) reference(s *value.Reference, at spot) sym.Val {
	o := p.objectsOf(s.To)
	most := o.most
	if !p.Options.Unnumbered && !o.several {
		// It refers to one object more than those before it at most.
		most = min(len(o.references)+1, most)
	}
	if s.NotNil && most == 0 {
		// There is no object to refer to: no input has this part.
		p.data(at, form.Var{Kind: form.Int64, Dom: []form.Span{{}}, Ascending: true})
		p.Laws = append(p.Laws, p.B.Not(p.realized(int32(len(p.B.Vars)-1))))
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
		r.Alts = append(r.Alts, sym.Place{Guard: is[i], Obj: o.slots[i]})
	}
	there := term.Yes
	if s.NotNil {
		// The default of a variable that is not realized is no reference.
		there = p.realized(int32(len(p.B.Vars) - 1))
	}
	for i := len(is) - 1; i >= 0; i-- {
		is[i] = p.B.And(there, is[i])
		if i > 0 && !o.several {
			p.number(p.B.Or(p.B.Not(is[i]), o.met[i-1]))
		}
		o.met[i] = p.B.Or(o.met[i], is[i])
	}
	if o.several {
		p.heap.levels = append(p.heap.levels, levelReference{p.heap.owner, s.To, is})
	}
	return r
}

// Renaming returns what a search needs to number objects by itself, with the laws but for those of
// the numbers. It returns nil if there are no objects, or too many.
func (p *Placer) Renaming(without int32) *form.Renaming {
	r := &form.Renaming{Root: without}
	for k, o := range p.heap.kinds {
		if o.most > form.MostObjects {
			return nil
		}
		if o.most > 0 {
			with := slices.ContainsFunc(k.Group, func(l *value.Objects) bool { return p.heap.kinds[l].most > 0 && p.heap.kinds[l].count < o.count })
			r.Kinds = append(r.Kinds, form.Objects{Count: o.count, Each: o.each, References: o.references, With: with})
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

// makeHeap makes an input, and then the objects to which it and the inputs before it refer: how many
// there are, and each of them. The variables of an object are realized if there are so many.
func (p *Placer) makeHeap(s *value.Heap, at spot) (sym.Val, error) {
	root, err := p.make(s.Root, at)
	for i, k := range s.Kinds {
		if err == nil {
			err = p.contents(k, at)
		}
		if o := p.heap.kinds[k]; err == nil && o.several && k == k.Group[len(k.Group)-1] {
			p.numberLevels(s.Kinds[i+1-len(k.Group) : i+1])
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
	for j := range o.most {
		if !o.several {
			p.number(p.B.Or(p.B.Not(p.has(o, j)), o.met[j]))
		}
		p.heap.owner = owner{k, j}
		e, err := p.make(k.Elem.Shape, spot{
			name: fmt.Sprintf("%s#%d", k.T, j+1), parent: i, when: form.Span{Lo: int64(j + 1), Hi: int64(o.most)}, cost: k.Elem.Step,
		})
		if err != nil {
			return err
		}
		copy(o.slots[j].Cells, sym.Flat(nil, e))
		if o.each = (int32(len(p.B.Vars)) - i - 1) / int32(j+1); o.each*int32(j+1) != int32(len(p.B.Vars))-i-1 {
			return fmt.Errorf("objects of %s differ in their variables", k.T)
		}
	}
	p.heap.owner = owner{}
	if !o.several {
		p.exist(o)
	}
	return nil
}

// exist makes the laws that there are the objects to which some variable refers and, where they are
// not numbered, no others.
func (p *Placer) exist(o *objects) {
	for j, met := range o.met {
		p.Laws = append(p.Laws, p.B.Or(p.B.Not(met), p.has(o, j)))
		if p.Options.Unnumbered {
			p.Laws = append(p.Laws, p.B.Or(p.B.Not(p.has(o, j)), met))
		}
	}
}

// has returns the condition that there is object j, counted from 0.
func (p *Placer) has(o *objects, j int) term.Term {
	return p.B.Le(p.B.Number(j+1), p.B.Ref(int(o.count)))
}
