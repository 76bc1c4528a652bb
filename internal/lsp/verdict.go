package lsp

import (
	"fmt"
	"strconv"

	"github.com/rtest-dev/rtest/check/event"
)

// headline returns the text of a code lens for the results of a function; a generic function may
// have several. It shows the most important verdict and the number of inputs.
func headline(results []*result) string {
	if len(results) == 0 {
		return ""
	}
	worst := results[0]
	stale := false
	var total int64
	for _, r := range results {
		total += r.end.Inputs
		stale = stale || r.stale
		if rank(r.end.Verdict) < rank(worst.end.Verdict) {
			worst = r
		}
	}
	text := verdict(&worst.end, total)
	if stale {
		return "stale: " + text
	}
	return text
}

// rank orders verdicts by importance to the user.
func rank(v event.Verdict) int {
	switch v {
	case event.Refuted:
		return 0
	case event.Flaky:
		return 1
	case event.Unsupported, event.Undecided, event.Vacuous:
		return 2
	case event.Spent:
		return 3
	case event.Skipped:
		return 4
	case event.Exhausted:
	}
	return 5
}

// verdict describes a verdict in one line. Total is the number of inputs.
func verdict(e *event.FunctionEnd, total int64) string {
	switch e.Verdict {
	case event.Refuted:
		if len(e.Failures) > 0 && e.Failures[0].Call != "" {
			return "refuted · " + shorten(e.Failures[0].Call)
		}
		return "refuted"
	case event.Exhausted:
		return joinNonEmpty(" · ", fmt.Sprintf("exhausted to depth %d · %s", e.Exhausted, inputs(total)), e.Proof.Text(e.Limits.Depth))
	case event.Spent, event.Undecided:
		reach := "no depth exhausted"
		if e.Exhausted >= 0 {
			reach = fmt.Sprintf("exhausted to depth %d", e.Exhausted)
		}
		return fmt.Sprintf("%s · %s · %s", e.Verdict, reach, inputs(total))
	case event.Skipped, event.Unsupported, event.Flaky, event.Vacuous:
	}
	return joinNonEmpty(" · ", e.Verdict.String(), shorten(e.Reason))
}

// inputs returns a number of inputs with its noun.
func inputs(n int64) string {
	if n == 1 {
		return "1 input"
	}
	return grouped(n) + " inputs"
}

// grouped formats a number in groups of three digits, separated by no-break spaces.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u00a0" + s[i:]
	}
	return s
}

// shorten shortens a text to fit into a line.
func shorten(s string) string {
	const most = 80
	s = firstLine(s)
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
