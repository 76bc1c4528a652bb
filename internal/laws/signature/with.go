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

// PackageOf is the path of the package of which an item names a function, empty where it
// names none: strings of strings.Join, math/big of math/big.NewInt.
func (s *Signature) PackageOf(item string) string {
	at := strings.LastIndex(item, ".")
	if at <= 0 || at == len(item)-1 || strings.ContainsAny(item, "\"`'(){}[] ") {
		return ""
	}
	path, name := item[:at], item[at+1:]
	if !token.IsIdentifier(name) || !token.IsExported(name) {
		return ""
	}
	if s.Home.Scope().Lookup(path) != nil {
		return ""
	}
	for _, p := range s.Home.Imports() {
		if p.Path() == path || p.Name() == path {
			return p.Path()
		}
	}
	if p, err := build.Default.Import(path, "", build.FindOnly); err != nil || !p.Goroot {
		if !strings.Contains(path, "/") {
			return ""
		}
	}
	return path
}

// Include adds what an item names: a function or method of the home package, exported or not, or of
// another package; an operator or built-in function, for all types that have it; or a constant.
func (s *Signature) Include(item string, imported func(path string) *types.Package) error {
	if IsOperator(item) {
		s.operator(item)
		return nil
	}
	if path := s.PackageOf(item); path != "" {
		pkg := imported(path)
		if pkg == nil {
			return fmt.Errorf("-with: there is no package %s", path)
		}
		name := item[strings.LastIndex(item, ".")+1:]
		switch o := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			s.function(o)
			return nil
		case nil:
			return fmt.Errorf("-with: package %s has no %s", path, name)
		default:
			s.constant(s.qualifier(pkg)+"."+name, pkg.Name()+"."+name, o.Type())
			return nil
		}
	}
	if typ, method, ok := strings.Cut(item, "."); ok && token.IsIdentifier(method) {
		if tn, is := s.Home.Scope().Lookup(typ).(*types.TypeName); is {
			return s.named(tn, method)
		}
	}
	if fn, ok := s.Home.Scope().Lookup(item).(*types.Func); ok {
		s.function(fn)
		return nil
	}
	tv, err := types.Eval(s.Fset, s.Home, token.NoPos, item)
	if err != nil {
		help := ""
		if near := diag.NearestFunction(item, s.Home.Scope().Names()); near != "" {
			help = "; did you mean " + near + "?"
		}
		return fmt.Errorf("-with %s: %s is no function, operator or constant of %s%s", item, item, s.Home.Path(), help)
	}
	if !tv.IsValue() {
		return fmt.Errorf("-with %s: %s is no value", item, item)
	}
	s.constant(item, item, types.Default(tv.Type))
	return nil
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
