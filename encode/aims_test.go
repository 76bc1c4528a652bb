package encode_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// follow returns the aims of a predicate, as a function under test.
func (p *predicate) follow(t testing.TB, depth int) *encode.Aims {
	own := func(fn *ssa.Function) bool {
		for fn.Pkg == nil && fn.Origin() != nil {
			fn = fn.Origin()
		}
		return fn.Pkg == p.fn.Pkg
	}
	opt := encode.Options{Depth: depth, Beyond: &encode.Beyond{Full: true, Parts: 1 << 8}}
	a, err := encode.Follow(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes}, p.fn, own, opt)
	if err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	return a
}

// TestAims compares the aims of predicates for small inputs with compiled Go: which sides of
// comparisons a call takes, where the operands are equal, and how it ends.
func TestAims(t *testing.T) {
	longtest.Only(t, "compares more than 300 aims")
	const depth = 3
	ps, dir := loadFrom(t, unpack(t))
	reporting := filepath.Join(dir, "reporting")
	report := newReporter(t, dir, reporting)
	type question struct {
		p     *predicate
		aims  *encode.Aims
		aim   encode.Aim
		index int
	}
	var asked []question
	var questions []*predicate
	var inputs [][][]int64
	for _, p := range ps {
		if some[p.name] || unaimed[p.name] || strings.HasPrefix(p.name, "beyond.") {
			continue
		}
		list, _ := p.many(t, depth, 400)
		a := p.follow(t, depth)
		for i, aim := range a.List {
			for _, aim := range append([]encode.Aim{aim}, a.Also[i]...) {
				if q := report.question(p, aim, len(asked)); q != nil {
					asked, questions, inputs = append(asked, question{p, a, aim, i}), append(questions, q), append(inputs, list)
				}
			}
		}
	}
	report.write(t)
	if len(asked) < 300 {
		t.Errorf("only %d aims are compared", len(asked))
	}
	met := 0
	for i, answers := range native(t, reporting, questions, inputs) {
		q := asked[i]
		aim := q.aim
		meter := q.aims.Meter()
		for j, x := range inputs[i] {
			said, _, err := meter.Met(x)
			if err != nil {
				t.Fatalf("%s: %v", q.p.name, err)
			}
			says, does := said[q.index], answers[j] == '1'
			met += len(strings.Trim(answers[j:j+1], "0"))
			if says && !does || does && !says && !q.aims.Partly && aim.Kind != encode.Faults {
				t.Errorf("%s: %d at %s, stream %v: the aim says %v, Go %v", q.p.name, aim.Kind, q.p.fn.Prog.Fset.Position(aim.Pos), x, says, does)
				break
			}
		}
	}
	if met < 1000 {
		t.Errorf("only %d inputs meet an aim", met)
	}
}

// unaimed are predicates whose behaviour differs inside and outside: they depend on the order of maps,
// which Go leaves open, or on capacities that the oracle chooses, or repeat a comparison more often
// than conditions are recorded.
var unaimed = map[string]bool{"wide.Cleared": true, "wide.Complex": true, "wide.Sets": true, "wide.MapInput": true, "wide.Bytes": true}

// A reporter writes packages whose comparisons report their results.
type reporter struct {
	dir  string
	pkgs []*packages.Package
	// sites are the comparisons, by file and offset of the operator.
	sites map[string]int
	extra map[string]*bytes.Buffer // by package name
}

func newReporter(t *testing.T, from, to string) *reporter {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: from}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	r := &reporter{dir: to, pkgs: pkgs, sites: map[string]int{}, extra: map[string]*bytes.Buffer{}}
	for _, p := range pkgs {
		r.extra[p.Name] = bytes.NewBufferString("package " + p.Name + "\n" + reports)
	}
	write(t, filepath.Join(to, "go.mod"), "module testdata\n\ngo 1.26\n")
	return r
}

// reports records which comparisons were evaluated, and with which result.
const reports = `
import "cmp"

var reportOf, reportKind int
var reported bool

func reportSides(id int, b bool) bool {
	reported = reported || id == reportOf && (reportKind == 0 && b || reportKind == 1 && !b)
	return b
}

func reportOrder[T cmp.Ordered](id int, op string, x, y T) bool {
	reported = reported || id == reportOf && reportKind == 2 && x == y
	b := false
	switch op {
	case "<":
		b = x < y
	case "<=":
		b = x <= y
	case ">":
		b = x > y
	case ">=":
		b = x >= y
	}
	return reportSides(id, b)
}
`

// key is that of a comparison.
func key(pos token.Position) string { return fmt.Sprint(filepath.Base(pos.Filename), pos.Offset) }

// question returns the predicate that reports whether p does what the aim describes, or nil if that is
// not reported.
func (r *reporter) question(p *predicate, aim encode.Aim, number int) *predicate {
	id, call := -1, ""
	var params, args []string
	sig := p.fn.Signature
	for i := range sig.Params().Len() {
		text := types.TypeString(sig.Params().At(i).Type(), types.RelativeTo(p.fn.Pkg.Pkg))
		if strings.ContainsAny(text, "./") {
			return nil
		}
		params, args = append(params, fmt.Sprintf("a%d %s", i, text)), append(args, fmt.Sprint("a", i))
	}
	call = fmt.Sprintf("%s(%s)", p.fn.Name(), strings.Join(args, ", "))
	name := fmt.Sprintf("Aim%d", number)
	body := ""
	switch aim.Kind {
	case encode.Holds, encode.Fails, encode.Meets:
		pos := p.fn.Prog.Fset.Position(aim.Pos)
		var ok bool
		if !aim.Pos.IsValid() {
			return nil
		}
		if id, ok = r.site(key(pos)); !ok {
			return nil
		}
		body = fmt.Sprintf("reportOf, reportKind, reported = %d, %d, false\n\tdefer func() { recover(); does = reported }()\n\t%s", id, aim.Kind, call)
	case encode.Faults:
		body = "defer func() { does = recover() != nil }()\n\t" + call
	case encode.EndsWell:
		body = "does = " + call
	}
	fmt.Fprintf(r.extra[p.fn.Pkg.Pkg.Name()], "\nfunc %s(%s) (does bool) {\n\t%s\n\treturn does\n}\n", name, strings.Join(params, ", "), body)
	return &predicate{name: p.fn.Pkg.Pkg.Name() + "." + name, fn: p.fn, names: p.names, shapes: p.shapes}
}

// site returns the number of a comparison, and whether it is reported.
func (r *reporter) site(key string) (int, bool) {
	if len(r.sites) == 0 {
		for _, p := range r.pkgs {
			for _, f := range p.Syntax {
				ast.Inspect(f, func(n ast.Node) bool {
					if x, ok := n.(*ast.BinaryExpr); ok && r.tells(p, x) {
						r.sites[keyOf(p, x)] = len(r.sites)
					}
					return true
				})
			}
		}
	}
	id, ok := r.sites[key]
	return id, ok
}

func keyOf(p *packages.Package, x *ast.BinaryExpr) string { return key(p.Fset.Position(x.OpPos)) }

// tells reports whether x is a comparison that is evaluated at run time.
func (r *reporter) tells(p *packages.Package, x *ast.BinaryExpr) bool {
	switch x.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return p.TypesInfo.Types[x].Value == nil
	}
	return false
}

func (r *reporter) write(t *testing.T) {
	for _, p := range r.pkgs {
		for i, f := range p.Syntax {
			astutil.Apply(f, nil, func(c *astutil.Cursor) bool {
				x, ok := c.Node().(*ast.BinaryExpr)
				if !ok || !r.tells(p, x) {
					return true
				}
				id := &ast.BasicLit{Kind: token.INT, Value: fmt.Sprint(r.sites[keyOf(p, x)])}
				op := &ast.BasicLit{Kind: token.STRING, Value: fmt.Sprintf("%q", x.Op)}
				if ordered := x.Op != token.EQL && x.Op != token.NEQ; ordered {
					c.Replace(&ast.CallExpr{Fun: ast.NewIdent("reportOrder"), Args: []ast.Expr{id, op, x.X, x.Y}})
				} else {
					c.Replace(&ast.CallExpr{Fun: ast.NewIdent("reportSides"), Args: []ast.Expr{id, x}})
				}
				return true
			})
			var src bytes.Buffer
			if err := format.Node(&src, p.Fset, f); err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel(p.Module.Dir, p.CompiledGoFiles[i])
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(r.dir, rel), src.String())
		}
		dir := filepath.Join(r.dir, strings.TrimPrefix(p.PkgPath, "testdata"))
		write(t, filepath.Join(dir, "report.go"), r.extra[p.Name].String())
	}
}

// TestAimed asks for inputs for aims by the form of each, where some exist and where none do.
func TestAimed(t *testing.T) {
	for _, p := range load(t) {
		if !strings.HasPrefix(p.name, "lists.") {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			a := p.follow(t, 2)
			meter := a.Meter()
			for i, aim := range a.List {
				form := a.Form(i)
				if err := form.Check(); err != nil {
					t.Fatal(err)
				}
				for _, x := range streams(t, form, 20) {
					met, outside, err := meter.Met(x)
					if err != nil || !met[i] || !outside {
						t.Errorf("%d at %s: %v is outside %v, meets %v: %v", aim.Kind, p.fn.Prog.Fset.Position(aim.Pos), x, outside, met, err)
					}
				}
			}
		})
	}
}
