package laws

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// PropertiesFile is the name of the file of a package that has its laws as functions.
const PropertiesFile = "laws_rtest_test.go"

// Properties writes laws as functions with contracts after those of a file. chosen holds numbers of
// laws, from 1; if empty, all are written. Laws that the file already has are skipped. leftOut lists
// the reasons why laws could not be written, with the number of laws.
func (r *Report) Properties(file []byte, chosen []int) (source []byte, written int, leftOut []string, err error) {
	p := &properties{writer: r.writer, functions: map[string]string{}, imports: map[string]*types.Package{}}
	if len(file) == 0 {
		file = []byte("package " + r.writer.Home.Name() + "\n")
	}
	p.fset = token.NewFileSet()
	if p.file, err = parser.ParseFile(p.fset, PropertiesFile, file, parser.ParseComments); err != nil {
		return nil, 0, nil, err
	}
	for _, n := range chosen {
		if n < 1 || n > len(r.Laws) {
			return nil, 0, nil, fmt.Errorf("there is no law %d: there are %d", n, len(r.Laws))
		}
	}
	reasons := map[string]int{}
	for i, l := range r.Laws {
		if len(chosen) > 0 && !slices.Contains(chosen, i+1) || strings.Contains(string(file), statement(l)) {
			continue
		}
		if why := p.unwritable(l.law); why != "" {
			if reasons[why]++; reasons[why] == 1 {
				leftOut = append(leftOut, why)
			}
			continue
		}
		p.property(l)
		written++
	}
	for i, why := range leftOut {
		leftOut[i] = fmt.Sprintf("%d %s", reasons[why], why)
	}
	if p.err != nil {
		return nil, 0, nil, p.err
	}
	source, err = p.source()
	return source, written, leftOut, err
}

// PropertyNames are the functions that state laws in a file.
func PropertyNames(file string, source []byte) (names []string, err error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Prop") {
			names = append(names, fn.Name.Name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no functions Prop…: rtest laws -write writes them", file)
	}
	return names, nil
}

// statement is what the comment of a property says.
func statement(l Law) string { return "states that " + l.String() + ".\n" }

// A properties is a file that grows.
type properties struct {
	*writer
	fset *token.FileSet
	file *ast.File
	// body are the new properties, helpers the functions that they need.
	body, helpers strings.Builder
	// functions maps symbols that are not expressions to the names of functions that stand for them.
	// imports maps the packages used in the code to their names.
	functions map[string]string
	imports   map[string]*types.Package
	// values says that a law needs valueOf; err is why no file can be written.
	values bool
	err    error
}

// parameters declares the variables of terms.
func (p *properties) parameters(names map[int]string, of ...*terms.Term) string {
	var out strings.Builder
	vars := order(of...)
	for i, v := range vars {
		out.WriteString(names[v.Slot])
		if i+1 == len(vars) || vars[i+1].Sort != v.Sort {
			out.WriteString(" " + p.typ(p.sorts[v.Sort]))
		}
		if i+1 < len(vars) {
			out.WriteString(", ")
		}
	}
	return out.String()
}

// unwritable says why a law is not written; empty if it is.
func (p *properties) unwritable(l *law) (why string) {
	for _, t := range l.terms() {
		within(t, func(t *terms.Term) {
			if t.Symbol >= 0 && p.writer.functions[t.Symbol].After {
				why = "about what a call leaves of its argument"
			}
		})
	}
	for _, v := range order(l.terms()...) {
		if why == "" {
			why = p.unsaid(p.sorts[v.Sort])
		}
	}
	return why
}

// unsaid says that no directive says how values of a type are made. Laws hold for those that calls
// make, and a contract is tested with all values of the fields.
func (p *properties) unsaid(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		i := slices.IndexFunc(p.writer.made, func(m signature.Making) bool { return types.Identical(m.Of, t) })
		if i >= 0 {
			return fmt.Sprintf("true of a %s that calls make, not of all values of its fields: write %s above it first", t.Obj().Name(), p.writer.made[i].Via(p.writer.dropped))
		}
	case *types.Pointer:
		return p.unsaid(t.Elem())
	case *types.Slice:
		return p.unsaid(t.Elem())
	case *types.Array:
		return p.unsaid(t.Elem())
	case *types.Map:
		return cmp.Or(p.unsaid(t.Key()), p.unsaid(t.Elem()))
	}
	return ""
}

// property writes one law.
func (p *properties) property(l Law) {
	list := l.law.terms()
	names := p.names(list...)
	left := list[0]
	name := p.name(left)
	in := p.parameters(names, list...)
	requires := ""
	if c := l.law.condition; c != nil {
		requires = fmt.Sprintf("//rtest:requires %s\n", p.condition(c, names))
	}
	fmt.Fprintf(&p.body, "\n// %s %s//\n%s", name, statement(l), requires)
	if l.Right == "" {
		fmt.Fprintf(&p.body, "//rtest:panics true\nfunc %s(%s) { _ = %s }\n", name, in, p.expression(left, names))
		return
	}
	right := list[1]
	result := p.typ(p.sorts[left.Sort])
	equal := "left == right"
	for _, st := range p.states {
		if types.Identical(st.Of, p.sorts[left.Sort]) {
			equal = strings.ReplaceAll(st.Expr, "a0", "left") + " == " + strings.ReplaceAll(st.Expr, "a0", "right")
		}
	}
	if l.law.outcome.Undefined == 0 {
		fmt.Fprintf(&p.body, "//rtest:ensures %s\nfunc %s(%s) (left, right %s) { return %s, %s }\n",
			equal, name, in, result, p.expression(left, names), p.expression(right, names))
		return
	}
	p.values = true
	fmt.Fprintf(&p.body, "//rtest:ensures hasLeft == hasRight && (!hasLeft || %s)\nfunc %s(%s) (left, right %s, hasLeft, hasRight bool) {\n", equal, name, in, result)
	for i, side := range []*terms.Term{left, right} {
		which := []string{"left, hasLeft", "right, hasRight"}[i]
		fmt.Fprintf(&p.body, "%s = valueOf(func() %s { return %s })\n", which, result, p.expression(side, names))
	}
	p.body.WriteString("return\n}\n")
}

// expression writes a term as Go code. Symbols that are not expressions become calls of functions of
// the file.
func (p *properties) expression(t *terms.Term, names map[int]string) string {
	plain := *p.writer
	plain.functions = slices.Clone(plain.functions)
	within(t, func(t *terms.Term) {
		if t.Symbol < 0 {
			return
		}
		fn := p.writer.functions[t.Symbol]
		if fn.Of != nil {
			p.qualifier(fn.Of.Pkg())
		}
		if strings.Contains(fn.Body, ";") {
			g := *fn
			g.Show = signature.Show{Text: p.standing(fn)}
			plain.functions[t.Symbol] = &g
		}
	})
	return plain.term(t, names, false)
}

// standing returns the name of the function that stands for a symbol.
func (p *properties) standing(fn *signature.Function) string {
	if name := p.functions[fn.Name]; name != "" {
		return name
	}
	name := "law" + strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return -1
	}, fn.Name)
	p.functions[fn.Name] = name
	if !p.declared(name) {
		var params []string
		for i, t := range fn.Params {
			params = append(params, fmt.Sprintf("a%d %s", i, p.typ(t)))
		}
		body := fn.Body
		if q := p.qualifier(fn.Of.Pkg()); q != "" {
			body = strings.ReplaceAll(body, signature.ImportName(fn.Of.Pkg())+".", q+".")
		}
		fmt.Fprintf(&p.helpers, "\n// %s is %s: a panic where it has none.\nfunc %s(%s) %s { %s }\n", name, fn.Name, name, strings.Join(params, ", "), p.typ(fn.Result), body)
	}
	return name
}

// condition writes what must hold. Contracts name no packages that only they need: what
// calls functions of others is a function of the file.
func (p *properties) condition(c *condition, names map[int]string) string {
	own := true
	within(c.term, func(t *terms.Term) {
		if t.Symbol >= 0 {
			fn := p.writer.functions[t.Symbol]
			own = own && !strings.Contains(fn.Body, ";") && (fn.Of == nil || fn.Of.Pkg() == p.Home)
		}
	})
	text := p.term(c.term, names, c.negated)
	if !own {
		name := p.unused("holds")
		var args []string
		for _, v := range order(c.term) {
			args = append(args, names[v.Slot])
		}
		fmt.Fprintf(&p.helpers, "\n// %s is what a law is about.\nfunc %s(%s) bool { return %s }\n", name, name, p.parameters(names, c.term), p.expression(c.term, names))
		text = name + "(" + strings.Join(args, ", ") + ")"
	}
	if c.negated {
		return "!" + text
	}
	return text
}

// typ writes a type as the file has it.
func (p *properties) typ(t types.Type) string { return types.TypeString(t, p.qualifier) }

// qualifier is what the file calls a package.
func (p *properties) qualifier(pkg *types.Package) string {
	if pkg == p.Home {
		return ""
	}
	if other := p.imports[pkg.Name()]; other != nil && other != pkg {
		p.err = fmt.Errorf("laws about both %s and %s cannot be written into one file: choose those of one", other.Path(), pkg.Path())
	}
	p.imports[pkg.Name()] = pkg
	return pkg.Name()
}

// name is a new one for a law about a term.
func (p *properties) name(t *terms.Term) string {
	base := ""
	within(t, func(t *terms.Term) {
		if t.Symbol < 0 || base != "" {
			return
		}
		show := p.writer.functions[t.Symbol].Show
		for _, c := range show.Text[strings.LastIndex(show.Text, ".")+1:] {
			if unicode.IsLetter(c) || base != "" && unicode.IsDigit(c) {
				base += string(c)
			}
		}
	})
	if base != "" {
		base = strings.ToUpper(base[:1]) + base[1:]
	}
	return p.unused("Prop" + base)
}

// unused numbers a name so that nothing has it.
func (p *properties) unused(base string) string {
	for n := 1; ; n++ {
		if name := fmt.Sprint(base, n); !p.declared(name) && !strings.Contains(p.body.String()+p.helpers.String(), "func "+name+"(") {
			return name
		}
	}
}

// declared reports whether a name is declared in the file or its package.
func (p *properties) declared(name string) bool {
	return p.file.Scope.Lookup(name) != nil || p.Home.Scope().Lookup(name) != nil
}

// source is the whole file.
func (p *properties) source() ([]byte, error) {
	if p.values && !p.declared("valueOf") {
		p.helpers.WriteString("\n// valueOf returns what f returns; has is false where f panics.\nfunc valueOf[T any](f func() T) (v T, has bool) {\ndefer func() { recover() }()\nreturn f(), true\n}\n")
	}
	for _, name := range slices.Sorted(maps.Keys(p.imports)) {
		astutil.AddImport(p.fset, p.file, p.imports[name].Path())
	}
	var out bytes.Buffer
	if err := format.Node(&out, p.fset, p.file); err != nil {
		return nil, err
	}
	out.WriteString(p.body.String() + p.helpers.String())
	return format.Source(out.Bytes())
}
