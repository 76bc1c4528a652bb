package harness

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// aim writes a function of all inputs that calls the one under test and tells
// whether its last result is good: an error that is nil, or true. Inputs of
// which that holds are few where they are texts of some form, and nothing else
// says which. Aim stays empty where there is no such result, or an input is not
// made of its shape alone.
func (t *Target) aim(f *refine.GoFile, pkg *refine.Package, number int) {
	c := t.Contract
	if t.Literal != nil || c.Func == nil || len(c.Results) == 0 || c.Func.Pkg().Path() != pkg.Types.Path() {
		return
	}
	for _, s := range t.Shapes {
		switch s.(type) {
		case *value.Func, *value.Drawn, *value.Calls:
			return
		}
	}
	last := c.Results[len(c.Results)-1].Type
	good := ""
	switch b, ok := last.Underlying().(*types.Basic); {
	case ok && b.Kind() == types.Bool:
		good = "rtest_good"
	case types.Identical(last, types.Universe.Lookup("error").Type()):
		good = "rtest_good == nil"
	default:
		return
	}
	var args []string
	for _, v := range c.Params {
		args = append(args, param(v.Index))
	}
	if c.Variadic {
		args[len(args)-1] += "..."
	}
	call := c.Func.Name()
	if c.Recv != nil {
		call = param(c.Recv.Index) + "." + call
	} else if len(c.TypeArgs) > 0 {
		var ts []string
		for _, t := range c.TypeArgs {
			ts = append(ts, f.Type(t))
		}
		call += "[" + strings.Join(ts, ", ") + "]"
	}
	t.Aim = f.Name(fmt.Sprintf("aim%d", number))
	results := strings.Repeat("_, ", len(c.Results)-1) + "rtest_good"
	f.Func(t.Aim, params(f, c.Inputs()), f.Type(types.Typ[types.Bool]),
		fmt.Sprintf("%s := %s(%s)\nreturn %s", results, call, strings.Join(args, ", "), good))
}
