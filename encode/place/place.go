package place

import (
	"cmp"
	"errors"
	"fmt"
	"go/types"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// A spot is where a value goes: its name, the variable on which it depends, and the cost of the path
// to it.
type spot struct {
	name   string
	parent int32
	when   form.Span
	cost   int
	// derived integers are not bounded by the depth; neither are those in their elements.
	derived bool
	// parts is how many parts may be here, for inputs outside a depth.
	parts int
	// unlike is the number of integers, this one included, that must all differ.
	unlike int
}

// ErrTooLarge is the error for inputs with more parts than Options.MaxVars.
var ErrTooLarge = errors.New("the inputs have too many parts at this depth; lower it")

// place returns the value of an input of shape s. It reports false if there is none within the depth.
func (p *Placer) place(s value.Shape, at spot) (sym.Val, bool, error) {
	if !p.fits(s, at.cost) {
		return nil, false, nil
	}
	v, err := p.make(s, at)
	return v, err == nil, err
}

// mostVars returns the greatest number of variables.
func (p *Placer) mostVars() int { return cmp.Or(p.Options.MaxVars, p.Options.MaxNodes) }

// make makes the variables of a shape that fits.
func (p *Placer) make(s value.Shape, at spot) (sym.Val, error) {
	if len(p.B.Vars) > p.mostVars() {
		return nil, ErrTooLarge
	}
	switch s := s.(type) {
	case *value.Bool:
		return p.data(at, form.Var{Kind: form.Bool, Dom: []form.Span{{Lo: 0, Hi: 1}}, Ascending: true}), nil
	case *value.Int:
		return p.int(s, at)
	case *value.Listed:
		return p.listed(s, at), nil
	case *value.Float:
		if p.Options.Whole && !p.keys {
			return p.wholeFloat(at, sym.IsSingle(s.T)), nil
		}
		return p.unless(p.float(at, sym.IsSingle(s.T)), whyFloat), nil
	case *value.Complex:
		re, im := at, at
		re.name, im.name = "real("+at.name+")", "imag("+at.name+")"
		x := p.float(re, sym.IsSingle(s.T))
		return p.unless(p.Combine(x, p.float(im, sym.IsSingle(s.T)), func(x, y complex128) complex128 {
			return complex(real(x), real(y))
		}), whyFloat), nil
	case *value.String:
		return p.string(s, at), nil
	case *value.Pointer:
		return p.pointer(s, at)
	case *value.Reference:
		return p.reference(s, at), nil
	case *value.Heap:
		return p.makeHeap(s, at)
	case *value.Struct:
		return p.structure(s, at)
	case *value.Array:
		return p.array(s, at)
	case *value.Slice:
		return p.slice(s, at)
	case *value.Map:
		return p.mapping(s, at)
	case *value.Interface:
		return p.boxed(s, at)
	case *value.Zero:
		if synchronizes(s.T) {
			return p.Zero(s.T), nil
		}
		return p.unless(p.Zero(s.T), "a part of the input that nothing was seen to read"), nil
	case *value.Func:
		return p.function(s, at), nil
	case *value.Calls:
		return p.calls(s, at)
	case *value.Drawn:
		return p.drawn(s), nil
	case *value.Aliased:
		return p.aliased(s, at)
	case *value.Unsupported:
		return nil, fmt.Errorf("%s: values of type %s cannot be built: %s", at.name, s.T, s.Why)
	}
	return nil, fmt.Errorf("%s: inputs of type %s have no variables", at.name, s.Go())
}

const whyFloat = "a complex number, or a float in the key of a map, is an input"

// unless returns v, or an unknown value if Options.Whole is set.
func (p *Placer) unless(v sym.Val, why string) sym.Val {
	if !p.Options.Whole {
		return v
	}
	if a, ok := v.(sym.Aggregate); ok {
		unknown := make(sym.Aggregate, len(a))
		for i := range a {
			unknown[i] = &sym.Unknown{Guard: term.Yes, Why: why}
		}
		return unknown
	}
	return &sym.Unknown{Guard: term.Yes, Why: why}
}

// synchronizes reports whether t is a type of package sync or sync/atomic. Inputs have its zero value.
func synchronizes(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	path := n.Obj().Pkg().Path()
	return path == "sync" || path == "sync/atomic"
}

// add appends a variable and returns its index.
func (p *Placer) add(at spot, v form.Var) int32 {
	v.Name, v.Parent, v.When = at.name, at.parent, at.when
	p.B.Vars = append(p.B.Vars, p.Options.Pins.pinned(len(p.B.Vars), v))
	return int32(len(p.B.Vars) - 1)
}

// data appends a data variable. Its least level is the cost of the path.
func (p *Placer) data(at spot, v form.Var) term.Term {
	v.Level = int32(at.cost)
	return p.pinnedRef(int(p.add(at, v)))
}

func (p *Placer) int(s *value.Int, at spot) (sym.Val, error) {
	k, ok := layout.KindOf(s.T)
	if !ok {
		return nil, fmt.Errorf("%s: %s is not an integer type", at.name, s.T)
	}
	v := form.Var{Kind: k}
	switch {
	case s.Ranges != nil && !(at.derived && s.General):
		for _, r := range s.Ranges {
			v.Dom = append(v.Dom, form.Span{Lo: r.Lo, Hi: r.Hi})
		}
	case at.derived, s.Free && p.beyond == nil, p.Options.WholeInts, p.Options.Whole:
		v.Dom = []form.Span{k.Bounds()}
	case p.beyond != nil:
		return p.farInt(s, k, at), nil
	default:
		v.Dom = []form.Span{numbersNear(k, p.depth)}
		v.ByMagnitude = true
	}
	if at.derived {
		p.Free = append(p.Free, int32(len(p.B.Vars)))
	}
	v.Default = v.Dom[0].Lo
	for _, d := range v.Dom {
		if !term.Less(k, 0, d.Lo) && !term.Less(k, d.Hi, 0) {
			v.Default = 0
		}
	}
	return p.data(at, v), nil
}

// listed makes a choice among listed values. Those that are not constants are unknown.
func (p *Placer) listed(s *value.Listed, at spot) sym.Val {
	n := len(s.Values)
	index := p.data(at, form.Var{Kind: form.Int64, Dom: []form.Span{{Lo: 0, Hi: int64(n - 1)}}, Ascending: true})
	var v sym.Val
	for i := n - 1; i >= 0; i-- {
		v = p.Merge(p.B.Eq(index, p.B.Number(i)), p.listedValue(s, i), v)
	}
	return v
}

func (p *Placer) listedValue(s *value.Listed, i int) sym.Val {
	k, ok := layout.KindOf(s.T)
	basic, _ := s.T.Underlying().(*types.Basic)
	switch {
	case s.Ints != nil && ok:
		return p.B.Constant(k, s.Ints[i])
	case s.Strings != nil && basic != nil && basic.Info()&types.IsString != 0:
		return p.ConstText(s.Strings[i])
	}
	v := p.Zero(s.T)
	u := &sym.Unknown{Guard: term.Yes, Why: whyListed + s.Values[i] + " is not a constant"}
	if a, ok := v.(sym.Aggregate); ok {
		for j := range a {
			a[j] = u
		}
		return a
	}
	return u
}

// whyListed begins the reason why a listed value is unknown.
const whyListed = "the listed value "

func (p *Placer) pointer(s *value.Pointer, at spot) (sym.Val, error) {
	v := form.Var{Kind: form.Int64}
	if !s.NotNil {
		v.Choice = append(v.Choice, form.Alt{Level: int32(at.cost)})
	}
	to := at.cost + s.Elem.Step
	if p.fits(s.Elem.Shape, to) && (s.NotNil || p.room(s.Node, at)) {
		v.Choice = append(v.Choice, form.Alt{Value: 1, Level: int32(to), Size: int32(truth(s.Node))})
	}
	v.Default = v.Choice[0].Value
	i := p.add(at, v)
	is := p.B.Eq(p.B.Ref(int(i)), p.B.Number(1))
	if is == term.No {
		return sym.NilPointer, nil
	}
	elem := spot{name: at.name, parent: i, when: form.Span{Lo: 1, Hi: 1}, cost: to, parts: max(0, at.parts-truth(s.Node))}
	there, err := p.pointee(s.Elem.Shape, elem)
	if err != nil {
		return nil, err
	}
	return p.Merge(is, there, sym.NilPointer), nil
}

// room reports whether a value may be here: unless it is a node, or a part is left.
func (p *Placer) room(node bool, at spot) bool {
	return p.beyond == nil || !node || at.parts > 0
}

// mustGrow reports whether all inhabitants of an interface are nodes.
func (p *Placer) mustGrow(s *value.Interface, at spot) bool {
	return !s.Nil && !slices.ContainsFunc(s.Alts, func(a value.Alt) bool {
		return !grows(a) && p.fits(a.Shape, at.cost+a.Step)
	})
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (p *Placer) structure(s *value.Struct, at spot) (sym.Val, error) {
	t, ok := s.T.Underlying().(*types.Struct)
	if !ok {
		return nil, fmt.Errorf("%s: %s is not a struct type", at.name, s.T)
	}
	a := p.Zero(s.T).(sym.Aggregate)
	var parts []int
	if p.beyond != nil {
		parts = p.shares(s.Fields, at.parts)
	}
	for i, f := range s.Fields {
		to := at
		if parts != nil {
			to.parts = parts[i]
		}
		to.name += "." + f.Name
		to.cost += f.Step
		to.derived = at.derived || f.Derived
		v, err := p.make(f.Shape, to)
		if err != nil {
			return nil, err
		}
		copy(a[p.Layout.Field(t, f.Index):], sym.Flat(nil, v))
	}
	return a, nil
}

func (p *Placer) array(s *value.Array, at spot) (sym.Val, error) {
	var a sym.Aggregate
	var parts []int
	if p.beyond != nil && s.Len > 0 {
		parts = p.beyond.share(at.parts, s.Len)
	}
	for i := range s.Len {
		to := at
		if parts != nil {
			to.parts = parts[i]
		}
		to.name += "[" + strconv.Itoa(i) + "]"
		to.cost += s.Elem.Step
		v, err := p.make(s.Elem.Shape, to)
		if err != nil {
			return nil, err
		}
		a = sym.Flat(a, v)
	}
	return a, nil
}

// lengths makes the variable for the number of parts of a container, up to what the depth allows.
// absent adds the value -1, for nil or empty, besides 0. It returns the variable, the greatest number,
// and how many of the container's own parts each part gets.
func (p *Placer) lengths(at spot, part value.Ref, absent bool) (i int32, most int, parts func(i int) int) {
	v := form.Var{Kind: form.Int64}
	v.Choice = append(v.Choice, form.Alt{Level: int32(at.cost)})
	if absent {
		v.Choice = append(v.Choice, form.Alt{Value: -1, Level: int32(at.cost)})
	}
	if part.Shape == nil || p.fits(part.Shape, at.cost+part.Step) {
		most = p.depth - at.cost
	}
	var lengths []int
	if p.beyond != nil {
		lengths, parts = p.farLengths(part, most, at)
	} else {
		lengths = upTo(most)
	}
	for _, n := range lengths {
		v.Choice = append(v.Choice, form.Alt{Value: int64(n), Level: int32(at.cost + n), Size: int32(n)})
	}
	return p.add(at, v), slices.Max(append(lengths, 0)), parts
}

// upTo returns the numbers from 1 to n.
func upTo(n int) []int {
	var list []int
	for i := 1; i <= n; i++ {
		list = append(list, i)
	}
	return list
}

// element returns the spot of part i of a container whose length is variable v.
func (p *Placer) element(at spot, v int32, i, most, step int) spot {
	return spot{
		name:   at.name + "[" + strconv.Itoa(i) + "]",
		parent: v, when: form.Span{Lo: int64(i + 1), Hi: int64(most)},
		cost: at.cost + step, derived: at.derived,
	}
}

func (p *Placer) slice(s *value.Slice, at spot) (sym.Val, error) {
	i, most, parts := p.lengths(at, s.Elem, s.EmptyToo)
	n := p.B.Ref(int(i))
	extra := p.B.Number(0)
	if s.Room {
		room := form.Var{Kind: form.Int64, Dom: []form.Span{{Lo: 0, Hi: int64(p.depth)}}, ByMagnitude: true, Level: int32(at.cost)}
		if p.beyond != nil {
			room.Dom[0].Hi, room.ByMagnitude = int64(p.beyond.Within), false
		}
		extra = p.B.Ref(int(p.add(spot{name: "cap(" + at.name + ")", parent: i, when: form.Span{Lo: 0, Hi: int64(most)}}, room)))
	}
	var cells sym.Aggregate
	for j := range most {
		to := p.element(at, i, j, most, s.Elem.Step)
		if parts != nil {
			to.parts = parts(j)
		}
		v, err := p.make(s.Elem.Shape, to)
		if err != nil {
			return nil, err
		}
		cells = sym.Flat(cells, v)
	}
	elem := s.T.Underlying().(*types.Slice).Elem()
	return p.window(n, extra, cells, p.Layout.Size(elem)), nil
}

// window returns the slice over cells whose length is n, or 0 if n is -1. It is nil if n and the
// capacity beyond the length are 0.
func (p *Placer) window(n, extra term.Term, cells sym.Aggregate, size int) *sym.Sequence {
	zero := p.B.Number(0)
	length := p.B.Ite(p.B.Le(zero, n), n, zero)
	room := p.B.Arith(form.Add, length, extra)
	isNil := p.B.And(p.B.Eq(n, zero), p.B.Eq(extra, zero))
	o := p.NewObject(term.Yes, cells)
	_, hi := p.B.Bounds(term.Yes, room, 0)
	for len(o.Cells) < int(hi)*size {
		o.Cells = append(o.Cells, &sym.Unknown{Guard: term.Yes, Why: "the elements beyond the length of a slice are not known"})
	}
	r := &sym.Sequence{Alts: []sym.Window{{Guard: p.B.Not(isNil), Obj: o, Size: size, Off: zero, Length: length, Room: room, Age: zero}}}
	if isNil == term.Yes {
		return sym.NilSequence
	}
	if isNil != term.No {
		r.Alts = append(r.Alts, sym.Window{Guard: isNil})
	}
	return r
}
