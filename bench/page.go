package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/bench/rival"
)

// page measures everything and writes the page.
func (o options) page() error {
	return within(func(dir string) error {
		h, err := newHaskell(dir, o.most)
		if err != nil {
			return err
		}
		o.enumerate = filepath.Join(dir, "enumerate")
		if out, err := exec.Command("go", "build", "-o", o.enumerate, "./enumerate").CombinedOutput(); err != nil {
			return fmt.Errorf("building the enumerators: %w\n%s", err, out)
		}
		var all []measured
		for _, p := range programs {
			if o.only != "" && o.only != p.name() {
				continue
			}
			fmt.Fprintln(os.Stderr, p.name())
			m, err := o.measure(p, h)
			if err != nil {
				return err
			}
			all = append(all, m)
		}
		z3, err := o.solver()
		if err != nil {
			return err
		}
		steps, err := o.scale()
		if err != nil {
			return err
		}
		opaque, err := o.filter()
		if err != nil {
			return err
		}
		proofs, err := o.proofs()
		if err != nil {
			return err
		}
		profiles, missing, err := o.profiles()
		if err != nil {
			return err
		}
		begun, err := o.startUp()
		if err != nil {
			return err
		}
		races, err := o.concurrent()
		if err != nil {
			return err
		}
		text := o.write(all, z3, writeProfiles(profiles, missing)+o.writeFiltered(opaque)+writeProofs(proofs)+writeScale(steps)+writeConcurrent(races)+writeStarts(begun), h)
		if o.out == "" {
			fmt.Print(text)
			return nil
		}
		return os.WriteFile(o.out, []byte(text), 0o644)
	})
}

func (o options) write(all []measured, z3, more string, h *haskell) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Benchmarks

This page is written by `+"`make bench`"+`, from one run on one machine: %s.
The programs are in [bench](../bench), a module of its own; their predicates are written as one writes them, not for the
convenience of a solver.

## Against what is written by hand

The enumerators in [bench/hand](../bench/hand) are the limit of what a tool can do: nested loops that build the inputs
that satisfy the precondition and no others, copy each, check the precondition, call the function and check what it
promises, on one core. rtest has all cores, and runs with `+"`-beyond 0 -prove=false -inputs 0 -time 0`"+`. A rate is the number of inputs divided by the
time of the whole run less that of the same run with one input; the medians of %d runs count, in which both took turns.

"Ratio" is that of the wall times, with the least and the greatest of the runs behind it. The last column is the ratio of the
processor time that both took, on all cores together, which other programs on the machine change less.

| program | inputs | whole run | inputs/s | by hand, inputs/s | ratio | from to | processor |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
`, machine(), o.runs)
	for _, m := range all {
		own, hand := rate(m.inputs, m.net.wall), rate(m.inputs, m.hand.wall)
		fmt.Fprintf(&b, "| %s: %s | %d | %s | %s | %s | %.2f | %.2f–%.2f | %.2f |\n", m.name(), m.title, m.inputs,
			seconds(m.whole.wall), number(own), number(hand), own/hand, m.least, m.greatest, m.hand.cpu.Seconds()/m.net.cpu.Seconds())
	}
	fmt.Fprintf(&b, "\nWith `-engine z3`, %s.\n", z3)
	b.WriteString(more)
	fmt.Fprintf(&b, `
## Against other tools

How many different inputs that satisfy the precondition each tool tested in a second, within the same bounds, and how
long it took to have tested all of them. Each ran for %v at most; where that was not enough the share of the inputs is
given. "filtering" makes any values of the types and throws away those that do not satisfy the precondition, "generator"
is written by hand to make only such that do.

| program | tool | inputs/s | all inputs |
| --- | --- | ---: | ---: |
`, o.most)
	for _, m := range all {
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
	if h.missing != "" {
		fmt.Fprintf(&b, "\nSmallCheck, LazySmallCheck and QuickCheck were not measured: %s.\n", h.missing)
	}
	fmt.Fprintf(&b, "\nVersions: %s.\n", versions(h))
	return b.String()
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

// machine says what was measured on.
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
