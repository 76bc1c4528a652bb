// Package ways counts the assignments to the variables of a form by their sizes.
//
// It takes a form and returns counts. The package knows nothing of the form's terms, or of how
// solutions are found.
package ways

import (
	"math"
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// Ways count, by size, the assignments to a realized variable and to all variables below it. Counts
// that overflow an int64 are the greatest int64. They are computed when first needed, because that
// may take long.
type Ways struct {
	form *form.Form
	// quit is called now and then. After it has returned true, results do not count.
	quit    func() bool
	stopped bool
	work    int64 // how many counts were multiplied
	// counts[v] are the counts of variable v by size, for levels up to the form's. countsBelow[v]
	// are those for lesser levels only.
	counts, countsBelow [][]int64
	endOf               []int32 // by variable: the first variable after those below it
	made                bool
}

// New returns the ways of a form. quit is called now and then; after it has returned true, results
// do not count.
func New(f *form.Form, quit func() bool) *Ways { return &Ways{form: f, quit: quit} }

// Work returns how many counts were multiplied.
func (w *Ways) Work() int64 { return w.work }

// Of returns how many values data variable v has of at most the form's level, and how many of a
// lesser one.
func (w *Ways) Of(v int32) (all, under int64) {
	w.make()
	return w.counts[v][0], w.countsBelow[v][0]
}

// make computes the counts, unless that is done.
func (w *Ways) make() {
	if w.made || w.stopped && w.quit() {
		return
	}
	w.stopped = false
	f := w.form
	n := len(f.Vars)
	w.counts, w.countsBelow, w.endOf = make([][]int64, n), make([][]int64, n), make([]int32, n)
	kids := make([][]int32, n)
	for i := range f.Vars {
		if p := f.Vars[i].Parent; p >= 0 {
			kids[p] = append(kids[p], int32(i))
		}
	}
	for i := n - 1; i >= 0; i-- {
		w.endOf[i] = int32(i) + 1
		for _, k := range kids[i] {
			w.endOf[i] = max(w.endOf[i], w.endOf[k])
		}
		w.counts[i] = w.count(w.counts, kids[i], int32(i), f.Level)
		w.countsBelow[i] = w.count(w.countsBelow, kids[i], int32(i), f.Level-1)
	}
	w.made = !w.stopped
}

// count returns, by size, the number of assignments to variable i and all below it of at most the
// given level.
func (w *Ways) count(of [][]int64, kids []int32, i int32, level int32) []int64 {
	v := &w.form.Vars[i]
	if len(v.Choice) == 0 {
		return []int64{countWithin(v, level)}
	}
	var sum []int64
	for _, a := range v.Choice {
		if a.Level > level {
			continue
		}
		p := []int64{1}
		for _, k := range kids {
			if when := w.form.Vars[k].When; a.Value >= when.Lo && a.Value <= when.Hi {
				p = w.product(p, of[k], math.MaxInt)
			}
		}
		for len(sum) < len(p)+int(a.Size) {
			sum = append(sum, 0)
		}
		for s, x := range p {
			sum[s+int(a.Size)] = Plus(sum[s+int(a.Size)], x)
		}
	}
	return sum
}

// countWithin returns how many values of a data variable have at most the given level.
func countWithin(v *form.Var, level int32) int64 {
	if v.Level > level {
		return 0
	}
	n := int64(0)
	for _, s := range v.Dom {
		switch {
		case !v.ByMagnitude:
		case v.Kind == form.Uint64:
			if uint64(s.Hi) > uint64(level) {
				s.Hi = int64(level)
			}
		default:
			s.Lo, s.Hi = max(s.Lo, -int64(level)), min(s.Hi, int64(level))
		}
		if !v.Kind.Less(s.Hi, s.Lo) {
			n = Plus(n, Plus(int64(min(uint64(s.Hi)-uint64(s.Lo), math.MaxInt64-1)), 1))
		}
	}
	return n
}

// Solutions returns how many solutions of this size extend the decided values, ignoring the form's
// terms.
func (w *Ways) Solutions(size int32, value func(v int32) (int64, bool)) int64 {
	w.make()
	left, exact := size, w.form.Below
	all, under := []int64{1}, []int64{1}
	for i := int32(0); int(i) < len(w.form.Vars); {
		v := &w.form.Vars[i]
		if v.Parent >= 0 {
			// All variables above are decided; otherwise this one would have been skipped.
			if up, _ := value(v.Parent); up < v.When.Lo || up > v.When.Hi {
				i = w.endOf[i]
				continue
			}
		}
		x, known := value(i)
		if !known {
			all, under = w.product(all, w.counts[i], int(size)), w.product(under, w.countsBelow[i], int(size))
			i = w.endOf[i]
			continue
		}
		level, part := costsOf(v, x)
		exact = exact || level == w.form.Level
		left -= part
		i++
	}
	n := at(all, left)
	if !exact && n != math.MaxInt64 {
		n -= at(under, left)
	}
	return n
}

// costsOf returns the level and the size of a value.
func costsOf(v *form.Var, x int64) (level, size int32) {
	if i := slices.IndexFunc(v.Choice, func(a form.Alt) bool { return a.Value == x }); i >= 0 {
		return v.Choice[i].Level, v.Choice[i].Size
	}
	if v.ByMagnitude {
		return max(v.Level, int32(min(v.Kind.Magnitude(x), math.MaxInt32))), 0
	}
	return v.Level, 0
}

func at(counts []int64, size int32) int64 {
	if size < 0 || int(size) >= len(counts) {
		return 0
	}
	return counts[size]
}

// product multiplies two lists of counts, for sizes up to most.
func (w *Ways) product(a, b []int64, most int) []int64 {
	if len(a) == 1 && a[0] == 1 {
		return b
	}
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	n := len(a) + len(b) - 1
	if most < n-1 {
		n = most + 1
	}
	c := make([]int64, n)
	for i, x := range a {
		if w.stops(len(b)) {
			return nil
		}
		for j, y := range b {
			if i+j < n {
				c[i+j] = Plus(c[i+j], Times(x, y))
			}
		}
	}
	return c
}

// stops adds to the number of multiplications, and reports whether to stop.
func (w *Ways) stops(more int) bool {
	before := w.work
	w.work += int64(more)
	w.stopped = w.stopped || before/quitWork != w.work/quitWork && w.quit()
	return w.stopped
}

// quitWork is how many counts are multiplied between two calls of quit.
const quitWork = 1 << 18

// Plus adds two counts.
func Plus(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// Times multiplies two counts.
func Times(a, b int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if hi != 0 || lo > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(lo)
}
