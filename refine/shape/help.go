package shape

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// unsupported returns the shape of a type without values. Help proposes what the user can do; it is
// called only if an input has the shape.
func (s *shaper) unsupported(t types.Type, why string, help func() string) value.Shape {
	u := &value.Unsupported{T: t, Why: why}
	s.helps[u] = help
	return u
}

// help fills in the help of the unsupported parts of a shape.
func (s *shaper) help(shape value.Shape) {
	value.Walk(shape, func(part value.Shape) {
		if u, ok := part.(*value.Unsupported); ok && s.helps[u] != nil {
			u.Help = s.helps[u]()
			delete(s.helps, u)
		}
	})
}

// buildable reports whether a value of t could be built, as an argument of a proposed call or a
// part of something proposed.
func (s *shaper) buildable(t types.Type) bool {
	c := &refine.Contract{Name: s.c.Name, Func: s.c.Func, Bounds: refine.NoBounds(), Params: []*refine.Variable{{Name: "x", Type: t}}}
	opt := s.opt
	opt.Builders, opt.Constant = &Builders{}, true
	world := newTypeGraph(s.facts, nil, nil)
	trial := &shaper{c: c, facts: s.facts, opt: opt, graph: world, heap: &heap{}, made: map[string]value.Shape{}, helps: map[*value.Unsupported]func() string{}}
	return value.FindUnsupported(trial.shape(t, place{})) == nil && !world.tooMany
}

// helpWith proposes how to make values of t. If t is part of an input that has constructors, it
// proposes those; otherwise what suits the kind of t.
func (s *shaper) helpWith(t types.Type) string {
	if whole := s.constructedInput(); whole != nil && !types.Identical(whole, t) {
		n, ok := types.Unalias(t).(*types.Named)
		if !ok || n.Obj().Pkg() == nil || s.foreign(n.Obj().Pkg()) {
			return s.helpVia(whole)
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return s.helpChannel(t, u)
	case *types.Basic:
		return s.helpUnsafe(t)
	case *types.Interface:
		return s.helpInterface(t, u)
	}
	return s.helpVia(t)
}

// helpVia proposes the via directive that makes t buildable: with functions of its package that
// return it, or else its zero value, and methods that change it.
func (s *shaper) helpVia(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return s.helpValues()
	}
	pkg := n.Obj().Pkg()
	if reachesOutside(pkg.Path()) || s.foreign(pkg) && !n.Obj().Exported() {
		return s.helpValues()
	}
	made := s.constructors(n)
	names := s.cheapestNames(made)
	_, isStruct := n.Underlying().(*types.Struct)
	switch {
	case len(made) > 0 && len(names) == 0:
		return fmt.Sprintf("%s takes arguments that cannot be built: write a function that calls it and returns the %s, and list that function %s, after //rtest:via",
			made[0].name, s.typeName(t), strings.TrimSuffix(strings.TrimPrefix(s.directivePlace(t), "("), ")"))
	case len(names) == 0 && isStruct:
		names = []string{s.typeName(t) + "{}"}
	case len(names) == 0:
		return s.helpValues()
	}
	return "//rtest:via " + strings.Join(append(names, s.stepNames(n)...), ", ") + "   " + s.directivePlace(t)
}

// directivePlace says where a directive for the type t belongs.
func (s *shaper) directivePlace(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if ok && n.Obj().Pkg() != nil && !s.foreign(n.Obj().Pkg()) {
		return "(above type " + n.Obj().Name() + ")"
	}
	return "(in a contract file of this package, above type _ = " + s.typeName(t) + ")"
}

// constructedInput returns the type of the current input, or the type it points to, if it belongs
// to this package and functions of the package return it. Otherwise it returns nil.
func (s *shaper) constructedInput() types.Type {
	vs := s.c.Inputs()
	if s.input >= len(vs) {
		return nil
	}
	t := vs[s.input].Type
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || s.foreign(n.Obj().Pkg()) || len(s.cheapestNames(s.constructors(n))) == 0 {
		return nil
	}
	return t
}

// A maker is a function that makes values of a type, with the name for calling it here.
type maker struct {
	name string
	sig  *types.Signature
}

// constructors returns the functions of the type's package, and of the package under test, that
// return the type, possibly with an error.
func (s *shaper) constructors(n *types.Named) (list []maker) {
	pkgs := []*types.Package{n.Obj().Pkg()}
	if p := s.opt.Package; p != nil && s.foreign(pkgs[0]) {
		pkgs = append(pkgs, p)
	}
	for _, pkg := range pkgs {
		for _, name := range pkg.Scope().Names() {
			fn, ok := pkg.Scope().Lookup(name).(*types.Func)
			if !ok || !fn.Exported() && s.foreign(pkg) || !s.facts.Built(fn) {
				continue
			}
			sig, args := instantiateFor(fn.Signature(), n)
			if sig.TypeParams().Len() > 0 || !s.returnsValue(sig, n) {
				continue
			}
			if s.foreign(pkg) {
				name = pkg.Name() + "." + name
				if len(args) > 0 {
					name += "[" + strings.Join(s.typeNames(args), ", ") + "]"
				}
			}
			list = append(list, maker{name, sig})
		}
	}
	if len(list) == 0 {
		for _, pkg := range pkgs {
			list = append(list, s.makerMethods(pkg, n)...)
		}
	}
	return list
}

// makerMethods returns the methods of a package's types that return n, like the method of a list
// that makes its iterator.
func (s *shaper) makerMethods(pkg *types.Package, n *types.Named) (list []maker) {
	for _, name := range pkg.Scope().Names() {
		o, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || o.IsAlias() || !o.Exported() && s.foreign(pkg) || !s.facts.Built(o) {
			continue
		}
		of, ok := o.Type().(*types.Named)
		if !ok || of == n || of.TypeParams().Len() > 0 || types.IsInterface(of) {
			continue
		}
		if s.foreign(pkg) {
			name = pkg.Name() + "." + name
		}
		for m := range of.Methods() {
			if (m.Exported() || !s.foreign(pkg)) && s.returnsValue(m.Signature(), n) {
				list = append(list, maker{receiverText(m, name) + "." + m.Name(), m.Signature()})
			}
		}
	}
	return list
}

// returnsValue reports whether the results are an n or a *n, possibly with an error, and no
// parameter is one: then it would be a step.
func (s *shaper) returnsValue(sig *types.Signature, n *types.Named) bool {
	res := sig.Results()
	if res.Len() == 0 || res.Len() > 2 || res.Len() == 2 && !refine.IsError(res.At(1).Type()) {
		return false
	}
	for v := range sig.Params().Variables() {
		if types.Identical(types.Unalias(refine.Pointed(v.Type())), n) {
			return false
		}
	}
	r := res.At(0).Type()
	return types.Identical(r, n) || refine.IsPointerTo(r, n)
}

// instantiateFor instantiates the signature of a generic function with the type arguments of n, so
// that it returns n. It returns other signatures unchanged.
func instantiateFor(sig *types.Signature, n *types.Named) (*types.Signature, []types.Type) {
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

// helpValues proposes that the user makes the values of the current input.
func (s *shaper) helpValues() string {
	return fmt.Sprintf("write a function that makes such values, and list its calls for the parameter %[1]s: //rtest:values %[1]s: …", s.inputName())
}

// reachesOutside reports whether functions of a standard package reach beyond the process, so that
// they are not proposed.
func reachesOutside(path string) bool {
	return slices.Contains([]string{"os", "net", "syscall", "database/sql", "plugin", "testing"}, path) ||
		strings.HasPrefix(path, "os/") || strings.HasPrefix(path, "golang.org/x/sys/")
}
