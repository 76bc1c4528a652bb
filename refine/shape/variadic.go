package shape

import (
	"go/types"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// mayOmit reports whether the current input is a variadic parameter that calls may omit: there are
// other inputs, or the call builds a value.
func (s *shaper) mayOmit() bool {
	last := len(s.c.Inputs()) - 1
	return s.c.Variadic && s.input == last && (last > 0 || s.opt.Constant)
}

// whyUnbuildable says why the elements of a variadic parameter cannot be built, or returns "". Such
// a function is called without any, as most calls of a function with options are.
func (s *shaper) whyUnbuildable(shape value.Shape) string {
	list, ok := shape.(*value.Slice)
	if !ok || s.opt.Package == nil {
		return ""
	}
	elem := list.Elem.Shape.Go()
	names := refine.Naming{Package: s.opt.Package}
	if names.Why(elem) != nil {
		return "" // The parameter itself cannot be named either.
	}
	if none := value.FindUnsupported(list); none != nil {
		return "each is " + none.Why
	}
	if sig, ok := elem.Underlying().(*types.Signature); ok {
		if err := names.Why(sig); err != nil {
			return err.Error()
		}
	}
	return ""
}
