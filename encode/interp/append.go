package interp

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// append compiles append(x, y...), where y may be a string.
func (c *compiler) append(args []ssa.Value, regs []int) evaluator {
	elem := args[0].Type().Underlying().(*types.Slice).Elem()
	size := c.lay.Size(elem)
	zero := flat(nil, c.zero(elem))
	x, y := regs[0], regs[1]
	return func(m *machine, r []Value) (Value, bool) {
		items, ok := m.items(r[y])
		if !ok {
			return Value{}, false
		}
		if len(items.cells) == 0 && items.length == 0 {
			return r[x], r[x].ref == nil || isA[*window](r[x]) || m.giveUpOn(r[x])
		}
		w, ok := r[x].ref.(*window)
		if !ok && r[x].ref != nil {
			return Value{}, m.giveUpOn(r[x])
		}
		return m.extend(w, items, size, zero)
	}
}

func isA[T any](v Value) bool {
	_, ok := v.ref.(T)
	return ok
}

// A run is a sequence of elements, given by their cells.
type run struct {
	cells  []Value
	length int
}

// items returns the elements of a slice, or the bytes of a string.
func (m *machine) items(v Value) (run, bool) {
	switch w := v.ref.(type) {
	case nil:
		return run{}, true
	case *window:
		if w.obj.appendHistory != nil {
			for i := range w.length {
				if !m.mayRead(w, i) {
					return run{}, false
				}
			}
		}
		end := w.offset + w.length*w.size
		return run{w.obj.cells[w.offset:end:end], w.length}, true
	}
	s, ok := m.str(v)
	if !ok {
		return run{}, false
	}
	m.spend(len(s))
	cells := make([]Value, len(s))
	for i := range len(s) {
		cells[i] = Int(int64(s[i]))
	}
	return run{cells, len(s)}, true
}

// extend appends items to w, which may be nil.
func (m *machine) extend(w *window, items run, size int, zero []Value) (Value, bool) {
	if w == nil {
		w = &window{size: size}
	}
	length := w.length + items.length
	m.spend(len(items.cells))
	if w.obj != nil && length <= w.room {
		return m.fill(w, items, length)
	}
	if w.obj == nil || w.obj.appendHistory == nil {
		return m.newArray(w, items, length, 0, zero)
	}
	g := w.obj.appendHistory
	end := w.cell(w.length)
	switch {
	case end < g.usedCells:
		// Another append may have set the cells after the slice. It and this one may share the
		// array or not.
		for at := end; at < min(end+len(items.cells), g.usedCells); at++ {
			m.markSet(g, at, setting{setter: -1})
		}
		fixed := g.sharedCells
		m.note(func() { g.sharedCells = fixed })
		g.sharedCells = max(fixed, end)
		return m.newArray(w, items, length, w.length*size, zero)
	case end+len(items.cells) > len(w.obj.cells):
		if !m.enlarge(w, length, zero) {
			return Value{}, false
		}
	}
	for i, v := range items.cells {
		m.set(w.obj, end+i, v)
	}
	used, ages := g.usedCells, g.lastAge
	m.note(func() { g.usedCells, g.lastAge = used, ages })
	g.usedCells, g.lastAge = end+len(items.cells), ages+1
	s := *w
	s.length, s.room, s.age = length, length, g.lastAge
	return Value{ref: &s}, true
}

// fill appends items to w, which has enough room.
func (m *machine) fill(w *window, items run, length int) (Value, bool) {
	s := *w
	s.length = length
	var few [8]Value
	cells := append(few[:0], items.cells...)
	for i := range items.length {
		if !m.mayWrite(&s, w.length+i) {
			return Value{}, false
		}
	}
	for i, v := range cells {
		m.set(w.obj, w.cell(w.length)+i, v)
	}
	return Value{ref: &s}, true
}

// noRoom gives up because more room is needed than is known to exist.
func (m *machine) noRoom() bool {
	m.giveUp("how much room append leaves is not defined")
	return false
}

// enlarge extends the array of w so that it holds length elements, and more.
func (m *machine) enlarge(w *window, length int, zero []Value) bool {
	want := w.offset + 2*length*w.size
	if want > maxCells {
		m.giveUp("a slice is too large")
		return false
	}
	o := w.obj
	m.spend(max(0, want-len(o.cells)))
	for len(o.cells) < want {
		o.cells = append(o.cells, zero...)
	}
	return true
}

// newArray makes a new array for the result of append. The first fixed cells may be shared with the
// slice appended to.
func (m *machine) newArray(w *window, items run, length, fixed int, zero []Value) (Value, bool) {
	room := length + length/2
	if room*len(zero) > maxCells {
		m.giveUp("a slice is too large")
		return Value{}, false
	}
	o := m.array(zero, room)
	if w.obj != nil {
		for i := range w.length {
			if !m.mayRead(w, i) {
				return Value{}, false
			}
		}
		copy(o.cells, w.obj.cells[w.offset:w.cell(w.length)])
	}
	copy(o.cells[w.length*w.size:], items.cells)
	o.appendHistory = &appendHistory{usedCells: length * len(zero), sharedCells: fixed}
	return Slice(o, 0, len(zero), length, length), true
}

func (c *compiler) copy(regs []int) evaluator {
	x, y := regs[0], regs[1]
	return func(m *machine, r []Value) (Value, bool) {
		items, ok := m.items(r[y])
		if !ok {
			return Value{}, false
		}
		w, ok := r[x].ref.(*window)
		if !ok {
			return Value{}, r[x].ref == nil || m.giveUpOn(r[x])
		}
		n := min(w.length, items.length)
		m.spend(n * w.size)
		cells := append([]Value(nil), items.cells[:n*w.size]...)
		for i := range n {
			if !m.mayWrite(w, i) {
				return Value{}, false
			}
		}
		for i, v := range cells {
			m.set(w.obj, w.offset+i, v)
		}
		return Int(int64(n)), true
	}
}

// mayRead records that element i is read through a slice that append may have made. It returns false
// if its value is not defined.
func (m *machine) mayRead(w *window, i int) bool {
	g := w.obj.appendHistory
	if g == nil || w.size == 0 {
		return true
	}
	if at := w.cell(i); at < len(g.settings) && !g.settings[at].seen(w.age) {
		m.giveUp(whyGrown)
		return false
	}
	return true
}

// seen reports whether a slice of the given age has the value that was set. It does if the value
// was set through a slice of the same age. It also does if it was set through an earlier slice
// before that was appended to; then it does not matter whether append copied.
func (s setting) seen(age int) bool {
	return s.setter == 0 || s.setter == age+1 || !s.afterAppend && 0 < s.setter && s.setter <= age
}

// mayWrite records that element i may be set through a slice. It returns false if the effect is not
// defined.
func (m *machine) mayWrite(w *window, i int) bool {
	g := w.obj.appendHistory
	if g == nil || w.size == 0 {
		return true
	}
	at := w.cell(i)
	if at < g.sharedCells {
		m.giveUp(whyGrown)
		return false
	}
	m.markSet(g, at, setting{w.age + 1, w.age < g.lastAge})
	return true
}

const whyGrown = "whether append copied is not defined"

// markSet records through which slice a cell was set.
func (m *machine) markSet(g *appendHistory, at int, s setting) {
	for len(g.settings) <= at {
		g.settings = append(g.settings, setting{})
	}
	if old := g.settings[at]; old != s {
		m.note(func() { g.settings[at] = old })
		g.settings[at] = s
	}
}
