package place

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
)

type fitKey struct {
	shape value.Shape
	cost  int
}

// fits reports whether the shape has a value within the depth when the path to it has the given cost.
func (p *Placer) fits(s value.Shape, cost int) bool {
	if cost > p.depth {
		return false
	}
	key := fitKey{s, cost}
	if r, ok := p.fit[key]; ok {
		return r
	}
	// A path that leads back here does not end by itself.
	p.fit[key] = false
	r := p.inhabited(s, cost)
	p.fit[key] = r
	return r
}

// hasOneValue reports whether a shape has only one value, as fields do that nobody reads. Such a part has no
// level, and the path to it costs nothing.
func hasOneValue(s value.Shape) bool {
	switch s := s.(type) {
	case *value.Zero:
		return true
	case *value.Struct:
		return !slices.ContainsFunc(s.Fields, func(f value.Field) bool { return !hasOneValue(f.Shape) })
	case *value.Array:
		return s.Len == 0 || hasOneValue(s.Elem.Shape)
	}
	return false
}

func (p *Placer) inhabited(s value.Shape, cost int) bool {
	switch s := s.(type) {
	case *value.Int:
		return s.Ranges == nil || len(s.Ranges) > 0
	case *value.Listed:
		return len(s.Values) > 0
	case *value.Pointer:
		return !s.NotNil || p.fits(s.Elem.Shape, cost+s.Elem.Step)
	case *value.Reference:
		// The path to a reference costs its object nothing: objects are counted.
		return !s.NotNil || s.To.Elem.Step <= p.depth && s.To.Most != 0
	case *value.Heap:
		return p.fits(s.Root, cost)
	case *value.Struct:
		for _, f := range s.Fields {
			if !hasOneValue(f.Shape) && !p.fits(f.Shape, cost+f.Step) {
				return false
			}
		}
	case *value.Array:
		return hasOneValue(s) || p.fits(s.Elem.Shape, cost+s.Elem.Step)
	case *value.Aliased:
		return p.fits(s.Own.Shape, cost)
	case *value.Calls:
		if p.construction(s, spot{cost: cost}) != nil {
			return true
		}
		all, _ := p.classes(s, cost)
		return len(all) > 0
	case *value.Interface:
		if s.Nil {
			return true
		}
		return slices.ContainsFunc(s.Alts, func(a value.Alt) bool { return p.fits(a.Shape, cost+a.Step) })
	}
	return true
}
