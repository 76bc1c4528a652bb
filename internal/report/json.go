package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/token"
	"io"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
)

// JSON returns the Printer of the event stream of go doc test2json: one object per line, with the
// field Rtest on the last event of each function.
func JSON(w io.Writer, opt Options) Printer {
	opt.Color = false
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	s := &stream{format: newFormat(opt), enc: enc}
	s.shownMistakes = nil
	return s
}

// A record is one line of the stream, with its fields in order.
type record struct {
	Time    *time.Time `json:",omitempty"`
	Action  string
	Package string   `json:",omitempty"`
	Test    string   `json:",omitempty"`
	Elapsed *float64 `json:",omitempty"`
	Output  string   `json:",omitempty"`
	Rtest   any      `json:",omitempty"`
}

type stream struct {
	*format
	enc *json.Encoder
	err error
}

func (s *stream) Print(e event.Event) error {
	switch e := e.(type) {
	case event.PackageStart:
		s.lines(e)
		s.put(record{Action: "start", Package: e.Package})
	case event.Mistake:
		s.mistakeEvents(e)
	case event.FunctionStart:
		s.put(record{Action: "run", Package: e.Package, Test: e.Function})
		s.output(e.Package, e.Function, "=== RUN   "+e.Function+"\n")
	case event.Finding:
		s.output(e.Package, e.Function, s.lines(e))
	case event.FunctionEnd:
		s.functionEvents(e)
	case event.Concurrent:
		s.concurrentEvents(e)
	case event.PackageEnd:
		line := s.lines(e)
		s.output(e.Package, "", line)
		s.put(record{Action: s.sum.outcome(e), Package: e.Package, Elapsed: elapsed(e.Elapsed)})
	case event.Fault:
		s.output(e.Package, e.Function, s.lines(e))
		if e.Fatal && e.Function != "" {
			s.put(record{Action: "fail", Package: e.Package, Test: e.Function, Elapsed: elapsed(0), Rtest: faultLine{"fault", e.Message, e.Detail}})
		}
	case event.Progress:
	case event.Abort:
		s.output("", "", s.lines(e))
	default:
		s.err = fmt.Errorf("report: event %T", e)
	}
	return s.err
}

// put writes a record with the current time. The first error sticks.
func (s *stream) put(e record) {
	if s.err != nil {
		return
	}
	if s.Now != nil {
		now := s.Now()
		e.Time = &now
	}
	s.err = s.enc.Encode(e)
}

// output writes each line of text as an event of its own, as test2json does.
func (s *stream) output(pkg, test, text string) {
	for line := range strings.Lines(text) {
		s.put(record{Action: "output", Package: pkg, Test: test, Output: line})
	}
}

// functionEvents writes the line of a function and its last event.
func (s *stream) functionEvents(e event.FunctionEnd) {
	verbose := s.Verbose
	s.Verbose = true
	s.output(e.Package, e.Function, s.lines(e))
	s.Verbose = verbose
	action := "pass"
	switch {
	case e.Failed(s.Strict) || s.faulty == e.Function:
		action = "fail"
	case e.Verdict == event.Skipped || e.Verdict == event.Unsupported:
		action = "skip"
	}
	s.put(record{Action: action, Package: e.Package, Test: e.Function, Elapsed: elapsed(e.Elapsed), Rtest: s.verdict(e)})
}

// mistakeEvents writes an error in a contract as the failure of a function of its own, so that
// every consumer shows it. A warning or an error of the compiler is output of the package.
func (s *stream) mistakeEvents(m event.Mistake) {
	text := s.lines(m)
	if m.Compile || m.Severity == diag.Warning {
		s.output(m.Package, "", text)
		return
	}
	test := s.testOf(m)
	s.put(record{Action: "run", Package: m.Package, Test: test})
	s.output(m.Package, test, text)
	s.put(record{Action: "fail", Package: m.Package, Test: test, Elapsed: elapsed(0), Rtest: mistake{
		Verdict: "error", Pos: s.where(m.Pos), Message: m.Message, Code: m.Code,
	}})
}

// testOf names the test that represents an error in a contract: the function it belongs to, else
// "contract". Tests with the same name in a package are numbered as go test numbers subtests.
func (f *format) testOf(m event.Mistake) string {
	test := cmp.Or(m.Function, "contract")
	f.mistakes[test]++
	if n := f.mistakes[test]; n > 1 {
		return fmt.Sprintf("%s#%02d", test, n-1)
	}
	return test
}

func elapsed(d time.Duration) *float64 {
	s := float64(d.Milliseconds()) / 1000
	return &s
}

// where returns a position in a report, or "".
func (f *format) where(p token.Position) string {
	if !p.IsValid() {
		return ""
	}
	return f.at(p)
}
