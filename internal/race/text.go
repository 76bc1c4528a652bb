package race

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness/rt/concurrent"
)

// A Showing shows results as text. Lines of source come from Read.
type Showing struct {
	// Place returns a file as the user's working folder names it.
	Place func(file string) string
	// Read returns the lines of a file.
	Read func(file string) []string
}

// titles holds the first lines of findings, by cause.
var titles = map[concurrent.Cause]string{
	concurrent.CauseLinearizability: "not linearizable",
	concurrent.CauseInvariant:       "the invariant is broken",
	concurrent.CauseDeadlock:        "deadlock",
	concurrent.CauseLeak:            "a goroutine waits for ever",
	concurrent.CausePanic:           "panics",
	concurrent.CauseRace:            "data race",
	concurrent.CauseLivelock:        "does not end",
}

// Finding returns the lines that show a finding; the first one begins with its place.
func (s *Showing) Finding(r *Result, f *concurrent.Finding) []string {
	out := []string{fmt.Sprintf("%s:%d:%d: %s: %s", s.Place(r.Pos.Filename), r.Pos.Line, r.Pos.Column, r.Type, title(f))}
	out = append(out, "    "+beginning(f)+"; then at the same time")
	for i, seq := range f.Sequences {
		for k, m := range seq {
			name := "      " + letter(i) + ": "
			if k > 0 {
				name = "         "
			}
			out = append(out, name+made(m, f.Cause))
		}
	}
	if f.After != "" {
		text := "    and then " + f.After + " " + afterwards(f.AfterResults)
		if rings(f) {
			text += "   (timers ring after the first call)"
		}
		out = append(out, text)
	}
	out = append(out, s.why(f)...)
	out = append(out, s.schedule(f)...)
	if f.Endless > 0 {
		out = append(out, fmt.Sprintf("    and so on; it was given up after %d steps", f.Endless))
	}
	if f.Number == 0 {
		return out
	}
	return append(out, fmt.Sprintf("    found with %s, schedule %d of the case", diag.Count(f.Preemptions, "preemption"), f.Number))
}

// mostBefore is how many calls before the others are shown.
const mostBefore = 6

// beginning shows the calls before the others.
func beginning(f *concurrent.Finding) string {
	begin := append([]string{"c := " + f.Maker}, f.Prefix...)
	text := strings.Join(begin, "; ")
	if n := len(f.Prefix); n > mostBefore {
		text = strings.Join(begin[:3], "; ") + fmt.Sprintf("; … %d calls … ; ", n-3) + begin[n]
	}
	return text
}

func title(f *concurrent.Finding) string {
	if f.Cause == concurrent.CausePanic && f.Panic != "" {
		return "panics: " + f.Panic
	}
	if f.Broken != "" && f.Cause == concurrent.CauseInvariant {
		return "a postcondition is broken"
	}
	return titles[f.Cause]
}

// letter names a sequence, or a goroutine that the code started.
func letter(i int) string { return string(rune('A' + i)) }

func goroutine(n int) string {
	if n > 0 {
		return letter(n - 1)
	}
	return fmt.Sprintf("g%d", -n)
}

func made(m concurrent.Made, c concurrent.Cause) string {
	switch {
	case !m.Ended && c == concurrent.CauseRace:
		return m.Call
	case !m.Ended:
		return m.Call + "   (does not return)"
	}
	return withResult(m.Call, m.Result)
}

// withResult says of a call, or of what names it, what it returns or what becomes of it.
func withResult(call, result string) string {
	switch {
	case result == "":
		return call
	case strings.HasPrefix(result, "panics: ") || result == concurrent.WaitsForEver || result == concurrent.DoesNotEnd || result == concurrent.IsCutOff:
		return call + " " + result
	}
	return call + " = " + result
}

// afterwards shows the results of a call that is made several times at the end.
func afterwards(results []string) string {
	for len(results) > 1 && results[len(results)-1] == results[len(results)-2] {
		results = results[:len(results)-1]
	}
	text := strings.Join(results, ", then ")
	switch {
	case len(results) == 0 || results[0] == concurrent.WaitsForEver || results[0] == concurrent.DoesNotEnd:
		return text
	case results[0] == "":
		return "returns" + text
	}
	return "= " + text
}

// rings reports whether the call at the end returned something else when timers had rung.
func rings(f *concurrent.Finding) bool {
	return f.Rang && slices.ContainsFunc(f.AfterResults, func(r string) bool { return r != f.AfterResults[0] })
}

// why describes the fault.
func (s *Showing) why(f *concurrent.Finding) (out []string) {
	if f.Broken != "" {
		out = append(out, "    "+f.Broken)
	}
	switch f.Cause {
	case concurrent.CauseLinearizability:
		out = append(out, "    no order of these calls gives these results:")
		for _, o := range f.Orders[:min(len(f.Orders), mostOrders)] {
			out = append(out, "      "+order(f, o))
		}
		if more := len(f.Orders) - mostOrders; more > 0 {
			out = append(out, fmt.Sprintf("      and %d more", more))
		}
	case concurrent.CauseDeadlock, concurrent.CauseLeak:
		for _, w := range f.Waiting {
			out = append(out, fmt.Sprintf("    %s waits at %s", goroutine(w.Goroutine), s.line(w)))
		}
		if f.Asleep {
			who := "nobody wakes it: the same call returns if it is made after the others"
			if len(f.Waiting) > 1 {
				who = "nobody wakes one of them: the same call returns if it is made after those that have ended"
			}
			out = append(out, "    "+who)
		} else if f.Schedule.Serial {
			out = append(out, "    "+oneByOne)
		} else if f.Cause == concurrent.CauseDeadlock {
			out = append(out, "    in no order of these calls, one after the other, the same ones wait")
		}
	case concurrent.CausePanic:
		for _, w := range f.Waiting {
			out = append(out, fmt.Sprintf("    %s panics at %s", goroutine(w.Goroutine), s.line(w)))
		}
		if f.Schedule.Serial {
			out = append(out, "    "+oneByOne)
		}
	case concurrent.CauseRace:
		for _, a := range f.Race {
			where := ""
			if a.File != "" {
				where = " at " + s.line(a)
			} else if a.Goroutine > 0 && a.Call >= 0 {
				seq, k := sequenceOf(f, a.Call)
				where = " as it calls " + f.Sequences[seq][k].Call
			}
			out = append(out, fmt.Sprintf("    %s %s%s", goroutine(a.Goroutine), a.What, where))
		}
		out = append(out, "    nothing orders these two accesses")
	}
	return out
}

// oneByOne says how calls are made that fail, or not, as goroutines take turns that the code started.
const oneByOne = "the calls are made one after the other, and come to their end if other goroutines go first"

// mostOrders is how many sequential runs are shown.
const mostOrders = 6

// order shows a sequential run.
func order(f *concurrent.Finding, o concurrent.Order) string {
	var parts []string
	for _, c := range o.Calls {
		seq, k := sequenceOf(f, c)
		name := letter(seq)
		if len(f.Sequences[seq]) > 1 {
			name = fmt.Sprint(name, k+1)
		}
		parts = append(parts, withResult(name, o.Results[c]))
	}
	text := strings.Join(parts, "; then ")
	if len(o.After) > 0 {
		text += "; then " + f.After + " " + afterwards(o.After)
	}
	return text
}

// sequenceOf returns the sequence of a call, and its place there.
func sequenceOf(f *concurrent.Finding, call int) (seq, at int) {
	for i, s := range f.Sequences {
		if call < len(s) {
			return i, call
		}
		call -= len(s)
	}
	return 0, 0
}

// schedule shows the steps of a finding, one line for each line of source that a goroutine executes
// before another goroutine continues.
func (s *Showing) schedule(f *concurrent.Finding) (out []string) {
	eachLine(f.Steps, func(first, _ int, whats []string) {
		st := f.Steps[first]
		if st.Goroutine == 0 {
			out = append(out, "    "+st.What)
			return
		}
		out = append(out, fmt.Sprintf("    %s %s   (%s)", goroutine(st.Goroutine), s.line(st), strings.Join(whats, ", ")))
	})
	if more := len(out) - mostLines; more > 0 {
		out = append(out[:mostLines], fmt.Sprintf("    and %s", diag.Count(more, "more line")))
	}
	return out
}

// mostLines limits the lines of a schedule that are shown. If timers go on, many steps may follow the
// fault.
const mostLines = 60

// eachLine yields the steps that have a place or belong to no goroutine. Consecutive steps of a
// goroutine at the same line are combined: first is the index of the first of them, and n their number.
func eachLine(steps []concurrent.Step, yield func(first, n int, whats []string)) {
	for i := 0; i < len(steps); {
		at, first := i, steps[i]
		var whats []string
		for ; i < len(steps) && steps[i].Goroutine == first.Goroutine && steps[i].File == first.File && steps[i].Line == first.Line; i++ {
			if w := steps[i].What; !slices.Contains(whats, w) {
				whats = append(whats, w)
			}
		}
		if first.Goroutine == 0 || first.File != "" {
			yield(at, i-at, whats)
		}
	}
}

// line shows the place of a step, with its line of source.
func (s *Showing) line(st concurrent.Step) string {
	if st.File == "" {
		return st.What
	}
	text := ""
	if lines := s.Read(st.File); st.Line > 0 && st.Line <= len(lines) {
		text = "  " + shorten(strings.TrimSpace(lines[st.Line-1]))
	}
	return fmt.Sprintf("%s:%d%s", filepath.ToSlash(s.Place(st.File)), st.Line, text)
}

// widest is how much of a line of source is shown.
const widest = 60

func shorten(line string) string {
	if r := []rune(line); len(r) > widest {
		return strings.TrimSpace(string(r[:widest])) + "…"
	}
	return line
}

// replayCounts counts the saved schedules by outcome.
func (r *Result) replayCounts() string {
	text := diag.Count(len(r.Saved)+len(r.Stale)+r.Passed, "saved schedule")
	if r.Passed > 0 {
		text += fmt.Sprintf(", %d without a finding", r.Passed)
	}
	if len(r.Stale) > 0 {
		text += fmt.Sprintf(", %d not of this code any more", len(r.Stale))
	}
	return text
}

// counts describes what was run. It is empty if the type is unsupported.
func (r *Result) counts() string {
	if r.Unsupported != "" {
		return ""
	}
	if r.Replayed {
		return r.replayCounts()
	}
	text := fmt.Sprintf("%s, %s", diag.Count(r.Cases, "case"), diag.Count(r.Report.Schedules, "schedule"))
	if r.Failed() {
		return text
	}
	if r.Exhausted < 0 {
		text += ", no bound on preemptions finished"
	} else {
		text += fmt.Sprintf(", all with at most %s", diag.Count(r.Exhausted, "preemption"))
	}
	if r.Report.MoreStarts {
		text += fmt.Sprintf(", from %d beginnings and no more", r.Report.Starts)
	}
	if r.Report.Long > 0 {
		text += fmt.Sprintf("; some schedules of %s after up to %d calls", diag.Count(r.Report.Long, "case"), r.Report.LongCalls)
	}
	if r.Report.LeftOut > 0 {
		text += fmt.Sprintf("; %s left out: -schedules is too small for them", diag.Count(r.Report.LeftOut, "case"))
	}
	return text
}

// reason says what the verdict is due to, if that is not a finding or that all was tried.
func (r *Result) reason() string {
	switch r.Verdict() {
	case event.Unsupported:
		return r.Unsupported
	case event.Spent:
		switch {
		case r.Replayed:
		case r.Report.LeftOut == 0:
			return "the budget of schedules ended: rtest race -schedules n runs more"
		default:
			return diag.Count(r.Report.LeftOut, "case") + " left out: rtest race -schedules n runs more"
		}
	}
	return ""
}

// Summary describes the result in one line.
func (r *Result) Summary() string {
	name := r.Package + "." + r.Type
	if r.Unsupported != "" {
		return "unsupported  " + name + ": " + r.Unsupported
	}
	word := "ok  "
	if r.Failed() {
		word = "FAIL"
	}
	return word + "  " + name + "  " + r.counts()
}

// Verdict returns one of the verdicts of functions: refuted, unsupported, spent or exhausted.
func (r *Result) Verdict() event.Verdict {
	switch {
	case r.Failed():
		return event.Refuted
	case r.Unsupported != "":
		return event.Unsupported
	case r.Report.LeftOut > 0 || r.Exhausted < r.Preemptions || r.Replayed:
		return event.Spent
	}
	return event.Exhausted
}

// ShowingIn shows findings with the names that files have in a folder.
func ShowingIn(dir string) *Showing {
	return &Showing{
		Place: func(file string) string {
			if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
				return rel
			}
			return file
		},
		Read: func(file string) []string {
			data, err := os.ReadFile(file)
			if err != nil {
				return nil
			}
			return strings.Split(string(data), "\n")
		},
	}
}
