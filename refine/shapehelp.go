package refine

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// helpVia proposes the directive that makes t buildable, with the functions of
// its package that return it, or its zero value where there are none, and the
// methods that may change it. Where t is a part of another package in an input
// of a type of this one that has constructors, these make it.
func (s *shaper) helpVia(t types.Type) string {
	if whole := s.wholeMade(); whole != nil && !types.Identical(whole, t) {
		if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && s.foreign(n.Obj().Pkg()) {
			t = whole
		}
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return s.helpValues()
	}
	pkg := n.Obj().Pkg()
	if outside(pkg.Path()) || s.foreign(pkg) && !n.Obj().Exported() {
		return s.helpValues()
	}
	names := s.constructors(n)
	_, isStruct := n.Underlying().(*types.Struct)
	switch {
	case len(names) == 0 && isStruct:
		names = []string{s.typeName(t) + "{}"}
	case len(names) == 0:
		return s.helpValues()
	}
	line := "//rtest:via " + strings.Join(append(names, s.changing(n)...), ", ")
	if s.foreign(pkg) {
		return line + "   (in a contract file of this package, above type _ = " + s.typeName(t) + ")"
	}
	return line + "   (above type " + n.Obj().Name() + ")"
}

// wholeMade returns the type of the input at hand, or what it points to, if it is
// one of this package that functions of the package return.
func (s *shaper) wholeMade() types.Type {
	vs := s.c.Inputs()
	if s.input >= len(vs) {
		return nil
	}
	t := vs[s.input].Type
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || s.foreign(n.Obj().Pkg()) || len(s.constructors(n)) == 0 {
		return nil
	}
	return t
}

// constructors returns the functions of its package that return the type, and
// perhaps an error, as they are called here.
func (s *shaper) constructors(n *types.Named) (names []string) {
	pkg := n.Obj().Pkg()
	for _, name := range pkg.Scope().Names() {
		fn, ok := pkg.Scope().Lookup(name).(*types.Func)
		if !ok || !fn.Exported() && s.foreign(pkg) {
			continue
		}
		sig, args := madeFor(fn.Signature(), n)
		res := sig.Results()
		if res.Len() == 0 || res.Len() > 2 || sig.TypeParams().Len() > 0 {
			continue
		}
		if s.foreign(pkg) && len(args) > 0 {
			name += "[" + strings.Join(s.typeNames(args), ", ") + "]"
		}
		if res.Len() == 2 && res.At(1).Type() != types.Universe.Lookup("error").Type() {
			continue
		}
		if r := res.At(0).Type(); types.Identical(r, n) || isPointerTo(r, n) {
			of, _, _ := strings.Cut(s.typeName(n), "[")
			names = append(names, of[:strings.LastIndex(of, ".")+1]+name)
		}
	}
	return names
}

// madeFor returns the signature of a generic function with the type arguments of a
// type, as it would have to be called to return that; others as they are.
func madeFor(sig *types.Signature, n *types.Named) (*types.Signature, []types.Type) {
	args := slices.Collect(n.TypeArgs().Types())
	if len(args) == 0 || sig.TypeParams().Len() != len(args) {
		return sig, nil
	}
	inst, err := types.Instantiate(nil, sig, args, true)
	if err != nil {
		return sig, nil
	}
	return inst.(*types.Signature), args
}

func (s *shaper) typeNames(list []types.Type) (names []string) {
	for _, t := range list {
		names = append(names, s.typeName(t))
	}
	return names
}

// changing returns the names of the methods with pointer receivers that may be
// steps to other values, in order of their names: not those that encoding and
// printing call.
func (s *shaper) changing(n *types.Named) []string {
	var names []string
	for m := range n.Methods() {
		if _, ok := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer); !ok || !m.Exported() && s.foreign(n.Obj().Pkg()) {
			continue
		}
		switch name := m.Name(); {
		case name == "String", name == "GoString", name == "Error", name == "Format", name == "Scan",
			strings.HasPrefix(name, "Marshal"), strings.HasPrefix(name, "Unmarshal"), strings.HasPrefix(name, "Gob"):
		default:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// helpValues proposes to list the values of the input at hand.
func (s *shaper) helpValues() string {
	return fmt.Sprintf("//rtest:values %[1]s: X, Y   (the values to try for the parameter %[1]s)", s.inputName())
}

// helpFunctions proposes to list functions of the type t: for the input at hand
// where they are that, else at the type.
func (s *shaper) helpFunctions(t types.Type) string {
	if vs := s.c.Inputs(); s.input < len(vs) && types.Identical(vs[s.input].Type, t) {
		return fmt.Sprintf("//rtest:values %[1]s: byName, byAge   (the functions to try for the parameter %[1]s)", s.inputName())
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		where := "above type " + n.Obj().Name()
		if s.foreign(n.Obj().Pkg()) {
			where = "in a contract file of this package, above type _ = " + s.typeName(t)
		}
		return "//rtest:values byName, byAge   (the functions to try, " + where + ")"
	}
	return s.helpValues()
}

// outside tells whether the functions of a standard package reach beyond the
// process, so that none of them is proposed as a way to make values.
func outside(path string) bool {
	return slices.Contains([]string{"os", "net", "syscall", "database/sql", "plugin"}, path) ||
		strings.HasPrefix(path, "os/") || strings.HasPrefix(path, "golang.org/x/sys/")
}

// sealed tells whether no type of the package under test can implement an
// interface, because of an unexported method of another package.
func (s *shaper) sealed(u *types.Interface) bool {
	for m := range u.Methods() {
		if !m.Exported() && s.foreign(m.Pkg()) {
			return true
		}
	}
	return false
}
