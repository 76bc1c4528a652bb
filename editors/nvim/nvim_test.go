// Package nvim tests the configuration with the real Neovim.
package nvim

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestNeovim opens an example in Neovim without a display and does what a user
// would: testdata/session.lua says what. It is left out where Neovim is not
// installed, unless RTEST_NVIM=required.
func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		const how = "Neovim is not installed, so its configuration is NOT TESTED (apt-get install neovim)"
		if os.Getenv("RTEST_NVIM") == "required" {
			t.Fatal(how)
		}
		t.Skip(how)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "rtest")
	if out, err := exec.Command("go", "build", "-o", bin, "../../cmd/rtest").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	module := filepath.Join(dir, "example")
	example, err := os.ReadFile(filepath.Join("..", "..", "examples", "sortedlist", "list.go"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(module, "go.mod"), []byte("module example.com/list\n\ngo 1.24\n"))
	write(t, filepath.Join(module, "list.go"), example)
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	// The tests' own cache of the go command is used, or everything would be built
	// again.
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	result := filepath.Join(dir, "result")
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n",
		"--cmd", "set runtimepath+="+here, "-c", "luafile "+filepath.Join(here, "testdata", "session.lua"))
	cmd.Dir = module
	for _, folder := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"} {
		cmd.Env = append(cmd.Env, folder+"="+filepath.Join(dir, folder))
	}
	cmd.Env = append(append(os.Environ(), cmd.Env...), "GOCACHE="+strings.TrimSpace(string(cache)), "RTEST="+bin, "RESULT="+result, "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
	out, err := cmd.CombinedOutput()
	said, _ := os.ReadFile(result)
	if err != nil || string(said) != "ok" {
		t.Fatalf("nvim: %v\n%s\n%s", err, out, said)
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
