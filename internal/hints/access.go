package hints

import (
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// listElement stands in a path for an element of a list.
const listElement = "[]"

// accessed adds the keys by which something is looked up in a map of anything, within
// what goes by other keys: m["a"].(map[string]any)["b"] has the path a, b. A function that
// is given a constant key with such a value is a step as well.
func (s *summary) accessed(in ssa.Instruction) {
	v, ok := in.(ssa.Value)
	if !ok {
		return
	}
	if path := pathTo(v, decodedDepth); len(path) > 1 {
		s.paths = append(s.paths, path)
	}
}

// pathTo are the keys that lead to a value, the outermost first.
func pathTo(v ssa.Value, depth int) []string {
	for depth > 0 {
		switch x := v.(type) {
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.Phi:
			i := slices.IndexFunc(x.Edges, func(e ssa.Value) bool { _, ok := e.(*ssa.Const); return !ok })
			if i < 0 {
				return nil
			}
			v, depth = x.Edges[i], depth-1
		case *ssa.Lookup:
			if key := constantText(x.Index); key != "" && carriesAny(x.X.Type()) {
				return append(pathTo(x.X, depth-1), key)
			}
			return nil
		case *ssa.UnOp:
			at, ok := x.X.(*ssa.IndexAddr)
			if !ok {
				return nil
			}
			return append(pathTo(at.X, depth-1), listElement)
		case *ssa.Call:
			for i, arg := range x.Call.Args {
				if key := constantText(arg); key != "" && i > 0 && carriesAny(x.Call.Args[0].Type()) {
					return append(pathTo(x.Call.Args[0], depth-1), key)
				}
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// carriesAny tells whether a type is that of anything, or of a map to it.
func carriesAny(t types.Type) bool {
	if m, ok := t.Underlying().(*types.Map); ok {
		t = m.Elem()
	}
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0
}

// along is the pattern of an object that has something at the end of a path.
func (g *grammar) along(path []string) string {
	p := "(" + g.json(types.Universe.Lookup("any").Type(), 0) + "|" + oneOf(g.numbers...) + "|" + g.text() + ")"
	for _, key := range slices.Backward(path) {
		if key == listElement {
			p = `\[` + p + `\]`
		} else {
			p = `\{` + regexp.QuoteMeta(`"`+key+`"`) + ":" + p + `\}`
		}
	}
	return p
}
