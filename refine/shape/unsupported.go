package shape

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Unsupported finds the first part of the inputs whose values cannot be built, and the path to it,
// such as "a[…].F". Why is nil if all can be built.
func Unsupported(inputs []*refine.Variable, shapes []value.Shape) (path string, why *value.Unsupported) {
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

// UnsupportedPart finds the same in one shape. Name begins the path.
func UnsupportedPart(name string, s value.Shape) (path string, why *value.Unsupported) {
	return unsupportedPart(name, s, map[value.Shape]bool{})
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
	case *value.Reference:
		parts = []part{{"*" + path, s.To.Elem.Shape}}
	case *value.Heap:
		parts = []part{{path, s.Root}}
	case *value.Struct:
		for _, f := range s.Fields {
			parts = append(parts, part{strings.TrimPrefix(path, "*") + "." + f.Name, f.Shape})
		}
	case *value.Aliased:
		parts = []part{{path, s.Own.Shape}}
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
	}
	for _, p := range parts {
		if path, why := unsupportedPart(p.path, p.shape, seen); why != nil {
			return path, why
		}
	}
	return "", nil
}
