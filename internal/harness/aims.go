package harness

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// aims writes functions of all inputs that call the one under test, for those who
// look for inputs with which it does something: Aim and Follow. They stay empty
// where the function cannot be called so.
func (t *Target) aims(f *refine.GoFile, pkg *refine.Package, number int) {
	c := t.Contract
	if t.Literal != nil || c.Func == nil {
		return
	}
	call := t.call(f)
	good := ""
	if n := len(c.Results); n > 0 {
		good = goodness(c.Results[n-1].Type, out(n-1))
	}
	if plain(t.Shapes) {
		t.Aim = f.Name(fmt.Sprintf("aim%d", number))
		body := call + "\nreturn true"
		if t.Ends = good != "" && !c.Prop; t.Ends {
			results := strings.Repeat("_, ", len(c.Results)-1) + out(len(c.Results)-1)
			body = fmt.Sprintf("%s := %s\nreturn %s", results, call, good)
		}
		f.Func(t.Aim, params(f, c.Inputs()), f.Type(types.Typ[types.Bool]), body)
	}
	t.follow(f, pkg, number, call, good)
}

// follow writes the function that also tells whether the call keeps the contract,
// as far as that can be told of a call whose inputs have no twin.
func (t *Target) follow(f *refine.GoFile, pkg *refine.Package, number int, call, good string) {
	c := t.Contract
	w := &follower{f: f, pkg: pkg, frozen: !slices.ContainsFunc(c.Inputs(), func(v *refine.Variable) bool { return refine.Mutable(v.Type) })}
	for _, l := range c.Lets {
		w.let(l)
	}
	if len(c.Results) > 0 {
		var outs []string
		for i := range c.Results {
			outs = append(outs, out(i))
		}
		list := strings.Join(outs, ", ")
		fmt.Fprintf(&w.body, "%s := %s\n%s = %s\n", list, call, strings.Repeat("_, ", len(outs)-1)+"_", list)
	} else {
		w.body.WriteString(call + "\n")
	}
	for _, p := range c.Post {
		w.post(c, p)
	}
	if good == "" {
		good = "true"
	}
	t.Follow = f.Name(fmt.Sprintf("follow%d", number))
	f.Func(t.Follow, params(f, c.Inputs()), f.Type(types.Typ[types.Bool]), w.body.String()+"return "+good)
}

// A follower writes one function.
type follower struct {
	f    *refine.GoFile
	pkg  *refine.Package
	body strings.Builder
	// frozen says that no call changes an input, so that what was before is what
	// is; lets are the variables that were written.
	frozen bool
	lets   []*refine.Variable
}

// let writes the value of a let, where that can be had without a twin.
func (w *follower) let(l *refine.Let) {
	if w.writes(l.Value) {
		w.lets = append(w.lets, l.Var)
		fmt.Fprintf(&w.body, "%s := %s\n_ = %[1]s\n", followName(l.Var), w.f.Expr(l.Value, followName, followName))
	}
}

// post writes a branch on which a postcondition does not hold.
func (w *follower) post(c *refine.Contract, p *refine.Clause) {
	if p.Expr == nil || !w.writes(p.Expr) {
		return
	}
	cond := "!(" + w.f.Expr(p.Expr, followName, followName) + ")"
	if p.NilErr && c.ErrLast {
		cond = goodness(c.Results[len(c.Results)-1].Type, out(len(c.Results)-1)) + " && " + cond
	}
	fmt.Fprintf(&w.body, "if %s {\nreturn false\n}\n", cond)
}

// writes tells whether an expression can be written without rtest's runtime, and
// means the same without a twin.
func (w *follower) writes(e refine.Expr) bool {
	known := true
	refine.Inspect(e, func(e refine.Expr) bool {
		switch e := e.(type) {
		case *refine.Old:
			known = known && w.frozen
		case *refine.Ref:
			known = known && (e.Var.Role != refine.Before || slices.Contains(w.lets, e.Var))
		case *refine.Builtin:
			known = known && !(e.Own && e.Name == "calls")
		}
		return known
	})
	return known && writes(w.pkg, e, "")
}

// followName names a variable of such a function.
func followName(v *refine.Variable) string {
	switch v.Role {
	case refine.Result:
		return out(v.Index)
	case refine.Before:
		return fmt.Sprint("rtest_let", v.Index)
	}
	return paramName(v)
}

func out(i int) string { return fmt.Sprint("rtest_out", i) }

// call is the call of the function under test.
func (t *Target) call(f *refine.GoFile) string {
	c := t.Contract
	var args []string
	for _, v := range c.Params {
		args = append(args, param(v.Index))
	}
	if c.Variadic {
		args[len(args)-1] += "..."
	}
	call := c.Func.Name()
	if c.Recv != nil {
		return param(c.Recv.Index) + "." + call + "(" + strings.Join(args, ", ") + ")"
	}
	if pkg := f.Import(c.Func.Pkg().Path()); pkg != "" {
		call = pkg + "." + call
	}
	if len(c.TypeArgs) > 0 {
		var ts []string
		for _, t := range c.TypeArgs {
			ts = append(ts, f.Type(t))
		}
		call += "[" + strings.Join(ts, ", ") + "]"
	}
	return call + "(" + strings.Join(args, ", ") + ")"
}

// goodness is the condition under which a result of type t is good: an error that
// is nil, or true. It is empty where no value is.
func goodness(t types.Type, name string) string {
	switch b, ok := t.Underlying().(*types.Basic); {
	case ok && b.Kind() == types.Bool:
		return "bool(" + name + ")"
	case types.Identical(t, types.Universe.Lookup("error").Type()):
		return name + " == nil"
	}
	return ""
}

// plain tells whether inputs are made of their shapes alone. Inputs with which a
// call ends well are few where they are texts of some form, and nothing else says
// which; of others, what decides is not in their variables.
func plain(shapes []value.Shape) bool {
	for _, s := range shapes {
		switch s.(type) {
		case *value.Func, *value.Drawn, *value.Calls:
			return false
		}
	}
	return true
}
