package duties

import (
	"go/types"
	"regexp"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
)

// keptNegative names a negative number that a call got on the way to a value, of which the
// function called does not ask whether it is one; empty where there is none.
func (p *Finder) keptNegative(fn *types.Func, v *tree.Value) string {
	if v == nil || v.Kind != tree.ByCalls {
		return ""
	}
	for _, call := range v.Elems {
		callee := p.called(fn.Pkg(), call.Text)
		if callee == nil {
			continue
		}
		params := callee.Signature().Params()
		for i, arg := range call.Elems {
			if arg == nil || arg.Kind != tree.Scalar || i >= params.Len() || !isInteger(params.At(i).Type()) {
				continue
			}
			d := Duty{Kind: DutySize, Input: i}
			if callee.Signature().Recv() != nil {
				d.Input++
			}
			if p.negative(callee, d, arg.Text) {
				return "a negative " + partName(d, params.At(i).Name()) + " of " + callee.Name()
			}
		}
	}
	return ""
}

// called is the function of a package that a statement calls, as Text of a tree.Called has it;
// nil where that is not known.
func (p *Finder) called(pkg *types.Package, text string) *types.Func {
	m := regexp.MustCompile(`(\w+)(\[[^(]*\])?\(` + tree.SlotArgs).FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	if !strings.Contains(text, "."+m[1]) {
		f, _ := pkg.Scope().Lookup(m[1]).(*types.Func)
		return f
	}
	if methods := p.Methods(m[1]); len(methods) == 1 {
		return methods[0]
	}
	return nil
}
