package models

import (
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"golang.org/x/tools/go/ssa"
)

// isError is the model of errors.Is.
func isError(f *lift.Frame, args []sym.Val) sym.Val {
	return among(f, args[0].(*sym.Boxed), args[1].(*sym.Boxed), 0)
}

// among returns whether target is in the chain of errors that begins with err.
func among(f *lift.Frame, err, target *sym.Boxed, depth int) sym.Val {
	if depth > lift.MaxStack {
		f.GiveUp("the chain of errors does not end within the bounds")
		return nil
	}
	alts := sym.Only(f.B, f.PC, err.Alts)
	return f.Split(len(alts), func(i int) term.Term { return alts[i].Guard }, func(i int) sym.Val {
		a := alts[i]
		one := &sym.Boxed{Alts: []sym.Content{{Guard: term.Yes, T: a.T, Value: a.Value}}}
		here := f.Known(f.Equal(one, target))
		if here == nil {
			return nil
		}
		if a.T == nil || here == sym.Val(term.Yes) {
			return here
		}
		uncertain(f, a)
		return orElse(f, here.(term.Term), func() sym.Val {
			is := methodNamed(f, a.T, "Is")
			if is == nil {
				return amongWrapped(f, a, target, depth)
			}
			x, ok := f.Known(f.EnterCall(is, []sym.Val{a.Value, target}, nil)).(term.Term)
			if !ok {
				return nil
			}
			return orElse(f, x, func() sym.Val { return amongWrapped(f, a, target, depth) })
		})
	})
}

// orElse returns cond || more(). It calls more only where cond is false.
func orElse(f *lift.Frame, cond term.Term, more func() sym.Val) sym.Val {
	return f.Split(2, func(i int) term.Term { return [...]term.Term{cond, f.B.Not(cond)}[i] }, func(i int) sym.Val {
		if i == 0 {
			return term.Yes
		}
		return f.Known(more())
	})
}

// amongWrapped returns whether target is among the errors that the error in a wraps.
func amongWrapped(f *lift.Frame, a sym.Content, target *sym.Boxed, depth int) sym.Val {
	list := unwrap(f, a)
	found := term.No
	for _, next := range list {
		if f.PC == term.No {
			return nil
		}
		x, ok := f.Known(orElse(f, found, func() sym.Val {
			return f.Split(2, func(i int) term.Term {
				n := isNil(f, next)
				return [...]term.Term{n, f.B.Not(n)}[i]
			}, func(i int) sym.Val {
				if i == 0 {
					return term.No
				}
				return among(f, next, target, depth+1)
			})
		})).(term.Term)
		if !ok {
			return nil
		}
		found = x
	}
	return found
}

// uncertain gives up where errors.Is may compare values that are not comparable.
func uncertain(f *lift.Frame, a sym.Content) {
	if holds, _ := layout.HoldsInterface(a.T); holds && f.Options.Exact {
		f.GiveUp("whether errors.Is can compare " + a.T.String() + " cannot be followed")
	}
}

func isNil(f *lift.Frame, x *sym.Boxed) term.Term {
	n := term.No
	for _, a := range x.Alts {
		if a.T == nil {
			n = f.B.Or(n, a.Guard)
		}
	}
	return n
}

// unwrap returns the errors that an error wraps.
func unwrap(f *lift.Frame, a sym.Content) []*sym.Boxed {
	var x sym.Val
	if isOfFmt(a.T) {
		x = f.Load(a.Value.(*sym.Pointer), errorInterface)
	} else if m := methodNamed(f, a.T, "Unwrap"); m != nil && m.Signature.Params().Len() == 0 && m.Signature.Results().Len() == 1 {
		x = f.Known(f.EnterCall(m, []sym.Val{a.Value}, nil))
	}
	switch x := x.(type) {
	case *sym.Boxed:
		return []*sym.Boxed{x}
	case *sym.Unknown:
		f.Known(x)
	case *sym.Sequence:
		var list []*sym.Boxed
		for i, e := range f.Items(x, errorInterface) {
			if e, ok := f.Known(e).(*sym.Boxed); ok {
				has := f.B.Simplify(f.PC, f.B.Lt(f.B.Number(i), f.Length(x)))
				list = append(list, f.Merge(has, e, sym.NilBoxed).(*sym.Boxed))
			}
		}
		return list
	}
	return nil
}

// asError is the model of errors.As for a target of known type.
func asError(f *lift.Frame, args []sym.Val) sym.Val {
	targets := sym.Only(f.B, f.PC, args[1].(*sym.Boxed).Alts)
	if len(targets) != 1 || targets[0].T == nil {
		f.GiveUp("errors.As with one of several targets")
		return nil
	}
	p, ok := targets[0].T.Underlying().(*types.Pointer)
	if !ok {
		f.PanicsInLibrary(term.Yes)
		return nil
	}
	to, ok := f.Known(targets[0].Value).(*sym.Pointer)
	if !ok {
		return nil
	}
	if f.Options.Exact {
		for _, a := range to.Alts {
			if a.Obj == nil {
				f.GiveUpIf(a.Guard, "errors.As with a target that is nil")
			}
		}
	}
	return assign(f, args[0].(*sym.Boxed), p.Elem(), to, 0)
}

// assign stores the first error of type t in the chain from err on, and returns whether there is one.
func assign(f *lift.Frame, err *sym.Boxed, t types.Type, to *sym.Pointer, depth int) sym.Val {
	if depth > lift.MaxStack {
		f.GiveUp("the chain of errors does not end within the bounds")
		return nil
	}
	alts := sym.Only(f.B, f.PC, err.Alts)
	return f.Split(len(alts), func(i int) term.Term { return alts[i].Guard }, func(i int) sym.Val {
		a := alts[i]
		switch iface, abstract := t.Underlying().(*types.Interface); {
		case a.T == nil:
			return term.No
		case a.T == sym.RuntimeError:
			is, known := sym.RuntimeErrorIs(t)
			switch {
			case !known:
				f.GiveUp(sym.WhyPanicked)
				return nil
			case is:
				f.Store(to, &sym.Boxed{Alts: []sym.Content{{Guard: term.Yes, T: a.T, Value: a.Value}}})
			}
			return f.B.Bool(is)
		case abstract && types.Implements(a.T, iface):
			f.Store(to, &sym.Boxed{Alts: []sym.Content{{Guard: term.Yes, T: a.T, Value: a.Value}}})
			return term.Yes
		case types.Identical(a.T, t):
			f.Store(to, a.Value)
			return term.Yes
		case methodNamed(f, a.T, "As") != nil:
			f.GiveUp("an error with a method As")
			return nil
		}
		found := term.No
		for _, next := range unwrap(f, a) {
			pc := f.PC
			f.PC = f.B.And(pc, f.B.Not(found))
			if f.PC == term.No {
				f.PC = pc
				break
			}
			x := f.Known(assign(f, next, t, to, depth+1))
			if x == nil {
				return nil
			}
			f.PC = f.B.And(pc, f.B.Or(found, f.PC))
			found = f.B.Or(found, x.(term.Term))
		}
		return found
	})
}

// methodNamed returns the method of a type with the given name, or nil.
func methodNamed(f *lift.Frame, t types.Type, name string) *ssa.Function {
	if isOfFmt(t) {
		return nil
	}
	sel := f.Fn.Prog.MethodSets.MethodSet(t).Lookup(nil, name)
	if sel == nil {
		return nil
	}
	return f.Fn.Prog.MethodValue(sel)
}

// fmt.Errorf returns a pointer to the wrapped error, as far as predicates can tell. Nothing else of it
// is known, such as its text.
var (
	errorInterface = types.Universe.Lookup("error").Type()
	errorOfFmt     = types.NewPointer(namedError("wrapError", true))
	// plainOfFmt is the type of an error that wraps none.
	plainOfFmt = types.NewPointer(namedError("errorString", false))
)

// isOfFmt reports whether fmt.Errorf makes values of type t.
func isOfFmt(t types.Type) bool {
	return types.Identical(t, errorOfFmt) || types.Identical(t, plainOfFmt)
}

func namedError(name string, wraps bool) *types.Named {
	pkg := types.NewPackage("fmt", "fmt")
	n := types.NewNamed(types.NewTypeName(token.NoPos, pkg, name, nil), types.NewStruct([]*types.Var{
		types.NewField(token.NoPos, pkg, "err", errorInterface, false),
	}, nil), nil)
	text := types.NewTuple(types.NewParam(token.NoPos, pkg, "", types.Typ[types.String]))
	err := types.NewTuple(types.NewParam(token.NoPos, pkg, "", errorInterface))
	recv := types.NewParam(token.NoPos, pkg, "e", types.NewPointer(n))
	n.AddMethod(types.NewFunc(token.NoPos, pkg, "Error", types.NewSignatureType(recv, nil, nil, nil, text, false)))
	if wraps {
		n.AddMethod(types.NewFunc(token.NoPos, pkg, "Unwrap", types.NewSignatureType(recv, nil, nil, nil, err, false)))
	}
	return n
}

// formatting gives up where fmt may call a method that the user wrote, because the method may do
// anything.
func formatting(f *lift.Frame, args *sym.Sequence) {
	if !f.Options.Exact {
		return
	}
	for _, v := range f.Items(args, types.NewInterfaceType(nil, nil)) {
		x, ok := f.Known(v).(*sym.Boxed)
		if !ok {
			return
		}
		for _, a := range sym.Only(f.B, f.PC, x.Alts) {
			if a.T == nil || isPlain(a.T) || isOfFmt(a.T) || a.T == sym.Panicked || a.T == sym.RuntimeError {
				continue
			}
			if p, ok := a.T.(*types.Pointer); ok && p.String() == "*errors.errorString" {
				continue
			}
			f.GiveUpIf(a.Guard, "what fmt calls of "+a.T.String()+" cannot be followed")
		}
	}
}

// isPlain reports whether formatting a value of type t calls no method.
func isPlain(t types.Type) bool {
	_, basic := types.Unalias(t).(*types.Basic)
	if s, ok := types.Unalias(t).(*types.Slice); ok {
		return isPlain(s.Elem())
	}
	n, named := types.Unalias(t).(*types.Named)
	if named {
		_, basic = n.Underlying().(*types.Basic)
		return basic && n.NumMethods() == 0
	}
	return basic
}

// formatted is the model of fmt.Errorf: it returns a new error that wraps an argument if the format
// says so.
func formatted(f *lift.Frame, args []sym.Val) sym.Val {
	formatting(f, args[1].(*sym.Sequence))
	if f.PC == term.No {
		return nil
	}
	cells := sym.Aggregate{sym.Val(sym.NilBoxed)}
	format, ok := constantText(f.B, args[0].(*sym.Text))
	if at := wrapped(format); !ok || at < -1 {
		cells[0] = &sym.Unknown{Guard: term.Yes, Why: "what fmt.Errorf wraps cannot be followed", Pos: f.At}
	} else if at >= 0 {
		if items := f.Items(args[1].(*sym.Sequence), types.NewInterfaceType(nil, nil)); at < len(items) {
			cells[0] = items[at]
		}
	}
	made := errorOfFmt
	if ok && wrapped(format) == -1 {
		made = plainOfFmt
	}
	return &sym.Boxed{Alts: []sym.Content{{Guard: term.Yes, T: made, Value: &sym.Pointer{Alts: []sym.Place{{Guard: term.Yes, Obj: f.NewVariable(f.PC, cells)}}}}}}
}

// constantText returns the string t if it does not depend on the input.
func constantText(b *term.Builder, t *sym.Text) (string, bool) {
	n, ok := b.Value(t.Length)
	if !ok {
		return "", false
	}
	var s strings.Builder
	for _, c := range t.Bytes[:n] {
		v, ok := b.Value(c)
		if !ok {
			return "", false
		}
		s.WriteByte(byte(v))
	}
	return s.String(), true
}

// wrapped returns the index of the argument that a format wraps, -1 if there is none, and less than -1
// if the format is too complicated.
func wrapped(format string) int {
	at, arg := -1, 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.IndexByte("+-# 0123456789.", format[i]) >= 0; i++ {
		}
		switch {
		case i == len(format) || format[i] == '*' || format[i] == '[':
			return -2
		case format[i] == '%':
			continue
		case format[i] == 'w' && at >= 0:
			return -2
		case format[i] == 'w':
			at = arg
		}
		arg++
	}
	return at
}

// methodOfFmt returns the model of a method of the error that fmt.Errorf returns, or nil for methods
// of other types.
func methodOfFmt(of types.Type, name string) lift.Model {
	if !isOfFmt(of) {
		return nil
	}
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		if name == "Unwrap" {
			return f.Load(args[0].(*sym.Pointer), errorInterface)
		}
		return &sym.Unknown{Guard: term.Yes, Why: "what fmt.Errorf formats cannot be followed", Pos: f.At}
	}
}
