package shape

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/refine"
)

// Limits of a proposal for an interface: types that implement it, and methods to write.
const (
	maxImplementers = 3
	maxMethods      = 8
)

// helpInterface proposes inhabitants of an interface: types known to implement it, functions that
// return it, or a type to write.
func (s *shaper) helpInterface(t types.Type, u *types.Interface) string {
	var known []types.Type
	list, byRule := s.graph.inhabitants(t)
	for _, i := range list {
		if byRule {
			known = append(known, i.T)
		}
	}
	if names := s.buildableNames(known); len(names) > 0 {
		return "//rtest:oneof " + strings.Join(names, ", ") + "   " + s.directivePlace(t)
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && !reachesOutside(n.Obj().Pkg().Path()) && n.Obj().Pkg().Path() != "net/http" {
		if names := s.cheapestNames(s.constructors(n)); len(names) > 0 {
			return "//rtest:via " + strings.Join(append(names, s.stepNames(n)...), ", ") + "   " + s.directivePlace(t)
		}
	}
	if names := s.buildableNames(s.facts.Candidates(t)); len(names) > 0 {
		return "//rtest:oneof " + strings.Join(names, ", ") + "   " + s.directivePlace(t)
	}
	if s.sealed(u) {
		return s.helpValues()
	}
	return s.helpFake(t, u)
}

// buildableNames returns the names of the first types whose values can be built.
func (s *shaper) buildableNames(list []types.Type) (names []string) {
	for _, t := range list {
		if len(names) < maxImplementers && s.buildable(t) {
			names = append(names, s.typeName(t))
		}
	}
	return names
}

// sealed reports whether an unexported method of another package prevents the package under test
// from implementing an interface.
func (s *shaper) sealed(u *types.Interface) bool {
	for m := range u.Methods() {
		if !m.Exported() && s.foreign(m.Pkg()) {
			return true
		}
	}
	return false
}

// A fake is a proposed type that implements an interface. Its methods return its fields, except
// those it inherits from an embedded type.
type fake struct {
	name    string
	fields  []string
	methods []string
	// uses are the types that it mentions.
	uses []types.Type
}

// helpFake proposes a type to write.
func (s *shaper) helpFake(t types.Type, u *types.Interface) string {
	f := s.fake(t, u)
	if len(f.methods) > maxMethods {
		return fmt.Sprintf("write a type that implements %s, and list it %s, after //rtest:oneof", s.typeName(t), strings.Trim(s.directivePlace(t), "()"))
	}
	code := "type " + f.name + " struct{}\n"
	if len(f.fields) > 0 {
		code = "type " + f.name + " struct {\n" + strings.Join(f.fields, "\n") + "\n}\n"
	}
	code += strings.Join(f.methods, "\n")
	return "//rtest:oneof " + f.name + "   " + s.directivePlace(t) + "\n" + s.accompanyingCode("a type that answers with its fields", code, t, f.uses...)
}

// fake designs a type that implements the interface t. It embeds a known type if that has some of
// the methods.
func (s *shaper) fake(t types.Type, u *types.Interface) *fake {
	f := &fake{name: "fake"}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		f.name += capital(n.Obj().Name())
	}
	f.name = s.freshName(f.name)
	embedded := map[string]bool{}
	for _, names := range [][]string{{"Read", "Write"}, {"Read", "Seek"}, {"Len", "Less", "Swap"}, {"Read"}, {"Write"}} {
		if part := onlyMethods(u, names); part != nil && len(embedded) == 0 {
			if list := s.facts.Candidates(part); len(list) > 0 && s.buildable(list[0]) {
				f.fields, f.uses = append(f.fields, s.typeName(list[0])), append(f.uses, list[0])
				for _, name := range names {
					embedded[name] = true
				}
			}
		}
	}
	for m := range u.Methods() {
		if !embedded[m.Name()] {
			s.addMethod(f, m)
		}
	}
	return f
}

// onlyMethods returns the interface with the named methods of u, or nil if u lacks one.
func onlyMethods(u *types.Interface, names []string) *types.Interface {
	var list []*types.Func
	for m := range u.Methods() {
		if slices.Contains(names, m.Name()) {
			list = append(list, m)
		}
	}
	if len(list) < len(names) {
		return nil
	}
	return types.NewInterfaceType(list, nil).Complete()
}

// addMethod adds a method to a fake, and fields for its results.
func (s *shaper) addMethod(f *fake, m *types.Func) {
	sig := m.Signature()
	var params, results, answers []string
	f.uses = append(f.uses, sig.Params(), sig.Results())
	for i := range sig.Params().Len() {
		t := s.typeName(sig.Params().At(i).Type())
		if sig.Variadic() && i == sig.Params().Len()-1 {
			t = "..." + strings.TrimPrefix(t, "[]")
		}
		params = append(params, t)
	}
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		results = append(results, s.typeName(t))
		if !s.buildable(t) {
			answers = append(answers, "*new("+s.typeName(t)+")")
			continue
		}
		field := answerName(m, t, i)
		f.fields = append(f.fields, field+" "+s.typeName(t))
		answers = append(answers, "f."+field)
	}
	head := strings.TrimPrefix(refine.FuncType(params, results), "func")
	body := " {}"
	if len(answers) > 0 {
		body = " { return " + strings.Join(answers, ", ") + " }"
	}
	f.methods = append(f.methods, "func (f "+f.name+") "+m.Name()+head+body)
}

// answerName returns the name of the field for a result of a method.
func answerName(m *types.Func, t types.Type, i int) string {
	r, size := utf8.DecodeRuneInString(m.Name())
	name := string(unicode.ToLower(r)) + m.Name()[size:]
	several := m.Signature().Results().Len() > 1
	b, _ := t.Underlying().(*types.Basic)
	switch {
	case several && refine.IsError(t):
		return name + "Err"
	case several && i > 0 && b != nil && b.Info()&types.IsBoolean != 0:
		return name + "OK"
	case several:
		return fmt.Sprint(name, i)
	case token.IsKeyword(name) || name == m.Name():
		return name + "Result"
	}
	return name
}

func capital(name string) string {
	r, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(r)) + name[size:]
}
