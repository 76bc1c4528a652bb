package check_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var measureHints = flag.String("hints", "", "measure what is suggested about inputs, and write the table to this file")

// A hintSource is something in the code from which internal/hints takes suggestions. In file, the text
// old, which occurs once, becomes on so that the source can be disabled by name.
type hintSource struct {
	name, about   string
	file, old, on string
}

// hintSources returns the sources measured. In on, OFF stands for the call that reports whether the
// source is disabled.
func hintSources() []hintSource {
	return []hintSource{
		{"tables", "constants of package variables", "hints.go", "\th.tables(s)\n}", "\tif !OFF {\n\th.tables(s)\n}}"},
		{"spellings", "texts that an operand may be", "constant_origins.go", "if fn == nil ||", "if OFF || fn == nil ||"},
		{"operands", "numbers that an operand may be", "values.go", "if _, ok := integer(v.Type()); !ok {", "if _, ok := integer(v.Type()); OFF || !ok {"},
		{"lengths", "lengths of texts and tables", "values.go", "call, ok := withoutInterface(v).(*ssa.Call)\n\tif !ok {", "call, ok := withoutInterface(v).(*ssa.Call)\n\tif OFF || !ok {"},
		{"elements", "texts in a table that is searched", "values.go", "if !ok || b.Kind() != types.Byte", "if OFF || !ok || b.Kind() != types.Byte"},
		{"arguments", "constants that are passed to be compared", "flows.go", "for i, arg := range args {", "for i, arg := range args {\nif OFF { break }\n"},
		{"looked up", "constants that are looked up in maps", "flows.go", "types.Map); isMap {", "types.Map); isMap && !OFF {"},
		{"set keys", "constants that are keys of maps", "flows.go", "made || !ok", "OFF || made || !ok"},
		{"parts", "constants of compared literals", "flows.go", "if !ok || load.Op != token.MUL {", "if OFF || !ok || load.Op != token.MUL {"},
		{"limits", "limits of types that integers are converted to", "boundary_numbers.go", "if !constantOperand(in.X) {", "if !OFF && !constantOperand(in.X) {"},
		{"shifts", "sizes of shifted integers", "boundary_numbers.go", "; ok && !constantOperand(in.Y) {", "; !OFF && ok && !constantOperand(in.Y) {"},
		{"multiples", "multiples of divisors", "boundary_numbers.go", "s.thresholds = append(s.thresholds, 2*n, 3*n, 4*n)", "if !OFF { s.thresholds = append(s.thresholds, 2*n, 3*n, 4*n) }"},
		{"scales", "powers of a repeated divisor", "boundary_numbers.go", "if !ok || !slices.Contains(phi.Edges", "if OFF || !ok || !slices.Contains(phi.Edges"},
		{"stored", "constants stored in fields", "boundary_numbers.go", "func (s *summary) storedConstant(v ssa.Value) {", "func (s *summary) storedConstant(v ssa.Value) {\nif OFF { return }\n"},
		{"decimals", "powers of ten", "hints.go", "if s.decimal {", "if !OFF && s.decimal {"},
		{"years", "years", "case_folding.go", "if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == \"time\"", "if !OFF && fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == \"time\""},
		{"factors", "units that are chosen by name", "boundary_numbers.go", "if in.Op != token.MUL &&", "if OFF || in.Op != token.MUL &&"},
		{"made", "lengths of slices that are made", "boundary_numbers.go", "; ok && in.Comment", "; !OFF && ok && in.Comment"},
		{"odd", "characters that the standard library treats oddly", "hints.go", "h.unusualChars = append(h.unusualChars, s.unusualChars...)", "if !OFF { h.unusualChars = append(h.unusualChars, s.unusualChars...) }"},
		{"neighbours", "characters beside a limit", "summary.go", "if !equality && k.Value != nil {", "if !OFF && !equality && k.Value != nil {"},
		{"classes", "characters that a class distinguishes", "hints.go", "for _, r := range s.classChars {", "for _, r := range s.classChars {\nif OFF { break }\n"},
		{"numerals", "texts of numbers", "hints.go", "if h.parses || h.chars.uses['0'] > 0 &&", "if !OFF && h.parses || !OFF && h.chars.uses['0'] > 0 &&"},
		{"divisions", "characters by which the standard library divides texts", "summary.go", "&& divides(obj) {", "&& !OFF && divides(obj) {"},
		{"alike", "characters that are treated alike", "summary.go", "s.alike = alikeGroups(body)", "if !OFF { s.alike = alikeGroups(body) }"},
		{"decoded", "texts of a decoded type", "decoded_texts.go", "for _, d := range h.decoded {", "for _, d := range h.decoded {\nif OFF { break }\n"},
		{"nested", "keys within keys", "decoded_texts.go", "if anyIn(t) {", "if !OFF && anyIn(t) {"},
		{"phrases", "texts between a beginning and an end", "decoded_texts.go", "if len(g.Prefixes)+len(g.Suffixes) > 0 {", "if !OFF && len(g.Prefixes)+len(g.Suffixes) > 0 {"},
		{"input types", "texts of the types of inputs", "hints.go", "\th.inputPatterns(inputs)\n", "\tif !OFF {\nh.inputPatterns(inputs)\n}\n"},
		{"flags", "texts of command lines", "standard.go", "if p := texts.Flag(fn, args); p != \"\" {", "if p := texts.Flag(fn, args); !OFF && p != \"\" {"},
		{"formats", "texts of formats and layouts", "scanned_texts.go", "if p != \"\" {", "if !OFF && p != \"\" {"},
		{"readers", "characters of formats that are read", "standard.go", "s.readers = append(s.readers, fn)", "if !OFF { s.readers = append(s.readers, fn) }"},
		{"compared", "constants that the standard library compares", "standard.go", "|| searches(fn) ||", "|| searches(fn) || OFF ||"},
		{"masks", "bytes that are masked", "bytes.go", "s.bytes = append(s.bytes, maskConstants(in, maskDepth)...)", "if !OFF { s.bytes = append(s.bytes, maskConstants(in, maskDepth)...) }"},
		{"numbers of bytes", "bytes that become numbers", "bytes.go", "if makesNumber(in) {", "if !OFF && makesNumber(in) {"},
		{"letters", "letters of declared types", "hints.go", "h.out.Letters = h.typeLetters()", "if !OFF { h.out.Letters = h.typeLetters() }"},
		{"brackets", "partners of brackets", "alphabet.go", "if i < 0 ||", "if OFF || i < 0 ||"},
		{"contract arguments", "constants that contracts pass to be compared", "values.go", "h.argumentConstants(x)\n", "if !OFF { h.argumentConstants(x) }\n"},
		{"contract results", "constants that functions of contracts return", "values.go", "call, ok := x.(*refine.Call)\n\tif !ok {", "call, ok := x.(*refine.Call)\n\tif OFF || !ok {"},
		{"keys", "keys of maps, and characters in them", "chars.go", "\tswitch m := m.(type) {\n\tcase *ssa.MakeMap:", "\tif OFF { return }\n\tswitch m := m.(type) {\n\tcase *ssa.MakeMap:"},
		{"affixes", "beginnings and ends of texts", "summary.go", "s.affixConstants(callee, c.Args)", "if !OFF { s.affixConstants(callee, c.Args) }"},
		{"names", "names that interfaces get", "summary.go", "s.nameConstants(a, c.Method, c.Args)", "if !OFF { s.nameConstants(a, c.Method, c.Args) }"},
		{"paths", "keys by which code looks into keys", "summary.go", "s.keyPath(in)", "if !OFF { s.keyPath(in) }"},
		{"terms", "computed values that are compared", "boundary_numbers.go", "s.comparesComputed = true", "s.comparesComputed = !OFF"},
		{"distances", "characters from which code subtracts", "summary.go", "s.distance(base, k)", "if !OFF { s.distance(base, k) }"},
		{"errors", "errors that are compared", "hints.go", "h.errorHints(s)", "if !OFF { h.errorHints(s) }"},
	}
}

// hintRecord is added to internal/hints. It disables sources, and writes the suggestions with each of
// them disabled.
const hintRecord = `package hints

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/rtest-dev/rtest/refine"
)

var (
	recording sync.Mutex
	leftOut   = os.Getenv("RTEST_HINTS_OFF")
	programs  = map[*Program]map[string]*Program{}
)

func off(name string) bool { return name == leftOut }

// digest is what is suggested about texts, numbers and errors.
func digest(o *refine.Hints) string {
	var letters []string
	for t, list := range o.Letters {
		letters = append(letters, t.Name()+string(list))
	}
	slices.Sort(letters)
	return fmt.Sprintf("%q", fmt.Sprintln(string(o.Alphabet), string(o.ContractChars), string(o.MoreChars), string(o.UnusualChars), letters, o.Ints, o.Thresholds, o.Factors,
		o.Floats, o.Words, o.Suffixes, o.Patterns, o.ComparesComputed, o.InvalidUTF8, o.Bytes, len(o.Sentinels), len(o.ErrorTypes), o.Unwraps))
}

// recorded is find, which also writes the sources without which something else is suggested.
func (a *Program) recorded(c *refine.Contract) refine.Hints {
	file, sources := os.Getenv("RTEST_HINTS"), strings.Split(os.Getenv("RTEST_HINTS_SOURCES"), ",")
	if file == "" {
		return a.find(c)
	}
	recording.Lock()
	defer recording.Unlock()
	h := a.find(c)
	line := c.Func.Pkg().Path() + "\t" + c.Name
	if programs[a] == nil {
		programs[a] = map[string]*Program{}
	}
	for _, name := range sources {
		leftOut = name
		if programs[a][name] == nil {
			programs[a][name] = New(a.Program, a.facts)
		}
		if o := programs[a][name].find(c); digest(&o) != digest(&h) {
			line += "\t" + name
		}
	}
	leftOut = ""
	w, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(w, line)
	w.Close()
	return h
}
`

// TestHints measures what each source of suggestions is worth: it is left out, and the faulty
// functions of testdata/faults for which something else is suggested then are tested again. It
// runs where the flag -hints names a file for the table (make strategies).
func TestHints(t *testing.T) {
	if *measureHints == "" {
		t.Skip("measured by make strategies")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
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
	m := hintMeasurement{dir: t.TempDir(), bin: filepath.Join(t.TempDir(), "rtest"), root: root}
	m.versions = layOut(t, m.dir, corpus)
	goCommand(t, root, "build", "-overlay", overlay(t, root, switchedHints(t, root)), "-o", m.bin, "./cmd/rtest")
	sources := hintSources()
	found, contracts := m.changes(t, sources)
	var b bytes.Buffer
	fmt.Fprintf(&b, `# What each source of suggestions about inputs is worth

Written by `+"`make strategies`"+`; do not edit. internal/hints takes suggestions about inputs from the code. One source after the other was left
out. The faulty functions of check/testdata/faults for which something else was suggested then were tested again:

- changed: contracts of the archives and the examples for which something else is suggested without it, of %d.
- tested: the faulty functions among these.
- lost: faults that are not found without it.

| source | it suggests | changed | tested | lost |
| --- | --- | ---: | ---: | ---: |
`, contracts)
	var names bytes.Buffer
	for _, s := range sources {
		t.Logf("%s: %d changed, %d of them faulty", s.name, found[s.name].all, found[s.name].faulty())
	}
	// Sources with the least to test come first, because a run may be stopped early.
	slices.SortStableFunc(sources, func(a, b hintSource) int { return cmp.Compare(found[a.name].faulty(), found[b.name].faulty()) })
	for _, s := range sources {
		c := found[s.name]
		lost := m.lost(t, s.name, c)
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d |\n", s.name, s.about, c.all, c.faulty(), len(lost))
		if len(lost) > 0 {
			fmt.Fprintf(&names, "- %s: %s\n", s.name, strings.Join(lost, ", "))
		}
		t.Logf("%s: %d changed, %d tested, lost %v", s.name, c.all, c.faulty(), lost)
	}
	fmt.Fprintf(&b, "\nWhat is lost, as archive, function and version of the fault:\n\n%s", &names)
	writeSection(t, *measureHints, b.String())
}

// switchedHints are the files of internal/hints with a switch for each source.
func switchedHints(t *testing.T, root string) map[string]string {
	replace := map[string]string{"internal/hints/record.go": hintRecord}
	put := func(file, old, by string) {
		name := "internal/hints/" + file
		text, ok := replace[name]
		if !ok {
			data, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			text = string(data)
		}
		if n := strings.Count(text, old); n != 1 {
			t.Fatalf("%s has %d of %q", file, n, old)
		}
		replace[name] = strings.Replace(text, old, by, 1)
	}
	for _, s := range hintSources() {
		put(s.file, s.old, strings.ReplaceAll(s.on, "OFF", fmt.Sprintf("off(%q)", s.name)))
	}
	put("hints.go", "h = a.find(c)", "h = a.recorded(c)")
	return replace
}

// A hintMeasurement tests the faulty functions with sources of suggestions left out.
type hintMeasurement struct {
	dir, bin, root string
	versions       []map[planted]bool
}

// hintChanges are the contracts for which something else is suggested without a source: how many
// there are, and by version of the archives the faulty functions among them, and their packages.
type hintChanges struct {
	all                 int
	functions, packages []map[string]bool
}

func (c *hintChanges) faulty() (n int) {
	for _, set := range c.functions {
		n += len(set)
	}
	return n
}

// changes returns, by source, the contracts for which something else is suggested without it, and
// how many contracts there are.
func (m *hintMeasurement) changes(t *testing.T, sources []hintSource) (found map[string]*hintChanges, contracts int) {
	found = map[string]*hintChanges{}
	var names []string
	for _, s := range sources {
		c := &hintChanges{}
		for range m.versions {
			c.functions, c.packages = append(c.functions, map[string]bool{}), append(c.packages, map[string]bool{})
		}
		names, found[s.name] = append(names, s.name), c
	}
	file := filepath.Join(t.TempDir(), "hints")
	for _, dir := range []string{m.dir, filepath.Join(m.root, "examples")} {
		cmd := exec.Command(m.bin, "list", "./...")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "RTEST_HINTS="+file, "RTEST_HINTS_SOURCES="+strings.Join(names, ","))
		if out, err := cmd.CombinedOutput(); err != nil && cmd.ProcessState.ExitCode() > 2 {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		pkg, function := fields[0], fields[1]
		contracts++
		for _, name := range fields[2:] {
			c := found[name]
			c.all++
			for version := 1; version < len(m.versions); version++ {
				if f := plantedIn(pkg, function); m.versions[version][f] && strings.Contains(pkg+"/", "/"+folder(version)+"/") {
					c.functions[version][f.function], c.packages[version][pkg] = true, true
				}
			}
		}
	}
	return found, contracts
}

// lost returns the faults that are not found without a source.
func (m *hintMeasurement) lost(t *testing.T, source string, c *hintChanges) (lost []string) {
	for version, set := range c.functions {
		if len(set) > 0 {
			lost = append(lost, m.notFound(t, source, version, set, c.packages[version])...)
		}
	}
	return lost
}

// notFound tests functions of one version without a source, and returns those that do not fail.
func (m *hintMeasurement) notFound(t *testing.T, source string, version int, functions, packages map[string]bool) (lost []string) {
	var names []string
	for f := range functions {
		names = append(names, regexp.QuoteMeta(f))
	}
	slices.Sort(names)
	args := []string{"-json", "-save=false", "-time", "0", "-inputs", "20000", "-p", "2", "-run", `^(.*\.)?(` + strings.Join(names, "|") + `)(\[.*\])?$`}
	cmd := exec.Command(m.bin, append(args, slices.Sorted(maps.Keys(packages))...)...)
	cmd.Dir, cmd.Env = m.dir, append(os.Environ(), "RTEST_HINTS_OFF="+source)
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() > 2 {
		t.Fatalf("%v\n%s", err, out)
	}
	for line := range bytes.Lines(out) {
		var e struct {
			Action, Package, Test string
			Rtest                 struct{ Verdict string }
		}
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		f := plantedIn(e.Package, e.Test)
		if e.Rtest.Verdict != "" && e.Rtest.Verdict != "refuted" && functions[f.function] && m.versions[version][f] {
			lost = append(lost, fmt.Sprintf("%s %s/%d", f.pkg, f.function, version))
		}
	}
	slices.Sort(lost)
	return slices.Compact(lost)
}
