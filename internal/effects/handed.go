package effects

import (
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/code"
	"golang.org/x/tools/go/ssa"
)

// handed reaches the methods that packages without source, such as fmt, may call on a value of a type: its own
// methods, and those of all values reachable from it.
func (k *keeping) handed(t types.Type) {
	t = types.Unalias(t)
	if k.types[t] {
		return
	}
	k.types[t] = true
	switch u := t.(type) {
	case *types.Named:
		if k.inModule(u) {
			for m := range u.Methods() {
				k.method(m)
			}
		}
	case *types.TypeParam:
		k.inhabitants(u.Constraint().Underlying().(*types.Interface))
		return
	}
	if u, ok := t.Underlying().(*types.Interface); ok {
		k.inhabitants(u)
		return
	}
	for _, part := range componentTypes(t.Underlying()) {
		k.handed(part)
	}
}

func (k *keeping) inModule(n *types.Named) bool {
	known := k.Packages[n.Obj().Pkg()]
	return known != nil && known.Module != ""
}

// asked are the method names for which the standard library tests values of other interfaces.
var asked = [...]string{
	"Error", "Is", "As", "Unwrap", "String", "GoString", "Format", "Scan", "Len", "Less", "Swap", "Push", "Pop",
	"Read", "Write", "Close", "ReadByte", "ReadRune", "ReadFrom", "WriteTo", "WriteString", "Timeout",
	"MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "AppendText", "MarshalBinary", "UnmarshalBinary", "AppendBinary",
}

// inhabitants reaches the methods that packages without source may call on a value of an interface. The value
// may be of any type that implements it.
func (k *keeping) inhabitants(u *types.Interface) {
	reach := func(name string) {
		for _, m := range k.Methods(name) {
			recv := m.Signature().Recv().Type()
			if p, ok := types.Unalias(recv).(*types.Pointer); ok {
				recv = p.Elem()
			}
			n, ok := types.Unalias(recv).(*types.Named)
			if ok && k.inModule(n) && (!u.IsMethodSet() || hasTypeParams(u) || n.TypeParams().Len() > 0 || types.Implements(types.NewPointer(n), u)) {
				k.method(m)
			}
		}
	}
	for _, name := range asked {
		reach(name)
	}
	for m := range u.Methods() {
		reach(m.Name())
	}
}

// argument reaches the methods that a package without source may call on an argument that holds interface
// values. Interface values made for the call are followed where they are made.
func (k *keeping) argument(arg ssa.Value) {
	switch arg := arg.(type) {
	case *ssa.Const, *ssa.MakeInterface, *ssa.ChangeInterface:
		return
	case *ssa.Slice:
		if list, ok := elements(arg); ok {
			for _, x := range list {
				k.argument(x)
			}
			return
		}
	}
	t := arg.Type().Underlying()
	if s, ok := t.(*types.Slice); ok {
		t = s.Elem().Underlying()
	}
	if types.IsInterface(t) {
		k.handed(t)
	}
}

// changesErrors reports whether one of the errors that are used by their concrete type is not only read.
func (k *keeping) changesErrors() bool {
	return slices.ContainsFunc(k.errors, func(v ssa.Value) bool { return !k.only(v) })
}

// assertedErrors notes the errors by their concrete type that an instruction makes of others.
func (k *keeping) assertedErrors(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.TypeAssert:
		if isErrorPointer(in.AssertedType) {
			k.errors = append(k.errors, in)
		}
	case *ssa.Call:
		f := in.Call.StaticCallee()
		if f == nil || code.PackageOf(f) == nil || code.PackageOf(f).Path() != "errors" {
			return
		}
		switch {
		case strings.HasPrefix(f.Name(), "AsType"):
			k.errors = append(k.errors, in)
		case f.Name() == "As":
			if to, ok := in.Call.Args[1].(*ssa.MakeInterface); ok && to.X.Referrers() != nil {
				for _, use := range *to.X.Referrers() {
					if load, ok := use.(*ssa.UnOp); ok {
						k.errors = append(k.errors, load)
					}
				}
			}
		}
	}
}

func isErrorPointer(t types.Type) bool {
	_, pointer := types.Unalias(t).Underlying().(*types.Pointer)
	return pointer && types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

// isReleased reports whether the function that takes a lock puts its release off until it ends, right
// after the lock was taken.
func isReleased(lock ssa.Value, in ssa.Instruction, name string) bool {
	after := false
	for _, next := range in.Block().Instrs {
		if d, ok := next.(*ssa.Defer); ok && after {
			if f := d.Call.StaticCallee(); f != nil && len(d.Call.Args) > 0 && isSameAddress(d.Call.Args[0], lock) {
				return f.Name() == "Unlock" && name == "Lock" || f.Name() == "RUnlock" && name == "RLock"
			}
		}
		after = after || next == in
	}
	return false
}

// isSameAddress reports whether two values of a block are certainly the same address.
func isSameAddress(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	switch x := x.(type) {
	case *ssa.FieldAddr:
		y, ok := y.(*ssa.FieldAddr)
		return ok && x.Field == y.Field && isSameAddress(x.X, y.X)
	case *ssa.UnOp:
		y, ok := y.(*ssa.UnOp)
		return ok && x.Op == y.Op && isSameAddress(x.X, y.X)
	}
	return false
}
