package infer

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
)

var update = flag.Bool("update", false, "write the reports in the archives anew")

// TestInfer infers contracts for the package that each archive is, and writes them into it. They
// must hold beyond the bounds of which they were inferred. A line that ends in "// fault: …" is
// replaced by what stands there, one at a time: the contracts must refute the package then, unless
// the section "missed" has the fault.
func TestInfer(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { testArchive(t, name) })
	}
}

func testArchive(t *testing.T, name string) {
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	longtest.SkipArchive(t, a.Comment)
	dir, source := laidOut(t, a)
	r, err := Run(context.Background(), Request{Config: settings(dir)})
	if err != nil {
		t.Fatal(err)
	}
	patch, err := r.Patch(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Write(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Count(string(data), mark), strings.Count(patch, mark); got != want || got == 0 {
		t.Errorf("%d directives were written, and the patch has %d", got, want)
	}
	wide := settings(dir)
	wide.Limits.Depth, wide.Limits.Beyond = wide.Limits.Depth+1, 2000
	for _, f := range refuted(t, wide) {
		t.Errorf("false beyond the bounds: %s", f)
	}
	missed := missedFaults(t, dir, source, string(data))
	for i, f := range a.Files {
		got := ""
		switch f.Name {
		case "infer":
			got = r.Text(dir)
		case "missed":
			got = missed
		default:
			continue
		}
		if *update {
			a.Files[i].Data = []byte(got)
		} else if got != string(f.Data) {
			t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got, f.Data)
		}
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// laidOut writes the files of an archive, and returns their folder and the file with the code.
func laidOut(t *testing.T, a *txtar.Archive) (dir, source string) {
	t.Helper()
	dir = t.TempDir()
	for _, f := range a.Files {
		if strings.Contains(f.Name, ".") {
			write(t, filepath.Join(dir, f.Name), string(f.Data))
		}
		if strings.HasSuffix(f.Name, ".go") {
			source = filepath.Join(dir, f.Name)
		}
	}
	return dir, source
}

// missedFaults lists the faults of the code that its contracts do not refute.
func missedFaults(t *testing.T, dir, source, code string) string {
	t.Helper()
	var missed strings.Builder
	for line := range strings.Lines(code) {
		_, fault, ok := strings.Cut(line, "// fault: ")
		if !ok {
			continue
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, "\t"))]
		write(t, source, strings.Replace(code, line, indent+fault, 1))
		if len(refuted(t, settings(dir))) == 0 {
			missed.WriteString(fault)
		}
	}
	return missed.String()
}

func settings(dir string) config.Config {
	cfg := config.Defaults()
	cfg.Dir, cfg.Parallel = dir, 2
	cfg.Limits.Depth, cfg.Limits.Inputs, cfg.Limits.Beyond, cfg.Limits.Time = 3, 5000, 300, 0
	cfg.Limits.Timeout = 2 * time.Second // A machine that is busy must not decide what hangs.
	cfg.Limits.Prove = event.ProveNot
	return cfg
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// refuted lists the failures of a package.
func refuted(t *testing.T, cfg config.Config) (list []string) {
	t.Helper()
	for e := range check.Run(context.Background(), cfg) {
		switch e := e.(type) {
		case event.Abort:
			t.Fatal(e.Err)
		case event.Mistake:
			t.Errorf("%v", e.Diagnostic)
		case event.Fault:
			t.Errorf("%s: %s", e.Function, e.Message)
		case event.FunctionEnd:
			for _, f := range e.Failures {
				list = append(list, fmt.Sprintf("%s: %s %s: %s", e.Function, f.Kind, f.Clause, f.Call))
			}
		}
	}
	return list
}

// TestReachedBefore proposes what a result is although no input that the precondition admits reaches the panic that it leaves out.
func TestReachedBefore(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.24\n")
	write(t, filepath.Join(dir, "m.go"), "package m\n\nfunc Clamp(x, lo, hi int) int {\n\tif lo > hi {\n\t\tpanic(\"lo > hi\")\n\t}\n\treturn min(max(x, lo), hi)\n}\n")
	r, err := Run(context.Background(), Request{Config: settings(dir)})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Functions) != 1 || len(r.Functions[0].Unreached) > 0 || !strings.Contains(r.Text(dir), "result == lo <==>") {
		t.Errorf("got\n%s", r.Text(dir))
	}
}
