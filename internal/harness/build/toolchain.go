package build

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/refine"
)

// A toolchain is the go command that builds a unit, as selected by its folder and environment.
type toolchain struct {
	// GOROOT is its folder, GOVERSION its version, GOFLAGS the flags of every command, and
	// GOMODCACHE the folder of downloaded modules.
	GOROOT, GOVERSION, GOFLAGS, GOMODCACHE string
	// GOMOD and GOWORK are the files of the module and the workspace, if any. The others go to the
	// compiler and the linker.
	GOMOD, GOWORK, GOOS, GOARCH, GOAMD64, GOARM64, GOEXPERIMENT string
	// all is the whole output of the go command.
	all string
}

// variables are the variables that the go command is asked for.
var variables = []string{"GOROOT", "GOVERSION", "GOFLAGS", "GOMODCACHE", "GOMOD", "GOWORK", "GOOS", "GOARCH", "GOAMD64", "GOARM64", "GOARM", "GO386", "GOEXPERIMENT", "GODEBUG", "GOFIPS140", "CGO_ENABLED", "CC"}

// environment returns the variables that the go command sets for the compiler and the linker.
func (t *toolchain) environment() []string {
	return []string{"GOROOT=" + t.GOROOT, "GOOS=" + t.GOOS, "GOARCH=" + t.GOARCH, "GOAMD64=" + t.GOAMD64, "GOARM64=" + t.GOARM64, "GOEXPERIMENT=" + t.GOEXPERIMENT}
}

// findToolchain asks the go command in a folder for its environment.
func findToolchain(ctx context.Context, dir string, env []string) (*toolchain, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"env", "-json"}, variables...)...)
	cmd.Dir, cmd.Env = dir, env
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil, fmt.Errorf("go env: %w: %s", err, bytes.TrimSpace(exit.Stderr))
	}
	if err != nil {
		return nil, fmt.Errorf("running the go command: %w", err)
	}
	t := &toolchain{all: string(out)}
	if err := json.Unmarshal(out, t); err != nil {
		return nil, fmt.Errorf("reading what go env says: %w", err)
	}
	return t, nil
}

// GoFlags returns the flags that GOFLAGS gives to every go command in a folder, or "" if the go
// command fails.
func GoFlags(ctx context.Context, dir string, env []string) string {
	t, err := findToolchain(ctx, dir, env)
	if err != nil {
		return ""
	}
	return t.GOFLAGS
}

// A home is where rtest's own packages are laid for a build: the folder and its import path.
type home struct{ dir, path string }

// ErrNoModule reports a package whose tests cannot be built because it is outside any module.
var ErrNoModule = errors.New("it is outside any module, so its tests cannot be built")

// ErrVendored reports a package in a vendor folder, which belongs to the go command.
var ErrVendored = errors.New("it is in a vendor folder, where its tests cannot be built")

// ErrStandard reports a package of the standard library, which is not a module.
var ErrStandard = errors.New("it is a package of the standard library, whose tests cannot be built")

// standardSince is the first version of the go command that sees packages of the standard library
// that exist only in an overlay.
const standardSince = "go1.26"

// home returns the place of the runtime for the unit's package. Normally that is in the standard library. There
// the runtime has the same path and the same files for every module, so it is compiled only once, and vendor
// folders and workspaces do not matter. For older versions of Go, or with inModule, it is within the module.
func (t *toolchain) home(p *refine.Package, inModule bool) (home, error) {
	if rel, err := filepath.Rel(filepath.Join(t.GOROOT, "src"), p.Dir); err == nil && filepath.IsLocal(rel) {
		return home{}, fmt.Errorf("package %s: %w", p.Path, ErrStandard)
	}
	if p.Module != "" && p.ModuleDir == "" && strings.Contains(filepath.ToSlash(p.Dir), "/vendor/") {
		return home{}, fmt.Errorf("package %s: %w", p.Path, ErrVendored)
	}
	if p.ModuleDir == "" || p.Module == "" {
		return home{}, fmt.Errorf("package %s: %w", p.Path, ErrNoModule)
	}
	if !inModule && t.takesStandard() {
		return home{filepath.Join(t.GOROOT, "src", stack.RuntimeDir), stack.RuntimeDir}, nil
	}
	if _, err := os.Stat(filepath.Join(p.ModuleDir, "internal", "go.mod")); err == nil {
		return home{filepath.Join(p.ModuleDir, stack.RuntimeDir), p.Module + "/" + stack.RuntimeDir}, nil
	}
	return home{filepath.Join(p.ModuleDir, "internal", stack.RuntimeDir), p.Module + "/internal/" + stack.RuntimeDir}, nil
}

// takesStandard reports whether an overlay may add to the standard library. It may not if the go
// command was downloaded by another one, into the folder of modules.
func (t *toolchain) takesStandard() bool {
	if t.GOROOT == "" || !version.IsValid(t.GOVERSION) || version.Compare(t.GOVERSION, standardSince) < 0 {
		return false
	}
	modules := filepath.Clean(t.GOMODCACHE) + string(filepath.Separator)
	return t.GOMODCACHE == "" || !strings.HasPrefix(filepath.Clean(t.GOROOT), modules)
}

// runtimeRefused reports whether the go command failed before it reached the unit's files: its errors are about
// the runtime in the standard library.
func runtimeRefused(output string) bool {
	return onlyInGenerated(output) && (strings.Contains(output, "package "+stack.RuntimeDir+"/") || !strings.Contains(output, stack.GeneratedPrefix))
}

// linkFlags returns flags that omit debug information from the program, which takes a third of the build time.
// Stack traces do not need it. It returns nil if the user has flags for the linker, because its flags would
// replace them.
func (t *toolchain) linkFlags(flags []string) []string {
	if t.hasFlag(flags, "-ldflags") {
		return nil
	}
	return []string{"-ldflags=-s -w"}
}

// compileFlags returns flags that omit debug information from the compiled package, if linkFlags omits it from
// the program. The user's flags for the compiler come first.
func (t *toolchain) compileFlags(path string, flags []string) []string {
	if t.hasFlag(flags, "-ldflags") || t.hasFlag(flags, "-gcflags") {
		return nil
	}
	return []string{"-gcflags=" + path + "=-dwarf=false"}
}

// hasFlag reports whether a flag is among those of the user.
func (t *toolchain) hasFlag(flags []string, flag string) bool {
	for _, f := range append(strings.Fields(t.GOFLAGS), flags...) {
		name, _, _ := strings.Cut(strings.Trim(f, `'"`), "=")
		if name == flag || name == "-"+flag {
			return true
		}
	}
	return false
}
