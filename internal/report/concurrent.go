package report

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
)

// concurrent returns the text about a type that promises concurrent use: its findings, what keeps
// it from being tested, and its line.
func (f *format) concurrent(e event.Concurrent) string {
	failed := e.Failed(f.Strict)
	f.sum.types++
	if failed {
		f.sum.failed++
	}
	var b strings.Builder
	for _, x := range e.Findings {
		b.WriteString(x.Text)
	}
	for _, n := range e.Notes {
		fmt.Fprintf(&b, "%s: %s: %s\n", f.at(e.Pos), e.Name(), n)
	}
	word, code := "PASS", green
	switch {
	case failed:
		word, code = "FAIL", red
	case e.Verdict == event.Unsupported:
		word, code = "SKIP", yellow
	}
	if e.Reason != "" {
		f.sum.partial++
		fmt.Fprintf(&b, "%s: %s: %s: %s\n", f.at(e.Pos), e.Name(), f.color(yellow, e.Verdict.String()), e.Reason)
	}
	if failed && !f.Nested || f.Verbose {
		if !f.Nested {
			b.WriteString(f.color(code, "--- "+word+":") + " ")
		}
		fmt.Fprintf(&b, "%s (%s)", e.Name(), seconds(e.Elapsed, 2))
		if e.Counts != "" {
			b.WriteString("\t" + e.Counts)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// concurrentEvents writes the events of a type as those of a function.
func (s *stream) concurrentEvents(e event.Concurrent) {
	s.put(record{Action: "run", Package: e.Package, Test: e.Name()})
	s.output(e.Package, e.Name(), "=== RUN   "+e.Name()+"\n")
	verbose := s.Verbose
	s.Verbose = true
	s.output(e.Package, e.Name(), s.lines(e))
	s.Verbose = verbose
	action := "pass"
	switch {
	case e.Failed(s.Strict):
		action = "fail"
	case e.Verdict == event.Unsupported:
		action = "skip"
	}
	s.put(record{Action: action, Package: e.Package, Test: e.Name(), Elapsed: elapsed(e.Elapsed), Rtest: e.Detail})
}

// concurrentCase adds the case of a type.
func (j *junit) concurrentCase(e event.Concurrent, text string) {
	c := junitCase{Class: e.Package, Name: e.Name(), Status: e.Verdict.String(), Time: junitSeconds(e.Elapsed), Output: text}
	for _, x := range e.Findings {
		c.Failures = append(c.Failures, junitProblem{x.Cause, x.Title, x.Text})
	}
	switch {
	case e.Failed(j.Strict) && len(c.Failures) == 0:
		c.Failures = append(c.Failures, junitProblem{c.Status, e.Reason, text})
	case e.Verdict == event.Unsupported:
		reason := c.Status + ": " + e.Reason
		c.Skipped = &reason
	}
	j.suite().add(c)
}

// concurrentNotices returns the findings of a type, or why it was not tested.
func (f *format) concurrentNotices(e event.Concurrent) (list []notice) {
	for _, x := range e.Findings {
		_, rest, _ := strings.Cut(x.Text, "\n")
		list = append(list, notice{pos: e.Pos, rule: x.Cause, text: strings.TrimRight(e.Type+": "+x.Title+"\n"+rest, "\n")})
	}
	if e.Verdict == event.Unsupported {
		list = append(list, notice{pos: e.Pos, rule: e.Verdict.String(), text: e.Name() + ": " + e.Reason, warning: !e.Failed(f.Strict)})
	}
	return list
}

// A concurrentVerdict has the keys of the field Rtest that make an event again.
type concurrentVerdict struct {
	Verdict, Concurrent, Pos, Reason, Counts string
	Notes                                    []string
	Failures                                 []event.ConcurrentFinding
}

// concurrent handles the last event of a type.
func (r *reader) concurrent(e readEvent) error {
	var v concurrentVerdict
	if err := json.Unmarshal(e.Rtest, &v); err != nil {
		return err
	}
	c := event.Concurrent{
		Package: e.Package, Type: v.Concurrent, Pos: position(v.Pos), Reason: v.Reason, Findings: v.Failures,
		Notes: v.Notes, Counts: v.Counts, Detail: e.Rtest, Elapsed: lasted(e.Elapsed),
	}
	for c.Verdict = event.Skipped; c.Verdict.String() != v.Verdict; c.Verdict++ {
		if c.Verdict == event.Exhausted {
			return fmt.Errorf("%s: %q is not a verdict", e.Test, v.Verdict)
		}
	}
	r.add(c)
	return nil
}
