package check_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var measureHeuristics = flag.String("heuristics", "", "measure the heuristics of the search, and write the table to this file")

// A heuristic of the search can be left out by a change of its source.
type heuristic struct {
	name, about string
	// file holds the text old, which becomes what leaves the heuristic out; code are the
	// files that are for it alone. All are in internal/search.
	file, old, left string
	code            []string
}

// heuristics are those that are measured.
func heuristics() []heuristic {
	return []heuristic{
		{"automaton", "which sizes and shapes there can be", "solver.go", "s.automated = true\n", "s.automated = true\nreturn\n",
			[]string{"automaton/*.go", "guide.go", "spread_trees.go"}},
		{"crowd", "no more nodes than different keys", "solver.go", "s.crowded = p.MostCrowded()", "_ = p.MostCrowded", []string{"automaton/crowd.go"}},
		{"refuter", "parts of a disjunction that others refute", "automaton/refute.go",
			"if r.p.f.Nodes[a].Op != form.And || ", "if true || r.p.f.Nodes[a].Op != form.And || ", []string{"automaton/refute.go"}},
		{"guide", "the automaton knows of data", "guide.go", "if s.guided || ", "if true || s.guided || ", []string{"guide.go"}},
		{"drawn trees", "large shapes drawn from the automaton", "spread_trees.go", "if size < s.treesFrom ||", "if true || size < s.treesFrom ||",
			[]string{"spread_trees.go", "automaton/trees.go", "automaton/all.go", "automaton/sets.go"}},
		{"cliques", "too few values for variables that all differ", "contradictions.go", "r.cliques.Contradict(&r.t) ||", "",
			[]string{"insoluble/cliques.go"}},
		{"remainders", "sums that contradict each other modulo a number", "contradictions.go", "r.remainder.Contradict(&r.t) ||", "",
			[]string{"insoluble/remainder.go", "insoluble/system.go"}},
		{"sides", "disjunctions without a side that is left", "contradictions.go", "!r.ascent.IsOrdered &&", "false &&", []string{"insoluble/sides.go"}},
		{"narrower", "a net of its own below a value that decides much", "narrower.go", "if last || p <= r.cut", "if true || last || p <= r.cut",
			[]string{"narrower.go"}},
		{"leap", "the next value of a wide domain that may be", "leap.go", "if !w.wide {", "if true || !w.wide {", []string{"leap.go"}},
		{"tables", "components searched once", "enumerate.go", "if r.s.drawing == nil && !r.s.sharing.shares() && !r.single() {", "if false {",
			[]string{"table.go"}},
		{"ascent", "each decision propagated once along an order", "residual.go", "r.ascent.Prepare(&r.t)", "", []string{"propagate/ascent.go"}},
		{"modular", "inverses of odd factors", "propagate/revise.go", "t.modular(c, n) && ", "", []string{"propagate/modular.go"}},
		{"cyclic", "sums and products that wrap around", "propagate/revise.go", "t.cyclic(c, n) && ", "", []string{"propagate/cyclic.go"}},
		{"bits", "bits that are known", "propagate/revise.go", "t.bitwise(c, n) && ", "", []string{"propagate/bitwise.go"}},
		{"residues", "values with a remainder", "propagate/inverse.go", "return t.residue(c, z, p, q)", "return true", []string{"propagate/residue.go"}},
		{"roots", "squares that wrap around", "propagate/inverse.go", "return t.wrappedRoot(c, n)", "return true", []string{"propagate/roots.go"}},
	}
}

// recording writes the forms of a run to the folder of an environment variable: those whose
// solutions are enumerated, and those that are drawn from.
var recording = map[string]string{
	"internal/form/record.go": `package form

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
)

// Record writes a form that has no test and few terms.
func Record(kind string, f *Form) {
	if dir := os.Getenv("RTEST_FORMS"); dir != "" && f.Test == nil && len(f.Nodes) <= 20_000 {
		data := f.AppendBinary(nil)
		os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%x", kind, sha256.Sum256(data))[:len(kind)+17]), data, 0o666)
	}
}
`,
	"internal/harness/record.go": "package harness\n\nimport \"github.com/rtest-dev/rtest/internal/form\"\n\nvar record = form.Record\n",
}

// TestHeuristics measures what each heuristic of the search saves: the forms that the mended
// functions of testdata/faults and the examples are tested with are searched for a bounded work,
// with one heuristic after the other left out. It runs where the flag -heuristics names a file for
// the table (make strategies).
func TestHeuristics(t *testing.T) {
	if *measureHeuristics == "" {
		t.Skip("measured by make strategies")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	forms := recordForms(t, root)
	var b bytes.Buffer
	base := searchForms(t, root, forms, nil)
	fmt.Fprintf(&b, `# What each heuristic of the search saves

Written by `+"`make strategies`"+`; do not edit. %d searches of the forms of check/testdata/faults and the examples, each for a bounded
work, with one heuristic after the other left out:

- lines: of the files that are for it alone.
- fewer, more: searches that find fewer solutions without it, or more.
- open: searches that end with it only.
- work: the work without it, of that with it, of the searches that find as many either way.

| heuristic | it knows | lines | fewer | more | open | work |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
`, len(base))
	for _, h := range heuristics() {
		without := searchForms(t, root, forms, &h)
		fewer, more, open, worked, took := 0, 0, 0, 0, 0
		for _, name := range slices.Sorted(maps.Keys(base)) {
			x, y := base[name], without[name]
			switch {
			case y.count < x.count:
				fewer++
			case y.count > x.count:
				more++
			default:
				worked, took = worked+x.work, took+y.work
			}
			if x.all && !y.all {
				open++
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %d | %.1f %% |\n", h.name, h.about, h.lines(t, root), fewer, more, open, 100*float64(took)/float64(max(1, worked)))
		t.Logf("%s: %d fewer, %d more, %d open", h.name, fewer, more, open)
	}
	writeSection(t, *measureHeuristics, b.String())
}

// lines counts those of the files that are for the heuristic alone.
func (h *heuristic) lines(t *testing.T, root string) (n int) {
	for _, pattern := range h.code {
		files, err := filepath.Glob(filepath.Join(root, "internal/search", pattern))
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, f := range files {
			if data, err := os.ReadFile(f); err != nil {
				t.Fatal(err)
			} else if !strings.HasSuffix(f, "_test.go") {
				n += bytes.Count(data, []byte("\n"))
			}
		}
	}
	return n
}

// recordForms tests the mended functions and the examples, and returns the folder of the forms.
func recordForms(t *testing.T, root string) string {
	files, err := filepath.Glob("testdata/faults/" + *onlyFaults + ".txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	corpus := map[string]*txtar.Archive{}
	for _, file := range files {
		if corpus[strings.TrimSuffix(filepath.Base(file), ".txtar")], err = txtar.ParseFile(file); err != nil {
			t.Fatal(err)
		}
	}
	dir, forms := t.TempDir(), t.TempDir()
	layOut(t, dir, corpus)
	replace := maps.Clone(recording)
	for file, change := range map[string][2]string{
		"internal/harness/runner.go": {"return p.Send(wire.KindForm, form.AppendBinary(nil))", "record(\"solutions\", form)\nreturn p.Send(wire.KindForm, form.AppendBinary(nil))"},
		"check/beyond/drawing.go":    {"s, err := search.New(f.Problem.Form)", "form.Record(\"draws\", f.Problem.Form)\ns, err := search.New(f.Problem.Form)"},
	} {
		replace[file] = changed(t, filepath.Join(root, file), change[0], change[1])
	}
	bin := filepath.Join(t.TempDir(), "rtest")
	goCommand(t, root, "build", "-overlay", overlay(t, root, replace), "-o", bin, "./cmd/rtest")
	for _, in := range [][2]string{{dir, "./mended/..."}, {filepath.Join(root, "examples"), "./..."}} {
		cmd := exec.Command(bin, "-save=false", "-count=1", "-inputs", "1000", "-time", "0", "-p", "2", in[1])
		cmd.Dir, cmd.Env = in[0], append(os.Environ(), "RTEST_FORMS="+forms)
		if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() > 1 {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return forms
}

// changed is the text of a file in which one text is replaced, which it must have.
func changed(t *testing.T, file, old, by string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(data), old) != 1 {
		t.Fatalf("%s has not one %q", file, old)
	}
	return strings.Replace(string(data), old, by, 1)
}

// overlay writes files and what tells the go command of them.
func overlay(t *testing.T, root string, files map[string]string) string {
	dir := t.TempDir()
	replace := map[string]string{}
	for name, text := range files {
		at := filepath.Join(dir, fmt.Sprint(len(replace), ".go"))
		writeText(t, at, text)
		replace[filepath.Join(root, name)] = at
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	writeText(t, file, string(data))
	return file
}

// goCommand runs the go command.
func goCommand(t *testing.T, dir string, args ...string) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// A searched form has so many solutions, which may be all, for so much work.
type searched struct {
	count, work int
	all         bool
}

// searchForms searches all forms without a heuristic, nil for none.
func searchForms(t *testing.T, root, forms string, without *heuristic) map[string]searched {
	replace := map[string]string{}
	if without != nil {
		file := "internal/search/" + without.file
		replace[file] = changed(t, filepath.Join(root, file), without.old, without.left)
	}
	dir := t.TempDir()
	bin, stats := filepath.Join(dir, "search.test"), filepath.Join(dir, "stats")
	goCommand(t, root, "test", "-c", "-vet=off", "-overlay", overlay(t, root, replace), "-o", bin, "./internal/search")
	cmd := exec.Command(bin, "-test.run", "^TestRecorded$", "-test.timeout", "60m", "-recorded", forms, "-stats", stats)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(stats)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]searched{}
	for line := range strings.Lines(string(data)) {
		var name string
		var s searched
		if _, err := fmt.Sscan(line, &name, &s.count, &s.all, &s.work); err != nil {
			t.Fatal(line, err)
		}
		of[name] = s
	}
	return of
}

// writeSection writes a page into a file of several, in place of that with its heading.
func writeSection(t *testing.T, file, page string) {
	heading, _, _ := strings.Cut(page, "\n")
	data, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	pages := strings.SplitAfter(string(data), "\n\n# ")
	for i := range pages {
		pages[i] = strings.TrimSuffix(pages[i], "\n# ")
		if i > 0 {
			pages[i] = "# " + pages[i]
		}
	}
	i := slices.IndexFunc(pages, func(p string) bool { return strings.HasPrefix(p, heading+"\n") })
	if i < 0 {
		pages = append(slices.DeleteFunc(pages, func(p string) bool { return p == "" }), page)
	} else {
		pages[i] = page
	}
	for i := range pages {
		pages[i] = strings.TrimRight(pages[i], "\n") + "\n"
	}
	writeText(t, file, strings.Join(pages, "\n"))
}
