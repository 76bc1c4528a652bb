package harness

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// aim writes a function of all inputs that calls the one under test and tells
// whether its last result is good: an error that is nil, or true. It tells true
// where there is no such result. Aim stays empty where the function cannot be
// called so.
func (t *Target) aim(f *refine.GoFile, pkg *refine.Package, number int) {
	c := t.Contract
	if t.Literal != nil || c.Func == nil || c.Func.Pkg().Path() != pkg.Types.Path() {
		return
	}
	good := ""
	if n := len(c.Results); n > 0 {
		good = goodness(c.Results[n-1].Type)
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
	call += "(" + strings.Join(args, ", ") + ")"
	body := call + "\nreturn true"
	if good != "" {
		body = fmt.Sprintf("%srtest_good := %s\nreturn %s", strings.Repeat("_, ", len(c.Results)-1), call, good)
	}
	t.Aim = f.Name(fmt.Sprintf("aim%d", number))
	t.Judges = good != "" && plain(t.Shapes)
	f.Func(t.Aim, params(f, c.Inputs()), f.Type(types.Typ[types.Bool]), body)
}

// goodness is the condition under which a result of type t is good, empty where
// no value is.
func goodness(t types.Type) string {
	switch b, ok := t.Underlying().(*types.Basic); {
	case ok && b.Kind() == types.Bool:
		return "rtest_good"
	case types.Identical(t, types.Universe.Lookup("error").Type()):
		return "rtest_good == nil"
	}
	return ""
}

// plain tells whether inputs are made of their shapes alone.
func plain(shapes []value.Shape) bool {
	for _, s := range shapes {
		switch s.(type) {
		case *value.Func, *value.Drawn, *value.Calls:
			return false
		}
	}
	return true
}
