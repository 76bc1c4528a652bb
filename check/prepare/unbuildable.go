package prepare

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// unsupported finds the first part of the inputs whose values cannot be built,
// and the way to it.
func unsupported(inputs []*refine.Variable, shapes []value.Shape) (path string, why *value.Unsupported) {
	seen := map[value.Shape]bool{}
	for i, s := range shapes {
		name := inputs[i].Name
		if name == "" {
			name = fmt.Sprintf("parameter %d", i+1)
		}
		if path, why := unsupportedPart(name, s, seen); why != nil {
			return path, why
		}
	}
	return "", nil
}

func unsupportedPart(path string, s value.Shape, seen map[value.Shape]bool) (string, *value.Unsupported) {
	if seen[s] {
		return "", nil
	}
	seen[s] = true
	type part struct {
		path  string
		shape value.Shape
	}
	var parts []part
	switch s := s.(type) {
	case *value.Unsupported:
		return path, s
	case *value.Pointer:
		parts = []part{{"*" + path, s.Elem.Shape}}
	case *value.Struct:
		for _, f := range s.Fields {
			parts = append(parts, part{strings.TrimPrefix(path, "*") + "." + f.Name, f.Shape})
		}
	case *value.Array:
		parts = []part{{path + "[…]", s.Elem.Shape}}
	case *value.Slice:
		parts = []part{{path + "[…]", s.Elem.Shape}}
	case *value.Map:
		parts = []part{{"a key of " + path, s.Key.Shape}, {path + "[…]", s.Elem.Shape}}
	case *value.Interface:
		for _, a := range s.Alts {
			parts = append(parts, part{path + ".(" + types.TypeString(a.T, (*types.Package).Name) + ")", a.Shape})
		}
	case *value.Func:
		for _, res := range s.Results {
			parts = append(parts, part{"an answer of " + path, res.Shape})
		}
	case *value.Bool, *value.Int, *value.Listed, *value.Float, *value.Complex, *value.String, *value.Zero, *value.Calls:
	}
	for _, p := range parts {
		if path, why := unsupportedPart(p.path, p.shape, seen); why != nil {
			return path, why
		}
	}
	return "", nil
}

// without tells why the last input, a variadic parameter, has no values; empty where
// it has some.
func without(shapes []value.Shape) string {
	if len(shapes) > 0 {
		if none, ok := shapes[len(shapes)-1].(*value.Zero); ok {
			return none.Why
		}
	}
	return ""
}

// HelpBare says how a function without a contract is called although it has effects.
const HelpBare = "it is called all the same when it has a contract: //rtest:requires true"

// helpSkipped says how a function is run that is skipped for its effects.
func helpSkipped(c *refine.Contract) string {
	if c.Effects {
		return HelpBare
	}
	return ""
}
