// Package race tests types that promise to be safe for concurrent use.
//
// It takes the packages of a configuration and returns one result per type: the cases whose outcomes
// no sequential order explains, with their schedules. Package control rewrites the code, a process
// runs the schedules and judges them, and this package chooses the calls and shows the findings.
package race

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt/concurrent"
	"github.com/rtest-dev/rtest/internal/race/control"
	"github.com/rtest-dev/rtest/refine"
)

// DefaultLimits returns the documented ones.
func DefaultLimits() concurrent.Limits {
	return concurrent.Limits{Prefix: 2, States: 12, Preemptions: 2, Random: 5, Schedules: 1_000_000, CaseSchedules: 100_000}
}

// A Request holds the packages and types to test and the options.
type Request struct {
	config.Config
	concurrent.Limits
	// Package is the path of the only package that is tested, or empty.
	Package string
	// Replay runs the saved schedules only.
	Replay bool
	// Showing shows findings in saved files.
	Showing *Showing
}

// A Result is what came of one type.
type Result struct {
	Package, Type string
	Pos           token.Position
	concurrent.Report
	// Preemptions is up to how many of them all schedules were asked for.
	Preemptions int
	// LeftOut are the steps that are not called, with the reasons.
	LeftOut []string
	// Saved has the file of each finding that was saved, Stale are those of saved schedules that
	// are none of this code any more. Passed counts the saved schedules without a finding; Replayed
	// says that only these were run.
	Saved, Stale []string
	Passed       int
	Replayed     bool
	Elapsed      time.Duration
}

// Failed reports whether something is wrong with the type.
func (r *Result) Failed() bool { return len(r.Findings) > 0 }

// Test tests all types of the packages of a request that promise concurrent use, and yields their results in the order of
// their packages and names. It ends when yield returns false. As many packages are tested at once as the configuration
// says.
func Test(ctx context.Context, q Request, yield func(*Result) bool) error {
	prog, err := prepare.Load(ctx, q.Config)
	if err != nil {
		return err
	}
	testers, mistakes := testersOf(q, prog)
	var all fault.Group
	defer all.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	queue := make(chan *tester, len(testers))
	for _, t := range testers {
		queue <- t
	}
	close(queue)
	for range min(max(q.Parallel, 1), len(testers)) {
		all.Go(func() {
			for t := range queue {
				t.run(ctx)
			}
		})
	}
	for _, t := range testers {
		for r := range t.results {
			if !yield(r) {
				return nil
			}
		}
		if t.err != nil {
			return t.err
		}
	}
	return mistakes
}

// testersOf returns what tests each package, up to one with mistakes.
func testersOf(q Request, prog *prepare.Program) (out []*tester, mistakes error) {
	writing := &sync.Mutex{}
	for _, pkg := range prog.Packages {
		if q.Package != "" && pkg.Path != q.Package {
			continue
		}
		mistakes := errorsIn(pkg)
		if pkg.Facts == nil && len(mistakes) > 0 {
			return out, mistakes // Nothing is known of its types.
		}
		subjects := subjectsOf(q, pkg)
		if len(subjects) == 0 {
			continue
		}
		if len(mistakes) > 0 {
			return out, mistakes
		}
		out = append(out, &tester{Request: q, prog: prog, pkg: pkg, subjects: subjects, writing: writing, results: make(chan *Result, len(subjects))})
	}
	return out, nil
}

// run tests the package. Its results come from t.results, and then there is t.err.
func (t *tester) run(ctx context.Context) {
	defer close(t.results)
	defer fault.Catch(&t.err)
	t.err = t.test(ctx)
}

// Mistakes are errors in the contracts of a package, or in its code. They keep it from being tested.
type Mistakes []diag.Diagnostic

// Error implements error.
func (m Mistakes) Error() string { return m[0].Error() }

func errorsIn(pkg *refine.Package) (out Mistakes) {
	for _, d := range pkg.Diags {
		if pkg.Broken || d.Severity == diag.Error {
			out = append(out, d)
		}
	}
	return out
}

// A tester tests the types of one package.
type tester struct {
	Request
	prog     *prepare.Program
	pkg      *refine.Package
	subjects []*subject
	program  *process.Program
	// writing is held while the program is written, because that changes the packages in memory.
	writing *sync.Mutex
	// results has room for one result a type. After it is closed, err is known.
	results chan *Result
	err     error
	// sites are the accesses in rewritten code, moved the import paths of copies of packages of other modules.
	sites []control.Site
	moved map[string]string
	// narrow leaves packages of other modules unchanged if they need not be controlled.
	narrow bool
}

func (t *tester) test(ctx context.Context) error {
	refused := ""
	e, err := t.build(ctx, &refused)
	if _, refusing := errors.AsType[*codegen.CompileError](err); refusing {
		t.narrow = true
		e, err = t.build(ctx, &refused)
	}
	if compile, ok := errors.AsType[*codegen.CompileError](err); ok {
		refused, err = "its code cannot be scheduled: "+firstLine(compile.Output), nil
	}
	switch {
	case refused != "":
		err = nil // It is said of each type.
	case err != nil:
		return err
	}
	if e != nil {
		defer e.Close()
		t.program = &process.Program{Path: e.Path, Dir: e.TempDir, Env: t.environment(), Guard: t.Guard}
	}
	for _, s := range t.subjects {
		begin := time.Now()
		r := &Result{Package: t.pkg.Path, Type: s.name, Pos: s.facts.Concurrent.Pos, Preemptions: t.Preemptions, LeftOut: s.leftOut, Replayed: t.Replay}
		switch {
		case s.unsupported != "":
			r.Unsupported = s.unsupported
		case refused != "":
			r.Unsupported = refused
		case t.Replay:
			err = t.replay(ctx, s, r)
		default:
			err = t.search(ctx, s, r)
		}
		if err != nil {
			return err
		}
		r.Elapsed = time.Since(begin)
		t.results <- r
	}
	return nil
}

// search tries all cases of a type and saves the findings.
func (t *tester) search(ctx context.Context, s *subject, r *Result) (err error) {
	if r.Report, err = t.ask(ctx, concurrent.Request{Subject: s.name, Dir: t.pkg.Dir, Limits: t.Limits}); err != nil || !t.Save || t.Showing == nil {
		return err
	}
	for i := range r.Findings {
		file, err := t.save(r, &r.Findings[i], t.Showing.Finding(r, &r.Findings[i]))
		if err != nil {
			return err
		}
		r.Saved = append(r.Saved, file)
	}
	return nil
}

// replay runs the saved schedules of a type again.
func (t *tester) replay(ctx context.Context, s *subject, r *Result) error {
	list, err := t.saved(s.name)
	if err != nil {
		return err
	}
	for _, old := range list {
		only, ok := t.schedule(s, old)
		var one concurrent.Report
		if ok {
			if one, err = t.ask(ctx, concurrent.Request{Subject: s.name, Dir: t.pkg.Dir, Limits: t.Limits, Only: only}); err != nil {
				return err
			}
		}
		if !ok || one.Unsupported != "" {
			r.Stale = append(r.Stale, old.file)
			continue
		}
		n := 0
		for _, f := range one.Findings {
			if string(f.Cause) == old.Cause {
				r.Findings, r.Saved = append(r.Findings, f), append(r.Saved, old.file)
				n++
			}
		}
		if n == 0 {
			r.Passed++
		}
		r.Cases, r.Report.Schedules = r.Cases+one.Cases, r.Report.Schedules+one.Schedules
	}
	return nil
}

func (t *tester) environment() []string {
	env := t.Env
	if env == nil {
		env = os.Environ()
	}
	return append(slices.Clone(env), "GOTRACEBACK=single", "GOMAXPROCS=1")
}

// longest is how long the packages of a program may take to be initialized. Schedules are counted, and not timed.
const longest = 10 * time.Minute

// ask sends one request to the process and returns its report.
func (t *tester) ask(ctx context.Context, q concurrent.Request) (concurrent.Report, error) {
	var r concurrent.Report
	input, err := json.Marshal(q)
	if err != nil {
		return r, err
	}
	out, err := t.program.Once(ctx, input, concurrent.BeginMark, longest)
	if err != nil {
		return r, err
	}
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	_, text, ok := strings.Cut(out.Text, concurrent.ReportPrefix)
	if !ok {
		r.Unsupported = "its process ended: " + out.State
		if out.Late {
			r.Unsupported = "its packages are not initialized after " + longest.String()
		} else if line := firstLine(out.Errors); line != "" {
			r.Unsupported += ": " + line
		}
		return r, nil
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return r, fmt.Errorf("reading what the process found: %w", err)
	}
	return r, nil
}

// firstLine returns the first line of an output that says something.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return ""
}

// build builds the program. Refused says what keeps it from being controlled.
func (t *tester) build(ctx context.Context, refused *string) (*build.Executable, error) {
	opt := build.Options{Dir: t.Dir, Flags: t.buildFlags(), Env: t.Env, Guard: t.Guard, Counters: build.Schedules}
	return build.Scheduled(ctx, t.pkg, opt, func(runtime string, read build.Source) (map[string][]byte, []byte, error) {
		t.writing.Lock()
		defer t.writing.Unlock()
		files, why, err := t.control(ctx, runtime, read)
		if err != nil {
			return nil, nil, err
		}
		if why != "" {
			*refused = why
			return nil, nil, errors.New(why)
		}
		c, text, err := t.conditions()
		if err != nil {
			return nil, nil, fmt.Errorf("writing the preconditions of %s: %w", t.pkg.Path, err)
		}
		files[build.GeneratedFile(t.pkg, "requires")] = text
		return files, t.main(runtime, c), nil
	})
}

func (t *tester) buildFlags() []string {
	flags := slices.Clone(t.BuildFlags)
	if t.Tags != "" {
		flags = append(flags, "-tags="+t.Tags)
	}
	if t.Overlay != "" {
		flags = append(flags, "-overlay="+t.Overlay)
	}
	return flags
}
