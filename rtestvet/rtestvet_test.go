package rtestvet_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/rtestvet"
)

// TestSuites compares diagnostics and fixes with what the files of testdata want.
func TestSuites(t *testing.T) {
	dir, err := filepath.Abs("testdata/suite")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, dir, rtestvet.Analyzer, "./...")
}

// short are the modules that are always compared: one has contracts across packages, one test files
// and contract files.
var short = []string{"mistakes_names.txtar", "files.txtar"}

// TestSameAsTheProgram compares the diagnostics with those of rtest and its language server, on the
// modules with which these are tested.
func TestSameAsTheProgram(t *testing.T) {
	files, err := filepath.Glob("../annotations/testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no modules", err)
	}
	total := 0
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			if !slices.Contains(short, filepath.Base(file)) {
				longtest.Only(t, "it type-checks what the module imports from source")
			}
			dir := extract(t, file)
			want, broken := programDiags(t, dir)
			got := analyzerDiags(t, dir, broken)
			for _, d := range want {
				if !slices.Contains(got, d) {
					t.Errorf("not reported: %s", d)
				}
			}
			for _, d := range got {
				if !slices.Contains(want, d) {
					t.Errorf("reported alone: %s", d)
				}
			}
			total += len(got)
		})
	}
	if total < 30 {
		t.Errorf("only %d diagnostics", total)
	}
}

func extract(t *testing.T, file string) string {
	t.Helper()
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range ar.Files {
		if f.Name == "contracts" {
			continue // What the contracts of the module are.
		}
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// programDiags returns the diagnostics of a module, and the folders of packages that do not compile.
func programDiags(t *testing.T, dir string) (list []string, broken map[string]bool) {
	t.Helper()
	p, err := annotations.Load(annotations.Config{Dir: dir, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	broken = map[string]bool{}
	for _, pkg := range p.Packages {
		broken[pkg.Dir] = broken[pkg.Dir] || pkg.Broken
	}
	for _, pkg := range p.Packages {
		for _, d := range pkg.Diags {
			// The mistakes of an imported package are reported there.
			there := strings.HasSuffix(d.Message, " have errors")
			if d.Code != annotations.CodeCompile && !there && !broken[filepath.Dir(d.Pos.Filename)] {
				list = append(list, text(dir, d.Pos.Filename, d.Pos.Line, d.Pos.Column, d))
			}
		}
	}
	return list, broken
}

func text(dir, file string, line, column int, d diag.Diagnostic) string {
	rel, _ := filepath.Rel(dir, file)
	return fmt.Sprintf("%s:%d:%d: %s [%s] %s", rel, line, column, d.Message, d.Code, d.Fix)
}

// analyzerDiags returns what the analyzer reports of a module.
func analyzerDiags(t *testing.T, dir string, broken map[string]bool) (list []string) {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir, Tests: true}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{rtestvet.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range graph.Roots {
		if a.Err != nil {
			if len(a.Package.GoFiles) == 0 || !broken[filepath.Dir(a.Package.GoFiles[0])] {
				t.Errorf("%s: %v", a.Package.ID, a.Err)
			}
			continue
		}
		for _, d := range a.Diagnostics {
			pos := a.Package.Fset.Position(d.Pos)
			one := diag.Diagnostic{Message: d.Message, Code: diag.Code(d.Category)}
			for _, f := range d.SuggestedFixes {
				one.Fix = string(f.TextEdits[0].NewText)
			}
			if s := text(dir, pos.Filename, pos.Line, pos.Column, one); !slices.Contains(list, s) && !broken[filepath.Dir(pos.Filename)] {
				list = append(list, s)
			}
		}
	}
	return list
}
