package report

import (
	"fmt"
	"go/token"
	"io"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
)

// GitHub returns the Printer of workflow commands. With these GitHub shows findings and mistakes in
// contracts at their lines in a change.
func GitHub(w io.Writer, opt Options) Printer { return &github{w: w, format: newFormat(opt)} }

type github struct {
	w io.Writer
	*format
}

func (g *github) Print(e event.Event) error {
	for _, n := range g.notices(e) {
		command := "error"
		if n.warning {
			command = "warning"
		}
		_, err := fmt.Fprintf(g.w, "::%s file=%s,line=%d,col=%d,title=%s::%s\n", command,
			property(g.rel(n.pos.Filename)), n.pos.Line, n.pos.Column, property("rtest: "+n.rule), message(n.text))
		if err != nil {
			return err
		}
	}
	return nil
}

// message and property escape what would end a command.
func message(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// A notice is a message at a position of the source, for GitHub and SARIF.
type notice struct {
	pos token.Position
	// rule is a cause, a verdict, or the code of a mistake.
	rule    string
	text    string
	warning bool
}

// notices returns the notices of one event: findings, mistakes, and functions that were not really
// tested.
func (f *format) notices(e event.Event) []notice {
	switch e := e.(type) {
	case event.Mistake:
		if f.repeated(e) {
			return nil
		}
		rule := string(e.Code)
		if rule == "" {
			rule = "mistake"
		}
		return []notice{{pos: e.Pos, rule: rule, text: e.Message, warning: e.Severity == diag.Warning}}
	case event.Finding:
		x := e.Failure
		lines := []string{e.Function + ": " + f.headline(x)}
		if x.Call != "" {
			lines = append(lines, f.cut(x.Call+f.answer(x)))
		}
		if len(x.Details) > 0 {
			lines = append(lines, f.cut(strings.Join(x.Details, detailMark)))
		}
		f.general(x, func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) })
		return []notice{{pos: x.Pos, rule: string(x.Cause), text: strings.Join(lines, "\n")}}
	case event.FunctionEnd:
		var list []notice
		switch e.Verdict {
		case event.Flaky, event.Undecided, event.Vacuous, event.Unsupported:
			list = append(list, notice{pos: e.Pos, rule: e.Verdict.String(), text: e.Function + ": " + e.Reason, warning: !e.Failed(f.Strict)})
		case event.Skipped, event.Refuted, event.Spent, event.Exhausted:
		}
		for _, c := range e.Classes {
			if f.Strict && c.Empty() {
				list = append(list, notice{pos: e.Pos, rule: "classify", text: fmt.Sprintf("%s: no input is of the class %q", e.Function, c.Label)})
			}
		}
		return list
	case event.Concurrent:
		return f.concurrentNotices(e)
	case event.PackageStart, event.FunctionStart, event.PackageEnd, event.Progress, event.Abort, event.Fault:
	}
	return nil
}
