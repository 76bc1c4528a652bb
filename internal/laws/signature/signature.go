// Package signature collects the functions for which laws are searched: the exported functions and
// methods of a package, and further ones that are named. It writes them as Go functions with one
// result, in a test file that is added to a package.
//
// It takes packages from the type checker. It returns the functions with the types of their parameters
// and their notation, and the file. It does not depend on terms.
package signature

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/refine"
)

// A Function is one symbol of laws. Its body is Go code with the parameters a0, a1, ….
type Function struct {
	// Name is that of the function, as go doc calls it, for messages.
	Name string
	Show Show
	// Of is the function that it calls, or nil for operators and constants. Pos is the position of its
	// declaration.
	Of     *types.Func
	Pos    token.Position
	Params []types.Type
	Result types.Type
	Body   string
	// After says that the result is the first parameter as the call leaves it.
	After bool
	// Value says that no law has it: what it gives is a value of variables.
	Value bool
}

// A Show is the notation of a call. Text is the name of a constant or function. For a Method, the
// first argument precedes it. An Infix operator is written between two arguments. Last is written
// after the last argument, Part after everything.
type Show struct {
	Text          string
	Method, Infix bool
	Constant      bool
	Last, Part    string
}

// An Omission is a function that is left out, and the reason.
type Omission struct {
	Name, Why string
	Pos       token.Position
}

// A Signature is a set of functions with their types.
type Signature struct {
	// Home is the package in which the functions are written. Asked is the package that laws are about: Home, or one of the standard
	// library that it imports.
	Home, Asked *types.Package
	Fset        *token.FileSet
	Functions   []*Function
	Omitted     []Omission
	// Chars are the characters of strings, empty where the code of the functions says which.
	Chars string
}

// Add adds the exported functions and methods of a package. in reports whether a file is included.
func (s *Signature) Add(pkg *types.Package, in func(token.Position) bool) {
	scope := pkg.Scope()
	var objects []types.Object
	for _, name := range scope.Names() {
		if o := scope.Lookup(name); o.Exported() && in(s.Fset.Position(o.Pos())) {
			objects = append(objects, o)
		}
	}
	slices.SortStableFunc(objects, func(a, b types.Object) int { return int(a.Pos()) - int(b.Pos()) })
	for _, o := range objects {
		switch o := o.(type) {
		case *types.Func:
			s.function(o)
		case *types.TypeName:
			s.methods(o, in)
		}
	}
	s.fewNullary()
}

// mostNullary is how many functions without parameters may give one type.
const mostNullary = 2

// fewNullary leaves functions without parameters out of laws where more than mostNullary give one type: they name
// single values, and each would have a law with each function that takes one. What they give are values of variables. It
// leaves mostNullary of them where no other function makes values of the type.
func (s *Signature) fewNullary() {
	count, made, kept := map[string]int{}, map[string]bool{}, map[string]int{}
	for _, f := range s.Functions {
		of := func(t types.Type) bool { return types.Identical(t, f.Result) }
		if t := types.TypeString(f.Result, nil); len(f.Params) == 0 {
			count[t]++
		} else if !slices.ContainsFunc(f.Params, of) {
			made[t] = true
		}
	}
	for _, f := range s.Functions {
		t := types.TypeString(f.Result, nil)
		if len(f.Params) > 0 || count[t] <= mostNullary {
			continue
		}
		if kept[t]++; made[t] || kept[t] > mostNullary {
			f.Value = true
			s.omit(f.Of, f.Name, fmt.Sprintf("%d functions without parameters give a %s; -with adds it", count[t], refine.TypeName(f.Result, s.Home)))
		}
	}
}

// function adds a function that is no method.
func (s *Signature) function(fn *types.Func) {
	sig := fn.Signature()
	var targs []types.Type
	if sig.TypeParams().Len() > 0 {
		var why string
		if targs, why = generics.Default(sig.TypeParams()); why != "" {
			s.omit(fn, fn.Name(), why)
			return
		}
		inst, err := types.Instantiate(nil, sig, targs, false)
		if err != nil {
			s.omit(fn, fn.Name(), err.Error())
			return
		}
		sig = inst.(*types.Signature)
	}
	name := fn.Name()
	if fn.Pkg() != s.Home {
		name = fn.Pkg().Name() + "." + name
	}
	s.call(fn, sig, name, nil)
}

// methods adds those of a type.
func (s *Signature) methods(tn *types.TypeName, in func(token.Position) bool) {
	named, ok := tn.Type().(*types.Named)
	if !ok || tn.IsAlias() || types.IsInterface(named) {
		return
	}
	if named.TypeParams().Len() > 0 {
		targs, why := generics.Default(named.TypeParams())
		if why != "" {
			s.omit(tn, tn.Name(), why)
			return
		}
		inst, err := types.Instantiate(nil, named, targs, false)
		if err != nil {
			s.omit(tn, tn.Name(), err.Error())
			return
		}
		named = inst.(*types.Named)
	}
	methods := slices.Collect(named.Methods())
	slices.SortStableFunc(methods, func(a, b *types.Func) int { return int(a.Pos()) - int(b.Pos()) })
	for _, m := range methods {
		if m.Exported() && in(s.Fset.Position(m.Pos())) {
			s.method(named, m)
		}
	}
}

func (s *Signature) method(named *types.Named, m *types.Func) {
	s.call(m, m.Signature(), named.Obj().Name()+"."+m.Name(), m.Signature().Recv().Type())
}

func (s *Signature) omit(o types.Object, name, why string) {
	s.Omitted = append(s.Omitted, Omission{Name: name, Why: why, Pos: s.Fset.Position(o.Pos())})
}

// call adds what calls of a function give: each result but an error, and what a function
// that gives nothing, or a method with a pointer, leaves of its first parameter.
func (s *Signature) call(fn *types.Func, sig *types.Signature, name string, recv types.Type) {
	f := Function{Name: name, Of: fn, Pos: s.Fset.Position(fn.Pos()), Show: Show{Text: name}}
	if recv != nil {
		f.Params = append(f.Params, recv)
		f.Show = Show{Text: fn.Name(), Method: true}
	}
	for p := range sig.Params().Variables() {
		f.Params = append(f.Params, p.Type())
	}
	for _, t := range append(slices.Collect(results(sig)), slices.DeleteFunc(slices.Clone(f.Params), hasStock)...) {
		if why := s.unfit(t); why != "" {
			s.omit(fn, name, why)
			return
		}
	}
	if part := sharing(f.Params); part != nil {
		s.omit(fn, name, fmt.Sprintf("a %s may be part of another argument, and values of variables share nothing", refine.TypeName(part, s.Home)))
		return
	}
	text := s.source(fn, sig, recv, f.Params)
	if sig.Variadic() {
		f.Show.Last = "..."
	}
	n := sig.Results().Len()
	err := n > 0 && refine.IsError(sig.Results().At(n-1).Type())
	leaves := len(f.Params) > 0 && (n == 0 || recv != nil && isPointer(recv)) && mutable(f.Params[0])
	values := n
	if err && (n > 1 || leaves) {
		values-- // A call that returns an error has no values.
	}
	for i := range values {
		g := f
		g.Result = sig.Results().At(i).Type()
		g.Body = taken(text, i, n, err && n > 1)
		if values > 1 {
			g.Show.Part = "." + part(sig, i)
			g.Name += g.Show.Part
		}
		s.Functions = append(s.Functions, &g)
	}
	if leaves {
		g := f
		g.Result, g.After = f.Params[0], true
		switch {
		case n == 0:
			g.Body = text + "; return a0"
		case err && n == 1:
			g.Body = "if err := " + text + "; err != nil { panic(err) }; return a0"
		default:
			g.Body = strings.Repeat("_, ", n-1) + "_ = " + text + "; return a0"
		}
		s.Functions = append(s.Functions, &g)
	} else if n == 0 {
		s.omit(fn, name, "it gives nothing")
	}
}

func results(sig *types.Signature) func(func(types.Type) bool) {
	return func(yield func(types.Type) bool) {
		for v := range sig.Results().Variables() {
			if !yield(v.Type()) {
				return
			}
		}
	}
}

// part is how the i-th result is called.
func part(sig *types.Signature, i int) string {
	if name := sig.Results().At(i).Name(); name != "" && name != "_" {
		return name
	}
	return fmt.Sprint(i)
}

// taken returns the statements that return the i-th of n results of a call; with fails
// the last one must be nil.
func taken(call string, i, n int, fails bool) string {
	if n == 1 {
		return "return " + call
	}
	names := slices.Repeat([]string{"_"}, n)
	names[i] = "r"
	check := ""
	if fails {
		names[n-1] = "err"
		check = "if err != nil { panic(err) }; "
	}
	return strings.Join(names, ", ") + " := " + call + "; " + check + "return r"
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}

// mutable reports whether a call can change what a value of the type refers to.
func mutable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	}
	return false
}

// unfit returns the reason why a type cannot be used in laws, or "": it cannot be written in the home
// package, or its values cannot be compared.
func (s *Signature) unfit(t types.Type) string {
	var why string
	var walk func(t types.Type)
	walk = func(t types.Type) {
		switch t := types.Unalias(t).(type) {
		case *types.Named:
			o := t.Obj()
			if o.Pkg() != nil && o.Pkg() != s.Home && !o.Exported() {
				why = "its type " + o.Name() + " is not exported"
			}
			switch u := t.Underlying().(type) {
			case *types.Signature:
				walk(u)
			case *types.Struct:
				if hasChannel(u) {
					why = "its type " + o.Name() + " has a channel"
				}
			}
			for a := range t.TypeArgs().Types() {
				walk(a)
			}
		case *types.Pointer:
			walk(t.Elem())
		case *types.Slice:
			walk(t.Elem())
		case *types.Array:
			walk(t.Elem())
		case *types.Map:
			walk(t.Key())
			walk(t.Elem())
		case *types.Chan:
			why = "it has a channel"
		case *types.Signature:
			why = "functions cannot be told apart, and it has one"
		}
	}
	walk(t)
	return why
}

// hasChannel reports whether a value of a struct type has a channel among its parts. A copy of it shares the channel, and
// with it what is at the other end, as the timer of a *time.Timer.
func hasChannel(s *types.Struct) bool {
	for f := range s.Fields() {
		switch t := f.Type().Underlying().(type) {
		case *types.Chan:
			return true
		case *types.Struct:
			if hasChannel(t) {
				return true
			}
		}
	}
	return false
}
