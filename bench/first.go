package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A start is a module on which rtest and go test are both run: from the edit to the answer.
type start struct {
	name, title         string
	packages, functions int
	wrong, edited       bool
}

var starts = []start{
	{name: "failing", title: "one function that fails, after an edit", packages: 1, functions: 1, wrong: true, edited: true},
	{name: "unchanged", title: "the same package, unchanged", packages: 1, functions: 1},
	{name: "forty", title: "forty packages of three functions, after an edit of each", packages: 40, functions: 3, edited: true},
	{name: "forty-unchanged", title: "the same forty packages, unchanged", packages: 40, functions: 3},
	{name: "fifty", title: "a package of 50 functions, after an edit", packages: 1, functions: 50, edited: true},
	{name: "five-hundred", title: "a package of 500 functions, after an edit", packages: 1, functions: 500, edited: true},
}

// A started is what both took for one module, run by run.
type started struct {
	start
	test, rtest []took
}

// startUp measures from the edit to the answer. Builds that do not depend on the edit were made before.
func (o options) startUp() (all []started, err error) {
	rtest, err := filepath.Abs(o.rtest)
	if err != nil {
		return nil, err
	}
	for _, s := range starts {
		if o.only != "" && o.only != s.name {
			continue
		}
		fmt.Fprintln(os.Stderr, s.title)
		dir, err := os.MkdirTemp("", "rtest-bench-")
		if err != nil {
			return nil, err
		}
		m := started{start: s}
		err = m.run(dir, rtest, o.runs)
		if err = errors.Join(err, os.RemoveAll(dir)); err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// run runs both programs in turn, each after an edit of its own.
func (m *started) run(dir, rtest string, runs int) error {
	edit := 0
	once := func(name string, args ...string) (took, error) {
		if edit++; m.edited || edit == 1 {
			if err := m.write(dir, edit); err != nil {
				return took{}, err
			}
		}
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		begin := time.Now()
		out, err := cmd.CombinedOutput()
		t := took{wall: time.Since(begin)}
		var exit *exec.ExitError
		if err != nil && !(m.wrong && errors.As(err, &exit) && exit.ExitCode() == 1) {
			return t, fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
		}
		t.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		return t, nil
	}
	for i := range runs + 1 {
		test, err := once("go", "test", "./...")
		if err != nil {
			return err
		}
		own, err := once(rtest, "-save=false", "./...")
		if err != nil {
			return err
		}
		if i > 0 { // the first one builds what all have in common
			m.test, m.rtest = append(m.test, test), append(m.rtest, own)
		}
	}
	return nil
}

// write writes the module. Each edit is a number in a body.
func (m *started) write(dir string, edit int) error {
	files := map[string]string{"go.mod": "module example.com/start\n\ngo 1.24\n"}
	promise := "result >= 0 || x == -9223372036854775808"
	if m.wrong {
		promise = "result > 0"
	}
	for p := range m.packages {
		name := fmt.Sprintf("p%d", p)
		var code, tests strings.Builder
		fmt.Fprintf(&code, "package %s\n", name)
		fmt.Fprintf(&tests, "package %s\n\nimport \"testing\"\n", name)
		for f := range m.functions {
			fmt.Fprintf(&code, "\n//rtest:ensures %s\nfunc Abs%d(x int) int {\n\tif x == %d {\n\t\treturn %d\n\t}\n\tif x < 0 {\n\t\treturn -x\n\t}\n\treturn x\n}\n", promise, f, 1000+edit, edit)
			fmt.Fprintf(&tests, "\nfunc TestAbs%d(t *testing.T) {\n\tfor x := -10; x <= 10; x++ {\n\t\tif y := Abs%d(x); y < 0 || %t && y == 0 {\n\t\t\tt.Fatal(x, y)\n\t\t}\n\t}\n}\n", f, f, m.wrong)
		}
		files[filepath.Join(name, "p.go")], files[filepath.Join(name, "p_test.go")] = code.String(), tests.String()
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			return err
		}
	}
	return nil
}

// writeStarts writes the section of the page.
func (options) writeStarts(all []started) string {
	var b strings.Builder
	b.WriteString(`
## The first answer

From the edit of a module to the answer, beside ` + "`go test`" + ` of tests that call the same functions with 21 inputs each. The standard library
and the runtime of rtest are compiled before. Medians of runs that took turns, with the least and the greatest; the ratio is that of the processor times, run by run.

| name | module | go test: clock | processor | rtest: clock | processor | ratio |
|---|---|---|---|---|---|---|
`)
	for _, m := range all {
		var ratios []float64
		for i := range m.test {
			ratios = append(ratios, m.rtest[i].cpu.Seconds()/m.test[i].cpu.Seconds())
		}
		slices.Sort(ratios)
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %.2f (%.2f–%.2f) |\n", m.name, m.title, spread(m.test, clock), spread(m.test, processor), spread(m.rtest, clock), spread(m.rtest, processor),
			ratios[len(ratios)/2], ratios[0], ratios[len(ratios)-1])
	}
	return b.String() + compiling
}

// compiling explains the time of a large package. It is not measured again.
const compiling = `
Of a package of 500 functions the compiler takes a sixth; the rest is what is tested and proved, about 4 ms of processor time a function.
Of what is left, half is the run itself: forms and proofs, looking at the package, and generating code. A fifth is the process of the code under test, of which
reading jobs as JSON takes 17 % and asking the system for its size 11 %. What was tried, in seconds of processor time to compile such a package:

| change | effect | kept |
| --- | --- | --- |
| the table of targets static, with nil pointers for types instead of functions that make values | 3.85 → 3.22 | yes |
| methods that do nothing left out, and looked for when they are called | 3.22 → 2.49 | yes |
| the same, but taken from an embedded type: the compiler writes a method for each | 2.49 → 3.09 | no |
| one method for all variables instead of three | 2.49 → 2.31 | yes |
| no zero value before a number is read | 2.31 → 2.15: then an input that was not built shows numbers of the one before | no |
| functions over a state instead of methods, written once for all targets that do the same with the same variables | 2.5 → 0.85 | yes |
| counters that are statements, ` + "`At[n] |= On`" + `, and not calls to be inlined | 0.71 → 0.64 (these two rows: with contracts of one kind, the package itself being 0.09) | yes |
| a table of the kinds of targets, the function under test as a value, and no function of its own that calls it | 0.64 → 0.21 | yes |
| all generated code without optimization | 3.85 → 3.12, but each input takes longer | no |

What is left is the package itself with its counters, and a row for each function; contracts that differ have checks, explanations and terms
of their own as well. Of all processor time, in seconds (medians of four runs in turn):

| change | effect | kept |
| --- | --- | --- |
| stages shared, as above | 7.4 → 5.0 | yes |
| what propagation refutes with 5000 steps is not asked of Z3, for which opening a context alone takes a millisecond | 5.0 → 3.9 | yes |
| garbage looked for half as often | 3.9 → 3.5; 245 MiB instead of 175, of 290 before all this | yes |
| counters as statements and kinds of targets, as above | 3.15 → 2.65 on a busy machine | yes |
| 100 inputs beyond the bounds instead of 1000, none of them solved for, where propagation proves the contract for all; the conditions of a job as one text instead of JSON | 3.4 → 2.2 with the row above, 50 functions 0.68 → 0.53 (medians of three pairs on a busy machine; by the clock 8.4 → 4.0 and 1.4 → 1.5) | yes |
| models of the standard library made once instead of for each form, a job as JSON without zeros and in one message with its form, messages read ahead, the blocks of a function found by its name, the process's size read without package os | 6.3 → 5.3 on a busy machine (medians of three pairs; 50 functions 1.1 → 1.1). In a profile rtest itself takes 2.9 → 2.5, the process 1.3 → 1.0 | yes |
| the size of the process asked of the system only when Go has mapped further memory, and not before each job (43 µs on a busy machine, now 0.4); what implements an interface found once | 6.1 → 5.8 on a busy machine (medians of seven pairs, ratio 0.86 to 1.08) | yes |
| the first inputs sent with the job, all of them in few messages where they are at hand; no goroutine that watches a job before its first tick; messages waited for by the runtime's poller, because a thread that waits in a read keeps the runtime's monitor awake, which took 30 % of the process's samples | 6.5 → 5.6 on a busy machine (medians of four runs in turn; 50 functions 1.9 → 1.9) | yes |
| in rtest and in the process, garbage looked for when memory has grown threefold instead of fivefold, because memory that is touched for the first time takes more time than garbage does | 5.7 → 4.4 on a busy machine (medians of five and four runs); with the row above 6.7 → 4.4, 50 functions 1.5 → 1.5 (medians of four and three runs in turn), so that ten times as many take 2.9 times as long; the fifty ordinary functions 25.1 → 23.1, 536 → 368 MiB (means of two) | yes |
| the same in rtest alone; when memory has grown twofold in rtest alone | 5.7 → 4.8; 5.7 → 4.7, but the ordinary functions 25.1 → 25.6 | no |
| the same when memory has grown ninefold, in all programs | 5.7 → 6.5 | no |
`

func clock(t took) time.Duration     { return t.wall }
func processor(t took) time.Duration { return t.cpu }

// spread writes the median, the least and the greatest, in seconds.
func spread(ts []took, of func(took) time.Duration) string {
	var ds []float64
	for _, t := range ts {
		ds = append(ds, of(t).Seconds())
	}
	slices.Sort(ds)
	return fmt.Sprintf("%.2f s (%.2f–%.2f)", ds[len(ds)/2], ds[0], ds[len(ds)-1])
}
