package beyond

import (
	"context"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/encode"
)

const (
	// extensionRuns limits the number of inputs whose texts are extended, extension the number of characters that
	// are added to a text. extensionNodes and extensionSteps limit the execution for one of them.
	extensionRuns, extension       = 16, 3
	extensionNodes, extensionSteps = aimsNodes / 10, aimsSteps / 10
)

// unlessWhole returns h, or nil if the function was executed as far as its inputs allow.
func (h *goalSearch) unlessWhole() *goalSearch {
	if h.aims.Partly && len(h.aims.Lost) == 0 {
		return h
	}
	return nil
}

// extendTexts looks for inputs that reach code to which execution did not come within its limits. It executes the
// function for inputs whose texts begin as those of an input that did something new. Only the characters behind these
// are unknown, so execution comes to the code that reads them. Inputs found so are extended in turn.
func (g *Sampler) extendTexts(ctx context.Context) error {
	h := g.cutShort
	if h == nil || g.target.Textual == 0 || g.target.Built {
		return nil
	}
	f := *g.Questions[h.question]
	f.opt.Limits = encode.Limits{MaxNodes: extensionNodes, MaxSteps: extensionSteps, MaxTurns: f.opt.MaxTurns}
	c := h.continuation(&f, append(h.seeds(), h.found...))
	c.each = 1
	h.lost = [2]int{aimsLost, aimsLost} // The search suffices for a few characters, and Z3 takes longer.
	for c.runs < extensionRuns && h.left > 0 && !g.target.Clock.Expired() {
		batch := c.batch()
		if len(batch) == 0 {
			return nil
		}
		for _, x := range batch {
			q, longest := f, 0
			for _, text := range g.target.Texts(x.input) {
				longest = max(longest, utf8.RuneCountInString(text))
			}
			q.opt.Extend, q.opt.Depth = x.input, max(g.target.Depth, min(longest+extension, aimLength))
			if err := c.seek(ctx, &q, x); err != nil {
				return err
			}
		}
	}
	return nil
}
