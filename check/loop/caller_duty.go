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

// dutyRuns is how many failures of one group are looked at of which each breaks a
// duty of the caller; then the others are taken for the same. As many times more are
// looked at where that is doubtful.
const dutyRuns = 8

// unexcused is a failure that is a finding; nil where it breaks a duty of the caller, or where
// nothing shows that its input is meant. What fails for the like of its input that is meant
// is found in its place.
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

// noteDuty notes for what a function fails, once.
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

// noteDuties takes over what groups have noted that have no finding.
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

// ordinaryNumbers is up to which number ordinary inputs have in the place of others, and for
// how many failures of a group such are looked for.
const ordinaryNumbers = 4

// ordinary looks for an input like that of a failure that fails in the same way, and that is
// meant: its numbers are small and above zero, up to most. The failure is nil where there is none.
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

// makeOrdinary puts a number in the place of those that are not small and above zero; of what
// is not an integer a fraction comes first. Bytes, characters, and what is in lists are data,
// and stay. It tells whether there was one.
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
