package annotations

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/annotations/load"
	"golang.org/x/tools/txtar"
)

// TestTrim checks that trimmed packages declare the same as complete ones, without an error, and keep
// the bodies of named functions and of what these name.
func TestTrim(t *testing.T) {
	var imports strings.Builder
	for path := range load.Liftable {
		if !strings.HasPrefix(path, "internal/") {
			imports.WriteString("import _ \"" + path + "\"\n")
		}
	}
	l, err := List(Config{Dir: extract(t, txtar.Parse([]byte(module+"-- m.go --\npackage m\n\n"+imports.String()+`
import "strings"

//rtest:ensures result != "x"
func F(s string) string { return strings.TrimSpace(s) }
`)))})
	if err != nil {
		t.Fatal(err)
	}
	p := l.Load(nil)
	whole := load.New(l.cfg, l.roots)
	bodies := map[string]bool{}
	large := 0
	for id, n := range p.graph.Nodes {
		if !n.Trimmed {
			continue
		}
		if len(n.Errs) > 0 {
			t.Errorf("%s: %v", id, n.Errs)
		}
		for _, f := range n.Files {
			for _, d := range f.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok {
					bodies[n.Meta.PkgPath+"."+fd.Name.Name] = fd.Body != nil
				}
			}
		}
		w := whole.Nodes[id]
		whole.Load(w)
		if w.Trimmed {
			t.Fatalf("%s is trimmed although nothing is wanted", id)
		}
		compareScopes(t, n.Types.Scope(), w.Types.Scope())
		large += len(n.Types.Scope().Names())
	}
	if large < 1000 {
		t.Errorf("only %d objects were compared", large)
	}
	for name, want := range map[string]bool{
		"strings.TrimSpace": true, "strings.TrimFunc": true, "unicode.IsSpace": true, "unicode/utf8.DecodeRuneInString": true,
		"strings.ToValidUTF8": false, "unicode.IsLetter": false, "math.Sin": false, "slices.IsSorted": true,
	} {
		if got, ok := bodies[name]; !ok || got != want {
			t.Errorf("%s has a body: %t", name, got)
		}
	}
}

// compareScopes checks that two scopes have the same objects with the same types.
func compareScopes(t *testing.T, got, want *types.Scope) {
	t.Helper()
	if !slices.Equal(got.Names(), want.Names()) {
		t.Errorf("declared are %q, want %q", got.Names(), want.Names())
	}
	for _, name := range want.Names() {
		if g, w := got.Lookup(name), want.Lookup(name); g == nil || types.ObjectString(g, nil) != types.ObjectString(w, nil) {
			t.Errorf("%s became %v", w, g)
		}
	}
}
