package decode

import "go/types"

// PointsWithin reports whether values of t may have pointers into their own memory, by their types.
// A copy of such a value may differ from the value that the calls made.
func PointsWithin(t types.Type) bool { return within(t, false) }

// MayPointWithin is PointsWithin if interfaces may hold such pointers too.
func MayPointWithin(t types.Type) bool { return within(t, true) }

func within(t types.Type, held bool) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
	default:
		return false
	}
	w := &memoryParts{interfacesMayPoint: held, parts: map[string]types.Type{}, seen: map[string]bool{}}
	w.addParts(t)
	return w.reachesPart(t)
}

// A memoryParts collects the types of the parts that lie in a value's own memory, and looks for
// pointers to one of them. Types are identified by their names.
type memoryParts struct {
	// interfacesMayPoint says that an interface counts as such a pointer.
	interfacesMayPoint bool
	parts              map[string]types.Type
	seen               map[string]bool
}

func nameOf(t types.Type) string { return types.TypeString(t, nil) }

func (w *memoryParts) addParts(t types.Type) {
	w.parts[nameOf(t)] = t
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			w.addParts(f.Type())
		}
	case *types.Array:
		w.addParts(u.Elem())
	}
}

func (w *memoryParts) reachesPart(t types.Type) bool {
	if w.seen[nameOf(t)] {
		return false
	}
	w.seen[nameOf(t)] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return w.parts[nameOf(u.Elem())] != nil || w.reachesPart(u.Elem())
	case *types.Slice:
		return w.hasArrayOf(u.Elem()) || w.reachesPart(u.Elem())
	case *types.Array:
		return w.reachesPart(u.Elem())
	case *types.Map:
		return w.reachesPart(u.Key()) || w.reachesPart(u.Elem())
	case *types.Interface:
		return w.interfacesMayPoint
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		for f := range u.Fields() {
			if w.reachesPart(f.Type()) {
				return true
			}
		}
	}
	return false
}

// hasArrayOf reports whether a slice of elem may lie in an array of the value.
func (w *memoryParts) hasArrayOf(elem types.Type) bool {
	for _, t := range w.parts {
		if a, ok := t.Underlying().(*types.Array); ok && types.Identical(a.Elem(), elem) {
			return true
		}
	}
	return false
}
