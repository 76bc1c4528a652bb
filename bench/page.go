package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/bench/rival"
)

// A section is a part of the page. Its name is what -only takes.
type section struct {
	name  string
	write func(options) (string, error)
}

// sections are those of the page, in order.
var sections = []section{
	{"hand", options.againstHand},
	{"profile", options.whereTimeGoes},
	{"opaque", made(options.filter, options.writeFiltered)},
	{"sharing", made(options.share, options.writeShared)},
	{"proofs", made(options.proofs, options.writeProofs)},
	{"scale", made(options.scale, options.writeScale)},
	{"schedules", made(options.concurrent, options.writeConcurrent)},
	{"start", made(options.startUp, options.writeStarts)},
	{"ordinary", made(options.ordinary, options.writeOrdinary)},
	{"found", made(options.found, options.writeFound)},
	{"tools", options.againstTools},
}

// made returns the function that measures and writes a section. The section is empty if nothing was
// measured.
func made[T any](measure func(options) ([]T, error), write func(options, []T) string) func(options) (string, error) {
	return func(o options) (string, error) {
		all, err := measure(o)
		if err != nil || len(all) == 0 {
			return "", err
		}
		return write(o, all), nil
	}
}

// page measures everything, or only the requested section, and writes the page.
func (o options) page() error {
	return within(func(dir string) (err error) {
		o.enumerate, o.programs = filepath.Join(dir, "enumerate"), map[string]measured{}
		if out, err := exec.Command("go", "build", "-o", o.enumerate, "./enumerate").CombinedOutput(); err != nil {
			return fmt.Errorf("building the enumerators: %w\n%s", err, out)
		}
		if o.haskell, err = newHaskell(dir, o.most); err != nil {
			return err
		}
		only := slices.IndexFunc(sections, func(s section) bool { return s.name == o.only })
		text := ""
		if o.only == "" {
			text = head()
		}
		if only >= 0 {
			o.only = ""
		}
		for i, s := range sections {
			if only >= 0 && i != only {
				continue
			}
			part, err := s.write(o)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			text += part
		}
		if o.out == "" {
			fmt.Print(text)
			return nil
		}
		return os.WriteFile(o.out, []byte(text), 0o644)
	})
}

// head returns what the page begins with.
func head() string {
	return fmt.Sprintf(`# Benchmarks

This page is written by `+"`make bench`"+`, from one run on one machine: %s.
The programs are in [bench](../bench), a module of its own; their predicates are written as one writes them, not for the
convenience of a solver. `+"`cd bench && go run . -only NAME`"+` measures one section (%s) or one program, as list.Insert, or one
module of the section "start" by the name in its row.
`, machine(), sectionNames())
}

func sectionNames() string {
	var names []string
	for _, s := range sections {
		names = append(names, s.name)
	}
	return strings.Join(names, ", ")
}

// selected returns the requested programs.
func (o options) selected() (list []program) {
	for _, p := range programs {
		if o.only == "" || o.only == p.name() {
			list = append(list, p)
		}
	}
	return list
}

// againstHand returns the section that compares rtest with the enumerators.
func (o options) againstHand() (string, error) {
	if len(o.selected()) == 0 {
		return "", nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, `
## Against what is written by hand

The enumerators in [bench/hand](../bench/hand) are the limit of what a tool can do: nested loops that build the inputs
that satisfy the precondition and no others, copy each, check the precondition, call the function and check what it
promises, on one core. rtest has all cores, and runs with `+"`-beyond 0 -prove=false -inputs 0 -time 0`"+`. A rate is the number of inputs divided by the
time of the whole run less that of the same run with one input; the medians of %d runs count, in which both took turns.

"Ratio" is that of the wall times, with the least and the greatest of the runs behind it. The last column is the ratio of the
processor time that both took, on all cores together, which other programs on the machine change less.

| program | inputs | whole run | inputs/s | by hand, inputs/s | ratio | from to | processor |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
`, o.runs)
	for _, p := range o.selected() {
		m, err := o.measured(p)
		if err != nil {
			return "", err
		}
		own, hand := rate(m.inputs, m.net.wall), rate(m.inputs, m.hand.wall)
		fmt.Fprintf(&b, "| %s: %s | %d | %s | %s | %s | %.2f | %.2f–%.2f | %.2f |\n", m.name(), m.title, m.inputs,
			seconds(m.whole.wall), number(own), number(hand), own/hand, m.least, m.greatest, m.hand.cpu.Seconds()/m.net.cpu.Seconds())
	}
	if o.only == "" {
		z3, err := o.solver()
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\nWith `-engine z3`, %s.\n", z3)
	}
	return b.String(), nil
}

// againstTools returns the section that compares rtest with other tools.
func (o options) againstTools() (string, error) {
	if len(o.selected()) == 0 {
		return "", nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, `
## Against other tools

How many different inputs that satisfy the precondition each tool tested in a second, within the same bounds, and how
long it took to have tested all of them. Each ran for %v at most; where that was not enough the share of the inputs is
given. "filtering" makes any values of the types and throws away those that do not satisfy the precondition, "generator"
is written by hand to make only such that do.

| program | tool | inputs/s | all inputs |
| --- | --- | ---: | ---: |
`, o.most)
	for _, p := range o.selected() {
		m, err := o.measured(p)
		if err == nil {
			err = o.measureTools(&m)
		}
		if err != nil {
			return "", err
		}
		row := func(tool string, n int, d time.Duration) {
			whole := seconds(d)
			if n < m.inputs {
				whole = fmt.Sprintf("%.2g %%", 100*float64(n)/float64(m.inputs))
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", m.name(), tool, number(rate(n, d)), whole)
		}
		row("rtest (the whole run)", m.inputs, m.whole.wall)
		for i, r := range m.rivals {
			row(rival.Rivals[i].Name+", "+rival.Rivals[i].Way, r.Distinct, r.Elapsed)
		}
		if m.fuzzed.Elapsed > 0 {
			row("go test -fuzz, one worker, filtering", m.fuzzed.Distinct, m.fuzzed.Elapsed)
		}
		for i, r := range m.haskell {
			row(haskellLibraries[i].name+", "+haskellLibraries[i].way, r.inputs, r.elapsed)
		}
	}
	if o.haskell.missing != "" {
		fmt.Fprintf(&b, "\nSmallCheck, LazySmallCheck and QuickCheck were not measured: %s.\n", o.haskell.missing)
	}
	fmt.Fprintf(&b, "\nVersions: %s.\n", versions(o.haskell))
	return b.String(), nil
}

// solver measures Z3 alone.
func (o options) solver() (string, error) {
	p := program{pkg: "redblack", function: "Size", flags: []string{"-engine", "z3"}, depth: 5, inputs: 51_242}
	if _, _, err := o.check(p, 1); err != nil {
		return "libz3 was not found", nil
	}
	var net []took
	for range o.runs {
		out, all, err := o.check(p, 0)
		if err != nil {
			return "", err
		}
		if n, err := inputs(out); err != nil || n != p.inputs {
			return "", fmt.Errorf("rtest has %d inputs of %s, want %d: %w", n, p.name(), p.inputs, err)
		}
		_, one, err := o.check(p, 1)
		if err != nil {
			return "", err
		}
		net = append(net, all.minus(one))
	}
	return fmt.Sprintf("%s gets %s red-black trees of height ≤ 5 in a second (%d in all)", p.name(), number(rate(p.inputs, median(net).wall)), p.inputs), nil
}

func rate(n int, d time.Duration) float64 { return float64(n) / max(d.Seconds(), 1e-9) }

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f s", d.Seconds()) }

// number writes a rate with three digits that count.
func number(x float64) string {
	switch {
	case x >= 1e9:
		return fmt.Sprintf("%.3g billion", x/1e9)
	case x >= 1e6:
		return fmt.Sprintf("%.3g million", x/1e6)
	case x >= 1000:
		return fmt.Sprintf("%.0f 000", x/1000)
	}
	return fmt.Sprintf("%.3g", x)
}

// machine describes the machine of the measurement.
func machine() string {
	cpu := runtime.GOARCH
	if data, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(data)) {
			if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == "model name" {
				cpu = strings.TrimSpace(v)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d cores, %s, on %s", cpu, runtime.NumCPU(), runtime.GOOS, time.Now().Format("2 January 2006"))
}

// versions lists those of the tools.
func versions(h *haskell) string {
	list := []string{runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			list = append(list, m.Path+" "+m.Version)
		}
	}
	if h.version != "" {
		list = append(list, "GHC "+h.version)
		for _, l := range haskellLibraries {
			name := l.name
			if l.name != "QuickCheck" {
				name = strings.ToLower(name)
			}
			if out, err := exec.Command("ghc-pkg", "--simple-output", "latest", name).Output(); err == nil {
				list = append(list, strings.TrimSpace(string(out)))
			}
		}
	}
	return strings.Join(list, ", ")
}
