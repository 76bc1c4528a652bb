// Package report shows a run: as text in the style of go vet and go test, as the event stream of go
// test -json, and in other machine formats.
//
// It takes the events of package check and writes lines. Besides the command itself it is the only
// package that writes to standard output. It knows nothing of how the events are produced.
package report

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/check/event"
)

// A Printer shows events one by one.
type Printer interface {
	// Print shows the next event. The error is that of the writer.
	Print(event.Event) error
}

// Options say how a run is shown. The zero value is plain, brief text with absolute file names.
type Options struct {
	// Cover lists all goals of the code that inputs reach, with Verbose.
	Cover bool
	// Verbose gives every function a line.
	Verbose bool
	// Nested leaves out the lines that go test writes itself where functions are its subtests.
	Nested bool
	// Strict makes functions fail that were not really tested.
	Strict bool
	// Color marks failures and successes with colours of the terminal.
	Color bool
	// Dir is the directory to which names of files below it are made relative.
	Dir string
	// Screen is the greatest number of characters of a value that is shown in text; 0 means 24
	// lines of 80.
	Screen int
	// Build are the build flags that select the tested files, such as -tags=x. Commands in messages
	// include them.
	Build []string
	// Version is the version of rtest.
	Version string
	// Now is the clock for the times in the JSON stream. If it is nil, events have no time, like
	// those of cached results.
	Now func() time.Time
}

// Text returns the Printer for people. It ignores Progress.
func Text(w io.Writer, opt Options) Printer {
	return &text{w: w, format: newFormat(opt)}
}

type text struct {
	w io.Writer
	*format
}

func (t *text) Print(e event.Event) error {
	_, err := io.WriteString(t.w, t.lines(e))
	return err
}

// A format turns events into lines and keeps the sums of the package.
type format struct {
	Options
	sum summary
	// faulty is the function of the package that had the last fault.
	faulty string
	// shownMistakes maps the mistakes shown so far to their package. It is nil if each package shows its own.
	shownMistakes map[string]string
	// causes has the first finding with each cause, among functions without a contract.
	causes map[string]shownFinding
	// mistakes counts the errors in contracts of the package, by their tests.
	mistakes map[string]int
	// unsolved means that the report already says that nothing is solved.
	unsolved bool
}

func newFormat(opt Options) *format {
	if opt.Screen == 0 {
		opt.Screen = 24 * 80
	}
	return &format{Options: opt, shownMistakes: map[string]string{}, causes: map[string]shownFinding{}}
}

// lines returns the text for an event, or "".
func (f *format) lines(e event.Event) string {
	switch e := e.(type) {
	case event.PackageStart:
		f.sum, f.faulty, f.mistakes = summary{}, "", map[string]int{}
		return ""
	case event.Mistake:
		return f.mistake(e)
	case event.FunctionStart, event.Progress:
		return ""
	case event.Finding:
		return f.finding(e)
	case event.FunctionEnd:
		f.sum.add(e, f.Strict)
		f.duty(e)
		return f.function(e)
	case event.Concurrent:
		return f.concurrent(e)
	case event.PackageEnd:
		return f.packageEnd(e)
	case event.Fault:
		if e.Machine {
			f.sum.stopped++
		} else {
			f.sum.faults++
		}
		f.faulty = e.Function
		return f.fault(e)
	case event.Abort:
		return "rtest: " + e.Err.Error() + "\n"
	}
	panic(fmt.Sprintf("report: event %T", e))
}

// rel makes the name of a file below Dir relative.
func (f *format) rel(name string) string {
	if f.Dir == "" || name == "" {
		return name
	}
	r, err := filepath.Rel(f.Dir, name)
	if err != nil || r == ".." || strings.HasPrefix(r, ".."+string(filepath.Separator)) {
		return name
	}
	return r
}

// seconds formats a duration like go test.
func seconds(d time.Duration, digits int) string {
	return fmt.Sprintf("%.*fs", digits, d.Seconds())
}

// Plural returns a number with its noun.
func Plural(n int64, noun string) string {
	if n == 1 {
		return fmt.Sprintf("1 %s", noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
