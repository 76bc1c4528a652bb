package harness_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/hints"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

var update = flag.Bool("update", false, "write the golden sections anew")

// TestRun builds the programs of testdata/run, feeds the streams of their
// section "run" and compares what came of it with the section "want".
//
// A line of "run" is the name of a function, a colon, and streams divided by
// semicolons. Each finding is reported as a single input too.
func TestRun(t *testing.T) {
	files, err := filepath.Glob("testdata/run/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			golden(t, file, runProgram)
		})
	}
}

// The result is the same if the runtime is in the user's module, as with older versions of Go.
func TestRunInModule(t *testing.T) {
	longtest.Only(t, "compiles the runtime in the module of a test")
	golden(t, "testdata/run/causes.txtar", func(t *testing.T, a *txtar.Archive) string {
		return runProgramWith(t, a, harness.Options{Build: build.Options{InModule: true}})
	})
}

// golden compares the output of run for an archive with its section "want".
func golden(t *testing.T, file string, run func(t *testing.T, a *txtar.Archive) string) {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	longtest.SkipArchive(t, a.Comment)
	got := run(t, a)
	i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
	if *update {
		if i < 0 {
			a.Files = append(a.Files, txtar.File{Name: "want"})
			i = len(a.Files) - 1
		}
		a.Files[i].Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(a), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if i < 0 {
		t.Fatalf("no section want; got:\n%s", got)
	}
	if want := string(a.Files[i].Data); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// A program is a built package of a test.
type program struct {
	dir    string
	unit   *codegen.Unit
	binary *harness.Binary
}

// loadProgram lays the archive into a folder and finds the contracts of the
// package that has them.
func loadProgram(t testing.TB, a *txtar.Archive) *program {
	t.Helper()
	dir := t.TempDir()
	for _, f := range a.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	prog, err := annotations.Load(annotations.Config{Dir: dir, Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	p := &program{dir: dir}
	for _, pkg := range prog.Packages {
		for _, d := range pkg.Diags {
			t.Errorf("%v", d)
		}
		if len(pkg.Contracts) == 0 {
			continue
		}
		if p.unit != nil {
			t.Fatal("several packages have contracts")
		}
		p.unit = &codegen.Unit{Pkg: pkg}
		suggested := hints.New(prog.Code(pkg), pkg.Facts)
		for _, c := range pkg.Contracts {
			h := suggested.Of(c)
			shapes, err := shape.Shapes(c, pkg.Facts, shape.Options{Hints: h, Package: pkg.Types})
			if err != nil {
				t.Fatal(err)
			}
			p.unit.Targets = append(p.unit.Targets, &codegen.Target{Contract: c, Shapes: shapes, Hints: h})
		}
	}
	if p.unit == nil || t.Failed() {
		t.Fatal("no package with contracts")
	}
	return p
}

// build builds the harness of a program.
func (p *program) build(t testing.TB, opt harness.Options) {
	t.Helper()
	preds, err := codegen.Predicates(p.unit)
	if err != nil {
		t.Fatal(err)
	}
	p.binary, err = harness.Build(context.Background(), p.unit, preds, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.binary.Close(); err != nil {
			t.Error(err)
		}
	})
}

func section(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func runProgram(t *testing.T, a *txtar.Archive) string {
	return runProgramWith(t, a, harness.Options{})
}

func runProgramWith(t *testing.T, a *txtar.Archive, opt harness.Options) string {
	p := loadProgram(t, a)
	opt.Timeout, opt.Memory, opt.Build.Flags = time.Second, 256<<20, strings.Fields(section(a, "flags"))
	p.build(t, opt)
	r := p.binary.Runner()
	defer r.Close()
	var out bytes.Buffer
	for line := range strings.Lines(section(a, "run")) {
		name, text, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			t.Fatalf("line %q", line)
		}
		i := slices.IndexFunc(p.unit.Targets, func(x *codegen.Target) bool { return x.Contract.Name == name })
		if i < 0 {
			t.Fatalf("no contract %s", name)
		}
		p.job(t, &out, r, i, parseStreams(t, text))
	}
	left, err := filepath.Glob(filepath.Join(p.dir, "*rtest*"))
	if err != nil || len(left) > 0 {
		t.Errorf("files in the user's tree: %v %v", left, err)
	}
	return out.String()
}

func parseStreams(t testing.TB, text string) [][]int64 {
	var all [][]int64
	for part := range strings.SplitSeq(text, ";") {
		s := []int64{}
		for word := range strings.FieldsSeq(part) {
			v, err := strconv.ParseInt(word, 0, 64)
			if err != nil {
				t.Fatal(err)
			}
			s = append(s, v)
		}
		all = append(all, s)
	}
	return all
}

// job runs streams and prints the tally and a report of each finding.
func (p *program) job(t *testing.T, out *bytes.Buffer, r *harness.Runner, i int, streams [][]int64) {
	ctx := context.Background()
	tally, err := r.Run(ctx, harness.Job{Target: i, Streams: slices.Values(streams), AfterFailure: -1})
	name := p.unit.Targets[i].Contract.Name
	if err != nil {
		fmt.Fprintf(out, "%s: %s\n", name, p.clean(err.Error()))
		return
	}
	fmt.Fprintf(out, "%s: called %d of %d", name, tally.Called, tally.Consumed)
	if len(tally.Reached) > 0 {
		fmt.Fprintf(out, ", passed %d of %d", tally.Passed, tally.Reached)
	}
	if len(tally.Classes) > 0 {
		fmt.Fprintf(out, ", classes %d", tally.Classes)
	}
	fmt.Fprintf(out, ", exhausted %t\n", tally.Exhausted)
	for _, f := range tally.Findings {
		fmt.Fprintf(out, "  %s%s, input %d %v, %d in all\n", f.Cause, p.what(f.Clause, f.Site), f.Ordinal, f.Stream, f.Count)
		if f.Stream == nil {
			continue
		}
		rep, err := r.Report(ctx, i, f.Stream)
		if err != nil {
			t.Fatal(err)
		}
		p.report(out, rep)
	}
}

func (p *program) what(c *refine.Clause, site string) string {
	s := ""
	if c != nil {
		s += fmt.Sprintf(" [%s %s]", c.Kind, c.Text)
	}
	if site != "" {
		s += " at " + p.clean(site)
	}
	return s
}

// clean takes out what differs from run to run.
func (p *program) clean(s string) string {
	s = regexp.MustCompile(` \+0x[0-9a-f]+`).ReplaceAllString(s, "")
	real, err := filepath.EvalSymlinks(p.dir)
	if err == nil {
		s = strings.ReplaceAll(s, real+"/", "")
	}
	return strings.ReplaceAll(s, p.dir+"/", "")
}

func (p *program) report(out *bytes.Buffer, r *harness.Report) {
	if r.Rejected != nil {
		fmt.Fprintf(out, "    rejected%s\n", p.what(r.Rejected, ""))
		return
	}
	fmt.Fprintf(out, "    (%s)", values(r.Args))
	if r.Results != nil {
		fmt.Fprintf(out, " = %s", values(r.Results))
	}
	fmt.Fprintln(out)
	if slices.ContainsFunc(r.After, func(v *tree.Value) bool { return v != nil }) {
		fmt.Fprintf(out, "    after: (%s)\n", values(r.After))
	}
	for _, f := range append([]harness.Failure{r.Failure}, r.Others...) {
		fmt.Fprintf(out, "    %s%s\n", f.Cause, p.what(f.Clause, f.Site))
		if f.Panic != "" {
			fmt.Fprintf(out, "      %s\n", f.Panic)
		}
		for i, line := range f.Stack {
			if f.Site == "" {
				break // where an endless loop is interrupted varies
			}
			if i == 3 {
				fmt.Fprintln(out, "      …")
				break
			}
			fmt.Fprintf(out, "      in %s\n", p.clean(line))
		}
		for _, part := range f.Parts {
			plain := harness.Marked(part.Value, func(typ, literal string) string { return literal })
			fmt.Fprintf(out, "      %s is %s\n", part.Text, plain)
		}
	}
	if r.Output != "" {
		fmt.Fprintf(out, "    output %q\n", r.Output)
	}
}

func values(vs []*tree.Value) string {
	var parts []string
	for _, v := range vs {
		parts = append(parts, show(v))
	}
	return strings.Join(parts, ", ")
}

// show returns a value tree as text, with the fields that count.
func show(v *tree.Value) string {
	if v == nil {
		return "="
	}
	id := ""
	if v.ID > 0 {
		id = fmt.Sprint("#", v.ID)
	}
	switch v.Kind {
	case tree.Nil:
		return "nil"
	case tree.Scalar:
		if v.Elems != nil {
			return "complex(" + values(v.Elems) + ")"
		}
		return v.Text
	case tree.Compound:
		var parts []string
		for i, e := range v.Elems {
			parts = append(parts, v.Names[i]+":"+show(e))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case tree.Sequence:
		room := ""
		if v.Cap > 0 {
			room = fmt.Sprint("cap ", v.Cap)
		}
		return id + "[" + values(v.Elems) + "]" + room
	case tree.Mapping:
		return id + "map[" + values(v.Elems) + "]"
	case tree.Address:
		return id + "&" + show(v.Elems[0])
	case tree.Boxed:
		return v.Elems[0].Type + "(" + show(v.Elems[0]) + ")"
	case tree.Yielded:
		return "yields " + values(v.Elems) + v.Text
	case tree.Shared:
		return id
	}
	return v.Text
}
