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

var recordedForms = flag.String("forms", "", "with -heuristics, the folder of the forms that are searched; they are recorded there if it is empty")

// A heuristic of the search can be left out by a change of its source.
type heuristic struct {
	name, about string
	// In file, the text old becomes the text left, which disables the heuristic. code has the files
	// that only the heuristic uses. All are in internal/search.
	file, old, left string
	code            []string
}

// heuristics are those that are measured.
func heuristics() []heuristic {
	return []heuristic{
		{"automaton", "which sizes and shapes there can be", "solver.go", "s.automatonTried = true\n", "s.automatonTried = true\nreturn\n",
			[]string{"automaton/*.go", "spread_trees.go"}},
		{"crowd", "no more nodes than different keys", "solver.go", "s.greatestSize = p.MostCrowded()", "_ = p.MostCrowded", []string{"automaton/crowd.go"}},
		{"drawn trees", "large shapes drawn from the automaton", "spread_trees.go", "if size < s.treesLeast ||", "if true || size < s.treesLeast ||",
			[]string{"spread_trees.go", "automaton/trees.go", "automaton/all.go", "automaton/sets.go"}},
		{"cliques", "too few values for variables that all differ", "contradictions.go", "r.cliques.Contradict(&r.net) ||", "",
			[]string{"insoluble/cliques.go"}},
		{"remainders", "sums that contradict each other modulo a number", "contradictions.go", "r.remainder.Contradict(&r.net) ||", "",
			[]string{"insoluble/remainder.go", "insoluble/system.go"}},
		{"sides", "disjunctions without a side that is left", "contradictions.go", "|| insoluble.Sideless(&r.net)", "", []string{"insoluble/sides.go"}},
		{"narrower", "a net of its own below a value that decides much", "narrower.go", "if last || r.table != nil ||", "if true || last || r.table != nil ||",
			[]string{"narrower.go"}},
		{"leap", "the next value of a wide domain that may be", "leap.go", "if !w.wide {", "if true || !w.wide {", []string{"leap.go"}},
		{"tables", "components searched once", "enumerate.go", "if r.solver.drawing == nil && !r.solver.sharing.limitsValues() && !r.isSingleComponent() {", "if false {",
			[]string{"table.go"}},
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
	if dir := os.Getenv("RTEST_FORMS"); dir != "" && f.Test == nil && len(f.Nodes) <= 60_000 {
		data := f.AppendBinary(nil)
		os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%x", kind, sha256.Sum256(data))[:len(kind)+17]), data, 0o666)
	}
}
`,
	"internal/harness/record.go": "package harness\n\nimport \"github.com/rtest-dev/rtest/internal/form\"\n\nvar record = form.Record\n",
}

// TestHeuristics measures what each heuristic of the search saves: the forms that the mended
// functions of testdata/faults, the examples and the benchmarks are tested with are searched for a
// bounded work, with one heuristic after the other left out, then with all that seem to save
// nothing. It runs where the flag -heuristics names a file for the table (make strategies).
func TestHeuristics(t *testing.T) {
	if *measureHeuristics == "" {
		t.Skip("measured by make strategies")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	forms := *recordedForms
	if forms == "" {
		forms = t.TempDir()
	}
	if files, err := filepath.Glob(filepath.Join(forms, "*")); err != nil || len(files) == 0 {
		recordForms(t, root, forms)
	}
	var b bytes.Buffer
	base := searchForms(t, root, forms)
	fmt.Fprintf(&b, `# What each heuristic of the search saves

Written by `+"`make strategies`"+`; do not edit. %d searches of the forms of check/testdata/faults, the examples and the benchmarks, each for a
bounded work, with one heuristic after the other left out:

- lines: of the files that are for it alone.
- changed: searches that find other counts, end otherwise or take another work without it.
- fewer, more: searches that find fewer solutions without it, or more.
- open: searches that end with it only.
- work: the work without it, of that with it, of the searches that find as many either way.

| heuristic | it knows | lines | changed | fewer | more | open | work |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
`, len(base))
	var useless []heuristic
	for _, h := range heuristics() {
		d := compareSearches(base, searchForms(t, root, forms, h))
		fmt.Fprintf(&b, "| %s | %s | %d | %v |\n", h.name, h.about, h.lines(t, root), d)
		t.Logf("%s: %v", h.name, d)
		if d.fewer+d.open == 0 && d.without <= d.with {
			useless = append(useless, h)
		}
	}
	if len(useless) > 1 {
		lines, names := 0, []string{}
		for _, h := range useless {
			lines, names = lines+h.lines(t, root), append(names, h.name)
		}
		fmt.Fprintf(&b, "| together | %s | %d | %v |\n", strings.Join(names, ", "), lines, compareSearches(base, searchForms(t, root, forms, useless...)))
	}
	writeSection(t, *measureHeuristics, b.String())
}

// A difference says how searches differ without a heuristic. with and without are the work of those
// that find equally many solutions either way.
type difference struct{ changed, fewer, more, open, with, without int }

func (d difference) String() string {
	return fmt.Sprintf("%d | %d | %d | %d | %.1f %%", d.changed, d.fewer, d.more, d.open, 100*float64(d.without)/float64(max(1, d.with)))
}

// compareSearches compares searches by their names.
func compareSearches(base, without map[string]searched) (d difference) {
	for name, x := range base {
		y := without[name]
		switch {
		case y.count < x.count:
			d.fewer++
		case y.count > x.count:
			d.more++
		default:
			d.with, d.without = d.with+x.work, d.without+y.work
		}
		if x != y {
			d.changed++
		}
		if x.all && !y.all {
			d.open++
		}
	}
	return d
}

// TestSwitches: what leaves a heuristic of the search out is in its source, and what leaves a
// source of hints out too.
func TestSwitches(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range heuristics() {
		leaveOut(t, root, []heuristic{h})
		h.lines(t, root)
	}
	switchedHints(t, root)
	recordedFiles(t, root)
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

// recordForms tests the mended functions, the examples and the benchmarks, and writes their forms
// to a folder.
func recordForms(t *testing.T, root, forms string) {
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
	dir := t.TempDir()
	layOut(t, dir, corpus)
	bin := filepath.Join(t.TempDir(), "rtest")
	goCommand(t, root, "build", "-overlay", overlay(t, root, recordedFiles(t, root)), "-o", bin, "./cmd/rtest")
	for _, in := range [][]string{
		{dir, "./mended/..."},
		{filepath.Join(root, "examples"), "./..."},
		{filepath.Join(root, "bench"), "./..."},
		{filepath.Join(root, "bench"), "-depth", "8", "./..."}, // large shapes, few of which are drawn
	} {
		args := []string{"-save=false", "-count=1", "-inputs", "1000", "-time", "0", "-p", "2"}
		cmd := exec.Command(bin, append(args, in[1:]...)...)
		cmd.Dir, cmd.Env = in[0], append(os.Environ(), "RTEST_FORMS="+forms)
		if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() > 1 {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

// recordedFiles are the files that record forms.
func recordedFiles(t *testing.T, root string) map[string]string {
	replace := maps.Clone(recording)
	for file, change := range map[string][2]string{
		"internal/harness/batches.go":  {"frames = append(frames, wire.Frame{Kind: wire.KindForm", "record(\"solutions\", form)\nframes = append(frames, wire.Frame{Kind: wire.KindForm"},
		"check/beyond/drawing.go":      {"s, err := search.New(asked)", "form.Record(\"draws\", asked)\ns, err := search.New(asked)"},
		"check/beyond/goal_seeking.go": {"s, err := search.New(f)", "form.Record(\"goals\", f)\ns, err := search.New(f)"},
	} {
		replace[file] = changed(t, filepath.Join(root, file), change[0], change[1])
	}
	return replace
}

// changed returns the text of a file with one text replaced, which must occur.
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

// overlay writes files and an overlay of the go command with them.
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

// A searched form has this many solutions, possibly all, for this much work.
type searched struct {
	count, work int
	all         bool
}

// leaveOut returns the files that leave heuristics out.
func leaveOut(t *testing.T, root string, without []heuristic) map[string]string {
	replace := map[string]string{}
	for _, h := range without {
		file := "internal/search/" + h.file
		if text, ok := replace[file]; ok {
			if strings.Count(text, h.old) != 1 {
				t.Fatalf("%s has not one %q", file, h.old)
			}
			replace[file] = strings.Replace(text, h.old, h.left, 1)
			continue
		}
		replace[file] = changed(t, filepath.Join(root, file), h.old, h.left)
	}
	return replace
}

// searchForms searches all forms without some heuristics.
func searchForms(t *testing.T, root, forms string, without ...heuristic) map[string]searched {
	replace := leaveOut(t, root, without)
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
