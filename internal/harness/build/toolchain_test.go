package build

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/refine"
)

func TestHome(t *testing.T) {
	plain, nested := t.TempDir(), t.TempDir()
	if err := os.MkdirAll(filepath.Join(nested, "internal"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(nested, "internal", "go.mod"), []byte("module n\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	standard := home{filepath.Join("root", "src", "rtest_runtime"), "rtest_runtime"}
	inner := home{filepath.Join(plain, "internal", "rtest_runtime"), "example.com/m/internal/rtest_runtime"}
	downloaded := filepath.Join("modules", "golang.org", "toolchain@v0.0.1-go1.26.2.linux-amd64")
	for _, test := range []struct {
		root, version, dir string
		inModule           bool
		want               home
	}{
		{downloaded, "go1.26.2", plain, false, inner},
		{"root", "go1.26", plain, false, standard},
		{"root", "go1.26.8", plain, false, standard},
		{"root", "go1.27rc1", nested, false, standard},
		{"root", "go1.25.9", plain, false, inner},
		{"root", "devel go1.27-d1c2b3a", plain, false, inner},
		{"", "go1.26", plain, false, inner},
		{"root", "go1.26", plain, true, inner},
		// A folder inside internal would belong to another module.
		{"root", "go1.24", nested, false, home{filepath.Join(nested, "rtest_runtime"), "example.com/m/rtest_runtime"}},
	} {
		tools := &toolchain{GOROOT: test.root, GOVERSION: test.version, GOMODCACHE: "modules"}
		got, err := tools.home(&refine.Package{Module: "example.com/m", ModuleDir: test.dir}, test.inModule)
		if err != nil || got != test.want {
			t.Errorf("%s %s, in module %t: %v, %v; want %v", test.root, test.version, test.inModule, got, err, test.want)
		}
	}
	if at, err := new(toolchain).home(&refine.Package{Path: "command-line-arguments"}, false); err == nil {
		t.Errorf("outside of modules: %v", at)
	}
}

func TestLinkFlags(t *testing.T) {
	own := []string{"-ldflags=-s -w"}
	for _, test := range []struct {
		env   string
		flags []string
		want  []string
	}{
		{"", nil, own},
		{"-buildvcs=false", []string{"-race", "-tags", "ldflags"}, own},
		{"", []string{"-ldflags=-X main.v=1"}, nil},
		{"", []string{"--ldflags", "-X main.v=1"}, nil},
		{"-mod=mod '-ldflags=-X main.v=1'", nil, nil},
	} {
		tools := &toolchain{GOFLAGS: test.env}
		if got := tools.linkFlags(test.flags); !slices.Equal(got, test.want) {
			t.Errorf("GOFLAGS=%s %q: %q, want %q", test.env, test.flags, got, test.want)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct {
		output string
		want   bool
	}{
		{"m/rtest_generated_glue.go:5:2: package rtest_runtime/rt is not in std (/usr/lib/go/src/rtest_runtime/rt)\n", true},
		{"go: overlay contains a replacement for /m/go/src/rtest_runtime/rt/a.go. Files beneath GOMODCACHE (/m) must not be replaced.\n", true},
		{"# m\nm/rtest_generated_glue.go:5:2: undefined: rtest_runtime.X\n", false},
		{"m/rtest_generated_glue.go:5:2: package rtest_runtime/rt is not in std\nm/a.go:3:8: package x is not in std\n", false},
		{"# m\nm/a.go:3:1: syntax error\n", false},
	} {
		if got := runtimeRefused(test.output); got != test.want {
			t.Errorf("%q: %t", test.output, got)
		}
	}
}
