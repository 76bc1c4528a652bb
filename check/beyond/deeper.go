package beyond

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/pace"
)

const (
	// deeperPart of one parts of the inputs outside the bounds have a deeper structure,
	// of deeperDepths depths at most. Of types that reach themselves there are
	// deeperTimes as many as inputs outside the bounds.
	deeperPart, deeperDepths, deeperTimes = 3, 2, 4
	// MaxVars is how many variables their forms have together at most, deeperNodes
	// and deeperSteps bound each encoding, deeperWork what is counted of their sizes.
	MaxVars, deeperNodes, deeperSteps, deeperWork = 6_000, 100_000, 1_000_000, 600_000
)

// deeperParts are the numbers of parts that deeper structures have in turn where there
// are too many for all of them.
var deeperParts = [...]int{mostParts, mostParts / 2, mostParts / 4}

// deepen adds inputs whose structure is of the depths behind the bounds, which are
// spread over these depths and their sizes and shapes. Integers have more values there,
// so that all keys of a larger structure may differ.
func deepen(ctx context.Context, g *Sampler) error {
	share, room := g.deeperRoom()
	if room == 0 {
		return nil
	}
	var problems []*Problem
	first := len(g.Questions)
	for more := 1; more <= deeperDepths; more++ {
		f, err := g.deeperFrame(ctx, more)
		if err != nil {
			return err
		}
		if f == nil || len(problems) > 0 && variables(problems)+len(f.Problem.Form.Vars) > MaxVars {
			break
		}
		g.Questions, problems = append(g.Questions, f), append(problems, f.Problem)
		if variables(problems)+Foreseen(forms(problems)) > MaxVars {
			break
		}
	}
	if len(problems) == 0 {
		g.shallow = fmt.Sprintf("no structures of depth %d were tried: they have too many parts", g.target.Depth+1)
		return nil
	}
	found := len(g.all)
	spread, err := g.target.Forms.Spread(forms(problems), int64(room), deeperWork)
	if err != nil {
		return err
	}
	// What is more than their share takes nothing from the others.
	left := g.left
	g.left = room
	for i, streams := range spread {
		for s := range streams {
			g.add(first+i, slices.Clone(s))
		}
	}
	g.left = left - min(share, room-g.left)
	if len(g.all) == found {
		g.shallow = fmt.Sprintf("no structures of depth %d were tried: none was found that the precondition admits; -depth %d looks for more",
			g.target.Depth+1, g.target.Depth+1)
	}
	return nil
}

// deeperRoom is how many of the inputs outside the bounds may be deeper, and how many
// such there may be at all: nothing where the budget was spent within the bounds.
func (g *Sampler) deeperRoom() (share, room int) {
	if !g.target.Nesting {
		return 0, 0
	}
	left := int(min(g.target.Room, math.MaxInt32))
	share = min(g.left/deeperPart, left)
	if room = share; g.target.Recursive {
		room = min(deeperTimes*g.left, left)
	}
	return share, room
}

// Foreseen is how many variables the form of the depth behind these will have: as many times
// more than the last one as that has more than the one before.
func Foreseen(forms []*form.Form) int {
	last := len(forms[len(forms)-1].Vars)
	if len(forms) == 1 {
		return last
	}
	return last * max(1, last/max(1, len(forms[len(forms)-2].Vars)))
}

// forms are those of the problems.
func forms(problems []*Problem) (list []*form.Form) {
	for _, p := range problems {
		list = append(list, p.Form)
	}
	return list
}

// variables is how many the forms have together.
func variables(problems []*Problem) (n int) {
	for _, p := range problems {
		n += len(p.Form.Vars)
	}
	return n
}

// deeperFrame is the question for inputs whose structure is by so much deeper than the
// bounds; nil where even one of few parts takes too much.
func (g *Sampler) deeperFrame(ctx context.Context, more int) (*Question, error) {
	depth := g.target.Depth + more
	for i := range 1 + len(deeperParts) {
		b := encode.Beyond{Within: depth - 1, Reach: DepthTimes * g.target.Depth, Deeper: true}
		if b.Whole = i == 0; b.Whole {
			b.Parts = math.MaxInt32
		} else {
			b.Parts, b.Seed = deeperParts[i-1], g.target.Seed+uint64(i)
		}
		opt := encode.Options{Depth: depth, Beyond: &b, Limits: encode.Limits{MaxVars: MaxVars, MaxNodes: deeperNodes, MaxSteps: deeperSteps}}
		f := &Question{opt: opt, draws: uint64(len(g.Questions)), Deeper: more}
		var err error
		f.Problem, err = g.target.Clock.inTime(ctx, func(ctx context.Context) (*Problem, error) { return g.target.Forms.Pose(ctx, opt) })
		switch {
		case errors.Is(err, encode.ErrTooLarge):
			continue
		case errors.Is(err, pace.ErrSpent), err == nil && f.Problem == nil:
			return nil, nil
		case err != nil:
			return nil, err
		}
		return f, nil
	}
	return nil, nil
}

// Untried tells why nothing was tried outside the bounds, or nothing deeper; inTime says that
// the time did not end.
func (g *Sampler) Untried(inTime bool) string {
	if inTime {
		return cmp.Or(g.idle(), g.shallow)
	}
	if len(g.all) == 0 {
		return "nothing was tried: the time ended"
	}
	return ""
}

// idle tells why there are no inputs outside the bounds, where there may be some.
func (g *Sampler) idle() string {
	if len(g.all) > 0 {
		return ""
	}
	large, sought := false, false
	for _, f := range g.Questions {
		large = large || f.large
		sought = sought || f.Problem != nil && !f.empty && !f.aimed && !f.varied
	}
	switch {
	case sought:
		return "no input was found that the precondition admits; -depth " + strconv.Itoa(g.target.Depth+1) + " looks for more"
	case large:
		return "nothing was tried: inputs there have too many parts; -depth " + strconv.Itoa(g.target.Depth+1) + " tries those next to the bounds"
	}
	return ""
}
