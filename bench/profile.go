package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// stages are those in which the time of an input goes, in order. Each has the functions below which
// it is spent, as parts of their names; the innermost that is known counts. Generated code has a function for each stage
// of a target.
var stages = []struct {
	name  string
	below []string
}{
	{"decide", []string{"rtest_runtime/search.", "search/loops.", "judge.RunForm"}},
	{"propagate", []string{"search/propagate."}},
	{"decode", []string{"rtestg_Build", "judge.(*Worker).arrange", "judge.(*Worker).move", "judge.(*Worker).place", "read.(*Image)"}},
	{"precondition", []string{"rtestg_Pre"}},
	{"call", []string{"rtestg_Call"}},
	{"postcondition", []string{"rtestg_Check"}},
	{"count", []string{"judge.(*Worker)", "judge.(*Crew).run"}},
	{"collector", []string{"runtime.gcBgMark", "runtime.bgsweep", "runtime.bgscavenge"}},
	{"other", nil},
}

// sampleRate is how often a profile looks, in a second.
const sampleRate = 5000

// A profile is the nanoseconds of an input by stage.
type profile struct {
	program
	stages []float64
}

// whereTimeGoes returns the section with the profiles.
func (o options) whereTimeGoes() (string, error) {
	if len(o.selected()) == 0 {
		return "", nil
	}
	all, missing, err := o.profiles()
	if err != nil {
		return "", err
	}
	return writeProfiles(all, missing), nil
}

// profiles takes a profile of each program, in one process. It returns why there are none where perf is
// missing.
func (o options) profiles() (all []profile, missing string, err error) {
	if _, err := exec.LookPath("perf"); err != nil {
		return nil, "perf was not found", nil
	}
	for _, p := range o.selected() {
		fmt.Fprintln(os.Stderr, "profile of", p.name())
		err := within(func(dir string) error {
			stacks, err := o.stacks(p, dir)
			if err != nil {
				return err
			}
			all = append(all, profile{p, byStage(stacks, p.inputs)})
			return nil
		})
		if err != nil {
			return nil, "", err
		}
	}
	return all, "", nil
}

// harnessPath is where perf has seen the process in which inputs run.
var harnessPath = regexp.MustCompile(`/\S+/run-[^/\s]+/harness\.test`)

// stacks runs rtest under perf and returns the samples of the process in which inputs run.
func (o options) stacks(p program, dir string) ([]string, error) {
	cmd := func(name string, args ...string) *exec.Cmd {
		c := exec.Command(name, args...)
		// With flags of the user for the linker, symbols are kept.
		c.Env = append(os.Environ(), "XDG_CACHE_HOME="+dir, "GOFLAGS=-ldflags=-X=main.symbols=kept")
		return c
	}
	if cache, err := exec.Command("go", "env", "GOCACHE").Output(); err == nil {
		os.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
	}
	if out, err := cmd(o.rtest, o.arguments(p, 1, "-p", "1")...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	data := filepath.Join(dir, "perf.data")
	record := append([]string{"record", "-e", "cpu-clock", "-F", strconv.Itoa(sampleRate), "--call-graph", "fp", "-o", data, o.rtest}, o.arguments(p, 0, "-p", "1")...)
	if out, err := cmd("perf", record...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("perf: %w\n%s", err, out)
	}
	places, err := cmd("perf", "script", "-i", data, "-F", "ip,dso").Output()
	if err != nil {
		return nil, err
	}
	// The process ran from a link that is gone by now; perf looks for its symbols there.
	path := string(harnessPath.Find(places))
	if path == "" {
		return nil, fmt.Errorf("perf saw no process with inputs of %s", p.name())
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	if err := os.Link(filepath.Join(filepath.Dir(filepath.Dir(path)), filepath.Base(path)), path); err != nil {
		return nil, err
	}
	out, err := cmd("perf", "script", "-i", data, "--comms", "harness.test", "-F", "ip,sym").Output()
	return strings.Split(string(out), "\n\n"), err
}

// byStage divides the samples, each a frame a line from the innermost one on, by stage.
func byStage(stacks []string, inputs int) []float64 {
	sums := make([]float64, len(stages))
	for _, stack := range stacks {
		if strings.TrimSpace(stack) != "" {
			sums[stageOf(stack)] += 1e9 / sampleRate / float64(inputs)
		}
	}
	return sums
}

func stageOf(stack string) int {
	for frame := range strings.Lines(stack) {
		for i, s := range stages {
			for _, part := range s.below {
				if strings.Contains(frame, part) {
					return i
				}
			}
		}
	}
	return len(stages) - 1
}

// changes are what changes did to these numbers. They are not measured anew.
const changes = `
What was tried, in nanoseconds of processor time for an input, on one core:

| change | effect | kept |
| --- | --- | --- |
| one recover for many inputs, stages without wrappers, and a search that collects solutions instead of yielding each | list.Insert 382 → 258, heap.Max 222 → 123, marks.Average 176 → 89 | yes |
| numbers that stand side by side decoded together, nodes set in the function of their pointer, slabs of 2 KiB instead of 512 bytes | list.Insert 258 → 224, heap.Max and marks.Average as before | yes |
| a form divided among two processes | the wall time is that of a shard; list.Insert 240 → 266, redblack.Insert 740 → 668, redblack.Size 700 → 740, balanced.Delete 750 → 984, heap.Max 110 → 228, marks.Average 93 → 87 of processor time | yes |
| batches of 512, 1024, 2048 or 4096 solutions | within 5 % of each other, so those that stay in the cache | no |
| a collector of garbage that waits for 64 MiB instead of 16 | marks.Average 88 → 77, list.Insert 246 → 246; heap.Max 104 → 128, as short runs touch more memory | no |
| the last layer of a table copied in rows, after room was made for all of them | list.Insert 283 → 277, heap.Max 112 → 116: most layers are short | no |
| memory of inputs used again where nothing that a call does outlives it | list.Insert 239 → 158, redblack.Insert 621 → 588, redblack.Size 705 → 658, balanced.Delete 678 → 588, heap.Max 104 → 98, marks.Average 82 → 59 | yes |
| a shard that makes a net of its own below a variable of its beginning, as the whole search does | divided, heap.Max 235 → 99, all others as before: only there a length decides the rest | yes |
| solutions that differ in one number handed over as a row, and that number written into the input in place; what the code changes is seen by an image of its memory | marks.Average 60 → 48, heap.Max 99 → 81, list.Insert 190 → 176 | yes |
| the inputs of a row run in one loop, without an image where the code does nothing but read; values of variables without constraints in loops; batches of 8192 | marks.Average 48 → 31, heap.Max 81 → 46, list.Insert 176 → 168 | yes |
| constants of an enumeration taken for numbers | redblack.Insert 628 → 470, redblack.Size 677 → 558; both are divided from then on | yes |
| rows described in 32 bytes instead of 72, and what rows have in common asked once for a batch | heap.Max 45 → 39, list.Insert 165 → 160, marks.Average 29 → 29 | yes |
| a job divided as soon as jobs grow so that it will take 64 ms, though the one before took less than 8 | marks.Average, whose last job has 99 % of all inputs, runs on both cores: 30 → 30 | yes |
| the same from 24 ms on | heap.Max 37 → 53: a second process and its search take 15 to 20 ms, a third of all | no |
| loops instead of rows: where only differences relate variables of at most 64 values, the process goes through nested loops with the bounds that outer numbers set, by masks of bits, and nothing is written down (measured in pairs on a busy machine, with rtest's own process) | list.Insert 188 → 145, heap.Max 55 → 31 to 48, marks.Average 31 → 25; redblack.Insert, redblack.Size and balanced.Delete as before: most of their time is in the code under test | yes |
| the next job's time told from how inputs grow instead of how times do | a last job of marks.Average that is 150 times the one before is divided although that takes 4 ms | yes |
| inputs not compared before and behind a precondition where the code does nothing but read; the form of the next depth made while inputs run | heap.Max: 11 of the 291 samples of a profile of the process go away, and 95 of 97 samples of making forms are beside the runs; the wall time was not measured on a quiet machine | yes |
| garbage looked for when memory has grown threefold instead of fivefold | seconds of processor time of all inputs on a busy machine, means of five runs in turn: list.Insert 0.50 → 0.40, redblack.Insert 0.69 → 0.61, balanced.Delete 0.38 → 0.36, heap.Max 0.16 → 0.15; redblack.Insert with ten times as many inputs 4.4 → 4.6 | yes |
| the same when memory has grown twofold | list.Insert 0.43, redblack.Insert 0.67, balanced.Delete 0.34, heap.Max 0.11; redblack.Insert with ten times as many inputs 3.7 → 4.4 | no |
| rows of a part of a term computed without a list for each of its variables, and less room for the first columns, where forms are made | heap.Max 251 → 177 samples of making forms in a profile with 5000 a second (means of four) | yes |
| no list of values of a cell that a set describes | red-black trees 7691 → 7630 allocations for a form; less code | yes |

Loops take 2 to 10 of these nanoseconds where a form consists of them, so that Go source generated for each form could save no more than that,
and would have to be compiled. Of the process of heap.Max a quarter of the samples of a profile are its inputs and 28 % the search of its nine forms,
of which half is memory that is touched for the first time or cleared; the rest is start, messages and the runtime. A precondition that is evaluated for a sample only would save 2 of arrays, 10 of
lists and 65 to 87 of the trees; it is evaluated for each input all the same, since an error of the lifting would show in nothing else.
All postconditions at once would save less than 10. A run that is divided takes more processor time, 20 to 120 ms of these runs: a second process
starts, and its search goes through the shapes of the others.
`

// writeProfiles writes the table.
func writeProfiles(all []profile, missing string) string {
	var b strings.Builder
	b.WriteString(`
## Where the time of an input goes

Nanoseconds of processor time, by what the process with the code under test does: deciding values and handing solutions over,
propagating, decoding a solution into Go values with their memory, precondition, call, postcondition, and all that is
counted and noted for the case that the process dies. "Collector" is the garbage collector besides what it does within these, "other"
the start of the process and changes between its threads.

`)
	if missing != "" {
		fmt.Fprintf(&b, "It was not measured: %s.\n", missing)
		return b.String() + changes
	}
	b.WriteString("| program |")
	for _, s := range stages {
		fmt.Fprintf(&b, " %s |", s.name)
	}
	b.WriteString(" all |\n| --- |" + strings.Repeat(" ---: |", len(stages)+1) + "\n")
	for _, p := range all {
		fmt.Fprintf(&b, "| %s |", p.name())
		sum := 0.0
		for _, n := range p.stages {
			fmt.Fprintf(&b, " %.0f |", n)
			sum += n
		}
		fmt.Fprintf(&b, " %.0f |\n", sum)
	}
	return b.String() + changes
}
