package signature

import (
	"cmp"
	"fmt"
	"go/format"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// prefix begins the names of the functions in the file.
const prefix = "RtestLaws"

// FunctionName is the name of the i-th function in the file, VariableName that of the
// function whose input is a variable of the i-th type.
func FunctionName(i int) string { return fmt.Sprint(prefix, "Function", i) }

// VariableName is documented at FunctionName.
func VariableName(i int) string { return fmt.Sprint(prefix, "Variable", i) }

// StateName is the name of the function that returns the state of values of the i-th type.
func StateName(i int) string { return fmt.Sprint(prefix, "State", i) }

// ImportName is the name under which the file imports a package.
func ImportName(pkg *types.Package) string {
	clean := func(c rune) rune {
		if c == '/' || c == '.' || c == '-' {
			return '_'
		}
		return c
	}
	return "rtestlaws_" + strings.Map(clean, pkg.Path())
}

func (s *Signature) qualifier(pkg *types.Package) string {
	if pkg == s.Home {
		return ""
	}
	return ImportName(pkg)
}

// typ writes a type as the file has it.
func (s *Signature) typ(t types.Type) string { return types.TypeString(t, s.qualifier) }

// source writes a call with the parameters as arguments.
func (s *Signature) source(fn *types.Func, sig *types.Signature, recv types.Type, params []types.Type) string {
	var args []string
	for i := range params {
		args = append(args, fmt.Sprint("a", i))
	}
	if sig.Variadic() {
		args[len(args)-1] += "..."
	}
	if recv != nil {
		return args[0] + "." + fn.Name() + "(" + strings.Join(args[1:], ", ") + ")"
	}
	name := fn.Name()
	if q := s.qualifier(fn.Pkg()); q != "" {
		name = q + "." + name
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}

// A State determines which values of a type are equal. Expr is a Go expression for it, in which the
// value is a0.
type State struct {
	Of, Result types.Type
	Expr       string
}

// bounds returns a directive that lists the values of a type, for types of characters and types made
// of them, and "" for others.
func (s *Signature) bounds(t types.Type) string {
	b, basic := types.Unalias(t).(*types.Basic)
	text := s.Chars != "" || slices.ContainsFunc(s.types(), refine.IsString)
	switch {
	case !text:
		return ""
	case basic && b.Kind() == types.Uint8, basic && b.Kind() == types.Int32:
		list := []string{"0", "1"}
		for _, c := range cmp.Or(s.Chars, "ab") {
			if c < 0x80 || b.Kind() == types.Int32 {
				list = append(list, strconv.QuoteRune(c))
			}
		}
		last := "255"
		if b.Kind() == types.Int32 {
			last = "-1"
		}
		return "//rtest:values a0: " + strings.Join(append(list, last), ", ") + "\n"
	case s.Chars != "":
		return fmt.Sprintf("//rtest:chars %q\n", s.Chars)
	}
	return ""
}

// uses returns calls of each function with a0, of type t. Values of t need only differ in ways that
// the functions distinguish.
func (s *Signature) uses(t types.Type) string {
	var out strings.Builder
	for i, f := range s.Functions {
		for k, p := range f.Params {
			if !types.Identical(p, t) {
				continue
			}
			var args []string
			for m, q := range f.Params {
				if m == k {
					args = append(args, "a0")
				} else {
					args = append(args, "*new("+s.typ(q)+")")
				}
			}
			fmt.Fprintf(&out, "%s(%s)\n", FunctionName(i), strings.Join(args, ", "))
		}
	}
	return out.String()
}

// Source returns the file: each function, a function for the values of each sort, one for
// each state, and directives that say how values are made.
func (s *Signature) Source(sorts []types.Type, states []State, made []Making) ([]byte, error) {
	var body strings.Builder
	list := func(params []types.Type) string {
		var out []string
		for i, t := range params {
			out = append(out, fmt.Sprintf("a%d %s", i, s.typ(t)))
		}
		return strings.Join(out, ", ")
	}
	for i, f := range s.Functions {
		fmt.Fprintf(&body, "func %s(%s) %s { %s }\n\n", FunctionName(i), list(f.Params), s.typ(f.Result), f.Body)
	}
	for i, t := range sorts {
		decls, directive := s.stocks(i, t)
		body.WriteString(decls + cmp.Or(directive, s.bounds(t)))
		fmt.Fprintf(&body, "func %s(%s) {\n%s}\n\n", VariableName(i), list([]types.Type{t}), s.uses(t))
	}
	for i, st := range states {
		fmt.Fprintf(&body, "func %s(%s) %s { return %s }\n\n", StateName(i), list([]types.Type{st.Of}), s.typ(st.Result), st.Expr)
	}
	body.WriteString(s.makings(made))
	imports := map[string]string{}
	var note func(p *types.Package, depth int)
	seen := map[*types.Package]bool{}
	note = func(p *types.Package, depth int) {
		if seen[p] {
			return
		}
		seen[p] = true
		if name := ImportName(p); p != s.Home && strings.Contains(body.String(), name+".") {
			imports[name] = p.Path()
		}
		for _, q := range p.Imports() {
			note(q, depth+1)
		}
	}
	note(s.Home, 0)
	for _, f := range s.Functions {
		if f.Of != nil {
			note(f.Of.Pkg(), 0)
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "package %s\n\n", s.Home.Name())
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		fmt.Fprintf(&out, "import %s %q\n", name, imports[name])
	}
	out.WriteString("\n" + body.String())
	return format.Source([]byte(out.String()))
}
