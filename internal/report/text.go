package report

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// at formats a position as the first word of a line.
func (f *format) at(p token.Position) string {
	if !p.IsValid() {
		return f.rel(p.Filename)
	}
	p.Filename = f.rel(p.Filename)
	return p.String()
}

// mistake returns the text of a mistake in a contract or a package. A mistake in another package,
// reported because its alias is used, is shown once.
func (f *format) mistake(m event.Mistake) string {
	var b strings.Builder
	if m.Severity != diag.Warning && !m.Compile {
		f.sum.errors++
	}
	if f.repeated(m) {
		return ""
	}
	if m.Pos.IsValid() || m.Pos.Filename != "" {
		b.WriteString(f.at(m.Pos) + ": ")
	}
	if m.Severity == diag.Warning {
		b.WriteString("warning: ")
	}
	b.WriteString(m.Message)
	if fix := strings.TrimSpace(m.Fix); fix != "" && !strings.Contains(m.Message, fix) {
		fmt.Fprintf(&b, " (write %s)", fix)
	}
	return b.String() + "\n"
}

// repeated reports whether another package reported the same mistake.
func (f *format) repeated(m event.Mistake) bool {
	key := m.Pos.String() + " " + m.Message
	first, known := f.shownMistakes[key]
	switch {
	case f.shownMistakes == nil || !m.Pos.IsValid():
		return false
	case !known:
		f.shownMistakes[key] = m.Package
		return false
	}
	return first != m.Package
}

// finding returns the text of a counterexample: place and kind first, then the call with its details.
func (f *format) finding(e event.Finding) string {
	x := e.Failure
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %s\n", f.at(x.Pos), e.Function, f.color(red, f.headline(x)))
	line := func(format string, args ...any) { fmt.Fprintf(&b, "    "+format+"\n", args...) }
	if x.Call != "" {
		line("%s", f.cut(x.Call+f.answer(x)))
	}
	if same := f.sameCause(e); same != "" {
		line("%s", same)
		f.saved(e, line)
		return b.String()
	}
	for _, a := range x.After {
		line("after the call: %s = %s", a.Name, f.cut(a.Value))
	}
	if x.Site != "" {
		line("at %s", f.rel(x.Site))
	}
	for _, frame := range f.frames(x) {
		line("  from %s", frame)
	}
	for _, part := range x.Details {
		line("%s", f.cut(part))
	}
	f.output(x.Output, line)
	f.general(x, line)
	if x.Made != "" {
		line("%s", x.Made)
	}
	if len(x.Varies) > 0 {
		line("the same input passes in other runs: the result depends on %s", refine.ChancesText(x.Varies, f.at))
	}
	line("%s", foundText(x))
	f.saved(e, line)
	return b.String()
}

// saved says where the input of a finding is saved.
func (f *format) saved(e event.Finding, line func(string, ...any)) {
	if file := e.Failure.Saved; file != "" {
		line("saved: %s    again: rtest replay%s -run '^%s$'%s", f.rel(file), f.build(), quoteMeta(e.Function), f.packageOf(file))
	}
}

// packageOf returns the argument, preceded by a space, for a command about the package in which an
// input is saved. It returns "" for the package in this folder.
func (f *format) packageOf(saved string) string {
	dir := f.rel(filepath.Dir(filepath.Dir(filepath.Dir(saved))))
	switch {
	case dir == ".":
		return ""
	case filepath.IsLocal(dir):
		dir = "." + string(filepath.Separator) + dir
	}
	return " " + shellWord(dir)
}

// build returns the build flags for a command, each preceded by a space.
func (f *format) build() string {
	var b strings.Builder
	for _, flag := range f.Build {
		b.WriteString(" " + shellWord(flag))
	}
	return b.String()
}

// shellWord quotes a word for a shell if necessary.
func shellWord(s string) string {
	if strings.ContainsAny(s, " '\"$&;()*?[]<>|`\\") {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}

// general says what the failing inputs have in common.
func (f *format) general(x *event.Failure, line func(string, ...any)) {
	g := x.General
	switch {
	case x.Always:
		line("fails for every input tried")
		return
	case g == nil:
		return
	}
	rest := ""
	switch n := len(g.Irrelevant); {
	case n == 1:
		rest = fmt.Sprintf(" (%s does not matter)", g.Irrelevant[0])
	case n > 1:
		rest = fmt.Sprintf(" (%s and %s do not matter)", strings.Join(g.Irrelevant[:n-1], ", "), g.Irrelevant[n-1])
	}
	if g.Covered < g.Failing {
		line("fails whenever %s%s, and for some other inputs", g.Cond, rest)
		return
	}
	line("fails whenever %s%s", g.Cond, rest)
	if g.Simple {
		line("change the function or its contract; or, if no caller may pass such inputs: //rtest:requires %s", g.Not)
	}
}

// frames returns at most ten lines of a stack. It counts recurring frames, and omits the first one
// if that is the site itself.
func (f *format) frames(x *event.Failure) []string {
	const most = 10
	stack := x.Stack
	if len(stack) > 0 && x.Site != "" && strings.HasSuffix(stack[0], x.Site) {
		stack = stack[1:]
	}
	var lines []string
	for i := 0; i < len(stack); {
		n := 1
		for i+n < len(stack) && stack[i+n] == stack[i] {
			n++
		}
		if len(lines) == most {
			return append(lines, fmt.Sprintf("%d frames more", len(stack)-i))
		}
		s := f.frame(stack[i])
		if n > 1 {
			s += fmt.Sprintf(" (%d times)", n)
		}
		lines = append(lines, s)
		i += n
	}
	return lines
}

// frame returns a line of a stack, "function file:line", with a relative file name.
func (f *format) frame(s string) string {
	name, file, ok := strings.Cut(s, " ")
	if !ok {
		return s
	}
	return name + " " + f.rel(file)
}

// output shows the beginning of what the call wrote.
func (f *format) output(text string, line func(string, ...any)) {
	const most = 10
	text = strings.TrimRight(text, "\n")
	if text == "" {
		return
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if i == most {
			line("| (%d lines more)", len(lines)-most)
			break
		}
		line("| %s", f.cut(l))
	}
}

// Call returns a failing call with its outcome, not shortened: F(1, 2) = 3. It is one line if its
// values are.
func Call(x *event.Failure) string {
	return x.Call + newFormat(Options{}).answer(x)
}

// headline says what failed.
func (f *format) headline(x *event.Failure) string {
	clause := strings.TrimSpace(x.Kind + " " + x.Clause)
	unfolded := ""
	if x.Unfolded != "" && x.Unfolded != x.Clause {
		unfolded = ": " + x.Unfolded
	}
	switch x.Cause {
	case harness.CauseEnsures, harness.CauseInvariant:
		if x.ReturnsFalse() {
			return "returns false"
		}
		return clause + " fails" + unfolded
	case harness.CausePanic:
		return "panics: " + firstLine(x.Panic)
	case harness.CauseNoPanic:
		return clause + ": does not panic" + unfolded
	case harness.CauseMutation:
		return "pure: changes its input"
	case harness.CauseTimeout:
		return "does not return in time"
	case harness.CauseMemory:
		return "takes too much memory"
	case harness.CauseCrash:
		if x.Call == "" && x.Count > 0 {
			return "ends the process" + parenthesis(x.Panic)
		}
		if x.Call == "" {
			return "its package ends while it is initialized" + parenthesis(x.Panic)
		}
		return "ends the process"
	case harness.CauseContract:
		if x.Panic == "" {
			return clause + " cannot be evaluated: it does not end"
		}
		return clause + " cannot be evaluated: " + firstLine(x.Panic)
	case harness.CauseCallback:
		return clause + ": calls its argument against its contract" + unfolded
	}
	return string(x.Cause)
}

// answer returns what follows the call: its results, or how it ended.
func (f *format) answer(x *event.Failure) string {
	switch x.Cause {
	case harness.CausePanic:
		return " panics: " + firstLine(x.Panic)
	case harness.CauseTimeout:
		return " does not return" + parenthesis(x.Panic)
	case harness.CauseMemory:
		return " runs out of memory"
	case harness.CauseCrash:
		return " ends the process" + parenthesis(x.Panic)
	}
	if len(x.Results) == 0 {
		return ""
	}
	return " = " + strings.Join(x.Results, ", ")
}

func parenthesis(s string) string {
	if s == "" {
		return ""
	}
	return " (" + firstLine(s) + ")"
}

// foundText says where the counterexample was found and how many there are.
func foundText(x *event.Failure) string {
	switch {
	case x.FromSaved:
		return "found as a saved input"
	case x.Call == "":
		return "found before any input"
	}
	of := fmt.Sprintf("%d inputs of that depth", x.Of)
	if x.Of == 1 {
		of = "1 input of that depth"
	}
	if x.Partial {
		of = fmt.Sprintf("the %d inputs tried of that depth", x.Of)
	}
	if x.Beyond {
		of = fmt.Sprintf("the %d inputs tried there", x.Of)
	}
	verb := "fail"
	if x.Count == 1 {
		verb = "fails"
	}
	where := "at"
	if x.Beyond {
		where = "beyond"
	}
	if x.Of == 0 {
		return fmt.Sprintf("found at depth %d; %d of its inputs %s in the same way", x.Depth, x.Count, verb)
	}
	return fmt.Sprintf("found "+where+" depth %d; %d of %s %s in the same way", x.Depth, x.Count, of, verb)
}

// fault returns the text of an error of rtest or of the machine.
func (f *format) fault(e event.Fault) string {
	var b strings.Builder
	who := e.Package
	if e.Function != "" {
		who += "." + e.Function
	}
	if e.Machine {
		fmt.Fprintf(&b, "rtest: %s: %s\n", who, e.Message)
	} else {
		fmt.Fprintf(&b, "rtest: internal error: %s: %s\n", who, e.Message)
		b.WriteString("    this is a fault of rtest; please report it with the lines below\n")
	}
	for l := range strings.SplitSeq(strings.TrimRight(e.Detail, "\n"), "\n") {
		if l != "" {
			b.WriteString("    " + l + "\n")
		}
	}
	return b.String()
}

// cut shortens a value that is larger than a screen to Screen characters and 24 lines.
func (f *format) cut(s string) string {
	const most = 24
	lines := strings.Split(tree.Cut(s, f.Screen), "\n")
	if len(lines) > most {
		lines = append(lines[:most], fmt.Sprintf("… (%d lines more)", len(lines)-most))
	}
	return strings.Join(lines, "\n    ")
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// quoteMeta quotes a function's name for -run.
func quoteMeta(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune(`[](){}*+?|^$\`, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
