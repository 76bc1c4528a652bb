package place

import (
	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/internal/value"
)

// An Extent says which inputs there are with Options.Whole.
type Extent uint8

const (
	// AllInputs are all that the types of the inputs have.
	AllInputs Extent = iota
	// AllData are those of the shapes of a depth.
	AllData
	// SaidData are those of them that a directive, or a list of constants, leaves.
	SaidData
	// RunInputs are known only when they run.
	RunInputs
)

// ExtentOf says of which inputs a claim about shapes is. The calls that build values are executed
// by the constructor, where it is not nil.
func ExtentOf(shapes []value.Shape, by Constructor) Extent {
	w := extents{by: by, under: map[value.Shape]bool{}, known: map[value.Shape]int{}}
	pointers := 0
	for _, s := range shapes {
		pointers += w.walk(s)
	}
	if pointers > 1 {
		w.e = max(w.e, AllData) // Pointers of inputs do not meet.
	}
	return w.e
}

// An extents goes through shapes.
type extents struct {
	e     Extent
	by    Constructor
	under map[value.Shape]bool
	// known is how many pointers a value of a shape holds, at most 2.
	known map[value.Shape]int
}

func (w *extents) walk(s value.Shape) (pointers int) {
	if w.under[s] {
		w.e = max(w.e, AllData) // It reaches itself.
		return 2
	}
	if n, ok := w.known[s]; ok {
		return n
	}
	w.e = max(w.e, w.extentOf(s))
	if _, ok := s.(*value.Pointer); ok {
		pointers++
	}
	w.under[s] = true
	for _, p := range s.Parts() {
		if p.Step > 0 {
			if _, array := s.(*value.Array); !array {
				w.e = max(w.e, AllData)
			}
		}
		pointers += w.walk(p.Shape)
	}
	delete(w.under, s)
	pointers = min(pointers, 2)
	w.known[s] = pointers
	return pointers
}

// extentOf is what the shape itself, beside its parts, leaves.
func (w *extents) extentOf(s value.Shape) Extent {
	switch s := s.(type) {
	case *value.Calls:
		return w.ofCalls(s)
	case *value.Int:
		if s.Ranges == nil {
			return AllInputs
		}
		k, ok := layout.KindOf(s.T)
		if all := (value.Range{Lo: k.Bounds().Lo, Hi: k.Bounds().Hi}); ok && len(s.Ranges) == 1 && s.Ranges[0] == all {
			return AllInputs
		}
		return SaidData
	case *value.Listed:
		return SaidData
	case *value.String:
		if s.Fixed || s.Single {
			return SaidData
		}
		return AllData
	case *value.Slice, *value.Map, *value.Interface, *value.Heap:
		return AllData
	case *value.Zero:
		if synchronizes(s.T) {
			return AllData
		}
	case *value.Func, *value.Drawn, *value.Unsupported:
		return RunInputs
	}
	return AllInputs
}

// ofCalls is what the calls that build a value leave: as many as there are within the depth,
// with the arguments of theirs.
func (w *extents) ofCalls(s *value.Calls) Extent {
	if w.by == nil {
		return RunInputs
	}
	c := w.by.Construction(s, 0, nil)
	if c == nil {
		return RunInputs
	}
	w.under[s] = true
	for _, x := range c.Callees {
		for _, a := range x.Arguments {
			w.walk(a)
		}
	}
	delete(w.under, s)
	return AllData
}
