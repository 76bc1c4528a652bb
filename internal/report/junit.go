package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
)

// A junit collects a run as a JUnit report in the form that Jenkins reads. It has a suite for each
// package, and a case for each function and each error in a contract. A case that cannot be run is
// an error, a refuted function is a failure, and an untested function is skipped.
type junit struct {
	*format
	suites []*junitSuite
	// open is the case of the function that has started and not ended.
	open *junitCase
	// compiler collects the messages of the compiler for the package.
	compiler strings.Builder
}

// JUnit begins a report in the XML format of JUnit.
func JUnit(opt Options) Document {
	opt.Color = false
	j := &junit{format: newFormat(opt)}
	j.shownMistakes = nil
	return j
}

// Print adds an event.
func (j *junit) Print(e event.Event) error {
	text := j.lines(e)
	switch e := e.(type) {
	case event.PackageStart:
		j.suites = append(j.suites, &junitSuite{Name: e.Package})
		j.open = nil
		j.compiler.Reset()
	case event.Mistake:
		j.mistakeCase(e, text)
	case event.FunctionStart:
		j.open = &junitCase{Class: e.Package, Name: e.Function}
	case event.Finding:
		x := e.Failure
		j.open.Failures = append(j.open.Failures, junitProblem{string(x.Cause), j.headline(x), text})
	case event.FunctionEnd:
		j.functionCase(e, text)
	case event.Concurrent:
		j.concurrentCase(e, text)
	case event.PackageEnd:
		j.endSuite(e, text)
	case event.Fault:
		j.faultCase(e, text)
	case event.Progress, event.Abort:
	default:
		return fmt.Errorf("report: event %T", e)
	}
	return nil
}

// suite returns the suite of the current package.
func (j *junit) suite() *junitSuite { return j.suites[len(j.suites)-1] }

// mistakeCase adds a case for an error in a contract. Warnings are output of the suite. Messages of
// the compiler are collected in one case at the end of the package.
func (j *junit) mistakeCase(m event.Mistake, text string) {
	switch {
	case m.Compile:
		j.compiler.WriteString(text)
	case m.Severity == diag.Warning:
		j.suite().Output += text
	default:
		j.suite().add(junitCase{
			Class: m.Package, Name: j.testOf(m),
			Errors: []junitProblem{{cmp.Or(string(m.Code), "mistake"), m.Message, text}},
		})
	}
}

// functionCase completes the case of a function by its verdict.
func (j *junit) functionCase(e event.FunctionEnd, text string) {
	c := *j.open
	j.open = nil
	c.Status, c.Time = e.Verdict.String(), junitSeconds(e.Elapsed)
	problem := junitProblem{c.Status, e.Reason, text}
	switch {
	case e.Failed(j.Strict) && len(c.Failures) == 0:
		c.Failures = append(c.Failures, problem)
	case len(c.Failures) > 0 || len(c.Errors) > 0:
	case e.Verdict == event.Skipped || e.Verdict == event.Unsupported:
		reason := c.Status + ": " + e.Reason
		c.Skipped = &reason
	}
	if len(c.Failures) == 0 || c.Failures[0] != problem {
		c.Output = text
	}
	j.suite().add(c)
}

// faultCase adds an error of rtest or of the machine to its function. A fatal fault ends the
// function.
func (j *junit) faultCase(e event.Fault, text string) {
	kind := "internal error"
	if e.Machine {
		kind = "machine"
	}
	problem := junitProblem{kind, e.Message, text}
	if j.open != nil && j.open.Name == e.Function {
		j.open.Errors = append(j.open.Errors, problem)
		if e.Fatal {
			j.suite().add(*j.open)
			j.open = nil
		}
		return
	}
	if len(j.suites) == 0 || j.suite().Name != e.Package {
		j.suites = append(j.suites, &junitSuite{Name: cmp.Or(e.Package, "rtest")})
	}
	j.suite().add(junitCase{Class: e.Package, Name: cmp.Or(e.Function, "package"), Errors: []junitProblem{problem}})
}

// endSuite adds a case for what ended the package early.
func (j *junit) endSuite(e event.PackageEnd, text string) {
	s := j.suite()
	s.Time = junitSeconds(e.Elapsed)
	switch {
	case e.Broken:
		all := j.compiler.String()
		first, _, _ := strings.Cut(all, "\n")
		s.add(junitCase{Class: e.Package, Name: "package", Errors: []junitProblem{{"build", first, all}}})
	case e.Interrupted:
		s.add(junitCase{Class: e.Package, Name: "package", Errors: []junitProblem{{"interrupted", "the run was interrupted", text}}})
	}
	s.Output += text
}

// Write writes the report.
func (j *junit) Write(w io.Writer) error {
	all := junitReport{Suites: j.suites}
	for _, s := range j.suites {
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func junitSeconds(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()) }

type junitReport struct {
	XMLName  xml.Name      `xml:"testsuites"`
	Tests    int           `xml:"tests,attr"`
	Failures int           `xml:"failures,attr"`
	Errors   int           `xml:"errors,attr"`
	Suites   []*junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr,omitempty"`
	Cases    []junitCase `xml:"testcase"`
	Output   string      `xml:"system-out,omitempty"`
}

// add appends a case and counts it once, by its worst problem.
func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	switch {
	case len(c.Errors) > 0:
		s.Errors++
	case len(c.Failures) > 0:
		s.Failures++
	case c.Skipped != nil:
		s.Skipped++
	}
}

type junitCase struct {
	Class string `xml:"classname,attr"`
	Name  string `xml:"name,attr"`
	// Status is the verdict, or empty if the case was not run.
	Status   string         `xml:"status,attr,omitempty"`
	Time     string         `xml:"time,attr,omitempty"`
	Skipped  *string        `xml:"skipped"`
	Errors   []junitProblem `xml:"error"`
	Failures []junitProblem `xml:"failure"`
	Output   string         `xml:"system-out,omitempty"`
}

type junitProblem struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}
