package build

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/cache"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/mutants"
	"github.com/rtest-dev/rtest/internal/watch"
)

// Options say how a unit is built.
type Options struct {
	// Dir is the working folder of the go command. Flags are passed to it (-tags, -mod, -race …). Env is its
	// environment; nil means the current one.
	Dir   string
	Flags []string
	Env   []string
	// Guard ends the go command if rtest is killed, and removes its files. It may be nil.
	Guard *process.Guard
	// Counters selects what is counted in the code under test, within the main module.
	Counters Counters
	// Missing counts also, of if statements without else, the side without statements.
	Missing bool
	// Dump, if not nil, receives the generated code without the predicates, as compiled.
	Dump func(source []byte)
	// InModule lays the runtime into the module, as older versions of Go need it.
	InModule bool
	// asTest builds a test program for any kind of package.
	asTest bool
}

// An Executable is a built harness.
type Executable struct {
	// Path is the program, TempDir a folder for files of its processes.
	Path, TempDir string
	// Code is the generated code without the predicates.
	Code *codegen.Code
	counted
	// Mutants are the mutants of the code under test, by number. MutantsOf has for each target the numbers of
	// the mutants that its calls may reach.
	Mutants   []mutants.Mutant
	MutantsOf [][]int
	// Places are the watched places. PlacesOf has for each target the indices of the places that its calls may
	// reach.
	Places   []watch.Place
	PlacesOf [][]int
	// FlowsOf are, with WatchFlows, the pairs of each target.
	FlowsOf [][]watch.Pair

	unit  *codegen.Unit
	opt   Options
	how   procedure
	tools *toolchain
	files *overlay
	// built is the folder of the program, temp is TempDir.
	built, temp *process.Workspace
}

// counted is what the counters of a program count.
type counted struct {
	// Blocks are the blocks of the code under test that have counters.
	Blocks []Block
	// BlocksOf are, by the name of a function, the indices of its blocks.
	BlocksOf map[string][]int
	// outcomes are, with CountConditions, what counters count.
	outcomes map[int]Outcome
}

// A procedure describes how the go command builds a program: whether the program is its own (ownProgram), and
// the printed commands.
type procedure struct {
	own   bool
	trace string
}

// Build builds the harness of a unit with the go command. preds is the result of codegen.Predicates for the
// unit. Build writes nothing into the user's tree. If code does not compile, it fails with a
// *codegen.CompileError. If it knows which targets cause errors in generated code, it fails with a
// *codegen.TargetError. The caller closes the executable.
func Build(ctx context.Context, u *codegen.Unit, preds codegen.File, opt Options) (*Executable, error) {
	e := &Executable{unit: u, opt: opt}
	if err := e.generate(ctx, preds); err != nil {
		return nil, err
	}
	err := e.build(ctx)
	if err == nil {
		return e, nil
	}
	e.Close()
	ce, ok := errors.AsType[*codegen.CompileError](err)
	if !ok {
		return nil, err
	}
	if e.how.own {
		// As a test it may compile; if not, those are the errors that users know.
		opt.asTest = true
		return Build(ctx, u, preds, opt)
	}
	ce.Output = e.files.translate(ce.Output)
	if !opt.InModule && runtimeRefused(ce.Output) {
		opt.InModule = true
		return Build(ctx, u, preds, opt)
	}
	ce.Ours = onlyInGenerated(ce.Output)
	return nil, e.Code.Blame(ce, preds)
}

// generate finds the toolchain, and makes all files that differ from the user's tree.
func (e *Executable) generate(ctx context.Context, preds codegen.File) (err error) {
	dir, _ := e.folder()
	if e.tools, err = findToolchain(ctx, dir, e.opt.Env); err != nil {
		return err
	}
	at, err := e.tools.home(e.unit.Pkg, e.opt.InModule)
	if err != nil {
		return err
	}
	count := codegen.Counting{Profile: e.opt.Counters != CountConditions}
	switch e.opt.Counters {
	case CountNothing:
	case CountMutants:
		count.Mutants = at.path + "/mutate"
	case WatchBoundaries, WatchPaths, WatchFlows, WatchCalls:
		count.Goals = at.path + "/watch"
	default:
		count.Package = at.path + "/hits"
	}
	if e.Code, err = codegen.New(e.unit, at.path+"/rt", count); err != nil {
		return err
	}
	if e.opt.Dump != nil {
		e.opt.Dump(e.Code.Files[0].Data)
	}
	if e.files, err = newOverlay(e.unit, at, append(slices.Clone(e.Code.Files), e.Code.Compiled(preds)), e.opt.Flags); err != nil {
		return err
	}
	if e.how.own = !e.opt.asTest && ownProgram(e.unit.Pkg); e.how.own {
		e.files.makeOwnProgram(e.unit.Pkg)
	} else {
		e.files.makeTest(e.unit.Pkg)
	}
	switch e.opt.Counters {
	case CountNothing:
	case CountMutants:
		if err = e.mutate(); err != nil {
			return fmt.Errorf("making mutants of the code under test: %w", err)
		}
	case WatchBoundaries, WatchPaths, WatchFlows, WatchCalls:
		if err = e.watch(); err != nil {
			return fmt.Errorf("watching the code under test: %w", err)
		}
	default:
		if e.Blocks, e.outcomes, err = e.files.instrument(e.unit, e.opt.Counters, e.opt.Missing, len(e.Code.Concluding), e.checksMemory()); err != nil {
			return fmt.Errorf("putting counters into the code under test: %w", err)
		}
		e.BlocksOf = map[string][]int{}
		for i, b := range e.Blocks {
			e.BlocksOf[b.Func] = append(e.BlocksOf[b.Func], i)
		}
	}
	return nil
}

// checksMemory reports whether flags of the go command may have it add checks to memory accesses.
func (e *Executable) checksMemory() bool {
	flags := append(strings.Fields(e.tools.GOFLAGS), e.opt.Flags...)
	return slices.ContainsFunc(flags, func(f string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
		return name == "race" || name == "msan" || name == "asan"
	})
}

// build compiles the program in the cache, or in a temporary folder if the cache's disk is full.
func (e *Executable) build(ctx context.Context) error {
	c, err := cache.Open("harness")
	if err != nil {
		return err
	}
	err = e.buildIn(ctx, c)
	if cache.Full(err) {
		e.Close()
		if other, none := cache.Temporary("harness"); none == nil {
			err = e.buildIn(ctx, other)
		}
	}
	return err
}

// buildIn writes the overlay and compiles the program, both into a cache folder.
func (e *Executable) buildIn(ctx context.Context, c *cache.Folder) error {
	over, err := e.files.write(c)
	if err != nil {
		return fmt.Errorf("writing the generated files: %w", err)
	}
	return e.compile(ctx, c, over)
}

// Source returns a source file as it was compiled, without counters.
func (e *Executable) Source(path string) ([]byte, error) { return e.files.content(path) }

// Close removes the program and the files that its processes left behind. The processes must have ended.
func (e *Executable) Close() error {
	var errs []error
	for _, w := range []*process.Workspace{e.built, e.temp} {
		if w != nil {
			errs = append(errs, w.Close())
		}
	}
	e.built, e.temp = nil, nil
	return errors.Join(errs...)
}
