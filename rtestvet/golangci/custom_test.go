package golangci

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestCustom has golangci-lint build itself with the plugin, as docs/machines.md says, from the module's source in
// place of its repository, and finds and mends a mistake in an example with it.
func TestCustom(t *testing.T) {
	longtest.Only(t, "builds golangci-lint twice")
	docs, err := os.ReadFile(filepath.Join("..", "..", "docs", "machines.md"))
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	section := func(name string) string {
		m := regexp.MustCompile("(?s)```yaml\n(# " + regexp.QuoteMeta(name) + "\n.*?)```").FindSubmatch(docs)
		if m == nil {
			t.Fatalf("docs/machines.md has no %s", name)
		}
		return string(m[1])
	}
	custom := strings.Replace(section(".custom-gcl.yml"), "version: latest", "path: "+root, 1)
	version := regexp.MustCompile(`(?m)^version: (.*)$`).FindStringSubmatch(custom)[1]

	dir := t.TempDir()
	run := func(folder, program string, args ...string) (string, error) {
		cmd := exec.Command(program, args...)
		cmd.Dir = filepath.Join(dir, folder)
		// Git reads what golangci-lint clones from the folder.
		cmd.Env = append(os.Environ(), "GOTOOLCHAIN=local", "GOFLAGS=-mod=mod", "GIT_CONFIG_COUNT=1",
			"GIT_CONFIG_KEY_0=url.file://"+filepath.Join(dir, "src")+"/.insteadOf", "GIT_CONFIG_VALUE_0=https://github.com/golangci/golangci-lint.git")
		out, err := cmd.Output()
		return string(out), err
	}
	must := func(folder, program string, args ...string) string {
		t.Helper()
		out, err := run(folder, program, args...)
		if exit, ok := err.(*exec.ExitError); ok {
			t.Fatalf("%s %s: %v\n%s%s", program, strings.Join(args, " "), err, out, exit.Stderr)
		} else if err != nil {
			t.Fatal(err)
		}
		return out
	}
	var module struct{ Dir string }
	if out, err := run("", "go", "mod", "download", "-json", "github.com/golangci/golangci-lint/v2@"+version); err != nil {
		t.Skipf("golangci-lint cannot be had here: %s", out)
	} else if err := json.Unmarshal([]byte(out), &module); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(dir, "src"), os.DirFS(module.Dir)); err != nil {
		t.Fatal(err)
	}
	must("src", "git", "init", "-q")
	must("src", "git", "add", "-A", "-f")
	must("src", "git", "-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", version)
	must("src", "git", "tag", version)
	must("src", "go", "build", "-ldflags", "-s -w", "-o", "../golangci-lint", "./cmd/golangci-lint")
	if err := os.MkdirAll(filepath.Join(dir, "example"), 0o755); err != nil {
		t.Fatal(err)
	}
	source := "// Package p is an example.\npackage p\n\n// Abs is the distance from zero.\n//\n//rtest:ensures reslt >= 0\nfunc Abs(x int) int { return max(x, -x) }\n"
	for name, text := range map[string]string{
		".custom-gcl.yml": custom, "example/.golangci.yml": section(".golangci.yml"), "example/go.mod": "module example.com/p\n\ngo 1.26\n", "example/p.go": source,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	must("", filepath.Join(dir, "golangci-lint"), "custom")
	gcl := filepath.Join(dir, "custom-gcl")
	if out, err := run("example", gcl, "run", "./..."); err == nil || !strings.Contains(out, "p.go:6:17: undefined: reslt (did you mean result?) (rtestvet)") {
		t.Errorf("%v\n%s", err, out)
	}
	must("example", gcl, "run", "--fix", "./...")
	if got, err := os.ReadFile(filepath.Join(dir, "example", "p.go")); err != nil || string(got) != strings.Replace(source, "reslt", "result", 1) {
		t.Errorf("%v\n%s", err, got)
	}
}
