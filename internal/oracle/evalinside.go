package oracle

import (
	"go/constant"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// inside calls yield with the parts of e.Args[0] whose declared type is a type argument of its type, until yield
// returns false.
func (ev *evaluator) inside(e *refine.Builtin, yield func([]Val) bool) {
	i, _ := constant.Int64Val(e.Args[1].(*refine.Const).Value)
	w := &insideWalk{seen: map[any]bool{}}
	w.instance(e.TypeArg, int(i), ev.eval(e.Args[0]), func(v Val) bool { return yield([]Val{v}) })
}

// An insideWalk meets what pointers and maps refer to once.
type insideWalk struct {
	seen map[any]bool
}

func (w *insideWalk) instance(t types.Type, i int, v Val, yield func(Val) bool) bool {
	param, origin, _ := refine.TypeParamOf(t, i)
	return w.part(origin, param, v, yield)
}

// visited reports whether the walk already visited this place of the type with this value.
func (w *insideWalk) visited(origin types.Type, param *types.TypeParam, v any) bool {
	key := [3]any{origin, param, v}
	known := w.seen[key]
	w.seen[key] = true
	return known
}

// part traverses v, a value of the type origin with its type arguments.
func (w *insideWalk) part(origin types.Type, param *types.TypeParam, v Val, yield func(Val) bool) bool {
	_, isNil := v.(NilVal)
	switch {
	case origin == types.Type(param):
		return yield(v)
	case isNil || !refine.HasTypeParam(origin, param):
		return true
	}
	if args := refine.TypeArguments(origin); args != nil {
		for i, a := range slices.Collect(args.Types()) {
			inner := func(x Val) bool { return w.part(a, param, x, yield) }
			if refine.HasTypeParam(a, param) && !w.instance(origin, i, v, inner) {
				return false
			}
		}
		return true
	}
	all := func(vs []Val, elem types.Type) bool {
		for _, x := range vs {
			if !w.part(elem, param, x, yield) {
				return false
			}
		}
		return true
	}
	switch o := origin.(type) {
	case *types.Pointer:
		p := v.(PointerVal)
		if w.visited(o, param, p) {
			return true
		}
		return w.part(o.Elem(), param, p.load(), yield)
	case *types.Slice:
		return all(v.(SliceVal).elems(), o.Elem())
	case *types.Array:
		return all(v.(ArrayVal), o.Elem())
	case *types.Map:
		m := v.(*MapVal)
		if w.visited(o, param, m) {
			return true
		}
		return all(m.Keys, o.Key()) && all(m.Values, o.Elem())
	case *types.Struct:
		for i, x := range v.(StructVal) {
			if !w.part(o.Field(i).Type(), param, x, yield) {
				return false
			}
		}
	default:
		cannot("what a %s yields has no meaning without Go", origin)
	}
	return true
}
