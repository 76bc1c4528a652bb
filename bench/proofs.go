package main

import (
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
)

// A proven is what is proved of the functions of some packages, and what that takes.
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
		var with, without []took
		for range o.runs {
			out, w, err := o.proveIn(p.dir, "-prove=true")
			if err != nil {
				return nil, err
			}
			_, n, err := o.proveIn(p.dir, "-prove=false")
			if err != nil {
				return nil, err
			}
			with, without = append(with, w), append(without, n)
			m.functions, m.exhausted, m.ofAll = countProofs(out)
		}
		m.with, m.without = median(with), median(without)
		list = append(list, m)
	}
	return list, nil
}

// proveIn runs rtest on the packages below a directory. Some of the examples have faults.
func (o options) proveIn(dir, how string) (string, took, error) {
	out, t, err := timed(o.rtest, "-C", dir, "-v", "-count=1", "-save=false", "-time", "0", how, "./...")
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 {
		err = nil
	}
	return out, t, err
}

var ofFunction = regexp.MustCompile(`^--- (PASS|FAIL): `)

// countProofs counts the functions of an output of -v, those of which all inputs within the bounds
// were run without a failure, and those of these that are proved.
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
these bounds, at default flags; and what the symbolic pass adds to the run: medians of the processor time of runs with it and without.

| functions | tested | exhausted | of these proved | without the pass | with it | it adds |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
`)
	for _, p := range list {
		fmt.Fprintf(&b, "| %s | %d | %d | %d (%.0f %%) | %s | %s | %.0f %% |\n", p.title, p.functions, p.exhausted, p.ofAll, 100*float64(p.ofAll)/float64(max(1, p.exhausted)),
			seconds(p.without.cpu), seconds(p.with.cpu), 100*(p.with.cpu.Seconds()/p.without.cpu.Seconds()-1))
	}
	b.WriteString(`
Of 52 functions of numbers that are copied from the standard library (math/bits, utf8, utf16, strconv, time, base64, net, mime, image/color,
go/scanner, crypto/subtle), with contracts of what they give, all are exhausted and 45 are proved for all inputs. Z3 gives up on Len64, OnesCount16,
Reverse16, RotateLeft64, Div32, norm and Duration.Truncate.
`)
	return b.String()
}
