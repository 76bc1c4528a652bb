package signature

import (
	"fmt"
	"go/build"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// Split splits a list of items at commas outside brackets and strings.
func Split(list string) (items []string) {
	depth, from := 0, 0
	var quote rune
	for i, c := range list {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '`' || c == '\'':
			quote = c
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			depth--
		case c == ',' && depth == 0:
			items = append(items, strings.TrimSpace(list[from:i]))
			from = i + 1
		}
	}
	items = append(items, strings.TrimSpace(list[from:]))
	return slices.DeleteFunc(items, func(s string) bool { return s == "" })
}

// operators are those of Go that an item can name, with the types that they have.
var operators = map[string]struct {
	admits  func(types.Type) bool
	compare bool
}{
	"+":  {admits: func(t types.Type) bool { return has(t, types.IsNumeric|types.IsString) }},
	"-":  {admits: func(t types.Type) bool { return has(t, types.IsNumeric) }},
	"*":  {admits: func(t types.Type) bool { return has(t, types.IsNumeric) }},
	"/":  {admits: func(t types.Type) bool { return has(t, types.IsNumeric) }},
	"%":  {admits: func(t types.Type) bool { return has(t, types.IsInteger) }},
	"&":  {admits: func(t types.Type) bool { return has(t, types.IsInteger) }},
	"|":  {admits: func(t types.Type) bool { return has(t, types.IsInteger) }},
	"^":  {admits: func(t types.Type) bool { return has(t, types.IsInteger) }},
	"&&": {admits: func(t types.Type) bool { return has(t, types.IsBoolean) }},
	"||": {admits: func(t types.Type) bool { return has(t, types.IsBoolean) }},
	"==": {admits: types.Comparable, compare: true},
	"!=": {admits: types.Comparable, compare: true},
	"<":  {admits: func(t types.Type) bool { return has(t, types.IsOrdered) }, compare: true},
	"<=": {admits: func(t types.Type) bool { return has(t, types.IsOrdered) }, compare: true},
	">":  {admits: func(t types.Type) bool { return has(t, types.IsOrdered) }, compare: true},
	">=": {admits: func(t types.Type) bool { return has(t, types.IsOrdered) }, compare: true},
}

// IsOperator tells whether an item is an operator or a built-in function, which stands for
// several: one for each type that has it of the functions that were included before.
func IsOperator(item string) bool {
	_, ok := operators[item]
	return ok || slices.Contains([]string{"!", "append", "len", "min", "max"}, item)
}

func has(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// PackageOf is the path of the package of which an item names a function or method, empty where it
// names none: strings of strings.Join, math/big of math/big.NewInt and of math/big.Int.Add.
func (s *Signature) PackageOf(item string) string {
	path, _ := s.split(item)
	return path
}

// split returns the path of PackageOf, and the name behind it.
func (s *Signature) split(item string) (path, name string) {
	at := strings.LastIndex(item, ".")
	if at <= 0 || strings.ContainsAny(item, "\"`'(){}[] ") || !isExported(item[at+1:]) {
		return "", ""
	}
	path, name = item[:at], item[at+1:]
	if dot := strings.LastIndex(path, "."); dot > strings.LastIndex(path, "/") && isExported(path[dot+1:]) {
		path, name = path[:dot], path[dot+1:]+"."+name
	}
	if s.Home.Scope().Lookup(path) != nil || s.Asked.Scope().Lookup(path) != nil {
		return "", ""
	}
	for _, p := range s.Home.Imports() {
		if p.Path() == path || p.Name() == path {
			return p.Path(), name
		}
	}
	if p, err := build.Default.Import(path, "", build.FindOnly); err != nil || !p.Goroot {
		if !strings.Contains(path, "/") {
			return "", ""
		}
	}
	return path, name
}

func isExported(name string) bool { return token.IsIdentifier(name) && token.IsExported(name) }

// Include adds what an item names: a function or method of the home package, exported or not, of the asked one, or of
// another package; an operator or built-in function, for all types that have it; or a constant.
func (s *Signature) Include(item string, imported func(path string) *types.Package) error {
	if IsOperator(item) {
		s.operator(item)
		return nil
	}
	if path, name := s.split(item); path != "" {
		pkg := imported(path)
		if pkg == nil {
			return fmt.Errorf("-with: there is no package %s", path)
		}
		if found, err := s.member(pkg, name); found || err != nil {
			return err
		}
		return fmt.Errorf("-with: package %s has no %s", path, name)
	}
	if found, err := s.member(s.Home, item); found || err != nil {
		return err
	}
	if s.Asked != s.Home {
		if found, err := s.member(s.Asked, item); found || err != nil {
			return err
		}
	}
	tv, err := types.Eval(s.Fset, s.Home, token.NoPos, item)
	if err != nil {
		help := ""
		if near := diag.NearestFunction(item, s.Asked.Scope().Names()); near != "" {
			help = "; did you mean " + near + "?"
		}
		return fmt.Errorf("-with %s: %s is no function, operator or constant of %s%s", item, item, s.Asked.Path(), help)
	}
	if !tv.IsValue() {
		return fmt.Errorf("-with %s: %s is no value", item, item)
	}
	s.constant(item, item, types.Default(tv.Type))
	return nil
}

// member adds what a name means in a package: a function, a method, or of another package than the home one a constant or variable.
func (s *Signature) member(pkg *types.Package, name string) (found bool, err error) {
	if typ, method, ok := strings.Cut(name, "."); ok && token.IsIdentifier(method) {
		tn, is := pkg.Scope().Lookup(typ).(*types.TypeName)
		if !is {
			return false, nil
		}
		return true, s.named(tn, method)
	}
	o := pkg.Scope().Lookup(name)
	if fn, ok := o.(*types.Func); ok && (pkg == s.Home || fn.Exported()) {
		s.function(fn)
		return true, nil
	}
	if _, isType := o.(*types.TypeName); o == nil || isType || pkg == s.Home || !o.Exported() {
		return false, nil
	}
	s.constant(s.qualifier(pkg)+"."+name, pkg.Name()+"."+name, types.Default(o.Type()))
	return true, nil
}

// named adds one method.
func (s *Signature) named(tn *types.TypeName, method string) error {
	before := len(s.Functions)
	scope := *s
	scope.Functions, scope.Omitted = nil, nil
	scope.methods(tn, func(token.Position) bool { return true })
	for _, f := range scope.Functions {
		if f.Of.Name() == method {
			s.Functions = append(s.Functions, f)
		}
	}
	if len(s.Functions) == before {
		return fmt.Errorf("-with: %s has no exported method %s", tn.Name(), method)
	}
	return nil
}

func (s *Signature) constant(text, shown string, t types.Type) {
	s.Functions = append(s.Functions, &Function{Name: shown, Show: Show{Text: shown, Constant: true}, Result: t, Body: "return " + text})
}

// types are all of the functions so far, in order.
func (s *Signature) types() (out []types.Type) {
	add := func(t types.Type) {
		if !slices.ContainsFunc(out, func(o types.Type) bool { return types.Identical(o, t) }) {
			out = append(out, t)
		}
	}
	for _, f := range s.Functions {
		for _, p := range f.Params {
			add(p)
		}
		add(f.Result)
	}
	return out
}

// operator adds an operator or a built-in function for each type that has it.
func (s *Signature) operator(name string) {
	for _, t := range s.types() {
		f := &Function{Name: name, Show: Show{Text: name, Infix: true}, Params: []types.Type{t, t}, Result: t}
		f.Body = "return a0 " + name + " a1"
		switch op, infix := operators[name]; {
		case infix:
			if !op.admits(t) {
				continue
			}
			if op.compare {
				f.Result = types.Typ[types.Bool]
			}
		case name == "!":
			if !has(t, types.IsBoolean) {
				continue
			}
			f.Show, f.Params, f.Body = Show{Text: name}, f.Params[:1], "return !a0"
		case name == "append":
			if _, ok := t.Underlying().(*types.Slice); !ok {
				continue
			}
			f.Show, f.Body = Show{Text: name, Last: "..."}, "return append(a0, a1...)"
		case name == "len":
			switch t.Underlying().(type) {
			case *types.Slice, *types.Map:
			default:
				if !refine.IsString(t) {
					continue
				}
			}
			f.Show, f.Params, f.Result, f.Body = Show{Text: name}, f.Params[:1], types.Typ[types.Int], "return len(a0)"
		default:
			if !has(t, types.IsOrdered) {
				continue
			}
			f.Show, f.Body = Show{Text: name}, "return "+name+"(a0, a1)"
		}
		s.Functions = append(s.Functions, f)
	}
}

// Truths adds true and false where some function gives a bool, unless they are there.
func (s *Signature) Truths() {
	gives := func(f *Function) bool { return refine.IsBool(f.Result) }
	if !slices.ContainsFunc(s.Functions, gives) {
		return
	}
	for _, v := range []bool{true, false} {
		text := constant.MakeBool(v).String()
		if !slices.ContainsFunc(s.Functions, func(f *Function) bool { return f.Show.Constant && f.Show.Text == text }) {
			s.constant(strconv.FormatBool(v), text, types.Typ[types.Bool])
		}
	}
}

// StateOf returns the state of values of t according to the state directive of the type named. t is
// that type or a pointer to it.
func (s *Signature) StateOf(t, named types.Type, facts *refine.TypeFacts) (State, bool) {
	switch {
	case facts.StateMethod != "":
		m, _, _ := types.LookupFieldOrMethod(t, true, s.Home, facts.StateMethod)
		fn, ok := m.(*types.Func)
		if !ok || fn.Signature().Results().Len() != 1 {
			return State{}, false
		}
		return State{Of: t, Result: fn.Signature().Results().At(0).Type(), Expr: "a0." + facts.StateMethod + "()"}, true
	case facts.State != nil:
		sig, ok := facts.State.Type().Underlying().(*types.Signature)
		if !ok || sig.Params().Len() != 1 || sig.Results().Len() != 1 || !types.AssignableTo(t, sig.Params().At(0).Type()) {
			return State{}, false
		}
		return State{Of: t, Result: sig.Results().At(0).Type(), Expr: refine.Print(facts.State, s.Home) + "(a0)"}, true
	}
	return State{}, false
}
