package diff

import (
	"archive/zip"
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/internal/longtest"
)

var update = flag.Bool("update", false, "write the reports in the archives anew")

// TestDiff compares the two versions in each archive: old is committed to a repository, new lies in
// its working tree.
func TestDiff(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			longtest.SkipArchive(t, a.Comment)
			dir := t.TempDir()
			git(t, dir, "init", "-q")
			write(t, dir, a, "old/")
			git(t, dir, "add", ".")
			git(t, dir, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "old")
			write(t, dir, a, "new/")
			var last *Report
			for i, f := range a.Files {
				args, ok := strings.CutPrefix(f.Name, "diff")
				got := ""
				switch {
				case f.Name == "markdown":
					got = last.Markdown()
				case !ok:
					continue
				default:
					q := Request{Config: settings(dir), Revision: "HEAD", Errors: strings.Contains(args, "-errors")}
					q.All = strings.Contains(args, "-all")
					if last, err = Run(context.Background(), q); err != nil {
						t.Fatal(err)
					}
					got = last.Text(dir)
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
		})
	}
}

func settings(dir string) config.Config {
	cfg := config.Defaults()
	cfg.Dir, cfg.Parallel = dir, 2
	cfg.Limits.Depth, cfg.Limits.Inputs, cfg.Limits.Beyond, cfg.Limits.Time = 3, 5000, 200, 0
	cfg.Limits.Timeout = 2 * time.Second // A machine that is busy must not decide what hangs.
	return cfg
}

func write(t *testing.T, dir string, a *txtar.Archive, prefix string) {
	t.Helper()
	for _, f := range a.Files {
		name, ok := strings.CutPrefix(f.Name, prefix)
		if !ok {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// TestModules compares two versions of a module that a proxy of files has.
func TestModules(t *testing.T) {
	a, err := txtar.ParseFile("testdata/scores.txtar")
	if err != nil {
		t.Fatal(err)
	}
	proxy, cache := t.TempDir(), t.TempDir()
	t.Cleanup(func() { // The go command makes its cache read-only.
		filepath.WalkDir(cache, func(p string, d os.DirEntry, err error) error { return os.Chmod(p, 0o700) })
	})
	versions := filepath.Join(proxy, "example.com", "scores", "@v")
	if err := os.MkdirAll(versions, 0o755); err != nil {
		t.Fatal(err)
	}
	for prefix, version := range map[string]string{"old/": "v1.0.0", "new/": "v1.1.0"} {
		var data bytes.Buffer
		z := zip.NewWriter(&data)
		for _, f := range a.Files {
			if name, ok := strings.CutPrefix(f.Name, prefix); ok {
				w, err := z.Create("example.com/scores@" + version + "/" + name)
				if err != nil {
					t.Fatal(err)
				}
				w.Write(f.Data)
			}
		}
		z.Close()
		for end, text := range map[string][]byte{
			".zip": data.Bytes(), ".mod": []byte("module example.com/scores\n\ngo 1.24\n"), ".info": []byte(`{"Version":"` + version + `"}`),
		} {
			if err := os.WriteFile(filepath.Join(versions, version+end), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	q := Request{Config: settings(t.TempDir()), Modules: []string{"example.com/scores@v1.0.0", "example.com/scores@v1.1.0"}}
	q.Env = append(os.Environ(), "GOPROXY=file://"+filepath.ToSlash(proxy), "GOMODCACHE="+cache, "GONOSUMDB=*", "GONOSUMCHECK=1", "GOFLAGS=")
	r, err := Run(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range r.Differences {
		got = append(got, d.Key())
	}
	for _, want := range []string{"example.com/scores.Half: result", "example.com/scores.First: no panic any more", "example.com/scores.Turns: does not return any more"} {
		if !slices.Contains(got, want) {
			t.Errorf("there is no %q in %q", want, got)
		}
	}
	q.Modules[1] = "example.com/scores@v9.0.0"
	if _, err := Run(context.Background(), q); err == nil || !strings.Contains(err.Error(), "example.com/scores@v9.0.0 cannot be had") {
		t.Errorf("a version that does not exist: %v", err)
	}
}

// TestMistakes tests the errors when nothing can be compared.
func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	a := &txtar.Archive{Files: []txtar.File{
		{Name: "go.mod", Data: []byte("module example.com/m\n\ngo 1.24\n")},
		{Name: "m.go", Data: []byte("package m\n\nfunc F(n int) int { return n }\n\nfunc Good(n int) string { return \"\" }\n")},
		// Programs are not compared, so this need not compile.
		{Name: "examples/main.go", Data: []byte("package main\n\nfunc main() { missing() }\n")},
	}}
	write(t, dir, a, "")
	run := func(q Request) string {
		q.Config = settings(dir)
		_, err := Run(context.Background(), q)
		if err == nil {
			return ""
		}
		return err.Error()
	}
	check := func(what, got, want string) {
		t.Helper()
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q, without %q", what, got, want)
		}
	}
	check("signatures", run(Request{Functions: []string{"F", "Good"}}), "F and Good have different signatures: result 1 is int and string")
	check("a name", run(Request{Functions: []string{"F", "Godo"}}), "has no function Godo; did you mean Good?")
	check("no repository", run(Request{Revision: "HEAD"}), "this folder is in no git repository")
	git(t, dir, "init", "-q")
	git(t, dir, "add", ".")
	git(t, dir, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "old")
	check("no revision", run(Request{Revision: "v7"}), "git knows no revision v7")
	check("no contracts", run(Request{Revision: "HEAD"}), "no function has a contract in both versions; with -all")
	a.Files[1].Data = []byte("package m\n\nfunc F(n int) int { return x }\n")
	write(t, dir, a, "")
	check("broken", run(Request{Revision: "HEAD"}), "the working tree: example.com/m: ")
	git(t, dir, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qam", "broken")
	check("a broken revision", run(Request{Revision: "HEAD"}), "HEAD: example.com/m: m.go:3:28: undefined: x")
	t.Setenv("PATH", "")
	check("no git", run(Request{Revision: "HEAD"}), "git is not in $PATH")
}

// TestSpent compares functions whose time ends with the last call of both: what differs is called again nevertheless.
func TestSpent(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.24\n",
		"m.go":   "package m\n\nfunc Old(s string) int { return len(s) }\n\nfunc New(s string) int {\n\tif s == \"aa\" {\n\t\treturn 3\n\t}\n\treturn len(s)\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx := context.Background()
	c := &comparison{Request: Request{Config: settings(dir), Functions: []string{"Old", "New"}}}
	defer c.close()
	if err := c.load(ctx); err != nil {
		t.Fatal(err)
	}
	p := c.pairs[0]
	inputs, err := united(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	before, after, err := both(ctx, p, streamsOf(inputs))
	if err != nil {
		t.Fatal(err)
	}
	p.old.Time = observe.NewBudget(1)
	p.new.Time = p.old.Time
	var o outcome
	if err := c.tell(ctx, p, &o, inputs, before, after); err != nil {
		t.Fatal(err)
	}
	if len(o.differences) != 1 || o.differences[0].Count != 1 || len(o.leftOut) > 0 {
		t.Errorf("differences %v, left out %v", o.differences, o.leftOut)
	}
}
