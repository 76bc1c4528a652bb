package report

import (
	"fmt"
	"io"

	"github.com/rtest-dev/rtest/check/event"
)

// Progress returns a Printer that keeps one line on a terminal, which disappears before anything
// else is shown. Pass it every event before the Printer of the text.
func Progress(w io.Writer) Printer { return &progress{w: w} }

type progress struct {
	w     io.Writer
	shown bool
}

func (p *progress) Print(e event.Event) error {
	n, ok := e.(event.Progress)
	if !ok {
		return p.clear()
	}
	p.shown = true
	_, err := io.WriteString(p.w, "\r\x1b[K"+activity(n))
	return err
}

// activity describes the current activity of a run in a line.
func activity(n event.Progress) string {
	switch {
	case n.Package == "":
		return n.Phase.String() + " packages"
	case n.Function == "":
		return n.Package + ": " + n.Phase.String()
	}
	phase := n.Phase.String()
	if n.Phase == event.PhaseDepth {
		phase = fmt.Sprintf("depth %d", n.Depth)
	}
	return fmt.Sprintf("%s: function %d of %d, %s: %s, %s", n.Package, n.Index, n.Of, n.Function, phase, Plural(n.Inputs, "input"))
}

func (p *progress) clear() error {
	if !p.shown {
		return nil
	}
	p.shown = false
	_, err := io.WriteString(p.w, "\r\x1b[K")
	return err
}
