package codegen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// aims writes functions of all inputs that call the function under test, for solvers that look for inputs with a
// given effect. It sets Aim and Follow, or leaves them empty if the function cannot be called in this way.
func (t *Target) aims(f *gosource.File, pkg *refine.Package, number int) {
	c := t.Contract
	t.Aim, t.Ends, t.Follow = "", false, ""
	if t.Literal != nil || c.Func == nil {
		return
	}
	call := t.call(f)
	good := ""
	if n := len(c.Results); n > 0 {
		good = successCondition(c.Results[n-1].Type, out(n-1))
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

// follow writes the function that also checks whether the call keeps the contract, as far as
// that is possible without a twin of the inputs.
func (t *Target) follow(f *gosource.File, pkg *refine.Package, number int, call, good string) {
	c := t.Contract
	w := &follower{f: f, pkg: pkg, frozen: !slices.ContainsFunc(c.Inputs(), func(v *refine.Variable) bool { return refine.Mutable(v.Type) })}
	for _, l := range c.Lets {
		w.let(l)
	}
	w.before(c)
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

// A follower writes one such function.
type follower struct {
	f    *gosource.File
	pkg  *refine.Package
	body strings.Builder
	// frozen says that no call changes an input, so the old value is the present one. lets are
	// the variables that were written.
	frozen bool
	lets   []*refine.Variable
	// copied are the inputs that were copied one level deep before the call.
	copied []*refine.Variable
}

// before writes copies of the inputs that old mentions, including the target of a pointer and
// the elements of a slice. Deeper memory is shared, so such a clause is only approximate. Here
// that costs no more than an extra input.
func (w *follower) before(c *refine.Contract) {
	if w.frozen || !w.predeclared("append", "nil") {
		return
	}
	of := map[*refine.Variable]bool{}
	for _, p := range c.Post {
		refine.Inspect(p.Expr, func(e refine.Expr) bool {
			if o, ok := e.(*refine.Old); ok {
				refine.Inspect(o.X, func(e refine.Expr) bool {
					if r, ok := e.(*refine.Ref); ok && r.Var.Role == refine.Input {
						of[r.Var] = true
					}
					return true
				})
			}
			return true
		})
	}
	for _, v := range c.Inputs() {
		if of[v] && refine.Mutable(v.Type) && w.copy(v) {
			w.copied = append(w.copied, v)
		}
	}
}

// copy writes the copy of an input if it can have one.
func (w *follower) copy(v *refine.Variable) bool {
	in, old := param(v.Index), oldName(v)
	slice := func(t types.Type, x string) string { return fmt.Sprintf("append(%s(nil), %s...)", w.f.Type(t), x) }
	switch u := v.Type.Underlying().(type) {
	case *types.Slice:
		fmt.Fprintf(&w.body, "%s := %s\n_ = %[1]s\n", old, slice(v.Type, in))
	case *types.Pointer:
		s, ok := u.Elem().Underlying().(*types.Struct)
		if !ok {
			return false
		}
		fmt.Fprintf(&w.body, "%s := %s\nif %[2]s != nil {\nrtest_copy := *%[2]s\n", old, in)
		for f := range s.Fields() {
			_, is := f.Type().Underlying().(*types.Slice)
			if is && f.Name() != "_" && (f.Exported() || f.Pkg() == w.pkg.Types) {
				fmt.Fprintf(&w.body, "rtest_copy.%s = %s\n", f.Name(), slice(f.Type(), in+"."+f.Name()))
			}
		}
		fmt.Fprintf(&w.body, "%s = &rtest_copy\n}\n_ = %[1]s\n", old)
	default:
		return false
	}
	return true
}

// predeclared reports whether these names have their predeclared meaning in the package.
func (w *follower) predeclared(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return w.pkg.Types.Scope().Lookup(name) != nil })
}

// oldName returns the name of the copy of an input.
func oldName(v *refine.Variable) string { return fmt.Sprint("rtest_old", v.Index) }

// oldNames returns the names of variables inside old.
func (w *follower) oldNames(v *refine.Variable) string {
	if slices.Contains(w.copied, v) {
		return oldName(v)
	}
	return followName(v)
}

// sees reports whether the inputs inside an old have their values from before the call. A
// pointer that is itself compared has not: the copy has another address.
func (w *follower) sees(o *refine.Old) bool {
	_, itself := o.X.(*refine.Ref)
	_, isPointer := o.X.Type().Underlying().(*types.Pointer)
	all := !itself || !isPointer
	refine.Inspect(o.X, func(e refine.Expr) bool {
		if r, ok := e.(*refine.Ref); ok && r.Var.Role == refine.Input && refine.Mutable(r.Var.Type) {
			all = all && slices.Contains(w.copied, r.Var)
		}
		return true
	})
	return all
}

// let writes the value of a let, if that is possible without a twin.
func (w *follower) let(l *refine.Let) {
	if w.writes(l.Value) {
		w.lets = append(w.lets, l.Var)
		fmt.Fprintf(&w.body, "%s := %s\n_ = %[1]s\n", followName(l.Var), w.f.Expr(l.Value, followName, followName))
	}
}

// post writes a branch that is taken if a postcondition does not hold.
func (w *follower) post(c *refine.Contract, p *refine.Clause) {
	if p.Expr == nil || !w.writes(p.Expr) {
		return
	}
	cond := "!(" + w.f.Expr(p.Expr, followName, w.oldNames) + ")"
	if p.NilErr && c.ErrLast {
		cond = successCondition(c.Results[len(c.Results)-1].Type, out(len(c.Results)-1)) + " && " + cond
	}
	fmt.Fprintf(&w.body, "if %s {\nreturn false\n}\n", cond)
}

// writes reports whether an expression can be written without rtest's runtime, and means the
// same without a twin.
func (w *follower) writes(e refine.Expr) bool {
	known := true
	refine.Inspect(e, func(e refine.Expr) bool {
		switch e := e.(type) {
		case *refine.Old:
			known = known && (w.frozen || w.sees(e))
		case *refine.Ref:
			known = known && (e.Var.Role != refine.Before || slices.Contains(w.lets, e.Var))
		case *refine.Builtin:
			known = known && !(e.Own && e.Name == "calls")
		}
		return known
	})
	return known && writes(w.pkg, e, "")
}

// followName returns the name of a variable in such a function.
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

// call returns the call of the function under test.
func (t *Target) call(f *gosource.File) string {
	c := t.Contract
	var args []string
	for _, v := range c.Params {
		args = append(args, param(v.Index))
	}
	if c.Variadic {
		args[len(args)-1] += "..."
	}
	call := f.Own(c.Func.Name())
	if c.Recv != nil {
		return param(c.Recv.Index) + "." + c.Func.Name() + "(" + strings.Join(args, ", ") + ")"
	}
	if pkg := f.Import(c.Func.Pkg().Path()); pkg != "" {
		call = pkg + "." + c.Func.Name()
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

// successCondition returns the condition under which a result of type t means success: a nil
// error, or true. It is empty for other types.
func successCondition(t types.Type, name string) string {
	switch b, ok := t.Underlying().(*types.Basic); {
	case ok && b.Kind() == types.Bool:
		return "bool(" + name + ")"
	case types.Identical(t, types.Universe.Lookup("error").Type()):
		return name + " == nil"
	}
	return ""
}

// plain reports whether inputs are made only of the variables of their shapes. A call rarely
// ends well with a text in some notation if nothing else describes it. For other inputs, what
// decides is not in their variables.
func plain(shapes []value.Shape) bool {
	for _, s := range shapes {
		switch s.(type) {
		case *value.Func, *value.Drawn, *value.Calls:
			return false
		}
	}
	return true
}
