package shape

import (
	"go/types"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// optional tells whether the input at hand is a variadic parameter without which
// calls say something: on the way to a value, or beside other inputs.
func (s *shaper) optional() bool {
	last := len(s.c.Inputs()) - 1
	return s.c.Variadic && s.input == last && (last > 0 || s.opt.Constant)
}

// unbuildable tells why what a variadic parameter of this shape takes cannot be
// built, empty where it can. Calls are made without any then, as most calls of a
// function with options are.
func (s *shaper) unbuildable(shape value.Shape) string {
	list, ok := shape.(*value.Slice)
	if !ok || s.opt.Package == nil {
		return ""
	}
	Elem := list.Elem.Shape.Go()
	names := refine.Naming{Package: s.opt.Package}
	if names.Why(Elem) != nil {
		return "" // Nor has the parameter.
	}
	if none := value.FindUnsupported(list); none != nil {
		return "each is " + none.Why
	}
	if sig, ok := Elem.Underlying().(*types.Signature); ok {
		if err := names.Why(sig); err != nil {
			return err.Error()
		}
	}
	return ""
}
