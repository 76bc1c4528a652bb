package whole

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// alike compares the first answers with those that rtest gives in other ways: by
// other engines, in shards, as text, from its cache, in fewer depths, with fewer
// inputs, by tests that it writes, and by what it saves.
func alike(t *testing.T, rtest, dir string, g *generator, truths []truth, answers map[string]*answer) {
	for _, flags := range [][]string{{"-engine", "z3"}, {"-engine", "search"}, {"-p", "1"}, {"-p", "2"}, {"-count", "1"}} {
		for name, a := range ask(t, rtest, dir, flags...) {
			if first := answers[name]; !reflect.DeepEqual(a, first) {
				t.Errorf("%s: with %v it is %+v, without %+v", name, flags, *a, *first)
			}
		}
	}
	everyFailure(t, rtest, dir, g, truths)
	shards(t, rtest, dir, answers)
	asText(t, rtest, dir, answers)
	fewer(t, rtest, dir, g, truths, answers)
	asTests(t, rtest, dir, answers)
	again(t, rtest, dir, answers)
}

// everyFailure compares all ways in which functions fail, with -k.
func everyFailure(t *testing.T, rtest, dir string, g *generator, truths []truth) {
	kept := ask(t, rtest, dir, "-k")
	for i, b := range truths {
		a := kept[b.Name]
		if a == nil || b.Depth < 0 {
			continue
		}
		if a.Inputs != b.Counts[b.Depth] {
			t.Errorf("%s: with -k %d inputs, with brute force %d", b.Name, a.Inputs, b.Counts[b.Depth])
		}
		var got, want []string
		for _, f := range a.Failures {
			what := f.Cause
			if f.Cause == "ensures" {
				what += " " + strings.ReplaceAll(f.Clause, "target.", "") // that of a contract file
			}
			got = append(got, fmt.Sprintf("%s: %d at depth %d", what, f.Count, f.Depth))
		}
		for clause, n := range b.Fails {
			what, at, _ := strings.Cut(clause, " ")
			if what == "ensures" {
				k, err := strconv.Atoi(at)
				if err != nil {
					t.Fatal(err)
				}
				what += " " + g.fns[i].post[k].c
			}
			want = append(want, fmt.Sprintf("%s: %d at depth %d", what, n, b.First[clause]))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: with -k it fails in\n\t%s\nwith brute force in\n\t%s", b.Name, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
		}
	}
}

// shards compares three shards, and what merge makes of them, with the whole.
func shards(t *testing.T, rtest, dir string, answers map[string]*answer) {
	sums := map[string]int{}
	failed := map[string]bool{}
	merge := []string{"merge", "-json"}
	for i := range 3 {
		flags := []string{"-json", "-beyond", "0", "-inputs", "0", "-time", "5m", "-save=false", "-shard", fmt.Sprintf("%d/3", i+1)}
		report := run(t, dir, rtest, append(flags, tested(dir)...)...)
		name := fmt.Sprintf("shard%d.json", i)
		write(t, filepath.Join(dir, name), string(report))
		merge = append(merge, name)
		for name, a := range read(t, report) {
			sums[name] += a.Inputs
			failed[name] = failed[name] || a.Verdict == "refuted"
		}
	}
	merged := read(t, run(t, dir, rtest, merge...))
	for name, a := range answers {
		if failed[name] != (a.Verdict == "refuted") || !failed[name] && sums[name] != a.Inputs {
			t.Errorf("%s: in shards %d inputs, failing %t; at once %d: %s", name, sums[name], failed[name], a.Inputs, a.Verdict)
		}
		m := merged[name]
		if m == nil || m.Verdict != a.Verdict || a.Verdict != "refuted" && (m.Inputs != a.Inputs || m.Exhausted != a.Exhausted) {
			t.Errorf("%s: merged it is %+v, at once %+v", name, m, *a)
		}
	}
}

var line = regexp.MustCompile(`^--- (PASS|FAIL|SKIP): (\S+) \(.*?\)\t(.*)$`)

// asText compares the lines that people read with the report.
func asText(t *testing.T, rtest, dir string, answers map[string]*answer) {
	seen := map[string]bool{}
	for text := range strings.Lines(string(run(t, dir, rtest, append([]string{"-v", "-beyond", "0", "-inputs", "0", "-time", "5m", "-save=false"}, tested(dir)...)...))) {
		m := line.FindStringSubmatch(strings.TrimSuffix(text, "\n"))
		if m == nil {
			continue
		}
		name := short(m[2])
		a := answers[name]
		if a == nil {
			t.Errorf("%s: only in the text: %s", name, text)
			continue
		}
		seen[name] = true
		word := map[string]string{"refuted": "FAIL", "skipped": "SKIP"}[a.Verdict]
		if word == "" {
			word = "PASS"
		}
		inputs := regexp.MustCompile(`(\d+) inputs?\b`).FindStringSubmatch(m[3])
		if word != m[1] || (inputs == nil) != (a.Verdict == "skipped") || inputs != nil && inputs[1] != strconv.Itoa(a.Inputs) {
			t.Errorf("%s: as text it is %s as JSON %+v", name, text, *a)
		}
	}
	for name := range answers {
		if !seen[name] {
			t.Errorf("%s: not in the text", name)
		}
	}
}

// fewer compares runs of less depth and with fewer inputs with brute force.
func fewer(t *testing.T, rtest, dir string, g *generator, truths []truth, answers map[string]*answer) {
	// A flag beats the depth of a single input as well, and that of a call's arguments.
	own := map[string]bool{}
	calls := func(t *typ) bool { return t.built != nil && t.built.stepDepth }
	for _, f := range g.fns {
		own[f.key()] = slices.ContainsFunc(f.lines, func(l string) bool { return strings.HasPrefix(l, "depth ") }) ||
			slices.ContainsFunc(f.params, func(p path) bool { return calls(p.t) || slices.ContainsFunc(p.t.reach(), calls) })
	}
	for depth := range 3 {
		// Deeper inputs are too much for brute force, and perhaps for rtest.
		within := slices.DeleteFunc(slices.Clone(truths), func(b truth) bool { return b.Depth < depth || own[b.Name] })
		var names []string
		for _, b := range within {
			names = append(names, b.Name)
		}
		lower := ask(t, rtest, dir, "-depth", strconv.Itoa(depth), "-run", `\b(`+strings.Join(names, "|")+`)\b`)
		for _, b := range within {
			b.Depth = depth
			if b.At > depth {
				b.At = -1
			}
			b.compare(t, lower[b.Name])
		}
	}
	const limit = 40
	for name, a := range ask(t, rtest, dir, "-inputs", strconv.Itoa(limit)) {
		first := answers[name]
		switch {
		case a.Verdict == "skipped":
		case a.Inputs > limit && a.Verdict != "refuted":
			t.Errorf("%s: %d inputs are tried, %d were allowed", name, a.Inputs, limit)
		case a.Verdict == "spent" && a.Inputs < limit: // too many candidates
		case first.Inputs <= limit && !reflect.DeepEqual(a, first):
			t.Errorf("%s: with room for all inputs it is %+v, without limit %+v", name, *a, *first)
		case first.Verdict != "refuted" && a.Verdict == "refuted" || first.Verdict == "exhausted" && a.Verdict == "vacuous":
			t.Errorf("%s: with fewer inputs it is %+v, without limit %+v", name, *a, *first)
		case a.Verdict == "exhausted" && first.Inputs > limit && first.Verdict == "exhausted":
			t.Errorf("%s: exhausted by %d of %d inputs", name, a.Inputs, first.Inputs)
		}
	}
}

var ofFunction = regexp.MustCompile(`Do\d+`)

// asTests compares the tests that gen writes: those of the functions that fail do.
func asTests(t *testing.T, rtest, dir string, answers map[string]*answer) {
	said := string(run(t, dir, rtest, append([]string{"gen", "-beyond", "0", "-inputs", "0", "-time", "5m"}, tested(dir)...)...))
	ended := map[string]string{}
	var output []byte
	for _, pkg := range tested(dir) {
		output = append(output, endings(t, dir, pkg, ended)...)
	}
	if len(ended) == 0 {
		t.Errorf("no tests were generated: %s", said)
	}
	for name, a := range answers {
		want := map[string]string{"refuted": "fail", "exhausted": "pass"}[a.Verdict]
		if want != ended[name] && want != "" && ofFunction.MatchString(name) {
			t.Errorf("%s: %s, but its generated tests: %q %s\n%s", name, a.Verdict, ended[name], said, output)
		}
	}
}

// endings notes how the tests of a package end, by the functions that they test,
// and returns what those that fail print.
func endings(t *testing.T, dir, pkg string, ended map[string]string) (output []byte) {
	files, err := filepath.Glob(filepath.Join(dir, pkg, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		return nil // No input satisfies the preconditions of its functions.
	}
	program := filepath.Join(dir, pkg+".test")
	run(t, dir, "go", "test", "-vet=off", "-c", "-o", program, pkg)
	// A panic ends the others of a program.
	for test := range strings.Lines(string(run(t, dir, program, "-test.list", "."))) {
		name := ofFunction.FindString(test)
		if name == "" || ended[name] == "fail" {
			continue
		}
		cmd := exec.Command(program, "-test.run", "^"+strings.TrimSpace(test)+"$")
		cmd.Dir = filepath.Join(dir, pkg)
		out, err := cmd.CombinedOutput()
		ended[name] = "pass"
		if err != nil {
			ended[name] = "fail"
			output = append(output, out...)
		}
	}
	return output
}

// again compares replayed counterexamples with the run that saved them, and a run
// that finds them saved with one that does not.
func again(t *testing.T, rtest, dir string, answers map[string]*answer) {
	flags := []string{"-json", "-beyond", "0", "-inputs", "0", "-time", "5m", "-count", "1"}
	flags = append(flags, tested(dir)...)
	for _, what := range []string{"saving", "with what is saved"} {
		for name, a := range read(t, run(t, dir, rtest, flags...)) {
			if first := answers[name]; !reflect.DeepEqual(a, first) {
				t.Errorf("%s: %s it is %+v, before %+v", name, what, *a, *first)
			}
		}
	}
	replayed := read(t, run(t, dir, rtest, append([]string{"replay"}, flags...)...))
	for name, a := range answers {
		r := replayed[name]
		if a.Verdict != "refuted" {
			if r != nil && r.Verdict == "refuted" {
				t.Errorf("%s: replayed it fails: %+v", name, *r)
			}
			continue
		}
		var calls []string
		if r != nil {
			for _, f := range r.Failures {
				calls = append(calls, f.Cause+" "+f.Call)
			}
		}
		for _, f := range a.Failures {
			if !slices.Contains(calls, f.Cause+" "+f.Call) {
				t.Errorf("%s: %s %s is not replayed: %v", name, f.Cause, f.Call, calls)
			}
		}
	}
}

// short is the name of a function without its receiver, but for an implementation
// of an interface's method, and its instantiation.
func short(name string) string {
	if dot := strings.LastIndex(name, "."); !strings.HasPrefix(name[dot+1:], "Val") {
		name = name[dot+1:]
	}
	name, _, _ = strings.Cut(name, "[")
	return name
}
