package control

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// An imports has packages by path.
type imports map[string]*types.Package

// Import returns a package with a path, which the standard library may keep in a folder for vendored ones.
func (m imports) Import(path string) (*types.Package, error) {
	if p := m["vendor/"+path]; p != nil {
		return p, nil
	}
	return m[path], nil
}

// TestPackages rewrites packages of the standard library and of modules, and checks the types of what comes out.
func TestPackages(t *testing.T) {
	longtest.Only(t, "it loads a hundred packages")
	patterns := `net/http net/rpc net/http/httputil encoding/json encoding/xml encoding/gob text/template html/template database/sql log/slog archive/zip
		go/types go/parser go/printer mime/multipart bufio regexp expvar crypto/tls image/... container/heap container/ring testing/fstest
		golang.org/x/tools/go/... github.com/alecthomas/participle/v2 ` + schedulerPath + "/..."
	fset := token.NewFileSet()
	roots, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Fset: fset}, strings.Fields(patterns)...)
	if err != nil {
		t.Fatal(err)
	}
	all, n := imports{"unsafe": types.Unsafe}, 0
	packages.Visit(roots, nil, func(p *packages.Package) { all[p.PkgPath] = p.Types })
	for _, p := range roots {
		if p.Name == "main" || len(p.Syntax) == 0 || strings.HasPrefix(p.PkgPath, schedulerPath) {
			continue
		}
		w := &Writer{}
		of := Package{Types: p.Types, Info: p.TypesInfo, Fset: fset, Ours: func(q *types.Package) bool { return q == p.Types }, Scheduler: schedulerPath}
		var files []*ast.File
		for i, f := range p.Syntax {
			name := p.CompiledGoFiles[i]
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out, err := parser.ParseFile(fset, name, w.Rewrite(of, File{Name: name, Syntax: f, Text: text}), parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, out)
		}
		if _, err := (&types.Config{Importer: all, Sizes: p.TypesSizes}).Check(p.PkgPath, fset, files, nil); err != nil {
			t.Errorf("%s: %v", p.PkgPath, err)
		}
		n++
	}
	if n < 50 {
		t.Errorf("only %d packages", n)
	}
}
