package shape

import (
	"fmt"
	"go/format"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// helpListed proposes to list values of t: for the current input if that is its type, otherwise at
// the type. Below is Go source that the values need.
func (s *shaper) helpListed(t types.Type, values []string, below ...string) string {
	line := "//rtest:values " + strings.Join(values, ", ") + "   " + s.directivePlace(t)
	if s.isInput(t) {
		line = fmt.Sprintf("//rtest:values %[1]s: %[2]s   (the values to try for the parameter %[1]s)", s.inputName(), strings.Join(values, ", "))
	}
	return strings.Join(append([]string{line}, below...), "\n")
}

// isInput reports whether t is the type of the current input and the input has a name.
func (s *shaper) isInput(t types.Type) bool {
	vs := s.c.Inputs()
	return s.input < len(vs) && types.Identical(vs[s.input].Type, t) && vs[s.input].Name != ""
}

// helpWritten says that functions of type t have to be written.
func (s *shaper) helpWritten(t types.Type) string {
	if s.isInput(t) {
		return fmt.Sprintf("write functions like that, and list them for the parameter %[1]s: //rtest:values %[1]s: …", s.inputName())
	}
	return fmt.Sprintf("write functions of the type %s, and list them %s, after //rtest:values", s.typeName(t), strings.Trim(s.directivePlace(t), "()"))
}

// helpChannel proposes channels. A receive-only channel holds elements and is closed; others are
// buffered or not.
func (s *shaper) helpChannel(t types.Type, u *types.Chan) string {
	name, typ := s.freshName("newChan"), s.typeName(t)
	if u.Dir() != types.RecvOnly {
		return s.helpListed(t, []string{"nil", name + "(0)", name + "(4)"},
			s.accompanyingCode("channels", fmt.Sprintf("func %s(n int) %s { return make(%s, n) }", name, typ, typ), t, t))
	}
	elem := s.typeName(u.Elem())
	return s.helpListed(t, []string{name + "(0)", name + "(1)", name + "(2)"},
		s.accompanyingCode("closed channels", fmt.Sprintf("func %[1]s(n int) %[2]s {\nc := make(chan %[3]s, n)\nfor range n {\nc <- *new(%[3]s)\n}\nclose(c)\nreturn c\n}", name, typ, elem), t, t))
}

// accompanyingCode returns Go source to write near a directive about the type of. It names the
// packages to import for it, except that of the type.
func (s *shaper) accompanyingCode(what, code string, of types.Type, uses ...types.Type) string {
	head, list := "// next to it, or in a test file, "+what, []string{}
	known := map[*types.Package]bool{}
	types.TypeString(of, func(p *types.Package) string { known[p] = true; return "" })
	for _, t := range uses {
		types.TypeString(t, func(p *types.Package) string {
			if !known[p] && s.foreign(p) {
				list = append(list, strconv.Quote(p.Path()))
			}
			known[p] = true
			return ""
		})
	}
	if strings.Contains(code, "cmp.Compare(") {
		list = append(list, `"cmp"`)
	}
	slices.Sort(list)
	if len(list) > 0 {
		head += " (import " + strings.Join(list, ", ") + ")"
	}
	text, err := format.Source([]byte(code))
	if err != nil {
		text = []byte(code)
	}
	return head + ":\n" + strings.ReplaceAll(strings.TrimSpace(string(text)), "\n\n", "\n")
}

// helpUnsafe proposes pointers.
func (s *shaper) helpUnsafe(t types.Type) string {
	name := s.typeName(t)
	return s.helpListed(t, []string{"nil", name + "(new(int))"})
}

// helpPairs proposes to make an iterator over pairs from a slice.
func (s *shaper) helpPairs(t types.Type) string {
	args := t.(*types.Named).TypeArgs()
	if args.Len() != 2 || !s.buildable(args.At(0)) || !s.buildable(args.At(1)) {
		return s.helpValues()
	}
	name, k, v := s.freshName("pairsOf"), s.typeName(args.At(0)), s.typeName(args.At(1))
	code := fmt.Sprintf("func %[1]s(list []struct {\nKey %[2]s\nVal %[3]s\n}) %[4]s {\nreturn func(yield func(%[2]s, %[3]s) bool) {\n"+
		"for _, p := range list {\nif !yield(p.Key, p.Val) {\nreturn\n}\n}\n}\n}", name, k, v, s.typeName(t))
	return "//rtest:via " + name + "   " + s.directivePlace(t) + "\n" + s.accompanyingCode("iterators over the pairs of a list", code, t, t)
}

// helpFunctions proposes functions of type t: those of the package, or to write some.
func (s *shaper) helpFunctions(t types.Type) string {
	sig := t.Underlying().(*types.Signature)
	if names := s.functionsLike(sig); len(names) > 0 {
		return s.helpListed(t, names)
	}
	return s.helpWritten(t)
}

// functionsLike returns the functions and method expressions of the package under test that have
// the signature.
func (s *shaper) functionsLike(sig *types.Signature) (names []string) {
	pkg := s.opt.Package
	if pkg == nil {
		return nil
	}
	for _, name := range pkg.Scope().Names() {
		switch o := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			if o != s.c.Func && s.facts.Built(o) && types.Identical(o.Signature(), sig) {
				names = append(names, name)
			}
		case *types.TypeName:
			n, ok := o.Type().(*types.Named)
			if !ok || o.IsAlias() || n.TypeParams().Len() > 0 || types.IsInterface(n) || !s.facts.Built(o) {
				continue
			}
			for m := range n.Methods() {
				if m != s.c.Func && types.Identical(functionOf(m), sig) {
					names = append(names, receiverText(m, name)+"."+m.Name())
				}
			}
		}
	}
	return names[:min(len(names), maxSteps)]
}

// functionOf returns the type of the method expression.
func functionOf(m *types.Func) *types.Signature {
	sig := m.Signature()
	params := []*types.Var{sig.Recv()}
	for v := range sig.Params().Variables() {
		params = append(params, v)
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
}

func receiverText(m *types.Func, name string) string {
	if _, ok := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer); ok {
		return "(*" + name + ")"
	}
	return name
}

// freshName returns a name that is unused in the package under test.
func (s *shaper) freshName(name string) string {
	text := name
	for i := 2; s.opt.Package != nil && s.opt.Package.Scope().Lookup(text) != nil; i++ {
		text = fmt.Sprint(name, i)
	}
	return text
}
