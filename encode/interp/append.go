package interp

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// append compiles append(x, y...), where y may be a string.
func (c *compiler) append(args []ssa.Value, regs []int) giver {
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
			return r[x], r[x].r == nil || is[*window](r[x]) || m.odd(r[x])
		}
		w, ok := r[x].r.(*window)
		if !ok && r[x].r != nil {
			return Value{}, m.odd(r[x])
		}
		return m.extend(w, items, size, zero)
	}
}

func is[T any](v Value) bool {
	_, ok := v.r.(T)
	return ok
}

// A run is a sequence of elements, given by their cells.
type run struct {
	cells  []Value
	length int
}

// items returns the elements of a slice, or the bytes of a string.
func (m *machine) items(v Value) (run, bool) {
	switch w := v.r.(type) {
	case nil:
		return run{}, true
	case *window:
		if w.obj.growth != nil {
			for i := range w.length {
				if !m.reads(w, i) {
					return run{}, false
				}
			}
		}
		end := w.off + w.length*w.size
		return run{w.obj.cells[w.off:end:end], w.length}, true
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
	if w.obj == nil || w.obj.growth == nil {
		return m.grow(w, items, length, 0, zero)
	}
	g := w.obj.growth
	end := w.cell(w.length)
	switch {
	case end < g.used:
		// Another append may have set the cells after the slice. It and this one may share the
		// array or not.
		for at := end; at < min(end+len(items.cells), g.used); at++ {
			m.mark(g, at, setting{by: -1})
		}
		fixed := g.fixed
		m.note(func() { g.fixed = fixed })
		g.fixed = max(fixed, end)
		return m.grow(w, items, length, w.length*size, zero)
	case end+len(items.cells) > len(w.obj.cells):
		if !m.move(w, length, zero) {
			return Value{}, false
		}
	}
	for i, v := range items.cells {
		m.set(w.obj, end+i, v)
	}
	used, ages := g.used, g.ages
	m.note(func() { g.used, g.ages = used, ages })
	g.used, g.ages = end+len(items.cells), ages+1
	s := *w
	s.length, s.room, s.age = length, length, g.ages
	return Value{r: &s}, true
}

// fill appends items to w, which has enough room.
func (m *machine) fill(w *window, items run, length int) (Value, bool) {
	s := *w
	s.length = length
	var few [8]Value
	cells := append(few[:0], items.cells...)
	for i := range items.length {
		if !m.writes(&s, w.length+i) {
			return Value{}, false
		}
	}
	for i, v := range cells {
		m.set(w.obj, w.cell(w.length)+i, v)
	}
	return Value{r: &s}, true
}

// noRoom gives up because more room is needed than is known to exist.
func (m *machine) noRoom() bool {
	m.giveUp("how much room append leaves is not defined")
	return false
}

// move extends the array of w so that it holds length elements, and more.
func (m *machine) move(w *window, length int, zero []Value) bool {
	want := w.off + 2*length*w.size
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

// grow makes a new array for the result of append. The first fixed cells may be shared with the
// slice appended to.
func (m *machine) grow(w *window, items run, length, fixed int, zero []Value) (Value, bool) {
	room := length + length/2
	if room*len(zero) > maxCells {
		m.giveUp("a slice is too large")
		return Value{}, false
	}
	o := m.array(zero, room)
	if w.obj != nil {
		for i := range w.length {
			if !m.reads(w, i) {
				return Value{}, false
			}
		}
		copy(o.cells, w.obj.cells[w.off:w.cell(w.length)])
	}
	copy(o.cells[w.length*w.size:], items.cells)
	o.growth = &growth{used: length * len(zero), fixed: fixed}
	return Slice(o, 0, len(zero), length, length), true
}

func (c *compiler) copy(regs []int) giver {
	x, y := regs[0], regs[1]
	return func(m *machine, r []Value) (Value, bool) {
		items, ok := m.items(r[y])
		if !ok {
			return Value{}, false
		}
		w, ok := r[x].r.(*window)
		if !ok {
			return Value{}, r[x].r == nil || m.odd(r[x])
		}
		n := min(w.length, items.length)
		m.spend(n * w.size)
		cells := append([]Value(nil), items.cells[:n*w.size]...)
		for i := range n {
			if !m.writes(w, i) {
				return Value{}, false
			}
		}
		for i, v := range cells {
			m.set(w.obj, w.off+i, v)
		}
		return Int(int64(n)), true
	}
}

// reads records that element i is read through a slice that append may have made. It returns false
// if its value is not defined.
func (m *machine) reads(w *window, i int) bool {
	g := w.obj.growth
	if g == nil || w.size == 0 {
		return true
	}
	if at := w.cell(i); at < len(g.written) && !g.written[at].seen(w.age) {
		m.giveUp(whyGrown)
		return false
	}
	return true
}

// seen reports whether a slice of the given age has the value that was set. It does if the value
// was set through a slice of the same age. It also does if it was set through an earlier slice
// before that was appended to; then it does not matter whether append copied.
func (s setting) seen(age int) bool {
	return s.by == 0 || s.by == age+1 || !s.late && 0 < s.by && s.by <= age
}

// writes records that element i may be set through a slice. It returns false if the effect is not
// defined.
func (m *machine) writes(w *window, i int) bool {
	g := w.obj.growth
	if g == nil || w.size == 0 {
		return true
	}
	at := w.cell(i)
	if at < g.fixed {
		m.giveUp(whyGrown)
		return false
	}
	m.mark(g, at, setting{w.age + 1, w.age < g.ages})
	return true
}

const whyGrown = "whether append copied is not defined"

// mark records through which slice a cell was set.
func (m *machine) mark(g *growth, at int, s setting) {
	for len(g.written) <= at {
		g.written = append(g.written, setting{})
	}
	if old := g.written[at]; old != s {
		m.note(func() { g.written[at] = old })
		g.written[at] = s
	}
}
