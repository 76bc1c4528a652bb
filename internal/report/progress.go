package report

import (
	"fmt"
	"io"

	"github.com/rtest-dev/rtest/check"
)

// Progress returns a Printer that keeps one line on a terminal, which
// disappears before anything else is shown. Give it every event before the
// Printer of the text.
func Progress(w io.Writer) Printer { return &progress{w: w} }

type progress struct {
	w     io.Writer
	shown bool
}

func (p *progress) Print(e check.Event) error {
	n, ok := e.(check.Progress)
	if !ok {
		return p.clear()
	}
	p.shown = true
	_, err := fmt.Fprintf(p.w, "\r\x1b[K%s.%s: depth %d, %s", n.Package, n.Function, n.Depth, plural(n.Inputs, "input"))
	return err
}

func (p *progress) clear() error {
	if !p.shown {
		return nil
	}
	p.shown = false
	_, err := io.WriteString(p.w, "\r\x1b[K")
	return err
}
