package harness

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
	"time"

	"github.com/rtest-dev/rtest/internal/cache"
	"github.com/rtest-dev/rtest/internal/filelock"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt"
	"github.com/rtest-dev/rtest/internal/pace"
	"github.com/rtest-dev/rtest/internal/wholefile"
)

// A Binary is a built harness.
type Binary struct {
	unit  *codegen.Unit
	opt   Options
	tools *toolchain
	code  *codegen.Code
	// clock is that by which its jobs end, program starts their processes.
	clock   *pace.Clock
	program *process.Program
	// content returns a source file as it was compiled.
	content func(path string) ([]byte, error)
	// blocks are those of the code under test that have counters.
	blocks []Block
	// path is the executable, in the folder built; temp holds what its processes need.
	path        string
	built, temp *process.Workspace
	// states holds those of the unit's builders.
	states *library
}

// Build builds the harness of a unit with the go command; preds is what
// Predicates returned for it. Nothing is written in the user's tree. When the
// user's code does not compile, or what was generated, it fails with a
// *CompileError, or with a *TargetError where it is known which targets are to
// blame for what was generated. Close the binary when it is not needed any more.
func Build(ctx context.Context, u *codegen.Unit, preds codegen.File, opt Options) (*Binary, error) {
	opt = opt.withDefaults()
	b := &Binary{unit: u, opt: opt, states: &library{dead: map[int][]int64{}}}
	dir, _ := b.folder()
	tools, err := findToolchain(ctx, dir, opt.Env)
	if err != nil {
		return nil, err
	}
	at, err := tools.home(u.Pkg, opt.inModule)
	if err != nil {
		return nil, err
	}
	count := codegen.Counting{Profile: opt.Counters != CountConditions}
	if opt.Counters != CountNothing {
		count.Package = at.path + "/hits"
	}
	if b.code, err = codegen.New(u, at.path+"/rt", count); err != nil {
		return nil, err
	}
	if opt.Dump != nil {
		opt.Dump(b.code.Files[0].Data)
	}
	b.tools = tools
	generated := append(slices.Clone(b.code.Files), preds)
	o, err := newOverlay(u, at, generated, opt.Flags)
	if err != nil {
		return nil, err
	}
	if opt.Counters != CountNothing {
		if b.blocks, err = o.instrument(u, opt.Counters, len(b.code.Concluding)); err != nil {
			return nil, fmt.Errorf("putting counters into the code under test: %w", err)
		}
	}
	c, err := cache.Open("harness")
	if err != nil {
		return nil, err
	}
	err = b.build(ctx, o, c)
	if cache.Full(err) {
		b.Close()
		if other, none := cache.Temporary("harness"); none == nil {
			err = b.build(ctx, o, other)
		}
	}
	if err != nil {
		b.Close()
		ce, ok := errors.AsType[*codegen.CompileError](err)
		if !ok {
			return nil, err
		}
		ce.Output = o.translate(ce.Output)
		if !opt.inModule && refused(ce.Output) {
			opt.inModule = true
			return Build(ctx, u, preds, opt)
		}
		ce.Ours = ours(ce.Output)
		return nil, b.code.Blame(ce, preds)
	}
	return b, nil
}

// build writes the overlay and compiles the program, both in a folder of the cache.
func (b *Binary) build(ctx context.Context, o *overlay, c *cache.Folder) error {
	b.content = o.content
	over, err := o.write(c)
	if err != nil {
		return fmt.Errorf("writing the generated files: %w", err)
	}
	if err := b.compile(ctx, c, over); err != nil {
		return err
	}
	b.clock = pace.Start()
	b.program = &process.Program{
		Path: b.path, Dir: b.temp.Dir, Env: b.environment(), Timeout: b.opt.Timeout,
		Guard: b.opt.Guard, Launcher: b.opt.Launcher, Clock: b.clock,
	}
	return nil
}

// environment is that of the processes. The runtime tells of the goroutine that
// fails; a race that the detector finds ends the process.
func (b *Binary) environment() []string {
	env := b.opt.Env
	if env == nil {
		env = os.Environ()
	}
	env = append(slices.Clone(env), "GOTRACEBACK=single")
	for _, f := range b.opt.Flags {
		if strings.TrimLeft(f, "-") == "race" {
			env = append(env, "GORACE=halt_on_error=1")
		}
	}
	return env
}

func (o Options) withDefaults() Options {
	if o.Timeout == 0 {
		o.Timeout = time.Second
	}
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	return o
}

// maxPrograms is how many bytes of programs are kept in the cache.
const maxPrograms = 2 << 30

// compile runs the go command. The program is kept in the cache, where the go
// command finds that it is up to date; what is run is a link to it, because
// another rtest may replace it.
func (b *Binary) compile(ctx context.Context, c *cache.Folder, over string) error {
	p := b.unit.Pkg
	dir, err := c.Dir(strings.Join(append([]string{p.Path, p.Dir, fmt.Sprint(p.External, b.opt.Counters)}, b.opt.Flags...), "\x00"))
	if err != nil {
		return err
	}
	if b.temp, err = process.NewWorkspace(os.TempDir(), "rtest-run-", b.opt.Guard); err != nil {
		return fmt.Errorf("a folder for temporary files: %w", err)
	}
	unlock := filelock.Lock(filepath.Join(dir, cache.LockName))
	if b.built, err = process.NewWorkspace(dir, "run-", b.opt.Guard); err != nil {
		return err
	}
	b.path = filepath.Join(b.built.Dir, "harness.test")
	if unlock == nil {
		return b.goTest(ctx, over, b.path)
	}
	defer unlock()
	kept := filepath.Join(dir, "harness.test")
	if _, err := os.Stat(kept); err != nil {
		// One that is built anew takes the place of one as large.
		defer c.Bound(maxPrograms)
	}
	if err := b.upToDate(ctx, over, kept); err != nil {
		return err
	}
	if err := os.Link(kept, b.path); err != nil {
		return copyFile(kept, b.path)
	}
	return nil
}

// upToDate builds the program kept, where it is not known to have been built
// of the same things already: the go command would take longer to find that out
// than most functions take to be tested.
func (b *Binary) upToDate(ctx context.Context, over, kept string) error {
	mark, made := kept+".of", b.madeOf(over)
	was, err := os.ReadFile(mark)
	of, sum, _ := strings.Cut(strings.TrimSpace(string(was)), " ")
	if err != nil || !intact(kept, sum) {
		// The go command takes a program that bears the right build ID for what it
		// would build, also where it is damaged or was written in part.
		os.RemoveAll(kept)
	} else if made != "" && of == made {
		return nil
	}
	if err := os.Remove(mark); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := b.goTest(ctx, over, kept); err != nil {
		return err
	}
	if sum, err = cache.Checksum(kept); err != nil {
		return err
	}
	// Without the mark it is built again.
	_ = wholefile.Write(mark, []byte(fmt.Sprintln(cmp.Or(made, "-"), sum)), 0o666)
	return nil
}

// intact reports whether a program is the one with that checksum and can be run.
func intact(program, sum string) bool {
	info, err := os.Stat(program)
	if err != nil || runtime.GOOS != "windows" && info.Mode()&0o100 == 0 {
		return false
	}
	is, err := cache.Checksum(program)
	return err == nil && is == sum
}

// madeOf returns a hash of what the program is built from, or an empty string
// where that is not known. The overlay's name is the hash of its content, the
// package's fingerprint has the version of the compiler in it.
func (b *Binary) madeOf(over string) string {
	if b.unit.Pkg.Fingerprint == "" {
		return ""
	}
	parts := append([]string{b.unit.Pkg.Fingerprint, over, b.opt.Dir}, b.opt.Flags...)
	env := b.opt.Env
	if env == nil {
		env = os.Environ()
	}
	for _, v := range env {
		if strings.HasPrefix(v, "GO") || strings.HasPrefix(v, "CGO_") || strings.HasPrefix(v, "CC=") {
			parts = append(parts, v)
		}
	}
	return cache.Sum(parts...)
}

func (b *Binary) goTest(ctx context.Context, over, out string) error {
	args := []string{"test", "-c", "-vet=off"}
	args = append(args, b.tools.linkFlags(b.opt.Flags)...)
	args = append(args, withoutOverlay(b.opt.Flags)...)
	args = append(args, "-overlay="+over, "-o", out)
	cmd := exec.CommandContext(ctx, "go", args...)
	dir, target := b.folder()
	cmd.Dir, cmd.Args = dir, append(cmd.Args, target)
	cmd.Env = append(b.goEnvironment(), "PWD="+dir)
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	err := b.opt.Guard.Run(cmd)
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
	return nil
}

// folder is where the go command runs, and what the package is called there.
//
// It is its working directory by that very name ($PWD): where a symbolic link leads
// to the module, the files of the overlay have the names that it has by the link.
func (b *Binary) folder() (dir, pkg string) {
	if b.opt.Dir == "" {
		return b.unit.Pkg.Dir, "."
	}
	return b.opt.Dir, strings.TrimSuffix(b.unit.Pkg.Path, "_test")
}

// goEnvironment is that of the go command. It works in a folder that is removed
// with all others when it is killed.
func (b *Binary) goEnvironment() []string {
	env := b.opt.Env
	if env == nil {
		env = os.Environ()
	}
	return process.WithGoTemp(env, b.built.Dir)
}

// ours tells whether all the errors of the go command are in generated files.
func ours(output string) bool {
	found := false
	for line := range strings.Lines(output) {
		mine := strings.Contains(line, rt.GeneratedPrefix) || strings.Contains(line, rt.RuntimeDir)
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

// withoutOverlay drops the user's own overlay, which is part of ours.
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

// Close removes the program. Runners of it must be closed before.
func (b *Binary) Close() error {
	b.clock.Stop()
	var errs []error
	for _, w := range []*process.Workspace{b.built, b.temp} {
		if w != nil {
			errs = append(errs, w.Close())
		}
	}
	b.built, b.temp = nil, nil
	return errors.Join(errs...)
}

// Clock is that by which the jobs end.
func (b *Binary) Clock() *pace.Clock {
	if b == nil {
		return nil
	}
	return b.clock
}
