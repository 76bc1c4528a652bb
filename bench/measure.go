package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/bench/random"
	"github.com/rtest-dev/rtest/bench/rival"
)

type options struct {
	rtest, out, only string
	runs             int
	most             time.Duration
	// enumerate is the program of the enumerators, haskell that of the libraries of Haskell.
	enumerate string
	haskell   *haskell
	// programs are those that were measured, by name.
	programs map[string]measured
}

// A took is how long a process took: on the clock, and on all cores together.
type took struct{ wall, cpu time.Duration }

func (t took) minus(u took) took { return took{t.wall - u.wall, t.cpu - u.cpu} }

// timed runs a program and returns its output.
func timed(name string, args ...string) (string, took, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	start := time.Now()
	out, err := cmd.Output()
	t := took{wall: time.Since(start)}
	if cmd.ProcessState != nil {
		t.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
	}
	return string(out), t, err
}

// A measured is the medians of one program.
type measured struct {
	program
	// whole is a run of rtest, net the same less a run with one input, hand the
	// enumerator's.
	whole, net, hand took
	rivals           []rival.Result
	// fuzzed is that of go test -fuzz. least and greatest are the extremes of the ratio of wall times.
	fuzzed          rival.Result
	least, greatest float64
	haskell         []haskellResult
}

func median(ts []took) took {
	by := func(of func(took) time.Duration) time.Duration {
		var ds []time.Duration
		for _, t := range ts {
			ds = append(ds, of(t))
		}
		slices.Sort(ds)
		return ds[len(ds)/2]
	}
	return took{by(func(t took) time.Duration { return t.wall }), by(func(t took) time.Duration { return t.cpu })}
}

// measured measures one program, once.
func (o options) measured(p program) (measured, error) {
	if m, ok := o.programs[p.name()]; ok {
		return m, nil
	}
	fmt.Fprintln(os.Stderr, p.name())
	m, err := o.measure(p)
	o.programs[p.name()] = m
	return m, err
}

// measure runs rtest and the enumerator in turn.
func (o options) measure(p program) (measured, error) {
	m := measured{program: p}
	if _, _, err := o.check(p, 1); err != nil { // builds
		return m, err
	}
	var whole, net, hand []took
	for range o.runs {
		all, err := o.whole(p)
		if err != nil {
			return m, err
		}
		_, one, err := o.check(p, 1)
		if err != nil {
			return m, err
		}
		out, own, err := timed(o.enumerate, p.name(), strconv.Itoa(p.depth))
		if err != nil {
			return m, err
		}
		if n, _ := strconv.Atoi(strings.TrimSpace(out)); n != p.inputs {
			return m, fmt.Errorf("the enumerator of %s has %d inputs, want %d", p.name(), n, p.inputs)
		}
		whole, net, hand = append(whole, all), append(net, all.minus(one)), append(hand, own)
	}
	m.whole, m.net, m.hand = median(whole), median(net), median(hand)
	m.least, m.greatest = math.Inf(1), 0
	for i := range net {
		ratio := hand[i].wall.Seconds() / max(net[i].wall.Seconds(), 1e-9)
		m.least, m.greatest = min(m.least, ratio), max(m.greatest, ratio)
	}
	return m, nil
}

// measureTools runs the other tools.
func (o options) measureTools(m *measured) (err error) {
	p := m.program
	fmt.Fprintln(os.Stderr, "other tools with", p.name())
	if q, ok := random.Programs[p.name()]; ok {
		for _, r := range rival.Rivals {
			res, err := r.Run(q, p.depth, p.inputs, o.most)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", r.Name, p.name(), err)
			}
			m.rivals = append(m.rivals, res)
		}
	}
	if m.fuzzed, err = o.fuzz(p); err != nil {
		return err
	}
	m.haskell, err = o.haskell.measure(p)
	return err
}

// whole runs rtest with all inputs of a program. It fails unless there are as many as there should be.
func (o options) whole(p program) (took, error) {
	out, t, err := o.check(p, 0)
	if err != nil {
		return t, err
	}
	if n, err := inputs(out); err != nil || n != p.inputs {
		return t, errors.Join(err, fmt.Errorf("rtest has %d inputs of %s, want %d", n, p.name(), p.inputs))
	}
	return t, nil
}

// check runs rtest with at most so many inputs, 0 for all.
func (o options) check(p program, most int) (string, took, error) {
	return timed(o.rtest, o.arguments(p, most)...)
}

// arguments returns those of a run with at most so many inputs, 0 for all.
func (options) arguments(p program, most int, more ...string) []string {
	args := []string{"-v", "-count=1", "-save=false", "-beyond", "0", "-prove=false", "-time", "0",
		"-inputs", strconv.Itoa(most), "-depth", strconv.Itoa(p.depth), "-run", "^" + p.function + "$"}
	return append(append(append(args, p.flags...), more...), "./"+p.pkg)
}

var summary = regexp.MustCompile(`(?m)^ok\s.*\b(\d+) inputs, exhausted to depth`)

// inputs reads how many inputs there were.
func inputs(out string) (int, error) {
	m := summary.FindStringSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("rtest does not exhaust the depth:\n%s", out)
	}
	return strconv.Atoi(m[1])
}
