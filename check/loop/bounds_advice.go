package loop

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/form"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/describe"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/naming"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
)

const (
	// mostLone is the greatest number of inputs that are examined for a parameter with a
	// single value.
	mostLone = 1000
	// triedLone is the number of inputs beyond the bounds that are examined for another value.
	triedLone = 100
)

// anyBounds is the advice where no specific directive is known to help.
const anyBounds = "say what to try with //rtest:ints, //rtest:chars or //rtest:depth"

// lone warns of a parameter that had one value in all inputs within the bounds, although the
// precondition admits others beyond them. Such a function passed after almost no test.
func (l *loop) lone(ctx context.Context) error {
	if l.Parse == nil || l.Contract.Bare || len(l.Pre) == 0 || l.Depth == 0 || l.Inputs > mostLone || l.Part.Of > 1 || l.expired() {
		return nil
	}
	first, same, err := l.unvaried(ctx)
	if err != nil || !slices.Contains(same, true) {
		return err
	}
	inside, err := l.arguments(ctx, first)
	if err != nil || len(inside) != len(same) {
		return err
	}
	var others []beyond.Input
	if l.Beyond > 0 {
		others = l.farther[:min(len(l.farther), triedLone)]
	}
	warned := make([]bool, len(same))
	for _, f := range others {
		outside, err := l.arguments(ctx, f.Stream)
		if err != nil {
			return err
		}
		for i, a := range outside {
			if same[i] && !warned[i] && a.Value != inside[i].Value {
				l.warnLone(inside[i], a.Value)
				warned[i] = true
			}
		}
	}
	return nil
}

// unvaried returns the first input within the bounds, and for each parameter whether all
// inputs have the same value. It returns nothing if that is unknown.
func (l *loop) unvaried(ctx context.Context) (first []int64, same []bool, err error) {
	var start []*decode.Node
	all, err := l.within(ctx, mostLone, func(stream []int64, nodes []*decode.Node) bool {
		if start == nil {
			first, start, same = slices.Clone(stream), nodes, make([]bool, len(nodes))
			for i, n := range nodes {
				same[i] = varies(n.Shape)
			}
			return true
		}
		for i, n := range nodes {
			same[i] = same[i] && sameNode(start[i], n)
		}
		return slices.Contains(same, true)
	})
	if !all {
		return nil, nil, err
	}
	return first, same, nil
}

// within visits at most most inputs within the bounds, smallest first, until more returns
// false. All reports whether none was left out.
func (l *loop) within(ctx context.Context, most int, more func(stream []int64, nodes []*decode.Node) bool) (all bool, err error) {
	q, err := l.posed(ctx, l.Limits.Depth)
	if err != nil {
		return false, err
	}
	q.Form.Below = true
	s, err := search.New(q.Form)
	if err != nil {
		return false, err
	}
	s.Options = search.Options{Stall: engine.StallHelped, Work: engine.CountWork, Quit: l.expired, Most: int64(most)}
	n := 0
	for stream := range s.Solutions() {
		nodes := l.Parse(stream)
		if n++; nodes == nil || n > most || !more(stream, nodes) {
			return false, nil
		}
	}
	return s.Stalled() == nil, nil
}

// varies reports whether streams distinguish the values of a shape, and no other input determines them. The
// target of a reference belongs to the last input.
func varies(s value.Shape) bool {
	switch s.(type) {
	case *value.Zero, *value.Drawn, *value.Func, *value.Unsupported, *value.Calls:
		return false
	case *value.Heap:
		return true
	}
	return !value.Has(s, func(part value.Shape) bool { _, refers := part.(*value.Reference); return refers })
}

// sameNode reports whether two parts of inputs are equal.
func sameNode(a, b *decode.Node) bool {
	return slices.Equal(a.Own, b.Own) && slices.EqualFunc(a.Kids, b.Kids, sameNode)
}

// arguments returns the arguments of the first input of a solution, or none if a precondition
// rejects it.
func (l *loop) arguments(ctx context.Context, stream []int64) ([]event.Arg, error) {
	if l.First != nil {
		stream = l.First(stream)
	}
	report, err := l.run.Report(ctx, l.Index, stream)
	if err != nil || report.Rejected != nil {
		return nil, err
	}
	return describe.Args(l.Contract.Inputs(), naming.Shown(l.Pkg, &l.Hints, l.Contract.Inputs(), report.Args)), nil
}

// warnLone warns that a parameter has a single value, and shows one that was tried beyond the
// bounds.
func (l *loop) warnLone(a event.Arg, other string) {
	l.warn("one-value", fmt.Sprintf("%s: in all inputs up to depth %d %s is %s; outside the bounds the precondition admits %s: %s",
		l.Contract.Name, l.Limits.Depth, a.Name, a.Value, other, l.widens(a, other)))
}

// remark warns of values that no input of a passed function has.
func (l *loop) remark(ctx context.Context) error {
	l.warnWithout()
	if warned, err := l.absent(ctx); err != nil || warned {
		return err
	}
	return l.lone(ctx)
}

// warnWithout warns that no input has a value for a variadic parameter.
func (l *loop) warnWithout() {
	if l.Without == "" {
		return
	}
	inputs := l.Contract.Inputs()
	name := inputs[len(inputs)-1].Name
	l.warn("left-out", fmt.Sprintf("%s: it is called without %s: %s; //rtest:values %s: … lists some", l.Contract.Name, name, l.Without, name))
}

// widens returns the directive that adds other values of a parameter.
func (l *loop) widens(a event.Arg, other string) string {
	if text, err := strconv.Unquote(other); err == nil {
		chars := l.characters()
		for _, r := range text {
			if !strings.ContainsRune(chars, r) {
				chars += string(r)
			}
		}
		return fmt.Sprintf("//rtest:chars %s: %q", a.Name, chars)
	}
	only, err1 := strconv.ParseInt(a.Value, 10, 32)
	next, err2 := strconv.ParseInt(other, 10, 32)
	if err1 == nil && err2 == nil {
		return fmt.Sprintf("//rtest:ints %s: %d..%d", a.Name, min(only, next), max(only, next, min(only, next)+int64(l.Limits.Depth)))
	}
	return anyBounds
}

// witness returns the input of the first solution of a form, as "x = 7, y = 1". It is empty if
// there is none, or if a native precondition rejects it.
func (l *loop) witness(ctx context.Context, f *form.Form) (string, error) {
	stream, err := l.Engine.First(ctx, f, l.until)
	if err != nil || stream == nil {
		return "", err
	}
	return l.described(ctx, stream)
}

// described returns the first input of a solution in that notation. It is empty if a
// precondition rejects it.
func (l *loop) described(ctx context.Context, stream []int64) (string, error) {
	given, err := l.arguments(ctx, stream)
	var parts []string
	for _, a := range given {
		parts = append(parts, a.Name+" = "+a.Value)
	}
	return strings.Join(parts, ", "), err
}
