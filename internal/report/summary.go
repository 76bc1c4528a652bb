package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
)

// A summary adds up the functions of one package.
type summary struct {
	verdicts  [event.Exhausted + 1]int
	functions int
	// types counts those that were tested for concurrent use, partial those of them that were not
	// tested in full.
	types, partial int
	failed         int
	errors         int
	faults         int
	// stopped counts the faults of the machine.
	stopped int
	// depth is the least depth that an exhausted function reached.
	depth int
	// duties are lines about panics that the callers of a function have to prevent.
	duties []string
	// unexplained counts the functions without a contract whose verdict is not explained.
	unexplained [event.Exhausted + 1]int
	// proved counts the functions by what is proved of them.
	proved map[event.Claim]int
	// hiddenDuties counts the functions with duties whose calls are not shown.
	hiddenDuties int
}

func (s *summary) add(e event.FunctionEnd, strict bool) {
	if e.Verdict == event.Exhausted && (s.verdicts[event.Exhausted] == 0 || e.Exhausted < s.depth) {
		s.depth = e.Exhausted
	}
	s.functions++
	s.verdicts[e.Verdict]++
	if c := e.Proof.Proved; c != "" {
		if s.proved == nil {
			s.proved = map[event.Claim]int{}
		}
		s.proved[c]++
	}
	if e.Failed(strict) {
		s.failed++
	}
}

// outcome returns the last action of the package in the stream of go test -json.
func (s *summary) outcome(e event.PackageEnd) string {
	switch {
	case e.Broken || e.Interrupted || s.failed > 0 || s.errors > 0 || s.faults > 0 || s.stopped > 0:
		return "fail"
	case s.functions+s.types == 0:
		return "skip"
	}
	return "pass"
}

// dutyMark ends such a line.
const dutyMark = "(not counted as a failure)"

// duty adds the line about what callers of a function have to prevent.
func (f *format) duty(e event.FunctionEnd) {
	if len(e.Duties) > 0 {
		f.sum.duties = append(f.sum.duties, fmt.Sprintf("%s: %s %s %s\n", f.at(e.Pos), e.Function, event.DutiesText(e.Duties), dutyMark))
	}
}

// packageEnd returns the text at the end of a package.
func (f *format) packageEnd(e event.PackageEnd) string {
	calls := ""
	if f.sum.hiddenDuties > 0 {
		calls = fmt.Sprintf("failures of %s not counted (-v shows the calls)\n", Plural(int64(f.sum.hiddenDuties), "function"))
	}
	text := strings.Join(f.sum.duties, "") + calls + f.sum.unexplainedLine()
	if f.Nested && !f.Verbose {
		return text
	}
	return text + f.packageLine(e)
}

// unexplainedLine counts the functions whose verdicts were not explained. It returns "" if there
// are none.
func (s *summary) unexplainedLine() string {
	total := 0
	var parts []string
	for v, n := range s.unexplained {
		if total += n; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, event.Verdict(v)))
		}
	}
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("%s without a contract not tested in full: %s (-v says why)\n", Plural(int64(total), "function"), strings.Join(parts, ", "))
}

// packageLine returns the last line of a package in the style of go test.
func (f *format) packageLine(e event.PackageEnd) string {
	s := &f.sum
	switch s.outcome(e) {
	case "fail":
		why := seconds(e.Elapsed, 3)
		switch {
		case e.Broken:
			why = "[build failed]"
		case s.errors > 0:
			why = "[errors in contracts]"
		case s.faults > 0:
			why = "[internal error]"
		case s.stopped > 0:
			why = "[setup failed]"
		case e.Interrupted:
			why = "[interrupted]"
		}
		line := f.color(red, "FAIL") + "\t" + e.Package + "\t" + why + "\n"
		if c := coverage(e); c != "" {
			return c + "\n" + line
		}
		return line
	case "skip":
		return "?   \t" + e.Package + "\t[" + cmp.Or(e.Idle, "no contracts") + "]\n"
	}
	took := seconds(e.Elapsed, 3)
	if e.Cached {
		took = "(cached)"
	}
	if c := coverage(e); c != "" {
		took += "\t" + c
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\n", f.color(green, "ok  "), e.Package, took, s.counts(e.Inputs))
}

// counts says how many functions there are, and how many had which verdict.
func (s *summary) counts(inputs int64) string {
	var parts []string
	if s.functions > 0 {
		parts = append(parts, Plural(int64(s.functions), "function"), Plural(inputs, "input"))
	}
	exhausted := s.verdicts[event.Exhausted]
	switch {
	case s.functions == 0:
	case exhausted > 0 && s.depth < 0: // Only saved inputs were run.
	case exhausted == s.functions:
		parts = append(parts, fmt.Sprintf("exhausted to depth %d", s.depth))
	case exhausted > 0:
		parts = append(parts, fmt.Sprintf("%d exhausted to depth %d", exhausted, s.depth))
	}
	for v := event.Skipped; v < event.Exhausted; v++ {
		if n := s.verdicts[v]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	word := "proved "
	for _, c := range [...]struct {
		n  int
		of string
	}{{s.proved[event.ForAll], "all inputs"}, {s.proved[event.ForData] + s.proved[event.ForSaid], "all data"}} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %sfor %s", c.n, word, c.of))
			word = ""
		}
	}
	if s.types > 0 {
		text := Plural(int64(s.types), "type") + " used concurrently"
		if s.partial > 0 {
			text += fmt.Sprintf(" (%d not in full)", s.partial)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}
