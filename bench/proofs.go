package main

import (
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// A proven counts what is proved about the functions of some packages and measures the time.
type proven struct {
	title                       string
	functions, exhausted, ofAll int
	// with and without are the runs with the symbolic pass and without it.
	with, without took
}

// proofs measures the symbolic pass on the examples and on functions of numbers.
func (o options) proofs() ([]proven, error) {
	if o.only != "" {
		return nil, nil
	}
	var list []proven
	for _, p := range []struct{ title, dir string }{{"examples", "../examples"}, {"functions of numbers (scalars)", "scalars"}} {
		m := proven{title: p.title}
		out, _, err := o.proveIn(p.dir, "-v")
		if err != nil {
			return nil, err
		}
		m.functions, m.exhausted, m.ofAll = countProofs(out)
		var with, without []took
		for range o.runs {
			_, w, err := o.proveIn(p.dir, "-prove=true")
			if err != nil {
				return nil, err
			}
			_, n, err := o.proveIn(p.dir, "-prove=false")
			if err != nil {
				return nil, err
			}
			with, without = append(with, w), append(without, n)
		}
		m.with, m.without = median(with), median(without)
		list = append(list, m)
	}
	return list, nil
}

// proveIn runs rtest on the packages below a directory. Some of the examples have faults.
func (o options) proveIn(dir, how string) (string, took, error) {
	out, t, err := timed(o.rtest, "-C", dir, "-count=1", "-save=false", how, "./...")
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 {
		err = nil
	}
	return out, t, err
}

var ofFunction = regexp.MustCompile(`^--- (PASS|FAIL): `)

// countProofs counts in an output of -v the functions, those whose inputs within the bounds all ran
// without a failure, and those among them that are proved.
func countProofs(out string) (functions, exhausted, proved int) {
	is := false
	for _, line := range strings.Split(out, "\n") {
		switch {
		case ofFunction.MatchString(line):
			functions++
			if is = strings.HasPrefix(line, "--- PASS") && strings.Contains(line, "exhausted to depth") && !strings.Contains(line, "spent:"); is {
				exhausted++
			}
		case is && strings.HasPrefix(line, "    proved for"):
			proved++
		}
	}
	return functions, exhausted, proved
}

func (options) writeProofs(list []proven) string {
	var b strings.Builder
	b.WriteString(`
## What is proved

How many of the functions that were exhausted within the default bounds are also proved, for all inputs or for all data of the shapes of
these bounds; and what the symbolic pass adds to a run at default flags: medians of the wall time and of the processor time of runs
without it and with it.

| functions | tested | exhausted | of these proved | wall time | it adds | processor time | it adds | for a function |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
`)
	for _, p := range list {
		more := p.with.minus(p.without)
		fmt.Fprintf(&b, "| %s | %d | %d | %d (%.0f %%) | %s → %s | %.0f %% | %s → %s | %.0f %% | %s |\n", p.title, p.functions, p.exhausted, p.ofAll, 100*float64(p.ofAll)/float64(max(1, p.exhausted)),
			seconds(p.without.wall), seconds(p.with.wall), 100*more.wall.Seconds()/p.without.wall.Seconds(),
			seconds(p.without.cpu), seconds(p.with.cpu), 100*more.cpu.Seconds()/p.without.cpu.Seconds(), seconds(more.cpu/time.Duration(max(1, p.functions))))
	}
	b.WriteString(`
Of 52 functions of numbers that are copied from the standard library (math/bits, utf8, utf16, strconv, time, base64, net, mime, image/color,
go/scanner, crypto/subtle), with contracts of what they give, all are exhausted and 45 are proved for all inputs. Z3 gives up on Len64, OnesCount16,
Reverse16, RotateLeft64, Div32, norm and Duration.Truncate.
`)
	return b.String()
}
