package interp

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// index compiles an index into an array that is not in memory, or into a string of a type
// parameter.
func (c *compiler) index(in *ssa.Index) evaluator {
	x, y := c.reg(in.X), c.reg(in.Index)
	if basicInfo(in.X.Type())&types.IsString != 0 {
		return indexText(x, y)
	}
	t := in.Type()
	size := c.lay.Size(t)
	n := in.X.Type().Underlying().(*types.Array).Len()
	return func(m *machine, r []Value) (Value, bool) {
		i := r[y].number
		if i < 0 || i >= n {
			return Value{}, m.outside()
		}
		return m.resolve(m.part(r[x].ref.(aggregate), int(i)*size, t))
	}
}

// outside panics because an index is out of range.
func (m *machine) outside() bool {
	m.throw("index out of range")
	return false
}

func (c *compiler) indexAddr(in *ssa.IndexAddr) evaluator {
	x, y := c.reg(in.X), c.reg(in.Index)
	if p, ok := in.X.Type().Underlying().(*types.Pointer); ok {
		t := p.Elem().Underlying().(*types.Array)
		n, size := t.Len(), int64(c.lay.Size(t.Elem()))
		return func(m *machine, r []Value) (Value, bool) {
			p, i := r[x], r[y].number
			if p.ref == nil {
				m.throw("invalid memory address or nil pointer dereference")
				return p, false
			}
			if i < 0 || i >= n {
				return p, m.outside()
			}
			p.number += i * size
			return p, true
		}
	}
	reads := ReadsOnly(in)
	return func(m *machine, r []Value) (Value, bool) {
		w, ok := r[x].ref.(*window)
		i := r[y].number
		if !ok {
			if r[x].ref != nil {
				return Value{}, m.giveUpOn(r[x])
			}
			return Value{}, m.outside()
		}
		if i < 0 || i >= int64(w.length) {
			return Value{}, m.outside()
		}
		if w.obj.appendHistory != nil {
			if reads && !m.mayRead(w, int(i)) || !reads && !m.mayWrite(w, int(i)) {
				return Value{}, false
			}
		}
		return Value{number: int64(w.offset) + i*int64(w.size), ref: w.obj}, true
	}
}

// ReadsOnly reports whether an address is used only for loads.
func ReadsOnly(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.FieldAddr:
			if !ReadsOnly(r) {
				return false
			}
		case *ssa.IndexAddr:
			if r.X != v || !ReadsOnly(r) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// cell returns the first cell of element i of a window.
func (w *window) cell(i int) int { return w.offset + i*w.size }

func (c *compiler) makeSlice(in *ssa.MakeSlice) evaluator {
	x, y := c.reg(in.Len), c.reg(in.Cap)
	elem := in.Type().Underlying().(*types.Slice).Elem()
	zero := flat(nil, c.zero(elem))
	return func(m *machine, r []Value) (Value, bool) {
		n, room := r[x].number, r[y].number
		if n < 0 || n > room {
			m.throw("makeslice: len out of range")
			return Value{}, false
		}
		if room > maxCells || room*int64(len(zero)) > maxCells {
			m.giveUp("a slice is too large")
			return Value{}, false
		}
		o := m.array(zero, int(room))
		return Slice(o, 0, len(zero), int(n), int(room)), true
	}
}

// array makes an object of n elements with the given cells each.
func (m *machine) array(zero []Value, n int) *Object {
	o := &Object{cells: make([]Value, 0, n*len(zero)), born: m.epoch}
	for range n {
		o.cells = append(o.cells, zero...)
	}
	m.spend(len(o.cells))
	return o
}

// slice compiles x[low:high:max].
func (c *compiler) slice(in *ssa.Slice) evaluator {
	x := c.reg(in.X)
	bound := func(v ssa.Value) int {
		if v == nil {
			return -1
		}
		return c.reg(v)
	}
	low, high, most := bound(in.Low), bound(in.High), bound(in.Max)
	if basicInfo(in.X.Type())&types.IsString != 0 {
		return sliceText(x, low, high)
	}
	array := func(m *machine, v Value) (w window, some, ok bool) {
		if w, ok := v.ref.(*window); ok {
			return *w, true, true
		}
		return window{}, false, v.ref == nil || m.giveUpOn(v)
	}
	if p, ok := in.X.Type().Underlying().(*types.Pointer); ok {
		t := p.Elem().Underlying().(*types.Array)
		n, size := int(t.Len()), c.lay.Size(t.Elem())
		array = func(m *machine, v Value) (w window, some, ok bool) {
			o, ok := m.object(v)
			return window{obj: o, offset: int(v.number), size: size, length: n, room: n}, true, ok
		}
	}
	return func(m *machine, r []Value) (Value, bool) {
		from, some, ok := array(m, r[x])
		if !ok {
			return Value{}, false
		}
		lo, hi, end := int64(0), int64(from.length), int64(from.room)
		if most >= 0 {
			end = r[most].number
		}
		if low >= 0 {
			lo = r[low].number
		}
		if high >= 0 {
			hi = r[high].number
		}
		if from.obj != nil && from.obj.appendHistory != nil && max(hi, end) > int64(from.room) {
			return Value{}, m.noRoom()
		}
		if lo < 0 || lo > hi || hi > end || end > int64(from.room) {
			m.throw("slice bounds out of range")
			return Value{}, false
		}
		if !some {
			return Value{}, true
		}
		s := &window{obj: from.obj, offset: from.offset + int(lo)*from.size, size: from.size, length: int(hi - lo), room: int(end - lo)}
		return Value{ref: s}, true
	}
}
