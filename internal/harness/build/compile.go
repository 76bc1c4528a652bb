package build

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/rtest-dev/rtest/internal/cache"
	"github.com/rtest-dev/rtest/internal/filelock"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/wholefile"
)

// maxPrograms bounds the programs in the cache, in bytes.
const maxPrograms = 2 << 30

// compile runs the go command. The program is kept in the cache, so that the go command can find it
// up to date. A link to it is run, because another rtest may replace the program.
func (e *Executable) compile(ctx context.Context, c *cache.Folder, over string) error {
	p := e.unit.Pkg
	dir, err := c.Dir(strings.Join(append([]string{p.Path, p.Dir, fmt.Sprint(p.External, e.opt.Counters)}, e.opt.Flags...), "\x00"))
	if err != nil {
		return err
	}
	if e.temp, err = process.NewWorkspace(os.TempDir(), "rtest-run-", e.opt.Guard); err != nil {
		return fmt.Errorf("a folder for temporary files: %w", err)
	}
	e.TempDir = e.temp.Dir
	unlock := filelock.Lock(filepath.Join(dir, cache.LockName))
	if e.built, err = process.NewWorkspace(dir, "run-", e.opt.Guard); err != nil {
		return err
	}
	e.Path = filepath.Join(e.built.Dir, "harness.test")
	if unlock == nil {
		return e.runGo(ctx, over, e.Path)
	}
	defer unlock()
	kept := filepath.Join(dir, "harness.test")
	if _, err := os.Stat(kept); err != nil {
		// A program that is rebuilt replaces one of the same size.
		defer c.Bound(maxPrograms)
	}
	if err := e.ensureBuilt(ctx, over, kept); err != nil {
		return err
	}
	if err := os.Link(kept, e.Path); err != nil {
		return copyFile(kept, e.Path)
	}
	return nil
}

// ensureBuilt builds the program kept, unless it is known to have been built from the same inputs.
// The go command would take longer to find that out than most functions take to be tested.
func (e *Executable) ensureBuilt(ctx context.Context, over, kept string) error {
	mark, made := kept+".of", e.inputHash(over)
	was, err := os.ReadFile(mark)
	of, sum, _ := strings.Cut(strings.TrimSpace(string(was)), " ")
	if err != nil || !intact(kept, sum) {
		// The go command trusts a program with the right build ID, even if it is damaged or
		// incomplete.
		os.RemoveAll(kept)
	} else if made != "" && of == made {
		return nil
	}
	if err := os.Remove(mark); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := e.buildProgram(ctx, over, kept); err != nil {
		return err
	}
	if sum, err = cache.Checksum(kept); err != nil {
		return err
	}
	// Without the mark it is built again.
	_ = wholefile.Write(mark, []byte(fmt.Sprintln(cmp.Or(made, "-"), sum)), 0o666)
	return nil
}

// buildProgram builds the program, by the recipe if there is one.
func (e *Executable) buildProgram(ctx context.Context, over, out string) error {
	recipe, key := out+".recipe", e.recipeKey()
	if e.follow(ctx, key, recipe, out) {
		return nil
	}
	if err := e.runGo(ctx, over, out); err != nil {
		return err
	}
	e.record(key, recipe, e.how.trace)
	return nil
}

// intact reports whether a program has that checksum and can be run.
func intact(program, sum string) bool {
	info, err := os.Stat(program)
	if err != nil || runtime.GOOS != "windows" && info.Mode()&0o100 == 0 {
		return false
	}
	is, err := cache.Checksum(program)
	return err == nil && is == sum
}

// inputHash returns a hash of the program's inputs, or "" if they are unknown. The name of the overlay is the
// hash of its content. The package's fingerprint includes the version of the compiler.
func (e *Executable) inputHash(over string) string {
	if e.unit.Pkg.Fingerprint == "" {
		return ""
	}
	parts := append([]string{e.unit.Pkg.Fingerprint, over, e.opt.Dir}, e.opt.Flags...)
	return cache.Sum(append(parts, e.goVariables()...)...)
}

// goVariables returns what of the environment the go command heeds.
func (e *Executable) goVariables() (vars []string) {
	env := e.opt.Env
	if env == nil {
		env = os.Environ()
	}
	for _, v := range env {
		if strings.HasPrefix(v, "GO") || strings.HasPrefix(v, "CGO_") || strings.HasPrefix(v, "CC=") {
			vars = append(vars, v)
		}
	}
	return vars
}

// runGo has the go command build the program.
func (e *Executable) runGo(ctx context.Context, over, out string) error {
	args := []string{"test", "-c", "-vet=off"}
	if e.how.own {
		args = append([]string{"build", "-x", "-buildvcs=false"}, e.tools.compileFlags(e.unit.Pkg.Path, e.opt.Flags)...)
	}
	args = append(args, e.tools.linkFlags(e.opt.Flags)...)
	args = append(args, withoutOverlay(e.opt.Flags)...)
	args = append(args, "-overlay="+over, "-o", out)
	cmd := exec.CommandContext(ctx, "go", args...)
	dir, target := e.folder()
	if e.how.own {
		target += "/" + mainFolder
	}
	cmd.Dir, cmd.Args = dir, append(cmd.Args, target)
	cmd.Env = append(e.goEnvironment(), "PWD="+dir)
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	err := e.opt.Guard.Run(cmd)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if full := syscall.ENOSPC; strings.Contains(text.String(), full.Error()) {
			return fmt.Errorf("the go command: %w", full)
		}
		return &codegen.CompileError{Output: text.String()}
	}
	if err != nil {
		return fmt.Errorf("running the go command: %w", err)
	}
	e.how.trace = text.String()
	return nil
}

// folder returns where the go command runs, and the name of the package there.
//
// The folder is the working directory by that very name ($PWD). If a symbolic link leads to the
// module, the files of the overlay are named by way of the link.
func (e *Executable) folder() (dir, pkg string) {
	if e.opt.Dir == "" {
		return e.unit.Pkg.Dir, "."
	}
	return e.opt.Dir, strings.TrimSuffix(e.unit.Pkg.Path, "_test")
}

// goEnvironment returns the environment of the go command. Its temporary files are in a folder that
// is removed even if the command is killed.
func (e *Executable) goEnvironment() []string {
	env := e.opt.Env
	if env == nil {
		env = os.Environ()
	}
	if !slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, "GOGC=") }) {
		// The compiler and the linker collect garbage for a tenth of their time.
		env = append(slices.Clone(env), "GOGC=400")
	}
	return process.WithGoTemp(env, e.built.Dir)
}

// onlyInGenerated reports whether all errors of the go command are in generated files.
func onlyInGenerated(output string) bool {
	found := false
	for line := range strings.Lines(output) {
		mine := strings.Contains(line, stack.GeneratedPrefix) || strings.Contains(line, stack.RuntimeDir)
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "\t") || !mine && !strings.Contains(line, ".go:") {
			continue
		}
		if !mine {
			return false
		}
		found = true
	}
	return found
}

// withoutOverlay drops the user's own overlay flag; that overlay is part of ours.
func withoutOverlay(flags []string) []string {
	var out []string
	for i := 0; i < len(flags); i++ {
		f := strings.TrimPrefix(strings.TrimPrefix(flags[i], "-"), "-")
		switch {
		case strings.HasPrefix(f, "overlay="):
		case f == "overlay":
			i++
		default:
			out = append(out, flags[i])
		}
	}
	return out
}

func copyFile(from, to string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	return errors.Join(err, dst.Close())
}
