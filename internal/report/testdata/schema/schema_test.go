// Package schema tests that the SARIF logs of rtest satisfy the schema that
// OASIS publishes for them, and its JUnit reports the one of Jenkins. It is a module of its own, so that rtest does not
// depend on what that needs: a validator, and the module that the schema is
// taken from.
package schema

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // its source holds the schema
	"github.com/xeipuuv/gojsonschema"
	"golang.org/x/tools/txtar"
)

// load compiles the schema of SARIF 2.1.0.
func load(t *testing.T) *gojsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && text == "" {
			text, err = strconv.Unquote(lit.Value)
		}
		return true
	})
	if err != nil || !strings.Contains(text, "sarif/v2.1.0") {
		t.Fatalf("the module has no schema: %v", err)
	}
	schema, err := gojsonschema.NewSchema(gojsonschema.NewStringLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// mistakes are what is wrong with a log.
func mistakes(t *testing.T, schema *gojsonschema.Schema, log []byte) []string {
	t.Helper()
	result, err := schema.Validate(gojsonschema.NewBytesLoader(log))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range result.Errors() {
		all = append(all, e.String())
	}
	return all
}

// TestGolden validates the logs among the golden reports, of every kind of
// event.
func TestGolden(t *testing.T) {
	schema := load(t)
	files, err := filepath.Glob(filepath.Join("..", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	results := 0
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range archive.Files {
			if f.Name != "sarif" {
				continue
			}
			found = true
			results += bytes.Count(f.Data, []byte(`"ruleId"`))
			for _, m := range mistakes(t, schema, f.Data) {
				t.Errorf("%s: %s", name, m)
			}
		}
		if !found {
			t.Errorf("%s has no log", name)
		}
	}
	if results == 0 {
		t.Error("no log has a result")
	}
}

// TestExamples validates what the program writes for examples with faults.
func TestExamples(t *testing.T) {
	schema := load(t)
	dir := t.TempDir()
	rtest, log := filepath.Join(dir, "rtest"), filepath.Join(dir, "log.sarif")
	build := exec.Command("go", "build", "-o", rtest, "./cmd/rtest")
	build.Dir = filepath.Join("..", "..", "..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	examples := filepath.Join(dir, "examples")
	if err := os.CopyFS(examples, os.DirFS(filepath.Join("..", "..", "..", "..", "examples"))); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(rtest, "-sarif", log, "-depth", "2", "-k", "./grades", "./sortedlist", "./redblack")
	run.Dir = examples
	out, err := run.CombinedOutput()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 {
		t.Fatalf("rtest: %v\n%s", err, out)
	}
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data, []byte(`"physicalLocation"`)) {
		t.Errorf("no finding has a place:\n%s", data)
	}
	for _, m := range mistakes(t, schema, data) {
		t.Error(m)
	}
}

// TestInvalid tests the test: what is wrong is found.
func TestInvalid(t *testing.T) {
	schema := load(t)
	const valid = `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"rtest"}},"results":[{"message":{"text":"x"},"level":"error"}]}]}`
	if all := mistakes(t, schema, []byte(valid)); len(all) > 0 {
		t.Errorf("a valid log: %q", all)
	}
	for _, change := range [][2]string{
		{`"2.1.0"`, `"2.2.0"`}, {`"error"`, `"fatal"`}, {`"name":"rtest"`, `"title":"rtest"`},
		{`"level"`, `"severity"`}, {`{"text":"x"}`, `"x"`},
	} {
		if len(mistakes(t, schema, []byte(strings.Replace(valid, change[0], change[1], 1)))) == 0 {
			t.Errorf("%s for %s is valid", change[1], change[0])
		}
	}
}
