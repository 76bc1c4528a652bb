package loop

import (
	"cmp"
	"context"
	"fmt"
	"go/types"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/form"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// dutyRuns is the number of failures of one group that are examined while each breaks a duty
// of the caller. The others then count as the same. In doubtful cases dutyRuns times as many
// are examined.
const dutyRuns = 8

// unexcused returns the failure if it is a finding. It returns nil if the input breaks a duty
// of the caller, or if nothing shows that the input is meant. A similar input that is meant
// and fails too takes its place.
func (l *loop) unexcused(ctx context.Context, v *level, g *group, f harness.Finding, failure *event.Failure) (*event.Failure, error) {
	if l.Duty == nil {
		return failure, nil
	}
	x := l.Duty(failure)
	if x.Why == "" {
		return failure, nil
	}
	most := int64(ordinaryNumbers)
	if costly(f.Cause) {
		most = 1
	}
	if x.Doubtful && int64(g.doubted) < most {
		other, err := l.ordinary(ctx, v, f, failure, most)
		if other != nil || err != nil {
			return other, err
		}
	}
	if g.doubted++; !x.Doubtful || g.excused == 0 || g.doubted%dutyRuns == 0 {
		g.excused++
	}
	g.noteDuty(x.Why, failure)
	return nil, nil
}

// noteDuty records once why a function fails.
func (g *group) noteDuty(why string, f *event.Failure) {
	d := event.Duty{Fails: "panics", For: why}
	switch f.Cause {
	case harness.CauseTimeout:
		d.Fails = "does not return"
	case harness.CauseMemory:
		d.Fails = "runs out of memory"
	case harness.CauseCrash:
		d.Fails = "ends the process"
	}
	if slices.ContainsFunc(g.duties, func(e event.Duty) bool { return e.For == d.For }) {
		return
	}
	d.Call = cmp.Or(f.Call, "a call") + " " + d.Fails
	if f.Panic != "" {
		d.Call += ": " + f.Panic
	}
	if f.Site != "" {
		d.Call += ", at " + f.Site
	}
	g.duties = append(g.duties, d)
}

// noteDuties collects the duties of the groups that have no finding.
func (l *loop) noteDuties() {
	for _, g := range l.groups {
		for _, d := range g.duties {
			same := func(e event.Duty) bool { return e.Fails == d.Fails && e.For == d.For }
			if !g.confirmed && !slices.ContainsFunc(l.Duties, same) {
				l.Duties = append(l.Duties, d)
			}
		}
	}
	slices.SortStableFunc(l.Duties, func(a, b event.Duty) int { return cmp.Compare(a.Fails, b.Fails) })
}

// ordinaryNumbers is the greatest number of an ordinary input that is tried instead, and the
// number of failures of a group for which one is tried.
const ordinaryNumbers = 4

// ordinary looks for a similar input that fails in the same way and is meant: its numbers are
// small, above zero and at most most. The failure is nil if there is none.
func (l *loop) ordinary(ctx context.Context, v *level, f harness.Finding, was *event.Failure, most int64) (*event.Failure, error) {
	if f.Stream == nil || l.Parse == nil {
		return nil, nil
	}
	for n := int64(1); n <= most; n++ {
		nodes := l.Parse(f.Stream)
		if nodes == nil || !makeOrdinary(nodes, n) {
			return nil, nil
		}
		like := f
		like.Stream = decode.Write(nodes)
		failure, _, err := l.confirm(ctx, v, like)
		if err != nil {
			return nil, err
		}
		if failure != nil && failure.Site == was.Site && failure.PanicKind == was.PanicKind && l.Duty(failure).Why == "" {
			return failure, nil
		}
	}
	return nil, nil
}

// makeOrdinary replaces the numbers that are not small and positive by n, or for a float first
// by a fraction. Bytes, characters and elements of lists are data and stay. It reports whether
// it replaced any.
func makeOrdinary(nodes []*decode.Node, n int64) (made bool) {
	const small = 1 << 10
	for _, node := range nodes {
		switch x := node.Shape.(type) {
		case *value.Slice, *value.Array, *value.Map:
			continue
		case *value.Int:
			if b, ok := x.T.Underlying().(*types.Basic); ok && (b.Kind() == types.Uint8 || b.Kind() == types.Int32) {
				continue
			}
			if is := node.Own[0]; (is <= 0 || is > small) && decode.Admits(x, n) {
				node.Own[0], made = n, true
			}
		case *value.Float:
			if is := math.Float64frombits(uint64(node.Own[0])); !(is > 0 && is <= small) {
				node.Own[0], made = int64(math.Float64bits(float64(n)/2)), true
			}
		}
		made = makeOrdinary(node.Kids, n) || made
	}
	return made
}

// sayMade proposes the directive that says how values are made, instead of a precondition on
// unexported fields, for a type whose builders were inferred.
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

// modestBytes is the greatest number of bytes in a modest input whose bytes the code turns
// into numbers. Four bytes can make a length for which there is no memory.
const modestBytes = 2

// modest reports whether an input beyond the bounds needs no more than inputs within them, because only its
// characters differ. Its size then does not excuse a call that takes too much time or memory.
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

// onlyCharacters reports whether no number in the nodes is outside the depth, and no part is
// made by calls or given by functions, whose work is unknown.
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

// impossible reports whether a call or predicate failed because it asked for more memory than
// can exist, judged by the text of its panic.
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
