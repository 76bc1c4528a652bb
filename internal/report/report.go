// Package report shows a run: as text in the manner of go vet and go test, and
// as the event stream of go test -json.
//
// In come the events of package check, out go lines. It is, with the command
// itself, the only package that writes to standard output. It knows nothing of
// how the events come about.
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
	// Print shows the next event; the error is that of the writer.
	Print(event.Event) error
}

// Options say how a run is shown. The zero value is plain, brief text with
// absolute file names.
type Options struct {
	// Verbose gives every function a line.
	Verbose bool
	// Strict says that functions that were not really tested fail.
	Strict bool
	// Color marks failures and successes with the terminal's colours.
	Color bool
	// Dir is the directory to which file names are made relative where they
	// lie below it.
	Dir string
	// Screen is at most how many characters of a value are shown in text, 0
	// for 24 lines of 80.
	Screen int
	// Build are the flags without which the functions are not there, as -tags=x,
	// for a command that is shown.
	Build []string
	// Version is that of rtest.
	Version string
	// Now is the clock of the times in the JSON stream, nil for none: then
	// events bear no time, as those of cached results.
	Now func() time.Time
}

// Text returns the Printer for people. Progress is ignored.
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
	// said has the mistakes that were shown, with the package of which they
	// were; nil where each package has its own.
	said map[string]string
	// causes has, of the findings of functions without contract, the first with each cause.
	causes map[string]shown
	// mistakes counts the errors in contracts of the package by their tests.
	mistakes map[string]int
	// unsolved says that it was said that nothing is solved.
	unsolved bool
}

func newFormat(opt Options) *format {
	if opt.Screen == 0 {
		opt.Screen = 24 * 80
	}
	return &format{Options: opt, said: map[string]string{}, causes: map[string]shown{}}
}

// lines returns what is shown for an event, empty for nothing.
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

// rel makes a file name relative to Dir where it lies below it.
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

// seconds is a duration as go test prints it.
func seconds(d time.Duration, digits int) string {
	return fmt.Sprintf("%.*fs", digits, d.Seconds())
}

// plural is a number with its noun.
func plural(n int64, noun string) string {
	if n == 1 {
		return fmt.Sprintf("1 %s", noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
