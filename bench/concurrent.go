package main

import (
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// A concurrently is the tests of types that are used concurrently.
type concurrently struct {
	title string
	// types counts the types tested and whole those with a finding or with all schedules of at most
	// two preemptions run.
	types, whole, cases, schedules int
	// run is the whole run, once the one that finds nothing to do but loads and builds.
	run, once took
}

// concurrent measures rtest race on a map protected by a mutex and on the examples of its tests.
func (o options) concurrent() (all []concurrently, err error) {
	for _, p := range []struct{ title, dir string }{
		{"a map behind a mutex", "guarded"},
		{"examples of concurrent faults, and of right code", "../internal/race/testdata/examples"},
	} {
		m := concurrently{title: p.title}
		var runs, once []took
		if _, _, err := o.race(p.dir, "1"); err != nil { // The first run compiles what the others find in the cache.
			return nil, err
		}
		for range o.runs {
			out, t, err := o.race(p.dir, "10000000")
			if err != nil {
				return nil, err
			}
			_, n, err := o.race(p.dir, "1")
			if err != nil {
				return nil, err
			}
			runs, once = append(runs, t), append(once, n)
			m.count(out)
		}
		m.run, m.once = median(runs), median(once)
		all = append(all, m)
	}
	return all, nil
}

// race runs rtest race with a bound of schedules. Some of the examples have faults.
func (o options) race(dir, schedules string) (string, took, error) {
	out, t, err := timed(o.rtest, "-C", dir, "race", "-save=false", "-schedules", schedules, "./...")
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 1 {
		err = nil
	}
	return out, t, err
}

var ofType = regexp.MustCompile(`^(ok|FAIL)  .*  (\d+) cases?, (\d+) schedules?`)

// count reads the counts from an output.
func (m *concurrently) count(out string) {
	m.types, m.whole, m.cases, m.schedules = 0, 0, 0, 0
	for _, line := range strings.Split(out, "\n") {
		found := ofType.FindStringSubmatch(line)
		if found == nil {
			continue
		}
		m.types++
		if found[1] == "FAIL" || strings.Contains(line, "all with at most 2 preemptions") && !strings.Contains(line, "left out") {
			m.whole++
		}
		cases, _ := strconv.Atoi(found[2])
		schedules, _ := strconv.Atoi(found[3])
		m.cases, m.schedules = m.cases+cases, m.schedules+schedules
	}
}

func (o options) writeConcurrent(all []concurrently) string {
	var b strings.Builder
	b.WriteString(`
## Schedules

What ` + "`rtest race`" + ` runs without a bound of schedules, with at most two preemptions and then five at random: cases of up to two sequences of two calls.
Schedules that come to the same are left out before they are run; each one counted is run. Processor time, of which "load and build" is that of
a run with one schedule a type; the rate is that of the rest.

| packages | types | of these exhausted or with a finding | cases | schedules | processor time | load and build | schedules a second and core |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
`)
	for _, m := range all {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %s | %s | %s |\n", m.title, m.types, m.whole, m.cases, m.schedules,
			seconds(m.run.cpu), seconds(m.once.cpu), number(rate(m.schedules, m.run.cpu-m.once.cpu)))
	}
	return b.String()
}
