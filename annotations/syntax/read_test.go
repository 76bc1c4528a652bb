package syntax

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/internal/diag"
)

var update = flag.Bool("update", false, "write the golden sections of testdata")

// TestRead reads the Go files of each archive. A comment // want COLUMN "regexp"
// expects a diagnostic on its line, // want@-1 … on the line above, and so on; there must
// be no others. After each Go file may come the golden section "trees", the
// directives in canonical form and as trees.
func TestRead(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives in testdata: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { testArchive(t, name) })
	}
}

func testArchive(t *testing.T, name string) {
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range a.Files {
		f := a.Files[i]
		if !strings.HasSuffix(f.Name, ".go") {
			continue
		}
		src := f.Data
		if strings.HasSuffix(f.Name, "_crlf.go") {
			src = []byte(strings.ReplaceAll(string(src), "\n", "\r\n"))
		}
		fset, file := parseGo(t, f.Name, src)
		found, diags := Read(fset, file, src)
		checkWants(t, f.Name, string(f.Data), diags)
		for _, o := range found {
			for _, d := range o.Directives {
				checkDirective(t, fset, src, d)
			}
		}
		if i+1 == len(a.Files) || a.Files[i+1].Name != "trees" {
			continue
		}
		got := dumpFound(fset, found)
		if golden := &a.Files[i+1]; *update {
			golden.Data = []byte(got)
		} else if string(golden.Data) != got {
			t.Errorf("%s: trees are now\n%s", f.Name, got)
		}
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(a), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func parseGo(t testing.TB, name string, src []byte) (*token.FileSet, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	fset.AddFile("before", -1, 100)
	file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return fset, file
}

var wantRE = regexp.MustCompile(`// want(@-[0-9])? (.*)$`)
var oneWant = regexp.MustCompile("^([0-9]+) (\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`) *")

// checkWants compares diagnostics with the expectations in the source.
func checkWants(t *testing.T, name, src string, diags []diag.Diagnostic) {
	t.Helper()
	wants := make(map[string][]string)
	for i, line := range strings.Split(src, "\n") {
		m := wantRE.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if m[1] != "" {
			i -= int(m[1][2] - '0')
		}
		for rest := m[2]; rest != ""; {
			w := oneWant.FindStringSubmatch(rest)
			if w == nil {
				t.Fatalf("%s:%d: malformed want %s", name, i+1, rest)
			}
			text, err := strconv.Unquote(w[2])
			if err != nil {
				t.Fatalf("%s:%d: %v", name, i+1, err)
			}
			at := fmt.Sprintf("%d:%s", i+1, w[1])
			wants[at] = append(wants[at], text)
			rest = rest[len(w[0]):]
		}
	}
	for _, d := range diags {
		at := fmt.Sprintf("%d:%d", d.Pos.Line, d.Pos.Column)
		ok := false
		for i, w := range wants[at] {
			if regexp.MustCompile(w).MatchString(d.Message) {
				wants[at], ok = append(wants[at][:i:i], wants[at][i+1:]...), true
				break
			}
		}
		if !ok {
			t.Errorf("unexpected diagnostic %v", d)
		}
	}
	for at, ws := range wants {
		for _, w := range ws {
			t.Errorf("%s:%s: no diagnostic matches %q", name, at, w)
		}
	}
}

// checkDirective checks a directive's shape, that its canonical form parses to
// the same tree, and that each part's place holds the part's text.
func checkDirective(t *testing.T, fset *token.FileSet, src []byte, d *Directive) {
	t.Helper()
	if d.Body == nil {
		return
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
	v := KindOf(d.Verb.Name)
	text := printed(printBody, d.Body)
	again, err := parseBody(v, Ident{Name: d.Verb.Name}, text, textOffset)
	if err != nil {
		t.Errorf("%s: canonical form does not parse: %v", d, err)
		return
	}
	if got, want := sexpr(again), sexpr(d.Body); got != want {
		t.Errorf("%s: canonical form parses to\n%s, not to\n%s", d, got, want)
	}
	if printed(printBody, again) != text {
		t.Errorf("%s: canonical form changes to %s", d, again)
	}
	stands := func(n Node) bool {
		from, to := fset.Position(n.Pos()).Offset, fset.Position(n.End()).Offset
		part := string(src[from:to])
		if strings.Contains(part, "\n") { // lines joined by rtest:and
			return true
		}
		if got, err := reparse(n, part); err != nil || canonical(got) != n.String() {
			t.Errorf("%s: %T stands at %q, which is %v (%v)", d, n, part, got, err)
		}
		return true
	}
	for _, n := range bodyParts(d.Body) {
		Inspect(n, stands)
	}
}

func textOffset(i int) token.Pos { return token.Pos(i + 1) }

// canonical is the canonical form of a node or a body.
func canonical(x any) string {
	if b, ok := x.(Body); ok {
		return printed(printBody, b)
	}
	return fmt.Sprint(x)
}

// reparse parses the text of n by itself.
func reparse(n Node, text string) (any, error) {
	verb := "is"
	switch n := n.(type) {
	case *TypeValue:
		return reparse(n.TypeExpr, text)
	case *Range:
		verb = "ints"
	case *Composite:
		if n.Type == nil {
			e, err := reparse(&Name{}, "T"+text)
			if err != nil {
				return nil, err
			}
			e.(*Pred).Expr.(*Composite).Type = nil
			return e, nil
		}
		verb = "requires"
	case Expr:
		verb = "requires"
	case TypeExpr:
		verb = "oneof"
	case *RefVariadic:
		text = text[len("..."):]
		e, err := reparse(n.Elem, text)
		if err != nil {
			return nil, err
		}
		return &RefVariadic{Elem: e.(*IsType).Type}, nil
	}
	v := KindOf(verb)
	return parseBody(v, Ident{Name: verb}, text, textOffset)
}

// dumpFound writes what Read found: owners with their lines, directives in
// canonical form, and below each its tree.
func dumpFound(fset *token.FileSet, found []Found) string {
	var b strings.Builder
	for _, f := range found {
		fmt.Fprintf(&b, "%s\n", ownerName(f.Owner))
		for _, d := range f.Directives {
			p := fset.Position(d.From)
			fmt.Fprintf(&b, "\t%d:%d %s\n", p.Line, p.Column, d)
			if d.Body != nil {
				fmt.Fprintf(&b, "\t\t%s\n", sexpr(d.Body))
			}
		}
	}
	return b.String()
}

func ownerName(o Owner) string {
	names := func(f *ast.Field) string {
		var out []string
		for _, n := range f.Names {
			out = append(out, n.Name)
		}
		return strings.Join(out, ", ")
	}
	switch o := o.(type) {
	case *FileOwner:
		return "file"
	case *FuncOwner:
		return "func " + o.Decl.Name.Name
	case *TypeOwner:
		return "type " + o.Spec.Name.Name
	case *MethodOwner:
		return "method " + o.Iface.Name.Name + "." + names(o.Field)
	case *FieldOwner:
		if o.Struct == nil {
			return "field " + names(o.Field)
		}
		return "field " + o.Struct.Name.Name + "." + names(o.Field)
	case *VarOwner:
		return "var _ = " + exprText(o.Spec.Values[0])
	case *AliasOwner:
		return "type _ = " + exprText(o.Spec.Type)
	}
	return fmt.Sprintf("%T", o)
}

func exprText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return exprText(e.X) + "." + e.Sel.Name
	case *ast.IndexExpr:
		return exprText(e.X) + "[" + exprText(e.Index) + "]"
	case *ast.ParenExpr:
		return "(" + exprText(e.X) + ")"
	case *ast.StarExpr:
		return "*" + exprText(e.X)
	}
	return fmt.Sprintf("%T", e)
}
