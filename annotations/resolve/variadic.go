package resolve

import (
	"go/types"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/annotations/typing"
)

// checkDots reports ... for a parameter that is not variadic, and [] for one that is. It returns
// false if it reported something. A type like {v []int | len(v) > 0} refines the whole slice of a
// variadic parameter, and is written without dots.
func (b *builder) checkDots(sc *names.Scope, r syntax.RefType, v *types.Var) bool {
	params := b.src.sig.Params()
	variadic := b.src.sig.Variadic() && params.At(params.Len()-1) == v
	name := v.Name()
	if name == "" || name == "_" {
		name = "it"
	}
	is, slice := b.u.TypeName(v.Type()), false
	if s, ok := typing.Under[*types.Slice](v.Type()); ok {
		slice = true
		if variadic {
			is = "..." + b.u.TypeName(s.Elem())
		}
	}
	switch t := syntax.UnparenType(r).(type) {
	case *syntax.RefVariadic:
		if variadic {
			return true
		}
		hint := ""
		if slice {
			hint = ": write []" + sc.Text(syntax.SpanOf(t.Elem))
		}
		b.t.Errorf(syntax.SpanOf(r), codes.Mismatch, "%s is %s in Go, not %s%s", name, is, sc.Text(syntax.SpanOf(r)), hint)
		return false
	case *syntax.RefSlice:
		if variadic && slice {
			b.t.Errorf(syntax.SpanOf(r), codes.Mismatch, "%s is %s in Go, not %s: write ...%s", name, is, sc.Text(syntax.SpanOf(r)), sc.Text(syntax.SpanOf(t.Elem)))
			return false
		}
	}
	return true
}
