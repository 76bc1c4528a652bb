package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/encode"
)

const (
	// deeperPart of one parts of the inputs outside the bounds have a deeper structure,
	// of deeperDepths depths at most. Of types that reach themselves there are
	// deeperTimes as many as inputs outside the bounds.
	deeperPart, deeperDepths, deeperTimes = 3, 2, 4
	// Behind deeperJobs jobs all others of one depth are run in one.
	deeperJobs = 64
	// deeperVars is how many variables their forms have together at most, deeperNodes
	// and deeperSteps bound each encoding, deeperWork what is counted of their sizes.
	deeperVars, deeperNodes, deeperSteps, deeperWork = 6_000, 100_000, 1_000_000, 600_000
)

// deeperParts are the numbers of parts that deeper structures have in turn where there
// are too many for all of them.
var deeperParts = [...]int{farParts, farParts / 2, farParts / 4}

// A Deeper counts the inputs outside the bounds that are spread over the sizes and shapes
// of the depths behind them, up to Depth.
type Deeper struct {
	Inputs int64
	Depth  int
}

// deepen adds inputs whose structure is of the depths behind the bounds, which are
// spread over these depths and their sizes and shapes. Integers have more values there,
// so that all keys of a larger structure may differ.
func deepen(ctx context.Context, g *sampler) error {
	share, room := g.deeperRoom()
	if room == 0 {
		return nil
	}
	var problems []*problem
	first := len(g.frames)
	for more := 1; more <= deeperDepths; more++ {
		f, err := g.deeperFrame(ctx, more)
		if err != nil {
			return err
		}
		if f == nil || len(problems) > 0 && variables(problems)+len(f.form.Vars) > deeperVars {
			break
		}
		g.frames, problems = append(g.frames, f), append(problems, f.problem)
		if variables(problems)+foreseen(problems) > deeperVars {
			break
		}
	}
	if len(problems) == 0 {
		g.shallow = fmt.Sprintf("no structures of depth %d were tried: they have too many parts", g.limits.Depth+1)
		return nil
	}
	found := len(g.all)
	cells, err := g.cells(problems, int64(room), deeperWork)
	if err != nil {
		return err
	}
	// What is more than their share takes nothing from the others.
	left := g.left
	g.left = room
	for i, list := range cells {
		for s := range streams(list, nil, g.expired) {
			g.add(first+i, slices.Clone(s))
		}
	}
	g.left = left - min(share, room-g.left)
	if len(g.all) == found {
		g.shallow = fmt.Sprintf("no structures of depth %d were tried: none was found that the precondition admits; -depth %d looks for more",
			g.limits.Depth+1, g.limits.Depth+1)
	}
	return nil
}

// deeperRoom is how many of the inputs outside the bounds may be deeper, and how many
// such there may be at all: nothing where the budget was spent within the bounds.
func (g *sampler) deeperRoom() (share, room int) {
	if !g.nesting {
		return 0, 0
	}
	left := int(min(g.inputRoom(), math.MaxInt32))
	share = min(g.left/deeperPart, left)
	if room = share; g.recursive {
		room = min(deeperTimes*g.left, left)
	}
	return share, room
}

// variables is how many the forms have together.
func variables(problems []*problem) (n int) {
	for _, p := range problems {
		n += len(p.form.Vars)
	}
	return n
}

// deeperFrame is the question for inputs whose structure is by so much deeper than the
// bounds; nil where even one of few parts takes too much.
func (g *sampler) deeperFrame(ctx context.Context, more int) (*frame, error) {
	depth := g.limits.Depth + more
	for i := range 1 + len(deeperParts) {
		b := encode.Beyond{Within: depth - 1, Reach: farDepth * g.limits.Depth, Deeper: true}
		if b.Whole = i == 0; b.Whole {
			b.Parts = math.MaxInt32
		} else {
			b.Parts, b.Seed = deeperParts[i-1], g.limits.Seed+uint64(i)
		}
		opt := encode.Options{Depth: depth, Beyond: &b, MaxVars: deeperVars, MaxNodes: deeperNodes, MaxSteps: deeperSteps}
		f := &frame{opt: opt, draws: uint64(len(g.frames)), deeper: more}
		var err error
		f.problem, err = g.inTime(ctx, func(ctx context.Context) (*problem, error) { return g.far(ctx, opt) })
		switch {
		case errors.Is(err, encode.ErrTooLarge):
			continue
		case errors.Is(err, errTimeSpent), err == nil && f.problem == nil:
			return nil, nil
		case err != nil:
			return nil, err
		}
		return f, nil
	}
	return nil, nil
}

// untried tells why nothing was tried outside the bounds, or nothing deeper.
func (g *sampler) untried() string {
	if g.Cut == "" && !g.hasty {
		return cmp.Or(g.idle(), g.shallow)
	}
	if len(g.all) == 0 {
		return "nothing was tried: the time ended"
	}
	return ""
}

// idle tells why there are no inputs outside the bounds, where there may be some.
func (g *sampler) idle() string {
	if len(g.all) > 0 {
		return ""
	}
	large, sought := false, false
	for _, f := range g.frames {
		large = large || f.large
		sought = sought || f.problem != nil && !f.empty && !f.aimed && !f.varied
	}
	switch {
	case sought:
		return "no input was found that the precondition admits; -depth " + strconv.Itoa(g.limits.Depth+1) + " looks for more"
	case large:
		return "nothing was tried: inputs there have too many parts; -depth " + strconv.Itoa(g.limits.Depth+1) + " tries those next to the bounds"
	}
	return ""
}

// alike is how many of the first inputs are by as much deeper than the bounds, and of one
// strategy where strategies are measured.
func (o *beyondRun) alike(inputs []far) int {
	n := slices.IndexFunc(inputs, func(f far) bool {
		return o.deeper(f) != o.deeper(inputs[0]) || o.measure && f.by != inputs[0].by
	})
	if n < 0 {
		return len(inputs)
	}
	return n
}

// deeper is by how much the structure of an input is deeper than the bounds, 0 where it
// need not be.
func (o *beyondRun) deeper(f far) int { return o.frames[f.frame].deeper }

// enough tells whether a deeper input is not to be tried because one failed, and not all
// that fail are asked for.
func (o *beyondRun) enough(f far) bool {
	return o.deeper(f) > 0 && !o.keep && !o.measure && o.confirmed()
}

// behind is how many inputs behind a failure are tried in one job, as harness.Job has it:
// none, but all where so many deeper inputs failed that each of them takes too long.
func (o *beyondRun) behind() int64 {
	if o.jobs < deeperJobs {
		return 0
	}
	return -1
}

// all runs inputs that are by as much deeper than the bounds, and counts those that are.
func (o *beyondRun) all(ctx context.Context, inputs []far) error {
	o.left, o.jobs = inputs, 0
	before := o.Beyond
	for len(o.left) > 0 && o.hung < farHung && !o.enough(inputs[0]) {
		if o.Cut != "" {
			o.late += len(o.left)
			break
		}
		if o.heavy > farLosses {
			o.omitted += len(o.left)
			break
		}
		o.progress(PhaseBeyond, o.Depth)
		if err := o.runUntilFailure(ctx); err != nil {
			return err
		}
	}
	if more := o.deeper(inputs[0]); more > 0 && o.Beyond > before {
		o.Deeper.Inputs += o.Beyond - before
		o.Deeper.Depth = o.limits.Depth + more
	}
	return nil
}
