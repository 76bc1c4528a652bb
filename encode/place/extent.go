package place

import (
	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/internal/value"
)

// An Extent says which inputs an encoding with Options.Whole covers.
type Extent uint8

const (
	// AllInputs are all values of the types of the inputs.
	AllInputs Extent = iota
	// AllData are all data of the shapes of a depth.
	AllData
	// SaidData are those data that a directive or a list of constants admits.
	SaidData
	// RunInputs are inputs whose values only a run knows.
	RunInputs
)

// ExtentOf returns which inputs a claim about shapes covers. The constructor by executes the calls
// that build values, unless it is nil.
func ExtentOf(shapes []value.Shape, by Constructor) Extent {
	w := extents{by: by, under: map[value.Shape]bool{}, known: map[value.Shape]int{}}
	pointers := 0
	for _, s := range shapes {
		pointers += w.walk(s)
	}
	if pointers > 1 {
		w.e = max(w.e, AllData) // Pointers of different inputs are never equal.
	}
	return w.e
}

// extents finds the extent of shapes.
type extents struct {
	e     Extent
	by    Constructor
	under map[value.Shape]bool
	// known has for each shape the number of pointers in a value, at most 2.
	known map[value.Shape]int
}

func (w *extents) walk(s value.Shape) (pointers int) {
	if w.under[s] {
		w.e = max(w.e, AllData) // It contains itself.
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

// extentOf returns the extent of a shape without that of its parts.
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

// ofCalls returns the extent of a value built by calls: all sequences within the depth, with all their
// arguments.
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
