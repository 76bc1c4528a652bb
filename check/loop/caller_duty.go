package loop

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/form"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/duties"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// dutyRuns is how many failures of one group are looked at of which each breaks a
// duty of the caller; then the others are taken for the same. As many times more are
// looked at where that is doubtful.
const dutyRuns = 8

// excuse files a failure that breaks a duty of the caller: it is no finding.
func (l *loop) excuse(g *group, failure *event.Failure) bool {
	if l.Duty == nil {
		return false
	}
	x := l.Duty(failure)
	if x.Why == "" {
		return false
	}
	if g.doubted++; !x.Doubtful || g.excused == 0 || g.doubted%dutyRuns == 0 {
		g.excused++
	}
	if x.Negative != duties.NoInput {
		g.negative = append(g.negative, x.Negative)
	}
	if !slices.Contains(l.Duties, x.Why) {
		l.Duties = append(l.Duties, x.Why)
	}
	return true
}

// negativeAgain tells whether an input of a group has a negative amount for which others of
// the group were excused: it is not run again to see that.
func (l *loop) negativeAgain(g *group, f harness.Finding) bool {
	if len(g.negative) == 0 || f.Stream == nil || l.Parse == nil {
		return false
	}
	roots := l.Parse(f.Stream)
	return slices.ContainsFunc(g.negative, func(i int) bool {
		if i >= len(roots) {
			return false
		}
		_, isInt := roots[i].Shape.(*value.Int)
		return isInt && roots[i].Own[0] < 0
	})
}

// sayMade offers, in the place of a precondition on unexported fields of a type whose
// values are made as was inferred, the directive that says how they are made.
func sayMade(f *event.Failure, pkg *refine.Package, c *refine.Contract) {
	if !c.Bare || f.General == nil {
		return
	}
	for _, v := range c.Inputs() {
		t := refine.Pointed(v.Type)
		tf := pkg.Facts.Of(t)
		hidden := regexp.MustCompile(`\b` + regexp.QuoteMeta(v.Name) + `\.[^A-Z]`)
		if tf == nil || tf.Inferred == "" || !hidden.MatchString(f.General.Cond) {
			continue
		}
		f.General.Simple = false
		name := refine.TypeName(t, pkg.Types)
		f.Made = fmt.Sprintf("change the function; or, if calls make other values of %s than these, say above the type: //rtest:%s", name, tf.Inferred)
	}
}

// modestBytes is of how many bytes an input may be where the code makes numbers of bytes:
// of four it makes lengths for which there is no room.
const modestBytes = 2

// modest tells whether an input outside the bounds asks for no more than those within
// them: only its characters are others. A call with it that takes too long, or too
// much memory, cannot be excused by the size of its input.
func (o *beyondRun) modest(f harness.Finding, tried []beyond.Input) bool {
	most := o.Limits.Depth
	if o.Traits.Binary {
		most = min(most, modestBytes)
	}
	if f.Stream == nil || len(tried) == 0 || tried[len(tried)-1].Size > int64(most) {
		return false
	}
	roots := o.Parse(f.Stream)
	return roots != nil && onlyCharacters(roots, o.Limits.Depth)
}

// onlyCharacters tells whether no number among nodes and below is outside the depth,
// and nothing is made by calls or given by functions, of whose work nothing is known.
func onlyCharacters(nodes []*decode.Node, depth int) bool {
	for _, n := range nodes {
		switch n.Shape.(type) {
		case *value.Int:
			if form.Magnitude(n.Own[0]) > uint64(depth) {
				return false
			}
		case *value.Float, *value.Complex, *value.Calls, *value.Func, *value.Drawn:
			return false
		}
		if !onlyCharacters(n.Kids, depth) {
			return false
		}
	}
	return true
}

// impossible tells whether a call, or a predicate, failed because it asked for more
// memory than there can be, by the text of its panic.
func impossible(cause harness.Cause, panicked string) bool {
	for _, text := range [...]string{
		"makeslice: len out of range", "makeslice: cap out of range", "makechan: size out of range",
		"growslice: len out of range", "Repeat: result too large", "Repeat output length overflow", "bytes.Buffer: too large",
	} {
		if (cause == harness.CausePanic || cause == harness.CauseContract) && strings.Contains(panicked, text) {
			return true
		}
	}
	return false
}
