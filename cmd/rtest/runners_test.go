package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// committed makes a git repository of a folder, with all of its files in one commit.
func committed(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A", "-f"}, {"-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", "all"}, {"tag", "v1.0.0"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// copied copies files of this checkout.
func copied(t *testing.T, to string, names ...string) {
	t.Helper()
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("..", "..", name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(to, name), data, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// written writes a file of a module.
func written(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// installed skips the test where a program is missing.
func installed(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed", program)
	}
}

// outside runs a program in a module, and returns its exit code and its output. Caches are its own,
// but for that of the go command.
func outside(t *testing.T, dir string, program string, args ...string) (int, string) {
	t.Helper()
	gocache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cache := t.TempDir()
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache, "PRE_COMMIT_HOME="+cache, "GOCACHE="+strings.TrimSpace(string(gocache)), "GOTOOLCHAIN=local", "GOFLAGS=-mod=mod")
	out, _ := cmd.CombinedOutput()
	return cmd.ProcessState.ExitCode(), string(out)
}

// TestPreCommit has pre-commit run the hooks of this checkout in a module that names rtest as a tool.
func TestPreCommit(t *testing.T) {
	installed(t, "pre-commit")
	hooks, dir := t.TempDir(), pinned(t)
	copied(t, hooks, ".pre-commit-hooks.yaml", ".ci/pre-commit")
	committed(t, hooks)
	written(t, filepath.Join(dir, ".pre-commit-config.yaml"), "repos:\n  - repo: "+hooks+"\n    rev: v1.0.0\n    hooks:\n      - id: rtest\n        args: [-time=5s]\n      - id: rtest-replay\n")
	committed(t, dir)
	for _, c := range []struct {
		file, want string
		code       int
	}{
		{"good/good.go", "Passed", 0},
		{"go.mod", "Skipped", 0},
		{"half/half.go", "Half(1) = 0", 1},
	} {
		code, out := outside(t, dir, "pre-commit", "run", "--color=never", "--files", c.file)
		if code != c.code || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit code %d, want %d, with %q in\n%s", c.file, code, c.code, c.want, out)
		}
	}
}

// TestActionRunner runs the action of this checkout with act, a runner of GitHub actions, on this
// machine. Actions of others are replaced by stand-ins.
func TestActionRunner(t *testing.T) {
	installed(t, "act")
	action, cache, dir := t.TempDir(), t.TempDir(), pinned(t)
	copied(t, action, "action.yml", ".ci/action", ".ci/z3")
	written(t, filepath.Join(cache, "action.yml"), `name: cache
description: a stand-in
inputs:
  path: { description: folders, required: true }
  key: { description: a key, required: true }
  restore-keys: { description: other keys }
runs:
  using: composite
  steps:
    - { shell: bash, run: 'echo "keeps ${{ inputs.path }}"' }
`)
	written(t, filepath.Join(dir, ".github", "workflows", "rtest.yml"), `on: [push]
jobs:
  rtest:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
      - uses: rtest-dev/rtest@main
        with: { flags: -depth=2 -save=false, packages: ./good ./half, z3: "false" }
`)
	committed(t, dir)
	code, out := outside(t, dir, "act", "push", "-P", "ubuntu-latest=-self-hosted",
		"--local-repository", "rtest-dev/rtest@main="+action, "--local-repository", "actions/cache@v5="+cache)
	for _, w := range []string{"keeps ~/.cache/rtest", "::error file=half/half.go,line=3,col=17,title=rtest%3A ensures::Half: ensures 2*result == x fails", "example.com/pinned/good\t", "Job failed"} {
		if !strings.Contains(out, w) {
			t.Errorf("exit code %d, no %q in\n%s", code, w, out)
		}
	}
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
}
