package shape

import (
	"flag"
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden parts of the tests' data")

// TestShapes compares the shapes of the inputs of every function in the files
// testdata/shapes/*.txtar with the text in the section want. Comments of the
// form //fact: and //hint: stand for what annotations would have found.
func TestShapes(t *testing.T) {
	files, err := filepath.Glob("testdata/shapes/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no tests", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := dumpShapes(t, ar.Files[0].Data)
			if *update {
				ar.Files = []txtar.File{ar.Files[0], {Name: "want", Data: []byte(got)}}
				if err := os.WriteFile(name, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(ar.Files[1].Data); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func dumpShapes(t *testing.T, src []byte) string {
	p := checkSource(t, src)
	var b strings.Builder
	for _, d := range p.file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Doc == nil {
			continue
		}
		c, hints := p.contract(t, fn)
		shapes, err := Shapes(c, p, Options{Hints: hints, Package: p.pkg})
		if err != nil {
			fmt.Fprintf(&b, "%s: %v\n", c.Name, err)
			continue
		}
		for i, s := range shapes {
			fmt.Fprintf(&b, "%s %s\n%s", c.Name, c.Inputs()[i].Name, value.Dump(s))
		}
	}
	return b.String()
}

// A sourceFile is one Go file with comments that say what the facts are.
type sourceFile struct {
	fset *token.FileSet
	file *ast.File
	pkg  *types.Package
	info *types.Info
	// facts are by the name of the type.
	facts map[string]*refine.TypeFacts
}

func checkSource(t *testing.T, src []byte) *sourceFile {
	t.Helper()
	p := &sourceFile{fset: token.NewFileSet(), facts: map[string]*refine.TypeFacts{}}
	var err error
	if p.file, err = parser.ParseFile(p.fset, "p.go", src, parser.ParseComments); err != nil {
		t.Fatal(err)
	}
	p.info = &types.Info{Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	conf := types.Config{Importer: importer.ForCompiler(p.fset, "source", nil)}
	if p.pkg, err = conf.Check("p", p.fset, []*ast.File{p.file}, p.info); err != nil {
		t.Fatal(err)
	}
	for _, d := range p.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE || g.Doc == nil {
			continue
		}
		name := g.Specs[0].(*ast.TypeSpec).Name.Name
		tf := &refine.TypeFacts{Type: p.pkg.Scope().Lookup(name).Type(), Depth: -1}
		for word, text := range comments(g.Doc, "//fact:") {
			p.fact(t, tf, word, text)
		}
		p.facts[name] = tf
	}
	return p
}

// comments yields the first word and the rest of each line that begins so.
func comments(doc *ast.CommentGroup, prefix string) func(func(string, string) bool) {
	return func(yield func(string, string) bool) {
		for _, c := range doc.List {
			if text, ok := strings.CutPrefix(c.Text, prefix); ok {
				word, rest, _ := strings.Cut(text, " ")
				if !yield(word, rest) {
					return
				}
			}
		}
	}
}

func (p *sourceFile) typ(t *testing.T, text string) types.Type {
	t.Helper()
	tv, err := types.Eval(p.fset, p.pkg, token.NoPos, text)
	if err != nil {
		t.Fatal(err)
	}
	return tv.Type
}

func (p *sourceFile) fact(t *testing.T, tf *refine.TypeFacts, word, text string) {
	t.Helper()
	switch word {
	case "oneof":
		for _, name := range strings.Split(text, ", ") {
			name, isNil := strings.CutPrefix(name, "nil ")
			tf.OneOf = append(tf.OneOf, refine.Inhabitant{T: p.typ(t, name), NilToo: isNil})
		}
	case "values":
		for _, v := range strings.Split(text, ", ") {
			tv, err := types.Eval(p.fset, p.pkg, token.NoPos, v)
			if err != nil {
				t.Fatal(err)
			}
			tf.Values = append(tf.Values, &refine.Const{T: tf.Type, Value: tv.Value})
		}
	case "via":
		tf.Via = []*refine.Callee{{Name: text}}
	case "invariant":
		tf.Invariants = []*refine.Clause{{Kind: refine.Invariant, Text: text}}
	case "derived":
		tf.Derived = map[int]bool{int(p.number(t, text)): true}
	case "fieldints":
		tf.FieldInts = map[int]refine.Bounds{int(p.number(t, text)): {Ints: []value.Range{{Lo: 0, Hi: 1}}}}
	default:
		t.Fatalf("no fact %s", word)
	}
}

func (p *sourceFile) number(t *testing.T, text string) int64 {
	tv, err := types.Eval(p.fset, p.pkg, token.NoPos, text)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := constant.Int64Val(tv.Value)
	return n
}

func (p *sourceFile) contract(t *testing.T, fn *ast.FuncDecl) (*refine.Contract, refine.Hints) {
	t.Helper()
	obj := p.info.Defs[fn.Name].(*types.Func)
	sig := obj.Signature()
	c := &refine.Contract{Name: obj.Name(), Func: obj, Bounds: refine.NoBounds(), Variadic: sig.Variadic()}
	index := 0
	variable := func(v *types.Var) *refine.Variable {
		index++
		return &refine.Variable{Name: v.Name(), Type: v.Type(), Index: index - 1}
	}
	if sig.Recv() != nil {
		c.Recv = variable(sig.Recv())
	}
	for v := range sig.Params().Variables() {
		c.Params = append(c.Params, variable(v))
	}
	h := refine.Hints{ReadsAllFields: true}
	for word, text := range comments(fn.Doc, "//hint:") {
		switch word {
		case "none":
		case "nil":
			h.NilInputs = map[int]bool{int(p.number(t, text)): true}
		case "nilslices":
			h.NilSlices = true
		case "cap":
			h.Capacities = true
		case "alphabet":
			h.Alphabet = []rune(text)
		case "asserted":
			for _, name := range strings.Split(text, ", ") {
				h.Asserted = append(h.Asserted, p.typ(t, name))
			}
		case "read":
			h.ReadsAllFields, h.ReadFields = false, map[*types.Var]bool{}
			for _, name := range strings.Split(text, ", ") {
				h.ReadFields[p.fieldNamed(name)] = true
			}
		case "zero":
			h.ZeroCompared = map[*types.TypeName]bool{p.pkg.Scope().Lookup(text).(*types.TypeName): true}
		case "ints":
			var r value.Range
			fmt.Sscanf(text, "%d..%d", &r.Lo, &r.Hi)
			c.Bounds.Ints = append(c.Bounds.Ints, r)
		case "full":
			c.Bounds.IntsFull = true
		case "chars":
			c.Bounds.Chars = []rune(text)
		case "as":
			c.As = map[int]types.Type{0: p.typ(t, text)}
		case "draw":
			c.Draws = []*refine.Draw{{Var: c.Params[p.number(t, text)]}}
		default:
			t.Fatalf("no hint %s", word)
		}
	}
	return c, h
}

func (p *sourceFile) fieldNamed(name string) *types.Var {
	for id, o := range p.info.Defs {
		if v, ok := o.(*types.Var); ok && v.IsField() && id.Name == name {
			return v
		}
	}
	return nil
}

func (p *sourceFile) Of(t types.Type) *refine.TypeFacts {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() == p.pkg {
		return p.facts[n.Obj().Name()]
	}
	return nil
}

func (p *sourceFile) Built(types.Object) bool { return true }

func (p *sourceFile) Implementing(*types.Package, types.Type) []types.Type { return nil }

func (p *sourceFile) Candidates(types.Type) []types.Type { return nil }

func (p *sourceFile) Implementers(of types.Type) []types.Type {
	t, ok := of.(*types.Named)
	if !ok {
		return nil
	}
	var out []types.Type
	if t.Obj().Pkg() != p.pkg {
		return nil
	}
	for _, name := range p.pkg.Scope().Names() {
		o, ok := p.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || types.IsInterface(o.Type()) {
			continue
		}
		iface := t.Underlying().(*types.Interface)
		if types.Implements(o.Type(), iface) {
			out = append(out, o.Type())
		} else if ptr := types.NewPointer(o.Type()); types.Implements(ptr, iface) {
			out = append(out, ptr)
		}
	}
	return out
}

// Constants takes all constants of a type for an enumeration.
func (p *sourceFile) Constants(t *types.Named) ([]*types.Const, bool) {
	var out []*types.Const
	for _, name := range p.pkg.Scope().Names() {
		if c, ok := p.pkg.Scope().Lookup(name).(*types.Const); ok && types.Identical(c.Type(), t) {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *types.Const) int { return int(a.Pos() - b.Pos()) })
	flags := len(out) > 0 && !refine.IsString(t)
	for _, c := range out {
		if flags {
			n, ok := constant.Int64Val(c.Val())
			flags = ok && n > 0 && n&(n-1) == 0
		}
	}
	return out, flags
}

var _ refine.Facts = (*sourceFile)(nil)

// TestFullRanges has the limits of all integer types, which no literal of the
// test data could show.
func TestFullRanges(t *testing.T) {
	want := map[string]value.Range{
		"int8": {Lo: -128, Hi: 127}, "uint8": {Lo: 0, Hi: 255}, "int16": {Lo: -32768, Hi: 32767},
		"uint32": {Lo: 0, Hi: 1<<32 - 1}, "int64": {Lo: -1 << 63, Hi: 1<<63 - 1}, "uint64": {Lo: 0, Hi: -1},
	}
	for name, r := range want {
		b := types.Universe.Lookup(name).Type().(*types.Basic)
		if got := fullRange(b); len(got) != 1 || got[0] != r {
			t.Errorf("%s: %v, want %v", name, got, r)
		}
	}
	if got := restrictRanges([]value.Range{{Lo: -5, Hi: -1}}, types.Typ[types.Uint64]); got == nil || len(got) != 0 {
		t.Errorf("negative numbers of a uint64: %v, want none", got)
	}
	if _, err := os.Stat("testdata/shapes"); err != nil {
		t.Error(err)
	}
}
